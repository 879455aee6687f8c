"""From lines to records: a fast path that proves what it takes, and an exact look wherever it cannot.

The fast path decodes a block of lines straight into structs. The decoder keeps the last of two equal keys
without a word, so the records are encoded again: for closed types (`walk.provable`) a line whose text is
no longer than that, or that has no more colons than that, can hold no member that was passed over.
Before that, letters take the place of their escapes, and a front end's own fields are left out (`plainer`). A record
with untyped parts can grow when it is written again: it always gets the exact look, and so does whatever the decoder
refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, count
from operator import attrgetter, ne
from typing import Any, Final, NamedTuple, TypeVar, Union

import msgspec
import msgspec.inspect

from vflog.log import records as common
from vflog.log.absent import UNSET
from vflog.log.faults import Fault, shown
from vflog.log.plainer import without_escapes, without_own_fields
from vflog.log.records import Claim, End, Foreign, Header, Record
from vflog.log.strict import as_written, meant_as_header, slowly
from vflog.log.times import are_times, is_time
from vflog.log.walk import OWN, check, closed, info, missing, open_fields, opened, stripped, untyped

R = TypeVar("R", bound=Record)


class Marker:
    """A line that is neither a record nor a fault: blank, or the beginning of a game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


BLANK: Final = Marker("BLANK")
HEADER: Final = Marker("HEADER")
Item = Record | Fault | Marker

_encode = msgspec.json.Encoder().encode
_decode_lines = msgspec.json.Decoder().decode_lines
_encode_lines = msgspec.json.Encoder().encode_lines
#: A line that begins so is the beginning of a game, or what `header.look_header` finds wrong with it.
_HEADER = b'{"type":"game",'
#: The type of a line of a redacted copy that stands for one that is no record.
NOT_SHOWN: Final = "?"
_ENVELOPE = ("n", "game", "at")
_OF_CLAIMS = frozenset(("type", *_ENVELOPE, "state", "public"))
_game, _at = attrgetter("game"), attrgetter("at")
_NONE = {UNSET}
#: Stands for a line that the decoder refuses.
_REFUSED = Foreign()
_TEXT = msgspec.inspect.type_info(str)
_REFUSALS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Read(NamedTuple):
    """What each of some lines is, and the positions of those that are no record. `bare`: none of the records names its
    game or its time."""

    items: list[Any]
    odd: list[int]
    bare: bool


class Dialect:
    """What the log layer must know of a ruleset: its name, its record types, what may be left out."""

    def __init__(
        self,
        name: str,
        header: type[Header],
        end: type[End],
        records: Sequence[type[Record]],
        may_be_left_out: frozenset[str] = frozenset(),
    ) -> None:
        self.name = name
        self.header = header
        self.end = end
        self.records = tuple(records)
        self.may_be_left_out = may_be_left_out
        self.types = {tag_of(t): t for t in (*records, end, *common.COMMON) if t is not Foreign}
        #: The record types that always get the exact look.
        self.exact = frozenset(
            {tag for tag, t in self.types.items() if not closed(t)} | common.UNTYPED & {*self.types, "game"}
        )
        #: Takes the types that can be proved; it refuses all others.
        plain = [t for tag, t in self.types.items() if tag not in self.exact]
        self._decode = msgspec.json.Decoder(Union[(*plain,)]).decode

    def look(self, raw: bytes, *, last: bool = False) -> Item:
        """What one line is, by the exact look; never raises."""
        if raw.startswith(_HEADER):
            return HEADER
        if not raw.strip(b" \t\r"):
            return BLANK
        plain = as_written(raw)
        own = plain is None or b"x_" in raw
        try:
            if plain is None:
                plain = slowly(raw, last=last)
        except Fault as fault:
            fault.header = meant_as_header(raw)
            return fault
        if plain.get("type") == "game":
            return HEADER
        try:
            return self.record(plain, own=own)
        except Fault as fault:
            fault.plain = plain
            return fault

    def record(self, plain: dict[str, Any], unknown: list[str] | None = None, *, own: bool = True) -> Record:
        """The record that a line's plain object is; raises `Fault`.

        With a list `unknown` fields that the type does not have are passed over: their names go there.
        `own` false says that the line holds no fields of the front end's own, and no odd numbers.
        """
        kind = _type_of(plain)
        if kind.startswith(OWN):
            return _foreign(plain)
        if kind == "claim":
            return _claim(plain, own=own)
        if kind == NOT_SHOWN:
            raise Fault("line.hidden")
        if kind not in self.types:
            known = sorted(self.types)
            raise Fault("line.unknown-type", found=shown(kind), ruleset=self.name, expected=known)
        record: Record = typed(plain, self.types[kind], unknown, own=own)
        return record

    def block(self, lines: list[bytes], *, last: bool = False) -> Read:
        """What each of some lines is.

        `last` says that the last of the lines ended with its input, without a newline.
        """
        items: list[Any] = []
        texts, doubtful = lines, set[int]()
        if b"\\" in (data := b"\n".join(lines)):
            data = without_escapes(data)
            texts = data.split(b"\n")
            doubtful.update(i for i, text in enumerate(texts) if rb"\u" in text)
        read = self._read(texts, items, doubtful)
        if read is not texts:
            texts, data = read, b"\n".join(read)
        times = set(map(_at, items))
        bare = times.union(map(_game, items)) <= _NONE
        if not are_times(times - _NONE):
            doubtful.update(_ill_timed(items))
        doubtful.update(_passed_over(texts, data, items, doubtful))
        odd = []
        for i in sorted(doubtful):
            item = self._exactly(lines[i], texts[i], last=last and i == len(lines) - 1)
            items[i] = item
            if not isinstance(item, Record):
                odd.append(i)
            elif bare and not (item.game is item.at is UNSET):
                bare = False
        return Read(items, odd, bare)

    def _exactly(self, raw: bytes, text: bytes, *, last: bool) -> Item:
        """What one line is, by the exact look: first at the `text` of the fast path, where that has no own fields."""
        item = self.look(text) if len(text) < len(raw) and b"x_" not in text else BLANK
        return item if isinstance(item, Record) else self.look(raw, last=last)

    def _read(self, texts: list[bytes], items: list[Any], doubtful: set[int]) -> list[bytes]:
        """Fill `items` with what the decoder takes of some lines; the positions of others become doubtful. Gives the
        lines as they were read: from the first one on that has own fields, all of them without."""
        rest, own = iter(texts), False
        while True:
            try:
                items.extend(map(self._decode, rest))
                return texts
            except _REFUSALS:
                at = len(items)
                if not own and b'"x_' in texts[at]:
                    own, texts = True, texts[:at] + without_own_fields(texts[at:])
                    rest = iter(texts[at:])
                else:
                    doubtful.add(at)
                    items.append(_REFUSED)


def tag_of(record: type[Record]) -> str:
    """The `type` that records of a struct bear."""
    return str(record.__struct_config__.tag)


def may_hold_own(raw: bytes) -> bool:
    """Whether a line may hold fields of the front end's own (however they are spelt)."""
    return b"x_" in raw or b"\\u" in raw


def typed(plain: dict[str, Any], kind: type[Record], unknown: list[str] | None = None, *, own: bool = True) -> Any:
    """The struct that a plain object makes; raises the `Fault` of the first field at fault."""
    known = info(kind)
    value = stripped(plain, known, unknown) if own or unknown is not None else dict(plain)
    try:
        for name, type_ in open_fields(kind).items():
            if name in value:
                value[name] = opened(value[name], type_, name)
        record = msgspec.convert(value, kind)
    except _REFUSALS:
        check(value, known, "", f"A {shown(plain['type'])} record")
        raise Fault("line.wrong-type", field="the record", found="not of its type", wanted="another value") from None
    return _timed(record)


def _type_of(plain: dict[str, Any]) -> str:
    if "type" not in plain:
        raise missing("A record", "type")
    kind = plain["type"]
    if not isinstance(kind, str):
        check(kind, _TEXT, "type", "A record")
    return str(kind)


def _timed(record: R) -> R:
    if record.at is not UNSET and not is_time(record.at):
        raise Fault("line.at", field="at", found=shown(record.at))
    return record


def _foreign(plain: dict[str, Any]) -> Record:
    own = {"type": "x_", **{k: plain[k] for k in _ENVELOPE if k in plain}}
    return typed(own, Foreign, own=False)  # type: ignore[no-any-return]


def _claim(plain: dict[str, Any], *, own: bool) -> Record:
    """A claim: what is no field of its own is the part of the state that it names."""
    fields: dict[str, Any] = {}
    part: dict[str, Any] = {}
    for key, value in plain.items():
        (fields if key in _OF_CLAIMS else part)[key] = value
    try:
        claim = _timed(msgspec.convert(fields, Claim))
    except _REFUSALS:
        claim = typed(fields, Claim, own=False)
    claim.part = untyped(part, "") if own else part
    return claim


def _passed_over(lines: list[bytes], data: bytes, items: list[Any], doubtful: set[int]) -> list[int]:
    """The positions of the lines, in one text `data`, not yet in doubt that may hold a member that their records lack.

    Cheapest first: the same length; where much is missing (spaces) the same number of colons, all lines together; the
    same length or number of colons line by line; at last the same number when the line is read without a type (which
    keeps what a type leaves out as its default). Lines with an empty list, which many write, are looked at alone.
    """
    again = _encode_lines(items)
    alone = {i: _encode(items[i]) for i in doubtful.union(_with_empty_list(data))}
    missing = len(data) + 1 - len(again) - sum(len(lines[i]) - len(written) for i, written in alone.items())
    fewer = [i for i in alone if i not in doubtful and lines[i].count(b":") != alone[i].count(b":")]
    if missing:
        more = sum(lines[i].count(b":") - written.count(b":") for i, written in alone.items())
        if missing <= 2 * len(lines) or again.count(b":") != data.count(b":") - more:
            written = again.split(b"\n")
            fewer += [
                i
                for i in compress(count(), map(ne, map(len, lines), map(len, written)))
                if i not in alone and lines[i].count(b":") != written[i].count(b":")
            ]
    if not fewer:
        return []
    untyped = _encode_lines(_decode_lines(b"\n".join([lines[i] for i in fewer]))).split(b"\n")
    return [i for i, text in zip(fewer, untyped, strict=False) if lines[i].count(b":") != text.count(b":")]


def _with_empty_list(data: bytes) -> Iterator[int]:
    """The positions of the lines of a text that have an empty list in them."""
    line = start = 0
    while (at := data.find(b"[]", start)) >= 0:
        line += data.count(b"\n", start, at)
        yield line
        start = at + 2


def _ill_timed(items: list[Any]) -> Iterable[int]:
    for i, item in enumerate(items):
        if item.at is not UNSET and not is_time(item.at):
            yield i


#: Finds the dialect of a ruleset by its name.
Dialects = Callable[[str], Dialect | None]


class _Any(Dialect):
    """No ruleset's: any record type will do, and only what every record may carry is looked at."""

    def record(self, plain: dict[str, Any], unknown: list[str] | None = None, *, own: bool = True) -> Record:
        if _type_of(plain) == NOT_SHOWN:
            raise Fault("line.hidden")
        return _foreign(plain)


#: For lines of no game, and of games whose ruleset is not known here.
ANY: Final[Dialect] = _Any("", Header, End, ())

"""From lines to records: a fast path that proves what it takes, and an exact look wherever it cannot.

The fast path decodes a block of lines straight into structs. The decoder keeps the last of two equal keys
without a word, so the records are encoded again: for closed types (`walk.provable`) a line whose text is
no longer than that, or that has no more colons than that, can hold no member that was passed over.
A line with a backslash is spelt in more ways than one, and a record with untyped parts can grow when it is
written again: both always get the exact look, and so does whatever the decoder refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, Union

import msgspec
from msgspec import UNSET

from vflog.log import records as common
from vflog.log.faults import Fault, shown
from vflog.log.records import Claim, End, Foreign, Header, Record
from vflog.log.strict import meant_as_header, parse
from vflog.log.times import is_time
from vflog.log.walk import OWN, check, info, missing, provable, stripped, untyped


class Marker:
    """A line that is neither a record nor a fault: blank, or the beginning of a game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


BLANK: Final = Marker("BLANK")
HEADER: Final = Marker("HEADER")
Item = Record | Fault | Marker

_encoder = msgspec.json.Encoder()
_at = attrgetter("at")
_ENVELOPE = ("n", "game", "at")
_REFUSALS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


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
            {tag for tag, t in self.types.items() if not provable(info(t))} | common.UNTYPED & {*self.types, "game"}
        )
        plain = [t for tag, t in self.types.items() if tag not in self.exact]
        stand_ins = [msgspec.defstruct("Exact", [], tag=tag, tag_field="type") for tag in sorted(self.exact)]
        self._plain = frozenset(plain)
        self._decode = msgspec.json.Decoder(Union[tuple([*plain, *stand_ins])]).decode  # noqa: UP007

    def look(self, raw: bytes, *, last: bool = False) -> Item:
        """What one line is, by the exact look; never raises."""
        if not raw.strip(b" \t\r"):
            return BLANK
        try:
            plain = parse(raw, last=last)
        except Fault as fault:
            fault.header = meant_as_header(raw)
            return fault
        if plain.get("type") == "game":
            return HEADER
        try:
            return self.record(plain)
        except Fault as fault:
            fault.plain = plain
            return fault

    def record(self, plain: dict[str, Any], unknown: list[str] | None = None) -> Record:
        """The record that a line's plain object is; raises `Fault`.

        With a list `unknown` fields that the type does not have are passed over: their names go there.
        """
        kind = _type_of(plain)
        if kind.startswith(OWN):
            return _foreign(plain)
        if kind == "claim":
            return _claim(plain)
        if kind not in self.types:
            known = sorted(self.types)
            raise Fault("line.unknown-type", found=shown(kind), ruleset=self.name, expected=known)
        return typed(plain, self.types[kind], unknown)

    def block(self, lines: list[bytes], *, last: bool = False) -> tuple[list[Item], list[int]]:
        """What each of some lines is, and the positions of those that are no record.

        `last` says that the last of the lines ended with its input, without a newline.
        """
        items: list[Any] = []
        doubtful = self._read(lines, items)
        data = b"\n".join(lines)
        if b"\\" in data:
            doubtful.update(i for i, raw in enumerate(lines) if b"\\" in raw)
        if b'"at"' in data:
            doubtful.update(_ill_timed(items))
        rest, texts = items, lines
        if doubtful:
            rest, texts = _without(items, doubtful), _without(lines, doubtful)
            data = b"\n".join(texts)
        if not _nothing_passed_over(data, rest):
            doubtful.update(i for i, raw in enumerate(lines) if i not in doubtful and not _closed(raw, items[i]))
        odd = []
        for i in sorted(doubtful):
            item = items[i] = self.look(lines[i], last=last and i == len(lines) - 1)
            if not isinstance(item, Record):
                odd.append(i)
        return items, odd

    def _read(self, lines: list[bytes], items: list[Any]) -> set[int]:
        """Fill `items` with what the decoder takes; the positions of all that is not surely a record."""
        doubtful: set[int] = set()
        rest = iter(lines)
        while True:
            try:
                items.extend(map(self._decode, rest))
                break
            except _REFUSALS:
                doubtful.add(len(items))
                items.append(None)
        if not self._plain.issuperset(map(type, items)):
            doubtful.update(i for i, item in enumerate(items) if type(item) not in self._plain)
        return doubtful


def tag_of(record: type[Record]) -> str:
    """The `type` that records of a struct bear."""
    return str(record.__struct_config__.tag)


def typed(plain: dict[str, Any], kind: type[Record], unknown: list[str] | None = None) -> Any:
    """The struct that a plain object makes; raises the `Fault` of the first field at fault."""
    known = info(kind)
    value = stripped(plain, known, unknown)
    owner = f"A {shown(plain['type'])} record"
    if not provable(known):
        check(value, known, "", owner)
        value = {k: v if k in _ENVELOPE else untyped(v, k) for k, v in value.items()}
    try:
        record = msgspec.convert(value, kind)
    except _REFUSALS:
        check(value, known, "", owner)
        raise Fault("line.wrong-type", field="the record", found="not of its type", wanted="another value") from None
    return _timed(record)


def _type_of(plain: dict[str, Any]) -> str:
    if "type" not in plain:
        raise missing("A record", "type")
    check(plain["type"], info(_Envelope).fields[0].type, "type", "A record")
    return str(plain["type"])


class _Envelope(msgspec.Struct):
    """What is always looked at, whatever the type."""

    type: str


def _timed(record: Record) -> Record:
    if record.at is not UNSET and not is_time(record.at):
        raise Fault("line.at", field="at", found=shown(record.at))
    return record


def _foreign(plain: dict[str, Any]) -> Record:
    own = {"type": "x_", **{k: plain[k] for k in _ENVELOPE if k in plain}}
    return typed(own, Foreign)  # type: ignore[no-any-return]


def _claim(plain: dict[str, Any]) -> Record:
    """A claim: what is no field of its own is the part of the state that it names."""
    fields = ("type", *_ENVELOPE, "state", "public")
    own = {k: v for k, v in plain.items() if k in fields}
    claim: Claim = typed(own, Claim)
    claim.part = untyped({k: v for k, v in plain.items() if k not in fields}, "")
    return claim


def _nothing_passed_over(data: bytes, records: list[Any]) -> bool:
    """Whether lines joined by newlines hold no member that their records lack."""
    again = _encoder.encode_lines(records)
    return len(data) + 1 == len(again) or data.count(b":") == again.count(b":")


def _closed(raw: bytes, record: Any) -> bool:
    return raw.count(b":") == _encoder.encode(record).count(b":")


def _ill_timed(items: list[Any]) -> Iterable[int]:
    for i, item in enumerate(items):
        at = getattr(item, "at", UNSET)
        if at is not UNSET and not is_time(at):
            yield i


def _without(values: list[Any], positions: set[int]) -> list[Any]:
    out = values[:]
    for i in sorted(positions, reverse=True):
        del out[i]
    return out


#: Finds the dialect of a ruleset by its name.
Dialects = Callable[[str], Dialect | None]

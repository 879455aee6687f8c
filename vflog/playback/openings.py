"""Single lines of a sealed log, opened: whoever has the published seal can see that they are the sealed ones.

The salt of a line opens that line and no other.
"""

from __future__ import annotations

import hmac
import os
import sys
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from vflog.engine.ruleset import names, ruleset
from vflog.log.chain import WIDTH, commitment, each, heads, salt
from vflog.log.faults import Fault
from vflog.log.records import Record
from vflog.log.strict import parse
from vflog.playback.logs import GameLog, InputError, NotThere
from vflog.playback.sealed_lines import numbered, one_log
from vflog.playback.seals import Opening, Seal, SealKey, faults
from vflog.playback.views import ALL


class Opened(msgspec.Struct, frozen=True):
    """An opening beside a seal: the number of the line, the line, and why it is not the sealed one (`None`: it is)."""

    number: int
    line: str
    why_not: str | None


def shown_lines(logs: Iterable[GameLog], view: str) -> dict[int, bytes]:
    """The lines of games as a view shows them, by their numbers.

    Left out are those of types whose order a view hides (`order_hidden` of a ruleset): whoever saw such a line whole
    would know its order, also where it is the one in which the view shows it.
    """
    out = {}
    for log in logs:
        known = view != ALL and log.header.ruleset in names()
        hidden = getattr(ruleset(log.header.ruleset), "order_hidden", ()) if known else ()
        for entry in log.entries:
            records = (entry.record, getattr(entry.record, "record", None))
            if not any(_type(record) in hidden for record in records):
                out[entry.line] = entry.raw
    return out


def _type(record: object) -> object:
    """The type of a record, as an object or as plain JSON."""
    if isinstance(record, Mapping):
        return record.get("type")
    return record.__struct_config__.tag if isinstance(record, Record) else None


def open_lines(
    path: str | os.PathLike[str],
    seal: Seal,
    key: SealKey,
    numbers: Iterable[int] | None,
    shown: Mapping[int, bytes] | None,
) -> list[Opening]:
    """The openings of the lines with these numbers, from 1, in order.

    `shown` are the lines that somebody may see, as he may see them, by their numbers; `None` shows all lines whole.
    A line that he may not see whole is refused. Without `numbers` all that he may see whole are opened. Raises
    `NotThere` for what is refused, and `InputError` where a line is not the one that was sealed.
    """
    wanted = sorted(set(numbers) if numbers is not None else shown or ())
    if wrong := [number for number in wanted if not 1 <= number <= seal.count]:
        raise NotThere(f"There is no line {wrong[0]} in the seal; it has {seal.count}.")
    head = seal.head
    out: list[Opening] = []
    with one_log(path) as source:
        for number, line in numbered(source, frozenset(wanted)):
            if shown is not None and not _whole(line, shown.get(number)):
                if numbers is None:
                    continue
                raise NotThere(f"Line {number} is not opened: this view does not show all of it.")
            opener = salt(key.key, number - 1)
            if head is None or not _is(commitment(opener, line), seal, number):
                why = "is not the line that was sealed, or not with this key"
                raise InputError(f"Line {number} of {source.name} {why}.")
            try:
                text = line.decode()
            except UnicodeDecodeError:
                raise InputError(f"Line {number} of {source.name} cannot be opened: it is not UTF-8.") from None
            out.append(Opening(head=head, line=text, number=number, salt=b64encode(opener).decode()))
    if numbers is not None and (missing := sorted({*wanted} - {opening.number for opening in out})):
        raise InputError(f"Line {missing[0]} is missing in {os.fspath(path)}.")
    return out


class Bound(msgspec.Struct, frozen=True):
    """How many lines a redacted copy has, how many of them are opened ones; the first opened line that it lacks."""

    count: int
    opened: int
    lacks: int | None


def bound(copy: str | os.PathLike[str], openings: Iterable[Opening]) -> Bound:
    """What of a redacted copy is opened: its lines that say what opened lines say, in their order. Raises `OSError`."""
    waiting = deque(sorted(openings, key=lambda opening: opening.number))
    count = opened = 0
    with one_log(copy) as source:
        for _, line in numbered(source, range(1, sys.maxsize)):
            count += bool(line.strip())
            if waiting and _whole(waiting[0].line.encode(), line):
                waiting.popleft()
                opened += 1
    return Bound(count, opened, waiting[0].number if waiting else None)


def check_openings(openings: Iterable[Opening], seal: Seal) -> Iterator[Opened]:
    """Each opening beside the seal; its head may be that of a seal from which this one grew."""
    given = list(openings)
    wanted = {opening.head for opening in given}
    counts = {one.hex(): n for n, one in enumerate(heads(each(seal.commitments)), 1) if one.hex() in wanted}
    damaged = "the seal itself was changed" if faults(seal) else None
    for opening in given:
        why = damaged
        if why is None and opening.number > seal.count:
            why = f"the seal has only {seal.count} lines"
        elif why is None and counts.get(opening.head, 0) < opening.number:
            why = "it was opened for another seal: the head is another"
        elif why is None and not _is(commitment(b64decode(opening.salt), opening.line.encode()), seal, opening.number):
            why = "it is not the line that was sealed"
        yield Opened(opening.number, opening.line, why)


def _is(committed: bytes, seal: Seal, number: int) -> bool:
    return hmac.compare_digest(committed, seal.commitments[(number - 1) * WIDTH : number * WIDTH])


def _whole(line: bytes, shown: bytes | None) -> bool:
    """Whether what is shown of a line is all that it says, whatever the order of its keys and its spaces."""
    if shown is None:
        return False
    try:
        plain, seen = parse(line), parse(shown)
    except Fault:
        return False
    if "redacted" not in plain:
        # What a redacted copy's header says of the copy itself.
        seen.pop("redacted", None)
    return plain == seen

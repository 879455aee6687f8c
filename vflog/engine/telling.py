"""Tellings: several logs of one game, which of them stands for it, and whether two contradict each other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from vflog.log.absent import UNSET
from vflog.log.records import Record

#: What a log is to the others of its game: it stands for it; it repeats one of them, whole or its beginning; it is a
#: copy with secrets taken out; it tells the game otherwise.
Relation = Literal["stands", "copy", "shorter", "redacted", "other"]
RELATIONS: tuple[Relation, ...] = ("stands", "copy", "shorter", "redacted", "other")
#: Statuses of games that are sound and over, and of those that are only sound.
SOUND_AND_OVER = frozenset({"valid", "adjudicated"})
SOUND = SOUND_AND_OVER | {"incomplete", "abandoned"}

Rank = tuple[int, int, int, bytes]
#: Why a log does not stand for its game: the part of its rank in which it comes after the one that does.
_BEHIND = ("less sound, or not over", "fewer live records of play", "more is unknown", "a larger chain_head")
#: So many digits of a head are shown to people, and are enough to name it.
SHOWN = 12
_UNKNOWN = "?"
_encode_lines = msgspec.json.Encoder().encode_lines


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """A log of a game: `head`, the SHA-256 over its `lines` complete lines, each with its `\\n`; the live records of
    play and the number of `?` in it; `over`: its `end` was applied; `tail`: four bytes that stand for a last line that
    was cut off, `b""` without one. `records` gives its live records of play, as long as its judge is there.
    """

    head: bytes
    lines: int
    plays: int
    unknown: int
    over: bool
    redacted: bool
    tail: bytes = b""
    records: Callable[[], list[Record]] | None = None


def rank(status: str, head: bytes, *, plays: int, unknown: int, over: bool, redacted: bool) -> Rank:
    """Where a telling stands among those of its game: the smallest is the one that counts.

    Those of which nothing is left out first; then sound and over, sound, over, the rest; then by more live records of
    play, fewer `?`, the smaller head.
    """
    state = 0 if status in SOUND_AND_OVER else 1 if status in SOUND else 2 if over else 3
    return (4 * redacted + state, -plays, unknown, head)


def why_behind(one: Rank, first: Rank) -> str:
    """Why a telling does not stand where `first` does."""
    return next(why for a, b, why in zip(one, first, _BEHIND, strict=True) if a != b)


def told_otherwise(one: Rank, first: Rank, *, against: bool, chosen: bool) -> str:
    """What is said of a telling where `first` stands for the game: `against` which it speaks, or which was `chosen`."""
    if chosen:
        return ", and was chosen to stand for it"
    if against:
        return (
            "; both are sound and over and contradict each other in a record of play, so the game does not count "
            "until one of them is chosen (--telling)"
        )
    return f", and stands for it (this log: {why_behind(one, first)})"


def play_digest(records: Sequence[Record]) -> bytes:
    """16 bytes that are the same for tellings with the same live records of play."""
    return hashlib.sha256(_encode_lines([_bare(record) for record in records])).digest()[:16]


def _bare(record: Record) -> Record:
    """A record without what does not matter to the game: its number, its game's id, when it was."""
    if record.n is UNSET and record.game is UNSET and record.at is UNSET:
        return record
    return msgspec.structs.replace(record, n=UNSET, game=UNSET, at=UNSET)


def contradict(one: Sequence[Record], other: Sequence[Record]) -> bool:
    """Whether two tellings differ in a record of play; `?` contradicts nothing."""
    if len(one) != len(other):
        return True
    return any(
        type(a) is not type(b) or _differ(msgspec.to_builtins(_bare(a)), msgspec.to_builtins(_bare(b)))
        for a, b in zip(one, other, strict=True)
    )


def _differ(a: Any, b: Any) -> bool:
    if a == b or _UNKNOWN in (a, b):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return _differ_by_key(a, b)
    if isinstance(a, list) and isinstance(b, list):
        return _differ_in_place(a, b)
    return True


def _differ_by_key(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Objects, among them cards counted by kind: of those, `?` may be any."""
    if _UNKNOWN in a or _UNKNOWN in b:
        mine, others = ({k: v for k, v in x.items() if k != _UNKNOWN} for x in (a, b))
        counts = [v for x in (a, b) for v in x.values()]
        if all(type(v) is int for v in counts) and sum(a.values()) == sum(b.values()):
            beyond = sum(max(v - others.get(k, 0), 0) for k, v in mine.items())
            return bool(beyond > b.get(_UNKNOWN, 0))
    return a.keys() != b.keys() or any(_differ(a[k], b[k]) for k in a)


def _differ_in_place(a: list[Any], b: list[Any]) -> bool:
    """Lists: where `?` stands among plain values, which of them is hidden is not known, nor is their order."""
    if len(a) != len(b):
        return True
    if (_UNKNOWN in a or _UNKNOWN in b) and all(type(v) is str for v in (*a, *b)):
        known = [v for v in a if v != _UNKNOWN]
        left = [v for v in b if v != _UNKNOWN]
        unmatched = 0
        for value in known:
            if value in left:
                left.remove(value)
            else:
                unmatched += 1
        return unmatched > b.count(_UNKNOWN)
    return any(_differ(x, y) for x, y in zip(a, b, strict=True))

"""Two logs of one game side by side: where their public states part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vflog.dispute.comparing import Comparison, Value, compared
from vflog.dispute.lines import Step
from vflog.dispute.replaying import Replayer, is_play, plain_of
from vflog.engine.board import Section, board, words
from vflog.engine.claims import changes
from vflog.engine.people import acting
from vflog.log.absent import UNSET
from vflog.log.canonical import digest
from vflog.log.records import Ruling

_FRAME = ("n", "game", "at")


class Side(msgspec.Struct, kw_only=True):
    """A record of one of two logs, and the public state after it. `step` is `None` at the beginning of the game."""

    log: Replayer
    step: Step | None
    document: dict[str, Any]
    public: dict[str, Any]

    @property
    def n(self) -> int:
        """The record's number."""
        return 0 if self.step is None else self.step.n

    @property
    def place(self) -> int:
        """Its place among all records of its log."""
        return 0 if self.step is None else self.step.place

    @property
    def line(self) -> int:
        """The line of the file it stands on."""
        return self.log.log.entries[self.place].line

    @property
    def raw(self) -> bytes:
        """The line itself."""
        return self.log.log.entries[self.place].raw

    @property
    def judged(self) -> str:
        """What became of it."""
        return self.log.log.entries[self.place].judged

    @property
    def words(self) -> str:
        """It in words."""
        record = self.log.log.header if self.step is None else self.step.record
        return words(self.log.rules, record, self.log.names)

    @property
    def who(self) -> str | None:
        """Who acts by it."""
        return None if self.step is None else acting(self.step.record, self.log.names)

    @property
    def digest(self) -> str:
        """The digest of its public state."""
        return digest(self.public)


class Parting(msgspec.Struct, kw_only=True):
    """How far two logs tell the same: `together` records of play, claims, notes and amendments aside.

    `how`: `apart` (the public states differ after `a` and `b`), `goes on` (all that the shorter log has is the same;
    `more` records of play are in the other, `longer` 0 or 1), `same`. `lines`: the first two records that say
    otherwise though the public states after them are the same. `header`: values in which the headers differ.
    """

    together: int
    how: str
    a: Side | None = None
    b: Side | None = None
    comparison: Comparison | None = None
    more: int = 0
    longer: int = 0
    lines: tuple[Side, Side] | None = None
    header: list[Value] = []


def parting(one: Replayer, other: Replayer) -> Parting:
    """Where two logs of games of one ruleset part."""
    header = _header(one, other)
    pairs = [_played(one), _played(other)]
    told: Parting | None = None
    together, lines = -1, None
    while True:
        a, b = (next(side, None) for side in pairs)
        if a is None or b is None:
            left = [*([b] if b is not None else []), *pairs[1]] if a is None else [a, *pairs[0]]
            how = "goes on" if left else "same"
            told = Parting(together=together, how=how, more=len(left), longer=1 if a is None and left else 0)
            break
        if a.public != b.public or a.judged != b.judged:
            what = compared(one.rules, a.document, b.document, one.names)
            told = Parting(together=together, how="apart", a=a, b=b, comparison=what)
            break
        together += 1
        if lines is None and a.step is not None and b.step is not None and _bare(a.step) != _bare(b.step):
            lines = (a, b)
    return msgspec.structs.replace(told, lines=lines, header=header)


def _played(log: Replayer) -> Iterator[Side]:
    """The game at its beginning, and after each record of play or ruling, up to the one that stops it."""
    play = log.begin({})
    document = play.document()
    yield Side(log=log, step=None, document=document, public=play.public(document))
    stop = log.lines.stop
    last = [stop] if isinstance(stop, Step) else []
    for step in [*log.lines.live, *last]:
        if step.place in log.lost:
            continue
        if step not in last:
            log.run(play, [step])
        if is_play(step.record) or isinstance(step.record, Ruling):
            document = play.document()
            yield Side(log=log, step=step, document=document, public=play.public(document))


def _header(one: Replayer, other: Replayer) -> list[Value]:
    """What the headers say otherwise; who wrote them, and which game it is for them, aside."""
    left = (*_FRAME, "type", "source", "redacted")
    was, now = ({k: v for k, v in plain_of(log.log.header).items() if k not in left} for log in (one, other))
    return [Value(path, before, after) for path, before, after, _ in changes("", was, now)]


def _bare(step: Step) -> dict[str, Any]:
    return {key: value for key, value in plain_of(step.record).items() if key not in _FRAME}


def plain_side(side: Side | None, file: str) -> dict[str, Any] | None:
    """A side as plain values: the file, who wrote it, the record with its line, the states after it."""
    if side is None:
        return None
    return {
        "file": file,
        "game": side.log.log.game,
        "writer": writer(side.log),
        "n": side.n,
        "line": side.line,
        "record": side.raw.decode(),
        "words": side.words,
        "who": side.who,
        "judged": side.judged,
        "public": side.digest,
        "state": side.document,
    }


def board_of(side: Side) -> list[Section]:
    """The board after the record of a side."""
    return board(side.log.rules, side.document, side.log.names)


def writer(log: Replayer) -> str:
    """Who wrote a log: the front end and its version, as far as the header says."""
    source = log.log.header.source
    if source is UNSET:
        return "a front end that does not say its name"
    return source.app if source.version is UNSET else f"{source.app} {source.version}"

"""A game of Udacha under way: each record to the rules that it concerns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from vflog.engine.facts import Facts
from vflog.games.udacha import frames, legal, reload, setup, tables
from vflog.games.udacha.records import Act, Do, Done, EndTurn, Given, Pass, Quest, Res, Setup, Turn, UdachaEnd
from vflog.games.udacha.state import State, public
from vflog.games.udacha.verdicts import Judged, Warning_
from vflog.log.records import Record, Ruling


class UdachaPlay:
    """One game under way (the engine's `Play`)."""

    __slots__ = ("disputed", "facts", "n", "state", "warnings", "winners")

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: Facts | None = None
        #: The number of the record that is being applied.
        self.n = 0
        self.winners: list[str] | None = None
        #: What is disputed about the record just applied.
        self.warnings: list[Warning_] = []
        #: How many disputes there have been so far.
        self.disputed = 0

    def apply(self, record: Record) -> None:
        """Carry out a record of play or the end, or raise `Refused`; disputes are left in `warnings`."""
        line = Judged(record, self.n, self.state.fixed, self.facts)
        _APPLY[type(record)](self, line, record)
        self.state.begun = True
        self.warnings = line.close()
        self.disputed += len(self.warnings)

    def rule(self, changes: Mapping[str, Any]) -> None:
        """Carry out a judge's ruling, or raise `Refused`."""
        record = Ruling(by="the judge", reason="", set=dict(changes))
        setup.rule(self.state, Judged(record, self.n, self.state.fixed, self.facts), changes)

    def passed(self, record: Record) -> None:
        """No rule asks for records that are not of play."""

    def may_return_to(self) -> None:
        """M3: a takeback does not go into an open frame; raises `Refused`."""
        if self.state.frames:
            inner = self.state.frames[-1]
            line = Judged(inner.opening, self.n, self.state.fixed, None)
            line.refuse("M3", f"frame {inner.n} was open after record {self.n}, and nobody goes back into an open frame")

    def copy(self) -> UdachaPlay:
        """An independent play in the same position, without facts."""
        out = UdachaPlay(self.state.copy())
        out.n = self.n
        out.winners = None if self.winners is None else self.winners[:]
        out.disputed = self.disputed
        return out

    def document(self) -> dict[str, Any]:
        """The state document."""
        return self.state.document()

    def public(self, document: dict[str, Any]) -> dict[str, Any]:
        """What both players see of a state document."""
        return public(document)

    def legal(self) -> list[dict[str, Any]]:
        """The forms of the legal records, as far as the chapter says what is legal."""
        return legal.forms(self.state)

    def summary(self) -> dict[str, Any]:
        """What the tables of games want to know."""
        st = self.state
        return {
            "turns": st.turns, "to_win": st.to_win, "quests": st.quests.copy(), "reveals": st.reveals.copy(),
            "profile": "strict" if st.fixed.strict else "core", "disputed": self.disputed,
        }  # fmt: skip


def _setup(play: UdachaPlay, line: Judged, record: Setup) -> None:
    setup.set_up(play.state, line, record)


def _given(play: UdachaPlay, line: Judged, record: Given) -> None:
    setup.give(play.state, line, record)


def _turn(play: UdachaPlay, line: Judged, record: Turn) -> None:
    st = play.state
    frames.check_player(line, record.p)
    st.on = record.p
    st.t = st.t + 1 if record.t is UNSET else record.t
    st.turns += 1
    st.used_turn.clear()
    st.reload_drawn = False
    st.reload_number = 0


def _endturn(play: UdachaPlay, line: Judged, record: EndTurn) -> None:
    frames.check_player(line, record.p)
    reload.look_at_end(play.state, line, record.p)


def _do(play: UdachaPlay, line: Judged, record: Do) -> None:
    frames.open_frame(play.state, line, record)


def _act(play: UdachaPlay, line: Judged, record: Act) -> None:
    tables.frame(play.facts, frames.act(play.state, line, record), cancelled=False)


def _res(play: UdachaPlay, line: Judged, record: Res) -> None:
    tables.frame(play.facts, frames.res(play.state, line, record), cancelled=not record.ok)


def _done(play: UdachaPlay, line: Judged, record: Done) -> None:
    frames.done(play.state, line, record)


def _pass(play: UdachaPlay, line: Judged, record: Pass) -> None:
    frames.declined(play.state, line, record)


def _quest(play: UdachaPlay, line: Judged, record: Quest) -> None:
    frames.check_player(line, record.p)
    play.state.quests[record.p] += record.delta


def _end(play: UdachaPlay, line: Judged, record: UdachaEnd) -> None:
    st = play.state
    if record.reason == "played" and st.frames:
        line.refuse("M3", f"frame {st.frames[-1].n} is open", expected={"type": "done", "f": st.frames[-1].n})
    for frame in st.frames:
        if not frame.resolved:
            tables.frame(play.facts, frame, cancelled=None)
    told = [] if record.result is UNSET else record.result.winners
    if record.winner is not UNSET:
        st.winner = record.winner
    elif len(told) == 1:
        st.winner = told[0]
    play.winners = list(told) if st.winner is None else [st.winner]


_APPLY: dict[type[Record], Callable[[UdachaPlay, Judged, Any], None]] = {
    Setup: _setup, Given: _given, Turn: _turn, EndTurn: _endturn, Do: _do, Act: _act, Res: _res, Done: _done,
    Pass: _pass, Quest: _quest, UdachaEnd: _end,
}  # fmt: skip

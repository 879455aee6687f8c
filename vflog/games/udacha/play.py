"""A game of Udacha under way: each record to the rules that it concerns."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from vflog.engine.base import BasePlay
from vflog.games.udacha import frames, reload, setup, tables
from vflog.games.udacha.records import Act, Do, Done, EndTurn, Given, Pass, Quest, Res, Setup, Turn, UdachaEnd
from vflog.games.udacha.state import State, public
from vflog.games.udacha.verdicts import Case
from vflog.log.absent import UNSET
from vflog.log.problems import Refused
from vflog.log.records import Record, Ruling


class UdachaPlay(BasePlay):
    """One game under way (the engine's `Play`); `warnings` are what is disputed about the record just applied."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    @property
    def deeds(self) -> Mapping[type[Record], Callable[[Any, Any], None]]:
        """Every record of play is carried out by `apply`."""
        return _DEEDS

    def apply(self, record: Record) -> None:
        """Carry out a record of play or the end, or raise `Refused`; disputes are left in `warnings`."""
        line = Case(record, self.n, self.state.fixed, self.facts)
        _APPLY[type(record)](self, line, record)
        self.state.begun = True
        self.warnings = line.close()

    def rule(self, changes: Mapping[str, Any]) -> None:
        """Carry out a judge's ruling, or raise `Refused`."""
        record = Ruling(by="The judge", reason="", set=dict(changes))
        setup.rule(self.state, Case(record, self.n, self.state.fixed, self.facts), changes)

    def passed(self, record: Record) -> None:
        """No rule asks for records that are not of play; what was disputed before is told."""
        self.warnings = []

    def may_return(self) -> None:
        """M3: a takeback does not go into an open frame; raises `Refused`."""
        if self.state.frames:
            raise Refused(
                "udacha.m3",
                did=f"The log goes back to where frame {self.state.frames[-1].n} is open",
                reason="a takeback does not go into an open frame",
            )

    def copy(self) -> UdachaPlay:
        """An independent play in the same position, without facts."""
        out = UdachaPlay(self.state.copy())
        out.n = self.n
        out.winners = None if self.winners is None else self.winners[:]
        return out

    def document(self) -> dict[str, Any]:
        """The state document."""
        return self.state.document()

    def public(self, document: dict[str, Any]) -> dict[str, Any]:
        """What both players see of a state document."""
        return public(document)

    def legal(self) -> list[dict[str, Any]]:
        """The forms of the legal records, as far as the chapter says what is legal."""
        from vflog.games.udacha.legal import forms

        return [] if self.winners is not None else forms(self.state)

    def what_follows(self, record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What a record still needs that follows from what is shown, and what it may add (see `playback.forms`)."""
        from vflog.games.udacha.legal_follows import what_follows

        return what_follows(self, record)

    def rulings(self) -> Mapping[str, str]:
        """The value of every named ruling in this game."""
        return self.state.fixed.rulings

    def asked(self) -> Container[str]:
        """The named rulings that the rules have asked for."""
        return self.state.asked

    def settle(self) -> None:
        """The frames that the log leaves unresolved become facts too."""
        for frame in self.state.frames:
            if not frame.resolved:
                tables.frame(self.facts, frame, cancelled=None)

    def summary(self) -> dict[str, Any]:
        """What the tables want to know of the game as a whole: places of the players, rulings."""
        winner = self.state.winner
        seats = self.state.fixed.seats
        places = [None if winner not in seats else 1 if seat == winner else 2 for seat in seats]
        return {"games": {}, "rulings": self.rulings(), "players": [{"place": place} for place in places]}


def _setup(play: UdachaPlay, line: Case, record: Setup) -> None:
    setup.set_up(play.state, line, record)


def _given(play: UdachaPlay, line: Case, record: Given) -> None:
    setup.give(play.state, line, record)


def _turn(play: UdachaPlay, line: Case, record: Turn) -> None:
    st = play.state
    frames.check_player(line, record.p)
    st.on = record.p
    st.t = st.t + 1 if record.t is UNSET else record.t
    st.turns += 1
    st.used_turn.clear()
    st.reload_drawn = False
    st.reload_number = 0


def _endturn(play: UdachaPlay, line: Case, record: EndTurn) -> None:
    frames.check_player(line, record.p)
    reload.look_at_end(play.state, line, record.p)


def _do(play: UdachaPlay, line: Case, record: Do) -> None:
    frames.open_frame(play.state, line, record)


def _act(play: UdachaPlay, line: Case, record: Act) -> None:
    tables.frame(play.facts, frames.act(play.state, line, record), cancelled=False)


def _res(play: UdachaPlay, line: Case, record: Res) -> None:
    tables.frame(play.facts, frames.res(play.state, line, record), cancelled=not record.ok)


def _done(play: UdachaPlay, line: Case, record: Done) -> None:
    frames.done(play.state, line, record)


def _pass(play: UdachaPlay, line: Case, record: Pass) -> None:
    frames.declined(play.state, line, record)


def _quest(play: UdachaPlay, line: Case, record: Quest) -> None:
    frames.check_player(line, record.p)
    play.state.quests[record.p] += record.delta


def _end(play: UdachaPlay, line: Case, record: UdachaEnd) -> None:
    st = play.state
    if record.reason == "played" and st.frames:
        line.refuse("M3", f"frame {st.frames[-1].n} is open", expected={"type": "done", "f": st.frames[-1].n})
    told = _told_winners(st, line, record)
    if record.winner is not UNSET:
        st.winner = record.winner
    elif len(told) == 1:
        st.winner = told[0]
    play.winners = told if st.winner is None else [st.winner]


def _told_winners(st: State, line: Case, record: UdachaEnd) -> list[str]:
    """M0, M4: whom a judge's result names, in the order of the seats; nobody where there is none."""
    result = record.result
    if result is UNSET:
        return []
    if record.reason in ("played", "abandoned"):
        state = "was played to its end" if record.reason == "played" else "was abandoned"
        line.refuse("M0", f"a game that {state} has no judge's result")
    if result.by is UNSET:
        line.refuse("M0", "a result names who gave it (`by`)")
    for player in result.winners:
        frames.check_player(line, player)
    return [seat for seat in st.fixed.seats if seat in result.winners]


_APPLY: dict[type[Record], Callable[[UdachaPlay, Case, Any], None]] = {
    Setup: _setup, Given: _given, Turn: _turn, EndTurn: _endturn, Do: _do, Act: _act, Res: _res, Done: _done,
    Pass: _pass, Quest: _quest, UdachaEnd: _end,
}  # fmt: skip
_DEEDS: Mapping[type[Record], Callable[[Any, Any], None]] = {
    kind: UdachaPlay.apply for kind in _APPLY if kind is not UdachaEnd
}

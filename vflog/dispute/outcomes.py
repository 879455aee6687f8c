"""What a game would come to: under another ruling, with a record read otherwise, with a record left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from vflog.dispute.lines import Step
from vflog.dispute.near import near
from vflog.dispute.replaying import Replayer, Went, plain_of, tried
from vflog.engine.amends import KEPT
from vflog.engine.board import words
from vflog.engine.claims import short
from vflog.log.problems import Problem
from vflog.log.records import Record

#: How a game goes on: as it does now; to another winner; not beyond a record; to the last record of a game without end.
Result = Literal["same winner", "other winner", "cannot go on", "not over"]


#: So many records of a game are looked at for the first after which the state is another.
_COMPARED = 4000


class Outcome(msgspec.Struct, kw_only=True):
    """What one change comes to.

    `stops`: the record from which the log cannot go on, and `why`. `parts`: the first record after which the public
    state is another. `claim`: the first claim of the front end that no longer holds.
    """

    result: Result
    winners: list[str] | None = None
    stops: int | None = None
    why: str = ""
    parts: int | None = None
    claim: int | None = None
    #: Whether the `end` would have to name other winners than it does.
    reworded: bool = False


class WhatIf(msgspec.Struct, kw_only=True):
    """A change to a log and what it comes to: in words, and the record that it changes with what it reads then."""

    kind: Literal["ruling", "left out", "assumed", "corrected", "earlier", "missing"]
    title: str
    outcome: Outcome
    n: int | None = None
    record: Record | None = None
    #: Of a ruling: its name, its value now, the other one.
    ruling: tuple[str, str, str] | None = None
    #: The same in few words, as part of a sentence.
    brief: str = ""
    #: Whether the disputed record can be carried out then.
    legal: bool = False


class Outcomes:
    """Finds what changes come to, beside what the game comes to now: `winners` of it, or those that its `end` names."""

    def __init__(self, replayer: Replayer) -> None:
        self.game = replayer
        self.winners = replayer.end.winners
        self.named = replayer.winners_named(replayer.lines.written)
        #: The winners to compare with; `None` where the log has no end.
        self.now = self.winners if self.winners is not None else self.named
        self._states: dict[int, Any] | None = None

    # -- single changes ----------------------------------------------------------------------------------

    def rulings(self) -> Iterator[WhatIf]:
        """Every other value of every named ruling, one at a time."""
        named = self.game.rules.rulings
        for name, value in self.game.end.rulings().items():
            for other in named[name].values if name in named else ():
                if other != value:
                    yield self.ruling(name, value, other)

    def ruling(self, name: str, value: str, other: str) -> WhatIf:
        """The game under another value of one ruling."""
        title = f"Under the ruling {name}={other} (instead of {value})"
        begun = tried(lambda: Went(self.game.begin({name: other})))
        if not isinstance(begun, Went):
            outcome = Outcome(result="cannot go on", stops=0, why="the game cannot begin under it")
        else:
            outcome = self._followed(begun)
        brief = f"under the ruling {name}={other}"
        return WhatIf(kind="ruling", title=title, outcome=outcome, ruling=(name, value, other), brief=brief)

    def without(self, at: Step) -> WhatIf:
        """The game without a record."""
        play = self.game.before(at.place)
        outcome = self.went(self.game.to_the_end(play, self._after(at)))
        title = f"Without record {at.n}"
        return WhatIf(kind="left out", title=title, outcome=outcome, n=at.n, brief=f"without record {at.n}")

    def assumed(self, at: Step, record: Record) -> WhatIf:
        """The game with a record read otherwise."""
        outcome, stands = self.read_as(at, record)
        apart = difference(at.record, record)
        title = f"Record {at.n} read as “{self.said(record)}” ({apart})"
        brief = f"with record {at.n} read otherwise ({apart})"
        return WhatIf(kind="assumed", title=title, outcome=outcome, n=at.n, record=record, legal=stands, brief=brief)

    def corrections(self, at: Step, most: int = 12) -> list[WhatIf]:
        """The legal records nearest to a record, each with what the game comes to by it."""
        play = self.game.before(at.place)
        out = []
        for record, _ in near(self.game, play, at.record, at.n, most):
            outcome, _ = self.read_as(at, record)
            apart = difference(at.record, record)
            title = f"Record {at.n} corrected to “{self.said(record)}” ({apart})"
            brief = f"with record {at.n} corrected ({apart})"
            out.append(
                WhatIf(kind="corrected", title=title, outcome=outcome, n=at.n, record=record, legal=True, brief=brief)
            )
        # Those first with which the log goes on.
        return sorted(out, key=lambda each: each.outcome.result == "cannot go on")

    def as_it_stands(self, at: Step) -> WhatIf:
        """The game with a record of which only the number is wrong."""
        outcome, stands = self.read_as(at, msgspec.structs.replace(at.record))
        brief = f"with record {at.n} read as it stands, its number aside"
        title = f"Record {at.n} read as it stands, its number aside"
        return WhatIf(kind="corrected", title=title, outcome=outcome, n=at.n, legal=stands, brief=brief)

    def read_as(self, at: Step, record: Record) -> tuple[Outcome, bool]:
        """What the game comes to with a record read otherwise, and whether that reading itself is legal."""
        changed = msgspec.structs.replace(at, record=record)
        play = self.game.before(at.place)
        went = self.game.to_the_end(play, [changed, *self._after(at)])
        return self.went(went), went.stop is None or went.stop.place != at.place

    def people(self, players: list[str] | None) -> str:
        """Winners as part of a sentence."""
        names = [self.game.names.get(player, player) for player in players or ()]
        return " and ".join(names) if names else "nobody"

    def said(self, record: Record) -> str:
        """A record in words."""
        return words(self.game.rules, record, self.game.names)

    # -- what they come to -------------------------------------------------------------------------------

    def _after(self, at: Step) -> list[Step]:
        return [each for each in self.game.steps if each.place > at.place]

    def went(self, went: Went) -> Outcome:
        """What some records come to that were played."""
        claim = went.claim.n if went.claim is not None else None
        if went.stop is not None:
            return Outcome(result="cannot go on", stops=went.stop.n, why=reason(went.why), claim=claim)
        winners = went.play.winners
        return Outcome(result=self._result(winners), winners=winners, claim=claim, reworded=went.reworded)

    def _result(self, winners: list[str] | None) -> Result:
        if winners is None:
            return "not over"
        return "same winner" if self.now is not None and set(winners) == set(self.now) else "other winner"

    def _followed(self, begun: Went) -> Outcome:
        """A game from its beginning, looked at after each record: where it parts from what it is now."""
        play, steps = begun.play, self.game.steps
        parts, went = None, begun
        states = self._now()
        for number, each in enumerate(steps):
            last = number == len(steps) - 1
            went = self.game.to_the_end(play, [each]) if last else self.game.run(play, [each])
            play = went.play
            begun.claim = begun.claim or went.claim
            if went.stop is not None:
                break
            here = states.get(each.place) if parts is None and number < _COMPARED else None
            if here is not None and play.public(play.document()) != here:
                parts = each.n
        outcome = self.went(msgspec.structs.replace(went, play=play, claim=begun.claim))
        outcome.parts = parts
        return outcome

    def _now(self) -> Mapping[int, Any]:
        """The public state after each record that stands, by their places."""
        if self._states is None:
            self._states = {}
            play = self.game.begin({})
            for each in self.game.lines.live:
                if each in self.game.steps:
                    self.game.run(play, [each])
                    self._states[each.place] = play.public(play.document())
        return self._states


def plain_outcome(tried_: WhatIf) -> dict[str, Any]:
    """A change and what it comes to as plain values."""
    outcome = tried_.outcome
    out: dict[str, Any] = {
        "what": tried_.kind,
        "title": tried_.title,
        "n": tried_.n,
        "result": outcome.result,
        "winners": outcome.winners,
        "stops": outcome.stops,
        "why": outcome.why or None,
        "parts": outcome.parts,
        "claim": outcome.claim,
    }
    if tried_.ruling is not None:
        name, value, other = tried_.ruling
        return {"ruling": name, "value": value, "other": other, **out}
    if tried_.record is not None:
        out["record"] = plain_of(tried_.record)
    return out


def difference(old: Record, new: Record) -> str:
    """The fields in which a record reads otherwise."""
    was, now = ({k: v for k, v in plain_of(each).items() if k not in KEPT} for each in (old, new))
    parts = []
    for name in [*was, *(name for name in now if name not in was)]:
        if was.get(name) != now.get(name):
            value = short(now[name], 60) if name in now else "left out"
            before = short(was[name], 60) if name in was else "nothing"
            parts.append(f"{name}: {value} instead of {before}" if name in was else f"{name}: {value}, which it lacks")
            if name in was and name not in now:
                parts[-1] = f"without {name} ({before})"
    return "; ".join(parts) or "as it is"


def reason(problem: Problem | None) -> str:
    """A problem's sentence as part of one."""
    return "" if problem is None else problem.message.rstrip(".")

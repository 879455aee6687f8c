"""Whether a dispute changes the winner: yes, no, or it cannot be told, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from vflog.dispute.outcomes import Outcomes, WhatIf

if TYPE_CHECKING:
    from vflog.dispute.settling import Settled


class Changes(msgspec.Struct, kw_only=True):
    """The answer and why; `now`: the winners as the log has them; `instead`: those it would have, where it changes."""

    answer: Literal["yes", "no", "cannot be told"]
    why: str
    now: list[str] | None = None
    instead: list[str] | None = None


def changes(of: Settled, outcomes: Outcomes, other: Outcomes | None) -> Changes:
    """Whether what is disputed changes the winner."""
    out = _of_the_record(of, outcomes)
    if other is not None and of.parting is not None and of.parting.how == "apart":
        out = _of_two(outcomes, other) or out
    out.now = outcomes.now
    return out


def _of_two(one: Outcomes, other: Outcomes) -> Changes | None:
    """Two logs that both come to an end by the rules, or name winners."""
    a, b = one.now, other.now
    if a is None or b is None:
        return None
    if set(a) == set(b):
        return Changes(answer="no", why=f"both logs come to the same winner, {one.people(a)}")
    why = f"the first log comes to {one.people(a)}, the second to {other.people(b)}"
    return Changes(answer="yes", why=why, instead=b)


def _of_the_record(of: Settled, outcomes: Outcomes) -> Changes:
    kind = of.verdict.kind
    if kind == "taken back":
        return Changes(answer="no", why="the record was taken back, and nothing of it is left in the game")
    if outcomes.now is None:
        return Changes(answer="cannot be told", why="the log stops before the game is over, so nobody has won yet")
    if kind == "legal":
        return _of_a_legal_record(of, outcomes)
    if kind == "no record":
        return Changes(answer="cannot be told", why="what the line would have said is unknown")
    if of.step is None:
        return Changes(answer="cannot be told", why="the game cannot be judged without it")
    if kind == "refused" and (said := _of_the_end(of, outcomes)) is not None:
        return said
    ways = [*of.corrections, *of.explained, *([of.without] if of.without is not None else [])]
    ways += [each for each in of.rulings if each.ruling is not None and _holds(of, each)]
    if kind == "claim":
        ways = of.explained
        if outcomes.winners is not None and not any(each.outcome.result == "other winner" for each in ways):
            why = "a claim changes nothing, and by the records the winner is the same"
            return Changes(answer="no", why=why)
    return _among(ways, outcomes)


def _of_the_end(of: Settled, outcomes: Outcomes) -> Changes | None:
    """An end that names other winners than the game has; `None` for any other record."""
    if of.step is None or type(of.step.record) is not outcomes.game.rules.end:
        return None
    winners = next((each.outcome.winners for each in of.corrections if each.outcome.winners is not None), None)
    if winners is None or outcomes.now is None:
        return None
    if set(winners) == set(outcomes.now):
        return Changes(answer="no", why=f"by the rules the winner is {outcomes.people(winners)}, as the log names it")
    why = f"by the rules the winner is {outcomes.people(winners)}; the log names {outcomes.people(outcomes.now)}"
    return Changes(answer="yes", why=why, instead=winners)


def _holds(of: Settled, each: WhatIf) -> bool:
    """Whether the disputed record is legal under that ruling."""
    assert each.ruling is not None
    name, _, other = each.ruling
    return f"{name}={other}" in of.verdict.holds_under


def _of_a_legal_record(of: Settled, outcomes: Outcomes) -> Changes:
    if outcomes.winners is None:
        return Changes(
            answer="cannot be told", why="something else in the log is wrong, so nobody has won by the rules"
        )
    if of.verdict.depends and of.step is not None:
        n = of.step.n
        bearing = [each for each in of.rulings if n in (each.outcome.stops, each.outcome.parts)]
        return _among(bearing, outcomes)
    return Changes(
        answer="no", why=f"the record is legal and stands, and the winner is {outcomes.people(outcomes.now)}"
    )


def _among(ways: Iterable[WhatIf], outcomes: Outcomes) -> Changes:
    """What the ways to settle it come to: another winner by one, the same by all that go on, or none goes on."""
    every = list(ways)
    for each in every:
        if each.outcome.result == "other winner":
            winners = outcomes.people(each.outcome.winners)
            why = f"{each.brief}, the winner is {winners} instead of {outcomes.people(outcomes.now)}"
            return Changes(answer="yes", why=why, instead=each.outcome.winners)
    told = [each for each in every if each.outcome.result == "same winner"]
    if told:
        same = f"the winner stays {outcomes.people(outcomes.now)}"
        if len(told) == 1:
            of = "" if len(every) == 1 else f" (the one way of {len(every)} tried that can be played on to the end)"
            why = f"{told[0].brief}, {same}{of}"
        elif len(told) == len(every):
            why = f"{same} in each of the {len(every)} ways tried"
        else:
            why = f"{same} in each of the {len(told)} ways that can be played on to the end, of {len(every)} tried"
        return Changes(answer="no", why=why)
    if not every:
        return Changes(answer="cannot be told", why="no legal reading of the record was found to play on from")
    first = every[0]
    if first.outcome.result == "not over":
        return Changes(answer="cannot be told", why=f"{first.brief}, the game is not over")
    why = f"{first.brief}, the log cannot go on from record {first.outcome.stops} ({first.outcome.why})"
    return Changes(answer="cannot be told", why=why)

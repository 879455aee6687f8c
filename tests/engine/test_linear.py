"""A log four times as long costs four times as much, whatever is in it: steps of plays are counted, not time."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, Self

import pytest

from tests.engine.toy_ruleset import Counting, Step, Toy
from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import Finder, Named, Revision, register
from vflog.engine.settings import Settings
from vflog.log.problems import Place, Refused
from vflog.log.records import Amend, Header, Record, Takeback


class Ruled(Counting):
    """Counting under a ruling that every step asks for, and one that none does; every step and copy is counted."""

    done = 0

    def __init__(self, total: int, named: Mapping[str, str]) -> None:
        super().__init__(total)
        self.named = named

    def apply(self, record: Record) -> None:
        Ruled.done += 1
        if isinstance(record, Step) and self.total + record.by < 0 and self.named["floor"] == "none":
            self.total += record.by
            return
        super().apply(record)

    def rulings(self) -> Mapping[str, str]:
        return self.named

    def asked(self) -> Container[str]:
        return ("floor",)

    def copy(self) -> Self:
        Ruled.done += 1
        return type(self)(self.total, self.named)


class RuledToy(Toy):
    """The ruleset."""

    name = "ruled"
    rulings = {
        "floor": Named("floor", ("nought", "none"), "The sum may go below nought, or not.", "ours", "T1"),
        "colour": Named("colour", ("red", "blue"), "Of no use.", "ours", "T1"),
    }
    revisions = (Revision("1", {"floor": "nought", "colour": "red"}),)

    def begin(self, header: Header, rulings: Mapping[str, str], find: Finder) -> Counting:
        Ruled.done += 1
        return Ruled(0, rulings)


register(RuledToy())
HEADER = Header(format="vflog/1", game="g", ruleset="ruled", players=[], revision="1")
Kind = Callable[[int], list[Record]]


def _steps(count: int, by: int = 1) -> list[Record]:
    return [Step(by=by) for _ in range(count)]


def _told(place: int, by: int) -> Amend:
    return Amend(to=place, record={"type": "step", "by": by})


def _refused(length: int) -> list[Record]:
    out: list[Record] = []
    while len(out) < length:
        out += [*_steps(10), Step(by=-(10**9))]
        out += [Takeback(to=len(out) - 1)]
    return out


def _back_far(length: int) -> list[Record]:
    out = _steps(length // 2)
    while len(out) < length:
        out += [Takeback(to=len(out) - 8), *_steps(8)]
    return out


def _amends_of_one(length: int) -> list[Record]:
    out = _steps(length // 2)
    while len(out) < length:
        out += [_told(3, 5), *_steps(2), _told(3, 7), *_steps(2), _told(3, 1)]
    return out


def _amends_of_two(length: int) -> list[Record]:
    out = _steps(length // 2)
    while len(out) < length:
        out += [_told(3, 5), _told(9, 5), _told(3, 1), Step(by=1), _told(9, 1)]
    return out


def _amends_taken_back(length: int) -> list[Record]:
    out = _steps(length // 2)
    while len(out) < length:
        out += [_told(3, 5), Step(by=1), Takeback(to=len(out))]
    return out


def _amends_refused(length: int) -> list[Record]:
    """One whose target is not there; its takeback."""
    out = _steps(length // 2)
    while len(out) < length:
        out += [_told(len(out) + 50, 5), Takeback(to=len(out))]
    return out


def _amends_that_break(length: int) -> list[Record]:
    """Readings of an early record that no rule allows; their takebacks."""
    out = _steps(length // 2)
    while len(out) < length:
        out += [_told(3, -(10**9)), Takeback(to=len(out))]
    return out


KINDS: tuple[Kind, ...] = (_refused, _back_far, _amends_of_one, _amends_of_two, _amends_taken_back, _amends_refused)


def _cost(records: list[Record], **settings: Any) -> int:
    found = GameJudge(
        HEADER, RuledToy(), raw=b"", place=Place(file="x", line=1), settings=Settings(**settings), find=lambda _: None
    )
    for n, record in enumerate(records, 1):
        record.n = n
    Ruled.done = 0
    found.records(records, [b""] * len(records), 2, [0] * len(records))
    assert found.finish().unjudged == 0
    return Ruled.done


@pytest.mark.parametrize("facts", [False, True], ids=["judged", "with facts"])
def test_so_does_one_of_amends_that_break(facts: bool) -> None:
    """Under the rulings by which the game is judged: under another one each may be another game."""
    short, long = (_cost(_amends_that_break(length), facts=facts, holds_under=False) for length in (1000, 4000))
    assert long < 5 * short, (short, long)


@pytest.mark.parametrize("facts", [False, True], ids=["judged", "with facts"])
@pytest.mark.parametrize("keep_going", [False, True], ids=["stops", "goes on"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_longer_log_costs_as_much_more(kind: Kind, keep_going: bool, facts: bool) -> None:
    short, long = (_cost(kind(length), keep_going=keep_going, facts=facts) for length in (1000, 4000))
    assert long < 5 * short, (short, long)


def test_a_ruling_that_no_rule_has_asked_for_costs_nothing() -> None:
    class Unasked(Ruled):
        def asked(self) -> Container[str]:
            return ()

    class UnaskedToy(RuledToy):
        def begin(self, header: Header, rulings: Mapping[str, str], find: Finder) -> Counting:
            return Unasked(0, rulings)

    records = _refused(500)
    found = GameJudge(
        HEADER, UnaskedToy(), raw=b"", place=Place(file="x", line=1), settings=Settings(), find=lambda _: None
    )
    for n, record in enumerate(records, 1):
        record.n = n
    Ruled.done = 0
    found.records(records, [b""] * len(records), 2, [0] * len(records))
    assert not any(problem.holds_under for problem in found.problems)
    assert 4 * Ruled.done < 5 * _cost(_refused(500), holds_under=False) + 4


def test_what_was_asked_for_is_tried() -> None:
    found = GameJudge(
        HEADER, RuledToy(), raw=b"", place=Place(file="x", line=1), settings=Settings(), find=lambda _: None
    )
    for n, by in enumerate((5, -9), 1):
        found.record(Step(n=n, by=by), b"", n + 1, 0)
    assert [problem.holds_under for problem in found.problems] == [["floor=none"]]
    with pytest.raises(Refused):
        Ruled(0, {"floor": "nought"}).apply(Step(by=-1))

"""A record that is left out of a game again (`hold`, `put_back`), and records that are forgotten (`forget`)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_timeline import judge, total
from tests.engine.toy_ruleset import QUICK, TOY, Step, Toy
from vflog.engine.judge import GameJudge
from vflog.log.records import Amend, End, Note, Record, Takeback

pytestmark = pytest.mark.parametrize("toy", [TOY, QUICK], ids=["plain", "quick"])

#: How far before the newest record (as a part of all), whether it stays, and of which kind.
_moves = st.lists(
    st.tuples(st.sampled_from("ssssnbtae"), st.floats(0, 1), st.booleans(), st.integers(1, 40)), max_size=40
)


def _give(found: GameJudge, record: Record) -> bool:
    """Whether a record would stand; it is given with the number that is due."""
    record.n = found.due
    before = len(found.problems)
    found.record(record, b"", record.n, 0)
    return len(found.problems) == before


def _told(found: GameJudge) -> Any:
    verdict = found.finish()
    return found.due, found.ended, total(found), verdict.status, verdict.taken_numbers


def _made(kind: str, part: float, found: GameJudge) -> Record:
    to = max(found.kept_from, int(part * (found.due - 1)))
    if kind == "t":
        return Takeback(to=to)
    if kind == "a":
        return Amend(to=max(1, to), record={"type": "step", "by": 3})
    return {"s": Step(by=5), "n": Note(), "b": Step(by=-(10**6)), "e": End()}[kind]


@settings(max_examples=60, deadline=None)
@given(moves=_moves)
def test_what_is_put_back_has_never_been(toy: Toy, moves: list[tuple[str, float, bool, int]]) -> None:
    """Whatever is tried, refused, kept and forgotten on the way, the game is that of the records kept alone."""
    found, kept = judge(toy, []), []
    for kind, part, keep, times in moves:
        for _ in range(times if kind in "sn" else 1):
            before, held = _told(found), found.hold()
            record = _made(kind, part, found)
            if _give(found, record) and keep:
                kept.append(record)
                found.forget(20)
            else:
                found.put_back(held)
                assert _told(found) == before
    assert _told(found) == _told(judge(toy, kept))


def test_an_amend_of_what_would_be_forgotten_keeps_it(toy: Toy) -> None:
    """For as long as the amend can be taken back, what it changed can be changed back."""
    found = judge(toy, [Step(by=1) for _ in range(520)])
    for record in (Takeback(to=518), Amend(to=400, record={"type": "step", "by": 9}), *(Step(by=1) for _ in range(70))):
        found.hold()
        assert _give(found, record)
    found.forget(65)
    assert found.kept_from == 0
    found.hold()
    assert _give(found, Takeback(to=518))
    assert total(found) == 518


def test_forgetting_keeps_the_last(toy: Toy) -> None:
    found = judge(toy, [Step(by=1) for _ in range(2000)])
    found.forget(1001)
    assert found.kept_from == 0
    found.forget(100)
    assert 1 < found.kept_from <= 1901
    found.hold()
    assert _give(found, Takeback(to=found.kept_from))
    assert total(found) == found.kept_from

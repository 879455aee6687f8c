"""The way back through a long game: whatever was taken back or refused, the position is that of a game without it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.toy_ruleset import QUICK, TOY, Step, Toy
from vflog.engine.judge import GameJudge
from vflog.engine.settings import Settings
from vflog.engine.timeline import OFTEN, SELDOM
from vflog.log.problems import Place
from vflog.log.records import Amend, Claim, End, Header, Note, Record, Takeback

HEADER = Header(format="vflog/1", game="g", ruleset="toy", players=[], revision="1")
pytestmark = pytest.mark.parametrize("toy", [TOY, QUICK], ids=["plain", "quick"])


def judge(toy: Toy, records: list[Record], *, keep_going: bool = False) -> GameJudge:
    """All the records, numbered, in pieces as they come from a file."""
    found = GameJudge(
        HEADER,
        toy,
        raw=b"",
        place=Place(file="x", line=1),
        settings=Settings(keep_going=keep_going),
        find=lambda _: None,
    )
    for n, record in enumerate(records, 1):
        record.n = n
    for start in range(0, len(records), 100):
        piece = records[start : start + 100]
        found.records(piece, [b""] * len(piece), start + 2, [0] * len(piece))
    return found


def total(found: GameJudge) -> int:
    assert found.play is not None
    return int(found.play.document()["total"])


@pytest.mark.parametrize("length", [1, OFTEN, SELDOM - 1, SELDOM, SELDOM + 1, 3 * SELDOM + 7])
@pytest.mark.parametrize("back", [0, 1, OFTEN - 1, OFTEN, OFTEN + 1, SELDOM, SELDOM + 1])
def test_a_takeback_leads_to_where_it_says(toy: Toy, length: int, back: int) -> None:
    to = max(0, length - back)
    found = judge(toy, [*(Step(by=i) for i in range(1, length + 1)), Takeback(to=to), Step(by=10_000)])
    assert not found.problems
    assert total(found) == sum(range(1, to + 1)) + 10_000


@pytest.mark.parametrize("length", [1, OFTEN, SELDOM, 2 * SELDOM + 3])
def test_a_refused_record_leaves_nothing_behind(toy: Toy, length: int) -> None:
    steps: list[Record] = [Step(by=1) for _ in range(length)]
    found = judge(toy, [*steps, Step(by=-10 * length), *(Step(by=1) for _ in range(length))], keep_going=True)
    assert [p.code for p in found.problems] == ["toy.below"]
    assert total(found) == 2 * length


def test_after_its_end_a_game_goes_nowhere(toy: Toy) -> None:
    found = judge(toy, [Step(by=1), Step(by=2), End(), Note(), Takeback(to=1), Note()], keep_going=True)
    assert [p.code for p in found.problems] == ["order.after-end"]
    assert total(found) == 3
    assert found.finish().taken_back == 0


@given(st.lists(st.one_of(st.integers(1, 700), st.integers(-700, -1)), max_size=8))
def test_any_way_there_and_back(toy: Toy, plan: list[int]) -> None:
    """A number above 0: so many steps; below 0: so many of the live ones are taken back."""
    records: list[Record] = []
    live: list[tuple[int, int]] = []
    for part in plan:
        if part > 0:
            for _ in range(part):
                by = len(records) % 7 + 1
                records.append(Step(by=by))
                live.append((len(records), by))
        elif live:
            del live[part:]
            records.append(Takeback(to=live[-1][0] if live else 0))
    found = judge(toy, records)
    assert not found.problems
    assert total(found) == sum(by for _, by in live)


def test_a_claim_that_differs_is_looked_at_by_an_amend_that_changes_nothing(toy: Toy) -> None:
    """Page 1, `amend`: refused where a later claim differs, be the record read as it was; a claim that holds does not
    stand in the way."""
    for claimed, refused in ((3, 0), (4, 1)):
        steps = [Step(by=1) for _ in range(3)]
        same = Amend(to=2, record={"type": "step", "by": 1}, by="judge")
        found = judge(toy, [*steps, Claim(part={"total": claimed}), Step(by=1), same])
        assert [problem.code for problem in found.problems] == ["claim.differs", "amend.breaks"][: 2 * refused]

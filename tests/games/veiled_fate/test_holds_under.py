"""`holds_under` names a ruling just where the log, judged under it, has no error up to the refused record."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.model.check_vectors import pack_finder
from tests.model.errors import Unsupported
from tests.model.random_games import random_game, random_header
from tests.model.sprinkle import sprinkle
from tests.model.variants import illegal_variants
from vflog.games.veiled_fate.rulings import NAMED

from .harness import PACKS, Game, Log
from .playing import Situation, act, header, log, move, power, ranked, table

FIND = pack_finder(PACKS)


def errors(log: Log, **settings: Any) -> set[tuple[str, int | None]]:
    """Code and number of each error."""
    return {(p.code, p.n) for p in Game(log, **settings).problems if p.severity == "error"}


def compare(log: Log) -> tuple[list[str], list[str]]:
    """Of the first record that is refused by a rule: what is named, and what judging again finds."""
    game = Game(log, holds_under=True)
    first = next((i for i, j in enumerate(game.judged) if j.judged == "refused" and j.problems[-1].rule), None)
    if first is None:
        return [], []
    problem = game.judged[first].problems[-1]
    values = game.judge.play.rulings() if game.judge.play is not None else {}
    known = errors(log[: first + 1]) - {(problem.code, problem.n)}
    assert all(code == "claim.differs" for code, _ in known)
    holding = [
        f"{name}={value}"
        for name, named in NAMED.items()
        for value in named.values
        if value != values.get(name) and not errors(log[: first + 1], overrides={name: value}) - known
    ]
    return problem.holds_under or [], holding


@pytest.mark.parametrize("seed", range(8))
def test_holds_under_in_random_logs(seed: int) -> None:
    """Wrong records, amends, takebacks, claims and rulings, under rulings of every kind."""
    rng = random.Random(9000 + seed)
    head = random_header(rng, {"pack": rng.choice(["trial", "trial-small"])}, f"g{seed}")
    try:
        game = random_game(head, FIND, rng)[:70]
    except Unsupported:
        pytest.skip("the pack at hand has no cards for this role")
    logs = [*illegal_variants(game, rng, 1), sprinkle(game, FIND, rng, 0.2)]
    for one in logs:
        named, holding = compare(one)
        assert named == holding


def held(records: Log) -> list[list[str] | None]:
    """What each refused record would have been legal under."""
    game = Game(records, holds_under=True)
    return [j.problems[-1].holds_under for j in game.judged if j.judged == "refused"]


#: Naka comes to the Pools, and Ada draws a Fate card.
POOLS = (power("ada", "smite", "f1", "f1", demi="naka"), move("ada", "naka", "pools", drew="f2"))


def test_a_refused_amend_names_the_ruling_under_which_it_stands() -> None:
    given = table(rulings={"pools_draw": "must"}).then(*POOLS)
    n = len(given.records) - 1
    amend = act("amend", to=n, record=POOLS[1] | {"drew": None})
    assert held(log(given, amend)) == [["pools_draw=may"]]
    assert not errors(log(table().then(*POOLS), amend))


def test_a_refused_amend_that_no_ruling_helps_names_none() -> None:
    """Read so, the move is to a place that is not next to the Abyss."""
    given = table(rulings={"pools_draw": "must"}).then(*POOLS)
    amend = act("amend", to=len(given.records) - 1, record=POOLS[1] | {"to": "city"})
    assert held(log(given, amend)) == [None]


def test_an_amended_record_must_have_stood_as_it_was_written_too() -> None:
    """The card was not drawn, as it may; the amend lets it be drawn. Then a card is missing that Ada must draw: under
    `must` that would be legal no more than the record as it was first written."""
    first = POOLS[1] | {"drew": None}
    given = table().then(POOLS[0], first, act("amend", to=4, record=POOLS[1]))
    wrong = move("ada", "klar", "abyss")
    assert held(log(given, wrong)) == [None]
    assert ("pools.must-draw", 4) in errors(log(given), overrides={"pools_draw": "must"})


def test_nothing_holds_under_a_ruling_by_which_the_game_was_over_before() -> None:
    """Under `zero_corruption` all lose, Hadria annihilates nobody, the first end stands: what comes then is late."""
    given = ranked("", {"5": ["pentha"], "2": ["agamar"]}, 3, "hadria", changes={"hadria": {"renown": 4}})
    end = act("end", demis={"ada": "pentha", "bob": "agamar", "cy": "klar"}, winners=["ada"])
    records = log(given, end, act("takeback", to=len(given.records) - 1), end)
    assert held(records) == [["zero_corruption=all"], None]
    assert ("order.after-end", len(records) - 1) not in errors(records)
    assert errors(records, overrides={"zero_corruption": "all"})


def test_a_claim_that_differs_under_a_ruling_speaks_against_it() -> None:
    """Pentha on 11 gains 2: that is 12, or nothing under `refuse`, where Agamar on 11 is ahead of it."""
    given = Situation("", (header(3, detail="score"),))
    gains = [act("score", changes={demi: change}) for demi, change in (("pentha", 11), ("agamar", 11), ("pentha", 2))]
    end = act("end", demis={"ada": "pentha", "bob": "agamar", "cy": "klar"}, winners=["bob"])
    claim = act("claim", demis={"pentha": {"renown": 12}})
    assert held(log(given, *gains, end)) == [["renown_bounds=refuse"]]
    assert held(log(given, *gains, claim, end)) == [None]
    wrong = act("claim", demis={"pentha": {"renown": 3}})
    assert held(log(given, *gains, wrong, end)) == [["renown_bounds=refuse"]]

"""The golden games: judged as they were, record by record; every setting there is has one."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from tests.coverage_of_rules import AGE_CARDS, whole, zeros
from tests.games.veiled_fate.harness import Game, read
from tests.golden.make import CASES, HERE, judged
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.rulings import NAMED

EXPANSIONS = ("hadria", "celestials", "servants")
NAMES = [case.name for case in CASES]
LOGS = {name: read(HERE / f"{name}.jsonl") for name in NAMES}
HEADERS = {name: log[0] for name, log in LOGS.items()}


@pytest.mark.parametrize("name", NAMES)
def test_judged_as_it_was(name: str) -> None:
    assert judged(LOGS[name]) == (HERE / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_sound_but_for_what_was_put_around_it(name: str) -> None:
    """A simulated game is valid; what was added around one may leave it adjudicated, or its claims wrong."""
    case = CASES[NAMES.index(name)]
    status = Game(LOGS[name]).verdict.status
    assert status in (("valid", "adjudicated", "invalid") if case.around or case.detail == "score" else ("valid",))


def test_nothing_else_lies_there() -> None:
    assert {path.stem for path in HERE.glob("*.jsonl")} == {path.stem for path in HERE.glob("*.txt")} == set(NAMES)


def test_every_number_of_players() -> None:
    assert {len(head["players"]) for head in HEADERS.values()} == set(range(2, 10))


def test_every_combination_of_expansions() -> None:
    subsets = chain.from_iterable(combinations(EXPANSIONS, size) for size in range(4))
    assert {frozenset(head.get("expansions", ())) for head in HEADERS.values()} == set(map(frozenset, subsets))


def test_every_role() -> None:
    assert {p["role"] for head in HEADERS.values() for p in head["players"] if "role" in p} == set(ROLES)


def test_both_power_tables_and_both_details() -> None:
    tables = {head.get("powers") or ("rebalanced" if head.get("expansions") else "base") for head in HEADERS.values()}
    assert tables == {"base", "rebalanced"}
    assert {head.get("detail", "full") for head in HEADERS.values()} == {"full", "score"}


def test_every_ruling_with_its_other_value() -> None:
    assert {name for head in HEADERS.values() for name in head.get("rulings", {})} == set(NAMED)


def test_every_age_card() -> None:
    assert {
        record["card"] for log in LOGS.values() for record in log if record["type"] == "age" and "card" in record
    } == (set(AGE_CARDS))


def test_known_hidden_and_half_hidden() -> None:
    shares = set()
    for log in LOGS.values():
        votes = [record["card"] for record in log if record["type"] == "move" and "card" in record]
        shares.add((votes.count("?") > 0, votes.count("?") < len(votes)))
    assert shares >= {(False, True), (True, False), (True, True)}


def test_every_kind_of_record() -> None:
    kinds = {record["type"] for log in LOGS.values() for record in log}
    assert kinds >= {
        "takeback",
        "amend",
        "claim",
        "ruling",
        "note",
        "x_camera",
        "favor",
        "celestial",
        "corruption",
        "smite",
    }


def test_the_corpus_goes_through_every_rule_outcome_role_and_ruling() -> None:
    assert zeros(whole()) == []

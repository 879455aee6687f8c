"""Facts: each change of a marker has its row, and rows are closed on every way out of a game (page "Tables")."""

from __future__ import annotations

from typing import Any

import pytest

from tests.model.tables import Table

from .facts_checks import broken, rows
from .harness import TESTS, Game, read
from .playing import act, log, onto, table, voting


@pytest.mark.parametrize("seed", range(500, 510))
def test_facts_of_random_games_fit_together(seed: int) -> None:
    given = Table(seed)
    for i, each in enumerate(given.logs()):
        assert broken(each, given.packs) == [], i


def facts_of(records: Any, *more: dict[str, Any]) -> Any:
    """The facts of a game of which every record is legal."""
    game = Game([*log(records), *more], facts=True)
    assert not game.errors, game.errors
    assert game.judge.facts is not None
    return game.judge.facts


MOVED = table(3).then(onto("ada", "naka", "crooked-well", 1))


@pytest.mark.parametrize("reason", ["abandoned", "time", "conceded", "disqualified"])
def test_a_game_broken_off_in_mid_turn_closes_its_turn_and_age(reason: str) -> None:
    facts = facts_of(MOVED, {"type": "end", "reason": reason})
    (turn,), (age,) = rows(facts, "turns"), rows(facts, "ages")
    end = len(log(MOVED))
    assert (turn["player_id"], turn["last_n"], turn["actions"]) == ("ada", end, 1)
    assert (age["age"], age["last_n"], age["ended_by"]) == (1, end, None)


def test_a_log_that_just_stops_leaves_its_turn_and_age_open() -> None:
    facts = facts_of(MOVED)
    assert [row["last_n"] for row in rows(facts, "turns")] == [None]
    assert [row["last_n"] for row in rows(facts, "ages")] == [None]


def test_a_turn_that_has_no_record_yet_has_no_row() -> None:
    ended = MOVED.then(act("end_turn", "ada"))
    for more in ([], [{"type": "end", "reason": "abandoned"}]):
        assert [row["player_id"] for row in rows(facts_of(ended, *more), "turns")] == ["ada"]


def test_chaos_tells_each_marker_that_it_moves() -> None:
    where = {"1": ["naka"], "3": ["belan", "klar"], "0": ["aponi", "isabel", "saghari", "namari", "agamar", "pentha"]}
    chaos = voting("chaos").ruled(track=where, hands={"ada": {"f1": 1}, "bob": {}, "cy": {}})
    votes = [{"type": "age_vote", "player": p, "cards": c} for p, c in (("bob", []), ("cy", []), ("ada", ["f1"]))]
    facts = facts_of(chaos.then(*votes, {"type": "age_reveal", "cards": ["f1"]}))
    moved = {r["marker"]: (r["before"], r["after"]) for r in rows(facts, "renown") if r["cause"] == "age_card"}
    assert moved == {"naka": (1, 3), "belan": (3, 1), "klar": (3, 1)}


@pytest.mark.parametrize("length", [70, 110])
def test_a_refused_amend_leaves_the_facts_as_they_were(length: int) -> None:
    """After going back once, positions are kept closely; a refused amend goes back behind all of them."""
    game = read(TESTS / "golden" / "veiled-fate" / "base-3.jsonl")[:length]
    back = {"type": "takeback", "to": length - 1, "n": length}
    amend = {"type": "amend", "to": 3, "record": {**game[3], "player": "nobody"}, "by": "table", "n": length + 1}
    without = Game([*game, back], facts=True)
    with_it = Game([*game, back, amend], facts=True, keep_going=True)
    assert [p.code for p in with_it.problems] == ["amend.breaks"]
    assert without.judge.facts is not None
    assert with_it.judge.facts is not None
    assert with_it.judge.facts.lists() == without.judge.facts.lists()


def test_slots_of_a_quest_that_was_voted_on_tell_what_each_side_brings() -> None:
    logs = (each for seed in range(40) for each in Table(seed).logs())
    told = voted = 0
    for each in logs:
        facts = Game(each, facts=True, packs={}).judge.facts if each[0]["content"] == {"pack": "trial"} else None
        if facts is None:
            continue
        votes = {r["n"]: r for r in rows(facts, "votes") if r["kind"] == "quest"}
        voted += len(votes)
        for row in rows(facts, "vote_slots"):
            told += 1
            assert votes[row["n"]]["subject"] == row["quest"]
            side = votes[row["n"]]["outcome"]
            if not row[f"{side}_coin"]:
                wanted = "smite" if row[f"{side}_smites"] else None
                gain = row[f"{side}_gain"]
                wanted = wanted or ("gain" if gain > 0 else "lose" if gain < 0 else "nothing")
                assert row["result"] == wanted
        if voted > 30:
            break
    assert told > voted > 30

"""Facts: each change of a marker has its row, and rows are closed on every way out of a game (page "Tables")."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.model.tables import Table
from vflog.engine.facts import Facts
from vflog.engine.frame import step
from vflog.engine.ruleset import beginning
from vflog.engine.tables import FACTS
from vflog.games.veiled_fate import RULESET
from vflog.log.records import Amend

from .facts_checks import broken, rows
from .harness import TESTS, Game, Log, find, read
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


def _amended_to_and_fro(seed: int) -> Log:
    """A game in which cards that were told are hidden and told again, some of it taken back, some of it refused."""
    dice, game = Random(seed), read(TESTS / "golden" / "veiled-fate" / "base-3.jsonl")
    out, live = game[:1], [0]  # of each live record how many of the game's there were after it
    numbers = [0]

    def put(record: dict[str, Any], played: int) -> None:
        live.append(played)
        numbers.append(len(out))
        out.append({**record, "n": len(out)})

    for _ in range(250):
        told = [n for n in numbers if out[n]["type"] == "move" and "card" in out[n]]
        match dice.randrange(9) if told else 0:
            case 0 | 1 | 2 if live[-1] < len(game) - 2:
                for _ in range(dice.choice((1, 2, 30))):
                    if live[-1] < len(game) - 2:
                        put(game[live[-1] + 1], live[-1] + 1)
            case 3:
                back = min(dice.choice((1, 2, 3, 40)), len(live) - 1)
                del live[-back:], numbers[-back:]
                put({"type": "takeback", "to": numbers[-1]}, live[-1])
            case 4:
                nobody = {**out[told[0]], "player": "nobody"}
                out.append({"type": "amend", "to": told[0], "record": nobody, "n": len(out)})
            case _:
                to = dice.choice(told[:2])
                put(
                    {"type": "amend", "to": to, "record": {**out[to], "card": dice.choice((out[to]["card"], "?"))}},
                    live[-1],
                )
    return out


@pytest.mark.parametrize("seed", range(12))
def test_however_amends_go_to_and_fro_the_facts_are_those_of_what_stands_as_it_reads(seed: int) -> None:
    given = Game(_amended_to_and_fro(seed), facts=True, keep_going=True)
    assert {p.code for p in given.problems} <= {"amend.breaks", "amend.target"}
    timeline, anew = given.judge._timeline, Facts([*RULESET.tables, *FACTS])
    assert timeline is not None
    assert sum(type(record) is Amend for record in timeline.live) > 5
    play = beginning(RULESET, given.judge.header, find, {})()
    play.facts = anew
    for n, record in zip(timeline.numbers, timeline.live, strict=True):
        step(play, n, record)
    play.settle()
    assert given.judge.facts is not None
    assert given.judge.facts.lists() == anew.lists()


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

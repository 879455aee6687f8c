"""The answers of `docs/questions.md`, reckoned again from the positions of the sample games, without the database."""

from __future__ import annotations

import json
import shlex
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

import pytest

import vflog
from vflog.store.query import query

from .pages import ROOT
from .session import commands, consoles

PAGE = ROOT / "docs" / "questions.md"
Row = tuple[Any, ...]


class Stood(NamedTuple):
    """A record that stands, and the states before and after it."""

    record: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]


class Played(NamedTuple):
    """A sample game that was played to its end."""

    header: dict[str, Any]
    course: list[Stood]

    @property
    def end(self) -> dict[str, Any]:
        return self.course[-1].after

    @property
    def seats(self) -> list[str]:
        return [player["id"] for player in self.header["players"]]

    @property
    def owners(self) -> dict[str, list[str]]:
        """Who owned each Demi, as far as the end tells."""
        found = defaultdict(list)
        for player, owned in self.end["known_demis"].items():
            for demi in owned if isinstance(owned, list) else [owned]:
                if demi != "?":
                    found[demi].append(player)
        return dict(found)

    @property
    def celestial(self) -> str | None:
        return (self.end["celestial"] or {}).get("player")

    @property
    def parties(self) -> list[set[str]]:
        """Players who win together, the Celestial aside."""
        found: list[set[str]] = []
        for player in self.seats:
            mates = {p for owners in self.owners.values() if player in owners for p in owners} | {player}
            if player != self.celestial and mates not in found:
                found.append(mates)
        return found

    def turns(self) -> list[tuple[str, list[Stood]]]:
        """Who had a turn, and its records, one turn after the other."""
        found: list[tuple[str, list[Stood]]] = []
        over = True
        for step in self.course:
            turn = step.before["turn"]
            if turn is None:
                over = True
                continue
            if over or found[-1][0] != turn["player"]:
                found.append((turn["player"], []))
            found[-1][1].append(step)
            over = step.record["type"] in ("end_turn", "rest")
        return found


def _course(log: Path) -> list[Stood]:
    cursor, course = vflog.replay(log), []
    lines = [json.loads(line) for line in log.read_bytes().splitlines() if line.strip()]
    before = cursor.state
    for record in lines[1:]:
        cursor.next()
        after = cursor.state
        if record["type"] == "takeback":
            course = [step for step in course if step.record["n"] <= record["to"]]
        elif record["type"] not in ("note", "claim") and not record["type"].startswith("x_"):
            course.append(Stood(record, before, after))
        before = after
    return course


@pytest.fixture(scope="module")
def games() -> list[Played]:
    every = vflog.validate(ROOT / "sample_logs").games
    told = Counter(game.game_key for game in every)  # one that is told in two ways does not count
    logs = {game.file: game for game in every if game.status == "valid" and told[game.game_key] == 1}
    found = []
    for name in logs:
        header = json.loads(Path(name).read_bytes().splitlines()[0])
        if header["ruleset"] == "veiled-fate":
            found.append(Played(header, _course(Path(name))))
    assert len(found) == 22
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[list[Row]]:
    """What the SQL of the page gives, question by question as they stand there."""
    db = tmp_path_factory.mktemp("questions") / "games.duckdb"
    vflog.load(ROOT / "sample_logs", db, count_simulated=True)
    found = []
    for block in consoles(PAGE):
        for lines in commands(block):
            text = "\n".join((lines[0], *(line.removeprefix("> ") for line in lines[1:])))
            _, program, command, sql, *_ = shlex.split(text)
            if command == "query":
                assert program == "vflog"
                with query(db, sql) as answer:
                    found.append([*answer.rows])
    assert len(found) == 11
    return found


def test_1_seats(games: list[Played], answers: list[list[Row]]) -> None:
    sat, won, chance = Counter[int](), Counter[int](), defaultdict(list)
    for game in games:
        for seat, player in enumerate(game.seats, 1):
            if len(game.seats) == 4 and player != game.celestial:
                sat[seat] += 1
                won[seat] += player in game.end["winners"]
                chance[seat].append(1 / len(game.parties))
    assert [row[:3] for row in answers[0]] == [(seat, sat[seat], won[seat]) for seat in sorted(sat)]
    for seat, _, wins, rate, lo, hi, expected in answers[0]:
        share = wins / sat[seat]
        assert rate == pytest.approx(share, abs=1e-6)
        assert (lo, hi) == pytest.approx(_wilson(wins, sat[seat]), abs=1e-6)
        assert expected == pytest.approx(mean(chance[seat]), abs=1e-6)


def _wilson(wins: int, games: int) -> tuple[float, float]:
    """The shares p with |p - wins/games| = z sqrt(p (1 - p) / games), found by halving."""

    def found(inside: float, outside: float) -> float:
        for _ in range(60):
            p = (inside + outside) / 2
            within = abs(p - wins / games) <= 1.959963984540054 * (p * (1 - p) / games) ** 0.5
            inside, outside = (p, outside) if within else (inside, p)
        return inside

    return found(wins / games, 0) if wins else 0.0, found(wins / games, 1) if wins < games else 1.0


def test_2_demis(games: list[Played], answers: list[list[Row]]) -> None:
    owned, won, chance = Counter[str](), Counter[str](), defaultdict(list)
    for game in games:
        own = {d: [p for p in players if p != game.celestial] for d, players in game.owners.items()}
        own = {demi: players for demi, players in own.items() if players}
        for demi, players in own.items():
            owned[demi] += 1
            won[demi] += any(player in game.end["winners"] for player in players)
            chance[demi].append(1 / len(own))
    often = sorted((d for d in owned if owned[d] >= 5), key=lambda d: (-won[d] / owned[d], d))
    assert [row[:3] for row in answers[1]] == [(demi, owned[demi], won[demi]) for demi in often]
    assert [row[-1] for row in answers[1]] == pytest.approx([mean(chance[demi]) for demi in often], abs=1e-6)


def test_3_renown_by_age(games: list[Played], answers: list[list[Row]]) -> None:
    found: dict[tuple[int, bool], list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        if game.header.get("detail") == "score":
            continue
        after = {step.before["age"]: step.before for step in game.course if step.record["type"] in ("age", "end")}
        for age in (1, 2, 3):
            ranked = [demi for space in range(12, -1, -1) for demi in after[age]["track"].get(str(space), ())]
            for demi, owners in game.owners.items():
                won = any(player in game.end["winners"] for player in owners)
                found[age, won].append((after[age]["demis"][demi]["renown"], ranked.index(demi) + 1))
    assert [row[:3] for row in answers[2]] == [(*key, len(found[key])) for key in sorted(found)]
    for age, won, _, renown, rank in answers[2]:
        means = [mean(column) for column in zip(*found[age, won], strict=True)]
        assert (renown, rank) == pytest.approx(means, abs=0.00501)


def test_4_ties(games: list[Played], answers: list[list[Row]]) -> None:
    votes, coins = Counter[str](), Counter[str]()
    for game in games:
        for step in game.course:
            if step.record["type"] == "reveal":
                votes["quest"] += 1
                coins["quest"] += "vote_coin" in step.record
    (_, _, no_ties, of_ages), quests = answers[3]
    assert quests == ("quest", votes["quest"], 0, coins["quest"])
    assert of_ages == 0 < no_ties
    two = [best for game in games if len(best := _best(game)) == 2]
    assert answers[4] == [(len(two), sum(ahead == behind for ahead, behind in two))]


def _best(game: Played) -> list[int]:
    """The spaces of the two best of the owned Demis in the end."""
    spaces = [s for s in range(12, -1, -1) for demi in game.end["track"].get(str(s), ()) if demi in game.owners]
    return spaces[:2]


def test_5_corruption(games: list[Played], answers: list[list[Row]]) -> None:
    found: dict[bool, list[tuple[int, int | None, bool]]] = defaultdict(list)
    for game in games:
        if game.end["hadria"] is None:
            continue
        own = {player: held["corruption"] for player, held in game.end["favors"].items()}
        celestial = [{game.celestial}] if game.celestial else []
        sums = {p: sum(own[q] for q in party) for party in [*game.parties, *celestial] for p in party}
        for player, corruption in own.items():
            played = game.end["favors"][player]["played"]
            most = sums[player] == max(sums.values()) > 0
            found[player in game.end["winners"]].append((corruption, None if played is None else len(played), most))
    for won, players, corruption, favors, most in answers[5]:
        assert players == len(found[won])
        assert corruption == pytest.approx(mean(row[0] for row in found[won]), abs=0.00501)
        assert favors == pytest.approx(mean(row[1] for row in found[won] if row[1] is not None), abs=0.00501)
        assert most == sum(row[2] for row in found[won])


def test_6_annihilations(games: list[Played], answers: list[list[Row]]) -> None:
    gone = [len(game.end["annihilated"]) for game in games if game.end["hadria"] is not None]
    (told,) = answers[6]
    assert told[:2] == (len(gone), sum(gone))
    assert told[2] == pytest.approx(mean(gone), abs=0.00501)
    assert told[3:] == (max(gone), gone.count(0))


def test_7_powers(games: list[Played], answers: list[list[Row]]) -> None:
    used: dict[str, list[int]] = defaultdict(list)
    for game in games:
        had = Counter[str]()
        for player, steps in game.turns():
            had[player] += 1
            for step in steps:
                if step.record["type"] in ("power", "favor"):
                    used[_power(step.record)].append(had[player])
    assert answers[7] == [
        (power, sum(t <= 5 for t in own), sum(5 < t <= 10 for t in own), sum(t > 10 for t in own), len(own))
        for power, own in sorted(used.items())
    ]


def _power(record: dict[str, Any]) -> str:
    """The Favors of the sample pack are called by their power."""
    return record["power"] if "power" in record else record["favor"].removesuffix("-favor")


def test_8_votes_against_the_own_interest(games: list[Played], answers: list[list[Row]]) -> None:
    cards, against = Counter[str](), Counter[str]()
    for game in games:
        for step in game.course:
            if step.record["type"] == "reveal":
                for side, harms in _put(game, step):
                    cards[side] += 1
                    against[side] += harms
    assert answers[8] == [(side, cards[side], against[side]) for side in sorted(cards)]


def _put(game: Played, reveal: Stood) -> Iterator[tuple[str, bool]]:
    """The cards in a vote whose players own a Demi there to whom the sides mean different things."""
    quest = reveal.record["quest"]
    slots = _slots(game.header)[quest]
    for demi, (feather, scorpion) in zip(reveal.before["quests"][quest]["slots"], slots, strict=True):
        if demi is None or "coin" in feather + scorpion or _worth(feather) == _worth(scorpion):
            continue
        for owner in game.owners.get(demi, ())[:1]:
            for step in game.course:
                record = step.record
                mine = record.get("player") == owner and record.get("quest") == quest
                if mine and record["type"] in ("vote", "move") and record.get("card") not in (None, "?", "+2"):
                    side = "feather" if record["card"].startswith("f") else "scorpion"
                    yield side, (side == "feather") == (_worth(feather) < _worth(scorpion))


def _worth(effect: str) -> int:
    steps = [part.split() for part in effect.split(", ") if " " in part]
    return -13 if "smite" in effect else sum(int(by) * {"gain": 1, "lose": -1}[which] for which, by in steps)


def _slots(header: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    pack = (
        ROOT / "vflog" / "games" / "veiled_fate" / "packs" / f"{header.get('content', {}).get('pack', 'sample')}.toml"
    )
    data = tomllib.loads(pack.read_text())
    return {quest["id"]: [(s["feather"], s["scorpion"]) for s in quest["slots"]] for quest in data["quests"]}


def test_9_length(games: list[Played], answers: list[list[Row]]) -> None:
    lengths: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for game in games:
        turns = game.turns()
        if turns:
            lengths[len(game.seats)].append((len(turns), sum(_seconds(game, steps) for _, steps in turns) / 60))
    for (players, count, turns, minutes), key in zip(answers[9], sorted(lengths), strict=True):
        assert (players, count, turns) == (key, len(lengths[key]), median(each for each, _ in lengths[key]))
        assert minutes == pytest.approx(median(each for _, each in lengths[key]), abs=0.0501)


def _seconds(game: Played, steps: list[Stood]) -> float:
    """From the record before a turn to its last."""
    times = [datetime.fromisoformat(step.record["at"]) for step in game.course]
    first, last = (game.course.index(step) for step in (steps[0], steps[-1]))
    return (times[last] - times[first - 1]).total_seconds()


def test_10_first_player(games: list[Played], answers: list[list[Row]]) -> None:
    began = [(game, step.before["first"]) for game in games for step in game.course if step.record.get("age") == 1]
    told = [(game, player) for game, player in began if player is not None and player != game.celestial]
    wins = [player in game.end["winners"] for game, player in told]
    (answer,) = answers[10]
    assert answer[:2] == (len(told), sum(wins))
    assert answer[2:] == pytest.approx((mean(wins), mean(1 / len(game.parties) for game, _ in told)), abs=0.000501)


def test_every_question_has_an_answer() -> None:
    titles = [line for line in PAGE.read_text().splitlines() if line.startswith("## ") and line[3].isdigit()]
    assert [int(title.split()[1].rstrip(".")) for title in titles] == [*range(1, 11)]

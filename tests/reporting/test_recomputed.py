"""Every figure over many games, once more: the same numbers by polars and plain Python, from the tables of facts.

Over a full corpus, few games, hidden logs, scorekeepers' logs, a mixed one, and one without any game of Veiled Fate.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tests.reporting.corpora import Plain, Tables
from tests.reporting.report_base import MANY, OWNERS, asked
from vflog.figures.figure import Row
from vflog.figures.scope import RATES_FROM
from vflog.reporting.source import Source, counts

HADRIA = "hadria"


Answer = tuple[set[int], Any]


def hits(units: list[tuple[str, int, bool]]) -> dict[str, tuple[int, int]]:
    """How many units of each kind there are, and how many of them are hits."""
    out: dict[str, tuple[int, int]] = {}
    for what, _, hit in units:
        games, wins = out.get(what, (0, 0))
        out[what] = games + 1, wins + hit
    return out


def told(rows: list[Row]) -> dict[str, tuple[int, int]]:
    """The same, of the rows of a figure of rates in either form."""
    if rows and "rate" not in rows[0]:
        return hits([(row["what"], row["game_key"], row["hit"]) for row in rows if row["hit"] is not None])
    return {row["what"]: (row["games"], row["wins"]) for row in rows}


def each_player(rows: list[Row]) -> Counter[tuple[int, int, str]]:
    """Games and wins of each player, and the ruleset where there are several."""
    out: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        out[row["what"], row["id"]].append(row)
    kinds = [(what, next(iter(told(group).values()))) for (what, _), group in out.items()]
    named = ((both, re.search(r" \((veiled-fate|udacha)[,)]", what)) for what, both in kinds)
    return Counter((*both, f" ({found[1]})" if found else "") for both, found in named)


def seated(t: Tables, keys: set[int]) -> Iterator[tuple[int, Plain]]:
    for key, seats in t.of("players", keys).items():
        for seat in seats:
            if seat["role"] is None and seat["won"] is not None:
                yield key, seat


def demis(t: Tables) -> Answer:
    known = {(key, seat["player_id"]): seat["won"] for key, seat in seated(t, set(t.games()))}
    owned: dict[tuple[int, str], bool] = defaultdict(bool)
    for row in t.rows("player_demis", set(t.games())):
        if (row["game_key"], row["player_id"]) in known:
            owned[row["game_key"], row["demi"]] |= known[row["game_key"], row["player_id"]]
    return {key for key, _ in owned}, hits([(demi, key, won) for (key, demi), won in owned.items()])


def seats(t: Tables) -> Answer:
    of = t.games()
    units = [
        (f"{of[key]['players']} players, seat {seat['seat']}", key, seat["won"]) for key, seat in seated(t, set(of))
    ]
    return {key for _, key, _ in units}, hits(units)


def first_player(t: Tables) -> Answer:
    of = t.games()
    first = {row["game_key"]: row["first_player"] for row in t.rows("ages", set(of)) if row["age"] == 1}
    units = [
        (f"{of[key]['players']} players", key, seat["won"])
        for key, seat in seated(t, set(of))
        if first.get(key) == seat["player_id"]
    ]
    return {key for _, key, _ in units}, hits(units)


def winners(t: Tables) -> Answer:
    of = t.games(hadria=True)
    unknown = {key for key, seat in seated(t, set(of)) if seat["corruption"] is None}
    units = [
        (str(seat["corruption"]) if seat["corruption"] < 9 else "9 or more", key, seat["won"])
        for key, seat in seated(t, set(of) - unknown)
    ]
    return {key for _, key, _ in units}, hits(units)


def last_renown(t: Tables, keys: set[int], *, without: tuple[str, ...] = ()) -> dict[int, dict[str, int]]:
    """Where each marker that moved stood in the end, but for what came by some causes."""
    out: dict[int, dict[str, int]] = {key: {} for key in keys}
    for row in t.rows("renown", keys):
        if row["after"] is not None and row["cause"] not in without:
            out[row["game_key"]][row["marker"]] = row["after"]
    return out


def annihilation(t: Tables) -> Answer:
    keys = t.with_rows(
        "snapshots", set(t.games(hadria=True, end_reason="played")), lambda row: row["moment"] == "annihilation"
    )
    gone = defaultdict(set)
    for row in t.rows("renown", keys):
        if row["cause"] == "annihilation":
            gone[row["game_key"]].add(row["marker"])
    owned = defaultdict(set)
    for row in t.rows("player_demis", keys):
        owned[row["game_key"]].add(row["demi"])
    rank = {
        (row["game_key"], row["marker"]): row["rank"]
        for row in t.rows("snapshots", keys)
        if row["moment"] == "corruption" and row["rank"] is not None
    }
    units = []
    for key in keys:
        ahead = min((demi for demi in owned[key] if (key, demi) in rank), key=lambda d: rank[key, d], default=None)
        units += [
            ("any Demi", key, bool(gone[key])),
            ("a player's Demi", key, bool(gone[key] & owned[key])),
            ("the player ahead", key, ahead in gone[key]),
        ]
    return keys, hits(units)


def deciding(t: Tables) -> Answer:
    of = t.games(end_reason="played")
    keys = t.with_rows("snapshots", set(of), lambda row: row["moment"] == "annihilation")
    roles = {(row["game_key"], row["player_id"]) for row in t.rows("players", keys) if row["role"] is not None}
    owned = {
        (row["game_key"], row["demi"])
        for row in t.rows("player_demis", keys)
        if (row["game_key"], row["player_id"]) not in roles
    }
    won = {row["game_key"] for row in t.rows("players", keys) if row["won"]}
    steps = ("age_end", "corruption", "annihilation", "end")
    first: dict[int, dict[int, tuple[int, str]]] = defaultdict(dict)
    for row in t.rows("snapshots", keys):
        key, step = row["game_key"], row["moment"]
        if step not in steps or row["rank"] is None or (step == "age_end" and row["age"] != 3):
            continue
        if (key, row["marker"]) in owned:
            at = steps.index(step)
            first[key][at] = min(first[key].get(at, (99, "")), (row["rank"], row["marker"]))
    out: Counter[str] = Counter()
    for key in keys:
        names = ("Age III", "Corruption", "annihilation", "the lone gain")
        by, before = "not told", None
        for at in sorted(first[key]):
            if first[key][at][1] != before:
                by = names[at]
            before = first[key][at][1]
        if key not in won:
            by = "nobody won"
        if of[key]["celestial_won"]:
            by = "the Celestial"
        out[by] += 1
    return keys, {by: (len(keys), count) for by, count in out.items()}


def interest(t: Tables) -> Answer:
    keys = t.with_rows("vote_slots", set(t.games()), lambda row: row["owner"] is not None)
    votes = {(row["game_key"], row["n"]): row for row in t.rows("votes", keys) if row["kind"] == "quest"}
    worth = {"f1": 1, "f2": 2, "s1": -1, "s2": -2}
    put: Counter[tuple[int, int, str]] = Counter()
    for row in t.rows("fate_cards", keys):
        if row["vote_n"] is not None and row["delta"] < 0 and row["player_id"] is not None:
            put[row["game_key"], row["vote_n"], row["player_id"]] += worth.get(row["kind"], 0)
    units = []
    for row in t.rows("vote_slots", keys):
        better = (row["feather_gain"] - row["scorpion_gain"]) or (row["scorpion_smites"] - row["feather_smites"])
        if row["owner"] is None or row["feather_coin"] or row["scorpion_coin"] or not better:
            continue
        vote = votes[row["game_key"], row["n"]]
        who = "owner completed it" if vote["completed_by"] == row["owner"] else "somebody else did"
        units.append(
            (f"the vote, {who}", row["game_key"], vote["outcome"] == ("feather" if better > 0 else "scorpion"))
        )
        if net := put[row["game_key"], row["n"], row["owner"]]:
            units.append(("the owner's own cards", row["game_key"], (net > 0) == (better > 0)))
    return keys, hits(units)


def outcomes(t: Tables) -> Answer:
    rows = t.rows("votes", t.full())
    out: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        out[row["subject"]][row["outcome"]] += 1
    return {row["game_key"] for row in rows}, {k: (c["scorpion"], c["tie"], c["feather"]) for k, c in out.items()}


def margins(t: Tables) -> Answer:
    rows = [row for row in t.rows("votes", t.full()) if row["kind"] == "quest"]
    voters = Counter(
        (row["game_key"], row["vote_n"])
        for row in t.rows("fate_cards", t.full())
        if row["why"] == "voter" and (row["player_id"] is not None or row["delta"] == 0)
    )
    found = Counter(
        (min(voters[row["game_key"], row["n"]], 5), max(-10, min(10, row["feathers"] - row["scorpions"])))
        for row in rows
    )
    return {row["game_key"] for row in rows}, dict(found)


def hadria(t: Tables) -> Answer:
    keys = t.with_rows(
        "snapshots",
        set(t.games(hadria=True, end_reason="played")),
        lambda row: row["moment"] == "corruption" and row["marker"] == HADRIA,
    )
    ends = last_renown(t, keys, without=("annihilation", "solo"))
    pairs = [
        (end.get(HADRIA, 1), max(value for marker, value in end.items() if marker not in (HADRIA, "sorcerer")))
        for end in ends.values()
    ]
    return keys, dict(Counter(pairs))


def corruption_place(t: Tables) -> Answer:
    kept = [row for row in t.rows("players", set(t.games(hadria=True))) if row["corruption"] is not None]
    unplaced = {row["game_key"] for row in kept if row["place"] is None}
    rows = [row for row in kept if row["game_key"] not in unplaced]
    together: Counter[tuple[int, Any]] = Counter()  # a team has its Corruption in common
    for row in kept:
        together[row["game_key"], row["team"] or row["player_id"]] += row["corruption"]
    top: dict[int, int] = {}
    for (key, _), value in together.items():
        top[key] = max(top.get(key, 0), value)
    cells: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        mine = together[row["game_key"], row["team"] or row["player_id"]]
        cell = cells.setdefault((min(row["corruption"], 9), min(row["place"], 6)), [0, 0, 0])
        for i, counts_ in enumerate((True, bool(row["won"]), 0 < mine == top[row["game_key"]])):
            cell[i] += counts_
    return {row["game_key"] for row in rows}, {at: tuple(cell) for at, cell in cells.items()}


def powers(t: Tables) -> Answer:
    keys = t.full()
    return keys, dict(Counter((row["via"], row["power"], row["age"]) for row in t.rows("powers", keys)))


def sources_many(t: Tables) -> Answer:
    keys = t.with_rows("renown", set(t.games()))
    out: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in t.rows("renown", keys):
        if row["marker"] not in (HADRIA, "sorcerer") and row["after"] is not None:
            change = row["after"] - row["before"]
            out[row["marker"], row["cause"]][change < 0] += abs(change)
    return keys, {cell: tuple(both) for cell, both in out.items()}


def travel(t: Tables) -> Answer:
    names = set(t.demis["demi"]) if t.demis.height else set()
    rows = [row for row in t.rows("moves", t.full()) if row["from_place"] != row["to_place"] and row["figure"] in names]
    return {row["game_key"] for row in rows}, dict(Counter((row["from_place"], row["to_place"]) for row in rows))


def lengths(t: Tables) -> Answer:
    of = t.games()
    found = {key: len(rows) for key, rows in t.of("turns", t.full()).items() if rows}
    out: dict[int, list[int]] = defaultdict(list)
    for key, turns in found.items():
        out[of[key]["players"]].append(turns)
    return set(found), {players: sorted(turns) for players, turns in out.items()}


def grid(t: Tables, **wanted: Any) -> tuple[set[int], dict[tuple[int, str], list[int]]]:
    """Every marker's Renown at 31 moments, walked through record by record."""
    of = {key: row for key, row in t.games(**wanted).items() if row["ages_played"] == 3}
    out: dict[tuple[int, str], list[int]] = {}
    steps = t.of("renown", set(of))
    begins = {
        key: [r["n"] for r in rows if r["type"] == "age" and r["judged"] == "applied"]
        for key, rows in t.of("records", set(of)).items()
    }
    packs = defaultdict(set)
    for row in t.demis.to_dicts() if t.demis.height else []:
        packs[row["sha256"]].add(row["demi"])
    for key, game in of.items():
        edges = [*begins[key], game["records"]]
        assert len(edges) == 4
        moments = [low + (high - low) * i // 10 - (i > 0) for low, high in pairwise(edges) for i in range(10)] + [
            game["records"]
        ]
        markers = dict.fromkeys(packs[game["content_sha256"]], 0) | ({HADRIA: 1} if game["hadria"] else {})
        walked: dict[str, list[int]] = {name: [] for name in markers}
        done = 0
        for moment in moments:
            while done < len(steps[key]) and steps[key][done]["n"] <= moment:
                row = steps[key][done]
                if row["marker"] in markers and row["after"] is not None:
                    markers[row["marker"]] = row["after"]
                done += 1
            for name, value in markers.items():
                walked[name].append(value)
        out.update({(key, name): values for name, values in walked.items()})
    return set(of), out


def renown_many(t: Tables) -> Answer:
    return grid(t)


def standing_out(t: Tables, test: Callable[[int, list[int], int | None], bool], **wanted: Any) -> Answer:
    keys, lines = grid(t, **wanted)
    names = {name for _, name in lines} - {HADRIA}
    out: dict[tuple[str, int], tuple[int, int]] = {}
    for name in names:
        for step in range(31):
            having = [key for key in keys if (key, name) in lines]
            wins = 0
            for key in having:
                others = [
                    values[step] for (k, other), values in lines.items() if k == key and other not in (name, HADRIA)
                ]
                limit = lines[key, HADRIA][step] if (key, HADRIA) in lines else None
                wins += test(lines[key, name][step], others, limit)
            out[name, step] = len(having), wins
    return keys, out


def leading(t: Tables) -> Answer:
    return standing_out(t, lambda own, others, _: all(own > other for other in others))


def risk(t: Tables) -> Answer:
    return standing_out(t, lambda own, _, limit: limit is not None and own > limit, hadria=True)


def problems(t: Tables) -> Answer:
    of = {row["game_key"]: row for row in t.games_frame()}
    found: Counter[tuple[str, str]] = Counter()
    for row in t.problems.to_dicts() if t.problems.height else []:
        game = of.get(row["game_key"], {})
        app = " ".join(filter(None, (game.get("source_app") or "not said", game.get("source_version"))))
        found[app, row["code"]] += 1
    return set(of), dict(found)


def sound(t: Tables) -> Answer:
    verdicts = {"valid": True, "adjudicated": True, "invalid": False, "unreadable": False}
    units = [
        (" ".join(filter(None, (row["source_app"] or "not said", row["source_version"]))), 0, verdicts[row["status"]])
        for row in t.games_frame()
        if row["status"] in verdicts
    ]
    return {row["game_key"] for row in t.games_frame()}, hits(units)


def players(t: Tables) -> Answer:
    """Of all rulesets; the corpora have nobody with one name under two ids, but for two rulesets."""
    of = {row["game_key"]: row for row in t.games_frame() if row["counted"]}
    units = [(key, seat) for key, seat in seated(t, set(of))]
    several = len({of[key]["ruleset"] for key, _ in units}) > 1
    ids: dict[tuple[str, str, str], list[Plain]] = defaultdict(list)
    for key, seat in units:
        ids[of[key]["ruleset"], of[key]["source_app"], seat["player_id"]].append({**seat, "key": key})
    out = []
    for (ruleset, _, _), rows in ids.items():
        out.append((len(rows), sum(row["won"] for row in rows), f" ({ruleset})" if several else ""))
    return {key for key, _ in units}, Counter(out)


def growth(t: Tables) -> Answer:
    """Of all players together; the corpora have few enough for each to have a panel."""
    of = t.games()
    roles = {(row["game_key"], row["player_id"]) for row in t.rows("players", set(of)) if row["role"] is not None}
    ends: dict[tuple[int, str, int], int] = {}
    owned = t.of("player_demis", set(of))
    for row in t.rows("snapshots", set(of)):
        for mine in owned[row["game_key"]]:
            at = row["game_key"], mine["player_id"], row["age"]
            if row["moment"] == "age_end" and mine["demi"] == row["marker"] and at[:2] not in roles:
                ends[at] = max(ends.get(at, 0), row["renown"])
    ages = {age: sorted(value for (_, _, a), value in ends.items() if a == age) for age in {age for *_, age in ends}}
    return {key for key, *_ in ends}, {age: (len(found), *quantiles(found)) for age, found in ages.items()}


def quantiles(values: list[int]) -> list[int]:
    return [values[max(0, -(-share * len(values) // 100) - 1)] for share in (5, 25, 50, 75, 95)]


#: What the rows of a figure say, in the words of its answer here.
READ: dict[str, Callable[[list[Row]], Any]] = {
    "outcomes": lambda rows: {row["subject"]: (row["scorpions"], row["ties"], row["wins"]) for row in rows},
    "margins": lambda rows: {(row["voters"], row["margin"]): row["votes"] for row in rows},
    "hadria": lambda rows: {(row["hadria"], row["leader"]): row["games"] for row in rows},
    "corruption_place": lambda rows: {
        (row["corruption"], row["place"]): (row["seats"], row["won"], row["most"]) for row in rows
    },
    "powers": lambda rows: {(row["via"], row["power"], row["age"]): row["uses"] for row in rows},
    "sources_many": lambda rows: {(row["marker"], row["cause"]): (row["gained"], row["lost"]) for row in rows},
    "travel": lambda rows: {(row["from_place"], row["to_place"]): row["moves"] for row in rows},
    "leading": lambda rows: {(row["marker"], row["step"]): (row["games"], row["wins"]) for row in rows},
    "risk": lambda rows: {(row["marker"], row["step"]): (row["games"], row["wins"]) for row in rows},
    "players": each_player,
    "growth": lambda rows: {
        row["age"]: (row["games"], *(row[q] for q in ("q05", "q25", "q50", "q75", "q95")))
        for row in rows
        if row["seq"] == 0
    },
    "problems": lambda rows: {(row["app"], row["code"]): row["problems"] for row in rows},
}
AGAIN: dict[str, Callable[[Tables], Answer]] = {
    name: globals()[name] for name in (
        "demis", "seats", "first_player", "winners", "annihilation", "deciding", "interest", "outcomes", "margins",
        "hadria", "corruption_place", "powers", "sources_many", "travel", "lengths", "renown_many", "leading", "risk",
        "problems", "sound", "players", "growth",
    )
}  # fmt: skip


def test_every_figure_over_many_games_is_recomputed() -> None:
    assert {figure.name for figure in MANY} == AGAIN.keys()


@pytest.mark.parametrize("name", sorted(AGAIN.keys() - {"lengths", "renown_many"}))
def test_numbers_and_games_of_a_figure(corpus: tuple[Source, Tables], name: str) -> None:
    source, tables = corpus
    keys, expected = AGAIN[name](tables)
    of, figure = OWNERS[name]
    n, left_out = counts(source, of.scope(figure))
    assert n == len(keys)
    assert n + sum(count for _, count in left_out) == len(tables.games_frame())
    rows = asked(source, name)
    assert READ.get(name, told)(rows) == expected
    if rows and name not in ("leading", "risk"):
        assert figure.draw(rows) is not None


def test_lengths(corpus: tuple[Source, Tables]) -> None:
    source, tables = corpus
    keys, expected = lengths(tables)
    of, figure = OWNERS["lengths"]
    n = counts(source, of.scope(figure))[0]
    assert n == len(keys)
    rows = asked(source, "lengths")
    if n < RATES_FROM:
        found = defaultdict(list)
        for row in rows:
            found[row["players"]].append(row["turns"])
        assert {players: sorted(turns) for players, turns in found.items()} == expected
        return
    assert {row["players"]: row["games"] for row in rows} == {
        players: len(turns) for players, turns in expected.items()
    }
    for row in rows:
        for i, value in enumerate(row["turns"]):
            turns = expected[row["players"]]
            place = Fraction(i, 20) * (len(turns) - 1)
            low = turns[int(place)]
            high = turns[min(int(place) + 1, len(turns) - 1)]
            assert abs(value - float(low + (place - int(place)) * (high - low))) < 1e-6


@pytest.mark.parametrize("form", ["renown_lines", "renown_bands", "renown_heat"])
def test_renown_over_many_games(corpus: tuple[Source, Tables], form: str) -> None:
    """Markers that never moved are in it, too."""
    source, tables = corpus
    keys, lines = renown_many(tables)
    of, figure = OWNERS["renown_many"]
    assert counts(source, of.scope(figure))[0] == len(keys)
    rows = asked(source, "renown_many", form=form)
    if form == "renown_lines":
        assert {(row["game_key"], row["marker"]): row["renown"] for row in rows} == lines
        return
    columns: dict[tuple[str, int], list[int]] = defaultdict(list)
    for (_, marker), values in lines.items():
        for step, value in enumerate(values):
            columns[marker, step].append(value)
    if form == "renown_heat":
        expected = {(*at, value): many for at, values in columns.items() for value, many in Counter(values).items()}
        assert {(row["marker"], row["step"], row["renown"]): row["stood"] for row in rows} == expected
        return
    assert {(row["marker"], row["step"]) for row in rows} == columns.keys()
    for row in rows:
        values = sorted(columns[row["marker"], row["step"]])
        assert row["games"] == len(values)
        for name, share in (("q05", 5), ("q25", 25), ("q50", 50), ("q75", 75), ("q95", 95)):
            assert row[name] == values[max(0, -(-share * len(values) // 100) - 1)], (row["marker"], row["step"], name)


def test_every_rate_by_exact_fractions(corpus: tuple[Source, Tables]) -> None:
    """Wilson's interval: its bounds are where the hits would lie two standard errors (1.96) from what is expected."""
    source, _ = corpus
    for name in ("demis", "seats", "first_player", "deciding", "annihilation", "winners", "interest", "leading"):
        for row in asked(source, name):
            if row.get("rate") is None:
                continue
            share, n = row["wins"] / row["games"], row["games"]
            assert abs(row["rate"] - share) < 1e-6
            for bound in (row["lo"], row["hi"]):
                if 0 < bound < 1:
                    assert abs((share - bound) ** 2 - 1.959964**2 * bound * (1 - bound) / n) < 1e-5

"""Every figure of one game, once more: the same numbers in plain Python, from the tables of facts and the records.

Over the corpora of the figures of many games (`test_recomputed.py`): full, few, hidden, scorekeepers', mixed, Udacha.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.reporting.corpora import Plain, Tables
from tests.reporting.report_base import OWNERS, asked
from vflog.figures.figure import Row
from vflog.reporting.source import Source

HADRIA = "hadria"
#: The rows of a figure, or what they should be: as often as they are there.
Numbers = Counter[tuple[Any, ...]]


class Game:
    """The facts of one game."""

    def __init__(self, tables: Tables, key: int) -> None:
        self._tables, self.key = tables, key
        self.own = next(row for row in tables.games_frame() if row["game_key"] == key)
        self.last = self.own["records"] - 1
        self.seats = {row["player_id"]: row for row in self("players")}

    def __call__(self, table: str) -> list[Plain]:
        return self._tables.rows(table, {self.key})

    def called(self, player_id: str | None) -> str | None:
        seat = self.seats.get(player_id or "")
        return player_id if seat is None or seat["called"] is None else seat["called"]

    def seat(self, player_id: str) -> int:
        return int(self.seats[player_id]["seat"])

    def demis(self) -> set[str]:
        pack = self.own["content_sha256"]
        rows = self._tables.demis.to_dicts() if self._tables.demis.height else []
        return {row["demi"] for row in rows if row["sha256"] == pack}

    def with_hadria(self) -> bool:
        own = self("veiled_fate_games")
        return bool(own and own[0]["hadria"])


def read(rows: Iterable[Row], what: str | None, *names: str) -> Numbers:
    """These columns of the rows (of one kind)."""
    return Counter(tuple(row[name] for name in names) for row in rows if what is None or row["what"] == what)


def told(*kinds: tuple[str, tuple[str, ...]]) -> Callable[[list[Row]], Numbers]:
    """The rows of all kinds, each with its columns."""
    return lambda rows: Counter(
        {(what, *each): many for what, names in kinds for each, many in read(rows, what, *names).items()}
    )


def ages(game: Game) -> Numbers:
    return Counter(("age", row["first_n"], row["last_n"], row["age"], row["card"]) for row in game("ages"))


AGES = ("age", ("n", "to_n", "age", "subject"))


def renown(game: Game) -> Numbers:
    steps = game("renown")
    out = ages(game)
    out.update(
        ("step", r["n"], r["marker"], r["before"], r["after"], r["cause"], r["subject"], game.called(r["player_id"]))
        for r in steps
    )
    owners: dict[str, list[str | None]] = defaultdict(list)
    for row in sorted(game("player_demis"), key=lambda row: game.seat(row["player_id"])):
        owners[row["demi"]].append(game.called(row["player_id"]))
    after: dict[str, dict[str, Plain]] = defaultdict(dict)
    for row in game("snapshots"):
        after[row["moment"]][row["marker"]] = row
    stood = {marker for marker, row in after["annihilation"].items() if row["renown"] is not None}
    gone = {
        marker: row["n"] for marker, row in after["corruption"].items() if after["annihilation"] and marker not in stood
    }
    markers = game.demis() | ({HADRIA} if game.with_hadria() else set())
    markers |= {row["marker"] for row in steps if row["marker"] == "sorcerer"}
    out.update(
        ("marker", gone.get(marker), marker, ", ".join(filter(None, owners[marker])) or None) for marker in markers
    )
    smites = {
        (row["n"], row["figure"]) for row in game("moves") if row["cause"] == "smite" and row["to_place"] == "abyss"
    }
    smites |= {
        (row["n"], row["marker"])
        for row in steps
        if row["cause"] == "smite" or (row["before"] == row["after"] and row["cause"] not in ("ruling", "setup"))
    }
    for n, marker in smites:
        if marker in game.demis():
            at = [
                row["after"] for row in steps if row["marker"] == marker and row["n"] <= n and row["after"] is not None
            ]
            out["smite", n, marker, at[-1] if at else 0] += 1
    return out


def ladder(game: Game) -> Numbers:
    moments = {"age_end": 1, "corruption": 2, "annihilation": 3, "end": 4}
    rows = [
        row
        for row in game("snapshots")
        if row["moment"] in moments and (row["moment"] != "age_end" or row["age"] == 3) and row["marker"] != "sorcerer"
    ]
    if not any(row["moment"] == "end" for row in rows):
        return Counter()
    won = {row["demi"] for row in game("player_demis") if game.seats[row["player_id"]]["won"]}
    return Counter(
        (moments[r["moment"]], r["n"], r["marker"], r["renown"], r["rank"], r["marker"] in won) for r in rows
    )


WORTH = {"f1": (1, 0), "f2": (2, 0), "s1": (0, 1), "s2": (0, 2)}


def votes(game: Game) -> Numbers:
    counted = game("votes")
    together = Counter(row["n"] for row in counted)
    put: dict[int, dict[tuple[str, str | None], list[int]]] = defaultdict(dict)
    for row in game("fate_cards"):
        if row["vote_n"] is None or row["kind"] == "?":
            continue
        deck = row["delta"] == 0 or row["player_id"] is None
        source = "+2" if row["why"] == "plus2" else "deck" if deck else "player"
        who = game.called(row["player_id"]) if source == "player" else None
        sums = put[row["vote_n"]].setdefault((source, who), [0, 0, 0])
        for i, more in enumerate((1, *WORTH.get(row["kind"], (0, 0)))):
            sums[i] += more
    out: Numbers = Counter()
    for row in counted:
        whole = row["n"], row["region"], row["feathers"], row["scorpions"], row["outcome"], row["by_coin"]
        parts = put[row["n"]] if together[row["n"]] == 1 else {}
        rest = [
            max(0, row[side] - sum(p[i] for p in parts.values())) for i, side in ((1, "feathers"), (2, "scorpions"))
        ]
        found = [(*key, *sums) for key, sums in parts.items()]
        found += [("hidden", None, None, *rest)] if any(rest) else []
        out.update((*whole, *each) for each in found or [(None,) * 5])
    return out


def corruption(game: Game) -> Numbers:
    out = ages(game)
    if game.with_hadria():
        teams: Counter[Any] = Counter()
        for row in game.seats.values():
            teams[row["team"] if row["team"] is not None else -row["seat"]] += row["corruption"] or 0
        for row in game.seats.values():
            own = teams[row["team"] if row["team"] is not None else -row["seat"]]
            out["player", row["seat"], row["corruption"], row["won"], own > 0 and own == max(teams.values())] += 1
    out.update(
        ("favor", r["n"], game.seat(r["player_id"]), r["favor"], r["power"], r["corruption"], r["total"])
        for r in game("corruption")
    )
    return out


def read_corruption(rows: list[Row]) -> Numbers:
    out = told(AGES, ("favor", ("n", "seat", "subject", "power", "corruption", "total")))(rows)
    out.update(
        ("player", row["seat"], row["total"], row["won"], bool(row["most"])) for row in rows if row["what"] == "player"
    )
    return out


def sources(game: Game) -> Numbers:
    cells: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in game("renown"):
        if row["after"] is not None and row["marker"] in game.demis():
            change = row["after"] - row["before"]
            for i, more in enumerate((max(change, 0), max(-change, 0), 1)):
                cells[row["marker"], row["cause"]][i] += more
    still = game.demis() - {marker for marker, _ in cells}
    return Counter([*((*cell, *sums) for cell, sums in cells.items()), *((marker, None, 0, 0, 0) for marker in still)])


def fate(game: Game) -> Numbers:
    out = ages(game)
    out["last", game.last] += 1
    changes: dict[tuple[str, int], int] = defaultdict(int)
    whys: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in game("fate_cards"):
        who = row["player_id"]
        if who is not None:
            changes[who, row["n"]] += row["delta"]
            if row["delta"] and who in game.seats:
                whys[row["why"], who][row["delta"] < 0] += 1
    hand: Counter[str] = Counter()
    for (who, n), change in sorted(changes.items(), key=lambda item: item[0][1]):
        hand[who] += change
        out["hand", n, game.seat(who), change, hand[who]] += 1
    out.update(("why", why, game.seat(who), *both) for (why, who), both in whys.items())
    return out


def turns(game: Game) -> Numbers:
    out = ages(game)
    out.update(("player", seat["seat"], seat["called"]) for seat in game.seats.values())
    for row in game("turns"):
        until = row["last_n"] if row["last_n"] is not None else game.last
        out["turn", row["turn"], row["first_n"], until, game.seat(row["player_id"]), row["actions"], row["rested"]] += 1
    return out


def zones(game: Game) -> Numbers:
    """Walked through record by record: what lies where after each that changed it."""
    moves: dict[int, list[Plain]] = defaultdict(list)
    for move in game("udacha_moves"):
        moves[move["n"]].append(move)
    now: Counter[str] = Counter()
    out: Numbers = Counter()
    for row in game("records"):
        if row["judged"] != "applied" or row["n"] is None:
            continue
        body, said, before = json.loads(row["body"]), {}, dict(now)
        if row["type"] == "setup":
            hand, deck = len(body.get("hand") or ()), len(body.get("deck") or ())
            said = {"hand": hand, "deck": deck - hand, "vault": len(body.get("vault") or ())}
            said |= {"heroes": len(body.get("starters") or ()), "scenery": int(body.get("base") is not None)}
            said = {f"{body['p']}.{zone}": cards for zone, cards in said.items()}
        elif row["type"] in ("given", "ruling"):
            given = body.get("zones") if row["type"] == "given" else (body.get("set") or {}).get("zones")
            said = {place: len(cards) for place, cards in (given or {}).items()}
        for place, cards in said.items():
            now[place] = cards
        for move in moves[row["n"]]:
            now[move["from_zone"]] -= 1
            now[move["to_zone"]] += 1
        for place in {*said, *(place for place in now if now[place] != before.get(place, 0))}:
            out[row["n"], *place.split(".", 1), now[place]] += 1
    return out


def windows(game: Game) -> Numbers:
    frames = {row["n"]: row for row in game("udacha_frames")}
    out: Numbers = Counter()
    for row in frames.values():
        to = frames.get(row["trigger_n"])
        answered = (to["what"], to["card_name"], game.called(to["player_id"])) if to else (None, None, None)
        out[
            row["n"], game.called(row["player_id"]), row["what"], row["card_name"], row["resp_window"],
            row["cancelled"], *answered,
        ] += 1  # fmt: skip
    return out


#: Each figure of one game: its numbers again, and what its rows say of them.
AGAIN: dict[str, tuple[Callable[[Game], Numbers], Callable[[list[Row]], Numbers]]] = {
    "renown": (
        renown,
        told(
            AGES,
            ("step", ("n", "marker", "before", "after", "cause", "subject", "player")),
            ("marker", ("n", "marker", "player")),
            ("smite", ("n", "marker", "after")),
        ),
    ),
    "ladder": (ladder, lambda rows: read(rows, None, "step", "n", "marker", "renown", "rank", "won")),
    "votes": (
        votes,
        lambda rows: read(
            rows, None, "n", "region", "all_feathers", "all_scorpions", "outcome", "by_coin",
            "source", "player", "cards", "feathers", "scorpions",
        ),
    ),
    "corruption": (corruption, read_corruption),
    "sources": (sources, lambda rows: read(rows, None, "marker", "cause", "gained", "lost", "steps")),
    "fate": (
        fate,
        told(
            AGES, ("last", ("n",)), ("hand", ("n", "seat", "change", "hand")), ("why", ("why", "seat", "came", "went"))
        ),
    ),
    "turns": (
        turns,
        told(AGES, ("player", ("seat", "player")), ("turn", ("turn", "n", "to_n", "seat", "actions", "rested"))),
    ),
    "udacha_zones": (zones, lambda rows: read(rows, None, "n", "side", "zone", "cards")),
    "udacha_windows": (
        windows,
        lambda rows: read(
            rows, None, "n", "player", "what", "card_name", "resp_window", "cancelled",
            "trigger_what", "trigger_card", "trigger_player",
        ),
    ),
}  # fmt: skip


def test_every_figure_of_one_game_is_recomputed() -> None:
    assert {name for name, (_, figure) in OWNERS.items() if figure.one_game} == AGAIN.keys()


@pytest.mark.parametrize("name", sorted(AGAIN))
def test_numbers_of_a_figure_of_one_game(corpus: tuple[Source, Tables], name: str) -> None:
    source, tables = corpus
    again, reader = AGAIN[name]
    ruleset = OWNERS[name][0].ruleset
    rows = source.ask("SELECT game_key FROM games WHERE records > 3 ORDER BY game_key")
    of = {row["game_key"]: row["ruleset"] for row in tables.games_frame()}
    for key in [row["game_key"] for row in rows if of[row["game_key"]] == ruleset][:12]:
        assert reader(asked(source, name, key)) == again(Game(tables, key)), key

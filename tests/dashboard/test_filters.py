"""Each filter changes figures and counts as the tables say when they are counted in another way."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import duckdb
import pytest

from vflog.dashboard import address
from vflog.dashboard.app import chosen, frame
from vflog.dashboard.asking import Desk
from vflog.figures.filters import Choice

Games = dict[str, dict[int, set[str]]]
NAMES = (
    "event", "round", "table", "app", "status", "counted", "players", "ruleset", "revision", "pack", "rulings",
    "player", "expansions", "powers", "demi",
)  # fmt: skip


@pytest.fixture(scope="module")
def told(db: Path) -> Games:
    """By the name of each filter the values of every game, gathered row by row."""
    with duckdb.connect(str(db), read_only=True) as connection:

        def rows(table: str) -> list[dict[str, Any]]:
            answer = connection.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in answer.description]
            return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]

        out: Games = defaultdict(lambda: defaultdict(set))
        plain = {
            "event": "event", "round": "round", "table": "table_id", "app": "source_app", "status": "status",
            "players": "players", "ruleset": "ruleset", "revision": "revision", "pack": "content_pack",
        }  # fmt: skip
        app = {}
        for game in rows("games"):
            key = game["game_key"]
            app[key] = game["source_app"] or ""
            for name, column in plain.items():
                out[name][key].add("" if game[column] is None else str(game[column]))
            out["counted"][key].add("yes" if game["counted"] else game["why_not"])
        for seat in rows("players"):
            out["player"][seat["game_key"]].add(f"{app[seat['game_key']]}:{seat['player_id']}")
        for ruling in rows("game_rulings"):
            out["rulings"][ruling["game_key"]].add(f"{ruling['name']}={ruling['value']}")
        for demi in rows("player_demis"):
            out["demi"][demi["game_key"]].add(demi["demi"])
        for game in rows("veiled_fate_games"):
            names = [name for name in ("Hadria", "Celestials", "Servants") if game[name.lower()]]
            out["expansions"][game["game_key"]].add(", ".join(names) or "the base game")
            out["powers"][game["game_key"]].add(game["powers"])
        return out


def test_the_filters_are_those_of_the_page(desk: Desk) -> None:
    assert {each.name for each in desk.filters} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_filter_leaves_the_games_that_have_the_value(desk: Desk, told: Games, name: str) -> None:
    each = next(each for each in desk.filters if each.name == name)
    games = len(told["status"])
    offers = desk.offers(each, Choice())
    assert offers
    for offer in offers[:12]:
        wanted = {key for key, values in told[name].items() if offer.value in values}
        assert offer.games == len(wanted), offer
        choice = Choice({name: (offer.value,)})
        assert (desk.now(choice).chosen, desk.now(choice).games) == (len(wanted), games)
    everything = {value for values in told[name].values() for value in values}
    if each.everywhere:
        assert {offer.value for offer in offers} == everything


@pytest.mark.parametrize("name", [*NAMES, "from", "until"])
def test_a_filter_changes_the_figures(desk: Desk, told: Games, db: Path, name: str) -> None:
    if name in ("from", "until"):
        with duckdb.connect(str(db), read_only=True) as connection:
            began = dict(connection.execute("SELECT game_key, started_utc::DATE::VARCHAR FROM games").fetchall())
        days = sorted(day for day in began.values() if day)
        value = days[len(days) // 2]
        kept = {key for key, day in began.items() if day and (day >= value if name == "from" else day <= value)}
    else:
        values = sorted({value for values in told[name].values() for value in values})
        value = values[len(values) // 2]
        kept = {key for key, values in told[name].items() if value in values}
    condition = desk.condition(Choice({name: (value,)}))
    of, figure = desk.find("outcomes") or (None, None)
    assert of is not None
    assert figure is not None
    it = desk.figure(of, figure, condition)
    with duckdb.connect(str(db), read_only=True) as connection:
        votes = connection.execute(
            "SELECT game_key, kind, subject FROM votes JOIN games USING (game_key) WHERE counted"
        ).fetchall()
    assert sum(row["votes"] for row in it.rows) == sum(key in kept for key, _, _ in votes)
    if len(kept) < len(told["status"]):
        assert f"{len(told['status']) - len(kept)} not chosen by the filters" in " ".join(it.caption)
    sound = desk.figure(*(desk.find("problems") or pytest.fail("there is no such figure")), condition)
    with duckdb.connect(str(db), read_only=True) as connection:
        problems = connection.execute("SELECT game_key FROM problems").fetchall()
    assert sum(row["problems"] for row in sound.rows) == sum(key in kept for (key,) in problems)


def test_filters_go_together_and_each_tells_what_is_left_beside_the_others(desk: Desk, told: Games) -> None:
    choice = Choice({"app": ("overlay",), "players": ("2", "3")})
    kept = {key for key, apps in told["app"].items() if "overlay" in apps}
    both = {key for key in kept if told["players"][key] & {"2", "3"}}
    assert desk.now(choice).chosen == len(both)
    players = next(each for each in desk.filters if each.name == "players")
    left = {offer.value: offer.games for offer in desk.offers(players, choice)}
    assert left == {n: sum(n in told["players"][key] for key in kept) for n in left}


def test_a_value_that_no_game_has_leaves_none(desk: Desk) -> None:
    for value in ("nowhere", "'; DROP TABLE games; --", "\u202e", "%"):
        assert desk.now(Choice({"event": (value,)})).chosen == 0


def test_the_frame_tells_what_is_left(desk: Desk) -> None:
    whole = frame(desk, "/games", "")
    assert whole[2] == f"{desk.now(Choice()).games} games"
    part = frame(desk, "/games", "?app=overlay&unknown=1")
    assert part[2] == f"24 of {desk.now(Choice()).games} games"
    assert "overlay" in str(part[3])
    links = [link.children.href for link in part[0] if hasattr(link.children, "href")]
    assert "/votes?app=overlay" in links, "what is chosen is kept from page to page"


def test_choosing_writes_the_address(desk: Desk) -> None:
    values = [["overlay"] if each.name == "app" else None for each in desk.filters]
    assert chosen(desk, values, "", "", "?game=7") == "?app=overlay&game=7"
    assert chosen(desk, values, "2026-01-01", "soon", "") == "?app=overlay&from=2026-01-01"
    again = chosen(desk, values, "", "", "?app=overlay")
    assert not isinstance(again, str), "nothing has changed, so nothing is written"


def test_an_address_says_what_was_chosen(desk: Desk) -> None:
    choice = Choice({"app": ("a&b=c", ""), "event": ("#%+ é",), "from": ("2026-02-03",)})
    assert address.choice(address.search(choice), desk.filters) == choice
    for odd in ("?app=%00", "?from=2026-02-30", "?" + "x" * 9000, "?=&&&app", "?app=" + "a" * 400):
        assert address.choice(odd, desk.filters).values.get("from") is None
        assert desk.now(address.choice(odd, desk.filters)).games > 0

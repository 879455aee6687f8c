"""The home page: what was found in a sentence, tiles that lead to lists, games beyond those that it lists."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.reporting.report_base import LOGS, load, simulated
from tests.reporting.test_access import with_script
from tests.reporting.test_report_browser import CHROMIUM, opened_in_browser
from vflog.reporting import home, write
from vflog.reporting.source import opened

BEYOND = """
window.addEventListener("load", function () {
  var field = document.getElementById("seek");
  field.value = "s21";
  field.dispatchEvent(new Event("input"));
  window.setTimeout(function () {
    var box = document.createElement("pre"), rows = document.querySelectorAll("table.games tbody tr");
    box.id = "keys";
    box.textContent = rows.length + " " + rows[0].querySelector("th").textContent + " " + rows[0].cells.length + " " +
      document.querySelectorAll("table.games thead th").length;
    document.body.append(box);
  }, 700);
});
"""


@pytest.fixture(scope="module")
def short(many_db: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on 30 games of which the home page lists five."""
    out = tmp_path_factory.mktemp("short")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(home, "MOST_GAMES", 5)
        write(many_db, out, games=["s1"])
    return out


def test_games_beyond_the_list_are_in_the_file_that_the_search_loads(short: Path) -> None:
    page = (short / "index.html").read_text("utf-8")
    assert page.count("<tr data-game=") == 5
    assert "25 more games in the" in page
    script = (short / "data" / "games.js").read_text("utf-8")
    told = re.fullmatch(r"window\.vflogGames\((\[.*\])\);\n", script, re.DOTALL)
    assert told is not None
    games = json.loads(told[1])
    assert len(games) == len({game[0] for game in games}) == 30
    assert {game[2] is not None for game in games if game[1] == "s1"} == {True}
    assert sum(game[2] is not None for game in games) == 1
    assert len((short / "data" / "games.csv").read_text("utf-8").splitlines()) == 31


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_a_game_that_is_not_listed_is_found(short: Path, tmp_path: Path) -> None:
    copy = with_script(short / "index.html", BEYOND)
    page, said, asked = opened_in_browser(copy.as_uri(), tmp_path)
    copy.unlink()
    assert (said, asked) == ([], [])
    told = re.search(r'<pre id="keys">(\d+) (\S+) (\d+) (\d+)</pre>', page)
    assert told is not None
    assert told[1] == "1"
    assert told[2] == "s21"
    assert told[3] == told[4]


def test_each_game_has_a_small_line_that_ends_where_its_markers_do(short: Path, many_db: Path) -> None:
    page = (short / "index.html").read_text("utf-8")
    assert page.count('<svg class="small"') == 5
    with opened(many_db) as source:
        ends = {
            str(row["game_key"]): row["most"]
            for row in source.ask(
                "SELECT game_key, max(renown) AS most FROM (SELECT game_key, marker, last(after ORDER BY rowid) AS "
                "renown FROM renown WHERE marker <> 'hadria' AND after IS NOT NULL GROUP BY ALL) GROUP BY game_key"
            )
        }
    for row in re.findall(r"<tr data-game=.*?</tr>", page, re.DOTALL):
        key = re.search(r'data-game="(\d+)"', row)
        lines = re.findall(r'points="([^"]+)"', row)
        assert key is not None
        last = [12 - int(line.rsplit(",", 1)[1]) for line in lines]
        assert max(last) == ends[key[1]]


def test_tiles_lead_to_lists_that_hold_as_many_games(pages: Path) -> None:
    page = (pages / "index.html").read_text("utf-8")
    shows = [set(each.split()) for each in re.findall(r'data-shows="([^"]*)"', page)]
    tiles = re.findall(r'<a href="#show=([^"]+)"><b>([\d,]+)</b>', page)
    assert len(tiles) > 3
    for wanted, count in tiles:
        assert sum(set(wanted.split("+")) <= each for each in shows) == int(count)


def test_the_sentence_says_what_the_tables_say(pages: Path, db: Path) -> None:
    page = (pages / "index.html").read_text("utf-8")
    with opened(db) as source:
        told = source.ask(
            "SELECT count(*) FILTER (status IN ('invalid', 'unreadable')) AS wrong, "
            "count(*) FILTER (counted) AS counted, count(*) FILTER (disputed) AS disputed FROM games"
        )[0]
    assert f"{told['wrong']} games have an error, such as “" in page
    assert f"{told['counted']} games count in what the other pages say." in page
    assert f"{told['disputed']} turn" in page


def test_one_sound_game(tmp_path: Path) -> None:
    base = load(tmp_path, None, LOGS / "base-2p.jsonl")
    page = write(base, tmp_path / "out").first.read_text("utf-8")
    assert "<h1>1 game, sound</h1>" in page
    assert "No game has an error." in page


def test_pages_over_many_games_do_not_grow_with_them(many_db: Path, tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    write(many_db, many, games=["s1"])
    folder = tmp_path / "twice"
    folder.mkdir()
    write(load(folder, simulated(60)), few, games=["s1"])
    for name in ("votes", "demis", "corruption", "players", "lengths"):
        sizes = [(out / f"{name}.html").stat().st_size for out in (few, many)]
        assert max(sizes) <= 1.25 * min(sizes) + 4000, name

"""What is written of a tournament: pages, standings, tables, and what of it everybody may see."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from vflog import api, services
from vflog.cli import main
from vflog.figures.figure import encode
from vflog.reporting.bump import draw
from vflog.store.connect import connect
from vflog.tournament import report

from .games import stopped_game
from .test_findings import FOUR, GAME, HAND, ROUND, log, one_round, toml

FOLDER = Path(__file__).parents[2] / "sample_logs" / "tournament"
FILE = FOLDER / "cup.toml"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("written")
    arguments = ["tournament", str(FILE), "--out", str(out / "all"), "--publish", str(out / "public")]
    assert main([*arguments, "--db", str(out / "cup.duckdb")]) == 1
    return out


def rows(db: Path, sql: str) -> list[tuple[object, ...]]:
    with connect(db, read_only=True) as connection:
        return connection.execute(sql).fetchall()


def test_every_link_leads_somewhere(written: Path) -> None:
    links_lead_somewhere(written / "all", written / "public")


@pytest.mark.parametrize("parts", ["players", "results tellings"])
def test_a_file_that_lacks_a_part_has_its_pages_too(parts: str, tmp_path: Path) -> None:
    # Without players there are no standings and no tables, and all the more to find in the rounds.
    shutil.copytree(FOLDER, tmp_path / "cup")
    cup = tmp_path / "cup" / "cup.toml"
    tables = re.split(r"(?m)^(?=\[\[)", cup.read_text())
    cup.write_text("".join(table for table in tables if not table.startswith(tuple(f"[[{p}]]" for p in parts.split()))))
    assert main(["tournament", str(cup), "--out", str(tmp_path / "all"), "--publish", str(tmp_path / "public")]) == 1
    links_lead_somewhere(tmp_path / "all", tmp_path / "public")
    assert "()" not in (tmp_path / "all" / "tournament.html").read_text().partition("</p>")[0]


@pytest.mark.parametrize("tellings", [1, 2])
def test_what_is_published_is_the_same_whatever_is_hidden(tellings: int, tmp_path: Path) -> None:
    # Neither the places of Demis that nobody was told, nor whether two tellings agree in them.
    one, other = (tmp_path / name / "public" for name in "ab")
    for folder in (one, other):
        stopped_game(folder.parent, swapped=folder == other, tellings=tellings)
        main(["tournament", str(folder.parent / "cup.toml"), "--publish", str(folder)])
    names = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())
    assert Path("standings.csv") in names
    assert [name for name in names if (one / name).read_bytes() != (other / name).read_bytes()] == []
    standings = (one / "standings.csv").read_text().splitlines()
    assert standings[1].startswith("1,ada,ada,6,")
    assert [line.split(",")[3] for line in standings[2:]] == ["4/3", "4/3", "4/3"]


def links_lead_somewhere(*folders: Path) -> None:
    for folder in folders:
        for page in folder.glob("*.html"):
            text = page.read_text()
            for link in re.findall(r'(?:href|src)="([^"#:]+)(?:#([^"]*))?"', text):
                target = folder / link[0]
                assert target.exists(), (page.name, link)
                if link[1] and link[0].startswith("round-"):
                    assert f'id="{link[1]}"' in target.read_text(), (page.name, link)


def test_every_cell_of_the_standings_leads_to_its_game(written: Path) -> None:
    text = (written / "all" / "tournament.html").read_text()
    table = text[text.index('<table class="standings"') :].partition("</table>")[0]
    cells = re.findall(r"<td>(.*?)</td>", table)
    assert len(cells) == 12 * 4
    assert sum("games/" in cell for cell in cells) == 11 + 7 + 8 + 11
    assert all("<a " in cell or "none" in cell for cell in cells)


def test_trouble_stands_first_until_there_is_none(written: Path, tmp_path: Path) -> None:
    text = (written / "all" / "tournament.html").read_text()
    assert text.index('id="trouble"') < text.index('id="standings"')
    shutil.copytree(FOLDER, tmp_path / "clean")
    cup = tmp_path / "clean" / "cup.toml"
    told = FILE.read_text().replace('powers = "base"\n', "")
    cup.write_text(
        told.replace(
            "[[results]]",
            '[[results]]\nround = 2\ntable = "2"\nwinners = ["bob"]\nby = "Mina"\nreason = "seen"\n\n[[results]]',
            1,
        )
    )
    assert main(["tournament", str(cup), "--out", str(tmp_path / "out")]) == 1  # a log is invalid all the same
    text = (tmp_path / "out" / "tournament.html").read_text()
    assert text.index('id="standings"') < text.index('id="trouble"')


def test_what_is_published_tells_nothing_hidden(written: Path) -> None:
    public = written / "public"
    told = json.loads((public / "tournament.json").read_bytes())
    assert told["findings"] == []
    assert {table["head"] for each in told["rounds"] for table in each["tables"]} == {None}
    logs = sorted((public / "logs").iterdir())
    assert len(logs) == 10
    for path in logs:
        (game,) = api.games_of(path)
        assert game.header.redacted.view == "public"
        assert not any(record.record.type == "note" for record in game.entries if hasattr(record.record, "type"))
    everything = b"".join(path.read_bytes() for path in public.rglob("*") if path.is_file())
    assert b"/tmp/" not in everything
    assert b"does not hold a card" not in everything
    hand = re.search(rb'"hands":\{"ada":\["(.*?)"\]', (FOLDER / "app-two" / "round-1-table-1.jsonl").read_bytes())
    assert hand is not None
    assert hand[0] not in everything


def test_two_evenings_that_differ_in_a_hidden_card_are_published_alike(tmp_path: Path) -> None:
    """The law of views: what is hidden and never comes to light changes no byte."""
    text = (FOLDER / "app-two" / "round-1-table-1.jsonl").read_text().split("\n")
    setup = json.loads(text[1])
    seen = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "cup.toml").write_text(FILE.read_text())
        (folder / "a.jsonl").write_text("\n".join(text))
        setup["hands"] = {player: list(reversed(cards)) for player, cards in setup["hands"].items()}
        text[1] = json.dumps(setup)
        main(["tournament", str(folder / "cup.toml"), "--publish", str(folder / "public")])
        seen.append({p.relative_to(folder): p.read_bytes() for p in (folder / "public").rglob("*") if p.is_file()})
    assert seen[0] == seen[1]


def test_tables(written: Path) -> None:
    db = written / "cup.duckdb"
    assert rows(db, "SELECT rank, person_id FROM v_standings WHERE rank <= 3 ORDER BY rank") == [
        (1, "hal"),
        (2, "ada"),
        (3, "cy"),
    ]
    assert rows(db, "SELECT count(*) FROM event_results WHERE table_id IS NULL") == [(1,)]
    assert rows(db, "SELECT DISTINCT person_id FROM players WHERE player_id IN ('u-1107', 'u-2207')") == [("gus",)]
    assert rows(db, "SELECT judge, count(*) FROM event_results WHERE judge IS NOT NULL GROUP BY ALL") == [
        ("Mina, judge", 4)
    ]
    assert services.db_check(db) == []
    before = rows(db, "SELECT count(*) FROM standings")
    assert main(["tournament", str(FILE), "--db", str(db)]) == 1
    assert rows(db, "SELECT count(*) FROM standings") == before


def test_the_tables_are_the_report(written: Path) -> None:
    told = report.read((written / "all" / "tournament.json").read_bytes(), "it")
    held = rows(
        written / "cup.duckdb", "SELECT round, rank, person_id, points, games, wins FROM standings ORDER BY ALL"
    )
    assert held == sorted((s.round, s.rank, s.person, s.points, s.games, s.wins) for s in told.progress)


def test_pages_twice_are_equal_and_pseudonyms_name_nobody(written: Path, tmp_path: Path) -> None:
    db = str(written / "cup.duckdb")
    for out in ("one", "two"):
        assert main(["report", "--db", db, "--out", str(tmp_path / out), "--pseudonyms"]) == 0
    for name in ("tournament.html", "round-3.html", "data/event_standings.csv", "data/event_people.csv"):
        one, two = ((tmp_path / out / name).read_text() for out in ("one", "two"))
        assert one == two
        assert not re.search(r"\b(Ada|Gus|Mina|ada|gus)\b", one), name
    assert "Person 1" in (tmp_path / "one" / "tournament.html").read_text()


def test_many_players_are_drawn_as_far_as_they_can_be_told_apart() -> None:
    rows = [
        {
            "event": "e",
            "round": n,
            "rank": (i * n) % 200 + 1,
            "person_id": f"p{i}",
            "player": f"P {i}",
            "points": "1",
            "games": n,
            "wins": 0,
        }
        for n in (1, 3)
        for i in range(200)
    ]
    picture = draw(sorted(rows, key=lambda row: (row["round"], row["rank"])))
    assert picture is not None
    assert len(picture.data) == 60
    assert picture.layout["yaxis"]["range"] == [60.7, 0.3]
    assert len(encode(picture)) <= 60_000
    assert "The first 60 are drawn" in picture.notes[0]
    assert len(picture.rows) == 400
    assert draw([]) is None


def test_figure_16_alone(written: Path, tmp_path: Path) -> None:
    db = str(written / "cup.duckdb")
    assert main(["report", "--db", db, "--fragment", "event_standings", "--out", str(tmp_path / "all")]) == 0
    text = (tmp_path / "all" / "event_standings.html").read_text()
    assert "Ranks by round" in text
    assert '"1 Hal"' in text
    assert (tmp_path / "all" / "data" / "event_standings.sql").exists()
    main(["report", "--db", db, "--fragment", "event_standings", "--pseudonyms", "--out", str(tmp_path / "none")])
    assert "Hal" not in (tmp_path / "none" / "event_standings.html").read_text()
    assert main(["load", str(FOLDER), "--db", str(tmp_path / "x.duckdb")]) == 0
    empty = [
        "report",
        "--db",
        str(tmp_path / "x.duckdb"),
        "--fragment",
        "event_standings",
        "--out",
        str(tmp_path / "y"),
    ]
    assert main(empty) == 0
    assert "No round has been reckoned." in (tmp_path / "y" / "event_standings.html").read_text()


def test_figure_16_draws_the_ranks_of_the_report(written: Path) -> None:
    told = report.read((written / "all" / "tournament.json").read_bytes(), "it")
    called = told.called()
    page = (written / "all" / "tournament.html").read_text()
    data = re.search(r'<script type="application/json" class="plot-data">([^<]*)</script>', page)
    assert data is not None
    lines = [
        (line["name"], place, *mark)
        for line in json.loads(data[1])["data"]
        for mark, place in zip(zip(line["x"], line["customdata"], strict=True), line["y"], strict=True)
    ]
    drawn = {(name, n): (rank, points) for name, _, n, (_, points, rank) in lines}
    assert drawn == {(called[s.person], s.round): (s.rank, s.points) for s in told.progress}
    assert len(drawn) == len(lines) > 20
    # Equal ranks stand a little apart, each nearer to its own than to the next.
    assert all(0 <= place - rank < 1 for _, place, _, (_, _, rank) in lines)


def test_standings_csv_is_safe_and_whole(tmp_path: Path) -> None:
    text = toml(ROUND, more=HAND).replace('name = "Ann"', 'name = "=1+1"')
    (tmp_path / "cup.toml").write_text(text)
    assert main(["tournament", str(tmp_path / "cup.toml"), "--out", str(tmp_path / "out")]) == 1
    lines = (tmp_path / "out" / "standings.csv").read_text().splitlines()
    assert lines[0].startswith("rank,person_id,player,points,points_decimal,games,wins")
    assert lines[1].startswith("1,ann,'=1+1,6,6,1,1")
    assert lines[2].startswith("2,bob,Bob,4/3,1.3333,1,0")


def test_markup_in_names_and_labels_stays_text(tmp_path: Path) -> None:
    label = "<script>alert(1)</script>"
    rounds = one_round(1, (label, FOUR))
    text = toml(rounds).replace('name = "Ann"', f'name = "{label}"')
    (tmp_path / "cup.toml").write_text(text)
    (tmp_path / "a.jsonl").write_bytes(log(FOUR, table=label))
    assert main(["tournament", str(tmp_path / "cup.toml"), "--out", str(tmp_path / "out")]) == 0
    for page in ("tournament.html", "round-1.html"):
        assert label not in (tmp_path / "out" / page).read_text()


def test_an_evening_without_tie_breaks(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(toml(ROUND).replace('["wins"]', "[]"))
    (tmp_path / "a.jsonl").write_bytes(log(FOUR))
    assert main(["tournament", str(tmp_path / "cup.toml"), "--out", str(tmp_path / "out")]) == 0
    assert "shares it with" in (tmp_path / "out" / "tournament.html").read_text()


def test_an_evening_without_any_log(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(toml(ROUND))
    out, db = tmp_path / "out", tmp_path / "cup.duckdb"
    arguments = ["--out", str(out), "--publish", str(tmp_path / "public"), "--db", str(db)]
    assert main(["tournament", str(tmp_path / "cup.toml"), *arguments]) == 1
    assert "There is no log" in (out / "tournament.html").read_text()
    assert (tmp_path / "public" / "tournament.html").exists()


def test_nothing_is_written_over_without_force(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(toml(ROUND))
    (tmp_path / "a.jsonl").write_bytes(log(FOUR))
    arguments = ["tournament", str(tmp_path / "cup.toml"), "--out", str(tmp_path / "out")]
    assert main(arguments) == 0
    assert main(arguments) == 2
    assert main([*arguments, "--force"]) == 0


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser to print with")
@pytest.mark.parametrize("players", [12, 60])
def test_the_standings_print_on_one_sheet(players: int, tmp_path: Path) -> None:
    people = tuple(f"player-{i}" for i in range(players))
    rounds = "".join(
        one_round(n, *((str(i), [*people[i * 4 : i * 4 + 4]]) for i in range(players // 4))) for n in range(1, 6)
    )
    (tmp_path / "cup.toml").write_text(toml(rounds, people=people))
    for n in range(1, 6):
        for i in range(players // 4):
            seated = [*people[i * 4 : i * 4 + 4]]
            data = log(seated, n, str(i), id=f"g{n}-{i}", of=GAME)
            (tmp_path / f"{n}-{i}.jsonl").write_bytes(data)
    assert main(["tournament", str(tmp_path / "cup.toml"), "--out", str(tmp_path / "out")]) == 0
    pdf = tmp_path / "wall.pdf"
    subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            "--virtual-time-budget=5000",
            f"--user-data-dir={tmp_path / 'browser'}",
            f"--print-to-pdf={pdf}",
            (tmp_path / "out" / "tournament.html").as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    assert len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())) == 1

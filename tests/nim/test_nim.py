"""A new game is one package and one entry point: every command works on it without a word about it elsewhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import vflog
from vflog.testing import check_ruleset

from .nim import RULESET

SOURCES = Path(vflog.__file__).parents[1]
SAMPLES = Path(__file__).parents[2] / "sample_logs"
VFLOG = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())"]
Run = Callable[..., subprocess.CompletedProcess[str]]
HEAD = {
    "type": "game", "format": "vflog/1", "game": "good", "ruleset": "nim", "revision": "1", "piles": [1, 2],
    "players": [{"id": "ada", "name": "Ada"}, {"id": "bob"}],
}  # fmt: skip
PLEDGE = {"type": "pledge", "player": "ada", "pile": 2}
TAKES = (
    {"type": "take", "player": "ada", "pile": 2, "stones": 1, "at": "2026-05-06T18:00:00Z"},
    {"type": "take", "player": "bob", "pile": 2, "stones": 1, "at": "2026-05-06T18:00:05Z"},
    {"type": "take", "player": "ada", "pile": 1, "stones": 1, "at": "2026-05-06T18:00:12Z"},
)  # fmt: skip
END = {"type": "end"}


def log(*records: object) -> str:
    return "".join(json.dumps({**record, "n": n}) + "\n" for n, record in enumerate(records))  # type: ignore[dict-item]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the package as an installer would leave it, and some logs of it."""
    folder = tmp_path_factory.mktemp("nim")
    shutil.copytree(Path(__file__).with_name("nim"), folder / "nim", ignore=shutil.ignore_patterns("__pycache__"))
    told = folder / "nim-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[vflog.rulesets]\nnim = nim:RULESET\n")
    logs = folder / "logs"
    logs.mkdir()
    (logs / "good.jsonl").write_text(log(HEAD, PLEDGE, *TAKES, END))
    (logs / "wrong.jsonl").write_text(log({**HEAD, "game": "wrong"}, TAKES[0], TAKES[2]))
    (logs / "open.jsonl").write_text(log({**HEAD, "game": "open", "rulings": {"last_stone": "loses"}}, TAKES[0]))
    return folder


@pytest.fixture(scope="module")
def run(installed: Path) -> Run:
    def command(*arguments: str, code: int = 0, given: str | None = None) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{SOURCES}", "NO_COLOR": "1"}
        done = subprocess.run(
            [*VFLOG, *arguments],
            cwd=installed,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            input=given,
        )
        assert done.returncode == code, done.stderr + done.stdout
        return done

    return command


def test_it_passes_what_every_ruleset_must() -> None:
    check_ruleset(RULESET, games=8)


def test_validate(run: Run) -> None:
    report = json.loads(run("validate", "logs", "--format", "json", code=1).stdout)
    told = {game["game"]: (game["ruleset"], game["status"], game["winners"]) for game in report["games"]}
    assert told == {
        "good": ("nim", "valid", ["ada"]),
        "wrong": ("nim", "invalid", None),
        "open": ("nim", "incomplete", None),
    }
    problem = next(problem for problem in report["problems"] if problem["severity"] == "error")
    assert (problem["code"], problem["rule"], problem["basis"], problem["message"]) == (
        "nim.turn",
        "N2",
        "printed",
        "It is the turn of bob, not of Ada.",
    )


def test_replay_show_and_legal(run: Run) -> None:
    lines = [json.loads(text) for text in run("replay", "logs/good.jsonl", "--json").stdout.splitlines()]
    assert [line["state"]["piles"] for line in lines] == [[1, 2], [1, 2], [1, 1], [1, 0], [0, 0], [0, 0]]
    assert "Ada takes 1 stone from pile 2." in run("replay", "logs/good.jsonl").stdout
    board = run("show", "logs/good.jsonl", "--at", "2").stdout
    assert "●" in board
    assert "It is the turn of bob" in board
    forms = json.loads(run("legal", "logs/open.jsonl", "--format", "json").stdout)["forms"]
    assert [(form["type"], form["fields"]["pile"], form["by"]) for form in forms] == [("take", {"in": [1, 2]}, "bob")]
    assert run("legal", "logs/open.jsonl", "--count").stdout == "2\n"


def test_views_hide_what_is_secret(run: Run) -> None:
    def pile(view: str) -> object:
        return json.loads(run("redact", "logs/good.jsonl", "--view", view).stdout.splitlines()[1])["pile"]

    assert (pile("public"), pile("bob"), pile("ada")) == ("?", "?", 2)
    assert "Ada pledges pile ?" in run("replay", "logs/good.jsonl", "--view", "bob").stdout
    assert "Ada pledges pile 2" in run("replay", "logs/good.jsonl", "--view", "all").stdout


def test_explain_rulings_and_schema(run: Run) -> None:
    told = run("explain", "nim.stones").stdout
    assert "N2" in told
    assert '{"type":"take","player":"ada","pile":1,"stones":2}' in told
    assert "Who takes the last stone" in run("rulings", "list").stdout
    assert "nim" in run("schema").stdout.split()
    assert "stones" in json.dumps(json.loads(run("schema", "nim").stdout))
    loses = json.loads(run("validate", "logs/good.jsonl", "--ruling", "last_stone=loses", "--format", "json").stdout)
    assert loses["games"][0]["winners"] == ["bob"]


def test_load_query_check_and_export(run: Run, installed: Path) -> None:
    run("load", "logs", "--db", "nim.duckdb")

    def rows(sql: str) -> object:
        return [
            [*row.values()] for row in json.loads(run("query", "--db", "nim.duckdb", "--format", "json", sql).stdout)
        ]

    assert rows("SELECT game_id, status, counted FROM games ORDER BY 1") == [
        ["good", "valid", True],
        ["open", "incomplete", False],
        ["wrong", "invalid", False],
    ]
    good = "JOIN games USING (game_key) WHERE game_id = 'good'"
    told = "turn, player_id, pile, stones, left_over, duration_s::DOUBLE"
    assert rows(f"SELECT {told} FROM nim_turns {good} ORDER BY 1") == [
        [1, "ada", 2, 1, 1, None],
        [2, "bob", 2, 1, 0, 5.0],
        [3, "ada", 1, 1, 0, 7.0],
    ]
    assert rows(f"SELECT n, turn FROM records {good} ORDER BY n") == [
        [0, None],
        [1, None],
        [2, 1],
        [3, 2],
        [4, 3],
        [5, None],
    ]
    assert rows("SELECT * FROM v_nim_openings") == [[True, 1, 1]]
    assert rows(f"SELECT player_id, place, won FROM players {good} ORDER BY seat") == [
        ["ada", 1, True],
        ["bob", 2, False],
    ]
    assert rows("SELECT code, count(*) FROM problems WHERE severity = 'error' GROUP BY ALL") == [["nim.turn", 1]]
    run("db", "check", "--db", "nim.duckdb")
    run("export", "--db", "nim.duckdb", "--out", "tables", "--format", "csv", "--table", "nim_turns")
    assert (installed / "tables" / "nim_turns.csv").read_text().startswith("game_key,turn,player_id,first_n")


def test_a_database_made_before_it_was_installed_takes_it_in(run: Run, installed: Path) -> None:
    vflog.load(SAMPLES / "base-3p.jsonl", installed / "old.duckdb", count_simulated=True)
    run("load", "logs", "--db", "old.duckdb")
    told = run("query", "--db", "old.duckdb", "--format", "json", "SELECT count(*) AS n FROM nim_turns").stdout
    assert json.loads(told) == [{"n": 5}]
    run("db", "check", "--db", "old.duckdb")


def _pages(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.html")}


def test_its_report_has_no_page_of_another_ruleset(run: Run, installed: Path) -> None:
    run("report", "logs", "--out", "pages")
    pages = _pages(installed / "pages")
    assert {name for name in pages if "/" not in name} == {
        "index.html",
        "nim.html",
        "players.html",
        "apps.html",
        "logs.html",
        "measures.html",
    }
    assert "3 games, 1 sound" in pages["index.html"]
    good = next(page for page in pages.values() if "<h1><bdi>good</bdi></h1>" in page)
    assert "Ada takes 1 stone from pile 2" in good
    assert "Stones left" in good
    assert "3 stones in 2 piles" in good
    words = re.compile(
        r"\b(Renown|Demis?|Hadria|Favors?|Quests?|Corruption|Celestials?|Udacha|Scenery)\b", re.IGNORECASE
    )
    for page in pages.values():
        assert not words.search(re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL))


def test_the_reports_of_others_have_none_of_its(run: Run, installed: Path) -> None:
    both = [str(SAMPLES / "base-3p.jsonl"), str(SAMPLES / "udacha.jsonl")]
    run("report", *both, "--out", "others")
    run("report", *both, "logs/good.jsonl", "--out", "all")
    others, every = _pages(installed / "others"), _pages(installed / "all")
    assert not any("nim" in name or re.search(r"\bnim\b|stones", page, re.IGNORECASE) for name, page in others.items())
    assert "nim.html" in every
    nim = next(page for page in every.values() if "<h1><bdi>good</bdi></h1>" in page)
    assert "Renown" not in nim.partition("<main")[2]


def test_simulate(run: Run, installed: Path) -> None:
    run("simulate", "--ruleset", "nim", "--games", "5", "--players", "3", "--wish", "piles=2,3", "--out", "sim")
    assert len(list((installed / "sim").iterdir())) == 5
    report = json.loads(run("validate", "sim", "--format", "json").stdout)
    assert report["totals"]["by_status"] == {"valid": 5}
    heads = [json.loads(path.read_text().partition("\n")[0]) for path in (installed / "sim").iterdir()]
    assert {json.dumps(head["piles"]) for head in heads} == {"[2, 3]"}
    wrong = run("simulate", "--ruleset", "nim", "--role", "x", "--out", "sim2", code=2).stderr
    assert "Games of nim are played without roles." in wrong
    wrong = run("simulate", "--ruleset", "udacha", "--wish", "piles=3", "--out", "sim2", code=2).stderr
    assert "Games of udacha are played without piles." in wrong
    wrong = run("simulate", "--ruleset", "nim", "--wish", "piles=x", "--out", "sim2", code=2).stderr
    assert "The wish for piles cannot be 'x'." in wrong


def test_seal_verify_and_referee(run: Run) -> None:
    run("seal", "logs/good.jsonl")
    assert "intact" in run("verify", "logs/good.jsonl", "--key", "logs/good.jsonl.seal.key").stdout
    answers = [json.loads(text) for text in run("referee", code=1, given=log(HEAD, TAKES[1])).stdout.splitlines()]
    assert "nim.turn" in json.dumps(answers)


def test_what_it_does_not_bring_is_refused_in_a_sentence(run: Run) -> None:
    assert "nim" in run("content", "new", "mine", "--ruleset", "nim", code=2).stderr

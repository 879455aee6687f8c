"""A new game is one package and one entry point: every command works on it without a word about it elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import vflog
from tests.engine.toy_ruleset import END, head, steps, whole

SOURCES = Path(vflog.__file__).parents[1]
VFLOG = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())"]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the package as an installer would leave it, and three logs of it."""
    folder = tmp_path_factory.mktemp("third")
    shutil.copy(Path(__file__).with_name("toy_ruleset.py"), folder)
    told = folder / "toy-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[vflog.rulesets]\ntoy = toy_ruleset:TOY\n")
    logs = folder / "logs"
    logs.mkdir()
    (logs / "good.jsonl").write_bytes(whole("good", 1, 2, -3))
    (logs / "wrong.jsonl").write_bytes(head("wrong") + steps(1, -2) + END)
    (logs / "open.jsonl").write_bytes(head("open") + steps(4))
    return folder


@pytest.fixture(scope="module")
def run(installed: Path) -> Run:
    def command(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{SOURCES}", "NO_COLOR": "1"}
        done = subprocess.run(
            [*VFLOG, *arguments], cwd=installed, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr + done.stdout
        return done

    return command


def test_validate(run: Run) -> None:
    report = json.loads(run("validate", "logs", "--format", "json", code=1).stdout)
    told = {game["game"]: (game["ruleset"], game["status"]) for game in report["games"]}
    assert told == {"good": ("toy", "valid"), "wrong": ("toy", "invalid"), "open": ("toy", "incomplete")}
    problem = next(problem for problem in report["problems"] if problem["severity"] == "error")
    assert (problem["code"], problem["rule"], problem["message"]) == (
        "toy.below", "T1", "The sum would go below nought by -2.",
    )  # fmt: skip


def test_replay_show_and_legal(run: Run) -> None:
    lines = [json.loads(text) for text in run("replay", "logs/good.jsonl", "--json").stdout.splitlines()]
    assert [line["state"] for line in lines] == [{"total": total} for total in (0, 1, 3, 0, 0)]
    assert "total" in run("show", "logs/good.jsonl", "--at", "2").stdout
    assert "0 legal records" in run("legal", "logs/open.jsonl").stdout


def test_explain_and_schema(run: Run) -> None:
    assert "The sum would go below nought" in run("explain", "toy.below").stdout
    assert "toy" in run("schema").stdout.split()
    schema = json.loads(run("schema", "toy").stdout)
    assert "step" in json.dumps(schema)


def test_load_query_and_report(run: Run, installed: Path) -> None:
    run("load", "logs", "--db", "toy.duckdb")
    rows = run("query", "--db", "toy.duckdb", "--format", "json", "SELECT game_id, status FROM games ORDER BY 1").stdout
    assert json.loads(rows) == [
        {"game_id": "good", "status": "valid"}, {"game_id": "open", "status": "incomplete"},
        {"game_id": "wrong", "status": "invalid"},
    ]  # fmt: skip
    run("db", "check", "--db", "toy.duckdb")
    run("report", "--db", "toy.duckdb", "--out", "pages")
    index = (installed / "pages" / "index.html").read_text("utf-8")
    assert "3 games, 1 sound" in index
    pages = [path.read_text("utf-8") for path in (installed / "pages" / "games").glob("*.html")]
    assert len(pages) == 3
    good = next(page for page in pages if "<h1><bdi>good</bdi></h1>" in page)
    assert "step: by 2" in good
    assert "Renown" not in good.partition("<main")[2]


def test_what_it_does_not_bring_is_refused_in_a_sentence(run: Run) -> None:
    told = run("simulate", "--ruleset", "toy", "--out", "sim", code=2).stderr
    assert "Games of toy cannot be simulated." in told
    assert "Games of toy cannot be shown with secrets hidden" in run(
        "replay", "logs/good.jsonl", "--view", "public", code=2
    ).stderr

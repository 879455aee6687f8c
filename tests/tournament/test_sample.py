"""The sample tournament: what was planted is found, all of it and nothing else, however the files come."""

from __future__ import annotations

import gzip
import json
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

from vflog import tournaments
from vflog.cli import main
from vflog.engine.dice import Dice
from vflog.tournament.judged import Tournament
from vflog.tournament.report import encoded

SAMPLES = Path(__file__).parents[2] / "sample_logs"
FOLDER = SAMPLES / "tournament"
FILE = FOLDER / "cup.toml"


@pytest.fixture(scope="module")
def maker() -> dict[str, Any]:
    return runpy.run_path(str(SAMPLES / "make_tournament.py"))


def found(*paths: Path) -> Tournament:
    return tournaments.tournament(tournaments.tournament_file(FILE), paths or [FOLDER])


def test_it_is_made_anew_with_equal_bytes(maker: dict[str, Any]) -> None:
    made = dict(maker["files"]())
    there = {str(path.relative_to(FOLDER)): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()}
    assert made == there


def test_exactly_what_was_planted_is_found(maker: dict[str, Any]) -> None:
    assert [(one.code, one.round, one.table) for one in found().found] == list(maker["PLANTED"])


def test_apps_are_named_where_a_log_is_at_fault() -> None:
    assert {(one.app, one.code) for one in found().found if one.app} == {
        ("app-three", "tournament.rules-differ"),
        ("app-two", "tournament.two-logs"),
        ("app-three", "tournament.players-differ"),
        ("app-one", "tournament.two-logs"),
        ("app-one", "tournament.not-sound"),
    }


def test_standings() -> None:
    report = found().report
    rows = [(row.rank, row.person, row.points, row.games) for row in report.standings]
    assert rows == [
        (1, "hal", "14", 4),
        (2, "ada", "13", 4),
        (3, "cy", "12", 4),
        (4, "eve", "12", 4),
        (5, "fay", "11", 3),
        (6, "kim", "10", 3),
        (7, "dot", "9", 4),
        (8, "gus", "8", 4),
        (9, "bob", "13/2", 3),
        (10, "ivy", "3", 4),
        (11, "lou", "3", 1),
        (12, "jon", "5/2", 3),
    ]
    assert [row.person for row in report.standings if row.withdrawn] == ["lou"]
    kim = [result for result in report.results if result.person == "kim"]
    assert [result.kind for result in kim] == ["game", "bye", "game", "game"]
    gus = {seat.player_id for t in report.tables() for seat in t.seats if seat.person == "gus" and t.app == "app-one"}
    assert gus == {"u-1107", "u-2207"}


def test_files_shuffled_renamed_packed_and_split_give_the_same_bytes(tmp_path: Path) -> None:
    told = encoded(found().report)
    logs = sorted(FOLDER.rglob("*.jsonl"))
    dice = Dice(5)
    assert encoded(found(*dice.sample(logs, len(logs))).report) == told
    renamed = tmp_path / "renamed"
    renamed.mkdir()
    for i, log in enumerate(dice.sample(logs, len(logs))):
        data = log.read_bytes()
        target = renamed / f"{dice.below(10**6)}-{i}.ndjson"
        if i % 2:
            Path(f"{target}.gz").write_bytes(gzip.compress(data))
        else:
            target.write_bytes(data)
    assert encoded(found(renamed).report) == told
    one = tmp_path / "one.jsonl"
    one.write_bytes(b"".join(log.read_bytes() for log in dice.sample(logs, len(logs))))
    assert encoded(found(one).report) == told


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "junit"])
def test_every_form_is_the_same_whatever_the_files_are_called(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", str(FILE), "--format", form]) == 1
    told = capsys.readouterr().out
    for i, log in enumerate(sorted(FOLDER.rglob("*.jsonl"), reverse=True)):
        shutil.copy(log, tmp_path / f"{i}.jsonl")
    assert main(["tournament", str(FILE), str(tmp_path), "--format", form]) == 1
    assert capsys.readouterr().out == told


def test_a_file_made_from_the_logs_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "new.toml"
    assert main(["tournament", "new", str(FOLDER), "--out", str(made)]) == 0
    text = made.read_text()
    assert "# a guess, by the name" in text
    again = tournaments.tournament(tournaments.tournament_file(made), [FOLDER])
    codes = {one.code for one in again.found}
    assert codes == {"tournament.two-logs", "tournament.not-sound", "tournament.rules-differ"}
    assert {person.name for person in again.report.persons} >= {"Ada", "Gus", "Lou"}


def test_what_was_published_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", str(FILE), "--format", "json"]) == 1
    old = tmp_path / "old.json"
    old.write_text(capsys.readouterr().out)
    main(["tournament", str(FILE), str(FOLDER), "--against", str(old), "--format", "json"])
    assert not [f for f in json.loads(capsys.readouterr().out)["findings"] if f["code"] == "tournament.changed"]
    other = tmp_path / "cup.toml"
    other.write_text(FILE.read_text().replace("bye = 3", "bye = 1").replace("eve = 1, dot = 2", "eve = 2, dot = 1"))
    main(["tournament", str(other), str(FOLDER), "--against", str(old), "--format", "json"])
    changed = [f for f in json.loads(capsys.readouterr().out)["findings"] if f["code"] == "tournament.changed"]
    said = "\n".join(f["message"] for f in changed)
    assert "The scoring (bye) was 3 when it was published, and is 1 now." in said
    assert "The result of Eve was place 1 at table 2, 6 (game) when it was published, and is place 2 at table 2" in said
    assert "The rank of Kim after round 4 was 6 when it was published" in said
    old.write_text("{}")
    assert main(["tournament", str(FILE), "--against", str(old)]) == 2

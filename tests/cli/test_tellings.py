"""A game told more than once, on the command line: what is told, what is chosen, what a stream takes back."""

from __future__ import annotations

import hashlib
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import LOGS, PACKS, Run, game
from vflog.cli.outputs import model


@pytest.fixture
def two(vflog: Run, tmp_path: Path) -> list[Path]:
    """Two games under one header, both played to their end."""
    paths = []
    for seed in (1, 2):
        paths.append(tmp_path / f"{seed}.jsonl")
        made = vflog("simulate", "--games", 1, "--players", 2, "--seed", seed, "--name", "g", "--out", paths[-1])
        assert made.code == 0
    assert paths[0].read_bytes().split(b"\n")[0] == paths[1].read_bytes().split(b"\n")[0]
    return paths


def test_a_contradiction_fails_until_one_telling_is_chosen(vflog: Run, two: list[Path], tmp_path: Path) -> None:
    ran = vflog("validate", *two)
    assert ran.code == 1
    assert ran.out.count("[game.duplicate]") == 1
    assert "contradict each other in a record of play" in ran.out
    heads = [hashlib.sha256(path.read_bytes()).hexdigest() for path in two]
    assert all(head[:12] in ran.out for head in heads)
    for head in heads:
        ran = vflog("validate", *two, "--telling", head[:12].upper())
        assert ran.code == 0
        assert "was chosen to stand for it" in ran.out
    for form in ("junit", "github"):
        assert "contradict each other" in vflog("validate", *two, "--format", form).out


def test_a_telling_is_chosen_in_a_database(vflog: Run, two: list[Path], tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    asked = ("query", "SELECT counted, why_not FROM games", "--db", db, "--format", "jsonl")
    assert "1 game told otherwise by another log" in vflog("load", *two, "--db", db, "--count-simulated").out
    assert vflog(*asked).lines == [{"counted": False, "why_not": "duplicate"}]
    ran = vflog("load", *two, "--db", db, "--count-simulated", "--telling", "0" * 64)
    assert (ran.code, "No log has the chain_head" in ran.err) == (2, True)
    assert vflog("load", *two, "--db", db, "--telling", "xyz").code == 2
    head = hashlib.sha256(two[0].read_bytes()).hexdigest()
    assert vflog("load", *two, "--db", db, "--count-simulated", "--telling", head).code == 0
    assert vflog(*asked).lines == [{"counted": True, "why_not": None}]
    assert vflog("db", "check", "--db", db).code == 0


def test_a_stream_says_what_no_longer_holds(vflog: Run, tmp_path: Path) -> None:
    short = game({"type": "note", "n": 1, "text": "a"})
    other = game({"type": "end", "n": 1, "reason": "abandoned"})
    logs = {"a": short, "b": short + b'{"type":"note","n":2}\n', "c": other, "d": other + b'{"type":"note","n":2}\n'}
    for name, data in logs.items():
        (tmp_path / f"{name}.jsonl").write_bytes(data)
    lines = vflog("validate", *(tmp_path / f"{name}.jsonl" for name in "abdc"), "--format", "jsonl").lines
    told = [line["revised"] for line in lines if "revised" in line]
    assert [(Path(r["file"]).stem, r["relation"], Path(r["by_file"]).stem, r["by_line"]) for r in told] == [
        ("a", "shorter", "b", 1),
        ("b", "other", "d", 1),
        ("c", "shorter", "d", 1),
    ]
    for line in lines:
        jsonschema.validate(line, model.schema())
    (summary,) = [line["summary"] for line in lines if "summary" in line]
    assert (summary["games"], summary["repeats"], summary["errors"], summary["warnings"]) == (2, 4, 0, 3)


def test_a_copy_in_one_load_is_told_as_one(vflog: Run, tmp_path: Path) -> None:
    log = (LOGS / "base-2p.jsonl").read_bytes()
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_bytes(log)
    db = tmp_path / "x.duckdb"
    ran = vflog("load", *PACKS, tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--db", db)
    assert "b.jsonl: the file is a copy of" in ran.out
    assert "loaded before" not in ran.out
    assert "2 files had been loaded before" in vflog("load", *PACKS, tmp_path, "--db", db).out


def test_a_redacted_copy_says_what_it_is_of(vflog: Run, tmp_path: Path) -> None:
    log = LOGS / "base-2p.jsonl"
    first = vflog("redact", *PACKS, log, "--view", "public").lines[0]
    (verdict,) = [line["game"] for line in vflog("validate", *PACKS, log, "--format", "jsonl").lines if "game" in line]
    assert first["redacted"] == {"of": str(verdict["game_key"]), "view": "public"}
    copy = tmp_path / "copy.jsonl"
    copy.write_text(vflog("redact", *PACKS, log, "--view", "ada").out)
    again = vflog("redact", *PACKS, copy, "--view", "public").lines[0]
    assert again["redacted"] == {"of": str(verdict["game_key"]), "view": "public"}

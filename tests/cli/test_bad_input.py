"""Bad input and wrong usage: one clear sentence and the exit code of the format."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import LOGS, PACKS, Run, game
from vflog import services

LOG = LOGS / "base-2p.jsonl"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "Missing command"),
        (("valdate",), 2, "Did you mean 'validate'?"),
        (("validate",), 2, "Missing argument"),
        (("validate", "--nope", "x"), 2, "No such option"),
        (("validate", "x", "--format", "yaml"), 2, "none of text, json"),
        (("validate", "x", "--allow", "invalid"), 2, "--allow takes incomplete and abandoned"),
        (("validate", "x", "--ruling", "bridge"), 2, "NAME=VALUE"),
        (("validate", "x", "--ruling", "bridge=up"), 2, "both, coast_to_mountains"),
        (("validate", "x", "--ruling", "nope=1"), 2, "no ruling"),
        (("validate", "x", "--content", "/nowhere"), 3, "no folder"),
        (("replay", "/nowhere.jsonl"), 3, "no file or folder"),
        (("replay", LOG, *PACKS, "--game", "other"), 2, "no game 'other'"),
        (("replay", LOG, *PACKS, "--to", "x"), 2, "no number"),
        (("show", LOGS, *PACKS), 2, "more than one game"),
        (("query", "SELECT 1", "--db", "/nowhere.duckdb"), 3, "no database"),
        (("query", "SELECT 1", "--db", LOG), 3, "no DuckDB database"),
        (("query", "SELECT 1", "--db", LOG, "--format", "yaml"), 2, "text, json, jsonl, csv"),
        (("load", LOG, "--db", LOG), 2, "one of the inputs"),
        (("load", LOG, "--db", "/proc/nowhere/x.duckdb"), 3, "cannot be made"),
        (("load", LOG, "--db", "x", "--memory", "much"), 2, "--memory takes an amount"),
        (("db", "check", "--db", "/nowhere.duckdb"), 3, "no database"),
        (("explain", "move.not-adjcent"), 2, "Did you mean move.not-adjacent"),
        (("explain", "§"), 2, "no code, rule or ruling"),
        (("schema", "nope"), 2, "no schema"),
        (("simulate", "--games", "0", "--out", "x"), 2, "from 1 on"),
        (("simulate", "--players", "30", "--out", "-"), 2, "cannot play"),
        (("simulate", "--ruleset", "chess", "--out", "-"), 2, "no ruleset"),
        (("legal", LOG, *PACKS, "--count", "--list"), 2, "not both"),
    ],
)  # fmt: skip
def test_one_sentence_and_the_exit_code(
    vflog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = vflog(*arguments)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert ran.err.startswith("vflog: ")
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"), [("nowhere.jsonl", "input.not-found"), (".", "input.empty-folder"), ("*.jsonl", "input.no-match")]
)
def test_no_file_is_no_success(
    vflog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = vflog("validate", name)
    assert ran.code == 3
    assert f"[{said}]" in ran.out


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"format": "vflog/2"}, "vflog/2; this version reads vflog/1"),
        ({"content": {"pack": "nowhere"}}, "content pack 'nowhere' is not among"),
        ({"content": {"pack": "sample", "sha256": "0" * 64}}, "0" * 64),
        ({"ruleset": "chess"}, "no ruleset 'chess'"),
        ({"revision": "1999"}, "no revision '1999'"),
    ],
)  # fmt: skip
def test_a_log_that_is_not_supported(vflog: Run, tmp_path: Path, header: dict[str, object], said: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(game(**header))
    ran = vflog("validate", path)
    assert ran.code == 1
    assert said in ran.out
    assert "unsupported" in ran.out


def test_a_fault_of_ours_is_one_sentence(vflog: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **named: object) -> None:
        raise KeyError("inner name")

    monkeypatch.setattr(services, "validate", broken)
    ran = vflog("validate", "x")
    assert ran.code == 4
    assert ran.err.count("\n") == 1
    assert "internal error" in ran.err
    assert "inner name" not in ran.err


def test_help_and_version(vflog: Run) -> None:
    ran = vflog("--help")
    assert ran.code == 0
    assert re.search(r"^  validate +Judge logs", ran.out, re.MULTILINE)
    assert vflog("--version").out.startswith("vflog ")
    from vflog.cli.app import _names

    for name in _names():
        told = vflog(name, "--help")
        assert told.code == 0
        assert told.out.startswith(f"Usage: vflog {name}")

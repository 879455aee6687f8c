"""Bad input and wrong usage: one clear sentence and the exit code of the format."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import LOGS, PACKS, Run, game
from vflog import api

LOG = LOGS / "base-2p.jsonl"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("valdate",), 2, "There is no command 'valdate'. Did you mean validate?"),
        (("content",), 2, "“vflog content” is followed by new, check or show."),
        (("content", "chek", "x"), 2, "There is no command 'chek'. Did you mean check?"),
        (("validate",), 2, "PATH is missing."),
        (("load", "x"), 2, "--db is missing"),
        (("validate", "--nope", "x"), 2, "There is no option --nope."),
        (("validate", "--fromat", "json", "x"), 2, "Did you mean --format?"),
        (("--verison",), 2, "Did you mean --version?"),
        (("validate", "x", "--view"), 2, "--view takes a value"),
        (("validate", "x", "--all=yes"), 2, "--all takes no value"),
        (("validate", "x", "--format", "yaml"), 2, "--format takes text, json, jsonl, junit or github, not 'yaml'."),
        (("validate", "x", "--format", "jsnol"), 2, "Did you mean jsonl?"),
        (("completion", "bsh"), 2, "Did you mean bash?"),
        (("explain", "VF-M3", "VF-M4"), 2, "(VF-M4). “vflog explain --help” tells"),
        (("validate", "x", "--allow", "invalid"), 2, "--allow takes incomplete or abandoned, not 'invalid'."),
        (("validate", "x", "--allow", "abandond"), 2, "Did you mean abandoned?"),
        (("validate", "x", "--ruling", "bridge"), 2, "NAME=VALUE"),
        (("validate", "x", "--ruling", "bridge=up"), 2, "both or coast_to_mountains"),
        (("validate", "x", "--ruling", "brigde=both"), 2, "Did you mean bridge?"),
        (("corpus-diff", "x", "--against", "bridge=bot"), 2, "Did you mean bridge=both?"),
        (("validate", "x", "--ruling", "nope=1"), 2, "no ruling"),
        (("validate", "x", "--content", "/nowhere"), 3, "no folder"),
        (("replay", "/nowhere.jsonl"), 3, "no file or folder"),
        (("replay", LOG, *PACKS, "--game", "other"), 2, "no game 'other'"),
        (("replay", LOG, *PACKS, "--to", "x"), 2, "no number"),
        (("show", LOGS, *PACKS), 2, "more than one game"),
        (("query", "SELECT 1", "--db", "/nowhere.duckdb"), 3, "no database"),
        (("query", "SELECT 1", "--db", LOG), 3, "no DuckDB database"),
        (("query", "SELECT 1", "--db", LOG, "--format", "yaml"), 2, "text, json, jsonl or csv"),
        (("export", "--db", "x", "--out", "y", "--format", "cvs"), 2, "Did you mean csv?"),
        (("load", LOG, "--db", LOG), 2, "one of the inputs"),
        (("load", LOG, "--db", "/proc/nowhere/x.duckdb"), 3, "cannot be made"),
        (("load", LOG, "--db", "x", "--memory", "much"), 2, "--memory takes an amount"),
        (("db", "check", "--db", "/nowhere.duckdb"), 3, "no database"),
        (("explain", "move.not-adjcent"), 2, "Did you mean move.not-adjacent"),
        (("explain", "§"), 2, "no code, rule or ruling"),
        (("explain", "Natural Ordr"), 2, "Did you mean natural-order?"),
        (("explain", "--list", "cods"), 2, "Did you mean codes?"),
        (("explain",), 2, "--list codes, rules, rulings or cards"),
        (("schema", "nope"), 2, "no schema"),
        (("schema", "veiledfate"), 2, "Did you mean veiled-fate?"),
        (("content", "show", "smaple"), 3, "Did you mean sample?"),
        (("content", "new", "x", "--ruleset", "veiled"), 2, "Did you mean veiled-fate?"),
        (("show", LOG, *PACKS, "--game", "base2p"), 2, "Did you mean base-2p?"),
        (("show", LOG, *PACKS, "--view", "Ada"), 2, "Did you mean ada?"),
        (("legal", LOG, *PACKS, "--player", "Ada"), 2, "Did you mean ada?"),
        (("legal", LOG, *PACKS, "--type", "mvoe"), 2, "Did you mean move?"),
        (("simulate", "--games", "0", "--out", "x"), 2, "from 1 on"),
        (("simulate", "--players", "12", "--out", "-"), 2, "cannot play this. Possible: 2 to 8 players, with a Cel"),
        (("simulate", "--players", "9", "--out", "-"), 2, "cannot play this. Possible: 2 to 8 players, with a Cel"),
        (("simulate", "--ruleset", "chess", "--out", "-"), 2, "no ruleset"),
        (("simulate", "--ruleset", "udaca", "--out", "-"), 2, "Did you mean udacha?"),
        (("simulate", "--expansions", "hadra", "--out", "-"), 2, "Did you mean hadria?"),
        (("simulate", "--pack", "smaple", "--out", "-"), 2, "Did you mean sample?"),
        (("simulate", "--wish", "rol=x", "--out", "-"), 2, "Did you mean role?"),
        (("legal", LOG, *PACKS, "--count", "--list"), 2, "not both"),
        (("legal", LOG, *PACKS, "--list", "--max", "-1"), 2, "--max takes a number from 0 on, not -1."),
        (("replay", LOG, *PACKS, "--to", "-3"), 2, "--to takes a number from 0 on"),
        (("db", "check", "--db", "x", "--wait", "inf"), 2, "--wait takes a number from 0 to 86400, not inf."),
        (("tournament", "x", "--watch", "--seconds", "nan"), 2, "--seconds takes a number from 0 to 86400, not nan."),
        (("validate", "x", "--jobs", "0"), 2, "--jobs takes a number from 1 on"),
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

    monkeypatch.setattr(api, "validate", broken)
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

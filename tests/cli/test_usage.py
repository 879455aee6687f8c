"""How commands are asked: nothing, help, names in the singular and the plural, retired names, what is listed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LOGS, PACKS, Run
from vflog.cli import app
from vflog.log.nearest import nearest

LOG = LOGS / "base-2p.jsonl"
WORDS = {"content": ("new", "check", "show"), "db": ("check", "digest")}


def _all() -> Iterator[tuple[str, ...]]:
    for name in app._names():
        yield from [(name,), *((name, word) for word in WORDS.get(name, ()))]


def test_without_a_command_it_says_what_to_do_next(vflog: Run) -> None:
    ran = vflog()
    assert (ran.code, ran.out) == (2, "")
    assert "vflog demo" in ran.err
    assert "vflog --help" in ran.err
    assert len(ran.err.splitlines()) < 10


@pytest.mark.parametrize("command", [(), *_all()], ids=" ".join)
def test_h_is_help_everywhere(vflog: Run, command: tuple[str, ...]) -> None:
    short = vflog(*command, "-h")
    assert short.code == 0
    assert short.out == vflog(*command, "--help").out
    assert short.out.startswith(f"Usage: {' '.join(('vflog', *command))} ")
    assert "list[" not in short.out, "a type of Python's"


def test_v_is_the_version(vflog: Run) -> None:
    assert vflog("-V") == vflog("--version")


@pytest.mark.parametrize(("one", "other"), [("ruling", "rulings"), ("schemas", "schema")])
def test_commands_are_taken_in_the_singular_and_the_plural(vflog: Run, one: str, other: str) -> None:
    rest = ("list",) if other == "rulings" else ()
    assert vflog(one, *rest) == vflog(other, *rest)
    assert vflog(other, *rest).code == 0


def test_no_command_is_another_in_the_plural() -> None:
    names = app._names()
    assert not {f"{name}s" for name in names} & {*names}


def test_options_are_taken_in_the_singular_and_the_plural(vflog: Run) -> None:
    asked = [("simulate", option, "hadria", "--out", "-") for option in ("--expansion", "--expansions")]
    assert vflog(*asked[0]) == vflog(*asked[1])
    asked = [("validate", LOG, *PACKS, option, "bridge=both") for option in ("--ruling", "--rulings")]
    assert vflog(*asked[0]) == vflog(*asked[1])


def test_what_is_given_by_commas_may_be_given_again(vflog: Run) -> None:
    asked = [("--expansions", "hadria,servants"), ("--expansions", "hadria", "--expansions", "servants")]
    first, second = (vflog("simulate", *each, "--out", "-") for each in asked)
    assert first.out == second.out
    assert first.lines[0]["expansions"] == ["hadria", "servants"]


def test_a_retired_name_does_as_the_new_one_and_says_so(vflog: Run, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    vflog("load", LOG, *PACKS, "--db", db)
    old, new = (
        vflog("export", "--db", db, "--out", tmp_path / option, option, "csv", "--table", "games")
        for option in ("--files", "--format")
    )
    assert (old.code, new.code, new.err) == (0, 0, "")
    assert old.err == "vflog: --files is now called --format, as in every command.\n"
    told = [(tmp_path / option / "games.csv").read_bytes() for option in ("--files", "--format")]
    assert told[0] == told[1]


def _options() -> Iterator[tuple[str, Any]]:
    for names in _all():
        command = app._made(names[0])
        command = command.commands[names[1]] if len(names) == 2 else command
        if not hasattr(command, "commands"):
            yield from ((" ".join(names), param) for param in command.params)


def test_one_name_is_one_kind_of_thing() -> None:
    """An option that takes a value in one command takes one in each, and each parameter has one name."""
    takes: dict[str, set[bool]] = {}
    named: dict[str, set[str]] = {}
    for _, param in _options():
        if param.param_type_name == "option" and not param.hidden:
            (option,) = param.opts
            takes.setdefault(option, set()).add(bool(param.is_flag))
            named.setdefault(option.removesuffix("s"), set()).add(option)
    # Of what is legal there is one kind of list, of what can be explained there are several.
    assert {option for option, flags in takes.items() if len(flags) > 1} == {"--list"}
    # Numbers of games and players that are simulated, and which game or player is meant elsewhere; logs that are
    # followed, and the one that a referee writes.
    assert {name for name, options in named.items() if len(options) > 1} == {"--game", "--log", "--player"}


@pytest.mark.parametrize("kind", ["code", "rule", "ruling", "card"])
def test_all_of_a_kind_are_listed_and_each_is_explained(vflog: Run, kind: str) -> None:
    plural = vflog("explain", "--list", f"{kind}s")
    assert plural.code == 0
    assert plural == vflog("explain", "--list", kind)
    rows = json.loads(vflog("explain", "--list", kind, "--format", "json").out)[f"{kind}s"]
    assert len(plural.out.splitlines()) == len(rows) + 1
    assert vflog("explain", "--list", kind, "--format", "jsonl").lines == rows
    name = {"code": "code", "rule": "rule", "ruling": "name", "card": "id"}[kind]
    assert vflog("explain", rows[-1][name]).code == 0


def test_completion_prints_the_lines_for_each_shell(vflog: Run) -> None:
    lines = vflog("completion").out.splitlines()
    assert [line.split()[0] for line in lines] == ["shell", "bash", "zsh", "fish", "powershell"]
    assert 'eval "$(vflog completion bash)"' in lines[1]
    assert "_vflog_completion" in vflog("completion", "bash").out


def test_completion_is_installed_only_when_asked(vflog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    vflog("completion"), vflog("completion", "bash")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / ".bashrc").write_text("alias ll='ls -l'")
    for said in ("A line was added", "has the line already"):
        ran = vflog("completion", "bash", "--install")
        assert ran.code == 0
        assert said in ran.out
    assert (tmp_path / ".bashrc").read_text().splitlines() == ["alias ll='ls -l'", 'eval "$(vflog completion bash)"']
    assert vflog("completion", "--install").code == 2


def test_the_script_is_one_that_bash_reads(vflog: Run) -> None:
    subprocess.run(["bash", "-n"], input=vflog("completion", "bash").out, text=True, check=True)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("valdate", "validate"), ("Veiled_Fate", "veiled-fate"), ("veil", "veiled-fate"), ("mvoe", "move"),
        ("", None), ("zz", None), ("§", None),
    ],
)  # fmt: skip
def test_the_nearest_name(word: str, found: str | None) -> None:
    names = ["validate", "veiled-fate", "vote", "move", "udacha"]
    assert next(iter(nearest(word, names)), None) == found

"""What surrounds the bytes: names of files and players, folders, pipes, disks, terminals, times, many files at once."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT
from vflog import api

from .inputs import joined, small

VFLOG = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())"]
ALLOW = ("--allow", "abandoned")


def vflog(*arguments: object, cwd: Path | None = None, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Runs vflog as a process, for twenty seconds at most, in the folder `cwd`."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [*VFLOG, *(os.fsencode(a) if isinstance(a, Path) else str(a) for a in arguments)]
    return subprocess.run(command, cwd=cwd, env=env, timeout=60, capture_output="stdout" not in more, **more)


def log(game: str = "small", *, names: tuple[str, ...] = (), lines: tuple[bytes, ...] = ()) -> bytes:
    """The small game under another id, its players with names."""
    header = json.loads(small()[0])
    header["game"] = game
    for player, name in zip(header["players"], names, strict=False):
        player["name"] = name
    return joined(json.dumps(header, ensure_ascii=False).encode(), *(lines or small()[1:]))


# -- files ---------------------------------------------------------------------------------------------

NAMES: tuple[bytes, ...] = (
    b"two words.jsonl", b"[a-c].jsonl", b"*.jsonl", b"?.jsonl", b"{a,b}.jsonl", b"-v.jsonl", b"--help.jsonl",
    b"'.jsonl", b'".jsonl', b"`id`.jsonl", b"$HOME.jsonl", b"%s.jsonl", b"a\nb.jsonl", b"a\tb.jsonl",
    b"\x1b[31mred.jsonl",
    b"\\.jsonl", b"{x}.jsonl", b"[red].jsonl", b"\xff\xfe.jsonl", b"na\xc3\xafve.jsonl", b"\xe2\x80\xae.jsonl",
    b" .jsonl",
    b"~.jsonl", b"#.jsonl", b"x; DROP TABLE games; --.jsonl", b".hidden.jsonl", b"CAPITALS.JSONL", b"..jsonl",
    b"a.jsonl.GZ",
)  # fmt: skip


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A folder of logs with odd names, each of another game."""
    folder = tmp_path / "odd"
    folder.mkdir()
    for i, name in enumerate(NAMES):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(log(f"odd-{i}"))
    return folder


def test_every_file_is_read_once_whatever_it_is_called(odd: Path) -> None:
    ran = vflog("validate", odd, "--format", "json", *ALLOW)
    assert (ran.returncode, ran.stderr) == (0, b"")
    report = json.loads(ran.stdout)
    assert sorted(g["game"] for g in report["games"]) == sorted(f"odd-{i}" for i in range(len(NAMES)))


def test_a_file_that_is_there_is_no_pattern_and_after_two_dashes_no_option(odd: Path) -> None:
    names = [os.fsdecode(name) for name in NAMES]
    ran = vflog("validate", "--format", "json", *ALLOW, "--", *names, cwd=odd)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["totals"]["games"] == len(NAMES)


def test_a_name_never_steers_a_terminal(odd: Path) -> None:
    for form in ("text", "github", "junit", "jsonl"):
        ran = vflog("validate", odd, "--format", form)
        assert ran.returncode == 1
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", ran.stdout.decode())


def test_a_folder_with_traps_is_walked_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").write_bytes(log())
    (tmp_path / "old.jsonl").mkdir()
    (tmp_path / "old.jsonl" / "within.jsonl").write_bytes(log("within"))
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "gone.jsonl").symlink_to("nowhere.jsonl")
    (tmp_path / "self.jsonl").symlink_to("self.jsonl")
    (tmp_path / "again.jsonl").symlink_to("real.jsonl")
    ran = vflog("validate", tmp_path, "--format", "json", *ALLOW)
    assert ran.returncode == 0
    report = json.loads(ran.stdout)
    assert sorted(g["game"] for g in report["games"]) == ["small", "within"]
    told = {Path(p["file"]).name for p in report["problems"]}
    assert told >= {"pipe.jsonl", "loop", "gone.jsonl", "self.jsonl"}


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(log())
    (tmp_path / "b.jsonl").write_bytes(log("other"))
    (tmp_path / "a.jsonl").chmod(0)
    ran = vflog("validate", tmp_path, "--format", "json", *ALLOW)
    assert ran.returncode == 3
    assert [g["game"] for g in json.loads(ran.stdout)["games"]] == ["other"]


def test_one_broken_file_spoils_neither_the_others_nor_the_exit_code(tmp_path: Path) -> None:
    for i, data in enumerate((log("one"), log("two")[:-20], log("three"))):
        (tmp_path / f"{i}.jsonl").write_bytes(data)
    ran = vflog("validate", tmp_path, "--format", "json", *ALLOW)
    assert ran.returncode == 1
    assert [g["status"] for g in json.loads(ran.stdout)["games"]] == ["abandoned", "incomplete", "abandoned"]


def test_files_with_nothing_in_them_say_so(tmp_path: Path) -> None:
    for name, data in {"a": b"", "b": b"\n\n\n", "c": joined(small()[0])}.items():
        (tmp_path / f"{name}.jsonl").write_bytes(data)
    report = api.validate(tmp_path)
    assert [p.file and Path(p.file).name for p in report.problems if p.code == "file.no-game"] == ["a.jsonl", "b.jsonl"]
    assert [(g.status, g.applied) for g in report.games] == [("incomplete", 1)]


# -- texts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "[/red] [bold]Ann", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "=1+1", "\x1b[2J",
        "\u202eoga", "a\u2028b", "{0} {game} %s", "'); DROP TABLE games; --", "]]>", "&lt;", "\U0001f3b2",
        "e\u0301" * 50,
        "",
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["text", "json", "jsonl", "junit", "github"])
def test_a_name_is_text_and_nothing_else(tmp_path: Path, name: str, form: str, capfdbinary: Any) -> None:
    from vflog.cli import main

    move = next(line for line in small() if b'"type":"move"' in line).replace(b'"demi":', b'"x_demi":')
    lines = (*small()[1:3], move, *small()[3:])
    (tmp_path / "[red]f[-red].jsonl").write_bytes(log(names=(name, name), lines=lines)[:-9])
    code = main(["validate", "--format", form, str(tmp_path)])
    out, err = capfdbinary.readouterr()
    assert (code, err) == (1, b"")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e\u2028]", out.decode())
    assert b"[red]f[-red].jsonl" in out


def test_a_field_that_comes_late_is_told_with_its_line(tmp_path: Path) -> None:
    games = [log(f"late-{i}") for i in range(300)]
    odd = games[-1].replace(b'"last train"', b'"last train","comes_late":7')
    (tmp_path / "all.jsonl").write_bytes(b"".join([*games[:-1], odd]))
    report = api.validate(tmp_path)
    (problem,) = report.problems
    assert problem.code == "line.unknown-field"
    assert problem.line == 300 * len(small()) - 1
    assert report.totals.records == 300 * len(small()) - 1


def test_a_clock_that_goes_back_is_a_warning(tmp_path: Path) -> None:
    timed = [line[:-1] + b',"at":"2026-01-01T00:00:%02dZ"}' % i for i, line in enumerate(small())]
    timed[4] = timed[4].replace(b"2026", b"2001")
    (tmp_path / "a.jsonl").write_bytes(joined(*timed))
    report = api.validate(tmp_path)
    assert [(p.code, p.severity, p.line) for p in report.problems] == [("at.backwards", "warning", 5)]
    assert report.games[0].status == "abandoned"


# -- the process ---------------------------------------------------------------------------------------


def many(path: Path, games: int = 2000) -> Path:
    """A file of so many games, each with a problem to print."""
    path.write_bytes(b"".join(log(f"p-{i}", lines=(*small()[1:3], b'{"type":"x"}')) for i in range(games)))
    return path


@pytest.mark.parametrize("form", ["text", "jsonl", "github"])
def test_a_reader_that_leaves_early_ends_the_program_quietly(tmp_path: Path, form: str) -> None:
    path = many(tmp_path / "many.jsonl")
    command = f"{' '.join(map(_quoted, VFLOG))} validate {path} --format {form} | head -n 1; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, cwd=ROOT)
    assert (ran.returncode, ran.stderr) == (141, b"")
    assert ran.stdout.count(b"\n") == 1


def _quoted(text: str) -> str:
    return "'" + text + "'"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("form", ["text", "json", "jsonl", "junit", "github"])
def test_a_full_disk_is_one_sentence(tmp_path: Path, form: str) -> None:
    path = many(tmp_path / "many.jsonl", 300)
    with open("/dev/full", "wb") as full:
        ran = vflog("validate", path, "--format", form, stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == 3
    assert ran.stderr.count(b"\n") == 1
    assert b"space" in ran.stderr


def test_an_interrupt_gives_the_totals_so_far(tmp_path: Path) -> None:
    pipe = tmp_path / "slow.jsonl"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(
            [*VFLOG, "validate", str(pipe)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        ) as process,
        open(pipe, "wb") as writer,
    ):
        writer.write(log() * 3)
        writer.flush()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"interrupted" in (out + err).lower()
    assert b"lines =" in out


@pytest.mark.parametrize("command", ["load", "seal", "report", "simulate"])
def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, command: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(log())
    nowhere = "/proc/vflog-nowhere/x"
    arguments: dict[str, tuple[object, ...]] = {
        "load": (path, "--db", f"{nowhere}.duckdb"),
        "seal": (path, "--out", f"{nowhere}.seal"),
        "report": (path, "--out", nowhere),
        "simulate": ("--out", f"{nowhere}.jsonl"),
    }
    ran = vflog(command, *arguments[command])
    assert (ran.returncode, ran.stdout) == (3, b"")
    assert ran.stderr.count(b"\n") == 1
    assert ran.stderr.startswith(b"vflog: ")


@pytest.mark.parametrize("command", [("load", "--db"), ("seal", "--force", "--out")])
def test_an_output_onto_an_input_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(log())
    (tmp_path / "link").symlink_to(path)
    os.link(path, tmp_path / "hard")
    name, *options = command
    for out in (path, tmp_path / "link", tmp_path / "hard"):
        ran = vflog(name, path, *options, out)
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert path.read_bytes() == log()

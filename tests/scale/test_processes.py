"""Real processes: the same bytes in every format; one that is killed; an interrupt; the end of who began them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import LOGS, PACKS, ROOT, Run, vflog
from tests.cli.test_signals import running

__all__ = ["vflog"]

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="the processes are looked up in /proc")

TWO = ("validate", "--format", "jsonl", *PACKS, "--jobs", 2)
SAMPLE = ROOT / "sample_logs" / "base-3p.jsonl"


def copies(data: bytes, count: int) -> bytes:
    """Copies of a log as other games."""
    first, newline, rest = data.partition(b"\n")
    return b"".join(
        first.replace(b'"game":"', b'"game":"c%d-' % i, 2).replace(b'"type":"c%d-game' % i, b'"type":"game')
        + newline
        + rest
        for i in range(count)
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some files: one that is cut, small ones, one game told twice, one that is packed and damaged, one missing."""
    place = tmp_path_factory.mktemp("jobs")
    data = SAMPLE.read_bytes()
    (place / "large.jsonl").write_bytes(copies(data, 2_300_000 // len(data)))
    for path in sorted(LOGS.glob("*.jsonl"))[:12]:
        (place / path.name).write_bytes(path.read_bytes())
    (place / "zz-first.jsonl").write_bytes(b"".join(data.splitlines(keepends=True)[:40]))
    (place / "zz-then.jsonl").write_bytes(data)
    return place


def children(process: int) -> list[int]:
    """The processes that one has begun."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(number) for number in text.split()]


def alive(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(what: Callable[[], bool]) -> bool:
    """Wait a while for something to be so."""
    end = time.monotonic() + 20
    while not (so := what()) and time.monotonic() < end:
        time.sleep(0.02)
    return so


def gone(processes: list[int]) -> bool:
    """Wait until none of them is there."""
    return until(lambda: not any(map(alive, processes)))


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_the_same_bytes_in_every_format(vflog: Run, folder: Path, form: str) -> None:
    one = vflog("validate", folder, "--format", form, *PACKS, "--jobs", 1)
    two = vflog("validate", folder, "--format", form, *PACKS, "--jobs", 2)
    assert two == one
    assert "c7-" in one.out or form in ("text", "github")


def test_a_process_that_is_killed_is_told_and_its_part_judged_again(vflog: Run, folder: Path) -> None:
    one = vflog("validate", folder, "--format", "jsonl", *PACKS, "--jobs", 1)
    with running(*TWO, folder, bufsize=0) as process:
        assert until(lambda: len(children(process.pid)) == 2)
        os.kill(children(process.pid)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert out.decode() == one.out
    assert process.returncode == one.code
    said = err.decode().splitlines()
    what = "A process that judged a part of the logs has ended (it was killed by SIGKILL)"
    assert said == [f"vflog: {what}; its part is judged again."]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_leaves_no_process(folder: Path, number: int, code: int) -> None:
    with running(*TWO, folder, bufsize=0) as process:
        assert until(lambda: len(children(process.pid)) == 2)
        begun = children(process.pid)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, b"")
    last = json.loads(out.splitlines()[-1])
    summary = last["summary"]
    assert not last["complete"]
    assert summary["lines"] == sum(summary[name] for name in ("blank", "records", "rejects", "repeats"))
    assert gone(begun)


def test_who_is_killed_leaves_no_process(folder: Path) -> None:
    with running(*TWO, folder, bufsize=0) as process:
        assert until(lambda: len(children(process.pid)) == 2)
        begun = children(process.pid)
        process.kill()
        process.wait()
    assert gone(begun)


def test_a_script_without_a_guard(folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, vflog\nprint('once')\nprint(vflog.validate(sys.argv[1], jobs=2, collect=False).totals.games)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, script, folder / "large.jsonl"], env=env, capture_output=True, text=True)
    once, games = run.stdout.split()
    assert (once, int(games) > 100, run.stderr) == ("once", True, "")


def test_a_load_comes_to_the_same_database_also_when_it_is_killed_and_completed(
    vflog: Run, folder: Path, tmp_path: Path
) -> None:
    whole, killed = tmp_path / "whole.duckdb", tmp_path / "killed.duckdb"
    # Each by a process of its own: what other tests have registered here would be in one database alone.
    with running("load", folder, "--db", whole, *PACKS, "--jobs", 1) as process:
        assert process.wait() == 0
    with running("load", folder, "--db", killed, *PACKS, "--jobs", 2) as process:
        assert until(lambda: killed.exists() and len(children(process.pid)) == 2)
        time.sleep(0.7)
        begun = children(process.pid)
        process.kill()
        process.wait()
    assert gone(begun)
    with running("load", folder, "--db", killed, *PACKS, "--jobs", 2) as process:
        assert process.wait() == 0
    assert vflog("db", "check", "--db", killed).code == 0
    assert vflog("db", "digest", "--db", killed).out == vflog("db", "digest", "--db", whole).out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["killed.duckdb", "whole.duckdb"]


def test_two_verdicts_of_a_corpus(vflog: Run, folder: Path, tmp_path: Path) -> None:
    logs = [path for path in sorted(folder.iterdir()) if path.name != "large.jsonl"]
    saved = tmp_path / "saved.json"
    saved.write_text(vflog("validate", *logs, "--format", "json").out)
    for against in ("renown_bounds=refuse", saved):
        one = vflog("corpus-diff", *logs, "--against", against, "--format", "jsonl", *PACKS)
        assert vflog("corpus-diff", *logs, "--against", against, "--format", "jsonl", *PACKS, "--jobs", 2) == one
    assert len(one.out.splitlines()) > 1


def test_a_tournament(vflog: Run) -> None:
    (file,) = (ROOT / "sample_logs").rglob("cup.toml")
    one = vflog("tournament", file, "--format", "json", "--jobs", 1)
    assert vflog("tournament", file, "--format", "json", "--jobs", 2) == one
    assert len(one.out) > 1000

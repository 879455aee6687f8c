"""What only a process of its own shows: pipes, interrupts, standard input, what is loaded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import LOGS, PACKS, ROOT

VFLOG = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())"]
HEAVY = ("duckdb", "polars", "plotly", "pydantic", "rich", "jinja2", "http")


def _modules(*arguments: object) -> set[str]:
    code = "import sys; from vflog.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT)
    return {name.partition(".")[0] for name in ran.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize(
    "arguments", [("--help",), ("validate", *PACKS, LOGS / "base-2p.jsonl"), ("show", *PACKS, LOGS / "base-2p.jsonl")]
)
def test_only_what_a_command_needs_is_loaded(arguments: tuple[object, ...]) -> None:
    loaded = _modules(*arguments)
    assert "vflog" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_help_loads_no_rules() -> None:
    assert "msgspec" not in _modules("--help")


def test_a_broken_pipe_ends_quietly() -> None:
    process = subprocess.Popen(
        [*VFLOG, "replay", *PACKS, str(LOGS / "base-4p.jsonl"), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(30) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


def test_a_full_disk_is_one_sentence() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "wb") as full:
        ran = subprocess.run([*VFLOG, "rulings", "list"], stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == 3
    assert ran.stderr.count(b"\n") == 1


def test_an_interrupt_tells_the_totals_so_far(tmp_path: Path) -> None:
    pipe = tmp_path / "log.jsonl"
    os.mkfifo(pipe)
    process = subprocess.Popen([*VFLOG, "validate", *PACKS, str(pipe), "--format", "jsonl"], stdout=subprocess.PIPE)
    with open(pipe, "wb") as writer:
        for path in ("base-2p", "base-4p"):
            writer.write((LOGS / f"{path}.jsonl").read_bytes())
        writer.flush()
        assert process.stdout is not None
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    last = json.loads(out.splitlines()[-1])
    assert last["complete"] is False
    totals = last["summary"]
    assert totals["lines"] == totals["blank"] + totals["records"] + totals["rejects"] + totals["repeats"] > 0


def test_standard_input_is_read() -> None:
    log = (LOGS / "base-2p.jsonl").read_bytes()
    ran = subprocess.run([*VFLOG, "validate", *PACKS, "-"], input=log, capture_output=True)
    assert ran.returncode == 0
    assert b"standard input:1: game base-2p" in ran.stdout


def test_a_locale_changes_nothing() -> None:
    command = [*VFLOG, "show", *PACKS, str(LOGS / "hadria-3p.jsonl"), "--at", "60"]
    outs = {
        subprocess.run(command, capture_output=True, env={**os.environ, **changed}).stdout
        for changed in ({"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"})
    }
    assert len(outs) == 1
    assert "×".encode() in outs.pop()

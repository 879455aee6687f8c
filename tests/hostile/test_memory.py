"""Memory does not grow with the input. Slow, so only where VFLOG_SLOW is set: `VFLOG_SLOW=1 pytest -s …`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from backports import zstd

from tests.cli.conftest import ROOT
from vflog import services

pytestmark = [
    pytest.mark.skipif("VFLOG_SLOW" not in os.environ, reason="takes minutes; set VFLOG_SLOW to run it"),
    pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc"),
]
#: What one game may cost that is told, in bytes; and what else may differ from run to run.
A_GAME, SLACK = 128, 6 << 20
SMALL, LARGE = 60_000_000, 400_000_000
#: What `getrusage` tells a new process is at least what its parent had; the kernel's own figure begins anew.
_RUN = """
import sys
from vflog.cli import main
code = main(sys.argv[1:])
with open("/proc/self/status") as status:
    print(*(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM")), file=sys.stderr)
sys.exit(code)
"""


def text(size: int) -> Iterator[bytes]:
    """So many bytes of sound games, the same few again and again under new ids."""
    games = [log for _, log in services.simulate(20, 1, ruleset="veiled-fate", game="big")]
    number = done = 0
    while done < size:
        for log in games:
            number += 1
            piece = re.sub(rb'"big-[0-9]+"', b'"big-%07d"' % number, log, count=1)
            done += len(piece)
            yield piece


def packed(folder: Path, size: int) -> tuple[Path, int]:
    """A zstd file of so much text, and how many games are in it."""
    path, games = folder / f"{size}.jsonl.zst", 0
    with zstd.open(path, "wb") as file:
        for piece in text(size):
            file.write(piece)
            games += 1
    return path, games


def peak(*arguments: object, stdin: int | None = None) -> int:
    """The most memory that a command had, in bytes."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", _RUN, *map(str, arguments)]
    ran = subprocess.run(command, env=env, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    return int(ran.stderr.splitlines()[-1])


def test_validate_needs_no_more_memory_for_a_larger_file(tmp_path: Path) -> None:
    small, few = packed(tmp_path, SMALL)
    large, many = packed(tmp_path, LARGE)
    before, after = (peak("validate", path) for path in (small, large))
    print(f"\nvalidate: {few} games {before / 1e6:.1f} MB, {many} games {after / 1e6:.1f} MB")
    assert after - before <= (many - few) * A_GAME + SLACK


def test_seal_needs_some_bytes_a_line(tmp_path: Path) -> None:
    path, games = packed(tmp_path, SMALL)
    lines = SMALL // 90
    used = peak("seal", path)
    print(f"\nseal: {SMALL / 1e6:.0f} MB, {games} games: {used / 1e6:.1f} MB")
    assert used <= (64 << 20) + lines * 80 + games * 2500


def test_a_line_without_end_is_not_kept(tmp_path: Path) -> None:
    read, write = os.pipe()

    def feed() -> None:
        with open(write, "wb") as file:
            for _ in range(2000):
                file.write(b"a" * 100_000)

    feeder = threading.Thread(target=feed)
    feeder.start()
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", _RUN, "validate", "-"], env=env, stdin=read, capture_output=True)
    os.close(read)
    feeder.join()
    assert ran.returncode == 1
    assert int(ran.stderr.splitlines()[-1]) < 64 << 20

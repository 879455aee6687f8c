"""What can happen to a process, as data: how it is started, what is sent to it, what it may end with."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.cli.conftest import ROOT

VFLOG = (sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())")
_LONGEST = 120.0


class Ran(NamedTuple):
    """How a process ended: its exit code (negative: the signal that killed it), and what it said."""

    code: int
    said: str


class Kind(NamedTuple):
    """A kind of fault: the signals that are sent (each with the seconds after the one before), limits of the process,
    more arguments; and the exit codes that it may lead to beside 0.
    """

    name: str
    codes: frozenset[int]
    signals: tuple[tuple[float, int], ...] = ()
    limit: tuple[int, int, int] | None = None
    memory: tuple[int, int] | None = None
    full: tuple[int, int] | None = None


KINDS: tuple[Kind, ...] = (
    Kind("kill", frozenset({-signal.SIGKILL}), ((0, signal.SIGKILL),)),
    Kind("interrupt", frozenset({130}), ((0, signal.SIGINT),)),
    Kind("interrupt twice", frozenset({130}), ((0, signal.SIGINT), (0.1, signal.SIGINT))),
    Kind("interrupt, and again later", frozenset({130}), ((0, signal.SIGINT), (1.2, signal.SIGINT))),
    Kind("interrupt, then kill", frozenset({130, -signal.SIGKILL}), ((0, signal.SIGINT), (0.05, signal.SIGKILL))),
    Kind("terminate", frozenset({143}), ((0, signal.SIGTERM),)),
    Kind("hang up", frozenset({129}), ((0, signal.SIGHUP),)),
    Kind("full disk", frozenset({3}), full=(200 << 10, 12 << 20)),
    Kind("size limit", frozenset({3}), limit=(resource.RLIMIT_FSIZE, 1 << 10, 12 << 20)),
    Kind("memory limit", frozenset({3}), memory=(1, 24)),
    Kind("memory limit of the system", frozenset({3}), limit=(resource.RLIMIT_AS, 120 << 20, 1600 << 20)),
)


def happen(
    kind: Kind, command: Sequence[str], folder: Path, lasts: tuple[float, float], chance: random.Random
) -> tuple[Ran, str]:
    """Run a command in a folder and let it happen, at a moment between these; how it ended, and the fault in words."""
    before, what = _prepared(kind, chance)
    arguments = [*command]
    if kind.memory is not None:
        size = chance.randint(*kind.memory)
        arguments += ["--memory", f"{size}MB"]
        what = f"{kind.name} {size} MB"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp")}
    with subprocess.Popen(
        [*VFLOG, *arguments],
        cwd=folder,
        env=env,
        preexec_fn=before,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        if kind.signals:
            moment = chance.uniform(*lasts)
            what = f"{kind.name} after {moment:.2f} s"
            _send(process, moment, kind.signals)
        _, said = process.communicate(timeout=_LONGEST)
        return Ran(process.returncode, said.decode("utf-8", "replace")), what


def _prepared(kind: Kind, chance: random.Random) -> tuple[Callable[[], None] | None, str]:
    """What the process does before it becomes ours, and that in words."""
    if kind.limit is None:
        return None, kind.name
    which, least, most = kind.limit
    size = int(least * (most / least) ** chance.random())
    return lambda: resource.setrlimit(which, (size, size)), f"{kind.name} {size >> 10} kB"


def _send(process: subprocess.Popen[bytes], moment: float, signals: Sequence[tuple[float, int]]) -> None:
    time.sleep(moment)
    for wait, number in signals:
        time.sleep(wait)
        if process.poll() is not None:
            return
        process.send_signal(number)

"""However a run is ended, and whatever it is refused: the exit code of the table, one sentence, nothing broken."""

from __future__ import annotations

import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LOGS, PACKS, ROOT
from vflog.cli.signals import Signals
from vflog.log.interrupts import Ended

MAIN = "import sys; from vflog.cli import main; sys.exit(main())"
#: Says on standard output that this function has been called, before it is.
SAYS = """
def says(owner, name, word):
    real = getattr(owner, name)
    def told(*args, **more):
        print(word, flush=True)
        return real(*args, **more)
    setattr(owner, name, told)
"""
LOG = str(LOGS / "base-2p.jsonl")
ENDS = [
    (signal.SIGINT, 130, "interrupted."),
    (signal.SIGTERM, 143, "terminated."),
    (signal.SIGHUP, 129, "ended, as the terminal was closed."),
]


@contextmanager
def running(*arguments: object, code: str = MAIN, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A run of vflog, killed at the end of the block."""
    given: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], env=env, **given) as process:
        try:
            yield process
        finally:
            process.kill()


def heard(process: subprocess.Popen[bytes], word: str) -> None:
    """Wait until it says so."""
    assert process.stdout is not None
    while (line := process.stdout.readline()) and line.strip() != word.encode():
        pass
    assert line, "it ended before"


def said(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """How it ended, and what it said."""
    _, err = process.communicate(timeout=60)
    return process.returncode, err.decode()


def done(*arguments: object, cwd: Path | None = None, before: Callable[[], None] | None = None) -> tuple[int, str]:
    """A run to its end: its exit code, and what it said."""
    with running(*arguments, cwd=cwd, preexec_fn=before) as process:
        return said(process)


# -- signals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "code", "word"), ENDS)
def test_a_signal_while_a_load_reads(tmp_path: Path, number: int, code: int, word: str) -> None:
    pipe, db = tmp_path / "log.jsonl", tmp_path / "x.duckdb"
    os.mkfifo(pipe)
    says = f"{SAYS}\nimport vflog.store.loader as l; says(l.Loader, 'record', 'reading')\n{MAIN}"
    with running("load", LOG, pipe, *PACKS, "--db", db, code=says) as process, open(pipe, "wb") as writer:
        writer.write(Path(LOG).read_bytes())
        writer.flush()
        heard(process, "reading")
        process.send_signal(number)
        assert said(process) == (code, f"vflog: {word}\n")
    assert [*tmp_path.iterdir()] in ([pipe], [pipe, db], [db, pipe])
    assert done("load", LOG, *PACKS, "--db", db)[0] == 0
    assert sorted(tmp_path.iterdir()) == [pipe, db]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a game."""
    path = tmp_path_factory.mktemp("db") / "x.duckdb"
    assert done("load", LOG, *PACKS, "--db", path)[0] == 0
    return path


def _in_query(*arguments: object) -> tuple[object, ...]:
    return ("query", "SELECT count(*) FROM range(400000000000) WHERE hash(range) % 7 = 3", *arguments)


@pytest.mark.parametrize(("number", "code", "word"), ENDS[:2])
@pytest.mark.parametrize("form", ["text", "csv"])
def test_a_signal_while_duckdb_is_in_a_query(db: Path, number: int, code: int, word: str, form: str) -> None:
    says = f"{SAYS}\nimport vflog.store.query as q; says(q, 'Result', 'asked')\n{MAIN}"
    with running(*_in_query("--db", db, "--format", form), code=says) as process:
        time.sleep(2)  # there is no telling when it is at work
        process.send_signal(number)
        assert said(process) == (code, f"vflog: {word}\n")


@pytest.mark.parametrize("module", ["typer", "polars", "duckdb", "vflog.store.load", "plotly"])
def test_a_signal_while_libraries_are_loaded(tmp_path: Path, db: Path, module: str) -> None:
    slow = f"""
import sys, time
class Slow:
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            print("importing", flush=True)
            until = time.monotonic() + 0.5
            while time.monotonic() < until:
                pass
sys.meta_path.insert(0, Slow())
{MAIN}"""
    command = ("report", "--db", db, "--out", tmp_path / "out") if module == "plotly" else ("load", LOG, "--db", "x")
    with running(*command, code=slow, cwd=tmp_path) as process:
        heard(process, "importing")
        process.send_signal(signal.SIGINT)
        assert said(process) == (130, "vflog: interrupted.\n")
    assert [*tmp_path.iterdir()] == []


def test_a_signal_while_libraries_are_loaded_is_tried_again_while_a_folder_is_made(tmp_path: Path) -> None:
    slow = f"""
import os, signal, sys, time
import vflog.cli.signals
vflog.cli.signals._AGAIN = 60
def wait():
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        pass
class Slow:
    def find_spec(self, name, path, target=None):
        if name == "vflog.store.load":
            print("importing", flush=True)
            wait()
sys.meta_path.insert(0, Slow())
mkdir = os.mkdir
def made(*args, **more):
    mkdir(*args, **more)
    print("made", flush=True)
    signal.setitimer(signal.ITIMER_REAL, 0.01)  # now
    wait()
os.mkdir = made
{MAIN}"""
    with running("load", LOG, "--db", "x", code=slow, cwd=tmp_path) as process:
        heard(process, "importing")
        process.send_signal(signal.SIGINT)
        heard(process, "made")
        assert said(process) == (130, "vflog: interrupted.\n")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (("report", "--out", "out"), "vflog.reporting.source.Source, 'rows'"),
        (("export", "--out", "out"), "vflog.store.export, '_write'"),
        (("export", "--out", "out", "--format", "csv"), "vflog.log.output.Folder, 'appear'"),
        (("db", "check"), "vflog.store.check, '_count'"),
        (("db", "digest"), "vflog.store.digest, '_sum'"),
    ],
)
def test_a_signal_in_every_command_that_reads_a_database(
    tmp_path: Path, db: Path, command: tuple[str, ...], where: str
) -> None:
    module = re.sub(r"(\.[A-Z]\w+)?,.*", "", where)
    says = f"{SAYS}\nimport {module}\nsays({where}, 'here')\n{MAIN}"
    with running(*command, "--db", db, code=says, cwd=tmp_path) as process:
        heard(process, "here")
        process.send_signal(signal.SIGTERM)
        assert said(process) in ((143, "vflog: terminated.\n"), (0, ""))
    assert [path.name for path in tmp_path.iterdir()] in ([], ["out"])


@pytest.mark.parametrize("wait", [0.0, 1.3], ids=["at once", "a second later"])
def test_a_second_interrupt(tmp_path: Path, wait: float) -> None:
    pipe = tmp_path / "log.jsonl"
    os.mkfifo(pipe)
    says = f"""{SAYS}
import time, vflog.store.loader as l
l.Loader.abandon = lambda self: time.sleep({30 if wait else 2})
says(l.Loader, 'record', 'reading')
says(l.Loader, 'abandon', 'abandoning')
{MAIN}"""
    with running("load", pipe, *PACKS, "--db", tmp_path / "x", code=says) as process, open(pipe, "wb") as writer:
        writer.write(Path(LOG).read_bytes())
        writer.flush()
        heard(process, "reading")
        process.send_signal(signal.SIGINT)
        heard(process, "abandoning")
        time.sleep(wait)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert said(process) == (130, "vflog: interrupted.\n")
        assert time.monotonic() - began < 20


def test_an_interrupt_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    pipe = tmp_path / "log.jsonl"
    os.mkfifo(pipe)
    says = f"{SAYS}\nimport vflog.store.loader as l; says(l.Loader, 'record', 'reading')\n{MAIN}"
    ignoring = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731
    with running("load", pipe, *PACKS, "--db", tmp_path / "x", code=says, preexec_fn=ignoring) as process:
        with open(pipe, "wb") as writer:
            writer.write(Path(LOG).read_bytes())
            writer.flush()
            heard(process, "reading")
            process.send_signal(signal.SIGINT)
        assert said(process) == (0, "")


def test_a_line_of_progress_is_taken_away_before_the_end_is_told(tmp_path: Path) -> None:
    pipe = tmp_path / "log.jsonl"
    os.mkfifo(pipe)
    ours, theirs = pty.openpty()
    with running("load", pipe, *PACKS, "--db", tmp_path / "x", stderr=theirs) as process, open(pipe, "wb") as writer:
        os.close(theirs)
        shown = b""
        while b"/s" not in shown:
            writer.write(Path(LOG).read_bytes())
            writer.flush()
            time.sleep(0.3)
            os.set_blocking(ours, False)
            try:
                shown += os.read(ours, 1 << 16)
            except BlockingIOError:
                continue
        process.send_signal(signal.SIGINT)
        process.wait(60)
        shown += os.read(ours, 1 << 16)
    os.close(ours)
    assert process.returncode == 130
    assert shown.endswith(b"\r\x1b[Kvflog: interrupted.\r\n")


def test_a_server_that_is_told_to_end_says_so() -> None:
    with running("referee", *PACKS, "--http", "0") as process:
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert said(process) == (143, "vflog: terminated.\n")


def test_an_interrupt_that_comes_twice_at_once_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    now, left = [10.0], []
    monkeypatch.setattr("vflog.cli.signals.time.monotonic", lambda: now[0])
    monkeypatch.setattr("vflog.cli.signals.os._exit", left.append)
    with Signals(stays=False) as signals:
        with pytest.raises(Ended):
            signals._hear(signal.SIGTERM, None)
        now[0] = 10.5
        signals._hear(signal.SIGINT, None)
        assert left == []
        now[0] = 11.5
        signals._hear(signal.SIGINT, None)
        assert left == [143]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# -- limits --------------------------------------------------------------------------------------------


def limit(which: int, size: int, most: int | None = None) -> Callable[[], None]:
    """What sets this limit for a process."""
    return lambda: resource.setrlimit(which, (size, most or size))


def one_sentence(ran: tuple[int, str]) -> bool:
    """Whether it ended as what could not be read or written does."""
    code, err = ran
    lines = [line for line in err.splitlines() if not line.endswith("an earlier run was broken off.")]
    return code == 3 and len(lines) == 1 and lines[0].startswith("vflog: ") and "internal" not in err


@pytest.mark.parametrize("megabytes", [120, 200, 400, 700, 1000])
def test_where_the_system_gives_no_more_memory(tmp_path: Path, megabytes: int) -> None:
    load = ("load", LOG, *PACKS, "--db", "x.duckdb")
    assert one_sentence(done(*load, cwd=tmp_path, before=limit(resource.RLIMIT_AS, megabytes << 20)))
    assert done(*load, cwd=tmp_path)[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.duckdb"]


def test_where_the_time_is_used_up(db: Path) -> None:
    before = limit(resource.RLIMIT_CPU, 2, 20)
    assert done(*_in_query("--db", db), before=before) == (152, f"vflog: ended, as {_TIME}\n")


_TIME = "the time that the system allows is used up."


def test_a_limit_that_is_enough_changes_nothing(tmp_path: Path) -> None:
    enough = limit(resource.RLIMIT_AS, 16 << 30)
    assert done("load", LOG, *PACKS, "--db", "x.duckdb", cwd=tmp_path, before=enough) == (0, "")
    assert done("load", "missing.jsonl", "--db", "x.duckdb", cwd=tmp_path, before=enough)[0] == 3
    assert done("show", cwd=tmp_path, before=enough)[0] == 2


@pytest.mark.parametrize("kilobytes", [1, 100, 600, 1100, 2000, 4000])
def test_where_a_file_cannot_grow(tmp_path: Path, kilobytes: int) -> None:
    load = ("load", LOG, *PACKS, "--db", "x.duckdb")
    assert one_sentence(done(*load, cwd=tmp_path, before=limit(resource.RLIMIT_FSIZE, kilobytes << 10)))
    if (tmp_path / "x.duckdb").exists():
        assert done("db", "check", "--db", "x.duckdb", cwd=tmp_path) == (0, "")
    assert done(*load, cwd=tmp_path)[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.duckdb"]


@pytest.mark.parametrize(
    "command",
    [
        ("export", "--db", "{db}", "--out", "out"),
        ("export", "--db", "{db}", "--out", "out", "--format", "csv"),
        ("report", "--db", "{db}", "--out", "out"),
        ("report", LOG, *PACKS, "--out", "out"),
        ("simulate", *PACKS, "--out", "out", "--games", "3"),
        ("schema", "--out", "out"),
        ("redact", LOG, *PACKS, "--view", "public", "--out", "out"),
        ("demo", str(LOGS), *PACKS, "--out", "out"),
        ("conformance", "--out", "out"),
    ],
)
def test_no_command_leaves_half_of_what_it_cannot_write(tmp_path: Path, db: Path, command: tuple[str, ...]) -> None:
    given = [word.replace("{db}", str(db)) for word in command]
    assert one_sentence(done(*given, cwd=tmp_path, before=limit(resource.RLIMIT_FSIZE, 1 << 10)))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("command", ["load", "export", "query"])
@pytest.mark.parametrize("memory", ["1MB", "4MB", "12MB"])
def test_where_the_stated_memory_is_too_little(tmp_path: Path, db: Path, command: str, memory: str) -> None:
    given = {
        "load": ("load", LOG, *PACKS, "--db", tmp_path / "x.duckdb"),
        "export": ("export", "--db", db, "--out", tmp_path / "out", "--force"),
        "query": ("query", "SELECT body, hash(body) FROM records ORDER BY 2", "--db", db),
    }[command]
    ran = done(*given, "--memory", memory, cwd=tmp_path)
    assert ran == (0, "") or one_sentence(ran)
    assert done(*given, cwd=tmp_path) == (0, "")
    assert not [*tmp_path.glob(".*")]


def test_a_run_that_turns_in_a_circle_for_want_of_memory_is_ended() -> None:
    stuck = """
import mmap, sys
from vflog.cli.limited import watched
from vflog.cli.signals import Signals
def run():
    kept = []
    for size in (1 << 20, 4096):
        try:
            while True:
                kept.append(mmap.mmap(-1, size))
        except (OSError, MemoryError):
            pass
    while True:
        pass
with Signals(stays=True) as signals:
    sys.exit(watched(run, signals))
"""
    with running(code=stuck, preexec_fn=limit(resource.RLIMIT_AS, 200 << 20)) as process:
        assert said(process) == (3, "vflog: the system gives no more memory.\n")

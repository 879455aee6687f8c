"""Output is written in a hidden folder that is held as long as its run lives; what is held by nobody is removed."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from vflog.log import output, stage
from vflog.log.interrupts import held

OURS = os.path.dirname(stage.__file__)
HOLDS = """
import sys, time
from pathlib import Path
from vflog.log.output import folder
with folder(sys.argv[1], force=True) as files:
    files.write("one", b"1")
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is told of things left behind."""
    said: list[str] = []
    monkeypatch.setattr(stage, "listener", said.append)
    return said


def _holder(out: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(out)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


@pytest.mark.parametrize("there", [False, True], ids=["a new folder", "one that is there"])
def test_what_a_killed_run_left_is_told_and_removed(tmp_path: Path, told: list[str], there: bool) -> None:
    out = tmp_path / "deep" / "out" if not there else tmp_path
    process = _holder(out)
    process.kill()
    process.communicate()
    (left,) = tmp_path.glob(".*.part")
    with output.folder(out) as files:
        files.write("two", b"2")
    assert told == [f"{left} is removed: an earlier run was broken off."]
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["two"]
    assert not [*tmp_path.glob(".*")]


def test_what_a_living_run_has_is_left_alone(tmp_path: Path, told: list[str]) -> None:
    process = _holder(tmp_path / "out")
    try:
        with output.folder(tmp_path / "out") as files:
            files.write("two", b"2")
        assert told == []
        assert len([*tmp_path.glob(".out.*.part")]) == 1
    finally:
        process.kill()
        process.communicate()


def test_only_what_is_ours_and_for_this_place_is_removed(tmp_path: Path, told: list[str]) -> None:
    for name in (".out.abcdefgh.part", ".other.abcdefgh.part", ".out.part", ".out.mine.part", "out.abcdefgh.part"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "precious").write_bytes(b"x")
    (tmp_path / ".out.12345678.part").write_bytes(b"a file")
    before = sorted(tmp_path.rglob("*"))
    with output.whole(tmp_path / "out") as file:
        file.write(b"x")
    assert sorted(tmp_path.rglob("*")) == sorted([*before, tmp_path / "out"])
    assert told == []


def test_what_was_killed_before_it_was_held_is_removed(tmp_path: Path, told: list[str]) -> None:
    (tmp_path / ".out.abcdefgh.part").mkdir()
    with output.whole(tmp_path / "out") as file:
        file.write(b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert len(told) == 1


@pytest.mark.parametrize("name", ["x" * 250, "ü" * 120, "[a].(b)*"])
def test_any_name_can_be_staged(tmp_path: Path, told: list[str], name: str) -> None:
    process = _holder(tmp_path / name)
    process.kill()
    process.communicate()
    with output.whole(tmp_path / name) as file:
        file.write(b"x")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert len(told) == 1


def test_a_library_tells_it_in_its_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "listener", stage._log)  # commands have another
    (tmp_path / ".out.abcdefgh.part").mkdir()
    with output.whole(tmp_path / "out") as file:
        file.write(b"x")
    assert [(r.name, r.levelname) for r in caplog.records] == [("vflog", "WARNING")]
    assert re.search(r"\.out\.abcdefgh\.part is removed", caplog.text)


# -- signals -------------------------------------------------------------------------------------------


def test_a_signal_takes_effect_at_the_end_of_what_must_not_be_cut() -> None:
    done: list[int] = []

    def interrupted() -> None:
        with held():
            os.kill(os.getpid(), signal.SIGINT)
            done.append(1)
            done.append(2)
        done.append(3)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == [1, 2]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _a_stage(place: Path) -> None:
    with stage.staged(place, "x") as folder:
        folder.mkdir()
        (folder / "one").write_bytes(b"1")


def _a_file(place: Path) -> None:
    with output.whole(place / "x") as file:
        file.write(b"1")


def _a_folder(place: Path) -> None:
    with output.folder(place / "x") as files:
        files.write("one", b"1")


@pytest.fixture(params=[signal.SIGINT, signal.SIGALRM], ids=["at once", "tried again"])
def interrupt(request: pytest.FixtureRequest) -> Iterator[int]:
    """An interrupt as it comes, and one that came where nothing can be raised and is tried again a moment later."""
    before = signal.signal(request.param, signal.default_int_handler)
    yield request.param
    signal.signal(request.param, before)


@pytest.mark.parametrize("written", [_a_stage, _a_file, _a_folder])
def test_an_interrupt_at_any_instruction_leaves_nothing_hidden(
    tmp_path: Path, written: Callable[[Path], None], interrupt: int
) -> None:
    places = 0
    while _interrupted(written, tmp_path / str(places), places, interrupt):
        if _hidden(tmp_path / str(places)):
            gc.collect()  # at the latest when the process ends
        assert not _hidden(tmp_path / str(places)), f"at instruction {places}"
        assert signal.getsignal(interrupt) is signal.default_int_handler
        places += 1
    assert places > 300


def _hidden(place: Path) -> list[Path]:
    return [*place.glob(".*")]


def _interrupted(written: Callable[[Path], None], place: Path, after: int, number: int) -> bool:
    """Write, interrupted in our own code after so many of its instructions; whether there are so many."""
    left = after

    def step(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= 1
            if left < 0:
                sys.settrace(None)
                signal.raise_signal(number)
        return step

    place.mkdir()
    before = sys.gettrace()
    sys.settrace(step)
    try:
        written(place)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return left < 0


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with held():
            os.kill(os.getpid(), signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_are_never_interrupted() -> None:
    done: list[int] = []

    def work() -> None:
        with held():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


def test_files_of_a_folder_appear_all_or_none_when_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").write_bytes(b"0")
    put = output._put

    def interrupted(part: Path, target: Path) -> None:
        put(part, target)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(output, "_put", interrupted)

    def written() -> None:
        with output.folder(tmp_path) as files:
            for name in "abc":
                files.write(name, b"1")

    with pytest.raises(KeyboardInterrupt):
        written()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c", "old"]

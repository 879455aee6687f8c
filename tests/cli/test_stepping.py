"""`replay` in a terminal: by keys, through a pseudo-terminal; in plain output where nobody sits before one."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT

LOG = ROOT / "sample_logs" / "base-2p.jsonl"
PROMPT = "q out] "


class Terminal:
    """`vflog replay` of a log in a terminal of its own."""

    def __init__(self, *arguments: str, log: Path = LOG) -> None:
        self._ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "vflog", "replay", str(log), *arguments]
        environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)

    def until(self, text: str, seconds: float = 30) -> str:
        """What is printed up to and with a text."""
        out, end = "", time.monotonic() + seconds
        while text not in out:
            assert time.monotonic() < end, out
            if select.select([self._ours], [], [], 0.5)[0]:
                try:
                    out += os.read(self._ours, 4096).decode()
                except OSError:
                    break
        return out.replace("\r\n", "\n")

    def press(self, keys: str, until: str = PROMPT) -> str:
        """Press keys; what is printed then."""
        os.write(self._ours, keys.encode())
        return self.until(until)

    def close(self) -> int:
        """The exit code, once the command is at its end."""
        try:
            while select.select([self._ours], [], [], 5)[0] and os.read(self._ours, 4096):
                pass
        except OSError:
            pass
        code = self.process.wait(30)
        os.close(self._ours)
        return code


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A game in a terminal, at its first record."""
    made = Terminal()
    assert "record 0 of 99: veiled-fate: ada, bob." in made.until(PROMPT)
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.wait()


def test_keys_go_on_and_back(terminal: Terminal) -> None:
    assert "record 1 of 99: set-up" in terminal.press("n")
    assert "record 2 of 99: Age 1 begins" in terminal.press("n")
    assert "record 1 of 99" in terminal.press("p")
    assert "record 0 of 99" in terminal.press("p")
    assert "this is the first record" in terminal.press("p")
    assert "record 1 of 99" in terminal.press("\x1b[C")


def test_a_number_goes_there(terminal: Terminal) -> None:
    assert re.search(r"record 20 of 99: .*\n", terminal.press("20\r"))
    assert "has no record 999; its last one is 99" in terminal.press("999\r")
    assert "record 99 of 99: the end" in terminal.press("99\r")
    assert "this is the last record" in terminal.press("n")


def test_a_word_is_looked_for(terminal: Terminal) -> None:
    said = terminal.press("/REVEALED\r")
    first = re.search(r"(\d+) of 99: .* is revealed", said)
    assert first
    again = terminal.press("/\r")
    second = re.search(r"(\d+) of 99: .* is revealed", again)
    assert second
    assert int(second[1]) > int(first[1])
    assert "no record after this one has 'zebra' in it" in terminal.press("/zebra\r")


def test_what_changed_and_the_board_are_shown(terminal: Terminal) -> None:
    assert "Players, ada, hand: 0 → 5" in terminal.press("n")
    assert "Locations (in brackets: on a Quest)" in terminal.press("b")


def test_another_key_is_named(terminal: Terminal) -> None:
    assert "there is no key 'z'" in terminal.press("z")


def test_q_ends_it_with_the_exit_code_of_the_game(terminal: Terminal) -> None:
    os.write(terminal._ours, b"q")
    assert terminal.close() == 0
    other = Terminal(log=ROOT / "sample_logs" / "invalid-slot-need-3p.jsonl")
    other.until(PROMPT)
    assert "error: Slot 1 of old-milestone needs demi:klar" in other.press("3\r")
    os.write(other._ours, b"q")
    assert other.close() == 1


def test_the_end_of_input_ends_it(terminal: Terminal) -> None:
    os.write(terminal._ours, b"\x04")
    assert terminal.close() == 0


def test_an_interrupt_ends_it(terminal: Terminal) -> None:
    terminal.process.send_signal(2)
    assert terminal.close() == 130


def test_it_goes_no_further_than_asked() -> None:
    terminal = Terminal("--to", "2")
    terminal.until(PROMPT)
    terminal.press("n")
    assert "record 2 of 2" in terminal.press("n")
    assert "this is the last record" in terminal.press("n")
    os.write(terminal._ours, b"q")
    assert terminal.close() == 0


def test_without_a_terminal_the_output_is_plain() -> None:
    command = [sys.executable, "-m", "vflog", "replay", str(LOG), "--to", "2"]
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout.count("\n") == 3
    assert PROMPT not in ran.stdout

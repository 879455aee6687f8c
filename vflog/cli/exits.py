"""The exit codes, and the way out of a command with one sentence."""

from __future__ import annotations

OK = 0
FOUND = 1
USAGE = 2
INPUT_OUTPUT = 3
INTERNAL = 4
INTERRUPTED = 130
BROKEN_PIPE = 141


class Stop(Exception):
    """A command cannot go on: the exit code, and the sentence that says why."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def wrong_usage(sentence: str) -> Stop:
    """What was asked for makes no sense."""
    return Stop(USAGE, sentence)


def no_access(sentence: str) -> Stop:
    """Something could not be read or written."""
    return Stop(INPUT_OUTPUT, sentence)

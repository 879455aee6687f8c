"""How a command ends that does not come to its own end: whatever was raised becomes an exit code and one sentence."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

from vflog.cli import exits
from vflog.cli.exits import Stop
from vflog.cli.signals import Signals
from vflog.cli.terminal import safe, say

#: Set by people who mend vflog itself: an internal error shows where it happened.
TRACEBACK = "VFLOG_TRACEBACK"
#: What libraries and the system say where there is no more of something, whatever they raise.
_SHORT = {
    "memory": re.compile(r"allocate memory|map segment|out of memory|bad.alloc", re.IGNORECASE),
    "threads": re.compile(r"start new thread|spawn thread|Resource temporarily unavailable"),
    "open files": re.compile(r"Too many open files"),
}
_OF_SYSTEM = (OSError, ImportError, RuntimeError, SystemError)


def report_error(error: BaseException, given: Sequence[str], signals: Signals) -> int:
    """Say why a command ended; its exit code."""
    if isinstance(error, BrokenPipeError):
        drop_output()
        return exits.BROKEN_PIPE
    code, sentence = _ended(error, given, signals)
    if code == exits.INTERNAL and os.environ.get(TRACEBACK):
        raise error
    try:
        say(f"vflog: {safe(sentence)}")
    except OSError:
        drop_output()
    return code


def _ended(error: BaseException, given: Sequence[str], signals: Signals) -> tuple[int, str]:
    if signals.number is not None or isinstance(error, KeyboardInterrupt):
        # Whatever a library made of it.
        return signals.code, signals.sentence
    if isinstance(error, Stop):
        return error.code, str(error)
    if (short := _short(error)) is not None:
        return exits.INPUT_OUTPUT, f"the system gives no more {short}."
    if isinstance(error, OSError):
        return exits.INPUT_OUTPUT, _of_system(error)
    return _of_ours(error, given)


def _short(error: BaseException) -> str | None:
    """What there was too little of; libraries in another language panic, which is no `Exception`."""
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, Exception) and not isinstance(error, _OF_SYSTEM):
        return None
    return next((what for what, said in _SHORT.items() if said.search(str(error))), None)


def _of_ours(error: BaseException, given: Sequence[str]) -> tuple[int, str]:
    """What a database, an argument or typer refuses has its sentence; all else is a fault of ours."""
    from vflog.log.output import Refusal
    from vflog.playback.logs import NotThere
    from vflog.store.errors import QueryError, StoreError

    if isinstance(error, (QueryError, NotThere, Refusal)):
        return exits.USAGE, str(error)
    if isinstance(error, StoreError):
        return exits.INPUT_OUTPUT, str(error)
    if hasattr(error, "format_message"):
        from vflog.cli.usage import sentence

        return exits.USAGE, sentence(error)
    what = f"{type(error).__name__} in “vflog {given[0] if given else ''}”"
    return exits.INTERNAL, f"an internal error, which is a fault of vflog and not of what it was given: {what}."


def _of_system(error: OSError) -> str:
    """A sentence for what the system refused; errors of our own have one."""
    if error.strerror is None:
        return str(error)
    where = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
    return f"{where}{error.strerror}."


def drop_output() -> None:
    """Nobody reads any more: what is still to be written goes nowhere, without a word."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, AttributeError, ValueError):
            continue
    os.close(nowhere)

"""Where the system limits the memory of a process, a command runs in a child that is watched.

Libraries that get no more memory end the process on the spot, with texts of their own. Whoever watches is left to say
it in a sentence, with the exit code that belongs to it.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from select import select

from vflog.cli import exits
from vflog.cli.signals import Signals

#: What libraries print before they end a process.
_TEXTS = re.compile(rb"<jemalloc>|memory allocation of|panicked at|thread-local data|Polars binary is missing")
#: How a process ends for want of memory: by these signals, or as the C library does it.
_DIED = 127
_ENDS = {-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGILL, _DIED}
#: So often a child is looked at that says nothing, and so many seconds it may be stuck.
_LOOK, _LONG = 1.0, 5.0
_OURS = b"vflog: "
#: What nothing comes of but a lack of memory, once libraries have complained of one.
_INTERNAL = b"vflog: an internal error"
_SENTENCE = b"vflog: the system gives no more memory.\n"


def is_limited() -> bool:
    """Whether the memory of this process has a limit."""
    try:
        import resource
    except ImportError:
        return False
    limits = (resource.RLIMIT_AS, resource.RLIMIT_DATA)
    return any(resource.getrlimit(limit)[0] != resource.RLIM_INFINITY for limit in limits)


def watched(run: Callable[[], int], signals: Signals) -> int:
    """Run a command in a child; its exit code, or that of a lack of memory."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _be_watched(run, reading, writing)
    os.close(writing)
    scared, rest = False, b""
    stuck = _Stuck(child)
    while True:
        try:
            if not select([reading], [], [], _LOOK)[0]:
                stuck.look()
                continue
            if not (read := os.read(reading, 1 << 16)):
                break
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                scared = scared or _TEXTS.search(line) is not None
                ours = line.startswith(_OURS) and not line.startswith(_INTERNAL)
                if line and (ours or not scared):
                    os.write(2, line + b"\n")
        except KeyboardInterrupt:
            os.kill(child, signals.number or signal.SIGINT)
    code = _waited(child, signals)
    if code in _ENDS or stuck.killed or (scared and code == exits.INTERNAL):
        os.write(2, _SENTENCE)
        return exits.INPUT_OUTPUT
    return code if code >= 0 else 128 - code


def _be_watched(run: Callable[[], int], reading: int, writing: int) -> None:
    """The child: it never returns."""
    code = _DIED  # where not even an error can be told
    try:
        os.close(reading)
        os.dup2(writing, 2)
        os.close(writing)
        code = run()
    except SystemExit as leave:
        code = leave.code if isinstance(leave.code, int) else exits.OK
    except KeyboardInterrupt:
        code = exits.INTERRUPTED
    finally:
        os._exit(code)


class _Stuck:
    """Python can turn in a circle for ever where it does not get the memory to raise its `MemoryError`.

    Such a child has not a page left, reads and writes nothing, and is killed.
    """

    def __init__(self, child: int) -> None:
        self._child = child
        self._since: tuple[float, bytes] | None = None
        self.killed = False

    def look(self) -> None:
        """Look at the child; kill it where it has been so for long."""
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        try:
            with open(f"/proc/{self._child}/statm", "rb") as file:
                left = limit - int(file.read().split()[0]) * resource.getpagesize()
            with open(f"/proc/{self._child}/io", "rb") as file:
                moved = file.read()
        except OSError:
            return
        if limit == resource.RLIM_INFINITY or left >= resource.getpagesize():
            self._since = None
        elif self._since is None or self._since[1] != moved:
            self._since = (time.monotonic(), moved)
        elif time.monotonic() - self._since[0] > _LONG:
            self.killed = True
            os.kill(self._child, signal.SIGKILL)


def _waited(child: int, signals: Signals) -> int:
    while True:
        try:
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        except KeyboardInterrupt:
            os.kill(child, signals.number or signal.SIGINT)

"""The processes that judge parts: begun as they are needed, begun anew where one is killed, ended with the block.

They are fresh interpreters ("spawn"). A fork would take threads, locks and open databases along; a server of forks
would stay behind where its own process is killed. The machinery of `multiprocessing` is used for connections only, as
its processes run the caller's main module again, which a plain script that calls `vflog.validate` does not survive.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, Pipe, wait

import msgspec

from vflog.scale import messages
from vflog.scale.messages import Wanted

_CODE = "import sys; sys.path[:] = {path!r}; from vflog.scale.worker import main; main({number})"
#: What a process ends with that got no memory.
NO_MEMORY = 77
#: So many tasks are with a process, so that it need not wait for the next one.
AT_HAND = 2
TRACEBACK = "VFLOGTRACEBACK"


class Worker:
    """A process, and the numbers of the runs that it has, in their order."""

    def __init__(self, wanted: bytes) -> None:
        ours, theirs = Pipe()
        quiet = None if os.environ.get(TRACEBACK) else subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CODE.format(path=sys.path, number=theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=quiet,
                pass_fds=[theirs.fileno()],
            )
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self.connection: Connection = ours
        self.runs: list[int] = []
        self.send(wanted)

    @property
    def number(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, data: bytes) -> None:
        """Ask for something; one that is gone is noticed where its answers are awaited."""
        try:
            self.connection.send_bytes(data)
        except OSError:
            return

    def why(self) -> str:
        """Why it has ended, as the end of a sentence."""
        code = self._process.wait()
        if code == NO_MEMORY:
            return "it got no more memory"
        if code < 0:
            return f"it was killed by {signal.Signals(-code).name}"
        return f"it ended with exit code {code}"

    def end(self) -> None:
        """End it at once: it holds nothing that could be left behind."""
        self.connection.close()
        self._process.kill()
        self._process.wait()


class Pool:
    """Up to so many processes, all of which judge in the same way."""

    def __init__(self, jobs: int, wanted: Wanted) -> None:
        self._jobs = jobs
        self._wanted = messages.packed(wanted)
        self.workers: list[Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()

    @property
    def room(self) -> int:
        """So many portions may be under way at once, those that wait for their turn in the merge included."""
        return 64 + 8 * self._jobs

    def free(self) -> Worker | None:
        """The process with the fewest tasks that can take one more, begun where there are not enough."""
        least = min(self.workers, key=lambda worker: len(worker.runs), default=None)
        if least is not None and not least.runs:
            return least
        if len(self.workers) < self._jobs:
            worker = Worker(self._wanted)
            self.workers.append(worker)
            return worker
        return least if least is not None and len(least.runs) < AT_HAND else None

    def ask(self, worker: Worker, order: msgspec.Struct) -> None:
        """Give a process something to do."""
        worker.send(messages.packed(order))

    def said(self, of: Sequence[Worker]) -> Iterator[tuple[Worker, bytes | None]]:
        """Wait until one of these processes says something: what each says; `None`: it has ended."""
        by_connection = {worker.connection: worker for worker in of}
        for ready in wait(list(by_connection)):
            worker = by_connection[ready]  # type: ignore[index]
            try:
                yield worker, worker.connection.recv_bytes()
            except (EOFError, OSError):
                self.workers.remove(worker)
                yield worker, None

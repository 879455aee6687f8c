"""A process that judges parts: `main` is all that runs in it. It holds no file and writes none.

It is begun anew, as `vflog` itself is, and not forked: nothing of the process that began it (threads, open databases,
locks) is in it, and no module of the caller is run a second time.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from multiprocessing.connection import Connection

from vflog.reading.garbage import collected_seldom
from vflog.scale import messages
from vflog.scale.makers import maker
from vflog.scale.messages import Cancel, Message, Task
from vflog.scale.pool import NO_MEMORY, TRACEBACK
from vflog.scale.reading import PartJudge


def main(number: int) -> None:
    """Do what is asked through a connection (its file descriptor), until its other end is closed."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU"):
        # Who began this process hears of it too, and ends it.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    connection = Connection(number)
    code = 0
    try:
        with collected_seldom():
            _Worker(connection).run()
    except (EOFError, OSError):
        pass  # nobody is there any more
    except MemoryError:
        code = NO_MEMORY
    os._exit(code)


class _Cancelled(Exception):
    """Nobody asks for the run any more."""


class _Worker:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tasks: deque[Task] = deque()
        self._cancelled: set[int] = set()
        wanted = messages.wanted(connection.recv_bytes())
        self._judge = PartJudge(wanted, self._send, maker(wanted))

    def run(self) -> None:
        """Judge what is asked for."""
        while True:
            while not self._tasks:
                self._hear()
            task = self._tasks.popleft()
            try:
                self._judge.task(task)
            except _Cancelled:
                self._cancelled.discard(task.run)
            except (OSError, MemoryError):
                raise
            except Exception as error:
                if os.environ.get(TRACEBACK):
                    import traceback

                    traceback.print_exc()
                self._connection.send_bytes(messages.packed(Message(task.run, [], [], failed=type(error).__name__)))

    def _hear(self) -> None:
        order = messages.order(self._connection.recv_bytes())
        if isinstance(order, Cancel):
            self._cancelled.add(order.run)
            self._tasks = deque(task for task in self._tasks if task.run != order.run)
        else:
            self._tasks.append(order)

    def _send(self, message: Message) -> None:
        while self._connection.poll():
            self._hear()
        if message.run in self._cancelled:
            raise _Cancelled
        self._connection.send_bytes(messages.packed(message))

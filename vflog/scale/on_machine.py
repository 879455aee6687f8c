"""What runs on a machine of a cluster: a task is judged, by the very code that does it in a process of one machine."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread

from vflog.log.remote import opened
from vflog.reading.garbage import collected_seldom
from vflog.reading.results import signature
from vflog.scale import messages
from vflog.scale.makers import maker
from vflog.scale.messages import Message, Task
from vflog.scale.reading import PartJudge

#: So often, in seconds, who waits looks whether the other is still there.
_LOOK = 0.5


class Unfit(Exception):
    """This machine cannot judge for who asks; the text is the sentence to print."""


def judged(wanted: bytes, task: bytes, here: Sequence[str], tool: str) -> Iterator[bytes]:
    """The messages of a task. `here` are its files that can be read where it was asked for, by that version of vflog.
    Raises `Unfit`."""
    machine = socket.gethostname()
    if tool != signature():
        raise Unfit(f"{machine} judges by {signature()}, and this is {tool}: install the same version on each machine.")
    for path in here:
        try:
            opened(path).close()
        except OSError as error:
            why = error.strerror or "it cannot be opened"
            raise Unfit(
                f"{machine} cannot read {path} ({why}), which can be read here: logs must lie where each machine of "
                "the cluster finds them under the same name."
            ) from None
    order = messages.order(task)
    assert isinstance(order, Task)
    yield from _Stream(wanted, order)


class _Cancelled(Exception):
    """Nobody asks any more."""


class _Stream:
    """What a task tells, while it is being judged: the judge tells, and who iterates asks."""

    def __init__(self, wanted: bytes, task: Task) -> None:
        self._wanted, self._task = messages.wanted(wanted), task
        self._told: Queue[bytes | BaseException | None] = Queue(1)
        self._gone = Event()

    def __iter__(self) -> Iterator[bytes]:
        judging = Thread(target=self._judge, daemon=True)
        judging.start()
        try:
            while (told := self._next()) is not None:
                if isinstance(told, BaseException):
                    raise told
                yield told
        finally:
            self._gone.set()
        judging.join()

    def _next(self) -> bytes | BaseException | None:
        while True:
            try:
                return self._told.get(timeout=_LOOK)
            except Empty:  # in a short sleep an end is heard
                continue

    def _tell(self, told: bytes | BaseException | None) -> None:
        while not self._gone.is_set():
            try:
                return self._told.put(told, timeout=_LOOK)
            except Full:
                continue
        raise _Cancelled

    def _judge(self) -> None:
        with suppress(_Cancelled):
            try:
                with collected_seldom():
                    PartJudge(self._wanted, self._send, maker(self._wanted)).task(self._task)
            except _Cancelled:
                raise
            except MemoryError as error:
                self._tell(error)
            except Exception as error:
                self._send(Message(self._task.run, [], [], failed=type(error).__name__))
            self._tell(None)

    def _send(self, message: Message) -> None:
        self._tell(messages.packed(message))

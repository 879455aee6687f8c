"""Signals that end a run: held back for the few lines that must not be cut in two, and heard within libraries."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

#: What ends a run and can be heard: the keyboard, being told to end, a terminal that is closed, time that is used up.
ENDING: tuple[int, ...] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU") if hasattr(signal, name)
)


#: What may raise at any place: those, and the clock by which an interrupt is tried again.
_RAISING = (*ENDING, signal.SIGALRM) if hasattr(signal, "SIGALRM") else ENDING


class Ended(KeyboardInterrupt):
    """A signal ends the run."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def held() -> Iterator[None]:
    """A signal that comes within the block takes effect at its end. Only the main thread is ever interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: dict[int, None] = {}
    # What is ignored, ends the process at once, or is not Python's, stays as it is.
    before = {number: handler for number in _RAISING if callable(handler := signal.getsignal(number))}
    try:
        for number in before:
            signal.signal(number, lambda number, _frame: came.setdefault(number))
        yield
    finally:
        try:
            _handle(before)
        except BaseException:  # a signal, before all are as they were
            _handle(before)
            raise
        for number in came:
            signal.raise_signal(number)


def _handle(handlers: dict[int, Callable[..., object]]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)


#: What is under way in libraries, and how each is told to stop.
_under_way: dict[int, Callable[[], None]] = {}
#: So many seconds the main thread is given to hear a signal by itself.
_PATIENCE = 0.1


@contextmanager
def stopped_by(stop: Callable[[], None]) -> Iterator[None]:
    """Within the block `stop` is called, in a thread of its own, when a signal ends the run.

    A library in another language may work for long without ever letting Python hear that a signal came.
    """
    if threading.current_thread() is not threading.main_thread() or os.name == "nt":
        yield
        return
    _under_way[id(stop)] = stop
    try:
        if len(_under_way) > 1:
            yield
        else:
            with _listening():
                yield
    finally:
        del _under_way[id(stop)]


@contextmanager
def _listening() -> Iterator[None]:
    """A thread hears of signals as soon as they come, unless something else listens already."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    if before != -1:
        signal.set_wakeup_fd(before)
    threading.Thread(target=_listen, args=(reading,), daemon=True).start()
    try:
        yield
    finally:
        if before == -1:
            signal.set_wakeup_fd(-1)
        os.close(writing)


def _listen(reading: int) -> None:
    while numbers := os.read(reading, 64):
        if not set(ENDING).isdisjoint(numbers):
            time.sleep(_PATIENCE)
            for stop in [*_under_way.values()]:
                with suppress(Exception):  # it may be over by now
                    stop()
    os.close(reading)

"""Signals that end a run, held back for the few lines that must not be cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: What ends a run and can be heard: an interrupt from the keyboard, being told to end, a terminal that is closed.
ENDING: tuple[int, ...] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


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
    came: list[int] = []
    # What is ignored, ends the process at once, or is not Python's, stays as it is.
    before = {number: handler for number in ENDING if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])

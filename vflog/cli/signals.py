"""Signals that end a run: heard once and obeyed, wherever the run is.

An interrupt is raised as an exception, so that everything is put away on the way out. One that comes twice at once
(from the keyboard and from what started the run) is one; another one a second later ends the process without more ado.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from types import FrameType
from typing import Any

from vflog.log.interrupts import ENDING, Ended

#: So many seconds a run is given to put away what it has.
_GRACE = 1.0
#: So many seconds later an interrupt is tried again that came where it cannot be raised.
_AGAIN = 0.02
_SAID = {
    "SIGINT": "interrupted.",
    "SIGTERM": "terminated.",
    "SIGHUP": "ended, as the terminal was closed.",
    "SIGXCPU": "ended, as the time that the system allows is used up.",
}
_OF_IMPORTS = "<frozen importlib"


class Signals:
    """Hears the signals while a command runs; `stays` to the end of the process, where that is all it does."""

    def __init__(self, *, stays: bool) -> None:
        self.number: int | None = None
        self._stays = stays
        self._came = 0.0
        self._over = self._waits = False
        self._before: dict[int, Any] = {}
        self._unraisable = sys.unraisablehook

    def __enter__(self) -> Signals:
        for number in ENDING:
            handler = signal.getsignal(number)
            # What is ignored (nohup, a job in the background) stays ignored.
            if handler is not signal.SIG_IGN and handler is not None and _set(number, self._hear):
                self._before[number] = handler
        sys.unraisablehook = self._lost
        return self

    def __exit__(self, *_: object) -> None:
        sys.unraisablehook = self._unraisable
        self._no_later()
        if not self._stays:
            for number, handler in self._before.items():
                signal.signal(number, handler)

    @property
    def code(self) -> int:
        """The exit code of a run that was ended."""
        return 128 + (self.number or signal.SIGINT)

    @property
    def sentence(self) -> str:
        """What is said of it."""
        return _SAID[signal.Signals(self.number or signal.SIGINT).name]

    def say(self) -> None:
        """Say it at once, whatever else is under way."""
        os.write(2, f"vflog: {self.sentence}\n".encode())

    def over(self, code: int) -> int:
        """The run is over with this exit code, whatever still comes."""
        self._over = True
        self._no_later()
        if self._stays:
            # Python gives its own handlers up while it ends.
            for number in self._before:
                signal.signal(number, signal.SIG_IGN)
        return code

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._over:
            return
        now = time.monotonic()
        if self.number is None:
            self.number, self._came = number, now
            self._raise(frame)
        elif now - self._came > _GRACE:
            self.say()
            os._exit(self.code)

    def _raise(self, frame: FrameType | None) -> None:
        """End the run, but not within the loading of a library, which may take it for a fault of its own."""
        if _importing(frame) and self._later():
            return
        raise Ended(self.number or signal.SIGINT)

    def _later(self) -> bool:
        """Try again in a moment; whether that can be done."""
        if not hasattr(signal, "setitimer") or not _set(signal.SIGALRM, lambda _, frame: self._raise(frame)):
            return False
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        self._waits = True
        return True

    def _no_later(self) -> None:
        """Nothing is tried again any more."""
        if self._waits:
            self._waits = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def _lost(self, unraisable: Any) -> None:
        """An interrupt that came where nothing can be raised (an object being destroyed) is raised once more."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self._later()
        elif self.number is None:
            self._unraisable(unraisable)


def _set(number: int, handler: Any) -> bool:
    """Set a handler; only the main thread can."""
    try:
        signal.signal(number, handler)
    except (ValueError, OSError):
        return False
    return True


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_OF_IMPORTS):
            return True
        frame = frame.f_back
    return False

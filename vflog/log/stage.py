"""Where output is written until it is whole: a hidden folder beside its place, held as long as its run lives.

A run that is killed cannot take its folder away. Nobody holds it then, and the next run that writes to the same
place removes it and says so.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

from vflog.log.interrupts import held

_fcntl: ModuleType | None
try:
    import fcntl as _fcntl
except ImportError:  # a system without locks of this kind: nothing is ever taken for left behind
    _fcntl = None

_SUFFIX = ".part"
#: Within the folder: the file that is locked, what is written, and what stood in its place.
_HELD, _NEW, _OLD = "held", "new", "old"
#: So much of a name is in that of its folder, as names have a limit of 255 bytes.
_LONGEST = 150


#: Why something was left behind, as the end of a sentence.
BROKEN_OFF = "an earlier run was broken off."


def _log(sentence: str) -> None:
    import logging

    logging.getLogger("vflog").warning("%s", sentence)


#: Who is told in a sentence of what a killed run left behind.
listener: Callable[[str], None] = _log


class Stage:
    """A hidden folder in `near` for what is to be called `name`; what killed runs left of that is removed first."""

    def __init__(self, near: Path, name: str) -> None:
        begin = f".{os.fsdecode(os.fsencode(name)[:_LONGEST])}."
        for left in _left_behind(near, begin):
            listener(f"{left} is removed: {BROKEN_OFF}")
        with held():
            folder, lock = _made(near, begin)
            # An interrupt may come where nobody has this object yet, or no more: it goes when the object does.
            self._away = weakref.finalize(self, _take_away, folder, lock, os.getpid())
        #: Where to write; it is not there yet.
        self.new = folder / _NEW

    def drop(self) -> None:
        """Take it away with all that is still in it."""
        with held():
            self._away()


@contextmanager
def staged(near: Path, name: str) -> Iterator[Path]:
    """A place to write to, away at the end of the block with all that is still there. Raises `OSError`."""
    stage = Stage(near, name)
    try:
        yield stage.new
    finally:
        stage.drop()


def aside(new: Path) -> Path:
    """Where to keep, for as long as it may have to be put back, what stood in the place of what is written."""
    return new.with_name(_OLD)


def _made(near: Path, begin: str) -> tuple[Path, int]:
    """A new folder, and the open file that holds it."""
    while True:
        folder = Path(tempfile.mkdtemp(_SUFFIX, begin, near))
        try:
            lock = os.open(folder / _HELD, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        except FileNotFoundError:  # taken for left behind before it was held
            continue
        _lock(lock)
        if os.path.exists(folder / _HELD):
            return folder, lock
        os.close(lock)


def _take_away(folder: Path, lock: int, maker: int) -> None:
    if os.getpid() == maker:  # a copy of the process has a copy of this
        _remove(folder)
    os.close(lock)


def _left_behind(near: Path, begin: str) -> Iterator[Path]:
    """The folders that nobody holds, each removed."""
    ours = re.compile(re.escape(begin) + r"[a-z0-9_]{8}" + re.escape(_SUFFIX))
    try:
        found = sorted(path.name for path in os.scandir(near) if ours.fullmatch(path.name))
    except OSError:
        return
    for folder in (near / name for name in found):
        try:
            lock = os.open(folder / _HELD, os.O_RDWR)
        except FileNotFoundError:
            # Killed before or after it was held. One that is being made is made anew.
            with suppress(OSError):
                folder.rmdir()
                yield folder
            continue
        except OSError:
            continue
        try:
            if _lock(lock):
                _remove(folder)
                yield folder
        finally:
            os.close(lock)


def _lock(file: int) -> bool:
    """Lock an open file, unless somebody else has; whether it is locked."""
    if _fcntl is None:
        return False
    try:
        _fcntl.flock(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove(folder: Path) -> None:
    """Remove a folder, what tells that it is one of ours last."""
    if (folder / _NEW).is_dir():
        shutil.rmtree(folder / _NEW, ignore_errors=True)
    for path in (folder / _NEW, folder / _OLD, folder / _HELD):
        with suppress(OSError):
            path.unlink()
    with suppress(OSError):
        folder.rmdir()

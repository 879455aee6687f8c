"""The inputs: what the paths of a command line stand for, and the bytes of each.

A path that exists is that path, whatever characters are in it; only then is it a URL, or a pattern.
"""

from __future__ import annotations

import glob
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from typing import BinaryIO

import msgspec

from vflog.log.archives import Damage, unpack
from vflog.log.codes import CODES
from vflog.log.faults import shown
from vflog.log.problems import Place, Problem, make_problem
from vflog.log.remote import found, is_url, local, opened

CHUNK = 1 << 18
STDIN = "-"
_NAMES = (".jsonl", ".ndjson")
_PACKED = (".gz", ".zst", ".zstd")


class Original(msgspec.Struct):
    """What a log came to that is read as a copy with secrets taken out: what became of each record when it came
    (`applied`, `refused`, `unjudged`; `withheld`: refused, and the copy does not show all that it said), by its line,
    and the status of each game, by the line of its `game` record.
    """

    judged: dict[int, str] = {}
    status: dict[int, str] = {}


class Source(msgspec.Struct):
    """One input: its name as people are told it, its path (`None`: standard input)."""

    name: str
    path: str | None
    #: A plain file, which can be read a second time.
    again: bool = False
    size: int | None = None
    #: The bytes, where they are at hand already.
    data: bytes | None = None
    #: What the log came to of which this is the copy for a view; places in such a copy are told by line alone.
    original: Original | None = None

    def chunks(self, seen: Callable[[bytes], None] | None = None) -> Iterator[bytes | Damage]:
        """The unpacked bytes; `seen` is told of all bytes as they are stored. Raises `OSError`."""
        if self.data is not None:
            yield from unpack(iter((self.data,)))
            return
        with self._open() as file:
            yield from unpack(_pieces(file, seen))

    def _open(self) -> BinaryIO:
        if self.path is None:
            return os.fdopen(os.dup(0), "rb", buffering=0)
        return opened(self.path)


class Fingerprint:
    """How many bytes a source holds and their SHA-256, taken while they are read."""

    def __init__(self) -> None:
        self.bytes = 0
        self._hash = hashlib.sha256()

    def __call__(self, data: bytes) -> None:
        self.bytes += len(data)
        self._hash.update(data)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


def safe_name(path: str | os.PathLike[str]) -> str:
    """A path as text that can be written anywhere: bytes that are no UTF-8 stand as `\\xNN`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def is_log_name(name: str) -> bool:
    """Whether a file of that name in a folder is taken for a log."""
    lower = name.lower()
    for packed in _PACKED:
        lower = lower.removesuffix(packed)
    return lower.endswith(_NAMES)


class Finder:
    """Walks paths; remembers the files and folders it has met, so that nothing is read twice."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, int] | str, str] = {}

    def find(self, given: str | os.PathLike[str]) -> Iterator[Source | Problem]:
        """The sources that a path stands for (folders sorted), and what is wrong with it."""
        path = local(os.fspath(given))
        if path == STDIN:
            yield Source(STDIN, None)
        elif os.path.lexists(path):
            yield from self._named(path)
        elif is_url(path):
            yield from self._remote(path)
        elif glob.has_magic(path):
            matches = sorted(glob.glob(path, recursive=True, include_hidden=True), key=os.fsencode)
            if not matches:
                yield _problem("input.no-match", path)
            for match in matches:
                yield from self._named(match)
        else:
            yield _problem("input.not-found", path)

    def _named(self, path: str) -> Iterator[Source | Problem]:
        """A path that was given by name, so it is read whatever it is called."""
        try:
            status = os.stat(path)
        except OSError as error:
            yield _unreadable(path, error)
            return
        if not stat.S_ISDIR(status.st_mode):
            yield from self._file(path, status)
        elif first := self._again(path, status):
            yield _problem("input.twice", path, first=shown(first, 200))
        else:
            empty = True
            for item in self._below(path):
                empty = empty and isinstance(item, Problem) and item.code != "input.twice"
                yield item
            if empty:
                yield _problem("input.empty-folder", path)

    def _remote(self, url: str) -> Iterator[Source | Problem]:
        """What lies elsewhere under a URL: a file, the files of a folder, or those of a pattern."""
        try:
            several, files = found(url, is_log_name)
        except FileNotFoundError:
            yield _problem("input.not-found", url)
            return
        except OSError as error:
            yield _unreadable(url, error)
            return
        if several and not files:
            yield _problem("input.no-match" if glob.has_magic(url) else "input.empty-folder", url)
        for each in files:
            name = safe_name(each.url)
            if each.url in self._met:
                yield _problem("input.twice", each.url, first=shown(self._met[each.url], 200))
            else:
                self._met[each.url] = name
                yield Source(name, each.url, again=True, size=each.size)

    def _file(self, path: str, status: os.stat_result) -> Iterator[Source | Problem]:
        if not stat.S_ISREG(status.st_mode):
            yield Source(safe_name(path), path)
        elif first := self._again(path, status):
            yield _problem("input.twice", path, first=shown(first, 200))
        else:
            yield Source(safe_name(path), path, again=True, size=status.st_size)

    def _again(self, path: str, status: os.stat_result) -> str | None:
        """The name under which the same file or folder was met before."""
        key = (status.st_dev, status.st_ino)
        before = self._met.get(key)
        if before is None:
            self._met[key] = safe_name(path)
        return before

    def _below(self, folder: str) -> Iterator[Source | Problem]:
        """All that lies in a folder, at any depth; only what is named like a log is read."""
        waiting = [folder]
        while waiting:
            path = waiting.pop()
            is_log = is_log_name(os.path.basename(path))
            try:
                status = os.stat(path)
                names = os.listdir(path) if stat.S_ISDIR(status.st_mode) else None
            except OSError as error:
                if os.path.islink(path):
                    yield _skipped(path, "a link that leads nowhere")
                elif is_log or os.path.isdir(path):
                    yield _unreadable(path, error)
                continue
            if names is None:
                if is_log:
                    yield from self._met_in_folder(path, status)
            elif path != folder and (first := self._again(path, status)):
                yield _skipped(path, f"the folder {shown(first, 200)} again")
            else:
                if is_log and path != folder:
                    yield _problem("input.folder-like-log", path)
                waiting += [os.path.join(path, n) for n in sorted(names, key=os.fsencode, reverse=True)]

    def _met_in_folder(self, path: str, status: os.stat_result) -> Iterator[Source | Problem]:
        if stat.S_ISREG(status.st_mode):
            yield from self._file(path, status)
        else:
            yield _skipped(path, "a pipe, socket or device")


def _pieces(file: BinaryIO, seen: Callable[[bytes], None] | None) -> Iterator[bytes]:
    while data := file.read(CHUNK):
        if seen is not None:
            seen(data)
        yield data


def _skipped(path: str, what: str) -> Problem:
    return _problem("input.skipped", path, what=what)


def _unreadable(path: str, error: OSError) -> Problem:
    return _problem("input.unreadable", path, why=error.strerror or "it cannot be opened")


def unreadable(source: Source, error: OSError) -> Problem:
    """The problem of a source that stopped being readable."""
    values = {"found": shown(source.name, 200), "why": error.strerror or "reading failed"}
    return make_problem(CODES, "input.unreadable", values, Place(file=source.name))


def _problem(code: str, path: str, **values: str) -> Problem:
    name = safe_name(path)
    return make_problem(CODES, code, {"found": shown(name, 200), **values}, Place(file=name))

"""Divides inputs into parts: small files together, large ones cut before lines on which a game begins.

Where a file is cut is only a proposal. A part can be read without those before it if it begins with a good `game`
line, if no game that names itself in its records is open there, and if no record after it names a game that was over
before; whoever merges the parts sees whether that is so, and has the file judged whole where it is not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

import msgspec

from vflog.log.archives import GZIP, ZSTD
from vflog.log.problems import Problem
from vflog.log.remote import opened
from vflog.log.sources import Source
from vflog.scale.jobs import PORTION, readable
from vflog.scale.messages import Part

#: A file more counts as so many bytes, and a longer path as more: a task is a short message.
_FILE = 1 << 12
_HEADER = b'"vflog'


class Input(NamedTuple):
    """An input, and its number."""

    number: int
    source: Source


class Portion(msgspec.Struct):
    """What one process judges at once, as one step of the merge: parts of inputs; or what only the process that merges
    can read (standard input, a copy for a view), or a problem that stands in the place of an input (`number`)."""

    inputs: list[Input] = []
    parts: list[Part] = []
    here: Source | Problem | None = None
    #: The SHA-256 of the input of which this is the last part.
    sha256: str = ""
    number: int = -1

    @property
    def place(self) -> tuple[int, int]:
        """Where it comes among all: by the number of the first input, and where in it."""
        return (self.parts[0].input, self.parts[0].start) if self.parts else (self.number, 0)


def portions(found: Iterable[Source | Problem], size: int = PORTION) -> Iterator[Portion]:
    """The inputs divided, in their order."""
    return numbered(enumerate(found), size)


def numbered(found: Iterable[tuple[int, Source | Problem]], size: int = PORTION) -> Iterator[Portion]:
    """The same of inputs that have their numbers already."""
    together = Portion()
    held = 0
    for number, source in found:
        if isinstance(source, Problem) or not readable(source):
            if together.parts:
                yield together
            together, held = Portion(), 0
            yield Portion(here=source, number=number)
            continue
        one = Input(number, source)
        if together.parts and together.parts[-1].input != number - 1:  # others come between
            yield together
            together, held = Portion(), 0
        if (source.size or 0) > 2 * size:
            if together.parts:
                yield together
            together, held = Portion(), 0
            yield from _cut(one, size)
            continue
        together.inputs.append(one)
        together.parts.append(whole(one))
        held += (source.size or 0) + _FILE + 16 * len(source.path or "")
        if held >= size:
            yield together
            together, held = Portion(), 0
    if together.parts:
        yield together


def whole(of: Input) -> Part:
    """An input as one part."""
    return Part(of.number, of.source.name, of.source.path or "")


def _cut(of: Input, size: int) -> Iterator[Portion]:
    """A large file in portions; in one where it is packed or no line in it begins a game."""
    path, name = of.source.path or "", of.source.name
    digest = hashlib.sha256()
    start = at = lines = counted = 0
    try:
        with opened(path) as file:
            while data := _read(file, size):
                if not at and data.startswith((GZIP, ZSTD)):
                    break
                digest.update(data)
                place = _begin_of_game(data) if at else None
                if place is not None:
                    part = Part(of.number, name, path, start, at + place, lines, cut=True, first=not start, last=False)
                    yield Portion([of], [part])
                    start, lines = at + place, counted + data.count(b"\n", 0, place)
                counted += data.count(b"\n")
                at += len(data)
    except OSError:
        at += 1  # so much cannot be read: the file is judged whole, and that tells what is wrong with it
    if start:
        last = Part(of.number, name, path, start, at, lines, cut=True, first=False, last=True)
        yield Portion([of], [last], sha256=digest.hexdigest())
    else:
        yield Portion([of], [whole(of)])


def _read(file: BinaryIO, size: int) -> bytes:
    out = b""
    while len(out) < size and (data := file.read(size - len(out))):
        out += data
    return out


def _begin_of_game(data: bytes) -> int | None:
    """Where in some bytes a line begins that looks like a `game` line; not the first, of which the beginning may be
    missing."""
    at = data.find(_HEADER)
    while at >= 0:
        begin = data.rfind(b"\n", 0, at) + 1
        if begin and data.startswith(b"{", begin) and data.find(b'"game"', begin, begin + 256) >= 0:
            return begin
        at = data.find(_HEADER, at + 1)
    return None

"""What goes between processes, and into the files of shards: parts of inputs, and what their lines come to.

All of it is plain data in MessagePack: reading it runs nothing, so a file of a shard can come from anywhere.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from vflog.engine.settings import Settings
from vflog.engine.verdict import Status
from vflog.log.archives import Damage
from vflog.log.problems import Problem
from vflog.reading.file_reader import ByteCounts


class Part(msgspec.Struct, array_like=True, frozen=True):
    """A part of an input: all of it, or (where `cut`) the bytes from `start` to `end` of a plain file, which `lines`
    lines come before. `first`, `last`: it is the beginning, the end of the input. `input` is the input's number."""

    input: int
    name: str
    path: str
    start: int = 0
    end: int = 0
    lines: int = 0
    cut: bool = False
    first: bool = True
    last: bool = True


class Wanted(msgspec.Struct, array_like=True):
    """How parts are judged: with these settings; whether rejected lines are told; what more is made of the games, by
    its name, and how."""

    settings: Settings
    rejects: bool = False
    makes: Literal["verdicts", "rows", "logs"] = "verdicts"
    lean: bool = False


class Task(msgspec.Struct, array_like=True, tag="task"):
    """Parts to judge one after the other. `heads`: of every game the heads of its first lines are wanted, one a line,
    by which an earlier log of the same game is known as its beginning."""

    run: int
    parts: list[Part]
    heads: bool = False


class Cancel(msgspec.Struct, array_like=True, tag="cancel"):
    """Nobody asks for this run any more."""

    run: int


# -- what a part tells, in its order -----------------------------------------------------------------------------


class HeaderCame(msgspec.Struct, array_like=True, tag="h"):
    """A `game` line, with the id of its game unless it is damaged. `own`: a game of this part with that id is finished
    now. `waiting`: so many games of the part that are over may still be named afterwards."""

    id: str | None
    own: bool
    waiting: int


class Begun(msgspec.Struct, array_like=True, tag="b"):
    """A game has begun; its header is that of `ruleset`, or (without) one that any ruleset has."""

    key: int
    line: int
    offset: int
    newer: bool
    ruleset: str | None
    header: msgspec.Raw


class Outcome(msgspec.Struct, array_like=True):
    """What a game comes to: a verdict without what its header tells."""

    status: Status
    ruleset: str | None
    revision: str | None
    records: int
    applied: int
    refused: int
    taken_back: int
    unjudged: int
    winners: list[str] | None
    digest: str | None
    public: str | None
    problems: list[Problem]
    end_reason: str | None
    summary: dict[str, Any]
    taken_numbers: list[tuple[int, int]]


class Made(msgspec.Struct, array_like=True):
    """What was made of the games that a message tells are over, beside their verdicts; `kept`: of those that are kept.

    `parts` are bytes by a name that who made them gave them.
    """

    kept: bool
    games: int
    parts: dict[str, bytes]


class Finished(msgspec.Struct, array_like=True, tag="f"):
    """A game that began on `line` is over; `kept`: it is not certain, as a record after the part may still name it.

    `heads` are 16 bytes a line, where they were asked for.
    """

    line: int
    kept: bool
    records: int
    rejects: int
    lines: int
    unknown: int
    end: int
    head: bytes
    plays: int
    over: bool
    tail: bytes
    heads: bytes | None
    outcome: Outcome


class Told(msgspec.Struct, array_like=True, tag="p"):
    """A problem of no game."""

    problem: Problem


class Rejected(msgspec.Struct, array_like=True, tag="r"):
    """A line is no record."""

    line: int
    offset: int
    raw: bytes
    problem: Problem


class Lost(msgspec.Struct, array_like=True, tag="l"):
    """A record names a game that is not in the part; what is told if none of the file had that id, and if one had."""

    id: str
    line: int
    offset: int
    raw: bytes
    none: Problem
    late: Problem


class Asked(msgspec.Struct, array_like=True, tag="a"):
    """A line names a game that is not in the part."""

    id: str


class Unreadable(msgspec.Struct, array_like=True, tag="u"):
    """A damaged `game` line: a game of its own."""

    game: str | None
    key: int
    line: int
    problem: Problem


class Damaged(msgspec.Struct, array_like=True, tag="d"):
    """A member of the archive is damaged: games that are over may have lines in it."""

    damage: Damage


class InputEnds(msgspec.Struct, array_like=True, tag="z"):
    """The input is at its end: what comes now finishes the games that are not over."""


class PartEnds(msgspec.Struct, array_like=True, tag="e"):
    """The part is at its end. `apart`: what comes after it does not depend on it, nor it on what came before it."""

    bytes: int
    sha256: str
    lines: int
    rejects: int
    games: int
    counts: ByteCounts
    apart: bool


Event = HeaderCame | Begun | Finished | Told | Rejected | Lost | Asked | Unreadable | Damaged | InputEnds | PartEnds


class Message(msgspec.Struct, array_like=True, tag="message"):
    """What some lines came to; `done`: all parts of the run are at their ends; `failed`: a fault of ours."""

    run: int
    events: list[Event]
    bytes: list[tuple[str, int]]
    done: bool = False
    failed: str | None = None
    made: Made | None = None


_encode = msgspec.msgpack.Encoder().encode
_messages = msgspec.msgpack.Decoder(Message)
_orders = msgspec.msgpack.Decoder(Task | Cancel)
_wanted = msgspec.msgpack.Decoder(Wanted)


def packed(value: msgspec.Struct) -> bytes:
    """As it goes to another process."""
    return _encode(value)


def message(data: bytes) -> Message:
    """A message; raises `msgspec.DecodeError` for anything else."""
    return _messages.decode(data)


def order(data: bytes) -> Task | Cancel:
    """What a worker is to do."""
    return _orders.decode(data)


def wanted(data: bytes) -> Wanted:
    """How parts are judged."""
    return _wanted.decode(data)

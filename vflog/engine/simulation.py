"""Simulated games: what is wished for, and what a ruleset must bring to make them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from vflog.engine.dice import Dice
from vflog.engine.ruleset import Finder
from vflog.log.records import GAME_ID_PATTERN

#: What `source.app` says of a simulated log.
APP = "vflog-simulate"
#: Wishes that only some rulesets can meet, and what is wished for.
NOT_FOR_ALL = {
    "expansions": "expansions", "role": "roles", "powers": "tables of God Powers", "pack": "content packs",
}  # fmt: skip


class Impossible(Exception):
    """No such game can be made: a sentence that says why not."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of game: `hidden` is the chance in a hundred that a secret is written as `?`."""

    game: str
    players: int | None = None
    expansions: tuple[str, ...] = ()
    role: str | None = None
    powers: str | None = None
    rulings: Mapping[str, str] = {}
    pack: str | None = None
    hidden: int = 0
    detail: str | None = None
    event: str | None = None
    round: int | None = None
    table: str | None = None


@runtime_checkable
class Simulates(Protocol):
    """A ruleset that can make random legal games."""

    name: str
    #: Which of `NOT_FOR_ALL` it can meet.
    wishes: frozenset[str]

    def simulate(self, find: Finder, seed: int, wishes: Wishes) -> Iterator[dict[str, Any]]:
        """The records of one game as plain objects, the same for the same seed; raises `Refused`,
        `Unsupported` or `Impossible` where the wishes cannot be met."""


def games(ruleset: Simulates, find: Finder, count: int, seed: int, wishes: Wishes) -> Iterator[tuple[str, bytes]]:
    """So many games, each with its id and the lines of its log; game ids are the wished one and a number.

    Raises `Refused`, `Unsupported` or `Impossible` where there can be no such game.
    """
    dice = Dice(seed)
    width = len(str(count))
    for number in range(1, count + 1):
        game = f"{wishes.game}-{number:0{width}}"
        if not re.fullmatch(GAME_ID_PATTERN, game):
            raise Impossible(f"A game cannot have the id {game!r}.")
        records = ruleset.simulate(find, dice.next(), msgspec.structs.replace(wishes, game=game))
        yield game, b"".join(line(record) + b"\n" for record in records)


def line(record: Mapping[str, Any]) -> bytes:
    """A record as a line: `type` and `n` first, then as it comes, without spaces."""
    head = {key: record[key] for key in ("type", "n") if key in record}
    return msgspec.json.encode({**head, **record})


"""Simulated games: what is wished for, and what a ruleset must bring to make them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Protocol, get_origin, get_type_hints, runtime_checkable

import msgspec

from vflog.engine.dice import Dice
from vflog.engine.ruleset import Finder, names, ruleset
from vflog.log.nearest import meant
from vflog.log.records import GAME_ID_PATTERN

#: What `source.app` says of a simulated log.
APP = "vflog-simulate"


class Impossible(Exception):
    """No such game can be made: a sentence that says why not."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of game: `hidden` is the chance in a hundred that a secret is written as `?`.

    A ruleset that can be asked for more has wishes of its own, derived from these: texts, numbers, or tuples of them,
    each with a `Meta(description=…)` that says in the plural what is wished for.
    """

    game: str
    players: int | None = None
    rulings: Mapping[str, str] = {}
    hidden: int = 0
    event: str | None = None
    round: int | None = None
    table: str | None = None


@runtime_checkable
class Simulates(Protocol):
    """A ruleset that can make random legal games."""

    @property
    def name(self) -> str:
        """What logs call it."""

    @property
    def wishes(self) -> type[Wishes]:
        """What it can be asked for."""

    def simulate(self, find: Finder, seed: int, wishes: Wishes) -> Iterator[dict[str, Any]]:
        """The records of one game as plain objects, the same for the same seed; raises `Refused`,
        `Unsupported` or `Impossible` where the wishes cannot be met."""


def wished(of: Simulates, given: Mapping[str, Any]) -> Wishes:
    """The wishes of that ruleset with these values, where they are texts as on a command line too (several by commas).

    What is empty is not wished for. Raises `Impossible` for what the ruleset cannot be asked for.
    """
    known = get_type_hints(of.wishes)
    values: dict[str, Any] = {}
    for name, value in given.items():
        if value in (None, "", (), [], {}):
            continue
        if name not in known:
            own = [wish for wish in known if wish not in get_type_hints(Wishes)]
            raise Impossible(f"Games of {of.name} are played without {_called(name)}.{meant(name, own)}")
        try:
            split = isinstance(value, str) and get_origin(known[name]) is tuple
            values[name] = msgspec.convert(value.split(",") if split else value, known[name], strict=False)
        except msgspec.ValidationError:
            raise Impossible(f"The wish for {name} cannot be {value!r}.") from None
    return of.wishes(**values)


def _called(wish: str) -> str:
    """What is wished for, as a ruleset calls it that can be asked for it."""
    for name in names():
        hints = get_type_hints(getattr(ruleset(name), "wishes", Wishes), include_extras=True)
        for said in getattr(hints.get(wish), "__metadata__", ()):
            if isinstance(said, msgspec.Meta) and said.description:
                return said.description
    return wish


def games(of: Simulates, find: Finder, count: int, seed: int, wishes: Wishes) -> Iterator[tuple[str, bytes]]:
    """So many games, each with its id and the lines of its log; game ids are the wished one and a number.

    Raises `Refused`, `Unsupported` or `Impossible` where there can be no such game.
    """
    dice = Dice(seed)
    width = len(str(count))
    for number in range(1, count + 1):
        game = f"{wishes.game}-{number:0{width}}"
        if not re.fullmatch(GAME_ID_PATTERN, game):
            raise Impossible(f"A game cannot have the id {game!r}.")
        records = of.simulate(find, dice.next(), msgspec.structs.replace(wishes, game=game))
        yield game, b"".join(line(record) + b"\n" for record in records)


def line(record: Mapping[str, Any]) -> bytes:
    """A record as a line: `type` and `n` first, then as it comes, without spaces."""
    head = {key: record[key] for key in ("type", "n") if key in record}
    return msgspec.json.encode({**head, **record})

"""What the players of a game are called, alike wherever people read of them.

A player is called by name; with the id behind it where another player has that name too, or has it for an id;
and by the id alone where there is no name, or none that can be seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import normalize

from vflog.log.characters import UNSEEN
from vflog.log.problems import People
from vflog.log.records import Header, Record

#: Where the records of a ruleset name the player who acts.
_ACTING = ("player", "p")


def called(players: Sequence[tuple[str, str | None]]) -> dict[str, str]:
    """What each of some players is called, by id; given are their ids, each another one, and names, if any."""
    words = {player: name.strip() if name is not None and _as_read(name) else player for player, name in players}
    ids = {_as_read(player): player for player in words}
    clear = False
    while not clear:
        clear = True
        times = Counter(map(_as_read, words.values()))
        for player, word in words.items():
            read = _as_read(word)
            if word != player and (times[read] > 1 or ids.get(read, player) != player):
                words[player], clear = f"{word} ({player})", False
    return words


def people(header: Header) -> dict[str, str]:
    """What the players of a game are called, by id."""
    return called([(player.id, player.name if isinstance(player.name, str) else None) for player in header.players])


def acting(record: Record | Mapping[str, Any], who: People) -> str | None:
    """What the player is called who acts by a record (or by the plain object of one); `None` where it names none."""
    given = record.get if isinstance(record, Mapping) else lambda name: getattr(record, name, None)
    for field in _ACTING:
        player = given(field)
        if isinstance(player, str) and player in who:
            return who[player]
    return None


def _as_read(text: str) -> str:
    """A text as an eye compares it."""
    return " ".join(UNSEEN.sub("", normalize("NFKC", text)).split()).casefold()

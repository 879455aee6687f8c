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
    names = {player: name.strip() for player, name in players if name is not None and _as_read(name)}
    words = {player: names.get(player, player) for player, _ in players}
    ids = Counter(map(_as_read, words))
    bare = {player for player, name in names.items() if name != player}
    while unclear := [player for player in bare if _is_unclear(words[player], player, words, ids)]:
        bare.difference_update(unclear)
        words.update((player, f"{names[player]} ({player})") for player in unclear)
    return words


def _is_unclear(name: str, player: str, words: Mapping[str, str], ids: Counter[str]) -> bool:
    """Whether a name reads like what another player is called, or like another's id."""
    read = _as_read(name)
    others = ids[read] - (read == _as_read(player))
    return others > 0 or sum(read == _as_read(word) for word in words.values()) > 1


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

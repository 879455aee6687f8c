"""Where a game's records and state documents name its players, as data: for whoever must replace the names."""

from __future__ import annotations

import msgspec


class Naming(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that name players. `ids` hold an id, or a list of them; `keys` hold an object whose keys are ids.

    `state_ids` and `state_keys` are the same of state documents, whose own fields are `state_fields`. `seats`: the ids
    are the same in every game and tell nobody who plays.
    """

    ids: frozenset[str] = frozenset({"player", "players", "winners", "id", "name", "by", "view"})
    keys: frozenset[str] = frozenset()
    state_ids: frozenset[str] = frozenset({"player", "winners"})
    state_keys: frozenset[str] = frozenset()
    state_fields: frozenset[str] = frozenset()
    seats: bool = False

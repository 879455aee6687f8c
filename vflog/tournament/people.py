"""Who is who: the players of a tournament by the ids that they have in each app."""

from __future__ import annotations

from collections.abc import Sequence

from vflog.engine.people import called
from vflog.tournament.file import Player, alias


class People:
    """The players of a tournament file."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = {player.id: player for player in players}
        #: What people are told.
        self.called = called([(player.id, player.name) for player in players])
        self._aliases = {alias(text): player.id for player in players for text in player.aliases}

    def of(self, app: str | None, id: str) -> str | None:
        """Who has that id in an app: by an alias there, by one in every app, by the id itself; `None` for nobody."""
        found = self._aliases.get((app, id)) or self._aliases.get((None, id))
        return found or (id if id in self.players else None)

    def name(self, id: str) -> str:
        """What somebody is called."""
        return self.called.get(id, id)

    def names(self, ids: Sequence[str]) -> str:
        """Several of them, as a sentence has them."""
        *most, last = [self.name(id) for id in ids]
        return f"{', '.join(most)} and {last}" if most else last

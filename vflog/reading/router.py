"""Which game of its file a line belongs to (the page "Games in a file" of the format), for one file."""

from __future__ import annotations

from collections.abc import Iterator

from vflog.reading.open_game import OpenGame

#: So many games that are over, or that another game has closed, wait for records that name them.
WAITING = 16


class Router:
    """The games of one file: those open, and those that may still be named."""

    def __init__(self) -> None:
        self.open: dict[str, OpenGame] = {}
        self._waiting: dict[str, OpenGame] = {}
        #: The open games that no record has named: the next header closes them.
        self._silent: dict[str, OpenGame] = {}
        self._last: OpenGame | None = None
        #: A damaged header came: records that name no game belong to none.
        self.lost = False

    def sole(self) -> OpenGame | None:
        """The game that a record without `game` belongs to, where it is the only one it can belong to."""
        if self.lost or len(self.open) > 1:
            return None
        return next(iter(self.open.values()), self._last)

    def named(self, id: str) -> OpenGame | None:
        """The game of that id, unless it is finished or never came."""
        return self.open.get(id) or self._waiting.get(id)

    def carried(self, game: OpenGame) -> None:
        """A record has named its game: that is open (again) unless it is over."""
        if not game.carries:
            game.carries = True
            self._silent.pop(game.id, None)
        if game.id in self._waiting and not game.judge.ended:
            self.open[game.id] = self._waiting.pop(game.id)

    def over(self, game: OpenGame) -> None:
        """A game has its end; it waits for notes and claims."""
        self._silent.pop(game.id, None)
        if self.open.pop(game.id, None) is not None:
            self._waiting[game.id] = game
            self._last = game

    def close(self) -> None:
        """The games that the next `game` line closes are over."""
        for game in [*self._silent.values()]:
            self.over(game)

    def under_way(self) -> list[OpenGame]:
        """The games that have no verdict yet, which stay as they are."""
        return [*self._waiting.values(), *self.open.values()]

    def header(self, id: str | None) -> Iterator[OpenGame]:
        """A `game` line has come, `None` for a damaged one; gives the games that are to be finished before it."""
        self.close()
        self.lost = id is None
        if id is not None:
            for where in (self.open, self._waiting):
                if id in where:
                    self._silent.pop(id, None)
                    yield self._finished(where.pop(id))
        while len(self._waiting) > WAITING:
            yield self._finished(self._waiting.pop(next(iter(self._waiting))))

    def unfinished(self) -> list[OpenGame]:
        """All games that are not finished yet."""
        return [*self._waiting.values(), *self.open.values()]

    def opened(self, game: OpenGame) -> None:
        """A game has begun."""
        self.open[game.id] = game
        if not game.carries:
            self._silent[game.id] = game

    def rest(self) -> Iterator[OpenGame]:
        """At the end of the file: all games not finished yet, in the order in which they began."""
        for game in sorted(self.unfinished(), key=lambda g: g.line):
            yield self._finished(game)
        self._waiting.clear()
        self._silent.clear()
        self.open.clear()

    def _finished(self, game: OpenGame) -> OpenGame:
        if self._last is game:
            self._last = None
        return game

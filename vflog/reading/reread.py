"""Reads an input once more for the beginning of one of its games, whose lines stand among those of others."""

from __future__ import annotations

from contextlib import suppress

from vflog.log.sources import Source
from vflog.reading.file_games import FileGames
from vflog.reading.file_reader import FileReader
from vflog.reading.game_opener import GameOpener
from vflog.reading.open_game import OpenGame
from vflog.reading.results import Results


def reread_digest(opener: GameOpener, source: Source, line: int, count: int) -> bytes | None:
    """The digest of the first so many lines of the game that begins on that line; `None` where it has fewer."""
    results = Results(None, collect=False)
    games = _OneGame(source, results, opener, line, count)
    with suppress(_Enough):
        FileReader(source, games, results).run()
    return games.found.marks.get(count) if games.found is not None else None


class _OneGame(FileGames):
    """Waits for the game that begins on a line, and for its end."""

    def __init__(self, source: Source, results: Results, opener: GameOpener, line: int, count: int) -> None:
        super().__init__(source, results, opener, lambda source, line, count: None)
        self.found: OpenGame | None = None
        self._line, self._count = line, count

    def _begun(self, game: OpenGame) -> None:
        if game.line == self._line:
            game.marks[self._count] = b""
            self.found = game

    def _finish(self, game: OpenGame) -> None:
        if game is self.found:
            raise _Enough


class _Enough(Exception):
    """The game that was looked for is over."""

"""Many games at once, each with a log of its own: those that are asked for are in memory, the others in their logs.

A game is only touched while its lock is held; who looks on hears of each record that stands.
"""

from __future__ import annotations

import os
from asyncio import Lock
from codecs import BOM_UTF8
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec

from vflog.engine.settings import Settings
from vflog.log.canonical import digest
from vflog.log.header import is_id
from vflog.playback.kept import InMemory, Keeper, LogError, LogFile
from vflog.playback.referee import Referee
from vflog.playback.requests import Answer
from vflog.playback.views import ALL

SUFFIX = ".jsonl"
#: So many games with a log are in memory (and their logs open); of games without one so many may be there.
IN_MEMORY, WITHOUT_LOG = 128, 1024
#: So many of the last records of a game can be heard of by those who look on.
HEARD = 64


class Event(msgspec.Struct, kw_only=True):
    """What those who look on are told: at first how the game stands, then (with its `type`) each record that does.
    All of it is public."""

    game: str
    n: int
    type: str | None
    phase: str | None
    waiting: list[str] | None
    public: str
    state: dict[str, Any]


class Full(Exception):
    """No more games can be begun."""


class OneGame:
    """A game, and what is heard of it. But for its id nothing may be used except while `lock` is held."""

    def __init__(self, id: str, begin: Callable[[], tuple[Referee, Keeper]]) -> None:
        self.id = id
        self.lock = Lock()
        #: So many are at it now: it stays in memory.
        self.wanted = 0
        #: So many look on.
        self.onlookers = 0
        #: The last records, for those who look on, each with its number among all that were heard of.
        self.events: deque[tuple[int, Event]] = deque(maxlen=HEARD)
        self.heard = 0
        self._begin = begin
        self._there: tuple[Referee, Keeper] | None = None

    @property
    def referee(self) -> Referee:
        """The referee of the game, with all that stands in its log. Raises `LogError`, `OSError`."""
        if self._there is None:
            self._there = self._begin()
        return self._there[0]

    @property
    def begun(self) -> bool:
        """Whether there is a game at all, as far as that is known yet."""
        return self._there is not None and bool(self.referee.games)

    @property
    def over(self) -> bool:
        """Whether there is nothing more to be played."""
        return not self.begun or self.referee.games[self.id].judge.ended

    def answer(self, raw: bytes, view: str = ALL, line: int = 1) -> Answer:
        """The answer to a line. Raises `LogError`, `OSError` where the game's log cannot be read."""
        answer = self.referee.answer(raw, view, line)
        if self.referee.accepted is not None and self.onlookers:
            self.heard += 1
            self.events.append((self.heard, self.now(msgspec.json.decode(raw.removeprefix(BOM_UTF8))["type"])))
        return answer

    def now(self, type: str | None = None) -> Event:
        """What those who look on see. Raises `KeyError` where there is no game."""
        game = self.referee.games[self.id]
        state = game.public()
        return Event(
            game=self.id,
            n=game.last,
            type=type,
            phase=state.get("phase"),
            waiting=state.get("waiting"),
            public=digest(state),
            state=state,
        )

    def close(self) -> None:
        """Close its log; what was accepted is on disk already."""
        if self._there is not None:
            self._there[1].close()


class ManyGames:
    """The games of a server, by id. `folder` holds a log each (none: they are gone when the server is).

    `resume`: games whose logs are there already go on. Raises `FileExistsError` where logs are there and it is not
    said, `OSError` where the folder cannot be used. `say` is told of what was mended and of faults, a sentence each.
    """

    def __init__(
        self, settings: Settings, folder: str | None, *, resume: bool = False, say: Callable[[str], None]
    ) -> None:
        self._settings, self._folder, self._say = settings, folder, say
        self._games: OrderedDict[str, OneGame] = OrderedDict()
        if folder is not None:
            os.makedirs(folder, exist_ok=True)
            if not resume and any(name.endswith(SUFFIX) for name in os.listdir(folder)):
                raise FileExistsError(f"{folder} holds logs already; --resume goes on with them.")

    def get(self, id: str) -> OneGame:
        """The game of that id, for one more who is at it; there may be nothing in it yet. Give it back with `let_go`.

        Raises `Full`, `KeyError` where that is no id.
        """
        if not is_id(id, of_game=True):
            raise KeyError(id)
        game = self._games.get(id)
        if game is None:
            self._make_room()
            game = self._games[id] = OneGame(id, lambda: self._begin(id))
        self._games.move_to_end(id)
        game.wanted += 1
        return game

    def let_go(self, game: OneGame) -> None:
        """Somebody is done with a game."""
        game.wanted -= 1
        if game.wanted == 0 and not game.begun:
            self._forget(game)

    def __len__(self) -> int:
        """How many games are in memory."""
        return len(self._games)

    def close(self) -> None:
        """Close all logs."""
        while self._games:
            self._forget(next(iter(self._games.values())))

    def _begin(self, id: str) -> tuple[Referee, Keeper]:
        """A game as its log has it, or a new one."""
        keeper: Keeper
        path = os.path.join(self._folder, id.replace(":", "%3A") + SUFFIX) if self._folder is not None else None
        if path is None or not os.path.exists(path):
            keeper = InMemory() if path is None else _Late(path)
            return Referee(self._settings, keeper=keeper, only=id, on_fault=self._say), keeper
        keeper = log = LogFile(path, resume=True)
        try:
            referee = Referee(self._settings, keeper=log, only=id, on_fault=self._say)
            _, mended = referee.resume(log)
            if mended is not None:
                self._say(mended)
        except BaseException:
            log.close()
            raise
        return referee, keeper

    def _make_room(self) -> None:
        """Leave to their logs the games that were not asked for longest; without logs, give up those that are over."""
        logs, most = self._folder is not None, IN_MEMORY if self._folder is not None else WITHOUT_LOG
        while len(self._games) >= most:
            idle = next((game for game in self._games.values() if not game.wanted and (logs or game.over)), None)
            if idle is None and not logs:
                raise Full
            if idle is None:
                return
            self._forget(idle)

    def _forget(self, game: OneGame) -> None:
        game.close()
        del self._games[game.id]


class _Late:
    """A log that is there from its first line on: who asks for a game that never begins leaves no file."""

    def __init__(self, path: str) -> None:
        self.path: str | None = path
        self._path = path
        self._log: LogFile | None = None

    def append(self, raw: bytes) -> int:
        """Keep a line."""
        if self._log is None:
            self._log = LogFile(self._path)
        return self._log.append(raw)

    def line(self, where: int) -> bytes:
        """The line that is there."""
        if self._log is None:
            raise LogError(f"{self._path} is not there yet.")
        return self._log.line(where)

    def close(self) -> None:
        """No more lines."""
        if self._log is not None:
            self._log.close()

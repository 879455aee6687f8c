"""What pages are made of: the answers of the newest copy, remembered as long as that is the newest."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from vflog.dashboard.copies import Copies
from vflog.engine import ruleset as rulesets
from vflog.engine.settings import Settings
from vflog.figures.figure import Figure, Row
from vflog.figures.filters import Choice, Filter, counts
from vflog.figures.pages import RulesetPages
from vflog.playback.cursor import Cursor
from vflog.playback.views import View
from vflog.reporting import kept, shared
from vflog.reporting.page import Asked, asked
from vflog.reporting.source import Source
from vflog.store.errors import StoreError
from vflog.store.view import view_of
from vflog.tournament.file import TournamentFile
from vflog.tournament.watch import TableNow, Watched

#: Answers that are remembered; values of a filter that are offered; games played again that are remembered.
_REMEMBERED, _OFFERED, _PLAYED = 400, 400, 4
#: Seconds between two looks whether there is something to be made ready.
_IDLE = 0.5
#: Games behind a row that are listed.
MOST_BEHIND = 100_000

T = TypeVar("T")


class Offer(msgspec.Struct, frozen=True):
    """A value of a filter: what it is called, and the games left where it is chosen beside all else."""

    value: str
    label: str
    games: int


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked at: of how many games how many are chosen, as they stood when; whether that is behind."""

    chosen: int
    games: int
    at: str
    behind: bool
    view: str | None


class Followed:
    """Logs that are looked at again and again, by one at a time; with a view only what their copies for it tell."""

    def __init__(self, paths: Sequence[str], settings: Settings, view: View | None = None) -> None:
        self.paths, self.settings, self.view = list(paths), settings, view
        self._watched = Watched(None, paths, settings, view)
        self._guard = threading.Lock()

    def games(self) -> list[tuple[str | None, TableNow]]:
        """Every game in the logs as it is now, with its event."""
        with self._guard:
            return self._watched.games()


class Desk:
    """Answers questions about one database. `content` are folders with packs, `logs` those that are followed, and
    `event` the tournament whose logs they are; `rulings` are named rulings that logs which come are judged by.
    """

    def __init__(
        self,
        copies: Copies,
        content: Sequence[str] = (),
        *,
        logs: Followed | None = None,
        event: TournamentFile | None = None,
        rulings: Mapping[str, str] | None = None,
    ) -> None:
        self.copies, self.logs, self.event = copies, logs, event
        self.rulings = dict(rulings or {})
        self.content = tuple(content)
        self.pages = shared.every(rulesets.names())
        self.filters: tuple[Filter, ...] = tuple(each for of in reversed(self.pages) for each in of.filters)
        self._answers: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
        self._cursors: OrderedDict[tuple[str, int], Cursor] = OrderedDict()
        self._judged: tuple[bytes, Any] | None = None
        self._warmer: threading.Thread | None = None
        self._guard = threading.Lock()
        self.playing = threading.Lock()

    def close(self) -> None:
        """End what runs beside this, and take the copies away."""
        self.copies.close()
        if self._warmer is not None:
            self._warmer.join(5)

    def warm(self) -> None:
        """From now on have the figures of all games ready, in a thread of its own, whenever there is a new copy."""
        self._warmer = threading.Thread(target=self._warm, daemon=True, name="warm")
        self._warmer.start()

    def _warm(self) -> None:
        seen = ""
        while not self.copies.closed:
            if (mark := self.copies.newest) == seen:
                time.sleep(_IDLE)
                continue
            seen = mark
            for of in self.pages:
                for figure in (figure for page in of.pages for figure in page.figures):
                    with suppress(StoreError):
                        self.figure(of, figure, None)

    def remembered(self, key: tuple[Any, ...], make: Callable[[Source], T]) -> T:
        """An answer, made once for a copy. Raises `StoreError`."""
        with self.copies.snapshot() as here:
            whole = (here.file, *key)
            with self._guard:
                if whole in self._answers:
                    self._answers.move_to_end(whole)
                    found: T = self._answers[whole]
                    return found
            with self.copies.opened(here) as connection:
                made = make(Source(connection, False))
            with self._guard:
                self._answers[whole] = made
                while len(self._answers) > _REMEMBERED:
                    self._answers.popitem(last=False)
            return made

    # -- what is chosen ----------------------------------------------------------------------------------

    def condition(self, choice: Choice) -> str | None:
        """The condition on games of a choice."""
        return choice.condition(self.filters)

    def now(self, choice: Choice) -> Now:
        """How much of what is looked at."""
        where = self.condition(choice) or "TRUE"

        def count(source: Source) -> tuple[int, int, str | None]:
            rows = source.ask(f"SELECT count(*) FILTER ({where}) AS chosen, count(*) AS games FROM games")
            views = source.ask("SELECT view FROM meta")
            return rows[0]["chosen"], rows[0]["games"], views[0]["view"] if views else None

        with self.copies.snapshot() as here:
            chosen, games, view = self.remembered(("now", where), count)
            return Now(chosen=chosen, games=games, at=here.at, behind=self.copies.behind(here), view=view)

    def offers(self, each: Filter, choice: Choice) -> list[Offer]:
        """The values of a filter, each with the games left where it is chosen beside the other filters."""
        others = choice.condition(self.filters, without=each.name)

        def ask(source: Source) -> list[Offer]:
            rows = source.ask(counts(each, others, _OFFERED))
            return [
                Offer(row["value"], row["label"] if row["label"] is not None else "not said", row["games"])
                for row in rows
            ]

        found = self.remembered(("offers", each.name, others), ask)
        if not each.everywhere:
            of = self.now(choice if not choice.values.get(each.name) else Choice({})).games
            found = [it for it in found if it.games < of or it.value in choice.values.get(each.name, ())]
        missing = [value for value in choice.values.get(each.name, ()) if value not in {it.value for it in found}]
        return [*found, *(Offer(value, value or "not said", 0) for value in missing)]

    # -- figures -----------------------------------------------------------------------------------------

    def find(self, name: str) -> tuple[RulesetPages, Figure] | None:
        """A figure by its name, and whose it is."""
        return next(((of, of.figures()[name]) for of in self.pages if name in of.figures()), None)

    def figure(
        self, of: RulesetPages, figure: Figure, chosen: str | None, game_key: int | None = None, examples: int = 6
    ) -> Asked:
        """A figure of one game, or of the games that are chosen (a condition)."""
        return self.remembered(
            ("figure", of.ruleset, figure.name, chosen, game_key, examples),
            lambda source: asked(source, of, figure, game_key, chosen, examples=examples),
        )

    def behind(self, name: str, row: str, chosen: str | None) -> list[int] | None:
        """The games behind a row (see `row_name`) of a figure of many games; `None` where there is no such row."""
        found = self.find(name)
        if found is None or found[1].one_game:
            return None

        def ask(source: Source) -> list[int] | None:
            picture = asked(source, *found, None, chosen, examples=MOST_BEHIND).picture
            rows = [each for each in (picture.rows if picture else ()) if row_name(picture, each) == row]
            if picture is None or not rows:
                return None
            keys: list[int] = []
            for column in picture.columns:
                if column.kind in ("game", "games") and (value := rows[0].get(column.name)) is not None:
                    keys += value if isinstance(value, list) else [value]
            return keys

        # Of all rows with all their games that of this row is kept.
        return self.remembered(("behind", name, row, chosen), ask)

    # -- single games ------------------------------------------------------------------------------------

    def game(self, key: int) -> Row | None:
        """The row of a game."""
        text = "SELECT * FROM (\n{}\n) WHERE game_key = $game_key LIMIT 1"
        return self.remembered(
            ("game", key),
            lambda source: next(iter(source.ask(text.format(source.text("games")), key)), None),
        )

    def cursor(self, game: Row) -> Cursor:
        """The game to be played again, by one at a time (`playing`). Raises `NotKept`, `StoreError`."""
        with self.copies.snapshot() as here:
            name = (here.file, int(game["game_key"]))
            if name not in self._cursors:
                with self.copies.opened(here) as connection:
                    self._cursors[name] = kept.cursor(Source(connection, False), game, self.content)
                while len(self._cursors) > _PLAYED:
                    self._cursors.popitem(last=False)
            self._cursors.move_to_end(name)
            return self._cursors[name]

    def judged(self, make: Callable[[Desk], T]) -> T:
        """What the logs that are followed come to, made anew when they have changed."""
        assert self.logs is not None
        told = msgspec.json.encode([(event, msgspec.to_builtins(now)) for event, now in self.logs.games()])
        with self.playing:
            if self._judged is None or self._judged[0] != told:
                self._judged = (told, make(self))
            found: T = self._judged[1]
            return found

    def view(self) -> str | None:
        """The view that the database was made for. Raises `StoreError`."""
        with self.copies.snapshot() as here, self.copies.opened(here) as connection:
            return view_of(connection)


def row_name(picture: Any, row: Row) -> str:
    """What a row of a figure's table is about: its words."""
    told = [
        (column, row.get(column.name)) for column in picture.columns if column.told or column.kind in ("text", "game")
    ]
    return " · ".join(
        f"{column.title} {value}" if column.told else str(value) for column, value in told if value is not None
    )

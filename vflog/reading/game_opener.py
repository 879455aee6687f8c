"""How a game is begun: its ruleset, its cards, and the judge that takes its records."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from vflog.engine import codes
from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import ruleset
from vflog.engine.settings import Settings
from vflog.engine.verdict import Judged, Run
from vflog.log.header import FORMAT, Opening
from vflog.log.problems import Code, Place, Problem, Unsupported, make_problem
from vflog.log.records import Header
from vflog.log.sources import Source
from vflog.reading.content import Library
from vflog.reading.unsupported import Judging, UnsupportedGame


class GameOpener:
    """Begins games, all with the same settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._library = Library(settings.content)

    def with_plays(self) -> GameOpener:
        """The same, but that the records of play are held until a game has its verdict."""
        out = GameOpener(replace(self.settings, plays=True))
        out._library = self._library
        return out

    def judge(
        self,
        opening: Opening,
        *,
        raw: bytes,
        source: Source,
        place: Place,
        game_key: int,
        on_record: Callable[[Judged], None] | None,
        on_run: Callable[[Run], None] | None = None,
    ) -> Judging:
        """The judge of a game; one that only counts where the game cannot be judged here.

        `on_record` is told of the records where the settings ask for them; `on_run`, if given, of those in a row that
        were applied with nothing wrong, in its place.
        """
        header = opening.header
        tell = on_record if self.settings.records else None
        try:
            if opening.other_major:
                raise Unsupported("format.unsupported", format=header.format, known=FORMAT)
            rules = ruleset(header.ruleset)
            return GameJudge(
                header,
                rules,
                raw=raw,
                place=place,
                settings=self.settings,
                find=self._library.finder(rules, header, source.path),
                game_key=game_key,
                on_record=tell,
                on_run=on_run if self.settings.records else None,
                original=source.original,
            )
        except Unsupported as why:
            problem = _problem(why, header, place)
            return UnsupportedGame(header, problem, raw=raw, place=place, game_key=game_key, on_record=tell)

    def no_more(self, judge: Judging, why: Problem, on_record: Callable[[Judged], None] | None) -> Judging:
        """A game that cannot be judged from here on."""
        return UnsupportedGame(
            judge.header,
            why,
            raw=b"",
            place=Place(file=why.file, line=why.line, byte_offset=why.byte_offset),
            on_record=on_record if self.settings.records else None,
            so_far=judge.finish(),
        )


def _problem(why: Unsupported, header: Header, place: Place) -> Problem:
    known: dict[str, Code] = {**codes.CODES}
    if why.code not in known:
        known.update(ruleset(header.ruleset).codes)
    return make_problem(known, why.code, why.values, replace(place, game=header.game, n=0))

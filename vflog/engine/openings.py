"""How a game is begun: its ruleset, its cards, and the judge that takes its records."""

from __future__ import annotations

from collections.abc import Callable

from vflog.engine import codes, input_codes
from vflog.engine.content import Library
from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import ruleset
from vflog.engine.settings import Settings
from vflog.engine.unsupported import Judging, UnsupportedGame
from vflog.engine.verdict import Judged
from vflog.log.header import FORMAT, Opening
from vflog.log.problems import Code, Problem, Unsupported, told
from vflog.log.records import Header
from vflog.log.sources import Source


class Openings:
    """Begins games, all with the same settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._library = Library(settings.content)

    def judge(
        self, opening: Opening, *, raw: bytes, source: Source, line: int, byte_offset: int, game_key: int,
        on_record: Callable[[Judged], None] | None,
    ) -> Judging:  # fmt: skip
        """The judge of a game; one that only counts where the game cannot be judged here.

        `on_record` is told of the records where the settings ask for them.
        """
        header = opening.header
        tell = on_record if self.settings.records else None
        try:
            if opening.other_major:
                raise Unsupported("format.unsupported", format=header.format, known=FORMAT)
            rules = ruleset(header.ruleset)
            return GameJudge(
                header, rules, raw=raw, file=source.name, line=line, byte_offset=byte_offset, settings=self.settings,
                find=self._library.finder(rules, header, source.path), game_key=game_key, on_record=tell,
            )  # fmt: skip
        except Unsupported as why:
            problem = _problem(why, header, file=source.name, line=line, byte_offset=byte_offset)
            return UnsupportedGame(
                header, problem, raw=raw, file=source.name, line=line, byte_offset=byte_offset, game_key=game_key,
                on_record=tell,
            )  # fmt: skip

    def no_more(self, judge: Judging, why: Problem, on_record: Callable[[Judged], None] | None) -> Judging:
        """A game that cannot be judged from here on."""
        return UnsupportedGame(
            judge.header, why, raw=b"", file=why.file or "", line=why.line or 0, byte_offset=why.byte_offset or 0,
            on_record=on_record if self.settings.records else None, so_far=judge.finish(),
        )  # fmt: skip


def _problem(why: Unsupported, header: Header, *, file: str, line: int, byte_offset: int) -> Problem:
    known: dict[str, Code] = {**codes.CODES, **input_codes.CODES}
    if why.code not in known:
        known.update(ruleset(header.ruleset).codes)
    return told(known, why.code, why.values, file=file, line=line, byte_offset=byte_offset, game=header.game, n=0)

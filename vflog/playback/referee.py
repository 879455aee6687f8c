"""A referee: takes the lines of a conversation one by one, judges each at once, and keeps only what is legal.

A refused record is not applied and takes no number; the game goes on as if it had not been sent. The lines kept are a
log: what belongs to which game is told as in a file.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable
from typing import Any

import msgspec

from vflog.engine import codes
from vflog.engine.settings import Settings
from vflog.log.absent import UNSET
from vflog.log.faults import Fault, Odd, shown
from vflog.log.problems import Place, Problem, make_problem
from vflog.log.reader import LONGEST
from vflog.log.sources import Source
from vflog.log.strict import parse
from vflog.playback.kept import GameLines, InMemory, Keeper, LogError, LogFile, Replayed
from vflog.playback.refereed import Refereed, Unfit, numbered, settings_of_a_referee
from vflog.playback.requests import Answer, Try, request
from vflog.playback.views import ALL, PUBLIC
from vflog.reading.game_opener import GameOpener
from vflog.reading.open_game import OpenGame
from vflog.reading.router import Router


class _NoGame(Exception):
    """A line of no game here, or a game that may not begin."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class Referee:
    """The games of one conversation, or (`only`) the one game of that id.

    `keeper` keeps the accepted lines. `on_fault` is told, in a sentence, of what is no fault of who sent a line.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        name: str = "-",
        *,
        keeper: Keeper | None = None,
        only: str | None = None,
        on_fault: Callable[[str], None] | None = None,
    ) -> None:
        self._opener = GameOpener(settings_of_a_referee(settings))
        self._keeper = keeper
        self._replayed: Replayed | None = None
        self._source = Source(name, keeper.path if keeper is not None else None)
        self._only = only
        self._on_fault = on_fault
        self._router = Router()
        self._games: dict[str, Refereed] = {}
        self._known: set[str] = set()
        self._line = 0
        #: The line that was just accepted, as it is kept.
        self.accepted: bytes | None = None
        #: What the games that are finished came to.
        self.statuses: set[str] = set()

    # -- what comes in -------------------------------------------------------------------------------

    def answer(self, raw: bytes, view: str = ALL, line: int | None = None) -> Answer:
        """The answer to a line, a record or a request (`ask`), of who sees the game as that view. Never raises."""
        self._line = self._line + 1 if line is None else line
        self.accepted = None
        game: Refereed | None = None
        try:
            plain = self._plain(raw)
            if plain.get("type") == "game" and "ask" not in plain:
                return self._open(raw.rstrip(b"\r\n"), plain, view)
            if "ask" in plain:
                return self._ask(plain, raw, view)
            game = self._whose(plain)
            return self._record(game, plain, raw.rstrip(b"\r\n"), view)
        except Fault as fault:
            return self._refused(view, game, fault.problem(self._place()))
        except _NoGame as none:
            return self._refused(view, game, none.problem)
        except Unfit as unfit:
            return self._refused(view, game, *unfit.problems)
        except OSError as error:
            why = error.strerror or str(error)
            self._tell(f"an accepted record could not be kept: {why}.")
            return self._refused(view, game, self._problem("referee.not-kept", why=why))
        except Exception as error:
            what = type(error).__name__
            self._tell(f"an internal error, which is a fault of vflog and not of what it was given: {what}.")
            return self._refused(view, None, self._problem("referee.fault", what=what))

    def _plain(self, raw: bytes) -> dict[str, Any]:
        if len(raw) > LONGEST + 2:
            raise Fault("line.too-long", longest=LONGEST)
        if self._line == 1:
            raw = raw.removeprefix(BOM_UTF8)
        return parse(raw.rstrip(b"\r\n"))

    def resume(self, log: LogFile) -> tuple[int, str | None]:
        """Go on with the games of a log, and mend its end; gives how many lines stand, and what was mended.

        Raises `LogError` where a line of it is not legal: then it is left as it is.
        """
        lines, there = 0, Replayed(log)
        self._keeper = self._replayed = there
        for lines, (where, raw) in enumerate(log.lines(), 1):
            bare = raw.removeprefix(BOM_UTF8) if where == 0 else raw
            if not bare.strip(b" \t\r\n"):
                continue
            there.where, there.taken = where, False
            answer = self.answer(bare, line=lines)
            if not there.taken:
                why = answer.problems[0].message if answer.problems else "It is no record."
                raise LogError(f"{log.path} cannot be gone on with; its line {lines} is refused: {why}")
        self._keeper, self._replayed = log, None
        for game in self._games.values():
            game.lines.keeper = log
        self._line = 0
        self.accepted = None
        return lines, log.mend()

    def close(self) -> None:
        """Let the log go."""
        if self._keeper is not None:
            self._keeper.close()

    def finish(self) -> set[str]:
        """No more lines: the statuses of all games."""
        for over in self._router.rest():
            self._finish(over)
        return self.statuses

    @property
    def games(self) -> dict[str, Refereed]:
        """The games that are not finished yet, by id."""
        return self._games

    # -- records -------------------------------------------------------------------------------------

    def _open(self, raw: bytes, plain: dict[str, Any], view: str) -> Answer:
        if view != ALL:
            return self._refused(view, None, self._problem("referee.not-yours", view=view, type="game"))
        game, raw = self._opened(raw.removeprefix(BOM_UTF8), plain)
        game.lines.append(raw)
        for over in self._router.header(game.id):
            self._finish(over)
        opened = OpenGame(game.judge, game.dialect, key=0, line=self._line, offset=0, newer=game.newer, known=None)
        self._router.opened(opened)
        self._games[game.id] = game
        self._known.add(game.id)
        self.accepted = raw
        return game.opened()

    def _opened(self, raw: bytes, plain: dict[str, Any]) -> tuple[Refereed, bytes]:
        """The game that a header opens, and its line as it is to be kept. Raises `Fault`, `Unfit`, `_NoGame`."""
        if "n" not in plain and self._replayed is None:
            raw = numbered(raw, 0)
        keeper = self._keeper if self._keeper is not None else InMemory()
        game = Refereed(raw, GameLines(keeper), self._opener, self._source, self._line)
        if self._only not in (None, game.id):
            raise _NoGame(self._problem("game.none", why=f"the game here is {shown(self._only)}, not {shown(game.id)}"))
        if game.id in self._known:
            raise _NoGame(self._problem("referee.known-game", game=game.id))
        return game, raw

    def _record(self, game: Refereed, plain: dict[str, Any], raw: bytes, view: str) -> Answer:
        before = len(game.lines)
        answer = game.record(plain, raw, self._line, view, number=self._replayed is None)
        opened = self._router.named(game.id)
        if len(game.lines) > before and opened is not None:
            self.accepted = game.lines.newest
            opened.judge = game.judge
            if isinstance(plain.get("game"), str):
                self._router.carried(opened)
            if game.judge.ended:
                self._router.over(opened)
        return answer

    def _whose(self, plain: dict[str, Any]) -> Refereed:
        """The game that a line belongs to; raises `_NoGame`."""
        named = plain.get("game")
        if isinstance(named, str):
            found = self._router.named(named)
            code, why = "game.none", f"there is no game {shown(named)} here"
            if found is None and named in self._known:
                code = "game.too-late"
        else:
            found = self._router.sole()
            code, why = "game.none", "no game is open here; send a `game` record first"
            if found is None and len(self._router.open) > 1:
                code = "game.ambiguous"
        if found is None:
            raise _NoGame(self._problem(code, why=why, game=named, open=", ".join(self._router.open), kind=""))
        return self._games[found.id]

    def _finish(self, over: OpenGame) -> None:
        game = self._games.pop(over.id)
        self.statuses.add(game.judge.finish().status)

    # -- requests ------------------------------------------------------------------------------------

    def _ask(self, plain: dict[str, Any], raw: bytes, bound: str) -> Answer:
        asked = request(plain)
        view = asked.view if asked.view is not UNSET else bound
        if bound not in (ALL, view) and view != PUBLIC:
            allowed = " or ".join(dict.fromkeys((bound, PUBLIC)))
            raise Fault("line.value", field="view", found=shown(view), wanted=f"{allowed} on this connection")
        if isinstance(asked, Try) and asked.record.get("type") == "game":
            game, _ = self._opened(_written(asked.record), asked.record)
            return game.opened(view)
        return self._whose({"game": asked.game} if asked.game is not UNSET else {}).ask(asked, raw, self._line, view)

    # -- what is said --------------------------------------------------------------------------------

    def _refused(self, view: str, game: Refereed | None, *problems: Problem) -> Answer:
        if game is None:
            sole = self._router.sole()
            game = self._games.get(sole.id) if sole is not None else None
        if game is None:
            return Answer(ok=False, n=None, phase=None, waiting=None, problems=[*problems], digest=None, public=None)
        return game.refuse(*problems, view=view)

    def _problem(self, code: str, /, **values: Any) -> Problem:
        return make_problem(codes.CODES, code, values, self._place())

    def _place(self) -> Place:
        return Place(file=self._source.name, line=self._line)

    def _tell(self, sentence: str) -> None:
        if self._on_fault is not None:
            self._on_fault(sentence)


def _written(plain: dict[str, Any]) -> bytes:
    """A plain object as a line, odd numbers as they came."""
    return msgspec.json.encode(plain, enc_hook=_as_it_came)


def _as_it_came(value: Any) -> Any:
    return msgspec.Raw(value.text.encode()) if isinstance(value, Odd) else str(value)

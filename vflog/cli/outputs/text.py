"""Verdicts for people: each problem where it is, each game's status, a summary by app, version and code."""

from __future__ import annotations

from collections.abc import Iterator

from vflog.api import Silent
from vflog.cli.outputs.wording import after, counts, number, place, several
from vflog.cli.terminal import Paint, safe, table, write
from vflog.engine.summary import Line
from vflog.engine.verdict import FileVerdict, GameVerdict, Report, Status
from vflog.log.problems import Problem

#: So many sound games are listed one by one; of more only the number is told.
LISTED = 40
_SOUND = frozenset({"valid", "adjudicated"})
_STYLE = {"valid": "green", "adjudicated": "green", "incomplete": "yellow", "abandoned": "yellow"}
_COUNTS = ("applied", "refused", "taken_back", "unjudged")


class Text(Silent):
    """Prints as it is told. `every`: list all sound games, however many there are."""

    def __init__(self, *, every: bool = False) -> None:
        self._paint = Paint()
        self._every = every
        self._sound = 0

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""
        paint = self._paint
        style = "red" if problem.severity == "error" else "yellow"
        who = "" if problem.game is None else f" in game {problem.game}"
        who += "" if problem.n is None else f", record {problem.n}"
        head = f"{paint(safe(place(problem)) + ':', 'bold')} {paint(problem.severity, style, 'bold')}{safe(who)}"
        write(f"{head}: {safe(problem.message)} {paint(f'[{problem.code}]', 'dim')}\n")
        for sentence in after(problem):
            write(f"    {safe(sentence)}\n")

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        if verdict.status in _SOUND:
            self._sound += 1
            if self._sound > LISTED and not self._every:
                return
        write(f"{self._line(verdict)}\n")

    def revised(self, game_key: int, file: str, status: Status | None) -> None:
        """What was told of a game no longer holds."""
        now = "counts as the beginning of a longer log" if status is None else f"is {status}"
        write(f"{safe(file)}: a game told above {now}, as said below.\n")

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end."""

    def end(self, report: Report) -> None:
        """All is told."""
        totals = report.totals
        if self._sound > LISTED and not self._every:
            write(f"{several(self._sound - LISTED, 'more sound game')} (--all lists every one).\n")
        write("\n")
        if report.summary and (totals.games > 1 or totals.files > 1):
            for line in _summary(report.summary):
                write(f"{line}\n")
            write("\n")
        parts = ("blank", "records", "rejects", "repeats")
        sums = " + ".join(f"{number(getattr(totals, part))} {part}" for part in parts)
        write(f"{several(totals.lines, 'line')} = {sums}\n")
        write(f"{self._paint(counts(report), 'bold')}\n")

    def _line(self, verdict: GameVerdict) -> str:
        counted = {name.replace("_", " "): getattr(verdict, name) for name in _COUNTS}
        parts = [f"{number(count)} {name}" for name, count in counted.items() if count]
        if verdict.winners:
            parts.append(f"won by {', '.join(verdict.winners)}")
        elif verdict.end_reason not in (None, "played"):
            parts.append(f"ended: {verdict.end_reason}")
        name = f"game {verdict.game}" if verdict.game is not None else "a game without a usable first line"
        rules = f" ({verdict.ruleset} {verdict.revision})" if verdict.revision else ""
        status = self._paint(verdict.status, _STYLE.get(verdict.status, "red"), "bold")
        file = "standard input" if verdict.file == "-" else verdict.file
        rest = f"; {safe(', '.join(parts))}" if parts else ""
        return f"{safe(f'{file}:{verdict.line}: {name}{rules}')}: {status}{rest}"


def _summary(lines: list[Line]) -> Iterator[str]:
    yield "Problems by app, version and code:"
    rows = [
        (
            (line.app or "(no app named)") if line.of_games else "(outside of games)",
            line.version or "", line.code, *map(number, (line.errors, line.warnings, line.games)),
        )
        for line in lines
    ]  # fmt: skip
    head = ("app", "version", "code", "errors", "warnings", "games")
    yield from (f"  {line}" for line in table(head, rows, numbers=(3, 4, 5)))

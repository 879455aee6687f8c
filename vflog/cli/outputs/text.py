"""Verdicts for people: each problem where it is, each game's status, a summary by app, version and code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vflog.cli.outputs.causes import ForPeople, Run
from vflog.cli.outputs.wording import after, at, called, counts, following, number, place, several, times, who
from vflog.cli.terminal import Paint, safe, table, write
from vflog.engine.people import people
from vflog.engine.summary import Line
from vflog.engine.verdict import FileVerdict, GameVerdict, Report, Revision, Status

#: Games of which nothing is told besides, as the rest of them is counted: one, several.
_SOUND = ("more sound game", "more sound games")
_OTHER = ("more game", "more games")
_AGAIN = ("more game with problems like those above", "more games with problems like those above")
#: So many of them are listed one by one.
LISTED = {_SOUND: 40, _OTHER: 40, _AGAIN: 5}
_STYLE = {"valid": "green", "adjudicated": "green", "incomplete": "yellow", "abandoned": "yellow"}
_COUNTS = ("applied", "refused", "taken_back", "unjudged")


class Text(ForPeople):
    """Prints as it is told. `every`: list every problem and every game, however many there are."""

    def __init__(self, *, every: bool = False) -> None:
        super().__init__(every=every)
        self._paint = Paint()
        #: Games that were listed, or would have been, by what they have in common.
        self._alike: Counter[tuple[str, str]] = Counter()
        self._revised: Counter[tuple[str, Status | None]] = Counter()

    def tell(self, run: Run) -> None:
        """Tell of a cause."""
        paint, problem = self._paint, run.first
        style = "red" if problem.severity == "error" else "yellow"
        head = f"{paint(safe(place(problem)) + ':', 'bold')} {paint(problem.severity, style, 'bold')}"
        about = safe(who(problem) + times(run))
        write(f"{head}{about}: {safe(problem.message)} {paint(f'[{problem.code}]', 'dim')}\n")
        for sentence in (*after(problem), *following(run)):
            write(f"    {safe(sentence)}\n")

    def over(self, verdict: GameVerdict, told: list[Run], passed: list[Run]) -> None:
        """A game is over: its line, unless there were many like it and nothing was told of it."""
        if not told and not self._every:
            kind = _AGAIN if passed else _SOUND if verdict.status in ("valid", "adjudicated") else _OTHER
            self._alike[kind] += 1
            if self._alike[kind] > LISTED[kind]:
                return
        write(f"{self._line(verdict, passed)}\n")

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""
        if revision.relation != "other":  # a problem tells of those
            self._revised[revision.file, None if revision.relation else revision.status] += 1

    def through(self, verdict: FileVerdict) -> None:
        """A file is at its end."""
        for (file, status), count in self._revised.items():
            games = "a game" if count == 1 else f"{number(count)} games"
            one = count == 1
            now = f"is {status}" if one else f"are {status}"
            if status is None:
                now = "repeats another log or its beginning" if one else "repeat other logs or their beginnings"
            write(f"{safe(file)}: {games} told above {now}.\n")
        self._revised.clear()

    def end(self, report: Report) -> None:
        """All is told."""
        super().end(report)
        totals = report.totals
        for kind, count in self._alike.items():
            if count > LISTED[kind]:
                write(f"{several(count - LISTED[kind], *kind)} (--all lists every one).\n")
        if self.passed_over:
            more = several(self.passed_over, "more problem like those above", "more problems like those above")
            write(f"{more} (--all lists every one).\n")
        write("\n")
        if report.summary and (totals.games > 1 or totals.files > 1):
            for line in _summary(report.summary):
                write(f"{line}\n")
            write("\n")
        parts = ("blank", "records", "rejects", "repeats")
        sums = " + ".join(f"{number(getattr(totals, part))} {part}" for part in parts)
        write(f"{several(totals.lines, 'line')} = {sums}\n")
        write(f"{self._paint(counts(report), 'bold')}\n")

    def _line(self, verdict: GameVerdict, passed: list[Run]) -> str:
        counted = {name.replace("_", " "): getattr(verdict, name) for name in _COUNTS}
        parts = [f"{number(count)} {name}" for name, count in counted.items() if count]
        if verdict.winners:
            parts.append(f"won by {_won(verdict)}")
        elif verdict.end_reason not in (None, "played"):
            parts.append(f"ended: {verdict.end_reason}")
        name = f"game {verdict.game}" if verdict.game is not None else "a game without a usable first line"
        rules = f" ({verdict.ruleset} {verdict.revision})" if verdict.revision else ""
        status = self._paint(verdict.status, _STYLE.get(verdict.status, "red"), "bold")
        file = called(verdict.file)
        rest = f"; {safe(', '.join(parts))}" if parts else ""
        again = [f"{run.first.code} at {at(run.first)}" for run in passed if run.first.severity == "error"]
        known = f"; as above: {', '.join(again)}" if again else ""
        return f"{safe(f'{file}:{verdict.line}: {name}{rules}')}: {status}{rest}{safe(known)}"


def _won(verdict: GameVerdict) -> str:
    names = people(verdict.header) if verdict.header is not None else {}
    *most, last = [names.get(player, player) for player in verdict.winners or ()]
    return f"{', '.join(most)} and {last}" if most else last


def _summary(lines: list[Line]) -> Iterator[str]:
    yield "Problems by app, version and code:"
    rows = [
        (
            (line.app or "(no app named)") if line.of_games else "(outside of games)",
            line.version or "",
            line.code,
            *map(number, (line.errors, line.warnings, line.games)),
        )
        for line in lines
    ]
    head = ("app", "version", "code", "errors", "warnings", "games")
    yield from (f"  {line}" for line in table(head, rows, numbers=(3, 4, 5)))

"""The report on a tournament for people and machines: text, JSON, JSON lines, JUnit, GitHub annotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from vflog.cli.outputs import Format, model
from vflog.cli.outputs.github import annotation
from vflog.cli.outputs.junit import xml
from vflog.cli.outputs.wording import called, several
from vflog.cli.terminal import Paint, safe, safe_json, table, write
from vflog.tournament import report as r
from vflog.tournament.findings import Finding
from vflog.tournament.judged import Tournament

#: So many findings of one code are listed for people, unless all are asked for.
LISTED = 20
_STATE: dict[r.State, str] = {"log": "by logs", "hand": "by hand", "open": "open"}


def tell(found: Tournament, form: Format, *, every: bool, where: bool) -> None:
    """Print a tournament in that format; `every`: however many findings, `where`: with the files of the logs."""
    _FORMS[form](found, every, where)


def _json(found: Tournament, every: bool, where: bool) -> None:
    write(safe_json(r.encoded(found.report)) + "\n")


def _jsonl(found: Tournament, every: bool, where: bool) -> None:
    report = found.report
    parts = (
        ("table", report.tables()),
        ("result", report.results),
        ("standing", report.standings),
        ("finding", report.findings),
    )
    for name, rows in parts:
        for row in rows:
            write(model.line({name: row}))
    write(model.line({"summary": report.totals, "complete": report.complete}))


# -- text --------------------------------------------------------------------------------------------------


def _text(found: Tournament, every: bool, where: bool) -> None:
    paint = Paint()
    report = found.report
    for finding, more in _some(found.found, every):
        colour = "red" if finding.severity == "error" else "yellow"
        lies = f" {called(finding.where[0])}:{finding.where[1]}" if where and finding.where else ""
        head = f"{at(finding)}{lies}: "
        code = paint(f"[{finding.code}]", "dim")
        write(f"{safe(head)}{paint(finding.severity, colour)}: {safe(finding.message)} {code}\n")
        if more:
            write(f"    {several(more, 'more finding')} of this kind (--all lists every one).\n")
    if found.found:
        write("\n")
    if report.standings:
        write(f"{paint(f'Standings after round {report.standings[0].round}', 'bold')}\n")
        for line in _standings(report):
            write(f"{line}\n")
        write("\n")
    write(f"{paint(safe(headline(report)), 'bold')}\n")


def _standings(report: r.Report) -> Iterator[str]:
    names = report.scoring.tiebreaks
    called = report.called()
    columns = [r.column([row.tiebreaks[name] for row in report.standings]) for name in names]
    rows = [
        (
            str(row.rank),
            called[row.person] + (" (withdrawn)" if row.withdrawn else ""),
            points,
            str(row.games),
            *values,
        )
        for row, points, *values in zip(
            report.standings, r.column([row.points for row in report.standings]), *columns, strict=True
        )
    ]
    numbers = (0, 2, 3, *(4 + i for i, name in enumerate(names) if name != "lot"))
    yield from table(("rank", "player", "points", "games", *names), rows, numbers)
    yield ""
    for row in report.standings:
        told = "; ".join(r.story(report, row.person, row.round)) or "no round yet"
        yield safe(f"{row.rank}. {called[row.person]}: {told}. In the standings: {r.because(report, row)}.")


def headline(report: r.Report) -> str:
    """What it all came to, in a sentence."""
    totals = report.totals
    states = ", ".join(f"{totals.by_state[state]} {said}" for state, said in _STATE.items() if totals.by_state[state])
    tables = several(totals.tables, "table") + (f" ({states})" if states else "")
    counts = f"{several(totals.players, 'player')}, {several(totals.rounds, 'round')}, {tables}"
    end = "" if report.complete else " (partial: interrupted)"
    return f"{report.event}: {counts}; {several(totals.errors, 'error')}, {several(totals.warnings, 'warning')}{end}"


def at(finding: Finding | r.Finding) -> str:
    """Where a finding is: round and table, the app and the game of the log, the line in it."""
    place = [f"round {finding.round}"] if finding.round is not None else []
    place += [f"table {finding.table}"] if finding.table is not None else []
    log = [f"app {finding.app}{' ' + finding.app_version if finding.app_version else ''}"] if finding.app else []
    log += [f"game {finding.game}"] if finding.game else []
    log += [f"line {finding.line}"] if isinstance(finding, Finding) and finding.line is not None else []
    return (", ".join(place) or "the tournament") + (f" ({', '.join(log)})" if log else "")


def _some(found: Sequence[Finding], every: bool) -> Iterator[tuple[Finding, int]]:
    """The findings that are listed; with the last of a code how many more of it there are."""
    counts = Counter(finding.code for finding in found)
    told: Counter[str] = Counter()
    for finding in found:
        told[finding.code] += 1
        if every or told[finding.code] < LISTED:
            yield finding, 0
        elif told[finding.code] == LISTED:
            yield finding, counts[finding.code] - LISTED


# -- for continuous integration ----------------------------------------------------------------------------


def _junit(found: Tournament, every: bool, where: bool) -> None:
    """A suite a round, a test a table; one more for what is of no table."""
    report = found.report
    suites: list[tuple[str, list[str]]] = []
    for each in report.rounds:
        cases = [_case(report, it.table, each.n, f"table {it.table}", found.found) for it in each.tables]
        loose = _case(report, None, each.n, "the round", found.found, only=True)
        suites.append((f"{report.event}, round {each.n}", [*cases, *loose_of(loose)]))
    rest = _case(report, None, None, "the tournament", found.found, only=True)
    suites.append((report.event, loose_of(rest)))
    suites = [(name, cases) for name, cases in suites if cases]
    failed = {name: sum("<failure" in case for case in cases) for name, cases in suites}
    write('<?xml version="1.0" encoding="UTF-8"?>\n')
    tests = sum(len(cases) for _, cases in suites)
    write(f'<testsuites name="vflog tournament" tests="{tests}" failures="{sum(failed.values())}">\n')
    for name, cases in suites:
        write(f'  <testsuite name="{xml(name)}" tests="{len(cases)}" failures="{failed[name]}">\n')
        write("".join(cases) + "  </testsuite>\n")
    write("</testsuites>\n")


def loose_of(case: str) -> list[str]:
    """A case as a list, which is empty where there is none."""
    return [case] if case else []


def _case(
    report: r.Report, label: str | None, n: int | None, name: str, found: Sequence[Finding], *, only: bool = False
) -> str:
    """A test of a table, or (`only` where there is any) of what is of none."""
    mine = [finding for finding in found if finding.round == n and finding.table == label]
    if only and not mine:
        return ""
    errors = [finding for finding in mine if finding.severity == "error"]
    suite = report.event if n is None else f"{report.event}, round {n}"
    head = f'    <testcase classname="{xml(suite)}" name="{xml(name)}"'
    if not mine:
        return f"{head}/>\n"
    text = "\n".join(f"{at(finding)}: {finding.severity}: {finding.message} [{finding.code}]" for finding in mine)
    if errors:
        first = errors[0]
        inside = f'      <failure type="{first.code}" message="{xml(first.message)}">{xml(text)}</failure>\n'
    else:
        inside = f"      <system-out>{xml(text)}</system-out>\n"
    return f"{head}>\n{inside}    </testcase>\n"


def _github(found: Tournament, every: bool, where: bool) -> None:
    for finding, more in _some(found.found, every):
        place = {} if finding.where is None else {"file": finding.where[0], "line": str(finding.where[1])}
        text = f"{at(finding)}: {finding.message}{f' And {more} more of this kind.' if more else ''}"
        write(annotation(finding.severity, {**place, "title": finding.code}, text))
    write(annotation("notice", {"title": "vflog tournament"}, headline(found.report)))


_FORMS: dict[Format, Callable[[Tournament, bool, bool], None]] = {
    "text": _text, "json": _json, "jsonl": _jsonl, "junit": _junit, "github": _github,
}  # fmt: skip

"""What changed since a report was published: the scoring, a result, a rank."""

from __future__ import annotations

from typing import Any

from vflog.tournament import report as r
from vflog.tournament.findings import Findings


def changes(old: r.Report, new: r.Report, findings: Findings) -> None:
    """Tell what was published and is otherwise now; what has come since is no change."""
    if old.event != new.event:
        _changed(findings, None, None, "The event", old.event, new.event)
    for field in r.Scoring.__struct_fields__:
        before, after = getattr(old.scoring, field), getattr(new.scoring, field)
        if before != after:
            _changed(findings, None, None, f"The scoring ({field})", _shown(before), _shown(after))
    called = {**old.called(), **new.called()}
    results = {(each.round, each.person): each for each in new.results}
    for each in old.results:
        if each.kind != "open":
            now = results.get((each.round, each.person))
            who = called.get(each.person, each.person)
            _compare(findings, each.round, each.table, f"The result of {who}", _result(each), _result(now))
    last = max((row.round for row in old.standings), default=0)
    ranks = {(row.round, row.person): row for row in new.progress}
    for row in old.progress:
        if row.round <= last:
            found = ranks.get((row.round, row.person))
            rank = None if found is None else found.rank
            what = f"The rank of {called.get(row.person, row.person)} after round {row.round}"
            _compare(findings, row.round, None, what, str(row.rank), str(rank) if rank is not None else None)


def _compare(findings: Findings, n: int, table: str | None, what: str, before: str | None, after: str | None) -> None:
    if before != after:
        _changed(findings, n, table, what, before or "nothing", after or "nothing")


def _changed(findings: Findings, n: int | None, table: str | None, what: str, before: str, after: str) -> None:
    findings.add("tournament.changed", n, table, what=what, before=before, after=after)


def _result(result: r.Result | None) -> str | None:
    if result is None:
        return None
    place = f"place {result.place} at table {result.table}, " if result.kind == "game" else ""
    return f"{place}{result.points} ({result.kind.replace('_', '-')})"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_shown(item)}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)

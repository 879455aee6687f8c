"""Findings: what is wrong with a tournament, at which table, by whose app."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from vflog.engine.event_codes import CODES
from vflog.log.problems import Problem, Severity, make_problem
from vflog.tournament.logs import Log
from vflog.tournament.people import People

_DIGITS = "0123456789"
#: Numbers, and what stands between them.
_PARTS = re.compile(r"[0-9]+|[^0-9]+")


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing wrong. `round` and `table` are `None` for what is of none; `where` is for people who look for the log,
    or for what is wrong in it: file and line, which no report of the data has; `line` is that of what is wrong in the
    log; `status` is that of the log.
    """

    code: str
    severity: Severity
    message: str
    round: int | None = None
    table: str | None = None
    app: str | None = None
    app_version: str | None = None
    game: str | None = None
    status: str | None = None
    where: tuple[str, int] | None = None
    line: int | None = None


class Findings:
    """Gathers findings."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._found: dict[Finding, None] = {}

    def add(
        self,
        code: str,
        round: int | None = None,
        table: str | None = None,
        /,
        *,
        log: Log | None = None,
        cause: Problem | None = None,
        severity: Severity | None = None,
        **values: Any,
    ) -> None:
        """Something is wrong, at a table perhaps, with a log perhaps, for something in it perhaps (`cause`)."""
        problem = make_problem(CODES, code, values, severity=severity, people=self._people.called)
        app, version = log.app if log is not None else (None, None)
        where, line = None if log is None else log.where, None
        if where is not None and cause is not None and cause.line is not None:
            where, line = (cause.file or where[0], cause.line), cause.line
        found = Finding(
            code=code,
            severity=problem.severity,
            message=problem.message,
            round=round,
            table=table,
            app=app,
            app_version=version,
            game=None if log is None else log.game,
            status=None if log is None else log.status,
            where=where,
            line=line,
        )
        self._found[found] = None

    def extend(self, found: Iterable[Finding]) -> None:
        """Findings that were made elsewhere."""
        self._found.update(dict.fromkeys(found))

    def listed(self) -> list[Finding]:
        """All of them, by trouble: errors first, then by round, table, code."""
        return sorted(self._found, key=_order)


def _order(found: Finding) -> tuple[Any, ...]:
    at = found.round if found.round is not None else 0
    return found.severity, at, natural(found.table), found.code, found.game or "", found.message


def natural(label: str | None) -> tuple[list[tuple[bool, int, str]], str]:
    """The order of labels: the numbers in them by their size, table 2 before table 10; none at all comes first."""
    parts = ((part, part.lstrip("0")) for part in _PARTS.findall(label or ""))
    sizes = [(False, len(size), size) if part[0] in _DIGITS else (True, 0, part) for part, size in parts]
    return sizes, label or ""

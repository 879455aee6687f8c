"""A tournament followed while it is played: a line a table, told again whenever it changes."""

from __future__ import annotations

import time

from vflog.cli.options import Form
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import number, several
from vflog.cli.terminal import flush, safe, write
from vflog.tournament.watch import TableNow, Watched


def watch(of: Watched, form: Form, seconds: float) -> None:
    """Tell of every table that has changed, until all of them are over."""
    told: dict[tuple[int | None, str | None], TableNow] = {}
    while True:
        now = of.look()
        for table in now:
            if told.get((table.round, table.table)) != table:
                told[table.round, table.table] = table
                write(model.line({"table": table}) if form == "jsonl" else f"{safe(_line(table))}\n")
        flush()
        if all(table.over for table in now):
            return
        time.sleep(seconds)


def _line(now: TableNow) -> str:
    where = f"round {now.round}, table {now.table}"
    if now.game is None:
        missing = "no log, and later rounds have some: it is not waited for"
        return f"{where}: {missing if now.state == 'missing' else 'no log yet'}."
    app = f" ({now.app})" if now.app is not None else ""
    moment = f", {now.moment}" if now.moment is not None else ""
    last = f", last: {now.last.rstrip('.')}" if now.last is not None else ""
    line = f" (line {number(now.first_line)})" if now.first_line is not None else ""
    problems = f"; {several(now.problems, 'problem')}, first{line}: {now.first_problem}" if now.problems else ""
    said = f"{where}{app}: {now.state}{moment}, {several(now.records, 'record')}{last}{problems}"
    return f"{said.rstrip('.')}."

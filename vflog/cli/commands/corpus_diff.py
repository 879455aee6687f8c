"""Judge a corpus in two ways and show only the games that come to something else.

--against names a revision of the rules (or a ruling, as NAME=VALUE), under which every log is judged beside its own; or
a file with the verdicts that another version printed (`vflog validate … --format json` or jsonl), beside those of now.
Status, winners, counts, the public state at the end, and each problem's code, rule and place are compared.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vflog import disputes
from vflog.cli import exits, options
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import called, several
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write
from vflog.dispute.corpora import Brief, Differs


def corpus_diff(
    paths: options.Logs,
    against: Annotated[
        str, typer.Option("--against", metavar="REVISION|FILE", help="A revision, NAME=VALUE, or saved verdicts.")
    ],
    format: options.Plain = "text",
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
) -> int:
    """Judge a corpus in two ways."""
    packs, rulings = options.content(content), options.rulings(ruling)
    rows: list[dict[str, Any]] = []
    with Progress(paths) as progress:
        how: dict[str, Any] = {"jobs": jobs, "cluster": cluster}
        found = disputes.corpus_diff(
            paths, against, content=packs, rulings=rulings, keep_going=keep_going, progress=progress, **how
        )
        for each in found:
            if format == "text":
                _tell(each)
            elif format == "jsonl":
                write(model.line(_plain(each)))
            else:
                rows.append(_plain(each))
    totals = found.totals
    if format == "json":
        write(model.line({"differ": rows, "totals": totals}))
    elif format == "jsonl":
        write(model.line({"totals": totals}))
    else:
        left = f"; {several(totals.left_out, 'game')} of rulesets without it left out" if totals.left_out else ""
        differ = "differs" if totals.differ == 1 else "differ"
        write(f"{several(totals.games, 'game')} compared, {totals.differ:,} of them {differ}{left}\n")
    return exits.OK


def _plain(each: Differs) -> dict[str, Any]:
    sides = {
        name: None if brief is None else brief._asdict()
        for name, brief in (("before", each.before), ("after", each.after))
    }
    return {"file": each.file, "line": each.line, "game": each.game, **sides}


def _tell(each: Differs) -> None:
    where = f"{safe(called(each.file))}:{each.line}: game {safe(each.game or '–')}"
    if each.before is None or each.after is None:
        which = "is not among the saved verdicts" if each.before is None else "is only among the saved verdicts"
        write(f"{where} {which}\n")
        return
    before, after = each.before, each.after
    parts = []
    if before.status != after.status:
        parts.append(f"{before.status} → {after.status}")
    if before.winners != after.winners:
        parts.append(f"won by {_won(before)} → {_won(after)}")
    first = next((p for p in after.problems if p not in before.problems), None)
    gone = next((p for p in before.problems if p not in after.problems), None)
    for problem, what in ((gone, "no longer"), (first, "now")):
        if problem is not None:
            code, _, rule, _, n, line = problem
            at = f"record {n}" if n is not None else f"line {line}"
            parts.append(f"{what} {safe(code)}{f' ({rule})' if rule else ''} at {at}")
    counts = [
        f"{name.replace('_', ' ')} {getattr(before, name):,} → {getattr(after, name):,}"
        for name in ("applied", "refused", "taken_back", "unjudged")
        if getattr(before, name) != getattr(after, name)
    ]
    parts += counts
    if not parts:
        parts.append("another public state at the end")
    write(f"{where}: {'; '.join(parts)}\n")


def _won(brief: Brief) -> str:
    return "–" if brief.winners is None else ", ".join(map(safe, brief.winners)) or "nobody"


COMMAND = corpus_diff

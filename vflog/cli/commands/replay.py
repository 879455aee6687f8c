"""Play a log again, record by record, in words or (--json) with the state document and the digests.

With --json one line a record: {"game", "n", "line", "type", "judged", "problems", "state", "digest", "public"},
as judged when the record came; a refused record has the digests of the state it left, an unjudged one none.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from operator import attrgetter
from typing import Annotated, Any

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.outputs.causes import cause
from vflog.cli.outputs.wording import after, several
from vflog.cli.terminal import Paint, pad, safe, write


def replay(
    log: options.Log,
    game: options.Game = None,
    to: Annotated[int | None, typer.Option("--to", metavar="N", help="Stop after record N.")] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --format jsonl.")] = False,
    no_state: Annotated[bool, typer.Option("--no-state", help="Leave the state documents out.")] = False,
    format: options.Plain = "text",
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    view: options.View = "all",
    no_text: options.NoText = False,
    allow: options.Allow = "",
    every: Annotated[bool, typer.Option("--all", help="Tell every problem in words, however many.")] = False,
) -> int:
    """Play a log again."""
    allowed = options.allowed(allow)
    cursors = services.cursors(
        log, game, content=options.content(content), rulings=options.rulings(ruling), keep_going=keep_going, view=view,
        text=not no_text,
    )  # fmt: skip
    form = "jsonl" if json else format
    told = (services.steps(cursor, to, digests=form != "text") for cursor in cursors)
    steps = merge(*told, key=attrgetter("line"))
    if form == "text":
        _in_words(steps, whose=len(cursors) > 1, every=every)
    elif form == "jsonl":
        for step in steps:
            write(model.line(_plain(step, no_state)))
    else:
        write(model.line([_plain(step, no_state) for step in steps]))
    statuses = {cursor.verdict.status for cursor in cursors}
    return exits.OK if sound(statuses, allowed) else exits.FOUND


def _plain(step: services.Step, no_state: bool) -> dict[str, Any]:
    out = {
        "game": step.game, "n": step.n, "line": step.line, "type": step.type, "judged": step.judged,
        "problems": [model.problem(p) for p in step.problems], "state": step.state, "digest": step.digest,
        "public": step.public,
    }  # fmt: skip
    if no_state:
        del out["state"]
    return out


def _in_words(steps: Iterator[services.Step], *, whose: bool, every: bool) -> None:
    paint = Paint()
    told: set[tuple[str, str, str]] = set()
    passed_over = 0
    for step in steps:
        number = "–" if step.n is None else str(step.n)
        game = f"{safe(step.game)} " if whose else ""
        write(f"{game}{paint(pad(number, 5, right=True), 'dim')}  {safe(step.words)}\n")
        for problem in step.problems:
            kind = (step.game, problem.code, cause(problem))
            if not every and (problem.follows or kind in told):
                passed_over += 1
                continue
            told.add(kind)
            style = "red" if problem.severity == "error" else "yellow"
            code = paint(f"[{problem.code}]", "dim")
            write(f"       {paint(problem.severity, style, 'bold')}: {safe(problem.message)} {code}\n")
            for sentence in after(problem):
                write(f"         {safe(sentence)}\n")
    if passed_over:
        more = several(passed_over, "more problem", "more problems")
        write(f"{more} like those above, or following from them (--all tells every one).\n")


COMMAND = replay

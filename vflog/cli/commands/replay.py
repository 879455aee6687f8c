"""Play a log again, record by record, in words or (--json) with the state document and the digests.

With --json one line a record: {"game", "n", "line", "type", "judged", "problems", "state", "digest", "public"},
as judged when the record came; a refused record has the digests of the state it left, an unjudged one none.

In a terminal one goes through a game by keys: n next, p back, a number, /word, b board, q out.

With --html FILE one page to send: the game on its board, to play, step and jump in, offline. FILE#n=143 is a link to
the position after record 143. The page holds what its views show, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from operator import attrgetter
from typing import Annotated, Any

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.outputs.causes import cause
from vflog.cli.outputs.wording import after, several
from vflog.cli.stepping import Stepper, by_keys
from vflog.cli.terminal import Paint, pad, safe, write
from vflog.log.output import both, may_write
from vflog.playback.steps import Step
from vflog.playback.steps import steps as steps_of


def replay(
    log: options.Log,
    game: options.Game = None,
    to: Annotated[int | None, typer.Option("--to", metavar="N", min=0, help="Stop after record N.")] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --format jsonl.")] = False,
    no_state: Annotated[bool, typer.Option("--no-state", help="Leave the state documents out.")] = False,
    format: options.Plain = "text",
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    view: options.View = "all",
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write a page on which the game can be watched.")
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option("--also", metavar="VIEW", help="A view that the page can be changed to (may be given again)."),
    ] = None,
    force: options.Force = False,
    no_text: options.NoText = False,
    allow: options.Allow = None,
    every: Annotated[bool, typer.Option("--all", help="Tell every problem in words, however many.")] = False,
) -> int:
    """Play a log again."""
    allowed = options.allowed(allow)
    given: dict[str, Any] = {
        "content": options.content(content),
        "rulings": options.rulings(ruling),
        "keep_going": keep_going,
        "text": not no_text,
    }
    if html is not None:
        if json or format != "text" or to is not None:
            raise wrong_usage("--html FILE writes the whole game as a page; --json, --format, --to do not go with it.")
        return _page(log, game, html, [view, *(also or ())], given, allowed, force=force)
    if also:
        raise wrong_usage("--also VIEW goes with --html FILE only.")
    cursors = services.cursors(log, game, view=view, **given)
    form = "jsonl" if json else format
    told = (steps_of(cursor, to, digests=form != "text") for cursor in cursors)
    steps = merge(*told, key=attrgetter("line"))
    if form == "text" and len(cursors) == 1 and by_keys():
        Stepper(cursors[0], to).run()
    elif form == "text":
        _in_words(steps, whose=len(cursors) > 1, every=every)
    elif form == "jsonl":
        for step in steps:
            write(model.line(_plain(step, no_state)))
    else:
        write(model.line([_plain(step, no_state) for step in steps]))
    statuses = {cursor.verdict.status for cursor in cursors}
    return exits.OK if sound(statuses, allowed) else exits.FOUND


def _page(
    log: str,
    game: str | None,
    out: str,
    views: list[str],
    given: dict[str, Any],
    allowed: frozenset[str],
    *,
    force: bool,
) -> int:
    """Write the page."""
    may_write(out, force=force, inputs=[log, *given["content"]])
    try:
        page, status = services.replay_page(log, game, views=list(dict.fromkeys(views)), **given)
    except ValueError as why:
        raise wrong_usage(str(why)) from None
    with both([out], force=force, inputs=[log, *given["content"]]) as (file,):
        file.write(page.encode())
    write(f"{safe(out)}\n")
    return exits.OK if sound({status}, allowed) else exits.FOUND


def _plain(step: Step, no_state: bool) -> dict[str, Any]:
    out = {
        "game": step.game,
        "n": step.n,
        "line": step.line,
        "type": step.type,
        "judged": step.judged,
        "problems": [model.problem(p) for p in step.problems],
        "state": step.state,
        "digest": step.digest,
        "public": step.public,
    }
    if no_state:
        del out["state"]
    return out


def _in_words(steps: Iterator[Step], *, whose: bool, every: bool) -> None:
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

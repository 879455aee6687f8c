"""Settle a dispute about a record: what is wrong, by whose rule, what was legal, whether it changes the winner.

Writes a folder: README.html to read first (on a phone, or on two sheets of paper), the verdict and the states as data,
what other rulings and readings would come to, a decision to fill in, and the log as the view shows it. Two logs of one
game are laid side by side. Without --at it is the first record that is wrong, else that at which two logs part.

All that lies outside the folder's private/ is made from the log as the view shows it, and may be handed to whoever may
see that: public, or all once the game has ended.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from vflog import api, disputes
from vflog.cli import exits, options
from vflog.cli.exits import Stop, wrong_usage
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.terminal import Paint, safe, write
from vflog.dispute.plainly import plain_verdict
from vflog.playback.logs import NotThere


def dispute(
    logs: Annotated[list[str], typer.Argument(metavar="LOG [LOG]", help="One log, or two of the same game.")],
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the bundle.")],
    at: Annotated[int | None, typer.Option("--at", metavar="N", help="The record that the dispute is about.")] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option(
            "--assume",
            metavar="N={...}",
            help='What if record N had these fields, such as \'N={"card":"s1"}\' (may be given again).',
        ),
    ] = None,
    game: options.Game = None,
    view: Annotated[
        str | None,
        typer.Option(
            "--view", metavar="VIEW", help="all, public, or a player; else public, or all once the game has ended."
        ),
    ] = None,
    no_text: options.NoText = False,
    seal: Annotated[
        str | None, typer.Option("--seal", metavar="FILE", help="A seal of the (first) log, to lie beside the copy.")
    ] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="FILE", help="Its key, if not that of the seal.")] = None,
    force: options.Force = False,
    content: options.Content = None,
    ruling: options.Rulings = None,
    allow: options.Allow = None,
    format: options.Plain = "text",
) -> int:
    """Settle a dispute."""
    if len(logs) > 2:
        raise wrong_usage("Give one log, or two of the same game.")
    if key is not None and seal is None:
        raise wrong_usage("--key goes with --seal FILE only.")
    allowed = options.allowed(allow)
    try:
        made = disputes.dispute(
            logs,
            out,
            at=at,
            game=game,
            assume=[*map(_assumption, assume or ())],
            view=view,
            text=not no_text,
            seal=seal,
            key=key,
            content=options.content(content),
            rulings=options.rulings(ruling),
            force=force,
            more=[word for each in ruling or () for word in ("--ruling", each)],
        )
    except NotThere:
        _all_readable(logs)
        raise
    if format == "text":
        _tell(made)
    else:
        files = [str(file) for file in made.files]
        told = {"first": str(made.first), "files": files, **plain_verdict(made.settled, made.view)}
        write(model.line(told))
    of = made.settled
    statuses = {each.verdict.status for each in (of.log, of.other) if each is not None}
    return exits.OK if sound(statuses, allowed) else exits.FOUND


def _all_readable(logs: list[str]) -> None:
    """There is nothing to settle about a log that has no game that can be read; what is wrong with it is told."""
    for log in logs:
        if log == "-":
            continue
        found = api.validate([log])
        if found.totals.by_status.keys() == {"unreadable"} or not found.totals.games:
            errors = [problem for problem in found.problems if problem.severity == "error"]
            why = f" {errors[0].message}" if errors else ""
            raise Stop(exits.FOUND, f"There is no game in {log} that can be read.{why}")


def _assumption(text: str) -> tuple[int, dict[str, Any]]:
    number, equals, fields = text.partition("=")
    try:
        value = msgspec.json.decode(fields) if equals else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        value = None
    if not (number.isascii() and number.isdigit() and len(number) < 16) or not isinstance(value, dict):
        raise wrong_usage(f'--assume takes a record and fields, such as 17={{"card":"s1"}}, not {text!r}.')
    return int(number), value


def _tell(made: disputes.Bundled) -> None:
    paint = Paint()
    of = made.settled
    write(f"{paint(safe(of.verdict.sentence), 'bold')}\n")
    if of.verdict.rule is not None:
        write(f"Rule {of.verdict.rule.rule}, {safe(of.verdict.whose)}: {safe(of.verdict.rule.title)}.\n")
    if of.verdict.instead:
        write(f"Legal instead: {safe('; '.join(of.verdict.instead))}\n")
    write(f"Does it change the winner? {of.changes.answer}: {safe(of.changes.why)}.\n")
    for line in of.verdict.depends[:3]:
        write(f"{safe(line)}.\n")
    for each in of.explained[:1]:
        write(f"It would be explained: {safe(each.title)}.\n")
    write(f"{safe(str(made.first))}\n")


COMMAND = dispute

"""Compare a log with its seal: intact, or which lines were changed, are missing, added or moved.

Prints the number of lines and the head of their hash chain. --expect-head and --expect-count compare these
with what was noted elsewhere; then a seal is not needed. Whoever can write both the log and its seal can forge both.
Exit code 1 where something was changed, a verdict is not the one that was sealed, or a game is not sound.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Any

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.commands.seal import OneLog
from vflog.cli.exits import wrong_usage
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write

_FORGED = "Whoever can write both the log and its seal can forge both; a seal does not tell who wrote a log, or when."
_PINNED = "The head is as good as the place where it was noted; it does not tell who wrote the log or when."
_NOTE = "Note the head elsewhere, and give it back with --expect-head."
_GAME = {
    "intact": "its lines are intact",
    "differ": "its lines are not those that were sealed",
    "missing": "is missing",
    "added": "was not there when the log was sealed",
}


def verify(
    log: OneLog,
    seal: Annotated[str | None, typer.Option("--seal", metavar="FILE", help="The seal, if not LOG.seal.")] = None,
    expect_head: Annotated[
        str | None, typer.Option("--expect-head", metavar="HEX", help="The head that was noted elsewhere.")
    ] = None,
    expect_count: Annotated[
        int | None, typer.Option("--expect-count", metavar="N", help="The number of lines that was noted elsewhere.")
    ] = None,
    content: options.Content = None,
    allow: options.Allow = "",
    format: options.Plain = "text",
) -> int:
    """Compare a log with its seal."""
    allowed = options.allowed(allow)
    _check_head(expect_head)
    pinned = expect_head is not None or expect_count is not None
    with Progress([log]) as progress:
        found = services.verify(
            log,
            _seal(log, seal, pinned),
            content=options.content(content),
            head=expect_head,
            count=expect_count,
            progress=progress,
        )
    limits = [_PINNED if expect_head is not None else _FORGED, *([] if expect_head is not None else [_NOTE])]
    if format == "json":
        write(model.line({**_plain(found), "limits": limits}))
    elif format == "jsonl":
        plain = _plain(found)
        for kind, key in (("change", "changes"), ("game", "games"), ("problem", "problems")):
            for item in plain.pop(key):
                write(model.line({kind: item}))
        write(model.line({"summary": plain, "limits": limits}))
    else:
        for line in _text(found):
            write(safe(line) + "\n")
        write(" ".join(limits) + "\n")
    same = all(game.same_verdict is not False for game in found.games)
    return exits.OK if found.intact and same and sound(found.by_status, allowed) else exits.FOUND


def _check_head(head: str | None) -> None:
    digits = "" if head is None else head.lower().removeprefix("sha256:")
    if head is not None and (len(digits) != 64 or set(digits) - set("0123456789abcdef")):
        raise wrong_usage(f"--expect-head takes 64 hex digits, not {head!r}.")


def _seal(log: str, given: str | None, pinned: bool) -> services.Seal | None:
    """The seal to compare with; `None` where there is none and something is pinned from outside."""
    if given is None and log == "-":
        if not pinned:
            raise wrong_usage("Standard input has no seal beside it: --seal FILE, or --expect-head.")
        return None
    name = given if given is not None else services.seal_name(log)
    if given is None and pinned and not os.path.lexists(name):
        return None
    return services.read_seal(name)


def _plain(found: services.Verified) -> dict[str, Any]:
    plain = {name: getattr(found, name) for name in found.__struct_fields__}
    return {**plain, "problems": [model.problem(p) for p in found.problems]}


def _text(found: services.Verified) -> Iterator[str]:
    what = "intact" if found.intact else "NOT intact"
    if found.intact and not found.sealed:
        what = "as expected (there is no seal to compare with)"
    yield f"{found.log}: {what}; {several(found.count, 'line')}, head {found.head or '-'}"
    yield from (f"  {problem.message}" for problem in found.problems)
    yield from (f"  {sentence}" for sentence in found.expected)
    yield from (f"  {sentence}" for sentence in _changes(found))
    if found.same_bytes is False and found.intact:
        yield "  The stored bytes are others, the lines are the same (packed anew, or other line ends)."
    for game in found.games:
        verdict = f"; {game.status}" if game.status is not None else ""
        if game.same_verdict is False:
            verdict += f", which is not the verdict that was sealed ({game.sealed_status})"
        yield f"  game {game.game}: {_GAME[game.lines]}{verdict}"


def _changes(found: services.Verified) -> Iterator[str]:
    """A sentence for each run of lines to which the same happened."""
    if found.sealed and not found.intact and not found.changes and not found.expected and not found.problems:
        yield "The marks of all lines agree, but a head does not: the seal itself was changed."

    def run(item: tuple[int, Any]) -> tuple[Any, ...]:
        i, change = item
        return change.what, (change.sealed or i) - i, (change.line or i) - i

    for (what, *_), items in groupby(enumerate(found.changes), run):
        changes = [change for _, change in items]
        was, now = _range([c.sealed for c in changes]), _range([c.line for c in changes])
        one = len(changes) == 1
        if what == "changed":
            same = f" (sealed as {was})" if was != now else ""
            yield f"{now} {'was' if one else 'were'} changed{same}"
        elif what == "missing":
            yield f"sealed {was} {'is' if one else 'are'} missing"
        elif what == "added":
            yield f"{now} {'was' if one else 'were'} added"
        else:
            yield f"sealed {was} {'was' if one else 'were'} moved: now {now}"


def _range(numbers: list[int | None]) -> str:
    first, last = numbers[0], numbers[-1]
    return f"line {first}" if first == last else f"lines {first} to {last}"


COMMAND = verify

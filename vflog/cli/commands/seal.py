"""Write down what a log is now, line by line, so that a later change is found out (see verify).

The seal goes to LOG.seal, or to --out FILE: for the file and for each game the number of lines, the head of
their hash chain and a mark of each line, and what each game comes to. Note the head elsewhere too.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write
from vflog.log.output import may_write, whole

OneLog = Annotated[str, typer.Argument(metavar="LOG", help="A log: one file, or - for standard input.")]


def seal(
    log: OneLog,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="Where to write it.")] = None,
    force: options.Force = False,
    content: options.Content = None,
    format: options.Plain = "text",
) -> int:
    """Write down what a log is now."""
    if out is None and log == "-":
        raise wrong_usage("The seal of standard input needs a name: --out FILE.")
    target = out if out is not None else services.seal_name(log)
    inputs = [log, *(content or ())]
    may_write(target, force=force, inputs=inputs)
    with Progress([log]) as progress:
        sealed = services.seal(log, content=options.content(content), progress=progress)
    with whole(target, force=force, inputs=inputs) as file:
        file.write(services.seal_bytes(sealed))
    parts = [_part("file", sealed.file.name, sealed.file), *(_part("game", g.game, g) for g in sealed.games)]
    if format == "json":
        write(model.line({"seal": target, "parts": parts}))
    elif format == "jsonl":
        for part in parts:
            write(model.line(part))
    else:
        for part in parts:
            name = safe(str(part["name"]))
            write(f"{part['what']} {name}: {several(part['count'], 'line')}, head {part['head'] or '-'}\n")
        write(f"Sealed in {safe(target)}; note the head of the file elsewhere, where nobody can change it.\n")
    return exits.OK


def _part(what: str, name: str | None, part: Any) -> dict[str, Any]:
    return {"what": what, "name": name, "count": part.count, "head": part.head}


COMMAND = seal

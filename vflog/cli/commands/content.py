"""Content packs: a new one to fill in (new), whether one can be played with (check), what is in it (show)."""

from __future__ import annotations

from typing import Annotated

import typer

from vflog.cli import exits, options
from vflog.cli.board import drawn
from vflog.cli.exits import Stop
from vflog.cli.outputs import model
from vflog.cli.terminal import safe, write
from vflog.games import DEFAULT
from vflog.log.output import whole
from vflog.playback.packs import check_pack, new_pack, pack_data, show_pack

_Pack = Annotated[
    str,
    typer.Argument(metavar="PACK", help="A pack: a TOML file, - for standard input, or the name of a built-in one."),
]
_Ruleset = Annotated[str, typer.Option("--ruleset", metavar="NAME", help="The game the pack is for.")]


def new(
    id: Annotated[str, typer.Argument(metavar="ID", help="What the pack is called.")],
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="The file; else standard output.")] = None,
    force: options.Force = False,
    ruleset: _Ruleset = DEFAULT,
) -> int:
    """Write a new pack, to be filled in.

    What is public is written already.
    """
    text = new_pack(id, ruleset=ruleset)
    if out is None:
        write(text)
        return exits.OK
    with whole(out, force=force) as file:
        file.write(text.encode())
    write(f"{safe(out)}\n")
    return exits.OK


def check(pack: _Pack, format: options.Plain = "text", ruleset: _Ruleset = DEFAULT) -> int:
    """Tell what is wrong with a pack, or missing from it."""
    findings = check_pack(pack, ruleset=ruleset)
    if format == "json":
        write(model.line({"pack": pack, "findings": findings}))
    elif format == "jsonl":
        for finding in findings:
            write(model.line(finding))
    else:
        for finding in findings:
            where = safe(pack) if finding.line is None else f"{safe(pack)}:{finding.line}"
            write(f"{where}: {finding.severity}: {safe(finding.message)}\n")
        if not findings:
            write(f"{safe(pack)}: nothing is missing\n")
    return exits.FOUND if any(finding.severity == "error" for finding in findings) else exits.OK


def show(pack: _Pack, format: options.Plain = "text", ruleset: _Ruleset = DEFAULT) -> int:
    """Show the cards of a pack."""
    try:
        if format != "text":
            write(model.line(pack_data(pack, ruleset=ruleset)))
            return exits.OK
        found = show_pack(pack, ruleset=ruleset)
    except ValueError as why:
        raise Stop(exits.FOUND, str(why)) from None
    for line in drawn(found):
        write(f"{line}\n")
    return exits.OK


COMMANDS = {"new": new, "check": check, "show": show}

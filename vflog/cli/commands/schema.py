"""Print a JSON Schema: of the lines of a ruleset's logs, or of the machine report; or write all (--out)."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from vflog import services, tournaments
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model, referee
from vflog.cli.terminal import safe, write
from vflog.log.nearest import meant
from vflog.log.output import folder
from vflog.playback.seals import seal_schemas

#: The name under which the schema of the machine report goes.
REPORT = "report"


def schema(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One of those that are listed without.")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", help="Write them into this folder.")] = None,
    force: options.Force = False,
) -> int:
    """Print or write JSON Schemas."""
    there = schemas()
    if out is not None:
        with folder(out, force=force) as files:
            for each in [name] if name else there:
                files.write(f"{each}.schema.json", _text(_named(each, there)))
        for path in files.written:
            write(f"{safe(str(path))}\n")
    elif name is None:
        for each in there:
            write(f"{each}\n")
    else:
        write(_text(_named(name, there)))
    return exits.OK


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its name."""
    reports = {REPORT: model.schema(), "tournament": tournaments.tournament_schema()}
    others = {**reports, "referee": referee.schema(), **seal_schemas()}
    return {**services.line_schemas(), **others, **services.pack_schemas()}


def _named(name: str, there: dict[str, dict[str, Any]]) -> dict[str, Any]:
    if name not in there:
        raise wrong_usage(f"There is no schema {name!r}; there are {', '.join(there)}.{meant(name, there)}")
    return there[name]


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


COMMAND = schema

"""Write the tables of a database as Parquet or CSV files, in fixed order, the same bytes each time."""

from __future__ import annotations

from typing import Annotated

import typer

from vflog import api, services
from vflog.cli import exits, options
from vflog.cli.terminal import safe, say, write
from vflog.cli.usage import none_of

_FORMATS = ("parquet", "csv")


def export(
    db: options.Database,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the files.")],
    format: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="FORMAT,...", help="parquet (where nothing is said), csv, or both."),
    ] = None,
    files: Annotated[list[str] | None, typer.Option("--files", hidden=True)] = None,
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="Only this table (may be given again).")
    ] = None,
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonyms", help="Other names and ids for the people, in every table.")
    ] = False,
    parts: Annotated[
        int | None,
        typer.Option(
            "--parts",
            metavar="N",
            min=1,
            show_default=False,
            help="Each table as a folder of so many files, by games; others (Spark, Polars) read it whole.",
        ),
    ] = None,
    view: options.View = "all",
    force: options.Force = False,
    wait: options.Wait = 0.0,
    memory: options.Memory = "512MB",
) -> int:
    """Write the tables of a database."""
    if files:
        say("vflog: --files is now called --format, as in every command.")
    forms = options.by_commas([*(format or ()), *(files or ())]) or [_FORMATS[0]]
    if wrong := sorted({*forms} - {*_FORMATS}):
        raise exits.wrong_usage(none_of("--format", wrong[0], _FORMATS))
    api.seen_in(db, view, wait)
    limit = options.size(memory)
    written = services.export(
        db, out, forms=forms, only=table, pseudonyms=pseudonyms, parts=parts, force=force, wait=wait, memory=limit
    )
    for path in written:
        write(f"{safe(str(path))}\n")
    return exits.OK


COMMAND = export

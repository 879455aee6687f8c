"""Write the tables of a database as Parquet or CSV files, in fixed order, the same bytes each time."""

from __future__ import annotations

from typing import Annotated

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.terminal import safe, write


def export(
    db: options.Database,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the files.")],
    files: Annotated[
        str, typer.Option("--files", metavar="FORMAT", help="parquet, csv, or both with a comma.")
    ] = "parquet",
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
    forms = [form.strip() for form in files.split(",")]
    if wrong := sorted({*forms} - {"parquet", "csv"}):
        raise exits.wrong_usage(f"--files takes parquet and csv, not {', '.join(wrong)}.")
    services.seen_in(db, view, wait)
    limit = options.size(memory)
    written = services.export(
        db, out, forms=forms, only=table, pseudonyms=pseudonyms, parts=parts, force=force, wait=wait, memory=limit
    )
    for path in written:
        write(f"{safe(str(path))}\n")
    return exits.OK


COMMAND = export

"""Look after a database: whether it is sound (check), what it holds in one digest (digest)."""

from __future__ import annotations

from vflog import services
from vflog.cli import exits, options
from vflog.cli.outputs import model
from vflog.cli.terminal import safe, write


def check(db: options.Database, format: options.Plain = "text", wait: options.Wait = 0.0) -> int:
    """Check keys, sums and that every row belongs to a game; exit code 1 where something is wrong."""
    found = services.db_check(db, wait=wait)
    if format == "json":
        write(model.line(found))
    for finding in found:
        if format == "text":
            write(f"{safe(finding.text)}\n")
        elif format == "jsonl":
            write(model.line(finding))
    if format == "text" and not found:
        write("The database is sound.\n")
    return exits.FOUND if found else exits.OK


def digest(db: options.Database, format: options.Plain = "text", wait: options.Wait = 0.0) -> int:
    """Print a digest of the content: equal where equal logs were loaded, in whatever order."""
    value = services.db_digest(db, wait=wait)
    write(f"{value}\n" if format == "text" else model.line({"digest": value}))
    return exits.OK


COMMANDS = {"check": check, "digest": digest}

"""Rate players, and what they play, over the tournaments of a season: how strong, how sure, and was it foretold.

FILE are tournament files, each with the logs of its folder; or give a database that holds the logs (--db). Days go in
order, the games of a day together. This needs the extra `ratings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from vflog import tournaments
from vflog.cli import exits, options
from vflog.cli.commands.tournament import bad_file
from vflog.cli.exits import no_access, wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several
from vflog.cli.terminal import table, write
from vflog.tournament.file import BadFile
from vflog.tournament.ratings import NoRatings, Ratings


def ratings(
    files: Annotated[list[str] | None, typer.Argument(metavar="FILE", help="Tournament files; or give --db.")] = None,
    db: Annotated[str | None, typer.Option("--db", metavar="FILE", help="A database instead of files.")] = None,
    content: options.Content = None,
    format: options.Plain = "text",
    wait: options.Wait = 0.0,
) -> int:
    """Rate players and what they play."""
    if (not files) == (db is None):
        raise wrong_usage("Give either tournament files or --db FILE.")
    try:
        found = tournaments.ratings(files or (), db, content=options.content(content), wait=wait)
    except BadFile as bad:
        raise bad_file(bad) from None
    except NoRatings as why:
        raise no_access(str(why)) from None
    if format == "json":
        write(model.line({"report": "vflog-ratings/1", **found}))
    elif format == "jsonl":
        for kind, of in found.items():
            for row in of.ratings:
                write(model.line({"kind": kind, "rating": row}))
    else:
        write("\n".join(line for kind, of in found.items() for line in _text(kind, of)))
    return exits.OK


def _text(kind: str, of: Ratings) -> Iterator[str]:
    by = "by what each is at least: the rating less its uncertainty"
    yield f"{kind.capitalize()}: {several(of.games, 'game')} on {several(of.days, 'day')}; {by}"
    rows = [
        (
            row.called,
            f"{row.least:.2f}",
            f"{row.rating:.2f}",
            f"± {row.uncertainty:.2f}",
            str(row.games),
            str(row.wins),
            "few games" if row.few else "",
        )
        for row in of.ratings
    ]
    yield from (
        f"  {line}" for line in table(("name", "at least", "rating", "", "games", "won", ""), rows, (1, 2, 3, 4, 5))
    )
    if of.calibration:
        bins = [
            (
                f"{100 * it.low:.0f} to {100 * it.high:.0f} %",
                str(it.chances),
                f"{100 * it.foretold:.1f} %",
                f"{100 * it.happened:.1f} %",
            )
            for it in of.calibration
        ]
        yield "  Chances to win:"
        yield from (f"  {line}" for line in table(("foretold", "chances", "in the mean", "came true"), bins, (1, 2, 3)))
    yield f"  {of.note}"
    yield ""


COMMAND = ratings

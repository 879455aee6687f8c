"""Write pages with pictures about logs or a database: every game, and what many have in common. They open offline."""

from __future__ import annotations

from typing import Annotated

import typer

from vflog import api
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write


def report(
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the pages.")],
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATH", help="Logs; or give --db.")] = None,
    db: Annotated[str | None, typer.Option("--db", metavar="FILE", help="A database instead of logs.")] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="ID", help="Only this game gets a page (may be given again).")
    ] = None,
    fragment: Annotated[
        str | None, typer.Option("--fragment", metavar="FIGURE", help="Only this figure, for a page of your own.")
    ] = None,
    force: options.Force = False,
    pseudonyms: Annotated[bool, typer.Option("--pseudonyms", help="Other names for the players.")] = False,
    view: options.View = "all",
    no_text: options.NoText = False,
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    telling: options.Tellings = None,
    memory: options.Memory = "512MB",
    wait: options.Wait = 0.0,
    format: options.Plain = "text",
) -> int:
    """Write pages."""
    if (not paths) == (db is None):
        raise wrong_usage("Give either logs or --db FILE.")
    with Progress(paths or ()) as progress:
        try:
            written = api.report(
                paths or None,
                out=out,
                db=db,
                games=game,
                fragment=fragment,
                force=force,
                pseudonyms=pseudonyms,
                view=view,
                text=not no_text,
                content=options.content(content),
                rulings=options.rulings(ruling),
                keep_going=keep_going,
                tellings=options.tellings(telling),
                memory=options.size(memory),
                wait=wait,
                progress=progress,
                pages=progress.pages,
            )
        except ValueError as why:
            raise wrong_usage(str(why)) from None
    if format == "text":
        left = f"; {several(written.without_page, 'game')} without one" if written.without_page else ""
        write(f"{safe(str(written.first))}\n")
        write(f"{several(len(written.files), 'file')} written, {several(written.games, 'game')} with a page{left}\n")
    else:
        files = [str(file) for file in written.files]
        write(model.line({"first": str(written.first), "files": files, "games": written.games}))
    return exits.OK


COMMAND = report

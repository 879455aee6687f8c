"""Show a database in a browser: the figures of the report, chosen by filters, compared, and followed while games go on.

It needs the extra `dashboard`, listens on this machine only unless --host says otherwise, and writes nothing.
"""

from __future__ import annotations

from typing import Annotated

import typer

from vflog.cli import exits, options
from vflog.cli.commands.tournament import read
from vflog.cli.exits import no_access, wrong_usage
from vflog.cli.terminal import flush, safe, say
from vflog.log.hosts import is_loopback


def dashboard(
    db: options.Database,
    logs: Annotated[
        list[str] | None,
        typer.Option("--logs", metavar="DIR", help="Follow the logs there on the page Now (may be given again)."),
    ] = None,
    tournament: Annotated[
        str | None,
        typer.Option("--tournament", metavar="FILE", help="Show the standings by this file; the logs are --logs."),
    ] = None,
    port: Annotated[int, typer.Option("--port", metavar="PORT", help="Listen on this port (0: any free one).")] = 8050,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Listen there, not on this machine only.")
    ] = "127.0.0.1",
    content: options.Content = None,
    ruling: options.Rulings = None,
    view: options.View = "all",
    memory: options.Memory = "512MB",
) -> int:
    """Show a database in a browser."""
    from vflog import dashboards

    if tournament is not None and not logs:
        raise wrong_usage("--tournament needs --logs: the folder that the logs of the tournament come into.")
    file = read(tournament) if tournament is not None else None

    def ready(at: int) -> None:
        named = f"[{host}]" if ":" in host else host
        if not is_loopback(host):
            say("vflog: everybody who reaches this address sees all that the database holds.")
        say(f"vflog: the dashboard is at http://{safe(named)}:{at}/; Ctrl-C ends it.")
        flush()

    try:
        dashboards.dashboard(
            db,
            logs=logs or (),
            tournament=file,
            host=host,
            port=port,
            content=options.content(content),
            rulings=options.rulings(ruling),
            view=view,
            memory=options.size(memory),
            ready=ready,
        )
    except dashboards.NoDashboard as missing:
        raise wrong_usage(str(missing)) from None
    except OverflowError:
        raise wrong_usage("A port is a number from 0 to 65535.") from None
    except dashboards.NotListening as error:
        raise no_access(str(error)) from None
    # It ends by a signal only.
    return exits.INTERRUPTED


COMMAND = dashboard

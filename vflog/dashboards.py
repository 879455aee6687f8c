"""What the command `dashboard` is made of; its libraries are imported when it runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from vflog.arguments import Path_, judged_by, listed
from vflog.store.connect import MEMORY

if TYPE_CHECKING:
    from vflog.tournament.file import TournamentFile


class NoDashboard(RuntimeError):
    """The extra is not installed; the text is the sentence."""


class NotListening(OSError):
    """Nothing can listen at that address; the text is the sentence."""


def dashboard(
    db: Path_,
    *,
    logs: Iterable[Path_] = (),
    tournament: TournamentFile | None = None,
    host: str = "127.0.0.1",
    port: int = 8050,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    view: str = "all",
    memory: str = MEMORY,
    ready: Callable[[int], None],
) -> None:
    """Show the database at `db` in browsers until a signal comes; `ready` hears the port when it can be asked.

    The `logs` are followed; `tournament` is the file of the event that they are of. With another `view` than all the
    database must have been made for it. Where it was made for a view, no more is shown of the logs either.
    Raises `NoDashboard`, `NotListening`, `StoreError`, `NotThere`.
    """
    try:
        from vflog.dashboard import app, web
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("dash", "dash_ag_grid", "flask", "werkzeug"):
            raise
        raise NoDashboard(
            "The dashboard needs the packages dash and dash-ag-grid: pip install dash dash-ag-grid, or "
            "pipx inject vflog dash dash-ag-grid."
        ) from None
    from vflog.dashboard.asking import Desk, Followed
    from vflog.dashboard.copies import Copies
    from vflog.playback.views import View
    from vflog.store import view as views

    if view != "all":
        views.check(db, view, wait=10.0)
    packs = [os.fspath(folder) for folder in listed(content)]
    paths = [os.fspath(path) for path in listed(logs)]
    settings = judged_by(packs, rulings, False)
    desk = Desk(Copies(os.fspath(db), memory=memory), packs, event=tournament, rulings=rulings)
    try:
        made_for = desk.view()  # a database that cannot be read at all is told at once
        if paths:
            desk.logs = Followed(paths, settings, None if made_for is None else View(made_for))
        made = app.make(desk)
        web.guard(made, host)
        desk.warm()
        web.serve(made, host, port, ready)
    except OSError as error:
        if isinstance(error, NotListening) or error.errno is None:
            raise
        raise NotListening(f"Nothing can listen at {host}, port {port}: {error.strerror or error}.") from None
    finally:
        desk.close()

"""vflog: judges, replays and analyses action logs of board games.

`validate` judges logs, `read` gives the games in them, `replay` a cursor over one game; `load` puts logs into a
DuckDB database, `report` writes pages about logs or a database. What they give and raise is here too. Nothing else
is promised to stay (see `docs/versions.md`).
"""

from __future__ import annotations

from vflog.version import VERSION as __version__

# As type checkers know it. What is imported here is imported before a command can hear an interrupt.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vflog.api import load, read, replay, report, validate
    from vflog.engine.verdict import FileVerdict, GameVerdict, Judged, Report, Totals, Visitor
    from vflog.log.problems import Problem
    from vflog.playback.cursor import Cursor
    from vflog.playback.logs import GameLog, InputError, NotThere
    from vflog.reading.results import BaseVisitor
    from vflog.reporting.write import Written
    from vflog.store.errors import StoreError
    from vflog.store.load import Loaded

__all__ = [
    "BaseVisitor",
    "Cursor",
    "FileVerdict",
    "GameLog",
    "GameVerdict",
    "InputError",
    "Judged",
    "Loaded",
    "NotThere",
    "Problem",
    "Report",
    "StoreError",
    "Totals",
    "Visitor",
    "Written",
    "__version__",
    "load",
    "read",
    "replay",
    "report",
    "validate",
]

#: Where each name comes from; a module is loaded when one of its names is first asked for, so that
#: `import vflog` costs nothing.
_MODULES = {
    "vflog.api": "load read replay report validate",
    "vflog.engine.verdict": "FileVerdict GameVerdict Judged Report Totals Visitor",
    "vflog.log.problems": "Problem",
    "vflog.playback.cursor": "Cursor",
    "vflog.playback.logs": "GameLog InputError NotThere",
    "vflog.reading.results": "BaseVisitor",
    "vflog.reporting.write": "Written",
    "vflog.store.errors": "StoreError",
    "vflog.store.load": "Loaded",
}
_WHERE = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

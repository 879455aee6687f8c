"""vflog: judges, replays and analyses action logs of board games.

`validate` judges logs, `read` gives the games in them, `replay` a cursor over one game; `load` puts logs into a
DuckDB database, `report` writes pages about logs or a database. A path is a file, a folder, a pattern, or `-` for
standard input; where several may be given, one may stand alone.

What they give and raise is here too, each with a help of its own:

    Report, Totals, FileVerdict, GameVerdict, Problem   what judging comes to
    Visitor, BaseVisitor, Judged                        what is told while logs are judged
    GameLog, Cursor                                     one game: its records, and going through them
    Loaded, Written                                     what a load and a report come to
    InputError, NotThere, StoreError                    errors: of an input, of a name, of a database

Nothing else is promised to stay (see `docs/versions.md`).
"""

from __future__ import annotations

from vflog.version import VERSION as __version__

# As type checkers know it. What is imported here is imported before a command can hear an interrupt.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vflog.api import load as load
    from vflog.api import read as read
    from vflog.api import replay as replay
    from vflog.api import report as report
    from vflog.api import validate as validate
    from vflog.engine.verdict import FileVerdict as FileVerdict
    from vflog.engine.verdict import GameVerdict as GameVerdict
    from vflog.engine.verdict import Judged as Judged
    from vflog.engine.verdict import Report as Report
    from vflog.engine.verdict import Totals as Totals
    from vflog.engine.verdict import Visitor as Visitor
    from vflog.log.problems import Problem as Problem
    from vflog.playback.cursor import Cursor as Cursor
    from vflog.playback.logs import GameLog as GameLog
    from vflog.playback.logs import InputError as InputError
    from vflog.playback.logs import NotThere as NotThere
    from vflog.reading.results import BaseVisitor as BaseVisitor
    from vflog.reporting.write import Written as Written
    from vflog.store.errors import StoreError as StoreError
    from vflog.store.load import Loaded as Loaded

#: What `import *` takes and `help` shows; the types of what they give and raise are found by their names.
__all__ = ["__version__", "load", "read", "replay", "report", "validate"]

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
    return sorted({*globals(), *_WHERE})

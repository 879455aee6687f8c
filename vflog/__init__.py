"""vflog: judges, replays and analyses action logs of board games.

Everything public is here: `validate`, `read`, `replay`, `load`, `report` (see `vflog.api`).
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vflog.api import Cursor, GameLog, Loaded, Report, load, read, replay, report, validate

__all__ = ["Cursor", "GameLog", "Loaded", "Report", "load", "read", "replay", "report", "validate"]


def __getattr__(name: str) -> Any:
    # Loaded when first asked for: `import vflog` costs nothing, and neither does a module below it.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from vflog import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


class _Called(ModuleType):
    """A subpackage that has the name of a function and can be called as that function."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        from vflog import api

        return getattr(api, self.__name__.rpartition(".")[2])(*arguments, **named)


class _Package(ModuleType):
    """`vflog.replay` and `vflog.report` are functions and subpackages both, whichever is loaded first."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in __all__ and isinstance(value, ModuleType):
            value.__class__ = _Called
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package

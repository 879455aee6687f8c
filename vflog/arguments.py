"""What callers of the interface give it (paths, folders, named rulings), as the layers below take it.

The errors for what they name and is not there are here too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from vflog.engine.settings import Settings
from vflog.log.nearest import meant
from vflog.log.sources import Source

if TYPE_CHECKING:
    from vflog.playback.logs import NotThere

Path_ = str | os.PathLike[str]
Paths = Path_ | Iterable[Path_]
#: Sources have names of their own, beside their paths.
Inputs = Paths | Iterable[Source]

T = TypeVar("T")


def listed(paths: Path_ | Iterable[T]) -> list[Path_ | T]:
    """Paths as a list; one alone may stand without."""
    return [paths] if isinstance(paths, str | os.PathLike) else list(paths)


def judged_by(content: Iterable[Path_], rulings: Mapping[str, str] | None, keep_going: bool, **more: Any) -> Settings:
    """How the engine is to judge; `more` is what callers of the interface cannot choose."""
    folders = tuple(os.fspath(folder) for folder in listed(content))
    return Settings(content=folders, overrides=dict(rulings or {}), keep_going=keep_going, **more)


def no_game(path: Path_, game: str | None, there: Iterable[str] = ()) -> NotThere:
    """The error to raise where a log has no such game, or none at all; `there` are the games that it has."""
    where = "standard input" if os.fspath(path) == "-" else os.fspath(path)
    if game is None:
        return not_there(f"There is no game in {where}.")
    return not_there(f"There is no game {game!r} in {where}.{meant(game, there)}")


def not_there(sentence: str) -> NotThere:
    """The error to raise for something named that is not there."""
    from vflog.playback.logs import NotThere

    return NotThere(sentence)

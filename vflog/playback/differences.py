"""Plain documents one after the other, each stored as what differs from the one before.

A difference is a list of values that are set and a list of keys that go, both by path; paths are stored once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Path = tuple[str, ...]


class Differences:
    """The documents told so far, as differences; `paths` are all the paths in them."""

    def __init__(self) -> None:
        self.paths: list[Path] = []
        self._known: dict[Path, int] = {}
        self._last: dict[str, Any] = {}

    def next(self, document: dict[str, Any]) -> list[Any]:
        """What differs from the document before (at first: from an empty one).

        Comes as `[set, gone]`: path and value by turns, and paths; without what is empty at the end. Raises
        `RuntimeError` if the difference did not lead to the document, which would be a fault of ours.
        """
        sets: list[Any] = []
        gone: list[int] = []
        for path, value in _differing(self._last, document, ()):
            if value is _GONE:
                gone.append(self._number(path))
            else:
                sets += (self._number(path), value)
        found = [sets, gone] if gone else [sets] if sets else []
        self._last = applied(self._last, found, self.paths)
        if self._last != document:
            raise RuntimeError("A difference does not lead to its document.")
        return found

    def _number(self, path: Path) -> int:
        if path not in self._known:
            self._known[path] = len(self.paths)
            self.paths.append(path)
        return self._known[path]


_GONE = object()


def _differing(before: dict[str, Any], after: dict[str, Any], at: Path) -> Iterator[tuple[Path, Any]]:
    for key in before:
        if key not in after:
            yield (*at, key), _GONE
    for key, value in after.items():
        old = before.get(key, _GONE)
        if old == value and type(old) is type(value):
            continue
        if value and isinstance(value, dict) and old and isinstance(old, dict):
            yield from _differing(old, value, (*at, key))
        else:
            yield (*at, key), value


def applied(document: dict[str, Any], difference: list[Any], paths: list[Path]) -> dict[str, Any]:
    """The document that follows by a difference; what does not change is shared with the one before."""
    sets, gone = (*difference, [], [])[:2]
    for number in gone:
        document = _put(document, paths[number], _GONE)
    for number, value in zip(sets[::2], sets[1::2], strict=True):
        document = _put(document, paths[number], value)
    return document


def _put(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    key, *rest = path
    out = dict(document)
    if rest:
        out[key] = _put(out[key], tuple(rest), value)
    elif value is _GONE:
        del out[key]
    else:
        out[key] = value
    return out

"""Finds content packs by name: among the built-in ones of a ruleset, in the folders given, beside the log."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator

from vflog.engine.ruleset import Finder, Ruleset
from vflog.log.absent import UNSET
from vflog.log.problems import Unsupported
from vflog.log.records import Header

SUFFIX = ".toml"
#: A ruleset package keeps its built-in packs in a folder of this name.
BUILT_IN = "packs"
_name = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


class Library:
    """The packs within reach, each read once."""

    def __init__(self, folders: tuple[str, ...] = ()) -> None:
        self._folders = folders
        self._read: dict[str, bytes | None] = {}
        self._packs: dict[tuple[str, str, str], dict[str, bytes]] = {}

    def finder(self, ruleset: Ruleset, header: Header, log: str | None) -> Finder:
        """Finds packs for a game whose log lies at that path (`None`: standard input).

        Of several packs of one name it takes the one whose SHA-256 the header gives; where there are some
        but none has it, finding raises `Unsupported`.
        """
        content = header.content
        wanted = content.sha256.lower() if content is not UNSET and content.sha256 is not UNSET else None

        folder = os.path.dirname(log) if log is not None else os.curdir

        def find(name: str) -> bytes | None:
            found = self._found(ruleset, name, folder)
            if wanted is None or not found:
                return next(iter(found.values()), None)
            if wanted not in found:
                raise Unsupported("content.hash", pack=name, found=next(iter(found)), wanted=wanted)
            return found[wanted]

        return find

    def _found(self, ruleset: Ruleset, name: str, beside: str) -> dict[str, bytes]:
        """The packs of that name within reach of a folder's logs, by their SHA-256, the first to be taken first."""
        where = (ruleset.name, name, beside)
        if where not in self._packs:
            packs = (data for data in self._all(ruleset, name, beside) if data is not None)
            found: dict[str, bytes] = {}
            for data in packs:
                found.setdefault(hashlib.sha256(data).hexdigest(), data)
            self._packs[where] = found
        return self._packs[where]

    def _all(self, ruleset: Ruleset, name: str, beside: str) -> Iterator[bytes | None]:
        if not _name.fullmatch(name):
            return
        yield built_in(ruleset, name)
        for folder in (*self._folders, beside):
            if os.path.basename(folder) == name + SUFFIX:
                yield self._file(folder)
            yield self._file(os.path.join(folder, name + SUFFIX))

    def _file(self, path: str) -> bytes | None:
        if path not in self._read:
            try:
                with open(path, "rb") as file:
                    self._read[path] = file.read()
            except OSError:
                self._read[path] = None
        return self._read[path]


def built_in(ruleset: Ruleset, name: str) -> bytes | None:
    """A pack that a ruleset's package brings with it."""
    package = type(ruleset).__module__.rpartition(".")[0]
    if not hasattr(sys.modules.get(package), "__path__"):
        return None
    for folder in sys.modules[package].__path__:
        try:
            with open(os.path.join(folder, BUILT_IN, name + SUFFIX), "rb") as file:
                return file.read()
        except OSError:
            continue
    return None

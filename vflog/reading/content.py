"""Finds content packs by name: among the built-in ones of a ruleset, in the folders given, beside the log."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator, Mapping

from vflog.engine.packs import UsesPacks
from vflog.engine.ruleset import Finder, Ruleset
from vflog.log.absent import UNSET
from vflog.log.problems import Unsupported
from vflog.log.records import ContentRef, Header
from vflog.log.remote import opened

SUFFIX = ".toml"
#: A ruleset package keeps its built-in packs in a folder of this name.
BUILT_IN = "packs"
_name = re.compile(r"(?!x_)[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Library:
    """The packs within reach, each read once."""

    def __init__(self, folders: tuple[str, ...] = ()) -> None:
        self._folders = folders
        self._read: dict[str, bytes | None] = {}
        self._packs: dict[tuple[str, str, str], dict[str, bytes]] = {}

    def finder(self, ruleset: Ruleset, header: Header, log: str | None) -> Finder:
        """Finds packs for a game whose log lies at that path (`None`: standard input).

        Of several packs of one name it takes the one that has the SHA-256 and the version that the header names;
        where there are some but none has them, finding raises `Unsupported`. So does this where the header names a
        pack and the ruleset is played without.
        """
        content = header.content
        if content is not UNSET and not isinstance(ruleset, UsesPacks):
            raise Unsupported("content.no-packs", pack=content.pack, ruleset=ruleset.name)
        folder = os.path.dirname(log) if log is not None else os.curdir

        def find(name: str) -> bytes | None:
            found = self._found(ruleset, name, folder)
            if found and content is not UNSET and isinstance(ruleset, UsesPacks):
                return _named(content, found, ruleset)
            return next(iter(found.values()), None)

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
        if not is_name(name):
            return
        yield built_in(ruleset, name)
        for folder in (*self._folders, beside):
            if os.path.basename(folder) == name + SUFFIX:
                yield self._file(folder)
            yield self._file(os.path.join(folder, name + SUFFIX))

    def _file(self, path: str) -> bytes | None:
        if path not in self._read:
            try:
                with opened(path) as file:
                    self._read[path] = file.read()
            except OSError:
                self._read[path] = None
        return self._read[path]


def is_name(text: str) -> bool:
    """Whether a pack can be called so."""
    return _name.fullmatch(text) is not None


def _named(content: ContentRef, found: Mapping[str, bytes], ruleset: UsesPacks) -> bytes:
    """The pack that a header names, among those of its name by their SHA-256; raises `Unsupported`."""
    if content.sha256 is not UNSET:
        wanted = content.sha256.lower()
        if wanted not in found:
            raise Unsupported("content.hash", pack=content.pack, found=next(iter(found)), wanted=content.sha256)
        found = {wanted: found[wanted]}
    if content.version is UNSET:
        return next(iter(found.values()))
    versions = [(ruleset.pack_version(data), data) for data in found.values()]
    # A pack that cannot be read has no version to compare: what is wrong with it is told when it is read.
    for wanted_version in (content.version, None):
        for version, data in versions:
            if version == wanted_version:
                return data
    version = versions[0][0]
    told = f"is version {version!r}" if version else "names no version"
    raise Unsupported("content.version", pack=content.pack, found=told, wanted=content.version)


def built_in(ruleset: Ruleset, name: str) -> bytes | None:
    """A pack that a ruleset's package brings with it."""
    for folder in _own_folders(ruleset):
        try:
            with open(os.path.join(folder, name + SUFFIX), "rb") as file:
                return file.read()
        except OSError:
            continue
    return None


def built_in_names(ruleset: Ruleset) -> list[str]:
    """The names of the packs that a ruleset's package brings with it."""
    files = (file for folder in _own_folders(ruleset) if os.path.isdir(folder) for file in os.listdir(folder))
    return sorted(file.removesuffix(SUFFIX) for file in files if file.endswith(SUFFIX))


def _own_folders(ruleset: Ruleset) -> list[str]:
    package = sys.modules.get(type(ruleset).__module__.rpartition(".")[0])
    return [os.path.join(folder, BUILT_IN) for folder in getattr(package, "__path__", ())]

"""Content packs for people: a new one, a check, a look, the schema; a pack is a file or a built-in one's name."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from vflog.engine.board import Section
from vflog.engine.packs import HasPacks, PackFinding
from vflog.engine.ruleset import ruleset as named
from vflog.log.nearest import meant
from vflog.log.problems import Unsupported
from vflog.playback.logs import InputError, NotThere
from vflog.reading.content import SUFFIX, built_in, built_in_names, is_name

Path_ = str | os.PathLike[str]


def new_pack(id: str, *, ruleset: str) -> str:
    """The text of a fresh content pack; raises `NotThere` where that ruleset has none, or no pack can be called so."""
    rules = with_packs(ruleset)
    if not is_name(id):
        raise NotThere(
            f"No pack can be called {id!r}: its name is 1 to 64 of A-Z a-z 0-9 . _ - and begins with a "
            "letter or digit, and not with x_."
        )
    return rules.new_pack(id)


def check_pack(pack: Path_, *, ruleset: str) -> list[PackFinding]:
    """What is wrong with a pack (a file, `-`, or the name of a built-in one), or missing from it.

    Raises `OSError` where there is none, `NotThere` where that ruleset is played without.
    """
    rules = with_packs(ruleset)
    found = rules.check_pack(data := read_pack(pack, ruleset))
    if is_file(pack) and all(finding.line is None for finding in found):
        found += _misnamed(rules, Path(pack).name, data)
    return found


def _misnamed(rules: HasPacks, file: str, data: bytes) -> list[PackFinding]:
    try:
        wanted = rules.pack_data(data)["id"] + SUFFIX
    except ValueError:
        return []
    told = f"The file should be called {wanted}: a log finds its pack by the name of the file."
    return [PackFinding("remark", told)] if file != wanted else []


def show_pack(pack: Path_, *, ruleset: str) -> list[Section]:
    """The cards of a pack in sections; raises as `check_pack` does, and `ValueError` for one that cannot be used."""
    return with_packs(ruleset).show_pack(read_pack(pack, ruleset))


def pack_data(pack: Path_, *, ruleset: str) -> dict[str, Any]:
    """A pack as plain values, with all its cards; raises as `show_pack` does."""
    return with_packs(ruleset).pack_data(read_pack(pack, ruleset))


def with_packs(name: str) -> HasPacks:
    """The ruleset of that name; raises `NotThere` where there is none, or it is played without packs."""
    try:
        rules = named(name)
    except Unsupported as why:
        known = str(why.values["known"])
        near = meant(name, known.split(", "))
        raise NotThere(f"There is no ruleset {name!r} here; there are {known}.{near}") from None
    if not isinstance(rules, HasPacks):
        raise NotThere(f"Games of {name} are not played with content packs.")
    return rules


def is_file(pack: Path_) -> bool:
    """Whether a pack is meant as a file, by its name or because there is one."""
    text = os.fspath(pack)
    return text.endswith(SUFFIX) or os.path.basename(text) != text or os.path.isfile(text)


def read_pack(pack: Path_, ruleset: str) -> bytes:
    """The bytes of a pack: a file, `-` for standard input, or the name of a built-in one; raises `OSError`."""
    if os.fspath(pack) == "-":
        return sys.stdin.buffer.read()
    if is_file(pack):
        return Path(pack).read_bytes()
    rules, name = named(ruleset), os.fspath(pack)
    data = built_in(rules, name)
    if data is None:
        near = meant(name, built_in_names(rules))
        raise InputError(f"There is no file {name!r}, and no built-in pack of that name.{near}")
    return data

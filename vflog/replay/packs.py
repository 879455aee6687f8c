"""Content packs for people: a new one, a check, a look, the schema; a pack is a file or a built-in one's name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from vflog.engine.board import Section
from vflog.engine.packs import HasPacks, PackFinding
from vflog.engine.ruleset import ruleset as named
from vflog.log.problems import Unsupported
from vflog.reading.content import built_in
from vflog.replay.logs import NotThere

Path_ = str | os.PathLike[str]


def new_pack(id: str, *, ruleset: str) -> str:
    """The text of a fresh content pack; raises `NotThere` where that ruleset has none."""
    return _with_packs(ruleset).new_pack(id)


def check_pack(pack: Path_, *, ruleset: str) -> list[PackFinding]:
    """What is wrong with a pack (a file, or the name of a built-in one), or missing from it."""
    return _with_packs(ruleset).check_pack(_pack(pack, ruleset))


def show_pack(pack: Path_, *, ruleset: str) -> list[Section]:
    """The cards of a pack in sections; raises `ValueError` with a sentence for one that cannot be used."""
    return _with_packs(ruleset).show_pack(_pack(pack, ruleset))


def pack_schema(*, ruleset: str) -> dict[str, Any]:
    """The JSON Schema of that ruleset's content packs; raises `NotThere` where it has none."""
    return _with_packs(ruleset).pack_schema()


def _with_packs(name: str) -> HasPacks:
    try:
        rules = named(name)
    except Unsupported as why:
        raise NotThere(f"There is no ruleset {name!r} here; there are {why.values['known']}.") from None
    if not isinstance(rules, HasPacks):
        raise NotThere(f"Games of {name} are not played with content packs.")
    return rules


def _pack(pack: Path_, name: str) -> bytes:
    if not os.path.exists(pack) and (data := built_in(named(name), os.fspath(pack))) is not None:
        return data
    return Path(pack).read_bytes()

"""Databases to report on: the vectors, people with evil names, simulated games."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

from vflog import api
from vflog.engine.ruleset import ruleset
from vflog.figures.figure import Figure, Row
from vflog.figures.pages import RulesetPages
from vflog.games.veiled_fate.simulate import simulate
from vflog.games.veiled_fate.wishes import Wishes
from vflog.reporting import shared
from vflog.reporting.source import EVERY_GAME, Source, counts, opened

#: Every figure by name, with the pages that it belongs to.
OWNERS: dict[str, tuple[RulesetPages, Figure]] = {
    name: (of, figure) for of in shared.every(("udacha", "veiled-fate")) for name, figure in of.figures().items()
}
#: Figures of the page of a game of Veiled Fate; of the pages over many games.
#: Where the queries of the rulesets lie.
VF, UDACHA = (shared.pages_of(name).package for name in ("veiled-fate", "udacha"))
GAME = shared.pages_of("veiled-fate").game.figures
MANY = [figure for of, figure in OWNERS.values() if not figure.one_game]
VECTORS = Path(__file__).parents[1] / "vectors"
LOGS = VECTORS / "veiled-fate"
#: Names of people that try to be more than text.
EVIL = ("""</script><b>"'&""", "\u202emallory\u2069\u202d", "=cmd|' /C calc'!A0", "שלום\u200f")


def pack(name: str) -> bytes | None:
    path = VECTORS / "packs" / f"{name}.toml"
    return path.read_bytes() if path.exists() else None


def evil_log() -> list[str]:
    """A sound game in which every free text is an attempt to break out."""
    lines = [json.loads(line) for line in (LOGS / "base-4p.jsonl").read_text("utf-8").splitlines()]
    header = lines[0]
    header["game"] = "odd-names"
    header["players"] = [{**seat, "name": name} for seat, name in zip(header["players"], EVIL, strict=True)]
    header["event"] = "<img src=x onerror=alert(1)>"
    header["source"] = {"app": "</title><script>alert(1)</script>", "version": "\u202e1"}
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def simulated(count: int, **wishes: Any) -> list[str]:
    """Games that count: they do not say that they are simulated."""
    out: list[str] = []
    for seed in range(1, count + 1):
        wish = Wishes(game=f"s{seed}", players=2 + seed % 4, expansions=("hadria",), pack="trial", **wishes)
        records = list(simulate(ruleset("veiled-fate"), pack, seed, wish))
        records[0]["source"] = {"app": "overlay", "version": "2.1"}
        out += [json.dumps(record) for record in records]
    return out


def load(folder: Path, lines: list[str] | None = None, *logs: Path) -> Path:
    paths = list(logs)
    if lines is not None:
        paths.append(folder / "made.jsonl")
        paths[-1].write_text("".join(f"{line}\n" for line in lines), "utf-8")
    db = folder / "games.duckdb"
    api.load(paths, db, content=[VECTORS / "packs"])
    return db


def asked(source: Source, name: str, key: int | None = None, *, form: str | None = None) -> list[Row]:
    """The rows of a figure in the form that it has for the games of this database, or in another one."""
    of, figure = OWNERS[name]
    scope = EVERY_GAME if figure.one_game else of.scope(figure)
    return source.rows(form or figure.query(counts(source, scope)[0]), key, package=of.package, scope=scope)


def tapes_of(page: str) -> list[dict[str, Any]]:
    """The tapes that a page plays, unpacked."""
    packed = re.search(r'<script type="text/plain" id="tape">([^<]*)</script>', page)
    assert packed is not None
    tapes: list[dict[str, Any]] = json.loads(zlib.decompress(b64decode(packed[1])))
    return tapes


def key_of(db: Path, name: str) -> int:
    """The key of the game with that id."""
    with opened(db) as source:
        return next(row["game_key"] for row in source.rows("games") if row["game_id"] == name)

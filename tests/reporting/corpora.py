"""Corpora of every kind that figures must bear, and their tables as polars' frames, for a second reckoning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from tests.reporting.report_base import LOGS, evil_log, load, simulated
from vflog.engine.simulation import Wishes, line
from vflog.games.udacha import RULESET as UDACHA
from vflog.reporting.source import Source

Plain = dict[str, Any]


def udacha(count: int) -> list[str]:
    out: list[str] = []
    for seed in range(1, count + 1):
        records = list(UDACHA.simulate(lambda _: None, seed, Wishes(game=f"u{seed}")))
        records[0].pop("simulated", None)
        records[0]["source"] = {"app": "cards", "version": "1"}
        out += [line(record).decode() for record in records]
    return out


CORPORA: dict[str, Callable[[Path], Path]] = {
    "full": lambda folder: load(folder, simulated(26)),
    "few": lambda folder: load(folder, simulated(7)),
    "hidden": lambda folder: load(folder, simulated(22, hidden=100)),
    "score": lambda folder: load(folder, [], *sorted(LOGS.glob("score*.jsonl"))),
    "mixed": lambda folder: load(
        folder,
        evil_log() + simulated(21) + udacha(3),
        *(path for path in sorted(LOGS.glob("*.jsonl")) if "expected" not in path.name),
    ),
    "udacha": lambda folder: load(folder, udacha(2)),
}  # fmt: skip


class Tables:
    """The tables of a database as polars' frames."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._kept: dict[str, pl.DataFrame] = {}

    def __getattr__(self, name: str) -> pl.DataFrame:
        if name not in self._kept:
            answer = self._source.ask(f"SELECT * FROM {name} ORDER BY rowid")
            self._kept[name] = pl.DataFrame(answer, infer_schema_length=None)
        return self._kept[name]

    def rows(self, name: str, keys: set[int]) -> list[Plain]:
        frame: pl.DataFrame = getattr(self, name)
        return frame.filter(pl.col("game_key").is_in(list(keys))).to_dicts() if frame.height else []

    def of(self, name: str, keys: set[int]) -> dict[int, list[Plain]]:
        out: dict[int, list[Plain]] = {key: [] for key in keys}
        for row in self.rows(name, keys):
            out[row["game_key"]].append(row)
        return out

    def games(self, **wanted: Any) -> dict[int, Plain]:
        """The counted games of Veiled Fate, with the columns of its own table."""
        own = {row["game_key"]: row for row in self.veiled_fate_games.to_dicts()}
        found = [row for row in self.games_frame() if row["counted"] and row["ruleset"] == "veiled-fate"]
        joined = {row["game_key"]: {**own.get(row["game_key"], {}), **row} for row in found}
        return {
            key: row for key, row in joined.items() if all(row.get(name) == value for name, value in wanted.items())
        }

    def games_frame(self) -> list[Plain]:
        return [*map(dict, self._source.ask("SELECT * FROM games"))]

    def with_rows(self, name: str, keys: set[int], test: Callable[[Plain], bool] = lambda row: True) -> set[int]:
        return {row["game_key"] for row in self.rows(name, keys) if test(row)}

    def full(self) -> set[int]:
        return {key for key, row in self.games().items() if row["detail"] != "score"}

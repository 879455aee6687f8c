"""Puts `?` in place of secrets in a log. Hiding never adds a problem."""

from __future__ import annotations

import copy
import random
from typing import Any

Record = dict[str, Any]


def hide(log: list[Record], rng: random.Random, share: float) -> list[Record]:
    """The same log with `?` for a share of its secrets, where `?` may stand."""
    hidden = copy.deepcopy(log)
    face_up = False
    for record in hidden:
        if record["type"] == "age":
            face_up = record["card"] == "sleight-of-hand"
        if record["type"] in ("reveal", "age_reveal") or (record["type"] == "age_vote" and face_up):
            continue
        _hide_in(record, rng, share)
    return hidden


def _hide_in(record: Record, rng: random.Random, share: float) -> None:
    def veil(value: Any) -> Any:
        if isinstance(value, str):
            return "?" if rng.random() < share else value
        if isinstance(value, list):
            return [veil(item) for item in value]
        if isinstance(value, dict):
            return {key: veil(item) for key, item in value.items()}
        return value

    kind = record["type"]
    for field in ("card", "drew", "added"):
        if field in record and kind not in ("age", "city"):
            record[field] = veil(record[field])
    for field in ("pay", "saw", "cards", "discard", "hands", "swap"):
        if field in record:
            record[field] = veil(record[field])
    if kind == "age_vote" and "regions" in record:
        record["regions"] = veil(record["regions"])
    if kind == "setup":
        record["demis"] = veil(record["demis"])
    if "drew" in record.get("space", {}):
        record["space"]["drew"] = veil(record["space"]["drew"])

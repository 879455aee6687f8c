"""A field that only another use of a record has is refused, with `null` too, whatever the record."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.conformance.test_forms import each
from vflog.engine.ruleset import dialect
from vflog.games.veiled_fate import RULESET
from vflog.log.faults import Fault
from vflog.log.problems import Refused
from vflog.log.records import Record

from .harness import Game
from .playing import act, move, refused, table
from .simulated import SETTINGS, Setting, simulated

Fields = dict[str, Any]
FRAME = {"n", "game", "at", "type"}
#: What may be added to a record without its saying anything else: what is optional there.
MAY = {
    ("end_turn", "again"), ("setup", "order"), ("power", "saw"), ("favor", "saw"), ("end", "unused"),
}  # fmt: skip
STRIDE = 7


def fields_of(kind: type[Record]) -> Iterator[msgspec.inspect.Field]:
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType)
    yield from (field for field in described.fields if field.encode_name not in FRAME)


def nullable(field: msgspec.inspect.Field) -> bool:
    kinds = field.type.types if isinstance(field.type, msgspec.inspect.UnionType) else (field.type,)
    return any(isinstance(kind, msgspec.inspect.NoneType) for kind in kinds)


@cache
def values() -> dict[str, list[Any]]:
    """Values that each field has in any of the games, by its name."""
    found: dict[str, list[Any]] = {}
    for setting in SETTINGS:
        for record in simulated(setting):
            for name, value in record.items():
                if name not in FRAME and value not in ([], {}) and len(found.setdefault(name, [])) < 40:
                    found[name].append(value)
    return found


def absent(record: Fields) -> Iterator[tuple[str, list[Any]]]:
    """The fields that the record does not have, with values for them."""
    kind = next(k for k in (*RULESET.records, RULESET.end) if k.__struct_config__.tag == record["type"])
    for field in fields_of(kind):
        name = field.encode_name
        if name not in record:
            yield name, [*values().get(name, []), *([None] if nullable(field) else [])]


@each
def test_a_field_more_is_refused(setting: Setting) -> None:
    log = simulated(setting)
    game, rng = Game(log[:1]), random.Random(setting.seed)
    for n, record in enumerate(log[1:], 1):
        play = game.judge.play
        assert play is not None
        if n % STRIDE == 0 or record["type"] not in ("move", "end_turn", "vote", "age_vote"):
            for name, there in absent(record):
                swaps = name == "swap" and play.position.at.get(record["demi"]) == "pools"
                if swaps or (record["type"], name) in MAY:
                    continue
                for value in [*rng.sample(there, min(4, len(there))), *([None] if None in there else [])]:
                    with pytest.raises((Refused, Fault)):
                        play.copy().apply(dialect(RULESET).record({**record, name: value}))
        game.put(record)


def test_m6_refill_goes_with_a_favor_only() -> None:
    """Without Hadria nothing replaces anything, null neither; with her it must be said."""
    given = table().ruled(demis={"naka": {"at": "abyss"}})
    step = move("ada", "naka", "pools", drew="f1")
    assert refused(given, step | {"refill": None}) == ("pools.no-favor", "VF-M6")
    assert refused(given, step | {"favor": "smite-favor"}) == ("pools.no-favor", "VF-M6")
    hadria = table(3, "hadria").ruled(demis={"naka": {"at": "abyss"}})
    taken = move("ada", "naka", "pools", favor="smite-favor", refill="influence-favor")
    assert refused(hadria, taken | {"drew": None}) == ("pools.favor-not-card", "VF-M6")
    assert refused(hadria, act("move", "ada", demi="naka", to="pools", favor="smite-favor"))[0] == (
        "pools.refill-missing"
    )
    bare = table(3, "hadria").ruled(demis={"naka": {"at": "abyss"}}, hadria={"display": []})
    assert refused(bare, step | {"refill": None}) == ("pools.no-favor", "VF-M6")


@pytest.mark.parametrize("name", ["refill", "drew", "favor"])
def test_m6_no_reward_but_in_the_pools(name: str) -> None:
    value = "smite-favor" if name == "favor" else None
    assert refused(table(3, "hadria"), move("ada", "naka", "forest", **{name: value})) == ("move.no-reward", "VF-M6")

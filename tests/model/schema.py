"""The shapes of the records: fields, JSON types, closed sets of values (page 1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .errors import Rejected
from .pack import KINDS

Check = Callable[[Any, str], None]

#: Lists and objects that may be left out where they would be empty.
MAY_BE_EMPTY = [
    "cards",
    "drawn",
    "mother",
    "regions",
    "pay",
    "coins",
    "discard",
    "winners",
    "space",
    "expansions",
    "rulings",
]
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@-]*\Z")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)\Z")


def _fail(what: str, wanted: str) -> None:
    raise Rejected(f"{what} is not {wanted}")


def text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        _fail(what, "a string")


def number(value: Any, what: str) -> None:
    if type(value) is not int:
        _fail(what, "an integer")


def text_or_number(value: Any, what: str) -> None:
    if not isinstance(value, str):
        number(value, what)


def truth(value: Any, what: str) -> None:
    if not isinstance(value, bool):
        _fail(what, "true or false")


def anything(value: Any, what: str) -> None:
    return


def one_of(*values: str) -> Check:
    def check(value: Any, what: str) -> None:
        if not isinstance(value, str) or value not in values:
            _fail(what, f"one of {values}")

    return check


def or_null(inner: Check) -> Check:
    def check(value: Any, what: str) -> None:
        if value is not None:
            inner(value, what)

    return check


def list_of(inner: Check) -> Check:
    def check(value: Any, what: str) -> None:
        if not isinstance(value, list):
            _fail(what, "a list")
        for item in value:
            inner(item, what)

    return check


def map_of(inner: Check) -> Check:
    """An object whose keys are names of the game, not field names."""

    def check(value: Any, what: str) -> None:
        if not isinstance(value, dict):
            _fail(what, "an object")
        for key, item in value.items():
            inner(item, f"{what}.{key}")

    return check


def fields(required: dict[str, Check], optional: dict[str, Check]) -> Check:
    """An object with field names; those that begin with x_ are free."""

    def check(value: Any, what: str) -> None:
        if not isinstance(value, dict):
            _fail(what, "an object")
        for key, item in value.items():
            if key.startswith("x_"):
                continue
            inner = required.get(key) or optional.get(key)
            if inner is None:
                raise Rejected(f"{what} has an unknown field {key}")
            inner(item, f"{what}.{key}")
        for key in required:
            if key not in value and key not in MAY_BE_EMPTY:
                raise Rejected(f"{what} lacks the field {key}")

    return check


def demi_or_two(value: Any, what: str) -> None:
    if isinstance(value, list):
        list_of(text)(value, what)
    else:
        text(value, what)


def identifier(longest: int) -> Check:
    def check(value: Any, what: str) -> None:
        text(value, what)
        if not ID.match(value) or len(value) > longest or value.startswith("x_"):
            _fail(what, "an id")

    return check


def moment(value: Any, what: str) -> None:
    text(value, what)
    if not TIME.match(value):
        _fail(what, "a time")


REASON = one_of("played", "time", "conceded", "disqualified", "abandoned")
FATE = one_of(*KINDS, "?")
COIN = one_of("gain", "smite")
SIDE = one_of("feather", "scorpion")
SPACE = fields({}, {"drew": list_of(FATE), "target": text, "coin": COIN})
SWAP = fields({"discard": FATE, "drew": or_null(FATE)}, {})
POWER_FIELDS: dict[str, Check] = {
    "demi": text,
    "to": text,
    "quest": text,
    "slot": number,
    "card": FATE,
    "demis": list_of(text),
    "added": or_null(FATE),
    "saw": list_of(FATE),
    "servant": text,
    "space": SPACE,
    "discard": list_of(FATE),
}
P: dict[str, Check] = {"player": text}

EVERY: dict[str, Check] = {"type": text, "n": number, "game": identifier(128), "at": moment}

#: type -> (fields that the type always needs, fields that it may have)
TYPES: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "game": (
        {
            "format": text,
            "game": identifier(128),
            "ruleset": text,
            "players": list_of(fields({"id": identifier(64)}, {"name": text, "role": text})),
        },
        {
            "revision": text,
            "rulings": map_of(anything),
            "event": text,
            "round": number,
            "content": fields({"pack": text}, {"version": text, "sha256": text}),
            "table": text,
            "source": fields({}, {"app": text, "version": text}),
            "redacted": fields({"of": text_or_number, "view": text}, {}),
            "expansions": list_of(text),
            "powers": text,
            "detail": text,
        },
    ),
    "claim": ({}, {}),
    "takeback": ({"to": number}, {}),
    "amend": ({"to": number, "record": map_of(anything)}, {"by": text, "reason": text}),
    "ruling": ({"by": text, "reason": text, "set": map_of(anything)}, {}),
    "note": ({}, {"text": text, "player": text, "kind": text}),
    "setup": (
        {
            "first": text,
            "quests": list_of(fields({"quest": text, "region": text}, {})),
            "city": text,
            "demis": map_of(demi_or_two),
            "hands": map_of(list_of(FATE)),
        },
        {"order": list_of(text), "display": list_of(text), "servants": map_of(text)},
    ),
    "age": ({"age": number}, {"player": text, "card": text}),
    "move": (
        {"player": text, "demi": text},
        {
            "to": text,
            "quest": text,
            "slot": number,
            "card": FATE,
            "from": text,
            "favor": text,
            "refill": or_null(text),
            "drew": or_null(FATE),
            "swap": SWAP,
            "space": SPACE,
            "discard": list_of(FATE),
        },
    ),
    "power": ({"player": text, "power": text}, {"pay": list_of(FATE), **POWER_FIELDS}),
    "favor": ({"player": text, "favor": text}, POWER_FIELDS),
    "end_turn": (P, {"again": truth}),
    "rest": (P, {}),
    "voters": ({"player": text, "quest": text, "players": list_of(text)}, {}),
    "vote": ({"player": text, "quest": text, "card": or_null(FATE)}, {"from": text}),
    "reveal": (
        {"quest": text},
        {
            "cards": list_of(FATE),
            "drawn": list_of(FATE),
            "mother": list_of(FATE),
            "vote_coin": SIDE,
            "coins": map_of(COIN),
        },
    ),
    "age_pick": (P, {"demis": list_of(text), "locations": list_of(text)}),
    "age_quest": ({"player": text, "quest": text}, {}),
    "age_place": ({"player": text, "demi": text, "slot": number}, {}),
    "age_vote": (P, {"cards": list_of(FATE), "regions": map_of(list_of(FATE))}),
    "age_reveal": (
        {},
        {
            "cards": list_of(FATE),
            "drawn": list_of(FATE),
            "coins": map_of(COIN),
            "target": text,
            "revealed": list_of(text),
            "regions": map_of(fields({}, {"cards": list_of(FATE), "drawn": list_of(FATE)})),
        },
    ),
    "deal": (P, {"cards": list_of(FATE), "discard": list_of(FATE)}),
    "place": ({"player": text, "quest": text, "region": text}, {}),
    "city": ({"player": text, "card": text}, {}),
    "celestial": (
        {"player": text, "act": text},
        {"drew": text, "quest": text, "region": text, "spell": text, "cards": list_of(FATE), "demi": text, "to": text},
    ),
    "end": (
        {},
        {
            "reason": REASON,
            "demis": map_of(demi_or_two),
            "unused": list_of(text),
            "guess": map_of(text),
            "winners": list_of(text),
            "result": fields({}, {"by": text, "winners": list_of(text)}),
        },
    ),
    "score": ({"changes": map_of(number)}, {}),
    "smite": ({"demis": list_of(text)}, {}),
    "corruption": ({"player": text, "amount": number}, {}),
}

#: Types that belong to the ruleset, not to the format.
OF_PLAY = [name for name in TYPES if name not in ("game", "claim", "takeback", "amend", "ruling", "note")]


def check_record(record: Any) -> None:
    """Raises Rejected where the line is no record of its type."""
    if not isinstance(record, dict) or not isinstance(record.get("type"), str):
        raise Rejected("a record is an object with a type")
    kind = record["type"]
    if kind.startswith("x_"):
        fields({}, {**EVERY, **{key: anything for key in record if key not in EVERY}})(record, kind)
        return
    if kind not in TYPES:
        raise Rejected(f"{kind!r} is no record type")
    required, optional = TYPES[kind]
    if kind == "claim":
        optional = {key: anything for key in record if key not in EVERY}
    fields(required, {**EVERY, **optional})(record, kind)


def without_empty(record: dict[str, Any]) -> dict[str, Any]:
    """An empty list or object of these fields is the same as none."""
    return {key: value for key, value in record.items() if not (key in MAY_BE_EMPTY and value in ([], {}))}

"""The shapes of the records: fields, JSON types, closed sets of values (page 1, and the Conventions of page 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .errors import Rejected
from .words import WHATS

Check = Callable[[Any, str], None]

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@-]*\Z")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)\Z")


def text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        raise Rejected(f"{what} is no string")


def number(value: Any, what: str) -> None:
    if type(value) is not int:
        raise Rejected(f"{what} is no integer")


def truth(value: Any, what: str) -> None:
    if not isinstance(value, bool):
        raise Rejected(f"{what} is neither true nor false")


def anything(value: Any, what: str) -> None:
    return


def text_or_object(value: Any, what: str) -> None:
    if not isinstance(value, str | dict):
        raise Rejected(f"{what} is neither a string nor an object")


def one_of(*values: str) -> Check:
    def check(value: Any, what: str) -> None:
        if not isinstance(value, str) or value not in values:
            raise Rejected(f"{what} is none of {values}")

    return check


def or_null(inner: Check) -> Check:
    def check(value: Any, what: str) -> None:
        if value is not None:
            inner(value, what)

    return check


def list_of(inner: Check) -> Check:
    def check(value: Any, what: str) -> None:
        if not isinstance(value, list):
            raise Rejected(f"{what} is no list")
        for item in value:
            inner(item, what)

    return check


def map_of(inner: Check) -> Check:
    """An object whose keys are names of the game, not field names."""

    def check(value: Any, what: str) -> None:
        if not isinstance(value, dict):
            raise Rejected(f"{what} is no object")
        for key, item in value.items():
            inner(item, f"{what}.{key}")

    return check


def fields(required: dict[str, Check], optional: dict[str, Check]) -> Check:
    """An object with field names; those that begin with x_ are free."""

    def check(value: Any, what: str) -> None:
        if not isinstance(value, dict):
            raise Rejected(f"{what} is no object")
        for key, item in value.items():
            if key.startswith("x_"):
                continue
            inner = required.get(key) or optional.get(key)
            if inner is None:
                raise Rejected(f"{what} has an unknown field {key}")
            inner(item, f"{what}.{key}")
        for key in required:
            if key not in value:
                raise Rejected(f"{what} lacks the field {key}")

    return check


def identifier(value: Any, what: str) -> None:
    text(value, what)
    if not ID.match(value) or len(value) > 128:
        raise Rejected(f"{what} is no id")


def moment(value: Any, what: str) -> None:
    text(value, what)
    if not TIME.match(value):
        raise Rejected(f"{what} is no time")


CARDS = list_of(text)
REASON = one_of("played", "time", "conceded", "disqualified", "abandoned")
EFFECT = fields({"kind": text}, {"also": text, "limit": text, "trigger": text_or_object, "dest": text})
ENTRY = fields(
    {"type": text},
    {"unique": truth, "climactic": truth, "base": truth, "coveted": truth, "starter": number, "reload": number,
     "bounty": number, "bounty_destroyed": number, "keywords": list_of(text), "eff": map_of(EFFECT)},
)  # fmt: skip
MV = list_of(list_of(anything))
OPENING: dict[str, Check] = {
    "card": text, "cards": CARDS, "eff": text, "src": or_null(text), "why": text, "in": or_null(number),
    "win": one_of("INT", "REA"), "trig": or_null(number), "amount": number, "for": text, "cause": number,
    "x": number, "want": anything, "shown": CARDS, "taken": or_null(text), "bottom": CARDS, "order": map_of(CARDS),
    "override": text,
}  # fmt: skip
OVERRIDE: dict[str, Check] = {"override": text}
P: dict[str, Check] = {"p": text}
DO: dict[str, Check] = {"p": text, "what": one_of(*WHATS)}

EVERY: dict[str, Check] = {"type": text, "n": number, "game": identifier, "at": moment}

#: type -> (fields that the type always needs, fields that it may have)
TYPES: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "game": (
        {"format": text, "game": identifier, "ruleset": text, "to_win": number, "cards": map_of(ENTRY),
         "players": list_of(fields({"id": identifier}, {"name": text, "role": text})),
         "profile": one_of("core", "strict")},
        {"revision": text, "rulings": map_of(anything), "event": text, "round": number, "table": text,
         "source": fields({}, {"app": text, "version": text})}),
    "claim": ({}, {}),
    "takeback": ({"to": number}, {}),
    "amend": ({"to": number, "record": map_of(anything)}, {"by": text, "reason": text}),
    "ruling": ({"by": text, "reason": text, "set": map_of(anything)}, {}),
    "note": ({}, {"text": text, "player": text, "kind": text}),
    "setup": (P, {"decklist": CARDS, "base": text, "starters": CARDS, "deck": CARDS, "hand": CARDS, "vault": CARDS,
                  **OVERRIDE}),
    "given": ({}, {"on": text, "t": number, "zones": map_of(CARDS), "quests": map_of(number), "to_win": number,
                   "revealed": map_of(number), **OVERRIDE}),
    "turn": (P, {"t": number, **OVERRIDE}),
    "endturn": (P, {"t": number, **OVERRIDE}),
    "do": (DO, OPENING),
    "act": (DO, {**OPENING, "mv": MV}),
    "pass": ({"p": text, "win": one_of("INT", "REA"), "trig": number}, OVERRIDE),
    "res": ({"f": number}, {"ok": truth, "mv": MV, **OVERRIDE}),
    "done": ({"f": number}, {"mv": MV, **OVERRIDE}),
    "quest": ({"p": text, "delta": number}, OVERRIDE),
    "end": ({}, {"winner": text, "reason": REASON, "result": fields({}, {"by": text, "winners": CARDS})}),
}  # fmt: skip

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

"""What the records of Veiled Fate are about, and how it is with a Demi, a hand, a Quest in a state document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from vflog.engine.board import Names
from vflog.engine.tracing import Subject
from vflog.games.veiled_fate.order import due
from vflog.log.records import Record

Document = dict[str, Any]
#: Records that move markers on the Renown track by what they say.
_OF_RENOWN = ("score", "smite", "reveal", "age_reveal", "end")
#: Words that speak of whose turn it is, or of what comes next.
_OF_TURNS = ("turn", "rest", "rests", "rested", "action", "actions", "comes", "next", "due")


def subjects(record: Record, names: Names) -> list[Subject]:
    """The things that a record is about: Demis, a Quest, the hand of who acts, whose turn it is."""
    fields = msgspec.to_builtins(record)
    return list(dict.fromkeys(_subjects(fields, names)))


def _subjects(fields: dict[str, Any], names: Names) -> Iterator[Subject]:
    kind, player = fields["type"], fields.get("player")
    for demi in _demis(fields):
        yield Subject(("demi", demi), demi, (demi,))
    if (quest := fields.get("quest")) is not None:
        yield Subject(("quest", quest), quest, (quest,))
    if kind in _OF_RENOWN:
        for demi, owner in _owned(fields):
            words = (demi,) if owner is None else (demi, names.get(owner, owner))
            yield Subject(("renown", demi), f"the Renown of {demi}", words)
        yield Subject(("renown", "hadria"), "the Renown of Hadria", ("Hadria",))
    if (favor := fields.get("favor")) is not None and player is not None:
        yield Subject(("favors", player), f"the Favors of {names.get(player, player)}", (favor, "Favor"))
    if (servant := fields.get("servant")) is not None:
        yield Subject(("servant", servant), servant, (servant,))
    if player is not None:
        who = names.get(player, player)
        yield Subject(("hand", player), f"the hand of {who}", (who, "card", "cards", "hand"))
    for other in fields.get("players", ()):
        yield Subject(("rest", other), names.get(other, other), (names.get(other, other),))
    yield Subject(("turn",), "what comes next", _OF_TURNS)


def _demis(fields: dict[str, Any]) -> Iterator[str]:
    yield from _named(fields.get("demi"))
    if isinstance(fields.get("demis"), list):
        yield from _named(fields["demis"])
    yield from _named(fields.get("target"))
    yield from _named(fields.get("space", {}).get("target"))


def _owned(fields: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The Demis whose Renown a record speaks of, and at the end whose they are."""
    for value in (fields.get("demis"), fields.get("coins"), fields.get("changes")):
        if isinstance(value, dict) and fields["type"] == "end":
            yield from ((demi, owner) for owner, owned in value.items() for demi in _named(owned))
        else:
            yield from ((demi, None) for demi in _named([*value] if isinstance(value, dict) else value))


def _named(value: Any) -> Iterator[str]:
    for name in value if isinstance(value, list) else [value]:
        if isinstance(name, str) and name not in ("?", "hadria"):
            yield name


def situation(document: Document, subject: Subject, names: Names) -> str | None:
    """How it is with a thing: where a Demi is, what a hand holds, who stands on a Quest."""
    kind, *rest = subject.key
    return _SAYS[kind](document, rest[0] if rest else "", names) if kind in _SAYS else None


def _demi(d: Document, demi: str, names: Names) -> str | None:
    there = d["demis"].get(demi)
    if there is None or there["at"] is None:
        return None
    if there["quest"] is not None:
        return f"on {there['quest']}, slot {there['slot']}"
    return f"in the {there['at']}"


def _renown(d: Document, demi: str, names: Names) -> str | None:
    if demi == "hadria":
        return None if d["hadria"] is None else f"Renown {d['hadria']['renown']}"
    there = d["demis"].get(demi)
    if there is None:
        return None
    if there["renown"] is None:
        return "annihilated"
    ahead = d["track"].get(str(there["renown"]), [])
    place = f", place {ahead.index(demi) + 1} of {len(ahead)} on that space" if len(ahead) > 1 else ""
    return f"Renown {there['renown']}{place}"


def _quest(d: Document, quest: str, names: Names) -> str | None:
    card = (d["quests"] or {}).get(quest)
    if card is None:
        return "not on the board"
    there = ", ".join(demi for demi in card["slots"] if demi) or "nobody"
    return f"{there} on its {len(card['slots'])} slots, {_cards(card['pile'])} in its pile"


def _hand(d: Document, player: str, names: Names) -> str | None:
    hand = (d["hands"] or {}).get(player)
    return None if hand is None else _cards(hand)


def _cards(pile: Any) -> str:
    if isinstance(pile, int):
        return f"{pile} cards"
    size = sum(pile.values())
    kinds = " ".join(f"{count}×{kind}" for kind, count in pile.items())
    return f"{size} card{'' if size == 1 else 's'}" + (f" ({kinds})" if kinds else "")


def _favors(d: Document, player: str, names: Names) -> str | None:
    own = d["favors"].get(player)
    if own is None or own["hand"] is None:
        return None
    return f"{', '.join(own['hand']) or 'none'} in hand, {', '.join(own['played']) or 'none'} played"


def _servant(d: Document, servant: str, names: Names) -> str | None:
    region = (d["servants"] or {}).get(servant)
    return None if region is None else f"in the {region}"


def _rest(d: Document, player: str, names: Names) -> str | None:
    return "rested" if player in d["rested"] else "not rested"


def _turn(d: Document, _: str, names: Names) -> str | None:
    turn = d["turn"]
    waiting = " or ".join(names.get(p, p) for p in d["waiting"] or ())
    said = due(d["phase"], d["age_card"]) + (f", by {waiting}" if waiting else "")
    return said if turn is None else f"{said} ({turn['actions']} of 2 actions used)"


_SAYS: dict[str, Callable[[Document, str, Names], str | None]] = {
    "demi": _demi, "renown": _renown, "quest": _quest, "hand": _hand, "favors": _favors, "servant": _servant,
    "rest": _rest, "turn": _turn,
}  # fmt: skip


def named_winners(end: Record) -> list[str] | None:
    """The winners that an `end` names, right or not."""
    fields = msgspec.to_builtins(end)
    told = fields.get("result", fields).get("winners", [])
    return [str(player) for player in told]

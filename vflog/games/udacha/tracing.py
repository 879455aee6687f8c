"""What the records of Udacha are about: cards, Names, frames and their windows, the side that acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vflog.engine.board import Names
from vflog.engine.tracing import Subject
from vflog.games.udacha.catalogue import HIDDEN, name, well_formed
from vflog.log.records import Record

Document = dict[str, Any]


def subjects(record: Record, names: Names) -> list[Subject]:
    """The things that a record is about."""
    return list(dict.fromkeys(_subjects(msgspec.to_builtins(record), names)))


def _subjects(fields: dict[str, Any], names: Names) -> Iterator[Subject]:
    cards = [*_cards(fields)]
    for card in cards:
        yield Subject(("card", card), card, (card,))
    for title in dict.fromkeys(map(name, cards)):
        yield Subject(("name", title), f"the cards called {title}", (title,))
    if isinstance(trig := fields.get("trig"), int):
        window = {"INT": "INTERRUPT", "REA": "REACTION"}.get(fields.get("win", ""), "")
        yield Subject(
            ("frame", str(trig)), f"frame {trig} and its {window} window", (f"frame {trig}", "window", window)
        )
    for field in ("f", "in", "cause"):
        if isinstance(frame := fields.get(field), int):
            yield Subject(("frame", str(frame)), f"frame {frame}", (f"frame {frame}", "frame"))
    if fields.get("what") == "seek" and "p" in fields:
        deck = f"{fields['p']}.deck"
        yield Subject(("zone", deck), f"the top of {deck}", (deck,))
    if (side := fields.get("p")) is not None:
        yield Subject(("hand", side), f"the Hand of {names.get(side, side)}", (f"{side}.hand", "Hand"))
        yield Subject(("quests", side), f"the Quests of {names.get(side, side)}", ("Quest", "Quests"))
    yield Subject(("on",), "whose turn it is", ("turn",))


def _cards(fields: dict[str, Any]) -> Iterator[str]:
    named = [fields.get("card"), fields.get("for"), fields.get("src"), fields.get("taken"), *fields.get("cards", ())]
    named += [move[0] for move in fields.get("mv", ()) if isinstance(move, list) and move]
    named += [*fields.get("shown", ())]
    for card in named:
        if isinstance(card, str) and card != HIDDEN and well_formed(card):
            yield card


def situation(document: Document, subject: Subject, names: Names) -> str | None:
    """How it is with a thing: in which zone a card is, whether a frame is open."""
    kind, *rest = subject.key
    match kind:
        case "card":
            where = [zone for zone, cards in document["zones"].items() if rest[0] in cards]
            return f"in {where[0]}" if where else "in no zone that is known"
        case "name":
            there = [
                f"{card} in {zone}"
                for zone, cards in document["zones"].items()
                for card in cards
                if card != HIDDEN and name(card) == rest[0]
            ]
            return ", ".join(there) or "nowhere that is known"
        case "frame":
            frame = next((f for f in document["frames"] if str(f["n"]) == rest[0]), None)
            return "not open" if frame is None else "resolved" if frame["resolved"] else "announced, not resolved"
        case "zone":
            cards = document["zones"].get(rest[0], [])
            return f"{', '.join(cards[:4])}{' …' if len(cards) > 4 else ''}" if cards else "empty"
        case "hand":
            return f"{len(document['zones'].get(f'{rest[0]}.hand', []))} cards"
        case "quests":
            return f"{document['quests'].get(rest[0], 0)} Quests won"
        case "on":
            on = document["on"]
            return f"turn {document['t']}, of {names.get(on, on) if on is not None else 'nobody'}"
    return None


def named_winners(end: Record) -> list[str] | None:
    """The winner that an `end` names."""
    fields = msgspec.to_builtins(end)
    winner = fields.get("winner")
    return [*fields.get("result", {}).get("winners", [])] if winner is None else [winner]

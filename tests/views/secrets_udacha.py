"""Other logs that differ from a log of Udacha only in what a view hides; what that is is told here anew."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

Record = dict[str, Any]
Log = list[Record]
ID = re.compile(r"[AB]\.[^\".]+\.\d+")
SECRET = ("hand", "deck", "vault")
ANNOUNCED = ("play", "support", "use", "secret")


def _open(place: str) -> bool:
    return place[2:] not in SECRET


def _seen_in(record: Record, view: str) -> Iterator[str]:
    """The cards that a record may show to the view."""
    if record.get("type") == "amend" and isinstance(record.get("record"), dict):
        yield from _seen_in(record["record"], view)
    if record.get("type") == "ruling" and isinstance(record.get("set"), dict):
        yield from _seen_in(record["set"], view)
    if record.get("what") in ANNOUNCED:
        yield str(record.get("card"))
    for field in ("shown", "starters"):
        yield from map(str, record.get(field) or ())
    for field in ("taken", "base"):
        yield str(record.get(field))
    for field in ("src", "for"):
        yield from ID.findall(str(record.get(field)))
    if record.get("p") == view:
        for field in ("decklist", "hand", "vault"):
            yield from map(str, record.get(field) or ())
    zones = record.get("zones")
    for place, cards in zones.items() if isinstance(zones, dict) else ():
        if _open(place) or (place[0] == view and place[2:] != "deck"):
            yield from map(str, cards if isinstance(cards, list) else ())
    for item in record.get("mv") or ():
        if isinstance(item, list) and len(item) > 2:
            for place in map(str, item[1:3]):
                if _open(place) or (place[0] == view and place[2:] != "deck"):
                    yield str(item[0])


def _text(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _text(item)
    elif isinstance(value, list):
        for item in value:
            yield from _text(item)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return ID.sub(lambda found: names.get(found[0], found[0]), value)
    if isinstance(value, dict):
        return {key: _renamed(item, names) for key, item in value.items()}
    return [_renamed(item, names) for item in value] if isinstance(value, list) else value


def changed(log: Log, view: str, rng: random.Random) -> Log:
    """A log that differs from this one in some cards that the view has not seen (yet), in own fields, in the order of
    keys; it may come to something else."""
    out = copy.deepcopy(log)
    for _ in range(rng.randint(1, 3)):
        out = rng.choices((_exchanged, _unknown, _deck, _another), (5, 3, 3, 3))[0](out, view, rng)
    for record in out[1:]:
        if "x_own" in record:
            record["x_own"] = rng.choice(("A.Ash.1", ["B.Moth.2"], {"hand": 3}, 7))
    return [dict(rng.sample(list(r.items()), len(r))) if n and rng.random() < 0.2 else r for n, r in enumerate(out)]


def _exchanged(log: Log, view: str, rng: random.Random) -> Log:
    """Two cards of one side that the view has not seen up to a record stand for each other up to there."""
    end = len(log) if rng.random() < 0.5 else rng.randint(2, len(log))
    seen = {card for record in log[1:end] for card in _seen_in(record, view)}
    there = sorted({card for text in _text(log[1:end]) for card in ID.findall(text)} - seen)
    if end < len(log):
        later = {card for text in _text(log[end:]) for card in ID.findall(text)}
        there = [card for card in there if card in later] or there
    side = [card for card in there if card[0] == rng.choice("AB")]
    if len(side) < 2:
        return log
    one, other = rng.sample(side, 2)
    if end == len(log) and rng.random() < 0.3:
        other = f"{one.rsplit('.', 1)[0]}.{rng.randint(60, 99)}"
    names = {one: other, other: one}
    return [log[0], *(_renamed(record, names) for record in log[1:end]), *log[end:]]


def _another(log: Log, view: str, rng: random.Random) -> Log:
    """It is another card, of those that lie there, that moves from one hidden zone to another."""
    hidden = [
        (n, item)
        for n, record in enumerate(log)
        for item in record.get("mv") or ()
        if isinstance(item, list)
        and len(item) > 2
        and ID.fullmatch(str(item[0]))
        and not any(_open(str(place)) or (str(place)[0] == view and str(place)[2:] != "deck") for place in item[1:3])
    ]
    if not hidden:
        return log
    n, item = rng.choice(hidden)
    later = {card for record in log[n:] for card in _seen_in(record, view)}
    there = {card for text in _text(log[1:n]) for card in ID.findall(text) if card[0] == item[0][0]}
    before = {card for record in log[1:n] for card in _seen_in(record, view)}
    left = sorted(there - later - before - {item[0]})
    if item[0] in later or not left:
        return log
    other = rng.choice(left)
    names = {item[0]: other, other: item[0]}
    return [*log[:n], *(_renamed(record, names) for record in log[n:])]


def _unknown(log: Log, view: str, rng: random.Random) -> Log:
    """Some cards in hidden zones are not known to whoever wrote the log."""
    share = rng.choice((0.2, 1))

    def veil(cards: list[Any]) -> list[Any]:
        return ["?" if isinstance(card, str) and rng.random() < share else card for card in cards]

    for record in log[1:]:
        if record.get("type") == "setup":
            for field in ("deck", *(("decklist", "hand", "vault") if record.get("p") != view else ())):
                if isinstance(record.get(field), list):
                    record[field] = veil(record[field])
        if isinstance(record.get("bottom"), list):
            record["bottom"] = veil(record["bottom"])
        for item in record.get("mv") or ():
            if (
                isinstance(item, list)
                and len(item) > 2
                and not any(
                    _open(str(place)) or (str(place)[0] == view and str(place)[2:] != "deck") for place in item[1:3]
                )
            ):
                item[0] = veil(item[:1])[0]
    return log


def _deck(log: Log, view: str, rng: random.Random) -> Log:
    """What lies deepest in a Deck lies otherwise; a deck list is told in another order."""
    for record in log[1:]:
        if record.get("type") == "setup":
            deck = record.get("deck")
            if isinstance(deck, list) and len(deck) > 2:
                deep = deck[-rng.randint(2, len(deck)) :]
                rng.shuffle(deep)
                deck[-len(deep) :] = deep
            if isinstance(record.get("decklist"), list):
                rng.shuffle(record["decklist"])
        if isinstance(record.get("bottom"), list):
            rng.shuffle(record["bottom"])
    return log

"""Other logs that differ from a log of Veiled Fate only in what a view hides.

What is hidden is told here anew, by the pages of the format and the rules, and not by what the product does.
"""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

Record = dict[str, Any]
Log = list[Record]
KINDS = ("f1", "f2", "s1", "s2", "+2")
#: Where the player who acts gives or takes Fate cards: what is used, and what is gained.
USED = ("pay", "discard", "card", "cards")
GAINED = ("drew",)


class Spot(NamedTuple):
    """A place in a log: the record, and the keys that lead there."""

    record: int
    path: tuple[Any, ...]


class Card(NamedTuple):
    """A Fate card on its way: where it came to a player, where it went (`None`: it is still held), into which heap."""

    came: Spot
    went: Spot | None
    heap: Any


def at(log: Log, spot: Spot) -> Any:
    value: Any = log[spot.record]
    for key in spot.path:
        value = value[key]
    return value


def put(log: Log, spot: Spot, new: Any) -> None:
    value: Any = log[spot.record]
    for key in spot.path[:-1]:
        value = value[key]
    value[spot.path[-1]] = new


def _leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from _leaves(item, (*path, i))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, str):
        yield path


class Hidden:
    """What a view of a log hides: the places of secrets, and the ways of cards."""

    def __init__(self, log: Log, view: str) -> None:
        self.log, self.view = log, view
        self.spots: list[Spot] = []
        self.demis: list[Spot] = []
        self.cards: list[Card] = []
        self.free: list[Spot] = []
        self._held: dict[str, list[Spot]] = defaultdict(list)
        #: The Age cards that lie there, each with the number of its record, the last one last.
        self._ages: list[tuple[int, str | None]] = [(0, None)]
        for n, record in enumerate(log):
            self._look(n, record, ())
        for held in self._held.values():
            self.cards += (Card(came, None, "held") for came in held)

    def _look(self, n: int, record: Record, path: tuple[Any, ...]) -> None:
        kind, player = record.get("type"), record.get("player")
        if kind == "age":
            self._ages.append((record.get("n", n), record.get("card")))
        elif kind == "takeback" and isinstance(record.get("to"), int):
            self._ages = [age for age in self._ages if age[0] <= record["to"]]
        elif kind == "setup":
            self._setup(n, record, path)
        elif kind == "amend" and isinstance(record.get("record"), dict):
            self._look(n, record["record"], ("record",))
        elif kind in ("move", "power", "favor", "vote", "deal", "age_vote", "celestial") and isinstance(player, str):
            if kind == "age_vote" and (not self._ages or self._ages[-1][1] in (None, "sleight-of-hand")):
                return
            self._acts(n, record, path, player)

    def _setup(self, n: int, record: Record, path: tuple[Any, ...]) -> None:
        for player, hand in record.get("hands", {}).items():
            spots = [Spot(n, (*path, "hands", player, i)) for i in range(len(hand))]
            self._held[player] += spots
            if player != self.view:
                self.spots += spots
        for player in record.get("demis", {}):
            if player != self.view:
                self.demis.append(Spot(n, (*path, "demis", player)))

    def _acts(self, n: int, record: Record, path: tuple[Any, ...], player: str) -> None:
        kind, hidden = record["type"], player != self.view
        fields = [field for field in USED if field in record and (kind, field) != ("deal", "cards")]
        gone = [Spot(n, leaf) for field in fields for leaf in _leaves(record[field], (*path, field))]
        gained = [Spot(n, leaf) for leaf in _leaves(record.get("drew"), (*path, "drew"))]
        if kind == "celestial":
            gained = []
        if kind == "deal":
            gained += [Spot(n, leaf) for leaf in _leaves(record.get("cards"), (*path, "cards"))]
        for field in ("swap", "space"):
            if isinstance(record.get(field), dict):
                gone += [Spot(n, s) for s in _leaves(record[field].get("discard"), (*path, field, "discard"))]
                gained += [Spot(n, s) for s in _leaves(record[field].get("drew"), (*path, field, "drew"))]
        if isinstance(record.get("regions"), dict) and kind == "age_vote":
            gone += [Spot(n, s) for s in _leaves(record["regions"], (*path, "regions"))]
        if hidden:
            self.spots += [*gone, *gained]
            self.spots += [Spot(n, s) for s in _leaves(record.get("saw"), (*path, "saw"))]
        if isinstance(record.get("added"), str):
            self.spots.append(Spot(n, (*path, "added")))
            self.free.append(Spot(n, (*path, "added")))
        from_deck = record.get("from") is not None
        for spot in gone:
            came = None if from_deck else self._take(player, at(self.log, spot))
            votes = spot.path[-1] == "card" or kind == "age_vote"
            heap = (kind == "age_vote", record.get("quest")) if votes else "discards"
            if hidden and (came is not None or from_deck):
                self.cards.append(Card(spot if came is None else came, spot, heap))
        self._held[player] += gained

    def _take(self, player: str, kind: str) -> Spot | None:
        held = self._held[player]
        found = next((spot for spot in held if at(self.log, spot) == kind), None)
        if found is not None:
            held.remove(found)
        return found


def changed(log: Log, view: str, rng: random.Random) -> Log:
    """A log that differs from this one in some secrets of others, in own fields and in the order of keys; it may come
    to something else."""
    out = copy.deepcopy(log)
    hidden = Hidden(out, view)
    for _ in range(rng.randint(1, 4)):
        rng.choices((_swap, _unknown, _demis, _added, _unseen_hands), (5, 3, 3, 2, 2))[0](out, hidden, rng)
    _own_fields(out, rng)
    _judges(out, view, rng)
    for record in out:
        if record.get("type") in ("reveal", "age_reveal") and rng.random() < 0.5:
            _shuffled(record, rng)
    return [dict(rng.sample(list(r.items()), len(r))) if n and rng.random() < 0.2 else r for n, r in enumerate(out)]


def _others(hidden: Hidden) -> list[Card]:
    return [card for card in hidden.cards if card.came in set(hidden.spots)]


def _swap(log: Log, hidden: Hidden, rng: random.Random) -> None:
    """Two cards that went the same way are of each other's kind; one that is not shown any more is of another kind."""
    cards = _others(hidden)
    if not cards:
        return
    one = rng.choice(cards)
    alike = [card for card in cards if card.heap == one.heap and at(log, card.came) != at(log, one.came)]
    if one.heap in ("held", "discards") and (not alike or rng.random() < 0.6):
        _become(log, one, rng.choice(KINDS))
    elif alike:
        other = rng.choice(alike)
        kinds = at(log, one.came), at(log, other.came)
        _become(log, one, kinds[1])
        _become(log, other, kinds[0])


def _become(log: Log, card: Card, kind: str) -> None:
    for spot in (card.came, card.went):
        if spot is not None:
            put(log, spot, kind)


def _unknown(log: Log, hidden: Hidden, rng: random.Random) -> None:
    """Some secrets are not known to whoever wrote the log."""
    share = rng.choice((0.1, 0.5, 1))
    for spot in hidden.spots:
        if rng.random() < share:
            put(log, spot, "?")


def _demis(log: Log, hidden: Hidden, rng: random.Random) -> None:
    if not hidden.demis:
        return
    one = rng.choice(hidden.demis)
    other = rng.choice(hidden.demis)
    if rng.random() < 0.5:
        put(log, one, "?")
    elif isinstance(at(log, one), str) and isinstance(at(log, other), str):
        kinds = at(log, one), at(log, other)
        put(log, one, kinds[1])
        put(log, other, kinds[0])
    if rng.random() < 0.3 and isinstance(at(log, one), str):
        put(log, one, rng.choice(("pentha", "agamar", "klar", "aponi", "saghari", "namari", "naka", "belan", "isabel")))


def _added(log: Log, hidden: Hidden, rng: random.Random) -> None:
    for spot in hidden.free:
        put(log, spot, rng.choice((*KINDS, "?")))


def _unseen_hands(log: Log, hidden: Hidden, rng: random.Random) -> None:
    """Cards that are still held at the end are others."""
    for card in _others(hidden):
        if card.went is None and rng.random() < 0.5:
            put(log, card.came, rng.choice(KINDS))


def _own_fields(log: Log, rng: random.Random) -> None:
    for record in log[1:]:
        if "x_own" in record:
            record["x_own"] = rng.choice(("f1", ["s1", "naka"], {"bob": 3}, 7))


def _judges(log: Log, view: str, rng: random.Random) -> None:
    """What judges set of what is hidden."""
    face_up = any(record.get("card") == "sleight-of-hand" for record in log)
    for record in log:
        part = record.get("set") if record.get("type") == "ruling" else None
        if not isinstance(part, dict):
            continue
        hands = part.get("hands")
        for player, hand in hands.items() if isinstance(hands, dict) else ():
            if player != view and isinstance(hand, dict) and rng.random() < 0.5:
                hands[player] = _others_alike(hand, rng)
        known = part.get("known_demis")
        for player in known if isinstance(known, dict) else ():
            if player != view and rng.random() < 0.5:
                known[player] = "?"
        for holder, key in ((part.get("deck"), "discards"), (part, "age_pile"), *((q, "pile") for q in _quests(part))):
            cards = holder.get(key) if isinstance(holder, dict) else None
            if isinstance(cards, dict) and rng.random() < 0.5 and not (face_up and key == "age_pile"):
                holder[key] = _others_alike(cards, rng)


def _quests(part: Record) -> list[Any]:
    quests = part.get("quests")
    return list(quests.values()) if isinstance(quests, dict) else []


def _others_alike(cards: Record, rng: random.Random) -> Record:
    """As many cards of other kinds."""
    if not all(type(count) is int for count in cards.values()):
        return cards
    out: dict[str, int] = {}
    for _ in range(sum(cards.values())):
        kind = rng.choice((*KINDS, "?"))
        out[kind] = out.get(kind, 0) + 1
    return out


def _shuffled(record: Record, rng: random.Random) -> None:
    for part in (record, *(record.get("regions") or {}).values()):
        if isinstance(part, dict) and isinstance(part.get("cards"), list):
            rng.shuffle(part["cards"])

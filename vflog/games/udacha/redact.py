"""What is secret in a record, and whose: cards in Hand, Deck and Vault replaced by `"?"` for a view of the game.

A Hand and a Vault are seen by their own side, the order of a Deck by nobody. What is played, used, revealed,
shown by a Seek, or comes from or into an open zone, both players see. A log redacted is a log of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from vflog.games.udacha.catalogue import HIDDEN, PLACES, owner, well_formed
from vflog.games.udacha.state import SECRET

#: Whether a secret of this side may be seen; `None` owns what no player has seen.
Sees = Callable[[str | None], bool]
Plain = dict[str, Any]

#: What a line shows to both players by naming its card.
_ANNOUNCED = frozenset(("play", "support", "use", "secret"))
#: Parts of the state document that a claim may name and only a full log can hold against it.
_UNCHECKED = ("state", "frames")
#: Fields that hold a shuffled order.
_SHUFFLED = ("bottom", "order")


def redact(records: Iterable[Mapping[str, Any]], sees: Sees) -> Iterator[Plain]:
    """The records of a game with `"?"` for every card that `sees` does not let be seen."""
    return map(Redactor(sees).record, records)


class Redactor:
    """Redacts the records of one game in order; follows where cards lie, and what both players know of them."""

    def __init__(self, sees: Sees) -> None:
        self._sees = sees
        #: The records that stand, with their numbers: what a takeback or an amend goes back over.
        self._live: list[tuple[int, Plain]] = []
        self._next = 0
        self._forget()

    def _forget(self) -> None:
        self._live.clear()
        self._where: dict[str, str] = {}
        #: Cards in hidden zones that both players know to be there.
        self._known: set[str] = set()
        #: Cards that the record under way shows to whoever reads.
        self._told: set[str] = set()

    def record(self, record: Mapping[str, Any]) -> Plain:
        """The record as it may be seen; the argument is left as it is."""
        out: Plain = _own_fields_gone(record)
        n = out.get("n", self._next)
        self._next = n + 1
        if out["type"] == "takeback":
            self._replay([(k, live) for k, live in self._live if k <= out["to"]])
        elif out["type"] == "amend" and isinstance(out.get("record"), dict):
            return self._amended(out)
        return self._read(n, out)

    def _amended(self, out: Plain) -> Plain:
        """An amend: its record as it may be seen where it is to stand."""
        before = [(k, live) for k, live in self._live if k < out["to"]]
        after = [(k, live) for k, live in self._live if k > out["to"]]
        self._replay(before)
        shown = self._read(out["to"], out["record"])
        for k, live in after:
            self._read(k, live)
        return {**self._scrubbed({key: value for key, value in out.items() if key != "record"}), "record": shown}

    def _replay(self, live: list[tuple[int, Plain]]) -> None:
        self._forget()
        for n, record in live:
            self._read(n, record)

    def _read(self, n: int, record: Plain) -> Plain:
        """Follow a record, and give it as it may be seen."""
        self._live.append((n, record))
        self._told = set()
        kind = record["type"]
        if kind == "setup":
            return self._setup(record)
        if kind == "given":
            return self._with_zones(record)
        if kind == "ruling":
            changes = self._with_zones(record["set"])
            return {**self._scrubbed(record), "set": changes}
        if kind == "claim":
            return self._claim(record)
        self._follow(record)
        return self._scrubbed(record)

    # -- following -----------------------------------------------------------------------------------

    def _follow(self, record: Plain) -> None:
        """What the record shows to both players, and where its cards go."""
        what, card = record.get("what"), record.get("card")
        if what in _ANNOUNCED and isinstance(card, str):
            self._known.add(card)
        if what == "seek":
            self._told.update(record.get("shown", ()))
            self._known.difference_update(record.get("shown", ()))
            if isinstance(record.get("taken"), str):
                self._told.add(record["taken"])
                self._known.add(record["taken"])
                self._where[record["taken"]] = f"{record.get('p')}.hand"
        for item in record.get("mv", ()):
            if isinstance(item, list) and len(item) > 2 and all(isinstance(part, str) for part in item[:3]):
                self._follow_move(*item[:3])

    def _follow_move(self, card: str, source: str, target: str) -> None:
        places = (self._where.get(card, source), source)
        if _is_open(target) or all(map(_is_open, places)):
            self._told.add(card)
            self._known.add(card)
        else:
            self._known.discard(card)
            watching = {place[0] for place in (*places, target) if _kind(place) in ("hand", "vault")}
            if any(map(self._sees, sorted(watching))):
                self._told.add(card)
        self._where[card] = target

    # -- what is shown -------------------------------------------------------------------------------

    def _shows(self, card: str) -> bool:
        """Whether the card may be named now."""
        if card == HIDDEN or card in self._told or card in self._known:
            return True
        place = self._where.get(card)
        if place is None:
            return self._sees(owner(card))
        return _is_open(place) or self._sees(_eye(place))

    def _scrubbed(self, record: Plain) -> Plain:
        """The object without the cards that may not be named, wherever they stand in it."""
        return {
            key: self._veiled(None, value) if key in _SHUFFLED else self._scrub(value) for key, value in record.items()
        }

    def _scrub(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self._scrubbed(value)
        if isinstance(value, list):
            return [self._scrub(item) for item in value]
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        """A text in which no card is named that may not be."""
        if well_formed(text):
            return text if self._shows(text) else HIDDEN
        if "A." not in text and "B." not in text:
            return text
        named = [card for card in self._where if card in text and not self._shows(card)]
        longest = "|".join(re.escape(card) for card in sorted(named, key=lambda card: (-len(card), card)))
        return re.sub(rf"(?:{longest})(?!\d)", HIDDEN, text) if longest else text

    def _veiled(self, side: str | None, cards: Any) -> Any:
        """Cards that this side sees; a Deck that has been shuffled, nobody."""
        if isinstance(cards, dict):
            return {place: self._veiled(side, inside) for place, inside in cards.items()}
        if not isinstance(cards, list):
            return cards
        return [card if card == HIDDEN or self._sees(side) else HIDDEN for card in cards]

    def _setup(self, record: Plain) -> Plain:
        side = record.get("p")
        hand = record.get("hand", [])
        zones = {"deck": record.get("deck", []), "hand": hand, "vault": record.get("vault", [])}
        zones["scenery"], zones["heroes"] = [record["base"]] if "base" in record else [], record.get("starters", [])
        for zone, cards in zones.items():
            self._where.update((card, f"{side}.{zone}") for card in cards if card != HIDDEN)
        out = self._scrubbed({k: v for k, v in record.items() if k not in ("deck", "decklist", "hand", "vault")})
        for field, eye in (("decklist", side), ("deck", None), ("hand", side), ("vault", side)):
            if field in record:
                out[field] = self._veiled(eye, record[field])
        return {key: out[key] for key in record}

    def _with_zones(self, record: Plain) -> Plain:
        """A position: its zones place by place."""
        zones = record.get("zones")
        if not isinstance(zones, dict):
            return self._scrubbed(record)
        for place, cards in zones.items():
            gone = [card for card, where in self._where.items() if where == place]
            for card in gone:
                del self._where[card]
            if isinstance(cards, list):
                self._where.update((card, place) for card in cards if isinstance(card, str) and card != HIDDEN)
                self._known.difference_update(card for card in cards if isinstance(card, str))
        shown = {p: cards if _is_open(p) else self._veiled(_eye(p), cards) for p, cards in zones.items()}
        return {**self._scrubbed({key: value for key, value in record.items() if key != "zones"}), "zones": shown}

    def _claim(self, record: Plain) -> Plain:
        """A claim keeps what is public of it; the rest only a full log could be held against."""
        if self._sees(None):
            return record
        out = {key: value for key, value in record.items() if key not in _UNCHECKED}
        if isinstance(out.get("zones"), dict):
            out["zones"] = {place: cards for place, cards in out["zones"].items() if _is_open(place)}
        return out


def _kind(place: str) -> str:
    return place.partition(".")[2]


def _is_open(place: str) -> bool:
    """Whether both players see the cards at this place."""
    return place in PLACES and _kind(place) not in SECRET


def _eye(place: str) -> str | None:
    """The side that sees the cards at a hidden place."""
    return place[0] if place in PLACES and _kind(place) != "deck" else None


def _own_fields_gone(value: Any) -> Any:
    """Without the front end's own fields, for nobody knows what they tell."""
    if isinstance(value, Mapping):
        return {key: _own_fields_gone(item) for key, item in value.items() if not str(key).startswith("x_")}
    if isinstance(value, list):
        return [_own_fields_gone(item) for item in value]
    return value

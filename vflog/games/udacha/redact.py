"""What is secret in a record of Udacha, and whose: all fields are listed, and how each of them is shown.

A Hand and a Vault are seen by their own side, the order of a Deck by nobody. What is played, used, revealed, shown by
a Seek, or comes from or into an open zone, both players see. Any other card is named only while it lies where the
viewer sees it, while the frame that has announced it is open, or while its Bounty is due.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from vflog.engine.redaction import HIDDEN, NOTHING, Each, Plain, Redactor, Sees, is_open
from vflog.engine.ruleset import Play
from vflog.games.udacha.catalogue import PLACES, well_formed
from vflog.games.udacha.play import UdachaPlay
from vflog.games.udacha.state import SECRET

#: What a line shows to both players by naming its card.
_ANNOUNCED = frozenset(("play", "support", "use", "secret"))


def _own(of: Redactor, value: Any) -> Any:
    """Cards that only the player who acts sees."""
    return _veiled(of, of.owner, value)


def _own_sorted(of: Redactor, value: Any) -> Any:
    """The same, where their order may be that of the Deck."""
    cards = _own(of, value)
    return sorted(cards) if isinstance(cards, list) else cards


def _shuffled(of: Redactor, value: Any) -> Any:
    """Cards in an order that nobody has seen."""
    return _veiled(of, None, value)


def _zones(of: Redactor, value: Any) -> Any:
    """Whole zones of a position."""
    if not isinstance(value, Mapping):
        return NOTHING
    out: Plain = {}
    for place, cards in value.items():
        if place not in PLACES:
            of.whole = False
            out[HIDDEN] = []
            continue
        out[place] = is_open(of, cards) if _open(place) else _veiled(of, _eye(place), cards)
    return NOTHING if NOTHING in out.values() else out


def _moves(of: Redactor, value: Any) -> Any:
    """Cards that move: each is named where the viewer sees it go or come."""
    assert isinstance(of, UdachaRedactor)
    if not isinstance(value, list):
        return NOTHING
    items = [_move(of, item) for item in value]
    of.whole = of.whole and [] not in items
    return items


def _move(of: UdachaRedactor, item: Any) -> list[Any]:
    if not _is_move(item):
        return []
    card, *rest = item
    return [card if card == HIDDEN or of.sees_move(card, rest[0], rest[1]) else HIDDEN, *rest]


def _is_move(item: Any) -> bool:
    return (
        isinstance(item, list)
        and 3 <= len(item) <= 4
        and all(isinstance(part, str) for part in item[:3])
        and {item[1], item[2]} <= PLACES
        and (len(item) == 3 or not isinstance(item[3], list | dict))
    )


def _want(of: Redactor, value: Any) -> Any:
    """What a Seek looks for: a text, or what the card must be."""
    return of.shown(Each(is_open), value) if isinstance(value, Mapping) else is_open(of, value)


def _veiled(of: Redactor, owner: str | None, cards: Any) -> Any:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        return NOTHING
    return [card if card == HIDDEN or of.sees(owner) else HIDDEN for card in cards]


def _open(place: str) -> bool:
    """Whether both players see the cards at this place."""
    return place in PLACES and place[2:] not in SECRET


def _eye(place: str) -> str | None:
    """The side that sees the cards at a hidden place."""
    return place[0] if place[2:] != "deck" else None


_LINE = {"override": is_open}
_OPENING = {
    **_LINE,
    **dict.fromkeys(
        ("p", "what", "card", "cards", "eff", "src", "why", "in", "win", "trig", "amount", "for", "cause", "x", "shown",
         "taken"), is_open
    ),
    "want": _want, "bottom": _shuffled, "order": Each(_shuffled),
}  # fmt: skip


class UdachaRedactor(Redactor):
    """Shows the records of Udacha."""

    actor = "p"
    fields = {
        "setup": {
            **_LINE,
            "p": is_open,
            "decklist": _own_sorted,
            "base": is_open,
            "starters": is_open,
            "deck": _shuffled,
            "hand": _own,
            "vault": _own,
        },
        "given": {
            **_LINE,
            "on": is_open,
            "t": is_open,
            "zones": _zones,
            "quests": Each(is_open),
            "to_win": is_open,
            "revealed": Each(is_open),
        },
        "turn": {**_LINE, "p": is_open, "t": is_open},
        "endturn": {**_LINE, "p": is_open, "t": is_open},
        "do": _OPENING,
        "act": {**_OPENING, "mv": _moves},
        "res": {**_LINE, "f": is_open, "ok": is_open, "mv": _moves},
        "done": {**_LINE, "f": is_open, "mv": _moves},
        "pass": {**_LINE, "p": is_open, "win": is_open, "trig": is_open},
        "quest": {**_LINE, "p": is_open, "delta": is_open},
        "end": {"winner": is_open, "reason": is_open, "result": {"by": is_open, "winners": is_open}},
    }
    state = {"zones": _zones, "quests": Each(is_open), "on": is_open}

    def __init__(self, sees: Sees, play: Play | None, live: bool) -> None:
        super().__init__(sees, play, live)
        self._play = play if isinstance(play, UdachaPlay) else None
        #: The cards that lie where all see them; those that may be named, whatever they do.
        self._in_the_open: set[str] = set()
        self._known: set[str] = set()
        if self._play is not None and live:
            self._look(self._play)
        #: The cards that the record under way shows by what it is.
        self._told: set[str] = set()

    def _look(self, play: UdachaPlay) -> None:
        for place, cards in play.state.zones.items():
            if _open(place):
                self._in_the_open.update(cards)
            elif self.sees(_eye(place)):
                self._known.update(cards)
        self._known |= self._in_the_open
        self._known.update(frame.card for frame in play.state.frames)
        # Heroes whose Bounty is due have left where all could see them, wherever they are by now.
        self._known.update(left.card for left in play.state.departures)

    def record(self, plain: Mapping[str, Any]) -> Plain | None:
        """A record of play, or the end, as far as it is seen."""
        self._told = set(self._tells(plain))
        return super().record(plain)

    def changes(self, changes: Mapping[str, Any]) -> Plain:
        """What a judge sets."""
        zones = changes.get("zones")
        for place, cards in zones.items() if isinstance(zones, Mapping) else ():
            named = {card for card in cards if isinstance(card, str)} if isinstance(cards, list) else set()
            if _open(place) or (place in PLACES and self.sees(_eye(place))):
                self._told |= named
            else:
                self._known -= named
        return super().changes(changes)

    def _tells(self, plain: Mapping[str, Any]) -> Iterator[str]:
        """The cards that a record shows to the viewer by what it is."""
        what, kind = plain.get("what"), plain["type"]
        if kind == "setup":
            yield from (plain["base"],) if "base" in plain else ()
            yield from plain.get("starters", ())
        if kind == "given":
            for place, cards in plain.get("zones", {}).items():
                yield from cards if _open(place) else ()
        if what in _ANNOUNCED and "card" in plain:
            yield plain["card"]
        if what == "seek":
            yield from plain.get("shown", ())
            yield from (plain["taken"],) if plain.get("taken") else ()
        for item in plain.get("mv", ()):
            if _is_move(item) and self.sees_move(item[0], item[1], item[2]):
                yield item[0]

    def sees_move(self, card: str, source: str, target: str) -> bool:
        """Whether the viewer sees which card it is that moves so."""
        if _open(target) or (_open(source) and (card in self._in_the_open or card in self._told)):
            return True
        return any(self.sees(_eye(place)) for place in (source, target) if not _open(place))

    def text(self, text: str) -> str:
        """A text in which no card is named that may not be."""
        if self.sees(None) or text == HIDDEN:
            return text
        if well_formed(text):
            return text if self._may_be_named(text) else HIDDEN
        if self._play is None or ("A." not in text and "B." not in text):
            return text
        names = sorted(self._play.state.fixed.catalogue.cards, key=lambda name: (-len(name), name))
        cards = rf"[AB]\.(?:{'|'.join(map(re.escape, names))})\.\d+" if names else r"(?!)"
        return re.sub(cards, lambda found: found[0] if self._may_be_named(found[0]) else HIDDEN, text)

    def _may_be_named(self, card: str) -> bool:
        return card in self._told or card in self._known

    def claimable(self, document: Plain) -> Plain:
        """Zones that the viewer sees, also those with nothing in them; no open frames, which may have hidden cards."""
        if self.sees(None):
            return document
        zones: Plain = {place: [] for place in sorted(PLACES) if _open(place) or self.sees(_eye(place))}
        return {**{key: value for key, value in document.items() if key != "frames"}, "zones": zones}

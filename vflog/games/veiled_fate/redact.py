"""What is secret in a record, and whose: cards and Demis replaced by `?` for a view of the game.

A log redacted is a log of its own: hiding never adds a problem, so it is judged like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vflog.games.veiled_fate.age_cards import CARDS

HIDDEN = "?"
#: Whether a secret of this owner may be seen; `None` owns what no player has seen.
Sees = Callable[[str | None], bool]

_DEED = ("card", "pay", "saw", "discard", "space.drew")
#: Record type -> where Fate cards of the record's player stand in it.
_CARDS: dict[str, tuple[str, ...]] = {
    "move": ("card", "drew", "discard", "swap.discard", "swap.drew", "space.drew"),
    "power": _DEED,
    "favor": _DEED,
    "vote": ("card",),
    "deal": ("cards", "discard"),
    "age_vote": ("cards",),
    "celestial": ("drew", "cards"),
}
#: Where cards stand that no player has seen.
_UNSEEN = {"power": ("added",), "favor": ("added",)}
#: Keys of the state document that hold secrets, as a ruling or a claim may name them.
_SECRET_KEYS = ("hands", "quests", "deck", "age_pile", "known_demis")


class Redactor:
    """Redacts the records of one game in order; remembers the Age card, for some votes are face up."""

    def __init__(self, sees: Sees) -> None:
        self._sees = sees
        self._age_card: str | None = None

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The record with `?` for every secret that may not be seen; the argument is left as it is."""
        out: dict[str, Any] = _own_fields_gone(record)
        kind = out.get("type")
        if kind == "age":
            self._age_card = out.get("card")
        elif kind == "setup":
            self._setup(out)
        elif kind == "claim":
            out = self._claim(out)
        elif kind == "ruling" and isinstance(out.get("set"), dict):
            out["set"] = self._set(out["set"])
        elif kind == "amend" and isinstance(out.get("record"), dict):
            out["record"] = self.record(out["record"])
        else:
            self._play(out, str(kind))
        return out

    def _play(self, out: dict[str, Any], kind: str) -> None:
        card = CARDS.get(self._age_card or "")
        if kind == "age_vote" and card is not None and card.face_up:
            return
        owner = out.get("player")
        for path in _CARDS.get(kind, ()):
            _at(out, path.split("."), lambda value: self._hide(owner, value))
        for path in _UNSEEN.get(kind, ()):
            _at(out, path.split("."), lambda value: self._hide(None, value))
        if kind == "age_vote" and isinstance(out.get("regions"), dict):
            out["regions"] = {region: self._hide(owner, cards) for region, cards in out["regions"].items()}

    def _setup(self, out: dict[str, Any]) -> None:
        for key in ("demis", "hands"):
            if isinstance(out.get(key), dict):
                out[key] = {player: self._hide(player, value) for player, value in out[key].items()}

    def _hide(self, owner: str | None, value: Any) -> Any:
        if isinstance(value, list):
            return [self._hide(owner, item) for item in value]
        return value if value is None or self._sees(owner) else HIDDEN

    def _claim(self, out: dict[str, Any]) -> dict[str, Any]:
        """A claim keeps what is public of it; nobody could check the rest."""
        if self._sees(None):
            return out
        return {key: value for key, value in out.items() if key != "state" and key not in _SECRET_KEYS}

    def _set(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        out = dict(changes)
        if self._sees(None):
            return out
        if isinstance(out.get("hands"), dict):
            out["hands"] = {p: cards if self._sees(p) else _counted(cards) for p, cards in out["hands"].items()}
        if isinstance(out.get("known_demis"), dict):
            out["known_demis"] = {p: d if self._sees(p) else HIDDEN for p, d in out["known_demis"].items()}
        if isinstance(out.get("quests"), dict):
            out["quests"] = {q: _inside(change, "pile") for q, change in out["quests"].items()}
        if "deck" in out:
            out["deck"] = _inside(out["deck"], "discards")
        if isinstance(out.get("age_pile"), dict):
            out["age_pile"] = _counted(out["age_pile"])
        return out


def _own_fields_gone(value: Any) -> Any:
    """Without the front end's own fields, for nobody knows what they tell."""
    if isinstance(value, Mapping):
        return {k: _own_fields_gone(v) for k, v in value.items() if not str(k).startswith("x_")}
    if isinstance(value, list):
        return [_own_fields_gone(item) for item in value]
    return value


def _at(value: dict[str, Any], path: list[str], change: Callable[[Any], Any]) -> None:
    for key in path[:-1]:
        inner = value.get(key)
        if not isinstance(inner, dict):
            return
        value[key] = inner = dict(inner)
        value = inner
    if path[-1] in value:
        value[path[-1]] = change(value[path[-1]])


def _counted(cards: Any) -> Any:
    """Counts by kind as one count of unknown cards; region by region where they are given so."""
    if not isinstance(cards, dict):
        return cards
    if any(isinstance(count, dict) for count in cards.values()):
        return {region: _counted(inner) for region, inner in cards.items()}
    total = sum(count for count in cards.values() if isinstance(count, int))
    return {HIDDEN: total} if total else {}


def _inside(change: Any, key: str) -> Any:
    if isinstance(change, dict) and key in change:
        return {**change, key: _counted(change[key])}
    return change

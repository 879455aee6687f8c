"""What is secret in a record of Veiled Fate, and whose: all fields are listed, and how each of them is shown.

Fate cards are seen by the player who acts, cards that nobody has looked at by nobody; revealed cards by all, but not in
the order in which they were turned up, which tells who gave which.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vflog.engine.redaction import HIDDEN, NOTHING, Each, Plain, Redactor, is_open
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.pack import KINDS
from vflog.games.veiled_fate.state import SPACES


def _own(of: Redactor, value: Any) -> Any:
    """Fate cards of the player who acts."""
    return _hide(of, of.owner, value)


def _unseen(of: Redactor, value: Any) -> Any:
    """A card that no player has looked at."""
    return _hide(of, None, value)


def _votes(of: Redactor, value: Any) -> Any:
    """Votes on an Age card: the voter's own, but for the card on which all vote face up."""
    return value if of.live and _face_up(of, voting=True) else _hide(of, of.owner, value)


def _sorted(of: Redactor, value: Any) -> Any:
    """Revealed cards."""
    return sorted(value) if isinstance(value, list) and all(isinstance(card, str) for card in value) else NOTHING


def _hands(of: Redactor, value: Any) -> Any:
    """The cards of each player."""
    if not isinstance(value, Mapping):
        return NOTHING
    return {player: _hide(of, player, cards) for player, cards in value.items()}


def _demis(of: Redactor, value: Any) -> Any:
    """The Demi of each player, or the Arbiter's two."""
    if not isinstance(value, Mapping):
        return NOTHING
    shown = {player: _hide(of, player, demi) for player, demi in value.items()}
    return {player: HIDDEN if HIDDEN in demi else demi for player, demi in shown.items()}


def _counts_of_hands(of: Redactor, value: Any) -> Any:
    """How many cards of each kind each player holds."""
    if not isinstance(value, Mapping):
        return NOTHING
    hands = {player: hand if of.sees(player) else _counted(hand) for player, hand in value.items()}
    return NOTHING if NOTHING in hands.values() else hands


def _counts(of: Redactor, value: Any) -> Any:
    """How many cards of each kind lie in a pile that nobody has seen."""
    return value if of.sees(None) else _counted(value)


def _age_pile(of: Redactor, value: Any) -> Any:
    """The votes on an Age card; region by region in the census."""
    if of.sees(None) or (of.live and _face_up(of)):
        return value
    if isinstance(value, Mapping) and any(isinstance(cards, Mapping) for cards in value.values()):
        piles = {region: _counted(cards) for region, cards in value.items()}
        return NOTHING if NOTHING in piles.values() else piles
    return _counted(value)


def _hide(of: Redactor, owner: str | None, value: Any) -> Any:
    if isinstance(value, list):
        return [_hide(of, owner, item) for item in value]
    return value if value is None or of.sees(owner) else HIDDEN


def _counted(cards: Any) -> Any:
    """Counts by kind as one count of unknown cards."""
    if not isinstance(cards, Mapping) or not all(type(count) is int for count in cards.values()):
        return NOTHING
    total = sum(cards.values())
    return {HIDDEN: total} if total else {}


def _face_up(of: Redactor, *, voting: bool = False) -> bool:
    """Whether the votes on the Age card that lies there are face up; `voting`: and now is the time to vote."""
    if of.play is None:
        return False
    position = of.play.position
    card = CARDS.get(position.age_card or "")
    return card is not None and card.face_up and (not voting or position.phase == "age_vote")


_SPACE = {"drew": _own, "target": is_open, "coin": is_open}
_DEED = {
    "player": is_open, "demi": is_open, "demis": is_open, "to": is_open, "quest": is_open, "slot": is_open,
    "card": _own, "added": _unseen, "saw": _own, "servant": is_open, "space": _SPACE, "discard": _own,
}  # fmt: skip
_CENSUS = Each({"cards": _sorted, "drawn": is_open})
_FIGURES = ("player", "demi", "to", "quest", "region", "spell", "act")


class VeiledFateRedactor(Redactor):
    """Shows the records of Veiled Fate."""

    fields = {
        "setup": {
            "first": is_open,
            "quests": Each({"quest": is_open, "region": is_open}),
            "city": is_open,
            "demis": _demis,
            "hands": _hands,
            "order": is_open,
            "display": is_open,
            "servants": Each(is_open),
        },
        "age": {"age": is_open, "player": is_open, "card": is_open},
        "move": {
            "player": is_open,
            "demi": is_open,
            "to": is_open,
            "quest": is_open,
            "slot": is_open,
            "card": _own,
            "from": is_open,
            "favor": is_open,
            "refill": is_open,
            "drew": _own,
            "swap": {"discard": _own, "drew": _own},
            "space": _SPACE,
            "discard": _own,
        },
        "power": {**_DEED, "power": is_open, "pay": _own},
        "favor": {**_DEED, "favor": is_open},
        "end_turn": {"player": is_open, "again": is_open},
        "rest": {"player": is_open},
        "voters": {"player": is_open, "quest": is_open, "players": is_open},
        "vote": {"player": is_open, "quest": is_open, "card": _own, "from": is_open},
        "reveal": {
            "quest": is_open,
            "cards": _sorted,
            "drawn": is_open,
            "mother": _sorted,
            "vote_coin": is_open,
            "coins": Each(is_open),
        },
        "age_pick": {"player": is_open, "demis": is_open, "locations": is_open},
        "age_quest": {"player": is_open, "quest": is_open},
        "age_place": {"player": is_open, "demi": is_open, "slot": is_open},
        "age_vote": {"player": is_open, "cards": _votes, "regions": Each(_votes)},
        "age_reveal": {
            "cards": _sorted,
            "drawn": is_open,
            "coins": Each(is_open),
            "target": is_open,
            "revealed": is_open,
            "regions": _CENSUS,
        },
        "deal": {"player": is_open, "cards": _own, "discard": _own},
        "place": {"player": is_open, "quest": is_open, "region": is_open},
        "city": {"player": is_open, "card": is_open},
        "celestial": {**dict.fromkeys(_FIGURES, is_open), "drew": _own, "cards": _own},
        "score": {"changes": Each(is_open)},
        "smite": {"demis": is_open},
        "corruption": {"player": is_open, "amount": is_open},
        "end": {
            "reason": is_open,
            "result": {"by": is_open, "winners": is_open},
            "demis": Each(is_open),
            "unused": is_open,
            "guess": Each(is_open),
            "winners": is_open,
        },
    }
    state = {
        "demis": Each({"at": is_open, "quest": is_open, "slot": is_open}),
        "track": Each(is_open),
        "hands": _counts_of_hands,
        "quests": Each({"pile": _counts}),
        "deck": {"discards": _counts},
        "age_pile": _age_pile,
        "rested": is_open,
        "first": is_open,
        "turn": dict.fromkeys(("player", "actions", "fate", "favor_gained", "favor_played", "voted", "again"), is_open),
        "hadria": dict.fromkeys(("at", "renown", "display", "deck"), is_open),
        "favors": Each(dict.fromkeys(("hand", "played", "corruption"), is_open)),
        "servants": Each(is_open),
        "city": {"card": is_open, "space": is_open},
        "celestial": {"used": is_open},
        "known_demis": _demis,
    }

    def claimable(self, document: Plain) -> Plain:
        """Nothing of hands of others, piles, discards, Age votes, and Demis of others; all spaces of the track, and all
        kinds of cards."""
        if self.sees(None):
            return document
        out = {**document, "track": {str(space): [] for space in range(SPACES)}}
        if out["hands"] is not None:
            out["hands"] = {player: dict.fromkeys((*KINDS, HIDDEN)) for player in out["hands"] if self.sees(player)}
        out["known_demis"] = {player: demi for player, demi in out["known_demis"].items() if self.sees(player)}
        if out["quests"] is not None:
            out["quests"] = {quest: _without(card, "pile") for quest, card in out["quests"].items()}
        if out["deck"] is not None:
            out["deck"] = _without(out["deck"], "discards")
        if out["age_pile"] is not None and not _face_up(self):
            del out["age_pile"]
        return out


def _without(part: Plain, key: str) -> Plain:
    return {name: value for name, value in part.items() if name != key}

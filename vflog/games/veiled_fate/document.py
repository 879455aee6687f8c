"""The state document of a game and its public form."""

from __future__ import annotations

from typing import Any

from vflog.engine.naming import Naming
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.state import Game, Pile


def document(g: Game) -> dict[str, Any]:
    """The state document: what the log knows of the position, as plain JSON values."""
    return {key: part(g) for key, part in PARTS.items()} if g.terms.detail == "full" else _score_document(g)


def public(document: dict[str, Any]) -> dict[str, Any]:
    """The public form: cards as totals, no Demis known; the document is left as it is."""
    out = {key: value for key, value in document.items() if key != "known_demis"}
    if out["hands"] is not None:
        out["hands"] = {player: sum(hand.values()) for player, hand in out["hands"].items()}
    if out["quests"] is not None:
        out["quests"] = {q: {**card, "pile": sum(card["pile"].values())} for q, card in out["quests"].items()}
    if out["deck"] is not None:
        out["deck"] = {**out["deck"], "discards": sum(out["deck"]["discards"].values())}
    card = CARDS.get(out["age_card"])
    face_up = card is not None and card.face_up
    if out["age_pile"] is not None and not (face_up and out["age_pile"]):
        out["age_pile"] = _totals(out["age_pile"])
    return out


def _totals(age_pile: dict[str, Any]) -> Any:
    if any(isinstance(value, dict) for value in age_pile.values()):
        return {region: sum(cards.values()) for region, cards in age_pile.items()}
    return sum(age_pile.values())


def _counts(pile: Pile) -> dict[str, int]:
    return {kind: count for kind, count in pile.items() if count}


def _seated(g: Game, players: set[str]) -> list[str]:
    return [p for p in g.terms.players if p in players]


def _demis(g: Game) -> dict[str, Any]:
    return {d: {"at": g.at[d] or None, "quest": g.on[d], "slot": g.slot[d], "renown": g.renown.get(d)} for d in g.at}


def _track(g: Game) -> dict[str, list[str]]:
    return {str(i): space[:] for i, space in enumerate(g.track) if space}


def _slots(slots: list[str | None]) -> list[str | None]:
    """Who stands on each; one that is ignored (VF-C4) has nobody."""
    return [demi or None for demi in slots]


def _quests(g: Game) -> dict[str, Any]:
    return {
        q: {"region": card.region, "slots": _slots(card.slots), "pile": _counts(card.pile)}
        for q, card in g.quests.items()
    }


def _deck(g: Game) -> dict[str, Any] | None:
    return None if g.deck is None else {"size": g.deck, "discards": _counts(g.discards)}


def _age_pile(g: Game) -> dict[str, Any]:
    if g.census is not None:
        return {region: _counts(cards) for region, cards in g.census.items()}
    return _counts(g.age_pile)


def _pick(g: Game) -> Any:
    if g.age_quest is not None:
        return {"quest": g.age_quest[0], "slots": _slots(g.age_quest[1])}
    return None if g.pick is None else g.pick[:]


def _hadria(g: Game) -> dict[str, Any] | None:
    h = g.hadria
    return None if h is None else {"at": h.at, "renown": h.renown, "display": h.display[:], "deck": h.deck}


def _favors(g: Game) -> dict[str, Any]:
    return {p: {"hand": f.hand[:], "played": f.played[:], "corruption": f.corruption} for p, f in g.favors.items()}


def _celestial(g: Game) -> dict[str, Any] | None:
    role = g.terms.role
    if role is None:
        return None
    own = {k: v.copy() if hasattr(v, "copy") else v for k, v in g.role_extra.items()}
    return {
        "player": g.terms.celestial,
        "role": role.name,
        "used": g.role_used,
        "won": g.won,
        "disqualified": g.disqualified,
        **(own if role.tell is None else role.tell(own)),
    }


#: Every key of the document and how its value is made; a claim asks for single keys.
PARTS: dict[str, Any] = {
    "age": lambda g: g.age,
    "phase": lambda g: g.phase,
    "waiting": lambda g: g.waiting[:],
    "turn": lambda g: g.turn and g.turn.document(),
    "first": lambda g: g.first,
    "rested": lambda g: _seated(g, g.rested),
    "demis": _demis,
    "track": _track,
    "hands": lambda g: {p: _counts(hand) for p, hand in g.hands.items()},
    "deck": _deck,
    "quests": _quests,
    "city": lambda g: None if g.city is None else {"card": g.city, "space": g.city_space},
    "age_card": lambda g: g.age_card,
    "age_pile": _age_pile,
    "age_pick": _pick,
    "pending": lambda g: g.pending and {"quest": g.pending[0], "player": g.pending[1]},
    "used_quests": lambda g: sorted(g.used_quests),
    "used_city": lambda g: sorted(g.used_city),
    "hadria": _hadria,
    "favors": _favors,
    "servants": lambda g: dict(g.servants),
    "celestial": _celestial,
    "known_demis": lambda g: {p: d[:] if isinstance(d, list) else d for p, d in g.known.items()},
    "shown": lambda g: g.shown[:],
    "annihilated": lambda g: g.annihilated[:],
    "winners": lambda g: None if g.winners is None else g.winners[:],
    "revision": lambda g: g.terms.revision,
}
#: Where players are named. The keys of `demis` are players in records, and Demis in the document.
NAMING = Naming(
    ids=Naming().ids | {"first"},
    keys=frozenset({"demis", "hands", "guess"}),
    state_ids=frozenset({"player", "winners", "first", "waiting", "rested"}),
    state_keys=frozenset({"hands", "favors", "known_demis"}),
    state_fields=frozenset(PARTS),
)

_SCORE_NULL = ("hands", "deck", "quests", "city", "age_pile", "servants", "turn", "first", "age_pick", "pending")
_SCORE_EMPTY = ("waiting", "rested", "shown", "used_quests", "used_city")


def _score_document(g: Game) -> dict[str, Any]:
    """The document of a scorekeeper's log: places, cards and Quests are null."""
    out = {key: part(g) for key, part in PARTS.items()}
    out.update(dict.fromkeys(_SCORE_NULL))
    out.update({key: [] for key in _SCORE_EMPTY})
    out["demis"] = {d: {**v, "at": None, "quest": None, "slot": None} for d, v in out["demis"].items()}
    if out["hadria"]:
        out["hadria"] = {**out["hadria"], "at": None, "display": None, "deck": None}
    out["favors"] = {p: {**f, "hand": None, "played": None} for p, f in out["favors"].items()}
    return out

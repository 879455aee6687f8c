"""The state document, its public form, and their digests (section 11)."""

from __future__ import annotations

import hashlib
import json
import marshal
from typing import Any

from .cards import count
from .config import REVISION, Config

State = dict[str, Any]


def clone(value: Any) -> Any:
    """An independent copy of plain JSON values."""
    return marshal.loads(marshal.dumps(value))


def canonical(value: Any) -> str:
    """RFC 8785 for values whose only numbers are integers."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    # Beyond ASCII the order of keys is another: that of their UTF-16.
    return text if text.isascii() else _in_utf16_order(value)


def _in_utf16_order(value: Any) -> str:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        members = [_in_utf16_order(key) + ":" + _in_utf16_order(value[key]) for key in keys]
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_in_utf16_order(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def digest(value: Any) -> str:
    return "sha256:" + hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def document(state: State) -> dict[str, Any]:
    """The state without the model's own notes (keys with a leading underscore)."""
    held: dict[str, Any] = clone({key: value for key, value in state.items() if not key.startswith("_")})
    return held


def public_form(config: Config, state: State) -> dict[str, Any]:
    public = document(state)
    del public["known_demis"]
    if public["hands"] is not None:
        public["hands"] = {player: count(hand) for player, hand in public["hands"].items()}
    if public["quests"] is not None:
        for quest in public["quests"].values():
            quest["pile"] = count(quest["pile"])
    if public["deck"] is not None:
        public["deck"]["discards"] = count(public["deck"]["discards"])
    public["age_pile"] = _public_age_pile(state)
    return public


def _public_age_pile(state: State) -> Any:
    pile = state["age_pile"]
    if pile is None:
        return None
    if not pile:
        return 0
    if state["age_card"] == "the-census":
        return {region: count(cards) for region, cards in pile.items()}
    if state["age_card"] == "sleight-of-hand":
        return dict(pile)
    return count(pile)


def first_document(config: Config) -> State:
    """The state right after the `game` record.

    Some keys are the model's own notes, no part of the document: who rested first in this Age, the Demi card
    that a Tormentor gave back, who is still to come in an ordered round, and Mother's cards on each Quest."""
    pack = config.pack
    full = config.detail == "full"
    place = "city" if full else None
    state: State = {
        "age": 0,
        "phase": "setup" if full else "turn",
        "waiting": [],
        "turn": None,
        "first": None,
        "rested": [],
        "demis": {demi: {"at": place, "quest": None, "slot": None, "renown": 0} for demi in pack.demis},
        "track": {"0": list(pack.demis)} if pack.demis else {},
        "hands": {player: {} for player in config.players} if full else None,
        "deck": None,
        "quests": {} if full else None,
        "city": None,
        "age_card": None,
        "age_pile": {} if full else None,
        "age_pick": None,
        "pending": None,
        "used_quests": [],
        "used_city": [],
        "hadria": None,
        "favors": {},
        "servants": {} if full else None,
        "celestial": None,
        "known_demis": {player: "?" for player in config.players if config.has_demi(player)},
        "shown": [],
        "annihilated": [],
        "winners": None,
        "revision": REVISION,
        "_first_rested": None,
        "_given_back": [],
        "_round": [],
        "_mother": {},
    }
    if full and pack.fate_total() is not None:
        state["deck"] = {"size": pack.fate_total(), "discards": {}}
    if config.hadria:
        state["hadria"] = {
            "at": "abyss" if full else None,
            "renown": 1,
            "display": [] if full else None,
            "deck": config.favors_in_play() if full else None,
        }
        state["favors"] = {
            player: {"hand": [] if full else None, "played": [] if full else None, "corruption": 0}
            for player in config.players
        }
    if config.celestial is not None:
        state["celestial"] = {
            "player": config.celestial,
            "role": config.role,
            "used": False,
            "won": None,
            "disqualified": None,
            **_of_the_role(config),
        }
    return state


def _of_the_role(config: Config) -> State:
    """What a role keeps in the document beside the rest."""
    data = config.role_data()
    if config.role == "sorcerer":
        return {"at": data["start"], "quest": None, "slot": None, "renown": data["renown"]}
    if config.role == "prophet":
        return {"dead": [], "forced": False}
    return {"votes": {}} if config.role == "mother-to-all" and data.get("cards") else {}

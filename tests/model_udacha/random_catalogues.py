"""Random catalogues and headers: all kinds of cards, flags and effects."""

from __future__ import annotations

import random
from typing import Any

from .catalogue import RULINGS

Entry = dict[str, Any]

NAMES = [
    "Ash", "Bram", "Cole", "Dara", "Echo", "Fenn", "Gale", "Hale", "St. Ives", "Jade", "Kite", "Lark", "Moth", "Nix",
    "Obol", "Pike", "Quay", "Rift", "\U0001d516ill", "\uff33ill", "Tarn", "Urn", "Vale", "Wisp", "Yard", "Zeal", "Öre",
]  # fmt: skip
TRIGGERS: list[Any] = [
    {"what": "play"}, {"what": "play"}, {"what": "support"}, {"what": "use"}, {"what": "discard"}, {"what": "destroy"},
    {"what": "draw"}, {"what": "seek"}, {"what": "invest"}, {"what": "other"}, {"what": "secret"}, {"p": "A"},
    {"what": "play", "p": "B"}, {"what": "draw", "why": "reload"}, {"win": "REA"}, None,
]  # fmt: skip


def random_header(rng: random.Random, game: str) -> dict[str, Any]:
    rulings = {name: rng.choice(values) for name, values in RULINGS.items() if rng.random() < 0.4}
    header = {
        "type": "game",
        "n": 0,
        "format": "vflog/1",
        "game": game,
        "ruleset": "udacha",
        "players": [{"id": "A"}, {"id": "B"}],
        "to_win": rng.randint(2, 4),
        "profile": rng.choice(["core", "core", "strict"]),
        "cards": random_cards(rng),
    }
    return {**header, "rulings": rulings} if rulings else header


def random_cards(rng: random.Random) -> dict[str, Entry]:
    names = rng.sample(NAMES, len(NAMES))
    kinds = ["hero"] * 9 + ["story"] * 4 + ["place"] * 2 + ["pursuit"] * 2
    kinds += ["base", "base", "secret", "secret", "secret", "starter"]
    return {name: MAKERS[kind](rng) for name, kind in zip(names, kinds, strict=False)}


def _flags(rng: random.Random, **chances: float) -> Entry:
    return {flag: True for flag, chance in chances.items() if rng.random() < chance}


def _limit(rng: random.Random, effect: Entry) -> Entry:
    if rng.random() < 0.35:
        effect["limit"] = rng.choice(["turn", "turn", "game"])
    return effect


def _answer(rng: random.Random) -> Entry:
    kind = rng.choice(["REACTION", "INTERRUPT"])
    trigger = rng.choice(TRIGGERS)
    if kind == "INTERRUPT" and rng.random() < 0.15:
        trigger = "any"
    return _limit(rng, {"kind": kind} if trigger is None else {"kind": kind, "trigger": trigger})


def _also(rng: random.Random, effect: Entry) -> Entry:
    if rng.random() < 0.15:
        answer = _answer(rng)
        effect["also"] = answer["kind"]
        if "trigger" in answer:
            effect["trigger"] = answer["trigger"]
    return effect


def _support(rng: random.Random, dests: list[str]) -> Entry:
    effect: Entry = {"kind": "SUPPORT"}
    if rng.random() < 0.8:
        effect["dest"] = rng.choice(dests)
    return _also(rng, _limit(rng, effect))


def _hero(rng: random.Random) -> Entry:
    card: Entry = {"type": "Hero", **_flags(rng, unique=0.3, coveted=0.25)}
    if rng.random() < 0.35:
        card["bounty"] = rng.randint(1, 3)
        if rng.random() < 0.5:
            card["bounty_destroyed"] = card["bounty"] + rng.randint(1, 2)
    if rng.random() < 0.2:
        card["reload"] = rng.randint(1, 3)
    if rng.random() < 0.15:
        card["keywords"] = ["Stalwart"]
    effects: dict[str, Entry] = {}
    if rng.random() < 0.3:
        effects["s"] = _support(rng, ["default", "default", "heroes", "hand"])
    if rng.random() < 0.4:
        effects["w"] = _also(rng, _limit(rng, {"kind": "ACTIVE"}))
    for label in ("a", "b"):
        if rng.random() < 0.35:
            effects[label] = _answer(rng)
    return {**card, "eff": effects} if effects else card


def _story(rng: random.Random) -> Entry:
    card: Entry = {"type": "Story", **_flags(rng, unique=0.2, coveted=0.1)}
    card["eff"] = {"s": _support(rng, ["default", "default", "hand", "deck", "reserve"])}
    if rng.random() < 0.2:
        card["eff"]["t"] = _support(rng, ["default"])
    return card


def _place(rng: random.Random) -> Entry:
    card: Entry = {"type": "Place", **_flags(rng, unique=0.3, coveted=0.2)}
    effects: dict[str, Entry] = {"v": _also(rng, _limit(rng, {"kind": "VISITED"}))}
    if rng.random() < 0.5:
        effects["w"] = _also(rng, _limit(rng, {"kind": "ACTIVE"}))
    if rng.random() < 0.4:
        effects["a"] = _answer(rng)
    return {**card, "eff": effects}


def _pursuit(rng: random.Random) -> Entry:
    return {**_place(rng), "type": "Pursuit"}


def _base(rng: random.Random) -> Entry:
    card = {**_place(rng), "base": True}
    if rng.random() < 0.5:
        card["reload"] = rng.randint(1, 2)
    card.pop("coveted", None)
    return card


def _secret(rng: random.Random) -> Entry:
    return {"type": "Secret", **_flags(rng, climactic=0.4, unique=0.1)}


def _starter(rng: random.Random) -> Entry:
    return {**_hero(rng), "starter": rng.randint(2, 5), "reload": rng.randint(1, 3)}


MAKERS = {
    "hero": _hero, "story": _story, "place": _place, "pursuit": _pursuit, "base": _base, "secret": _secret,
    "starter": _starter,
}  # fmt: skip

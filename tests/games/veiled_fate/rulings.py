"""Random rulings of a judge: parts of a state document, set to what might be there."""

from __future__ import annotations

import copy
import random
from typing import Any

State = dict[str, Any]
KINDS = ("f1", "f2", "s1", "s2", "+2", "?")
REGIONS = ("forest", "coast", "canyons", "desert", "volcano", "mountains")
PLACES = (*REGIONS, "city", "abyss", "pools")


def random_ruling(state: State, rng: random.Random) -> dict[str, Any]:
    """One to three keys of the state, set at random; it may well not fit together."""
    makers = [maker for maker in _MAKERS if rng.random() < 0.12] or [rng.choice(_MAKERS)]
    out: dict[str, Any] = {}
    for maker in makers:
        out.update(maker(state, rng))
    return out


def _players(state: State) -> list[str]:
    return [*(state["hands"] or state["known_demis"])]


def _cards(rng: random.Random, most: int) -> dict[str, int]:
    cards = [rng.choice(KINDS) for _ in range(rng.randint(0, most))]
    return {kind: cards.count(kind) for kind in KINDS if kind in cards}


def _track(state: State, rng: random.Random) -> State:
    track: dict[str, list[str]] = {str(space): [] for space in range(13)}
    demis = [demi for row in state["track"].values() for demi in row]
    for demi in rng.sample(demis, len(demis)):
        track[str(rng.choice([0, 1, 2, 3, 5, 12]))].append(demi)
    return {"track": track}


def _demis(state: State, rng: random.Random) -> State:
    out: State = {}
    for demi in rng.sample(sorted(state["demis"]), rng.randint(1, 4)):
        if state["quests"] and rng.random() < 0.5:
            quest = rng.choice(sorted(state["quests"]))
            slots = len(state["quests"][quest]["slots"])
            out[demi] = {"quest": quest, "slot": rng.randint(1, slots)}
        else:
            out[demi] = {"at": rng.choice(PLACES)}
    return {"demis": out}


def _hands(state: State, rng: random.Random) -> State:
    names = rng.sample(_players(state), rng.randint(1, len(_players(state))))
    return {"hands": {name: _cards(rng, rng.choice([0, 1, 5, 10])) for name in names}}


def _rested(state: State, rng: random.Random) -> State:
    names = _players(state)
    most = [name for name in names if not state["turn"] or name != state["turn"]["player"]]
    return {"rested": rng.choice([[], most, rng.sample(most, rng.randint(0, len(most))), names])}


def _turn(state: State, rng: random.Random) -> State:
    out: State = {}
    if rng.random() < 0.6:
        out["player"] = rng.choice(_players(state))
    for name in ("fate", "favor_gained", "favor_played"):
        if rng.random() < 0.3:
            out[name] = rng.random() < 0.5
    if rng.random() < 0.4:
        out["actions"] = rng.randint(0, 2)
    return {"turn": out}


def _quests(state: State, rng: random.Random) -> State:
    quests = state["quests"] or {}
    return {"quests": {quest: {"pile": _cards(rng, 4)} for quest in quests if rng.random() < 0.5}}


def _age_pile(state: State, rng: random.Random) -> State:
    cards: Any = {region: _cards(rng, 3) for region in REGIONS if rng.random() < 0.5}
    return {"age_pile": cards if state["age_card"] == "the-census" else _cards(rng, 4)}


def _hadria(state: State, rng: random.Random) -> State:
    out: State = {"renown": rng.randint(0, 12), "at": rng.choice(PLACES)}
    held = [favor for own in state["favors"].values() for favor in own["hand"] or ()]
    if held and rng.random() < 0.5:
        out["display"] = rng.sample(held, min(len(held), rng.randint(0, 2)))
    return {"hadria": rng.choice([out, {"renown": out["renown"]}, {"display": []}])}


def _favors(state: State, rng: random.Random) -> State:
    display = (state["hadria"] or {}).get("display") or []
    player = rng.choice(_players(state))
    own: State = rng.choice([{"hand": []}, {"hand": display[:1]}, {"played": display[:1]}, {"corruption": 2}])
    return {"favors": {player: copy.deepcopy(own)}}


def _city(state: State, rng: random.Random) -> State:
    cards = ["first-altar", "tidal-altar", "gallows-yard", "coin-street", "high-street", "nine-steps"]
    return {"city": rng.choice([None, {"space": rng.randint(0, 2)}, {"card": rng.choice(cards)}])}


def _known(state: State, rng: random.Random) -> State:
    player = rng.choice(sorted(state["known_demis"]) or ["nobody"])
    return {"known_demis": {player: rng.choice(["?", *state["demis"]])}}


_MAKERS = (
    _track, _demis, _hands, _rested, _rested, _turn, _quests, _age_pile, _hadria, _favors, _city, _known,
    lambda state, rng: {"first": rng.choice(_players(state))},
    lambda state, rng: {"deck": {"discards": _cards(rng, 12)}},
    lambda state, rng: {"servants": {"invictus": rng.choice(REGIONS)}},
    lambda state, rng: {"celestial": {"used": rng.random() < 0.5}},
)  # fmt: skip

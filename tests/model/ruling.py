"""A judge's ruling: parts of the state document set by hand (end of section 11)."""

from __future__ import annotations

from typing import Any

from . import board, cards, moves, owners, quests, setup, track, turns
from .config import FIRST_HAND, Config
from .errors import Refused, need
from .pack import KINDS, LOCATIONS, REGIONS

State = dict[str, Any]
INCONSISTENT = "ruling.inconsistent"

FULL_KEYS = [
    "track",
    "demis",
    "quests",
    "hands",
    "deck",
    "age_pile",
    "rested",
    "first",
    "turn",
    "favors",
    "hadria",
    "servants",
    "city",
    "celestial",
    "known_demis",
]
SCORE_KEYS = ["track", "hadria", "favors"]


def _sound(condition: object, message: str) -> None:
    need(condition, INCONSISTENT, message)


def _number(value: Any, low: int, high: int, what: str) -> None:
    _sound(type(value) is int and low <= value <= high, f"{what} is not from {low} to {high}")


def _object(value: Any, what: str) -> None:
    _sound(isinstance(value, dict), f"{what} is no object")


def _names(value: Any, what: str) -> None:
    _sound(isinstance(value, list) and all(isinstance(name, str) for name in value), f"{what} is no list of names")


def _keys(value: dict[str, Any], allowed: list[str], what: str) -> None:
    for key in value:
        _sound(key in allowed, f"{what} has no {key} that a ruling sets")


def judge_ruling(config: Config, state: State, record: dict[str, Any]) -> None:
    """Apply a ruling to (a copy of) the state, or raise Refused."""
    need(state["phase"] != "over", "over", "the game is over")
    parts = record["set"]
    short = _short_for_set_up(config, state) if state["phase"] == "setup" else []
    allowed = FULL_KEYS if config.detail == "full" else SCORE_KEYS
    _keys(parts, allowed, "the state")
    setters = {
        "track": _track,
        "demis": _demis,
        "quests": _quests,
        "hands": _hands,
        "deck": _deck,
        "age_pile": _age_pile,
        "rested": _rested,
        "first": _first,
        "turn": _turn,
        "favors": _favors,
        "hadria": _hadria,
        "servants": _servants,
        "city": _city,
        "celestial": _celestial,
        "known_demis": _known_demis,
    }
    for key in allowed:
        if key in parts:
            setters[key](config, state, parts[key])
    if config.detail == "full":
        _fits_together(config, state, parts)
        if state["phase"] == "setup":
            for what in _short_for_set_up(config, state):
                _sound(what in short, f"too few {what} are left for the set-up")
        quests.go_on_after_ruling(config, state)
        if state["phase"] == "city" and not setup.city_cards_left(config, state):
            state["phase"] = "age"
        if state["turn"] is not None:
            state["turn"]["voted"] = None


# -- figures and markers ------------------------------------------------------------


def _track(config: Config, state: State, value: Any) -> None:
    _object(value, "track")
    for space, demis in value.items():
        _sound(space in [str(number) for number in range(13)], f"there is no space {space}")
        _names(demis, f"track.{space}")
        if demis:
            state["track"][space] = list(demis)
        else:
            state["track"].pop(space, None)
    order = track.places(state)
    left = [demi for demi in config.pack.demis if state["demis"][demi]["renown"] is not None]
    _sound(sorted(order) == sorted(left), "not every Demi left stands on the track once")
    for space, demis in state["track"].items():
        for demi in demis:
            state["demis"][demi]["renown"] = int(space)


def _demis(config: Config, state: State, value: Any) -> None:
    _object(value, "demis")
    for demi, part in value.items():
        _sound(demi in config.pack.demis, f"{demi!r} is no Demi")
        _sound(state["demis"][demi]["renown"] is not None, f"{demi} is out of the game")
        _object(part, f"demis.{demi}")
        _keys(part, ["at", "quest", "slot"], f"demis.{demi}")
        if part.get("quest") is not None or part.get("slot") is not None or "at" in part:
            track.free_slot(state, demi)
    for demi, part in value.items():
        _put_demi(config, state, demi, part)


def _put_demi(config: Config, state: State, demi: str, part: dict[str, Any]) -> None:
    quest, slot = part.get("quest"), part.get("slot")
    if quest is None and slot is None:
        _sound("at" in part or not part, f"it is not said where {demi} stands")
        if part:
            _sound(part["at"] in LOCATIONS, f"{part['at']!r} is no location")
            state["demis"][demi].update(at=part["at"], quest=None, slot=None)
        return
    _sound("at" not in part, f"{demi} is set to a place or onto a slot, one of both")
    _sound(isinstance(quest, str) and quest in state["quests"], f"{quest!r} is no Quest on the board")
    slots = state["quests"][quest]["slots"]
    _number(slot, 1, len(slots), f"demis.{demi}.slot")
    assert isinstance(slot, int)
    _sound(slots[slot - 1] is None, f"slot {slot} of {quest} is not free")
    printed = config.pack.quest(quest)["slots"][slot - 1]
    _sound(not board.is_ignored(config, state, printed), f"slot {slot} of {quest} is for the dead alone")
    slots[slot - 1] = demi
    state["demis"][demi].update(at=state["quests"][quest]["region"], quest=quest, slot=slot)


def _hadria(config: Config, state: State, value: Any) -> None:
    _sound(state["hadria"] is not None, "there is no Hadria in this game")
    _object(value, "hadria")
    allowed = ["renown"] if config.detail == "score" else ["at", "renown", "display", "deck"]
    _keys(value, allowed, "hadria")
    if "at" in value:
        _sound(value["at"] in LOCATIONS, f"{value['at']!r} is no location")
    if "renown" in value:
        _number(value["renown"], 0, 12, "hadria.renown")
    if "display" in value:
        _names(value["display"], "hadria.display")
        _sound(len(value["display"]) <= 2, "the display has at most two Favors")
    if "deck" in value:
        _number(value["deck"], 0, config.favors_in_play(), "hadria.deck")
    state["hadria"].update(value)


def _servants(config: Config, state: State, value: Any) -> None:
    _object(value, "servants")
    for servant, region in value.items():
        _sound(servant in state["servants"], f"{servant!r} is no Servant on the board")
        _sound(region in REGIONS, f"{region!r} is no region")
        state["servants"][servant] = region
    regions = list(state["servants"].values())
    _sound(len(set(regions)) == len(regions), "two Servants stand in one region")


# -- cards ----------------------------------------------------------------------------


def _counts(value: Any, what: str) -> dict[str, int]:
    _object(value, what)
    for kind, number in value.items():
        _sound(kind in [*KINDS, "?"], f"{kind!r} is no Fate card")
        _number(number, 0, 2**53, f"{what}.{kind}")
    return {kind: number for kind, number in value.items() if number > 0}


def _hands(config: Config, state: State, value: Any) -> None:
    _object(value, "hands")
    for player, hand in value.items():
        _sound(player in config.players, f"{player!r} is no player of this game")
        state["hands"][player] = _counts(hand, f"hands.{player}")


def _quests(config: Config, state: State, value: Any) -> None:
    _object(value, "quests")
    for quest, part in value.items():
        _sound(quest in state["quests"], f"{quest!r} is no Quest on the board")
        _object(part, f"quests.{quest}")
        _keys(part, ["pile"], f"quests.{quest}")
        if "pile" in part:
            state["quests"][quest]["pile"] = _counts(part["pile"], f"quests.{quest}.pile")


def _deck(config: Config, state: State, value: Any) -> None:
    _sound(state["deck"] is not None, "the deck of this game is not known")
    _object(value, "deck")
    _keys(value, ["discards"], "deck")
    if "discards" in value:
        state["deck"]["discards"] = _counts(value["discards"], "deck.discards")


def _age_pile(config: Config, state: State, value: Any) -> None:
    voting = state["phase"] in ("age_vote", "age_reveal")
    _object(value, "age_pile")
    if state["age_card"] == "the-census":
        pile: dict[str, Any] = {}
        for region, counts in value.items():
            _sound(region in REGIONS, f"{region!r} is no region")
            if _counts(counts, f"age_pile.{region}"):
                pile[region] = _counts(counts, f"age_pile.{region}")
    else:
        pile = _counts(value, "age_pile")
        _sound(state["age_card"] != "sleight-of-hand" or "?" not in pile, "the vote is face up")
    _sound(not pile or voting or state["age_card"] == "omnipotence", "there is no Age pile now")
    state["age_pile"] = pile


def _favors(config: Config, state: State, value: Any) -> None:
    _object(value, "favors")
    for player, part in value.items():
        _sound(player in state["favors"], f"{player!r} has no Favors")
        _object(part, f"favors.{player}")
        held = state["favors"][player]
        if config.detail == "score":
            _keys(part, ["corruption"], f"favors.{player}")
            if "corruption" in part:
                _number(part["corruption"], 0, 2**53, "corruption")
                held["corruption"] = part["corruption"]
            continue
        _keys(part, ["hand", "played", "corruption"], f"favors.{player}")
        for key in ("hand", "played"):
            if key in part:
                _names(part[key], f"favors.{player}.{key}")
                for favor in part[key]:
                    _sound(favor in config.pack.favors, f"{favor!r} is no Favor")
        held["hand"] = sorted(part.get("hand", held["hand"]))
        held["played"] = list(part.get("played", held["played"]))
        total = sum(config.pack.favors[favor]["corruption"] for favor in held["played"])
        _sound(part.get("corruption", total) == total, f"the Corruption of {player} is {total}")
        held["corruption"] = total


def _city(config: Config, state: State, value: Any) -> None:
    if value is None:
        state["city"] = None
        return
    _object(value, "city")
    _keys(value, ["card", "space"], "city")
    city = dict(state["city"] or {})
    city.update(value)
    _sound("card" in city and "space" in city, "a City card has a card and a space")
    _sound(isinstance(city["card"], str) and city["card"] in config.pack.city, f"{city['card']!r} is no City card")
    _number(city["space"], 0, len(config.pack.city[city["card"]]["spaces"]) - 1, "city.space")
    state["city"] = city
    if city["card"] not in state["used_city"]:
        state["used_city"] = sorted(state["used_city"] + [city["card"]])


# -- people ---------------------------------------------------------------------------


def _rested(config: Config, state: State, value: Any) -> None:
    _names(value, "rested")
    _sound(len(set(value)) == len(value), "a player is named twice")
    for player in value:
        _sound(player in config.players, f"{player!r} is no player of this game")
    state["rested"] = config.in_seat_order(value)
    if state["_first_rested"] not in state["rested"]:
        state["_first_rested"] = None


def _first(config: Config, state: State, value: Any) -> None:
    _sound(value in config.players, f"{value!r} is no player of this game")
    state["first"] = value


def _turn(config: Config, state: State, value: Any) -> None:
    _sound(state["turn"] is not None, "no turn is under way")
    _object(value, "turn")
    _keys(value, list(state["turn"]), "turn")
    player = value.get("player", state["turn"]["player"])
    _sound(player in config.players, f"{player!r} is no player of this game")
    if player != state["turn"]["player"]:
        state["turn"] = turns.clean_turn(player)
        if state["phase"] in ("turn", "voters"):
            state["waiting"] = [player]
    if "actions" in value:
        _number(value["actions"], 0, config.action_limit(player), "turn.actions")
    for key in ("fate", "favor_gained", "favor_played", "again"):
        if key in value:
            _sound(isinstance(value[key], bool), f"turn.{key} is true or false")
    if value.get("again"):
        _sound(config.is_role(player, "arbiter"), "only the Arbiter has a turn again")
    _sound(value.get("voted") is None, "after a ruling no Influence may follow")
    state["turn"].update(value)


def _celestial(config: Config, state: State, value: Any) -> None:
    _sound(state["celestial"] is not None, "there is no Celestial in this game")
    _object(value, "celestial")
    _keys(value, ["used"], "celestial")
    if "used" in value:
        _sound(isinstance(value["used"], bool), "celestial.used is true or false")
        state["celestial"]["used"] = value["used"]


def _known_demis(config: Config, state: State, value: Any) -> None:
    _object(value, "known_demis")
    for player, demis in value.items():
        _sound(player in config.players, f"{player!r} is no player of this game")
        _as_inconsistent(owners.check_form, config, player, demis, INCONSISTENT, True)
        state["known_demis"][player] = demis
    state["_given_back"] = []


# -- the whole --------------------------------------------------------------------------


def _as_inconsistent(check: Any, *arguments: Any) -> None:
    """Any rule that the new state breaks makes the ruling inconsistent."""
    try:
        check(*arguments)
    except Refused as problem:
        raise Refused(INCONSISTENT, problem.message) from None


def _fits_together(config: Config, state: State, parts: dict[str, Any]) -> None:
    turn, pending = state["turn"], state["pending"]
    if turn is not None:
        _sound(turn["player"] not in state["rested"], "the player whose turn it is has rested")
    if pending is not None:
        _sound(pending["player"] == turn["player"], "the turn's player completed the Quest")
    for quest in state["quests"]:
        full = board.is_full(config, state, quest)
        under = pending is not None and pending["quest"] == quest
        _sound(full == under, f"{quest} is full but not under completion, or the other way")
    _follow_first(config, state, parts)
    _count_deck(config, state)
    _as_inconsistent(cards.check_copies, config, state)
    if state["hadria"] is not None:
        _count_favors(config, state, parts)
    _as_inconsistent(owners.check_all, config, state, INCONSISTENT)


def _short_for_set_up(config: Config, state: State) -> list[str]:
    """What the set-up takes and there is not enough of: a ruling before it must not be the cause."""
    there = cards.available(config, state)
    hadria = state["hadria"]
    altars = [card for card in setup.city_cards_left(config, state) if config.pack.city[card]["altar"]]
    enough = {
        "Fate cards": there is None or there >= FIRST_HAND * len(config.players),
        "Favors": hadria is None or len(hadria["display"]) + hadria["deck"] >= 2,
        "Altars": bool(altars),
    }
    return [what for what, there_are in enough.items() if not there_are]


def _follow_first(config: Config, state: State, parts: dict[str, Any]) -> None:
    """Another first player is the one waited for where the first player acts."""
    if "first" in parts and state["phase"] in ("age", "city", "age_pick", "age_quest"):
        state["waiting"] = [state["first"]]


def _count_deck(config: Config, state: State) -> None:
    total = config.pack.fate_total()
    if total is None:
        return
    size = total - sum(cards.count(place) for place in cards.all_counts(state))
    _sound(size >= 0, "more cards are out than the pack has")
    state["deck"]["size"] = size


def _count_favors(config: Config, state: State, parts: dict[str, Any]) -> None:
    _as_inconsistent(_known_favors, config, state)
    _as_inconsistent(moves.check_favors, config, state)
    out = len(state["hadria"]["display"])
    for held in state["favors"].values():
        out += len(held["hand"]) + len(held["played"])
    left = config.favors_in_play() - out
    _sound(left >= 0, "more Favors are out than are in play")
    hadria = parts.get("hadria", {})
    _sound(hadria.get("deck", left) == left, f"the Favor deck has {left} cards")
    state["hadria"]["deck"] = left


def _known_favors(config: Config, state: State) -> None:
    for favor in state["hadria"]["display"]:
        _sound(favor in config.pack.favors, f"{favor!r} is no Favor")

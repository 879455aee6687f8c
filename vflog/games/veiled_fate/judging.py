"""A judge's `ruling`: the keys of the state document that it may set, and what must fit together."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, NoReturn

from vflog.games.veiled_fate import age_cards, ages, facts, hadria, identity, quests, setup, track
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.pack import KINDS, PLACES, REGIONS
from vflog.games.veiled_fate.state import SPACES, Game, Pile, Turn, pile
from vflog.log.problems import Refused


def rule(g: Game, changes: Mapping[str, Any]) -> None:
    """Set these parts of the state; raises `Refused` where a key may not be set or the whole does not fit."""
    may = _SCORE if g.terms.detail == "score" else _SETTERS
    g.cause = ("ruling", None, None)
    lacked = setup.missing(g) if g.phase == "setup" else {}
    for key in changes:
        if key not in may:
            raise Refused("ruling.key", key=key, expected=list(may))
    with facts.all_moved(g), facts.all_held(g):
        for key, setter in may.items():
            if key in changes:
                setter(g, changes[key])
    _consistent(g)
    if _CARDS & set(changes):
        _recount(g)
    if {"hadria", "favors"} & set(changes) and g.terms.detail == "full":
        _recount_favors(g, changes)
    if g.turn is not None:
        g.turn.voted = None
    _goes_on(g, lacked)


_CARDS = {"hands", "quests", "deck", "age_pile"}


def _wrong(why: str, expected: Any = None) -> NoReturn:
    raise Refused("ruling.inconsistent", why=why, expected=expected)


def _object(value: Any, what: str, keys: tuple[str, ...] | None = None) -> dict[str, Any]:
    if not isinstance(value, dict):
        _wrong(f"{what} must be an object")
    for key in value:
        if keys is not None and key not in keys:
            _wrong(f"{what} has no {key!r} that a judge may set", list(keys))
    return value


def _names(value: Any, what: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        _wrong(f"{what} must be a list of names")
    return value


def _whole(value: Any, what: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _wrong(f"{what} must be a whole number from {low} to {high}")
    return value


def _flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        _wrong(f"{what} must be true or false")
    return value


def _player(g: Game, value: Any, what: str) -> str:
    if value not in g.terms.players:
        _wrong(f"{what} names {value!r}, who is no player of this game", list(g.terms.players))
    return str(value)


def _cards(value: Any, what: str) -> Pile:
    out = pile()
    for kind, count in _object(value, what).items():
        if kind not in out:
            _wrong(f"{what} names {kind!r}, which is no kind of Fate card", list(out))
        out[kind] = _whole(count, f"{what}, {kind}", 0, 2**53 - 1)
    return out


def _demis(g: Game, value: Any) -> None:
    goals = _object(value, "`demis`")
    for demi in goals:
        if demi not in g.renown:
            _wrong(f"there is no Demi {demi!r} in play", list(g.renown))
        track.leave_slot(g, demi)
    for demi, given in goals.items():
        goal = _object(given, f"`demis`, {demi}", ("at", "quest", "slot"))
        start = g.at[demi]
        if goal.get("quest") is None and goal.get("slot") is None:
            if goal.get("at") not in PLACES:
                _wrong(f"{demi} cannot be at {goal.get('at')!r}", list(PLACES))
            g.at[demi] = goal["at"]
        else:
            _onto_slot(g, demi, goal)
        if start != g.at[demi]:
            facts.moved(g, demi, start, g.at[demi], g.on[demi], g.slot[demi])


def _onto_slot(g: Game, demi: str, goal: Mapping[str, Any]) -> None:
    quest = goal.get("quest")
    card = g.quests.get(quest) if isinstance(quest, str) else None
    if card is None:
        _wrong(f"the Quest {quest!r} is not on the board", list(g.quests))
    slot = _whole(goal.get("slot"), f"the slot of {demi}", 1, len(card.slots))
    if (there := card.slots[slot - 1]) is not None:
        _wrong(f"slot {slot} of {quest} is taken by {there}" if there else f"slot {slot} of {quest} is ignored")
    if goal.get("at") is not None:
        _wrong(f"{demi} is set either to a location (`at`) or onto a slot (`quest` and `slot`)")
    card.slots[slot - 1] = demi
    g.at[demi], g.on[demi], g.slot[demi] = card.region, quest, slot


def _track(g: Game, value: Any) -> None:
    for space, demis in _object(value, "`track`").items():
        if space not in map(str, range(SPACES)):
            _wrong(f"there is no space {space!r} on the Renown track")
        g.track[int(space)] = _names(demis, f"space {space} of the track")[:]
    placed = [demi for row in g.track for demi in row]
    if sorted(placed) != sorted(g.renown):
        _wrong("every Demi left must stand on the Renown track exactly once", list(g.renown))
    g.renown = {d: i for d in g.renown for i, row in enumerate(g.track) if d in row}


def _hands(g: Game, value: Any) -> None:
    for player, hand in _object(value, "`hands`").items():
        now = g.hands[_player(g, player, "`hands`")] = _cards(hand, f"the hand of {player}")
        g.holds[player] = sum(now.values())


def _quests(g: Game, value: Any) -> None:
    for quest, given in _object(value, "`quests`").items():
        if quest not in g.quests:
            _wrong(f"the Quest {quest!r} is not on the board", list(g.quests))
        change = _object(given, f"`quests`, {quest}", ("pile",))
        if "pile" in change:
            g.quests[quest].pile = _cards(change["pile"], f"the pile of {quest}")


def _deck(g: Game, value: Any) -> None:
    change = _object(value, "`deck`", ("discards",))
    if g.deck is None:
        _wrong("the pack leaves the Fate deck uncounted")
    if "discards" in change:
        g.discards = _cards(change["discards"], "the discards")


def _age_pile(g: Game, value: Any) -> None:
    card = age_cards.on_table(g)
    voting = g.phase in ("age_vote", "age_reveal") or age_cards.takes_paid(g)
    if card is not None and card.by_region:
        piles = _object(value, "the piles of the Census", REGIONS)
        set_ = {region: _cards(cards, f"the pile of {region}") for region, cards in piles.items()}
        set_ = {region: cards for region, cards in set_.items() if any(cards.values())}
        there = bool(set_)
        if g.census is not None:
            g.census = set_
    else:
        g.age_pile = _cards(value, "the Age pile")
        there = any(g.age_pile.values())
        if g.age_pile["?"] and card is not None and card.face_up:
            _wrong(f"the votes of {g.age_card} lie face up")
    if there and not voting:
        _wrong("no cards lie on the Age card outside its vote")


def _rested(g: Game, value: Any) -> None:
    names = _names(value, "`rested`")
    if len(set(names)) != len(names):
        _wrong("`rested` names a player twice")
    g.rested = {_player(g, name, "`rested`") for name in names}
    if g.first_rested not in g.rested:
        g.first_rested = None


def _first(g: Game, value: Any) -> None:
    g.first = _player(g, value, "`first`")
    if g.phase in ("age", "city", "age_pick", "age_quest"):
        g.queue = [g.first]


def _turn(g: Game, value: Any) -> None:
    keys = ("player", "actions", "fate", "favor_gained", "favor_played", "voted", "again")
    change = _object(value, "`turn`", keys)
    turn = g.turn
    if turn is None:
        _wrong("no turn is under way")
    player = _player(g, change.get("player", turn.player), "`turn`")
    if player != turn.player:
        turn = g.turn = Turn(player, turn.number, turn.first_n)
    if g.phase == "turn":
        g.queue = [player]
    if "actions" in change:
        turn.actions = _whole(change["actions"], "the actions of the turn", 0, conduct.actions(g, player))
    for name in ("fate", "favor_gained", "favor_played", "again"):
        if name in change:
            setattr(turn, name, _flag(change[name], f"`turn`, {name}"))
    if turn.again and not conduct.second_turn(g, player):
        _wrong("only an Arbiter has a second turn")
    if change.get("voted") is not None:
        _wrong("after a ruling no Influence may follow, so `voted` can only be null")


def _hadria(g: Game, value: Any) -> None:
    keys = ("renown",) if g.terms.detail == "score" else ("at", "renown", "display", "deck")
    change = _object(value, "`hadria`", keys)
    h = g.hadria
    if h is None:
        _wrong("the game is played without Hadria")
    if "at" in change:
        if change["at"] not in PLACES:
            _wrong(f"Hadria cannot be at {change['at']!r}", list(PLACES))
        h.at = change["at"]
    if "renown" in change:
        h.renown = _whole(change["renown"], "Hadria's Renown", 0, SPACES - 1)
    if "display" in change:
        display = _names(change["display"], "the Favors on display")
        if len(display) > 2:
            _wrong("at most two Favors are on display")
        h.display = display[:]
    if "deck" in change:
        _whole(change["deck"], "the size of the Favor deck", 0, 2**53 - 1)


def _favors(g: Game, value: Any) -> None:
    if g.hadria is None:
        _wrong("the game is played without Hadria")
    score = g.terms.detail == "score"
    for player, given in _object(value, "`favors`").items():
        own = g.favors[_player(g, player, "`favors`")]
        keys = ("corruption",) if score else ("hand", "played", "corruption")
        change = _object(given, f"the Favors of {player}", keys)
        for name in ("hand", "played"):
            if name in change:
                ids = _names(change[name], f"the Favors of {player}")
                for favor in ids:
                    if favor not in g.terms.pack.favors:
                        _wrong(f"there is no Favor {favor!r}", list(g.terms.pack.favors))
                setattr(own, name, sorted(ids) if name == "hand" else ids[:])
        total = sum(g.terms.pack.favors[f].corruption for f in own.played)
        if "corruption" in change:
            given_total = _whole(change["corruption"], f"the Corruption of {player}", 0, 2**53 - 1)
            if not score and given_total != total:
                _wrong(f"the Favors that {player} has played come to a Corruption of {total}, not {given_total}")
            total = given_total
        elif score:
            continue
        own.corruption = total


def _servants(g: Game, value: Any) -> None:
    change = _object(value, "`servants`")
    for name, region in change.items():
        if name not in g.servants or region not in REGIONS:
            _wrong(f"the Servant {name!r} cannot be in {region!r}", list(g.servants))
        g.servants[name] = region
    if len(set(g.servants.values())) != len(g.servants):
        _wrong("two Servants are never in one region")


def _city(g: Game, value: Any) -> None:
    if value is None:
        g.city, g.city_space = None, 0
        return
    change = _object(value, "`city`", ("card", "space"))
    card = change.get("card", g.city)
    if not isinstance(card, str) or card not in g.terms.pack.city:
        _wrong(f"there is no City card {card!r}", list(g.terms.pack.city))
    space = change.get("space", g.city_space if card == g.city else 0)
    g.city = card
    g.city_space = _whole(space, "the space of the City marker", 0, len(g.terms.pack.city[card].spaces) - 1)
    g.used_city.add(card)


def _celestial(g: Game, value: Any) -> None:
    change = _object(value, "`celestial`", ("used",))
    if g.terms.role is None:
        _wrong("the game is played without a Celestial")
    if "used" in change:
        g.role_used = _flag(change["used"], "`celestial`, used")


def _known(g: Game, value: Any) -> None:
    change = _object(value, "`known_demis`")
    for player, demis in change.items():
        if player not in g.known:
            _wrong(f"{player!r} owns no Demi", list(g.known))
        count = identity.owned(g, player)
        told = [demis] if isinstance(demis, str) else _names(demis, f"`known_demis`, {player}")
        if demis != "?" and (len(told) != count or isinstance(demis, str) != (count == 1)):
            _wrong(f"{player} owns {count}")
        if any(demi not in g.at for demi in identity.known(told)):
            _wrong(f"{player} cannot own {', '.join(told)}")
        g.known[player] = demis
    g.given_back = []
    try:
        identity.possible(g, g.known, "VF-S2")
    except Refused:
        _wrong("the Demis cannot have been dealt so")


_SETTERS: dict[str, Callable[[Game, Any], None]] = {
    "demis": _demis, "track": _track, "hands": _hands, "quests": _quests, "deck": _deck, "age_pile": _age_pile,
    "rested": _rested, "first": _first, "turn": _turn, "hadria": _hadria, "favors": _favors, "servants": _servants,
    "city": _city, "celestial": _celestial, "known_demis": _known,
}  # fmt: skip
_SCORE = {"track": _track, "hadria": _hadria, "favors": _favors}


def _consistent(g: Game) -> None:
    """What a judge has set must fit what is under way."""
    for quest, card in g.quests.items():
        full = None not in card.slots and any(card.slots)
        if full != (g.pending is not None and g.pending[0] == quest):
            _wrong(f"{quest} would be {'full but not under completion' if full else 'under completion but not full'}")
    if g.turn is not None and g.turn.player in g.rested:
        _wrong(f"{g.turn.player}, whose turn it is, would be rested")
    if g.turn is not None and g.pending is not None and g.turn.player != g.pending[1]:
        _wrong("the completer of a Quest must be the player whose turn it is")


def _recount(g: Game) -> None:
    """The deck is what is left of the pack's total; no kind more often than there are cards."""
    census = (g.census or {}).values()
    there = [*g.hands.values(), *(q.pile for q in g.quests.values()), g.age_pile, g.discards, *census]
    g.seen = {kind: sum(p[kind] for p in there) for kind in KINDS}
    if g.terms.deck is None:
        return
    for kind, count in g.seen.items():
        limit = g.terms.pack.fate[kind]
        if limit is not None and count > limit:
            _wrong(f"{count} cards {kind} would be outside the deck, the pack has {limit}")
    g.deck = g.terms.deck - sum(sum(p.values()) for p in there)
    if g.deck < 0:
        _wrong("there would be more Fate cards outside the deck than the pack has")


def _recount_favors(g: Game, changes: Mapping[str, Any]) -> None:
    """The Favor deck is what is left of the Favors in play; none more often than there are copies."""
    h = g.hadria
    if h is None:
        return
    cards = g.terms.pack.favors
    for favor in h.display:
        if favor not in cards:
            _wrong(f"there is no Favor {favor!r}", list(cards))
    hadria.recount(g, h)
    for favor, count in h.seen.items():
        power = cards[favor].power
        of_power = sum(n for f, n in h.seen.items() if cards[f].power == power)
        if count > cards[favor].copies or of_power > g.terms.favors_in_play[power]:
            _wrong(f"there are not so many Favors of {power}")
    if changes.get("hadria", {}).get("deck", h.deck) != h.deck:
        _wrong(f"the Favor deck has {h.deck} cards left")


def _goes_on(g: Game, lacked: Container[str]) -> None:
    """Whatever a judge has set, somebody can act, or the phase goes on. What a set-up `lacked` before (the pack may
    have too few Fate cards) is not the ruling's doing."""
    if g.phase == "setup":
        for what, told in setup.missing(g).items():
            if what not in lacked:
                _wrong(f"there would be {told} for a set-up")
    ages.to_city(g)
    quests.wait_for_votes(g)

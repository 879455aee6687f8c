"""Moves of Demis from place to place and onto Quest slots, and the City they arrive in (VF-B, VF-M, VF-A5)."""

from __future__ import annotations

from msgspec import UnsetType

from vflog.games.veiled_fate import cards, facts, hadria, quests, track, turns
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.city_spaces import SPACES
from vflog.games.veiled_fate.pack import PLACES
from vflog.games.veiled_fate.records import NO_SPACE, Favor, Move, Power, Space
from vflog.games.veiled_fate.state import Game, Quest
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def move(g: Game, r: Move) -> None:
    """VF-M: one action of the turn's player."""
    turn = turns.begin_action(g, r.player)
    if r.player != g.terms.celestial or not conduct.moves(g, r):
        _move_demi(g, r)
    turn.actions += 1
    if r.discard or cards.too_many(g, r.player):
        drew = isinstance(r.drew, str) or (r.swap is not UNSET and r.swap.drew is not None)
        cards.above_limit(g, r.player, r.discard, drew or drew_at_space(r.space))


def _move_demi(g: Game, r: Move) -> None:
    demi = r.demi
    if demi not in g.renown:
        track.known_demi(g, demi, "VF-M1")
    if g.facts is not None:
        g.cause = ("move", None, r.player)
    if g.on[demi] is not None:
        raise Refused("move.on-quest", demi=demi, quest=g.on[demi], slot=g.slot[demi])
    if (r.to is UNSET) == (r.quest is UNSET):
        raise Refused("move.one-goal", player=r.player, demi=demi, rule="VF-M1")
    if r.to is not UNSET:
        _to_place(g, r, demi, r.to)
    else:
        _to_slot(g, r, demi)


def _to_place(g: Game, r: Move, demi: str, to: str) -> None:
    start = g.at[demi]
    if not g.near(start, to):
        code = "move.unknown-place" if to not in PLACES else "move.same-place" if to == start else "move.not-adjacent"
        raise Refused(code, demi=demi, at=start, to=to, expected=sorted(g.terms.near[start]))
    if r.card is not UNSET or r.slot is not UNSET or r.source is not UNSET:
        raise Refused("move.card-without-slot", player=r.player, demi=demi, to=to)
    set_place(g, demi, to)
    if start == "abyss":
        _reward_of_pools(g, r, demi)
    elif r.favor is not UNSET or r.refill is not UNSET or r.drew is not UNSET:
        raise Refused("move.no-reward", player=r.player, demi=demi, at=start, to=to)
    if start == "pools" and r.swap is not UNSET:
        _swap(g, r)
    elif r.swap is not UNSET:
        raise Refused("move.no-swap", player=r.player, demi=demi, at=start, to=to)
    if to == "city":
        arrive_in_city(g, r.player, demi, r.space)
    else:
        no_space(r.space)


def set_place(g: Game, demi: str, to: str) -> None:
    """The Demi leaves where it is (a slot is free again) and stands in `to`; Hadria follows (VF-H2)."""
    start, from_slot = g.at[demi], g.on[demi] is not None
    if from_slot:
        track.leave_slot(g, demi)
    g.at[demi] = to
    if g.facts is not None:
        facts.moved(g, demi, start, to)
    if g.hadria is not None:
        hadria.follow(g, g.hadria, start, to, from_slot)


def _reward_of_pools(g: Game, r: Move, demi: str) -> None:
    """VF-M6: a Favor where Hadria shows some, else a Fate card."""
    if g.hadria is not None and g.hadria.display:
        if r.drew is not UNSET:
            raise Refused("pools.favor-not-card", player=r.player, expected=g.hadria.display[:])
        hadria.take_favor(g, r)
        return
    if r.favor is not UNSET or r.refill is not UNSET:
        raise Refused("pools.no-favor", player=r.player, demi=demi)
    if r.drew is UNSET:
        raise Refused("pools.drew-missing", player=r.player)
    drew = [] if r.drew is None else [r.drew]
    able = cards.can_draw(g, 1, r.player)
    if not drew and able and g.ruling("pools_draw") == "must":
        raise Refused("pools.must-draw", player=r.player)
    if drew:
        cards.draw(g, r.player, drew, 1, "pools")


def _swap(g: Game, r: Move) -> None:
    """VF-M7: one Fate card discarded, one drawn, before the City space."""
    swap = r.swap
    assert not isinstance(swap, UnsetType)
    cards.leave(g, r.player, [swap.discard])
    cards.discard(g, [swap.discard])
    facts.card(g, r.player, swap.discard, -1, "swap")
    if g.turn is not None:
        g.turn.fate = True
    cards.draw(g, r.player, [] if swap.drew is None else [swap.drew], 1, "swap")


def _to_slot(g: Game, r: Move, demi: str) -> None:
    """VF-M3, M5: onto a free slot that fits, in the same or an adjacent location, with a card into the pile."""
    quest = quests.on_board(g, r.quest, "VF-M3")
    slot = quests.free_slot(g, quest, r.slot, "VF-M3")
    there = g.quests[quest]
    start, region = g.at[demi], there.region
    if start != region and (start in ("abyss", "pools") or not g.near(start, region)):
        raise Refused(
            "move.quest-too-far", demi=demi, at=start, quest=quest, region=region, expected=_in_reach(g, start)
        )
    need = there.card.slots[slot - 1]
    if demi not in need.fits:
        raise Refused("move.slot-need", demi=demi, quest=quest, slot=slot, need=need.need, expected=sorted(need.fits))
    if not (r.favor is UNSET and r.refill is UNSET and r.drew is UNSET and r.swap is UNSET):
        raise Refused("move.no-reward", player=r.player, demi=demi, at=start, to=quest)
    if r.space is not NO_SPACE:
        no_space(r.space)
    take_slot(g, demi, quest, slot)
    vote(g, r, quest)
    if None not in there.slots:
        quests.complete_if_full(g, r.player, quest)


def vote(g: Game, r: Move, quest: str) -> None:
    """VF-M5: the mover's card comes into the pile; or a card of a role's own beside it (VF-C3)."""
    if r.source is UNSET:
        put_card(g, r.player, r.card, quest, "VF-M5", "vote")
    elif r.card is UNSET or not conduct.plays_own(g, r.player, r.source, r.card, quest):
        raise Refused("move.source", player=r.player, source=r.source)
    elif g.turn is not None:
        g.turn.fate = True


def _in_reach(g: Game, start: str) -> list[str]:
    return [q for q, card in g.quests.items() if card.region == start or card.region in g.terms.near[start]]


def take_slot(g: Game, demi: str, quest: str, slot: int) -> None:
    """The Demi comes onto a slot; Hadria follows it to the Quest's region (VF-B6, H2)."""
    start, from_slot = g.at[demi], g.on[demi] is not None
    card: Quest = g.quests[quest]
    if from_slot:
        track.leave_slot(g, demi)
    g.at[demi], g.on[demi], g.slot[demi] = card.region, quest, slot
    card.slots[slot - 1] = demi
    if g.facts is not None:
        facts.moved(g, demi, start, card.region, quest, slot)
    if g.hadria is not None:
        hadria.follow(g, g.hadria, start, card.region, from_slot)


def put_card(g: Game, player: str, card: str | UnsetType, quest: str, rule: str, why: str) -> None:
    """VF-M5: the mover puts a Fate card of their hand face down into the Quest's pile."""
    if card is UNSET:
        raise Refused("vote.card-missing", player=player, quest=quest, rule=rule, expected=cards.held(g, player))
    cards.give(g, player, card)
    g.quests[quest].pile[card] += 1
    if g.facts is not None:
        facts.card(g, player, card, -1, why, quest)
    if g.turn is not None:
        g.turn.fate = True
        g.turn.voted = quest


def arrive_in_city(g: Game, player: str, demi: str, space: Space) -> None:
    """VF-A5: the City marker goes one space on and the mover has that space."""
    if g.city is None:
        no_space(space)
        return
    city = g.city
    path = g.terms.pack.city[city].spaces
    g.city_space += 1
    number = g.city_space
    word, count = path[number - 1]
    last = number == len(path)
    if last:
        g.city, g.city_space = None, 0
    facts.city_step(g, city, number, f"{word} {count}" if count else word, demi, player, last)
    g.cause = ("city", city, player)
    row = SPACES[word]
    _check_space(space, row.asks, city, number)
    row.does(g, player, demi, space, count)


def _check_space(space: Space, asked: str, city: str, number: int) -> None:
    """The record's `space` holds what the space asks for, and nothing else; what was drawn may be left out."""
    for name in ("drew", "target", "coin"):
        given = getattr(space, name) is not UNSET
        if given and name != asked:
            raise Refused("city.not-asked", name=name, city=city, number=number, expected=asked or None)
        if not given and name == asked != "drew":
            raise Refused("city.asked", name=name, city=city, number=number, expected=name)


def drew_at_space(space: Space) -> bool:
    """Whether Fate cards were drawn for a City space."""
    return space.drew is not UNSET and bool(space.drew)


def no_space(space: Space) -> None:
    """No City space is had by this record."""
    if space is not NO_SPACE and space != NO_SPACE:
        raise Refused("city.no-space")


def portal(g: Game, r: Power | Favor) -> None:
    """VF-P2: any Demi to any location, or to any free slot of a Quest on the board; no rules of movement."""
    demi = track.known_demi(g, r.demi, "VF-P2")
    if (r.to is UNSET) == (r.quest is UNSET):
        raise Refused("move.one-goal", player=r.player, demi=demi, rule="VF-M1")
    g.cause = ("portal", demi, r.player)
    if r.to is not UNSET:
        if r.to not in PLACES:
            raise Refused("portal.unknown-place", to=r.to, expected=list(PLACES))
        if r.slot is not UNSET or r.card is not UNSET:
            raise Refused("portal.card-without-slot", player=r.player, demi=demi, to=r.to)
        if r.to == g.at[demi] and g.on[demi] is None:
            raise Refused("portal.same-place", demi=demi, to=r.to)
        set_place(g, demi, r.to)
        if r.to == "city" and g.city is not None and g.ruling("city_by_portal") == "true":
            arrive_in_city(g, r.player, demi, r.space)
        else:
            no_space(r.space)
        return
    quest = quests.on_board(g, r.quest, "VF-P2")
    slot = quests.free_slot(g, quest, r.slot, "VF-P2")
    no_space(r.space)
    take_slot(g, demi, quest, slot)
    if g.ruling("portal_votes") == "true":
        put_card(g, r.player, r.card, quest, "VF-P2", "portal")
    elif r.card is not UNSET:
        raise Refused("portal.no-card", player=r.player, quest=quest)
    quests.complete_if_full(g, r.player, quest)

"""Sorcerer (VF-C4): an own figure and marker; wins at the end on the same space as its Demi's marker.

Pack data: `start` and `renown`, where figure and marker begin; `spells`. Figure and marker are no Demi's: only
what is said here reaches them, and a Quest whose slot the figure has taken. A space holds the marker without a
place in the Demis' order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from vflog.games.veiled_fate import cards, facts, moves, quests, track, turns
from vflog.games.veiled_fate.celestials.frame import Act, Demis, Fields, Figure, Role
from vflog.games.veiled_fate.legal_fields import cards_of
from vflog.games.veiled_fate.pack import PLACES
from vflog.games.veiled_fate.pack_roles import RoleData, SorcererData, Spell
from vflog.games.veiled_fate.records import Celestial, Move, VeiledFateEnd
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET
from vflog.log.problems import Refused

FIGURE = "sorcerer"


def _data(g: Game) -> SorcererData:
    data = g.terms.role_data
    assert isinstance(data, SorcererData)
    return data


def _begin(data: RoleData | None) -> Fields:
    assert isinstance(data, SorcererData)
    return {"at": data.start, "quest": None, "slot": None, "renown": data.renown}


def _reach(g: Game) -> list[str]:
    """The Demis in the figure's location."""
    return [demi for demi in g.renown if g.at[demi] == g.role_extra["at"]]


# -- moving ------------------------------------------------------------------------------------------------


def _move(g: Game, r: Move) -> bool:
    """A Demi moves only from where the figure is; the figure moves like a Demi that fits every slot."""
    own = g.role_extra
    if r.demi != FIGURE:
        if r.demi in g.renown and g.at[r.demi] != own["at"]:
            raise Refused(
                "sorcerer.elsewhere", player=r.player, demi=r.demi, at=g.at[r.demi], place=own["at"], expected=_reach(g)
            )
        return False
    if own["quest"] is not None:
        raise Refused("move.on-quest", demi=FIGURE, quest=own["quest"], slot=own["slot"], rule="VF-C4")
    if (r.to is UNSET) == (r.quest is UNSET):
        raise Refused("move.one-goal", player=r.player, demi=FIGURE, rule="VF-C4")
    if not (r.favor is UNSET and r.refill is UNSET and r.drew is UNSET and r.swap is UNSET):
        goal = r.quest if r.to is UNSET else r.to
        raise Refused("move.no-reward", player=r.player, demi=FIGURE, at=own["at"], to=goal, rule="VF-C4")
    moves.no_space(r.space)
    g.cause = ("move", None, r.player)
    if r.to is not UNSET:
        _to_place(g, r, r.to)
    else:
        _to_slot(g, r)
    return True


def _to_place(g: Game, r: Move, to: str) -> None:
    start = g.role_extra["at"]
    if not g.near(start, to):
        code = "move.unknown-place" if to not in PLACES else "move.same-place" if to == start else "move.not-adjacent"
        raise Refused(code, demi=FIGURE, at=start, to=to, rule="VF-C4", expected=sorted(g.terms.near[start]))
    if r.card is not UNSET or r.slot is not UNSET or r.source is not UNSET:
        raise Refused("move.card-without-slot", player=r.player, demi=FIGURE, to=to, rule="VF-C4")
    _stand(g, to)


def _to_slot(g: Game, r: Move) -> None:
    quest = quests.on_board(g, r.quest, "VF-C4")
    slot = quests.free_slot(g, quest, r.slot, "VF-C4")
    own, card = g.role_extra, g.quests[quest]
    if quest not in _in_reach(g):
        raise Refused(
            "move.quest-too-far",
            demi=FIGURE,
            at=own["at"],
            quest=quest,
            region=card.region,
            rule="VF-C4",
            expected=_in_reach(g),
        )
    facts.moved(g, FIGURE, own["at"], card.region, quest, slot)
    own.update(at=card.region, quest=quest, slot=slot)
    card.slots[slot - 1] = FIGURE
    moves.vote(g, r, quest)
    quests.complete_if_full(g, r.player, quest)


def _in_reach(g: Game) -> list[str]:
    """The Quests in its own or an adjacent location."""
    start = g.role_extra["at"]
    if start in ("abyss", "pools"):
        return []
    return [q for q, card in g.quests.items() if card.region == start or g.near(start, card.region)]


def _stand(g: Game, to: str, cause: str | None = None) -> None:
    """The figure stands in a location; a slot that it had is free again."""
    own = g.role_extra
    if own["quest"] is not None:
        g.quests[own["quest"]].slots[own["slot"] - 1] = None
    if own["at"] != to:
        facts.moved(g, FIGURE, own["at"], to, cause=cause)
    own.update(at=to, quest=None, slot=None)


def _forms(g: Game) -> Iterator[Fields]:
    """The figure's legal moves, but for `card`."""
    own = g.role_extra
    if own["quest"] is not None:
        return
    yield {"to": {"in": sorted(g.terms.near[own["at"]])}}
    for quest in _in_reach(g):
        free = [i + 1 for i, taken in enumerate(g.quests[quest].slots) if taken is None]
        yield {"quest": quest, "slot": {"in": free}}


# -- what befalls the figure -------------------------------------------------------------------------------


def _shift(g: Game, change: int, by_coin: bool = False) -> None:
    own = g.role_extra
    before = own["renown"]
    own["renown"] = track.bounded(g, before, change)
    if own["renown"] != before:
        facts.renown(g, FIGURE, before, own["renown"], (None, None), by_coin)


def _smite(g: Game, by_coin: bool = False) -> None:
    """A smite sends it to the City instead; its marker stays, and no Demi was smited (VF-H3)."""
    renown = g.role_extra["renown"]
    facts.renown(g, FIGURE, renown, renown, (None, None), by_coin)
    _stand(g, "city", "smite")


def _take(g: Game, effects: list[track.Effect], coins: Mapping[str, str]) -> list[track.Effect]:
    """Carries out what a Quest does to the figure: gains and losses, then smites; gives what is left."""
    mine = [op for name, ops in effects if name == FIGURE for op in track.tossed(ops, coins.get(FIGURE))]
    for word, count in mine:
        if word in ("gain", "lose"):
            _shift(g, count if word == "gain" else -count, FIGURE in coins)
    if ("smite", 0) in mine:
        _smite(g, FIGURE in coins)
    return [effect for effect in effects if effect[0] != FIGURE]


def _quest_leaves(g: Game, quest: str) -> None:
    """The figure stands in the region, like a Demi."""
    if g.role_extra["quest"] == quest:
        g.role_extra.update(quest=None, slot=None)


# -- spells ------------------------------------------------------------------------------------------------


def _cast(g: Game, r: Celestial) -> None:
    """A spell is an action and is paid with exactly its cost in Fate cards of the hand."""
    turn = turns.begin_action(g, r.player)
    spells = _data(g).spells
    spell = None if r.spell is UNSET else spells.get(r.spell)
    if spell is None:
        raise Refused(
            "sorcerer.spell", player=r.player, spell=None if r.spell is UNSET else r.spell, expected=list(spells)
        )
    if len(r.cards) != spell.cost:
        raise Refused(
            "sorcerer.spell-cost",
            player=r.player,
            spell=spell.name,
            given=len(r.cards),
            cost=spell.cost,
            expected=spell.cost,
        )
    for name, value in (("demi", r.demi), ("to", r.to)):
        if (value is not UNSET) != (name in _asks(spell)):
            raise Refused("sorcerer.spell-fields", spell=spell.name, expected=_asks(spell))
    cards.leave(g, r.player, r.cards)
    cards.discard(g, r.cards)
    facts.cards(g, r.player, r.cards, -1, "pay")
    turn.fate = turn.fate or bool(r.cards)
    turn.actions += 1
    g.cause = ("spell", spell.id, r.player)
    _does(g, spell, r.demi, r.to)


def _asks(spell: Spell) -> list[str]:
    """The fields that a spell's record has."""
    word = spell.does[0]
    return [*([] if word.startswith("own_") else ["demi"]), *(["to"] if word.endswith("portal") else [])]


def _does(g: Game, spell: Spell, demi: str | UnsetType, to: str | UnsetType) -> None:
    word, count = spell.does
    if demi is not UNSET and demi not in _reach(g):
        known = track.known_demi(g, demi, "VF-C4")
        raise Refused(
            "sorcerer.elsewhere",
            player=g.terms.celestial,
            demi=known,
            at=g.at[known],
            place=g.role_extra["at"],
            expected=_reach(g),
        )
    if word in ("own_gain", "own_lose"):
        _shift(g, count if word == "own_gain" else -count)
    elif word == "own_portal":
        _stand(g, _goal(g, to, FIGURE))
    elif word == "portal":
        start, goal = g.at[str(demi)], _goal(g, to, str(demi))
        track.leave_slot(g, str(demi))
        g.at[str(demi)] = goal
        if start != goal:
            facts.moved(g, str(demi), start, goal)
    elif word == "smite":
        track.smite(g, str(demi))
    else:
        track.shift(g, str(demi), count if word == "gain" else -count)


def _goal(g: Game, to: str | UnsetType, figure: str) -> str:
    """Any location but where the figure stands already; from a slot also the Quest's region."""
    own = figure == FIGURE
    at, slot = (g.role_extra["at"], g.role_extra["slot"]) if own else (g.at[figure], g.slot[figure])
    if to in PLACES and (to != at or slot is not None):
        return str(to)
    raise Refused("sorcerer.spell-goal", to=to, figure=figure, at=at, expected=list(PLACES))


def _spells(g: Game) -> Iterator[Fields]:
    turn = g.turn
    if g.phase != "turn" or turn is None or turn.player != g.terms.celestial or not turns.can_act(g, turn):
        return
    held = g.holds[turn.player]
    for spell in _data(g).spells.values():
        if spell.cost <= held:
            yield from _spell_forms(g, spell, turn.player)


def _spell_forms(g: Game, spell: Spell, player: str) -> Iterator[Fields]:
    pay: Fields = {"cards": cards_of(g, player, spell.cost) if spell.cost else []}
    asks = _asks(spell)
    if "to" not in asks:
        goal = {"demi": {"in": _reach(g)}} if asks else {}
        if not asks or _reach(g):
            yield {"spell": spell.id, **pay, **goal}
        return
    for name in _reach(g) if "demi" in asks else [FIGURE]:
        own = name == FIGURE
        at, slot = (g.role_extra["at"], g.role_extra["slot"]) if own else (g.at[name], g.slot[name])
        places = [place for place in PLACES if place != at or slot is not None]
        yield {"spell": spell.id, **pay, **({} if own else {"demi": name}), "to": {"in": places}}


# -- winning -----------------------------------------------------------------------------------------------


def _won(g: Game, demis: Demis, r: VeiledFateEnd) -> bool:
    """Its own Demi is left, and both markers are on one space."""
    return bool(g.renown.get(demis[str(g.terms.celestial)]) == g.role_extra["renown"])


ROLE = Role(
    name="sorcerer",
    title="Sorcerer",
    rule="VF-C4",
    text=(
        "Its own marker and its Demi's are to be on one space at the end; spells instead of God Powers, and "
        "Demis move only from where its figure is."
    ),
    wins="at_end",
    won=_won,
    powers="none",
    scored=False,
    needs={
        "start": "where its figure begins (`start`)",
        "renown": "where its marker begins (`renown`)",
        "spells": "its spells (`spells`)",
    },
    acts={"spell": Act(_cast, _spells, frozenset({"spell", "cards", "demi", "to"}), tried="again")},
    begin=_begin,
    figure=Figure(FIGURE, _move, _reach, _forms, _smite, _take),
    quest_leaves=_quest_leaves,
)

"""God Powers, paid with Fate cards or done by a Favor (VF-P, VF-H4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final

from vflog.games.veiled_fate import cards, facts, hadria, moves, quests, servants, track, turns
from vflog.games.veiled_fate.age_cards import takes_paid
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.god_powers import POWERS
from vflog.games.veiled_fate.pack import KINDS
from vflog.games.veiled_fate.records import Favor, Power
from vflog.games.veiled_fate.state import Game, Turn
from vflog.log.absent import UNSET
from vflog.log.problems import Refused

Deed = Power | Favor


def power(g: Game, r: Power) -> None:
    """VF-P1: one action, paid with exactly its cost."""
    if r.power not in POWERS:
        raise Refused("power.unknown", power=r.power, expected=list(POWERS))
    turn, voted = _begin(g, r, r.power)
    cost = g.terms.costs[r.power]
    free = False
    if r.player == g.terms.celestial:
        conduct.may_use_power(g, r.player)
        free = conduct.free_powers(g, r.player)
        cost = conduct.cost(g, r.player, cost)
    if len(r.pay) != cost:
        raise Refused(
            "power.cost",
            player=r.player,
            power=r.power,
            given=len(r.pay),
            cost=cost,
            expected=cost,
            rule="VF-C3" if free else None,
        )
    cards.leave(g, r.player, r.pay)
    _paid(g, r)
    if r.pay or free:
        turn.fate = True
    turn.actions += 1
    _carry_out(g, r, r.power, voted)
    if g.facts is not None:
        facts.power(g, r.player, r.power, "cards", cost, _target(r))


def favor(g: Game, r: Favor) -> None:
    """VF-H4: one a turn, no action, nothing paid; it acts as its power."""
    card = g.terms.pack.favors.get(r.favor)
    if card is None:
        raise Refused("favor.unknown", favor=r.favor, expected=list(g.terms.pack.favors))
    _, voted = _begin(g, r, card.power)
    name = hadria.play_favor(g, r.player, r.favor)
    _carry_out(g, r, name, voted)
    if g.facts is not None:
        facts.power(g, r.player, name, "favor", 0, _target(r))


def _begin(g: Game, r: Deed, name: str) -> tuple[Turn, str | None]:
    """The turn, and the Quest onto which Influence may follow; any deed ends that chance."""
    turn = g.turn
    voted = turn.voted if turn is not None else None
    late = (
        POWERS[name].after_vote
        and g.phase == "voters"
        and g.ruling("influence_after_completion") == "true"
        and turn is not None
        and turn.player == r.player
    )
    if late:
        g.phase, g.queue = "turn", [r.player]
    begun = turns.begin_action(g, r.player) if isinstance(r, Power) else turns.own_turn(g, r.player)
    if late:
        g.phase = "voters"
    begun.voted = None
    return begun, voted


def _paid(g: Game, r: Power) -> None:
    """Where the paid cards go: to the discards, or to the Age card that takes them (VF-G)."""
    if takes_paid(g):
        for card in r.pay:
            g.age_pile[card] += 1
        facts.cards(g, r.player, r.pay, -1, "pay", g.age_card)
    else:
        cards.discard(g, r.pay)
        facts.cards(g, r.player, r.pay, -1, "pay")


def _target(r: Deed) -> str | None:
    if r.demis is not UNSET:
        return " + ".join(r.demis)
    return next((t for t in (r.demi, r.servant, r.quest) if t is not UNSET), None)


def _carry_out(g: Game, r: Deed, name: str, voted: str | None) -> None:
    g.cause = (name, None, r.player)
    _no_stray(r, name)
    _DEEDS[name](g, r, voted)
    if r.discard or cards.too_many(g, r.player):
        cards.above_limit(g, r.player, r.discard, moves.drew_at_space(r.space))


_FIELDS: Final = {name: power.fields for name, power in POWERS.items()}
_ALL = ("demi", "demis", "to", "quest", "slot", "card", "added", "saw", "servant")
#: The fields that are not a power's own.
_STRAY: Final = {name: attrgetter(*(f for f in _ALL if f not in mine)) for name, mine in _FIELDS.items()}
_NONE: Final = {name: (UNSET,) * (len(_ALL) - len(mine & {*_ALL})) for name, mine in _FIELDS.items()}


def _no_stray(r: Deed, name: str) -> None:
    """A power has its own fields and no others."""
    if _STRAY[name](r) != _NONE[name]:
        mine = _FIELDS[name]
        other = next(f for f in _ALL if f not in mine and getattr(r, f) is not UNSET)
        raise Refused("power.stray-field", power=name, name=other, rule=POWERS[name].rule, expected=sorted(mine))
    if not POWERS[name].into_city:
        moves.no_space(r.space)


def _portal(g: Game, r: Deed, voted: str | None) -> None:
    moves.portal(g, r)


def _transfiguration(g: Game, r: Deed, voted: str | None) -> None:
    """VF-P3: two Demis on the same Quest change slots."""
    if r.demis is UNSET or len(r.demis) != 2:
        raise Refused("transfiguration.two", player=r.player)
    a, b = (track.known_demi(g, d, "VF-P3") for d in r.demis)
    quest = g.on[a]
    if a == b or quest is None or quest != g.on[b]:
        raise Refused("transfiguration.same-quest", a=a, b=b, at_a=quest or g.at[a], at_b=g.on[b] or g.at[b])
    slots = g.quests[quest].slots
    g.slot[a], g.slot[b] = g.slot[b], g.slot[a]
    for demi in (a, b):
        number = g.slot[demi]
        assert number is not None
        slots[number - 1] = demi
        facts.moved(g, demi, g.at[demi], g.at[demi], quest, number)


def _smite(g: Game, r: Deed, voted: str | None) -> None:
    """VF-P4: any Demi, also one in the Abyss; Hadria follows whom a God Power moves."""
    if conduct.is_figure(g, r.demi):
        g.cause = ("smite", str(r.demi), r.player)
        conduct.smite_figure(g)
        return
    demi = track.known_demi(g, r.demi, "VF-P4")
    g.cause = ("smite", demi, r.player)
    start, from_slot = g.at[demi], g.on[demi] is not None
    track.smite(g, demi)
    if g.hadria is not None:
        hadria.follow(g, g.hadria, start, "abyss", from_slot)


def _omniscience(g: Game, r: Deed, voted: str | None) -> None:
    """VF-P5: an unseen deck card joins a pile; then, unless the base table rules, the player looks through it."""
    quest = quests.on_board(g, r.quest, "VF-P5")
    there = g.quests[quest].pile
    able = cards.can_draw(g, 1)
    if r.added is UNSET or (r.added is not None) != bool(able):
        raise Refused("omniscience.added", player=r.player, quest=quest, able=able)
    if r.added is not None:
        cards.from_deck(g, there, r.added)
        facts.card(g, None, r.added, 0, "omniscience", quest)
    if r.saw is UNSET:
        return
    looks = isinstance(r, Favor) or g.terms.powers != "base" or g.ruling("base_omniscience") == "look"
    if not looks:
        raise Refused("omniscience.no-look", player=r.player)
    _look(g, there, r.saw)


def _look(g: Game, there: dict[str, int], saw: Sequence[str]) -> None:
    total = sum(there.values())
    known = {kind: max(there[kind], saw.count(kind)) for kind in KINDS}
    hidden = total - sum(known.values())
    if len(saw) != total or hidden < 0:
        raise Refused("omniscience.saw", saw=", ".join(saw), total=total, known=cards.named(there), expected=total)
    for kind in KINDS:
        if known[kind] > there[kind]:
            cards.note_seen(g, kind, known[kind] - there[kind])
            there[kind] = known[kind]
    there["?"] = hidden


def _influence(g: Game, r: Deed, voted: str | None) -> None:
    """VF-P6: one more card into the pile into which the same player has just put one."""
    if r.quest is UNSET or voted is None or r.quest != voted:
        quest = r.quest if r.quest is not UNSET else None
        raise Refused("influence.not-just-voted", player=r.player, quest=quest, voted=voted, expected=voted)
    moves.put_card(g, r.player, r.card, voted, "VF-P6", "influence")


def _command(g: Game, r: Deed, voted: str | None) -> None:
    servants.command(g, r)


_DEEDS: Final[dict[str, Callable[[Game, Deed, str | None], None]]] = {
    "portal": _portal,
    "transfiguration": _transfiguration,
    "smite": _smite,
    "omniscience": _omniscience,
    "influence": _influence,
    "command": _command,
}

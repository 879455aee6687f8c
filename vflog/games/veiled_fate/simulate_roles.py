"""What a Celestial's role does in a simulated game: legal forms filled in at random.

Every function gives the fields of a record, or `None` where the role has nothing of the kind (to do now).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from vflog.engine.dice import Dice
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.celestials.frame import Role
from vflog.games.veiled_fate.simulate_table import Table
from vflog.games.veiled_fate.state import Game

Fields = dict[str, Any]


def once(table: Table, role: Role) -> Fields | None:
    """What the role tries until it has had its one use."""
    for name, there in role.acts.items():
        fields = next(there.forms(table.g), None) if there.tried == "once" else None
        if fields is not None:
            player = str(table.g.terms.celestial)
            given = {key: _dealt(table, player, spec["of"]) for key, spec in fields.items()}
            return {"type": "celestial", "player": player, "act": name, **given}
    return None


def _dealt(table: Table, player: str, demis: list[str]) -> str:
    """A random one of these Demi cards that is unused; it is the player's from now on."""
    drew = table.dice.choice(table.unused(demi for demi in demis if demi != "?"))
    table.demis = {**table.demis, player: drew}
    return drew


def has_more(role: Role) -> bool:
    """Whether the role has something to do again and again."""
    return any(there.tried == "again" for there in role.acts.values())


def act(g: Game, dice: Dice, hand: list[str]) -> Fields | None:
    """A `celestial` record."""
    forms = list(conduct.forms(g))
    return {"type": "celestial", **_filled(dice.choice(forms)["fields"], dice, hand)} if forms else None


def figure_move(g: Game, dice: Dice, player: str, hand: list[str]) -> Fields | None:
    """A move of the role's own figure, now and then; onto a Quest where it can."""
    figure = conduct.figure(g)
    forms = list(figure.forms(g)) if figure is not None and player == g.terms.celestial else []
    if figure is None or not forms or not dice.chance(40):
        return None
    onto = [form for form in forms if "quest" in form and form["slot"]["in"] and hand]
    form = dice.choice(onto) if onto and dice.chance(70) else next(form for form in forms if "to" in form)
    card = {"card": dice.choice(hand)} if "quest" in form else {}
    return {"demi": figure.name, **_filled(form, dice, hand), **card}


def reach(g: Game, player: str) -> set[str] | None:
    """The Demis that the player's role may move, where it may not move all."""
    figure = conduct.figure(g)
    return None if figure is None or player != g.terms.celestial else set(figure.reach(g))


def own_vote(g: Game, dice: Dice, player: str) -> Fields | None:
    """A vote with a card of the role's own, now and then."""
    own = conduct.own_cards(g, player)
    held = own.held(g) if own is not None else []
    if own is None or not held or not dice.chance(50):
        return None
    return {"card": dice.choice(held), "from": own.source}


def own_shown(g: Game, quest: str) -> Fields:
    """The role's own cards in the reveal of a Quest."""
    votes = g.role_extra.get("votes", {}).get(quest, {})
    shown = [kind for kind, count in votes.items() for _ in range(count)]
    return {"mother": shown} if shown else {}


def forced(g: Game, dice: Dice) -> Fields | None:
    """The Prophet asks to be named as an extra voter, now and then."""
    asks = "forced" in g.role_extra and not conduct.must_be_named(g) and dice.chance(50)
    return act(g, dice, []) if asks else None


def with_celestial(g: Game, names: list[str]) -> list[str]:
    """The extra voters in seat order, the Celestial among them."""
    chosen = {*names} if g.terms.celestial in names else {*names[1:], g.terms.celestial}
    return [player for player in g.terms.players if player in chosen]


def _filled(fields: Fields, dice: Dice, hand: list[str]) -> Fields:
    return {name: _value(spec, dice, hand) for name, spec in fields.items()}


def _value(spec: Any, dice: Dice, hand: list[str]) -> Any:
    if not isinstance(spec, dict):
        return spec
    if "in" in spec:
        return dice.choice(spec["in"])
    held = Counter(hand)
    there = [kind for kind, count in spec["of"].items() for _ in range(min(count, held[kind]))]
    return dice.sample(there, spec["cards"])

"""The twelve Age cards: data, and a small function where data is not enough (VF-G).

A card says how it is voted on and what each outcome (`feather`, `scorpion`, `tie`) does: either a change
for the Demis in some places, or a function from the position to effects in pack order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, Literal

import msgspec

from vflog.games.veiled_fate.pack import COIN, PLACES, REGIONS, Op
from vflog.games.veiled_fate.state import Game
from vflog.games.veiled_fate.track import Effect

Outcome = Literal["feather", "scorpion", "tie"]
Effects = list[Effect]
WEST = ("forest", "coast", "canyons")
EAST = ("desert", "volcano", "mountains")
GAIN_1: Op = ("gain", 1)
GAIN_2: Op = ("gain", 2)
GAIN_3: Op = ("gain", 3)
LOSE_1: Op = ("lose", 1)
LOSE_2: Op = ("lose", 2)


class Where(msgspec.Struct, frozen=True):
    """A change for the Demis in these places."""

    places: tuple[str, ...]
    op: Op


Does = Where | Callable[[Game], Effects] | None


#: How all players vote as the rule book prints it; every other way stands on the cards alone.
PRINTED_VOTES: Final = frozenset({"global", "face_up"})


class AgeCard(msgspec.Struct, frozen=True):
    """How a card is voted on and what each outcome does.

    `vote`: `global` (after the first player, the first last), `face_up` (the same, no card hidden), `pick`
    (the first player names `picks`, then all others vote), `census` (by region, from the first player on),
    `judgement`, or `none` (the Age pile of paid cards is counted).
    """

    vote: str
    feather: Does
    scorpion: Does
    tie: Does
    picks: str = ""


def each(op: Op, demis: Iterable[str]) -> Effects:
    """The same change for each of these Demis."""
    return [(demi, (op,)) for demi in demis]


def left(g: Game) -> list[str]:
    """The Demis that have a marker, in pack order."""
    return [demi for demi in g.at if demi in g.renown]


def in_places(g: Game, places: Collection[str]) -> list[str]:
    """The Demis in these places, in pack order."""
    return [demi for demi, place in g.at.items() if place in places and demi in g.renown]


def _on_spaces(op: Op, low: int, high: int) -> Callable[[Game], Effects]:
    return lambda g: each(op, (d for d in left(g) if low <= g.renown[d] <= high))


def _picked(op: Op) -> Callable[[Game], Effects]:
    return lambda g: each(op, (d for d in left(g) if d in (g.pick or ())))


def _not_picked(g: Game) -> Effects:
    return each(GAIN_1, (d for d in left(g) if d not in (g.pick or ())))


def _picked_places(op: Op) -> Callable[[Game], Effects]:
    return lambda g: each(op, in_places(g, g.pick or ()))


def _other_places(g: Game) -> Effects:
    return each(GAIN_2, in_places(g, [p for p in PLACES if p not in (g.pick or ())]))


def _swap_spaces(a: int, b: int) -> Callable[[Game], Effects]:
    """Chaos: two spaces change places, inner orders kept; no gain, no loss."""

    def swap(g: Game) -> Effects:
        g.track[a], g.track[b] = g.track[b], g.track[a]
        for space in (a, b):
            for demi in g.track[space]:
                g.renown[demi] = space
        return []

    return swap


def _judged(side: str) -> Callable[[Game], Effects]:
    def effects(g: Game) -> Effects:
        assert g.judgement is not None
        quest, slots = g.judgement
        card = g.terms.pack.quests[quest]
        return [(d, getattr(slot, side)) for d, slot in zip(slots, card.slots, strict=True) if d]

    return effects


def _not_judged(g: Game) -> Effects:
    assert g.judgement is not None
    return each(GAIN_2, (d for d in left(g) if d not in g.judgement[1]))


CARDS: Final[dict[str, AgeCard]] = {
    "arbiter": AgeCard("pick", _picked(GAIN_2), _picked(LOSE_1), _not_picked, picks="demis"),
    "chaos": AgeCard("global", _swap_spaces(1, 3), _swap_spaces(2, 4), _on_spaces(GAIN_3, 0, 0)),
    "natural-order": AgeCard("global", _on_spaces(GAIN_1, 1, 2), _on_spaces(LOSE_1, 3, 12), _on_spaces(GAIN_3, 0, 0)),
    "sleight-of-hand": AgeCard("face_up", Where(WEST, COIN), Where(EAST, COIN), None),
    "decree": AgeCard("pick", _picked_places(GAIN_2), _picked_places(LOSE_2), _other_places, picks="locations"),
    "evil-curses": AgeCard(
        "global", Where(("abyss", "pools"), LOSE_2), Where(("city",), LOSE_2), Where(REGIONS, LOSE_2)
    ),
    "revelation": AgeCard("global", None, None, None),
    "the-census": AgeCard("census", None, None, None),
    "defend-borders": AgeCard(
        "global", Where(WEST, GAIN_2), Where(EAST, GAIN_2), Where(("city", "pools", "abyss"), GAIN_2)
    ),
    "eredans-blessing": AgeCard(
        "global", Where(("abyss", "pools"), GAIN_2), Where(("city",), GAIN_2), Where(REGIONS, GAIN_2)
    ),
    "judgement": AgeCard("judgement", _judged("feather"), _judged("scorpion"), _not_judged),
    "omnipotence": AgeCard(
        "none", Where(("abyss",), GAIN_2), Where(("city",), GAIN_2), Where(("pools",), GAIN_3)
    ),
}

#: What an outcome of the Census does to the Demis of its region.
CENSUS: Final[dict[str, Op]] = {"feather": GAIN_1, "scorpion": LOSE_1, "tie": ("smite", 0)}
#: How many unused Demi cards Revelation shows.
SHOWN = {"feather": 1, "tie": 2}


def effects(g: Game, card: str, outcome: str) -> Effects:
    """What a card's outcome does, to whom: settled before anyone is moved by it."""
    does: Does = getattr(CARDS[card], outcome)
    if does is None:
        return []
    if isinstance(does, Where):
        return each(does.op, in_places(g, does.places))
    return does(g)

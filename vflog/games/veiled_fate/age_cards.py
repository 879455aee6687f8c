"""The Age cards, one row each: all that is special to a card (VF-G).

A row says what the card is and asks for, and what each outcome of its vote does. What rows have in common is carried
out in `ages`; legal forms, views, simulated games and `explain` read the rows too, and nothing asks for a card's name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from vflog.games.veiled_fate.pack import COIN, REGIONS, Op
from vflog.games.veiled_fate.state import Game
from vflog.games.veiled_fate.track import TOP, Effect

Effects = list[Effect]
WEST = ("forest", "coast", "canyons")
EAST = ("desert", "volcano", "mountains")
GAIN_1: Op = ("gain", 1)
GAIN_2: Op = ("gain", 2)
GAIN_3: Op = ("gain", 3)
LOSE_1: Op = ("lose", 1)
LOSE_2: Op = ("lose", 2)
SMITE: Op = ("smite", 0)
#: How many Demis or locations the first player names, where a card asks for that.
NAMED: Final = 3

#: Who votes, and in which order: all from the first player on; all, the first player last; all but the first player;
#: nobody (then the Fate cards paid for God Powers in this Age are the votes).
ALL: Final = "all"
FIRST_LAST: Final = "first_last"
OTHERS: Final = "others"
NOBODY: Final = "nobody"


@dataclass(frozen=True)
class Outcome:
    """What one side of the vote does, and that in words.

    `effects` gives what befalls whom, in pack order, before anyone is moved by it; a card that votes by region has the
    same `op` for all Demis of the region instead. Besides: two spaces of the track change places (`swaps`), a Demi of
    the first player's choice has that (`target`), so many unused Demi cards are shown (`shows`), coins may be tossed
    for it (`coins`). The reveal has a field for each of the last three.
    """

    text: str
    effects: Callable[[Game], Effects] | None = None
    op: Op | None = None
    swaps: tuple[int, int] | None = None
    target: Op | None = None
    shows: int = 0
    coins: bool = False


@dataclass(frozen=True)
class AgeCard:
    """An Age card: its title and Age, how few players it is for (3: marked 3+), what each outcome does, and how it is
    voted on.

    `asks`: what comes before the vote: the first player names three `demis` or `locations`, or draws a `quest` onto
    which each player puts a Demi. `voters`: who votes (see above). `by_region`: each region by itself. `face_up`: no
    vote is hidden. `base`: it is one of the base game, which a pack for that is told to lack.
    """

    title: str
    age: int
    least: int
    feather: Outcome
    scorpion: Outcome
    tie: Outcome
    asks: str = ""
    voters: str = FIRST_LAST
    by_region: bool = False
    face_up: bool = False
    base: bool = False

    @property
    def takes_paid(self) -> bool:
        """The Fate cards paid for God Powers in this Age go face down to the card, not to the discards."""
        return self.voters == NOBODY

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """The three of them by name."""
        return {"feather": self.feather, "scorpion": self.scorpion, "tie": self.tie}

    @property
    def shown_with(self) -> tuple[str, ...]:
        """The fields that the card's reveal may need besides the cards."""
        there = (self.feather, self.scorpion, self.tie)
        fields = {
            "coins": any(outcome.coins for outcome in there),
            "target": any(outcome.target is not None for outcome in there),
            "revealed": any(outcome.shows for outcome in there),
        }
        return tuple(name for name, needed in fields.items() if needed)


# -- whom an outcome is for, and what it does ---------------------------------------------------------------


@dataclass(frozen=True)
class Whom:
    """Some of the Demis that have a marker, and that in words."""

    words: str
    has: Callable[[Game, str], bool]

    def find(self, g: Game) -> list[str]:
        """These Demis, in pack order."""
        return [demi for demi in g.at if demi in g.renown and self.has(g, demi)]


def each(op: Op, demis: Iterable[str]) -> Effects:
    """The same change for each of these Demis."""
    return [(demi, (op,)) for demi in demis]


def in_places(g: Game, places: Collection[str]) -> list[str]:
    """The Demis in these places, in pack order."""
    return [demi for demi, place in g.at.items() if place in places and demi in g.renown]


def said(op: Op) -> str:
    """What an operation does to some Demis, in words."""
    words = {"coin": "gain 1 or are smited, each by a coin", "smite": "are smited"}
    return words.get(op[0]) or f"{op[0]} {op[1]}"


def change(op: Op, whom: Whom) -> Outcome:
    """The same change for each of these Demis."""
    return Outcome(f"{whom.words} {said(op)}", effects=lambda g: each(op, whom.find(g)), coins=op == COIN)


def standing(low: int, high: int) -> Whom:
    """The Demis on these spaces of the Renown track."""
    spaces = f"{low} and more" if high == TOP else " and ".join(map(str, range(low, high + 1)))
    return Whom(f"Demis on {spaces}", lambda g, demi: low <= g.renown[demi] <= high)


def located(words: str, *places: str) -> Whom:
    """The Demis in these places; `words` say where that is."""
    return Whom(f"Demis {words}", lambda g, demi: g.at[demi] in places)


def _judged(side: str) -> Callable[[Game], Effects]:
    def effects(g: Game) -> Effects:
        assert g.age_quest is not None
        quest, slots = g.age_quest
        card = g.terms.pack.quests[quest]
        return [(d, getattr(slot, side)) for d, slot in zip(slots, card.slots, strict=True) if d]

    return effects


def _on_age_quest(g: Game, demi: str) -> bool:
    return g.age_quest is not None and demi in g.age_quest[1]


IN_WEST = located("in forest, coast and canyons", *WEST)
IN_EAST = located("in desert, volcano and mountains", *EAST)
IN_REGIONS = located("in the regions", *REGIONS)
IN_CITY = located("in the City", "city")
IN_ABYSS = located("in the Abyss", "abyss")
IN_POOLS = located("in the Pools", "pools")
BELOW = located("in Abyss and Pools", "abyss", "pools")
INSIDE = located("in City, Pools and Abyss", "city", "pools", "abyss")
THE_NAMED = Whom("the three named Demis", lambda g, demi: demi in (g.pick or ()))
NOT_NAMED = Whom("all other Demis", lambda g, demi: demi not in (g.pick or ()))
AT_NAMED = Whom("Demis in the three named locations", lambda g, demi: g.at[demi] in (g.pick or ()))
ELSEWHERE = Whom("Demis elsewhere", lambda g, demi: g.at[demi] not in (g.pick or ()))
NOT_ON_QUEST = Whom("all Demis not on that Quest", lambda g, demi: not _on_age_quest(g, demi))
NOTHING = Outcome("nothing happens")


# -- the cards ------------------------------------------------------------------------------------------------

CARDS: Final[dict[str, AgeCard]] = {
    "arbiter": AgeCard(
        "Arbiter", age=1, least=3, base=True, asks="demis", voters=OTHERS,
        feather=change(GAIN_2, THE_NAMED),
        scorpion=change(LOSE_1, THE_NAMED),
        tie=change(GAIN_1, NOT_NAMED),
    ),
    "chaos": AgeCard(
        "Chaos", age=1, least=2, base=True,
        feather=Outcome("spaces 1 and 3 of the Renown track change places", swaps=(1, 3)),
        scorpion=Outcome("spaces 2 and 4 of the Renown track change places", swaps=(2, 4)),
        tie=change(GAIN_3, standing(0, 0)),
    ),
    "natural-order": AgeCard(
        "Natural Order", age=1, least=2, base=True,
        feather=change(GAIN_1, standing(1, 2)),
        scorpion=change(LOSE_1, standing(3, TOP)),
        tie=change(GAIN_3, standing(0, 0)),
    ),
    "sleight-of-hand": AgeCard(
        "Sleight of Hand", age=1, least=3, base=True, face_up=True,
        feather=change(COIN, IN_WEST),
        scorpion=change(COIN, IN_EAST),
        tie=Outcome("a Demi of the first player's choice gains 2", target=GAIN_2),
    ),
    "decree": AgeCard(
        "Decree", age=2, least=3, base=True, asks="locations", voters=OTHERS,
        feather=change(GAIN_2, AT_NAMED),
        scorpion=change(LOSE_2, AT_NAMED),
        tie=change(GAIN_2, ELSEWHERE),
    ),
    "evil-curses": AgeCard(
        "Evil Curses", age=2, least=2, base=True,
        feather=change(LOSE_2, BELOW),
        scorpion=change(LOSE_2, IN_CITY),
        tie=change(LOSE_2, IN_REGIONS),
    ),
    "revelation": AgeCard(
        "Revelation", age=2, least=3, base=True,
        feather=Outcome("one unused Demi card is shown", shows=1),
        scorpion=NOTHING,
        tie=Outcome("two unused Demi cards are shown", shows=2),
    ),
    "the-census": AgeCard(
        "The Census", age=2, least=2, base=True, voters=ALL, by_region=True,
        feather=Outcome("Demis in the region gain 1", op=GAIN_1),
        scorpion=Outcome("Demis in the region lose 1", op=LOSE_1),
        tie=Outcome("Demis in the region are smited", op=SMITE),
    ),
    "defend-borders": AgeCard(
        "Defend Borders", age=3, least=2, base=True,
        feather=change(GAIN_2, IN_WEST),
        scorpion=change(GAIN_2, IN_EAST),
        tie=change(GAIN_2, INSIDE),
    ),
    "eredans-blessing": AgeCard(
        "Eredan's Blessing", age=3, least=2, base=True,
        feather=change(GAIN_2, BELOW),
        scorpion=change(GAIN_2, IN_CITY),
        tie=change(GAIN_2, IN_REGIONS),
    ),
    "judgement": AgeCard(
        "Judgement", age=3, least=3, base=True, asks="quest", voters=ALL,
        feather=Outcome("each slot's feather side befalls its Demi", effects=_judged("feather"), coins=True),
        scorpion=Outcome("each slot's scorpion side befalls its Demi", effects=_judged("scorpion"), coins=True),
        tie=change(GAIN_2, NOT_ON_QUEST),
    ),
    "omnipotence": AgeCard(
        "Omnipotence", age=3, least=2, base=True, voters=NOBODY,
        feather=change(GAIN_2, IN_ABYSS),
        scorpion=change(GAIN_2, IN_CITY),
        tie=change(GAIN_3, IN_POOLS),
    ),
}  # fmt: skip


def on_table(g: Game) -> AgeCard | None:
    """The Age card that lies there."""
    return None if g.age_card is None else CARDS[g.age_card]


def takes_paid(g: Game) -> bool:
    """Whether Fate cards paid for God Powers go to the Age card that lies there."""
    return g.age_card is not None and CARDS[g.age_card].takes_paid


def effects(g: Game, outcome: Outcome) -> Effects:
    """What an outcome does, to whom: settled before anyone is moved by it."""
    return outcome.effects(g) if outcome.effects is not None else []

"""The records of Veiled Fate (`vflog/1`, ruleset `veiled-fate`), as their JSON types alone tell them.

What a type always needs is required here; what only some uses of it need is left to the rule that asks
for it. `"?"` may stand for a Fate card wherever the type is `Fate`; where it may not, a rule says so.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UnsetType, field

from vflog.log.absent import UNSET
from vflog.log.records import End, Header, Int, Record

Fate = Literal["f1", "f2", "s1", "s2", "+2", "?"]
Coin = Literal["gain", "smite"]
Side = Literal["feather", "scorpion"]


class _Part(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """An object inside a record."""


class LaidQuest(_Part):
    """A Quest laid out at set-up."""

    quest: str
    region: str


class Space(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What a City space asks for (VF-A5)."""

    drew: list[Fate] | UnsetType = UNSET
    target: str | UnsetType = UNSET
    coin: Coin | UnsetType = UNSET


#: What a record without `space`, or with an empty one, says.
NO_SPACE = Space()


class Swap(_Part):
    """One Fate card discarded and one drawn on the way from the Pools to the City (VF-M7)."""

    discard: Fate
    drew: Fate | None


class RegionVote(_Part):
    """The cards of one region in the reveal of the Census."""

    cards: list[Fate] = []
    drawn: list[Fate] = []


class VeiledFateHeader(Header, tag="game", kw_only=True):
    """The `game` record: which expansions, which power table, how much the log tells."""

    expansions: list[str] = []
    powers: str | UnsetType = UNSET
    detail: str | UnsetType = UNSET


class Setup(Record, tag="setup", kw_only=True):
    """VF-S2: the first record of play."""

    first: str
    quests: list[LaidQuest]
    city: str
    demis: dict[str, str | list[str]]
    hands: dict[str, list[Fate]]
    order: list[str] | UnsetType = UNSET
    display: list[str] | UnsetType = UNSET
    servants: dict[str, str] | UnsetType = UNSET


class Age(Record, tag="age", kw_only=True):
    """VF-A1: an Age card is read. A scorekeeper's log gives no player, and the card only if it knows it."""

    age: Int
    player: str | UnsetType = UNSET
    card: str | UnsetType = UNSET


class Move(Record, tag="move", kw_only=True):
    """VF-M: a Demi moves to a location or onto a Quest slot."""

    player: str
    demi: str
    to: str | UnsetType = UNSET
    quest: str | UnsetType = UNSET
    slot: Int | UnsetType = UNSET
    card: Fate | UnsetType = UNSET
    source: str | UnsetType = field(default=UNSET, name="from")
    favor: str | UnsetType = UNSET
    refill: str | UnsetType | None = UNSET
    drew: Fate | UnsetType | None = UNSET
    swap: Swap | UnsetType = UNSET
    space: Space = NO_SPACE
    discard: list[Fate] = []


class _Deed(Record, kw_only=True):
    """The fields of the God Powers, whether paid with Fate cards or done by a Favor."""

    player: str
    demi: str | UnsetType = UNSET
    demis: list[str] | UnsetType = UNSET
    to: str | UnsetType = UNSET
    quest: str | UnsetType = UNSET
    slot: Int | UnsetType = UNSET
    card: Fate | UnsetType = UNSET
    added: Fate | UnsetType | None = UNSET
    saw: list[Fate] | UnsetType = UNSET
    servant: str | UnsetType = UNSET
    space: Space = NO_SPACE
    discard: list[Fate] = []


class Power(_Deed, tag="power", kw_only=True):
    """VF-P: a God Power, paid with Fate cards of the hand."""

    power: str
    pay: list[Fate] = []


class Favor(_Deed, tag="favor", kw_only=True):
    """VF-H4: a Favor is played and acts as its power."""

    favor: str


class EndTurn(Record, tag="end_turn", kw_only=True):
    """VF-T: a turn ends; `again` asks for the Arbiter's second turn."""

    player: str
    again: bool | UnsetType = UNSET


class Rest(Record, tag="rest", kw_only=True):
    """VF-T1: a player rests by choice."""

    player: str


class Voters(Record, tag="voters", kw_only=True):
    """VF-Q1: the completer of a Quest names who votes."""

    player: str
    quest: str
    players: list[str]


class Vote(Record, tag="vote", kw_only=True):
    """VF-Q1: a named player adds a card to the pile."""

    player: str
    quest: str
    card: Fate | None
    source: str | UnsetType = field(default=UNSET, name="from")


class Reveal(Record, tag="reveal", kw_only=True):
    """VF-Q3: the pile of a complete Quest is shown; of Mother's Fate cards, those that lie there."""

    quest: str
    cards: list[Fate] = []
    drawn: list[Fate] = []
    mother: list[Fate] = []
    vote_coin: Side | UnsetType = UNSET
    coins: dict[str, Coin] = {}


class AgePick(Record, tag="age_pick", kw_only=True):
    """VF-G: the first player names Demis (Arbiter) or locations (Decree)."""

    player: str
    demis: list[str] | UnsetType = UNSET
    locations: list[str] | UnsetType = UNSET


class AgeQuest(Record, tag="age_quest", kw_only=True):
    """VF-G: the first player draws the Quest of Judgement."""

    player: str
    quest: str


class AgePlace(Record, tag="age_place", kw_only=True):
    """VF-G: a player puts a Demi on the Quest of Judgement."""

    player: str
    demi: str
    slot: Int


class AgeVote(Record, tag="age_vote", kw_only=True):
    """VF-G: a player votes on the Age card; of the Census, by region."""

    player: str
    cards: list[Fate] = []
    regions: dict[str, list[Fate]] = {}


class AgeReveal(Record, tag="age_reveal", kw_only=True):
    """VF-G: the votes on the Age card are shown."""

    cards: list[Fate] = []
    drawn: list[Fate] = []
    coins: dict[str, Coin] = {}
    target: str | UnsetType = UNSET
    revealed: list[str] | UnsetType = UNSET
    regions: dict[str, RegionVote] = {}


class Deal(Record, tag="deal", kw_only=True):
    """VF-A2: a player draws for a new Age."""

    player: str
    cards: list[Fate] = []
    discard: list[Fate] = []


class Place(Record, tag="place", kw_only=True):
    """VF-A2: a player lays out a Quest for a new Age."""

    player: str
    quest: str
    region: str


class City(Record, tag="city", kw_only=True):
    """VF-A2: the first player draws the City card of a new Age."""

    player: str
    card: str


class Celestial(Record, tag="celestial", kw_only=True):
    """VF-C: what a Celestial's role lets it do (`act`)."""

    player: str
    act: str
    drew: str | UnsetType = UNSET
    demi: str | UnsetType = UNSET
    to: str | UnsetType = UNSET
    quest: str | UnsetType = UNSET
    region: str | UnsetType = UNSET
    spell: str | UnsetType = UNSET
    cards: list[Fate] = []


class Score(Record, tag="score", kw_only=True):
    """A scorekeeper's record: markers that moved."""

    changes: dict[str, Int]


class Smite(Record, tag="smite", kw_only=True):
    """A scorekeeper's record: Demis smited."""

    demis: list[str]


class Corruption(Record, tag="corruption", kw_only=True):
    """A scorekeeper's record: Corruption a player gathered."""

    player: str
    amount: Int


class VeiledFateEnd(End, tag="end", kw_only=True):
    """VF-E2: everybody shows their Demi."""

    demis: dict[str, str | list[str]] | UnsetType = UNSET
    unused: list[str] | UnsetType = UNSET
    guess: dict[str, str] | UnsetType = UNSET
    winners: list[str] = []


PLAYS: tuple[type[Record], ...] = (
    Setup, Age, Move, Power, Favor, EndTurn, Rest, Celestial, Voters, Vote, Reveal, AgePick, AgeQuest, AgePlace,
    AgeVote, AgeReveal, Deal, Place, City, Score, Smite, Corruption,
)  # fmt: skip

MAY_BE_LEFT_OUT = frozenset(
    {"cards", "drawn", "mother", "regions", "pay", "coins", "discard", "winners", "space", "expansions", "rulings"}
)

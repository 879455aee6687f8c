"""The position of one game (`Game`): what changes while it is played, and its state document.

Everything here is plain dicts, lists, strings and integers. The rules in the other modules change a
`Game`; the document and its public form are made only when wanted.
"""

from __future__ import annotations

from typing import Any, Final

from vflog.engine.facts import Facts
from vflog.games.veiled_fate.pack import KINDS, QuestCard
from vflog.games.veiled_fate.rulings import RulingName
from vflog.games.veiled_fate.terms import BRIDGE, Terms

#: A hand, a pile, the discards: how many cards of each kind are known to be there, and `?` the rest.
Pile = dict[str, int]
SPACES: Final = 13
#: Phases in which the players act one after the other in a given order.
ORDERED: Final = frozenset({"age_vote", "age_place", "deal", "place"})
#: Stands on a Quest slot that is ignored (VF-C4): nobody, and not free.
CLOSED: Final = ""


_EMPTY: Pile = {"f1": 0, "f2": 0, "s1": 0, "s2": 0, "+2": 0, "?": 0}


def pile() -> Pile:
    """An empty hand or pile."""
    return _EMPTY.copy()


class Quest:
    """A Quest on the board: its card, where, who stands on its slots, the cards in its pile, when it was laid out."""

    __slots__ = ("card", "full_n", "pile", "placed_by", "placed_n", "region", "slots")

    def __init__(
        self, card: QuestCard, region: str, slots: list[str | None], placed_n: int, placed_by: str | None
    ) -> None:
        self.card = card
        self.region = region
        self.slots = slots
        self.pile = pile()
        self.placed_n = placed_n
        self.placed_by = placed_by
        #: For the facts: the record that filled the last slot.
        self.full_n: int | None = None

    def copy(self) -> Quest:
        """The same Quest, changed independently."""
        twin = Quest(self.card, self.region, self.slots[:], self.placed_n, self.placed_by)
        twin.pile, twin.full_n = self.pile.copy(), self.full_n
        return twin


class Turn:
    """The turn under way (document key `turn`), its number and the record it began with."""

    __slots__ = ("actions", "again", "fate", "favor_gained", "favor_played", "first_n", "number", "player", "voted")

    def __init__(self, player: str, number: int, first_n: int, again: bool = False) -> None:
        self.begin(player, number, first_n, again)

    def begin(self, player: str, number: int, first_n: int, again: bool) -> None:
        """A player's turn begins (the last one is over)."""
        self.player = player
        self.actions = 0
        self.fate = False
        self.favor_gained = False
        self.favor_played = False
        self.voted: str | None = None
        self.again = again
        self.number = number
        self.first_n = first_n

    def copy(self) -> Turn:
        """The same turn, changed independently."""
        twin = Turn(self.player, self.number, self.first_n, self.again)
        twin.actions, twin.fate, twin.voted = self.actions, self.fate, self.voted
        twin.favor_gained, twin.favor_played = self.favor_gained, self.favor_played
        return twin

    def document(self) -> dict[str, Any]:
        """The value of the document's key `turn`."""
        return {
            "player": self.player,
            "actions": self.actions,
            "fate": self.fate,
            "favor_gained": self.favor_gained,
            "favor_played": self.favor_played,
            "voted": self.voted,
            "again": self.again,
        }


class Hadria:
    """Hadria: where she is, her Renown, the Favors on display, the size of the Favor deck."""

    __slots__ = ("at", "deck", "display", "renown", "seen")

    def __init__(self, deck: int) -> None:
        self.at = "abyss"
        self.renown = 1
        self.display: list[str] = []
        self.deck = deck
        self.seen: dict[str, int] = {}

    def copy(self) -> Hadria:
        """The same, changed independently."""
        twin = Hadria(self.deck)
        twin.at, twin.renown = self.at, self.renown
        twin.display, twin.seen = self.display[:], self.seen.copy()
        return twin


class Favors:
    """A player's Favors in hand (sorted) and played (in order), and the Corruption of the latter."""

    __slots__ = ("corruption", "hand", "played")

    def __init__(self) -> None:
        self.hand: list[str] = []
        self.played: list[str] = []
        self.corruption = 0

    def copy(self) -> Favors:
        """The same, changed independently."""
        twin = Favors()
        twin.hand, twin.played, twin.corruption = self.hand[:], self.played[:], self.corruption
        return twin


class Game:
    """One game under way: `terms` never change, all else does."""

    __slots__ = (
        "age",
        "age_card",
        "age_ended_by",
        "age_first",
        "age_first_n",
        "age_pile",
        "age_quest",
        "age_rested",
        "annihilated",
        "asked",
        "at",
        "cause",
        "census",
        "city",
        "city_space",
        "decided",
        "deck",
        "discards",
        "disqualified",
        "facts",
        "favors",
        "first",
        "first_rested",
        "given_back",
        "hadria",
        "hands",
        "holds",
        "known",
        "known_n",
        "n",
        "on",
        "pending",
        "phase",
        "pick",
        "quests",
        "queue",
        "renown",
        "rested",
        "role_extra",
        "role_used",
        "seen",
        "servants",
        "shown",
        "slot",
        "terms",
        "track",
        "turn",
        "turns",
        "used_city",
        "used_quests",
        "winners",
        "won",
    )

    terms: Terms
    facts: Facts | None

    def __init__(self, terms: Terms, like: Game | None = None) -> None:
        """A game at its beginning, or in the same position as another."""
        self.terms = terms
        self.facts = None
        if like is None:
            self._begin(terms)
        else:
            self._become(like)

    def _begin(self, terms: Terms) -> None:
        pack = terms.pack
        self.n = 0
        #: What the record under way is for the facts: cause, subject, player.
        self.cause: tuple[str, str | None, str | None] = ("setup", None, None)
        self.age = 0
        self.phase = "setup"
        #: Who must act: in an ordered round the first of them, else one of them.
        self.queue: list[str] = []
        self.first: str | None = None
        self.first_rested: str | None = None
        self.rested: set[str] = set()
        self.turn: Turn | None = None
        self.turns = 0
        #: For the facts: who was first player when the Age began, in which record, who rested first, what ended it.
        self.age_first: str | None = None
        self.age_first_n = 0
        self.age_rested: str | None = None
        self.age_ended_by: str | None = None
        self.at: dict[str, str] = dict.fromkeys(pack.demis, "city")
        self.on: dict[str, str | None] = dict.fromkeys(pack.demis)
        self.slot: dict[str, int | None] = dict.fromkeys(pack.demis)
        #: Renown by Demi; one that is annihilated (or dead) has no entry.
        self.renown: dict[str, int] = dict.fromkeys(pack.demis, 0)
        self.track: list[list[str]] = [list(pack.demis), *([] for _ in range(SPACES - 1))]
        self.hands: dict[str, Pile] = {p: pile() for p in terms.players}
        #: How many Fate cards each player holds: the sum of the hand.
        self.holds: dict[str, int] = dict.fromkeys(terms.players, 0)
        self.deck = terms.deck
        self.discards = pile()
        #: Of each kind, how many known copies lie outside the deck (VF-F5).
        self.seen: dict[str, int] = dict.fromkeys(KINDS, 0)
        self.quests: dict[str, Quest] = {}
        self.city: str | None = None
        self.city_space = 0
        self.age_card: str | None = None
        self.age_pile = pile()
        self.census: dict[str, Pile] | None = None
        self.pick: list[str] | None = None
        #: The Quest that the Age card has brought, and who stands on its slots.
        self.age_quest: tuple[str, list[str | None]] | None = None
        self.pending: tuple[str, str] | None = None
        self.used_quests: set[str] = set()
        self.used_city: set[str] = set()
        self.hadria = Hadria(sum(terms.favors_in_play.values())) if terms.hadria else None
        self.favors: dict[str, Favors] = {p: Favors() for p in terms.players} if terms.hadria else {}
        self.servants: dict[str, str] = {}
        self.role_used = False
        #: What the Celestial's role adds to the state; values that are changed are replaced or have a `copy`.
        self.role_extra: dict[str, Any] = terms.role.begin(terms.role_data) if terms.role and terms.role.begin else {}
        self.won: bool | None = None
        self.disqualified: bool | None = None
        self.known: dict[str, Any] = {p: "?" for p in terms.players if self._demis_of(p)}
        #: For the facts: the record that told who owns what.
        self.known_n: dict[str, int] = {}
        self.shown: list[str] = []
        self.given_back: list[str] = []  # By the Tormentor, in order; `?` for a Demi that was not known.
        self.annihilated: list[str] = []
        self.winners: list[str] | None = None
        #: The winners stand: the game was played to its end, or a judge's result says so.
        self.decided = False
        #: The named rulings that a rule has asked for: under another value of any other this would be the same game.
        self.asked: set[str] = set(terms.asked)

    def _demis_of(self, player: str) -> int:
        role = self.terms.role
        return role.demis if role and player == self.terms.celestial else 1

    def copy(self) -> Game:
        """An independent game in the same position, without facts."""
        return Game(self.terms, self)

    def _become(self, other: Game) -> None:
        self.n, self.cause = other.n, other.cause
        self.age, self.phase, self.queue = other.age, other.phase, other.queue[:]
        self.first, self.first_rested, self.rested = other.first, other.first_rested, other.rested.copy()
        self.turn, self.turns = None if other.turn is None else other.turn.copy(), other.turns
        self.age_first, self.age_first_n = other.age_first, other.age_first_n
        self.age_rested, self.age_ended_by = other.age_rested, other.age_ended_by
        self.at, self.on, self.slot = other.at.copy(), other.on.copy(), other.slot.copy()
        self.renown, self.track = other.renown.copy(), [space[:] for space in other.track]
        self.hands, self.holds = {p: hand.copy() for p, hand in other.hands.items()}, other.holds.copy()
        self.deck, self.discards, self.seen = other.deck, other.discards.copy(), other.seen.copy()
        self.quests = {q: quest.copy() for q, quest in other.quests.items()}
        self.city, self.city_space = other.city, other.city_space
        self.age_card, self.age_pile = other.age_card, other.age_pile.copy()
        self.census = None if other.census is None else {r: p.copy() for r, p in other.census.items()}
        self.pick = None if other.pick is None else other.pick[:]
        self.age_quest = None if other.age_quest is None else (other.age_quest[0], other.age_quest[1][:])
        self.pending, self.used_quests = other.pending, other.used_quests.copy()
        self.used_city = other.used_city.copy()
        self.hadria = None if other.hadria is None else other.hadria.copy()
        self.favors = {p: favors.copy() for p, favors in other.favors.items()}
        self.servants, self.role_used = other.servants.copy(), other.role_used
        self.role_extra = {k: v.copy() if hasattr(v, "copy") else v for k, v in other.role_extra.items()}
        self.won, self.disqualified = other.won, other.disqualified
        self.known, self.known_n = other.known.copy(), other.known_n.copy()
        self.shown, self.given_back = other.shown[:], other.given_back[:]
        self.annihilated = other.annihilated[:]
        self.winners, self.decided = other.winners, other.decided
        self.asked = other.asked.copy()

    def ruling(self, name: RulingName) -> str:
        """The value of a named ruling, which a rule asks for: from here on it may have made a difference."""
        self.asked.add(name)
        return self.terms.rulings[name]

    def near(self, start: str, to: str) -> bool:
        """Whether a Demi may move from one location into the other (VF-B1, B2, B3)."""
        if start == BRIDGE[0] and to == BRIDGE[1]:
            self.asked.add("bridge")
        return to in self.terms.near[start]

    @property
    def waiting(self) -> list[str]:
        """The players one of whom must act now, in seat order (document key `waiting`)."""
        if self.phase in ORDERED:
            return self.queue[:1]
        return self.queue

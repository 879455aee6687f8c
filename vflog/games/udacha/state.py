"""The position of a game: zones, open frames, counts and memories; its state document and public form.

What the log does not tell stands as `"?"`: a zone is a list of instances and `"?"`, in order where the
zone is ordered. `where` finds the zone of a card that is known to be somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple

from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, Catalogue, name, owner
from vflog.games.udacha.records import Effect, Opening
from vflog.log.absent import UNSET

#: Zones in which places count, from the top or from the left.
ORDERED = frozenset(("deck", "scenery"))
#: Zones of which the foe sees no card.
SECRET = ("hand", "deck", "vault")
Key = tuple[str, str, str]


class Fixed(NamedTuple):
    """What does not change in a game."""

    catalogue: Catalogue
    strict: bool
    rulings: Mapping[str, str]
    seats: tuple[str, ...]


class Answer(NamedTuple):
    """An answer to a frame: who, in which window, by which card (`"?"` where it is hidden), by which effect."""

    player: str
    window: str
    card: str
    eff: str


class Move(NamedTuple):
    """A move of a card while a frame is open, with the frame whose own line held it (0: a judge's ruling), and whether
    that was cancelled."""

    card: str
    source: str
    target: str
    frame: int
    cancelled: bool


class Departure(NamedTuple):
    """A Hero with a Bounty that has left: who may Invest how much, which frame moved it, in which turn, whereto."""

    player: str
    card: str
    amount: int
    frame: int
    turn: int
    zone: str


class Veiled(NamedTuple):
    """Hidden cards that have left in one frame where a Bounty counts: how many no Invest has named yet, in what turn
    the last one left, to which kinds of zone."""

    left: int
    turn: int
    zones: frozenset[str]


class Frame:
    """A frame under way: its opening line and what has become of it."""

    __slots__ = (
        "answers",
        "any_time",
        "barred",
        "cancelled",
        "coveted",
        "effect",
        "limit",
        "n",
        "opening",
        "passed",
        "reacted",
        "reload",
        "resolved",
        "since",
        "supports",
    )

    def __init__(self, n: int, opening: Opening, since: int) -> None:
        self.n = n
        self.opening = opening
        self.since = since
        self.effect: Effect | None = None
        #: Whether the effect used is an INTERRUPT worded as usable at any time (A24), or hidden, so that it may be one.
        self.any_time = False
        self.resolved = False
        self.cancelled = False
        self.reacted = False
        self.supports = False
        #: Whether a SUPPORT could not put its own card into play when it would have.
        self.barred = False
        #: Which kind of limited use this is, and of what.
        self.limit: tuple[str, Key] | None = None
        #: The foe's Active copies when a Coveted card was announced, and `"?"` where a hidden card may have been one;
        #: `None` where the card is not Coveted.
        self.coveted: tuple[str, ...] | None = None
        #: The Reload numbers in play when a Reload draw was announced; `None` where there is nothing to judge.
        self.reload: tuple[int, ...] | None = None
        self.answers: list[Answer] = []
        self.passed: set[tuple[str, str]] = set()

    @property
    def p(self) -> str:
        return self.opening.p

    @property
    def card(self) -> str:
        """The card of the opening line; `"?"` where it is hidden or there is none."""
        card = self.opening.card
        return HIDDEN if card is UNSET else card

    def copy(self) -> Frame:
        """An independent frame in the same stage."""
        out = Frame(self.n, self.opening, self.since)
        out.effect, out.any_time, out.supports, out.barred = self.effect, self.any_time, self.supports, self.barred
        out.resolved, out.cancelled, out.reacted = self.resolved, self.cancelled, self.reacted
        out.limit, out.coveted, out.reload = self.limit, self.coveted, self.reload
        out.answers = self.answers[:]
        out.passed = self.passed.copy()
        return out

    def document(self) -> dict[str, Any]:
        """Its part of the state document."""
        line = self.opening
        fields = {
            "n": self.n,
            "p": line.p,
            "what": line.what,
            "card": line.card,
            "eff": line.eff,
            "win": line.win,
            "trig": line.trig,
            "in": line.in_,
            "resolved": self.resolved,
        }
        return {key: None if value is UNSET else value for key, value in fields.items()}


class State:
    """One position. Rules read and change it; only `copy` and `document` are methods of the whole."""

    __slots__ = (
        "asked",
        "banned",
        "begun",
        "departures",
        "fixed",
        "frames",
        "moves",
        "on",
        "quests",
        "reload_drawn",
        "reload_number",
        "reveals",
        "set_up",
        "supported",
        "t",
        "to_win",
        "turns",
        "used_game",
        "used_turn",
        "veiled",
        "where",
        "winner",
        "zones",
    )

    def __init__(self, fixed: Fixed, to_win: int) -> None:
        self.fixed = fixed
        self.to_win = to_win
        self.on: str | None = None
        self.t = 0
        #: How many turns have begun (`t` is only as written).
        self.turns = 0
        #: Whether the first record of play is past, and who has been set up.
        self.begun = False
        self.set_up: set[str] = set()
        self.zones: dict[str, list[str]] = {}
        self.where: dict[str, str] = {}
        self.quests = dict.fromkeys(PLAYERS, 0)
        self.reveals = dict.fromkeys(PLAYERS, 0)
        self.frames: list[Frame] = []
        #: The moves made since the outermost open frame was opened.
        self.moves: list[Move] = []
        #: Limited uses, each with how many of them were not cancelled.
        self.used_turn: dict[Key, int] = {}
        self.used_game: dict[Key, int] = {}
        self.banned: set[str] = set()
        self.reload_drawn = False
        #: Cards drawn by Reload in this turn.
        self.reload_number = 0
        self.departures: list[Departure] = []
        #: By their frames.
        self.veiled: dict[int, Veiled] = {}
        #: Copies that left the Hand through their own SUPPORT and have not come back.
        self.supported: set[str] = set()
        self.winner: str | None = None
        #: The named rulings that a rule has asked for.
        self.asked: set[str] = set()

    def copy(self) -> State:
        """An independent position, equal to this one."""
        out = copy(self)
        out.set_up = self.set_up.copy()
        out.zones = {place: cards[:] for place, cards in self.zones.items()}
        out.where = self.where.copy()
        out.quests = self.quests.copy()
        out.reveals = self.reveals.copy()
        out.frames = [frame.copy() for frame in self.frames]
        out.moves = self.moves[:]
        out.used_turn = self.used_turn.copy()
        out.used_game = self.used_game.copy()
        out.banned = self.banned.copy()
        out.departures = self.departures[:]
        out.veiled = self.veiled.copy()
        out.supported = self.supported.copy()
        out.asked = self.asked.copy()
        return out

    def ruling(self, name: str) -> str:
        """The value of a named ruling, which a rule asks for: from here on it may have made a difference."""
        self.asked.add(name)
        return self.fixed.rulings[name]

    def zone(self, place: str) -> list[str]:
        """The cards at a place (such as `A.hand`)."""
        return self.zones.setdefault(place, [])

    def frame(self, n: int | None) -> Frame | None:
        """The open frame of that number."""
        return next((frame for frame in self.frames if frame.n == n), None)

    def could_be(self, card: str, place: str) -> bool:
        """Whether the card is there, or nothing that is known speaks against it."""
        if card == HIDDEN:
            return bool(self.zones.get(place))
        if card in self.where:
            return self.where[card] == place
        return HIDDEN in self.zones.get(place, ())

    def moves_of(self, card: str, since: int, *places: str) -> list[Move]:
        """The moves from the place `since` in `moves` on that a card which lay here or there made, or, where they are
        hidden, may have made."""
        out, may_be = [], {*places}
        for move in self.moves[since:]:
            if move.card == card:
                may_be = {move.target}
            elif move.card == HIDDEN and move.source in may_be:
                may_be.add(move.target)
            else:
                continue
            out.append(move)
        return out

    def in_play(self, player: str) -> Iterator[str]:
        """The cards that a player has in play (A1)."""
        yield from self.zones.get(f"{player}.heroes", ())
        yield from self.zones.get(f"{player}.scenery", ())

    def destroyed_unique(self) -> dict[str, list[str]]:
        """The Names of the Unique cards in the Destroyed Zone, each with the owners of its copies."""
        owners: dict[str, set[str]] = {}
        for player in PLAYERS:
            for instance in self.zones.get(f"{player}.destroyed", ()):
                card = self.fixed.catalogue.of(instance)
                if card is not None and card.unique:
                    owners.setdefault(name(instance), set()).add(owner(instance))
        return {title: sorted(owners[title]) for title in sorted(owners)}

    def coveted_destroyed(self) -> set[str]:
        """The Names of the Coveted cards in the Destroyed Zone."""
        zones = (self.zones.get(f"{player}.destroyed", ()) for player in PLAYERS)
        known = (instance for cards in zones for instance in cards if instance != HIDDEN)
        return {name(instance) for instance in known if self.fixed.catalogue.cards[name(instance)].coveted}

    def document(self) -> dict[str, Any]:
        """The state document."""
        return {
            "on": self.on,
            "t": self.t,
            "zones": {
                place: cards[:] if place[2:] in ORDERED else sorted(cards)
                for place, cards in sorted(self.zones.items())
                if cards
            },
            "quests": self.quests.copy(),
            "reveals": self.reveals.copy(),
            "to_win": self.to_win,
            "frames": [frame.document() for frame in self.frames],
            "used_turn": sorted(map(list, self.used_turn)),
            "used_game": sorted(map(list, self.used_game)),
            "destroyed_unique": self.destroyed_unique(),
            "banned": sorted(self.banned),
            "reload_drawn": self.reload_drawn,
            "bounty_due": sorted([left.player, left.card, left.amount] for left in self.departures),
            "winner": self.winner,
        }


def public(document: dict[str, Any]) -> dict[str, Any]:
    """The form of a state document that both players see: Hands, Decks and Vaults as counts of `"?"`."""
    zones = {
        place: [HIDDEN] * len(cards) if place[2:] in SECRET else cards for place, cards in document["zones"].items()
    }
    return {**document, "zones": zones}

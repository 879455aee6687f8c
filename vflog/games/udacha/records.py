"""The records of `udacha` (`vflog/1`), as their JSON types alone tell them.

What a type always needs is required here and the closed sets are closed here; what only one `what` needs,
and whether ids, zones and labels are known, is asked by rule M0.
"""

# Defaults of msgspec structs are copied for each record; the linter does not see it.

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UnsetType, field

from vflog.log.absent import UNSET
from vflog.log.records import End, Header, Int, Record

What = Literal["play", "support", "use", "discard", "destroy", "draw", "invest", "secret", "seek", "other"]
Window = Literal["INT", "REA"]
#: A card that moved: `[instance, from, to]`, with a position in the new zone as an optional fourth part. What
#: is wrong with one is said by rule M0, so it is untyped here.
Move = Any


class Effect(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An effect of a card: its kind, its limit, what triggers it, where its SUPPORT sends its card."""

    kind: str
    also: str | UnsetType = UNSET
    limit: str | UnsetType = UNSET
    trigger: dict[str, Any] | str | UnsetType = UNSET
    dest: str = "default"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind and, where one effect is two things (A13), the other kind."""
        return (self.kind,) if self.also is UNSET else (self.kind, self.also)

    @property
    def at_any_time(self) -> bool:
        """An INTERRUPT worded as usable at any time (A24)."""
        return self.trigger == "any" and "INTERRUPT" in self.kinds


class Card(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What the catalogue says of a Name."""

    type: str
    unique: bool = False
    climactic: bool = False
    base: bool = False
    coveted: bool = False
    starter: Int | UnsetType = UNSET
    reload: Int | UnsetType = UNSET
    bounty: Int | UnsetType = UNSET
    bounty_destroyed: Int | UnsetType = UNSET
    keywords: list[str] = []
    eff: dict[str, Effect] = {}


class UdachaHeader(Header, tag="game", kw_only=True):
    """The `game` record: the catalogue comes with the log, for the chapter publishes no cards."""

    to_win: Int
    cards: dict[str, Card]
    profile: Literal["core", "strict"]


class Line(Record, kw_only=True):
    """A record of play: `override` is the card text that it relies on (A50)."""

    override: str | UnsetType = UNSET


class Setup(Line, tag="setup", kw_only=True):
    """How one player begins; `deck` is in its shuffled order, top first, with the opening Hand still on it."""

    p: str
    decklist: list[str] = []
    base: str | UnsetType = UNSET
    starters: list[str] = []
    deck: list[str] = []
    hand: list[str] = []
    vault: list[str] = []


class Given(Line, tag="given", kw_only=True):
    """A position to begin from, in place of `setup`."""

    on: str | UnsetType = UNSET
    t: Int | UnsetType = UNSET
    zones: dict[str, list[str]] = {}
    quests: dict[str, Int] = {}
    to_win: Int | UnsetType = UNSET
    revealed: dict[str, Int] = {}


class Turn(Line, tag="turn", kw_only=True):
    """A player's turn begins."""

    p: str
    t: Int | UnsetType = UNSET


class EndTurn(Line, tag="endturn", kw_only=True):
    """A player's turn ends."""

    p: str
    t: Int | UnsetType = UNSET


class Opening(Line, kw_only=True):
    """What `do` and `act` share: the line that opens a frame."""

    p: str
    what: What
    card: str | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    eff: str | UnsetType = UNSET
    src: str | UnsetType | None = UNSET
    why: str | UnsetType = UNSET
    in_: Int | UnsetType | None = field(default=UNSET, name="in")
    win: Window | UnsetType = UNSET
    trig: Int | UnsetType | None = UNSET
    amount: Int | UnsetType = UNSET
    for_: str | UnsetType = field(default=UNSET, name="for")
    cause: Int | UnsetType = UNSET
    x: Int | UnsetType = UNSET
    want: dict[str, str | bool | Int | list[str | bool | Int]] | str | UnsetType = UNSET
    shown: list[str] = []
    taken: str | UnsetType | None = UNSET
    bottom: list[str] = []
    order: dict[str, list[str]] = {}

    @property
    def answered(self) -> int | None:
        """The frame that it answers."""
        return self.trig if isinstance(self.trig, int) else None

    @property
    def parent(self) -> int | None:
        """The frame of whose resolution it is a part."""
        return self.in_ if isinstance(self.in_, int) else None

    @property
    def number(self) -> int:
        """How many cards a Seek shows."""
        return 0 if self.x is UNSET else self.x

    @property
    def hits(self) -> list[str]:
        """The cards that a Discard or a Destroy hits."""
        return [] if self.cards is UNSET else self.cards


class Do(Opening, tag="do", kw_only=True):
    """Opens a frame: the thing is announced, not yet resolved."""


class Act(Opening, tag="act", kw_only=True):
    """A frame that nobody answers, opened, resolved and closed in one line."""

    mv: list[Move] = []


class Res(Line, tag="res", kw_only=True):
    """The frame `f` resolves now, or is cancelled (`ok` false)."""

    f: Int
    ok: bool = True
    mv: list[Move] = []


class Done(Line, tag="done", kw_only=True):
    """The frame `f` closes; its moves are tidying-up."""

    f: Int
    mv: list[Move] = []


class Pass(Line, tag="pass", kw_only=True):
    """A player declines a window."""

    p: str
    win: Window
    trig: Int | None


class Quest(Line, tag="quest", kw_only=True):
    """The number of Quests that a player has won changes."""

    p: str
    delta: Int


class UdachaEnd(End, tag="end", kw_only=True):
    """The last record; who won is as written."""

    winner: str | UnsetType = UNSET


#: In the order in which forms tell of them.
PLAY: tuple[type[Record], ...] = (Setup, Given, Turn, EndTurn, Do, Pass, Res, Done, Act, Quest)

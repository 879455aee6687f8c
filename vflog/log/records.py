"""The records that every ruleset shares, and the types that records are made of.

A record is a `msgspec` struct whose `type` is its tag. Unknown fields are forbidden; fields and
record types whose name begins with `x_` are taken off before a line is looked at by its type.
A ruleset's own records derive from `Record`, its header from `Header`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, UnsetType

from vflog.log.absent import UNSET

LARGEST = 2**53 - 1
Int = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Number = Annotated[int, Meta(ge=0, le=LARGEST)]
ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._:@-]{0,63}$"
GAME_ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$"
#: Ids that no player has, in whatever case: they are names of views.
RESERVED_IDS = ("all", "public")
#: A game's key as a text: it may be larger than the integers of a line.
KEY_PATTERN = r"^(0|[1-9][0-9]{0,18})$"
AT_PATTERN = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$"


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """What any record may carry: its number in its game, the game's id, when it was.

    No record is part of a cycle, so the garbage collector need not look at them.
    """

    n: Int | UnsetType = UNSET
    game: str | UnsetType = UNSET
    at: str | UnsetType = UNSET


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: `id` is unique in its game, `name` free text, `role` for rulesets that have such."""

    id: str
    name: str | UnsetType = UNSET
    role: str | UnsetType = UNSET


class ContentRef(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The content pack a game was played with; `sha256` of the pack file's bytes, 64 hex digits."""

    pack: str
    version: str | UnsetType = UNSET
    sha256: str | UnsetType = UNSET


class Source(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The front end that wrote the log."""

    app: str
    version: str | UnsetType = UNSET


class Redacted(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a redacted copy says of itself: the key of the game it is `of` (in digits), and whose `view` it is."""

    of: Annotated[str, Meta(pattern=KEY_PATTERN)] | Number
    view: str


class Header(Record, tag="game", kw_only=True):
    """The `game` record, first of every game; a ruleset's own header adds its fields."""

    format: str
    game: str
    ruleset: str
    players: list[Player]
    revision: str | UnsetType = UNSET
    content: ContentRef | UnsetType = UNSET
    rulings: dict[str, Any] = {}
    event: str | UnsetType = UNSET
    round: Int | UnsetType = UNSET
    table: str | UnsetType = UNSET
    source: Source | UnsetType = UNSET
    redacted: Redacted | UnsetType = UNSET


class Result(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A judge's result of a game that was not played to its end."""

    by: str | UnsetType = UNSET
    winners: list[str] = []


class End(Record, tag="end", kw_only=True):
    """The last record of a game; a ruleset's own `end` adds its fields."""

    reason: Literal["played", "time", "conceded", "disqualified", "abandoned"] = "played"
    result: Result | UnsetType = UNSET


class Takeback(Record, tag="takeback", kw_only=True):
    """The state goes back to what it was right after record `to`."""

    to: Int


class Amend(Record, tag="amend", kw_only=True):
    """Record `to` is read as `record` from here on (the struct of the play is made by the judge)."""

    to: Int
    record: dict[str, Any]
    by: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class Ruling(Record, tag="ruling", kw_only=True):
    """A judge changes the state by hand: `set` is a part of the state document."""

    by: str
    reason: str
    set: dict[str, Any]


class Note(Record, tag="note", kw_only=True):
    """Has no meaning for the rules."""

    text: str | UnsetType = UNSET
    player: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET


class Claim(Record, tag="claim", kw_only=True):
    """What the front end holds to be true now.

    `part` is the part of the state document that stands at the record's top level (all fields but the
    ones named here); `state` and `public` are digests.
    """

    state: str | UnsetType = UNSET
    public: str | UnsetType = UNSET
    part: dict[str, Any] = {}


class Foreign(Record, tag="x_", kw_only=True):
    """A record of the front end's own (`x_…`): kept, numbered, never judged."""


#: The records that every ruleset shares, but for the header and the end.
COMMON: tuple[type[Record], ...] = (Takeback, Amend, Ruling, Note, Claim, Foreign)
#: Those with untyped fields: no cheap proof against duplicate keys is sound for them.
UNTYPED: frozenset[str] = frozenset({"game", "claim", "ruling", "amend"})

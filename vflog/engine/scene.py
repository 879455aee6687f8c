"""A board to look at, as data: places with positions, what lies on them, tokens, a track, cards, hands, text.

A ruleset says by a `Drawing` what its board looks like (`board`, once a game), how a token does (`look`), and where
everything is by a state document (`scene`, once a record). Whoever draws knows no game: a page is made of this alone.
A ruleset without one is shown as text, by the sections of its board (`engine.board`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from vflog.engine.board import Names, Section
from vflog.engine.board import board as sections
from vflog.engine.ruleset import Play, Ruleset

Form = Literal["disc", "crown", "square", "diamond", "stone", "card"]
#: The pattern of an edge, which tells tokens apart in grey.
Mark = Literal["", "solid", "dash", "dot"]

#: What a place is like, for its colour.
Tone = Literal["", "middle", "deep", "water", "quiet", "leaf", "shore", "clay", "sand", "fire", "rock"]


class Look(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How a token, or a kind of card, looks: its name, the letters on it, its colours on a light and a dark page."""

    label: str
    short: str = ""
    colour: str = ""
    dark: str = ""
    form: Form = "disc"
    mark: Mark = ""


class Place(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A place of the board: its outline as an SVG path, and `room` for tokens: middle, width, height.

    Its name stands along the path `along`, or at the point `at`. `laid` is the room for a card that lies there. Of a
    `stack` only the number of tokens is seen.
    """

    label: str
    outline: str
    room: tuple[int, int, int, int]
    at: tuple[int, int] | None = None
    along: str = ""
    laid: tuple[int, int, int, int] | None = None
    tone: Tone = ""
    stack: bool = False


class Edge(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A way between places: an SVG path, from the one to the other; `way` goes in this direction only."""

    outline: str
    kind: Literal["bridge", "way"]
    label: str = ""


class Track(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A track of numbered spaces; who stands above the token `limit` is `beyond`."""

    label: str
    first: int
    last: int
    limit: str = ""
    beyond: str = ""


class Board(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What does not change in a game.

    `sides`: where the name of a player stands who has a side of the board. `kinds`: how cards look, by kind. `votes`:
    the types of records that tell how a vote went; `turn_ends`: those that end a turn; `lead`: what one can lead in.
    """

    width: int = 0
    height: int = 0
    places: dict[str, Place] = {}
    edges: list[Edge] = []
    sides: dict[str, tuple[int, int]] = {}
    track: Track | None = None
    kinds: dict[str, Look] = {}
    votes: list[str] = []
    turn_ends: list[str] = []
    lead: str = ""


class Entry(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something told beside the board: text, cards by kind, tokens."""

    text: str = ""
    cards: dict[str, int] = {}
    tokens: list[str] = []


class Slot(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A slot of a card: who stands on it, what it asks for (in letters, a pattern, a colour), all of it in words."""

    token: str | None = None
    need: str = ""
    mark: Mark = ""
    colour: str = ""
    dark: str = ""
    text: str = ""


class Laid(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A card that lies in a place (or, without one, beside the board): slots by number, from 1, a pile by kind.

    `marker`: the slot on which the card's own marker stands; `lit`: something is happening to it.
    """

    title: str
    place: str = ""
    slots: dict[str, Slot] = {}
    pile: dict[str, int] | None = None
    marker: int | None = None
    text: str = ""
    lit: bool = False


class Seat(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A player: name, what is to be said in a word each, and what lies before the player."""

    name: str
    marks: list[str] = []
    entries: dict[str, Entry] = {}


class Scene(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where everything is after a record.

    `moment`: what is going on, in sentences; `chapter`, `turn`: the part of the game and whose turn it is, in words;
    `leader`: who is in front. `standing`: the tokens of each place, in their order, `unknown` how many more are there
    that nobody knows. `track`: the tokens of each space, in their order; `out`: those that have left it.
    """

    moment: list[str] = []
    chapter: str = ""
    turn: str = ""
    leader: str = ""
    standing: dict[str, list[str]] = {}
    unknown: dict[str, int] = {}
    laid: dict[str, Laid] = {}
    track: dict[str, list[str]] = {}
    out: list[str] = []
    seats: dict[str, Seat] = {}
    notes: dict[str, Entry] = {}


class Drawing(msgspec.Struct, frozen=True):
    """How the games of a ruleset are drawn: see `Board`, `Look` and `Scene`."""

    board: Board
    look: Callable[[str], Look]
    scene: Callable[[dict[str, Any], Names], Scene]


@runtime_checkable
class Draws(Protocol):
    """What a ruleset may bring to be seen."""

    def drawing(self, play: Play) -> Drawing:
        """How this game is drawn."""


def drawing(ruleset: Ruleset, play: Play) -> Drawing:
    """How a game is drawn; as text where the ruleset does not say."""
    if isinstance(ruleset, Draws):
        return ruleset.drawing(play)

    def scene(document: dict[str, Any], names: Names) -> Scene:
        told = sections(ruleset, document, names)
        return Scene(notes={section.title: Entry(text=_text(section)) for section in told})

    return Drawing(Board(), lambda token: Look(label=token), scene)


def _text(section: Section) -> str:
    return "\n".join([*section.lines, *("  ".join(row) for row in section.rows)])


def shorts(names: Mapping[str, str]) -> dict[str, str]:
    """Two letters for each of some names by id, none twice as far as that can be had."""
    taken: set[str] = set()
    out = {}
    for token, name in names.items():
        tries = [name[0].upper() + letter.lower() for letter in name[1:]] or [name.upper()]
        out[token] = next((short for short in tries if short not in taken), tries[0])
        taken.add(out[token])
    return out

"""What a figure is: a question, one SQL text, and a pure function from its rows to a picture.

A picture is plain dictionaries and lists, as Plotly takes them, with what stands around it: a sentence
for those who do not see it, notes for the caption, and the table that works without scripts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

Row = Mapping[str, Any]
Rows = Sequence[Row]
Kind = Literal["text", "number", "rate", "game", "games", "flag"]

#: A figure's data may have this many bytes, whatever the corpus.
MOST_BYTES = 60_000
#: Up to so many games a figure draws each; from there quantiles or heat maps.
FEW_GAMES = 12


class Column(msgspec.Struct, frozen=True):
    """A column of the table under a figure: the name in the rows, its heading, how it is shown.

    What a row is about say its texts, and a number that is `told`.
    """

    name: str
    title: str
    kind: Kind = "text"
    told: bool = False


class Picture(msgspec.Struct, kw_only=True):
    """What `draw` makes. `narrow` holds what is otherwise in the layout on a phone, by dotted path."""

    data: list[dict[str, Any]]
    layout: dict[str, Any]
    alt: str
    narrow: dict[str, Any] = {}
    notes: list[str] = []
    columns: list[Column] = []
    rows: Rows = []


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure: `number` as in the documentation, `sql` the text that its data come from.

    `draw` makes of the rows a picture, or `None` where there is nothing to draw. `needs` are conditions
    on a game (SQL over `games`) and what to say of those that miss it; a figure of one game has none.
    Without `counted` it is about all games of the database. `forms` are queries other than that of the figure's
    name, each with the number of games from which on it is asked. `measure` says what is counted, and how, for the
    page of definitions.
    """

    name: str
    number: int
    title: str
    question: str
    draw: Callable[[Rows], Picture | None]
    one_game: bool = False
    counted: bool = True
    needs: tuple[tuple[str, str], ...] = ()
    empty: str = "There is nothing to show."
    forms: tuple[tuple[int, str], ...] = ()
    measure: str = ""

    def query(self, games: int = 1) -> str:
        """The name of the SQL text, which may depend on how many games there are to show."""
        return max((form for form in self.forms if form[0] <= games), default=(0, self.name))[1]


def encode(picture: Picture) -> bytes:
    """The picture as JSON, equal bytes for equal pictures."""
    return msgspec.json.encode({"data": picture.data, "layout": picture.layout, "narrow": picture.narrow})

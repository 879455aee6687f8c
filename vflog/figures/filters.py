"""Filters: which games are looked at, chosen by what is said of them (event, front end, player, date ...).

A filter is one SQL text that says of each game which values it has. From it come the condition on games and the number
of games behind each value, so that these cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

#: The two that are no lists of values: the days from and until which games began.
FROM, UNTIL = "from", "until"
#: Why a game that a filter leaves out is not shown.
NOT_CHOSEN = "not chosen"


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """What games can be chosen by.

    `values` is SQL whose rows are `game_key`, `value` and `label`: a game may have several values, NULL stands for none
    that is said. What two values can be compared by says `hits`: SQL whose rows are `game_key`, `value`, `hit` and
    `chance` (what is expected), and `hit` what a hit is (of `counted` games, or of all). Without `everywhere` a value
    that all games have is not offered.
    """

    name: str
    title: str
    values: str
    hits: str | None = None
    hit: str = ""
    counted: bool = True
    compared: bool = False
    everywhere: bool = True


def by(name: str, title: str, value: str, table: str = "games", *, label: str | None = None, **more: object) -> Filter:
    """A filter by a value (SQL) of each row of a table with games."""
    text = f"SELECT game_key, ({value})::VARCHAR AS value, ({label or value})::VARCHAR AS label FROM {table}"
    return Filter(name=name, title=title, values=text, **more)  # type: ignore[arg-type]


class Choice(msgspec.Struct, frozen=True):
    """What is chosen: by the name of each filter its values, any of which a game must have; `""` is none said."""

    values: Mapping[str, tuple[str, ...]] = {}

    def condition(self, filters: Sequence[Filter], without: str | None = None) -> str | None:
        """A condition on games (SQL), `without` one of the filters; `None` where every game is chosen."""
        parts = [
            f"game_key IN (SELECT game_key FROM ({each.values}) WHERE {_among(chosen)})"
            for each in filters
            if (chosen := self.values.get(each.name)) and each.name != without
        ]
        for name, sign in ((FROM, ">="), (UNTIL, "<")):
            for day in self.values.get(name, ())[:1]:
                after = " + INTERVAL 1 DAY" if name == UNTIL else ""
                parts.append(
                    f"game_key IN (SELECT game_key FROM games WHERE started_utc {sign} DATE {literal(day)}{after})"
                )
        return " AND ".join(parts) or None


def _among(values: Sequence[str]) -> str:
    said = ", ".join(literal(value) for value in values if value)
    parts = [f"value IN ({said})"] * bool(said) + ["value IS NULL"] * ("" in values)
    return " OR ".join(parts)


def counts(each: Filter, chosen: str | None, most: int) -> str:
    """SQL for how many of the chosen games (a condition) have each value of a filter; the `most` frequent."""
    games = f" WHERE game_key IN (SELECT game_key FROM games WHERE {chosen})" if chosen else ""
    return (
        f"SELECT coalesce(value, '') AS value, min(label) AS label, count(DISTINCT game_key) AS games "
        f"FROM ({each.values}){games} GROUP BY value ORDER BY games DESC, label, value LIMIT {most}"
    )


def literal(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"

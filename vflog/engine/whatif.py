"""Under which other value of a named ruling a refused record would have been legal, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vflog.engine.ruleset import Finder, Play, Ruleset
from vflog.log.problems import Refused, Unsupported
from vflog.log.records import Header, Record


def holds_under(
    ruleset: Ruleset,
    header: Header,
    find: Finder,
    overrides: Mapping[str, str],
    values: Mapping[str, str],
    before: Sequence[tuple[int, Record]],
    refused: tuple[int, Record],
    step: Callable[[Play, int, Record], None],
) -> list[str]:
    """`name=value` for each single ruling under which the whole log up to and with the record is legal.

    `values` are the rulings the game was judged by, `before` its live records.
    """
    out = []
    for named in ruleset.rulings.values():
        for value in named.values:
            if values.get(named.name) == value:
                continue
            try:
                play = ruleset.open(header, find, {**overrides, named.name: value}).play
                for n, record in (*before, refused):
                    step(play, n, record)
                    play.warnings.clear()
            except (Refused, Unsupported):
                continue
            out.append(f"{named.name}={value}")
    return out

"""How a corpus is judged: what the caller wants, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted of the judging.

    `keep_going`: a refused record is left out and judging goes on. `content`: folders with content packs.
    `overrides`: named rulings (and `revision`) instead of the logs' own. `digests`: the digests of the last
    state in each verdict; `undigested`: keys of the state document that they leave out. `facts`: the facts for the
    tables. `records`: every record as it was judged.
    `plays`: the live records of play of a game that is over are held until its verdict is told.
    `holds_under`: try under which other ruling a refused record would have been legal.
    `tellings`: of games told more than once, the logs that stand for them, by the heads of their chains.
    """

    keep_going: bool = False
    content: tuple[str, ...] = ()
    overrides: Mapping[str, str] = {}
    digests: bool = False
    undigested: tuple[str, ...] = ()
    facts: bool = False
    records: bool = False
    plays: bool = False
    holds_under: bool = True
    tellings: tuple[str, ...] = ()

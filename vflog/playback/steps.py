"""A game step by step: what every record came to, with documents and digests as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from vflog.log.canonical import digest
from vflog.log.decode import tag_of
from vflog.log.problems import Problem
from vflog.log.records import Foreign
from vflog.playback.cursor import Cursor
from vflog.playback.words import judged_in_words


class Step(msgspec.Struct, kw_only=True):
    """A record as it was judged when it came.

    `state` and the digests are those right after it (of a refused record: of the state it left), and `None`
    where it was not judged; in a copy for a view `digest` always is. `problems` are its own and those of rejected
    lines right before it.
    """

    game: str
    n: int | None
    line: int
    type: str
    judged: Literal["applied", "refused", "unjudged"]
    problems: list[Problem]
    words: str
    state: dict[str, Any] | None = None
    digest: str | None = None
    public: str | None = None


def steps(cursor: Cursor, to: int | None = None, *, digests: bool = True) -> Iterator[Step]:
    """The steps from the beginning up to record `to` (`None`: the last)."""
    cursor.to_place(0)
    for judged in cursor:
        if to is not None and judged.n is not None and judged.n > to:
            return
        rejects = cursor.log.entries[cursor.place].rejects
        step = Step(
            game=judged.game,
            n=judged.n,
            line=judged.line,
            type=type_of(judged.record, judged.raw),
            judged=judged.judged,
            problems=[*rejects, *judged.problems],
            words=judged_in_words(judged, cursor.header),
        )
        if digests and judged.document is not None and judged.public is not None:
            document = judged.document()
            step.state, step.public = document, digest(judged.public(document))
            step.digest = digest(document) if cursor.log.source.original is None else None
        yield step


def type_of(record: Any, raw: bytes) -> str:
    """The type as it is written: of a front end's own record that is not its tag."""
    if isinstance(record, Foreign):
        written = msgspec.json.decode(raw)["type"]
        return str(written)
    return tag_of(type(record))

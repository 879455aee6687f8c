"""The records of a game in words, from the lines that a database keeps."""

from __future__ import annotations

from collections.abc import Callable

from vflog.engine.ruleset import dialect_named
from vflog.log.faults import Fault
from vflog.log.header import look_header
from vflog.log.strict import parse
from vflog.playback.words import in_words

Tell = Callable[[str], str | None]


def teller(header_line: str | None) -> Tell:
    """What puts a line of the game with this `game` line into words; `None` for a line that cannot be read."""
    try:
        opening = look_header((header_line or "").encode(), dialect_named)
    except Fault:
        return _nothing
    header, dialect = opening.header, opening.dialect
    if dialect is None:
        return _nothing

    def tell(line: str) -> str | None:
        try:
            return in_words(header if line == header_line else dialect.record(parse(line.encode()), []), header)
        except Exception:  # a refused line may hold anything; then it stands as it came
            return None

    return tell


def _nothing(line: str) -> None:
    return None

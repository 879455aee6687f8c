"""The records of a game in words, from the lines that a database keeps."""

from __future__ import annotations

from collections.abc import Callable

from vflog.engine import dialects
from vflog.log.faults import Fault
from vflog.log.records import Header
from vflog.log.strict import parse
from vflog.replay.words import in_words

Tell = Callable[[str], str | None]


def teller(ruleset: str | None, header_line: str | None) -> Tell:
    """What puts a line of this game into words; `None` for a line, or a game, that cannot be read."""
    dialect = dialects.named(ruleset or "")
    if dialect is None or header_line is None:
        return _nothing
    try:
        header = dialect.record(parse(header_line.encode()), [])
    except Fault:
        return _nothing
    if not isinstance(header, Header):
        return _nothing

    def tell(line: str) -> str | None:
        try:
            return in_words(dialect.record(parse(line.encode()), []), header)
        except Exception:  # a refused line may hold anything; then it stands as it came
            return None

    return tell


def _nothing(line: str) -> None:
    return None

"""The records of a game in words."""

from __future__ import annotations

from vflog.engine.board import words
from vflog.engine.people import people
from vflog.engine.ruleset import ruleset
from vflog.engine.verdict import Judged
from vflog.log.problems import Unsupported
from vflog.log.records import Header, Record


def in_words(record: Record, header: Header) -> str:
    """A record as one sentence with a full stop; names stand as they are written, also at its beginning."""
    try:
        rules = ruleset(header.ruleset)
    except Unsupported:
        rules = None
    return words(rules, record, people(header)) + "."


def judged_in_words(judged: Judged, header: Header) -> str:
    """The same, with what became of a record that was not applied."""
    said = in_words(judged.record, header)
    return said if judged.judged == "applied" else f"{said[:-1]} ({judged.judged})."

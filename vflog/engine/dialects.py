"""The dialect of a ruleset: what the log layer must know to read its records."""

from __future__ import annotations

from vflog.engine.ruleset import Ruleset, ruleset
from vflog.log.decode import Dialect
from vflog.log.problems import Unsupported

_made: dict[str, tuple[Ruleset, Dialect]] = {}


def dialect(ruleset: Ruleset) -> Dialect:
    """The dialect of a ruleset, made once."""
    known = _made.get(ruleset.name)
    if known is None or known[0] is not ruleset:
        made = Dialect(ruleset.name, ruleset.header, ruleset.end, ruleset.records, ruleset.may_be_left_out)
        known = _made[ruleset.name] = (ruleset, made)
    return known[1]


def named(name: str) -> Dialect | None:
    """The dialect of the ruleset of that name; `None` where there is none."""
    try:
        return dialect(ruleset(name))
    except Unsupported:
        return None

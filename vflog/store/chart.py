"""Every table and view of a database, as data."""

from __future__ import annotations

from vflog.engine import ruleset as rulesets
from vflog.engine.facts import Table
from vflog.engine.tables import SHARED, chart
from vflog.engine.views import View
from vflog.store.views import VIEWS


def tables() -> dict[str, Table]:
    """Every table of a database by name: the shared ones, then those of each installed ruleset."""
    every = list(SHARED)
    for name in rulesets.names():
        every.extend(rulesets.ruleset(name).tables)
    return chart(every)


def views() -> tuple[View, ...]:
    """Every view of a database: the shared ones, then those of each installed ruleset."""
    return (*VIEWS, *(view for name in rulesets.names() for view in rulesets.ruleset(name).views))

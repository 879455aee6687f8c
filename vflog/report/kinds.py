"""What the page of a game holds, ruleset by ruleset; a ruleset that has none here gets its records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vflog.engine import ruleset as rulesets
from vflog.report.figure import Figure, Row
from vflog.report.figures import GAME, UDACHA


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """The page of one game.

    `always` names figures that are shown even with nothing to draw; `slider` is the one with the slider over
    the records, `standing` says what it tells. `sound` is what can be said of a game without an error, and
    `disputed` the code under which a ruleset tells of its open points.
    """

    figures: tuple[Figure, ...] = ()
    always: tuple[str, ...] = ()
    slider: str | None = None
    standing: str = ""
    records: str = "record_list"
    sound: str = "Every record is by the rules"
    disputed: str | None = None
    demis: bool = False


_KINDS: Mapping[str, Kind] = {
    "veiled-fate": Kind(
        figures=GAME, always=("renown", "votes"), slider="renown", standing="Renown after this record", demis=True
    ),
    "udacha": Kind(
        figures=UDACHA, always=("udacha_zones",), slider="udacha_zones",
        standing="Cards in each zone after this record", records="udacha_records",
        sound="No rule of the keyword chapter is broken", disputed="udacha.disputed",
    ),
}  # fmt: skip


def kind(ruleset: str | None) -> Kind:
    """What the page of a game of this ruleset holds."""
    return _KINDS.get(ruleset or "", Kind())


def disputes(ruleset: str, code: str, problems: Sequence[Row]) -> list[dict[str, Any]]:
    """The open points that a game comes to, in the order in which it does: what is open, and at which records."""
    known = rulesets.ruleset(ruleset).rules
    found: dict[str, list[int]] = {}
    for problem in problems:
        if problem["code"] == code and problem["n"] is not None:
            found.setdefault(problem["rule"], []).append(problem["n"])
    return [
        {"point": point, "title": known[point].title, "text": known[point].text, "records": records}
        for point, records in found.items()
    ]

"""What is asked of a referee besides records (`vflog-referee/1`), and what it answers to any line.

The JSON Schema is made from these types.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UnsetType, field

from vflog.log.absent import UNSET
from vflog.log.faults import Fault, shown
from vflog.log.problems import Problem
from vflog.log.walk import check, info, stripped, untyped

REFEREE = "vflog-referee/1"


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """`game`: of which game, where several are open. `view`: as whom to ask."""

    game: str | UnsetType = UNSET
    view: str | UnsetType = UNSET


class Try(Request, tag="try", kw_only=True):
    """Whether a record would stand; it is not kept. `holds_under`: if not, under which other ruling it would."""

    record: dict[str, Any]
    holds_under: bool = False


class Legal(Request, tag="legal", kw_only=True):
    """All that is legal now, or (`with`) what a record so far still needs; `holds_under` as in `Try`, where nothing
    does. `known`: unknown cards are left out where the asker sees the cards."""

    with_: dict[str, Any] | UnsetType = field(default=UNSET, name="with")
    known: bool = False
    holds_under: bool = False


class State(Request, tag="state", kw_only=True):
    """The state document."""


KINDS: dict[str, type[Request]] = {"try": Try, "legal": Legal, "state": State}


def request(plain: dict[str, Any]) -> Request:
    """The request that a line's object is; raises `Fault`."""
    asked = plain["ask"]
    if not isinstance(asked, str) or asked not in KINDS:
        raise Fault("line.value", field="ask", found=shown(asked), wanted=" or ".join(KINDS), expected=[*KINDS])
    kind = KINDS[asked]
    record = plain.get("record") if kind is Try else None
    # What is wrong with a record is told as of a record.
    plain = {**plain, "record": {}} if isinstance(record, dict) else plain
    value = stripped(plain, info(kind))
    if "with" in value:
        value["with"] = untyped(value["with"], "with")
    check(value, info(kind), "", f"A request {shown(asked)}")
    out = msgspec.convert(value, kind)
    if isinstance(out, Try) and isinstance(record, dict):
        out.record = record
    return out


class Answer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is said to a line. `n` is the number of the record, or of the last that stands; null after one refused.

    `digest` is null where a view does not show everything. `forms` answers `legal`, `state` answers `state`.
    """

    ok: bool
    n: int | None
    phase: str | None
    waiting: list[str] | None
    problems: list[Problem]
    digest: str | None
    public: str | None
    forms: list[dict[str, Any]] | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET

"""The conversation `vflog-referee/1`: a referee's answers as they are printed, the JSON Schema of all its lines."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UnsetType

from vflog.cli.outputs import model
from vflog.log.absent import UNSET
from vflog.playback import requests
from vflog.playback.many_games import Event


class Form(msgspec.Struct, kw_only=True):
    """Records of a type that are legal: who acts `by` them (null where it is chosen, or nobody), what each field may be
    (a value, or `in`, `choose`, `cards`, `reveals`, `follows`), and which fields may be left out."""

    type: str
    by: str | None
    fields: dict[str, Any]
    optional: list[str]


class Answer(msgspec.Struct, kw_only=True):
    """What is said to a line: `n` is the number of the record, or of the last that stands; null after one refused."""

    ok: bool
    n: int | None
    phase: str | None
    waiting: list[str] | None
    problems: list[model.Problem]
    digest: str | None
    public: str | None
    forms: list[Form] | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET


class Error(msgspec.Struct, kw_only=True):
    """Over HTTP: a request that is not answered, and why."""

    ok: Literal[False]
    error: str


class Health(msgspec.Struct, kw_only=True):
    """Over HTTP: the answer to GET /health."""

    ok: Literal[True]
    referee: str
    tool: str
    games: int


def answer(source: requests.Answer) -> Answer:
    """An answer as it is printed."""
    return Answer(
        ok=source.ok,
        n=source.n,
        phase=source.phase,
        waiting=source.waiting,
        problems=[model.problem(p) for p in source.problems],
        digest=source.digest,
        public=source.public,
        forms=UNSET if source.forms is UNSET else msgspec.convert(source.forms, list[Form]),
        state=source.state,
    )


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12): what is sent besides records of a log (those have a schema of their own), what is
    answered, and what those hear who look on."""
    sent = (requests.Try, requests.Legal, requests.State)
    said = (Answer, Error, Health, Event)
    _, parts = msgspec.json.schema_components((*sent, *said), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": requests.REFEREE,
        "description": "A line to the referee is a record of a log (see the schema of its ruleset) or a request; "
        "the answer is one line. Over HTTP there are errors, the health, and events besides.",
        "anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in (*sent, *said)],
        "$defs": parts,
    }

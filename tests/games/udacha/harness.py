"""Feeds plain records to a game, as far as these tests need."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from vflog.games.udacha import RULESET
from vflog.log.canonical import digest
from vflog.log.problems import Problem, Refused, told
from vflog.log.records import Claim, Header, Note, Record

DECODE = msgspec.json.Decoder(RULESET.header | __import__("functools").reduce(lambda a, b: a | b, [*RULESET.records, RULESET.end]))


def run(log: list[dict[str, Any]]):
    """(n, play or None, warnings, problem) for each record."""
    play = None
    for n, raw in enumerate(log):
        if raw["type"] in ("note", "claim") or raw["type"].startswith("x_"):
            yield n, play, [], None
            continue
        record = DECODE.decode(json.dumps({k: v for k, v in raw.items() if not k.startswith("x_")}))
        try:
            if n == 0:
                play = RULESET.open(record, lambda name: None, {}).play
                warnings = []
            else:
                play.n = n
                play.apply(record)
                warnings = play.warnings
        except Refused as refused:
            yield n, None, [], told(RULESET.codes, refused.code, refused.values, rule=refused.rule, expected=refused.expected)
            return
        yield n, play, [told(RULESET.codes, code, values, rule=rule) for code, values, rule in warnings], None

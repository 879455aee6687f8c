"""A settled dispute as plain values: what `verdict.json` and the tables of what-ifs hold."""

from __future__ import annotations

from os.path import basename
from typing import Any

import msgspec

from vflog.dispute.comparing import compared
from vflog.dispute.lines import Step
from vflog.dispute.outcomes import WhatIf, plain_outcome
from vflog.dispute.partings import plain_side
from vflog.dispute.replaying import plain_of
from vflog.dispute.settling import Settled, Verdict, named
from vflog.engine.knowledge import named_rulings
from vflog.log.absent import UNSET
from vflog.log.canonical import canonical, digest
from vflog.log.decode import tag_of
from vflog.log.problems import Problem
from vflog.log.records import Foreign
from vflog.playback.logs import GameLog

Plain = dict[str, Any]
#: The version of what `verdict.json` holds.
DISPUTE = "vflog-dispute/1"


def plain_verdict(of: Settled, view: str) -> Plain:
    """All that is found, as one object."""
    entry = of.at
    kind = "x_" if isinstance(entry.record, Foreign) else tag_of(type(entry.record))
    return {
        "dispute": DISPUTE,
        "view": view,
        "game": of.log.game,
        "where": named(of.log.header),
        "status": of.log.verdict.status,
        "record": {
            "n": entry.n,
            "line": entry.line,
            "type": kind,
            "who": of.who,
            "asked": of.asked,
            "words": next((told.words for told in of.around if told.here), None),
            "judged": entry.judged,
        },
        "verdict": _verdict(of.verdict),
        "winner": {
            "changes": of.changes.answer,
            "why": of.changes.why,
            "now": of.changes.now,
            "instead": of.changes.instead,
        },
        "trace": msgspec.to_builtins(of.traced),
        "explained": [plain_outcome(each) for each in of.explained],
        "corrections": [plain_outcome(each) for each in of.corrections],
        "left_out": None if of.without is None else plain_outcome(of.without),
        "assumed": [plain_outcome(each) for each in of.assumed],
        "rulings": [plain_outcome(each) for each in of.rulings],
        "states": {name: {"n": n, **_digests(of, state)} for name, (n, state) in of.states.items()},
        "differs": _differs(of),
        "around": msgspec.to_builtins(of.around),
        "logs": [_log(each) for each in (of.log, of.other) if each is not None],
        "parting": _parting(of),
    }


def _verdict(of: Verdict) -> Plain:
    first = of.problems[0] if of.problems else None
    rule = of.rule
    return {
        "kind": of.kind,
        "sentence": of.sentence,
        "code": None if first is None else first.code,
        "rule": None if rule is None else rule.rule,
        "title": None if rule is None else rule.title,
        "text": None if rule is None else rule.text,
        "source": None if rule is None else rule.source,
        "basis": None if first is None else first.basis,
        "whose": of.whose or None,
        "expected": None if first is None else first.expected,
        "instead": of.instead,
        "holds_under": of.holds_under,
        "depends": of.depends,
        "problems": [_problem(problem) for problem in of.problems],
    }


def _problem(problem: Problem) -> Plain:
    kept = ("code", "severity", "line", "game", "n", "message", "rule", "expected", "basis", "follows")
    return {name: getattr(problem, name) for name in kept}


def _digests(of: Settled, state: Plain) -> Plain:
    """The digest of a state document and of its public form; of a copy they are those of what the view holds."""
    replayer = of.replayer
    public = None if replayer is None else digest(replayer.end.public(state))
    return {"digest": digest(state), "public": public}


def _differs(of: Settled) -> Plain:
    """What differs between the states, part by part of the board, and value by value."""
    if of.rules is None or of.replayer is None:
        return {}
    out = {}
    for first, second in (("before", "at"), ("at", "after")):
        if first in of.states and second in of.states:
            states = of.states[first][1], of.states[second][1]
            out[f"{first}_{second}"] = msgspec.to_builtins(compared(of.rules, *states, of.replayer.names))
    return out


def _log(log: GameLog) -> Plain:
    source = log.header.source
    return {
        "file": basename(log.source.name),
        "status": log.verdict.status,
        "records": log.verdict.records,
        "app": None if source is UNSET else source.app,
        "version": None if source is UNSET or source.version is UNSET else source.version,
        "winners": log.verdict.winners,
        "public": log.verdict.public,
    }


def _parting(of: Settled) -> Plain | None:
    parting = of.parting
    if parting is None or of.other is None:
        return None
    files = [basename(log.source.name) for log in (of.log, of.other)]
    sides = [plain_side(side, file) for side, file in zip((parting.a, parting.b), files, strict=True)]
    lines = None
    if parting.lines is not None:
        lines = [plain_side(side, file) for side, file in zip(parting.lines, files, strict=True)]
    return {
        "how": parting.how,
        "together": parting.together,
        "more": parting.more,
        "longer": parting.longer,
        "header": msgspec.to_builtins(parting.header),
        "sides": sides,
        "lines": lines,
        "differs": None if parting.comparison is None else msgspec.to_builtins(parting.comparison),
        "other": None if of.other_verdict is None else _verdict(of.other_verdict),
    }


# -- the tables ----------------------------------------------------------------------------------------------


def rulings_rows(of: Settled) -> list[Plain]:
    """Each other value of each ruling and what then; each is tried alone."""
    known = named_rulings()
    out = []
    for each in of.rulings:
        assert each.ruling is not None
        name, value, other = each.ruling
        row = {"ruling": name, "value": value, "other": other, "rule": known[name].rule, "source": known[name].source}
        out.append({**row, **_row(each), "tried": "alone: interplay with other rulings is not tried"})
    return out


def what_if_rows(of: Settled) -> list[Plain]:
    """What follows from each assumption, without the record, corrected, and with earlier records read otherwise."""
    every = [*of.assumed, *([of.without] if of.without is not None else []), *of.corrections, *of.explained]
    return [
        {
            "what": each.kind,
            "record": each.n,
            "title": each.title,
            "reads": None if each.record is None else canonical(plain_of(each.record)).decode(),
            "legal": each.legal,
            **_row(each),
        }
        for each in every
    ]


def _row(each: WhatIf) -> Plain:
    outcome = each.outcome
    return {
        "result": in_words(each),
        "winners": " ".join(outcome.winners or ()),
        "stops_at": outcome.stops,
        "why": outcome.why or None,
        "other_position_from": outcome.parts,
        "claim_no_longer_true": outcome.claim,
    }


def in_words(each: WhatIf) -> str:
    """What a change comes to, in a few words."""
    outcome = each.outcome
    if outcome.result == "cannot go on":
        return f"log cannot go on from record {outcome.stops}"
    return "the game is not over" if outcome.result == "not over" else outcome.result


def _changes(of: Settled, each: WhatIf) -> bool:
    """Whether a ruling changes anything: a log that stops where it stops now is as it is."""
    outcome = each.outcome
    if outcome.parts is not None or outcome.result == "other winner":
        return True
    stop = None if of.replayer is None else of.replayer.lines.stop
    there = stop.n if isinstance(stop, Step) else None
    return outcome.result == "cannot go on" and outcome.stops != there


RULINGS_COLUMNS = (
    "ruling", "value", "other", "rule", "source", "result", "winners", "stops_at", "why", "other_position_from",
    "claim_no_longer_true", "tried",
)  # fmt: skip
WHAT_IF_COLUMNS = (
    "what", "record", "title", "reads", "legal", "result", "winners", "stops_at", "why", "other_position_from",
    "claim_no_longer_true",
)  # fmt: skip


def bearing(of: Settled) -> list[WhatIf]:
    """Those rulings that change something, those that change it at the record itself first."""
    told, n = [each for each in of.rulings if _changes(of, each)], of.n
    order = {"other winner": 0, "cannot go on": 1, "same winner": 2, "not over": 2}
    return sorted(
        told, key=lambda each: (n not in (each.outcome.stops, each.outcome.parts), order[each.outcome.result])
    )

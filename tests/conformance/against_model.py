"""The engine against the second model of Veiled Fate: what they differ in, for one log.

    python -m tests.conformance.against_model FIRST_SEED LAST_SEED

runs random games and prints the differences by their kind.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.games.veiled_fate.harness import Game, Log
from tests.model import judge_log
from tests.model.judge import Find
from vflog.engine.verdict import Judged

#: Codes that the pages fix, by what the model calls a refusal that is no rule's of the game.
CODES = {"amend.breaks": ("amend.breaks",), "ruling.inconsistent": ("ruling.inconsistent", "ruling.key")}


class Difference(NamedTuple):
    """What the engine and the model do not agree on: its kind, and the place with both words."""

    kind: str
    text: str


def differences(log: Log, find: Find, packs: dict[str, bytes] | None = None) -> list[Difference]:
    """All that differs in the verdicts, states and rules of a log, record by record; the first state only."""
    *expected, verdict = judge_log(log, find)
    expected = [line for line in expected if line["judged"] != "rejected"]
    game = Game(log, digests=True, packs=packs or {})
    if len(game.judged) != len(expected):
        return [Difference("rejected", f"{len(game.judged)} records are judged, not {len(expected)}")]
    found: list[Difference] = []
    for judged, state, digests, line in zip(game.judged, game.states, game.digests, expected, strict=True):
        where = f"record {judged.n} {line['record']}"
        if judged.judged != line["judged"]:
            told = [(p.code, p.rule, p.message) for p in judged.problems]
            return [*found, Difference("judged", f"{where}: {judged.judged} {told}, not {line['judged']}: "
                                                 f"{line['message']}")]
        if (digests or (None, None)) != (line["digest"], line["public"]):
            return [*found, _state(where, state, line["state"])]
        if judged.judged == "refused":
            found += _rule(where, judged, line)
    if (game.verdict.status, game.verdict.winners) != (verdict["status"], verdict["winners"]):
        found.append(Difference("verdict", f"{game.verdict.status}, {game.verdict.winners}, not {verdict}"))
    return found


def _state(where: str, state: dict[str, Any] | None, expected: dict[str, Any] | None) -> Difference:
    if state is None or expected is None:
        return Difference("state", f"{where}: {state}, not {expected}")
    for key in sorted({*state, *expected}):
        if state.get(key, "nothing") != expected.get(key, "nothing"):
            return Difference(f"state.{key}", f"{where}: {state.get(key)}, not {expected.get(key)}")
    return Difference("public", where)


def _rule(where: str, judged: Judged, line: dict[str, Any]) -> list[Difference]:
    """The rule and its basis that the engine names for a refused record must be among those it breaks."""
    told = next(problem for problem in judged.problems if problem.severity == "error" and problem.n == judged.n)
    words = f"{where}: {told.code} {told.rule} {told.basis} ({told.message}), not {line['broken']}: {line['message']}"
    if line["broken"] is None:
        codes = CODES.get(line["code"])
        return [] if codes is None or told.code in codes else [Difference("code", words)]
    named = told.rule if told.rule and told.rule.startswith("VF-") else None
    same = [broken for broken in line["broken"] if broken.rule == named]
    if not same:
        return [Difference("rule", words)]
    bases = {broken.basis for broken in same}
    return [] if None in bases or told.basis in bases else [Difference("basis", words)]

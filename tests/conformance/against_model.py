"""The engine against the second model of Veiled Fate: random logs, and what the two differ in.

    python -m tests.conformance.against_model FIRST_SEED LAST_SEED

runs random games and prints the differences by their kind.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.games.veiled_fate.harness import Game
from tests.model import judge_log
from tests.model.tables import Log, Table
from vflog.engine.verdict import Judged
from vflog.log.faults import Fault
from vflog.log.problems import Unsupported

#: Codes that the pages fix, by what the model calls a refusal that is no rule's of the game.
CODES = {"amend.breaks": ("amend.breaks",), "ruling.inconsistent": ("ruling.inconsistent", "ruling.key")}


class Difference(NamedTuple):
    """What the engine and the model do not agree on: its kind, and the place with the words of both."""

    kind: str
    text: str
    code: str = ""


def differences(table: Table, log: Log) -> list[Difference]:
    """What the two differ in for a log: the first state, and the rules of refusals before it."""
    *expected, verdict = judge_log(log, table.find)
    if verdict["status"] == "unsupported" and "version" in str(log[0].get("content", {})):
        return []  # here packs are found by name alone; that versions are compared has tests of its own
    expected = [line for line in expected if line["judged"] != "rejected"]
    try:
        game = Game(log, digests=True, packs=table.packs)
    except Unsupported as why:
        same = verdict["status"] == "unsupported"
        return [] if same else [Difference("verdict", f"unsupported ({why} {why.values}), not {verdict}")]
    except Fault as why:
        return [Difference("rejected", f"the header is rejected ({why})")]
    if len(game.judged) != len(expected):
        return [Difference("rejected", f"{len(game.judged)} records are judged, not {len(expected)}")]
    return list(_differences(game, expected, verdict))


def _differences(game: Game, expected: list[dict[str, Any]], verdict: dict[str, Any]) -> Iterator[Difference]:
    for judged, state, digests, line in zip(game.judged, game.states, game.digests, expected, strict=True):
        where = f"record {judged.n} {line['record']}"
        if judged.judged != line["judged"]:
            told = [(p.code, p.rule, p.message) for p in judged.problems]
            yield Difference("judged", f"{where}: {judged.judged} {told}, not {line['judged']}: {line['message']}")
            return
        if (digests or (None, None)) != (line["digest"], line["public"]):
            yield _state(where, state, line["state"])
            return
        if judged.judged == "refused":
            yield from _rule(where, judged, line)
    if (game.verdict.status, game.verdict.winners) != (verdict["status"], verdict["winners"]):
        yield Difference("verdict", f"{game.verdict.status}, {game.verdict.winners}, not {verdict}")


def _state(where: str, state: dict[str, Any] | None, expected: dict[str, Any] | None) -> Difference:
    if state is None or expected is None:
        return Difference("state", f"{where}: {state}, not {expected}")
    for key in sorted({*state, *expected}):
        if state.get(key, "nothing") != expected.get(key, "nothing"):
            return Difference(f"state.{key}", f"{where}: {state.get(key)}, not {expected.get(key)}")
    return Difference("public", where)


def _rule(where: str, judged: Judged, line: dict[str, Any]) -> Iterator[Difference]:
    """The rule and its basis that the engine names for a refused record must be among those it breaks."""
    told = next((problem for problem in judged.problems if problem.severity == "error"), None)
    if told is None:
        yield Difference("rule", f"{where}: no problem", "-")
        return
    words = f"{where}: {told.code} {told.rule} {told.basis} ({told.message}), not {line['broken']}: {line['message']}"
    if line["broken"] is None:
        codes = CODES.get(line["code"])
        if codes is not None and told.code not in codes:
            yield Difference("code", words, told.code)
        return
    named = told.rule if told.rule and told.rule.startswith("VF-") else None
    bases = {broken.basis for broken in line["broken"] if broken.rule == named}
    if not bases:
        yield Difference("rule", words, f"{told.code} {named}")
    elif None not in bases and told.basis not in bases:
        yield Difference("basis", words, f"{told.code} {named} {told.basis}")


def main(arguments: list[str]) -> int:
    """Run seeds; print each kind of difference with its count and its first seed."""
    first, last = map(int, arguments[:2])
    seen: Counter[str] = Counter()
    places: dict[str, str] = {}
    logs, begun = 0, time.process_time()
    for seed in range(first, last):
        table = Table(seed)
        for index, log in enumerate(table.logs()):
            logs += 1
            for kind, text, code in differences(table, log):
                name = f"{kind} {code}"
                seen[name] += 1
                places.setdefault(name, f"seed {seed}, log {index}: {text[:900]}")
    for name, number in seen.most_common():
        print(f"{number:6} {name}\n       {places[name]}")
    seconds = time.process_time() - begun
    print(f"{logs} logs of {last - first} games in {seconds:.0f} s, {sum(seen.values())} differences")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How many ways there are to play on from fixed positions, k records deep: `perft.txt`.

    python -m tests.conformance.perft

A record in which nature has a say counts, and is not played on from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.test_forms import reveals
from tests.coverage_of_rules import golden_logs
from tests.games.veiled_fate.harness import Game, read
from tests.games.veiled_fate.playing import Situation, act, log, onto, table, voting
from vflog.engine.ruleset import Play, dialect
from vflog.games.veiled_fate import RULESET
from vflog.playback.forms import count, records

FILE = Path(__file__).with_name("perft.txt")
#: Every so many-th record of a golden game.
STRIDE = 40
_FILLED = (
    onto("ada", "naka", "crooked-well", 1),
    onto("ada", "belan", "crooked-well", 2),
    act("end_turn", "ada"),
    onto("bob", "klar", "crooked-well", 3),
)
POSITIONS: tuple[tuple[str, Situation, int], ...] = (
    ("first turn", table(3), 1),
    ("first turn with Hadria and Servants", table(3, "hadria servants"), 1),
    ("before the Age card", Situation("", table(3).records[:-1]), 2),
    ("one card in hand", table(3).ruled(hands={"ada": {"f1": 1}, "bob": {}, "cy": {}}), 2),
    ("voters of four", table(4).then(*_FILLED), 3),
    ("voters of three", table(3).then(*_FILLED), 3),
    ("Arbiter is read", voting("arbiter").ruled(hands={"ada": {"f1": 1}, "bob": {"s1": 1}, "cy": {}}), 3),
    ("Chaos is read", voting("chaos").ruled(hands={"ada": {"f1": 2}, "bob": {"s1": 1}, "cy": {"+2": 1}}), 4),
    ("the Census is read", voting("the-census", 2).ruled(hands={"ada": {"f1": 1}, "bob": {"s1": 1}, "cy": {}}), 3),
    ("Judgement is read", voting("judgement", 3), 1),
)


def perft(play: Play, depth: int) -> int:
    """How many ways there are to go on by so many records."""
    total = 0
    for form in play.legal():
        last = depth == 1 or form["type"] == "end" or any(map(reveals, form["fields"].values()))
        total += count(form) if last else sum(perft(_after(play, record), depth - 1) for record in records(form))
    return total


def _after(play: Play, record: dict[str, Any]) -> Play:
    after = play.copy()
    after.apply(dialect(RULESET).record(record))
    return after


def lines() -> list[str]:
    """The counts, a line a position."""
    out = []
    for words, given, depth in POSITIONS:
        play = Game(log(given)).judge.play
        assert play is not None
        out += [f"{words}, {k} deep: {perft(play, k)}" for k in range(1, depth + 1)]
    for path in golden_logs():
        game, *rest = read(path)
        judged = Game([game])
        for n, record in enumerate(rest, 1):
            judged.put(record)
            if n % STRIDE == 0 and judged.judge.play is not None:
                out.append(f"{path.stem} after record {n}: {perft(judged.judge.play, 1)}")
    return out


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")

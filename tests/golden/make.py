"""Makes the golden games of Veiled Fate: a log (`NAME.jsonl`) and how it is judged, by record (`NAME.txt`).

    python -m tests.golden.make [--anew]

Without `--anew` the logs stay, and are judged again: what has changed shows as a diff, which names at each
record the parts of the state that it touched. With it new logs are made; of some seeds each case takes the one
that goes through most of what no case before it did.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.coverage_of_rules import Coverage
from tests.games.veiled_fate.harness import PACKS, Game, Log, find, read
from tests.model.check_vectors import pack_finder
from tests.model.sprinkle import random_score_log, sprinkle
from vflog.games.veiled_fate import RULESET
from vflog.games.veiled_fate.rulings import NAMED
from vflog.games.veiled_fate.simulate import simulate
from vflog.games.veiled_fate.wishes import Wishes

HERE = Path(__file__).parent / "veiled-fate"
DIGITS = 12


class Case(NamedTuple):
    """One golden game: `rulings` are those that take another value, `around` adds notes, claims, takebacks …"""

    name: str
    players: int
    expansions: str = ""
    role: str | None = None
    powers: str | None = None
    rulings: tuple[str, ...] = ()
    hidden: int = 0
    around: bool = False
    pack: str = "sample"
    detail: str = "full"
    #: So many seeds are tried.
    seeds: int = 8


_NAMES = tuple(NAMED)
_HALVES = (_NAMES[::2], _NAMES[1::2])
CASES: tuple[Case, ...] = (
    Case("base-2", 2),
    Case("base-2-rulings", 2, rulings=("two_player_ages", "influence_after_completion", "bridge"), powers="rebalanced"),
    Case("base-3", 3, powers="rebalanced"),
    Case("base-4-hidden", 4, hidden=100),
    Case("base-5-around", 5, around=True, pack="trial"),
    Case("base-6", 6),
    Case("base-7-half-hidden", 7, hidden=40),
    Case("base-8", 8, powers="rebalanced"),
    Case("small-deck-3-discard", 3, rulings=("draw_limit", "empty_deck"), pack="trial-small"),
    Case("small-deck-4-rulings", 4, rulings=_HALVES[0], pack="trial-small"),
    Case("hadria-2", 2, "hadria"),
    Case("hadria-3-around", 3, "hadria", around=True, pack="trial"),
    Case("hadria-4-base-powers", 4, "hadria", powers="base"),
    Case("hadria-5-rulings", 5, "hadria", rulings=_HALVES[1]),
    Case("hadria-7", 7, "hadria"),
    Case("servants-3", 3, "servants"),
    Case("hadria-servants-4-rulings", 4, "hadria servants", rulings=_NAMES),
    Case("celestials-arbiter-4-hidden", 4, "celestials", "arbiter", hidden=60),
    Case("celestials-servants-eredan-5", 5, "celestials servants", "eredan", powers="base"),
    Case("hadria-arbiter-5-around", 5, "hadria celestials", "arbiter", around=True, pack="trial"),
    Case("hadria-tormentor-4", 4, "hadria celestials", "tormentor"),
    Case("tormentor-3", 3, "celestials", "tormentor", seeds=40),
    Case("hadria-eredan-6-rulings", 6, "hadria celestials", "eredan", rulings=("before_win", "celestial_corruption")),
    Case("eredan-3", 3, "celestials", "eredan"),
    Case("mother-to-all-4", 4, "celestials", "mother-to-all"),
    Case("mother-to-all-2", 2, "celestials", "mother-to-all"),
    Case("steward-4", 4, "celestials", "steward"),
    Case("steward-7", 7, "celestials", "steward"),
    Case("sorcerer-4", 4, "hadria celestials", "sorcerer"),
    Case("sorcerer-3", 3, "celestials", "sorcerer"),
    Case("prophet-4", 4, "celestials", "prophet"),
    Case("prophet-5", 5, "celestials", "prophet"),
    Case("all-9-arbiter", 9, "hadria celestials servants", "arbiter"),
    Case("score-3", 3, detail="score", pack="trial"),
    Case("score-7-hadria", 7, "hadria", detail="score", pack="trial"),
)  # fmt: skip


def made(case: Case, seed: int) -> Log:
    """The log of a case from a seed."""
    switch: dict[str, Any] = {"true": True, "false": False}
    wishes = Wishes(
        game=case.name,
        players=case.players,
        expansions=tuple(case.expansions.split()),
        role=case.role,
        powers=case.powers,
        rulings={name: NAMED[name].values[1] for name in case.rulings},
        hidden=case.hidden,
        pack=None if case.pack == "sample" else case.pack,
    )
    log = list(simulate(RULESET, find, seed, wishes))
    rng, packs = random.Random(seed), pack_finder(PACKS)
    if case.detail == "score":
        head = {key: switch.get(value, value) if isinstance(value, str) else value for key, value in log[0].items()}
        return random_score_log({key: value for key, value in head.items() if key != "n"}, packs, rng)
    return sprinkle(log, packs, rng, 0.08) if case.around else log


def chosen(case: Case, seen: set[Any]) -> Log:
    """Of some seeds the log that goes through most of what has not been seen."""
    start = 1000 * (CASES.index(case) + 1)
    logs = [made(case, start + i) for i in range(case.seeds)]
    return max(logs, key=lambda log: len(Coverage().add(log).keys() - seen))


def judged(log: Log) -> str:
    """How a log is judged: a line a record with what it came to, the digests and the parts it touched; the verdict."""
    game = Game(log, digests=True)
    lines, before = [], {}
    for entry, state, digests in zip(game.judged, game.states, game.digests, strict=True):
        told = [entry.judged, *(problem.code for problem in entry.problems if problem.n == entry.n)]
        if state is not None and digests is not None:
            touched = [key for key in state if state[key] != before.get(key)]
            short = [digest.removeprefix("sha256:")[:DIGITS] for digest in digests]
            told += [*short, state["phase"], "|", *touched]
            before = state
        kind = entry.record.__struct_config__.tag
        lines.append(f"{entry.n} {kind}: {' '.join(map(str, told))}")
    verdict = game.verdict
    lines.append(
        f"{verdict.status}, winners {verdict.winners}, {verdict.applied} applied, {verdict.refused} refused, "
        f"{verdict.taken_back} taken back, {verdict.unjudged} unjudged"
    )
    return "\n".join(lines) + "\n"


def text(log: Log) -> str:
    """A log as the lines of its file."""
    return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in log)


def main(arguments: list[str]) -> int:
    """Make what was asked for; says what has changed."""
    seen: set[Any] = set()
    for case in CASES:
        path = HERE / f"{case.name}.jsonl"
        if "--anew" in arguments or not path.exists():
            log = chosen(case, seen)
            path.write_text(text(log), encoding="utf-8")
        log = read(path)
        seen |= Coverage().add(log).keys()
        listed, new = path.with_suffix(".txt"), judged(log)
        if not listed.exists() or listed.read_text(encoding="utf-8") != new:
            listed.write_text(new, encoding="utf-8")
            print(f"{case.name}: changed")
    for path in HERE.glob("*.jsonl"):
        if path.stem not in {case.name for case in CASES}:
            path.unlink()
            path.with_suffix(".txt").unlink(missing_ok=True)
            print(f"{path.stem}: taken away")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

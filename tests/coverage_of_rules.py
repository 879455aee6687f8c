"""How often the test corpus obeys and breaks each rule, and what else of the game it goes through.

    python -m tests.coverage_of_rules

The corpus: the published vectors, the golden games, both sides of every example, and what holds under one value
of a named ruling only.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.veiled_fate.harness import TESTS, VECTORS, Game, Log, find, read
from tests.games.veiled_fate.playing import log as numbered
from tests.games.veiled_fate.ruling_cases import ONLY_UNDER, under
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.examples import EXAMPLES
from vflog.games.veiled_fate.rules import RULES
from vflog.games.veiled_fate.rulings import FIRST, NAMED

GOLDEN = TESTS / "golden" / "veiled-fate"
#: Those of the base game; a card beside them is tested by itself.
AGE_CARDS = tuple(id for id, card in CARDS.items() if card.base)
OUTCOMES = ("feather", "scorpion", "tie")
#: Says what a place in the standings is, which no record tells.
UNBREAKABLE = {"VF-E3"}

Record = dict[str, Any]


def _is(*kinds: str) -> Callable[[Record], bool]:
    return lambda record: record["type"] in kinds


def _has(kind: str, *fields: str) -> Callable[[Record], bool]:
    return lambda record: record["type"] == kind and all(field in record for field in fields)


def _deed(name: str) -> Callable[[Record], bool]:
    return lambda record: name in (record.get("power"), str(record.get("favor")).removesuffix("-favor"))


def _to(*places: str) -> Callable[[Record], bool]:
    return lambda record: record["type"] == "move" and record.get("to") in places


def _played_by(*roles: str) -> Callable[[Record], bool]:
    return lambda record: record["type"] == "game" and any(p.get("role") in roles for p in record["players"])


def _with(expansion: str) -> Callable[[Record], bool]:
    return lambda record: record["type"] == "game" and expansion in record.get("expansions", ())


_MANY = _is("reveal", "age_reveal", "score", "smite")
_CARDS = ("card", "cards", "pay", "drew", "added", "hands")
#: The applied records that a rule bears on.
BEARS: dict[str, Callable[[Record], bool]] = {
    "VF-B1": _has("move", "to"), "VF-B2": _has("move", "to"), "VF-B3": _to("pools", "city"), "VF-B4": _is("setup"),
    "VF-B5": _is("setup", "place", "city"), "VF-B6": _has("move", "quest"),
    "VF-R1": _is("setup"), "VF-R2": _MANY, "VF-R3": _is("smite", "power", "favor", "reveal"), "VF-R4": _MANY,
    "VF-R5": _with("hadria"), "VF-R6": _is("end"),
    "VF-F1": _is("deal"), "VF-F2": _is("deal"), "VF-F3": lambda r: bool(r.get("drawn")),
    "VF-F4": _is("reveal", "age_reveal"), "VF-F5": lambda r: any(field in r for field in _CARDS),
    "VF-F6": lambda r: "card" in r or "pay" in r, "VF-F7": _is("end_turn"),
    "VF-S1": _is("game"), "VF-S2": _is("setup"), "VF-A1": _is("age"), "VF-A2": _is("deal", "place", "city"),
    "VF-A3": _is("rest", "end_turn", "reveal"), "VF-A4": _is("rest", "end_turn"),
    "VF-A5": lambda r: bool(r.get("space")),
    "VF-T1": _is("move", "power", "rest", "end_turn"), "VF-T2": _is("end_turn"), "VF-T3": _is("move", "power"),
    "VF-T4": _is("rest", "voters"),
    "VF-M1": _is("move"), "VF-M2": _has("move", "to"), "VF-M3": _has("move", "quest"), "VF-M4": _is("move"),
    "VF-M5": _has("move", "card"), "VF-M6": _to("pools"), "VF-M7": _has("move", "swap"),
    "VF-Q1": _is("voters", "vote"), "VF-Q2": _is("reveal"), "VF-Q3": _is("reveal"), "VF-Q4": _is("reveal"),
    "VF-P1": _is("power"), "VF-P2": _deed("portal"), "VF-P3": _deed("transfiguration"), "VF-P4": _deed("smite"),
    "VF-P5": _deed("omniscience"), "VF-P6": _deed("influence"), "VF-P7": _deed("command"),
    "VF-G": _is("age_reveal", "age_vote", "age_pick", "age_quest", "age_place"),
    "VF-H1": _with("hadria"), "VF-H2": _with("hadria"), "VF-H3": _with("hadria"), "VF-H4": _is("favor"),
    "VF-C1": _with("celestials"), "VF-C2": _played_by("arbiter"),
    "VF-C3": _played_by("tormentor", "eredan", "mother-to-all"), "VF-C4": _played_by("steward", "sorcerer", "prophet"),
    "VF-V1": _with("servants"), "VF-E1": lambda r: r["type"] == "game" and len(r["players"]) > 5, "VF-E2": _is("end"),
    "VF-E3": _is("end"),
}  # fmt: skip


class Coverage:
    """What a corpus goes through; each counter by its key."""

    def __init__(self) -> None:
        self.obeyed: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.roles: Counter[tuple[str, bool]] = Counter()
        self.rulings: Counter[tuple[str, str]] = Counter()

    def counters(self) -> tuple[Counter[Any], ...]:
        """All of them, in the order in which they are printed."""
        return (self.obeyed, self.broken, self.outcomes, self.roles, self.rulings)

    def keys(self) -> set[Any]:
        """All that was met at least once, each with its kind."""
        return {(kind, key) for kind, counter in enumerate(self.counters()) for key in counter}

    def add(self, log: Log) -> Coverage:
        """Judge a log and count it in; returns itself."""
        game = Game(log[:1])
        self._applied(game, log[0], 0)
        for record in log[1:]:
            before = self._before(game, record)
            count = len(game.judged)
            game.put(record)
            self._applied(game, record, count)
            if before is not None and len(game.judged) > count and game.judged[count].judged == "applied":
                self._turned(game, record, before)
        for problem in game.judge.finish().problems:
            if problem.rule is not None:
                self.broken[problem.rule] += 1
        if game.judge.play is not None and len(game.judged) > 1:
            self.rulings.update(game.judge.play.rulings().items())
        return self

    def _before(self, game: Game, record: Record) -> Record | None:
        looked_at = record["type"] in ("age_reveal", "end") and game.judge.play is not None
        return game.state if looked_at else None

    def _applied(self, game: Game, record: Record, count: int) -> None:
        if len(game.judged) > count and game.judged[count].judged == "applied":
            self.obeyed.update(rule for rule, bears in BEARS.items() if bears(record))

    def _turned(self, game: Game, record: Record, before: Record) -> None:
        if record["type"] == "end":
            celestial = game.state["celestial"]
            if record.get("reason", "played") == "played" and celestial is not None:
                self.roles[celestial["role"], celestial["won"]] += 1
            return
        votes = record.get("regions", {"": record}) if before["age_card"] == "the-census" else {"": record}
        for vote in votes.values():
            self.outcomes[before["age_card"], outcome(vote)] += 1


def outcome(vote: Record) -> str:
    """Which side has more, of the cards shown and drawn."""
    cards = [*vote.get("cards", ()), *vote.get("drawn", ())]
    weight = {"f1": 1, "f2": 2, "s1": -1, "s2": -2, "+2": 0}
    total = sum(weight[card] for card in cards)
    return "feather" if total > 0 else "scorpion" if total < 0 else "tie"


def golden_logs() -> list[Path]:
    """The logs of the golden games."""
    return sorted(GOLDEN.glob("*.jsonl"))


def corpus() -> Iterator[Log]:
    """All logs of the corpus."""
    for path in (*sorted(VECTORS.glob("*.jsonl")), *golden_logs()):
        if not path.name.endswith(".expected.jsonl"):
            yield read(path)
    for example in EXAMPLES:
        yield example.log()
        yield example.log(broken=True)
    for name, value, given, records in ONLY_UNDER:
        yield numbered(under(given, name, value), *records)


def whole() -> Coverage:
    """The coverage of the whole corpus; what claims show of a rule counts for it."""
    coverage = Coverage()
    for log in corpus():
        coverage.add(log)
    for example in EXAMPLES:
        coverage.obeyed.update(example.about)
        coverage.broken.update(example.about)
    return coverage


class Row(NamedTuple):
    """A line of the table."""

    what: str
    counts: tuple[int, ...]


def rows(coverage: Coverage) -> Iterator[tuple[str, list[Row]]]:
    """The table, part by part: its head, and its rows."""
    yield (
        "rule: obeyed, broken",
        [
            Row(rule, (coverage.obeyed[rule], *(() if rule in UNBREAKABLE else (coverage.broken[rule],))))
            for rule in RULES
        ],
    )
    yield (
        "Age card: " + ", ".join(OUTCOMES),
        [Row(card, tuple(coverage.outcomes[card, side] for side in OUTCOMES)) for card in AGE_CARDS],
    )
    yield "role: won, not won", [Row(role, (coverage.roles[role, True], coverage.roles[role, False])) for role in ROLES]
    yield (
        "ruling: default, other",
        [Row(name, tuple(coverage.rulings[name, value] for value in named.values)) for name, named in NAMED.items()],
    )


def zeros(coverage: Coverage) -> list[str]:
    """What the corpus never goes through."""
    return [row.what for _, part in rows(coverage) for row in part if 0 in row.counts]


def main() -> int:
    """Print the table; 1 where something is at zero."""
    assert set(BEARS) == set(RULES)
    assert set(FIRST.rulings) == set(NAMED)
    assert find("sample") is not None
    coverage = whole()
    for head, part in rows(coverage):
        print(head)
        _table(part)
    missing = zeros(coverage)
    print(f"at zero: {', '.join(missing) or 'nothing'}")
    return 1 if missing else 0


def _table(part: Iterable[Row]) -> None:
    for row in part:
        print(f"  {row.what:28}" + "".join(f"{count:8}" for count in row.counts))


if __name__ == "__main__":
    sys.exit(main())

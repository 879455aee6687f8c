"""What must hold among the facts of any game: markers, snapshots, turns, Ages, votes, frames of time.

    python -m tests.games.veiled_fate.facts_checks FIRST_SEED LAST_SEED

judges the logs of random tables and prints what does not hold, by its kind.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from tests.model.tables import Log, Table
from vflog.engine.facts import Facts
from vflog.games.veiled_fate import RULESET
from vflog.log.faults import Fault
from vflog.log.problems import Unsupported
from vflog.log.records import Amend, Claim, Foreign, Note, Takeback

from .harness import Game


class Broken(NamedTuple):
    """Something that does not hold: what, and where."""

    kind: str
    text: str


def rows(facts: Facts, table: str) -> list[dict[str, Any]]:
    """The rows of a table, by the names of its columns."""
    (described,) = (each for each in RULESET.tables if each.name == table)
    names = [column.name for column in described.fact_columns]
    return [dict(zip(names, row, strict=True)) for row in facts.rows(table)]


def broken(log: Log, packs: dict[str, bytes]) -> list[Broken]:
    """All that does not hold among the facts of a log; nothing for one that cannot be judged."""
    try:
        game = Game(log, facts=True, digests=True, packs=packs)
    except (Unsupported, Fault):
        return []
    facts = game.judge.facts
    assert facts is not None
    states = _states(game)
    found = (_markers(facts, states), _times(game, facts, states), _hands(facts, states), _votes(log, facts))
    return [*chain.from_iterable(found), *_references(facts)]


def _states(game: Game) -> dict[int, dict[str, Any]]:
    """The state documents by number, from the last record on that changed what stood before it."""
    back = [j.n for j in game.judged if j.judged == "applied" and isinstance(j.record, (Amend, Takeback))]
    since = max((n for n in back if n is not None), default=0)
    return {
        j.n: state
        for j, state in zip(game.judged, game.states, strict=True)
        if j.n is not None and j.n >= since and state is not None and j.judged == "applied"
    }


def _markers(facts: Facts, states: dict[int, dict[str, Any]]) -> Iterator[Broken]:
    """For each marker `before` is the last `after`; the state documents and the snapshots agree with it."""
    changes = rows(facts, "renown")
    stands: dict[str, int | None] = {}
    for change in changes:
        marker = change["marker"]
        if marker in stands and stands[marker] != change["before"]:
            yield Broken(f"chain by {change['cause']} of {change['subject']}", f"{stands[marker]}, then {change}")
        stands[marker] = change["after"]
    for n, state in states.items():
        then: dict[str, int | None] = {}
        later: dict[str, int | None] = {}
        for change in changes:
            if change["n"] <= n:
                then[change["marker"]] = change["after"]
            else:
                later.setdefault(change["marker"], change["before"])
        now = markers(state)
        for marker, renown in now.items():
            told = then.get(marker, later.get(marker, renown))
            if told != renown:
                yield Broken(
                    f"state of {marker if marker in ('hadria', 'sorcerer') else 'a Demi'}",
                    f"n {n}: {marker} on {renown}, by the rows {told}",
                )
                return
    order = {"vote": 0, "age_end": 0, "corruption": 1, "annihilation": 2, "end": 3}
    for shot in rows(facts, "snapshots"):
        past = [c["after"] for c in changes if c["marker"] == shot["marker"] and c["n"] < shot["n"]]
        here = [c for c in changes if c["marker"] == shot["marker"] and c["n"] == shot["n"]]
        able = {*past[-1:], *(c["after"] for c in here), *(c["before"] for c in here)}
        if able and shot["renown"] not in able:
            yield Broken(f"snapshot {shot['moment']}", str(shot))
        if order[shot["moment"]] in (0, 3) and here and shot["renown"] != here[-1]["after"]:
            yield Broken(f"snapshot {shot['moment']}, last", str(shot))


def markers(state: dict[str, Any]) -> dict[str, int]:
    """Where the markers stand in a state document."""
    found = {demi: int(space) for space, demis in (state.get("track") or {}).items() for demi in demis}
    if state.get("hadria"):
        found["hadria"] = state["hadria"]["renown"]
    if "renown" in (state.get("celestial") or {}).get("figure", {}):
        found["sorcerer"] = state["celestial"]["figure"]["renown"]
    return found


def _times(game: Game, facts: Facts, states: dict[int, dict[str, Any]]) -> Iterator[Broken]:
    """Turns and Ages follow one another; with the end of the game they are closed; each record of a turn has one."""
    over = game.verdict.end_reason is not None
    last = max((j.n for j in game.judged if j.n is not None and j.judged == "applied"), default=0)
    for table in ("ages", "turns"):
        before = 0
        told = rows(facts, table)
        for i, row in enumerate(told):
            closed = row["last_n"]
            if row["first_n"] <= before or (closed is not None and closed < row["first_n"]):
                yield Broken(f"{table} overlap", str(told))
            if closed is None and (over or i < len(told) - 1):
                yield Broken(f"{table} open", f"{row} {game.verdict.end_reason}")
            if closed is not None and closed > last:
                yield Broken(f"{table} beyond the end", str(row))
            before = closed if closed is not None else last
    turns = rows(facts, "turns")
    asides = (Note, Claim, Foreign)
    applied = [j for j in game.judged if j.judged == "applied" and not isinstance(j.record, asides)]
    played = max((j.n for j in applied if j.n is not None), default=0)
    for n, state in states.items():
        under_way = (state.get("turn") or {}).get("player")
        own = [t for t in turns if t["first_n"] <= n + 1 and (t["last_n"] is None or n < t["last_n"])]
        if under_way and not own and n < played:
            yield Broken("no row for a turn", f"after {n}: {under_way}")
            return
    for table in ("renown", "moves", "powers", "corruption"):
        for row in rows(facts, table):
            if row["turn"] is not None and not any(
                t["turn"] == row["turn"] and t["first_n"] <= row["n"] and row["n"] <= (t["last_n"] or row["n"])
                for t in turns
            ):
                yield Broken(f"turn of {table}", f"{row} {turns}")
                break


def _votes(log: Log, facts: Facts) -> Iterator[Broken]:
    """The cards of a vote are those that went into it, where no judge changed a pile."""
    if any(record["type"] in ("ruling", "amend") for record in log):
        return
    went = Counter(row["vote_n"] for row in rows(facts, "fate_cards") if row["vote_n"] is not None)
    counted: Counter[int] = Counter()
    for row in rows(facts, "votes"):
        counted[row["n"]] += row["cards"]
    for n, cards in counted.items():
        if went[n] != cards:
            yield Broken("cards of a vote", f"{cards} at {n}, by the rows {went[n]}")
            return


def _hands(facts: Facts, states: dict[int, dict[str, Any]]) -> Iterator[Broken]:
    """What came to a hand and left it is what it holds."""
    if not states:
        return
    last = max(states)
    hands = states[last].get("hands") or {}
    for player, hand in hands.items():
        told = sum(row["delta"] for row in rows(facts, "fate_cards") if row["player_id"] == player)
        if told != sum(hand.values()):
            yield Broken("hand", f"{player} holds {hand}, by the rows {told}")
            return
    told_favors = states[last].get("favors") or {}
    held = {f for own in told_favors.values() for f in (*(own["hand"] or ()), *(own["played"] or ()))}
    taken = {row["favor"] for row in rows(facts, "favors")}
    if not held <= taken:
        yield Broken("favors", f"{held - taken} were never taken")
    for player, own in told_favors.items():
        total = sum(row["corruption"] for row in rows(facts, "corruption") if row["player_id"] == player)
        if total != own["corruption"]:
            yield Broken("corruption total", f"{player}: {own['corruption']}, by the rows {total}")
            return


#: Table, columns, and the table and columns that hold them.
REFERENCES = (
    ("fate_cards", ("vote_n",), "votes", ("n",)),
    ("corruption", ("favor",), "favors", ("favor",)),
    ("votes", ("age",), "ages", ("age",)),
    ("turns", ("age",), "ages", ("age",)),
    ("city_steps", ("age",), "ages", ("age",)),
)


def _references(facts: Facts) -> Iterator[Broken]:
    for table, columns, other, keys in REFERENCES:
        there = {tuple(row[k] for k in keys) for row in rows(facts, other)}
        for row in rows(facts, table):
            key = tuple(row[c] for c in columns)
            if None not in key and key not in there:
                yield Broken(f"{table} → {other}", f"{row} {there}")
                break


def main(first: str, last: str) -> int:
    """Print what does not hold, by its kind."""
    kinds: Counter[str] = Counter()
    samples: dict[str, str] = {}
    logs = 0
    for seed in range(int(first), int(last)):
        table = Table(seed)
        for i, log in enumerate(table.logs()):
            logs += 1
            for found in broken(log, table.packs):
                kinds[found.kind] += 1
                samples.setdefault(found.kind, f"seed {seed} log {i}: {found.text}")
    print(f"{logs} logs")
    for kind, count in kinds.most_common():
        print(f"{count:5} {kind}\n      {samples[kind][:600]}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

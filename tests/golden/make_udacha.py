"""Makes the golden games of Udacha anew: `python tests/golden/make_udacha.py` (read the diff before you commit it).

Beside each log stands what it comes to: a line a record with its verdict and digests, last the whole game's
verdict and its last position.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vflog import api
from vflog.engine.simulation import Wishes, line
from vflog.games.udacha import RULESET
from vflog.playback.steps import steps

FOLDER = Path(__file__).parent / "udacha"
Plain = dict[str, Any]

#: name, seed, what is wished for.
GAMES: tuple[tuple[str, int, Plain], ...] = (
    ("full", 8, {}),
    ("free-reactions", 16, {"rulings": {"reactions_alternate": "false", "active_scenery": "by_type"}}),
    ("base-named", 20, {"rulings": {"base_untargetable": "false", "destroyed_unique_binds": "both"}}),
    ("hidden", 28, {"hidden": 100}),
    ("half-hidden", 31, {"hidden": 50}),
)


def logs() -> Iterator[tuple[str, list[Plain]]]:
    """The golden logs: simulated ones, and one in which a table errs, corrects itself and calls a judge."""
    for name, seed, wishes in GAMES:
        yield name, list(RULESET.simulate(lambda _: None, seed, Wishes(game=name, **wishes)))
    yield "corrected", list(corrected())


def corrected() -> Iterator[Plain]:
    """A line refused and taken back, an amend, a judge's ruling, a claim, a dispute, an end by time."""
    header = next(RULESET.simulate(lambda _: None, 1, Wishes(game="corrected")))
    zones = {"A.hand": ["A.Wren.1", "A.Ember.1"], "A.heroes": ["A.Tansy.1"], "B.heroes": ["B.Heron.1"]}
    play = {"type": "act", "p": "A", "what": "play", "card": "A.Wren.1", "mv": [["A.Wren.1", "A.hand", "A.heroes"]]}
    hit = [["A.Tansy.1", "A.heroes", "A.discard"]]
    records: list[Plain] = [
        {"type": "given", "on": "A", "t": 4, "zones": {**zones, "A.deck": ["?", "?", "A.Gull.1"]}, "quests": {"B": 2}},
        {**play, "card": "B.Heron.1"},
        {"type": "takeback", "to": 1},
        play,
        {"type": "amend", "to": 4, "record": {**play, "src": "A.Ember.1"}, "by": "A", "reason": "the Story ordered it"},
        {"type": "do", "p": "B", "what": "discard", "cards": ["A.Tansy.1"]},
        {"type": "pass", "p": "A", "win": "REA", "trig": 6},
        {"type": "res", "f": 6, "mv": hit},
        {"type": "done", "f": 6},
        {"type": "claim", "zones": {"A.heroes": ["A.Wren.1"]}, "bounty_due": [["B", "A.Tansy.1", 2]]},
        {"type": "act", "p": "B", "what": "invest", "why": "bounty", "for": "A.Tansy.1", "cause": 6, "amount": 1},
        {"type": "ruling", "by": "judge", "reason": "drawn twice", "set": {"zones": {"A.hand": ["?"]}, "on": "B"}},
        {"type": "end", "reason": "time", "result": {"by": "judge", "winners": ["B"]}},
    ]
    yield {**header, "profile": "core"}
    yield from ({**record, "n": n} for n, record in enumerate(records, 1))


def written(log: list[Plain]) -> bytes:
    """The bytes of a log."""
    return b"".join(line(record) + b"\n" for record in log)


def expected(path: Path) -> str:
    """What the log at `path` comes to."""
    cursor = api.replay(path)
    out: list[Plain] = [
        {
            "n": step.n,
            "judged": step.judged,
            "problems": [[p.code, p.rule, p.severity] for p in step.problems],
            "digest": step.digest,
            "public": step.public,
        }
        for step in steps(cursor)
    ]
    verdict = cursor.verdict
    out.append({"status": verdict.status, "winners": verdict.winners, "state": cursor.state})
    return "".join(json.dumps(each, separators=(",", ":"), ensure_ascii=False) + "\n" for each in out)


def main() -> None:
    """Write every game, and what it comes to."""
    FOLDER.mkdir(exist_ok=True)
    for name, log in logs():
        path = FOLDER / f"{name}.jsonl"
        path.write_bytes(written(log))
        (FOLDER / f"{name}.expected.jsonl").write_text(expected(path), "utf-8")


if __name__ == "__main__":
    main()

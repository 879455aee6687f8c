"""Random logs of both rulesets, each with logs that differ from it in what a view hides, and what a view has of them.

    python -m tests.views.law PAIRS CHANGES [FIRST_SEED]

looks at so many pairs of a log and a view, each with so many changed logs that come to the same, and tells where the
copies for the view differ. All that any command shows of a view is made from such a copy and nothing else.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.model.tables import Table
from tests.model_udacha.random_catalogues import random_header
from tests.model_udacha.random_games import random_table
from tests.model_udacha.sprinkle import sprinkle
from tests.model_udacha.variants import illegal_variants
from tests.views import secrets, secrets_udacha
from vflog.engine.settings import Settings
from vflog.engine.verdict import Judged
from vflog.log.canonical import digest
from vflog.log.problems import Problem
from vflog.log.records import Claim
from vflog.playback.copies import Copied, Held, copied
from vflog.playback.views import View
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor

Log = list[dict[str, Any]]
Change = Callable[[Log, str, random.Random], Log]
#: So many logs of one table are looked at.
LOGS = 4
#: A change may come to something else; so many are tried for each that does not.
TRIES = 6


class Case(NamedTuple):
    """A log, what changes its secrets, the folder of its packs."""

    log: Log
    change: Change
    folder: Path


def cases(seed: int, folder: Path) -> Iterator[Case]:
    """Logs of one random table: whole, hidden, with mistakes and what happens around a game, of scorekeepers, cut."""
    rng = random.Random(seed)
    logs, change = _udacha(seed), secrets_udacha.changed
    if seed % 3:
        table = Table(seed)
        for name, data in table.packs.items():
            (folder / f"{name}.toml").write_bytes(data)
        logs, change = table.logs(1), secrets.changed
    for log in [log for log, _ in zip(logs, range(2 * LOGS), strict=False)][:: 2 if rng.random() < 0.5 else 1][:LOGS]:
        log = json.loads(json.dumps(log))
        if len(log) > 4 and rng.random() < 0.4:
            log = log[: rng.randint(3, len(log))]
        for record in log[1:]:
            if rng.random() < 0.1:
                record["x_own"] = "s2"
        yield Case(log, change, folder)


def _udacha(seed: int) -> Iterator[Log]:
    rng = random.Random(seed)
    log = random_table(random_header(rng, f"g{seed}"), rng).log
    yield log
    yield sprinkle(log, rng)
    yield from illegal_variants(log, rng, 2)


def written(log: Log) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n" for record in log)


class Seen(NamedTuple):
    """All that is known of a log in a view: the lines of its copy, what became of each, of the games, what is wrong."""

    lines: bytes
    judged: dict[int, str]
    statuses: dict[int, str]
    problems: list[Problem]

    @property
    def outcomes(self) -> Any:
        """What is told of the full log: two logs that differ in this need not look alike."""
        return {n: became.replace("withheld", "refused") for n, became in self.judged.items()}, self.statuses


def copy_of(data: bytes, view: str, folder: Path) -> Seen:
    """A log in a view."""
    held = Held("log.jsonl", str(folder / "log.jsonl"), parts=[data])
    *problems, made = copied(held, View(view), Settings())
    assert isinstance(made, Copied)
    assert made.original is not None
    return Seen(made.packed, made.original.judged, made.original.status, problems)


def shown(log: Log, view: str, folder: Path) -> Log:
    """The records of a log as a view shows them."""
    return [json.loads(raw) for raw in gzip.decompress(copy_of(written(log), view, folder).lines).splitlines()]


class _Claims(BaseVisitor):
    """Hears what the state is at each claim, and whether the claim holds, by the places of the records."""

    def __init__(self) -> None:
        self.told: dict[int, tuple[dict[str, Any], bool]] = {}

    def record(self, judged: Judged) -> None:
        if isinstance(judged.record, Claim) and judged.document is not None:
            holds = all(problem.code != "claim.differs" for problem in judged.problems)
            self.told[judged.line - 1] = judged.document(), holds


def documents(case: Case, log: Log) -> dict[int, tuple[dict[str, Any], bool]]:
    """The state at each claim, and whether the claim holds."""
    if all(record.get("type") != "claim" for record in log):
        return {}
    heard = _Claims()
    held = Held("log.jsonl", str(case.folder / "log.jsonl"), parts=[written(log)])
    judge([held], Settings(records=True, holds_under=False), heard)
    return heard.told


def told_true(case: Case, log: Log, truths: list[int]) -> Log:
    """The log with the claims that held before as they hold of it."""
    for n, (document, _) in documents(case, log).items() if truths else ():
        if n in truths:
            claim = log[n]
            for key in [key for key in claim if key in document]:
                claim[key] = _truth(claim[key], document[key])
            if "state" in claim:
                claim["state"] = digest(document)
    return log


def _truth(claimed: Any, held: Any) -> Any:
    if isinstance(claimed, dict) and isinstance(held, dict) and claimed.keys() <= held.keys():
        return {key: _truth(value, held[key]) for key, value in claimed.items()}
    return held


def alike(case: Case, view: str, count: int, rng: random.Random) -> Iterator[tuple[bytes, Seen]]:
    """So many changed logs that come to the same, or fewer where too few do; with what the view has of them."""
    expected = copy_of(written(case.log), view, case.folder).outcomes
    truths = [n for n, (_, holds) in documents(case, case.log).items() if holds]
    tries, found = count * TRIES, 0
    while found < count and tries:
        tries -= 1
        data = written(told_true(case, case.change(case.log, view, rng), truths))
        seen = copy_of(data, view, case.folder)
        if seen.outcomes == expected:
            found += 1
            yield data, seen


def views(log: Log) -> list[str]:
    seats = [seat["id"] for seat in log[0].get("players", ()) if isinstance(seat, dict)]
    return ["public", *(seat for seat in dict.fromkeys(seats) if seat.lower() not in ("public", "all"))]


def main(arguments: list[str]) -> int:
    """Look at so many pairs; gives 1 where a copy differs."""
    pairs, changes, seed = (*map(int, arguments), 1)[:3]
    begun, done, compared, wrong, few = time.process_time(), 0, 0, 0, 0
    while done < pairs:
        with TemporaryDirectory() as name:
            for number, case in enumerate(cases(seed, Path(name))):
                rng = random.Random(seed * 100 + number)
                for view in sorted(rng.sample(views(case.log), min(2, len(views(case.log))))):
                    made = copy_of(written(case.log), view, case.folder)
                    others = 0
                    for _, seen in alike(case, view, changes, rng):
                        others += 1
                        if seen != made:
                            wrong += 1
                            if wrong < 10:
                                print(f"seed {seed}, log {number}, view {view}: {_first(made, seen)}", flush=True)
                    compared += others
                    few += others < changes
                    done += others == changes
        seed += 1
    seconds = time.process_time() - begun
    print(
        f"{done} pairs of a log and a view with {changes} changed logs each ({few} more with fewer): {compared} copies "
        f"compared, {wrong} differ; {seconds:.0f} s"
    )
    return 1 if wrong else 0


def _first(made: Seen, other: Seen) -> str:
    """Where two copies differ first."""
    texts = [gzip.decompress(some.lines).decode().splitlines() for some in (made, other)]
    for n, (one, two) in enumerate(zip(*texts, strict=False), 1):
        if one != two:
            return f"line {n}: {one[:300]} / {two[:300]}"
    return f"{made[1:]} / {other[1:]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

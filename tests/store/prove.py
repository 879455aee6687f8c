"""What every load checks, over many games: chains of Renown, snapshots, keys, sums, totals.

    python -m tests.store.prove [--simulated N] [--random N] [--seed S]

N games simulated in random settings, and N random games with mistakes, takebacks, amends, rulings and early ends, are
loaded in portions into one database that is thrown away. Prints what does not hold; exit code 1 where anything does
not.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import vflog
from tests.model.tables import Table
from vflog import services
from vflog.engine.settings import Settings as Judging
from vflog.engine.simulation import line
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.rulings import NAMED
from vflog.store.load import load

#: Games in a file, and in a portion.
TOGETHER, PORTION = 5, 100
PACKS = Path(__file__).parents[1] / "vectors" / "packs"
Portion = tuple[Path, Judging, int]


def wishes(dice: random.Random) -> dict[str, Any]:
    """A setting: any number of players, expansions, role, prices, rulings, pack, and how much is hidden."""
    if dice.random() < 0.05:
        return {"ruleset": "udacha", "hidden": dice.choice((0, 50))}
    expansions = [name for name in ("hadria", "servants", "celestials") if dice.random() < 0.5]
    some = {named.name: dice.choice(named.values) for named in NAMED.values() if dice.random() < 0.2}
    return {
        "ruleset": "veiled-fate",
        "players": dice.randint(2, 9),
        "expansions": tuple(expansions),
        "role": dice.choice([*ROLES]) if "celestials" in expansions else None,
        "powers": dice.choice((None, "base", "rebalanced")),
        "rulings": some,
        "hidden": dice.choice((0, 0, 30, 100)),
        "pack": dice.choice((None, None, "trial", "trial-small")),
        "content": [PACKS],
    }


def simulated(count: int, seed: int, folder: Path) -> Iterator[Portion]:
    """Portions of simulated games; what cannot be played in some setting is left out."""
    dice, number = random.Random(f"simulated {seed}"), 0
    while number < count:
        place = folder / f"simulated-{number}"
        place.mkdir()
        games = 0
        while games < min(PORTION, count - number):
            wanted = wishes(dice)
            try:
                made = [*services.simulate(TOGETHER, dice.getrandbits(32), game=f"s{number + games}", **wanted)]
            except vflog.NotThere:
                continue
            (place / f"{games}.jsonl").write_bytes(b"".join(data for _, data in made))
            games += len(made)
        number += games
        yield place, Judging(content=(str(PACKS),)), games


def mistaken(count: int, seed: int, folder: Path) -> Iterator[Portion]:
    """Portions of random games and of what can happen to them, each with the packs of its table."""
    number = 0
    for table_seed in range(seed * 10**6, 2**63):
        if number >= count:
            return
        table = Table(table_seed)
        place = folder / f"random-{table_seed}"
        place.mkdir()
        for name, data in table.packs.items():
            (place / f"{name}.toml").write_bytes(data)
        games = 0
        for log in islice(table.logs(), count - number):
            own = [{**log[0], "game": f"{log[0].get('game')}-{games}"}, *log[1:]]
            (place / f"{games}.jsonl").write_bytes(b"".join(line(record) + b"\n" for record in own))
            games += 1
        number += games
        yield place, Judging(content=(str(place),)), games


def main() -> int:
    """1 where something does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.store.prove", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--simulated", type=int, default=20_000, metavar="N")
    parser.add_argument("--random", type=int, default=2_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, wrong = time.monotonic(), Counter[str]()
    statuses = Counter[str]()
    with tempfile.TemporaryDirectory(prefix="vflog-prove-") as name:
        folder = Path(name)
        db = folder / "games.duckdb"
        for kind, wanted in ((simulated, given.simulated), (mistaken, given.random)):
            done = 0
            for place, judging, games in kind(wanted, given.seed, folder):
                loaded = load([place], db, None, judging)
                statuses.update({status: n for status, n in loaded.report.totals.by_status.items() if n})
                for sentence in loaded.disagreements:
                    wrong[f"{place.name}: {sentence}"] += 1
                    print(f"WRONG {place.name}: {sentence}", flush=True)
                shutil.rmtree(place)
                done += games
            print(f"{done} games {kind.__name__}, after {time.monotonic() - began:.0f} s", flush=True)
        for finding in services.db_check(db):
            wrong[finding.text] += 1
            print(f"WRONG {finding.text}")
    print(", ".join(f"{count} {status}" for status, count in sorted(statuses.items())))
    print(f"{len(wrong)} things do not hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

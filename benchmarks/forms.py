"""What a question for the legal forms costs: time and size, at every third record of simulated games.

python benchmarks/forms.py [--games N]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Any

from vflog import api, services
from vflog.cli.outputs import model

SETTINGS: dict[str, dict[str, Any]] = {
    "veiled-fate, 2 players": {"ruleset": "veiled-fate", "players": 2},
    "veiled-fate, 5 players, Hadria": {"ruleset": "veiled-fate", "players": 5, "expansions": ("hadria", "servants")},
    "veiled-fate, 9 with the Arbiter": {
        "ruleset": "veiled-fate", "players": 9, "expansions": ("hadria", "celestials"), "role": "arbiter",
    },
    "udacha": {"ruleset": "udacha"},
}  # fmt: skip


def measured(folder: Path, games: int, **wishes: Any) -> tuple[list[float], list[int], list[int]]:
    """Of each question the milliseconds, the bytes of the answer, the number of forms."""
    times, sizes, forms = [], [], []
    for name, log in services.simulate(games, 1, game="bench", **wishes):
        path = folder / f"{name}.jsonl"
        path.write_bytes(log)
        cursor = api.replay(path)
        for place in range(0, len(cursor), 3):
            cursor.to_place(place)
            begun = time.perf_counter()
            found = cursor.legal()
            times.append((time.perf_counter() - begun) * 1000)
            sizes.append(len(model.line({"forms": found})))
            forms.append(len(found))
    return times, sizes, forms


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5)
    given = parser.parse_args()
    print(
        f"{'':34}{'ms: median':>10}{'mean':>7}{'most':>7}{'bytes: median':>15}{'mean':>7}{'most':>8}{'forms: most':>13}"
    )
    with TemporaryDirectory() as folder:
        for name, wishes in SETTINGS.items():
            times, sizes, forms = measured(Path(folder), given.games, **wishes)
            print(
                f"{name:<34}{median(times):>10.2f}{mean(times):>7.2f}{max(times):>7.1f}"
                f"{median(sizes):>15,.0f}{mean(sizes):>7,.0f}{max(sizes):>8,}{max(forms):>13}"
            )


if __name__ == "__main__":
    main()

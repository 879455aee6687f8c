"""Random games against the model itself: legal games are valid, hiding adds no problem.

    python -m tests.model.self_check FIRST_SEED LAST_SEED

counts how the games end.
"""

from __future__ import annotations

import sys
from collections import Counter

from .hiding import hide
from .judge import judge_log
from .sprinkle import sprinkle
from .tables import Table
from .variants import ALL_EDITS, illegal_variants


def main(arguments: list[str]) -> int:
    seen: Counter[str] = Counter()
    for seed in range(int(arguments[0]), int(arguments[1])):
        table = Table(seed)
        rng, find = table.rng, table.find
        log = table.whole([0, 0, 0.05])
        if log is None:
            seen["no game"] += 1
            continue
        status = judge_log(log, find)[-1]["status"]
        seen[f"game {status}"] += 1
        for share in (0.3, 1.0):
            hidden = judge_log(hide(log, rng, share), find)[-1]["status"]
            if hidden != status:
                seen["HIDING ADDED A PROBLEM"] += 1
                print(f"seed {seed}: hiding makes {status} {hidden}")
        for name, other in (("sprinkled", sprinkle(log, find, rng)), ("score", table.score())):
            seen[f"{name} {judge_log(other, find)[-1]['status']}"] += 1
        for variant in illegal_variants(log, rng, 3, ALL_EDITS):
            seen[f"variant {judge_log(variant, find)[-1]['status']}"] += 1
    for what, number in sorted(seen.items()):
        print(f"{number:7} {what}")
    return 1 if seen["HIDING ADDED A PROBLEM"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

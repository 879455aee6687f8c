"""Random games against the model itself: legal games are valid, hiding adds no problem.

    python -m tests.model.self_check PACKS FIRST_SEED LAST_SEED
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

from .check_vectors import pack_finder
from .errors import Refused
from .hiding import hide
from .judge import judge_log
from .random_games import random_game, random_header
from .sprinkle import random_score_log, sprinkle
from .variants import illegal_variants


def main(arguments: list[str]) -> int:
    find = pack_finder(Path(arguments[0]))
    seen: Counter[str] = Counter()
    for seed in range(int(arguments[1]), int(arguments[2])):
        rng = random.Random(seed)
        header = random_header(rng, {"pack": rng.choice(["trial", "trial-small"])}, f"g{seed}")
        try:
            log = random_game(header, find, rng)
        except Refused:
            seen["illegal header"] += 1
            continue
        status = judge_log(log, find)[-1]["status"]
        seen[f"game {status}"] += 1
        for share in (0.3, 1.0):
            hidden = judge_log(hide(log, rng, share), find)[-1]["status"]
            if hidden != status:
                seen["HIDING ADDED A PROBLEM"] += 1
                print(f"seed {seed}: hiding makes {status} {hidden}")
        for name, other in (("sprinkled", sprinkle(log, find, rng)),
                            ("score", random_score_log(header, find, rng))):
            seen[f"{name} {judge_log(other, find)[-1]['status']}"] += 1
        for variant in illegal_variants(log, rng, 3):
            seen[f"variant {judge_log(variant, find)[-1]['status']}"] += 1
    for what, number in sorted(seen.items()):
        print(f"{number:7} {what}")
    return 1 if seen["HIDING ADDED A PROBLEM"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The command: tries the places, and tells which of them no test holds."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from tests.mutants import switch
from tests.mutants.equivalent import EQUIVALENT
from tests.mutants.places import Place


def main() -> int:
    """1 where a place survives that is not known to be equivalent, 2 where a test fails without any mutant."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="only the places in these files; all if none is given")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="only one place in K")
    parser.add_argument("--list", action="store_true", help="only list the places")
    parser.add_argument("--tests", nargs="*", default=[], help="ask only these tests")
    given = parser.parse_args()
    began = time.monotonic()
    places = switch.install()
    wanted = [n for n, place in enumerate(places) if not given.files or place.file in given.files][:: given.every]
    if given.list:
        print(*(_told(places[n]) for n in wanted), sep="\n")
        return 0
    from tests.mutants.run import STAGES, trial  # the tests import the rules, with their switches

    stages = (tuple(given.tests),) if given.tests else STAGES
    done = trial(wanted, {n for n in wanted if _key(places[n]) in EQUIVALENT}, stages)
    for test in sorted(done.broken):
        print(f"{test} fails as it is, and was not asked")
    alive = [verdict for _, verdict in sorted(done.verdicts.items()) if verdict.test is None]
    unknown = [verdict for verdict in alive if _key(places[verdict.place]) not in EQUIVALENT]
    for verdict in unknown:
        print(f"{_told(places[verdict.place])}\n    {verdict.tests or 'no'} tests see it refuse, none holds it")
    stale = _stale(places, [verdict.place for verdict in done.verdicts.values() if verdict.test is not None])
    for key in stale:
        print(f"Not equivalent, or gone: {': '.join(key)}")
    held = len(wanted) - len(alive)
    print(
        f"{len(wanted)} of {len(places)} places tried in {time.monotonic() - began:.0f} s: {held} held by tests, "
        f"{len(alive) - len(unknown)} equivalent, {len(unknown)} survive"
    )
    return 2 if done.broken else 1 if unknown or stale else 0


def _key(place: Place) -> tuple[str, str, str]:
    return place.file, place.function, place.code.split(" → ")[0]


def _told(place: Place) -> str:
    from vflog.engine.knowledge import codes

    known = codes().get(place.rule or "")
    rule = (known and known.rule) or place.rule or "–"
    return f"{place.file}:{place.line}: {place.code}  [{rule}, in {place.function}]"


def _stale(places: Sequence[Place], held: Sequence[int]) -> list[tuple[str, str, str]]:
    """What is called equivalent and is held by a test, or is no place."""
    there = {_key(place) for place in places}
    return [key for key in EQUIVALENT if key not in there or any(key == _key(places[n]) for n in held)]


if __name__ == "__main__":
    sys.exit(main())

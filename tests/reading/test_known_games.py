"""What is kept of every game told: found again by key and id, in at most 128 bytes."""

from __future__ import annotations

import tracemalloc
from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from vflog.reading.known_games import KnownGame, KnownGames, id_hash


def told(key: int, game: int = 0, **fields: object) -> KnownGame:
    plain = {
        "key": key, "id_hash": game, "file": 1, "line": 2, "offset": 2**40, "count": 3, "records": 3, "rejects": 0,
        "digest": b"d" * 16, "status": 6, "alone": True, "share": 0,
    }  # fmt: skip
    return KnownGame(**{**plain, **fields})  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.integers(0, 6) | st.integers(0, 2**63 - 1), st.integers(0, 4)), max_size=200))
def test_games_are_found_by_key_and_the_first_by_id(games: list[tuple[int, int]]) -> None:
    seen = KnownGames()
    by_key: dict[int, list[int]] = defaultdict(list)
    first: dict[int, int] = {}
    for number, (key, game) in enumerate(games):
        assert seen.add(told(key, game, line=number)) == number
        by_key[key].append(number)
        first.setdefault(game, number)
    for key, numbers in by_key.items():
        assert sorted(seen.by_key(key)) == numbers
    for game, number in first.items():
        assert list(seen.by_id(game)) == [number]
    assert list(seen.by_key(2**62 + 1)) == [n for n, (key, _) in enumerate(games) if key == 2**62 + 1]
    assert [seen.row(n).line for n in range(len(seen))] == list(range(len(games)))


def test_a_row_holds_all_that_was_told_and_may_be_replaced() -> None:
    seen = KnownGames()
    one = told(2**63 - 1, 2**63 - 1, file=2**32 - 1, share=70_000, alone=False)
    seen.add(one)
    assert seen.row(0) == one
    seen.replace(0, told(5, status=2))
    assert seen.row(0).status == 2


def test_a_game_takes_little() -> None:
    tracemalloc.start()
    seen = KnownGames()
    for i in range(10_000):
        seen.add(told(id_hash(f"key {i}"), id_hash(f"game {i}")))
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept / 10_000 < 105

"""What is kept of every game told: found again by key and id, in at most 128 bytes."""

from __future__ import annotations

import tracemalloc
from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from vflog.reading.known_games import CUT, OVER, SEVERAL, KnownGame, KnownGames, id_hash


def told(key: int, game: int = 0, **fields: object) -> KnownGame:
    plain = {
        "key": key,
        "id_hash": game,
        "file": 1,
        "line": 2,
        "offset": 2**40,
        "records": 3,
        "rejects": 0,
        "digest": b"d" * 16,
        "tail": b"tail",
        "status": 6,
        "flags": 0,
        "plays": 9,
        "unknown": 7,
        "writer": 3,
        "share": 0,
    }
    return KnownGame(**{**plain, **fields})  # type: ignore[arg-type]


def digest(number: int) -> bytes:
    return id_hash(f"log {number}").to_bytes(8, "big") * 2


@given(st.lists(st.tuples(st.integers(0, 6) | st.integers(0, 2**63 - 1), st.integers(0, 4)), max_size=200))
def test_logs_are_found_by_game_by_digest_and_the_first_by_id(games: list[tuple[int, int]]) -> None:
    seen = KnownGames()
    by_key: dict[int, list[int]] = defaultdict(list)
    first: dict[int, int] = {}
    for number, (key, game) in enumerate(games):
        assert seen.add(told(key, game, line=number, digest=digest(number)), f"game {key}") == number
        by_key[key].append(number)
        first.setdefault(game, number)
    for key, numbers in by_key.items():
        assert seen.standing(key) == numbers[0]
        seen.stand(numbers[0], numbers[-1])
        assert seen.standing(key) == numbers[-1]
        for number in numbers:
            assert seen.same_log(key, digest(number) + b"the rest") == [number]
            assert bool(seen.row(number).flags & SEVERAL) == (len(numbers) > 1)
        assert not seen.same_log(key, digest(-1))
    for game, number in first.items():
        assert seen.by_id(game) == number
    assert seen.standing(2**62 + 1) == (by_key[2**62 + 1][-1] if 2**62 + 1 in by_key else None)
    assert seen.ids() == {key: f"game {key}" for key, numbers in by_key.items() if len(numbers) > 1}
    assert [seen.row(n).line for n in range(len(seen))] == list(range(len(games)))


def test_a_row_holds_all_that_was_told_and_may_be_replaced() -> None:
    seen = KnownGames()
    one = told(2**63 - 1, 2**63 - 1, file=2**32 - 1, share=70_000, flags=OVER | CUT)
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
    assert kept / 10_000 < 115


def test_a_log_of_a_game_told_often_takes_little_too() -> None:
    tracemalloc.start()
    seen = KnownGames()
    for i in range(10_000):
        seen.add(told(i // 2, i // 2, digest=digest(i)), f"round-1-table-{i // 2}")
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept / 10_000 < 128

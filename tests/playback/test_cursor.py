"""The cursor: the same state at a record, whichever way it is reached; facts; what a game comes to."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import vflog
from vflog.playback.logs import InputError, NotThere

VECTORS = Path(__file__).parents[1] / "vectors"
LOGS = VECTORS / "veiled-fate"
PACKS = [VECTORS / "packs"]


def _cursor(name: str) -> vflog.Cursor:
    return vflog.replay(LOGS / f"{name}.jsonl", content=PACKS)


@pytest.mark.parametrize("name", ["base-2p", "takebacks-amends-claims-ruling-3p", "illegal-move-into-abyss"])
def test_a_record_has_one_state_whichever_way_it_is_reached(name: str) -> None:
    forward = [(cursor.n, cursor.state, cursor.public) for cursor in _steps(_cursor(name))]
    cursor = _cursor(name)
    cursor.to_place(len(cursor) - 1)
    for place in reversed(range(len(cursor))):
        if place % 7 == 0:
            cursor.to_place(place)
            assert (cursor.n, cursor.state, cursor.public) == forward[place]
    order = random.Random(1).sample(range(len(cursor)), 12)
    for place in order:
        n = cursor.log.entries[place].n
        assert n is not None
        cursor.seek(n)
        assert (cursor.n, cursor.state, cursor.public) == forward[place]
        assert cursor.place == place


def _steps(cursor: vflog.Cursor) -> list[vflog.Cursor]:
    class Seen:
        def __init__(self) -> None:
            self.n, self.state, self.public = cursor.n, cursor.state, cursor.public

    return [Seen() for _ in cursor]  # type: ignore[misc]


def test_steps_end_at_both_ends() -> None:
    cursor = _cursor("base-2p")
    assert cursor.back() is None
    assert cursor.place == 0
    cursor.to_place(len(cursor) - 1)
    assert cursor.next() is None
    assert cursor.place == len(cursor) - 1
    with pytest.raises(IndexError):
        cursor.to_place(len(cursor))
    with pytest.raises(NotThere):
        cursor.seek(len(cursor))


def test_a_takeback_brings_back_the_state() -> None:
    cursor = _cursor("takebacks-amends-claims-ruling-3p")
    states = {}
    met = 0
    for judged in cursor:
        states[judged.n] = cursor.state
        if judged.judged == "applied" and type(judged.record).__name__ == "Takeback":
            assert cursor.state == states[judged.record.to]  # type: ignore[attr-defined]
            met += 1
    assert met


def test_a_refused_record_leaves_the_state() -> None:
    cursor = _cursor("illegal-move-into-abyss")
    before = cursor.seek(27) and cursor.state
    refused = cursor.next()
    assert refused is not None
    assert refused.judged == "refused"
    assert [p.code for p in refused.problems] == ["move.not-adjacent"]
    assert cursor.state == before


def test_facts_gather_and_go_back() -> None:
    cursor = _cursor("hadria-3p")
    cursor.seek(60)
    rows = cursor.facts("renown")
    assert rows
    assert all(row["n"] <= 60 for row in rows)
    cursor.seek(10)
    assert cursor.facts("renown") == [row for row in rows if row["n"] <= 10]
    with pytest.raises(NotThere):
        cursor.facts("nope")


def test_a_game_that_cannot_be_judged_has_no_state() -> None:
    cursor = vflog.replay(LOGS / "base-2p.jsonl")
    assert cursor.verdict.status == "unsupported"
    assert (cursor.state, cursor.public, cursor.legal(), cursor.facts("renown")) == (None, None, [], [])
    assert cursor.next() is not None


def test_a_cursor_comes_to_the_verdict_of_the_whole() -> None:
    for name in ("base-4p", "illegal-end-wrong-winner", "takebacks-amends-claims-ruling-3p"):
        cursor = _cursor(name)
        again, told = cursor.finish(), cursor.verdict
        for field in ("status", "records", "applied", "refused", "taken_back", "unjudged", "winners", "game_key"):
            assert getattr(again, field) == getattr(told, field), (name, field)


def test_what_is_not_there() -> None:
    with pytest.raises(InputError):
        vflog.replay("/nowhere.jsonl")
    with pytest.raises(NotThere, match="more than one game"):
        vflog.replay(LOGS, content=PACKS)
    with pytest.raises(NotThere, match="no game 'x'"):
        vflog.replay(LOGS / "base-2p.jsonl", "x", content=PACKS)


def test_rejected_lines_stay_where_they_were(tmp_path: Path) -> None:
    lines = (LOGS / "base-2p.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join([*lines[:5], b"nonsense\n", *lines[5:]]))
    cursor = vflog.replay(path, content=PACKS)
    assert [len(entry.rejects) for entry in cursor.log.entries[:7]] == [0, 0, 0, 0, 0, 1, 0]
    cursor.to_place(5)
    assert cursor.here.judged == "unjudged"
    assert cursor.verdict.status == "invalid"

"""Views: a hidden log is a log, its problems are among those of the full one, no secret of another seat is in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import vflog
from vflog.engine.settings import Settings
from vflog.playback.cursor import Cursor
from vflog.playback.logs import GameLog, NotThere
from vflog.playback.views import seen_by

VECTORS = Path(__file__).parents[1] / "vectors"
SETTINGS = Settings(content=(str(VECTORS / "packs"),))
LOGS = sorted(p for p in (VECTORS / "veiled-fate").glob("*.jsonl") if "expected" not in p.name)
KINDS = {"f1", "f2", "s1", "s2", "+2"}


def _log(path: Path) -> GameLog:
    (log,) = vflog.read(path, content=SETTINGS.content)
    return log


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
@pytest.mark.parametrize("view", ["public", "first"])
def test_hiding_never_adds_a_problem(path: Path, view: str) -> None:
    log = _log(path)
    seen = seen_by(log, log.header.players[0].id if view == "first" else view, SETTINGS)
    full = {(p.n, p.code) for p in log.verdict.problems}
    full |= {(n, "view.hidden") for n, _ in full}
    assert {(p.n, p.code) for p in seen.verdict.problems} <= full
    assert seen.verdict.status == log.verdict.status
    assert len(seen.entries) == len(log.entries)


@pytest.mark.parametrize("name", ["base-4p", "hadria-3p", "takebacks-amends-claims-ruling-3p", "teams-6"])
def test_no_secret_of_another_seat_is_seen(name: str) -> None:
    log = _log(VECTORS / "veiled-fate" / f"{name}.jsonl")
    mine = log.header.players[0].id
    seen = Cursor(seen_by(log, mine, SETTINGS), SETTINGS)
    for judged in seen:
        state = seen.state
        assert state is not None
        for player, hand in state["hands"].items():
            assert player == mine or set(hand) <= {"?"}, judged.n
        if state["winners"] is None and state["phase"] != "over":
            for player, demi in state["known_demis"].items():
                assert player == mine or demi == "?", judged.n
        owner = msgspec.json.decode(judged.raw).get("player")
        if owner not in (None, mine) and judged.record.__struct_config__.tag in ("move", "vote", "deal"):
            assert KINDS.isdisjoint(_texts(msgspec.json.decode(judged.raw))), judged.raw


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def test_all_is_all_and_the_rest_must_be_there() -> None:
    log = _log(VECTORS / "veiled-fate" / "base-2p.jsonl")
    assert seen_by(log, "all", SETTINGS) is log
    with pytest.raises(NotThere, match="a view is all, public, ada, bob"):
        seen_by(log, "zed", SETTINGS)


def test_what_stood_in_a_bad_line_is_not_told(tmp_path: Path) -> None:
    lines = (VECTORS / "veiled-fate" / "base-2p.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "log.jsonl"
    bad = b'{"type":"vote","n":5,"player":"bob","quest":"x","card":"secret"}\n'
    path.write_bytes(b"".join([*lines[:5], bad, *lines[5:]]))
    seen = seen_by(_log(path), "ada", SETTINGS)
    assert "secret" not in str(msgspec.json.encode([e.rejects for e in seen.entries]))
    assert "secret" not in str(seen.verdict.problems)
    assert seen.verdict.status == "invalid"

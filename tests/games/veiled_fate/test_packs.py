"""Packs and headers that make a game unsupported, never invalid."""

from __future__ import annotations

from typing import Any

import pytest

from vflog.log.problems import Unsupported

from .harness import PACKS, Game
from .playing import header

TEXT = (PACKS / "trial.toml").read_bytes()


def unsupported(head: dict[str, Any], text: bytes | None = None) -> str:
    """The code with which that header's game is not opened."""
    with pytest.raises(Unsupported) as caught:
        Game([head], packs={} if text is None else {"mine": text})
    return caught.value.code


def mine(count: int = 3, expansions: str = "", **fields: Any) -> dict[str, Any]:
    return header(count, expansions, content={"pack": "mine"}, **fields)


def test_b1_a_pack_without_the_bridge_is_refused() -> None:
    ring = b'ring = ["coast", "forest", "canyons", "desert", "volcano", "mountains"]'
    assert ring in TEXT
    turned = b'ring = ["forest", "mountains", "desert", "coast", "volcano", "canyons"]'
    assert unsupported(mine(), TEXT.replace(ring, turned)) == "content.bad-pack"
    near = b'ring = ["forest", "desert", "canyons", "volcano", "mountains", "coast"]'
    assert Game([mine()], packs={"mine": TEXT.replace(ring, near)}).verdict.status == "incomplete"


@pytest.mark.parametrize("text", [b"", b"id = ", b'id = "mine"\n', TEXT.replace(b'house = "bull"', b"house = 3", 1)])
def test_a_pack_that_is_none(text: bytes) -> None:
    assert unsupported(mine(), text) == "content.bad-pack"


def test_no_pack_of_that_name() -> None:
    assert unsupported(mine()) == "content.not-found"


def test_v1_a_pack_without_servants() -> None:
    line = b'servants = ["invictus", "tacita", "ora"]\n'
    assert line in TEXT
    text = TEXT.replace(line, b"")
    assert unsupported(mine(3, "servants"), text) == "content.no-servants"
    assert Game([mine()], packs={"mine": text}).verdict.status == "incomplete"


@pytest.mark.parametrize("role", ["steward", "sorcerer", "prophet"])
def test_c4_a_role_whose_data_is_missing(role: str) -> None:
    assert b"[roles" not in TEXT
    assert unsupported(mine(4, role=role), TEXT) == "content.no-role"


def test_s1_a_role_may_ask_for_three_or_more() -> None:
    text = TEXT + b"\n[roles.arbiter]\nplayers_from = 3\n"
    game = Game([mine(2, role="arbiter")], packs={"mine": text})
    assert game.errors == [("setup.role-needs-players", "VF-S1")]
    assert Game([mine(3, role="arbiter")], packs={"mine": text}).verdict.status == "incomplete"
    assert not Game([mine(2, role="arbiter")], packs={"mine": TEXT}).errors


def test_an_unknown_revision_is_unsupported() -> None:
    assert unsupported(header(3, revision="2030-01")) == "game.unknown-revision"

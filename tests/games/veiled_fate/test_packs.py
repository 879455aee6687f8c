"""Packs and headers that make a game unsupported, never invalid."""

from __future__ import annotations

from typing import Any

import pytest

from vflog.games.veiled_fate.content import check_pack
from vflog.log.problems import Unsupported

from .harness import PACKS, Game, find
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


SAMPLE = (find("sample") or b"").decode()
FIRST_SLOT = '{ feather = "gain 2", scorpion = "lose 1" }'


def found(text: bytes) -> list[str]:
    """What makes a pack unfit to play with."""
    return [finding.message for finding in check_pack(text) if finding.severity == "error"]


@pytest.mark.parametrize(("old", "new", "told"), [
    ('"volcano", "mountains"]', '"volcano", "volcano"]', "six regions"),
    ('"invictus", "tacita", "ora"', '"invictus", "tacita", "tacita"', "invictus"),
    ('"invictus", "tacita", "ora"', '"ida", "tacita", "ora"', "invictus"),
    ("f1 = 30", "f1 = 30\nf3 = 1", "f3"), ("f1 = 30", "f1 = -1", "-1"),
    ("voters = 1", "voters = -1", "voters"), ("demis.naka", "demis.hadria", "hadria"),
    ('need = "house:bull"', 'need = "mood:bull"', "mood:bull"), ('need = "house:bull"', 'need = "house:"', "house:"),
    ('feather = "gain 2"', 'feather = "fly"', "fly"), ('feather = "gain 2"', 'feather = "gain 0"', "gain 0"),
    ('scorpion = "lose 1"', 'scorpion = "gain"', "gain"), ('"draw 1", "gain 1", "nothing"', '"draw"', "draw"),
    ('"draw 1", "gain 1", "nothing"', "", "space"), ('id = "chaos"', 'id = "order"', "natural-order"),
    ('id = "chaos"\nage = 1', 'id = "chaos"\nage = 2', "chaos"), ('power = "portal"', 'power = "luck"', "luck"),
    ("corruption = 3", "corruption = 4", "orruption"), ("corruption = 3", "corruption = -1", "orruption"),
    ('id = "salt-ledger"', 'id = "lantern-oath"', "twice"), ('id = "tidal-altar"', 'id = "first-altar"', "twice"),
    ('id = "natural-order"', 'id = "chaos"', "twice"), ('id = "portal-favor"', 'id = "smite-favor"', "twice"),
    ("corruption = 3\ncopies = 3", "corruption = 3\ncopies = 0", "cop"),
    ('id = "long-table"\nname = "The Long Table"\nvoters = 1', 'id = "long-table"\nvoters = -1', "voters"),
], ids=lambda value: value.replace("\n", ", "))  # fmt: skip
def test_12_what_a_pack_cannot_say(old: str, new: str, told: str) -> None:
    assert not found(SAMPLE.encode())
    assert old in SAMPLE
    assert any(told in message for message in found(SAMPLE.replace(old, new, 1).encode()))


def test_12_a_pack_is_text() -> None:
    assert any("UTF-8" in message for message in found(SAMPLE.encode() + b"\xff"))
    assert any("TOML" in message for message in found(SAMPLE.encode() + b"\n=\n"))


def test_12_a_quest_has_slots() -> None:
    quest = '\n[[quests]]\nid = "bare"\nvoters = 0\nslots = [{}]\n'.replace("{}", FIRST_SLOT)
    assert not found((SAMPLE + quest).encode())
    assert any("slot" in message for message in found((SAMPLE + quest.replace(FIRST_SLOT, "")).encode()))


def test_b4_there_are_nine_demis() -> None:
    tenth = '\n[demis.zeus]\nhouse = "owl"\ncolour = "red"\n'
    assert any("nine" in message for message in found((SAMPLE + tenth).encode()))

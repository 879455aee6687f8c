"""Every check by name: what it lets through, and what it refuses or disputes."""

from __future__ import annotations

import pytest

from .checks import CHECKS
from .harness import Game

each = pytest.mark.parametrize("title", CHECKS)


@each
def test_it_lets_through(title: str) -> None:
    assert Game(CHECKS[title].sides.log()).finding() == ("legal", None, None)


@each
def test_it_tells(title: str) -> None:
    sides = CHECKS[title].sides
    verdict = "disputed" if sides.rule[0] == "A" else "illegal"
    assert Game(sides.log(broken=True)).finding() == (verdict, sides.flagged, sides.rule)

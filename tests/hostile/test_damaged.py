"""No command ends by a fault of its own, whatever is wrong with its logs (see `damaged`)."""

from __future__ import annotations

import os

import pytest

from . import damaged

#: So many seeds, and about such a share of the commands for each: all of them by a few seeds.
SEEDS, SHARE = int(os.environ.get("VFLOG_DAMAGED", "6")), 0.25


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_command_bears_damaged_logs(seed: int) -> None:
    assert damaged.tried(damaged.logs, seed, SHARE) == []


@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_every_command_bears_damaged_tournaments(seed: int) -> None:
    assert damaged.tried(damaged.tournament, seed, SHARE) == []

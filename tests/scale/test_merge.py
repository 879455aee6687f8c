"""Inputs judged in parts come to what one process comes to: all that is told, in its order, and the report."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.scale.corpora import files
from tests.scale.inline import both
from vflog.engine.settings import Settings

#: So many random corpora of about ten to fifty games (`make jobs` sets more).
CORPORA = int(os.environ.get("VFLOG_CORPORA", "40"))
FIRST = int(os.environ.get("VFLOG_SEED", "0"))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + CORPORA))
def test_any_corpus_in_parts(tmp_path: Path, seed: int) -> None:
    chance = random.Random(f"parts {seed}")
    some = files(chance, tmp_path, 20)
    settings = Settings(digests=True, keep_going=chance.random() < 0.3)
    one, parts = both(
        some,
        settings,
        chance,
        jobs=chance.choice((1, 2, 5)),
        size=chance.choice((100, 400, 2000)),
        crashes=chance.choice((0, 0, 3)),
    )
    assert parts[0] == one[0]
    assert parts[1:] == one[1:]

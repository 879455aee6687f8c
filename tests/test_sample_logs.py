"""The sample logs are what their table says, and what `sample_logs/make.py` makes."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from vflog import api
from vflog.engine.simulation import line

FOLDER = Path(__file__).parents[1] / "sample_logs"


def _told() -> dict[str, str]:
    """Each log and its verdict, as the tables of the README have them."""
    rows = re.findall(r"^\| (`.*?) \| .* \| (.*) \|$", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    return {name: verdict for names, verdict in rows for name in re.findall(r"`(.*?)`", names)}


TOLD = _told()


def test_every_log_is_in_the_table() -> None:
    assert sorted(TOLD) == sorted(path.name for path in FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("name", TOLD)
def test_the_verdict_is_the_one_told(name: str) -> None:
    report = api.validate(FOLDER / name)
    status, _, rest = TOLD[name].partition(", ")
    assert [game.status for game in report.games] == [status]
    assert [game.game for game in report.games] == [name.removesuffix(".jsonl")]
    rules = {problem.rule for problem in report.problems}
    assert rules >= set(re.findall(r"VF-\w+|[AU]\d+", rest))
    assert report.totals.warnings == (1 if "one warning" in rest else 0)
    assert report.totals.errors == (1 if status == "invalid" else 0)


def test_they_are_made_anew_with_equal_bytes() -> None:
    make: dict[str, Any] = runpy.run_path(str(FOLDER / "make.py"))
    for day, (name, seed, log) in enumerate(make["samples"](), 2):
        lines = b"".join(line(record) + b"\n" for record in make["timed"](log, make["Dice"](seed), day))
        assert lines == (FOLDER / f"{name}.jsonl").read_bytes(), name

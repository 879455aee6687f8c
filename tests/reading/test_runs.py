"""Records that are told in a row are those that are told one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from vflog.engine.settings import Settings
from vflog.engine.verdict import Judged, Run
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor, RunVisitor

SAMPLES = sorted(Path("sample_logs").glob("*.jsonl"))
Told = tuple[str, int | None, int, bytes, str]


class _Each(BaseVisitor):
    def __init__(self) -> None:
        self.told: list[Told] = []

    def record(self, judged: Judged) -> None:
        self.told.append((judged.game, judged.n, judged.line, judged.raw, judged.judged))


class _Runs(_Each, RunVisitor):
    runs = 0

    def run(self, run: Run) -> None:
        self.runs += 1
        assert len(run.records) == len(run.raws) > 0
        for i, raw in enumerate(run.raws):
            self.told.append((run.game, run.n + i, run.line + i, raw, "applied"))


@pytest.mark.parametrize("keep_going", [False, True])
@pytest.mark.parametrize("log", SAMPLES, ids=lambda path: path.stem)
def test_runs_are_the_records_one_by_one(log: Path, keep_going: bool) -> None:
    settings = Settings(records=True, keep_going=keep_going)
    each, runs = _Each(), _Runs()
    judge([log], settings, each)
    judge([log], settings, runs)
    assert runs.told == each.told
    assert runs.runs > 0


def test_warnings_and_refusals_part_runs_and_come_in_their_place(tmp_path: Path) -> None:
    """A record with a problem is told by itself, those around it in rows."""
    lines = Path("sample_logs/base-3p.jsonl").read_bytes().splitlines(keepends=True)
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join([*lines[:40], lines[39], *lines[40:]]))
    each, runs = _Each(), _Runs()
    for visitor in (each, runs):
        judge([log], Settings(records=True, keep_going=True), visitor)
    assert runs.told == each.told
    assert {told[-1] for told in runs.told} == {"applied", "refused"}
    assert runs.runs >= 2


def test_nothing_is_told_where_no_records_were_asked_for() -> None:
    runs = _Runs()
    judge([SAMPLES[0]], Settings(), runs)
    assert runs.told == []

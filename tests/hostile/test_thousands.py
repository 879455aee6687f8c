"""Thousands of damaged logs: each ends in a verdict, in time, with the right exit code, every line accounted for."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vflog.cli import main
from vflog.cli.commands.validate import validate

from .inputs import FAMILIES, Made, small

#: An answer comes within so many seconds, whatever the input.
SECONDS = 3.0


class Ran:
    """Runs `vflog validate --format json` on some bytes within this process.

    Most times the command itself is called, without the reading of arguments, which takes longer than the rest.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._path = folder / "case.jsonl"
        self._patch = monkeypatch
        self._times = 0

    def __call__(self, data: bytes) -> tuple[int, str, str, float]:
        self._path.write_bytes(data)
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        self._patch.setattr(sys, "stdout", out)
        self._patch.setattr(sys, "stderr", err)
        begun = time.monotonic()
        self._times += 1
        if self._times % 50 == 1:
            code = main(["validate", "--format", "json", str(self._path)])
        else:
            code = validate([str(self._path)], format="json")
        took = time.monotonic() - begun
        texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
        return code, texts[0], texts[1], took


def faults(ran: tuple[int, str, str, float], data: bytes) -> list[str]:
    """All that is wrong with what was said of an input."""
    code, out, err, took = ran
    wrong = [f"said on standard error: {err!r}"] if err else []
    if took > SECONDS:
        wrong.append(f"took {took:.1f} s")
    try:
        report = json.loads(out)
    except ValueError:
        return [*wrong, f"exit code {code}, and no report"]
    if code != _due(report):
        wrong.append(f"exit code {code}, but {_due(report)} is due")
    return [*wrong, *_accounts(report), *_places(report, data)]


def _due(report: dict[str, Any]) -> int:
    loose = any(p["severity"] == "error" and p["game"] is None for p in report["problems"])
    return int(loose or not {g["status"] for g in report["games"]} <= {"valid", "adjudicated"})


def _accounts(report: dict[str, Any]) -> list[str]:
    wrong = []
    totals = report["totals"]
    for part in (*report["files"], totals):
        if part["lines"] != part["blank"] + part["records"] + part["rejects"] + part["repeats"]:
            wrong.append(f"lines do not add up: {part}")
    for game in report["games"]:
        if game["records"] != game["applied"] + game["refused"] + game["taken_back"] + game["unjudged"]:
            wrong.append(f"records do not add up: {game}")
    if totals["records"] != sum(game["records"] for game in report["games"]):
        wrong.append("the records of the games are not those of the file")
    if totals["games"] != len(report["games"]) or totals["games"] != sum(totals["by_status"].values()):
        wrong.append(f"games do not add up: {totals}")
    by_severity = [sum(p["severity"] == s for p in report["problems"]) for s in ("error", "warning")]
    if by_severity != [totals["errors"], totals["warnings"]]:
        wrong.append(f"problems do not add up: {totals}")
    # What is not sound has a reason, and what is sound has none.
    for game in report["games"]:
        reasons = [p for p in report["problems"] if p["severity"] == "error" and p["game"] == game["game"]]
        if game["status"] == "valid" and reasons and totals["games"] == 1:
            wrong.append(f"valid with errors: {reasons[0]}")
        if game["status"] in ("invalid", "unreadable", "unsupported") and not totals["errors"]:
            wrong.append("not sound without a reason")
    return wrong


def _places(report: dict[str, Any], data: bytes) -> list[str]:
    """A problem names a line that there is, and its message fits on one line of a terminal that it cannot steer."""
    wrong = []
    lines = report["totals"]["lines"]
    packed = data[:2] == b"\x1f\x8b" or data[:4] == b"\x28\xb5\x2f\xfd"
    wide = any(p["code"] == "file.encoding" for p in report["problems"])
    for problem in report["problems"]:
        line, offset = problem["line"], problem["byte_offset"]
        if line is not None and not 1 <= line <= lines:
            wrong.append(f"no such line: {problem}")
        if line is not None and offset is not None and not packed and not wide:
            start = data.rfind(b"\n", 0, offset) + 1
            if data.count(b"\n", 0, offset) != line - 1 or (start != offset and offset != 3):
                wrong.append(f"line and offset differ: {problem}")
        if len(problem["message"]) > 2000:
            wrong.append(f"a message of {len(problem['message'])} characters")
    return wrong


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_damage(family: Callable[[], Made], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Ran(tmp_path, monkeypatch)
    seen = 0
    for name, data in family():
        seen += 1
        wrong = faults(run(data), data)
        assert not wrong, f"{name}: {wrong}\n{data[:3000]!r}"
    assert seen > 10


def test_the_log_they_are_made_from_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err, _ = Ran(tmp_path, monkeypatch)(b"\n".join(small()) + b"\n")
    report = json.loads(out)
    assert (code, err) == (1, "")
    assert [(g["status"], g["applied"]) for g in report["games"]] == [("abandoned", len(small()))]
    assert report["problems"] == []


def test_there_are_thousands() -> None:
    assert sum(1 for family in FAMILIES for _ in family()) > 4000

"""The summary by app, version and code adds up to the totals: in the report, as text, in the tables."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from vflog import api
from vflog.engine.summary import MOST
from vflog.engine.verdict import Report
from vflog.store.query import query

from .inputs import FAMILIES, joined, small

LINES = small()


def _headed(**fields: Any) -> bytes:
    """The first line with other fields."""
    return json.dumps({**json.loads(LINES[0]), **fields}, separators=(",", ":")).encode()


WITH_APP = joined(_headed(source={"app": "Table", "version": "2"}), *LINES[1:])
BROKEN = LINES[0][:-1] + b',"players":}'


def _added_up(report: Report) -> None:
    totals = report.totals
    assert sum(line.errors for line in report.summary) == totals.errors
    assert sum(line.warnings for line in report.summary) == totals.warnings
    assert all(line.errors >= 0 and line.warnings >= 0 and line.games >= 0 for line in report.summary)
    assert len({(line.app, line.version, line.code, line.of_games) for line in report.summary}) == len(report.summary)
    by_code = {code: sum(p.code == code for p in report.problems) for code in {p.code for p in report.problems}}
    assert by_code == {
        code: sum(line.errors + line.warnings for line in report.summary if line.code == code) for code in by_code
    }
    assert {line.code for line in report.summary} == by_code.keys()


def _in_text(text: str, report: Report) -> None:
    found = re.search(r"Problems by app, version and code:\n(.*?)\n\n", text, re.DOTALL)
    rows = found[1].splitlines()[1:] if found else []
    counts = [[int(cell.replace(",", "")) for cell in row.split()[-3:]] for row in rows]
    if rows or report.totals.games > 1:
        assert sum(count[0] for count in counts) == report.totals.errors
        assert sum(count[1] for count in counts) == report.totals.warnings


def _corpora() -> Iterator[tuple[str, list[bytes]]]:
    """Files, several at once, so that games are copies of others, grown, damaged, told twice."""
    whole = joined(*LINES)
    checked = bytearray(gzip.compress(whole, mtime=0))
    checked[-5] ^= 1
    twice = gzip.compress(whole + WITH_APP, mtime=0)
    bad_twice = twice[:-8] + bytes([twice[-8] ^ 1]) + twice[-7:]
    yield "grown within a file", [joined(*LINES[:4]) + whole]
    yield "grown from file to file", [joined(*LINES[:4], b"{", LINES[4]), whole, whole]
    yield "grown with problems", [joined(*LINES[:4], b"{}"), joined(*LINES[:4], b"{}", b"[]", b"1")]
    yield "a copy of a game with an app", [WITH_APP, WITH_APP, WITH_APP + whole]
    yield "two tellings", [whole, joined(*LINES[:4], LINES[2], LINES[3])]
    yield "a member that is damaged", [bytes(checked), whole]
    yield "two games of a damaged member", [bad_twice, whole]
    yield "grown, and the longer one damaged", [joined(*LINES[:4]), bytes(checked)]
    yield "a damaged header and what follows", [whole + joined(BROKEN, *LINES[1:])]
    yield "lines of no game", [joined(*LINES[1:]), joined(BROKEN, *LINES[1:], LINES[0], *LINES[1:])]
    yield "nothing at all", [b"", b"\n\n", b"\r\n{}\r\n"]
    yield "marks", [b"\xef\xbb\xbf" + whole.replace(b"\n", b"\r\n"), whole[:-1], b"\n" + whole]
    for made in FAMILIES:
        name = made.__name__
        some = list(itertools.islice(made(), 0, None, 40))
        chance = random.Random(name)
        for i in range(0, len(some), 6):
            several = [data for _, data in some[i : i + 6]]
            yield f"{name} {i}", [*several, chance.choice(several), joined(*LINES[: chance.randint(1, len(LINES))])]


CORPORA = list(_corpora())


@pytest.mark.parametrize("files", [files for _, files in CORPORA], ids=[name for name, _ in CORPORA])
def test_the_summary_adds_up(files: list[bytes], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    from vflog.cli import main

    for i, data in enumerate(files):
        (tmp_path / f"{i:03}.jsonl").write_bytes(data)
    report = api.validate(tmp_path)
    _added_up(report)
    lean = api.validate(tmp_path, collect=False)
    assert lean.summary == report.summary
    assert lean.totals == report.totals
    main(["validate", str(tmp_path)])
    _in_text(capsysbinary.readouterr().out.decode(), report)


@pytest.mark.parametrize("files", [files for _, files in CORPORA[:12]], ids=[name for name, _ in CORPORA[:12]])
def test_the_view_adds_up(files: list[bytes], tmp_path: Path) -> None:
    for i, data in enumerate(files):
        (tmp_path / f"{i:03}.jsonl").write_bytes(data)
    db = tmp_path / "t.duckdb"
    api.load(tmp_path, db)
    sql = (
        "SELECT count(*), count(*) FILTER (severity = 'error'), (SELECT sum(problems) FROM v_problem_summary), "
        "(SELECT sum(problems) FILTER (severity = 'error') FROM v_problem_summary) FROM problems"
    )
    with query(db, sql) as answer:
        every, errors, in_view, errors_in_view = next(iter(answer.rows))
    assert (every, errors) == (in_view or 0, errors_in_view or 0)


def test_the_summary_is_bounded(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(
        b"".join(joined(_headed(game=f"g{i}", source={"app": f"app {i}"}), b"{}") for i in range(MOST + 50))
    )
    report = api.validate(log, collect=False)
    assert sum(line.errors for line in report.summary) == report.totals.errors == MOST + 50
    assert len({line.app for line in report.summary}) == MOST + 1


def test_a_code_is_counted_with_the_games_that_have_it(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(WITH_APP[: WITH_APP.index(b"\n")] + b"\n{}\n{}\n" + joined(*LINES) + joined(BROKEN, *LINES[1:4]))
    found = {(line.app, line.version, line.code): line for line in api.validate(log).summary}
    one = found["Table", "2", "line.missing-field"]
    assert (one.errors, one.games, one.of_games) == (2, 1, True)
    lost = found[None, None, "game.none"]
    assert (lost.errors, lost.games, lost.of_games) == (3, 0, False)
    assert found[None, None, "line.not-json"].games == 1

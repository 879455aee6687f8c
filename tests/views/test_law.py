"""The law of views on a sample; `make prove` looks at thousands of pairs (see `tests.views.law` and `.commands`)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.views.commands import differences
from tests.views.law import Case, alike, cases, copy_of, views, written
from vflog.engine.settings import Settings
from vflog.games.udacha.records import PLAY, UdachaEnd
from vflog.games.udacha.redact import UdachaRedactor
from vflog.games.veiled_fate.records import PLAYS, VeiledFateEnd
from vflog.games.veiled_fate.redact import VeiledFateRedactor
from vflog.log.decode import tag_of
from vflog.log.walk import info
from vflog.playback.copies import Held, copied
from vflog.playback.cursor import Cursor
from vflog.playback.logs import GameLog, read
from vflog.playback.views import View, seen_by


@pytest.mark.parametrize("seed", range(1, 8))
def test_logs_that_differ_in_what_a_view_hides_have_one_copy(seed: int, tmp_path: Path) -> None:
    rng, compared = random.Random(seed), 0
    for case in cases(seed, tmp_path):
        for view in rng.sample(views(case.log), 2):
            made = copy_of(written(case.log), view, case.folder)
            for _, seen in alike(case, view, 3, rng):
                assert seen == made
                compared += 1
    assert compared


@pytest.mark.parametrize("seed", [14, 15])
def test_every_command_shows_such_logs_alike(seed: int, tmp_path: Path) -> None:
    case = next(iter(cases(seed, tmp_path)))
    assert list(differences(case, "public", random.Random(seed))) == []


def _logs(case: Case) -> list[GameLog]:
    path = case.folder / "log.jsonl"
    path.write_bytes(written(case.log))
    return list(read(path, Settings(holds_under=False)))


@pytest.mark.parametrize("seed", range(1, 8))
def test_a_copy_comes_to_what_its_log_comes_to(seed: int, tmp_path: Path) -> None:
    """The same outcomes and public states, and no problem that the full log does not have in that place."""
    for case in cases(seed, tmp_path):
        for log in _logs(case):
            expected = [(j.judged, j.public and j.public(j.document())) for j in Cursor(log) if j.document]
            full = Counter(problem.n for problem in log.verdict.problems)
            for view in views(case.log):
                seen = seen_by(log, view)
                told = [(j.judged, j.public and j.public(j.document())) for j in Cursor(seen) if j.document]
                assert told == expected, view
                mine, its = seen.verdict, log.verdict
                for name in ("status", "records", "applied", "refused", "taken_back", "unjudged", "winners", "public"):
                    assert getattr(mine, name) == getattr(its, name), (view, name)
                hidden = [p for p in mine.problems if p.code == "view.hidden" and p.n is None]
                assert {p.n for p in mine.problems if p not in hidden} <= {*full}, view
                assert all(p.byte_offset is None for p in mine.problems)


@pytest.mark.parametrize(
    ("redactor", "records"),
    [(VeiledFateRedactor, (*PLAYS, VeiledFateEnd)), (UdachaRedactor, (*PLAY, UdachaEnd))],
)
def test_every_field_of_every_record_is_listed(redactor: Any, records: Any) -> None:
    listed = {kind: {*fields} for kind, fields in redactor.fields.items()}
    there = {tag_of(record): {f.encode_name for f in info(record).fields} - {"n", "game", "at"} for record in records}
    assert listed == there


def _copy(lines: list[bytes], view: str = "public", *, text: bool = True) -> list[bytes]:
    import gzip

    (made,) = copied(Held("x.jsonl", "x.jsonl", parts=[b"\n".join(lines)]), View(view, text), Settings())
    return gzip.decompress(made.packed).splitlines()  # type: ignore[union-attr]


HEAD = (
    b'{"type":"game","format":"vflog/1","game":"g","ruleset":"veiled-fate","revision":"2026-12",'
    b'"players":[{"id":"ada","name":"Ada B."},{"id":"bob"}]}'
)


def test_a_line_that_is_no_record_is_not_shown_and_keeps_its_place() -> None:
    bad = [
        b'{"type":"vote","player":"bob","quest":"x","card":"f9"}',
        b'{"type":"note","game":"g","n":"secret"}',
        b"f1 {",
    ]
    shown = _copy([HEAD, b"", *bad, b'{"type":"game","format":"f1"}'])
    assert shown[1:] == [
        b"",
        b'{"type":"?"}',
        b'{"game":"g","type":"?"}',
        b'{"type":"?"}',
        b'{"format":"?","type":"game"}',
    ]


def test_no_text_leaves_out_names_texts_and_reasons() -> None:
    lines = [
        b'{"type":"note","text":"Ada B. has f1","player":"ada"}',
        b'{"type":"x_mine","hand":["f1"]}',
        b'{"type":"ruling","by":"judge","reason":"Ada B. slipped","set":{}}',
    ]
    with_text, without = _copy([HEAD, *lines]), _copy([HEAD, *lines], text=False)
    assert with_text[1:3] == [b'{"player":"ada","text":"Ada B. has f1","type":"note"}', b'{"type":"x_mine"}']
    assert b"Ada B." in with_text[0]
    assert not any(b"Ada B." in line or b"f1" in line for line in without)
    assert without[2:] == [b'{"type":"x_"}', b'{"by":"judge","reason":"?","set":{},"type":"ruling"}']
    assert _copy([HEAD, *lines], "all", text=False)[1:] == without[1:]

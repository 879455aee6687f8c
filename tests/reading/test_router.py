"""Which game a line belongs to: one after the other, side by side, late, ambiguous, of none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.toy_ruleset import END, head, line, steps, whole
from tests.reading.test_corpus import adds_up, codes
from vflog.engine.verdict import Report
from vflog.reading.corpus import judge
from vflog.reading.router import WAITING

NOTE = line(type="note", text="t")


def read(tmp_path: Path, *parts: bytes) -> Report:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join(parts))
    report = judge([log])
    adds_up(report)
    return report


def told(report: Report) -> list[tuple[str | None, str, int]]:
    return [(g.game, g.status, g.records) for g in report.games]


def test_games_one_after_the_other(tmp_path: Path) -> None:
    report = read(tmp_path, whole("g1", 1), whole("g2", 2), head("g3"), steps(1), whole("g4"))
    assert told(report) == [("g1", "valid", 3), ("g2", "valid", 3), ("g3", "incomplete", 2), ("g4", "valid", 2)]


def test_records_that_name_their_game_may_be_interleaved(tmp_path: Path) -> None:
    report = read(
        tmp_path,
        head("g1"),
        steps(1, game="g1"),
        head("g2"),
        steps(2, game="g2"),
        steps(1, game="g1"),
        line(type="end", game="g2"),
        steps(1, game="g1"),
        line(type="end", game="g1"),
    )
    assert told(report) == [("g1", "valid", 5), ("g2", "valid", 3)]


def test_two_headers_and_then_both_games_named(tmp_path: Path) -> None:
    report = read(
        tmp_path, head("g1"), head("g2"), steps(1, game="g1"), steps(2, game="g2"), line(type="end", game="g1"), END
    )
    assert told(report) == [("g1", "valid", 3), ("g2", "valid", 3)]


def test_where_two_are_open_a_record_without_game_is_never_guessed(tmp_path: Path) -> None:
    report = read(tmp_path, head("g1"), steps(1, game="g1"), head("g2"), steps(2), steps(3, game="g2"))
    assert told(report) == [("g1", "incomplete", 2), ("g2", "incomplete", 2)]
    assert codes(report) == ["game.ambiguous"]
    assert "g1, g2" in report.problems[0].message


def test_a_game_whose_records_do_not_name_it_is_closed_by_the_next(tmp_path: Path) -> None:
    report = read(tmp_path, head("g1"), steps(1), head("g2"), steps(2))
    assert told(report) == [("g1", "incomplete", 2), ("g2", "incomplete", 2)]
    assert codes(report) == []


def test_notes_after_the_end_belong_to_the_game_that_ended_last(tmp_path: Path) -> None:
    report = read(tmp_path, whole("g1", 1), NOTE, whole("g2", 1), NOTE, NOTE)
    assert told(report) == [("g1", "valid", 4), ("g2", "valid", 5)]
    report = read(tmp_path, whole("g1"), whole("g2"), line(type="note", game="g1"), NOTE)
    assert told(report) == [("g1", "valid", 3), ("g2", "valid", 3)]


def test_late_records_that_name_their_game_reach_it(tmp_path: Path) -> None:
    many = [whole(f"g{i}", i) for i in range(WAITING)]
    report = read(tmp_path, *many, line(type="note", game="g0"))
    assert told(report)[0] == ("g0", "valid", 4)
    report = read(tmp_path, *many, *[whole(f"h{i}", i) for i in range(3)], line(type="note", game="g0"))
    assert told(report)[0] == ("g0", "valid", 3)
    assert codes(report) == ["game.too-late"]


def test_a_record_of_a_game_that_is_not_there_is_of_none(tmp_path: Path) -> None:
    report = read(tmp_path, NOTE, head("g1"), steps(1, game="g9"), steps(1), END)
    assert told(report) == [("g1", "valid", 3)]
    assert codes(report) == ["game.none", "game.none"]
    assert '"g9"' in report.problems[1].message


def test_after_a_damaged_header_only_records_that_name_a_game_have_one(tmp_path: Path) -> None:
    report = read(
        tmp_path,
        head("g1"),
        steps(1, game="g1"),
        head("g2", extra=1),
        steps(1),
        steps(1, game="g1"),
        steps(1, game="g2"),
        line(type="end", game="g1"),
        steps(2),
        whole("g3", 1),
    )
    assert told(report) == [("g1", "valid", 4), ("g2", "unreadable", 0), ("g3", "valid", 3)]
    assert codes(report) == ["line.unknown-field", "game.none", "game.none", "game.none"]
    assert "damaged" in report.problems[1].message


def test_an_unreadable_line_stops_no_game_where_two_are_open(tmp_path: Path) -> None:
    two = (head("g1"), steps(1, game="g1"), head("g2"), steps(1, game="g2"))
    report = read(tmp_path, *two, b"{\xff\n", line(type="end", game="g1"), line(type="end", game="g2"))
    assert told(report) == [("g1", "valid", 3), ("g2", "valid", 3)]
    assert codes(report) == ["line.not-utf8"]
    report = read(
        tmp_path, *two, b'{"type":"step","game":"g1"}\n', line(type="end", game="g1"), line(type="end", game="g2")
    )
    assert [s for _, s, _ in told(report)] == ["invalid", "valid"]
    assert report.problems[0].game == "g1"


def test_the_same_id_again_begins_another_game(tmp_path: Path) -> None:
    report = read(tmp_path, head("g1"), steps(1, game="g1"), head("g1", table="2"), steps(5, game="g1"), END)
    assert told(report) == [("g1", "incomplete", 2), ("g1", "valid", 3)]
    assert codes(report) == ["game.id-clash"]


@pytest.mark.parametrize("mixed", [False, True])
def test_games_of_different_rulesets_are_read_each_in_its_own_dialect(tmp_path: Path, mixed: bool) -> None:
    leap = line(type="leap", far=1, game="g2")
    one, two = (head("g1"), steps(1, game="g1")), (head("g2", ruleset="other"), leap)
    middle = (leap, steps(1, game="g1"), leap, steps(2, game="g1"), leap) if mixed else ()
    ends = (line(type="end", game="g1"), line(type="end", game="g2"))
    report = read(tmp_path, *one, *two, *middle, *ends)
    assert [s for _, s, _ in told(report)] == ["valid", "valid"]
    assert not report.problems
    report = read(tmp_path, *one, *two, *middle, line(type="leap", far=1, game="g1"), *ends)
    assert codes(report) == ["line.unknown-type"]
    assert report.problems[0].game == "g1"


def test_lines_of_a_long_file_keep_their_numbers_through_headers_and_rejects(tmp_path: Path) -> None:
    parts = [whole(f"g{i}", *range(i % 7)) + (b"bad\n" if i % 5 == 4 else b"") for i in range(400)]
    report = read(tmp_path, *parts)
    data = b"".join(parts).split(b"\n")
    for problem in report.problems:
        assert data[(problem.line or 0) - 1] == b"bad"
        assert b"".join(parts)[problem.byte_offset or 0 :].startswith(b"bad\n")
    assert len(report.problems) == 80
    assert len(report.games) == 400

"""A set of inputs: every line accounted for, every game told once, copies and damage known for what they are."""

from __future__ import annotations

import gc
import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.engine.toy_ruleset import END, head, line, steps, whole
from vflog.engine.judge import GameJudge
from vflog.engine.settings import Settings
from vflog.engine.verdict import FileVerdict, GameVerdict, Judged, Report
from vflog.log.problems import Problem
from vflog.reading.corpus import judge
from vflog.reading.open_game import OpenGame
from vflog.reading.results import BaseVisitor


class Listener(BaseVisitor):
    """Keeps what it is told, in order."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []

    def record(self, judged: Judged) -> None:
        self.told.append(("record", judged))

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        self.told.append(("reject", (line, byte_offset, raw, problem.code)))

    def game(self, verdict: GameVerdict) -> None:
        self.told.append(("game", verdict))

    def file(self, verdict: FileVerdict) -> None:
        self.told.append(("file", verdict))

    def problem(self, problem: Problem) -> None:
        self.told.append(("problem", problem))

    def repeat(self, verdict: GameVerdict) -> None:
        self.told.append(("repeat", verdict))

    def revised(self, revision: Any) -> None:
        self.told.append(("revised", revision))

    def of(self, kind: str) -> list[Any]:
        return [what for k, what in self.told if k == kind]


def adds_up(report: Report) -> None:
    """The identities of the format's first promise."""
    totals = report.totals
    for f in report.files:
        assert f.lines == f.blank + f.records + f.rejects + f.repeats
        assert min(f.blank, f.records, f.rejects, f.repeats) >= 0
    for name in ("lines", "blank", "records", "rejects", "repeats"):
        assert getattr(totals, name) == sum(getattr(f, name) for f in report.files)
    for g in report.games:
        assert g.records == g.applied + g.refused + g.taken_back + g.unjudged
    assert totals.records == sum(g.records for g in report.games)
    assert totals.games == len(report.games) == sum(totals.by_status.values()) == sum(f.games for f in report.files)
    assert totals.errors == sum(p.severity == "error" for p in report.problems)
    assert totals.warnings == len(report.problems) - totals.errors


def run(folder: Path, *, visitor: Any = None, records: bool = False, **files: bytes) -> Report:
    for name, data in files.items():
        (folder / f"{name}.jsonl").write_bytes(data)
    report = judge([folder / f"{n}.jsonl" for n in files], Settings(records=records), visitor)
    adds_up(report)
    return report


def codes(report: Report) -> list[str]:
    return [p.code for p in report.problems]


def test_a_sound_game(tmp_path: Path) -> None:
    report = run(tmp_path, a=whole("g1", 1, 2))
    (game,) = report.games
    assert (game.status, game.records, game.line, report.problems) == ("valid", 4, 1, [])
    assert report.files[0].bytes == len(whole("g1", 1, 2))
    assert report.complete


def test_warnings_of_bytes_are_told_once_with_a_count(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + whole("g1", 1, 2).replace(b"\n", b"\r\n\r\n").rstrip(b"\r\n")
    report = run(tmp_path, a=data)
    assert codes(report) == ["file.byte-order-mark", "file.crlf", "file.blank-lines", "file.no-last-newline"]
    assert "6 lines" in report.problems[1].message
    assert "passed over: 3" in report.problems[2].message
    assert report.games[0].status == "valid"
    assert report.files[0].blank == 3
    assert run(tmp_path, b=whole("g2", 1, 2)).totals.warnings == 0


def test_a_rejected_line_stops_its_game_and_keeps_its_place(tmp_path: Path) -> None:
    listener = Listener()
    report = run(tmp_path, visitor=listener, a=head("g1") + b"\n" + steps(1) + b'{"type":\n' + steps(2) + END)
    (game,) = report.games
    assert (game.status, game.applied, game.unjudged, game.records) == ("invalid", 2, 2, 4)
    assert report.files[0].rejects == 1
    bad = next(p for p in report.problems if p.severity == "error")
    offset = len(head("g1") + b"\n" + steps(1))
    assert (bad.code, bad.line, bad.byte_offset, bad.game) == ("line.not-json", 4, offset, "g1")
    assert listener.of("reject") == [(4, offset, b'{"type":', "line.not-json")]


def test_a_cut_last_line_leaves_all_before_it(tmp_path: Path) -> None:
    report = run(tmp_path, a=whole("g1", 1, 2)[:-5])
    (game,) = report.games
    assert (game.status, game.applied, codes(report)) == ("incomplete", 3, ["line.truncated"])
    assert report.files[0].rejects == 1
    assert report.problems[0].game == "g1"


def test_a_cut_header_opens_nothing(tmp_path: Path) -> None:
    report = run(tmp_path, a=whole("g1", 1) + head("g2")[:-9])
    assert [g.status for g in report.games] == ["valid", "unreadable"]
    assert codes(report) == ["line.truncated"]


def test_a_damaged_header_is_unreadable_and_what_follows_belongs_to_no_game(tmp_path: Path) -> None:
    listener = Listener()
    for bad in (head("g2", extra=1), head("g2")[:-2] + b"\n", head("\xff").replace(b"\\u00ff", b"\xff"), head("-")):
        report = run(
            tmp_path, visitor=listener, a=whole("g1", 1)[: -len(END)] + bad + steps(-5, 2) + END + whole("g3", 3)
        )
        assert [g.status for g in report.games] == ["incomplete", "unreadable", "valid"]
        assert codes(report)[1:] == ["game.none"] * 3
        assert report.files[0].rejects == 4
        assert report.totals.by_status["unreadable"] == 1


def test_files_without_a_game_are_told(tmp_path: Path) -> None:
    report = run(tmp_path, a=b"", b=b"\n\n\n", c=steps(1), d=head("g1"))
    assert codes(report) == ["file.no-game", "file.blank-lines", "file.no-game", "game.none", "file.no-game"]
    assert [(g.status, g.records) for g in report.games] == [("incomplete", 1)]


def test_one_document_and_another_encoding_are_told_once(tmp_path: Path) -> None:
    listener = Listener()
    objects = [json.loads(one) for one in whole("g1", 1, 2).splitlines()]
    report = run(
        tmp_path,
        visitor=listener,
        a=json.dumps(objects, indent=1).encode(),
        b=json.dumps(objects).encode(),
        c=whole("g1", 1).decode().encode("utf-16"),
    )
    assert codes(report) == ["file.one-document", "file.one-document", "file.encoding"]
    assert [f.rejects for f in report.files] == [f.lines for f in report.files]
    assert len(listener.of("reject")) == report.totals.rejects > 20


def test_a_line_too_long_stops_its_game_alone(tmp_path: Path) -> None:
    long = line(type="note", text="x" * (1 << 20))
    report = run(tmp_path, a=head("g1") + long + END + whole("g2", 1))
    assert codes(report) == ["line.too-long"]
    assert [g.status for g in report.games] == ["invalid", "valid"]


# -- formats and rulesets -----------------------------------------------------------------------------


def test_another_major_or_ruleset_is_unsupported_and_its_records_are_counted(tmp_path: Path) -> None:
    strange = line(type="teleport", where=[1, {}], n=1)
    for bad in ({"format": "vflog/2", "players": 5}, {"ruleset": "chess", "board": 8}, {"content": {"pack": "none"}}):
        body = steps(1) if "content" in bad else strange
        report = run(tmp_path, a=head("g1", **bad) + body + END + whole("g2", 1))
        assert [g.status for g in report.games] == ["unsupported", "valid"]
        assert (report.games[0].records, report.games[0].unjudged) == (3, 3)
        assert report.totals.rejects == 0
        assert report.totals.errors == 1


def test_a_newer_minor_warns_of_fields_and_cannot_judge_new_types(tmp_path: Path) -> None:
    data = head("g1", format="vflog/1.4", mood="grim") + line(type="step", by=1, speed=9)
    report = run(tmp_path, a=data + END)
    assert (report.games[0].status, codes(report)) == ("valid", ["format.newer", "format.newer"])
    assert [p.line for p in report.problems] == [1, 2]
    report = run(tmp_path, b=data + line(type="warp", to=1) + steps(1) + END)
    (game,) = report.games
    assert (game.status, game.applied, game.unjudged) == ("unsupported", 2, 3)
    assert codes(report) == ["format.newer", "format.newer", "format.unknown-type"]
    report = run(tmp_path, c=head("g2", format="vflog/1.4") + line(type="step", by=1.5) + END)
    assert (report.games[0].status, codes(report)) == ("invalid", ["line.float-for-int"])
    assert codes(run(tmp_path, d=head("g3") + line(type="warp", to=1) + END)) == ["line.unknown-type"]


def test_packs_are_found_by_name_and_hash(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"id = 1")
    sha = hashlib.sha256(b"id = 1").hexdigest()
    named = [
        {"pack": "mine"},
        {"pack": "mine", "sha256": sha},
        {"pack": "mine", "sha256": "0" * 64},
        {"pack": "../mine"},
    ]
    report = run(tmp_path, **{f"log{i}": whole(f"g{i}", content=one) for i, one in enumerate(named)})
    assert [g.status for g in report.games] == ["valid", "valid", "unsupported", "unsupported"]
    assert codes(report) == ["content.hash", "content.not-found"]
    other = tmp_path / "packs"
    other.mkdir()
    (tmp_path / "mine.toml").rename(other / "mine.toml")
    log = tmp_path / "log0.jsonl"
    assert judge([log]).games[0].status == "unsupported"
    for folder in (other, other / "mine.toml"):
        assert judge([log], Settings(content=(str(folder),))).games[0].status == "valid"


# -- copies -------------------------------------------------------------------------------------------


def test_a_copy_counts_as_repeats(tmp_path: Path) -> None:
    listener = Listener()
    report = run(tmp_path, visitor=listener, records=True, a=whole("g1", 1, 2), b=b"\n" + whole("g1", 1, 2))
    assert len(report.games) == 1
    assert codes(report) == ["game.copy", "file.blank-lines"]
    assert (report.files[1].repeats, report.files[1].records, report.files[1].games) == (4, 0, 0)
    assert [verdict.records for verdict in listener.of("repeat")] == [4]


def test_a_copy_in_the_same_file_counts_as_repeats(tmp_path: Path) -> None:
    report = run(tmp_path, a=whole("g1", 1, 2) * 3)
    assert (len(report.games), report.files[0].repeats, codes(report)) == (1, 8, ["game.copy"] * 2)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_longer_log_counts_whichever_comes_first(tmp_path: Path, pack: Any) -> None:
    short, longer = head("g1") + steps(1, -7), whole("g1", 1, -7, 3)
    listener = Listener()
    report = run(tmp_path, visitor=listener, a=pack(short), b=pack(longer))
    assert [(g.file[-7:], g.records, g.status) for g in report.games] == [("b.jsonl", 5, "invalid")]
    assert [(f.records, f.repeats, f.games) for f in report.files] == [(0, 3, 0), (5, 0, 1)]
    assert codes(report) == ["game.grown", "toy.below"]
    assert [(r.relation, r.by and r.by[1], r.status) for r in listener.of("revised")] == [("shorter", 1, "invalid")]
    assert len([f for f in listener.of("file") if f.file.endswith("a.jsonl")]) == 2
    report = run(tmp_path, c=pack(b"\n" + whole("g0") + longer), d=pack(short))
    assert [g.records for g in report.games] == [2, 5]
    assert report.files[1].repeats == 3
    assert "game.copy" in codes(report)
    assert "beginning" in report.problems[-1].message


def test_records_of_a_grown_log_are_told_each_with_the_state_it_left(tmp_path: Path) -> None:
    class States(BaseVisitor):
        def __init__(self) -> None:
            self.totals: list[Any] = []
            self.rejects: list[int] = []

        def record(self, judged: Judged) -> None:
            self.totals.append((judged.n, judged.document and judged.document()["total"]))

        def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
            self.rejects.append(line)

    states = States()
    log = head("g1", format="vflog/1.2") + steps(1, 2)
    run(tmp_path, visitor=states, records=True, a=log, b=log + steps(3) + b"bad\n" + line(type="warp") + steps(4))
    first = [(0, 0), (1, 1), (2, 3)]
    assert states.totals == [*first, *first, (3, 6), (4, None), (5, None)]
    assert states.rejects == [5]


def test_a_log_cut_off_is_the_beginning_of_the_whole_one(tmp_path: Path) -> None:
    report = run(tmp_path, a=whole("g1", 1, 2)[:-4], b=whole("g1", 1, 2))
    assert [(g.status, g.records) for g in report.games] == [("valid", 4)]
    assert [(f.records, f.rejects, f.repeats) for f in report.files] == [(0, 0, 4), (4, 0, 0)]
    report = run(tmp_path, c=whole("g2", 1, 2), d=whole("g2", 1, 2)[:-4])
    assert [(g.status, g.records) for g in report.games] == [("valid", 4)]
    assert report.files[1].repeats == 4


@pytest.mark.parametrize("second", [(1, 3), (1,), (1, 2, 3), (2,)])
def test_two_tellings_that_contradict_each_other_are_an_error(tmp_path: Path, second: tuple[int, ...]) -> None:
    report = run(tmp_path, a=whole("g1", 1, 2), b=whole("g1", *second))
    assert {g.status for g in report.games} == {"valid"}
    assert len(report.games) == 2
    assert [(p.code, p.severity) for p in report.problems] == [("game.duplicate", "error")]


def test_a_third_log_may_be_a_copy_of_the_second(tmp_path: Path) -> None:
    report = run(tmp_path, a=whole("g1", 1), b=whole("g1", 2), c=whole("g1", 2))
    assert len(report.games) == 2
    assert sorted(codes(report)) == ["game.copy", "game.duplicate"]


def test_a_shorter_copy_of_interleaved_games_is_known(tmp_path: Path) -> None:
    mixed = head("g1") + steps(0, game="g1") + head("g2")
    for i in range(6):
        mixed += steps(i, game="g1") + steps(i, game="g2")
    report = run(tmp_path, a=b"\n" + mixed, b=mixed[: mixed.rindex(b'{"type":"step","by":3')])
    assert [g.records for g in report.games] == [8, 7]
    assert report.totals.repeats > 8
    assert codes(report).count("game.copy") == 2


def test_a_shorter_copy_of_interleaved_games_in_the_same_file_is_known(tmp_path: Path) -> None:
    mixed = head("g1") + steps(0, game="g1") + head("g2")
    for i in range(4):
        mixed += steps(i, game="g1") + steps(i, game="g2")
    report = run(tmp_path, a=mixed + mixed[: mixed.rindex(b'{"type":"step","by":2')] + mixed)
    assert [g.records for g in report.games] == [6, 5]
    assert codes(report) == ["game.copy"] * 4


def test_what_cannot_be_read_again_is_not_called_a_copy(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    if os.fork() == 0:
        (tmp_path / "pipe").write_bytes(whole("g1", 1, 2) + whole("g1", 1)[: -len(END)])
        os._exit(0)
    report = judge([tmp_path / "pipe"])
    os.wait()
    adds_up(report)
    assert codes(report) == ["game.not-compared"]
    assert len(report.games) == 2


def test_one_id_for_two_games_is_a_warning_that_names_both(tmp_path: Path) -> None:
    report = run(tmp_path, a=whole("g1", 1), b=whole("g1", 1, table="2"))
    assert codes(report) == ["game.id-clash"]
    assert [g.status for g in report.games] == ["valid", "valid"]
    assert "a.jsonl:1" in report.problems[0].message
    assert report.problems[0].file == str(tmp_path / "b.jsonl")


# -- archives -----------------------------------------------------------------------------------------


def test_a_cut_archive_leaves_all_before_the_cut(tmp_path: Path) -> None:
    noise = b"".join(line(type="note", text=str(i * 7919 % 10007)) for i in range(400))
    packed = gzip.compress(whole("g1", 1) + head("g2") + noise + END)
    report = run(tmp_path, a=packed[: len(packed) - 400])
    assert [g.status for g in report.games] == ["valid", "incomplete"]
    assert codes(report)[0] in ("line.truncated", "archive.truncated")
    assert "archive.truncated" in codes(report)


def test_a_wrong_checksum_is_told_of_every_game_in_that_member(tmp_path: Path) -> None:
    members = [
        whole("g1", 1),
        head("g2") + steps(1),
        END + whole("g3", 1) + head("g4")[:30],
        head("g4")[30:] + END,
        whole("g5", 2),
    ]
    packed = [bytearray(gzip.compress(m)) for m in members]
    packed[2][-5] ^= 1
    report = run(tmp_path, a=b"".join(packed))
    assert [(g.game, g.status) for g in report.games] == [
        ("g1", "valid"),
        ("g2", "invalid"),
        ("g3", "invalid"),
        ("g4", "invalid"),
        ("g5", "valid"),
    ]
    assert codes(report).count("archive.checksum") == 4


def test_a_checksum_that_comes_after_the_verdicts_revises_them(tmp_path: Path) -> None:
    listener = Listener()
    packed = bytearray(gzip.compress(b"".join(whole(f"g{i}", i) for i in range(60))))
    packed[-1] ^= 1
    report = run(tmp_path, visitor=listener, a=bytes(packed))
    assert report.totals.by_status == {"invalid": 60}
    assert {g.status for g in report.games} == {"invalid"}
    assert {p.game for p in report.problems if p.game} == {f"g{i}" for i in range(60)}
    assert {(r.status, r.relation) for r in listener.of("revised")} == {("invalid", None)}


# -- what is told, and when ---------------------------------------------------------------------------


def test_problems_of_a_game_come_before_its_verdict_in_the_order_of_lines(tmp_path: Path) -> None:
    listener = Listener()
    run(tmp_path, visitor=listener, a=head("g1") + steps(-1) + b"x\n" + whole("g2", 1))
    kinds = [(k, getattr(w, "code", getattr(w, "game", None))) for k, w in listener.told if k != "reject"]
    assert kinds == [
        ("problem", "toy.below"),
        ("problem", "line.not-json"),
        ("game", "g1"),
        ("game", "g2"),
        ("file", None),
    ]


def test_records_are_told_where_they_are_asked_for(tmp_path: Path) -> None:
    listener = Listener()
    run(tmp_path, visitor=listener, records=True, a=head("g1") + steps(1, -5, 2))
    assert [(j.n, j.line, j.judged) for j in listener.of("record")] == [
        (0, 1, "applied"),
        (1, 2, "applied"),
        (2, 3, "refused"),
        (3, 4, "unjudged"),
    ]
    assert all(j.raw in head("g1") + steps(1, -5, 2) for j in listener.of("record"))


def test_what_is_not_there_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(whole("g1", 1))
    report = judge([tmp_path / "no.jsonl", tmp_path / "a.jsonl"])
    adds_up(report)
    assert codes(report) == ["input.not-found"]
    assert report.totals.by_status == {"valid": 1}


def test_standard_input_is_read(tmp_path: Path) -> None:
    script = (
        "import tests.engine.toy_ruleset, sys; from vflog.reading.corpus import judge;"
        "r = judge(['-']); print(r.games[0].status, r.files[0].file, r.totals.lines)"
    )
    env = {**os.environ, "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", script], input=whole("g1", 1), capture_output=True, env=env, check=True
    )
    assert done.stdout == b"valid - 3\n"


def test_an_interrupt_gives_what_there_is(tmp_path: Path) -> None:
    class Impatient(BaseVisitor):
        def game(self, verdict: GameVerdict) -> None:
            raise KeyboardInterrupt

    (tmp_path / "a.jsonl").write_bytes(whole("g1", 1) + whole("g2", 1) * 30)
    report = judge([tmp_path / "a.jsonl"], visitor=Impatient())
    assert not report.complete
    assert report.totals.lines == sum(f.lines for f in report.files) > 0


def test_nothing_is_kept_of_a_game_that_is_told(tmp_path: Path) -> None:
    class Counting(BaseVisitor):
        live = 0

        def file(self, verdict: FileVerdict) -> None:
            gc.collect()
            self.live = sum(isinstance(o, OpenGame | GameVerdict | GameJudge) for o in gc.get_objects())

    log, counting = tmp_path / "a.jsonl", Counting()
    log.write_bytes(b"".join(whole(f"g{i}", 1) for i in range(500)))
    report = judge([log], visitor=counting, collect=False)
    assert report.totals.by_status == {"valid": 500}
    assert not report.games
    assert counting.live < 5


GOOD = [
    head("g1"), head("g2"), head("g3", ruleset="other"), steps(1), steps(-9), END, steps(2, game="g1"),
    steps(3, game="g2"), line(type="leap", far=1, game="g3"), line(type="leap", far=1),
    line(type="note", text='\u00e9"'), line(type="claim", total=1), line(type="takeback", to=0),
    line(type="end", game="g1"), line(type="x_own"), line(type="step", by=1, n=5),
]  # fmt: skip
BAD = [
    b"\n", b"x\n", b'{"type":"step","by":1.0}\n', b'{"type":"step","by":1,"game":"g2","z":1}\n', head("g1", z=1),
    b"\xff\n", head("g4")[:-3] + b"\n", b"\0\n", b'{"type":"game"}\n', b'{"type":"step","by":1', b"[\n", b"{\n",
    b"\r\n",
]  # fmt: skip
FILES = st.lists(st.sampled_from(GOOD + BAD) | st.binary(max_size=20), max_size=25).map(b"".join)


@settings(max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(FILES, min_size=1, max_size=3), st.booleans())
@example([b"".join(GOOD), b"".join(GOOD[:9])], True)
def test_any_lines_in_any_order_add_up(tmp_path: Path, files: list[bytes], keep_going: bool) -> None:
    paths = []
    for i, data in enumerate(files):
        paths.append(tmp_path / f"{i}.jsonl")
        paths[-1].write_bytes(data)
    listener = Listener()
    report = judge(paths, Settings(records=True, keep_going=keep_going), listener)
    adds_up(report)
    assert len(listener.of("reject")) >= report.totals.rejects
    for problem in report.problems:
        assert problem.message
        assert problem.file in [str(p) for p in paths]


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.binary(max_size=400),
    st.sampled_from([b"", b"\x1f\x8b\x08\0\0\0\0\0\0\xff", b"\x28\xb5\x2f\xfd", head("g1"), b"{", b"\xff\xfe"]),
)
def test_any_bytes_at_all_end_in_a_verdict(tmp_path: Path, data: bytes, start: bytes) -> None:
    run(tmp_path, a=start + data)

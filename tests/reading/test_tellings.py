"""A game told more than once (page "Games in a file"): one log stands for it, whatever the order; all count."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy_ruleset import END, head, line, steps, whole
from tests.reading import told
from tests.reading.test_corpus import Listener, adds_up, run
from vflog.engine.settings import Settings
from vflog.engine.telling import contradict, play_digest
from vflog.engine.verdict import Report, Totals
from vflog.log.records import Note
from vflog.reading.corpus import judge

OVER = whole("g1", 1, 2)


def severities(report: Report) -> list[tuple[str, str]]:
    return [(p.code, p.severity) for p in report.problems]


def of(log: bytes) -> str:
    """The key of the game that a log begins, as a redacted copy names it."""
    return str(judge_one(log).game_key)


def judge_one(log: bytes) -> Any:
    from vflog.log.sources import Source

    return judge([Source("x", None, data=log)]).games[0]


def test_a_telling_that_is_sound_and_over_stands_before_one_broken_off(tmp_path: Path) -> None:
    crashed = head("g1") + steps(4, 5, 6) + line(type="end", reason="abandoned")
    for files in ({"a": crashed, "b": OVER}, {"c": OVER, "d": crashed}):
        report = run(tmp_path, **files)
        assert severities(report) == [("game.duplicate", "warning")]
        (problem,) = report.problems
        mine = next(name for name, data in files.items() if data == crashed)
        assert problem.file == str(tmp_path / f"{mine}.jsonl")
        assert f"{next(n for n in files if n != mine)}.jsonl:1" in problem.message


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (OVER, head("g1") + steps(1, 2, 3)),  # over before sound
        (head("g1") + steps(3, 4), head("g1") + steps(1, -9) + END),  # sound before wrong
        (
            head("g1") + steps(3) + line(type="claim", total=9) + END,
            head("g1") + steps(1, 2, -9),
        ),  # over before the rest
        (head("g1") + steps(3, 4), head("g1") + steps(1)),  # more records of play
        (head("g1") + steps(3), head("g1") + steps(1) + line(type="note", text="?")),  # fewer `?`
    ],
)
def test_tellings_are_ranked(tmp_path: Path, better: bytes, worse: bytes) -> None:
    for i, (one, two) in enumerate(((better, worse), (worse, better))):
        listener = Listener()
        report = run(tmp_path, visitor=listener, **{f"a{i}": one, f"b{i}": two})
        (told,) = [p for p in report.problems if p.code == "game.duplicate"]
        assert told.file == str(tmp_path / f"{'ab'[1 - i]}{i}.jsonl")
        assert [r.relation for r in listener.of("revised")] == (["other"] if one is worse else [])


def test_among_equals_the_smaller_head_stands(tmp_path: Path) -> None:
    one, two = (head("g1") + steps(1) + line(type="note", text=t) + END for t in ("a", "b"))
    first = run(tmp_path, a=one, b=two).problems[0].file
    again = run(tmp_path, c=two, d=one).problems[0].file
    assert first is not None
    assert again is not None
    assert ("a" in first[-7:]) == ("d" in again[-7:])


def test_tellings_that_differ_only_in_notes_contradict_nothing(tmp_path: Path) -> None:
    noted = head("g1") + steps(1) + line(type="note", text="a") + steps(2) + END
    assert severities(run(tmp_path, a=OVER, b=noted)) == [("game.duplicate", "warning")]
    assert severities(run(tmp_path, c=OVER, d=whole("g1", 1, 3))) == [("game.duplicate", "error")]


def test_one_of_two_that_contradict_each_other_may_be_chosen(tmp_path: Path) -> None:
    other = whole("g1", 1, 3)
    for name, data in (("a", OVER), ("b", other)):
        (tmp_path / f"{name}.jsonl").write_bytes(data)
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for data, path in ((OVER, paths[1]), (other, paths[0])):
        import hashlib

        report = judge(paths, Settings(tellings=(hashlib.sha256(data).hexdigest(),)))
        adds_up(report)
        assert [(p.code, p.severity, p.file) for p in report.problems] == [("game.duplicate", "warning", str(path))]


def test_a_redacted_copy_belongs_to_its_game_and_stands_only_alone(tmp_path: Path) -> None:
    redacted = head("g1", redacted={"of": of(OVER), "view": "public"}) + steps(1, 2) + END
    for files in ({"a": OVER[: -len(END)], "b": redacted}, {"c": redacted, "d": OVER[: -len(END)]}):
        report = run(tmp_path, **files)
        assert severities(report) == [("game.redacted", "warning")]
        assert len({g.game_key for g in report.games}) == 1
    assert severities(run(tmp_path, e=redacted)) == []
    assert severities(run(tmp_path, f=redacted, g=redacted)) == [("game.copy", "warning")]


def test_a_shorter_log_is_a_repeat_whichever_comes_first_even_of_one_that_does_not_stand(tmp_path: Path) -> None:
    longer = head("g1") + steps(5, 6, 7, 8)
    for files in ({"a": longer[:-20], "b": OVER, "c": longer}, {"d": longer, "e": OVER, "f": longer[:-20]}):
        report = run(tmp_path, **files)
        assert len(report.games) == 2
        assert sum(f.repeats for f in report.files) == 5
        assert report.totals.warnings == 2


def test_of_two_logs_cut_off_in_different_places_one_counts_whatever_the_order(tmp_path: Path) -> None:
    logs = [head("g1") + steps(1) + line(type="note", text="long")[:cut] for cut in (5, 9)] + [head("g1") + steps(1)]
    totals = set()
    for i, order in enumerate(((0, 1, 2), (2, 1, 0), (1, 2, 0))):
        report = run(tmp_path, **{f"{'abc'[k]}{i}": logs[k] for k in order})
        totals.add(repr(report.totals))
        assert [g.status for g in report.games] == ["incomplete"]
        assert report.totals.rejects == 0
    assert len(totals) == 1


def test_a_telling_is_told_when_it_is_over_and_revised_when_another_takes_its_place(tmp_path: Path) -> None:
    listener = Listener()
    run(tmp_path, visitor=listener, a=head("g1") + steps(4) + whole("g0"), b=OVER)
    assert [k for k, _ in listener.told if k in ("game", "revised", "file")] == [
        "game",
        "game",
        "file",
        "game",
        "revised",
        "file",
    ]
    (revised,) = listener.of("revised")
    assert (revised.game, revised.line, revised.status, revised.relation) == ("g1", 1, "incomplete", "other")
    assert revised.file == str(tmp_path / "a.jsonl")
    assert revised.by == (str(tmp_path / "b.jsonl"), 1)


def test_question_marks_contradict_nothing() -> None:
    class Played(Note, tag="played", kw_only=True):
        cards: Any = None

    def log(*cards: Any, **more: Any) -> list[Any]:
        return [Played(cards=c, **more) for c in cards]

    sound = [
        (log("f1"), log("?")),
        (log(["f1", "s2"]), log(["?", "f1"])),
        (log({"f1": 2, "s1": 1}), log({"f1": 1, "?": 2})),
        (log({"a": "?", "b": [1]}), log({"a": "naka", "b": [1]})),
        (log("f1", n=3, at="2026-01-01T00:00:00Z"), log("f1", game="g")),
    ]
    for one, other in sound:
        assert not contradict(one, other)
        assert not contradict(other, one)
    wrong = [
        (log("f1"), log("s1")),
        (log("f1"), log("f1", "f1")),
        (log(["f1", "?"]), log(["s1", "s1", "?"])),
        (log(["f1", "f1"]), log(["s1", "?"])),
        (log({"f1": 2}), log({"s1": 1, "?": 1})),
        (log({"a": 1}), log({"b": 1})),
    ]
    for one, other in wrong:
        assert contradict(one, other)
        assert contradict(other, one)
        assert play_digest(one) != play_digest(other)
    assert play_digest(log("f1", n=3)) == play_digest(log("f1", at="2026-01-01T00:00:00Z"))


def counted(totals: Totals) -> dict[str, Any]:
    return {k: v for k, v in vars_of(totals).items() if k not in ("files",)}


def vars_of(totals: Totals) -> dict[str, Any]:
    return {name: getattr(totals, name) for name in totals.__struct_fields__}


@pytest.mark.parametrize("seed", range(12))
def test_totals_are_the_same_for_every_order_split_and_packing(tmp_path: Path, seed: int) -> None:
    logs = told.corpus(seed, games=5, count=40)
    wanted = told.expected(logs)
    seen = set()
    for i in range(4):
        paths = told.spread(100 * seed + i, logs, tmp_path / str(i))
        listener = Listener()
        report = judge(paths, Settings(), listener)
        adds_up(report)
        seen.add(json.dumps(counted(report.totals)))
        assert report.totals.games == sum(1 + len(others) for _, others in wanted.values())
        assert report.totals.repeats == sum(map(len, logs)) - sum(
            len(log) for first, others in wanted.values() for log in (first, *others)
        )
        stands = {g.game: g.records for g in report.games} if len(wanted) == report.totals.games else None
        assert stands is None or stands == {game: len(first) for game, (first, _) in wanted.items()}
    assert len(seen) == 1


def test_many_tellings_cost_what_many_games_cost(tmp_path: Path) -> None:
    """The lines that are read, not the seconds: each input at most three times, however many tellings it has."""
    from vflog.log import reader

    chance = random.Random(1)
    body = [chance.randrange(9) for _ in range(30)]
    logs = [whole("g1", *body[:k], i % 7, *body[k:]) for i in range(300) for k in (chance.randrange(30),)]
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(logs)))
    blocks = []
    block = reader.Reader._block

    def counted_block(self: Any, lines: list[bytes], **more: Any) -> Any:
        blocks.append(len(lines))
        return block(self, lines, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader.Reader, "_block", counted_block)
        report = judge([path], collect=False)
    assert report.totals.games + report.totals.repeats // 33 == 300
    assert sum(blocks) <= 3 * report.totals.lines

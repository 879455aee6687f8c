"""For people one cause is told once, with its number and its places; the machine report stays complete."""

from __future__ import annotations

import gzip
import itertools
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LOGS, PACKS, Run
from tests.hostile.inputs import FAMILIES
from vflog import api
from vflog.cli.outputs.causes import MOST, ForPeople
from vflog.cli.outputs.causes import Run as Cause
from vflog.cli.terminal import safe
from vflog.engine.verdict import GameVerdict, Report

Log = list[Any]


def _base() -> Log:
    return [json.loads(line) for line in (LOGS / "base-2p.jsonl").read_bytes().splitlines()]


def _bytes(log: Log) -> bytes:
    return b"".join(
        (line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode())
        + b"\n"
        for line in log
    )


def _broken(header: dict[str, Any]) -> bytes:
    return json.dumps(header)[:-1].encode() + b',"players":}'


def one_wrong_number() -> Log:
    log = _base()
    log[10]["n"] = 99
    return log


def one_number_twice() -> Log:
    log = _base()
    return [*log[:10], log[9], *log[10:]]


def one_damaged_header() -> Log:
    log = _base()
    return [_broken(log[0]), *log[1:]]


def a_damaged_header_after_a_game() -> Log:
    log = _base()
    return [*log, _broken({**log[0], "game": "second"}), *log[1:]]


def an_unknown_field_on_every_line() -> Log:
    return [_base()[0], *({**record, "sequence": i} for i, record in enumerate(_base()[1:]))]


def a_fraction_on_every_line() -> Log:
    log = _base()
    return [
        log[0],
        *(
            _bytes([record])[:-2] + b',"x_a":0,"n":1.0}'
            for record in ({**r} for r in log[1:])
            if record.pop("n") is not None
        ),
    ]


def a_claim_that_differs_at_every_record() -> Log:
    out: Log = []
    for record in _base():
        out.append({**record, "n": len(out)})
        if 3 < len(out) < 150:
            renown = {"naka": {"renown": 12 - len(out) % 2}}
            out.append({"type": "claim", "n": len(out), "demis": renown, "phase": "nonsense"})
    return out


def time_goes_backwards_at_every_record() -> Log:
    return [{**record, "at": f"2024-01-{31 - i // 4:02}T00:00:00Z"} for i, record in enumerate(_base())]


def no_line_is_closed() -> Log:
    return [_base()[0], *(_bytes([record])[:-2] for record in _base()[1:])]


def trailing_commas_everywhere() -> Log:
    return [_base()[0], *(_bytes([record])[:-2] + b",}" for record in _base()[1:])]


def python_everywhere() -> Log:
    return [_base()[0], *(str(record).encode() for record in _base()[1:])]


def names_of_games_that_never_came() -> Log:
    return [*_base(), *({"type": "note", "game": f"other-{i}"} for i in range(200))]


def lines_of_no_game() -> Log:
    return _base()[1:]


def an_early_mistake_and_kept_going() -> Log:
    log = _base()
    log[3]["player"] = "bob" if log[3]["player"] == "ada" else "ada"
    return log


def mistakes_taken_back_time_and_again() -> Log:
    log = _base()
    out = log[:4]
    while len(out) < 120:
        n = len(out)
        out += [{"type": "rest", "n": n, "player": "zed"}, {"type": "takeback", "n": n + 1, "to": 3}]
    return out


def an_end_that_goes_on() -> Log:
    log = _base()
    return [*log, *({**record, "n": len(log) + i} for i, record in enumerate(log[3:90]))]


def many_games_with_one_mistake() -> Log:
    out: Log = []
    for i in range(150):
        header, *records = _base()[:6]
        records[3]["sequence"] = i
        out += [{**header, "game": f"g{i}", "source": {"app": "Table", "version": "2"}}, *records]
    return out


def many_games_that_name_no_revision() -> Log:
    out: Log = []
    for i in range(80):
        header = {k: v for k, v in _base()[0].items() if k != "revision"}
        out += [{**header, "game": f"g{i}", "source": {"app": "Table", "version": "2"}}]
    return out


def many_damaged_headers() -> Log:
    out: Log = []
    for i in range(60):
        header, *records = _base()[:4]
        out += [_broken({**header, "game": f"g{i}"}), *records]
    return out


def many_copies() -> Log:
    return _base() * 60


#: What was made wrong, how many lines of text it may take at most, how many errors or warnings there are at least.
CASES: tuple[tuple[Callable[[], Log], int, int], ...] = (
    (one_wrong_number, 9, 90),
    (one_number_twice, 9, 1),
    (one_damaged_header, 9, 90),
    (a_damaged_header_after_a_game, 10, 90),
    (an_unknown_field_on_every_line, 9, 90),
    (a_fraction_on_every_line, 9, 90),
    (a_claim_that_differs_at_every_record, 12, 140),
    (time_goes_backwards_at_every_record, 9, 20),
    (no_line_is_closed, 9, 90),
    (trailing_commas_everywhere, 9, 90),
    (python_everywhere, 9, 90),
    (names_of_games_that_never_came, 9, 200),
    (lines_of_no_game, 9, 90),
    (an_early_mistake_and_kept_going, 12, 1),
    (mistakes_taken_back_time_and_again, 12, 50),
    (an_end_that_goes_on, 12, 1),
    (many_games_with_one_mistake, 14, 150),
    (many_games_that_name_no_revision, 14, 80),
    (many_damaged_headers, 14, 120),
    (many_copies, 9, 59),
)
each_case = pytest.mark.parametrize(("made", "most", "least"), CASES, ids=[made.__name__ for made, _, _ in CASES])


def _counted(texts: list[str]) -> int:
    """The problems that lines of text tell of."""
    whole = "\n".join(texts)
    heads = len(re.findall(r"(?:^|: )(?:error|warning)(?=[ :,])|^::(?:error|warning) ", whole, re.MULTILINE))
    more = sum(int(n.replace(",", "")) - 1 for n in re.findall(r"(?:, |::)([\d,]+) times up to", whole))
    follow = sum(int(n.replace(",", "")) for n in re.findall(r"([\d,]+) problems? follows? from it", whole))
    passed = sum(int(n.replace(",", "")) for n in re.findall(r"([\d,]+) more problems? like those above", whole))
    passed += sum(int(n.replace(",", "")) for n in re.findall(r"([\d,]+) problems? not listed, like", whole))
    return heads + more + follow + passed


@each_case
@pytest.mark.parametrize("more", [(), ("--keep-going",)], ids=["", "keep-going"])
def test_one_cause_is_told_once(
    vflog: Run, tmp_path: Path, made: Callable[[], Log], most: int, least: int, more: tuple[str, ...]
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(_bytes(made()))
    told = json.loads(vflog("validate", *PACKS, path, "--format", "json", *more).out)
    count = len(told["problems"])
    assert count == told["totals"]["errors"] + told["totals"]["warnings"]
    assert more or count >= least
    text = vflog("validate", *PACKS, path, *more).out.split("\nProblems by app")[0].splitlines()
    assert len([line for line in text if line.strip()]) <= most + 2 * bool(more)
    assert _counted(text) == count
    marks = vflog("validate", *PACKS, path, "--format", "github", *more).out.splitlines()
    assert len(marks) <= most
    assert _counted(marks) == count
    whole = vflog("validate", *PACKS, path, "--all", *more).out.splitlines()
    assert _counted(whole) == count
    assert (
        len(
            [
                mark
                for mark in vflog("validate", *PACKS, path, "--format", "github", "--all", *more).out.splitlines()
                if not mark.startswith("::notice")
            ]
        )
        == count
    )
    assert len(vflog("validate", *PACKS, path, "--format", "jsonl", *more).out.splitlines()) >= count
    junit = ET.fromstring(vflog("validate", *PACKS, path, "--format", "junit", *more).out)
    for case in junit.iter("testcase"):
        for part in case:
            assert len((part.text or "").splitlines()) <= MOST + 4


@each_case
def test_a_replay_tells_a_cause_once(
    vflog: Run, tmp_path: Path, made: Callable[[], Log], most: int, least: int
) -> None:
    path = tmp_path / "log.jsonl"
    log = made()
    path.write_bytes(_bytes(log))
    ran = vflog("replay", *PACKS, path)
    if ran.code == 2:
        return
    head = re.compile(r"^ +(?:error|warning): ", re.MULTILINE)
    told = json.loads(vflog("replay", *PACKS, path, "--format", "json", "--no-state").out)
    count = sum(len(step["problems"]) for step in told)
    passed = re.search(r"^(\d+) more problems? like", ran.out, re.MULTILINE)
    assert len(head.findall(ran.out)) + (int(passed[1]) if passed else 0) == count
    assert len(head.findall(ran.out)) <= max(4, len({step["game"] for step in told}))
    assert len(head.findall(vflog("replay", *PACKS, path, "--all").out)) == count


class Listening(ForPeople):
    """Remembers what it would tell."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Cause] = []
        self.most_held = 0

    def tell(self, run: Cause) -> None:
        self.told.append(run)

    def over(self, verdict: GameVerdict, told: list[Cause], passed: list[Cause]) -> None:
        assert all(run.first in verdict.problems for run in (*told, *passed))


def _hostile() -> Iterator[tuple[str, list[bytes]]]:
    for made in FAMILIES:
        some = [data for _, data in itertools.islice(made(), 0, None, 30)]
        yield made.__name__, some
    whole = (LOGS / "base-2p.jsonl").read_bytes()
    bad = bytearray(
        gzip.compress(b"".join(whole.replace(b'"base-2p"', f'"g{i}"'.encode()) for i in range(30)), mtime=0)
    )
    bad[-8] ^= 1
    yield "a damaged member with many games", [bytes(bad), whole]
    yield "a cut archive", [bytes(bad[: len(bad) // 2])]


@pytest.mark.parametrize(("name", "files"), list(_hostile()))
def test_every_problem_is_told_or_counted(tmp_path: Path, name: str, files: list[bytes]) -> None:
    for i, data in enumerate(files):
        (tmp_path / f"{i:03}.jsonl").write_bytes(data)
    listening = Listening()
    heard: list[object] = []

    class Both(Listening):
        def problem(self, problem: Any) -> None:
            heard.append(problem)
            listening.problem(problem)

        game = staticmethod(listening.game)
        file = staticmethod(listening.file)

    report: Report = api.validate(tmp_path, visitor=Both(), collect=False)
    listening.end(report)
    assert sum(run.problems for run in listening.told) + listening.passed_over == len(heard)
    assert all(run.followers == 0 or run.last_follower is not None for run in listening.told)


def test_what_is_kept_is_bounded() -> None:
    from vflog.log.problems import Problem

    listening = Listening()
    for i in range(20_000):
        listening.problem(Problem(code="game.none", file="a", line=i, message=f"There is no game {i}."))
        listening.problem(Problem(code="game.copy", severity="warning", file="a", line=i, game="g", message=f"{i}"))
        listening.problem(Problem(code="archive.checksum", file="a", line=i, game=f"g{i}", message="the same"))
        assert len(listening._held) <= 2
    assert len(listening._loose._runs) <= 3 * MOST
    listening.end(None)  # type: ignore[arg-type]
    assert sum(run.problems for run in listening.told) + listening.passed_over == 60_000


def test_each_problem_names_the_player_and_quotes_the_record(vflog: Run, tmp_path: Path) -> None:
    log = _base()[:4]
    log[0]["players"] = [{"id": "ada", "name": "Ann"}, {"id": "bob", "name": "Ann"}]
    log.append({"type": "rest", "n": 4, "player": "bob"})
    path = tmp_path / "log.jsonl"
    path.write_bytes(_bytes(log))
    forms = [vflog("validate", *PACKS, path, "--format", form).out for form in ("text", "github", "junit")]
    for out in (*forms, vflog("replay", *PACKS, path).out):
        assert "Ann (bob)" in out
        assert "rest" in out
        assert "bob is" not in out
    assert "record 4, by Ann (bob)" in forms[0]
    assert '    It reads: {"type":"rest","n":4,"player":"bob"}' in forms[0]
    assert "players: Ann (ada)" in forms[0]


def test_a_long_line_is_quoted_around_its_fault(vflog: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    bad = b'{"type":"note","x_a":"' + b"a" * 5000 + b'","b":True,"c":"' + b"z" * 5000 + b'"}'
    path.write_bytes(_bytes([_base()[0], bad]))
    quoted = next(x for x in vflog("validate", *PACKS, path).out.splitlines() if "It reads" in x)
    assert '"b":True' in quoted
    assert len(quoted) < 200
    assert quoted.endswith("…")


@pytest.mark.parametrize("form", ["text", "github", "junit"])
def test_a_quoted_record_steers_no_terminal(vflog: Run, tmp_path: Path, form: str) -> None:
    evil = "\x1b[31m\u202egnorw\u200b\u00a0\u2066\x9b\x07"
    path = tmp_path / "log.jsonl"
    log = _base()[:1]
    log[0]["players"] = [{"id": "ada", "name": evil}, {"id": "bob", "name": "bob\n::error::x"}]
    rest = {"type": "rest", "n": 1, "player": "bob", "x_a": evil}
    path.write_bytes(_bytes([*log, rest, {"type": evil, "n": 2}, evil.encode(), b"\xff" + evil.encode()]))
    for command in (("validate", "--format", form), ("replay",), ("show", "--at", "1")):
        out = vflog(command[0], *PACKS, path, *command[1:])
        assert all(c == "\n" or safe(c) == c for c in out.out + out.err)
        assert "\u202e" not in out.out
        assert not re.search("^::error::x", out.out, re.MULTILINE)

"""The conformance kit: what it expects is what comes out, and other programs are compared with it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from vflog import api, services
from vflog.cli import main
from vflog.cli.outputs import model
from vflog.cli.outputs import referee as printed
from vflog.engine import knowledge
from vflog.playback.conformance import Case, differences
from vflog.playback.steps import steps

CASES = {case.name: case for case in services.conformance_cases()}
DATA = Path(services.__file__).parent / "playback" / "conformance" / "data"


def report_of(log: bytes, folder: Path) -> dict[str, Any]:
    path = folder / "log.jsonl"
    path.write_bytes(log)
    return json.loads(model.line(model.report(api.validate(path))))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", CASES)
def test_each_log_comes_to_what_the_kit_says(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    report = report_of(case.log(), tmp_path)
    assert differences(case.expected, report) == []
    assert {key: report["totals"][key] for key in ("lines", "records", "rejects")} == {
        key: case.expected[key] for key in ("lines", "records", "rejects")
    }
    first = next((p for p in report["problems"] if p["severity"] == "error"), None)
    assert (first and {"code": first["code"], "line": first["line"]}) == case.expected["first"]


def test_the_kit_is_small_and_wide() -> None:
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) <= 400_000
    statuses = {game["status"] for case in CASES.values() for game in case.expected["games"]}
    assert statuses == {"unreadable", "unsupported", "invalid", "abandoned", "incomplete", "adjudicated", "valid"}
    known = {case.expected["first"]["code"] for case in CASES.values() if case.expected["first"]}
    assert len(known) > 90
    assert known <= set(knowledge.codes())


def test_the_states_are_those_of_the_logs(tmp_path: Path) -> None:
    for path in (DATA / "states").iterdir():
        (tmp_path / path.name).write_bytes(CASES[path.stem].log())
        found = [
            {"n": step.n, "digest": step.digest, "public": step.public}
            for step in steps(api.replay(tmp_path / path.name))
        ]
        assert found == [json.loads(line) for line in path.read_text().splitlines()]


def test_the_kit_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kit"
    assert main(["conformance", "--out", str(out)]) == 0
    assert "README.md" in capsys.readouterr().out
    lines = [json.loads(line) for line in (out / "cases.jsonl").read_text().splitlines()]
    assert len(lines) == len(CASES)
    for line in lines:
        case = CASES[Path(line["log"]).stem]
        assert (out / line["log"]).read_bytes() == case.log()
        assert line["expected"] == case.expected
    assert {path.name for path in out.iterdir()} == {"README.md", "cases.jsonl", "logs", "referee", "states"}


def test_what_differs_is_named(tmp_path: Path) -> None:
    case = CASES["frame-claim-differs"]
    right = report_of(case.log(), tmp_path)
    assert differences(case.expected, right) == []

    def changed(**game: Any) -> list[str]:
        return differences(case.expected, {**right, "games": [{**right["games"][0], **game}]})

    assert "status is" in changed(status="valid")[0]
    assert "digest is" in changed(digest=None)[0]
    assert differences(case.expected, {**right, "games": []}) != []
    assert differences(case.expected, {**right, "problems": []}) != []
    assert differences(case.expected, {**right, "totals": {"lines": 1}}) != []
    sound = CASES["frame-note"]
    assert differences(sound.expected, {**report_of(sound.log(), tmp_path), "problems": right["problems"]}) != []
    for nonsense in (None, [], {}, {"games": {}}, {"games": [None]}, {"games": [{}]}):
        assert differences(case.expected, nonsense) != []


def test_what_an_answer_leaves_out_is_not_compared(tmp_path: Path) -> None:
    case = CASES["sound-base-2-players"]
    assert differences(case.expected, {"games": [{"status": "valid"}]}) == []


def few(monkeypatch: pytest.MonkeyPatch) -> list[Case]:
    chosen = [CASES[name] for name in ("frame-note", "frame-gap", "bytes-empty")]
    monkeypatch.setattr(services, "conformance_cases", lambda: iter(chosen))
    return chosen


def test_a_program_that_agrees_and_one_that_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few(monkeypatch)
    judge = "import sys; from vflog.cli import main; main(['validate', '--format', 'json', sys.argv[1]])"
    assert main(["conformance", "--check", f'{sys.executable} -c "{judge}"']) == 0
    assert "3 as expected, 0 otherwise" in capsys.readouterr().out
    says = 'print(\'{\\"games\\": [{\\"status\\": \\"valid\\"}]}\')'
    assert main(["conformance", "--format", "json", "--check", f'{sys.executable} -c "{says}" {{}} --more']) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["logs"], told["differ"]) == (3, 3)
    assert "status" in told["told"][0]["differences"][0]


def test_a_program_that_says_nothing_or_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few(monkeypatch)
    assert main(["conformance", "--check", f'{sys.executable} -c ""']) == 1
    assert "not one JSON value" in capsys.readouterr().out
    assert main(["conformance", "--check", "no-such-program"]) == 3
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["conformance"]) == 2
    assert main(["conformance", "--check", 'a "b']) == 2


@pytest.mark.parametrize("path", sorted((DATA / "referee").iterdir()), ids=lambda path: path.stem)
def test_the_referee_answers_as_the_kit_says(path: Path) -> None:
    referee, refused, forms = services.referee(), 0, 0
    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        answer = json.loads(model.line(printed.answer(referee.answer(json.dumps(line["say"]).encode()))))
        assert answer == line["answer"]
        refused += not answer["ok"]
        forms += bool(answer.get("forms"))
    assert refused == 2
    assert forms >= 3

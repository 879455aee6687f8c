"""`validate`: verdicts for people and machines, exit codes, nothing that steers a terminal."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import LOGS, PACKS, Run, game
from vflog.cli.outputs import model
from vflog.cli.terminal import safe, width

ABANDONED = {"type": "end", "n": 1, "reason": "abandoned"}


def test_a_verdict_reads_like_a_compilers(vflog: Run) -> None:
    path = LOGS / "illegal-move-into-abyss.jsonl"
    ran = vflog("validate", *PACKS, path)
    assert ran.code == 1
    assert f"{path}:29: error in game illegal-move-into-abyss, record 28, by bob: pentha cannot move" in ran.out
    assert "Rule VF-M2, printed in a rule book." in ran.out
    assert "Legal instead: city, coast, volcano." in ran.out
    assert "invalid; 28 applied, 1 refused, 3 unjudged" in ran.out


def test_a_folder_is_summed_up_by_app_version_and_code(vflog: Run, tmp_path: Path) -> None:
    source = {"app": "Tabletop", "version": "2.1"}
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_bytes(
            game({"type": "rest", "n": 1, "player": "ann"}, game=name, source=source)
        )
    ran = vflog("validate", tmp_path)
    row = next(line for line in ran.out.splitlines() if line.strip().startswith("Tabletop"))
    assert row.split() == ["Tabletop", "2.1", "order.phase", "2", "0", "2"]
    assert "2 files, 2 games: 2 invalid; 2 errors, 0 warnings" in ran.out


@pytest.mark.parametrize(
    ("log", "more", "code"),
    [
        (game(), (), 1),
        (game(), ("--allow", "incomplete"), 0),
        (game(ABANDONED), (), 1),
        (game(ABANDONED), ("--allow", "incomplete"), 1),
        (game(ABANDONED), ("--allow", "incomplete,abandoned"), 0),
        (game({"type": "rest", "n": 1, "player": "ann"}), ("--allow", "incomplete,abandoned"), 1),
        (game(format="vflog/2"), ("--allow", "incomplete"), 1),
        (game(content={"pack": "nowhere"}), ("--allow", "incomplete"), 1),
        (b"", ("--allow", "incomplete"), 1),
        (b'{"type":"note","n":1}\n' + game(), ("--allow", "incomplete"), 1),
    ],
)
def test_exit_codes(vflog: Run, tmp_path: Path, log: bytes, more: tuple[str, ...], code: int) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log)
    assert vflog("validate", path, *more).code == code


def test_a_sound_log_is_no_failure(vflog: Run) -> None:
    assert vflog("validate", *PACKS, LOGS / "base-2p.jsonl").code == 0


def test_a_rule_may_be_judged_otherwise(vflog: Run) -> None:
    assert vflog("validate", *PACKS, LOGS / "base-2p.jsonl", "--ruling", "bridge=both").code == 0
    assert vflog("validate", *PACKS, LOGS / "base-2p.jsonl", "--ruling", "revision=1999").code == 1


def test_the_machine_report_follows_its_schema_and_adds_up(vflog: Run) -> None:
    paths = [LOGS / "illegal-vote-card-not-held.jsonl", LOGS / "base-2p.jsonl"]
    report = json.loads(vflog("validate", *PACKS, "--format", "json", *paths).out)
    checks = jsonschema.Draft202012Validator(model.schema())
    checks.validate(report)
    totals = report["totals"]
    assert totals["lines"] == totals["blank"] + totals["records"] + totals["rejects"] + totals["repeats"]
    assert [g["status"] for g in report["games"]] == ["invalid", "valid"]
    lines = vflog("validate", *PACKS, "--format", "jsonl", *paths).lines
    for line in lines:
        checks.validate(line)
    assert lines[-1] == {"summary": totals, "complete": True}
    assert [line["problem"] for line in lines if "problem" in line] == report["problems"]
    assert [line["game"] for line in lines if "game" in line] == report["games"]
    assert [line["file"] for line in lines if "file" in line] == report["files"]
    with pytest.raises(jsonschema.ValidationError):
        checks.validate({**report, "totals": {}})


def test_junit_has_a_case_a_game(vflog: Run) -> None:
    ran = vflog(
        "validate", *PACKS, "--format", "junit", LOGS / "illegal-end-wrong-winner.jsonl", LOGS / "base-2p.jsonl"
    )
    root = ET.fromstring(ran.out)
    cases = list(root.iter("testcase"))
    assert [case.find("failure") is not None for case in cases] == [True, False]
    assert root.attrib["tests"] == "2"
    assert root.attrib["failures"] == "1"


def test_junit_holds_no_character_that_xml_forbids(vflog: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(game({"type": "odd\x1b[2J\u202e\ufffe<&]]>", "n": 1}))
    ran = vflog("validate", path, "--format", "junit")
    failure = ET.fromstring(ran.out).find(".//failure")
    assert failure is not None
    assert "<&" in failure.attrib["message"]


def test_github_annotations_are_one_line_each(vflog: Run, tmp_path: Path) -> None:
    path = tmp_path / "a,b:c%.jsonl"
    path.write_bytes(game({"type": "odd\n%", "n": 1}))
    ran = vflog("validate", path, "--format", "github")
    first = ran.out.splitlines()[0]
    assert first.startswith(f"::error file={tmp_path}/a%2Cb%3Ac%25.jsonl,line=2,title=line.unknown-type::")
    assert "%25" in first.partition("::error")[2]


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "junit", "github"])
def test_nothing_of_an_input_steers_a_terminal(vflog: Run, tmp_path: Path, form: str) -> None:
    path = tmp_path / "log\x1b[31m\u202e.jsonl"
    hostile = "\x1b]0;x\x07\x9b31m\u202egnorw\u2066[/red] "
    path.write_bytes(game({"type": hostile, "n": 1}, players=[{"id": "ann", "name": hostile}, {"id": "bo"}]))
    out = vflog("validate", path, "--format", form).out
    assert all(c == "\n" or safe(c) == c for c in out)
    assert "[/red]" in out


def test_equal_input_gives_equal_bytes(vflog: Run) -> None:
    first = vflog("validate", *PACKS, LOGS, "--format", "json")
    assert vflog("validate", *PACKS, LOGS, "--format", "json").out == first.out


def test_many_sound_games_are_counted_not_listed(vflog: Run, tmp_path: Path) -> None:
    log = b"".join(game(ABANDONED, game=f"g{i}") for i in range(3))
    valid = (LOGS / "base-2p.jsonl").read_bytes()
    path = tmp_path / "many.jsonl"
    path.write_bytes(log + b"".join(valid.replace(b'"base-2p"', f'"v{i}"'.encode()) for i in range(42)))
    short = vflog("validate", *PACKS, path).out
    assert "2 more sound games" in short
    assert "game v41 " not in short
    assert "game g2 " in short
    assert "game v41 " in vflog("validate", *PACKS, path, "--all").out


@pytest.mark.parametrize(
    ("text", "shown"), [("a\tb", "a\\tb"), ("\u200f", "\\u200f"), ("\x85", "\\x85"), ("é[b]", "é[b]")]
)
def test_safe(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_width_counts_columns() -> None:
    assert [width(text) for text in ("ab", "é", "e\u0301", "神")] == [2, 1, 1, 2]


@pytest.mark.parametrize(
    ("line", "change", "meant"),
    [
        (2, {"type": "agee"}, "age"),
        (2, {"crad": "chaos", "card": None}, "card"),
        (2, {"card": "natural-oder"}, "natural-order"),
        (1, {"first": "ada", "quests": [{"qeust": "dust-wedding", "region": "canyons"}]}, "quest"),
        (2, {"card": "the-arbiter-of-all"}, None),
        (2, {"card": "s1"}, None),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(
    vflog: Run, tmp_path: Path, line: int, change: dict[str, Any], meant: str | None
) -> None:
    """What a log holds is told like what is typed: the name that is like it, and none where none is."""
    records = [json.loads(each) for each in (LOGS / "base-2p.jsonl").read_text().splitlines()[: line + 1]]
    records[line] = {name: value for name, value in (records[line] | change).items() if value is not None}
    log = tmp_path / "log.jsonl"
    log.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    told = vflog("validate", *PACKS, log).out
    assert "error" in told
    assert re.findall(r"Did you mean (.*)\?", told) == ([] if meant is None else [meant])

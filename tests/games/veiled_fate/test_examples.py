"""Every code and rule by its examples: the legal side stands, the other has exactly the problem it is told for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import vflog
from vflog import api
from vflog.engine.codes import CODES as FRAME
from vflog.games.veiled_fate.codes import CODES
from vflog.games.veiled_fate.examples import EXAMPLES, FILES, LINES, Example
from vflog.games.veiled_fate.examples.files import File
from vflog.games.veiled_fate.examples.lines import Line
from vflog.games.veiled_fate.examples.situations import table
from vflog.games.veiled_fate.rules import RULES
from vflog.log.codes import LINE

from .harness import Game

#: Codes that make a game unsupported: see `test_packs.py`, `test_roles_pack.py`.
ELSEWHERE = {
    "content.bad-pack", "content.no-role", "content.no-servants", "content.role-not-scored",
}  # fmt: skip
#: Rules that no record can break and no claim can show.
UNSEEN = {"VF-E3"}
#: Of the frame's codes: those of headers that cannot be judged, and of a log without numbers.
FRAME_ELSEWHERE = {
    "n.missing", "game.unknown-ruleset", "game.unknown-revision", "content.not-found", "content.hash",
}  # fmt: skip

_each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.rule or (e.about or ('frame',))[0]}-{e.code}")


@_each
def test_legal_side(example: Example) -> None:
    game = Game(example.log())
    assert not game.problems
    assert {judged.judged for judged in game.judged} == {"applied"}


@_each
def test_other_side(example: Example) -> None:
    log = example.log(broken=True)
    game = Game(log)
    assert [(p.n, p.code, p.rule) for p in game.problems] == [(log[-1]["n"], example.code, example.rule)]
    problem, code = game.problems[0], {**FRAME, **CODES}[example.code]
    stays = example.code in ("claim.differs", "at.backwards", "game.no-revision")
    assert game.judged[-1].judged == ("applied" if stays else "refused")
    assert game.verdict.status == ("incomplete" if code.severity == "warning" else "invalid")
    assert problem.message.endswith((".", "?", "…"))
    assert "{" not in problem.message.split("Read so")[0].replace("{'", "")
    assert problem.basis is not None or problem.rule is None
    assert problem.severity == code.severity


@_each
def test_both_sides_are_short(example: Example) -> None:
    assert 1 <= len(example.legal) <= 6
    assert 1 <= len(example.illegal) <= 6
    assert example.legal != example.illegal
    assert not example.given.words.endswith(".")


def test_every_code_has_an_example() -> None:
    shown = {example.code for example in EXAMPLES}
    assert set(CODES) - shown == ELSEWHERE - shown
    assert set(FRAME) - shown == FRAME_ELSEWHERE - shown


def test_every_rule_has_an_example() -> None:
    shown = {rule for example in EXAMPLES for rule in (example.rule, *example.about)}
    assert set(RULES) - shown == UNSEEN - shown


@pytest.mark.parametrize("code", sorted(CODES))
def test_what_is_said_of_a_code(code: str) -> None:
    entry = CODES[code]
    assert entry.template.endswith(".")
    assert entry.title
    assert entry.rule is None or entry.rule in RULES
    assert entry.basis is not None or code.startswith("content.")


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.code)
def test_lines(line: Line, tmp_path: Path) -> None:
    """A sound line has no fault of its own; the other is rejected with its code alone."""
    for text, expected in ((line.legal, []), (line.illegal, [line.code])):
        log = tmp_path / "log.jsonl"
        records = table().records
        given = () if '"game"' in text else records[:-1] if '"age"' in text else records
        lines = [*(json.dumps(record) for record in given), text]
        log.write_bytes("".join(f"{one}\n" for one in lines).encode(errors="surrogateescape"))
        report = vflog.validate(log)
        faults = [p.code for p in report.problems if p.code.startswith("line.")]
        assert faults == expected
        assert report.totals.rejects == len(expected)


def test_every_code_of_lines_has_an_example() -> None:
    long = {"line.too-long", "line.too-deep", "line.truncated"}
    assert {code.code for code in LINE} - {line.code for line in LINES} == long


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.code)
def test_files(file: File, tmp_path: Path) -> None:
    """The first file has no such problem, the second has it."""
    for text, wanted in ((file.legal, False), (file.illegal, True)):
        path = tmp_path / f"{wanted}.jsonl"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        found = {problem.code for problem in api.validate(path).problems}
        assert (file.code in found) is wanted, (file.code, found)

"""Every code and rule by its examples: the legal side stands, the other has exactly the problem it is told for."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shlex
from pathlib import Path

import pytest

import vflog
from vflog import api
from vflog.engine.codes import CODES as FRAME
from vflog.engine.codes import CODES as OF_INPUTS
from vflog.games.veiled_fate.codes import CODES
from vflog.games.veiled_fate.examples import EXAMPLES, FILES, INPUTS, LINES, STANDINGS, TALKS, Example
from vflog.games.veiled_fate.examples.files import File
from vflog.games.veiled_fate.examples.inputs import Inputs, Side
from vflog.games.veiled_fate.examples.lines import Line
from vflog.games.veiled_fate.examples.places import Standing
from vflog.games.veiled_fate.examples.situations import table
from vflog.games.veiled_fate.examples.talks import AT_FAULT, FULL, Talk
from vflog.games.veiled_fate.rules import RULES
from vflog.log.codes import CODES as OF_LINES
from vflog.log.problems import Problem
from vflog.playback.kept import InMemory
from vflog.playback.referee import Referee

from .harness import Game

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
    shown = {example.code for group in (EXAMPLES, LINES, FILES, INPUTS, TALKS) for example in group}
    assert shown == {*CODES, *FRAME, *OF_INPUTS, *OF_LINES}


def test_every_rule_has_an_example() -> None:
    shown = {rule for example in EXAMPLES for rule in (example.rule, *example.about)}
    assert set(RULES) == {rule for rule in shown if rule} | {standing.rule for standing in STANDINGS}


@pytest.mark.parametrize("standing", STANDINGS, ids=lambda standing: standing.rule)
def test_places(standing: Standing) -> None:
    """The end stands, and the tables have these places."""
    game = Game(standing.log())
    assert not game.problems
    assert game.judge.play is not None
    rows = game.judge.play.summary()["players"]
    assert {row["player_id"]: row["place"] for row in rows} == standing.places
    assert list(standing.places) == [row["player_id"] for row in rows]


@pytest.mark.parametrize("code", sorted(CODES))
def test_what_is_said_of_a_code(code: str) -> None:
    entry = CODES[code]
    assert entry.template.endswith(".")
    assert entry.rule is None or entry.rule in RULES


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


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.code)
def test_files(file: File, tmp_path: Path) -> None:
    """The first file has no such problem, the second has it."""
    for text, wanted in ((file.legal, False), (file.illegal, True)):
        path = tmp_path / f"{wanted}.jsonl"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        found = {problem.code for problem in api.validate(path).problems}
        assert (file.code in found) is wanted, (file.code, found)


def judged(side: Side, folder: Path) -> list[Problem]:
    """The problems that the command of a side brings, given in a folder that holds what it says."""
    for thing in side.things:
        path = folder / thing.name
        path.parent.mkdir(parents=True, exist_ok=True)
        if thing.leads:
            path.symlink_to(thing.leads)
        else:
            path.write_bytes(thing.data)
    program, command, *paths = shlex.split(side.command)
    assert (program, command) == ("vflog", "validate")
    view = "all"
    if "--view" in paths:
        *paths, _, view = paths
    with contextlib.chdir(folder), contextlib.ExitStack() as stack:
        if "<" in paths:
            *paths, _, name = paths
            before = os.dup(0)
            stack.callback(os.close, before)
            stack.callback(os.dup2, before, 0)
            os.dup2(stack.enter_context(open(name, "rb")).fileno(), 0)
        return api.validate(paths, view=view).problems


@pytest.mark.parametrize("inputs", INPUTS, ids=lambda inputs: inputs.code)
def test_inputs(inputs: Inputs, tmp_path: Path) -> None:
    """The first command tells of no error and no such problem, the second of nothing else."""
    for problem in judged(inputs.legal, tmp_path / "legal"):
        assert (problem.code == inputs.code, problem.severity) == (False, "warning")
    assert {problem.code for problem in judged(inputs.illegal, tmp_path / "illegal")} == {inputs.code}


class _Disk(InMemory):
    """A disk that may be full, and a referee that may be at fault when it writes there."""

    when = ""

    def append(self, raw: bytes) -> int:
        if self.when == FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.when == AT_FAULT:
            raise AssertionError
        return super().append(raw)


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.code)
def test_talks(talk: Talk) -> None:
    """The first line is taken; the other is refused, takes no number, and the game goes on."""
    for text, code in ((talk.legal, None), (talk.illegal, talk.code)):
        disk, told = _Disk(), []
        referee = Referee(keeper=disk, on_fault=told.append)
        for record in talk.given.records:
            before = referee.answer(json.dumps(record).encode())
            assert before.ok
        disk.when = talk.when if code else ""
        answer = referee.answer(text.encode(), talk.view)
        assert ([p.code for p in answer.problems], answer.ok) == (([code], False) if code else ([], True))
        assert len(told) == bool(talk.when and code)
        disk.when = ""
        if code:
            after = referee.answer(json.dumps({"ask": "state", "game": "example"}).encode())
            assert (after.n, after.digest) == (before.n, before.digest)

"""Whose rule was broken reads the same in every output, and what only the log format asks never like a game's rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vflog.engine import knowledge
from vflog.games.veiled_fate.examples import EXAMPLES
from vflog.log.problems import Basis

from .conftest import Run

#: How each output says whose rule it is.
WORDS: dict[Basis | None, str] = {
    "printed": "printed in a rule book",
    "public": "from public material, in no rule book at hand",
    "assumed": "an assumption of vflog, in no rule book",
    None: "What the log format asks",
}
PEOPLE = ("text", "github", "junit")


def _logs() -> dict[str, list[dict[str, Any]]]:
    """For each code of the ruleset a log that breaks it, and for each mark where it has several."""
    out: dict[str, list[dict[str, Any]]] = {}
    for example in EXAMPLES:
        code = knowledge.codes()[example.code]
        if code.also or code.asked or code.rule:
            out.setdefault(f"{example.code} {example.rule or 'of the format'}", example.log(broken=True))
    return out


LOGS = _logs()


def _problem(vflog: Run, path: Path, name: str) -> dict[str, Any]:
    """The first problem of that log, as the machine report has it."""
    path.write_text("".join(f"{json.dumps(record)}\n" for record in LOGS[name]), encoding="utf-8")
    problem: dict[str, Any] = vflog("validate", path, "--format", "jsonl").lines[0]["problem"]
    return problem


def _reads_so(out: str, problem: dict[str, Any]) -> None:
    assert WORDS[problem["basis"]] in out
    assert not any(words in out for basis, words in WORDS.items() if basis != problem["basis"])
    assert problem["rule"] is None or f"Rule {problem['rule']}" in out


@pytest.mark.parametrize("name", LOGS)
def test_whose_rule_is_told(vflog: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "log.jsonl"
    problem = _problem(vflog, path, name)
    said, rule = name.split(" ", 1)
    assert (problem["code"], problem["rule"] or "of the format") == (said, rule)
    assert (problem["rule"] is None) == (problem["basis"] is None)
    _reads_so(vflog("validate", path).out, problem)


@pytest.mark.parametrize(
    "name", ["move.not-adjacent VF-M2", "age.wrong-card VF-A1", "place.again VF-B5", "header.powers of the format"]
)
def test_it_reads_alike_in_every_output(vflog: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "log.jsonl"
    problem = _problem(vflog, path, name)
    for format_ in PEOPLE:
        _reads_so(vflog("validate", path, "--format", format_).out, problem)
    whole = json.loads(vflog("validate", path, "--format", "json").out)["problems"][0]
    assert (whole["rule"], whole["basis"]) == (problem["rule"], problem["basis"])


@pytest.mark.parametrize("code", sorted(knowledge.codes()))
def test_explain_says_no_more_than_the_problem(vflog: Run, code: str) -> None:
    """Each basis that the code can name is said, and no other; the title is there."""
    entry = knowledge.codes()[code]
    out = vflog("explain", code).out
    head = out.partition("\n\n")[0].splitlines()
    assert head[0].endswith(f": {entry.title}")
    mine = " ".join(line for line in head[:4] if line.startswith(("  Whose rule:", "  What", "  Or,")))
    bases = {basis for marks in knowledge.rules_by_marks(entry) for basis in marks}
    for basis, words in WORDS.items():
        asked = basis is None
        assert (words.lower() in mine.lower()) == (bool(entry.asked) if asked else basis in bases)
    told = json.loads(vflog("explain", code, "--format", "json").out)["code"]
    assert (told["rule"], told["basis"], told["asked"]) == (entry.rule, entry.basis, entry.asked)


def test_the_tables_tell_the_same(vflog: Run, tmp_path: Path) -> None:
    wanted = (
        "header.detail of the format",
        "end.result-by of the format",
        "score.only of the format",
        "move.not-adjacent VF-M2",
        "age.wrong-card VF-A1",
        "place.again VF-B5",
    )
    for number, name in enumerate(wanted):
        log = [{**LOGS[name][0], "game": f"g{number}"}, *LOGS[name][1:]]
        (tmp_path / f"{number}.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in log))
    db = tmp_path / "t.duckdb"
    assert vflog("load", tmp_path, "--db", db).code == 0
    sql = "SELECT p.code, p.rule, p.basis, c.title, r.basis AS of_rule FROM problems p JOIN codes c USING (code)"
    rows = vflog("query", f"{sql} LEFT JOIN rules r USING (rule)", "--db", db, "--format", "jsonl").lines
    assert {f"{row['code']} {row['rule'] or 'of the format'}" for row in rows} == set(wanted)
    for row in rows:
        assert row["title"] == knowledge.codes()[row["code"]].title
        assert row["of_rule"] in (None, row["basis"])
    bases = {row["code"]: row["basis"] for row in rows}
    assert bases["move.not-adjacent"] == "printed"
    assert bases["age.wrong-card"] == "public"
    assert bases["place.again"] == "assumed"
    assert bases["header.detail"] is bases["end.result-by"] is bases["score.only"] is None

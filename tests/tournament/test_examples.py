"""Every code has an example whose first side brings nothing, and whose other side has the code; `explain` prints it."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from vflog import tournaments
from vflog.cli import main
from vflog.engine import knowledge
from vflog.engine.event_codes import CODES
from vflog.engine.event_examples import EXAMPLES
from vflog.engine.examples import RuleExample
from vflog.tournament.report import encoded

from .games import game
from .test_findings import PEOPLE, log, run, toml

TRIED = [shown for shown in EXAMPLES if shown.code != "tournament.changed"]


def codes(lines: tuple[str, ...]) -> list[str]:
    """What is found where a file and logs say this."""
    rules, text, logs = "", [], []
    for line in lines:
        if line.startswith("log "):
            how, _, header = line.removeprefix("log ").partition("{")
            fields = json.loads("{" + header)
            players = fields.pop("players")
            of = next(g for g in (game(len(players), seed) for seed in range(9)) if g.places[0] == 1)
            id = fields.pop("game", "g1")
            logs.append(log(players, of=of, id=id, change=how.strip() or None, **_placed(fields)))
        elif rules == "[rules]" or line == "[rules]":
            rules = line
        else:
            text.append(line)
    found = run(toml("\n".join(text), people=PEOPLE[:4], rules=rules), *logs).found
    return [one.code for one in found]


def _placed(fields: dict[str, object]) -> dict[str, object]:
    return {("n" if name == "round" else name): value for name, value in fields.items()}


def test_every_code_has_an_example_and_a_title() -> None:
    assert sorted(shown.code for shown in EXAMPLES) == sorted(CODES)
    assert all(code.title and code.template.endswith(".") for code in CODES.values())


@pytest.mark.parametrize("shown", TRIED, ids=lambda shown: shown.code)
def test_an_example_is_so(shown: RuleExample) -> None:
    assert codes(shown.legal) == []
    assert shown.code in codes(shown.illegal)
    assert set(codes(shown.illegal)) <= {shown.code, "tournament.unknown-player"}


@pytest.mark.parametrize("code", CODES)
def test_explain(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    out = capsys.readouterr().out
    assert CODES[code].title in out
    assert f"Not so ({code}):" in out
    assert out.startswith(f"{code} ({CODES[code].severities}, ")
    assert "!r}" not in out
    assert 'log {"' not in out, "a log is told in words"


def test_no_code_tells_how_its_values_are_written_out() -> None:
    assert [code.code for code in knowledge.codes().values() if re.search(r"\{(?!\w+\})", code.sentence)] == []


def test_the_report_is_what_its_schema_says() -> None:
    found = run(toml("[[rounds]]\nn = 1\n"), log(["ann", "bob"]))
    schema = tournaments.tournament_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(encoded(found.report)), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"report": "vflog-tournament-report/1"}, schema)

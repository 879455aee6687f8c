"""docs/format.md says the same as the record types: every record, every field, and examples that are records."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

import vflog
from vflog.engine.ruleset import dialect_named, ruleset
from vflog.games.udacha import records as udacha
from vflog.log import records as common
from vflog.log.decode import HEADER, tag_of
from vflog.log.header import look_header
from vflog.log.records import Record

from .pages import ROOT, Block, blocks, sections

PAGE = ROOT / "docs" / "format.md"
SECTIONS = sections(PAGE)
EVERY = {"n", "game", "at"}
VEILED: Any = ruleset("veiled-fate")
UDACHA: Any = ruleset("udacha")
SHARED_NAMES = {tag_of(t) for t in VEILED.records} & {tag_of(t) for t in UDACHA.records} | {"end"}


def _records() -> list[tuple[str, type[Record]]]:
    """The heading under which each record type is told."""
    out: list[tuple[str, type[Record]]] = [(f"`{tag_of(t)}`", t) for t in VEILED.records]
    out += [(f"`{tag_of(t)}`" + (" of udacha" if tag_of(t) in SHARED_NAMES else ""), t) for t in UDACHA.records]
    out += [(f"`{tag_of(t)}`", t) for t in common.COMMON if t is not common.Foreign]
    out += [("`end`", common.End), ("`end` of udacha", UDACHA.end), ("`end` of veiled-fate", VEILED.end)]
    return [*out, ("`game`", common.Header)]


def _fields(kind: type[Record]) -> set[str]:
    fields = {field.encode_name for field in msgspec.structs.fields(kind)}
    if kind in (VEILED.end, UDACHA.end):
        fields -= {"reason", "result"}
    if kind is common.Claim:
        fields -= {"part"}
    return fields - (EVERY if kind is not common.Header else {"n", "at"})


@pytest.mark.parametrize(("heading", "kind"), _records(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_field_of_every_record_is_told_and_no_other(heading: str, kind: type[Record]) -> None:
    rows = re.findall(r"^\| (`.+?) \|", SECTIONS[heading], re.MULTILINE)
    told = {field for row in rows for field in re.findall(r"`(\w+)`", row)}
    assert told == _fields(kind)


@pytest.mark.parametrize(("rules", "section"), [(VEILED, "Records of veiled-fate"), (UDACHA, "Records of udacha")])
def test_every_field_that_a_ruleset_adds_to_the_header_is_told(rules: Any, section: str) -> None:
    added = {f.encode_name for f in msgspec.structs.fields(rules.header)} - {
        f.encode_name for f in msgspec.structs.fields(common.Header)
    }
    rows = re.findall(r"^\| `(\w+)` \|", SECTIONS[section], re.MULTILINE)
    assert set(rows) == added


def test_every_field_of_a_card_and_of_an_effect_is_told() -> None:
    text = SECTIONS["Records of udacha"]
    for kind in (udacha.Card, udacha.Effect):
        assert {f.encode_name for f in msgspec.structs.fields(kind)} <= set(re.findall(r"`(\w+)`", text))


EXAMPLES = [block for block in blocks(PAGE) if block.info.startswith("jsonl")]


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: f"line-{block.line}")
def test_examples_are_records(block: Block) -> None:
    dialect = dialect_named("udacha" if "udacha" in block.info else "veiled-fate")
    assert dialect is not None
    for line in block.lines:
        item = dialect.look(line.encode())
        if item is HEADER:
            assert look_header(line.encode(), dialect_named).dialect is not None
        else:
            assert isinstance(item, Record), f"{line}: {item}"


def test_examples_show_every_record_type() -> None:
    shown = {re.match(r'{"type":"(\w+)"', line)[1] for block in EXAMPLES for line in block.lines}  # type: ignore[index]
    wanted = {tag_of(t) for t in (*VEILED.records, *UDACHA.records, *common.COMMON) if t is not common.Foreign}
    assert wanted | {"game", "end"} <= shown


def test_whole_games_are_valid(tmp_path: Any) -> None:
    games = [block for block in EXAMPLES if "game valid" in block.info]
    assert games
    for number, block in enumerate(games):
        log = tmp_path / f"{number}.jsonl"
        log.write_text("\n".join(block.lines) + "\n")
        assert [game.status for game in vflog.validate(log).games] == ["valid"]


@pytest.mark.parametrize("name", ["veiled-fate", "udacha"])
def test_every_key_of_the_state_document_is_told(name: str) -> None:
    log = {"veiled-fate": "veiled-fate/base-2p.jsonl", "udacha": "udacha/full-1.jsonl"}[name]
    cursor = vflog.replay(ROOT / "tests" / "vectors" / log, content=[ROOT / "tests" / "vectors" / "packs"])
    rows = re.findall(r"^\| (`.+?) \|", SECTIONS[f"The state document of {name}"], re.MULTILINE)
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == set(cursor.state)


@pytest.mark.parametrize("rules", [VEILED, UDACHA], ids=lambda rules: rules.name)
def test_what_may_be_left_out_is_told(rules: Any) -> None:
    row = next(line for line in SECTIONS["Lines"].splitlines() if line.startswith("| empty lists"))
    assert rules.may_be_left_out <= set(re.findall(r"`(\w+)`", row))


def test_every_status_and_every_key_of_the_report_is_told() -> None:
    from vflog.cli.outputs import model
    from vflog.engine.verdict import STATUSES

    assert set(re.findall(r"^\| `(\w+)` \|", SECTIONS["Verdicts"], re.MULTILINE)) == set(STATUSES)
    told = set(re.findall(r"`(\w+)`", SECTIONS["The machine report"]))
    report = model.report(vflog.validate(ROOT / "sample_logs" / "base-2p.jsonl"))
    assert {*report.__struct_fields__, *report.totals.__struct_fields__, *report.files[0].__struct_fields__} <= told


def test_every_phase_is_told() -> None:
    from vflog.games.veiled_fate.order import DUE

    row = next(line for line in SECTIONS["The state document of veiled-fate"].splitlines() if "`phase`" in line)
    assert set(re.findall(r"`(\w+)`", row)) - {"phase"} == set(DUE)

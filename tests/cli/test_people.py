"""A person is called alike in every output: text, replay, board, pages, tables, annotations."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import LOGS, PACKS, VECTORS, Run
from vflog import api
from vflog.cli.terminal import safe
from vflog.engine.people import called
from vflog.store.query import query

#: Names of ada and bob.
NAMES: tuple[tuple[str | None, str | None], ...] = (
    ("Ann", "Ben"),
    ("bob", "ada"),
    ("Ann", "Ann"),
    ("bob", None),
    (None, "ADA"),
    ("", "\u200b"),
    ("Ann (bob)", "Ann"),
    ("Ann <b>", "\x1b[31mAnn\u202e"),
    ("naka", "pentha"),
)


def _log(path: Path, names: tuple[str | None, str | None], name: str = "base-2p.jsonl") -> Path:
    log = [json.loads(line) for line in (LOGS / name).read_bytes().splitlines()]
    for player, given in zip(log[0]["players"], names, strict=False):
        player.pop("name", None)
        if given is not None:
            player["name"] = given
    path.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in log))
    return path


@pytest.mark.parametrize("names", NAMES)
def test_a_person_is_called_alike_in_every_output(
    vflog: Run, tmp_path: Path, names: tuple[str | None, str | None]
) -> None:
    log = _log(tmp_path / "log.jsonl", names)
    ada, bob = called([("ada", names[0]), ("bob", names[1])]).values()
    assert f"won by {safe(bob)}\n" in vflog("validate", *PACKS, log).out
    replayed = vflog("replay", *PACKS, log).out.splitlines()
    assert replayed[0].endswith(f"veiled-fate: {safe(ada)}, {safe(bob)}.")
    assert f"; {safe(bob)} won." in replayed[-1]
    board = vflog("show", *PACKS, log).out
    assert f"won by {safe(bob)}\n" in board
    for word in (ada, bob):
        assert any(line.split("  ")[1].strip() == safe(word) for line in board.splitlines() if line.startswith("  "))
    db = tmp_path / "t.duckdb"
    api.load(log, db, content=[VECTORS / "packs"])
    with query(db, "SELECT player_id, name, called FROM players ORDER BY seat") as answer:
        assert list(answer.rows) == [("ada", names[0], ada), ("bob", names[1], bob)]
    report = api.report(db=db, out=tmp_path / "pages")
    game = next(file for file in report.files if file.parent.name == "games" and file.suffix == ".html")
    page = html.unescape(re.sub(r"[\u2068\u2069]", "", game.read_text()))
    shown = re.sub("[\x00-\x1f\u202e]", lambda m: f"‹U+{ord(m[0]):04X}›", bob)
    assert f"{shown} won" in page
    records = next(file for file in report.files if file.name == "records.csv").read_text()
    assert ada in records
    assert bob in records


@pytest.mark.parametrize("names", NAMES)
def test_a_person_is_called_alike_in_problems(vflog: Run, tmp_path: Path, names: tuple[str | None, str | None]) -> None:
    log = _log(tmp_path / "log.jsonl", names)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:4], b'{"type":"rest","n":4,"player":"bob"}\n']))
    ada, bob = called([("ada", names[0]), ("bob", names[1])]).values()
    said = f"It is not for {bob} to act: what must come next is the turn under way, by {ada}."
    report = api.validate(log, content=[VECTORS / "packs"])
    (problem,) = (p for p in report.problems if p.severity == "error")
    assert problem.message == said
    assert problem.expected == {"phase": "turn", "players": ["ada"]}
    for command in (("validate",), ("validate", "--format", "github"), ("replay",), ("show", "--at", "4")):
        out = vflog(command[0], *PACKS, log, *command[1:]).out
        assert safe(said) in out
        assert f"players: {safe(ada)}" in out
    assert f"by {safe(bob)}: It is" in vflog("validate", *PACKS, log).out


def test_udacha_calls_its_players_by_name_too(vflog: Run, tmp_path: Path) -> None:
    header = {
        "type": "game",
        "n": 0,
        "format": "vflog/1",
        "game": "u",
        "ruleset": "udacha",
        "revision": "2026-12",
        "players": [{"id": "A", "name": "Ann"}, {"id": "B", "name": "Ben"}],
        "profile": "core",
        "to_win": 3,
        "cards": {"Ash": {"type": "Hero"}},
    }
    records = [
        header,
        {"type": "given", "n": 1, "on": "B", "t": 1, "zones": {"A.hand": ["A.Ash.1"]}},
        {"type": "do", "n": 2, "p": "A", "what": "play", "card": "B.Ash.1"},
    ]
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in records))
    out = vflog("validate", log).out
    assert "record 2, by Ann: Ann plays B.Ash.1, but" in out
    assert " A " not in out.splitlines()[0].partition(": ")[2]
    assert "Ann: play" in vflog("replay", log).out


def test_pseudonyms_replace_every_word_for_a_person(tmp_path: Path) -> None:
    log = _log(tmp_path / "log.jsonl", ("Annabel", "Annabel"))
    db = tmp_path / "t.duckdb"
    api.load(log, db, content=[VECTORS / "packs"])
    for file in api.report(db=db, out=tmp_path / "pages", pseudonyms=True).files:
        if file.suffix in (".html", ".csv"):
            assert "Annabel" not in file.read_text(), file

"""What the format asks of every header, whichever the ruleset: ids that are names of views, redacted copies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import vflog
from vflog import services
from vflog.engine.verdict import Report
from vflog.playback.steps import steps

Plain = dict[str, Any]
VEILED: Plain = {
    "type": "game", "n": 0, "format": "vflog/1", "game": "g", "ruleset": "veiled-fate", "revision": "2026-12",
    "players": [{"id": "ada"}, {"id": "bob"}],
}  # fmt: skip
UDACHA: Plain = {
    **VEILED, "ruleset": "udacha", "players": [{"id": "A"}, {"id": "B"}], "to_win": 3, "cards": {}, "profile": "core",
}  # fmt: skip
BOTH = pytest.mark.parametrize("header", [VEILED, UDACHA], ids=lambda header: header["ruleset"])


def judged(folder: Path, header: Plain, *lines: Plain) -> Report:
    log = folder / "log.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in (header, *lines)))
    return vflog.validate(log)


def errors(report: Report) -> list[str]:
    return [problem.code for problem in report.problems if problem.severity == "error"]


def schema_takes(header: Plain) -> bool:
    return bool(Draft202012Validator(services.line_schemas()[header["ruleset"]]).is_valid(header))


@BOTH
@pytest.mark.parametrize("name", ["all", "ALL", "All", "public", "PUBLIC", "Public", "pUBLIC"])
def test_no_player_is_called_like_a_view(tmp_path: Path, header: Plain, name: str) -> None:
    """Whatever the seat: the header is refused, nothing of the game is judged, and one problem is told."""
    for seat in (0, 1):
        players = [{"id": name} if i == seat else player for i, player in enumerate(header["players"])]
        report = judged(tmp_path, {**header, "players": players}, {"type": "note", "n": 1})
        assert [(p.code, p.severity, p.n) for p in report.problems] == [("header.reserved-id", "error", 0)]
        assert repr(name) in report.problems[0].message
        game = report.games[0]
        assert (game.status, game.refused, game.unjudged) == ("invalid", 1, 1)
        assert not schema_takes({**header, "players": players})
    assert schema_takes(header)


@BOTH
@pytest.mark.parametrize("wrong", [
    {"players": [{"id": "A"}, {"id": "public"}]}, {"players": [{"id": "A"}]}, {"rulings": {"none": "x"}},
    {"redacted": {"of": 1, "view": "nobody"}}, {"players": [{"id": "A", "role": "arbiter"}, {"id": "B"}]},
], ids=str)  # fmt: skip
def test_what_is_unsupported_goes_before_what_is_wrong(tmp_path: Path, header: Plain, wrong: Plain) -> None:
    """Whatever is wrong with a header, a game that cannot be judged here is `unsupported` (page 1, status)."""
    assert judged(tmp_path, {**header, **wrong}).games[0].status == "invalid"
    pack = {"pack": "sample", "version": "none"} if header is VEILED else {"pack": "none"}
    for more in ({"revision": "2099-01"}, {"content": pack}):
        assert judged(tmp_path, {**header, **more}).games[0].status == "unsupported"
        report = judged(tmp_path, {**header, **wrong, **more}, {"type": "note", "n": 1})
        game = report.games[0]
        assert (game.status, game.refused, game.unjudged, len(report.problems)) == ("unsupported", 0, 2, 1)


@pytest.mark.parametrize("name", ["alla", "all.", "al", "publi", "republic", "public-1", "a-l-l"])
def test_an_id_that_is_only_like_one_is_taken(tmp_path: Path, name: str) -> None:
    header = {**VEILED, "players": [{"id": "ada"}, {"id": name}]}
    assert not judged(tmp_path, header).problems
    assert schema_takes(header)


def test_names_are_free_and_so_are_ids_of_games(tmp_path: Path) -> None:
    header = {**VEILED, "game": "all", "players": [{"id": "ada", "name": "public"}, {"id": "bob", "name": "all"}]}
    assert not judged(tmp_path, header).problems


@pytest.mark.parametrize("name", ["public", "all"])
def test_a_view_of_a_log_with_such_a_player_shows_no_more_than_the_view(tmp_path: Path, name: str) -> None:
    """The header is refused, but its lines can still be carried on: the public view hides every hand."""
    log = json.loads((Path(__file__).parents[2] / "sample_logs" / "base-2p.jsonl").read_text().split("\n")[1])
    seat = next(iter(log["hands"]))
    setup = json.loads(json.dumps(log).replace(json.dumps(seat), json.dumps(name)))
    header = {**VEILED, "players": [{"id": player} for player in setup["hands"]]}
    judged(tmp_path, header, setup)
    cursor = vflog.replay(tmp_path / "log.jsonl", view="public")
    hands = json.loads(cursor.log.entries[1].raw)["hands"]
    assert {card for hand in hands.values() for card in hand} == {"?"}


@BOTH
@pytest.mark.parametrize("of", [0, 2**53 - 1, "0", "9007199254740992", "9223372036854775807"])
def test_a_redacted_copy_says_so(tmp_path: Path, header: Plain, of: int | str) -> None:
    for view in ("public", header["players"][1]["id"]):
        copy = {**header, "redacted": {"of": of, "view": view, "x_by": "mine"}}
        assert not judged(tmp_path, copy).problems
        assert schema_takes(copy)
        words = next(iter(steps(vflog.replay(tmp_path / "log.jsonl")))).words
        assert f"as {view} sees game {of}" in words


@BOTH
@pytest.mark.parametrize("view", ["all", "Public", "zoe", ""])
def test_a_copy_is_for_the_public_or_for_a_player(tmp_path: Path, header: Plain, view: str) -> None:
    report = judged(tmp_path, {**header, "redacted": {"of": "5", "view": view}})
    assert errors(report) == ["header.redacted-view"]
    assert report.games[0].status == "invalid"


@BOTH
@pytest.mark.parametrize(
    ("redacted", "code"),
    [
        ({"of": "5"}, "line.missing-field"),
        ({"view": "public"}, "line.missing-field"),
        ({"of": "5", "view": "public", "more": 1}, "line.unknown-field"),
        ({"of": "five", "view": "public"}, "line.value"),
        ({"of": "-5", "view": "public"}, "line.value"),
        ({"of": "05", "view": "public"}, "line.value"),
        ({"of": "1" * 20, "view": "public"}, "line.value"),
        ({"of": -5, "view": "public"}, "line.out-of-range"),
        ({"of": 2**53, "view": "public"}, "line.out-of-range"),
        ({"of": 5.0, "view": "public"}, "line.float-for-int"),
        ({"of": True, "view": "public"}, "line.bool-for-int"),
        ({"of": "5", "view": 5}, "line.wrong-type"),
        ({"of": "5", "view": None}, "line.null"),
        (["5", "public"], "line.wrong-type"),
        (None, "line.null"),
        (True, "line.wrong-type"),
    ],
)
def test_what_a_copy_says_has_its_form(tmp_path: Path, header: Plain, redacted: Any, code: str) -> None:
    report = judged(tmp_path, {**header, "redacted": redacted})
    assert errors(report) == [code]
    assert report.games[0].status == "unreadable"
    assert code == "line.float-for-int" or not schema_takes({**header, "redacted": redacted})


def test_udacha_has_no_roles_and_no_packs(tmp_path: Path) -> None:
    assert not judged(tmp_path, UDACHA).problems
    with_role = {**UDACHA, "players": [{"id": "A", "role": "arbiter"}, {"id": "B"}]}
    assert errors(judged(tmp_path, with_role)) == ["header.no-roles"]
    for content in ({"pack": "sample"}, {"pack": "mine", "version": "1", "sha256": "0" * 64}):
        report = judged(tmp_path, {**UDACHA, "content": content})
        assert errors(report) == ["content.no-packs"]
        assert report.games[0].status == "unsupported"
        assert repr(content["pack"]) in report.problems[-1].message
    for more in ({"expansions": []}, {"powers": "base"}, {"detail": "full"}):
        assert errors(judged(tmp_path, {**UDACHA, **more})) == ["line.unknown-field"]


@BOTH
def test_what_the_format_asks_of_a_header_is_no_rule_of_a_game(tmp_path: Path, header: Plain) -> None:
    for wrong in ({"redacted": {"of": "5", "view": "all"}}, {"players": [{"id": "all"}, {"id": "B"}]}):
        (problem,) = judged(tmp_path, {**header, **wrong}).problems
        assert (problem.rule, problem.basis) == (None, None)

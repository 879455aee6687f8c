"""`replay`, `show`, `legal`, `redact`: a game step by step, its board, what is legal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import LOGS, PACKS, VECTORS, Run
from tests.reporting.report_base import tapes_of

GOLDEN = sorted(p for p in LOGS.glob("*.jsonl") if "expected" not in p.name)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_golden_games_come_out_state_by_state(vflog: Run, path: Path) -> None:
    ran = vflog("replay", *PACKS, path, "--json")
    wanted = [json.loads(line) for line in path.with_suffix(".expected.jsonl").read_text().splitlines()]
    verdict = wanted.pop()
    assert len(ran.lines) == len(wanted)
    for step, expected in zip(ran.lines, wanted, strict=True):
        for key in ("n", "judged", "digest", "public"):
            assert step[key] == expected[key], (step["n"], key)
        if expected.get("state") is not None:
            assert step["state"] == expected["state"]
    assert ran.code == (verdict["status"] not in ("valid", "adjudicated"))


def test_json_lines_have_the_published_keys(vflog: Run) -> None:
    keys = ["game", "n", "line", "type", "judged", "problems", "state", "digest", "public"]
    first = vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--json", "--to", "2")
    assert [list(step) for step in first.lines] == [keys] * 3
    without = vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--json", "--no-state", "--to", "2")
    assert [list(step) for step in without.lines] == [[k for k in keys if k != "state"]] * 3
    whole = vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--format", "json", "--to", "2")
    assert json.loads(whole.out) == first.lines


def test_records_are_told_in_words(vflog: Run) -> None:
    out = vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--to", "3").out
    assert out.splitlines()[3].split(maxsplit=1) == ["3", "ada moves naka onto borrowed-drum, slot 2, with s1."]


def test_a_refused_record_is_told_with_its_problem(vflog: Run) -> None:
    ran = vflog("replay", *PACKS, LOGS / "illegal-move-into-abyss.jsonl")
    assert "(refused)." in ran.out
    assert "[move.not-adjacent]" in ran.out
    assert ran.out.count("(unjudged).") == 3


def test_several_games_are_told_in_the_order_of_the_log(vflog: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_bytes((LOGS / "base-2p.jsonl").read_bytes() + (LOGS / "hadria-3p.jsonl").read_bytes())
    lines = vflog("replay", *PACKS, path, "--json", "--no-state").lines
    assert [step["line"] for step in lines] == list(range(1, 104 + 132 + 1))
    one = vflog("replay", *PACKS, path, "--json", "--no-state", "--game", "hadria-3p").lines
    assert {step["game"] for step in one} == {"hadria-3p"}


def test_the_board_is_drawn(vflog: Run) -> None:
    out = vflog("show", *PACKS, LOGS / "hadria-3p.jsonl", "--at", "60").out
    for row in (
        "desert     (naka), Hadria     empty-chair",
        "crooked-well    mountains  1:belan  2:_  3:pentha  2 (1×s1 1×+2)",
        "0      agamar > aponi > pentha > belan > isabel > klar",
        "cy      klar    2 (1×f2 1×s1)       influence-favor  portal-favor  3",
        "Turn of cy: 2 of 2 actions used",
    ):
        assert row in out


def test_before_a_record_is_after_the_one_before(vflog: Run) -> None:
    path = LOGS / "base-2p.jsonl"
    assert vflog("show", *PACKS, path, "--before", "9").out == vflog("show", *PACKS, path, "--at", "8").out
    assert vflog("show", *PACKS, path, "--before", "0").code == 2
    assert vflog("show", *PACKS, path, "--at", "9999").code == 2
    assert vflog("show", *PACKS, path, "--at", "1", "--before", "2").code == 2


def test_the_state_can_be_had_as_json(vflog: Run) -> None:
    shown = json.loads(vflog("show", *PACKS, LOGS / "base-2p.jsonl", "--at", "8", "--format", "json").out)
    assert shown == vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--json", "--to", "8").lines[8]["state"]


def test_an_unjudged_record_is_shown_as_it_was_left(vflog: Run) -> None:
    ran = vflog("show", *PACKS, LOGS / "illegal-move-into-abyss.jsonl")
    assert ran.code == 0
    assert "was not judged" in ran.err


def test_a_game_that_cannot_be_judged_has_no_board(vflog: Run) -> None:
    ran = vflog("show", LOGS / "base-2p.jsonl", "--content", VECTORS)
    assert ran.code == 1
    assert "content pack" in ran.err


def test_udacha_has_a_table(vflog: Run) -> None:
    path = next(p for p in sorted((VECTORS / "udacha").glob("*.jsonl")) if b'"type":"game"' in p.read_bytes()[:200])
    ran = vflog("show", path)
    assert ran.code == 0
    assert "Quests won" in ran.out


def test_a_view_hides_the_others(vflog: Run) -> None:
    path = LOGS / "hadria-3p.jsonl"
    out = vflog("show", *PACKS, path, "--at", "60", "--view", "cy").out
    assert "ada     ?     4 (4×?)" in out
    assert "cy      klar  2 (1×f2 1×s1)" in out
    assert vflog("show", *PACKS, path, "--view", "nobody").code == 2


def test_a_redacted_log_is_a_log(vflog: Run, tmp_path: Path) -> None:
    redacted = vflog("redact", *PACKS, LOGS / "hadria-3p.jsonl", "--view", "public")
    path = tmp_path / "public.jsonl"
    path.write_text(redacted.out)
    assert vflog("validate", *PACKS, path).code == 0
    assert '"klar"' not in redacted.lines[1]["demis"].values()


def test_what_is_legal(vflog: Run) -> None:
    where = (*PACKS, LOGS / "hadria-3p.jsonl", "--at", "60")
    forms = json.loads(vflog("legal", *where, "--format", "json").out)["forms"]
    count = int(vflog("legal", *where, "--count").out)
    listed = vflog("legal", *where, "--list").lines
    assert len(listed) == count > 1
    assert {form["type"] for form in forms} == {record["type"] for record in listed}
    assert len(vflog("legal", *where, "--list", "--max", "2").lines) == 2
    assert json.loads(vflog("legal", *where, "--list", "--format", "json").out) == {"records": listed}
    assert f"{count} legal records in {len(forms)} forms" in vflog("legal", *where).out


def test_legal_answers_at_every_record_of_a_scorekeepers_log(vflog: Run) -> None:
    log = LOGS / "score-hadria.jsonl"
    for n in range(len(log.read_text().splitlines())):
        counted = vflog("legal", log, *PACKS, "--at", n, "--count")
        listed = vflog("legal", log, *PACKS, "--at", n, "--list", "--max", 100000)
        assert (counted.code, listed.code) == (0, 0)
        assert int(counted.out) == len(listed.lines)


def test_legal_is_narrowed_to_a_player_of_the_game_and_to_a_type(vflog: Run) -> None:
    log = LOGS / "hadria-3p.jsonl"
    whole = vflog("legal", log, *PACKS, "--at", 2, "--list", "--max", 100000).lines
    player = whole[0]["player"]
    mine = vflog("legal", log, *PACKS, "--at", 2, "--list", "--max", 100000, "--player", player, "--type", "move").lines
    assert mine == [r for r in whole if r["type"] == "move" and r["player"] == player]
    assert mine
    nobody = vflog("legal", log, *PACKS, "--at", 2, "--player", "zoe")
    assert (nobody.code, nobody.out) == (2, "")
    assert "zoe" in nobody.err
    assert player in nobody.err, "who there is is told"


def test_a_page_to_watch_a_game_is_one_file(vflog: Run, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    ran = vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--html", page)
    assert (ran.code, ran.out) == (0, f"{page}\n")
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert len(text.encode()) <= 300_000
    assert 'src="' not in text
    again = vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--html", page)
    assert again.code == 2
    assert vflog("replay", *PACKS, LOGS / "base-2p.jsonl", "--html", page, "--force").code == 0
    assert page.read_text("utf-8") == text, "the same input, the same bytes"


def test_a_page_of_an_invalid_game_is_written_and_the_exit_code_says_so(vflog: Run, tmp_path: Path) -> None:
    log = Path("tests/golden/veiled-fate/score-7-hadria.jsonl").resolve()
    assert vflog("replay", *PACKS, log, "--html", tmp_path / "game.html").code == 1
    assert (tmp_path / "game.html").exists()


def test_what_does_not_go_with_a_page_is_wrong_usage(vflog: Run, tmp_path: Path) -> None:
    log, page = LOGS / "base-2p.jsonl", tmp_path / "game.html"
    for more in (["--json"], ["--to", "5"], ["--format", "json"], ["--also", "nobody"], ["--view", "nobody"]):
        ran = vflog("replay", *PACKS, log, "--html", page, *more)
        assert (ran.code, ran.out) == (2, ""), more
    assert vflog("replay", *PACKS, log, "--also", "public").code == 2
    assert vflog("replay", *PACKS, log, "--html", log, "--force").code == 2, "never over an input"
    assert not page.exists()


def test_a_page_can_be_changed_to_the_views_it_was_made_for(vflog: Run, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    log = LOGS / "hidden-4p.jsonl"
    ran = vflog("replay", *PACKS, log, "--html", page, "--view", "public", "--also", "ada", "--also", "ada")
    assert ran.code == 0
    assert [tape["view"] for tape in tapes_of(page.read_text("utf-8"))] == ["public", "ada"]

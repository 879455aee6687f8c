"""Opened lines: of a sealed log, whoever has the published seal sees that they are the sealed ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run
from vflog.games.veiled_fate import RULESET
from vflog.playback.openings import check_openings
from vflog.playback.seals import read_new_seal, read_openings

SAMPLE = (ROOT / "sample_logs" / "base-2p.jsonl").read_bytes()
LINES = SAMPLE.splitlines()
#: A line that everybody sees, one that only ada sees whole, and one that only bob does.
OPEN, ADAS, BOBS = 3, 4, 7


@pytest.fixture
def log(vflog: Run, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(SAMPLE)
    assert vflog("seal", path).code == 0
    return path


def opened(log: Path, data: str) -> Path:
    path = log.with_name("lines.openings")
    path.write_text(data)
    return path


def check(vflog: Run, log: Path, openings: Path) -> tuple[int, str]:
    ran = vflog("verify", "--openings", openings, "--seal", f"{log}.seal")
    assert ran.err == ""
    return ran.code, ran.out


# -- which lines may be opened -------------------------------------------------------------------------


def test_an_opening_is_head_number_salt_and_line(vflog: Run, log: Path) -> None:
    (one,) = vflog("seal", log, "--open", OPEN).lines
    assert one.keys() == {"head", "number", "salt", "line"}
    assert one["number"] == OPEN
    assert one["line"].encode() == LINES[OPEN - 1]
    assert one["head"] == json.loads(Path(f"{log}.seal").read_bytes())["file"]["head"]


def test_a_line_that_the_view_shows_whole_is_opened(vflog: Run, log: Path) -> None:
    for view, lines in (("public", [OPEN]), ("ada", [OPEN, ADAS]), ("bob", [OPEN, BOBS]), ("all", [OPEN, ADAS, BOBS])):
        ran = vflog("seal", log, "--open", ",".join(map(str, lines)), "--view", view)
        assert ran.code == 0, ran
        assert [one["number"] for one in ran.lines] == lines
        assert check(vflog, log, opened(log, ran.out))[0] == 0


@pytest.mark.parametrize(("view", "line"), [("public", ADAS), ("public", BOBS), ("ada", BOBS), ("bob", ADAS)])
def test_a_line_that_the_view_does_not_show_whole_is_refused_unless_the_whole_line_is_meant(
    vflog: Run, log: Path, view: str, line: int
) -> None:
    ran = vflog("seal", log, "--open", f"{OPEN},{line}", "--view", view)
    assert (ran.code, ran.out) == (2, "")
    assert f"Line {line} is not opened" in ran.err
    ran = vflog("seal", log, "--open", f"{OPEN},{line}", "--view", view, "--whole-line")
    assert ran.code == 0
    assert check(vflog, log, opened(log, ran.out))[0] == 0


def test_what_the_front_end_has_for_itself_is_not_opened(vflog: Run, log: Path) -> None:
    lines = SAMPLE.splitlines(keepends=True)
    lines[OPEN - 1] = lines[OPEN - 1].replace(b"{", b'{"x_seed":7,', 1)
    log.write_bytes(b"\n".join([*(line.strip() for line in lines), b'{"type":"note"']))
    vflog("seal", log, "--force")
    for line in (OPEN, len(lines) + 1):
        assert vflog("seal", log, "--open", line).code == 2
        assert vflog("seal", log, "--open", line, "--whole-line").code == 0


def test_spaces_and_the_order_of_keys_hide_no_line(vflog: Run, log: Path) -> None:
    spaced = [json.dumps(dict(reversed(json.loads(line).items()))).encode() for line in LINES]
    log.write_bytes(b"\n".join(spaced) + b"\n")
    vflog("seal", log, "--force")
    ran = vflog("seal", log, "--open", f"1,{OPEN}")
    assert [one["line"].encode() for one in ran.lines] == [spaced[0], spaced[OPEN - 1]]


def test_lines_that_are_not_there_or_not_the_sealed_ones_are_not_opened(vflog: Run, log: Path) -> None:
    for wrong in ("0", "-1", "x", "1,", "1.0", str(10**20)):
        assert vflog("seal", log, "--open", wrong).code == 2
    assert vflog("seal", log, "--open", len(LINES) + 1).code == 2
    log.write_bytes(SAMPLE.replace(b'"card":"chaos"', b'"card":"Chaos"', 1))
    ran = vflog("seal", log, "--open", OPEN, "--whole-line")
    assert ran.code == 3
    assert "is not the line that was sealed" in ran.err
    log.write_bytes(b"\n".join(LINES[:2]))
    assert vflog("seal", log, "--open", OPEN, "--whole-line").code == 3


def test_options_of_opening_without_it_are_wrong_usage(vflog: Run, log: Path) -> None:
    assert vflog("seal", log, "--force", "--whole-line").code == 2
    assert vflog("seal", log, "--force", "--seal", f"{log}.seal").code == 2
    assert vflog("seal", "-", "--open", "1").code == 2
    assert vflog("redact", log, "--view", "ada", "--key", f"{log}.seal.key").code == 2
    assert vflog("verify", "--seal", f"{log}.seal", "--copy", log, "--expect-count", "1").code == 2


def test_openings_are_written_as_files_are(vflog: Run, log: Path) -> None:
    out = log.with_name("three")
    assert vflog("seal", log, "--open", OPEN, "--out", out).code == 0
    assert check(vflog, log, out)[0] == 0
    assert vflog("seal", log, "--open", OPEN, "--out", out).code == 2
    for place in (log, f"{log}.seal", f"{log}.seal.key"):
        before = Path(place).read_bytes()
        assert vflog("seal", log, "--open", OPEN, "--out", place, "--force").code == 2
        assert vflog("redact", log, "--view", "ada", "--openings", place, "--force").code == 2
        assert Path(place).read_bytes() == before


def test_whether_the_order_of_a_reveal_is_that_of_the_view_is_not_told(vflog: Run, log: Path) -> None:
    at = next(n for n, line in enumerate(LINES) if b'"type":"reveal"' in line)
    told = []
    for order in (sorted, lambda cards: sorted(cards, reverse=True)):
        plain = json.loads(LINES[at])
        plain["cards"] = order(plain["cards"])
        again = [*LINES[:at], json.dumps(plain, separators=(",", ":")).encode(), *LINES[at + 1 :]]
        log.write_bytes(b"\n".join(again) + b"\n")
        vflog("seal", log, "--force")
        openings = log.with_name("o")
        vflog("redact", log, "--view", "bob", "--openings", openings, "--force")
        told.append([json.loads(row)["number"] for row in openings.read_text().splitlines()])
        assert vflog("seal", log, "--open", at + 1, "--view", "bob").code == 2
        assert vflog("seal", log, "--open", at + 1, "--view", "all").code == 0
    assert told[0] == told[1]
    assert at + 1 not in told[0]


def test_an_amend_of_a_reveal_is_one_too(vflog: Run, log: Path) -> None:
    at = next(n for n, line in enumerate(LINES) if b'"type":"reveal"' in line)
    amend = json.dumps({"type": "amend", "n": at + 1, "to": at, "record": json.loads(LINES[at])}).encode()
    log.write_bytes(b"\n".join([*LINES[: at + 1], amend]) + b"\n")
    vflog("seal", log, "--force")
    for line in (at + 1, at + 2):
        assert vflog("seal", log, "--open", line).code == 2
        assert vflog("seal", log, "--open", line, "--whole-line").code == 0


# -- with a redacted copy ------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["public", "ada", "bob"])
def test_a_redacted_copy_is_bound_by_the_openings_of_its_lines_that_redaction_left(
    vflog: Run, log: Path, view: str
) -> None:
    copy, openings = log.with_name("copy.jsonl"), log.with_name("copy.openings")
    assert vflog("redact", log, "--view", view, "--out", copy, "--openings", openings).code == 0
    rows = [json.loads(row) for row in openings.read_text().splitlines()]
    shown = [json.loads(row) for row in copy.read_bytes().splitlines()]
    for one in shown:
        one.pop("redacted", None)
    same = [n for n, (a, b) in enumerate(zip(LINES, shown, strict=True), 1) if json.loads(a) == b]
    same = [number for number in same if json.loads(LINES[number - 1])["type"] not in RULESET.order_hidden]
    assert [row["number"] for row in rows] == same
    assert 0 < len(same) < len(LINES)
    assert not any('"?"' in row["line"] for row in rows)
    assert check(vflog, log, openings)[0] == 0
    ran = vflog("verify", "--openings", openings, "--seal", f"{log}.seal", "--copy", copy)
    assert ran.code == 0
    assert f"{len(same)} of its 100 lines are opened lines" in ran.out
    # A copy that says something else in an opened line, or lacks one, is not that copy.
    lines = copy.read_bytes().splitlines(keepends=True)
    at = same[len(same) // 2] - 1
    for other in ([], [lines[at].replace(b'"at":"2', b'"at":"1')]):
        copy.write_bytes(b"".join([*lines[:at], *other, *lines[at + 1 :]]))
        ran = vflog("verify", "--openings", openings, "--seal", f"{log}.seal", "--copy", copy)
        assert ran.code == 1
        assert f"Line {at + 1} of the sealed log is opened, but is not in the copy" in ran.out


def test_openings_of_one_game_are_of_its_lines(vflog: Run, log: Path) -> None:
    other = (ROOT / "sample_logs" / "hadria-2p.jsonl").read_bytes()
    log.write_bytes(SAMPLE + b"\n" + other)
    vflog("seal", log, "--force")
    openings = log.with_name("o")
    assert vflog("redact", log, "--view", "public", "--game", "hadria-2p", "--openings", openings).code == 0
    rows = [json.loads(row) for row in openings.read_text().splitlines()]
    assert rows[0]["number"] == len(LINES) + 2
    assert check(vflog, log, openings)[0] == 0


def test_a_copy_without_its_seal_is_not_opened_and_nothing_is_written(vflog: Run, log: Path) -> None:
    Path(f"{log}.seal.key").unlink()
    copy, openings = log.with_name("copy.jsonl"), log.with_name("copy.openings")
    assert vflog("redact", log, "--view", "ada", "--out", copy, "--openings", openings).code == 3
    assert vflog("redact", log, "--view", "ada", "--out", copy, "--openings", copy).code == 2
    assert not copy.exists()
    assert not openings.exists()


# -- what an opening shows -----------------------------------------------------------------------------


def changed(one: dict[str, Any], what: str) -> dict[str, Any]:
    other = {
        "line": one["line"].replace("chaos", "truce"),
        "number": one["number"] + 1,
        "salt": "AAAAAAAAAAAAAAAAAAAAAA==",
        "head": "0" * 64,
    }
    return {**one, what: other[what]}


@pytest.mark.parametrize("what", ["line", "number", "salt", "head"])
def test_an_opening_of_which_anything_was_changed_shows_nothing(vflog: Run, log: Path, what: str) -> None:
    good = vflog("seal", log, "--open", f"1,{OPEN}").lines
    code, out = check(vflog, log, opened(log, "\n".join(map(json.dumps, [good[0], changed(good[1], what)]))))
    assert code == 1
    assert "Line 1 is the sealed one" in out
    number = OPEN + 1 if what == "number" else OPEN
    assert f"Line {number} is not shown to be the sealed one" in out


def test_an_opening_for_the_older_seal_holds_for_the_grown_one_not_the_other_way_round(vflog: Run, log: Path) -> None:
    openings = opened(log, vflog("seal", log, "--open", OPEN).out)
    old = Path(f"{log}.seal").rename(log.with_name("old.seal"))
    log.write_bytes(SAMPLE + b'{"type":"note"}\n')
    vflog("seal", log, "--force")
    assert check(vflog, log, openings)[0] == 0
    later = log.with_name("later")
    vflog("seal", log, "--open", len(LINES) + 1, "--out", later)
    ran = vflog("verify", "--openings", later, "--seal", old)
    assert ran.code == 1
    assert "the seal has only 100 lines" in ran.out
    vflog("seal", log, "--open", OPEN, "--out", later, "--force")
    ran = vflog("verify", "--openings", later, "--seal", old)
    assert ran.code == 1
    assert "for another seal" in ran.out


def test_a_seal_that_was_changed_opens_nothing(vflog: Run, log: Path) -> None:
    openings = opened(log, vflog("seal", log, "--open", OPEN).out)
    seal = Path(f"{log}.seal")
    found = json.loads(seal.read_bytes())
    lines = found["file"]["lines"]
    seal.write_bytes(seal.read_bytes().replace(lines[50].encode(), lines[51].encode()))
    code, out = check(vflog, log, openings)
    assert code == 1
    assert "the seal itself was changed" in out


@pytest.mark.parametrize("data", ["", "\n", "x", "{}", '{"head":1}', "[1]", "\ud800"])
def test_what_is_no_opening_is_one_sentence(vflog: Run, log: Path, data: str) -> None:
    path = log.with_name("o")
    path.write_bytes(data.encode("utf-8", "surrogatepass"))
    ran = vflog("verify", "--openings", path, "--seal", f"{log}.seal")
    assert (ran.code, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 1


def test_no_sign_of_a_line_steers_a_terminal(vflog: Run, log: Path) -> None:
    log.write_bytes(SAMPLE.replace(b'"id":"ada"', '"id":"ada","name":"A\u202eda"'.encode(), 1))
    vflog("seal", log, "--force")
    ran = vflog("seal", log, "--open", "1")
    assert "\u202e" not in ran.out
    assert "\u202e" in ran.lines[0]["line"]
    assert check(vflog, log, opened(log, ran.out))[0] == 0


def test_json_tells_each_question(vflog: Run, log: Path) -> None:
    openings = opened(log, vflog("seal", log, "--open", OPEN).out)
    ran = vflog("verify", "--openings", openings, "--seal", f"{log}.seal", "--format", "json")
    (question,) = json.loads(ran.out)["questions"]
    assert (question["what"], question["holds"]) == ("opening", True)
    found = check_openings(read_openings(openings), read_new_seal(f"{log}.seal"))
    assert [(one.number, one.why_not) for one in found] == [(OPEN, None)]

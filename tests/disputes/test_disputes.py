"""Staged disputes: the sentence, the rule and whose it is, the consequence for the winner; the bundle of each."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import vflog
from tests.disputes.make import bundled, handed_out, logs_of, verdict_of
from tests.disputes.staged import FOLDER, STAGED, Dispute, files, written
from vflog import services
from vflog.playback.steps import steps

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
#: The size of a phone held upright; less what its browser takes.
PHONE = (390, 844 - 110)


@pytest.fixture(scope="module", params=STAGED)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Dispute, Path]:
    """A staged dispute and its bundle."""
    dispute = STAGED[request.param]()
    return dispute, bundled(dispute, tmp_path_factory.mktemp(request.param))


def test_the_logs_of_the_documentation_are_those_staged() -> None:
    there = {path.name: path.read_bytes() for path in FOLDER.glob("*.jsonl")}
    assert there == files(), "python -m tests.disputes.staged writes them anew"


def test_what_is_wrong_and_by_whose_rule(told: tuple[Dispute, Path]) -> None:
    dispute, bundle = told
    found = verdict_of(bundle)["verdict"]
    assert found["kind"] == dispute.kind
    assert found["sentence"].startswith(dispute.sentence)
    assert (found["rule"], found["basis"]) == (dispute.rule, dispute.basis)
    if dispute.kind == "refused" and dispute.basis != "assumed":
        assert found["instead"]


def test_whether_it_changes_the_winner(told: tuple[Dispute, Path]) -> None:
    dispute, bundle = told
    winner = verdict_of(bundle)["winner"]
    assert winner["changes"] == dispute.changes
    assert dispute.why in winner["why"]


def test_the_page_says_it_and_needs_nothing_else(told: tuple[Dispute, Path]) -> None:
    dispute, bundle = told
    page = (bundle / "README.html").read_text("utf-8")
    assert dispute.sentence.split(". ")[0] in re.sub(r"</?bdi>", "", page).replace("&#39;", "'")
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?:https?:|//)', page)
    for place in re.findall(r'href="([^"#]+)', page):
        assert place.startswith("data:") or (bundle / place).is_file(), place


def test_states_have_their_digests_and_the_engines_values(told: tuple[Dispute, Path]) -> None:
    dispute, bundle = told
    found = verdict_of(bundle)
    cursor = vflog.replay(logs_of(dispute, bundle.parent)[0], view=found["view"])
    replay = {step.n: step for step in steps(cursor)}
    for name, state in found["states"].items():
        data = (bundle / f"state-{name}.json").read_bytes()[:-1]
        assert "sha256:" + hashlib.sha256(data).hexdigest() == state["digest"]
        step = replay[state["n"]]
        if step.judged != "unjudged":
            assert json.loads(data) == step.state
            assert state["public"] == step.public
            assert step.digest in (state["digest"], None)


def test_sums_hold(told: tuple[Dispute, Path]) -> None:
    _, bundle = told
    for folder in (bundle, bundle / "private"):
        ran = subprocess.run(
            ["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=folder, capture_output=True, check=False
        )
        assert ran.returncode == 0, ran.stdout
    summed = {line.split("  ", 1)[1] for line in (bundle / "SHA256SUMS").read_text().splitlines()}
    assert summed == {*handed_out(bundle)} - {"SHA256SUMS"}


def test_made_again_it_has_the_same_bytes(told: tuple[Dispute, Path]) -> None:
    dispute, bundle = told
    again = bundled(dispute, bundle.parent, "again")
    assert handed_out(again) == handed_out(bundle)


def test_the_original_lies_in_private_only(told: tuple[Dispute, Path]) -> None:
    dispute, bundle = told
    for path in logs_of(dispute, bundle.parent):
        assert (bundle / "private" / path.name).read_bytes() == path.read_bytes()


def test_five_lines_for_a_chat(told: tuple[Dispute, Path]) -> None:
    _, bundle = told
    lines = (bundle / "summary.txt").read_text("utf-8").splitlines()
    assert len(lines) == 5
    assert all(0 < len(line) <= 400 for line in lines)


def test_every_other_ruling_is_in_the_table(told: tuple[Dispute, Path]) -> None:
    _, bundle = told
    rows = list(csv.DictReader(io.StringIO((bundle / "rulings.csv").read_text("utf-8"))))
    cursor = vflog.replay(bundle / f"left.{verdict_of(bundle)['view']}.jsonl")
    expected = {(row["name"], other) for row in services.rulings_of(cursor) for other in row["others"]}
    assert {(row["ruling"], row["other"]) for row in rows} == expected
    allowed = re.compile(r"same winner|other winner|the game is not over|log cannot go on from record \d+")
    assert all(allowed.fullmatch(row["result"]) and row["tried"].startswith("alone") for row in rows)


def _filled(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for line in lines:
        for name in ("by", "reason"):
            if line.get(name) == "":
                line[name] = "the head judge"
        if "result" in line:
            line["result"]["by"] = "the head judge"
    return lines


def test_a_decision_filled_in_and_put_behind_the_log_gives_an_adjudicated_game(told: tuple[Dispute, Path]) -> None:
    dispute, bundle = told
    text = (bundle / "decision.jsonl").read_text("utf-8")
    decided = _filled([json.loads(line) for line in text.splitlines()])
    assert {"ruling", "amend"} & {line["type"] for line in decided}
    # After its end a log takes no decision: there it stands in place of the end.
    kept = dispute.logs[0][: decided[0]["n"]]
    path = bundle.parent / "decided.jsonl"
    path.write_bytes(written([*kept, *decided]))
    (game,) = vflog.validate(path).games
    assert game.status == "adjudicated"
    winner = verdict_of(bundle)["winner"]
    assert game.winners == (winner["instead"] or winner["now"] or [])


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_answer_stands_on_the_first_screen_of_a_phone(told: tuple[Dispute, Path], tmp_path: Path) -> None:
    _, bundle = told
    page = re.sub(r"<meta http-equiv[^>]*>", "", (bundle / "README.html").read_text("utf-8"))
    measure = (
        "<script>document.title = document.querySelector('.answer').getBoundingClientRect().bottom + ' ' + "
        "document.documentElement.scrollWidth</script></body>"
    )
    place = tmp_path / "measured.html"
    place.write_text(_in_a_frame(page.replace("</body>", measure)), "utf-8")
    ran = subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=500,900",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom",
            place.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    bottom, width = map(float, re.findall(r"<output>([\d.]+) ([\d.]+)</output>", ran.stdout)[0])
    assert bottom <= PHONE[1]
    assert width <= PHONE[0]


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_it_prints_on_two_sheets(told: tuple[Dispute, Path], tmp_path: Path) -> None:
    _, bundle = told
    paper = tmp_path / "paper.pdf"
    subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            f"--user-data-dir={tmp_path / 'profile'}",
            f"--print-to-pdf={paper}",
            (bundle / "README.html").as_uri(),
        ],
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes())) == 2


def _in_a_frame(page: str) -> str:
    """A page in a frame as wide as a phone, that tells where its answer ends."""
    inner = json.dumps(page).replace("</", "<\\/")
    return (
        f'<iframe id="f" width="{PHONE[0]}" height="{PHONE[1]}" style="border:0"></iframe><output></output><script>'
        f"var f = document.getElementById('f'); f.srcdoc = {inner}; f.onload = function () {{"
        "document.querySelector('output').textContent = f.contentDocument.title; };</script>"
    )

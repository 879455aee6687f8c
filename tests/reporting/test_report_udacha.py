"""The page of a game of Udacha: its figures tell what the positions tell, its text stays text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reporting.report_base import UDACHA, VECTORS, key_of, load
from tests.reporting.test_report_browser import CHROMIUM, opened_in_browser
from tests.reporting.test_report_pages import Reader, contents
from vflog import api
from vflog.engine.simulation import Wishes, line
from vflog.figures.figure import MOST_BYTES, encode
from vflog.games.udacha import RULESET
from vflog.games.udacha.figures import cards as udacha
from vflog.playback.steps import steps
from vflog.reporting import write
from vflog.reporting.source import opened

Plain = dict[str, Any]
EVIL = "</script><b>Wren"
HEADER: Plain = {
    "type": "game", "format": "vflog/1", "game": "evil", "ruleset": "udacha", "revision": "2026-12", "to_win": 3,
    "players": [{"id": "A", "name": "Ada <i>"}, {"id": "B", "name": "Bo"}], "profile": "core",
    "cards": {EVIL: {"type": "Hero", "bounty": 2}, "Guard": {
        "type": "Hero", "eff": {"r": {"kind": "REACTION", "trigger": {"what": "play"}}},
    }},
}  # fmt: skip


def evil_log() -> list[Plain]:
    """A given position, a REACTION, a dispute, a takeback and a judge who puts cards elsewhere."""
    card = f"A.{EVIL}.1"
    play = [[card, "A.hand", "A.heroes"]]
    records: list[Plain] = [
        {"type": "given", "on": "A", "zones": {"A.hand": [card, "?"], "B.heroes": ["B.Guard.1"], "A.deck": ["?"] * 5}},
        {"type": "do", "p": "A", "what": "play", "card": card},
        {"type": "res", "f": 2, "mv": play},
        {"type": "act", "p": "B", "what": "use", "card": "B.Guard.1", "eff": "r", "win": "REA", "trig": 2},
        {"type": "done", "f": 2},
        {"type": "act", "p": "A", "what": "draw", "mv": [["?", "A.deck", "A.hand"]] * 2},
        {"type": "takeback", "to": 5},
        {"type": "act", "p": "B", "what": "discard", "cards": [card], "mv": [[card, "A.heroes", "A.discard"]]},
        {"type": "act", "p": "B", "what": "invest", "why": "bounty", "for": card, "cause": 8, "amount": 1},
        {"type": "ruling", "by": "judge", "reason": "fell down", "set": {"zones": {"A.hand": [], "A.reserve": ["?"]}}},
        {"type": "act", "p": "A", "what": "draw", "mv": [["?", "A.deck", "A.hand"]]},
        {"type": "end", "winner": "B"},
    ]
    return [{**record, "n": n} for n, record in enumerate([HEADER, *records])]


def logs(folder: Path) -> Iterator[Path]:
    path = folder / "evil.jsonl"
    path.write_bytes(b"".join(line(record) + b"\n" for record in evil_log()))
    yield path
    for seed, hidden in ((3, 0), (4, 100)):
        path = folder / f"u{seed}.jsonl"
        records = RULESET.simulate(lambda _: None, seed, Wishes(game=f"u{seed}", hidden=hidden))
        path.write_bytes(b"".join(line(record) + b"\n" for record in records))
        yield path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("udacha")


@pytest.fixture(scope="module")
def base(folder: Path) -> Path:
    return load(folder, None, *logs(folder), VECTORS / "veiled-fate" / "base-2p.jsonl")


@pytest.fixture(scope="module")
def out(base: Path, folder: Path) -> Path:
    write(base, folder / "out")
    return folder / "out"


def page_of(out: Path, base: Path, name: str) -> str:
    return (out / "games" / f"{key_of(base, name)}.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["evil", "u3", "u4"])
def test_zones_hold_what_the_positions_hold(folder: Path, base: Path, name: str) -> None:
    cursor = api.replay(folder / f"{name}.jsonl")
    end = {step.n: step.state for step in steps(cursor) if step.state is not None}
    with opened(base) as source:
        rows = source.rows("udacha_zones", key_of(base, name), package=UDACHA)
    back = range(6, 7) if name == "evil" else ()
    assert len(rows) > 7
    for n, state in end.items():
        if n in back:
            continue
        now: dict[str, int] = {}
        for row in rows:
            if row["n"] <= n:
                now[f"{row['side']}.{row['zone']}"] = row["cards"]
        assert {place: cards for place, cards in now.items() if cards} == {
            place: len(cards) for place, cards in state["zones"].items()
        }


def test_windows_hold_every_frame(base: Path) -> None:
    with opened(base) as source:
        rows = source.rows("udacha_windows", key_of(base, "evil"), package=UDACHA)
    told = [(row["n"], row["player"], row["resp_window"], row["trigger_n"], row["trigger_player"]) for row in rows]
    assert told == [
        (2, "Ada <i>", None, None, None),
        (4, "Bo", "REA", 2, "Ada <i>"),
        (8, "Bo", None, None, None),
        (9, "Bo", None, None, None),
        (11, "Ada <i>", None, None, None),
    ]
    picture = udacha.draw_windows(rows)
    assert picture is not None
    assert picture.notes[0].startswith("0 INTERRUPTs and 1 REACTION to what was announced, 4 frames")
    assert [row["trigger"] for row in picture.rows] == [f"Ada <i>: play {EVIL}"]


def test_figures_stay_small_however_long_the_game_is() -> None:
    zones = [zone for zone, _, _ in udacha._ZONES]
    rows = [
        {"n": n, "side": side, "zone": zone, "cards": (n * 7 + i) % 90, "told": 2, "last": 9000}
        for side in "AB"
        for i, zone in enumerate(zones)
        for n in range(i, 9000, 60)
    ]
    picture = udacha.draw_zones(rows)
    assert picture is not None
    assert len(encode(picture)) <= MOST_BYTES


def test_a_page_tells_disputes_and_names_no_game_correct(out: Path, base: Path) -> None:
    page = page_of(out, base, "evil")
    assert "What the rules leave open" in page
    assert re.search(r'<th scope="row">A40</th><td>How much a Bounty allows: .*<a href="#n9">9</a>', page)
    assert "It stands by a judge&#39;s word; Bo won." in page
    assert "No rule of the keyword chapter is broken; " in page_of(out, base, "u3")
    assert "A40" not in page_of(out, base, "u3")


def test_invented_cards_are_called_so(out: Path, base: Path) -> None:
    told = "All cards of the simulated games of Udacha are made up"
    assert told in page_of(out, base, "u3")
    assert told in (out / "index.html").read_text("utf-8")
    assert told not in page_of(out, base, "evil")


def test_text_of_the_log_stays_text(out: Path, base: Path) -> None:
    page = page_of(out, base, "evil")
    reader = Reader(page)
    assert "i" not in reader.tags
    assert f"A.{EVIL}.1 A.hand→A.heroes" in "".join(reader.text)
    assert reader.outside == []
    assert len(page.encode()) <= 300_000


def test_both_rulesets_stand_on_the_index(out: Path, base: Path) -> None:
    index = (out / "index.html").read_text("utf-8")
    for name in ("evil", "u3", "u4", "base-2p"):
        assert f'href="games/{key_of(base, name)}.html"' in index
    assert "Demi</th>" in page_of(out, base, "base-2p")
    assert "Demi</th>" not in page_of(out, base, "u3")


def test_equal_bytes(base: Path, out: Path, tmp_path: Path) -> None:
    write(base, tmp_path)
    assert contents(out) == contents(tmp_path)


def test_pseudonyms_leave_the_sides_alone(base: Path, tmp_path: Path) -> None:
    write(base, tmp_path, games=["evil"], pseudonyms=True)
    text = page_of(tmp_path, base, "evil")
    assert "Ada" not in text
    assert "A.hand→A.heroes" in text


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_page_opens_without_error_and_follows_a_link(out: Path, base: Path, tmp_path: Path) -> None:
    key = key_of(base, "u3")
    address = (out / "games" / f"{key}.html").as_uri() + f"#game={key}&n=40"
    page, said, asked = opened_in_browser(address, tmp_path)
    assert (said, asked) == ([], [])
    assert page.count('class="main-svg"') >= 2
    assert re.search(r'<section class="replay[^>]* data-at="40"', page)
    assert re.search(r'data-count="A.deck">\d+<', page)

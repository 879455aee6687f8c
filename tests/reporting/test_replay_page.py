"""The replay page, driven in a browser: it shows what the engine says, after every record, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.nim.nim import RULESET as NIM
from tests.reporting.browser import CHROMIUM, Browser
from tests.reporting.report_base import VECTORS
from tests.reporting.told import MUST, reading
from vflog import services
from vflog.engine.ruleset import registered
from vflog.engine.simulation import line
from vflog.figures.text import visible

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

GOLDEN = Path(__file__).parents[1] / "golden"
PACKS = [VECTORS / "packs"]
#: Every golden game, and logs with what can go wrong.
LOGS = [
    path
    for folder in (GOLDEN / "veiled-fate", GOLDEN / "udacha", VECTORS / "veiled-fate")
    for path in sorted(folder.glob("*.jsonl"))
    if "expected" not in path.name
]
MOST = 300_000
#: What a screen that is drawn sixty times a second has for a step, in milliseconds.
FRAME = 1000 / 60


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as made:
        yield made


def page_of(log: Path, folder: Path, **how: Any) -> Path:
    """The page of the only game of a log, which is no larger than a page may be."""
    text, _ = services.replay_page(log, content=PACKS, **how)
    path = folder / f"{log.stem}.html"
    path.write_text(text, "utf-8")
    assert path.stat().st_size <= MOST
    return path


def opened(browser: Browser, page: Path, link: str = "") -> None:
    browser.said.clear()
    browser.open("about:blank")
    browser.open(page.as_uri() + link)
    browser.wait("document.getElementById('replay').dataset.ready === 'true'")


def shows_what_the_engine_says(browser: Browser, log: Path, folder: Path, view: str = "all") -> None:
    """After every record the page shows what `replay --json` has."""
    opened(browser, page_of(log, folder, views=[view]))
    (cursor,) = services.cursors(log, content=PACKS, view=view)
    must = MUST[cursor.header.ruleset]
    told = browser.run(reading(cursor.header.ruleset))
    steps = list(services.steps(cursor))
    assert len(told) == len(steps)
    for step, (words, state, shown) in zip(steps, told, strict=True):
        assert words == visible(step.words)
        assert state == step.state, (log.name, step.n)
        if step.state is not None:
            assert shown == must(step.state), (log.name, step.n)
    assert browser.said == []


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_every_record_of_a_golden_game_is_shown_as_it_was_judged(browser: Browser, log: Path, tmp_path: Path) -> None:
    shows_what_the_engine_says(browser, log, tmp_path)


@pytest.mark.parametrize("view", ["public", "ada"])
@pytest.mark.parametrize("name", ["hadria-5-rulings", "all-9-arbiter", "base-4-hidden", "mother-to-all-4"])
def test_a_view_is_shown_as_it_is_told(browser: Browser, name: str, view: str, tmp_path: Path) -> None:
    shows_what_the_engine_says(browser, GOLDEN / "veiled-fate" / f"{name}.jsonl", tmp_path, view)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_third_ruleset_is_shown_by_the_same_page(browser: Browser, seed: int, tmp_path: Path) -> None:
    with registered(NIM):
        wishes = NIM.wishes(game="stones", players=2 + seed % 3)
        log = tmp_path / "nim.jsonl"
        log.write_bytes(b"".join(line(record) + b"\n" for record in NIM.simulate(lambda _: None, seed, wishes)))
        shows_what_the_engine_says(browser, log, tmp_path)

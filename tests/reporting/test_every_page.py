"""Every page that is written, for everybody: audited in a browser at a desk, on a phone, light, dark and printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reporting.browser import CHROMIUM, Browser
from tests.reporting.report_base import VECTORS
from vflog import services
from vflog.cli import main
from vflog.reporting import write
from vflog.reporting.source import opened

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")
SAMPLES = Path(__file__).parents[2] / "sample_logs"
#: Figures that are drawn wider than a sheet when they are printed.
WIDER_THAN_PAPER = """
[...document.querySelectorAll(".plot .main-svg")].map((svg) => svg.getBoundingClientRect().width)
  .filter((width) => width > 700).map((width) => "wider than a sheet: " + width)
"""
#: A record somewhere within a game.
AT = "#n=40"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture(scope="module")
def written(pages: Path, db: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The pages of a report, of its games one of each kind, those of a tournament, and whatever else is written."""
    with opened(db) as source:
        kinds = {(row["ruleset"], row["detail"], row["status"]): row["game_key"] for row in source.ask("FROM games")}
    out = tmp_path_factory.mktemp("more")
    main(["tournament", str(SAMPLES / "tournament" / "cup.toml"), "--out", str(out / "cup")])
    main(
        ["dispute", str(SAMPLES / "invalid-card-not-held-4p.jsonl"), "--content", str(SAMPLES), "--out", str(out / "d")]
    )
    replay, _ = services.replay_page(VECTORS / "veiled-fate" / "hadria-3p.jsonl", content=[VECTORS / "packs"])
    (out / "replay.html").write_text(replay, "utf-8")
    write(db, out / "one", fragment="outcomes")
    of_games = [pages / "games" / f"{key}.html" for key in kinds.values()]
    many = {path.name: path for folder in (out / "cup", pages) for path in sorted(folder.glob("*.html"))}
    assert {"tournament.html", "round-1.html", "index.html", "measures.html"} <= many.keys()
    return [*many.values(), *of_games, *sorted((out / "d").glob("*.html")), out / "replay.html"]


def audited(browser: Browser, *parts: str) -> list[str]:
    told: list[str] = browser.run(f"vflogAudit({list(parts)})")
    return told


def shown_as(browser: Browser, width: int, scheme: str, medium: str = "") -> None:
    features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    pairs = [{"name": name, "value": value} for name, value in features.items()]
    browser.size(width, 900, phone=width < 500)
    browser.call("Emulation.setEmulatedMedia", media=medium, features=pairs)


def test_every_page_is_for_everybody(browser: Browser, written: list[Path]) -> None:
    short: dict[str, list[str]] = {}
    for page in written:
        browser.said.clear()
        shown_as(browser, 1280, "light")
        browser.open(page.as_uri() + AT)
        browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        browser.run(AUDIT)
        browser.press("Tab")
        found = audited(browser, "texts", "named", "room", "still", "keys")
        shown_as(browser, 390, "dark")
        browser.run("new Promise((done) => setTimeout(done, 150))")
        found += audited(browser, "texts", "room")
        shown_as(browser, 1000, "dark", "print")
        browser.run("window.dispatchEvent(new Event('beforeprint'))")
        found += audited(browser, "texts")
        found += browser.run(WIDER_THAN_PAPER)
        if found or browser.said:
            short[page.name] = [*dict.fromkeys(found), *browser.said]
        browser.call("Emulation.setEmulatedMedia", media="", features=[])
        browser.open("about:blank")
    assert short == {}, json.dumps(short, indent=1, ensure_ascii=False)


def test_a_fragment_draws_itself_and_its_points_are_reached(browser: Browser, written: list[Path]) -> None:
    page = written[-1].parent / "one" / "outcomes.html"
    browser.size(1280, 900)
    browser.open(page.as_uri())
    browser.wait("!!document.querySelector('.plot .main-svg')")
    browser.run(AUDIT)
    browser.press("Tab")
    assert audited(browser, "keys", "texts") == []

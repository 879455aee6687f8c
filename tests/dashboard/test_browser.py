"""The dashboard in a browser: deep links, back and forward, filters, a game's cursor, a log that is dropped."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reporting.browser import CHROMIUM, Browser
from tests.reporting.report_base import key_of
from vflog.dashboard.app import make
from vflog.dashboard.asking import Desk
from vflog.dashboard.web import guard, serve
from vflog.figures import palette
from vflog.figures.filters import Choice

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
SAMPLES = Path(__file__).parents[2] / "sample_logs"
AUDIT = (Path(__file__).parents[1] / "reporting" / "audit.js").read_text("utf-8")
#: The colours of texts in figures.
TEXTS = (palette.INK, palette.MUTED)
#: Parts that the keyboard reaches, and which do not look so.
UNSEEN_FOCUS = """
Array.from(document.querySelectorAll("main a[href], main button, main input, main textarea, main summary, .bar input"))
  .filter(function (part) {
    if (!part.checkVisibility() || part.getBoundingClientRect().width < 2) { return false; }
    part.focus();
    var beside = part.nextElementSibling, shown = [part].concat(beside ? [beside] : []);
    return document.activeElement === part && shown.every(function (each) {
      return getComputedStyle(each).outlineStyle === "none";
    });
  }).map(function (part) { return "a focus that is not seen: " + part.outerHTML.slice(0, 80); })
"""
DRAWN = "!!document.querySelector('main .main-svg') && !document.querySelector('main .waiting')"


@pytest.fixture(scope="module")
def at(desk: Desk) -> str:
    """Where the dashboard is."""
    app = make(desk)
    guard(app, "127.0.0.1")
    ready: list[int] = []
    there = threading.Event()

    def tell(port: int) -> None:
        ready.append(port)
        there.set()

    threading.Thread(target=serve, args=(app, "127.0.0.1", 0, tell), daemon=True).start()
    assert there.wait(30)
    return f"http://127.0.0.1:{ready[0]}"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch, Browser(tmp_path_factory.mktemp("profile")) as browser:
        patch.setattr("tests.reporting.browser._PATIENCE", 240)
        yield browser


def rgb(colour: str) -> str:
    """A colour as a browser tells it."""
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def count_is(browser: Browser, text: str) -> None:
    browser.wait(f"document.querySelector('#count')?.textContent === {json.dumps(text)}")


def test_filters_links_back_and_forward(browser: Browser, at: str, desk: Desk) -> None:
    games = desk.now(Choice()).games
    every, some = f"{games} games", f"24 of {games} games"
    browser.open(f"{at}/votes?app=overlay")
    count_is(browser, some)
    browser.wait(DRAWN)
    assert browser.run("document.querySelector('#chips').textContent") == "Front end: overlay ×"
    browser.run("document.querySelector('#chips a').click()")
    count_is(browser, every)
    browser.run("history.back()")
    count_is(browser, some)
    assert browser.run("location.search") == "?app=overlay"
    browser.run("history.forward()")
    count_is(browser, every)
    browser.run("history.back()")
    count_is(browser, some)
    browser.run("[...document.querySelectorAll('nav a')].find(a => a.textContent === 'Logs').click()")
    browser.wait("document.querySelector('main h1').textContent === 'Logs'")
    assert browser.run("location.pathname + location.search") == "/logs?app=overlay"
    count_is(browser, some)
    # A filter that somebody chooses by hand.
    browser.run("document.querySelector('#filters').open = true; document.getElementById('day-from').focus()")
    browser.call("Input.insertText", text="2026-03-10")
    browser.press("Enter")
    browser.wait("location.search === '?app=overlay&from=2026-03-10'")
    count_is(browser, f"{desk.now(Choice({'app': ('overlay',), 'from': ('2026-03-10',)})).chosen} of {games} games")
    asked = browser.run("performance.getEntriesByType('resource').map(e => new URL(e.name).origin)")
    assert {*asked} == {at}, "nothing is fetched from elsewhere"
    assert browser.said == []


def test_a_row_opens_its_game_and_the_slider_moves_all(browser: Browser, at: str, db: Path) -> None:
    key = key_of(db, "hadria-3p")
    browser.open(f"{at}/game?game={key}&n=20")
    browser.wait("document.querySelector('#position .record')?.textContent.startsWith('Record 20:')")
    browser.wait(DRAWN)
    cursors = (
        "[...document.querySelectorAll('.js-plotly-plot')].flatMap(d => (d.layout.shapes || [])"
        ".filter(s => s.name === 'cursor').map(s => s.x0))"
    )
    browser.wait(f"{cursors}.length > 2 && {cursors}.every(x => x === 20)")
    browser.run("window.dash_clientside.set_props('n', {value: 41})")
    browser.wait("document.querySelector('#position .record').textContent.startsWith('Record 41:')")
    browser.wait(f"{cursors}.every(x => x === 41)")
    assert browser.run("location.search").endswith("n=41"), "the link to copy names the record"
    assert browser.run("document.getElementById('watch').getAttribute('href')") == f"/replay/{key}#n=41"
    assert browser.said == []


@pytest.mark.parametrize("path", ["/games", "/game", "/votes", "/compare", "/sql"])
def test_a_page_is_for_everybody(browser: Browser, at: str, db: Path, path: str) -> None:
    """Contrast, captions, names of fields, headings, a focus that is seen, room; light at a desk, dark on a phone."""
    browser.said.clear()
    found: list[str] = []
    search = f"?game={key_of(db, 'hadria-3p')}&n=60" if path == "/game" else ""
    for width, scheme, asked in (
        (1280, "light", ["texts", "named", "room", "still"]),
        (390, "dark", ["texts", "room"]),
    ):
        browser.size(width, 900, phone=width < 500)
        browser.media(**{"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"})
        if width > 500:
            browser.open(f"{at}{path}{search}")
            browser.wait(
                "!!document.querySelector('main h1') && !document.querySelector('main .waiting') && "
                "(location.pathname !== '/game' || !!document.querySelector('#position .board')) && "
                "!!document.querySelector('#count').textContent"
            )
            browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
            browser.wait("!document.querySelector('.dash-dropdown-focus-target[aria-hidden]')")
            browser.run(AUDIT)
            browser.press("Tab")
        before = [rgb(pair[scheme == "light"]) for pair in ((light, palette.PAIRS[light]) for light in TEXTS)]
        browser.wait(
            "![...document.querySelectorAll('.js-plotly-plot text')]"
            f".some((text) => {before}.includes(getComputedStyle(text).fill))"
        )
        browser.run("new Promise((done) => setTimeout(done, 300))")
        found += browser.run(f"vflogAudit({asked})")
        found += browser.run(UNSEEN_FOCUS) if width > 500 else []
    browser.size(1280, 900)
    browser.media()
    assert (found, browser.said) == ([], [])


@pytest.mark.parametrize("path", ["/game", "/votes", "/demis", "/corruption", "/compare", "/logs"])
def test_every_point_and_row_is_reached_by_keys(browser: Browser, at: str, db: Path, path: str) -> None:
    browser.said.clear()
    search = f"?game={key_of(db, 'hadria-3p')}&n=60" if path == "/game" else ""
    browser.size(1280, 900)
    browser.open(f"{at}{path}{search}")
    browser.wait(DRAWN)
    browser.wait("[...document.querySelectorAll('figure.fig .plot')].every((box) => box.tabIndex === 0)")
    browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    browser.run(AUDIT)
    assert browser.run("document.querySelectorAll('figure.fig .plot').length") > 0
    assert browser.run("vflogAudit(['keys'])") == []
    assert browser.said == []


def test_enter_on_a_point_does_what_a_click_does(browser: Browser, at: str, db: Path) -> None:
    browser.open(f"{at}/game?game={key_of(db, 'hadria-3p')}&n=60")
    browser.wait(DRAWN)
    browser.wait("[...document.querySelectorAll('figure.fig .plot')].every((box) => box.tabIndex === 0)")
    press = (
        "(keys) => keys.forEach((key) => document.querySelector('figure.fig .plot')"
        ".dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))"
    )
    browser.run(f"({press})(['ArrowRight', 'Enter'])")
    browser.wait("location.search.endsWith('n=0') || location.search.endsWith('n=1')")
    browser.open(f"{at}/demis?app=overlay")
    browser.wait(DRAWN)
    browser.wait("[...document.querySelectorAll('figure.fig .plot')].every((box) => box.tabIndex === 0)")
    figure = "[...document.querySelectorAll('figure.fig')].find((each) => each.id.includes('\"demis\"'))"
    browser.run(f"{figure}.querySelector('.plot').focus()")
    browser.run(
        f"['End', 'Enter'].forEach((key) => {figure}.querySelector('.plot')"
        ".dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))"
    )
    browser.wait("location.pathname === '/games' && location.search.includes('behind=demis')")
    assert browser.said == []


def test_a_log_is_dropped(browser: Browser, at: str) -> None:
    browser.open(f"{at}/check")
    text = (SAMPLES / "invalid-slot-need-3p.jsonl").read_text()
    browser.run(
        "(() => { const held = new DataTransfer();"
        f"held.items.add(new File([{json.dumps(text)}], 'log.jsonl'));"
        "document.dispatchEvent(new DragEvent('drop', {dataTransfer: held, cancelable: true, bubbles: true})); })()"
    )
    browser.wait("!!document.querySelector('#verdict h2')")
    assert browser.run("document.querySelector('#verdict h2').textContent") == "1 invalid"
    browser.wait("!!document.querySelector('#replay .map *')")
    assert browser.said == []


def test_a_row_of_the_grid_opens_its_game(browser: Browser, at: str, desk: Desk) -> None:
    browser.open(f"{at}/games?app=overlay")
    browser.wait("!!document.querySelector('.ag-row [col-id=game_id]')?.textContent")
    name = browser.run("document.querySelector('.ag-row [col-id=game_id]').textContent")
    browser.run("document.querySelector('.ag-row [col-id=game_id]').click()")
    browser.wait(f"document.querySelector('main h1').textContent === {json.dumps(name)}")
    assert browser.run("location.pathname") == "/game"
    assert browser.run("location.search").startswith("?app=overlay&game="), "what is chosen is kept"
    browser.run("history.back()")
    browser.wait("location.pathname === '/games' && !!document.querySelector('.ag-row [col-id=game_id]')?.textContent")
    count_is(browser, f"24 of {desk.now(Choice()).games} games")


def test_a_click_on_a_point_lists_its_games(browser: Browser, at: str) -> None:
    browser.open(f"{at}/demis?app=overlay")
    browser.wait("!!document.querySelectorAll('#react-entry-point [id*=demis] .trace')[1]?.querySelector('.point')")
    place = browser.run(
        "(() => { const dot = document.querySelectorAll('[id*=demis] .trace')[1].querySelector('.point'); "
        "dot.scrollIntoView({block: 'center'}); const box = dot.getBoundingClientRect(); "
        "return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        more = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
        browser.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], **more)
        browser.run("new Promise((done) => setTimeout(done, 150))")
    browser.wait("location.pathname === '/games'")
    assert browser.run("new URLSearchParams(location.search).get('behind')") == "demis"
    assert browser.run("new URLSearchParams(location.search).get('app')") == "overlay"
    browser.wait("/^The \\d+ games behind /.test(document.querySelector('main .told')?.textContent)")


def test_a_link_in_a_table_leads_to_its_games_and_back(browser: Browser, at: str) -> None:
    browser.open(f"{at}/demis?app=overlay")
    browser.wait("!!document.querySelector('[id*=demis] a.all')")
    browser.run("window.sameDocument = true; document.querySelector('[id*=demis] a.all').click()")
    browser.wait("/^The \\d+ games behind /.test(document.querySelector('main .told')?.textContent)")
    assert browser.run("window.sameDocument && new URLSearchParams(location.search).get('app')") == "overlay"
    browser.run("history.back()")
    browser.wait("location.pathname === '/demis' && !!document.querySelector('[id*=demis] a.all')")
    assert browser.said == []

"""Pages in a browser: no error, no request, figures drawn, deep links followed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.reporting.report_base import key_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
#: Hosts that the browser itself calls, whatever page is open.
_OWN = re.compile(r"(^|\.)(google|googleapis|gvt1|gstatic)\.com$")


def opened_in_browser(address: str, folder: Path) -> tuple[str, list[str], list[str]]:
    """The page after its scripts ran, what it said on the console, what it asked the network for."""
    log = folder / "net.json"
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--virtual-time-budget=8000",
        "--window-size=1280,900",
        "--enable-logging=stderr",
        f"--log-net-log={log}",
        f"--user-data-dir={folder / 'profile'}",
        "--dump-dom",
        address,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    asked = re.findall(r'"url":"(?:https?|wss?)://([^/":]+)', log.read_text("utf-8", "replace")) if log.exists() else []
    return done.stdout, said, sorted({host for host in asked if not _OWN.search(host)})


@pytest.mark.parametrize("name", ["index", "votes", "demis", "corruption", "logs", "teams-7-hadria", "odd-names"])
def test_pages_open_without_error_or_request(pages: Path, db: Path, tmp_path: Path, name: str) -> None:
    path = pages / f"{name}.html"
    if not path.exists():
        path = pages / "games" / f"{key_of(db, name)}.html"
    source = path.read_text("utf-8")
    page, said, asked = opened_in_browser(path.as_uri(), tmp_path)
    assert said == []
    assert asked == []
    assert page.count('class="main-svg"') >= source.count('class="plot-data"')


def test_a_deep_link_leads_to_its_record(pages: Path, db: Path, tmp_path: Path) -> None:
    key = key_of(db, "hadria-3p")
    page, said, _ = opened_in_browser((pages / "games" / f"{key}.html").as_uri() + f"#game={key}&n=67", tmp_path)
    assert said == []
    assert re.search(r'<section class="replay[^>]* data-at="67"', page)
    assert re.search(r'<li class="applied here"[^>]* id="n67"', page)


def test_a_deep_link_of_the_index_leads_to_the_game(pages: Path, db: Path, tmp_path: Path) -> None:
    key = key_of(db, "hadria-3p")
    page, said, _ = opened_in_browser((pages / "index.html").as_uri() + "#game=hadria-3p&n=5", tmp_path)
    assert said == []
    assert f'data-game="{key}"' in page
    assert re.search(r'<section class="replay[^>]* data-at="5"', page)


def test_a_page_does_not_obey_the_link_of_another_game(pages: Path, db: Path, tmp_path: Path) -> None:
    key, other = key_of(db, "hadria-3p"), key_of(db, "base-2p")
    page, said, _ = opened_in_browser((pages / "games" / f"{key}.html").as_uri() + f"#game={other}&n=7", tmp_path)
    assert said == []
    assert not re.search(r'<section class="replay[^>]* data-at="7"', page)
    assert f'href="../index.html#game={other}"' in page

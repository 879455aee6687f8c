"""Who may ask, what a page may load, and that no fault shows anything of the inside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.reporting.report_base import load, simulated
from vflog.dashboard import app as frame
from vflog.dashboard import web
from vflog.log.hosts import is_loopback


@pytest.mark.parametrize("host", ["127.0.0.1:8050", "localhost", "[::1]:8050", "192.168.0.7:8050"])
def test_asked_by_an_address_or_its_own_name(client: Any, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8050", "127.0.0.1.evil.example", "", "[", "localhost.evil"]
)
@pytest.mark.parametrize("path", ["/", "/check", "/_dash-layout", "/data/demis.sql", "/own/report.css"])
def test_a_name_that_somebody_led_here_is_refused(client: Any, host: str, path: str) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 403
    assert "Host" in answer.text


def test_pages_of_others_may_not_ask(client: Any) -> None:
    own = {"Host": "127.0.0.1:8050"}
    assert client.get("/check", headers={**own, "Origin": "http://127.0.0.1:8050"}).status_code == 200
    for origin in ("http://evil.example", "null", "http://127.0.0.1:9", "http://[", "", "http://127.0.0.1:8050@x"):
        assert client.post("/check", headers={**own, "Origin": origin}, data={"text": "x"}).status_code == 403


def test_nothing_is_loaded_from_elsewhere(client: Any) -> None:
    answer = client.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert not re.search(r"script-src[^;]*unsafe-inline", policy)
    sources = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
    assert sources
    assert [each for each in sources if not each.startswith(("/", "data:,"))] == []
    for path in ("/check", "/own/report.css", "/replay/1"):
        assert "Content-Security-Policy" in client.get(path).headers


#: What a page asks when somebody chooses in the filters of a dashboard that has only one.
CHOSEN = {
    "outputs": {"id": "url", "property": "search"},
    "inputs": [
        [{"id": {"name": "app", "type": "filter"}, "property": "value", "value": ["x"]}],
        {"id": "day-from", "property": "value", "value": None},
        {"id": "day-until", "property": "value", "value": None},
    ],
    "state": [{"id": "url", "property": "search", "value": ""}],
    "changedPropIds": ['{"name":"app","type":"filter"}.value'],
}


def test_a_page_from_before_is_answered(client: Any) -> None:
    asked = client.get("/_dash-dependencies").json
    output = next(each["output"] for each in asked if each["inputs"][0]["id"].startswith('{"name":["ALL"],"type":"fil'))
    answer = client.post("/_dash-update-component", json={**CHOSEN, "output": output})
    assert answer.status_code in (200, 204), answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"", b"x", b"[]", b"null", b"{}", b'{"output":5}', b'{"output":"x.y"}', b'{"output":"look.data","inputs":[]}',
        b'{"output":"main.children"}', b'{"output":"main.children","inputs":{}}', b"\xff", b"[" * 5000,
    ],
)  # fmt: skip
def test_what_no_page_asks_is_refused(client: Any, body: bytes) -> None:
    answer = client.post("/_dash-update-component", data=body, content_type="application/json")
    assert answer.status_code == 400, answer.text
    assert "No page" in answer.text


def test_no_debug_mode(client: Any) -> None:
    assert client.application.debug is False
    assert '"ui":false' in client.get("/").text


@pytest.mark.parametrize(
    "path", ["/own/../web.py", "/own/web.py", "/replay/x", "/replay/99", "/replay/" + "9" * 40, "/assets/../app.py"]
)
def test_no_such_thing(client: Any, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 200)
    assert "Traceback" not in answer.text
    assert "import" not in answer.text or answer.status_code == 200


def test_a_fault_is_told_without_its_inside(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("secret inside")

    monkeypatch.setattr(frame, "pages", broken)
    answer = client.get("/check")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "fault of vflog" in answer.text
    assert "secret" not in str(frame.careful(broken)())


def test_what_is_too_large_is_refused_in_words(client: Any) -> None:
    large = {"CONTENT_LENGTH": str(web.LARGEST + 1)}
    answer = client.post("/check", environ_overrides=large, data={"text": "x"})
    assert answer.status_code == 413
    assert "50 MB" in answer.text


def test_without_the_extra_a_sentence(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['dash'] = None\n"
        "from vflog.cli import main\n"
        f"sys.exit(main(['dashboard', '--db', {str(tmp_path / 'x.duckdb')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install dash dash-ag-grid" in done.stderr
    assert "Traceback" not in done.stderr


def test_only_the_command_imports_dash() -> None:
    script = "import sys, vflog.services, vflog.reporting.write, vflog.cli.app; sys.exit('dash' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_the_command_answers_and_ends_with_a_signal(tmp_path: Path) -> None:
    db = load(tmp_path, simulated(1))
    command = [sys.executable, "-m", "vflog", "dashboard", "--db", str(db), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        at = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert at is not None, said
        with urllib.request.urlopen(at[0], timeout=20) as answer:
            assert answer.headers["Server"] == "vflog"
            assert b"vflog" in answer.read()
        process.terminate()
        assert process.wait(20) == 143
        assert "Traceback" not in process.stderr.read()


def test_killed_it_leaves_no_copies(tmp_path: Path) -> None:
    db = load(tmp_path, simulated(1))
    (tmp_path / "copies").mkdir()
    command = [sys.executable, "-m", "vflog", "dashboard", "--db", str(db), "--port", "0"]
    own = {**os.environ, "TMPDIR": str(tmp_path / "copies")}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=own) as process:
        assert process.stderr is not None
        assert "http://" in process.stderr.readline()
        assert [*(tmp_path / "copies").iterdir()]
        process.kill()
    until = time.monotonic() + 20
    while [*(tmp_path / "copies").iterdir()] and time.monotonic() < until:
        time.sleep(0.1)
    assert [*(tmp_path / "copies").iterdir()] == []


@pytest.mark.parametrize(
    ("host", "own"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("x", False)]
)
def test_loopback(host: str, own: bool) -> None:
    assert is_loopback(host) is own


def test_a_view_is_that_of_the_database(tmp_path: Path) -> None:
    db = load(tmp_path, simulated(1))
    command = [sys.executable, "-m", "vflog", "dashboard", "--db", str(db), "--port", "0", "--view", "public"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "holds everything" in done.stderr, "a full database never pretends to hide"

"""`referee`: a line in, an answer out; what is refused takes no number."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LOGS, PACKS, Run

LINES = (LOGS / "hadria-3p.jsonl").read_bytes().splitlines(keepends=True)


def _json(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"


def test_a_whole_game(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "kept.jsonl"
    ran = vflog("referee", *PACKS, "--log", log, stdin=b"".join(LINES))
    assert ran.code == 0
    assert [answer["ok"] for answer in ran.lines] == [True] * len(LINES)
    assert [answer["n"] for answer in ran.lines] == list(range(len(LINES)))
    assert log.read_bytes() == b"".join(LINES)
    wanted = (LOGS / "hadria-3p.expected.jsonl").read_text().splitlines()[:-1]
    assert [a["digest"] for a in ran.lines] == [json.loads(line)["digest"] for line in wanted]


def test_what_is_refused_takes_no_number(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "kept.jsonl"
    wrong = [
        b"nonsense\n",
        b"\n",
        LINES[2],
        _json({"type": "rest", "n": 3, "player": "ada"}),
        _json({"type": "note", "game": "zz"}),
    ]
    ran = vflog(
        "referee", *PACKS, "--log", log, "--allow", "incomplete", stdin=b"".join([*LINES[:3], *wrong, *LINES[3:9]])
    )
    answers = ran.lines
    assert [a["ok"] for a in answers] == [True] * 3 + [False] * 5 + [True] * 6
    assert all(a["n"] is None and a["problems"] for a in answers[3:8])
    assert {a["digest"] for a in answers[2:8]} == {answers[2]["digest"]}
    assert [a["n"] for a in answers[8:]] == list(range(3, 9))
    assert log.read_bytes() == b"".join(LINES[:9])
    assert ran.code == 0


def test_requests(vflog: Run) -> None:
    move = json.loads(LINES[3])
    asked = [
        _json({"ask": "try", "record": move}), _json({"ask": "try", "record": {"type": "rest", "player": "cy"}}),
        _json({"ask": "legal"}), _json({"ask": "state"}), _json({"ask": "state", "view": "public"}),
        _json({"ask": "state", "view": "cy"}), _json({"ask": "state", "view": "zz"}), _json({"ask": "what"}),
    ]  # fmt: skip
    answers = vflog("referee", *PACKS, stdin=b"".join([*LINES[:3], *asked, LINES[3]])).lines
    tried, wrong, legal, state, public, seen, *odd, done = answers[3:]
    assert tried["ok"]
    assert tried["digest"] == done["digest"]
    assert not wrong["ok"]
    assert wrong["problems"][0]["code"] == "order.not-your-turn"
    assert any(form["type"] == "move" for form in legal["forms"])
    assert state["state"]["phase"] == state["phase"] == "turn"
    assert "known_demis" not in public["state"]
    assert seen["state"]["known_demis"] == {"ada": "?", "bob": "?", "cy": "klar"}
    assert [a["ok"] for a in odd] == [False, False]


def test_nothing_can_be_done_without_a_game(vflog: Run) -> None:
    lines = [_json({"ask": "legal"}), _json({"type": "note"}), _json({"type": "game", "format": "vflog/9"})]
    ran = vflog("referee", stdin=b"".join(lines))
    assert [a["ok"] for a in ran.lines] == [False] * 3
    assert ran.code == 0


def test_takebacks_work(vflog: Run) -> None:
    back = _json({"type": "takeback", "n": 6, "to": 3})
    again = LINES[4].replace(b'"n":4', b'"n":7')
    answers = vflog("referee", *PACKS, stdin=b"".join([*LINES[:6], back, b"bad\n", again])).lines
    assert answers[6]["digest"] == answers[3]["digest"]
    assert answers[8]["ok"]
    assert answers[8]["digest"] == answers[4]["digest"]


def test_an_unfinished_game_is_no_success(vflog: Run) -> None:
    assert vflog("referee", *PACKS, stdin=b"".join(LINES[:9])).code == 1


def test_over_http_on_this_machine_only() -> None:
    code = "import sys; from vflog.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "referee", *PACKS, "--http", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            port = int(said.partition("127.0.0.1:")[2].partition("/")[0])
            assert _post(port, LINES[0])[0] == 200
            status, answer = _post(port, LINES[1])
            assert (status, answer["n"]) == (200, 1)
            assert _post(port, LINES[2], Host="evil.example")[0] == 403
            assert _post(port, LINES[2], Origin="http://evil.example")[0] == 403
        finally:
            process.send_signal(2)
            process.wait(20)


def _post(port: int, body: bytes, **headers: str) -> tuple[int, Any]:
    for _ in range(50):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("POST", "/", body, headers)
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    else:
        pytest.fail("the referee does not listen")
    response = connection.getresponse()
    return response.status, json.loads(response.read())

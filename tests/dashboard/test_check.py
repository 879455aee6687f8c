"""Check a log: verdict, board and replay at once, whatever is dropped; what is too much is refused in words."""

from __future__ import annotations

import gzip
import re
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from backports import zstd

from tests.hostile import inputs
from tests.reporting.report_base import LOGS, evil_log, tapes_of
from vflog.dashboard import check, checking
from vflog.dashboard.asking import Desk
from vflog.playback.tape import Tape

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def dropped(client: Any, data: bytes, **more: str) -> Any:
    return client.post("/check", data={"file": (BytesIO(data), "log.jsonl"), **more})


def test_the_form(client: Any) -> None:
    page = client.get("/check?app=overlay").text
    assert "Drop a log here" in page
    assert 'href="/games?app=overlay"' in page, "what is chosen is kept"
    assert 'id="verdict"' not in page


def test_a_sound_log(client: Any) -> None:
    page = dropped(client, (SAMPLES / "hadria-3p.jsonl").read_bytes()).text
    assert "1 valid" in page
    assert "Nothing is wrong with it" in page
    assert len(tapes_of(page)[0]["rows"]) == 118


def test_an_illegal_record(client: Any) -> None:
    page = dropped(client, (SAMPLES / "invalid-slot-need-3p.jsonl").read_bytes()).text
    assert "1 invalid" in page
    assert "Slot 1 of old-milestone needs demi:klar" in page
    assert "Legal instead: <bdi>klar</bdi>" in page
    assert 'href="#n3"' in page


@pytest.mark.parametrize("packed", [gzip.compress, zstd.compress])
def test_a_packed_log_and_one_that_is_pasted(client: Any, packed: Any) -> None:
    data = (SAMPLES / "base-2p.jsonl").read_bytes()
    assert "1 valid" in dropped(client, packed(data)).text
    pasted = client.post("/check", data={"text": data.decode().replace("\n", "\r\n")})
    assert "1 valid" in pasted.text


def test_several_games(client: Any) -> None:
    data = (SAMPLES / "base-2p.jsonl").read_bytes() + (SAMPLES / "udacha-illegal.jsonl").read_bytes()
    page = dropped(client, data).text
    assert "2 games" in page
    assert "1 valid" in page
    assert "1 invalid" in page
    assert "<h2><bdi>udacha-illegal</bdi></h2>" in page, "the one with an error is shown"
    assert "<h2><bdi>base-2p</bdi></h2>" in dropped(client, data, game="base-2p").text


@pytest.mark.parametrize(("told", "said"), [("otherwise", "tells the same game otherwise"), ("again", "is a copy of")])
def test_a_place_in_the_log_is_told_by_its_line_alone(client: Any, told: str, said: str) -> None:
    """It has no name: it was dropped or pasted."""
    first = (SAMPLES / "base-2p.jsonl").read_bytes()
    lines = first.splitlines(keepends=True)
    second = b"".join(lines if told == "again" else lines[:-1])
    second = second if told == "again" else second + b'{"type":"end","n":%d,"reason":"abandoned"}\n' % (len(lines) - 1)
    page = dropped(client, first + second).text
    assert said in page
    assert "at line 1" in page
    assert checking._NAME not in page


def test_hostile_text_stays_text(client: Any) -> None:
    page = dropped(client, "\n".join(evil_log()).encode()).text
    assert "</script><b>" not in page.replace("&lt;/script&gt;&lt;b&gt;", "")
    assert "\u202e" not in page
    named = (LOGS / "base-2p.jsonl").read_bytes().replace(b'"base-2p"', b'"<img src=x onerror=alert(1)>"')
    assert "<img" not in dropped(client, named).text


@pytest.mark.parametrize(
    "data",
    [
        b"hello",
        b"\x00" * 5000,
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"type":"game"}',
        gzip.compress(b"{}", mtime=0)[:-4],
        b"{}\n" * 3000,
    ],
)
def test_whatever_it_is_there_is_an_answer(client: Any, data: bytes) -> None:
    answer = dropped(client, data)
    assert answer.status_code == 200
    assert "<b>error</b>" in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("family", inputs.FAMILIES, ids=lambda family: family.__name__)
def test_damaged_logs_are_told_in_words(desk: Desk, family: Any) -> None:
    """What the process behind the form says of them, and what the page makes of that."""
    made = [*family()]
    for name, data in made[:: max(1, len(made) // 6)]:
        first, *rest = checking.answers(checking.Asked(seconds=20), data)
        found = msgspec.json.decode(first, type=checking.Found)
        tape = msgspec.json.decode(rest[0], type=Tape | None) if rest else None
        page = check.page(desk, "", found, tape, None)
        assert 'id="verdict"' in page, name
        assert found.problems or set(found.by_status) <= {"valid", "abandoned", "incomplete"}, name
        assert "Traceback" not in page, name
        assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]", page), name


def test_nothing_at_all(client: Any) -> None:
    assert "choose a file, or paste a log" in dropped(client, b"").text
    assert client.post("/check").status_code == 422


def test_more_than_there_is_time_for(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "SECONDS", 1)
    bomb = gzip.compress(b"\n" * 1_000_000_000, 1)
    answer = dropped(client, bomb)
    assert answer.status_code == 422
    assert "too much to be judged here in 1 seconds" in answer.text


def test_more_than_is_taken(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LARGEST", 1_000_000)
    answer = dropped(client, b"x" * 1_000_001)
    assert answer.status_code == 422
    assert "too large" in answer.text


def test_nothing_is_kept_on_a_disk(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise AssertionError("a file was made")

    for name in ("TemporaryFile", "SpooledTemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, none)
    large = (SAMPLES / "base-2p.jsonl").read_bytes() + b"\n" * 700_000
    assert "1 valid" in dropped(client, large).text

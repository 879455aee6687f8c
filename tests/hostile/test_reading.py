"""Logs as front ends, shells, networks and hands leave them: a sound game of Veiled Fate, damaged in one way each."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backports import zstd

from vflog.engine.settings import Settings
from vflog.engine.verdict import Report
from vflog.reading.corpus import judge

VECTORS = Path(__file__).parent.parent / "vectors"
LOG = (VECTORS / "veiled-fate" / "base-2p.jsonl").read_bytes()
LINES = LOG.rstrip(b"\n").split(b"\n")
MIDDLE = 52


def joined(*lines: bytes) -> bytes:
    return b"\n".join(lines) + b"\n"


def with_middle(*lines: bytes) -> bytes:
    return joined(*LINES[:MIDDLE], *lines, *LINES[MIDDLE + 1 :])


def middle(**fields: Any) -> bytes:
    return json.dumps({**json.loads(LINES[MIDDLE]), **fields}, separators=(",", ":")).encode()


def raw_value(at: int, key: bytes, token: bytes) -> bytes:
    """The log with the value of a key replaced by a token."""
    before, _, after = LINES[at].partition(b'"' + key + b'":')
    rest = after[min(i for i in (after.find(b","), after.find(b"}")) if i >= 0) :]
    return joined(*LINES[:at], before + b'"' + key + b'":' + token + rest, *LINES[at + 1 :])


def judged(tmp_path: Path, data: bytes, name: str = "game.jsonl") -> Report:
    (tmp_path / name).write_bytes(data)
    report = judge([tmp_path], Settings(content=(str(VECTORS / "packs"),), digests=True))
    for file in report.files:
        assert file.lines == file.blank + file.records + file.rejects + file.repeats
    for game in report.games:
        assert game.records == game.applied + game.refused + game.taken_back + game.unjudged
    return report


def codes(report: Report) -> set[str]:
    return {p.code for p in report.problems}


SLOT = next(i for i, raw in enumerate(LINES) if b'"slot":' in raw)

HARMLESS: dict[str, tuple[bytes, set[str]]] = {
    "as it is": (LOG, set()),
    "no newline at the end": (LOG.rstrip(b"\n"), {"file.no-last-newline"}),
    "blank lines": (joined(LINES[0], b"", b" \t ", *LINES[1:], b""), {"file.blank-lines"}),
    "line ends of two systems": (
        b"".join(r + (b"\r\n" if i % 2 else b"\n") for i, r in enumerate(LINES)),
        {"file.crlf"},
    ),
    "a mark in front": (b"\xef\xbb\xbf" + LOG, {"file.byte-order-mark"}),
    "spaces everywhere": (joined(*(json.dumps(json.loads(r)).encode() for r in LINES)), set()),
    "another order of keys": (joined(*(json.dumps(json.loads(r), sort_keys=True).encode() for r in LINES)), set()),
    "all text as escapes": (LOG.replace(b'"ada"', rb'"\u0061da"'), set()),
    "odd line breaks in own text": (with_middle(middle(x_chat="a\u2028b\u2029c\x85d")), set()),
    "own fields and records": (with_middle(LINES[MIDDLE][:-1] + b',"x_ms":12.5}'), set()),
    "gzip in two members": (gzip.compress(joined(*LINES[:9])) + gzip.compress(joined(*LINES[9:])), set()),
    "zstd in two frames": (zstd.compress(joined(*LINES[:9])) + zstd.compress(joined(*LINES[9:])), set()),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_no_harm_changes_no_verdict(tmp_path: Path, name: str) -> None:
    data, warnings = HARMLESS[name]
    report, sound = judged(tmp_path, data), judged(tmp_path, LOG)
    (game,), (other,) = report.games, sound.games
    assert game.status == "valid"
    assert (game.digest, game.winners, game.records) == (other.digest, other.winners, other.records)
    assert codes(report) == warnings
    assert report.totals.errors == 0


#: Damage, the code that is told first, the line it is told of, the status of the game.
HARMFUL: dict[str, tuple[bytes, str, int, str | None]] = {
    "cut in the last line": (LOG[:-20], "line.truncated", 104, "incomplete"),
    "cut inside a line, after blanks": (joined(LINES[0], b"", b"", *LINES[1:40], LINES[40][:9], *LINES[41:]),
                                         "line.not-json", 43, "invalid"),
    "two records on a line": (joined(*LINES[:50], LINES[50] + LINES[51], *LINES[52:]), "line.trailing", 51, "invalid"),
    "NaN": (raw_value(SLOT, b"slot", b"NaN"), "line.nan", SLOT + 1, "invalid"),
    "a number beyond the range": (raw_value(SLOT, b"slot", b"1" * 20), "line.out-of-range", SLOT + 1, "invalid"),
    "a float": (raw_value(SLOT, b"slot", b"1.0"), "line.float-for-int", SLOT + 1, "invalid"),
    "an exponent": (raw_value(SLOT, b"slot", b"1e0"), "line.float-for-int", SLOT + 1, "invalid"),
    "true for one": (raw_value(SLOT, b"slot", b"true"), "line.bool-for-int", SLOT + 1, "invalid"),
    "a text for a number": (raw_value(SLOT, b"slot", b'"1"'), "line.wrong-type", SLOT + 1, "invalid"),
    "null for a number": (raw_value(SLOT, b"slot", b"null"), "line.null", SLOT + 1, "invalid"),
    "a key twice": (with_middle(LINES[MIDDLE][:-1] + b',"type":"rest"}'), "line.duplicate-key", 53, "invalid"),
    "a field nobody knows": (with_middle(middle(mood="grim")), "line.unknown-field", 53, "invalid"),
    "a type nobody knows": (with_middle(b'{"type":"teleport"}', LINES[MIDDLE]), "line.unknown-type", 53, "invalid"),
    "no object": (with_middle(b"null", LINES[MIDDLE]), "line.not-object", 53, "invalid"),
    "an old encoding": (with_middle(LINES[MIDDLE][:-1] + b',"x_by":"Zo\xeb"}'), "line.not-utf8", 53, "invalid"),
    "an unknown escape": (with_middle(LINES[MIDDLE][:-1] + rb',"x_by":"c:\path"}'), "line.not-json", 53, "invalid"),
    "half a character": (with_middle(LINES[MIDDLE][:-1] + rb',"x_by":"\ud83d"}'), "line.surrogate", 53, "invalid"),
    "a run of NULs": (with_middle(b"\0" * 4096 + LINES[MIDDLE]), "line.nul", 53, "invalid"),
    "a line without end": (with_middle(LINES[MIDDLE][:-1] + b',"x_a":"' + b"a" * (1 << 20) + b'"}'),
                           "line.too-long", 53, "invalid"),
    "nesting without end": (with_middle(LINES[MIDDLE][:-1] + b',"x_a":' + b"[" * 5000 + b"]" * 5000 + b"}"),
                            "line.too-deep", 53, "invalid"),
    "a line lost": (joined(*LINES[:MIDDLE], *LINES[MIDDLE + 1 :]), "n.gap", 53, "invalid"),
    "two lines changed about": (joined(*LINES[:50], LINES[51], LINES[50], *LINES[52:]), "n.gap", 51, "invalid"),
    "a block twice": (joined(*LINES[:30], *LINES[10:]), "n.step-back", 31, "invalid"),
    "a damaged header": (LOG.replace(b'"players"', b'"seats"', 1), "line.unknown-field", 1, "unreadable"),
    "a header cut short": (joined(LINES[0][:60], *LINES[1:]), "line.not-json", 1, "unreadable"),
    "no header at all": (joined(*LINES[1:]), "game.none", 1, None),
    "one list": (b"[" + b",".join(LINES) + b"]", "file.one-document", 1, None),
    "laid out by a formatter": (b"\n".join(json.dumps(json.loads(r), indent=2).encode() for r in LINES),
                                "file.one-document", 1, None),
    "saved by another shell": (LOG.decode().encode("utf-16"), "file.encoding", 1, None),
    "a format to come": (LOG.replace(b"vflog/1", b"vflog/2", 1), "format.unsupported", 1, "unsupported"),
    "a ruleset from elsewhere": (LOG.replace(b"veiled-fate", b"go", 1), "game.unknown-ruleset", 1, "unsupported"),
    "cards that are not here": (LOG.replace(b'"pack":"t', b'"pack":"n', 1), "content.not-found", 1, "unsupported"),
    "cards that were changed": (LOG.replace(b'"sha256":"c', b'"sha256":"d', 1), "content.hash", 1, "unsupported"),
}  # fmt: skip


@pytest.mark.parametrize("name", HARMFUL)
def test_what_does_harm_is_told_with_its_line_and_nothing_is_lost(tmp_path: Path, name: str) -> None:
    data, code, line, status = HARMFUL[name]
    report = judged(tmp_path, data)
    first = next(p for p in report.problems if p.severity == "error")
    assert (first.code, first.line) == (code, line)
    assert [g.status for g in report.games] == ([] if status is None else [status])
    if first.byte_offset:
        assert data.count(b"\n", 0, first.byte_offset) == line - 1
        assert data[first.byte_offset - 1 : first.byte_offset] == b"\n"
    if status == "incomplete":
        assert report.games[0].applied == 103


PACKERS: list[Callable[[bytes], bytes]] = [gzip.compress, zstd.compress]


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize("kept", [0.3, 0.6, 0.99])
def test_a_broken_download_is_told_and_what_came_stands(
    tmp_path: Path, pack: Callable[[bytes], bytes], kept: float
) -> None:
    packed = pack(LOG)
    report = judged(tmp_path, packed[: int(len(packed) * kept)])
    assert "archive.truncated" in codes(report)
    assert {g.status for g in report.games} <= {"incomplete", "valid", "unreadable"}
    assert report.totals.errors


def test_one_bad_file_among_good_ones_spoils_only_itself(tmp_path: Path) -> None:
    (tmp_path / "1.jsonl").write_bytes(LOG)
    (tmp_path / "2.jsonl").write_bytes(LOG.replace(b'"base-2p"', b'"broken"')[:-20])
    report = judged(tmp_path, LOG.replace(b'"base-2p"', b'"third"'), "3.jsonl")
    assert [(g.game, g.status) for g in report.games] == [
        ("base-2p", "valid"),
        ("broken", "incomplete"),
        ("third", "valid"),
    ]


def test_many_games_in_one_file_are_told_in_their_order(tmp_path: Path) -> None:
    few = LOG.replace(b'"base-2p"', b'"g%d"')
    report = judged(tmp_path, b"".join(few.replace(b"%d", b"%d" % i, 1) for i in range(60)))
    assert [g.game for g in report.games] == [f"g{i}" for i in range(60)]
    assert {g.status for g in report.games} == {"valid"}
    assert len({g.digest for g in report.games}) == 1

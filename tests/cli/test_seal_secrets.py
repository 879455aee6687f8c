"""Seals: nothing hidden can be found from all that is published."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run
from vflog import services
from vflog.playback.seals import seal_pieces

from .attacker import Attacker, hidden_places, tries, written

SAMPLES = ROOT / "sample_logs"
BASE = (SAMPLES / "base-2p.jsonl").read_bytes()
_FATE = ["f1", "f2", "s1", "s2", "+2"]


def values(lines: list[bytes]) -> list[str]:
    """All that may stand in a hidden place: every short text of the log, and every Fate card."""
    found: set[str] = {*_FATE}

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)
        elif isinstance(value, str) and len(value) < 20:
            found.add(value)

    for line in lines:
        walk(json.loads(line))
    return sorted(found)


def hidden(vflog: Run, log: Path, view: str) -> list[tuple[bytes, bytes]]:
    """The lines that a view does not show whole, each with what it shows."""
    lines = log.read_bytes().splitlines()
    shown = vflog("redact", log, "--view", view).out.encode().splitlines()
    return [pair for pair in zip(lines, shown, strict=True) if hidden_places(*map(json.loads, pair))]


def published(vflog: Run, log: Path, view: str) -> list[bytes]:
    """All that may be given to whoever has a view, beside the log's seal: copy, openings, what commands print."""
    openings = log.with_name(f"{view}.openings")
    copy = log.with_name(f"{view}.jsonl")
    assert vflog("redact", log, "--view", view, "--out", copy, "--openings", openings, "--force").code == 0
    printed = [
        vflog("replay", log, "--view", view, "--json").out,
        vflog("verify", "--seal", f"{log}.seal", "--openings", openings, "--format", "json").out,
        vflog("verify", log, "--key", f"{log}.seal.key", "--format", "json").out,
    ]
    return [openings.read_bytes(), copy.read_bytes(), *(text.encode() for text in printed)]


def opened(attacker: Attacker, pairs: list[tuple[bytes, bytes]], may_be: list[str], most: int) -> list[bytes]:
    """The hidden lines that an attacker finds; he tries keys only on lines that are the right ones, to save time."""
    out = []
    for line, shown in pairs:
        if attacker.opens(line, keyed=True) or any(map(attacker.opens, tries(line, shown, may_be, most))):
            out.append(line)
    return out


@pytest.mark.parametrize(
    ("name", "view"),
    [("base-2p", "public"), ("base-2p", "ada"), ("hadria-3p", "public"), ("udacha", "public")],
)
def test_no_hidden_line_can_be_found_by_trying(vflog: Run, tmp_path: Path, name: str, view: str) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes((SAMPLES / f"{name}.jsonl").read_bytes())
    assert vflog("seal", log).code == 0
    pairs = hidden(vflog, log, view)
    lines = log.read_bytes().splitlines()
    assert len(pairs) > 15
    assert all(written(json.loads(line)) == line for line in lines)
    files = [Path(f"{log}.seal").read_bytes(), *published(vflog, log, view)]
    assert opened(Attacker(files), pairs, values(lines), 40) == []
    # Nor is there the hash of the file, or how long it or a hidden line is.
    assert not Attacker(files).opens(log.read_bytes())
    assert str(log.stat().st_size).encode() not in files[0].replace(b'"tool"', b"")


def test_who_tries_would_find_the_lines_of_a_seal_without_salts(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(BASE)
    pairs = hidden(vflog, log, "public")
    hashes = [hashlib.sha256(line).digest() for line in BASE.splitlines()]
    weak = {
        "version 1": json.dumps({"lines": base64.b64encode(b"".join(h[:8] for h in hashes)).decode()}),
        "heads": json.dumps(
            [hashlib.sha256(a + b).hexdigest() for a, b in zip([b"", *hashes], hashes, strict=False)]
            + [h.hex() for h in hashes[:-1]]
        ),
        "numbers": json.dumps([int.from_bytes(h[:8], "big") >> 1 for h in hashes]),
        "one salt": json.dumps(
            ["c2FsdHNhbHRzYWx0c2FsdA=="]
            + [hashlib.sha256(b"saltsaltsaltsalt" + line).hexdigest() for line in BASE.splitlines()]
        ),
    }
    for what, seal in weak.items():
        assert opened(Attacker([seal.encode()]), pairs, _FATE, 0) == [line for line, _ in pairs], what


def test_two_logs_that_differ_only_in_what_is_hidden_have_seals_of_one_shape(vflog: Run, tmp_path: Path) -> None:
    log, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    log.write_bytes(BASE)
    pairs = hidden(vflog, log, "public")
    line = next(line for line, _ in pairs if b'"type":"move"' in line and b'"card":"f1"' in line)
    other.write_bytes(BASE.replace(line, line.replace(b'"card":"f1"', b'"card":"?"')))

    def shape(path: Path) -> object:
        sealed = services.seal(path).seal
        games = [(g.count, g.format, g.game, g.lines, g.public, g.revision, g.ruleset) for g in sealed.games]
        return sealed.count, len(sealed.commitments), games, len(b"".join(seal_pieces(sealed)))

    assert log.read_bytes() != other.read_bytes()
    assert shape(log) == shape(other)


def test_the_same_line_twice_is_not_seen_to_be_the_same(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(BASE + b'{"type":"note"}\n' * 30)
    sealed = services.seal(log).seal
    commitments = [sealed.commitments[i : i + 32] for i in range(0, len(sealed.commitments), 32)]
    assert len({*map(bytes, commitments)}) == len(commitments)

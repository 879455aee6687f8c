"""`seal` and `verify`: what was done to a log after it was sealed is found out and named."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from itertools import zip_longest
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from backports import zstd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import ROOT, Run
from vflog import services

SAMPLE = (ROOT / "sample_logs" / "base-2p.jsonl").read_bytes()
OTHER = (ROOT / "sample_logs" / "hadria-2p.jsonl").read_bytes()
COUNT = SAMPLE.count(b"\n")
INVALID = (ROOT / "sample_logs" / "invalid-slot-need-3p.jsonl").read_bytes()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(SAMPLE)
    return path


def seal_of(log: Path) -> dict[str, Any]:
    return json.loads(Path(f"{log}.seal").read_bytes())  # type: ignore[no-any-return]


def chained(lines: list[bytes]) -> dict[str, Any]:
    """What a seal says of lines, worked out anew."""
    hashes = [hashlib.sha256(line).digest() for line in lines]
    head = hashes[0]
    head = hashlib.sha256(head).digest()
    for digest in hashes[1:]:
        head = hashlib.sha256(head + digest).digest()
    marks = base64.b64encode(b"".join(digest[:8] for digest in hashes)).decode()
    return {"count": len(lines), "head": head.hex(), "lines": marks}


def has(part: dict[str, Any], chain: dict[str, Any]) -> bool:
    return {key: part[key] for key in chain} == chain


def changes(vflog: Run, log: Path, *more: object) -> list[tuple[str, int | None, int | None]]:
    ran = vflog("verify", log, "--format", "json", *more)
    assert ran.code == 1
    return [(c["what"], c["sealed"], c["line"]) for c in json.loads(ran.out)["changes"]]


# -- what a seal holds ---------------------------------------------------------------------------------


def test_a_seal_holds_the_chains_the_verdicts_and_the_versions(vflog: Run, log: Path) -> None:
    ran = vflog("seal", log)
    assert ran.code == 0
    seal = seal_of(log)
    lines = SAMPLE.splitlines()
    assert has(seal["file"], chained(lines))
    assert seal["file"]["sha256"] == hashlib.sha256(SAMPLE).hexdigest()
    (game,) = seal["games"]
    assert has(game, chained(lines))
    verdict = services.validate(log).games[0]
    for name in ("game", "game_key", "status", "winners", "digest", "public", "revision", "applied"):
        assert game[name] == getattr(verdict, name)
    assert (seal["seal"], seal["format"], seal["report"]) == ("vflog-seal/1", "vflog/1", "vflog-report/1")
    assert seal["file"]["head"] in ran.out


def test_the_schema_of_seals_is_the_published_one(vflog: Run, log: Path) -> None:
    published = json.loads((ROOT / "schemas" / "seal.schema.json").read_text())
    assert published == services.seal_schema()
    vflog("seal", log)
    jsonschema.validate(seal_of(log), published)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**seal_of(log), "games": None}, published)


def test_blank_lines_and_stray_lines_are_in_the_files_chain_and_in_no_game(vflog: Run, log: Path) -> None:
    lines = [b"", b'{"type":"note"}', *SAMPLE.splitlines()[:5], b"", b"not json", *SAMPLE.splitlines()[5:]]
    log.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines) + b"\r\n")
    vflog("seal", log)
    seal = seal_of(log)
    assert has(seal["file"], chained(lines))
    assert has(seal["games"][0], chained([line for line in lines[2:] if line]))
    assert seal["games"][0]["line"] == 3


def test_each_of_several_games_has_its_own_chain_though_their_lines_alternate(vflog: Run, log: Path) -> None:
    one, two = (
        [json.dumps({**json.loads(raw), "game": name}).encode() for raw in data.splitlines()]
        for name, data in (("one", SAMPLE), ("two", OTHER))
    )
    mixed = [line for pair in zip_longest(one, two) for line in pair if line is not None]
    log.write_bytes(b"\n".join(mixed) + b"\n")
    vflog("seal", log)
    assert [has(g, chained(c)) for g, c in zip(seal_of(log)["games"], (one, two), strict=True)] == [True, True]


def test_a_copy_counts_in_the_file_only_and_a_grown_game_with_its_longer_log(vflog: Run, log: Path) -> None:
    lines = SAMPLE.splitlines()
    log.write_bytes(b"\n".join([*lines[:20], *lines, *lines[:30]]) + b"\n")
    vflog("seal", log)
    seal = seal_of(log)
    assert seal["file"]["count"] == 50 + len(lines)
    assert [(g["count"], g["line"]) for g in seal["games"]] == [(len(lines), 21)]


def test_a_damaged_header_is_a_game_of_one_line(vflog: Run, log: Path) -> None:
    lines = [*SAMPLE.splitlines()[:20], b'{"type":"game","format":"vflog/1","game":"base-2p"', *OTHER.splitlines()]
    log.write_bytes(b"\n".join(lines) + b"\n")
    vflog("seal", log)
    assert [(g["status"], g["count"]) for g in seal_of(log)["games"]] == [
        ("incomplete", 20), ("unreadable", 1), ("valid", len(OTHER.splitlines())),
    ]  # fmt: skip


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_packed_and_plain_logs_have_the_same_chains(vflog: Run, log: Path, pack: Any) -> None:
    vflog("seal", log)
    packed = log.with_name("game.packed")
    packed.write_bytes(pack(SAMPLE))
    vflog("seal", packed)
    assert has(seal_of(packed)["file"], chained(SAMPLE.splitlines()))
    ran = vflog("verify", packed, "--seal", f"{log}.seal")
    assert ran.code == 0
    assert "stored bytes" in ran.out


def test_equal_logs_have_equal_seals(vflog: Run, log: Path, tmp_path: Path) -> None:
    again = tmp_path / "again" / "game.jsonl"
    again.parent.mkdir()
    again.write_bytes(SAMPLE)
    vflog("seal", log)
    vflog("seal", again)
    assert Path(f"{log}.seal").read_bytes() == Path(f"{again}.seal").read_bytes()


# -- where it is written -------------------------------------------------------------------------------


def test_a_seal_is_not_written_over_another_one_unless_asked(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    before = Path(f"{log}.seal").read_bytes()
    log.write_bytes(OTHER)
    ran = vflog("seal", log)
    assert (ran.code, ran.out) == (2, "")
    assert "--force" in ran.err
    assert Path(f"{log}.seal").read_bytes() == before
    assert vflog("seal", log, "--force").code == 0
    assert vflog("verify", log).code == 0


def test_a_seal_is_never_written_over_its_log(vflog: Run, log: Path) -> None:
    for out in (log, log.parent / "." / "game.jsonl"):
        assert vflog("seal", log, "--out", out, "--force").code == 2
    assert log.read_bytes() == SAMPLE


def test_what_cannot_be_read_to_its_end_is_not_sealed(vflog: Run, log: Path) -> None:
    log.write_bytes(gzip.compress(SAMPLE)[:-9])
    ran = vflog("seal", log)
    assert ran.code == 3
    assert "too early" in ran.err
    assert not Path(f"{log}.seal").exists()
    assert vflog("seal", log.parent / "none.jsonl").code == 3
    assert vflog("seal", log.parent).code == 3


def test_nothing_is_left_where_the_folder_cannot_be_written(vflog: Run, log: Path) -> None:
    ran = vflog("seal", log, "--out", "/dev/full/x.seal")
    assert (ran.code, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 1


# -- what was done to a log ----------------------------------------------------------------------------


def test_an_intact_log(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    ran = vflog("verify", log)
    assert ran.code == 0
    assert ": intact" in ran.out.splitlines()[0]
    assert f"{COUNT} lines" in ran.out
    assert seal_of(log)["file"]["head"] in ran.out
    assert "forge both" in ran.out


def test_each_line_that_was_touched_is_named(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    lines = SAMPLE.splitlines(keepends=True)
    cases: list[tuple[list[bytes], list[tuple[str, int | None, int | None]]]] = [
        ([*lines[:9], lines[9].replace(b'"', b' "', 1), *lines[10:]], [("changed", 10, 10)]),
        ([*lines[:9], *lines[10:]], [("missing", 10, None)]),
        ([*lines[:9], b"\n", *lines[9:]], [("added", None, 10)]),
        ([*lines[:9], *lines[10:40], lines[9], *lines[40:]], [("moved", 10, 40)]),
        (lines[:-3], [("missing", n, None) for n in range(COUNT - 2, COUNT + 1)]),
        ([*lines, b'{"type":"note","text":"later"}\n'], [("added", None, COUNT + 1)]),
        ([*lines[:4], *lines[5:20], b'{"type":"note"}\n', *lines[20:]], [("missing", 5, None), ("added", None, 20)]),
    ]
    for touched, expected in cases:
        log.write_bytes(b"".join(touched))
        assert changes(vflog, log) == expected
    text = vflog("verify", log)
    assert text.code == 1
    assert "NOT intact" in text.out
    assert "sealed line 5 is missing" in text.out
    assert "line 20 was added" in text.out


def test_line_ends_and_the_mark_are_not_what_is_sealed(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    log.write_bytes(b"\xef\xbb\xbf" + SAMPLE.replace(b"\n", b"\r\n").removesuffix(b"\r\n"))
    assert vflog("verify", log).code == 0


def test_a_game_is_found_again_in_another_order_of_games(vflog: Run, log: Path) -> None:
    log.write_bytes(SAMPLE + OTHER)
    vflog("seal", log)
    log.write_bytes(OTHER + SAMPLE.replace(b'"at"', b'"at" ', 1))
    ran = vflog("verify", log, "--format", "jsonl")
    games = {line["game"]["game"]: line["game"]["lines"] for line in ran.lines if "game" in line}
    assert games == {"base-2p": "differ", "hadria-2p": "intact"}


def test_a_game_that_is_gone_and_one_that_came(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    log.write_bytes(OTHER)
    ran = vflog("verify", log, "--format", "jsonl")
    games = {line["game"]["game"]: line["game"]["lines"] for line in ran.lines if "game" in line}
    assert games == {"base-2p": "missing", "hadria-2p": "added"}


def test_an_intact_log_of_a_game_that_is_not_sound_ends_with_1_as_validate_does(vflog: Run, log: Path) -> None:
    log.write_bytes(INVALID)
    assert vflog("seal", log).code == 0
    ran = vflog("verify", log)
    assert ran.code == 1
    assert ": intact" in ran.out.splitlines()[0]
    log.write_bytes(SAMPLE.splitlines(keepends=True)[0])
    vflog("seal", log, "--force")
    assert vflog("verify", log).code == 1
    assert vflog("verify", log, "--allow", "incomplete").code == 0


# -- what was done to a seal ---------------------------------------------------------------------------


def test_a_forged_head_or_verdict_is_told(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    path = Path(f"{log}.seal")
    forged = seal_of(log)
    forged["file"]["head"] = "0" * 64
    path.write_text(json.dumps(forged))
    ran = vflog("verify", log)
    assert ran.code == 1
    assert "the seal itself was changed" in ran.out
    vflog("seal", log, "--force")
    forged = seal_of(log)
    forged["games"][0]["winners"] = []
    path.write_text(json.dumps(forged))
    ran = vflog("verify", log)
    assert ran.code == 1
    assert "not the verdict that was sealed" in ran.out


def test_the_head_and_the_count_can_be_pinned_from_outside(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    head = seal_of(log)["file"]["head"]
    for form in (head, head.upper(), f"sha256:{head}"):
        assert vflog("verify", log, "--expect-head", form, "--expect-count", COUNT).code == 0
    assert vflog("verify", log, "--expect-count", COUNT + 1).code == 1
    # Who forges the seal too is found out by the head that was noted elsewhere.
    log.write_bytes(SAMPLE.replace(b'"at"', b'"at" ', 1))
    vflog("seal", log, "--force")
    assert vflog("verify", log).code == 0
    ran = vflog("verify", log, "--expect-head", head)
    assert ran.code == 1
    assert head in ran.out


def test_a_seal_is_not_needed_where_the_head_is_known(vflog: Run, log: Path) -> None:
    head = chained(SAMPLE.splitlines())["head"]
    assert vflog("verify", log, "--expect-head", head).code == 0
    assert vflog("verify", log, "--expect-head", "0" * 64).code == 1
    assert vflog("verify", log, "--expect-head", "0").code == 2
    assert vflog("verify", log).code == 3


@pytest.mark.parametrize(
    "data", [b"", b"null", b"[]", b"{}", b'{"seal":"vflog-seal/2"}', b'{"seal":1}', b"\xff", b"[" * 9999, b"\0"]
)
def test_what_is_no_seal_is_one_sentence(vflog: Run, log: Path, data: bytes) -> None:
    Path(f"{log}.seal").write_bytes(data)
    ran = vflog("verify", log)
    assert (ran.code, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_any_one_change_of_a_seal_is_found_out_or_changes_nothing(log: Path, data: st.DataObject) -> None:
    good = services.seal_bytes(services.seal(log))
    at = data.draw(st.integers(0, len(good) - 1))
    bad = good[:at] + bytes([data.draw(st.integers(0, 255))]) + good[at + 1 :]
    path = Path(f"{log}.seal")
    path.write_bytes(bad)
    try:
        seal = services.read_seal(path)
    except OSError:
        return
    found = services.verify(log, seal)
    if found.intact and all(game.same_verdict for game in found.games):
        same, before = json.loads(bad), json.loads(good)
        # What the log itself does not tell: who sealed it, under which name, how its bytes were stored.
        for told in (same, before):
            for name in ("tool", "format", "report"):
                told.pop(name, None)
            for name in ("name", "sha256", "bytes"):
                told["file"].pop(name, None)
            for name in ("line", "format", "ruleset", "records", "game_key", "game"):
                told["games"][0].pop(name, None)
        assert {k: same.get(k) for k in before} == before

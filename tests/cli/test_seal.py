"""`seal` and `verify`: what was done to a log after it was sealed is found out and named."""

from __future__ import annotations

import base64
import gzip
import hashlib
import hmac
import json
import os
from itertools import zip_longest
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import rfc8785
from backports import zstd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import ROOT, Ran, Run
from vflog import api, services
from vflog.playback import seals
from vflog.playback.sealing import not_older
from vflog.playback.seals import NoSeal, Seal, key_pieces, read_key, read_seal, seal_pieces, seal_schemas
from vflog.reading.results import signature

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


def key_of(log: Path) -> bytes:
    return base64.b64decode(json.loads(Path(f"{log}.seal.key").read_bytes())["key"])


def commitments(key: bytes, lines: list[bytes]) -> list[bytes]:
    """What a seal commits to, worked out anew."""
    salts = [hmac.new(key, k.to_bytes(8, "big"), "sha256").digest()[:16] for k in range(len(lines))]
    return [hmac.new(salt, line, "sha256").digest() for salt, line in zip(salts, lines, strict=True)]


def head_of(committed: list[bytes]) -> str:
    head = b"vflog-seal/2"
    for one in committed:
        head = hashlib.sha256(head + one).digest()
    return head.hex()


def changes(vflog: Run, log: Path, *more: object) -> list[tuple[str, int | None, int | None]]:
    ran = verify(vflog, log, "--format", "json", *more)
    assert ran.code == 1
    return [(c["what"], c["sealed"], c["line"]) for c in json.loads(ran.out)["changes"]]


def verify(vflog: Run, log: Path, *more: object) -> Ran:
    return vflog("verify", log, "--key", f"{log}.seal.key", *more)


# -- what a seal holds ---------------------------------------------------------------------------------


def test_a_seal_holds_commitments_their_chains_public_digests_and_versions(vflog: Run, log: Path) -> None:
    ran = vflog("seal", log)
    assert ran.code == 0
    seal = seal_of(log)
    committed = commitments(key_of(log), SAMPLE.splitlines())
    head = head_of(committed)
    verdict = api.validate(log).games[0]
    assert seal == {
        "file": {"count": COUNT, "head": head, "lines": [base64.b64encode(one).decode() for one in committed]},
        "games": [
            {
                "count": COUNT,
                "format": "vflog/1",
                "game": "base-2p",
                "head": head,
                "lines": [[1, COUNT]],
                "public": verdict.public,
                "revision": "2026-12",
                "ruleset": "veiled-fate",
            }
        ],
        "seal": "vflog-seal/2",
        "tool": signature(),
    }
    assert head in ran.out


def test_seal_and_key_are_canonical_json(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    for name in (f"{log}.seal", f"{log}.seal.key"):
        data = Path(name).read_bytes()
        assert rfc8785.dumps(json.loads(data)) == data


def test_the_key_is_for_its_owner_alone_the_seal_is_not(vflog: Run, log: Path) -> None:
    old = os.umask(0o022)
    try:
        vflog("seal", log)
        Path(f"{log}.seal.key").chmod(0o644)
        vflog("seal", log, "--force")
    finally:
        os.umask(old)
    assert Path(f"{log}.seal.key").stat().st_mode & 0o777 == 0o600
    assert Path(f"{log}.seal").stat().st_mode & 0o777 == 0o644


def test_a_key_is_random_and_everything_else_follows_from_it(
    vflog: Run, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [tmp_path / str(number) / "game.jsonl" for number in range(3)]
    for number, other in enumerate(others):
        other.parent.mkdir()
        other.write_bytes(SAMPLE)
        if number:
            monkeypatch.setattr("secrets.token_bytes", lambda count: bytes(range(count)))
        vflog("seal", other)
    first, second, third = ((seal_of(o), Path(f"{o}.seal.key").read_bytes()) for o in others)
    assert second == third
    assert first[0]["file"]["head"] != second[0]["file"]["head"]
    assert key_of(others[1]) == bytes(range(32))


def test_the_schemas_are_the_published_ones(vflog: Run, log: Path) -> None:
    schemas = {
        name: json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text()) for name in ("seal", "openings")
    }
    assert schemas == seal_schemas()
    vflog("seal", log)
    seal, opening = seal_of(log), vflog("seal", log, "--open", "1").lines[0]
    for name, good, bad in (
        ("seal", seal, {**seal, "games": None}),
        ("seal", seal, {**seal, "file": {**seal["file"], "lines": ["AAAA"]}}),
        ("seal", seal, {**seal, "sha256": "0" * 64}),
        ("openings", opening, {**opening, "salt": "AAAA"}),
        ("openings", opening, {**opening, "number": 0}),
    ):
        jsonschema.Draft202012Validator.check_schema(schemas[name])
        jsonschema.validate(good, schemas[name])
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schemas[name])


def test_blank_lines_and_stray_lines_are_in_the_files_chain_and_in_no_game(vflog: Run, log: Path) -> None:
    lines = [b"", b'{"type":"note"}', *SAMPLE.splitlines()[:5], b"", b"not json", *SAMPLE.splitlines()[5:]]
    log.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines) + b"\r\n")
    vflog("seal", log)
    seal = seal_of(log)
    committed = commitments(key_of(log), lines)
    assert seal["file"]["head"] == head_of(committed)
    game = seal["games"][0]
    # The line that is no record belongs to the game that it interrupts.
    assert game["lines"] == [[3, 7], [9, len(lines)]]
    assert game["head"] == head_of([*committed[2:7], *committed[8:]])


def test_each_of_several_games_has_its_own_chain_though_their_lines_alternate(vflog: Run, log: Path) -> None:
    one, two = (
        [json.dumps({**json.loads(raw), "game": name}).encode() for raw in data.splitlines()]
        for name, data in (("one", SAMPLE), ("two", OTHER))
    )
    mixed = [(name, line) for pair in zip_longest(one, two) for name, line in zip("12", pair, strict=True) if line]
    log.write_bytes(b"\n".join(line for _, line in mixed) + b"\n")
    vflog("seal", log)
    committed = commitments(key_of(log), [line for _, line in mixed])
    for name, game in zip("12", seal_of(log)["games"], strict=True):
        own = [n for n, (owner, _) in enumerate(mixed, 1) if owner == name]
        assert [n for first, last in game["lines"] for n in range(first, last + 1)] == own
        assert game["head"] == head_of([committed[n - 1] for n in own])
        assert game["count"] == len(own)
    assert verify(vflog, log).code == 0


def test_a_copy_counts_in_the_file_only_and_a_grown_game_with_its_longer_log(vflog: Run, log: Path) -> None:
    lines = SAMPLE.splitlines()
    log.write_bytes(b"\n".join([*lines[:20], *lines, *lines[:30]]) + b"\n")
    vflog("seal", log)
    seal = seal_of(log)
    assert seal["file"]["count"] == 50 + len(lines)
    assert [(g["count"], g["lines"]) for g in seal["games"]] == [(len(lines), [[21, 20 + len(lines)]])]


def test_a_damaged_header_is_a_game_of_one_line_and_its_id_is_not_told(vflog: Run, log: Path) -> None:
    lines = [*SAMPLE.splitlines()[:20], b'{"type":"game","format":"vflog/1","game":"base-2p"', *OTHER.splitlines()]
    log.write_bytes(b"\n".join(lines) + b"\n")
    vflog("seal", log)
    assert [(g["game"], g["count"]) for g in seal_of(log)["games"]] == [
        ("base-2p", 20),
        (None, 1),
        ("hadria-2p", len(OTHER.splitlines())),
    ]


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_packed_and_plain_logs_have_the_same_lines(vflog: Run, log: Path, pack: Any) -> None:
    vflog("seal", log)
    packed = log.with_name("game.packed")
    packed.write_bytes(pack(SAMPLE))
    ran = vflog("verify", packed, "--seal", f"{log}.seal", "--key", f"{log}.seal.key")
    assert ran.code == 0


def test_a_log_without_a_line_can_be_sealed(vflog: Run, log: Path) -> None:
    log.write_bytes(b"")
    assert vflog("seal", log).code == 0
    assert seal_of(log)["file"] == {"count": 0, "head": None, "lines": []}
    assert json.loads(verify(vflog, log, "--format", "json").out)["intact"] is True
    log.write_bytes(b"x\n")
    assert changes(vflog, log) == [("added", None, 1)]


# -- where it is written -------------------------------------------------------------------------------


def test_a_seal_is_not_written_over_another_one_unless_asked(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    before = files(log)
    log.write_bytes(OTHER)
    ran = vflog("seal", log)
    assert (ran.code, ran.out) == (2, "")
    assert "--force" in ran.err
    assert files(log) == before
    assert vflog("seal", log, "--force").code == 0
    assert verify(vflog, log).code == 0


def files(log: Path) -> tuple[bytes, ...]:
    return tuple(Path(f"{log}{end}").read_bytes() for end in (".seal", ".seal.key"))


@pytest.mark.parametrize("there", [".seal", ".seal.key"])
def test_one_of_the_two_files_that_is_there_keeps_both_from_being_written(vflog: Run, log: Path, there: str) -> None:
    Path(f"{log}{there}").write_bytes(b"mine")
    assert vflog("seal", log).code == 2
    assert sorted(path.name for path in log.parent.iterdir()) == ["game.jsonl", f"game.jsonl{there}"]
    assert Path(f"{log}{there}").read_bytes() == b"mine"


@pytest.mark.parametrize("fails", [".seal", ".seal.key"])
@pytest.mark.parametrize("before", [True, False])
def test_both_files_appear_or_none(
    vflog: Run, log: Path, fails: str, before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if before:
        vflog("seal", log)
        log.write_bytes(OTHER)
    was = {path.name: path.read_bytes() for path in log.parent.iterdir()}
    real = os.replace

    def replace(source: Any, target: Any) -> None:
        if str(target).endswith(fails) and Path(source).name == "new":
            raise OSError(5, "Input/output error", str(target))
        real(source, target)

    monkeypatch.setattr("os.replace", replace)
    ran = vflog("seal", log, "--force")
    assert ran.code == 3
    assert f"{fails} cannot be written" in ran.err
    assert {path.name: path.read_bytes() for path in log.parent.iterdir()} == was


def test_a_seal_is_never_written_over_its_log(vflog: Run, log: Path) -> None:
    for out in (log, log.parent / "." / "game.jsonl"):
        assert vflog("seal", log, "--out", out, "--force").code == 2
    as_key = log.with_name("x.key")
    as_key.write_bytes(SAMPLE)
    assert vflog("seal", as_key, "--out", log.with_name("x"), "--force").code == 2
    assert log.read_bytes() == as_key.read_bytes() == SAMPLE


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


# -- sealed again --------------------------------------------------------------------------------------


def test_a_log_that_has_grown_keeps_its_key_and_the_old_seal_is_a_beginning(vflog: Run, log: Path) -> None:
    log.write_bytes(b"".join(SAMPLE.splitlines(keepends=True)[:40]))
    vflog("seal", log)
    key = key_of(log)
    old = Path(f"{log}.seal").rename(log.with_name("old.seal"))
    log.write_bytes(SAMPLE)
    ran = vflog("seal", log, "--force")
    assert ran.code == 0
    assert "the key is the one it had" in ran.out
    assert key_of(log) == key
    assert seal_of(log)["file"]["lines"][:40] == json.loads(old.read_bytes())["file"]["lines"]
    new = Path(f"{log}.seal")
    ran = vflog("verify", "--seal", new, "--older", old)
    assert (ran.code, ran.err) == (0, "")
    assert "its 40 lines of 100" in ran.out
    # And together with the log.
    assert verify(vflog, log, "--older", old).code == 0
    # Not the other way round.
    ran = vflog("verify", "--seal", old, "--older", new)
    assert ran.code == 1
    assert "100 lines, the new one only 40" in ran.out


def test_a_log_that_was_changed_gets_a_new_key(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    key = key_of(log)
    old = Path(f"{log}.seal").rename(log.with_name("old.seal"))
    log.write_bytes(SAMPLE.replace(b"aponi", b"isabel", 1) + b'{"type":"note"}\n')
    ran = vflog("seal", log, "--force")
    assert "a new key" in ran.out
    assert key_of(log) != key
    ran = vflog("verify", "--seal", f"{log}.seal", "--older", old)
    assert ran.code == 1
    assert "Line 1 of the old seal is not line 1 of the new one" in ran.out


def test_the_key_of_an_empty_log_fits_no_other(vflog: Run, log: Path) -> None:
    # Any log begins with no lines: two that grew out of it would share the salts of other lines.
    log.write_bytes(b"")
    vflog("seal", log)
    key = key_of(log)
    log.write_bytes(SAMPLE)
    ran = vflog("seal", log, "--force")
    assert "a new key" in ran.out
    assert key_of(log) != key


def test_who_keeps_the_key_of_a_log_that_was_changed_is_found_out_by_the_older_seal(log: Path) -> None:
    old = services.seal(log)
    lines = SAMPLE.splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:9], b'{"type":"note"}\n', *lines[10:]]))
    new = services.seal(log, key=old.key.key)
    assert not_older(old.seal, new.seal) == ["Line 10 of the old seal is not line 10 of the new one."]


def test_a_key_from_elsewhere_is_kept_too(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    log.write_bytes(SAMPLE + b'{"type":"note"}\n')
    out = log.with_name("new.seal")
    assert vflog("seal", log, "--out", out, "--key", f"{log}.seal.key").code == 0
    assert vflog("verify", "--seal", out, "--older", f"{log}.seal").code == 0
    assert vflog("verify", log, "--seal", out, "--key", f"{out}.key").code == 0
    assert vflog("seal", log, "--force", "--key", log).code == 3


# -- what was done to a log ----------------------------------------------------------------------------


def test_an_intact_log(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    ran = verify(vflog, log)
    assert ran.code == 0
    assert ": intact" in ran.out.splitlines()[0]
    assert f"{COUNT} lines" in ran.out
    assert seal_of(log)["file"]["head"] in ran.out
    assert "forge both" in ran.out


def test_without_a_key_only_the_count_is_compared_and_that_is_no_success(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    ran = vflog("verify", log)
    assert (ran.code, ran.err) == (2, "")
    assert "not compared" in ran.out
    assert "The number of lines is the sealed one" in ran.out
    assert json.loads(vflog("verify", log, "--format", "json").out)["intact"] is None
    log.write_bytes(SAMPLE + b'{"type":"note"}\n')
    ran = vflog("verify", log, "--older", f"{log}.seal")
    assert ran.code == 2
    assert "100 lines were sealed" in ran.out
    assert "It is a beginning" in ran.out


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
    text = verify(vflog, log)
    assert text.code == 1
    assert "NOT intact" in text.out
    assert "sealed line 5 is missing" in text.out
    assert "line 20 was added" in text.out


def test_line_ends_and_the_mark_are_not_what_is_sealed(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    log.write_bytes(b"\xef\xbb\xbf" + SAMPLE.replace(b"\n", b"\r\n").removesuffix(b"\r\n"))
    assert verify(vflog, log).code == 0


def test_a_game_is_found_again_in_another_order_of_games(vflog: Run, log: Path) -> None:
    log.write_bytes(SAMPLE + OTHER)
    vflog("seal", log)
    log.write_bytes(OTHER + SAMPLE.replace(b'"at"', b'"at" ', 1))
    ran = verify(vflog, log, "--format", "jsonl")
    games = {line["game"]["game"]: line["game"]["lines"] for line in ran.lines if "game" in line}
    assert games == {"base-2p": "differ", "hadria-2p": "intact"}


def test_a_game_that_is_gone_and_one_that_came(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    log.write_bytes(OTHER)
    ran = verify(vflog, log, "--format", "jsonl")
    games = {line["game"]["game"]: line["game"]["lines"] for line in ran.lines if "game" in line}
    assert games == {"base-2p": "missing", "hadria-2p": "added"}


def test_an_intact_log_of_a_game_that_is_not_sound_ends_with_1_as_validate_does(vflog: Run, log: Path) -> None:
    log.write_bytes(INVALID)
    assert vflog("seal", log).code == 0
    ran = verify(vflog, log)
    assert ran.code == 1
    assert ": intact" in ran.out.splitlines()[0]
    log.write_bytes(SAMPLE.splitlines(keepends=True)[0])
    vflog("seal", log, "--force")
    assert verify(vflog, log).code == 1
    assert verify(vflog, log, "--allow", "incomplete").code == 0


# -- what was done to a seal ---------------------------------------------------------------------------


def test_a_forged_head_is_told_whatever_else_is_forged(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    path = Path(f"{log}.seal")
    good = path.read_bytes()
    forged = seal_of(log)
    head = forged["file"]["head"]
    path.write_bytes(good.replace(head.encode(), b"0" * 64, 1))
    for ran in (verify(vflog, log), vflog("verify", "--seal", path, "--expect-head", "0" * 64)):
        assert ran.code == 1
        assert "the head of the file is not that of its lines" in ran.out
    path.write_bytes(good.replace(head.encode(), b"0" * 64).replace(b"0" * 64, head.encode(), 1))
    ran = verify(vflog, log)
    assert ran.code == 1
    assert "the head of the game base-2p is not that of its lines" in ran.out


@pytest.mark.parametrize(("was", "now"), [("vflog 0", "vflog 9"), ("2026-12", "2026-11"), ("sha256:", "sha256:0")])
def test_what_only_the_key_tells_of_a_seal(vflog: Run, log: Path, was: str, now: str) -> None:
    vflog("seal", log)
    path = Path(f"{log}.seal")
    path.write_text(path.read_text().replace(was, now))
    ran = verify(vflog, log)
    assert ran.code == 1
    assert "not the one that was written with this key" in ran.out


def test_a_public_digest_that_is_not_the_sealed_one_is_told(vflog: Run, log: Path) -> None:
    sealed = services.seal(log)
    sealed.seal.games[0].public = "sha256:" + "0" * 64
    forged = services.verify(log, sealed.seal, sealed.key)
    assert [game.same_verdict for game in forged.games] == [False]
    assert forged.intact is False


def test_the_key_of_another_log_is_none(vflog: Run, log: Path, tmp_path: Path) -> None:
    vflog("seal", log)
    other = tmp_path / "other.jsonl"
    other.write_bytes(SAMPLE)
    vflog("seal", other)
    ran = vflog("verify", log, "--key", f"{other}.seal.key")
    assert ran.code == 1
    assert "the key belongs to another log" in ran.out


def test_the_commitments_decide_not_the_hashes_beside_the_key(log: Path) -> None:
    sealed = services.seal(log)
    lines = SAMPLE.splitlines(keepends=True)
    # A key made to say that the changed log is the sealed one; the seal is published and cannot be changed.
    log.write_bytes(b"".join([*lines[:9], b'{"type":"note"}\n', *lines[10:]]))
    sealed.key.hashes = services.seal(log).key.hashes
    found = services.verify(log, sealed.seal, sealed.key)
    assert [(c.what, c.sealed, c.line) for c in found.changes] == [("changed", 10, 10)]
    # The same where the lines after it moved on.
    log.write_bytes(b"".join([b"\n", *lines[:9], b'{"type":"note"}\n', *lines[10:]]))
    found = services.verify(log, sealed.seal, sealed.key)
    assert [(c.what, c.sealed, c.line) for c in found.changes] == [("added", None, 1), ("changed", 10, 11)]
    # Hashes that say nothing at all accuse no line that is as it was.
    log.write_bytes(SAMPLE)
    for hashes in (bytes(32 * COUNT), b"", bytes(64)):
        sealed.key.hashes = hashes
        assert services.verify(log, sealed.seal, sealed.key).changes == []


def test_the_head_and_the_count_can_be_pinned_from_outside(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    head = seal_of(log)["file"]["head"]
    for form in (head, head.upper(), f"sha256:{head}"):
        assert verify(vflog, log, "--expect-head", form, "--expect-count", COUNT).code == 0
        assert vflog("verify", "--seal", f"{log}.seal", "--expect-head", form, "--expect-count", COUNT).code == 0
    assert verify(vflog, log, "--expect-count", COUNT + 1).code == 1
    assert vflog("verify", "--seal", f"{log}.seal", "--expect-count", COUNT + 1).code == 1
    for head in ("0", "g" * 64):
        assert verify(vflog, log, "--expect-head", head).code == 2


@pytest.mark.parametrize(
    "done", [SAMPLE.replace(b'"at"', b'"at" ', 1), b"".join(SAMPLE.splitlines(keepends=True)[:-3])]
)
def test_cut_and_changed_logs_that_were_sealed_again_are_found_by_the_noted_head(
    vflog: Run, log: Path, done: bytes
) -> None:
    vflog("seal", log)
    head = seal_of(log)["file"]["head"]
    log.write_bytes(done)
    sealed = services.seal(log, key=key_of(log))
    Path(f"{log}.seal").write_bytes(b"".join(seal_pieces(sealed.seal)))
    Path(f"{log}.seal.key").write_bytes(b"".join(key_pieces(sealed.key)))
    ran = verify(vflog, log, "--allow", "incomplete")
    assert ran.code == 0
    for ran in (
        verify(vflog, log, "--expect-head", head, "--allow", "incomplete"),
        vflog("verify", "--seal", f"{log}.seal", "--expect-head", head),
    ):
        assert ran.code == 1
        assert head in ran.out


def test_a_head_that_was_noted_before_the_log_grew_is_told_as_one(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    head = seal_of(log)["file"]["head"]
    log.write_bytes(SAMPLE + b'{"type":"note"}\n')
    vflog("seal", log, "--force")
    ran = verify(vflog, log, "--expect-head", head)
    assert ran.code == 1
    assert f"that of the first {COUNT} lines: the log has grown since" in ran.out


def test_a_seal_is_not_needed_where_head_and_key_are_known(vflog: Run, log: Path) -> None:
    vflog("seal", log)
    head = seal_of(log)["file"]["head"]
    Path(f"{log}.seal").unlink()
    assert verify(vflog, log, "--expect-head", head).code == 0
    assert verify(vflog, log, "--expect-head", "0" * 64).code == 1
    assert verify(vflog, log).code == 3
    assert vflog("verify", log, "--expect-head", head).code == 3


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--seal", "x"),
        ("--key", "x"),
        ("--older", "x"),
        ("--seal", "x", "--key", "y", "--expect-count", "1"),
        ("-",),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(vflog: Run, arguments: tuple[str, ...]) -> None:
    ran = vflog("verify", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "data", [b"", b"null", b"[]", b"{}", b'{"seal":"vflog-seal/3"}', b'{"seal":1}', b"\xff", b"[" * 9999, b"\0"]
)
def test_what_is_no_seal_and_no_key_is_one_sentence(vflog: Run, log: Path, data: bytes) -> None:
    vflog("seal", log)
    for name in (f"{log}.seal", f"{log}.seal.key"):
        good = Path(name).read_bytes()
        Path(name).write_bytes(data)
        ran = verify(vflog, log)
        assert (ran.code, ran.out) == (3, "")
        assert len(ran.err.splitlines()) == 1
        Path(name).write_bytes(good)


def one_changed(good: bytes, data: st.DataObject) -> bytes:
    """The bytes with one byte changed, left out or put in."""
    at = data.draw(st.integers(0, len(good)))
    new = data.draw(st.binary(max_size=1))
    return good[:at] + new + good[at + data.draw(st.integers(0, 1)) :]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_any_one_change_of_a_seal_or_its_key_is_told(log: Path, data: st.DataObject) -> None:
    sealed = services.seal(log, key=bytes(32))
    both = [b"".join(seal_pieces(sealed.seal)), b"".join(key_pieces(sealed.key))]
    which = data.draw(st.integers(0, 1))
    good, both[which] = both[which], one_changed(both[which], data)
    names = [log.with_name("x.seal"), log.with_name("x.key")]
    for name, content in zip(names, both, strict=True):
        name.write_bytes(content)
    try:
        seal, key = read_seal(names[0]), read_key(names[1])
    except NoSeal:
        assert both[which] != good
    else:
        assert services.verify(log, seal, key).intact is (both[which] == good)


def test_each_bit_of_a_seal_and_its_key_counts(log: Path) -> None:
    log.write_bytes(b"".join(SAMPLE.splitlines(keepends=True)[:3]))
    sealed = services.seal(log, key=bytes(range(32)))
    seal, key = b"".join(seal_pieces(sealed.seal)), b"".join(key_pieces(sealed.key))
    for at in range(len(seal) * 8):
        bad = bytearray(seal)
        bad[at // 8] ^= 1 << at % 8
        try:
            found = seals.decode(bytes(bad), "x")
        except NoSeal:
            continue
        assert isinstance(found, Seal)
        assert services.verify(log, found, sealed.key).intact is False
    for at in range(len(key) * 8):
        bad = bytearray(key)
        bad[at // 8] ^= 1 << at % 8
        with pytest.raises(NoSeal):
            seals.decode_key(bytes(bad), "x")


# -- version 1 -----------------------------------------------------------------------------------------


def test_a_seal_of_version_1_is_read_with_a_warning(vflog: Run, log: Path) -> None:
    path = Path(f"{log}.seal")
    path.write_bytes(version_1(log))
    ran = vflog("verify", log)
    assert ran.code == 0
    assert ": intact" in ran.out.splitlines()[0]
    assert "warning" in ran.err
    assert "finds hidden cards" in ran.err
    assert json.loads(vflog("verify", log, "--format", "json").out)["warnings"]
    head = json.loads(path.read_bytes())["file"]["head"]
    assert vflog("verify", log, "--expect-head", head).code == 0
    assert vflog("verify", log, "--expect-head", "0" * 64).code == 1
    # It proves nothing beside what it needs the whole log for.
    assert vflog("verify", "--seal", path, "--expect-head", head).code == 3
    assert vflog("verify", log, "--older", path).code == 3
    assert vflog("seal", log, "--open", "1").code == 3


def test_a_seal_of_version_1_still_names_what_was_done(vflog: Run, log: Path) -> None:
    path = Path(f"{log}.seal")
    path.write_bytes(version_1(log))
    lines = SAMPLE.splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:9], *lines[10:]]))
    ran = vflog("verify", log)
    assert ran.code == 1
    assert "sealed line 10 is missing" in ran.out
    assert "not those that were sealed" in ran.out
    log.write_bytes(SAMPLE)
    good = path.read_bytes()
    for was, now in ((b'"head":"', b'"head":"0'), (b'"winners":["', b'"winners":["x'), (b'"seal":', b'"sea1":')):
        path.write_bytes(good.replace(was, now, 1))
        assert vflog("verify", log).code in (1, 3)


def version_1(log: Path) -> bytes:
    """The seal that version 1 of the format was for a log of one game."""
    data = log.read_bytes()
    hashes = [hashlib.sha256(line).digest() for line in data.splitlines()]
    head = b""
    for digest in hashes:
        head = hashlib.sha256(head + digest).digest()
    marks = base64.b64encode(b"".join(digest[:8] for digest in hashes)).decode()
    chain = {"count": len(hashes), "head": head.hex(), "lines": marks}
    verdict = api.validate(log).games[0]
    names = (
        "game game_key line ruleset revision status records applied refused taken_back unjudged winners digest public"
    )
    game = {"format": "vflog/1", **{name: getattr(verdict, name) for name in names.split()}, **chain}
    file = {"name": log.name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), **chain}
    sealed = {"seal": "vflog-seal/1", "tool": "vflog 0.1.0", "format": "vflog/1", "report": "vflog-report/1"}
    return json.dumps({**sealed, "file": file, "games": [game]}, separators=(",", ":")).encode() + b"\n"

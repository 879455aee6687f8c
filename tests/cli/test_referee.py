"""`referee`: a line in, an answer out; what is refused takes no number."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import vflog as product
from tests.cli.conftest import LOGS, PACKS, ROOT, VECTORS, Run, game
from tests.hostile import referee_trials as trials
from vflog import services
from vflog.cli.outputs import model, referee
from vflog.playback import refereed
from vflog.playback.forms import legal
from vflog.playback.referee import Referee

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
    assert (ran.code, ran.err) == (0, "")


def test_requests(vflog: Run) -> None:
    move = json.loads(LINES[3])
    asked = [
        _json({"ask": "try", "record": move}),
        _json({"ask": "try", "record": {"type": "rest", "player": "cy"}}),
        _json({"ask": "legal"}),
        _json({"ask": "state"}),
        _json({"ask": "state", "view": "public"}),
        _json({"ask": "state", "view": "cy"}),
        _json({"ask": "state", "view": "zz"}),
        _json({"ask": "what"}),
    ]
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


# -- numbers, and what is kept -----------------------------------------------------------------------------

SAMPLES = [
    path
    for path in sorted((ROOT / "sample_logs").glob("*.jsonl"))
    if (report := product.validate(path)).games[0].status == "valid" and not report.problems
]


def _bare(lines: list[bytes]) -> list[bytes]:
    """The lines without their numbers."""
    return [_json({key: value for key, value in json.loads(line).items() if key != "n"}) for line in lines]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_log_kept_holds_the_numbers_given(vflog: Run, tmp_path: Path, path: Path) -> None:
    lines, log = path.read_bytes().splitlines(keepends=True), tmp_path / "kept.jsonl"
    ran = vflog("referee", "--log", log, stdin=b"".join(_bare(lines)))
    kept = [json.loads(line) for line in log.read_bytes().splitlines()]
    assert [record["n"] for record in kept] == [a["n"] for a in ran.lines] == list(range(len(lines)))
    assert kept == [{**json.loads(line), "n": n} for n, line in enumerate(lines)]
    (of_kept,), (of_sample,) = product.validate(log).games, product.validate(path).games
    assert (of_kept.status, of_kept.digest) == ("valid", of_sample.digest)
    assert ran.lines[-1]["digest"] == of_kept.digest


def test_takebacks_and_amends_stand_in_a_log_that_the_referee_numbered(vflog: Run, tmp_path: Path) -> None:
    log, bare = tmp_path / "kept.jsonl", _bare(LINES)
    back = [_json({"type": "takeback", "to": 3}), _json({"type": "note", "text": "again"}), *bare[4:9]]
    ran = vflog("referee", *PACKS, "--log", log, "--allow", "incomplete", stdin=b"".join([*bare[:6], *back]))
    assert [a["n"] for a in ran.lines] == list(range(13))
    assert ran.code == 0
    (told,) = product.validate(log, content=[VECTORS / "packs"]).games
    assert (told.status, told.digest) == ("incomplete", ran.lines[-1]["digest"])


def test_a_claim_that_differs_is_not_kept(vflog: Run, tmp_path: Path) -> None:
    """It would leave a log that is unsound for good; one that holds is kept."""
    log = tmp_path / "kept.jsonl"
    claims = [_json({"type": "claim", "phase": "vote"}), _json({"type": "claim", "phase": "turn"})]
    ran = vflog("referee", *PACKS, "--log", log, "--allow", "incomplete", stdin=b"".join([*LINES[:3], *claims]))
    differs, holds = ran.lines[3:]
    assert (differs["ok"], differs["n"], differs["problems"][0]["code"]) == (False, None, "claim.differs")
    assert (holds["ok"], holds["n"]) == (True, 3)
    assert len(log.read_bytes().splitlines()) == 4
    assert ran.code == 0


def test_a_claim_that_differs_everywhere_has_a_short_answer() -> None:
    session = services.referee()
    assert session.answer(_json({**VIEWED[0]})).ok
    answer = session.answer(_json({"type": "claim", **{f"key{i}": 1 for i in range(2000)}}))
    assert (answer.ok, len(answer.problems)) == (False, 100)


@pytest.mark.parametrize("more", [{"n": 3}, {"revision": "1999"}, {"players": [{"id": "a"}, {"id": "a"}]}, {"x": 1}])
def test_a_header_with_an_error_opens_nothing(vflog: Run, tmp_path: Path, more: dict[str, Any]) -> None:
    log = tmp_path / "kept.jsonl"
    wrong = _json({**json.loads(LINES[0]), **more})
    ran = vflog(
        "referee",
        *PACKS,
        "--log",
        log,
        "--allow",
        "incomplete",
        stdin=b"".join([wrong, b'{"ask":"state"}\n', LINES[0]]),
    )
    assert [a["ok"] for a in ran.lines] == [False, False, True]
    assert log.read_bytes() == LINES[0]


def test_several_games_are_told_apart_as_in_a_file(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "kept.jsonl"
    tea = {"type": "note", "text": "tea"}
    lines = [
        game(game="a"),
        _json({**tea, "game": "a"}),
        game(game="b"),
        _json(tea),
        _json({**tea, "game": "b"}),
        _json({**tea, "game": "a"}),
        game(game="a"),
        _json({**tea, "game": "c"}),
        _json({"ask": "state", "game": "b"}),
        _json({"ask": "state"}),
    ]
    ran = vflog("referee", "--log", log, "--allow", "incomplete", stdin=b"".join(lines))
    codes = [a["problems"][0]["code"] if a["problems"] else None for a in ran.lines]
    assert codes == [
        None,
        None,
        None,
        "game.ambiguous",
        None,
        None,
        "referee.known-game",
        "game.none",
        None,
        "game.ambiguous",
    ]
    report = product.validate(log)
    assert [(g.game, g.records, g.status) for g in report.games] == [("a", 3, "incomplete"), ("b", 2, "incomplete")]
    assert report.problems == []
    resumed = vflog("referee", "--log", log, "--resume", "--allow", "incomplete", stdin=_json({**tea, "game": "b"}))
    assert (resumed.lines[0]["ok"], resumed.lines[0]["n"]) == (True, 2)


def test_a_line_is_on_disk_before_it_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, synced = tmp_path / "kept.jsonl", []
    session = services.referee(content=[VECTORS / "packs"], log=log)
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(log.read_bytes()))
    for number, line in enumerate(LINES[:5], 1):
        assert session.answer(line).ok
        assert synced[-1] == b"".join(LINES[:number])
    assert not session.answer(b"{}").ok
    assert session.answer(b'{"ask":"try","record":{"type":"note"}}').ok
    assert len(synced) == 5


def test_a_disk_that_is_full_costs_no_game(tmp_path: Path) -> None:
    """What cannot be written in full does not stand and leaves nothing behind; what is shorter still goes."""
    log = tmp_path / "kept.jsonl"
    long, short = _json({"type": "note", "text": "x" * 5000}), _json({"type": "note", "text": "x"})
    given = b"".join([game(), short, long, short])
    ran = subprocess.run(
        [*trials.COMMAND, "--log", log, "--allow", "incomplete"],
        input=given,
        capture_output=True,
        timeout=60,
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)),
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(a["ok"], a["n"]) for a in answers] == [(True, 0), (True, 1), (False, None), (True, 2)]
    assert answers[2]["problems"][0]["code"] == "referee.not-kept"
    assert answers[2]["digest"] == answers[1]["digest"]
    assert (ran.returncode, ran.stderr.count(b"\n")) == (0, 1)
    report = product.validate(log)
    assert (report.totals.records, report.totals.rejects, report.totals.errors) == (3, 0, 0)


# -- a log that is there -----------------------------------------------------------------------------------


def test_a_log_that_is_there_is_left_alone(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "kept.jsonl"
    log.write_bytes(b"mine\n")
    ran = vflog("referee", "--log", log, stdin=LINES[0])
    assert (ran.code, ran.out, log.read_bytes()) == (2, "", b"mine\n")
    assert "--resume" in ran.err
    assert vflog("referee", "--resume", stdin=b"").code == 2


def _whole_games() -> list[list[bytes]]:
    """A game of each ruleset."""
    found: dict[str, list[bytes]] = {}
    for path in SAMPLES:
        lines = path.read_bytes().splitlines(keepends=True)
        found.setdefault(json.loads(lines[0])["ruleset"], lines)
    return [*found.values()]


@pytest.mark.parametrize("lines", _whole_games(), ids=lambda lines: json.loads(lines[0])["ruleset"])
def test_a_log_cut_off_anywhere_in_its_last_line_is_gone_on_with(lines: list[bytes], tmp_path: Path) -> None:
    for last in (0, 1, 20):
        length = len(lines[last])
        for cut in (1, 2, 9, length // 2, length - 3, length - 2, length - 1, length):
            log = tmp_path / "kept.jsonl"
            log.write_bytes(b"".join(lines[:last]) + lines[last][:cut])
            said: list[str] = []
            session = services.referee(log=log, resume=True, say=said.append)
            complete = cut >= len(lines[last]) - 1
            assert log.read_bytes() == b"".join(lines[: last + complete])
            assert len(said) == 1
            assert ("cut off" in said[0], "newline" in said[0]) == (not complete, cut == len(lines[last]) - 1)
            for line in lines[last + complete : last + 2]:
                assert session.answer(line).ok
            assert log.read_bytes() == b"".join(lines[: last + 2])
            session.close()
            log.unlink()


@pytest.mark.parametrize("tail", [b"\0" * 4096, b"\xff", b"{", b"x", b'{"type":"note"} {'])
def test_what_is_no_line_at_the_end_is_taken_away(vflog: Run, tmp_path: Path, tail: bytes) -> None:
    log = tmp_path / "kept.jsonl"
    log.write_bytes(b"".join(LINES[:5]) + tail)
    ran = vflog("referee", *PACKS, "--log", log, "--resume", stdin=b"".join(LINES[5:]))
    assert (ran.code, log.read_bytes()) == (0, b"".join(LINES))
    assert "cut off" in ran.err


@pytest.mark.parametrize("form", ["crlf", "mark", "blank"])
def test_a_log_of_another_hand_is_gone_on_with(vflog: Run, tmp_path: Path, form: str) -> None:
    log = tmp_path / "kept.jsonl"
    head = b"".join(LINES[:5])
    changed = {"crlf": head.replace(b"\n", b"\r\n"), "mark": b"\xef\xbb\xbf" + head, "blank": b"\n" + head + b"\n"}[
        form
    ]
    log.write_bytes(changed)
    ran = vflog(
        "referee", *PACKS, "--log", log, "--resume", stdin=b"".join([*LINES[5:], b'{"ask":"state","view":"public"}\n'])
    )
    assert (ran.code, log.read_bytes()) == (0, changed + b"".join(LINES[5:]))
    assert ran.lines[-1]["ok"]


def test_in_a_log_without_numbers_nothing_is_taken_back(vflog: Run, tmp_path: Path) -> None:
    """The format asks for a number in every record of a log with takebacks."""
    log = tmp_path / "kept.jsonl"
    log.write_bytes(b"".join(_bare(LINES[:5])))
    back = _json({"type": "takeback", "to": 3})
    ran = vflog(
        "referee", *PACKS, "--log", log, "--resume", "--allow", "incomplete", stdin=b"".join([back, *_bare(LINES[5:7])])
    )
    assert [a["ok"] for a in ran.lines] == [False, True, True]
    assert ran.lines[0]["problems"][0]["code"] == "n.missing"
    assert product.validate(log, content=[VECTORS / "packs"]).problems == []


def test_a_log_that_is_not_legal_is_not_gone_on_with(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "kept.jsonl"
    log.write_bytes(b"".join([*LINES[:4], b'{"type":"rest","player":"nobody"}\n', *LINES[4:6], LINES[6][:20]]))
    before = log.read_bytes()
    ran = vflog("referee", *PACKS, "--log", log, "--resume", stdin=LINES[6])
    assert (ran.code, ran.out, log.read_bytes()) == (3, "", before)
    assert "line 5" in ran.err


def test_two_referees_do_not_write_to_one_log(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "kept.jsonl"
    with trials.running("--log", str(log)) as other:
        assert trials.say(other, game().strip())["ok"]
        ran = vflog("referee", "--log", log, "--resume", stdin=b"")
        assert (ran.code, "another process" in ran.err) == (3, True)


def test_a_new_log_may_be_gone_on_with_too(vflog: Run, tmp_path: Path) -> None:
    """So a supervisor can always start it with --resume."""
    log = tmp_path / "kept.jsonl"
    assert vflog("referee", *PACKS, "--log", log, "--resume", stdin=b"".join(LINES)).code == 0
    assert log.read_bytes() == b"".join(LINES)


# -- requests, and views -----------------------------------------------------------------------------------


def test_what_else_would_have_been_legal_is_told_when_it_is_asked(vflog: Run, tmp_path: Path) -> None:
    ((_, log),) = services.simulate(1, 3, ruleset="veiled-fate", players=3, game="g", expansions=("hadria",))
    session = services.referee()
    asked = found = 0
    for line in log.splitlines():
        record = json.loads(line)
        if record["type"] == "move" and "quest" in record:
            wrong = {**record, "card": "?", "x_note": 1, "slot": 9}
            plain = session.answer(_json({"ask": "try", "record": wrong}))
            more = session.answer(_json({"ask": "try", "record": wrong, "holds_under": True}))
            assert not plain.ok
            assert plain.problems[0].holds_under is None
            assert [p.code for p in more.problems] == [p.code for p in plain.problems]
            asked += 1
            found += more.problems[0].holds_under is not None
        assert session.answer(line).ok
    assert asked > 3


VIEWED = [json.loads(line) for line in (ROOT / "sample_logs" / "base-2p.jsonl").read_bytes().splitlines()]


def _other_secrets(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The beginning of a game in which only what Bob holds is another."""
    out = json.loads(json.dumps(records))
    out[1]["hands"]["bob"], out[1]["demis"]["bob"] = ["s1", "s1", "f2", "+2", "s1"], "klar"
    return out


@pytest.mark.parametrize("view", ["public", "ada"])
def test_what_a_view_hides_changes_no_answer(view: str) -> None:
    asked = [
        {"ask": "state"},
        {"ask": "legal"},
        {"ask": "try", "record": {"type": "rest", "player": "bob"}},
        {"ask": "try", "record": {"type": "move", "player": "ada", "demi": "belan", "to": "coast"}},
        {"ask": "try", "record": {"type": "claim", "known_demis": {"bob": "klar"}}},
        {"ask": "try", "record": {"type": "end", "reason": "abandoned"}},
        {"ask": "legal", "with": {"type": "move", "player": "ada"}},
        {"ask": "legal", "view": "public"},
        {"type": "note", "text": "tea"},
        {"type": "rest", "player": "ada"},
        {"type": "claim", "phase": "turn"},
        {"n": 9},
    ]
    told = []
    for records in (VIEWED[:3], _other_secrets(VIEWED[:3])):
        session = services.referee()
        assert all(session.answer(_json(record)).ok for record in records)
        answers = [session.answer(_json(line), view) for line in asked]
        assert all(answer.digest is None for answer in answers)
        told.append([model.line(referee.answer(answer)) for answer in answers])
    assert told[0] == told[1]


@pytest.mark.parametrize("path", SAMPLES[::5], ids=lambda path: path.stem)
def test_the_public_digest_is_the_same_in_every_view(path: Path) -> None:
    session = services.referee()
    for number, line in enumerate(path.read_bytes().splitlines()):
        public = session.answer(line).public
        if number % 20 == 10:
            (played,) = session.games.values()
            for view in played.views():
                seen = session.answer(_json({"ask": "state", "view": view}))
                assert (seen.public, seen.digest is None) == (public, view != "all")


@pytest.mark.parametrize("path", SAMPLES[::5], ids=lambda path: path.stem)
def test_a_view_that_is_followed_is_the_view_made_anew(path: Path) -> None:
    """Whenever it is looked at: after one line or several, takebacks and amends too, and what is no more in memory."""
    session, dice = services.referee(), Random(path.stem)
    for line in path.read_bytes().splitlines():
        session.answer(line)
        for played in session.games.values():
            for view in played.views()[1:]:
                if dice.random() < 0.1:
                    followed, anew = played.seen(view).play, played._redacted(view, played._opener).play
                    assert followed.document() == anew.document()
                    assert legal(followed) == legal(anew)


def test_a_view_reads_only_the_lines_that_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    session = services.referee()
    header, *records = (ROOT / "sample_logs" / "base-4p.jsonl").read_bytes().splitlines()
    session.answer(header)
    (played,) = session.games.values()
    read: list[bytes] = []
    kept = played.lines.keeper.line
    monkeypatch.setattr(played.lines.keeper, "line", lambda where: read.append(kept(where)) or read[-1])
    for record in records[:60]:
        session.answer(record)
        played.seen("ada")
        read.clear()
        session.answer(_json({"ask": "state", "view": "ada"}))
        assert read == []
    session.answer(records[60])
    session.answer(_json({"ask": "state", "view": "ada"}))
    assert read == [records[60]]


def test_who_may_send_what(vflog: Run, tmp_path: Path) -> None:
    """From the answers to records of others a player could learn what is hidden."""
    session = services.referee()
    assert all(session.answer(_json(record)).ok for record in VIEWED[:4])
    of_bob, of_ada = {**VIEWED[4], "player": "bob"}, VIEWED[4]
    for view, record, may in (
        ("bob", of_ada, False),
        ("public", of_ada, False),
        ("public", {"type": "note"}, False),
        ("ada", {"type": "takeback", "to": 2}, False),
        ("ada", {"type": "claim", "phase": "turn"}, False),
        ("ada", {"type": "ruling", "by": "a", "reason": "b", "set": {}}, False),
        ("ada", of_bob, False),
        ("ada", {**VIEWED[0], "game": "other"}, False),
        ("ada", {"type": "end", "reason": "abandoned"}, False),
        ("bob", {"type": "note", "text": "tea"}, True),
        ("ada", {**of_ada, "n": 5}, True),
    ):
        answer = session.answer(_json(record), view)
        codes = [problem.code for problem in answer.problems]
        assert (answer.ok, codes) == (may, [] if may else ["referee.not-yours"]), (view, record)
    ran = vflog("referee", "--view", "ada", "--log", tmp_path / "kept.jsonl", stdin=_json(VIEWED[0]))
    assert ran.lines[0]["problems"][0]["code"] == "referee.not-yours"
    assert not session.answer(b'{"ask":"state","view":"all"}', "ada").ok
    assert not session.answer(b'{"ask":"state","view":"bob"}', "ada").ok


def test_every_line_is_as_the_schema_says(vflog: Run) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = referee.schema()
    assert json.loads(vflog("schema", "referee").out) == schema

    def like(name: str, value: Any) -> None:
        jsonschema.validate(value, {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})

    session = services.referee()
    for line in trials.Fuzz(5).conversation(120):
        answer = session.answer(line)
        like("Answer", json.loads(model.line(referee.answer(answer))))
        try:
            plain = json.loads(line)
        except ValueError:
            continue
        if isinstance(plain, dict) and "ask" in plain and answer.ok:
            like(plain["ask"].capitalize(), {key: value for key, value in plain.items() if not key.startswith("x_")})


# -- cost --------------------------------------------------------------------------------------------------


def _seconds(session: Referee, line: bytes, times: int = 60) -> float:
    """What a line costs, at best."""
    best = 9.0
    for _ in range(times):
        before = time.process_time()
        session.answer(line)
        best = min(best, time.process_time() - before)
    return best


def test_a_refusal_and_a_try_cost_what_they_cost_at_first_however_long_the_game_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(refereed, "KEEP", 1024)
    move = json.loads(next(line for line in trials.games("veiled-fate")[0] if b'"move"' in line))
    wrong = _json({"type": "rest", "player": "nobody"})
    asked = [wrong, *(_json({"ask": "try", "record": record}) for record in (move, {"type": "takeback", "to": 2}))]
    session, costs = services.referee(), []
    for number, line in enumerate(trials.one_long_game()):
        assert session.answer(line).ok
        if number in (100, 6100):
            costs.append([_seconds(session, one) for one in asked])
        if number == 6100:
            break
    early, late = costs
    assert all(b < 4 * a + 0.002 for a, b in zip(early, late, strict=True)), costs
    session.answer(_json({"type": "note"}))
    (played,) = session.games.values()
    assert played.judge.kept_from > 3000


def test_what_is_no_longer_in_memory_can_be_gone_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far back costs more, but comes to the same."""
    monkeypatch.setattr(refereed, "KEEP", 256)
    session, digests = services.referee(), []
    lines = trials.one_long_game()
    for line in lines:
        digests.append(session.answer(line).digest)
        if len(digests) == 3000:
            break
    (played,) = session.games.values()
    assert played.judge.kept_from > 0
    for to in (2900, 700, 5, 0):
        asked = _json({"ask": "try", "record": {"type": "takeback", "to": to}})
        live = session.answer(asked)
        if live.ok:
            assert live.digest == digests[to]
        else:
            assert live.problems[0].code == "takeback.target"
    assert session.answer(_json({"type": "takeback", "to": 5})).digest == digests[5]
    assert session.answer(_json({"type": "note"})).n == 3001


# -- a smaller sample of what `make prove` runs in full ------------------------------------------------------


def test_any_lines(tmp_path: Path) -> None:
    assert trials.fuzzed(1500, tmp_path, seed=3)["kept"] > 50


def test_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    assert trials.killed(3, tmp_path)["answered"] > 100


def test_memory_stays_as_it_is(tmp_path: Path) -> None:
    trials.memory_of_moves(3000, tmp_path)
    trials.memory_of_games(20, tmp_path)

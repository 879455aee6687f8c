"""Disputes of every other shape: broken logs, records that are fine, not there, taken back; what-ifs; seals."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ran, Run, vflog  # noqa: F401 - a fixture
from tests.disputes.make import verdict_of
from tests.disputes.staged import Log, numbered, sample, written

Write = Callable[[Log], Path]


@pytest.fixture
def log(tmp_path: Path) -> Write:
    """Writes a log."""

    def write(records: Log) -> Path:
        path = tmp_path / "log.jsonl"
        path.write_bytes(written(records))
        return path

    return write


def _settled(run: Run, path: Path, *more: object, code: int | None = None) -> Any:
    """The verdict of a dispute by the command, whose exit code is the game's."""
    out = path.parent / "out"
    ran: Ran = run("dispute", path, "--out", out, "--force", *more)
    assert ran.code in ((0, 1) if code is None else (code,)), ran.err
    return verdict_of(out)


# -- whose view ----------------------------------------------------------------------------------------------

_END = {"type": "end", "reason": "played", "demis": {"ada": "isabel"}, "winners": ["ada"]}
_STOPPED = {"type": "end", "reason": "time", "result": {"winners": ["ada"], "by": "judge"}}
_REFUSED = {"type": "move", "player": "nobody", "demi": "naka", "to": "city"}


@pytest.mark.parametrize(
    ("more", "view"),
    [
        ([], "public"),
        ([_STOPPED], "all"),
        ([_STOPPED, {"type": "takeback", "to": 3}], "all"),  # after the end nothing is taken back
        ([_END], "public"),  # it was not the time for it
        ([_END, {"type": "takeback", "to": 39}, {"type": "note", "text": "still playing"}], "public"),
        ([_REFUSED, _END], "all"),  # the log goes to an end that is not judged
        ([_REFUSED, _END, {"type": "note", "text": "thanks"}], "all"),
        ([_REFUSED, _END, {"type": "takeback", "to": 39}], "public"),
        ([_REFUSED, _STOPPED], "public"),
        ([{**_STOPPED, "result": {"winners": ["ada", "ada"], "by": "judge"}}], "public"),
    ],
)
def test_all_is_shown_once_the_game_has_ended(
    vflog: Run,  # noqa: F811
    log: Write,
    more: list[dict[str, Any]],
    view: str,
) -> None:
    path = log(numbered([*sample("base-4p")[:40], *more]))
    _settled(vflog, path, "--at", 20)
    assert [each.name for each in (path.parent / "out").glob("log.*.jsonl")] == [f"log.{view}.jsonl"]


# -- which record --------------------------------------------------------------------------------------------


def test_a_record_that_is_fine(vflog: Run, log: Write) -> None:  # noqa: F811
    found = _settled(vflog, log(sample("base-3p")), "--at", 20, code=0)
    assert found["verdict"]["kind"] == "legal"
    assert found["verdict"]["sentence"].startswith("Record 20 is legal: ")
    assert found["winner"]["changes"] == "no"


def test_a_record_that_is_not_there(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("base-3p"))
    ran = vflog("dispute", path, "--at", 500, "--out", path.parent / "out")
    assert (ran.code, ran.out) == (2, "")
    assert "has no record 500; its last one is 132" in ran.err
    assert not (path.parent / "out").exists()


def test_a_record_that_was_taken_back(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("taken-back-4p"))
    found = _settled(vflog, path, "--at", 13, code=0)
    sentence = found["verdict"]["sentence"]
    assert sentence.startswith("Record 13 was taken back by record 15 and does not count. When it came it was wrong. ")
    assert found["verdict"]["rule"] == "VF-M3"
    assert found["winner"] == {
        "changes": "no",
        "why": "the record was taken back, and nothing of it is left in the game",
        "now": ["ada"],
        "instead": None,
    }
    assert "It had not been judged." in _settled(vflog, path, "--at", 14)["verdict"]["sentence"]


def test_a_record_behind_the_one_that_is_wrong(vflog: Run, log: Write) -> None:  # noqa: F811
    found = _settled(vflog, log(sample("invalid-slot-need-3p")), "--at", 50, code=1)
    assert found["verdict"]["sentence"].startswith("Record 50 was not judged, because record 3 before it stops the log")
    assert (found["record"]["n"], found["record"]["asked"]) == (3, 50)


def test_a_note_and_the_header(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("udacha"))
    assert "changes nothing in the game" in _settled(vflog, path, "--at", 0)["verdict"]["sentence"]


def test_the_earliest_fault_is_the_one(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("invalid-card-not-held-4p")
    claim = {"type": "claim", "age": 3}
    found = _settled(vflog, log(numbered([*records[:5], claim, *records[5:]])))
    assert found["record"]["n"] == 5
    assert found["verdict"]["kind"] == "claim"


# -- what it is about ----------------------------------------------------------------------------------------


def test_a_claim_that_differs_is_traced(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-3p")
    claim = {"type": "claim", "demis": {"saghari": {"at": "forest"}}}
    found = _settled(vflog, log(numbered([*records[:40], claim, *records[40:]])), code=1)
    assert found["verdict"]["kind"] == "claim"
    assert '"forest", but it is "desert"' in found["verdict"]["sentence"]
    assert found["verdict"]["basis"] is None
    (thing,) = found["trace"]
    assert thing["name"] == "demis.saghari.at"
    assert [moved["n"] for moved in thing["moved"]] == [29]
    assert any(way["n"] == 29 and way["record"]["to"] == "forest" for way in found["explained"])


def test_a_record_that_is_missing(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-4p")
    assert records[15]["type"] == "end_turn"
    found = _settled(vflog, log(numbered([*records[:15], *records[16:]])), code=1)
    assert found["record"]["n"] == 15
    ways = [way for way in found["explained"] if way["what"] == "missing"]
    assert ways[0]["title"] == "Had “cy ends the turn” been written before record 15"
    assert ways[0]["result"] == "same winner"


def test_a_line_that_cannot_be_read(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("base-3p"))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:30], b'{"type":"mo\n', *lines[31:]]))
    found = _settled(vflog, path, code=1)
    assert found["verdict"]["kind"] == "no record"
    assert found["verdict"]["sentence"].startswith("Line 31 is no record that can be read: ")
    assert found["winner"]["changes"] == "cannot be told"
    asked = _settled(vflog, path, "--at", 40)
    assert asked["verdict"]["sentence"].startswith("Record 40 was not judged, because line 31 before it")


def test_a_wrong_number(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-3p")
    records[30]["n"] = 33
    found = _settled(vflog, log(records), code=1)
    assert found["verdict"]["rule"] is None
    assert "is not what the log format asks" in found["verdict"]["sentence"]


def test_a_game_that_cannot_be_judged(vflog: Run, log: Write, tmp_path: Path) -> None:  # noqa: F811
    records = sample("base-3p")
    records[0]["revision"] = "1999-01"
    found = _settled(vflog, log(records), code=1)
    assert found["verdict"]["kind"] == "unsupported"
    assert "1999-01" in found["verdict"]["sentence"]
    assert found["winner"]["why"] == "the game cannot be judged"
    told = (tmp_path / "out" / "summary.txt").read_text().splitlines()
    assert told[2] == "No record was held against a rule."


@pytest.mark.parametrize("broken", [(1,), (2,), (1, 2)], ids=["the first", "the second", "both"])
@pytest.mark.parametrize(
    ("field", "value"), [("revision", "1999-01"), ("content", {"pack": "nowhere"}), ("rulings", {"nothing": "so"})]
)
def test_of_two_logs_one_that_cannot_be_judged(
    vflog: Run,  # noqa: F811
    tmp_path: Path,
    broken: tuple[int, ...],
    field: str,
    value: object,
) -> None:
    paths = []
    for number in (1, 2):
        records = sample("base-3p")
        if number in broken:
            records[0][field] = value
        paths.append(tmp_path / f"log{number}.jsonl")
        paths[-1].write_bytes(written(records))
    ran = vflog("dispute", *paths, "--out", tmp_path / "out")
    assert ran.code == 1, ran.err
    found = verdict_of(tmp_path / "out")
    assert found["verdict"]["kind"] == "unsupported"
    assert f"in log{broken[0]}.jsonl cannot be" in found["verdict"]["sentence"]
    assert len(found["logs"]) == 2
    assert {path.name for path in (tmp_path / "out").glob("log*.jsonl")} == {"log1.all.jsonl", "log2.all.jsonl"}


def test_what_only_the_format_refuses_holds_under_no_ruling(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-4p")
    back = numbered([*records[:30], {"type": "takeback", "to": 99}, *records[30:]])
    found = _settled(vflog, log(back), code=1)
    assert found["verdict"]["holds_under"] == []
    assert found["explained"] == []
    assert {each["result"] for each in found["rulings"]} == {"cannot go on"}
    assert found["winner"]["why"] == "without record 30, the winner stays bob"


def test_another_type_of_record_where_none_of_its_own_is_legal(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-4p")
    records[5]["type"] = "rest"
    found = _settled(vflog, log(records), code=1)
    assert found["verdict"]["instead"] == ["cy ends the turn"]
    assert 'type: "end_turn" instead of "rest"' in found["winner"]["why"]


def test_a_takeback_that_was_not_judged_itself(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-4p")
    wrong = {**records[19], "quest": "nowhere"}
    back = [{"type": "takeback", "to": n} for n in (19, 18)]
    path = log(numbered([*records[:19], wrong, records[19], back[0], back[1], *records[19:]]))
    for n in (19, 20, 21):
        found = _settled(vflog, path, "--at", n, code=0)
        assert found["verdict"]["sentence"].startswith(f"Record {n} was taken back by record 22"), n


def test_a_log_without_a_game(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"nothing of a game\n")
    ran = vflog("dispute", path, "--out", tmp_path / "out")
    assert ran.code == 1
    assert "There is no game in" in ran.err
    assert "is not JSON" in ran.err
    assert vflog("dispute", tmp_path / "nowhere.jsonl", "--out", tmp_path / "out").code == 3
    assert not (tmp_path / "out").exists()


def test_two_logs_of_one_name_lie_apart(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    logs = []
    for folder, n in (("a", 100), ("b", 90)):
        (tmp_path / folder).mkdir()
        logs.append(tmp_path / folder / "game.jsonl")
        logs[-1].write_bytes(written(sample("base-3p")[:n]))
    out = tmp_path / "out"
    assert vflog("dispute", *logs, "--out", out, "--allow", "incomplete").code == 0
    for i, log in enumerate(logs, 1):
        assert (out / "private" / f"{i}-game.jsonl").read_bytes() == log.read_bytes()
        assert (out / f"{i}-game.public.jsonl").is_file()
    assert "the first goes on for 10 records more" in (out / "README.html").read_text("utf-8")


@pytest.mark.parametrize(
    "name", ["score-4p", "hidden-4p", "udacha-hidden", "udacha-disputed", "teams-6p", "abandoned-4p"]
)
def test_logs_of_every_kind(vflog: Run, log: Write, name: str) -> None:  # noqa: F811
    found = _settled(vflog, log(sample(name)), "--allow", "abandoned", code=0)
    assert found["verdict"]["sentence"]


def test_two_rulesets_are_no_one_game(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    for name in ("base-3p", "udacha"):
        (tmp_path / f"{name}.jsonl").write_bytes(written(sample(name)))
    ran = vflog("diff", tmp_path / "base-3p.jsonl", tmp_path / "udacha.jsonl")
    assert ran.code == 2
    assert "of two rulesets" in ran.err


# -- what follows ----------------------------------------------------------------------------------------------


def test_an_assumption_is_played_out(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("invalid-card-not-held-4p"))
    _settled(vflog, path, "--assume", '17={"card":"f2"}', "--assume", '17={"card":"f1"}')
    rows = list(csv.DictReader(io.StringIO((path.parent / "out" / "what-if.csv").read_text("utf-8"))))
    told = [(row["what"], row["result"], row["winners"]) for row in rows if row["what"] == "assumed"]
    assert told == [("assumed", "same winner", "dot"), ("assumed", "log cannot go on from record 19", "")]
    assert any(row["what"] == "left out" for row in rows)


@pytest.mark.parametrize(
    "given", ["17", "x={}", '17={"card":', '17=["s1"]', '500={"card":"s1"}', '17={"card":"ace"}', '17={"nothing":1}']
)
def test_an_assumption_that_is_none(vflog: Run, log: Write, given: str) -> None:  # noqa: F811
    path = log(sample("invalid-card-not-held-4p"))
    ran = vflog("dispute", path, "--assume", given, "--out", path.parent / "out")
    assert ran.code == 2
    assert ran.err.startswith("vflog: ")
    assert not (path.parent / "out").exists()


def test_rulings_of_a_log_tell_what_they_change(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("hadria-5p"))
    (rows,) = vflog("rulings", path, "--format", "json").lines
    told = {(one["ruling"], one["other"]): one for row in rows for one in row["tried"]}
    assert told["renown_bounds", "refuse"]["result"] == "same winner"
    assert told["group_order", "listed"]["parts"] == 134
    assert (told["empty_deck", "none"]["result"], told["empty_deck", "none"]["stops"]) == ("cannot go on", 161)
    for (name, other), one in told.items():
        ran = vflog("validate", path, "--ruling", f"{name}={other}", "--format", "json").lines[0]
        first = next((p for p in ran["problems"] if p["severity"] == "error"), None)
        if first is None:
            assert (one["result"], one["winners"]) == ("same winner", ran["games"][0]["winners"]), name
        elif first["code"] == "end.winners":
            assert (one["result"], one["winners"]) == ("other winner", first["expected"]), name
        else:
            assert (one["result"], one["stops"]) == ("cannot go on", first["n"]), name
    assert "listed: same winner (another position from record 134)" in vflog("rulings", path).out


# -- the folder --------------------------------------------------------------------------------------------------


def test_a_seal_lies_beside_the_copy_and_its_key_apart(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("base-3p"))
    assert vflog("seal", path).code == 0
    seal = Path(f"{path}.seal")
    _settled(vflog, path, "--seal", seal, "--view", "public")
    out = path.parent / "out"
    assert (out / "log.jsonl.seal").read_bytes() == seal.read_bytes()
    assert (out / "private" / "log.jsonl.seal.key").read_bytes() == Path(f"{seal}.key").read_bytes()
    assert "the log is what was sealed" in (out / "README.html").read_text("utf-8")
    assert not list(out.glob("*.key"))
    path.write_bytes(path.read_bytes().replace(b'"card": "f1"', b'"card": "f2"', 1))
    _settled(vflog, path, "--seal", seal)
    assert "the log is NOT what was sealed" in (out / "README.html").read_text("utf-8")


def test_nothing_is_written_over_unless_asked(vflog: Run, log: Write) -> None:  # noqa: F811
    path = log(sample("base-3p"))
    out = path.parent / "out"
    assert vflog("dispute", path, "--out", out).code == 0
    ran = vflog("dispute", path, "--out", out)
    assert ran.code == 2
    assert "is there already; --force writes over it" in ran.err
    assert vflog("dispute", path, "--out", path, "--force").code == 2
    assert path.read_bytes() == written(sample("base-3p"))


def test_the_command_in_the_bundle_makes_it_again(
    vflog: Run, log: Write, monkeypatch: pytest.MonkeyPatch  # noqa: F811
) -> None:  # fmt: skip
    import shlex

    from tests.disputes.make import handed_out

    path = log(sample("invalid-card-not-held-4p"))
    _settled(vflog, path, "--view", "ada", "--assume", '17={"card":"f2"}')
    command = json.loads((path.parent / "out" / "versions.json").read_text())["command"]
    monkeypatch.chdir(path.parent)
    assert vflog(*shlex.split(command)[1:]).code == 1
    assert handed_out(path.parent / "dispute") == handed_out(path.parent / "out")


# -- two logs that do not part, numbers ------------------------------------------------------------------------


def _two(run: Run, one: Log, other: Log, folder: Path) -> Any:
    (folder / "one.jsonl").write_bytes(written(one))
    (folder / "other.jsonl").write_bytes(written(other))
    return run("dispute", folder / "one.jsonl", folder / "other.jsonl", "--out", folder / "out", "--force")


def _sentence_of_two(run: Run, one: Log, other: Log, folder: Path) -> str:
    _two(run, one, other, folder)
    return str(verdict_of(folder / "out")["verdict"]["sentence"])


def test_two_logs_that_tell_the_same(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    told = _sentence_of_two(vflog, sample("base-3p"), sample("base-3p"), tmp_path)
    assert told == "The two logs tell the same game: 132 records of play, and nothing that differs."


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_logs_one_stops_earlier(vflog: Run, tmp_path: Path, turned: bool) -> None:  # noqa: F811
    one, other = sample("base-3p"), sample("base-3p")[:71]
    one[0]["source"], other[0]["source"] = {"app": "left"}, {"app": "right"}
    told = _sentence_of_two(vflog, *((other, one) if turned else (one, other)), tmp_path)
    assert told.startswith("The logs do not part: that by right stops after record 70 (")
    assert told.endswith("that by left goes on for 62 more.")


def test_what_is_wrong_where_only_the_second_log_goes_on(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    wrong = sample("base-3p")
    wrong[100] = {**wrong[100], "player": "zoe"}
    told = _sentence_of_two(vflog, sample("base-3p")[:71], wrong, tmp_path)
    assert "In what only the second has: Record 100" in told
    assert "'zoe' is no player of this game" in told


def test_logs_of_two_games_are_no_dispute(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    ran = _two(vflog, sample("base-3p"), sample("base-4p"), tmp_path)
    assert ran.code == 2
    assert "These are logs of two games: base-3p is veiled-fate with ada, bob, cy and base-4p" in ran.err
    assert not (tmp_path / "out").exists()


def test_a_number_left_out_is_no_fault_of_the_play(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-3p")
    found = _settled(vflog, log([*records[:31], *({**r, "n": r["n"] + 1} for r in records[31:])]), code=1)
    assert found["verdict"]["code"].startswith("n.")
    assert found["winner"]["changes"] == "no"
    assert "with record 32 read as it stands, its number aside, the winner stays bob" in found["winner"]["why"]
    assert found["verdict"]["instead"] == []


def test_what_must_come_next_is_told_in_whole_records(vflog: Run, log: Write) -> None:  # noqa: F811
    records = sample("base-3p")
    n = next(r["n"] for r in records if r["type"] == "move" and r["n"] > 20)
    other = next(p["id"] for p in records[0]["players"] if p["id"] != records[n]["player"])
    records[n] = {**records[n], "player": other}
    found = _settled(vflog, log(records), code=1)
    assert found["verdict"]["rule"] == "VF-T1"
    assert found["verdict"]["instead"]
    assert not any("phase" in each for each in found["verdict"]["instead"])

"""A tournament is followed while it is played: what is told is so, and it costs what is new."""

from __future__ import annotations

import gzip
import json
import threading
from pathlib import Path

import pytest

from vflog import api, tournaments
from vflog.cli import main
from vflog.engine.settings import Settings
from vflog.playback.views import View
from vflog.tournament import file
from vflog.tournament.watch import Watched

from .test_findings import FOUR, ROUND, log, one_round, toml

SAMPLE = Path(__file__).parents[2] / "sample_logs" / "tournament" / "app-two" / "round-1-table-1.jsonl"
CUP = SAMPLE.parents[1] / "cup.toml"


def watched(folder: Path, text: str = "") -> Watched:
    return tournaments.watched_tournament(file.read((text or toml(ROUND)).encode()), [folder])


def test_a_line_a_table_with_age_record_and_problems(tmp_path: Path) -> None:
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    it = watched(tmp_path, CUP.read_text())
    assert {now.state for now in it.look()} == {"no log"}
    path = tmp_path / "a.jsonl"
    seen = []
    for i in range(0, len(lines), 20):
        path.write_bytes(b"".join(lines[: i + 20]))
        (now,) = [now for now in it.look() if (now.round, now.table) == (1, "1")]
        assert now.records == min(i + 20, len(lines))
        seen.append(now.moment)
    assert seen[0] == "Age 1"
    assert [*dict.fromkeys(seen)] == ["Age 1", "Age 2", "Age 3", None]
    assert (now.state, now.problems, now.app) == ("valid", 0, "app-two")
    assert now.last is not None


@pytest.mark.parametrize("packed", [False, True])
def test_of_a_copy_for_a_view_nothing_hidden_is_told(packed: bool, tmp_path: Path) -> None:
    told = []
    for name in ("one", "other"):
        lines = [json.loads(line) for line in (CUP.parents[1] / "base-4p.jsonl").read_bytes().splitlines()]
        if name == "other":  # two Demis, and the cards that lie face down
            demis = lines[1]["demis"]
            demis["bob"], demis["cy"] = demis["cy"], demis["bob"]
        path = tmp_path / name / ("log.jsonl.gz" if packed else "log.jsonl")
        path.parent.mkdir()
        it = Watched(None, [path.parent], Settings(), View("public"))
        seen = []
        for count in range(1, 81, 7):
            data = b"".join(json.dumps(line).encode() + b"\n" for line in lines[:count]) + b'{"type":"mo'
            path.write_bytes(gzip.compress(data[: data.rfind(b"\n") + 1]) if packed else data)
            ((_, now),) = it.games()
            assert now.records == count
            if not packed:  # what is packed is taken to be whole
                assert (now.state, now.problems) == ("playing", 0)
            seen.append(now)
        told.append(seen)
    assert told[0] == told[1]
    words = [now.last for now in told[0] if now.last and ", with " in now.last]
    assert words
    assert all("an unseen card" in each for each in words)


def test_it_costs_what_is_new(tmp_path: Path) -> None:
    text = toml(one_round(1, *((str(i), ["ann", "bob"]) for i in range(50))))
    for i in range(50):
        (tmp_path / f"{i}.jsonl").write_bytes(log(["ann", "bob"], table=str(i), id=f"g{i}", change="cut"))
    it = watched(tmp_path, text)
    it.look()
    whole = it.bytes
    assert whole == sum(path.stat().st_size for path in tmp_path.iterdir())
    it.look()
    assert it.bytes == whole
    more = log(["ann", "bob"], table="7", id="g7").splitlines(keepends=True)[-1]
    with open(tmp_path / "7.jsonl", "ab") as grown:
        grown.write(more[:9])
    it.look()
    with open(tmp_path / "7.jsonl", "ab") as grown:
        grown.write(more[9:])
    now = {each.table: each.state for each in it.look()}
    assert now["7"] == "valid"
    assert list(now.values()).count("playing") == 49
    assert it.bytes <= whole + len(more) + 2 * 64


def test_a_log_line_by_line_is_what_it_is_as_a_whole(tmp_path: Path) -> None:
    data = log(FOUR, change="wrong")
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"")
    it = watched(tmp_path)
    for at in range(0, len(data), 37):
        with open(path, "ab") as grown:
            grown.write(data[at : at + 37])
        it.look()
    (now,) = it.look()
    (game,) = api.validate(path).games
    assert now.problems == len([p for p in game.problems if p.severity == "error"]) == 1
    assert now.first_problem == game.problems[-1].message


def test_a_log_that_is_written_anew_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(log(FOUR))
    it = watched(tmp_path)
    assert it.look()[0].state == "valid"
    path.write_bytes(log(FOUR, id="again", change="cut"))
    (now,) = it.look()
    assert (now.game, now.state) == ("again", "playing")
    path.unlink()
    assert it.look()[0].state == "no log"


def test_packed_logs_and_byte_order_marks(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(log(FOUR)))
    assert watched(tmp_path).look()[0].state == "valid"
    (tmp_path / "a.jsonl.gz").unlink()
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + log(FOUR))
    assert watched(tmp_path).look()[0].state == "valid"


def test_other_events_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(log(FOUR, event="other"))
    assert watched(tmp_path).look()[0].state == "no log"


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_the_command_ends_when_every_game_is_over(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cup.toml").write_text(toml(ROUND))
    data = log(FOUR)
    cut = log(FOUR, change="cut")
    (tmp_path / "a.jsonl").write_bytes(cut)

    def play_on() -> None:
        with open(tmp_path / "a.jsonl", "ab") as grown:
            grown.write(data[len(cut) :])

    later = threading.Timer(0.3, play_on)
    later.start()
    assert main(["tournament", str(tmp_path / "cup.toml"), "--watch", "--seconds", "0.05", "--format", form]) == 0
    later.join()
    out = capsys.readouterr().out.splitlines()
    if form == "text":
        assert out[0].startswith("round 1, table 1 (pad): playing, Age 3, ")
        assert out[1].startswith("round 1, table 1 (pad): valid, ")
    else:
        assert [json.loads(line)["table"]["state"] for line in out[:2]] == ["playing", "valid"]
    assert main(["tournament", str(tmp_path / "cup.toml"), "--watch", "--format", "json"]) == 2


def test_a_log_with_its_end_is_over_be_it_sound_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    wrong, end = log(FOUR, change="wrong"), log(FOUR).splitlines(keepends=True)[-1]
    path.write_bytes(wrong)
    it = watched(tmp_path)
    (now,) = it.look()
    assert (now.state, now.over, now.moment) == ("invalid", True, None)
    path.write_bytes(wrong + b'{"type":"note","text":"tea"}\n')
    assert it.look()[0].over
    path.write_bytes(wrong + b'{"type":"takeback","to":1}\n')
    assert it.look()[0].state == "playing"
    lines = log(FOUR).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"type":"move"}\n', *lines[2:]]))
    assert [(now.state, now.over) for now in it.look()] == [("invalid", True)], "the end is not judged any more"
    path.write_bytes(b"".join([*lines[:2], b'{"type":"move"}\n', *lines[2:-1]]))
    assert it.look()[0].state == "playing"
    (tmp_path / "cup.toml").write_text(toml(ROUND))
    path.write_bytes(b"".join([*lines[:2], b'{"type":"move"}\n', *lines[2:-1], end]))
    assert main(["tournament", str(tmp_path / "cup.toml"), "--watch"]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("round 1, table 1 (pad): invalid, ")
    assert " (unjudged); 1 problem, first (line 3): " in first
    assert first.endswith(".")
    assert not first.endswith("..")


def test_a_log_that_misses_from_a_past_round_is_told_and_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = toml(
        one_round(1, ("1", FOUR), ("2", ["eve", "fay"])) + one_round(2, ("1", FOUR)) + one_round(3, ("1", FOUR))
    )
    (tmp_path / "a.jsonl").write_bytes(log(FOUR))
    it = watched(tmp_path, text)
    assert [now.state for now in it.look()] == ["valid", "no log", "no log", "no log"]
    (tmp_path / "b.jsonl").write_bytes(log(FOUR, 2, id="g2", change="cut"))
    assert [now.state for now in it.look()] == ["valid", "missing", "playing", "no log"]
    (tmp_path / "c.jsonl").write_bytes(log(FOUR, 3, id="g3"))
    (tmp_path / "b.jsonl").write_bytes(log(FOUR, 2, id="g2"))
    (tmp_path / "cup.toml").write_text(text)
    assert main(["tournament", str(tmp_path / "cup.toml"), "--watch"]) == 1
    assert "round 1, table 2: no log, and later rounds have some: it is not waited for." in capsys.readouterr().out
    (tmp_path / "d.jsonl").write_bytes(log(["eve", "fay"], table="2", id="g4"))
    assert {now.state for now in it.look()} == {"valid"}

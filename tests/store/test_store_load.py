"""Loading (page "Tables"): whole files or none, once, grown games replaced, totals to the row."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.store import store_toy as toy
from tests.store.store_base import Base
from vflog.store.connect import connect
from vflog.store.errors import Foreign, Locked, StoreError
from vflog.store.load import load

HERE = Path(__file__).parent


def test_every_line_is_accounted_for(base: Base, write: Any) -> None:
    path = write("a.jsonl", *toy.game("g1"), "", "nonsense", *toy.game("g2", ["a", "bad", "c"]))
    base.load(path)
    assert base.rows("SELECT lines, blank, records, rejects, repeats, games FROM loads") == [(11, 1, 9, 1, 0, 2)]
    assert base.rows("SELECT judged, count(*) FROM records GROUP BY judged ORDER BY judged") == [
        ("applied", 6),
        ("refused", 1),
        ("unjudged", 2),
    ]
    assert base.rows("SELECT line, code, raw FROM rejects") == [(6, "line.not-json", b"nonsense")]


def test_an_invalid_game_is_loaded_and_marked(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("good"), *toy.game("poor", ["bad"]), *toy.game("open", end=False)))
    assert base.rows("SELECT game_id, status, counted, why_not FROM games ORDER BY game_id") == [
        ("good", "valid", True, None),
        ("open", "incomplete", False, "incomplete"),
        ("poor", "invalid", False, "invalid"),
    ]


def test_what_is_taken_back_is_in_records_and_in_no_fact(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g", ["a", "b", "back", "c"])))
    assert base.rows("SELECT n, judged, turn FROM records ORDER BY n") == [
        (0, "applied", None),
        (1, "applied", 1),
        (2, "taken_back", None),
        (3, "applied", 1),
        (4, "applied", 1),
        (5, "applied", 1),
    ]
    assert base.rows("SELECT n FROM corruption ORDER BY n") == [(1,), (3,), (4,)]
    assert base.rows("SELECT n, to_n FROM takebacks") == [(3, 1)]


def test_the_same_file_again_changes_nothing_and_is_named(base: Base, write: Any) -> None:
    path = write("a.jsonl", *toy.game("g"))
    base.load(path)
    before = base.digest()
    again = base.load(path)
    assert again.tally.already == [path]
    assert again.tally.files == set()
    assert base.digest() == before


def test_the_same_bytes_under_another_name_are_a_copy(base: Base, tmp_path: Path, write: Any) -> None:
    first, second = write("a.jsonl", *toy.game("g")), write("b.jsonl", *toy.game("g"))
    rows = "SELECT load_key, file, relation, why FROM tellings ORDER BY file"
    expected = None
    orders = [[[first, second]], [[second, first]], [[first], [second]], [[second], [first], [second]]]
    for i, loads in enumerate(orders):
        base = Base(tmp_path / f"{i}.duckdb")
        outs = [base.load(*paths) for paths in loads]
        assert sum(len(out.tally.copies) for out in outs) == 1
        expected = expected or (base.rows(rows), base.digest(), base.rows("SELECT file, records, repeats FROM loads"))
        assert (base.rows(rows), base.digest(), base.rows("SELECT file, records, repeats FROM loads")) == expected
    assert expected is not None
    assert [row[1:] for row in expected[0]] == [(first, "stands", None), (second, "copy", "the same bytes")]


def test_a_grown_file_replaces_its_game(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g", ["a", "b"], end=False), *toy.game("other")))
    grown = base.load(write("b.jsonl", *toy.game("g", ["a", "b", "c"])))
    assert grown.tally.grown == 1
    assert base.rows("SELECT status, records FROM games WHERE game_id = 'g'") == [("valid", 5)]
    assert base.rows("SELECT count(*) FROM corruption JOIN games USING (game_key) WHERE game_id = 'g'") == [(3,)]
    assert base.rows("SELECT records, repeats, games FROM loads ORDER BY lines DESC") == [(4, 3, 1), (5, 0, 1)]


def test_an_earlier_state_does_not_replace_a_later_one(base: Base, write: Any) -> None:
    base.load(write("b.jsonl", *toy.game("g", ["a", "b", "c"])))
    out = base.load(write("a.jsonl", *toy.game("g", ["a", "b"], end=False)))
    assert (out.tally.repeats, out.tally.games) == (1, 0)
    assert base.rows("SELECT status, records FROM games") == [("valid", 5)]
    assert base.rows("SELECT records, repeats, games FROM loads ORDER BY lines") == [(0, 3, 0), (5, 0, 1)]


def test_two_logs_that_contradict_each_other_do_not_count(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g", ["a", "b"])))
    out = base.load(write("b.jsonl", *toy.game("g", ["a", "x", "y"])))
    assert out.tally.duplicates == 1
    assert base.rows("SELECT records, counted, why_not, disputed FROM games") == [(5, False, "duplicate", True)]
    assert base.rows("SELECT count(*) FROM records") == [(5,)]
    assert base.rows("SELECT relation, records, why FROM tellings ORDER BY records") == [
        ("other", 4, "contradicts the one that stands"),
        ("stands", 5, None),
    ]
    assert base.rows("SELECT code, severity FROM problems") == [("game.duplicate", "error")]


def test_two_witnesses_of_one_game_count_once(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g", source={"app": "one"})))
    base.load(write("b.jsonl", *toy.game("g", source={"app": "two"})))
    assert base.rows("SELECT why_not, count(*) FROM games GROUP BY why_not ORDER BY why_not NULLS FIRST") == [
        (None, 1),
        ("witness", 1),
    ]


def test_a_game_with_the_same_id_and_another_end_counts_too(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g", source={"app": "one"})))
    base.load(write("b.jsonl", *toy.game("g", ["a", "b", "c"], source={"app": "two"})))
    assert base.rows("SELECT counted FROM games") == [(True,), (True,)]


def test_simulated_games_count_only_where_asked(base: Base, tmp_path: Path, write: Any) -> None:
    path = write("a.jsonl", *toy.game("g", source={"app": "vflog-simulate"}))
    base.load(path)
    assert base.rows("SELECT simulated, counted, why_not FROM games") == [(True, False, "simulated")]
    other = Base(tmp_path / "other.duckdb")
    other.load(path, count_simulated=True)
    assert other.rows("SELECT simulated, counted, why_not FROM games") == [(True, True, None)]


def test_lean_leaves_the_lines_out(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g")), lean=True)
    assert base.rows("SELECT count(*), count(body) FROM records") == [(4, 0)]


def test_the_line_is_kept_as_it_came(base: Base, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    odd = toy.line(type="note", text="‮ </script><b>\"' \\ é", player="ada").replace(":", "  : ")
    path.write_bytes("\r\n".join([toy.header("g"), odd]).encode() + b"\r\n")
    base.load(str(path))
    assert base.rows("SELECT body::VARCHAR FROM records WHERE n = 1") == [(odd,)]


def test_times_are_utc_and_kept_as_written(base: Base, write: Any) -> None:
    ats = ["2026-03-01T20:00:00+02:00", "2026-03-01T18:00:01.123456789Z", "2026-02-30T10:00:00Z"]
    notes = [toy.line(type="note", text="a", player="ada", at=at) for at in ats]
    base.load(write("a.jsonl", toy.header("g"), *notes))
    assert base.rows("SELECT at_utc::VARCHAR, at_text FROM records WHERE n > 0 ORDER BY n") == [
        ("2026-03-01 18:00:00", ats[0]),
        ("2026-03-01 18:00:01.123456", ats[1]),
        (None, ats[2]),
    ]


def test_a_turn_lasts_without_its_pauses(base: Base, write: Any) -> None:
    def note(second: str, **more: str) -> str:
        return toy.line(type="note", at=f"2026-03-01T20:{second}Z", **more)

    lines = [
        note("00:10", text="a"),
        note("01:00", kind="pause"),
        note("11:00.5", kind="resume"),
        note("12:00", text="b"),
    ]
    base.load(write("a.jsonl", toy.header("g", at="2026-03-01T20:00:00Z"), *lines))
    assert base.rows("SELECT duration_s::VARCHAR FROM turns") == [("119.500",)]


def test_without_times_a_turn_has_no_duration(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g")))
    assert base.rows("SELECT duration_s FROM turns") == [(None,)]


def test_a_pack_is_told_once(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g1"), *toy.game("g2")))
    base.load(write("b.jsonl", *toy.game("g3")))
    assert base.rows("SELECT (SELECT count(*) FROM packs), (SELECT count(*) FROM demis)") == [(1, 1)]


@pytest.mark.parametrize("name", ["a'; DROP TABLE games; --.jsonl", 'b".jsonl', "ü %s ☃.jsonl", "-.jsonl"])
def test_hostile_names_of_files_stay_names(base: Base, write: Any, name: str) -> None:
    path = write(name, *toy.game("g'; DROP TABLE games; --".replace("'", "").replace(" ", "-").replace(";", "")))
    base.load(path)
    assert base.rows("SELECT file FROM loads") == [(path,)]
    assert base.rows("SELECT count(*) FROM games") == [(1,)]


def test_hostile_names_of_players_stay_text(base: Base, write: Any) -> None:
    name = "'); DROP TABLE players; --</script>‮"
    base.load(write("a.jsonl", *toy.game("g", players=[{"id": "ada", "name": name}, {"id": "2024-01-02"}])))
    assert base.rows("SELECT player_id, name FROM players ORDER BY seat") == [("ada", name), ("2024-01-02", None)]


def test_the_digest_does_not_know_order_paths_or_copies(tmp_path: Path, write: Any) -> None:
    files = [
        write("a.jsonl", "junk", *toy.game("g1", ["a"], end=False)),
        write("b.jsonl", *toy.game("g1", ["a", "b"]), *toy.game("g2")),
        write("c.jsonl", *toy.game("g2"), *toy.game("g3", ["bad"])),
    ]
    digests = set()
    for i, order in enumerate([(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)]):
        base = Base(tmp_path / f"{i}.duckdb")
        for k in order:
            base.load(files[k])
        digests.add(base.digest())
    assert len(digests) == 1


def test_the_digest_knows_the_content(base: Base, tmp_path: Path, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g1")))
    other = Base(tmp_path / "other.duckdb")
    other.load(write("b.jsonl", *toy.game("g1", ["a", "c"])))
    assert base.digest() != other.digest()


def test_a_file_that_cannot_be_read_does_not_stop_the_others(base: Base, tmp_path: Path, write: Any) -> None:
    out = base.load(str(tmp_path / "missing.jsonl"), write("a.jsonl", *toy.game("g")))
    assert len(out.tally.files) == 1
    assert [problem.code for problem in out.tally.not_read] == ["input.not-found"]


def test_a_load_that_fails_leaves_whole_files(base: Base, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = write("a.jsonl", *toy.game("g1")), write("b.jsonl", *toy.game("g2"))
    monkeypatch.setattr("vflog.store.loader.ROW_GROUP", 1)
    close = toy._OneGame.close

    def broken(self: Any, visitor: Any) -> Any:
        if self.header.game == "g2":
            raise KeyboardInterrupt
        return close(self, visitor)

    with monkeypatch.context() as patch:
        patch.setattr(toy._OneGame, "close", broken)
        with pytest.raises(KeyboardInterrupt):
            base.load(first, second)
    assert base.rows("SELECT game_id FROM games") == [("g1",)]
    assert base.load(first, second).tally.already == [first]
    assert base.rows("SELECT count(*) FROM games") == [(2,)]


KILLED = """
import sys
sys.path[:0] = [{here!r}]
from tests.store import store_toy as toy
from vflog.engine import ruleset
ruleset._known = {{"toy": toy.Toy()}}
ruleset.entry_points = lambda **_: []
import vflog.store.loader as loader
loader.ROW_GROUP = 200
import vflog.store.load as loading
loading.judge = toy.judge
loading.load(sys.argv[2:], sys.argv[1])
"""


def _start(base: Base, files: list[str]) -> subprocess.Popen[bytes]:
    script = KILLED.format(here=str(HERE))
    return subprocess.Popen([sys.executable, "-c", script, str(base.path), *files])


def test_killed_at_any_point_the_next_run_completes_it(tmp_path: Path, write: Any) -> None:
    files = [write(f"{i}.jsonl", *toy.game(f"g{i}", ["a"] * 100)) for i in range(60)]
    undisturbed = Base(tmp_path / "undisturbed.duckdb")
    undisturbed.load(*files)
    disturbed = Base(tmp_path / "disturbed.duckdb")
    chance = random.Random(7)
    for _ in range(4):
        process = _start(disturbed, files)
        until = time.monotonic() + 30
        while not disturbed.path.exists() and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(chance.uniform(0.0, 0.4))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    disturbed.load(*files)
    assert disturbed.digest() == undisturbed.digest()


def test_two_loaders_the_second_says_so_or_waits(base: Base, write: Any) -> None:
    path = write("a.jsonl", *toy.game("g"))
    base.load(path)
    script = f"import duckdb, time; c = duckdb.connect({str(base.path)!r}); print('held', flush=True); time.sleep(1.5)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(Locked, match="is in use by another process"):
            base.load(path, wait=0)
        assert base.load(path, wait=20).tally.already == [path]


def test_loads_that_wait_for_one_another_are_all_done(base: Base, write: Any) -> None:
    files = [write(f"{i}.jsonl", *toy.game(f"g{i}", ["a"] * 50)) for i in range(4)]
    script = KILLED.format(here=str(HERE))
    command = [sys.executable, "-c", script, str(base.path)]
    running = [subprocess.Popen([*command, file], stderr=subprocess.PIPE, text=True) for file in files]
    said = [process.communicate(timeout=120)[1] for process in running]
    assert [process.returncode for process in running] == [0] * 4
    assert said == [""] * 4
    assert base.rows("SELECT count(*) FROM games") == [(4,)]


@pytest.mark.parametrize("content", [b"not a database at all", b""], ids=["text", "empty"])
def test_a_file_that_is_no_database_is_left_alone(base: Base, write: Any, content: bytes) -> None:
    base.path.write_bytes(content)
    with pytest.raises(Foreign, match="is no DuckDB database"):
        base.load(write("a.jsonl", *toy.game("g")))
    assert base.path.read_bytes() == content


def test_a_database_of_somebody_else_is_left_alone(base: Base, write: Any) -> None:
    with connect(base.path, new=True) as connection:
        connection.execute("CREATE TABLE mine (a INTEGER)")
    with pytest.raises(Foreign, match="not one that vflog made"):
        base.load(write("a.jsonl", *toy.game("g")))
    with connect(base.path) as connection:
        assert connection.execute("SELECT count(*) FROM duckdb_tables()").fetchall() == [(1,)]


def test_a_database_of_another_version_is_not_written(base: Base, write: Any) -> None:
    base.load(write("a.jsonl", *toy.game("g")))
    with connect(base.path) as connection:
        connection.execute("UPDATE meta SET schema_version = 99")
    with pytest.raises(Foreign, match="of version 99"):
        base.load(write("b.jsonl", *toy.game("h")))


def test_a_folder_that_is_not_there(tmp_path: Path, write: Any) -> None:
    with pytest.raises(StoreError, match="cannot be made"):
        load([write("a.jsonl", *toy.game("g"))], tmp_path / "no" / "x.duckdb")


def test_an_amount_of_memory_is_checked(base: Base, write: Any) -> None:
    with pytest.raises(StoreError, match="no amount of memory"):
        base.load(write("a.jsonl", *toy.game("g")), memory="plenty")
    base.load(write("a.jsonl", *toy.game("g")), memory="256MB")


def test_whole_row_groups_go_out_early_and_nothing_is_lost(
    base: Base, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vflog.store.frames.ROW_GROUP", 7)
    monkeypatch.setattr("vflog.store.frames.PACKED", 3)
    base.load(write("a.jsonl", *(line for i in range(20) for line in toy.game(f"g{i}"))))
    assert base.rows("SELECT count(*), count(DISTINCT (game_key, n)) FROM records") == [(80, 80)]

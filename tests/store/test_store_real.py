"""Real logs, judged by the engine: the tables say what the verdicts say, in whatever order the logs come."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.store_base import Base
from vflog.engine import knowledge
from vflog.engine.settings import Settings as Judging
from vflog.games.veiled_fate.tables import CONTENT, FACTS
from vflog.reading.corpus import judge
from vflog.store.chart import tables, views
from vflog.store.connect import connect
from vflog.store.document import document
from vflog.store.load import load

REAL = True
VECTORS = Path(__file__).parents[1] / "vectors"
LOGS = sorted(p for p in (VECTORS / "veiled-fate").glob("*.jsonl") if ".expected." not in p.name)
JUDGING = Judging(content=(str(VECTORS / "packs"),), digests=True)


@pytest.fixture(scope="module")
def all_logs(tmp_path_factory: pytest.TempPathFactory) -> Base:
    """Every vector in one database."""
    base = Base(tmp_path_factory.mktemp("all") / "all.duckdb", JUDGING)
    base.load(*map(str, LOGS))
    return base


@pytest.fixture
def new(tmp_path: Path) -> Callable[[str], Base]:
    return lambda name: Base(tmp_path / f"{name}.duckdb", JUDGING)


def log(name: str) -> bytes:
    return (VECTORS / "veiled-fate" / f"{name}.jsonl").read_bytes()


def test_totals_are_those_of_validate(all_logs: Base) -> None:
    totals = judge(list(map(str, LOGS)), JUDGING).totals
    sums = "sum(lines), sum(blank), sum(records), sum(rejects), sum(repeats), sum(games)"
    assert all_logs.rows(f"SELECT {sums} FROM loads") == [
        (totals.lines, totals.blank, totals.records, totals.rejects, totals.repeats, totals.games)
    ]
    assert dict(all_logs.rows("SELECT status, count(*) FROM games GROUP BY status")) == totals.by_status
    assert all_logs.rows("SELECT count(*) FROM problems") == [(totals.errors + totals.warnings,)]
    assert all_logs.rows("SELECT count(*) FROM records") == [(totals.records,)]


def test_digests_are_those_of_the_vectors(all_logs: Base) -> None:
    held = dict(all_logs.rows("SELECT game_id, digest FROM games"))
    for path in LOGS:
        expected = path.with_suffix(".expected.jsonl").read_text(encoding="utf-8").splitlines()
        digests = [record["digest"] for record in map(json.loads, expected) if record.get("digest")]
        assert held[path.stem] == digests[-1], path.stem


def test_every_table_of_the_ruleset_is_filled(all_logs: Base) -> None:
    empty = [t.name for t in (*FACTS, *CONTENT) if not all_logs.rows(f"SELECT 1 FROM {t.name} LIMIT 1")]
    assert empty == []


def test_the_last_step_of_a_marker_is_where_it_ends(all_logs: Base) -> None:
    """Steps chain: each begins where the one before ended, and the last is the Renown of `player_demis`."""
    rows = all_logs.rows(
        "SELECT d.demi, d.renown, (SELECT count(*) FROM renown r WHERE r.game_key = d.game_key AND r.marker = d.demi "
        "AND r.after IS NOT DISTINCT FROM d.renown AND r.n = (SELECT max(n) FROM renown q "
        "WHERE q.game_key = d.game_key AND q.marker = d.demi)), "
        "(SELECT count(*) FROM renown r WHERE r.game_key = d.game_key AND r.marker = d.demi) "
        "FROM player_demis d JOIN games USING (game_key) WHERE NOT d.annihilated"
    )
    assert rows
    for demi, renown, at_end, steps in rows:
        assert at_end or (steps == 0 and renown == 0), (demi, renown)


def test_hands_never_hold_less_than_nothing(all_logs: Base) -> None:
    """What came to a hand less what left it is never below zero, and eight at most."""
    assert (
        all_logs.rows(
            "SELECT game_key, player_id, n, held FROM (SELECT game_key, player_id, n, sum(delta) OVER ("
            "PARTITION BY game_key, player_id ORDER BY n, delta DESC ROWS UNBOUNDED PRECEDING) AS held FROM fate_cards "
            "WHERE player_id IS NOT NULL) GROUP BY ALL HAVING min(held) < 0"
        )
        == []
    )


def test_votes_are_what_was_put_into_them(all_logs: Base) -> None:
    """Cards that went to a Quest's vote are as many as the vote counts."""
    assert (
        all_logs.rows(
            "SELECT v.game_key, v.n, v.cards, count(f.n) FROM votes v LEFT JOIN fate_cards f "
            "ON f.game_key = v.game_key AND f.vote_n = v.n WHERE v.kind = 'quest' "
            "GROUP BY ALL HAVING v.cards <> count(f.n)"
        )
        == []
    )


def test_winners_stand_on_the_first_place(all_logs: Base) -> None:
    assert all_logs.rows("SELECT count(*) FROM players WHERE won AND place <> 1") == [(0,)]
    assert all_logs.rows("SELECT bool_or(won) FROM players JOIN games USING (game_key) WHERE status = 'valid'") == [
        (True,)
    ]


def test_one_load_or_many_in_any_order_one_content(tmp_path: Path, new: Callable[[str], Base]) -> None:
    short = b"".join(log("base-2p").splitlines(keepends=True)[:40])
    contents = {
        "a.jsonl": short + log("hadria-3p"),
        "b.jsonl": b"no record\n" + log("base-2p"),
        "c.jsonl": log("hadria-3p") + b"nonsense\n" + log("illegal-move-into-abyss"),
        "d.jsonl.gz": gzip.compress(log("base-2p"), mtime=0),
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    paths = [str(tmp_path / name) for name in contents]
    digests = {}
    for i, order in enumerate([(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)]):
        once, many = new(f"once{i}"), new(f"many{i}")
        once.load(*(paths[k] for k in order))
        for k in order:
            many.load(paths[k])
        digests[f"once{i}"], digests[f"many{i}"] = once.digest(), many.digest()
        again = once.load(*paths)
        assert sorted(again.tally.already) == sorted(paths)
    assert len(set(digests.values())) == 1, digests


def test_a_grown_game_in_one_load(tmp_path: Path, new: Callable[[str], Base]) -> None:
    lines = log("base-2p").splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_bytes(b"".join([*lines[:20], b"broken\n"]))
    (tmp_path / "b.jsonl").write_bytes(b"".join([*lines[:20], b"broken\n", *lines[20:]]))
    base = new("x")
    out = base.load(str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"))
    assert out.tally.grown == 1
    assert base.rows("SELECT records, rejects, repeats, games FROM loads ORDER BY lines") == [
        (0, 0, 21, 0),
        (104, 1, 0, 1),
    ]
    assert base.rows("SELECT count(*), count(DISTINCT n) FROM records") == [(104, 104)]


def test_a_damaged_header_is_a_game_and_a_reject(tmp_path: Path, new: Callable[[str], Base]) -> None:
    lines = log("base-2p").splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_bytes(b"".join([*lines, lines[0].replace(b'"players"', b'"playerz"'), *lines[1:3]]))
    base = new("x")
    base.load(str(tmp_path / "a.jsonl"))
    assert base.rows("SELECT game_id, status, lines, counted FROM games ORDER BY first_line") == [
        ("base-2p", "valid", 104, True),
        ("base-2p", "unreadable", 1, False),
    ]
    assert base.rows("SELECT r.line, g.status FROM rejects r LEFT JOIN games g USING (game_key) ORDER BY r.line") == [
        (105, "unreadable"),
        (106, None),
        (107, None),
    ]


def test_a_game_of_a_damaged_archive_is_not_counted(tmp_path: Path, new: Callable[[str], Base]) -> None:
    data = bytearray(gzip.compress(log("base-2p") + log("hadria-3p"), mtime=0))
    data[-8] ^= 1
    (tmp_path / "a.jsonl.gz").write_bytes(data)
    base = new("x")
    base.load(str(tmp_path / "a.jsonl.gz"))
    assert base.rows("SELECT status, why_not, problems FROM games") == [("invalid", "invalid", 1)] * 2
    assert base.rows("SELECT count(*) FROM problems WHERE game_key IS NOT NULL") == [(2,)]


def test_a_game_of_unknown_cards_is_loaded_unjudged(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(log("base-2p"))
    base = Base(tmp_path / "x.duckdb")
    base.load(str(tmp_path / "a.jsonl"))
    assert base.rows("SELECT status, why_not, records, unjudged FROM games") == [
        ("unsupported", "unsupported", 104, 104)
    ]
    assert base.rows("SELECT count(*) FROM players") == [(2,)]


def test_standard_input_is_loaded_once(tmp_path: Path, new: Callable[[str], Base]) -> None:
    script = (
        "import sys; from vflog.store.load import load; from vflog.engine.settings import Settings\n"
        f"out = load(['-'], sys.argv[1], judging=Settings(content=({str(VECTORS / 'packs')!r},)))\n"
        "assert out.disagreements == [], out.disagreements"
    )
    base = new("x")
    subprocess.run([sys.executable, "-c", script, str(base.path)], input=log("base-2p"), check=True)
    assert base.rows("SELECT l.file, g.records FROM loads l JOIN games g USING (load_key)") == [("-", 104)]
    (tmp_path / "same.jsonl").write_bytes(log("base-2p"))
    assert base.load(str(tmp_path / "same.jsonl")).tally.copies == [(str(tmp_path / "same.jsonl"), "-")]


def test_nothing_of_a_database_is_undocumented(all_logs: Base) -> None:
    with connect(all_logs.path, read_only=True) as connection:
        found = connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    assert {name for (name,) in found} == set(tables())


def test_views_are_null_only_where_a_column_says_so(all_logs: Base) -> None:
    for view in views():
        rows = all_logs.rows(f"SELECT * FROM {view.name}")
        assert rows or view.name == "v_standings"
        for place, column in enumerate(view.columns):
            assert column.null or all(row[place] is not None for row in rows), f"{view.name}.{column.name}"


def test_the_page_of_the_tables_is_made_from_them() -> None:
    """`docs/tables.md` is what `make regenerate` writes."""
    root = Path(__file__).parents[2]
    questions = (root / "docs" / "questions.md").read_text(encoding="utf-8")
    made = document(tables(), root / "sample_logs" / "base-3p.jsonl", 15, questions)
    assert (root / "docs" / "tables.md").read_text(encoding="utf-8") == made


def test_every_code_and_rule_that_explain_knows_is_in_the_database(tmp_path: Path) -> None:
    load(["sample_logs/base-2p.jsonl"], tmp_path / "x.duckdb")
    with connect(tmp_path / "x.duckdb", read_only=True) as connection:
        codes = {row[0] for row in connection.execute("SELECT code FROM codes").fetchall()}
        rules = {row[0] for row in connection.execute("SELECT rule FROM rules").fetchall()}
    assert codes == set(knowledge.codes())
    assert rules == set(knowledge.rules())


def test_quests_of_a_game_that_ends_before_an_age_card_is_read(new: Callable[[str], Base], tmp_path: Path) -> None:
    """They are of the Age to come; after the last Age card nothing comes any more."""
    lines = log("base-2p").splitlines(keepends=True)
    kinds = [json.loads(line)["type"] for line in lines]
    ages = [n for n, kind in enumerate(kinds) if kind == "age"]
    for number, cut in enumerate((*ages, len(lines) - 1), 1):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(b"".join(lines[:cut]))
        base = new(f"cut-{number}")
        base.load(str(path))
        held = base.rows("SELECT DISTINCT age FROM quests WHERE removed_n IS NULL")
        assert held == [(min(number, 3),)]

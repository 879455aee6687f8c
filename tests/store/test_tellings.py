"""Games told more than once: the tables are the same for every order of files and lines, split, packing and session."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy_ruleset import END, head, line, steps, whole
from tests.reading import told
from tests.store.store_base import Base
from vflog.engine.settings import Settings as Judging
from vflog.playback.logs import read
from vflog.playback.views import seen_by
from vflog.reading.corpus import judge
from vflog.store.chart import tables
from vflog.store.check import findings
from vflog.store.connect import connect

REAL = True
VECTORS = Path(__file__).parents[1] / "vectors"
JUDGING = Judging(content=(str(VECTORS / "packs"),))
#: What depends on when a file was loaded.
_OF_TIME = ("loaded_at", "created_at")


@pytest.fixture
def new(tmp_path: Path) -> Callable[[str], Base]:
    return lambda name: Base(tmp_path / f"{name}.duckdb", JUDGING)


def everything(base: Base) -> dict[str, list[Any]]:
    """Every row of every table."""
    out = {}
    with connect(base.path, read_only=True) as connection:
        assert findings(connection, tables()) == []
        for name, table in tables().items():
            columns = ", ".join(c.name for c in table.columns if c.name not in _OF_TIME)
            out[name] = sorted(map(repr, connection.execute(f"SELECT {columns} FROM {name}").fetchall()))
    return out


def sessions(chance: random.Random, paths: list[Path]) -> list[list[str]]:
    """The files in any order, in some loads."""
    names = [str(path) for path in chance.sample(paths, len(paths))]
    cuts = sorted(chance.sample(range(len(names)), min(len(names) - 1, chance.randrange(4))))
    return [some for a, b in zip([0, *cuts], [*cuts, len(names)], strict=True) if (some := names[a:b])]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("lean", [False, True])
def test_every_order_and_session_makes_the_same_tables(
    tmp_path: Path, new: Callable[[str], Base], monkeypatch: pytest.MonkeyPatch, seed: int, lean: bool
) -> None:
    logs = told.corpus(seed, games=4, count=24)
    paths = told.spread(seed, logs, tmp_path / "logs")
    copy = tmp_path / "logs" / "copy.jsonl"
    copy.write_bytes(b"".join(logs[0]))
    (tmp_path / "logs" / "again.jsonl").write_bytes(b"".join(logs[0]))
    paths += [copy, tmp_path / "logs" / "again.jsonl"]
    wanted = told.expected(logs)
    seen: dict[str, list[Any]] | None = None
    for i in range(4):
        base = new(str(i))
        monkeypatch.setattr("vflog.store.loader.ROW_GROUP", (10**6, 1, 30, 60)[i])  # lines a transaction
        for some in sessions(random.Random(10 * seed + i), paths):
            base.load(*some, lean=lean)
        rows = everything(base)
        if seen is not None:
            assert {name for name in rows if rows[name] != seen[name]} == set()
        seen = rows
        held = base.rows(
            "SELECT game_id, t.records + rejects FROM games JOIN tellings t USING (game_key) WHERE relation = 'stands'"
        )
        assert dict(held) == {game: len(first) for game, (first, _) in wanted.items()}
        live = base.rows(
            "SELECT game_id, count(*) FROM tellings JOIN games USING (game_key) "
            "WHERE relation IN ('other', 'redacted') GROUP BY 1"
        )
        assert dict(live) == {game: len(others) for game, (_, others) in wanted.items() if others}


def test_three_hundred_tellings_of_forty_games_have_one_digest(tmp_path: Path, new: Callable[[str], Base]) -> None:
    logs = told.corpus(7, games=40, count=300)
    digests = set()
    for i in range(4):
        paths = told.spread(i, logs, tmp_path / f"logs{i}")
        base = new(str(i))
        for some in sessions(random.Random(i), paths):
            base.load(*some)
        digests.add(base.digest())
    assert len(digests) == 1


def test_another_telling_has_another_digest(tmp_path: Path, new: Callable[[str], Base]) -> None:
    logs = told.corpus(7, games=3, count=12)
    digests = set()
    for i, some in enumerate((logs, [log for log in logs if log != told.expected(logs)["g0"][0]])):
        base = new(str(i))
        base.load(*map(str, told.spread(1, some, tmp_path / str(i))))
        digests.add(base.digest())
    assert len(digests) == 2


def write(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


def test_a_telling_comes_to_stand_when_the_one_before_it_has_grown_into_a_wrong_one(
    tmp_path: Path, new: Callable[[str], Base]
) -> None:
    first = head("g") + steps(1, 2, 3)
    other = head("g") + steps(4, 5) + line(type="note", text="é \\x41 ?")
    grown = first + steps(-99)
    files = [write(tmp_path / f"{name}.jsonl", data) for name, data in (("a", first), ("b", other), ("c", grown))]
    base = new("x")
    for file in files:
        base.load(file)
    assert base.rows("SELECT relation, records, why FROM tellings ORDER BY records, relation") == [
        ("shorter", 4, f"the beginning of {hashlib.sha256(grown).hexdigest()[:12]}"),
        ("stands", 4, None),
        ("other", 5, "less sound, or not over"),
    ]
    assert base.rows("SELECT records, status FROM games") == [(4, "incomplete")]
    assert [json.loads(body) for (body,) in base.rows("SELECT body::VARCHAR FROM records ORDER BY line")] == [
        json.loads(x) for x in other.splitlines()
    ]
    assert base.rows("SELECT records, repeats, games FROM loads ORDER BY lines, repeats") == [
        (4, 0, 1),
        (0, 4, 0),
        (5, 0, 1),
    ]
    once = new("y")
    once.load(*reversed(files))
    assert everything(once) == everything(base)


def test_a_telling_may_be_chosen_and_stays_chosen(tmp_path: Path, new: Callable[[str], Base]) -> None:
    files = [write(tmp_path / f"{name}.jsonl", whole("g", *by)) for name, by in (("a", (1, 2)), ("b", (1, 3, 4)))]
    base = new("x")
    base.load(*files)
    counted = "SELECT records, counted, why_not, disputed FROM games"
    assert base.rows(counted) == [(5, False, "duplicate", True)]
    heads = dict(base.rows("SELECT records, chain_head FROM tellings"))
    base.judging = Judging(tellings=(heads[4][:12],))
    base.load(*files)
    assert base.rows(counted) == [(4, True, None, True)]
    assert base.rows("SELECT code, severity FROM problems") == [("game.duplicate", "warning")]
    assert base.rows("SELECT records, relation, why FROM tellings ORDER BY records") == [
        (4, "stands", "chosen"),
        (5, "other", "another one was chosen"),
    ]
    base.judging = Judging()
    base.load(write(tmp_path / "c.jsonl", whole("g", 1, 3, 5, 6)))
    assert base.rows(counted) == [(4, True, None, True)]
    assert base.rows("SELECT severity FROM problems") == [("warning",)] * 2
    base.judging = Judging(tellings=(heads[5],))
    base.load(*files)
    assert base.rows(counted) == [(5, True, None, True)]


def test_a_redacted_copy_is_never_beside_its_original(tmp_path: Path, new: Callable[[str], Base]) -> None:
    source = VECTORS / "veiled-fate" / "base-2p.jsonl"
    (log,) = read(source, JUDGING)
    seen = seen_by(log, "public", JUDGING)
    redacted = write(tmp_path / "r.jsonl", b"".join(entry.raw + b"\n" for entry in seen.entries))
    alone, both, late = new("alone"), new("both"), new("late")
    alone.load(redacted)
    assert alone.rows("SELECT game_key, records FROM games") == [(log.verdict.game_key, 104)]
    both.load(redacted, str(source))
    late.load(str(source))
    late.load(redacted)
    assert everything(both) == everything(late)
    assert both.rows("SELECT count(*), count(DISTINCT game_key) FROM games") == [(1, 1)]
    assert both.rows("SELECT relation FROM tellings ORDER BY ALL") == [("redacted",), ("stands",)]
    alone.load(str(source))
    assert everything(alone) == everything(both)


def test_two_tellings_of_a_game_in_one_file_keep_their_own_lines(tmp_path: Path, new: Callable[[str], Base]) -> None:
    one = head("g") + steps(1) + b"bad one\n"
    two = head("g") + steps(1, 2) + END
    three = head("g") + steps(7, 7) + b"bad three\n"
    base, other = new("x"), new("y")
    paths = [write(tmp_path / "a.jsonl", one + two + three), write(tmp_path / "b.jsonl", three + steps(9) + two)]
    base.load(*paths)
    for path in reversed(paths):
        other.load(path)
    assert everything(base) == everything(other)
    assert base.rows("SELECT raw FROM rejects ORDER BY ALL") == [(b"bad one",), (b"bad three",)]


def test_one_id_for_two_games_is_told_alike_in_every_order(tmp_path: Path, new: Callable[[str], Base]) -> None:
    paths = [write(tmp_path / f"{t}.jsonl", whole("g", 1, 2, table=t)) for t in "abc"]
    one, other = new("x"), new("y")
    one.load(*paths)
    for path in reversed(paths):
        other.load(path)
    assert everything(one) == everything(other)
    assert one.rows("SELECT count(*) FROM problems WHERE code = 'game.id-clash'") == [(2,)]


def test_a_log_out_of_a_damaged_archive_gives_way_to_the_same_log_whole(
    tmp_path: Path, new: Callable[[str], Base]
) -> None:
    log, longer = whole("g", 1, 2), whole("g", 1, 2, 3)
    damaged = bytearray(gzip.compress(log + whole("h", 1), mtime=0))
    damaged[-8] ^= 1
    paths = [
        write(tmp_path / "a.jsonl.gz", bytes(damaged)),
        write(tmp_path / "b.jsonl", log),
        write(tmp_path / "c.jsonl", longer),
    ]
    seen = []
    for i, order in enumerate(itertools.permutations(paths)):
        once, many = new(f"once{i}"), new(f"many{i}")
        once.load(*order)
        for path in order:
            many.load(path)
        seen += [everything(once), everything(many)]
    assert all(rows == seen[0] for rows in seen)
    assert once.rows("SELECT game_id, status, records, why_not FROM games ORDER BY 1") == [
        ("g", "valid", 5, "duplicate"),
        ("h", "invalid", 3, "invalid"),
    ]
    assert sorted(once.rows("SELECT relation, status, records FROM tellings")) == [
        ("copy", "invalid", 4),
        ("other", "valid", 4),
        ("stands", "invalid", 3),
        ("stands", "valid", 5),
    ]


def test_a_telling_that_knows_less_contradicts_nothing(tmp_path: Path, new: Callable[[str], Base]) -> None:
    lines = (VECTORS / "veiled-fate" / "base-2p.jsonl").read_bytes().splitlines(keepends=True)
    votes = [i for i, text in enumerate(lines) if b'"type":"reveal"' in text]
    less = [*lines]
    for i in votes:
        plain = json.loads(lines[i])
        less[i] = line(**{**plain, "cards": ["?"] * len(plain["cards"])}) if plain.get("cards") else lines[i]
    setup = next(i for i, text in enumerate(lines) if b'"type":"setup"' in text)
    blind = [*lines]
    plain = json.loads(lines[setup])
    blind[setup] = line(**{**plain, "demis": dict.fromkeys(plain["demis"], "?")})
    assert blind[setup] != lines[setup]
    paths = [write(tmp_path / f"{n}.jsonl", b"".join(x)) for n, x in (("a", lines), ("b", less), ("c", blind))]
    sound = [path for path in paths if judge([path], JUDGING).games[0].status == "valid"]
    assert len(sound) > 1
    seen = []
    for i, order in enumerate(itertools.permutations(sound)):
        base = new(str(i))
        for path in order:
            base.load(path)
        seen.append(everything(base))
        assert base.rows("SELECT counted, disputed, lines FROM games") == [(True, False, len(lines))]
        assert base.rows("SELECT why FROM tellings WHERE relation = 'other'") == [("more is unknown",)] * (
            len(sound) - 1
        )
        totals = judge(order, JUDGING).totals
        assert (totals.errors, totals.warnings) == (0, len(sound) - 1)
    assert all(rows == seen[0] for rows in seen)

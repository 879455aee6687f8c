"""Connections: whatever reads in one process can overlap; who writes is alone; every error is one sentence."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.store import store_toy as toy
from tests.store.store_base import Base
from vflog.log import stage
from vflog.store import connect as connecting
from vflog.store.chart import tables
from vflog.store.check import findings
from vflog.store.connect import connect
from vflog.store.errors import Foreign, Locked, QueryError, StoreError
from vflog.store.export import export
from vflog.store.failures import told
from vflog.store.query import query
from vflog.store.schema import make


@pytest.fixture
def filled(base: Base, write: Any) -> Base:
    base.load(write("a.jsonl", *toy.game("g1"), *toy.game("g2", ["a", "b"])))
    return base


# -- several in one process ----------------------------------------------------------------------------


def _open_in(folder: Path) -> list[str]:
    """The databases of a folder that this process has open; what other tests serve in the background lies elsewhere."""
    return [path for path in connecting._files if Path(path).is_relative_to(folder.resolve())]


def test_whatever_reads_can_overlap(filled: Base, tmp_path: Path) -> None:
    with connect(filled.path, read_only=True) as plain:
        with query(filled.path, "SELECT count(*) FROM games", memory="64MB") as sealed:
            export(plain, [tables()["games"]], tmp_path / "out")
            with connect(filled.path, read_only=True, memory="128MB") as other:
                assert findings(other, tables()) == []
            assert [*sealed.rows] == [(2,)]
        assert plain.execute("SELECT count(*) FROM games").fetchall() == [(2,)]
    assert _open_in(tmp_path) == []


def test_whatever_reads_can_overlap_in_threads(filled: Base, tmp_path: Path) -> None:
    wrong: list[BaseException] = []

    def work(i: int) -> None:
        try:
            for k in range(5):
                with query(filled.path, "SELECT count(*) FROM games", memory=f"{64 + i % 3}MB") as answer:
                    assert [*answer.rows] == [(2,)]
                with connect(filled.path, read_only=True) as connection:
                    export(connection, [tables()["games"]], tmp_path / f"{i}-{k}")
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert _open_in(tmp_path) == []


def test_reading_beside_a_connection_of_the_users_own(filled: Base) -> None:
    with duckdb.connect(str(filled.path), read_only=True) as own, query(filled.path, "FROM games") as answer:
        assert len([*answer.rows]) == 2
        assert len(own.execute("FROM games").fetchall()) == 2


@pytest.mark.parametrize("read_only", [False, True])
def test_who_writes_is_alone_and_the_sentence_says_where(filled: Base, read_only: bool) -> None:
    with (
        connect(filled.path, read_only=not read_only),
        pytest.raises(Locked, match="open in this process already") as raised,
        connect(filled.path, read_only=read_only),
    ):
        pass
    assert "another process" not in str(raised.value)
    with connect(filled.path):
        pass


def test_a_connection_of_the_users_own_that_writes_is_no_other_process(filled: Base) -> None:
    with duckdb.connect(str(filled.path)):
        for read_only in (False, True):
            with pytest.raises(Locked, match="in this process"), connect(filled.path, read_only=read_only):
                pass


def test_one_waits_for_the_other_within_a_process(filled: Base, write: Any) -> None:
    path = write("b.jsonl", *toy.game("g3"))

    def hold() -> None:
        with connect(filled.path, read_only=True):
            started.set()
            time.sleep(0.5)

    started = threading.Event()
    thread = threading.Thread(target=hold)
    thread.start()
    started.wait()
    assert filled.load(path).tally.games == 1
    thread.join()


def test_closing_one_of_several_leaves_the_lock_to_the_others(filled: Base) -> None:
    script = f"import duckdb; duckdb.connect({str(filled.path)!r})"
    with connect(filled.path, read_only=True):
        with query(filled.path, "FROM games"):
            pass
        with connect(filled.path, read_only=True, memory="99MB"):
            pass
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        assert "lock on file" in ran.stderr
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


def test_a_failure_to_open_leaves_nothing_open(filled: Base, tmp_path: Path) -> None:
    for memory, path in (("plenty", filled.path), ("64MB", tmp_path / "no.duckdb")):
        with pytest.raises(StoreError), connect(path, read_only=True, memory=memory):
            pass
    assert _open_in(tmp_path) == []


@pytest.mark.parametrize("name", ["memory.duckdb", "temp.duckdb", "system.db", "two words.x.duckdb", "'\".duckdb", "ü"])
def test_a_database_may_be_called_anything(tmp_path: Path, write: Any, name: str) -> None:
    base = Base(tmp_path / name)
    base.load(write("a.jsonl", *toy.game("g")))
    assert base.rows("SELECT count(*) FROM games") == [(1,)]
    with query(base.path, "SELECT count(*) FROM games") as answer:
        assert [*answer.rows] == [(1,)]


def test_what_is_no_database_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"type":"game"}\n')
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    (tmp_path / "a.duckdb").write_bytes(b"\0" * 20_000)
    (tmp_path / "folder").mkdir()
    for path in [*tmp_path.iterdir()]:
        what = "is a folder without Parquet files" if path.is_dir() else "is no DuckDB database"
        for read_only in (False, True):
            with pytest.raises(Foreign, match=what), connect(path, read_only=read_only):
                pass


# -- what the library raises ---------------------------------------------------------------------------

ERRORS: tuple[tuple[Exception, str], ...] = (
    (duckdb.OutOfMemoryException("Out of Memory Error: could not allocate block of size 1"), "64MB of memory are too"),
    (duckdb.OutOfMemoryException("Failed to allocate block of 9 bytes (bad allocation)"), "gives no more memory"),
    (MemoryError(), "gives no more memory"),
    (duckdb.TransactionException("Failed to commit: Could not write file: No space left on device"), "No space left"),
    (duckdb.IOException("Could not write: File too large"), "File too large"),
    (duckdb.FatalException("FATAL Error: database has been invalidated because of"), "DuckDB could not go on"),
    (duckdb.InternalException("INTERNAL Error: Attempted to dereference\n\nStack Trace"), "DuckDB could not go on"),
    (duckdb.SerializationException("Corrupt database file: computed checksum 1 does not"), "is damaged"),
    (duckdb.IOException("IO Error: Something odd\nand more"), "Something odd and more."),
)


@pytest.mark.parametrize(("error", "sentence"), ERRORS)
def test_every_error_of_the_library_is_one_sentence(error: Exception, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence) as raised, told("x.duckdb", memory="64MB", reading=False):
        raise error
    text = str(raised.value)
    assert text.startswith(("x.duckdb cannot be written: ", "x.duckdb is damaged;"))
    assert "\n" not in text
    assert "Error" not in text


@pytest.mark.parametrize(
    "error",
    [RuntimeError("Query interrupted"), duckdb.InterruptException("INTERRUPT Error: Interrupted!"),
     duckdb.InvalidInputException("Python exception occurred: KeyboardInterrupt: ")],
)  # fmt: skip
def test_an_interrupt_is_one_whatever_the_library_makes_of_it(error: Exception) -> None:
    with pytest.raises(KeyboardInterrupt), told("x.duckdb", memory="64MB", reading=True):
        raise error


def test_what_is_not_of_the_library_passes() -> None:
    for error in (RuntimeError("other"), ValueError("x"), KeyError("x")):
        with pytest.raises(type(error)), told("x.duckdb", memory="64MB", reading=True):
            raise error


def test_too_little_memory_is_no_fault_of_the_query(filled: Base) -> None:
    sql = "SELECT count(*) FROM (SELECT DISTINCT range, range::VARCHAR FROM range(3000000))"
    with (
        pytest.raises(StoreError, match="too little here") as raised,
        query(filled.path, sql, memory="4MB") as answer,
    ):
        next(answer.rows)
    assert not isinstance(raised.value, QueryError)


# -- what is left behind -------------------------------------------------------------------------------


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is told of things left behind."""
    told: list[str] = []
    monkeypatch.setattr(stage, "listener", told.append)
    return told


def test_a_part_is_not_renamed_while_something_of_it_is_in_a_journal(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = connecting._File.leave

    def leave(file: Any) -> None:
        real(file)
        Path(f"{file._key}.wal").write_bytes(b"committed, and not yet in the file")

    monkeypatch.setattr(connecting._File, "leave", leave)
    with pytest.raises(StoreError, match="still in a journal"):
        make(db, tables())
    assert [*db.parent.iterdir()] == []


def test_the_journal_of_a_database_that_is_gone_is_not_taken_for_one_of_the_new(
    base: Base, write: Any, said: list[str]
) -> None:
    for end in (".wal", ".wal.checkpoint"):
        Path(f"{base.path}{end}").write_bytes(b"of another database")
    base.load(write("a.jsonl", *toy.game("g")))
    assert [path.name for path in base.path.parent.iterdir() if path.suffix != ".jsonl"] == [base.path.name]
    assert len(said) == 2
    assert all("its database is gone" in sentence for sentence in said)


def test_what_a_killed_run_put_down_for_want_of_memory_is_removed(filled: Base, write: Any, said: list[str]) -> None:
    for name in (".tmp", ".0123abcd.tmp"):
        folder = Path(f"{filled.path}{name}")
        folder.mkdir()
        (folder / "duckdb_temp_storage_DEFAULT-0.tmp").write_bytes(b"x")
    mine = Path(f"{filled.path}.ffffffff.tmp")
    mine.mkdir()
    (mine / "notes").write_bytes(b"x")
    filled.load(write("b.jsonl", *toy.game("g3")))
    assert len(said) == 2
    assert [path.name for path in filled.path.parent.glob("*.tmp")] == [mine.name]


def test_a_journal_that_was_left_is_taken_over_and_told(filled: Base, write: Any, said: list[str]) -> None:
    script = (
        f"import duckdb, os; c = duckdb.connect({str(filled.path)!r}); c.execute(\"UPDATE loads SET file = 'new'\"); "
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    assert Path(f"{filled.path}.wal").exists()
    assert filled.rows("SELECT DISTINCT file FROM loads") == [("new",)]
    filled.load(write("b.jsonl", *toy.game("g3")))
    assert said == [f"{filled.path}.wal is taken over into the database: an earlier run was broken off."]
    assert not Path(f"{filled.path}.wal").exists()
    assert filled.rows("SELECT count(*) FROM loads WHERE file = 'new'") == [(1,)]


# -- what a load looks at and how often it commits -----------------------------------------------------


def test_a_load_checks_what_was_loaded_and_db_check_all(filled: Base, write: Any) -> None:
    with connect(filled.path) as connection:
        connection.execute("UPDATE games SET applied = applied + 1")
        connection.execute("INSERT INTO records SELECT * FROM records LIMIT 1")
    assert filled.load(write("b.jsonl", *toy.game("g3"))).disagreements == []
    with connect(filled.path, read_only=True) as connection:
        assert {finding.check for finding in findings(connection, tables())} >= {"sums", "keys"}


def test_a_load_finds_what_is_wrong_with_what_it_loaded(
    filled: Base, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vflog.store import gather
    from vflog.store.load import load

    real = gather.record_columns
    twice = lambda *args, **more: [2 * column for column in real(*args, **more)]  # noqa: E731
    monkeypatch.setattr(gather, "record_columns", twice)
    found = load([write("b.jsonl", *toy.game("g3"))], filled.path).disagreements
    assert any(sentence.startswith("records:") for sentence in found)


def test_small_files_are_committed_together_every_few_seconds(
    base: Base, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [write(f"{i}.jsonl", *toy.game(f"g{i}")) for i in range(12)]
    now = [0.0]

    def clock() -> float:
        now[0] += 0.25
        return now[0]

    commits: list[float] = []
    from vflog.store import loader

    real = loader.Loader.commit
    monkeypatch.setattr(loader.time, "monotonic", clock)
    monkeypatch.setattr(loader.Loader, "commit", lambda self: (commits.append(now[0]), real(self)))
    base.load(*files)
    assert 2 <= len(commits) <= 4
    assert base.rows("SELECT count(*) FROM games") == [(12,)]

"""What one table says of another holds, and `db check` tells where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.store_base import Base
from vflog import services
from vflog.engine.settings import Settings as Judging
from vflog.store.chart import tables
from vflog.store.check import Finding, findings
from vflog.store.connect import connect

REAL = True
VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Simulated games of both rulesets, one of them broken off in the middle of a turn."""
    folder = tmp_path_factory.mktemp("facts")
    for name, more in (("a", {"players": 4, "expansions": ("hadria", "servants")}), ("b", {"players": 2})):
        games = services.simulate(3, 5, ruleset="veiled-fate", game=name, **more)
        (folder / f"{name}.jsonl").write_bytes(b"".join(lines for _, lines in games))
    broken = (folder / "b.jsonl").read_bytes().splitlines(keepends=True)[:40]
    broken[0] = broken[0].replace(b'"game":"b', b'"game":"c', 1)
    (folder / "c.jsonl").write_bytes(b"".join(broken))
    udacha = services.simulate(3, 5, ruleset="udacha", game="u")
    (folder / "u.jsonl").write_bytes(b"".join(lines for _, lines in udacha))
    base = Base(folder / "all.duckdb", Judging(content=(str(VECTORS / "packs"),), digests=True))
    base.load(*map(str, sorted(folder.glob("*.jsonl"))))
    return base.path


def found(path: Path) -> list[Finding]:
    with connect(path, read_only=True) as connection:
        return findings(connection, tables())


def harmed(loaded: Path, harm: str) -> list[Finding]:
    """What is found after an SQL statement, which is taken back."""
    with connect(loaded) as connection:
        connection.execute("BEGIN")
        connection.execute(harm)
        after = findings(connection, tables())
        connection.execute("ROLLBACK")
    return after


def test_what_was_loaded_is_sound(loaded: Path) -> None:
    assert found(loaded) == []


REFERENCES = [(t.name, c.name, c.of) for t in tables().values() for c in t.columns if c.of]


def test_every_reference_is_a_column() -> None:
    assert len(REFERENCES) > 40
    for _, _, of in REFERENCES:
        other, _, column = str(of).partition(".")
        assert column in {c.name for c in tables()[other].columns}, of


@pytest.mark.parametrize(("table", "column", "of"), REFERENCES)
def test_a_value_that_stands_nowhere_else_is_found(loaded: Path, table: str, column: str, of: str) -> None:
    """Each reference, where the table has rows: a value of it is changed to one that nothing has."""
    with connect(loaded, read_only=True) as connection:
        row = connection.execute(
            f"SELECT rowid, typeof({column}) FROM {table} WHERE {column} IS NOT NULL LIMIT 1"
        ).fetchone()
    if row is None or of.partition(".")[0] == table:
        pytest.skip("no game here has such a row")
    strange = "'nobody'" if row[1] == "VARCHAR" else "3" if column == "age" else "9999999"
    harm = f"UPDATE {table} SET {column} = {strange} WHERE rowid = {row[0]}"
    if column == "age":
        harm += "; DELETE FROM ages WHERE age = 3"
    assert any(f.check == "references" and f.table == table for f in harmed(loaded, harm))


@pytest.mark.parametrize(
    ("harm", "table"),
    [
        ("UPDATE renown SET before = (before + 1) % 13 WHERE rowid = (SELECT max(rowid) FROM renown)", "renown"),
        ("UPDATE renown SET after = (after + 1) % 13 "
         "WHERE rowid = (SELECT max(rowid) FROM renown WHERE n < 60)", "renown"),
        ("UPDATE snapshots SET renown = (renown + 1) % 13 WHERE rowid = 3", "snapshots"),
        ("UPDATE snapshots SET renown = (renown + 1) % 13 "
         "WHERE rowid = (SELECT max(rowid) FROM snapshots WHERE moment = 'end')", "snapshots"),
        ("DELETE FROM renown WHERE rowid = (SELECT min(rowid) FROM (SELECT rowid, before, after, lag(n) OVER marker AS "
         "last, lead(n) OVER marker AS next FROM renown "
         "WINDOW marker AS (PARTITION BY game_key, marker ORDER BY n, rowid)) "
         "WHERE before <> after AND last IS NOT NULL AND next IS NOT NULL)", "renown"),
    ],
)  # fmt: skip
def test_a_broken_chain_of_renown_is_found(loaded: Path, harm: str, table: str) -> None:
    """A row that is changed or gone breaks the chain of its marker, or what a snapshot says of it."""
    assert {f.table for f in harmed(loaded, harm) if f.check == "checks"} & {table, "snapshots"}

"""A database of another version of the tables is left alone, and the message says how to make it anew."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import vflog
from vflog.cli import main
from vflog.engine.base import BaseRuleset
from vflog.engine.facts import fact_table
from vflog.engine.ruleset import registered
from vflog.engine.tables import SCHEMA_VERSION
from vflog.store import schema

from ..engine.test_facts import TokenRow

#: Judged by the real judge (see `conftest`).
REAL = True
SAMPLES = Path(__file__).parents[2] / "sample_logs"
#: Every command that opens a database, and its exit code for one that it cannot use.
COMMANDS: dict[str, Callable[[str, str], list[str]]] = {
    "load": lambda db, out: ["load", str(SAMPLES / "base-3p.jsonl"), "--db", db],
    "query": lambda db, out: ["query", "SELECT 1", "--db", db],
    "report": lambda db, out: ["report", "--db", db, "--out", out],
    "export": lambda db, out: ["export", "--db", db, "--out", out],
    "check": lambda db, out: ["db", "check", "--db", db],
    "digest": lambda db, out: ["db", "digest", "--db", db],
}


def made(path: Path, version: int) -> Path:
    """A database as another version of the tables would have it."""
    vflog.load(SAMPLES / "base-2p.jsonl", path, count_simulated=True)
    with duckdb.connect(str(path)) as connection:
        connection.execute("UPDATE meta SET schema_version = ?", [version])
    return path


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("version", "whose"), [(SCHEMA_VERSION - 1, "an older vflog"), (99, "a newer vflog")])
def test_it_is_refused_with_the_command_that_makes_it_anew(
    command: str, version: int, whose: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = made(tmp_path / "games.duckdb", version)
    before = hashlib.sha256(db.read_bytes()).digest()
    assert main(COMMANDS[command](str(db), str(tmp_path / "out"))) == 3
    told = capsys.readouterr().err
    assert f"{db} was made by {whose}: its tables are of version {version}" in told
    assert hashlib.sha256(db.read_bytes()).digest() == before
    assert not (tmp_path / "out").exists()
    told_command = shlex.split(told.partition("vflog load ")[2])
    assert told_command == [str(SAMPLES / "base-2p.jsonl"), "--db", str(tmp_path / f"games.v{SCHEMA_VERSION}.duckdb")]
    assert main(["load", *told_command]) == 0
    assert main(["db", "check", "--db", told_command[-1]]) == 0


def test_one_made_from_many_logs_does_not_name_them_all(tmp_path: Path) -> None:
    db = tmp_path / "many.duckdb"
    vflog.load(SAMPLES, db)
    with duckdb.connect(str(db)) as connection:
        connection.execute("UPDATE meta SET schema_version = 1")
    with pytest.raises(vflog.StoreError, match="vflog load LOGS --db"):
        vflog.load(SAMPLES / "base-2p.jsonl", db)


class Tokens(BaseRuleset):
    """A ruleset with one table."""

    name = "tokens"
    tables = (fact_table("tokens", TokenRow, ("n",))[0],)


def test_a_ruleset_installed_later_gets_its_tables(tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    vflog.load(SAMPLES / "base-2p.jsonl", db)
    with registered(Tokens()):
        assert main(["db", "check", "--db", str(db)]) == 0
        loaded = vflog.load(SAMPLES / "base-3p.jsonl", db)
        assert loaded.disagreements == []
        with duckdb.connect(str(db), read_only=True) as connection:
            assert connection.execute("SELECT count(*) FROM tokens").fetchall() == [(0,)]
            assert connection.execute("SELECT key_columns FROM keys WHERE table_name = 'tokens'").fetchall() == [
                ("game_key, n",)
            ]
            told = connection.execute("SELECT revisions FROM meta").fetchall()
        assert told == [(schema.revisions(),)]
        assert "tokens 1" in schema.revisions()
    assert main(["db", "check", "--db", str(db)]) == 0


def test_a_table_with_other_columns_is_refused(tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    with registered(Tokens()):
        vflog.load(SAMPLES / "base-2p.jsonl", db)
    with duckdb.connect(str(db)) as connection:
        connection.execute("ALTER TABLE tokens DROP COLUMN safe")
    before = hashlib.sha256(db.read_bytes()).digest()
    with registered(Tokens()), pytest.raises(vflog.StoreError, match=r"tokens in .* has other columns .* vflog load "):
        vflog.load(SAMPLES / "base-3p.jsonl", db)
    assert hashlib.sha256(db.read_bytes()).digest() == before
    assert vflog.load(SAMPLES / "base-3p.jsonl", db).disagreements == []

"""Parquet files can come from anywhere: whatever is wrong with them is told in a sentence by whatever reads them."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import polars as pl
import pytest

from tests.cli.conftest import PACKS, ROOT, Run, vflog
from vflog import api, services
from vflog.store.connect import connect

__all__ = ["vflog"]

CHANGES = int(os.environ.get("VFLOG_CRAFTED", "5"))
FIRST = int(os.environ.get("VFLOG_SEED", "0"))
#: Read by every command.
_CENTRAL = ("games", "players", "records", "meta")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("parquet")
    api.load([ROOT / "sample_logs" / "hadria-3p.jsonl"], place / "x.duckdb")
    services.export(place / "x.duckdb", place / "all", forms=["parquet"], only=None, parts=2)
    return place / "all"


def changed(chance: random.Random, file: Path) -> str:
    """A file cut, filled with something else, away; a column less, of another type, of nothing, under another name."""
    data = file.read_bytes()
    kind = chance.choice(("cut", "byte", "text", "empty", "away", "less", "type", "null", "name", "rows", "folder"))
    frame = pl.read_parquet(file)
    column = chance.choice(frame.columns)
    match kind:
        case "cut":
            file.write_bytes(data[: chance.randrange(len(data))])
        case "byte":
            at = chance.randrange(len(data))
            file.write_bytes(data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :])
        case "text":
            file.write_bytes(b"no parquet\n")
        case "empty":
            file.write_bytes(b"")
        case "away":
            file.unlink()
        case "less":
            frame.drop(column).write_parquet(file)
        case "type":
            odd = chance.choice((["x"], "x\x1b", 1.5, 1 << 62))
            other = pl.Series([odd] * frame.height, dtype=None if frame.height else pl.Int64)
            frame.with_columns(other.alias(column)).write_parquet(file)
        case "null":
            frame.with_columns(pl.lit(None).alias(column)).write_parquet(file)
        case "name":
            frame.rename({column: "something"}).write_parquet(file)
        case "rows":
            pl.concat([frame, frame]).write_parquet(file)
        case "folder":
            file.unlink()
            file.mkdir()
    return f"{kind} {file.parent.name}.{column}"


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("less", "games/00001.parquet has no column status."),
        ("type", "The column records of games/00001.parquet is not of type BIGINT."),
        ("cut", "games/00001.parquet is no Parquet file, or is damaged."),
    ],
)
def test_what_is_wrong_is_said_of_the_file(vflog: Run, folder: Path, tmp_path: Path, kind: str, sentence: str) -> None:
    place = Path(shutil.copytree(folder, tmp_path / "all"))
    file = place / "games" / "00001.parquet"
    frame = pl.read_parquet(file)
    match kind:
        case "less":
            frame.drop("status").write_parquet(file)
        case "type":
            frame.with_columns(pl.Series("records", [[1]] * frame.height, dtype=pl.List(pl.Int64))).write_parquet(file)
        case _:
            file.write_bytes(file.read_bytes()[:-50])
    told = vflog("query", "SELECT status, records FROM games", "--db", place)
    assert (told.code, told.err) == (3, f"vflog: {place} cannot be read: {sentence}\n")
    assert vflog("report", "--db", place, "--out", tmp_path / "pages") == told


def test_a_column_without_values(vflog: Run, folder: Path, tmp_path: Path) -> None:
    place = Path(shutil.copytree(folder, tmp_path / "all"))
    file = next(iter(sorted((place / "demis").rglob("*.parquet"))))
    pl.read_parquet(file).with_columns(pl.lit(None).cast(pl.String).alias("demi")).write_parquet(file)
    told = vflog("report", "--db", place, "--out", tmp_path / "pages", *PACKS)
    name = file.relative_to(place)
    why = f"The column demi of {name} has no value in some row."
    assert (told.code, told.err) == (3, f"vflog: {place} cannot be read: {why}\n")


def test_what_is_no_fault_of_a_folder_has_nobody_look_through_it(
    vflog: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    monkeypatch.setattr("vflog.store.folder.fault", looked.append)
    (tmp_path / "pages").write_bytes(b"")
    assert vflog("report", "--db", folder, "--out", tmp_path / "pages", *PACKS).code == 2
    for error in (BrokenPipeError(), OSError("full")):
        with pytest.raises(type(error)), connect(folder, read_only=True):
            raise error
    assert looked == []
    with pytest.raises(TypeError), connect(folder, read_only=True):
        raise TypeError
    assert looked == [folder]


@pytest.mark.parametrize("seed", range(FIRST, FIRST + CHANGES))
def test_a_changed_folder_is_read_or_refused(vflog: Run, folder: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(f"folder {seed}")
    place = Path(shutil.copytree(folder, tmp_path / "all"))
    files = sorted(file for file in place.rglob("*.parquet") if chance.random() < 0.5 or file.parent.name in _CENTRAL)
    what = [changed(chance, file) for file in chance.sample(files, chance.choice((1, 1, 3)))]
    for command in (
        ("query", "SELECT * FROM games, players LIMIT 3", "--db", place),
        ("query", "SELECT count(*), max(renown) FROM v_final", "--db", place, "--format", "json"),
        ("report", "--db", place, "--out", tmp_path / "pages", *PACKS),
        ("db", "digest", "--db", place),
    ):
        told = vflog(*command)
        assert told.code in (0, 2, 3), (what, command, told.err)
        assert "fault of vflog" not in told.err, (what, command, told.err)
        if told.code:
            assert told.err.startswith("vflog: "), (what, command, told)
            assert told.err.count("\n") == 1, (what, command, told)

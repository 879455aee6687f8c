"""What paths stand for: folders, patterns, odd names, links, pipes, and what cannot be read."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from vflog.log.problems import Problem
from vflog.log.sources import Finder, Fingerprint, Source, is_log_name, safe_name

ODD = [
    "a b.jsonl",
    "[semi] final.jsonl",
    "it's.jsonl",
    "-v.jsonl",
    "--help.jsonl",
    "game*.jsonl",
    "x?.jsonl",
    "naïve ☂.jsonl",
    "line\nbreak.jsonl",
    'quote".jsonl',
]


def found(*paths: str | os.PathLike[str]) -> tuple[list[str], list[str]]:
    finder = Finder()
    items = [item for path in paths for item in finder.find(path)]
    sources = [i.path or "-" for i in items if isinstance(i, Source)]
    return sources, [i.code for i in items if isinstance(i, Problem)]


def make(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"{}\n")


def test_a_folder_is_walked_sorted_and_only_for_logs(tmp_path: Path) -> None:
    make(
        tmp_path, "b.jsonl", "a/z.ndjson", "a/README.md", "c.jsonl.gz", "C.JSONL.zst", "a/deep/er/x.jsonl", "notes.txt"
    )
    logs = ("C.JSONL.zst", "a/deep/er/x.jsonl", "a/z.ndjson", "b.jsonl", "c.jsonl.gz")
    assert found(tmp_path) == ([str(tmp_path / n) for n in logs], [])


@pytest.mark.parametrize("name", ODD)
def test_a_path_that_exists_is_that_path(tmp_path: Path, name: str) -> None:
    make(tmp_path, *ODD)
    assert found(tmp_path / name) == ([str(tmp_path / name)], [])
    assert len(found(tmp_path)[0]) == len(ODD)


def test_patterns_are_for_paths_that_are_not_there(tmp_path: Path) -> None:
    make(tmp_path, "r1/a.jsonl", "r2/b.jsonl", "r2/deep/c.jsonl", "r2/d.txt")
    assert found(tmp_path / "r*" / "*.jsonl")[0] == [str(tmp_path / "r1/a.jsonl"), str(tmp_path / "r2/b.jsonl")]
    assert len(found(str(tmp_path / "**" / "*.jsonl"))[0]) == 3
    assert found(tmp_path / "q*.jsonl") == ([], ["input.no-match"])


def test_what_is_not_there_is_an_error(tmp_path: Path) -> None:
    assert found(tmp_path / "no.jsonl") == ([], ["input.not-found"])
    (tmp_path / "empty").mkdir()
    assert found(tmp_path / "empty") == ([], ["input.empty-folder"])
    make(tmp_path, "named.by.hand")
    assert found(tmp_path / "named.by.hand") == ([str(tmp_path / "named.by.hand")], [])


def test_traps_in_a_folder_are_named_and_passed(tmp_path: Path) -> None:
    make(tmp_path, "real.jsonl", "old.jsonl/inner.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "gone.jsonl").symlink_to("nowhere.jsonl")
    (tmp_path / "self.jsonl").symlink_to("self.jsonl")
    (tmp_path / "twin.jsonl").symlink_to("real.jsonl")
    sources, problems = found(tmp_path)
    assert sources == [str(tmp_path / "old.jsonl/inner.jsonl"), str(tmp_path / "real.jsonl")]
    assert sorted(problems) == ["input.folder-like-log", *["input.skipped"] * 4, "input.twice"]


def test_the_same_file_is_read_once(tmp_path: Path) -> None:
    make(tmp_path, "a.jsonl")
    assert found(tmp_path / "a.jsonl", tmp_path / "." / "a.jsonl")[1] == ["input.twice"]
    assert found(tmp_path, tmp_path)[1] == ["input.twice"]
    assert found(tmp_path / "a.jsonl", tmp_path) == ([str(tmp_path / "a.jsonl")], ["input.twice"])


def test_pipes_are_read_where_they_are_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (source,) = [s for s in Finder().find(tmp_path / "pipe") if isinstance(s, Source)]
    assert not source.again
    assert found("-") == (["-"], [])


def test_names_that_are_no_utf8_are_told_safely(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/caf\xe9.jsonl"
    with open(name, "wb") as file:
        file.write(b"{}\n")
    (source,) = Finder().find(tmp_path)
    assert isinstance(source, Source)
    assert source.name.endswith("caf\\xe9.jsonl")
    assert source.name.encode()
    assert list(source.chunks()) == [b"{}\n"]
    assert safe_name(os.fsdecode(name)) == source.name


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_an_error(tmp_path: Path) -> None:
    make(tmp_path, "a.jsonl", "d/b.jsonl")
    (tmp_path / "d").chmod(0)
    assert found(tmp_path)[1] == ["input.unreadable"]
    (tmp_path / "d").chmod(0o700)


def test_bytes_are_those_of_the_file_and_may_be_at_hand_already(tmp_path: Path) -> None:
    packed = gzip.compress(b"{}\n\n{1}\r\n{2}")
    (tmp_path / "a.jsonl").write_bytes(packed)
    (source,) = Finder().find(tmp_path)
    assert isinstance(source, Source)
    assert source.size == len(packed)
    seen = Fingerprint()
    assert b"".join(c for c in source.chunks(seen) if isinstance(c, bytes)) == b"{}\n\n{1}\r\n{2}"
    assert seen.bytes == len(packed)
    at_hand = Source("b", None, data=packed)
    assert b"".join(c for c in at_hand.chunks() if isinstance(c, bytes)) == b"{}\n\n{1}\r\n{2}"


@pytest.mark.parametrize(
    ("name", "is_log"),
    [
        ("a.jsonl", 1),
        ("a.JSONL.GZ", 1),
        ("a.ndjson.zst", 1),
        ("a.json", 0),
        ("a.jsonl.seal", 0),
        ("jsonl", 0),
        ("a.gz", 0),
    ],
)
def test_names_of_logs(name: str, is_log: int) -> None:
    assert is_log_name(name) == bool(is_log)

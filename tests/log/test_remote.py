"""Logs that are named by a URL: found, read, judged as any other; what cannot be reached is told in a sentence."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import vflog
from tests.cli.conftest import ROOT, Run
from tests.cli.conftest import vflog as run
from vflog.log import remote
from vflog.log.output import Refusal, may_write
from vflog.log.sources import Finder, Source
from vflog.scale.parts import Portion, portions

__all__ = ["run"]

SAMPLE = ROOT / "sample_logs" / "base-3p.jsonl"


class Quiet(SimpleHTTPRequestHandler):
    """A server of files; with `ranges` it gives parts of them."""

    ranges = True

    def log_message(self, *_: object) -> None: ...

    def send_head(self) -> Any:
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        path = Path(self.translate_path(self.path))
        if not self.ranges or wanted is None or not path.is_file():
            return super().send_head()
        size, start = path.stat().st_size, int(wanted[1])
        end = min(int(wanted[2] or size), size - 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {start}-{end}/{size}")
        self.send_header("Content-Length", str(end + 1 - start))
        self.end_headers()
        file = path.open("rb")
        file.seek(start)
        return file


class Whole(Quiet):
    ranges = False


@pytest.fixture(params=[Quiet, Whole], ids=["parts", "whole files only"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the URL under which it is served."""
    pytest.importorskip("obstore", reason="the extra `cluster` is not installed")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(request.param, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield tmp_path, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_log_is_judged_as_where_it_lies(served: tuple[Path, str]) -> None:
    folder, url = served
    (folder / "a log.jsonl").write_bytes(SAMPLE.read_bytes())
    there = vflog.validate(f"{url}/a%20log.jsonl", tellings=[])
    here = vflog.validate(folder / "a log.jsonl")
    assert [(g.status, g.digest, g.records) for g in there.games] == [
        (g.status, g.digest, g.records) for g in here.games
    ]
    assert there.files[0].sha256 == here.files[0].sha256


def test_a_large_log_is_cut_into_parts(served: tuple[Path, str], tmp_path: Path) -> None:
    folder, url = served
    data = SAMPLE.read_bytes()
    games = [data.replace(b'"game":"', b'"game":"%d-' % i, 1).replace(b'"%d-game"' % i, b'"game"') for i in range(20)]
    (folder / "large.jsonl").write_bytes(b"".join(games))
    cut = [*portions(Finder().find(f"{url}/large.jsonl"), 30_000)]
    there = [each for portion in cut for each in portion.parts]
    here = [each for portion in portions(Finder().find(folder / "large.jsonl"), 30_000) for each in portion.parts]
    assert len(there) > 3
    assert [(part.start, part.end, part.lines) for part in there] == [(p.start, p.end, p.lines) for p in here]
    assert isinstance(cut[-1], Portion)
    assert cut[-1].sha256 == vflog.validate(folder / "large.jsonl").files[0].sha256


def test_any_place_is_read_from(served: tuple[Path, str], request: pytest.FixtureRequest) -> None:
    folder, url = served
    ranges = request.node.callspec.params["served"].ranges
    data = bytes(range(256)) * 20_000
    (folder / "x").write_bytes(data)
    with remote.opened(f"{url}/x") as file:
        assert file.read(7) == data[:7]
        assert file.tell() == 7
        more = file.read(1 << 30)
        assert more
        assert data[7:].startswith(more)
    with remote.opened(f"{url}/x") as file:
        assert b"".join(iter(lambda: file.read(300_000), b"")) == data
    with remote.opened(f"{url}/x") as file:
        file.seek(1_000_000)
        if ranges:
            assert file.read(5) == data[1_000_000:1_000_005]
        else:
            with pytest.raises(OSError, match="Range"):
                file.read(5)


@pytest.mark.parametrize("served", [Quiet], indirect=True)
def test_a_database_knows_a_log_by_its_bytes(served: tuple[Path, str], tmp_path: Path) -> None:
    folder, url = served
    (folder / "a.jsonl").write_bytes(SAMPLE.read_bytes())
    first = vflog.load(f"{url}/a.jsonl", tmp_path / "x.duckdb")
    again = vflog.load([f"{url}/a.jsonl", folder / "a.jsonl"], tmp_path / "x.duckdb")
    assert (len(first.tally.files), len(again.tally.files)) == (1, 0)
    assert again.tally.already == [f"{url}/a.jsonl"]


def test_what_is_not_there(served: tuple[Path, str], run: Run) -> None:
    _, url = served
    for path, sentence in (
        (f"{url}/missing.jsonl", "There is no file or folder"),
        (f"{url}/", "a web server lists no files"),
        (f"{url}/*.jsonl", "a web server lists no files"),
        ("http://127.0.0.1:9/x.jsonl", "cannot be read: Generic HTTP error"),
        ("nonsense://a/b", "cannot be read: Generic URL error"),
    ):
        told = run("validate", path, "--jobs", 1)
        assert told.code == 3, path
        assert sentence in told.out + told.err
        assert "Traceback" not in told.err


def test_a_url_of_this_machine_is_its_path(tmp_path: Path, run: Run) -> None:
    log = tmp_path / "a log.jsonl"
    log.write_bytes(SAMPLE.read_bytes())
    url = log.as_uri()
    assert "%20" in url
    assert run("validate", url) == run("validate", log)
    assert run("validate", tmp_path.as_uri()) == run("validate", tmp_path)
    with pytest.raises(Refusal, match="one of the inputs"):
        may_write(log, force=True, inputs=[url])


def test_a_file_that_is_called_like_a_url_is_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s3:").mkdir()
    Path("s3:/x.jsonl").write_bytes(b"{}\n")
    (found,) = Finder().find("s3://x.jsonl")
    assert isinstance(found, Source)
    assert found.path == "s3://x.jsonl"
    assert not remote.is_url("s3://x.jsonl")


def test_the_package_is_missing(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setitem(__import__("sys").modules, "obstore", None)
    told = run("validate", "s3://bucket/logs")
    assert told.code == 3
    assert "pip install 'vflog[cluster]'" in told.out


class _Listed:
    """In the place of the library, with a store of these files."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def head(self, root: Any, path: str) -> dict[str, Any]:
        if path not in self.names:
            raise FileNotFoundError(path)
        return {"size": 1}

    def list(self, root: Any, within: str | None) -> Iterator[list[dict[str, Any]]]:
        yield [{"path": n, "size": 1} for n in self.names if within is None or n.startswith(f"{within}/")]


@pytest.mark.parametrize(
    ("url", "files"),
    [
        ("s3://b/x.jsonl", ["x.jsonl"]),
        ("s3://b", ["d/a.jsonl", "d/e/b.jsonl.gz", "x.jsonl"]),
        ("s3://b/d", ["d/a.jsonl", "d/e/b.jsonl.gz"]),
        ("s3://b/d/", ["d/a.jsonl", "d/e/b.jsonl.gz"]),
        ("s3://b/d/*", ["d/a.jsonl", "d/note.txt"]),
        ("s3://b/**/*.jsonl*", ["d/a.jsonl", "d/e/b.jsonl.gz", "x.jsonl"]),
        ("s3://b/d/?.jsonl", ["d/a.jsonl"]),
        ("s3://b/no", None),
        ("s3://b/no*", []),
    ],
)
def test_folders_and_patterns_of_stores(monkeypatch: pytest.MonkeyPatch, url: str, files: list[str] | None) -> None:
    library = _Listed("x.jsonl", "d/e/b.jsonl.gz", "d/a.jsonl", "d/note.txt")
    path = url.removeprefix("s3://b").lstrip("/")
    monkeypatch.setattr(remote, "_store", lambda url: remote._Store(library, None, "s3", "s3://b", path))
    found = [*Finder().find(url)]
    if files is None:
        assert [each.code for each in found] == ["input.not-found"]
    elif not files:
        assert [each.code for each in found] == ["input.no-match"]
    else:
        assert [each.path for each in found if isinstance(each, Source)] == [f"s3://b/{name}" for name in files]

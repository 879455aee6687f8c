"""Output files: whole or not at all, and never over an input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from vflog.cli.exits import wrong_usage


@contextmanager
def whole(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write, which appears under its name when all is written; its folder is made where it is missing."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            yield file
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def packed(file: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    """The same file, its bytes packed where its name ends in `.gz` or `.zst`; equal input gives equal bytes."""
    if name.endswith(".gz"):
        import gzip

        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as inner:
            yield cast(IO[bytes], inner)
    elif name.endswith((".zst", ".zstd")):
        with _zstd().open(file, "wb") as inner:
            yield inner
    else:
        yield file


def _zstd() -> Any:
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from backports import zstd
    return zstd


def never_over(out: str | Path, inputs: Iterable[str]) -> None:
    """Refuse an output that is one of the inputs, under whatever name, or a folder that holds none but them."""
    if not os.path.exists(out):
        return
    for path in inputs:
        if path != "-" and os.path.exists(path) and os.path.samefile(out, path):
            raise wrong_usage(f"The output {os.fspath(out)!r} is one of the inputs; name another one.")

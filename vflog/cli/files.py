"""Output files that are packed where their name says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, cast


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

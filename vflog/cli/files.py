"""Output files: whole or not at all, and never over an input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

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


def never_over(out: str | Path, inputs: Iterable[str]) -> None:
    """Refuse an output that is one of the inputs, under whatever name, or a folder that holds none but them."""
    if not os.path.exists(out):
        return
    for path in inputs:
        if path != "-" and os.path.exists(path) and os.path.samefile(out, path):
            raise wrong_usage(f"The output {os.fspath(out)!r} is one of the inputs; name another one.")

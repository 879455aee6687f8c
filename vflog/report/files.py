"""Files that appear whole or not at all, and never over an input."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from vflog.store.errors import StoreError


class Folder:
    """A folder that is written into; `inputs` are files that must stay as they are."""

    def __init__(self, root: Path, inputs: Iterable[Path]) -> None:
        self.root = root
        self.written: list[Path] = []
        self._inputs = {path.resolve() for path in inputs}
        if root.exists() and not root.is_dir():
            raise StoreError(f"{root} is a file; a report is written into a folder.")

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the folder, by way of another name beside it. Raises `StoreError`."""
        path = self.root / name
        if path.resolve() in self._inputs:
            raise StoreError(f"{path} is what the report is made from; name another folder.")
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.write_bytes(content.encode() if isinstance(content, str) else content)
                os.replace(part, path)
            finally:
                part.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror or error}.") from None
        self.written.append(path)
        return path

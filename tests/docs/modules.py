"""`docs/modules.md`, from the first sentence of each module: `python -m tests.docs.modules`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from .pages import ROOT

PAGE = ROOT / "docs" / "modules.md"
PACKAGE = ROOT / "vflog"
LAYERS = (
    "log",
    "engine",
    "games",
    "reading",
    "playback",
    "dispute",
    "tournament",
    "store",
    "figures",
    "reporting",
    "scale",
    "cli",
)
_HEAD = """\
# Modules

Every module by the first sentence of its docstring, the lowest layer first; made from the sources.
[ARCHITECTURE.md](../ARCHITECTURE.md) says how they hang together.
"""


def _first_sentence(path: Path) -> str:
    text = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0]
    sentence = re.split(r"(?<=\.) (?=[A-Z`])", " ".join(text.split()))[0].rstrip(".")
    return sentence.replace("|", "\\|")


def _lines() -> Iterator[str]:
    yield _HEAD
    top = sorted(PACKAGE.glob("*.py"))
    for folder, paths in groupby(
        [*top, *(path for layer in LAYERS for path in sorted((PACKAGE / layer).rglob("*.py"), key=_order))],
        lambda path: path.parent,
    ):
        yield from (f"## {_name(folder)}", "")
        if told := _first_sentence(folder / "__init__.py"):
            yield from (f"{told}.", "")
        rows = [(path.stem, _first_sentence(path)) for path in paths if path.stem != "__init__"]
        if any(text for _, text in rows):
            yield from ("| module | what it is for |", "| --- | --- |")
            yield from (f"| `{name}` | {text} |" for name, text in rows if text)
            yield ""


def _order(path: Path) -> tuple[Path, str]:
    return path.parent, path.stem


def _name(folder: Path) -> str:
    return ".".join(folder.relative_to(PACKAGE.parent).parts)


def page() -> str:
    """The page as it should read."""
    return "\n".join(_lines())


if __name__ == "__main__":
    PAGE.write_text(page())

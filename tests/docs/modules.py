"""The table of modules in ARCHITECTURE.md, from the first sentence of each module: `python -m tests.docs.modules`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from .pages import ROOT

PAGE = ROOT / "ARCHITECTURE.md"
LAYERS = ("log", "engine", "games", "reading", "playback", "store", "figures", "reporting", "cli")
_TABLE = re.compile(r"(?<=\| module \| what it is for \|\n\| --- \| --- \|\n).*?(?=\n\n)", re.DOTALL)


def _first_sentence(path: Path) -> str:
    text = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0]
    sentence = re.split(r"(?<=\.) (?=[A-Z`])", " ".join(text.split()))[0].rstrip(".")
    return sentence.replace("|", "\\|")


def table() -> str:
    """A row for every module that says something of itself, the lowest layer first."""
    package = ROOT / "vflog"
    paths = [path for layer in LAYERS for path in sorted((package / layer).rglob("*.py"))]
    told = [(path, _first_sentence(path)) for path in [*paths, *sorted(package.glob("*.py"))]]
    return "\n".join(f"| `{_name(path.relative_to(package))}` | {text} |" for path, text in told if text)


def _name(path: Path) -> str:
    return path.with_suffix("").as_posix().removesuffix("/__init__").replace("/", ".")


def written() -> str:
    """The page as it should read."""
    rows = table()
    return _TABLE.sub(lambda _: rows, PAGE.read_text())


if __name__ == "__main__":
    PAGE.write_text(written())

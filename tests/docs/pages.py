"""The pages of the documentation, taken apart: fenced blocks, headings, links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted(page for folder in (".", "docs", "benchmarks", "examples") for page in ROOT.glob(f"{folder}/*.md"))

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


#: A session of Python's: what is asked, and the lines of the answer up to a blank one.
_SESSION = re.compile(r"(?:^(?:>>> |\.\.\. ?).*\n?(?:^(?!>>> |\.\.\. ?|\s*$).*\n?)*)+", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block: what stands after the fence, its lines, the line of the page it begins on."""

    info: str
    lines: list[str]
    line: int


def name(page: Path) -> str:
    """A page's path within the project."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text()
    return [
        Block(found["info"].strip(), found["text"].splitlines(), text.count("\n", 0, found.start()) + 2)
        for found in _FENCE.finditer(text)
    ]


def fenced(text: str) -> str:
    """A text whose Python sessions, which stand bare so that they can be run, are fenced."""
    return _SESSION.sub(lambda session: f"```pycon\n{session[0].rstrip()}\n```\n", text)


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", page.read_text())


def sections(page: Path) -> dict[str, str]:
    """The text under each heading, up to the next heading of any depth."""
    text = page.read_text()
    found = list(_HEADING.finditer(prose_with_gaps(text)))
    ends = [*(match.start() for match in found[1:]), len(text)]
    return {match[2]: text[match.end() : end] for match, end in zip(found, ends, strict=True)}


def prose_with_gaps(text: str) -> str:
    """A page whose fenced blocks are blanks, every place as it was."""
    return _FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def anchors(page: Path) -> set[str]:
    """What a link into a page may name after its `#`."""
    titles = [match[2] for match in _HEADING.finditer(prose_with_gaps(page.read_text()))]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(page: Path) -> list[str]:
    """The targets of a page's links."""
    return _LINK.findall(prose(page))

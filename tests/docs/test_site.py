"""The site: every page stands in its navigation, and is what the page of the repository is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from . import options, site
from .pages import PAGES, ROOT, blocks, fenced, name

SITE = [page for page in (*PAGES, ROOT / "sample_logs" / "README.md") if name(page) != "README.md"]


def test_every_page_has_its_place() -> None:
    placed = re.findall(r"^      - (?:[^:\n]+: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert len(placed) == len(set(placed))
    assert {*placed} == {site.there(page).as_posix() for page in SITE} | {"options.md"}


@pytest.mark.parametrize("page", SITE, ids=name)
def test_links_lead_to_pages_and_files_of_the_site(page: Path) -> None:
    text, files = site.staged(page)
    places = {site.there(each).as_posix() for each in (*SITE, *files)}
    for block in blocks(page):
        assert "\n".join(block.lines) in text, "blocks stay as they are"
    for target in re.findall(r"\]\(([^)\s#]+)", fenced_out(text)):
        if not target.startswith("http"):
            there = (ROOT / site.there(page).parent / target).resolve().relative_to(ROOT)
            assert there.as_posix() in places, target


def fenced_out(text: str) -> str:
    """A page without its blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def test_python_sessions_are_fenced() -> None:
    session = ">>> 1 + 1\n2\n>>> for i in 'a':\n...     print(i)\na"
    assert fenced(f"Before.\n\n{session}\n\nAfter.\n") == f"Before.\n\n```pycon\n{session}\n```\n\nAfter.\n"
    assert fenced("Nothing.\n") == "Nothing.\n"


def test_every_option_of_every_command_is_told() -> None:
    page = options.page()
    for command, made in options.commands():
        for param in made.params:
            if param.param_type_name == "option" and not param.hidden:
                rows = [row for row in page.splitlines() if re.match(rf"\| `{param.opts[0]}[ `]", row)]
                assert any(f"[{command}]" in row for row in rows), (command, param.opts)

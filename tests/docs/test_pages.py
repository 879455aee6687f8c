"""The pages tell the truth: what commands print, what Python says, where links lead."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import vflog
from vflog.cli.app import _names

from . import modules
from .pages import PAGES, ROOT, anchors, blocks, links, name, sections
from .session import Session, consoles, folder, played

#: Written by this project's people about this project; these words would be about something else.
FOREIGN = re.compile(r"(?<![\w.])/(?:home|root|Users|tmp)/|localhost:\d", re.IGNORECASE)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        target, _, anchor = link.partition("#")
        if target.startswith(("http://", "https://")):
            continue
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), f"{name(page)}: {link}"
        if anchor:
            assert anchor in anchors(there), f"{name(page)}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_name_nothing_of_this_machine(page: Path) -> None:
    assert not FOREIGN.search(page.read_text())


@pytest.mark.parametrize("page", [page for page in PAGES if consoles(page)], ids=name)
def test_commands_print_what_the_page_shows(page: Path) -> None:
    with folder():
        session = Session()
        for block in consoles(page):
            assert block.lines == played(block, session), "python -m tests.docs.session writes it anew"


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in page.read_text()], ids=name)
def test_python_says_what_the_page_shows(page: Path) -> None:
    with folder():
        found = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0


def test_every_command_is_told() -> None:
    told = {title.strip("`") for title in sections(ROOT / "docs" / "commands.md")}
    assert set(_names()) <= told


def test_everything_public_in_python_is_told() -> None:
    text = (ROOT / "docs" / "python.md").read_text()
    assert {called for called in (*vflog._WHERE, "__version__") if f"vflog.{called}" not in text} == set()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_named_in_text_exist(page: Path) -> None:
    for command in re.findall(r"`vflog ([a-z][\w-]*)", page.read_text()):
        assert command in _names(), f"{name(page)}: vflog {command}"


def test_set_up_is_two_commands_that_make_knows() -> None:
    readme, makefile = (ROOT / "README.md").read_text(), (ROOT / "Makefile").read_text()
    for target in ("demo", "test"):
        assert f"make {target}" in readme
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_pictures_are_small() -> None:
    for picture in (ROOT / "docs" / "pictures").iterdir():
        assert picture.stat().st_size <= 150_000, picture.name


WRITERS = {"py": sys.executable, "js": "node", "lua": "lua5.4"}


@pytest.mark.parametrize("language", WRITERS)
def test_example_writers_write_a_valid_game(language: str, tmp_path: Path) -> None:
    interpreter = shutil.which(WRITERS[language]) or (shutil.which("lua") if language == "lua" else None)
    if interpreter is None:
        pytest.skip(f"{WRITERS[language]} is not installed")
    log = tmp_path / "game.jsonl"
    subprocess.run([interpreter, str(ROOT / "examples" / f"write_log.{language}"), str(log)], check=True)
    report = vflog.validate(log)
    assert [(game.status, game.winners) for game in report.games] == [("valid", ["ada"])]
    assert report.problems == []
    assert report.games[0].public == PUBLIC


#: The same game in every language: the digest at its end, as docs/writing-logs.md shows it.
PUBLIC = next(
    found[0]
    for page in [ROOT / "docs" / "writing-logs.md"]
    if (found := re.findall(r"sha256:[0-9a-f]{64}", page.read_text()))
)


def test_benchmark_runs() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    call = [sys.executable, str(ROOT / "benchmarks" / "run.py"), "--quick"]
    printed = subprocess.run(call, capture_output=True, check=True, text=True, env=environment).stdout
    for ratio in ("validate / msgspec", "load / read_json", "--help / empty"):
        assert ratio in printed


def test_every_module_is_told() -> None:
    assert modules.PAGE.read_text() == modules.page(), "python -m tests.docs.modules writes it anew"


def test_the_places_where_to_look_exist() -> None:
    package = ROOT / "vflog"
    rows = re.findall(r"^\| [^`|]+ \| (.+) \|$", sections(ROOT / "ARCHITECTURE.md")["Where to look"], re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`([\w./NAME]+)`", row)]
    assert len(told) > 30
    told = [place for place in told if not place.startswith("tests/")]
    paths = [path.relative_to(package).as_posix() for path in package.rglob("*")]
    for place in told:
        path = place.rstrip("/") if "/" in place else place.removesuffix(".py").replace(".", "/")
        pattern = re.compile(r"(^|/)" + re.escape(path).replace("NAME", r"\w+") + r"(\.py)?$")
        assert any(map(pattern.search, paths)), place


def test_the_age_cards_of_the_page_are_those_of_the_rows() -> None:
    from vflog.games.veiled_fate.age_cards import CARDS
    from vflog.games.veiled_fate.card_texts import age_card

    page = (ROOT / "docs" / "packs.md").read_text()
    rows = re.findall(r"^\| `(.*)` \| (\d) \| (\w+\+?) \| (.*)$", page, re.MULTILINE)
    told = {}
    for id, card in CARDS.items():
        _, _, *said = age_card(card).values()
        players = f"{card.least}+" if card.least > 2 else "all"
        told[id] = (id, str(card.age), players, f"{' | '.join(said)} |")
    assert rows == [told[id] for id, card in CARDS.items() if card.base]


def test_packs_shown_have_the_form_of_packs() -> None:
    import tomllib

    import msgspec

    from vflog.games.veiled_fate.pack_file import PackFile

    shown = [block for block in blocks(ROOT / "docs" / "packs.md") if block.info == "toml"]
    assert shown
    for block in shown:
        msgspec.convert(tomllib.loads("\n".join(block.lines)), PackFile)


def test_what_the_page_on_tournaments_writes_stands_in_the_sample() -> None:
    import tomllib

    cup = tomllib.loads((ROOT / "sample_logs" / "tournament" / "cup.toml").read_text())
    shown = [block for block in blocks(ROOT / "docs" / "tournaments.md") if block.info == "toml"]
    assert len(shown) == 2
    for block in shown:
        for key, value in tomllib.loads("\n".join(block.lines)).items():
            if key == "rounds":  # the first table of the first round
                (first,), (there, *_) = value, cup["rounds"]
                assert first == there | {"tables": there["tables"][:1]}
            elif isinstance(value, list):
                assert [each for each in value if each not in cup[key]] == []
            else:
                assert value == cup[key]

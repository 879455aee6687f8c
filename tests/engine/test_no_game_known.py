"""What is not a ruleset's package knows no game: no name, no card, no term of one stands in it.

The words are taken from the rulesets themselves. Where a common word is also one of theirs, or an example in a
docstring needs a game, the place is listed with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import vflog
from vflog.engine import ruleset as rulesets
from vflog.engine.tables import SHARED
from vflog.games.udacha.invented import CARDS
from vflog.games.veiled_fate import RULESET as VEILED
from vflog.games.veiled_fate.age_cards import CARDS as AGE_CARDS
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.pack import REGIONS
from vflog.games.veiled_fate.pack_reader import read
from vflog.games.veiled_fate.terms import COSTS, EXPANSIONS

PACKAGE = Path(vflog.__file__).parent
PARTS = ("log", "engine", "reading", "playback", "dispute", "store", "figures", "reporting", "dashboard", "cli")
FILES = sorted(
    path
    for place in (*(PACKAGE / part for part in PARTS), *PACKAGE.glob("*.py"))
    for path in (place.rglob("*") if place.is_dir() else [place])
    if path.suffix in (".py", ".sql", ".html", ".css", ".js")
)
#: Terms of the games that stand in no table of names.
TERMS = (
    "Demi", "Demis", "Quest", "Quests", "Favor", "Favors", "Renown", "Corruption", "Celestial", "Celestials",
    "Hadria", "Servant", "Servants", "Fate", "Age", "Ages", "City", "Abyss", "Pools", "God Power", "God Powers",
    "Veiled Fate", "Udacha", "Vault", "Secret Vault", "Scenery", "Reserve", "Hero", "Heroes", "decklist",
    "INTERRUPT", "REACTION",
)  # fmt: skip
#: Words of the rulesets that everybody uses.
COMMON = frozenset((
    "setup", "move", "power", "place", "rest", "vote", "score", "deal", "reveal", "turn", "given", "pass", "done",
    "do", "act", "res", "seek", "card", "base", "effect", "voters", "forest", "turns", "moves", "votes", "end_turn",
    "endturn", "command", "reload", "interrupt", "judgement", "margins", "seats", "sources", "outcomes",
    "winners", "leading",
))  # fmt: skip
_PAGE_4 = "a column that page 4 of the specification gives every game"
_OPTION = "an option of the command line, which is promised to stay"
_EXAMPLE = "an example in a docstring"
_SHAPE = "a shape that any ruleset's board may have"
_DRAWN = "a path of a drawing, or a size of paper"
#: Place and word, and why it may stand there.
ALLOWED: dict[tuple[str, str], str] = {
    ("engine/tables.py", "age"): _PAGE_4,
    ("engine/tables.py", "corruption"): _PAGE_4,
    ("store/gather.py", "age"): _PAGE_4,
    ("store/gather.py", "corruption"): _PAGE_4,
    ("reporting/game_page.py", "age"): _PAGE_4,
    ("cli/commands/simulate.py", "powers"): _OPTION,
    ("cli/commands/explain.py", "move.not-adjacent"): _EXAMPLE,
    ("cli/commands/explain.py", "vf-m2"): _EXAMPLE,
    ("cli/commands/explain.py", "natural-order"): _EXAMPLE,
    ("log/problems.py", "vf-m4"): _EXAMPLE,
    ("engine/scene.py", "bridge"): _SHAPE,
    ("engine/event_examples.py", "veiled-fate"): _EXAMPLE,
    ("engine/event_examples.py", "udacha"): _EXAMPLE,
    ("reporting/assets/tournament.css", "a4"): _DRAWN,
    ("reporting/templates/replay.html", "m5"): _DRAWN,
    ("reporting/templates/replay.html", "m6"): _DRAWN,
    ("api.py", "age"): _EXAMPLE,
    ("api.py", "demis"): _EXAMPLE,
    ("api.py", "renown"): _EXAMPLE,
}


def words() -> set[str]:
    """Every word by which a ruleset could be known."""
    pack = read((PACKAGE / "games" / "veiled_fate" / "packs" / "sample.toml").read_bytes())
    cards = {*pack.demis, *pack.quests, *AGE_CARDS, *pack.city, *pack.favors}
    out = {*TERMS, *cards, *CARDS, *ROLES, *REGIONS, *EXPANSIONS, *COSTS, *COSTS["base"]}
    for name in ("veiled-fate", "udacha"):
        rules = rulesets.ruleset(name)
        out |= {name, name.replace("-", "_"), *rules.rules, *rules.codes, *rules.rulings}
        out |= {table.name for table in rules.tables} | {view.name for view in rules.views}
        out |= {str(kind.__struct_config__.tag) for kind in rules.records}
        out |= set(rules.pages().figures())
    shared = {table.name for table in SHARED}
    return {word for word in out if word.lower() not in COMMON and word not in shared}


def found(text: str) -> Iterator[str]:
    """The words of a ruleset in a text, each as a word of its own."""
    yield from WORDS.findall(text)


WORDS = re.compile(
    rf"(?<![\w.-])(?:{'|'.join(sorted(map(re.escape, words()), key=len, reverse=True))})(?![\w-])", re.IGNORECASE
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_word_of_a_game_stands_outside_its_ruleset(path: Path) -> None:
    place = path.relative_to(PACKAGE).as_posix()
    there = {word.lower() for word in found(path.read_text("utf-8"))}
    assert sorted(word for word in there if (place, word) not in ALLOWED) == []


def test_what_is_allowed_is_there() -> None:
    """No exception outlives its reason."""
    for (place, word), reason in ALLOWED.items():
        assert reason
        assert word in {each.lower() for each in found((PACKAGE / place).read_text("utf-8"))}, (place, word)


def test_a_word_would_be_found() -> None:
    text = 'SELECT renown FROM markers  # "Hadria", udacha.m4 and VF-M3; no agency, demigod, re-quest'
    assert list(found(text)) == ["renown", "Hadria", "udacha.m4", "VF-M3"]
    assert VEILED.name in words()

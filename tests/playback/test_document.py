"""The pages of rules and codes are those of the data; `explain` prints from the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from vflog.engine import knowledge
from vflog.playback.document import PAGES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages made anew, in a process of its own: other tests register rulesets of their own."""
    folder = tmp_path_factory.mktemp("docs")
    subprocess.run([sys.executable, "-m", "vflog.playback.document", str(folder)], check=True)
    return folder


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_those_of_the_data(name: str, made: Path) -> None:
    there, anew = ((folder / name).read_text(encoding="utf-8") for folder in (DOCS, made))
    assert there == anew, "run: python -m vflog.playback.document docs"


def test_every_rule_and_code_stands_there() -> None:
    pages = {name: page() for name, page in PAGES.items()}
    assert all(f"### {rule}: " in pages["rules.md"] for rule in knowledge.rules())
    assert all(f"| `{code}` |" in pages["codes.md"] for code in knowledge.codes())


def test_examples_of_a_rule_and_of_a_code() -> None:
    (first, *_) = knowledge.examples_for("VF-M4")
    assert first.code == "move.on-quest"
    assert first.legal[-1] != first.illegal[-1]
    assert knowledge.examples_for("line.nan")[0].rules == ()
    assert knowledge.examples_for("no.such-code") == []
    found = knowledge.explained("vf-r4")
    assert found is not None
    assert found["examples"][0]["code"] == "claim.differs"

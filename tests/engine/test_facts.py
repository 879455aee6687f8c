"""A table of facts is defined once, as a typed row: what makes a row takes its fields, no more and no fewer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated, NamedTuple

import pytest

from vflog.engine.facts import Column, Facts, Is, PlayerId, RecordNumber, among, fact_table
from vflog.engine.tables import FACTS
from vflog.games.udacha.tables import TABLES as UDACHA
from vflog.games.veiled_fate.tables import FACTS as VEILED


class TokenRow(NamedTuple):
    """A token that somebody took,
    or nobody.
    """

    n: RecordNumber
    player_id: PlayerId
    colour: Annotated[str | None, among(("red", "blue"), "Its colour; NULL where it has none")]
    worth: Annotated[int, Is("What it is worth.", "INTEGER", "{} BETWEEN 0 AND 3")]
    safe: Annotated[bool, Is("Nobody can take it away.")]


TOKENS, token = fact_table("tokens", TokenRow, ("n",))


def test_the_fields_are_the_columns() -> None:
    assert (TOKENS.name, TOKENS.comment, TOKENS.key) == (
        "tokens",
        "A token that somebody took, or nobody.",
        ("game_key", "n"),
    )
    assert [(c.name, c.type, c.null) for c in TOKENS.columns] == [
        ("game_key", "BIGINT", False),
        ("n", "BIGINT", False),
        ("player_id", "VARCHAR", False),
        ("colour", "VARCHAR", True),
        ("worth", "INTEGER", False),
        ("safe", "BOOLEAN", False),
    ]
    assert TOKENS.columns[3].comment == "Its colour; NULL where it has none: red, blue."
    assert TOKENS.columns[3].check == "colour IN ('red', 'blue')"
    assert TOKENS.columns[4] == Column("worth", "INTEGER", "What it is worth.", False, "worth BETWEEN 0 AND 3")
    assert fact_table("more", TokenRow)[0].key == ()
    assert fact_table("one", TokenRow, ())[0].key == ("game_key",)


def test_a_row_has_just_its_fields() -> None:
    facts = Facts([TOKENS])
    token(facts, 3, "a", colour=None, worth=1, safe=True)
    token(facts, 4, "b", safe=False, worth=2, colour="red")
    assert facts.rows("tokens") == [(3, "a", None, 1, True), (4, "b", "red", 2, False)]
    with pytest.raises(TypeError):
        token(facts, 5, "a", "red", 1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        token(facts, 5, "a", "red", 1, True, 0)  # type: ignore[call-arg]
    assert len(facts["tokens"]) == 10


def test_a_wrong_definition_is_found_when_its_module_is_imported() -> None:
    class Silent(NamedTuple):
        n: int

    class Short(NamedTuple):
        n: RecordNumber

    with pytest.raises(TypeError, match="the field n must say what its column is"):
        fact_table("silent", Silent)
    with pytest.raises(TypeError, match="has no column m"):
        fact_table("short", Short, ("m",))
    with pytest.raises(TypeError, match="has no column turn, first_n, last_n"):
        fact_table("short", Short, spans="turn")


def test_every_fact_is_told_by_what_its_table_gives() -> None:
    """No row is put together by hand, where nothing would hold its width."""
    package = Path(__file__).parents[2] / "vflog"
    own = package / "engine" / "facts.py"
    by_hand = [
        path.name
        for path in package.rglob("*.py")
        for table in (*FACTS, *VEILED, *UDACHA)
        if path != own and f'["{table.name}"].extend(' in path.read_text("utf-8")
    ]
    assert by_hand == []


def test_mypy_finds_a_row_of_another_width_or_type(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from vflog.engine.facts import Facts\nfrom vflog.engine.tables import takeback\n"
        "def tell(facts: Facts) -> None:\n    takeback(facts, 1, to_n=0)\n    takeback(facts, 1)\n"
        "    takeback(facts, 1, to_n='0')\n    takeback(facts, 1, to_n=0, by='x')\n",
        "utf-8",
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "--no-error-summary", str(wrong)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line]
    assert lines == ["5", "6", "7"], done.stdout + done.stderr

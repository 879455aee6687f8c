"""The Python interface: its examples are true, its names are functions whatever was loaded before."""

from __future__ import annotations

import doctest
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import vflog
import vflog.api

ROOT = Path(__file__).parents[1]
LOG = ROOT / "tests" / "vectors" / "veiled-fate" / "base-2p.jsonl"
PACKS = ROOT / "tests" / "vectors" / "packs"


def test_the_examples_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testmod(vflog.api)
    assert tried > 5
    assert not failed


def test_all_that_is_public_is_there() -> None:
    assert {*vflog.__all__} - {"__version__"} <= {*vflog._WHERE} <= {*dir(vflog)}
    for name in vflog._WHERE:
        assert getattr(vflog, name) is not None
    with pytest.raises(AttributeError):
        vflog.nothing  # noqa: B018


@pytest.mark.parametrize("first", ["import vflog.reporting.write, vflog.playback.cursor", "pass"])
def test_functions_are_functions_whatever_was_imported_before(first: str) -> None:
    code = (
        f"{first}\nimport vflog\nprint(len(vflog.replay({str(LOG)!r}, content={str(PACKS)!r})))\n"
        "print(type(vflog.report).__name__)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "104\nfunction\n"


def test_the_version_is_the_one_that_the_command_prints() -> None:
    ran = subprocess.run([sys.executable, "-m", "vflog", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"vflog {vflog.__version__}\n"


FUNCTIONS = ("validate", "read", "replay", "load", "report")


def test_help_is_short_and_tells_of_all_that_is_public() -> None:
    told = pydoc.render_doc(vflog, renderer=pydoc.plaintext)
    assert len(told.splitlines()) < 200
    assert f"VERSION\n    {vflog.__version__}" in told
    assert {name for name in vflog._WHERE if not re.search(rf"\b{name}\b", told)} == set()
    for name in FUNCTIONS:
        # Newer Pythons put each parameter of a long signature on a line of its own.
        assert _on_one_line(f"{name}{inspect.signature(getattr(vflog, name))}") in _on_one_line(told)


def _on_one_line(text: str) -> str:
    return re.sub(r"\s|,(?=\s*\))", "", text)


def test_what_help_promises_is_in_every_signature() -> None:
    for name in FUNCTIONS:
        taken = inspect.signature(getattr(vflog, name)).parameters
        assert {"content", "rulings", "keep_going"} <= {*taken}, name


def test_each_type_has_a_help_of_its_own() -> None:
    for name in {*vflog._WHERE} - {*FUNCTIONS}:
        assert inspect.getdoc(getattr(vflog, name)), name


def test_importing_costs_nothing() -> None:
    code = "import sys, vflog; print('msgspec' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_logs_to_tables_to_pages(tmp_path: Path) -> None:
    loaded = vflog.load(LOG, tmp_path / "x.duckdb", content=PACKS)
    assert loaded.report.totals.by_status == {"valid": 1}
    assert not loaded.disagreements
    written = vflog.report(LOG, out=tmp_path / "pages", content=PACKS)
    assert written.first.exists()
    with pytest.raises(ValueError, match="Either"):
        vflog.report(out=tmp_path)

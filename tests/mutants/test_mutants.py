"""The tool itself: which places it finds, what a dropped place does, and that it tells of what no test holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.mutants import switch
from tests.mutants.places import Package, Place, Switches
from tests.mutants.run import failure
from vflog.log.problems import Refused

RULES = '''"""Rules of a toy."""

from __future__ import annotations

from typing import NoReturn

from vflog.log.problems import Refused


def least(count: int) -> None:
    """VF-X1: at least one."""
    if count < 1:
        raise Refused("toy.least")


def even(count: int) -> int:
    if not (count % 2 == 0 and count < 9) or count == 4:
        _wrong("odd")
    return count // 2


def _wrong(why: str) -> NoReturn:
    raise Refused("toy.wrong", rule="VF-X2", why=why)


def both(count: int) -> int:
    least(count)
    return even(count)


def asked(count: int) -> bool:
    try:
        least(count)
    except Refused:
        return False
    return True


def disputed(line, count: int) -> None:
    if count > 5:
        line.disputed("A1", "more than five")


def checked(counts: list[int]) -> int:
    for fault in faults(counts):
        raise Refused("toy.fault", fault=fault)
    return sum(counts)


def faults(counts: list[int]):
    if not counts:
        yield "nothing"
    for count in counts:
        yield from (f"{count} {fault}" for fault in _of(count))


def _of(count: int):
    if count > 7:
        yield "is too many"


def others(counts: list[int]):
    yield from counts
'''
LISTED = [
    ("raise Refused('toy.least')", "toy.least"),
    ("not count % 2 == 0 → _wrong('odd')", "VF-X2"),
    ("not count < 9 → _wrong('odd')", "VF-X2"),
    ("count == 4 → _wrong('odd')", "VF-X2"),
    ("raise Refused('toy.wrong', rule='VF-X2', why=why)", "VF-X2"),
    ("least(count)", None),
    ("even(count)", None),
    ("line.disputed('A1', 'more than five')", "A1"),
    ("raise Refused('toy.fault', fault=fault)", "toy.fault"),
    ("yield 'nothing'", None),
    ("yield 'is too many'", None),
]
DISPUTE = LISTED.index(("line.disputed('A1', 'more than five')", "A1"))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, list[Place]]:
    """The rules with their switches, and the places found."""
    root = tmp_path_factory.mktemp("toy")
    path = root / "vflog" / "games" / "toy" / "rules.py"
    path.parent.mkdir(parents=True)
    path.write_text(RULES)
    places: list[Place] = []
    package = Package(root, "toy")
    rules: dict[str, Any] = {}
    exec(Switches(package, package.modules[0], places).code(), rules)
    return SimpleNamespace(**rules), places


def test_the_places_are_those_that_refuse_or_dispute(toy: tuple[Any, list[Place]]) -> None:
    _, places = toy
    assert [(place.code, place.rule) for place in places] == LISTED
    assert {place.file for place in places} == {"vflog/games/toy/rules.py"}
    assert places[0].line == RULES[: RULES.index("raise Refused")].count("\n") + 1


@pytest.mark.parametrize(
    ("place", "count", "gives"), [(0, 0, 0), (1, 3, 1), (2, 10, 5), (3, 4, 2), (5, 0, 0), (6, 3, None)]
)
def test_only_the_place_that_is_dropped_refuses_no_more(
    toy: tuple[Any, list[Place]], place: int, count: int, gives: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, _ = toy
    monkeypatch.setattr(switch, "reached", set())
    for other in (None, DISPUTE):
        monkeypatch.setattr(switch, "active", other)
        with pytest.raises(Refused):
            rules.both(count)
    assert place in switch.reached
    monkeypatch.setattr(switch, "active", place)
    assert rules.both(count) == gives


def test_what_is_replaced_refuses_for_another_reason(
    toy: tuple[Any, list[Place]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, _ = toy
    monkeypatch.setattr(switch, "active", 6)
    monkeypatch.setattr(switch, "replaced", True)
    with pytest.raises(Refused, match=r"mutant\.other"):
        rules.both(3)
    with pytest.raises(Refused, match=r"toy\.least"):
        rules.both(0)


@pytest.mark.parametrize(("place", "counts"), [(8, []), (8, [8]), (9, []), (10, [8])])
def test_a_reason_is_dropped_too(
    toy: tuple[Any, list[Place]], place: int, counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, _ = toy
    for other in (None, DISPUTE):
        monkeypatch.setattr(switch, "active", other)
        assert rules.checked([7]) == 7
        with pytest.raises(Refused):
            rules.checked(counts)
    monkeypatch.setattr(switch, "active", place)
    assert rules.checked(counts) == sum(counts)


def test_a_dispute_is_dropped_too(toy: tuple[Any, list[Place]], monkeypatch: pytest.MonkeyPatch) -> None:
    rules, _ = toy
    told: list[str] = []
    line = SimpleNamespace(disputed=lambda point, reason: told.append(point))
    rules.disputed(line, 6)
    assert told == ["A1"]
    monkeypatch.setattr(switch, "active", DISPUTE)
    rules.disputed(line, 6)
    assert told == ["A1"]


@pytest.mark.parametrize(("code", "file", "how"), [
    ("assert False", "tests/games/test_toy.py", "asserts"), ("assert False", "vflog/games/toy/rules.py", "breaks down"),
    ("raise KeyError", "tests/games/test_toy.py", "breaks down"),
])  # fmt: skip
def test_only_what_a_test_asserts_holds_a_place(code: str, file: str, how: str) -> None:
    with pytest.raises((AssertionError, KeyError)) as told:
        exec(compile(code, file, "exec"))
    assert failure(told) == how


SERVANTS = "vflog/games/veiled_fate/servants.py"
TESTS = "tests/games/veiled_fate/"


@pytest.mark.parametrize(("tests", "code"), [("test_examples.py", 0), ("test_packs.py", 1)])
def test_it_tells_of_a_check_that_no_test_holds(tests: str, code: int) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants", SERVANTS, "--tests", TESTS + tests],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert run.returncode == code, run.stdout + run.stderr
    assert (f"{SERVANTS}:15: raise Refused('command.no-servants'" in run.stdout) == bool(code)

"""Udacha's legal forms: what was played is one of them, they come in order, and listing and counting agree."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.conformance.test_forms import fits
from tests.games.udacha.simulated import simulated
from vflog import api
from vflog.cli import main
from vflog.engine.ruleset import Play, dialect
from vflog.games.udacha import RULESET
from vflog.playback.forms import count, count_legal, legal_records, records

Fields = dict[str, Any]
GOLDEN = Path(__file__).parents[1] / "golden" / "udacha"
each = pytest.mark.parametrize(("seed", "hidden"), [(2, False), (5, False), (9, True), (12, True)])
#: What a front end may say besides, or what only the resolution of a frame asks for.
_SAID = {"n", "type", "why", "src", "mv", "override", "ok"}
#: What says no more than if it were left out; forms leave it out.
_DEFAULT = {"reason": "played"}


def plays(seed: int, hidden: bool) -> list[tuple[Play, Fields]]:
    """Every record of a game, each with the position before it."""
    header, *log = simulated(seed, hidden)
    read = dialect(RULESET)
    play = RULESET.open(msgspec.convert(header, RULESET.header), lambda _: None, {}).play
    out = []
    for record in log:
        if record["type"] == "note":
            continue
        out.append((play.copy(), record))
        play.n = record["n"]
        play.apply(read.record(record))
    return out


def promised(forms: list[Fields], record: Fields) -> bool:
    """Whether the record is one of the forms, as far as the forms tell."""
    kind = record["type"]
    given = {key: value for key, value in record.items() if key not in _SAID and value != _DEFAULT.get(key)}
    return any(form["type"] == kind and _one_of(form, given) for form in forms)


def _one_of(form: Fields, given: Fields) -> bool:
    fields = {name: spec for name, spec in form["fields"].items() if name not in _SAID}
    may_lack = {*form["optional"], *RULESET.may_be_left_out, "taken"}
    if not set(given) - {*form["optional"]} <= set(fields) or not set(fields) - set(given) <= may_lack:
        return False
    return all(fits(fields[name], value) for name, value in given.items() if name in fields)


@each
def test_every_record_played_is_one_of_the_forms(seed: int, hidden: bool) -> None:
    for play, record in plays(seed, hidden):
        forms = play.legal()
        assert promised(forms, record), (record, [f for f in forms if f["type"] in (record["type"], "do")][:8])


@each
def test_forms_are_counted_and_listed_alike(seed: int, hidden: bool) -> None:
    for play, _ in plays(seed, hidden)[::9]:
        for form in play.legal():
            listed = list(islice(records(form), 2000))
            assert count(form) == len(listed) > 0
            assert all(listed.count(record) == 1 for record in listed)


@pytest.mark.parametrize("name", ["corrected", "hidden"])
def test_they_answer_at_every_record(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With hidden cards, after a judge's ruling and after a takeback too; the command says the same."""
    path = GOLDEN / f"{name}.jsonl"
    cursor = api.replay(path)
    for place in range(len(cursor)):
        cursor.to_place(place)
        forms = cursor.legal()
        number = len(list(legal_records(forms)))
        assert number == count_legal(forms)
        assert (number == 0) == (place == len(cursor) - 1)
        if place % 25 == 12:
            where = [str(path), "--at", str(cursor.log.entries[place].n)]
            assert main(["legal", *where, "--count"]) == 0
            assert capsys.readouterr().out == f"{number}\n"
            assert main(["legal", *where, "--list", "--max", "100000"]) == 0
            assert len(capsys.readouterr().out.splitlines()) == number


@each
def test_forms_come_in_the_order_of_the_records(seed: int, hidden: bool) -> None:
    order = [kind.__struct_config__.tag for kind in (*RULESET.records, RULESET.end)]
    for play, _ in plays(seed, hidden)[::9]:
        kinds = [order.index(form["type"]) for form in play.legal()]
        assert kinds == sorted(kinds)

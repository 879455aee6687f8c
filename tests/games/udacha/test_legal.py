"""The forms of what is legal: all that they say is accepted, and just outside of them is refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from vflog.engine.ruleset import dialect
from vflog.games.udacha import RULESET
from vflog.games.udacha.play import UdachaPlay
from vflog.log.canonical import canonical
from vflog.log.problems import Refused

from .simulated import simulated

Form = dict[str, Any]
#: What stands for nature's fields here: the least that is possible.
_LEAST = {"cards": [], "number": 0, "moves": [], "card": "?", "effect": "s"}
_ORDER = ("setup", "given", "turn", "endturn", "do", "pass", "res", "done", "quest", "end")


def _positions(seed: int, every: int, hidden: bool = False) -> list[UdachaPlay]:
    """The game after each of some of its records."""
    header, *records = simulated(seed, hidden)
    play = RULESET.open(msgspec.convert(header, RULESET.header), lambda _: None, {}).play
    assert isinstance(play, UdachaPlay)
    out = [play.copy()]
    for record in records:
        if record["type"] != "note":
            play.n = record["n"]
            play.apply(dialect(RULESET).record(record))
            if record["n"] % every == 0:
                out.append(play.copy())
    return out


def _values(value: Any) -> list[Any]:
    if isinstance(value, dict) and "in" in value:
        return list(value["in"])
    if isinstance(value, dict) and "choose" in value:
        return [[card] for card in value["from"]]
    if isinstance(value, dict) and "reveals" in value:
        return [_LEAST[value["reveals"]]]
    return [value]


def _records(form: Form) -> list[Form]:
    names = list(form["fields"])
    return [
        {"type": form["type"], **dict(zip(names, values, strict=True))}
        for values in product(*(_values(form["fields"][name]) for name in names))
    ]


def _accepts(play: UdachaPlay, record: Form) -> bool:
    trial = play.copy()
    trial.n = 10_000
    try:
        trial.apply(dialect(RULESET).record(record))
    except Refused:
        return False
    return not trial.state.fixed.strict or not trial.warnings


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("hidden", [False, True])
def test_forms_say_what_is_accepted(seed: int, hidden: bool) -> None:
    told = 0
    for play in _positions(seed, 7, hidden):
        for form in play.legal():
            for record in _records(form):
                # A resolution that moves nothing is not always enough: the moves are nature's.
                assert record["type"] == "res" or _accepts(play, record), record
                told += 1
    assert told > 200


@pytest.mark.parametrize("seed", range(4))
def test_what_no_form_says_is_refused(seed: int) -> None:
    refused = 0
    for play in _positions(seed, every=3):
        if play.winners is not None:
            continue
        said = {canonical(record) for form in play.legal() for record in _records(form)}
        tie = {"in": play.state.frames[-1].n} if play.state.frames else {}
        for player in "AB":
            for card in play.state.zones.get(f"{player}.hand", ()):
                record = {"type": "do", "p": player, "what": "play", "card": card, **tie}
                assert (canonical(record) in said) == _accepts(play, record)
                refused += canonical(record) not in said
        for f in {*(frame.n for frame in play.state.frames), 9_999}:
            record = {"type": "done", "f": f}
            assert (canonical(record) in said) == _accepts(play, record)
    assert refused > 0


def test_forms_are_in_order_and_told_once() -> None:
    for play in _positions(3, every=5):
        forms = play.legal()
        keys = [(_ORDER.index(form["type"]), canonical(form)) for form in forms]
        assert keys == sorted(set(keys))


def test_asking_changes_nothing() -> None:
    for play in _positions(2, every=9):
        before = canonical(play.document())
        play.legal()
        assert canonical(play.document()) == before


def test_nothing_is_legal_after_the_end() -> None:
    play = _positions(1, every=1)[-1]
    assert play.winners is not None
    assert play.legal() == []

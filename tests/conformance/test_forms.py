"""The legal forms: what they promise is accepted, what lies just outside of them is refused."""

from __future__ import annotations

import copy
import random
from itertools import islice
from typing import Any

import pytest

from tests.games.veiled_fate.harness import Game
from tests.games.veiled_fate.simulated import SETTINGS, Setting, simulated
from tests.model.variants import EDITS, Pools
from vflog.engine.ruleset import Play, dialect
from vflog.games.veiled_fate import RULESET
from vflog.log.faults import Fault
from vflog.log.problems import Refused
from vflog.playback.forms import count, legal, records

Fields = dict[str, Any]
each = pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s.players}-{s.expansions}-{s.role}-{s.hidden}")
FRAME = {"n", "game", "at"}
#: Moments looked at closely: every so many-th record.
STRIDE = 5


def reveals(spec: Any) -> bool:
    """Whether nature has a say in that field."""
    return isinstance(spec, dict) and ("reveals" in spec or "follows" in spec or any(map(reveals, spec.values())))


def waits(spec: Any) -> bool:
    """Whether the field depends on what nature shows in others: it may be needed or not."""
    return isinstance(spec, dict) and "follows" in spec


def fits(spec: Any, value: Any) -> bool:
    """Whether a value is one that the field stands for."""
    match spec:
        case {"reveals": _} | {"follows": _}:
            return True
        case {"in": values}:
            return value in values
        case {"choose": size, "from": names}:
            return isinstance(value, list) and len(value) == size == len({*value} & {*names})
        case {"cards": _, "of": _, "by": places}:
            if not isinstance(value, dict) or not set(value) <= set(places):
                return False
            return taken_from(spec, [card for cards in value.values() for card in cards])
        case {"cards": _, "of": _}:
            return isinstance(value, list) and taken_from(spec, value)
        case dict():
            due = {key for key, one in spec.items() if not waits(one)}
            same = isinstance(value, dict) and due <= set(value) <= set(spec)
            return same and all(fits(spec[key], one) for key, one in value.items())
        case _:
            return bool(spec == value)


def taken_from(spec: Fields, cards: list[str]) -> bool:
    """Whether so many cards can be taken from those there are: known ones first, others may be what is hidden.

    Where they are laid open, `of` leaves out those that are not known: so many `more` may be shown.
    """
    size, of, hidden = spec["cards"], spec["of"], spec.get("hidden", {})
    low, high = (size, size) if isinstance(size, int) else size
    laid_open = spec.get("open", False)
    unknown = spec.get("more", 0) if laid_open else of.get("?", 0)
    if not low <= len(cards) <= high + spec.get("more", 0) or ("?" in cards and laid_open):
        return False
    beyond = {kind: max(0, cards.count(kind) - of.get(kind, 0)) for kind in {*cards} - {"?"}}
    return all(more <= hidden.get(kind, 0) for kind, more in beyond.items()) and sum(beyond.values()) <= unknown


def promised(forms: list[Fields], record: Fields) -> list[Fields]:
    """The forms that the record is one of."""
    given = {key: value for key, value in record.items() if key not in FRAME and key != "type"}
    given = {k: v for k, v in given.items() if v not in ([], {}) or k not in RULESET.may_be_left_out}
    return [form for form in forms if form["type"] == record["type"] and _one_of(form, given)]


def _one_of(form: Fields, given: Fields) -> bool:
    fields, optional = form["fields"], form.get("optional", [])
    empty = {k for k, spec in fields.items() if waits(spec) or (k in RULESET.may_be_left_out and fits(spec, []))}
    if not set(given) <= set(fields) or not set(fields) - set(given) <= {*optional, *empty}:
        return False
    return all(fits(fields[name], value) for name, value in given.items())


def accepted(play: Play, record: Fields) -> bool:
    try:
        play.copy().apply(dialect(RULESET).record(record))
    except (Refused, Fault):
        return False
    return True


@each
def test_forms_accept_what_they_promise(setting: Setting) -> None:
    log = simulated(setting)
    game, rng = Game(log[:1]), random.Random(setting.seed)
    for n, record in enumerate(log[1:], 1):
        play = game.judge.play
        assert play is not None
        if n % STRIDE == 0:
            forms = [form for form in play.legal() if not any(map(reveals, form["fields"].values()))]
            for form in rng.sample(forms, min(6, len(forms))):
                listed = list(islice(records(form), 200))
                assert count(form) >= len(listed) > 0
                for promise in rng.sample(listed, min(8, len(listed))):
                    assert accepted(play, promise), promise
        game.put(record)


@each
def test_every_record_played_is_one_of_the_forms(setting: Setting) -> None:
    log = simulated(setting)
    game = Game(log[:1])
    for n, record in enumerate(log[1:], 1):
        assert game.judge.play is not None
        if n % STRIDE == 0 or record["type"] not in ("move", "power", "end_turn"):
            forms = game.judge.play.legal()
            assert promised(forms, record), (record, [f for f in forms if f["type"] == record["type"]][:5])
        game.put(record)


@each
def test_forms_refuse_what_lies_just_outside(setting: Setting) -> None:
    """An edit of the next record is accepted just when a form promises it, as far as nature has no say."""
    log = list(simulated(setting))
    game, rng, pools = Game(log[:1]), random.Random(setting.seed), Pools(log)
    for n, record in enumerate(log[1:], 1):
        play = game.judge.play
        assert play is not None
        if n % STRIDE == 0 and record["type"] not in ("setup", "end"):
            forms = play.legal()
            for _ in range(6):
                edited = copy.deepcopy(record)
                if rng.choice(EDITS)(edited, pools, rng):
                    mine = promised(forms, edited)
                    if not mine:
                        assert not accepted(play, edited), edited
                    elif not any(reveals(spec) for form in mine for spec in form["fields"].values()):
                        assert accepted(play, edited), edited
        game.put(record)


@each
def test_forms_come_in_order_and_without_doubles(setting: Setting) -> None:
    log = simulated(setting)
    game = Game(log[:1])
    order = [kind.__struct_config__.tag for kind in (*RULESET.records, RULESET.end)]
    for n, record in enumerate(log[1:], 1):
        assert game.judge.play is not None
        if n % (4 * STRIDE) == 0:
            forms = game.judge.play.legal()
            kinds = [order.index(form["type"]) for form in forms]
            assert kinds == sorted(kinds)
            assert all(form not in forms[:i] for i, form in enumerate(forms))
        game.put(record)


def test_cards_laid_in_places_are_counted_as_they_are_listed() -> None:
    spec = {"cards": [0, 2], "of": {"f1": 1, "s1": 2}, "by": ["coast", "forest"]}
    form = {"type": "age_vote", "fields": {"player": "ada", "regions": spec}, "optional": []}
    listed = [record["regions"] for record in records(form)]
    assert count(form) == len(listed) == 1 + 2 + 2 + 3 + 4
    assert all(listed.count(one) == 1 and fits(spec, one) for one in listed)


def test_a_scorekeepers_end_may_tell_nothing() -> None:
    """E2: nobody's Demi is known before it; with a Demi that is not known winners are not compared."""
    header = {
        "type": "game", "format": "vflog/1", "game": "g", "ruleset": "veiled-fate", "revision": "2026-12",
        "players": [{"id": "ada"}, {"id": "bob"}], "detail": "score",
    }  # fmt: skip
    play = Game([header, *({"type": "age", "age": age} for age in (1, 2, 3))]).judge.play
    assert play is not None
    bare = {"type": "end"}
    assert promised(legal(play), bare)
    assert accepted(play, bare)
    play.apply(dialect(RULESET).record(bare))
    assert legal(play) == []

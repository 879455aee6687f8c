"""At the end of the deck: what the rules accept the forms offer, and nothing else, whatever was paid before."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.test_forms import accepted, fits, waits
from vflog.engine.ruleset import Play
from vflog.games.veiled_fate.examples.situations import all_rest, no_votes
from vflog.playback.forms import so_far

from .harness import Game
from .packs import packed, sample
from .playing import Situation, act, log, move, power, table

Fields = dict[str, Any]
KINDS = ("f1", "f2", "s1", "s2", "+2")
FATE = {"f1": 7, "f2": 4, "s1": 7, "s2": 3, "+2": 3}
NONE = object()


# -- by the forms -----------------------------------------------------------------------------------------


class Forms:
    """A play that has made its forms, of which only some are asked for."""

    def __init__(self, play: Play) -> None:
        self.forms = play.legal()
        self.what_follows = play.what_follows

    def about(self, record: Fields) -> Any:
        """The same with the forms that such a record may be one of."""
        same = [(name, record[name]) for name in ("demi", "to", "power") if name in record]
        twin, forms = copy.copy(self), [form for form in self.forms if form["type"] == record["type"]]
        twin.forms = [form for form in forms if all(form["fields"].get(name) == value for name, value in same)]
        return twin

    def legal(self) -> list[Fields]:
        """These forms."""
        return self.forms


def offered(forms: Forms, record: Fields) -> bool:
    """Whether a client that gives what a form says, and asks what follows, comes to this record."""
    play = forms.about(record)
    return any(_leads(play, {"type": record["type"]}, form, record) for form in play.legal())


def _leads(play: Any, given: Fields, form: Fields, record: Fields) -> bool:
    now = dict(given)
    for name, spec in form["fields"].items():
        if waits(spec) or (name not in record and name in form["optional"]) or now.get(name, NONE) == spec:
            continue
        value = _part(spec, record[name]) if name in record else NONE
        if value is NONE:
            return False
        now[name] = value
    left = so_far(play, now)
    if now == given:
        return now == record and any(_complete(told, now) for told in left)
    return any(_leads(play, now, next_, record) for next_ in left)


def _complete(form: Fields, record: Fields) -> bool:
    due = {name: spec for name, spec in form["fields"].items() if name not in form["optional"]}
    return record == {**record, **due}


def _part(spec: Any, value: Any) -> Any:
    """The value as far as the form says it; `NONE` where it is none of those that the form stands for."""
    match spec:
        case {"reveals": "cards", "count": count, "of": kinds}:
            told, known = value[:count], spec.get("with", [])
            may_be = len(told) == count and told[: len(known)] == known and not Counter(told) - Counter(kinds)
            return told if may_be and not ("?" in told and spec.get("open")) else NONE
        case {"reveals": "card", "of": kinds}:
            return value if value in kinds else NONE
        case {"reveals": _}:
            return value
        case {"in": _} | {"choose": _} | {"cards": _, "of": _}:
            return value if fits(spec, value) else NONE
        case dict():
            if not isinstance(value, dict) or value.keys() != spec.keys():
                return NONE
            parts = {name: _part(one, value[name]) for name, one in spec.items()}
            return NONE if any(part is NONE for part in parts.values()) else parts
        case _:
            return value if spec == value else NONE


# -- positions --------------------------------------------------------------------------------------------


def small(age: int = 1, **rulings: str) -> Situation:
    return table(3, age=age, content={"pack": "small"}, rulings=rulings, powers="rebalanced")


def dealing(**rulings: str) -> Situation:
    given = small(**rulings)
    head = given.records[0]
    return given.then(*all_rest(head), *no_votes(head))


def pack() -> dict[str, bytes]:
    """Few Fate cards; each space of a City card draws two."""
    city = [{**card, "spaces": ["draw 2", "draw 2"]} for card in sample()["city"]]
    return {"small": packed({**sample(), "fate": FATE, "city": city})}


def cards(dice: random.Random, most: int, kinds: tuple[str, ...]) -> Fields:
    return dict(Counter(dice.choices(kinds, k=dice.randint(0, most))))


def positions(dice: random.Random, given: Situation) -> Iterator[Situation]:
    """Few cards are left in the deck: what lies elsewhere is drawn at random, the rest hidden on a Quest."""
    while True:
        hands = {"ada": {**cards(dice, 5, (*KINDS, "?", "?")), "?": dice.randint(0, 3)}, "bob": {}, "cy": {}}
        discards, deck = cards(dice, dice.choice([4, 9]), KINDS), dice.choice([0, 1, 1, 2, 3])
        out = sum(hands["ada"].values()) + sum(discards.values())
        hidden = sum(FATE.values()) - deck - out
        changes: Fields = {"hands": hands, "deck": {"discards": discards}}
        if given.records[-1]["type"] == "age":
            changes |= {"quests": {"crooked-well": {"pile": {"?": hidden}}}, "demis": {"naka": {"at": "pools"}}}
            changes["demis"]["klar"] = {"at": "abyss"}
        else:
            changes["hands"]["cy"] = {"?": hidden}
        yield given.ruled(**changes)


def drawn(dice: random.Random, count: int) -> list[str]:
    return dice.choices((*KINDS, "?"), k=count)


def at_space(dice: random.Random) -> Fields:
    """What is drawn for a City space; for none the field may be left out, as the forms do."""
    count = dice.choice([0, 1, 2, 2])
    return {"space": {"drew": drawn(dice, count)}} if count else {}


def move_to_city(dice: random.Random) -> Fields:
    record = move("ada", "naka", "city", **at_space(dice))
    if dice.random() < 0.7:
        record["swap"] = {"discard": drawn(dice, 1)[0], "drew": dice.choice([*KINDS, "?", None])}
    return record


def portal_to_city(dice: random.Random) -> Fields:
    return power("ada", "portal", *drawn(dice, 3), demi="naka", to="city", **at_space(dice))


def omniscience(dice: random.Random) -> Fields:
    added = dice.choice([*KINDS, "?", None])
    return power("ada", "omniscience", *drawn(dice, 1), quest="lantern-oath", added=added)


def move_to_pools(dice: random.Random) -> Fields:
    return move("ada", "klar", "pools", drew=dice.choice([*KINDS, "?", None]))


def deal(dice: random.Random) -> Fields:
    return act("deal", "ada", cards=drawn(dice, dice.randint(0, 5)))


def with_discard(dice: random.Random, record: Fields) -> Fields:
    return {**record, "discard": drawn(dice, dice.randint(1, 4))} if dice.random() < 0.6 else record


@pytest.mark.parametrize(("given", "draws"), [
    (small, move_to_city), (small, portal_to_city), (small, omniscience), (small, move_to_pools), (dealing, deal),
], ids=lambda value: value.__name__)  # fmt: skip
@pytest.mark.parametrize("draw_limit", ["stop", "discard"])
@pytest.mark.parametrize("empty_deck", ["reshuffle", "none"])
def test_f2_what_can_be_drawn_at_the_end_of_the_deck_is_offered(
    given: Any, draws: Any, draw_limit: str, empty_deck: str
) -> None:
    dice = random.Random(f"{draws.__name__} {draw_limit} {empty_deck}")
    base, packs = given(draw_limit=draw_limit, empty_deck=empty_deck), pack()
    seen: Counter[bool] = Counter()
    places = positions(dice, base)
    for _ in range(15):
        game = Game(log(next(places)), packs=packs)
        play = game.judge.play
        if game.problems or play is None:
            continue
        forms = Forms(play)
        for _ in range(30):
            record = draws(dice)
            if draw_limit == "discard":
                record = with_discard(dice, record)
            legal = accepted(play, record)
            assert offered(forms, record) == legal, (record, play.document())
            seen[legal] += 1
    assert seen[False]
    assert seen[True] > 10

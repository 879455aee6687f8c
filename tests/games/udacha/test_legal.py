"""The forms of what is legal: all that they say is accepted, and just outside of them is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import msgspec
import pytest

from vflog.engine.dice import Dice
from vflog.engine.ruleset import dialect
from vflog.games.udacha import RULESET
from vflog.games.udacha.invented import CARDS
from vflog.games.udacha.play import UdachaPlay
from vflog.games.udacha.records import What
from vflog.log.canonical import canonical
from vflog.log.problems import Refused
from vflog.playback.forms import count, records, so_far

from .simulated import simulated

Form = dict[str, Any]
_ORDER = ("setup", "given", "turn", "endturn", "do", "pass", "res", "done", "act", "quest", "end")
_SIDES = ("A", "B")
_ZONES = ("hand", "deck", "vault", "heroes", "scenery", "reserve", "discard", "destroyed")
each = pytest.mark.parametrize(("seed", "hidden"), [(0, False), (1, False), (2, True), (3, True)])


def _positions(seed: int, every: int = 1, hidden: bool = False) -> list[UdachaPlay]:
    """The game after each of some of its records."""
    header, *log = simulated(seed, hidden)
    play = RULESET.open(msgspec.convert(header, RULESET.header), lambda _: None, {}).play
    assert isinstance(play, UdachaPlay)
    out = [play.copy()]
    for record in log:
        if record["type"] != "note":
            play.n = record["n"]
            play.apply(dialect(RULESET).record(record))
            if record["n"] % every == 0:
                out.append(play.copy())
    return out


def _chance(spec: Any) -> Any:
    """What chance brings, as little as possible: what must come, `?` where that may be."""
    match spec:
        case {"reveals": "cards" | "moves" | "players", "count": count, "of": of}:
            least = count if isinstance(count, int) else count[0]
            each = [one for one, there in of.items() for _ in range(there)] if isinstance(of, dict) else of
            return {} if "by" in spec else each[:least]
        case {"reveals": "card", "of": of}:
            return "?" if "?" in of else of[0]
        case {"reveals": what}:
            return {"amount": 0, "amounts": {}, "change": 0, "text": "as it says"}[what]
        case dict():
            return {name: _chance(one) for name, one in spec.items()}
    return spec


def _said(play: UdachaPlay, form: Form) -> Iterator[Form]:
    """The records that a form stands for; what must follow is asked for."""
    for record in records(form):
        said = {name: value for name, value in record.items() if not _waits(value)}
        said = {name: _chance(value) for name, value in said.items()}
        due = any(_waits(form["fields"].get(name)) and name not in form["optional"] for name in ("hand", "mv"))
        yield _asked(play, said, Dice(1)) if due else said


def _waits(spec: Any) -> bool:
    return isinstance(spec, dict) and "follows" in spec


def _asked(play: UdachaPlay, record: Form, dice: Dice) -> Form:
    """The record, and what follows from it as often as there is more to say."""
    while True:
        (form, *_) = so_far(play, record)
        due = {name: spec for name, spec in form["fields"].items() if name not in form["optional"]}
        if record == {**record, **due}:
            return record
        options = list(records({**form, "fields": due, "optional": []}))
        record = {
            name: dice.shuffled(_chance(value)) if isinstance(value, dict) else value
            for name, value in dice.choice(options).items()
        }


def _after(play: UdachaPlay, record: Form) -> UdachaPlay | None:
    """The game after the record; `None` where it is refused, or would be where disputes are errors."""
    trial = play.copy()
    trial.n = 10_000 + len(play.state.frames)
    try:
        trial.apply(dialect(RULESET).record(record))
    except Refused:
        return None
    return None if trial.state.fixed.strict and trial.warnings else trial


def _ruled(play: UdachaPlay, dice: Dice) -> UdachaPlay:
    """The game after a judge has laid a card elsewhere: the one of the innermost frame if there is one."""
    trial = play.copy()
    places = [place for place, cards in sorted(trial.state.zones.items()) if cards]
    if not places:
        return trial
    card = trial.state.frames[-1].card if trial.state.frames else "?"
    source = trial.state.where.get(card, dice.choice(places))
    left = trial.state.zones[source][:]
    card = card if card in left else dice.choice(left)
    left.remove(card)
    target = f"{dice.choice(_SIDES)}.{dice.choice(_ZONES)}"
    zones = {source: left}
    if target != source:
        zones[target] = [*trial.state.zones.get(target, ()), card]
    trial.rule({"zones": zones, "on": dice.choice(_SIDES)})
    return trial


@each
def test_forms_say_what_is_accepted(seed: int, hidden: bool) -> None:
    """At every third record."""
    told = 0
    for play in _positions(seed, every=3, hidden=hidden):
        for form in play.legal():
            listed = list(_said(play, form))
            assert len(listed) == count(form) > 0
            for record in listed:
                assert _after(play, record), record
            told += len(listed)
    assert told > 3000


@pytest.mark.parametrize("seed", range(8))
def test_forms_lead_through_whatever_comes(seed: int) -> None:
    """From forms alone, with a judge who lays cards elsewhere: nothing is refused, and every frame can be closed."""
    dice = Dice(seed)
    play = dice.choice(_positions(seed % 4, every=9, hidden=seed % 4 > 1)[:-1])
    for _ in range(40):
        if dice.chance(15):
            play = _ruled(play, dice)
        forms = [form for form in play.legal() if form["type"] != "end"]
        closing = [form for form in forms if form["type"] in ("res", "done")]
        form = dice.choice(closing if closing and dice.chance(40) else forms)
        record = dice.choice(list(_said(play, form)))
        after = _after(play, record)
        assert after, record
        play = after
    while play.state.frames:
        play = _closed(play)
    assert any(form["type"] == "end" for form in play.legal())


def _closed(play: UdachaPlay) -> UdachaPlay:
    """One step nearer to where no frame is open; what a Coveted card orders is done first, by a move of its own."""
    forms = play.legal()
    closing = [form for form in forms if form["type"] in ("res", "done")]
    if not closing:
        (form, *_) = [form for form in forms if form["fields"].get("why") == "keyword:Coveted"]
        (card, *_) = form["fields"]["cards"]
        record = {**next(_said(play, form)), "type": "act"}
        record["mv"] = [[card, play.state.where[card], f"{card[0]}.discard"]]
    else:
        record = next(_said(play, closing[-1]))
    after = _after(play, record)
    assert after, record
    return after


@each
def test_u9_only_effects_and_passes_answer(seed: int, hidden: bool) -> None:
    """At every other record: whatever names a window is said by a form just where it is accepted."""
    answers = 0
    for play in _positions(seed, every=2, hidden=hidden):
        if not play.state.frames:
            continue
        said = [record for form in play.legal() for record in _said(play, form) if "win" in record]
        assert {record.get("what") for record in said} <= {None, "use", "support"}
        answers += sum(record["type"] == "do" for record in said)
        known = {canonical(record) for record in said}
        trig = play.state.frames[-1].n
        for record in _lines(play):
            for window in ("INT", "REA"):
                answer = {**record, "win": window, "trig": trig}
                resolved = play.state.frames[-1].resolved
                if resolved == (window == "REA"):
                    assert (canonical(answer) in known) == bool(_after(play, answer)), answer
                elif record["what"] not in ("use", "support"):
                    assert not _after(play, answer)
    assert answers > 5


def _lines(play: UdachaPlay) -> Iterator[Form]:
    """A line of every kind, with every card and effect that a player holds or has in play."""
    more = {"discard": {"cards": []}, "destroy": {"cards": []}, "invest": {"amount": 0}, "seek": {"x": 0}}
    for player, what in product(_SIDES, get_args(What)):
        line = {"type": "do", "p": player, "what": what}
        held = [
            card
            for zone in ("hand", "heroes", "scenery", "vault")
            for card in play.state.zones.get(f"{player}.{zone}", ())
        ]
        for card in held if what in ("play", "secret", "use", "support") else ():
            if what in ("play", "secret"):
                yield {**line, "card": card}
                continue
            effects = CARDS[card[2:-2]].get("eff", {}) if card != "?" else {}
            for label, effect in effects.items():
                # What forms say of an effect that is a SUPPORT, they say as such.
                if ("SUPPORT" in effect["kind"]) == (what == "support"):
                    yield {**line, "card": card, "eff": label}
        if what not in ("play", "secret", "use", "support"):
            yield {**line, **more.get(what, {})}


@each
def test_what_no_form_says_is_refused(seed: int, hidden: bool) -> None:
    refused = 0
    for play in _positions(seed, every=5, hidden=hidden):
        if play.winners is not None:
            continue
        said = {canonical(record) for form in play.legal() for record in _said(play, form)}
        tie = {"in": play.state.frames[-1].n} if play.state.frames else {}
        for player in _SIDES:
            for card in play.state.zones.get(f"{player}.hand", ()):
                record = {"type": "do", "p": player, "what": "play", "card": card, **tie}
                assert (canonical(record) in said) == bool(_after(play, record))
                refused += canonical(record) not in said
        for f in {*(frame.n for frame in play.state.frames), 9_999}:
            record = {"type": "done", "f": f}
            assert (canonical(record) in said) == bool(_after(play, record))
    assert refused > 0


def test_a_hidden_card_has_the_effects_that_cards_have() -> None:
    """Quill's SUPPORT is a REACTION to a Destroy; no other SUPPORT answers anything."""
    header = {**simulated(0)[0], "cards": {**CARDS, "Cairn": {"type": "Hero", "eff": {"t": {"kind": "ACTIVE"}}}}}
    play = RULESET.open(msgspec.convert(header, RULESET.header), lambda _: None, {}).play
    zones = {"A.hand": ["?"], "A.heroes": ["?"], "B.heroes": ["B.Wren.1"]}

    def offered(what: str, win: str) -> list[str]:
        forms = [form["fields"] for form in play.legal() if form["type"] == "do"]
        mine = [f for f in forms if f["p"] == "A" and f["what"] == what and f.get("win") == win and "trig" in f]
        return sorted({f["eff"] for f in mine})

    log: list[Form] = [
        {"type": "given", "on": "A", "zones": zones},
        {"type": "do", "p": "B", "what": "destroy", "cards": []},
    ]
    for n, record in enumerate(log, 1):
        play.n = n
        play.apply(dialect(RULESET).record(record))
    assert offered("support", "INT") == []
    play.apply(dialect(RULESET).record({"type": "res", "f": 2}))
    assert offered("support", "REA") == ["s"]
    assert offered("use", "REA") == []


@pytest.mark.parametrize("profile", ["core", "strict"])
@pytest.mark.parametrize(
    ("heroes", "deck", "count"),
    [(["A.Vesper.1"], 4, 2), (["A.Vesper.1"], 1, 1), (["A.Vesper.1", "A.Willow.1"], 4, 3), (["A.Wren.1"], 4, 0)],
)
def test_u28_a_form_says_how_many_cards_reload_draws(profile: str, heroes: list[str], deck: int, count: int) -> None:
    header = {**simulated(0)[0], "profile": profile}
    play = RULESET.open(msgspec.convert(header, RULESET.header), lambda _: None, {}).play
    zones = {"A.heroes": heroes, "A.deck": ["?"] * deck}
    draw = {"type": "do", "p": "A", "what": "draw", "why": "reload"}
    for n, record in enumerate(({"type": "given", "on": "A", "zones": zones}, draw), 1):
        play.n = n
        play.apply(dialect(RULESET).record(record))
    told = [form["fields"]["mv"] for form in play.legal() if form["type"] == "res" and form["fields"]["ok"] is True]
    moves = [["?", "A.deck", "A.hand"]] * count
    assert told == [{"reveals": "moves", "count": count, "for": "A", "of": moves}]


_WANT = {"type": "Hero"}
_DECK = ["A.Wren.1", "?", "A.Ember.1"]


@pytest.mark.parametrize(
    ("deck", "said", "told"),
    [
        (_DECK, {"x": 2}, {"shown": ["A.Wren.1", "?"]}),
        (["?", "?"], {"x": 3}, {"shown": {"reveals": "cards", "count": 2, "for": "A", "of": {"?": 2}}}),
        ([], {"x": 3}, {"shown": []}),
        (_DECK, {"x": 0}, {"shown": []}),
        (_DECK, {"x": 2, "shown": ["?", "A.Ibis.1"]}, {"taken": {"in": [None, "A.Ibis.1", "A.Wren.1"]}}),
        (_DECK, {"x": 3, "shown": _DECK, "want": _WANT}, {"taken": {"in": [None, "?", "A.Wren.1"]}}),
        (_DECK, {"x": 2, "shown": ["?", "?"], "taken": "?"}, {"bottom": ["A.Wren.1"]}),
        (_DECK, {"x": 2, "shown": ["?", "?"], "taken": None},
         {"bottom": {"reveals": "cards", "count": 2, "for": "A", "of": {"?": 1, "A.Wren.1": 1}}}),
        (_DECK, {"x": 1, "shown": ["?"], "taken": "A.Wren.1"}, {"bottom": []}),
        (_DECK, {"x": 1, "shown": ["?"], "taken": "A.Wren.1", "bottom": []}, {"bottom": []}),
        (_DECK, {"x": 1, "shown": ["?"], "taken": "A.Wren.1", "bottom": ["?"]}, None),
        (_DECK, {"x": 1, "shown": ["A.Gull.1"]}, None),
        (_DECK, {"x": 2, "shown": ["?"]}, None),
        (_DECK, {"x": 3, "shown": _DECK, "taken": "A.Ember.1", "want": _WANT, "bottom": ["?", "?"]}, None),
        (_DECK, {"x": -1}, None),
        (_DECK, {"x": "3"}, None),
    ],
)  # fmt: skip
def test_u33_to_u35_forms_say_what_a_seek_still_needs(deck: list[str], said: Form, told: Form | None) -> None:
    play = RULESET.open(msgspec.convert(simulated(0)[0], RULESET.header), lambda _: None, {}).play
    play.apply(dialect(RULESET).record({"type": "given", "on": "A", "zones": {"A.deck": deck, "B.hand": ["B.Gull.1"]}}))
    record = {"type": "do", "p": "A", "what": "seek", **said}
    forms = [{k: v for k, v in f["fields"].items() if k not in f["optional"]} for f in so_far(play, record)]
    assert [{**record, **told}] == [{**record, **due} for due in forms] if told is not None else forms == []


@pytest.mark.parametrize(("profile", "needs"), [("core", ({}, {})), ("strict", None)])
def test_a50_where_disputes_are_errors_no_card_text_helps_a_seek(profile: str, needs: Form | None) -> None:
    header = {**simulated(0)[0], "profile": profile}
    play = RULESET.open(msgspec.convert(header, RULESET.header), lambda _: None, {}).play
    play.apply(dialect(RULESET).record({"type": "given", "zones": {"A.deck": ["A.Wren.1"]}}))
    seek = {"type": "do", "p": "A", "what": "seek", "x": 1, "taken": None}
    sound = {**seek, "shown": ["A.Wren.1"], "bottom": ["A.Wren.1"]}
    assert isinstance(play, UdachaPlay)
    assert play.what_follows(sound) == ({}, {})
    assert play.what_follows({**sound, "shown": [], "bottom": [], "override": "face down"}) == needs


@each
def test_a_seek_that_is_asked_for_can_be_carried_out(seed: int, hidden: bool) -> None:
    """Whatever is said of it, at every record."""
    dice, sought = Dice(seed), 0
    for play in _positions(seed, hidden=hidden):
        for form in play.legal():
            if form["fields"].get("what") != "seek" or form["type"] != "do":
                continue
            record = {"type": "do", **form["fields"], "x": dice.below(4)}
            record = {name: value for name, value in record.items() if not isinstance(value, dict)}
            after = _after(play, _asked(play, record, dice))
            assert after
            n = after.state.frames[-1].n
            resolved = _after(after, {"type": "res", "f": n})
            assert resolved
            assert {form["fields"]["ok"] for form in after.legal() if form["type"] == "res"} == {True, False}
            sought += 1
    assert sought > 50


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
    play = _positions(1)[-1]
    assert play.winners is not None
    assert play.legal() == []

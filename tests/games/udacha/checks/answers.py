"""REACTIONs and INTERRUPTs as answers to a frame (U9 to U13, U16; A20, A22, A26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vflog.games.udacha.invented import CARDS

from .parts import (
    ANYTIME,
    AWAY,
    GONE,
    HOLD,
    INTERRUPT,
    NOTE,
    OPEN,
    REACT,
    WREN,
    Check,
    Fields,
    act,
    check,
    do,
    effect,
    given,
    hero,
    hit,
    other,
    pass_,
    res,
    use,
)

#: What makes a part of frame 2 an answer to it.
_REACTS: Fields = {"in": GONE, "win": "REA", "trig": 2}
_INTERRUPTS: Fields = {"win": "INT", "trig": None}
_OTHERS = {
    "a play": act("A", "play", "A.Gull.1"), "a Secret": act("A", "secret", "A.Cinder.1"), "a draw": act("A", "draw"),
    "a Discard": act("A", "discard", cards=[]), "a Destroy": act("A", "destroy", cards=[]),
    "an Invest": act("A", "invest", amount=1), "a Seek": act("A", "seek", x=0), "something else": act("A", "other"),
    "a While Active effect": use("A.Flint.1", "z"),
}  # fmt: skip


def _no_answers() -> Iterator[Check]:
    """U9: whatever is no REACTION and no INTERRUPT; as a part of the resolution, or at another time, it may come."""
    start = given(A_hand="Wren.1 Gull.1", A_vault="Cinder.1 ?", A_heroes="Flint.1")
    for what, line in _OTHERS.items():
        yield check(f"U9 {what} is no REACTION", start, *OPEN, line | {"in": 2}, n=4, edit=_REACTS)
        yield check(f"U9 {what} is no INTERRUPT", start, line, n=2, edit=_INTERRUPTS)
        if "card" in line and line["what"] != "use":
            yield check(
                f"U9 {what} is none, hidden or not", start, *OPEN, line | {"in": 2}, n=4, edit=_REACTS | {"card": "?"}
            )
    quill = given(A_hand="Quill.1 Ember.1", B_heroes="Wren.1")
    destroy = (do("B", "destroy", cards=["B.Wren.1"]), res(2, "B.Wren.1 B.heroes B.destroyed"))
    yield check(
        "U9 a SUPPORT that is no REACTION",
        quill,
        *destroy,
        act("A", "support", "A.Quill.1", "A.Quill.1 A.hand A.discard", eff="s", win="REA", trig=2),
        n=4,
        edit={"card": "A.Ember.1"},
    )
    yield check(
        "U9 a While Visited effect",
        given(A_hand="Wren.1", A_scenery="Ridge.1"),
        *OPEN,
        use("A.Ridge.1", "v", in_=2),
        n=4,
        edit=_REACTS,
    )


def _triggers() -> Iterator[Check]:
    """U9: a trigger is met where each of its fields is that of the opening line; what is hidden may be anything."""
    opening = {**act("A", "discard"), "type": "do", "cards": ["A.Wren.1", "?"], "amount": 1}
    pairs: list[tuple[Any, Any]] = [
        ({}, {"what": "play"}),
        ({"what": "discard"}, {"what": "Discard"}),
        ({"amount": 1}, {"amount": 2}),
        ({"amount": 1}, {"amount": True}),
        ({"cards": ["A.Wren.1", "A.Gull.1"]}, {"cards": ["A.Gull.1", "A.Gull.1"]}),
        ({"cards": ["A.Wren.1", "A.Gull.1"]}, {"cards": ["A.Wren.1"]}),
        ({"card": None}, {"card": "A.Wren.1"}),
        ({"p": "A", "amount": 1}, {"p": "A", "amount": 2}),
        ("any", {"what": "play"}),
        ({"p": "A"}, {"p": ["A"]}),
        ({"cards": ["A.Wren.1", "?"]}, {"cards": "A.Wren.1"}),
    ]
    for i, (met, unmet) in enumerate(pairs):
        log = (given(A_hand="Wren.1", B_heroes="Cairn.1"), opening, res(2), use("B.Cairn.1", "r", win="REA", trig=2))
        right, wrong = ({"Cairn": hero(r=effect("REACTION", trigger=trigger))} for trigger in (met, unmet))
        yield check(f"U9 trigger {i}", *log, n=0, edit={"cards": {**CARDS, **wrong}}, at=4, cards=right)


_CAIRN = given(A_hand="Wren.1", B_heroes="Cairn.1")
_BOTH = {"Cairn": hero(b=effect("REACTION", also="INTERRUPT", trigger={"what": "play"}))}
_ONE_BOUNTY = (
    given(A_hand="Wren.1", A_heroes="Stoat.1", B_heroes="Heron.1"), *OPEN,
    hit("discard", "A.Stoat.1", "A.heroes", "A.discard", in_=2), REACT,
)  # fmt: skip
_NO_TURN = {key: value for key, value in HOLD.items() if key != "on"}

CHECKS: tuple[Check, ...] = (
    *_no_answers(), *_triggers(),
    check("U9 both kinds, and no trigger of theirs", _CAIRN, *OPEN, use("B.Cairn.1", "b", win="REA", trig=2), n=2,
          edit={"what": "other", "card": GONE}, at=4, cards=_BOTH),
    check("U9 hidden cards are not a word", given(A_hand="Wren.1", B_heroes="Cairn.1"),
          do("A", "discard", cards=["?", "?"]), res(2), use("B.Cairn.1", "r", win="REA", trig=2), n=0,
          edit={"cards": {**CARDS, "Cairn": hero(r=effect("REACTION", trigger={"cards": "xy"}))}}, at=4,
          cards={"Cairn": hero(r=effect("REACTION", trigger={"cards": ["x", "y"]}))}),
    check("U9 an INTERRUPT of none", given(B_heroes="Pika.1 Marten.1"), ANYTIME | {"win": "INT"}, n=2,
          edit={"card": "B.Marten.1"}),
    check("U9 a REACTION of none", given(B_heroes="Pika.1 Heron.1"), ANYTIME, n=2,
          edit={"card": "B.Heron.1", "eff": "r", "win": "REA"}),
    check("U9 without a window", given(B_heroes="Pika.1 Heron.1"), ANYTIME, n=2,
          edit={"card": "B.Heron.1", "eff": "r"}),
    check("U9 both kinds, without a window", given(B_heroes="Pika.1 Cairn.1"), ANYTIME, n=2,
          edit={"card": "B.Cairn.1", "eff": "b"}, cards=_BOTH),
    check("U9 a While Active effect too, without a window", given(B_heroes="Reed.1 Heron.1"), use("B.Reed.1", "k"), n=2,
          edit={"card": "B.Heron.1", "eff": "r"}),
    check("U9 a hidden card may be any", _CAIRN, *OPEN, use("?", "r", win="REA", trig=2) | {"p": "B"}, n=4,
          edit={"card": "B.Cairn.1", "eff": "b"}, cards={"Cairn": hero(b=effect("ACTIVE"))}),
    check("U9 a hidden card may be for any time", HOLD, OPEN[0], use("?", "i", win="INT") | {"p": "B"}, n=3,
          edit={"card": "B.Flint.1", "eff": "z", "trig": 2}),
    check("U11 an INTERRUPT for any time", HOLD, *OPEN, ANYTIME | {"win": "INT", "trig": 2}, n=4,
          edit={"card": "B.Marten.1"}),
    check("U11 a hidden card may be one for any time", HOLD, *OPEN, use("?", "i", win="INT", trig=2) | {"p": "B"}, n=4,
          edit={"card": "B.Marten.1"}),
    check("U11 in the REACTION window", HOLD, *OPEN, REACT, n=4, edit={"card": "B.Marten.1", "eff": "i"}),
    check("U11 in the REACTION window, one for any time", HOLD, *OPEN, REACT, n=4,
          edit={"card": "B.Pika.1", "eff": "i"}),
    check("U11 both kinds before, and after", _CAIRN, OPEN[0], NOTE, use("B.Cairn.1", "b", win="INT", trig=2), n=3,
          edit=res(2, WREN), at=4, cards=_BOTH),
    check("U12 both kinds after, and before", _CAIRN, *OPEN, use("B.Cairn.1", "b", win="REA", trig=2), n=3, edit=AWAY,
          at=4, cards=_BOTH),
    check("U12 in the INTERRUPT window", HOLD, OPEN[0], INTERRUPT, n=3, edit={"card": "B.Heron.1", "eff": "r"}),
    check("U12 a hidden REACTION", HOLD, *OPEN, use("?", "r", win="REA", trig=2) | {"p": "B"}, n=3, edit=AWAY, at=4),
    check("U12 a part after a REACTION, not after an INTERRUPT", HOLD, OPEN[0], INTERRUPT, res(2, WREN), NOTE,
          other(in_=2), n=5, edit=REACT, at=6),
    check("U12 a Bounty after it", *_ONE_BOUNTY,
          act("B", "invest", why="bounty", for_="A.Stoat.1", cause=4, amount=2, in_=2), n=6,
          edit={"why": "effect:Gull/w"}),
    check("U12 what is no Invest after it", *_ONE_BOUNTY,
          act("B", "invest", why="bounty", for_="A.Stoat.1", cause=4, amount=2, in_=2), n=6, edit={"what": "draw"}),
    check("U12 another Invest after it", *_ONE_BOUNTY,
          act("B", "invest", for_="A.Stoat.1", cause=4, amount=2, in_=2), n=6, edit={"for": GONE}),
    check("U12 a Coveted Discard after it", given(A_hand="Fennel.1", B_heroes="Fennel.1 Heron.1"),
          OPEN[0] | {"card": "A.Fennel.1"}, res(2, "A.Fennel.1 A.hand A.heroes"), REACT,
          act("A", "discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2), n=5, edit={"why": GONE}),
    check("U12 a Coveted Discard that a hidden card may order", given(A_hand="?", B_heroes="Fennel.1 Heron.1"),
          OPEN[0] | {"card": "?"}, res(2), REACT,
          act("A", "discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2), n=5, edit={"why": GONE}),
    check("U12 a Coveted Discard of something that is not played",
          given(A_hand="?", A_vault="?", B_heroes="Fennel.1 Cairn.1"), OPEN[0] | {"card": "?"}, res(2),
          use("B.Cairn.1", "r", win="REA", trig=2),
          act("A", "discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2), n=2, edit={"what": "secret"}, at=5,
          cards={"Cairn": hero(r=effect("REACTION"))}),
    check("U12 a part after a REACTION, whatever came since", HOLD, *OPEN, NOTE, ANYTIME | {"win": "INT", "trig": 2},
          other(in_=2), n=4, edit=REACT, at=6),
    check("U12 an INTERRUPT for any time as a part", HOLD, *OPEN, REACT, ANYTIME | {"in": None}, n=5, edit={"in": 2}),
    check("U11 a hidden card that may be for any time", given(A_hand="Wren.1", B_heroes="?"), *OPEN,
          use("?", "i", win="INT", trig=2) | {"p": "B"}, n=4, edit={"eff": "z"}),
    check("U9 a hidden REACTION without its trigger", HOLD, *OPEN, use("?", "r", win="REA", trig=2) | {"p": "B"}, n=4,
          edit={"trig": GONE, "in": 2}),
    check("U9 a REACTION for any time without its trigger", given(B_heroes="Cairn.1"), use("B.Cairn.1", "b", win="INT"),
          n=2, edit={"win": "REA"}, cards={"Cairn": hero(b=effect("REACTION", also="INTERRUPT", trigger="any"))}),
    check("U12 a REACTION that says it is a part too", HOLD, *OPEN, REACT | {"in": 2},
          use("B.Ibis.1", "r", win="REA", trig=2), n=5, edit={"in": 2}),
    check("U13 where it is nobody's turn", _NO_TURN, *OPEN, use("A.Heron.2", "r", win="REA", trig=2), REACT, n=1,
          edit={"on": "A"}, at=5),
    check("U13 in each window", HOLD, OPEN[0], use("A.Otter.1", "i", win="INT", trig=2), res(2, WREN), NOTE, REACT, n=5,
          edit=use("A.Heron.2", "r", win="REA", trig=2), at=6),
    check("U13 a pass ends what is asked", HOLD, OPEN[0], use("A.Otter.1", "i", win="INT", trig=2),
          pass_("A", "INT", 2), INTERRUPT, n=4, edit=NOTE | {"win": GONE, "trig": GONE, "p": GONE}, at=5),
    check("U13 a pass in the other window", HOLD, *OPEN, use("A.Heron.2", "r", win="REA", trig=2), pass_("A", "REA", 2),
          REACT, n=5, edit={"win": "INT"}, at=6),
    check("A22 a pass of the own", HOLD, *OPEN, pass_("A", "REA", 2), REACT, n=4, edit={"p": "B"}, at=5),
    check("A22 a pass of that window", HOLD, *OPEN, pass_("B", "INT", 2), REACT, n=4, edit={"win": "REA"}, at=5),
    check("A22 a pass, after an answer too", HOLD, *OPEN, REACT, pass_("A", "REA", 2),
          use("B.Ibis.1", "r", win="REA", trig=2), n=5, edit={"p": "B"}, at=6),
    check("U16 in both windows together", given(A_hand="Wren.1", B_heroes="Cairn.1 Cairn.2 Heron.1"), OPEN[0],
          use("B.Cairn.1", "b", win="INT", trig=2), res(2, WREN), REACT, n=5, edit={"card": "B.Cairn.2", "eff": "b"},
          cards=_BOTH),
    check("U16 by another effect", given(A_hand="Wren.1", B_heroes="Heron.1 Heron.2"), *OPEN, REACT,
          use("B.Heron.1", "q", win="REA", trig=2), n=5, edit={"card": "B.Heron.2"}),
    check("U16 a copy that is hidden is not judged", given(A_hand="Wren.1", B_heroes="? Heron.1 Heron.2"), *OPEN,
          use("?", "r", win="REA", trig=2) | {"p": "B"}, use("B.Heron.2", "r", win="REA", trig=2), n=4,
          edit={"card": "B.Heron.1"}, at=5),
    check("A20 another Name", given(A_hand="Wren.1", B_heroes="Heron.1 Ibis.1"), *OPEN, REACT,
          use("B.Ibis.1", "r", win="REA", trig=2), n=5, edit={"card": "B.Heron.1"}),
    check("U16 a hidden card after a known one", given(A_hand="Wren.1", B_heroes="? Heron.1 Heron.2"), *OPEN, REACT,
          use("?", "r", win="REA", trig=2) | {"p": "B"}, n=5, edit={"card": "B.Heron.2"}),
    check("A20 an answer by a hidden card is not judged", given(A_hand="Wren.1", B_heroes="Heron.1 ?"), *OPEN,
          use("?", "r", win="REA", trig=2) | {"p": "B"}, REACT, n=4, edit={"card": "B.Heron.1"}, at=5),
    check("A26 an INTERRUPT to what is cancelled later", HOLD, OPEN[0], INTERRUPT, res(2, ok=False), NOTE, n=5,
          edit=REACT),
    check("A26 a hidden REACTION to it", HOLD, *OPEN, use("?", "r", win="REA", trig=2) | {"p": "B"}, n=3,
          edit={"ok": False, "mv": []}, at=4),
)  # fmt: skip

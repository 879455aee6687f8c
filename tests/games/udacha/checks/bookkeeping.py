"""What our own bookkeeping asks for (rules M)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .parts import (
    ANYTIME,
    AWAY,
    END_A,
    GONE,
    HOLD,
    INTERRUPT,
    INTERRUPTING,
    NOTE,
    OPEN,
    PLAY,
    REACT,
    REACTING,
    Check,
    Fields,
    act,
    begin,
    check,
    do,
    done,
    effect,
    given,
    hero,
    hit,
    other,
    pass_,
    res,
    setup,
    support,
    turn,
    use,
    zones,
)


def _needs() -> Iterator[Check]:
    """M0: the fields that each `what` needs."""
    lines = {
        "play": PLAY,
        "secret": act("A", "secret", "A.Cinder.1"),
        "use": use("A.Flint.1", "z"),
        "support": support("A.Ember.1", "A.Ember.1 A.hand A.discard"),
        "discard": act("A", "discard", cards=[]),
        "destroy": act("A", "destroy", cards=[]),
        "invest": act("A", "invest", amount=1),
        "seek": act("A", "seek", x=0),
    }
    start = given(A_hand="Wren.1 Ember.1", A_vault="Cinder.1", A_heroes="Flint.1")
    for what, line in lines.items():
        for field in sorted({"card", "eff", "cards", "amount", "x"} & line.keys()):
            yield check(f"M0 {what} needs {field}", start, line, n=2, edit={field: GONE})


def _cards() -> Iterator[Check]:
    """M0: wherever a card stands, its Name is in the catalogue."""
    start = given(A_hand="Wren.1", A_heroes="Stoat.1", A_deck="Gull.1")
    stoat = hit("discard", "A.Stoat.1", "A.heroes", "A.discard")
    seek = act("A", "seek", x=1, shown=["A.Gull.1"], taken="A.Gull.1")
    bounty = act("B", "invest", why="bounty", for_="A.Stoat.1", cause=2, amount=2)
    begins = setup("A", "Wren.1", 1, vault=["A.Cinder.1"], starters=[])
    bad = "A.Nobody.1"
    logs: list[tuple[str, tuple[Fields, ...], Any]] = [
        ("card", (start, PLAY), bad),
        ("cards", (start, stoat), [bad]),
        ("src", (start, PLAY | {"src": "A.Wren.1"}), bad),
        ("shown", (start, seek), [bad]),
        ("taken", (start, seek), bad),
        ("bottom", (start, seek | {"taken": None, "bottom": ["A.Gull.1"]}), [bad]),
        ("for", (start, stoat, bounty), bad),
        ("order", (start, other(order={"A.deck": ["A.Gull.1"]})), {"A.deck": [bad]}),
        ("mv", (start, PLAY), [[bad, "A.hand", "A.heroes"]]),
        ("base", (begins,), bad),
        *((field, (begins,), [bad]) for field in ("decklist", "starters", "deck", "hand", "vault")),
        ("zones", (start,), {"A.hand": [bad]}),
    ]
    for field, log, value in logs:
        yield check(f"M0 a card in {field}", *log, n=len(log), edit={field: value})


def _ids() -> Iterator[Check]:
    """M0: an id is `owner.Name.copy`."""
    right, cards = "A.St. Ives.1", {name: {"type": "Hero"} for name in ("St. Ives", "")}
    start: Fields = {"type": "given", "on": "A", "zones": {"A.hand": [right]}}
    for wrong in (
        "C.St. Ives.1",
        "A.St. Ives.",
        "A.St. Ives.x",
        "A.St. Ives.²",
        "A..1",
        "A.1",
        "St. Ives",
        "A",
        "",
        "A-Ives.1",
    ):
        yield check(f"M0 the id {wrong!r}", start, act("A", "play", right), n=2, edit={"card": wrong}, cards=cards)


def _moves() -> Iterator[Check]:
    """M0: an item of `mv`, and the position in it."""
    start = given(A_hand="Ridge.1 Wren.1", A_deck="Gull.1", A_scenery="Harbour.1")
    lay, deck = ["A.Ridge.1", "A.hand", "A.scenery"], ["A.Wren.1", "A.hand", "A.deck"]
    step = ["A.Harbour.1", "A.scenery", "A.scenery"]
    items: list[tuple[list[Any], Any]] = [
        (lay, lay[:2]),
        (lay, [*lay, 0, 0]),
        (lay, [*lay[:2], 7]),
        (lay, [7, *lay[1:]]),
        (lay, "A.Ridge.1"),
        (lay, {"A.Ridge.1": 0, "A.hand": 1, "A.scenery": 2}),
        ([*lay, 0], [*lay, -1]),
        ([*lay, 1], [*lay, 2]),
        ([*lay, 0], [*lay, False]),
        ([*lay, 0], [*lay, "top"]),
        ([*lay, 0], [*lay, None]),
        ([*lay, 0], [*lay[:2], "A.heroes", 0]),
        ([*step, 0], [*step, 1]),
        ([*deck, "top"], [*deck, "middle"]),
        ([*deck, "bottom"], [*deck, 0]),
        (deck, [*deck[:2], "A.heroes", "top"]),
        (lay, ["A.Ridge.1", "A.hands", "A.scenery"]),
        (lay, [*lay[:2], "C.scenery"]),
    ]
    for right, wrong in items:
        line = other(why="effect:Flint/w") | {"mv": [right]}
        yield check(f"M0 the move {wrong}", start, line, n=2, edit={"mv": [wrong]})


def _players() -> Iterator[Check]:
    """M4: wherever a player stands."""
    start = given(A_hand="Wren.1")
    end = {"type": "end", "reason": "time", "result": {"by": "judge", "winners": ["A", "B"]}}
    lines: list[tuple[str, tuple[Fields, ...], Fields]] = [
        ("turn", (start, turn("A")), {"p": "C"}),
        ("endturn", (start, END_A), {"p": "C"}),
        ("quest", (start, {"type": "quest", "p": "A", "delta": 1}), {"p": "C"}),
        ("pass", (start, OPEN[0], pass_("A", "INT", 2)), {"p": "C"}),
        ("setup", (setup("A", "Wren.1", 1),), {"p": "C"}),
        ("on", (start,), {"on": "C"}),
        ("quests", (start,), {"quests": {"C": 1}}),
        ("revealed", (start,), {"revealed": {"C": 1}}),
        ("result", (start, end), {"result": {"by": "judge", "winners": ["C"]}}),
    ]
    for what, log, edit in lines:
        yield check(f"M4 {what}", *log, n=len(log), edit=edit)
    yield check("M4 three players", start, n=0, edit={"players": [{"id": "A"}, {"id": "B"}, {"id": "C"}]})


def _catalogue() -> Iterator[Check]:
    """M7: a card that the chapter allows, and one that contradicts it."""
    both = {"type": "Hero", "bounty": 1, "bounty_destroyed": 2}
    pairs: list[tuple[Fields, Fields]] = [
        ({"type": "Place", "base": True}, {"type": "Hero", "base": True}),
        ({"type": "Hero", "starter": 0}, {"type": "Story", "starter": 0}),
        ({"type": "Hero", "bounty": 0}, {"type": "Place", "bounty": 0}),
        (both, {**both, "type": "Story"}),
        (both, {"type": "Hero", "bounty_destroyed": 2}),
        (both, {**both, "bounty": 2}),
        (both, {**both, "bounty": 3}),
        ({"type": "Secret", "climactic": True}, {"type": "Story", "climactic": True}),
        ({"type": "Omen"}, {"type": "Place", "bounty_destroyed": 2, "bounty": 1}),
        *(
            (hero(s=effect("SUPPORT", **right)), hero(s=effect("SUPPORT", **wrong)))
            for right, wrong in (
                ({"also": "REACTION"}, {"also": "ORDER"}),
                ({"limit": "game"}, {"limit": "day"}),
                ({"trigger": "any"}, {"trigger": "now"}),
                ({"trigger": {}}, {"trigger": ""}),
                ({"dest": "deck"}, {"dest": "attic"}),
            )
        ),
        ({"type": "Hero", "eff": {"s": effect("VISITED")}}, {"type": "Hero", "eff": {"s": effect("ORDER")}}),
    ]
    for i, (right, wrong) in enumerate(pairs):
        yield check(f"M7 card {i}", given(), n=0, edit={"cards": {"Rare": wrong}}, cards={"Rare": right})


_SHUFFLE = (given(A_deck="Wren.1"), other(order={"A.deck": ["A.Wren.1"]}))
_STOAT = (given(A_heroes="Stoat.1"), hit("destroy", "A.Stoat.1", "A.heroes", "A.destroyed"))
_BOUNTY = act("B", "invest", why="keyword:Bounty", for_="A.Stoat.1", cause=2, amount=2)


def _end(reason: str, **result: Any) -> Fields:
    return {"type": "end", "reason": reason, "result": {"by": "judge", **result}}


CHECKS: tuple[Check, ...] = (
    *_needs(), *_cards(), *_ids(), *_moves(), *_players(), *_catalogue(),
    check("M0 an order under another word", *_SHUFFLE, n=2, edit={"what": "draw"}),
    check("M0 an order of a Hand", *_SHUFFLE, n=2, edit={"order": {"A.hand": []}}),
    check("M0 an order of no place", *_SHUFFLE, n=2, edit={"order": {"C.deck": []}}),
    check("M0 the label of a source", given(A_hand="Wren.1"), PLAY | {"src": "A.Flint.1/z"}, n=2,
          edit={"src": "A.Flint.1/y"}),
    check("M0 the label of a hidden source", given(A_hand="Wren.1"), PLAY | {"src": "?/z"}, n=2, edit={"src": "?/y"}),
    check("M0 the label of a hidden card", given(A_heroes="?"), use("?", "z") | {"p": "A"}, n=2, edit={"eff": "y"}),
    check("M0 a source is a card", given(A_hand="Wren.1"), PLAY | {"src": "?"}, n=2, edit={"src": "Flint"}),
    check("M0 a label on a play", given(A_hand="Heron.1"), act("A", "play", "A.Heron.1", eff="r"), n=2,
          edit={"eff": "x"}),
    check("M0 a label without a card", given(A_heroes="Flint.1"), act("A", "draw", eff="x"), n=2, edit={"what": "use"}),
    check("M0 a Seek of less than none", given(), act("A", "seek", x=0), n=2, edit={"x": -1}),
    check("M0 a Bounty without its Hero", *_STOAT, _BOUNTY, n=3, edit={"for": GONE}),
    check("M0 a Bounty without its cause", *_STOAT, _BOUNTY, n=3, edit={"why": GONE, "cause": GONE}),
    check("M0 a second set-up", setup("A", "Wren.1", 1), setup("B", "Wren.1", 1), n=2,
          edit={"p": "A", "decklist": GONE, "deck": GONE, "hand": GONE, "base": "A.Mill.1"}),
    check("M0 a position after a set-up", NOTE, given(), n=1, edit=setup("A", "Wren.1", 1), at=2),
    check("M0 a result of a game played", given(), _end("conceded", winners=["A"]), n=2, edit={"reason": GONE}),
    check("M0 a result of a game abandoned", given(), _end("disqualified"), n=2, edit={"reason": "abandoned"}),
    check("M0 a result by nobody", given(), _end("time"), n=2, edit={"result": {}}),
    check("M2 a hidden card out of nowhere", given(A_hand="?"), other("? A.hand A.heroes"), n=1, edit={"zones": {}},
          at=2),
    check("M2 a hidden Secret out of nowhere", given(A_vault="?"), act("A", "secret", "?"), n=1, edit={"zones": {}},
          at=2),
    check("M2 a hidden card played out of nowhere", given(A_hand="?"), act("A", "play", "?"), n=1, edit={"zones": {}},
          at=2),
    check("M2 out of the Hand of the other", given(A_hand="Wren.1", B_hand="Gull.1"),
          other("A.Wren.1 A.hand A.reserve"), n=2, edit={"mv": [["A.Wren.1", "B.hand", "A.reserve"]]}),
    check("M2 out of a Reserve Area of the other", given(A_reserve="Wren.1"), other("A.Wren.1 A.reserve A.hand"), n=2,
          edit={"mv": [["A.Wren.1", "B.reserve", "A.hand"]]}),
    *(
        check(f"M2 A2 out of {zone} of either", {**given(), "zones": {f"B.{zone}": ["A.Wren.1"]}},
              other(f"A.Wren.1 A.{zone} A.{zone}"), n=1, edit={"zones": {"B.reserve": ["A.Wren.1"]}}, at=2)
        for zone in ("contest", "discard", "destroyed")
    ),
    check("M2 as a frame closes", HOLD, *OPEN, done(2, "A.Gull.1 A.hand A.reserve"), n=4,
          edit={"mv": [["A.Gull.1", "A.deck", "A.reserve"]]}),
    check("M2 played twice", given(A_hand="Wren.1 Gull.1"), PLAY, act("A", "play", "A.Gull.1"), n=3,
          edit={"card": "A.Wren.1"}),
    check("M2 a hidden card after a hidden SUPPORT", given(A_hand="? Gull.1"),
          act("A", "support", "?", "? A.hand A.discard", eff="s"), act("A", "play", "?"), n=1, edit=zones(A_hand="?"),
          at=3),
    check("M2 a Starter in the Deck too", setup("A", "Wren.1 Gull.1 Vesper.1", 3, starters=["A.Vesper.2"]), n=1,
          edit={"starters": ["A.Vesper.1"]}),
    check("M2 twice in the Vault", setup("A", "Wren.1", 1, vault=["A.Dusk.1", "A.Dusk.2"]), n=1,
          edit={"vault": ["A.Dusk.1", "A.Dusk.1"]}),
    check("M3 in a frame that is not open", HOLD, *OPEN, other(in_=2), n=4, edit={"in": 1}),
    check("M3 in a frame where none is open", HOLD, other(in_=None), n=2, edit={"in": 1}),
    check("M3 an answer to a frame that is closed", HOLD, *OPEN, NOTE, REACT, n=4, edit=done(2), at=5),
    check("M3 in an outer frame", HOLD, *OPEN, REACTING, res(4), other(in_=4), n=6, edit={"in": 2}),
    check("M3 an answer to an outer frame", HOLD, *OPEN, REACTING, res(4), done(4),
          use("B.Ibis.1", "r", win="REA", trig=2), n=6, edit=AWAY, at=7),
    check("M3 a part before its parent is resolved", HOLD, *OPEN, other(in_=2), n=3, edit=AWAY, at=4),
    check("M3 a Discard for another reason is such a part", given(A_hand="Fennel.1", B_heroes="Fennel.1"),
          OPEN[0] | {"card": "A.Fennel.1"},
          act("A", "discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2), n=3, edit={"why": GONE}),
    check("M3 so is what is no Discard", given(A_hand="Fennel.1", B_heroes="Fennel.1"),
          OPEN[0] | {"card": "A.Fennel.1"}, act("A", "discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2),
          n=3, edit={"what": "destroy"}),
    check("M3 and what no Coveted card orders", given(A_hand="Fennel.1 Wren.1", B_heroes="Fennel.1"),
          OPEN[0] | {"card": "A.Fennel.1"}, act("A", "discard", cards=[], why="keyword:Coveted", in_=2), n=2,
          edit={"card": "A.Wren.1"}, at=3),
    check("M3 an INTERRUPT that is for one time only", HOLD, OPEN[0], ANYTIME | {"win": "INT"}, n=3,
          edit={"card": "B.Marten.1"}),
    check("M3 a hidden card that may be for any time", given(A_hand="Wren.1", B_heroes="?"), OPEN[0],
          use("?", "i") | {"p": "B"}, n=3, edit={"eff": "z"}),
    check("M3 a hidden SUPPORT that may be for any time", given(A_hand="Wren.1", B_hand="?"), OPEN[0],
          begin("?") | {"p": "B"}, n=0, edit={"cards": {"Wren": {"type": "Hero"}, "Ember": hero(s=effect("SUPPORT"))}},
          at=3, cards={"Ember": hero(s=effect("SUPPORT", also="INTERRUPT", trigger="any"))}),
    check("M3 a REACTION is never for any time", HOLD, OPEN[0], ANYTIME, n=3, edit={"win": "REA"}),
    check("M3 a play of a card with such an INTERRUPT", given(A_hand="Wren.1", B_hand="Pika.1", B_heroes="Pika.2"),
          OPEN[0], use("B.Pika.2", "i"), n=3, edit={"what": "play", "card": "B.Pika.1"}),
    check("M3 an answer to an outer frame as a part before its parent is resolved", HOLD, *OPEN,
          do("B", "other", in_=2), res(4), REACT | {"in": 4}, n=5, edit=AWAY, at=6),
    check("M3 an answer may name the frame twice", HOLD, OPEN[0], INTERRUPT | {"in": 2}, n=3,
          edit={"trig": GONE, "win": GONE, "card": "B.Flint.1", "eff": "z"}),
    check("M3 an INTERRUPT for any time is no part", HOLD, OPEN[0], ANYTIME | {"in": 2}, n=3,
          edit={"card": "B.Flint.1", "eff": "z"}),
    check("M3 nothing to resolve", HOLD, *OPEN, n=2, edit=AWAY, at=3),
    check("M3 nothing to close", HOLD, *OPEN, done(2), NOTE, n=5, edit=done(2)),
    check("M3 another frame than the innermost resolves", HOLD, OPEN[0], INTERRUPTING, res(3), n=4, edit={"f": 2}),
    check("M3 pass on none", HOLD, OPEN[0], pass_("B", "INT", 2), n=3, edit={"trig": None}),
    check("M3 pass on a frame that is closed", HOLD, *OPEN, NOTE, pass_("B", "REA", 2), n=4, edit=done(2), at=5),
    check("M5 more than the Deck holds", setup("A", "Wren.1", 1), n=1, edit={"hand": ["A.Wren.1", "?"]}),
    check("M5 another card", setup("A", "Wren.1 Gull.1", 1), n=1, edit={"hand": ["A.Ibis.1"]}),
    check("M5 one card twice", setup("A", "Wren.1 Gull.1", 2) | {"hand": ["A.Gull.1", "A.Wren.1"]}, n=1,
          edit={"hand": ["A.Wren.1", "A.Wren.1"]}),
    check("M5 a card from deeper", setup("A", "Wren.1 Gull.1", 1) | {"deck": ["?", "A.Gull.1"]}, n=1,
          edit={"hand": ["A.Gull.1"]}),
    check("M6 what something else names", given(A_heroes="Wren.1"),
          other("A.Wren.1 A.heroes A.hand", cards=["A.Wren.1"]), n=2, edit={"what": "discard"}),
    check("M6 whatever a card text says", given(A_reserve="Wren.1"),
          hit("discard", "A.Wren.1", "A.reserve", "A.discard", override="into whichever zone"), n=2,
          edit={"mv": [["A.Wren.1", "A.reserve", "A.revealed"]]}),
    check("M6 a hidden card may be another", given(A_hand="? Wren.1"),
          act("B", "discard", "", "? A.hand A.reserve", cards=["?"]), n=2,
          edit={"cards": ["A.Wren.1"], "mv": [["A.Wren.1", "A.hand", "A.reserve"]]}),
    check("M6 a Discard into a Contest Pile", given(A_heroes="Wren.1 Gull.1"),
          act("B", "discard", "", "A.Wren.1 A.heroes B.discard", "A.Gull.1 A.heroes A.contest", cards=["A.Wren.1"]),
          n=2, edit={"cards": ["A.Wren.1", "A.Gull.1"]}),
)  # fmt: skip

"""Destroyed cards, keywords, the set-up, the Deck (U20, U22 to U35; A33, A36 to A42, A44)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vflog.games.udacha.invented import CARDS

from .parts import (
    AWAY,
    END_A,
    GONE,
    NOTE,
    OPEN,
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
    res,
    setup,
    turn,
    use,
    zones,
)

_TURNED: Fields = {"rulings": {"base_untargetable": False}}

_ZONES = (
    check("U20 into the Discard Pile", given(A_heroes="Wren.1 Gull.1"),
          act("B", "destroy", "", "A.Wren.1 A.heroes B.destroyed", "A.Gull.1 A.heroes A.discard", cards=["A.Wren.1"]),
          n=2, edit={"cards": ["A.Wren.1", "A.Gull.1"]}),
    check("A33 to the other side", given(A_destroyed="Wren.1"), other("A.Wren.1 A.destroyed B.destroyed"), n=2,
          edit={"mv": [["A.Wren.1", "A.destroyed", "B.discard"]]}),
    *(
        check(f"U22 the keyword {word}", given(), act("A", "draw", why=f"keyword:{word}"), n=2,
              edit={"why": f"keyword:{word.lower()}"})
        for word in ("Base", "Starter", "Bounty", "Destroyed", "Coveted", "Seek", "Reload")
    ),
    check("U22 not a keyword's doing", given(A_deck="Wren.1"), act("A", "draw", why="Steadfast"), n=2,
          edit={"why": "keyword:Steadfast"}),
    check("U25 Discarded by whatever", given(A_scenery="Mill.1 Ridge.1"), other("A.Ridge.1 A.scenery A.discard"), n=2,
          edit={"mv": [["A.Mill.1", "A.scenery", "A.discard"]]}),
    check("U25 Destroyed by whatever", given(A_scenery="Mill.1"), other("A.Mill.1 A.scenery A.reserve"), n=2,
          edit={"mv": [["A.Mill.1", "A.scenery", "B.destroyed"]]}),
    check("U25 named by a Destroy", given(B_scenery="Mill.1 Ridge.1"), act("A", "destroy", cards=["B.Ridge.1", "?"]),
          n=2, edit={"cards": ["B.Ridge.1", "B.Mill.1"]}),
    check("U25 named, where it may not be", given(B_scenery="Mill.1"), act("A", "discard", cards=["B.Mill.1"]), n=0,
          edit={"rulings": {}}, at=2, header=_TURNED),
)  # fmt: skip

_VESPER = setup("A", "Wren.1 Gull.1 Flint.1", 3, starters=["A.Vesper.1"])
_SETUP = (
    check("U23 in the Deck itself", setup("A", "Wren.1 Gull.1", 1), n=1, edit={"deck": ["A.Wren.1", "A.Mill.1"]}),
    check("U23 a hidden card may be any", setup("A", "Wren.1 Gull.1", 1) | {"decklist": ["?"]}, n=1,
          edit={"decklist": ["?", "A.Mill.1"]}),
    check("U24 a hidden Base", setup("A", "Wren.1", 1) | {"base": "?"}, n=1, edit={"base": "A.Wren.2"}),
    check("U26 a hidden Starter", setup("A", "Wren.1", 1, starters=["?"]), n=1, edit={"starters": ["?", "?"]}),
    check("U27 more than its number", _VESPER | {"hand": ["?", "?", "?"]}, n=1, edit={"starters": ["A.Willow.1"]}),
    check("U27 beside Reload", _VESPER, n=1, edit={"hand": ["A.Wren.1", "A.Gull.1"]}),
)  # fmt: skip

_NAMES = ("Wren", "Gull", "Flint", "Heron", "Ibis", "Otter", "Marten")
_DECK = " ".join(f"{name}.1" for name in _NAMES)


def _cards(number: int, start: int = 0) -> list[list[str]]:
    return [[f"A.{name}.1", "A.deck", "A.hand"] for name in _NAMES[start : start + number]]


def _draw(number: int, start: int = 0, **fields: Any) -> Fields:
    return act("A", "draw", why="reload", **fields) | {"mv": _cards(number, start)}


#: Reload 2 in play; 2 and 3.
_ONE = given(A_heroes="Vesper.1", A_deck=_DECK, A_hand="Ember.1 Reed.1", A_vault="Cinder.1", B_hand="Stoat.1")
_TWO = given(A_heroes="Vesper.1 Willow.1", A_deck=_DECK)
_SHORT = given(A_heroes="Vesper.1 Willow.1", A_deck="Wren.1 Gull.1 Flint.1 Heron.1")
_NO_TURN = {key: value for key, value in _ONE.items() if key != "on"}
_BEGUN = do("A", "draw", why="reload")


def _after_the_draw() -> Iterator[Check]:
    """U28: the on-turn player begins nothing after the draw; in the next turn all is as before."""
    position = _ONE | zones(
        A_heroes="Vesper.1 Pika.1 Flint.2", A_deck=_DECK, A_hand="Ember.1 Reed.1", A_vault="Cinder.1"
    )
    for line in (
        act("A", "play", "A.Reed.1"),
        begin("A.Ember.1"),
        use("A.Flint.2", "z"),
        act("A", "secret", "A.Cinder.1"),
    ):
        yield check(f"U28 then no {line['what']}", position, _draw(2), turn("A"), line, n=3, edit=AWAY, at=4)


_RELOAD = (
    *_after_the_draw(),
    check("U28 a play of the foe may follow", _ONE, _draw(2), act("B", "play", "B.Stoat.1"), n=3,
          edit={"p": "A", "card": "A.Reed.1"}),
    check("U28 something else may follow", _ONE, _draw(2), other(), n=3, edit={"what": "play", "card": "A.Reed.1"}),
    check("U28 a part may follow", _ONE, _draw(2), do("A", "other"), res(3), act("A", "play", "A.Reed.1", in_=3), n=2,
          edit={"mv": _cards(3)}),
    check("U28 an answer may follow", _ONE | zones(A_heroes="Vesper.1 Otter.2", A_deck=_DECK, B_hand="Wren.2"),
          _draw(2), do("B", "play", "B.Wren.2"), use("A.Otter.2", "i", win="INT", trig=3), n=2, edit={"mv": _cards(3)}),
    check("U28 another draw is none", _ONE, act("A", "draw", why="effect:Gull/w"), act("A", "play", "A.Reed.1"), n=2,
          edit={"why": "keyword:Reload", "mv": _cards(2)}, at=3),
    check("U28 a Discard of that reason is none", _ONE, act("A", "discard", cards=[], why="reload"),
          act("A", "play", "A.Reed.1"), n=2, edit={"what": "draw", "mv": _cards(2)}, at=3),
    check("U28 where it is nobody's turn", _NO_TURN, _draw(2), n=1, edit={"on": "B"}, at=2),
    check("U28 a hidden card in play may have Reload", given(A_heroes="?", A_deck=_DECK), _draw(3), n=1,
          edit=zones(A_heroes="Wren.2", A_deck=_DECK), at=2),
    check("U28 none without Reload in play", given(A_deck=_DECK), _draw(0), n=2, edit={"mv": _cards(1)}),
    check("U28 what lies in the Hand has no say", _ONE, _draw(2), n=1, edit=zones(A_hand="Vesper.1", A_deck=_DECK),
          at=2),
    check("U28 the Reload of a Base", given(A_scenery="Harbour.1", A_deck=_DECK), _draw(1), n=2,
          edit={"mv": _cards(2)}),
    check("U28 only what comes into the Hand", _ONE, _draw(2), n=2,
          edit={"mv": [*_cards(2), ["A.Flint.1", "A.deck", "A.hand"]]}),
    check("U28 a card of elsewhere is not drawn", _ONE,
          _draw(2) | {"mv": [*_cards(2), ["B.Stoat.1", "B.hand", "A.hand"]]}, n=2, edit={"mv": _cards(3)}),
    check("U28 a card that goes elsewhere is not drawn", _ONE,
          _draw(2) | {"mv": [*_cards(2), ["A.Flint.1", "A.deck", "A.reserve"]]}, n=2, edit={"mv": _cards(3)}),
    check("U28 the numbers are those of the opening", _ONE, _BEGUN, res(2) | {"mv": _cards(2)},
          other("A.Vesper.1 A.heroes A.hand", in_=2), done(2), n=3, edit={"mv": _cards(3)}),
    check("U28 what is drawn as it closes", _ONE, _BEGUN, res(2) | {"mv": _cards(2)}, done(2), n=4,
          edit={"mv": _cards(1, 2)}),
    check("U28 two draws together", _TWO, _draw(3), act("A", "draw", why="effect:Gull/w"), n=3,
          edit=_draw(3, 3), at=3),
    check("U28 another draw does not count", _ONE, act("A", "draw", why="effect:Gull/w") | {"mv": _cards(1)},
          _draw(2, 1), n=3, edit={"mv": _cards(3, 1)}),
    check("U28 draws of two turns", _ONE, _draw(2), turn("A"), _draw(2, 2), n=3, edit=AWAY, at=4),
    check("U28 a cancelled draw is not judged", _ONE, _BEGUN, res(2, ok=False) | {"mv": _cards(3)}, n=3,
          edit={"ok": True}),
    check("A37 fewer than the largest", _TWO, _draw(3), n=2, edit={"mv": _cards(2)}),
    check("A37 more than the largest", _TWO, _draw(3), n=2, edit={"mv": _cards(4)}),
    check("A37 more than the largest, and all that there is", _SHORT, _draw(3), n=2, edit={"mv": _cards(4)}),
    check("A37 as many as all together", _TWO, _draw(3), n=2, edit={"mv": _cards(5)}),
    check("A37 fewer, if the Deck holds more", given(A_heroes="Vesper.1 Willow.1", A_deck="Wren.1 Gull.1"), _draw(2),
          n=1, edit=zones(A_heroes="Vesper.1 Willow.1", A_deck="Wren.1 Gull.1 Ibis.1"), at=2),
    check("A38 fewer, if the Deck holds more", given(A_heroes="Vesper.1", A_deck="Wren.1"), _draw(1), n=1,
          edit=zones(A_heroes="Vesper.1", A_deck="Wren.1 Ibis.1"), at=2),
    check("A38 what is drawn when it resolves", _ONE, _BEGUN, res(2) | {"mv": _cards(2)}, n=3, edit={"mv": _cards(1)}),
    check("A38 nothing, and the Deck holds some", given(A_heroes="Vesper.1"), END_A, n=1,
          edit=zones(A_heroes="Vesper.1", A_deck="Wren.1"), at=2),
    check("A38 nothing, and the own turn ends", _ONE | {"on": "B"}, END_A, n=1, edit={"on": "A"}, at=2),
    check("A38 what is hidden in play has no say", given(A_heroes="?", A_deck=_DECK), END_A, n=1,
          edit=zones(A_heroes="? Vesper.1", A_deck=_DECK), at=2),
    check("A38 nothing, and Reload is in play", given(A_hand="Vesper.1", A_deck=_DECK), END_A, n=1,
          edit=zones(A_heroes="Vesper.1", A_deck=_DECK), at=2),
    check("A38 Reload of none", given(A_heroes="Cairn.1", A_deck=_DECK), END_A, n=0,
          edit={"cards": {"Cairn": {"type": "Hero", "reload": 1}, **{n: {"type": "Hero"} for n in _NAMES}}}, at=2,
          cards={"Cairn": {"type": "Hero", "reload": 0}}),
)  # fmt: skip

_HIT = hit("discard", "A.Stoat.1", "A.heroes", "A.discard")
_STOAT = given(A_heroes="Stoat.1 Wren.1", A_hand="Gull.1")
_BOUNTY = act("B", "invest", why="bounty", for_="A.Stoat.1", cause=2, amount=2)


def _departures() -> Iterator[Check]:
    """U29: out of an Active Heroes area or a Contest Pile, by Discard or by Destroy; and any other way."""
    for source in ("A.contest", "B.contest", "B.heroes"):
        for target in ("A.destroyed", "B.discard"):
            yield check(
                f"U29 from {source} to {target}",
                {"type": "given", "on": "A", "zones": {source: ["A.Stoat.1"]}},
                other(f"A.Stoat.1 {source} {target}"),
                _BOUNTY,
                n=3,
                edit={"cause": 1},
            )
    for place in ("A.hand", "A.reserve", "A.scenery", "A.deck"):
        moves = [["A.Stoat.1", "A.heroes", place], ["A.Stoat.1", place, "A.discard"]]
        yield check(
            f"U29 not from {place}",
            _STOAT,
            other("A.Stoat.1 A.heroes A.discard"),
            _BOUNTY,
            n=2,
            edit={"mv": moves},
            at=3,
        )
        yield check(
            f"U29 not to {place}",
            _STOAT,
            other("A.Stoat.1 A.heroes A.discard"),
            _BOUNTY,
            n=2,
            edit={"mv": moves[:1]},
            at=3,
        )


_TANSY = given(A_heroes="Tansy.1")
_OF_TANSY = _BOUNTY | {"for": "A.Tansy.1", "amount": 4}
_INNER = (
    _STOAT, do("A", "use", "A.Wren.1", eff="w"), res(2), do("B", "discard", cards=["A.Stoat.1"], in_=2),
    res(4, "A.Stoat.1 A.heroes A.discard"), done(4), done(2), _BOUNTY | {"cause": 4},
)  # fmt: skip


def _hidden_departures() -> Iterator[Check]:
    """U29, U30, A40, A42 of Heroes that were hidden when they left: what holds whichever of them it was."""
    left, other_stoat = other("? A.heroes A.discard"), _BOUNTY | {"for": "A.Stoat.2"}
    both = other("? A.heroes A.discard", "? A.heroes A.destroyed")
    start = given(A_heroes="Stoat.1 Stoat.2 Tansy.1 Wren.1")
    yield check("U29 one Invest for each hidden card", start, left, _BOUNTY, NOTE, n=4, edit=other_stoat)
    yield check("U29 two Invests for two hidden cards", start, both, _BOUNTY, other_stoat, n=2, edit=left, at=4)
    yield check("U29 a hidden card, and a Hero without Bounty", start, left, _BOUNTY, n=3, edit={"for": "A.Wren.1"})
    yield check("U29 hidden, for the foe of its owner", start, left, _BOUNTY, n=3, edit={"p": "A"})
    yield check("U29 hidden, more than its number", start, left, _BOUNTY, n=3, edit={"amount": 3})
    yield check("U29 hidden, more than either", start, both, _OF_TANSY, n=3, edit={"amount": 5})
    yield check(
        "U30 hidden, but Discarded",
        start,
        other("? A.heroes A.destroyed"),
        _OF_TANSY,
        n=2,
        edit={"mv": left["mv"]},
        at=3,
    )
    yield check("A40 hidden, less than its number", start, left, _BOUNTY, n=3, edit={"amount": 1})
    yield check("A40 hidden, less than either", start, both, _OF_TANSY | {"amount": 2}, n=3, edit={"amount": 1})
    yield check("A42 hidden, in a later turn", start, left, NOTE, _BOUNTY, n=3, edit=turn("B"), at=4)
    yield check(
        "A42 hidden, the last one counts",
        start,
        do("A", "other"),
        res(2, *[" ".join(m) for m in left["mv"]]),
        turn("B"),
        done(2, "? A.heroes A.discard"),
        _BOUNTY,
        n=5,
        edit={"mv": []},
        at=6,
    )


_BOUNTIES = (
    *_departures(), *_hidden_departures(),
    check("U29 another Hero", given(A_heroes="Stoat.1 Tansy.1"), _HIT, _BOUNTY, n=3, edit={"for": "A.Tansy.1"}),
    check("U29 a Hero without one", given(A_heroes="Stoat.1 Wren.1"), _HIT, _BOUNTY, n=3, edit={"for": "A.Wren.1"}),
    check("U29 once", _STOAT, _HIT, _BOUNTY, act("B", "invest", amount=2), n=4, edit=_BOUNTY),
    check("U29 for the foe of its owner, not of the side", given(A_heroes="B.Stoat.1"),
          other("B.Stoat.1 A.heroes B.discard"), _BOUNTY | {"p": "A", "for": "B.Stoat.1"}, n=3, edit={"p": "B"}),
    check("U29 with `for`, and no other reason", _STOAT, _HIT, _BOUNTY | {"why": "effect:Gull/w", "amount": 3}, n=3,
          edit={"why": GONE}),
    check("U29 the inner frame", *_INNER, n=8, edit={"cause": 2}, cards={"Wren": hero(w=effect("ACTIVE"))}),
    check("U29 a hidden card may be it", given(A_heroes="Stoat.1 ?"), other("? A.heroes A.discard"), _BOUNTY, n=2,
          edit={"mv": [["?", "A.heroes", "A.reserve"]]}, at=3),
    check("U29 hidden", _STOAT, other("A.Wren.1 A.heroes A.discard"), _BOUNTY | {"for": "?"}, n=3,
          edit={"for": "A.Stoat.1"}),
    check("U29 beside a hidden card it is still known", given(A_heroes="Stoat.1 ?"),
          other("A.Stoat.1 A.heroes A.discard", "? A.heroes A.discard"), _BOUNTY, n=3, edit={"amount": 3}),
    check("U29 more than Destroyed", _TANSY, hit("destroy", "A.Tansy.1", "A.heroes", "A.destroyed"), _OF_TANSY, n=3,
          edit={"amount": 5}),
    check("U29 more, without a Destroyed number", _STOAT, _HIT, _BOUNTY, n=3, edit={"amount": 3}),
    check("U30 Discarded", _TANSY, hit("discard", "A.Tansy.1", "A.heroes", "A.discard"), _OF_TANSY | {"amount": 2}, n=3,
          edit={"amount": 3}),
    check("A40 less than Destroyed", _TANSY, hit("destroy", "A.Tansy.1", "A.heroes", "A.destroyed"), _OF_TANSY, n=3,
          edit={"amount": 3}),
    check("A42 in the turn of the other", _STOAT, _HIT, NOTE, _BOUNTY, n=3, edit=turn("B"), at=4),
)  # fmt: skip

_FENNELS = given(A_hand="Fennel.1", B_heroes="Fennel.1 Wren.2", B_reserve="Fennel.2")
_PLAY = do("A", "play", "A.Fennel.1")
_TAKES = act("A", "discard", "", "B.Fennel.1 B.heroes B.discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2)
_ERRAND = (do("A", "play", "A.Errand.1"), res(2), done(2))
_COVETED_BASE = {"Cairn": {"type": "Place", "base": True, "coveted": True}}

_COVETED = (
    check("U31 at any time before it closes", _FENNELS, _PLAY, res(2), _TAKES, done(2), n=4, edit=AWAY, at=5),
    check("U31 by another frame inside", _FENNELS, _PLAY, res(2), other("B.Fennel.1 B.heroes A.discard", in_=2),
          done(2), n=4, edit={"mv": [["B.Wren.2", "B.heroes", "A.discard"]]}, at=5),
    check("U31 as it closes", _FENNELS, _PLAY, res(2), done(2, "B.Fennel.1 B.heroes B.discard"), n=4, edit={"mv": []}),
    check("U31 or no copy is Active any more", _FENNELS, _PLAY, res(2), other("B.Fennel.1 B.heroes B.hand", in_=2),
          done(2), n=4, edit=AWAY, at=5),
    check("U31 Discarded, not by a cancelled frame", _FENNELS, _PLAY, res(2),
          do("A", "discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2),
          res(4, "B.Fennel.1 B.heroes B.discard"), done(4), other("B.Fennel.1 B.discard B.heroes", in_=2), done(2), n=5,
          edit={"ok": False}, at=8),
    check("U31 Discarded, not before", given(A_hand="Fennel.1 Wren.1", B_heroes="Fennel.1"), *OPEN,
          other("B.Fennel.1 B.heroes B.discard", in_=2), other("B.Fennel.1 B.discard B.heroes", in_=2),
          _PLAY | {"in": 2}, res(6), done(6, "B.Fennel.1 B.heroes B.discard"), n=8, edit={"mv": []}),
    check("U31 one of several", given(A_hand="Fennel.1", B_heroes="Fennel.1 Fennel.3"), _PLAY, _TAKES, res(2), done(2),
          n=3, edit=AWAY, at=5),
    check("U31 a copy that was Active when it was announced", _FENNELS, _PLAY, res(2),
          other("B.Fennel.2 B.reserve B.heroes", in_=2), _TAKES, done(2), n=5,
          edit={"cards": ["B.Fennel.2"], "mv": [["B.Fennel.2", "B.heroes", "B.discard"]]}, at=6),
    check("U31 none that came later", given(A_hand="Fennel.1", B_reserve="Fennel.2"), _PLAY, res(2),
          other("B.Fennel.2 B.reserve B.heroes", in_=2), done(2), n=1,
          edit=zones(A_hand="Fennel.1", B_reserve="Fennel.2", B_heroes="Fennel.1"), at=5),
    check("U31 a copy that is Active now may be hit",
          given(A_hand="Fennel.1", B_reserve="Fennel.2", B_heroes="Fennel.1"), _PLAY, res(2),
          other("B.Fennel.2 B.reserve B.heroes", in_=2), _TAKES | {"cards": ["B.Fennel.2"], "mv": []}, n=4, edit=AWAY,
          at=5),
    check("U31 the card of another Name", given(A_hand="Fennel.1", B_heroes="Fennel.1 Wren.2"), _PLAY,
          _TAKES | {"mv": []}, n=3, edit={"cards": ["B.Wren.2"]}),
    check("U31 the copies of the foe", given(A_hand="Fennel.1", A_heroes="Fennel.2", B_heroes="Fennel.1"), _PLAY,
          _TAKES | {"mv": []}, n=3, edit={"cards": ["A.Fennel.2"]}),
    check("U31 a hidden card may be hit", given(A_hand="Fennel.1", B_heroes="Fennel.1 ?"), _PLAY,
          _TAKES | {"cards": ["?", "B.Fennel.4"], "mv": []}, n=1, edit=zones(A_hand="Fennel.1", B_heroes="Fennel.1",
                                                                             B_reserve="Fennel.4 ?"), at=3),
    check("U31 a hidden card in play may have been hit", given(A_hand="Fennel.1", B_heroes="Fennel.1 ?"), _PLAY,
          _TAKES | {"cards": ["B.Fennel.4"], "mv": [["B.Fennel.4", "B.heroes", "B.discard"]]}, res(2), done(2), n=3,
          edit={"cards": ["?"], "mv": [["B.Wren.4", "B.heroes", "B.discard"]]}, at=5),
    check("U31 a hidden card that was in play may be hit", given(A_hand="Fennel.1", B_heroes="Fennel.1 ?"), _PLAY,
          res(2), other("B.Fennel.4 B.heroes B.reserve", in_=2), _TAKES | {"cards": ["B.Fennel.4"], "mv": []}, n=5,
          edit={"cards": ["B.Wren.4"]}),
    check("U31 a hidden card that has come may be hit", given(A_hand="Fennel.1", B_reserve="Fennel.2 ?"), _PLAY, res(2),
          other("? B.reserve B.heroes", in_=2), _TAKES | {"cards": ["B.Fennel.9"], "mv": []}, n=4, edit=AWAY, at=5),
    check("U31 a card that is known to lie elsewhere may not",
          given(A_hand="Fennel.1", B_reserve="Fennel.2", B_hand="?"), _PLAY, res(2), other("? B.hand B.heroes", in_=2),
          _TAKES | {"cards": ["B.Fennel.9"], "mv": []}, n=5, edit={"cards": ["B.Fennel.2"]}),
    check("U31 a hidden card that leaves play may be it",
          given(A_hand="Fennel.1", B_heroes="Fennel.1 Wren.9", B_hand="?"), _PLAY, res(2),
          other("? B.heroes B.discard", in_=2), other("B.Fennel.1 B.heroes B.heroes", in_=2), done(2), n=4,
          edit={"mv": [["?", "B.hand", "B.discard"]]}, at=6),
    check("U31 a hidden card that comes and goes may be it",
          given(A_hand="Fennel.1", B_heroes="Fennel.1 Wren.9", B_reserve="Gull.9"), _PLAY, res(2),
          other("? B.heroes B.reserve", "? B.reserve A.discard", "? A.discard B.heroes", in_=2),
          other("B.Fennel.1 B.heroes B.heroes", in_=2), done(2), n=4, edit={"mv": []}, at=6),
    check("U31 a hidden card that was in play may be Discarded",
          given(A_hand="Fennel.1", B_heroes="Fennel.1 ?", B_reserve="Wren.1"), _PLAY, res(2),
          other("? B.heroes B.reserve", in_=2), other("? B.reserve B.discard", in_=2),
          other("B.Fennel.1 B.heroes B.heroes", in_=2), done(2), n=5, edit=AWAY, at=7),
    check("U31 a Discard that nothing orders", given(A_hand="Fennel.1", B_heroes="Fennel.1 Wren.2"),
          act("A", "discard", cards=["B.Wren.2"], why="keyword:Coveted"), _PLAY, _TAKES | {"in": 3, "mv": []}, n=4,
          edit={"cards": ["B.Wren.2"]}),
    check("U31 a hidden SUPPORT may order it", given(A_hand="?", B_heroes="Fennel.1 Wren.2"), begin("?"),
          _TAKES | {"cards": ["B.Wren.2"], "mv": []}, n=2, edit={"card": "A.Fennel.1"}, at=3),
    check("U31 a copy that is still Active", given(A_hand="Fennel.1", B_heroes="Fennel.1", B_hand="Fennel.2"), _PLAY,
          res(2), other("B.Fennel.1 B.heroes B.hand", "B.Fennel.2 B.hand B.heroes", in_=2), done(2), n=1,
          edit=zones(A_hand="Fennel.1", B_heroes="Fennel.1 Fennel.3", B_hand="Fennel.2"), at=5),
    check("U31 a Coveted card", given(A_hand="Fennel.1", B_heroes="Fennel.1"), _PLAY, res(2), done(2), n=0,
          edit={"cards": {"Fennel": {"type": "Hero", "coveted": True}}}, at=4, cards={"Fennel": {"type": "Hero"}}),
    check("U31 in the Scenery Area the right-most", given(A_hand="Errand.1", B_scenery="Errand.1 Mill.1"), *_ERRAND,
          n=1, edit=zones(A_hand="Errand.1", B_scenery="Mill.1 Errand.1"), at=4),
    check("U31 the right-most of its type", given(A_hand="Errand.1", B_scenery="Errand.1 Lantern.1"), *_ERRAND, n=1,
          edit=zones(A_hand="Errand.1", B_scenery="Errand.1 Mill.1"), at=4,
          header={"rulings": {"active_scenery": "by_type"}}),
    check("U31 the right-most of its type, if nothing hidden follows", given(A_hand="Errand.1", B_scenery="Errand.1 ?"),
          *_ERRAND, n=1, edit=zones(A_hand="Errand.1", B_scenery="? Errand.1"), at=4,
          header={"rulings": {"active_scenery": "by_type"}}),
    check("U31 never a Base", given(A_hand="Cairn.1", B_scenery="Cairn.1"), do("A", "play", "A.Cairn.1"), res(2),
          done(2), n=0, edit={"cards": {"Cairn": {"type": "Place", "coveted": True}}}, at=4, cards=_COVETED_BASE),
    check("U32 by SUPPORT", given(A_hand="Fennel.1"), begin("A.Fennel.1"), n=1,
          edit=zones(A_hand="Fennel.1", B_destroyed="Fennel.2"), at=2),
    check("U32 of that Name", given(A_hand="Fennel.1", B_destroyed="Umber.1"), _PLAY, n=1,
          edit=zones(A_hand="Fennel.1", B_destroyed="Umber.1 A.Fennel.9"), at=2),
    check("U32 for good", given(A_hand="Fennel.1", B_heroes="Fennel.1"), other("B.Fennel.1 B.heroes B.reserve"),
          turn("B"), _PLAY, n=2, edit={"mv": [["B.Fennel.1", "B.heroes", "B.destroyed"]]}, at=4),
    check("U32 a Coveted card", given(A_hand="Wren.1", A_destroyed="Wren.2"), OPEN[0], n=0,
          edit={"cards": {"Wren": {"type": "Hero", "coveted": True}}}, at=2),
    check("A44 the card is cancelled", _FENNELS, _PLAY, _TAKES, res(2, ok=False), done(2), n=3, edit=AWAY, at=5),
    check("A44 cancelled, what its own frame moved counts", _FENNELS, _PLAY,
          res(2, "B.Fennel.1 B.heroes B.discard", "B.Fennel.1 B.discard B.heroes", ok=False), done(2), n=3,
          edit={"mv": []}, at=4),
)  # fmt: skip


def _wants() -> Iterator[Check]:
    """U34: each field of a description against the catalogue; what is told in words is taken on trust."""
    rare = {"type": "Hero", "coveted": True, "starter": 3, "reload": 2, "bounty": 0, "keywords": ["Sly", "Bold"]}
    start = given(A_deck="Cairn.1 Wren.1")
    pairs: list[tuple[Any, Any]] = [
        ({"name": "Cairn"}, {"name": "Wren"}),
        ({"owner": "A"}, {"owner": "B"}),
        ({"type": "Hero"}, {"type": "Story"}),
        ({"type": ["Story", "Hero"]}, {"type": ["Story"]}),
        ({"coveted": True}, {"coveted": False}),
        ({"bounty": True}, {"bounty": False}),
        ({"unique": False}, {"unique": True}),
        ({"starter": 3}, {"starter": 2}),
        ({"starter": True}, {"starter": False}),
        ({"bounty_destroyed": False}, {"bounty_destroyed": True}),
        ({"keyword": "Sly"}, {"keyword": "Base"}),
        ({"keywords": ["Sly", "Bold"]}, {"keywords": ["Sly", "Shy"]}),
        ({"keyword": "Coveted"}, {"keyword": "Seek"}),
        ({"keyword": "Starter"}, {"keyword": "starter"}),
        ({"keyword": "Reload"}, {"keyword": "Reloads"}),
        ({"keyword": "Bounty"}, {"keyword": "Bounties"}),
        ({"mood": "grim"}, {"mood": "grim", "type": "Story"}),
        ({"eff": "s"}, {"eff": "s", "name": "Wren"}),
        ("a grim Story", {"type": "Story"}),
    ]
    for i, (right, wrong) in enumerate(pairs):
        seek = act("A", "seek", x=1, want=right, shown=["A.Cairn.1"], taken="A.Cairn.1")
        yield check(f"U34 description {i}", start, seek, n=2, edit={"want": wrong}, cards={"Cairn": rare})
    plain = {"type": "Hero"}
    for i, word in enumerate(("Coveted", "Starter", "Reload", "Bounty")):
        seek = act("A", "seek", x=1, want={"keyword": word}, shown=["A.Cairn.1"], taken="A.Cairn.1")
        yield check(
            f"U34 keyword {i}", start, seek, n=0, edit={"cards": {**CARDS, "Cairn": plain}}, at=2, cards={"Cairn": rare}
        )
    base = act("A", "seek", x=1, want={"keyword": "Base"}, shown=["A.Mill.1"], taken="A.Mill.1")
    yield check("U34 keyword Base", given(A_deck="Mill.1"), base, n=2, edit={"want": {"keyword": "Coveted"}})


_THREE = given(A_deck="Ember.1 Wren.1 Gull.1", A_hand="Ibis.1")
_SEEK = act("A", "seek", x=2, shown=["A.Ember.1", "A.Wren.1"], taken="A.Wren.1", bottom=["A.Ember.1"])
_HALF = given(A_deck="Wren.1 ? ?", A_hand="Gull.1")
_LOOK = act("A", "seek", x=2, shown=["A.Wren.1", "?"], bottom=["?", "A.Wren.1"])


def _sees(shown: str, taken: str | None, bottom: str) -> Fields:
    """The fields of a Seek; cards by Name."""
    named = {name: name if name == "?" else f"A.{name}.1" for name in (f"{shown} {bottom} {taken or '?'}").split()}
    return {
        "shown": [named[name] for name in shown.split()],
        "bottom": [named[name] for name in bottom.split()],
        "taken": None if taken is None else named[taken],
    }


def _seek(rule: str, right: tuple[str, str | None, str], wrong: tuple[str, str | None, str]) -> Check:
    """Two cards of a Deck that begins with Wren and has two hidden ones below; Gull is in the Hand."""
    title = f"{rule} {right} and not {wrong}"
    return check(title, _HALF, act("A", "seek", x=2) | _sees(*right), n=2, edit=_sees(*wrong))


_SEEKS = (
    *_wants(),
    check("U33 no more than there are", _THREE,
          act("A", "seek", x=9) | _sees("Ember Wren Gull", None, "Gull Wren Ember"), n=2, edit={"x": 2}),
    check("U33 none of none", given(), act("A", "seek", x=2), n=2, edit={"shown": ["?"]}),
    check("U33 of the own Deck", given(A_deck="Wren.1 Gull.1", B_deck="? ?"), _LOOK, n=2, edit={"p": "B", "x": 1}),
    check("U33 as it resolves", _THREE, do("B", "other"), res(2), other("A.Gull.1 A.deck A.reserve", in_=2),
          _SEEK | {"type": "do", "in": 2}, res(5), n=4, edit={"mv": [["A.Ember.1", "A.deck", "A.reserve"]]}, at=6),
    check("U33 a cancelled one is not judged", _THREE, _SEEK | {"type": "do", "x": 3}, res(2, ok=False), n=3,
          edit={"ok": True}),
    _seek("U33", ("Wren Ibis", None, "? ?"), ("Ibis Wren", None, "? ?")),
    _seek("U33", ("Wren Ibis", None, "? ?"), ("Wren Gull", None, "? ?")),
    _seek("U33", ("Wren ?", None, "? ?"), ("Wren Wren", None, "? ?")),
    _seek("U33", ("? ?", None, "? ?"), ("? ? ?", None, "? ? ?")),
    _seek("U33", ("? ?", None, "? ?"), ("?", None, "?")),
    _seek("U34", ("? ?", "Ibis", "?"), ("? ?", "Gull", "?")),
    _seek("U34", ("? ?", "Wren", "?"), ("Wren Ibis", "Reed", "Wren")),
    _seek("U34", ("Wren ?", "?", "Wren"), ("Wren ?", "Gull", "Wren")),
    _seek("U35", ("Wren ?", "?", "?"), ("Wren ?", "?", "? ?")),
    _seek("U35", ("Wren Ibis", "Ibis", "Wren"), ("Wren Ibis", "Ibis", "Ibis")),
    _seek("U35", ("Wren Ibis", None, "Ibis Wren"), ("Wren Ibis", None, "Ibis Ibis")),
    _seek("U35", ("Wren Ibis", None, "Ibis Wren"), ("Wren Ibis", None, "Ibis Reed")),
    _seek("U35", ("Wren ?", None, "Ibis Wren"), ("Wren ?", None, "Gull Wren")),
    _seek("U35", ("Wren ?", None, "Ibis Wren"), ("Wren ?", None, "Ibis Reed")),
    _seek("U35", ("Wren ?", "Ibis", "Wren"), ("Wren ?", "Ibis", "Reed")),
    _seek("U35", ("? ?", "Wren", "Ibis"), ("? ?", "Wren", "Gull")),
    _seek("U35", ("? ?", None, "Wren ?"), ("? ?", None, "Gull ?")),
    check("U33 what is no Seek shows nothing", _THREE, act("A", "draw", shown=["A.Gull.1"]), n=2,
          edit={"what": "seek", "x": 0}),
    check("U33 one card twice", given(A_deck="? ?"), act("A", "seek", x=2) | _sees("Ibis ?", None, "? ?"), n=2,
          edit=_sees("Ibis Ibis", None, "? ?")),
    check("U34 a hidden card may fit", _HALF,
          act("A", "seek", x=2, want={"type": "Hero"}) | _sees("Wren ?", "?", "Wren"), n=2,
          edit=_sees("Wren ?", "Ember", "Wren")),
    check("U34 out of nothing", given(A_deck="?"), act("A", "seek", x=1, shown=["?"], taken="?"), n=2,
          edit={"x": 0, "shown": []}),
)  # fmt: skip

_SHUFFLED = other("A.Wren.1 A.discard A.deck", why="effect:Gull/w")
_DRAWN = act("A", "draw", "", "A.Gull.1 A.deck A.hand", "A.Wren.1 A.discard A.deck", why="effect:Gull/w")
_DISCARD = given(A_discard="Wren.1", A_deck="Gull.1")
_RETURNED = other("A.Wren.1 A.hand A.deck")
_DECKS = (
    check("A36 a mulligan by its name", given(A_hand="Wren.1"), other("A.Wren.1 A.hand A.deck", why="effect:Gull/w"),
          n=2, edit={"why": "mulligan"}),
    check("A36 a mulligan that draws anew", given(A_hand="Wren.1", A_deck="Gull.1"),
          other("A.Wren.1 A.hand A.deck", "A.Gull.1 A.deck A.hand", why="effect:Gull/w"), n=2,
          edit={"why": "mulligan"}),
    check("A36 a mulligan that moves nothing back", given(A_deck="Wren.1"),
          other("A.Wren.1 A.deck A.hand", why="mulligan"), n=2,
          edit={"mv": [["A.Wren.1", "A.deck", "A.hand"], ["A.Wren.1", "A.hand", "A.deck"]]}),
    check("A36 out of the Hand, before the first turn", setup("A", "Wren.1 Gull.1", 1),
          other("A.Wren.1 A.hand A.reserve"), n=2, edit={"mv": [["A.Wren.1", "A.hand", "A.deck"]]}),
    check("A36 into the Deck, before the first turn", setup("A", "Wren.1 Gull.1", 1),
          other("A.Gull.1 A.deck A.reserve", "A.Gull.1 A.reserve A.deck"), n=2,
          edit={"mv": [["A.Gull.1", "A.deck", "A.hand"], ["A.Gull.1", "A.hand", "A.deck"]]}),
    *(
        check(f"A36 before the first turn, {how} by a card", setup("A", "Wren.1 Gull.1", 1, starters=["A.Cairn.1"]),
              line, n=2, edit=edit, cards={"Cairn": hero(w=effect("ACTIVE")) | {"starter": 1}})
        for how, line, edit in (
            ("told", _RETURNED | {"why": "effect:Gull/w"}, {"why": "a whim"}),
            ("ordered", _RETURNED | {"src": "A.Cairn.1/w"}, {"src": GONE}),
            ("done", _RETURNED | use("A.Cairn.1", "w"), {"what": "other"}),
        )
    ),
    check("A36 before the first turn, by its own SUPPORT", setup("A", "Wren.1 Gull.1", 1),
          act("A", "support", "A.Wren.1", "A.Wren.1 A.hand A.deck", eff="s"), n=2, edit={"what": "other"},
          cards={"Wren": hero(s=effect("SUPPORT", dest="deck"))}),
    check("A39 an empty Deck", _DISCARD, other("A.Wren.1 A.discard A.deck"), n=1, edit=zones(A_discard="Wren.1"), at=2),
    check("A39 out of the Discard Pile", given(A_discard="Wren.1", A_reserve="Wren.2"),
          other("A.Wren.2 A.reserve A.deck"), n=2, edit={"mv": [["A.Wren.1", "A.discard", "A.deck"]]}),
    check("A39 into the Deck", given(A_discard="Wren.1"), other("A.Wren.1 A.discard A.hand"), n=2,
          edit={"mv": [["A.Wren.1", "A.discard", "A.deck"]]}),
    check("A39 inside a draw", _DISCARD, _DRAWN, n=2, edit={"why": GONE, "mv": [["A.Wren.1", "A.discard", "A.deck"]]}),
    check("A39 by a card's effect", given(A_discard="Wren.1"), _SHUFFLED | {"why": "reshuffle", "src": "A.Gull.1/w"},
          n=2, edit={"src": None}),
    check("A39 by an effect that is used", given(A_discard="Wren.1", A_heroes="Flint.1"),
          use("A.Flint.1", "z") | {"mv": [["A.Wren.1", "A.discard", "A.deck"]]}, n=2, edit={"what": "other"}),
)  # fmt: skip

CHECKS: tuple[Check, ...] = (*_ZONES, *_SETUP, *_RELOAD, *_BOUNTIES, *_COVETED, *_SEEKS, *_DECKS)

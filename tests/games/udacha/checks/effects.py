"""Limits by Name, and whence effects work (U14, U15, U17 to U19; A10, A28, A29, A31)."""

from __future__ import annotations

from .parts import (
    ANYTIME,
    AWAY,
    HOLD,
    NOTE,
    OPEN,
    Check,
    check,
    do,
    done,
    effect,
    given,
    hero,
    other,
    res,
    support,
    turn,
    use,
    zones,
)

_FLINTS = given(A_heroes="Flint.1 Flint.2 Gull.1")
_USED, _AGAIN = use("A.Flint.1", "w"), use("A.Flint.2", "w")
#: A use that is cancelled, number 2 to 4.
_CANCELLED = (do("A", "use", "A.Flint.1", eff="w"), res(2, ok=False), done(2))
_BY_TYPE = {"rulings": {"active_scenery": "by_type"}}
_COVERED = given(A_scenery="Ridge.1 Lantern.1")
_OMEN = {"Omen": {"type": "Omen", "eff": {"w": effect("ACTIVE"), "v": effect("VISITED")}}}
_BOTH = {"Cairn": hero(b=effect("REACTION", also="INTERRUPT"))}

_LIMITS = (
    check("U14 by a copy", _FLINTS, _USED, use("A.Gull.1", "w"), n=3, edit=_AGAIN),
    check("U14 until a turn begins, whosever", _FLINTS, _USED, turn("B"), _AGAIN, n=3, edit=AWAY, at=4),
    check("U14 from when it is announced", _FLINTS, do("A", "use", "A.Flint.1", eff="w"), res(2), other(in_=2), n=4,
          edit=_AGAIN | {"in": 2}),
    check("U14 of a SUPPORT", given(A_hand="Thistle.1 Thistle.2"), support("A.Thistle.1"), turn("A"),
          support("A.Thistle.2"), n=3, edit=AWAY, at=4),
    check("U14 of an answer", HOLD, ANYTIME, OPEN[0], use("B.Marten.1", "i", win="INT", trig=3), n=4,
          edit={"card": "B.Pika.1"}),
    check("U15 by a copy that was not there", given(A_heroes="Gull.1", A_hand="Gull.2"), use("A.Gull.1", "w"),
          turn("A"), other("A.Gull.2 A.hand A.heroes"), NOTE, n=5, edit=use("A.Gull.2", "w")),
    check("A10 a cancelled use", _FLINTS, *_CANCELLED, use("A.Gull.1", "w"), n=5, edit=_AGAIN),
    check("A10 a cancelled use in an earlier turn", _FLINTS, *_CANCELLED, turn("A"), _AGAIN, n=5, edit=AWAY, at=6),
    check("A10 a use that a turn has passed over", _FLINTS, do("A", "use", "A.Flint.1", eff="w"), turn("A"),
          res(2, ok=False), done(2), _AGAIN, n=3, edit=AWAY, at=6),
)  # fmt: skip

_PLACES = (
    check("U17 on the own side", given(A_heroes="Flint.1"), use("A.Flint.1", "z"), n=1,
          edit=zones(B_heroes="A.Flint.1"), at=2),
    check("U17 a hidden card may be it", given(A_heroes="?"), use("A.Flint.1", "z"), n=1, edit=zones(A_heroes="Wren.1"),
          at=2),
    check("U17 an effect of two kinds", given(A_heroes="Reed.1"), use("A.Reed.1", "k"), n=1,
          edit=zones(A_hand="Reed.1"), at=2),
    check("U18 the right-most", _COVERED, use("A.Lantern.1", "w"), n=2, edit={"card": "A.Ridge.1"}),
    check("U18 by a move to the left", given(A_scenery="Ridge.1", A_hand="Lantern.1"),
          other() | {"mv": [["A.Lantern.1", "A.hand", "A.scenery", 0]]}, use("A.Ridge.1", "w"), n=2,
          edit={"mv": [["A.Lantern.1", "A.hand", "A.scenery"]]}, at=3),
    check("U18 by a move to a place in the middle", given(A_scenery="Ridge.1 Mill.1", A_hand="Lantern.1"),
          other() | {"mv": [["A.Lantern.1", "A.hand", "A.scenery", 2]]}, use("A.Lantern.1", "w"), n=2,
          edit={"mv": [["A.Lantern.1", "A.hand", "A.scenery", 1]]}, at=3),
    check("U18 on the own side", given(A_scenery="Ridge.1"), use("A.Ridge.1", "w"), n=1,
          edit=zones(B_scenery="A.Ridge.1"), at=2),
    check("U18 a hidden card on the right may be it", given(A_scenery="Mill.1 ?"), use("A.Ridge.1", "w"), n=1,
          edit=zones(A_scenery="? Mill.1"), at=2),
    check("U18 a known card is not what is hidden on the right", given(A_scenery="? Ridge.1"), use("A.Ridge.1", "w"),
          n=1, edit=zones(A_scenery="Ridge.1 ?"), at=2),
    check("U18 the right-most of its type", given(A_scenery="Ridge.1 Lantern.1"), use("A.Ridge.1", "w"), n=1,
          edit=zones(A_scenery="Ridge.1 Mill.1"), at=2, header=_BY_TYPE),
    check("U18 the right-most of its type, a Pursuit", given(A_scenery="Lantern.1 Ridge.1"), use("A.Lantern.1", "w"),
          n=1, edit=zones(A_scenery="Lantern.1 Errand.1"), at=2, header=_BY_TYPE),
    check("U18 of its type a hidden card on the right may not be", given(A_scenery="Ridge.1 ?"), use("A.Ridge.1", "w"),
          n=1, edit=zones(A_scenery="Ridge.1 ? Mill.1"), at=2, header=_BY_TYPE),
    check("U18 of its type a hidden card may be it", given(A_scenery="? Lantern.1"), use("A.Ridge.1", "w"), n=1,
          edit=zones(A_scenery="? Mill.1"), at=2, header=_BY_TYPE),
    check("U19 covered or not", _COVERED, use("A.Ridge.1", "v"), n=1,
          edit=zones(A_hand="Ridge.1", A_scenery="Lantern.1"), at=2),
    check("U19 on the own side", _COVERED, use("A.Ridge.1", "v"), n=1, edit=zones(B_scenery="A.Ridge.1"), at=2),
    check("U19 a Pursuit neither", given(A_scenery="Ridge.1 Errand.1"), use("A.Ridge.1", "v"), n=2,
          edit={"card": "A.Errand.2"}),
    check("A28 an effect of another type of card", given(A_scenery="Ridge.1 Omen.1"), use("A.Omen.1", "w"), n=1,
          edit=zones(A_reserve="Omen.1"), at=2, cards=_OMEN),
    check("A28 a Place that is not the right-most",
          given(A_hand="Wren.1", A_scenery="Mill.1 Causeway.1", B_heroes="Marten.1"), OPEN[0],
          do("B", "use", "B.Marten.1", eff="i", win="INT", trig=2), res(3), use("A.Causeway.1", "r", win="REA", trig=3),
          n=1, edit=zones(A_hand="Wren.1", A_scenery="Causeway.1 Mill.1", B_heroes="Marten.1"), at=5),
    check("A28 on the own side", HOLD, *OPEN, use("B.Heron.1", "r", win="REA", trig=2), n=1,
          edit=zones(A_hand="Wren.1", A_heroes="B.Heron.1"), at=4),
    check("A28 both kinds", given(A_hand="Wren.1", B_heroes="Cairn.1"), OPEN[0],
          use("B.Cairn.1", "b", win="INT", trig=2), n=1, edit=zones(A_hand="Wren.1", B_hand="Cairn.1"), at=3,
          cards=_BOTH),
    check("A28 at any time", HOLD, ANYTIME, n=1, edit=zones(B_hand="Pika.1"), at=2),
    check("A31 of another type of card", given(A_scenery="Ridge.1 Omen.1"), use("A.Ridge.1", "v"), n=2,
          edit={"card": "A.Omen.1"}, cards=_OMEN),
)  # fmt: skip

CHECKS: tuple[Check, ...] = (*_LIMITS, *_PLACES)

"""Plays, SUPPORT effects, Unique cards and Secrets (U1 to U8, U21; A5, A47)."""

from __future__ import annotations

from collections.abc import Iterator

from .parts import (
    AWAY,
    INTERRUPTING,
    NOTE,
    OPEN,
    PLAY,
    WREN,
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
    support,
    zones,
)

EMBER, SABLE, ROOK = ("A.Ember.1 A.hand A.discard", "A.Sable.1 A.hand A.discard", "A.Rook.1 A.hand A.heroes")
#: A Unique card whose SUPPORT sends it to a zone.
_TO = {
    zone: {"Cairn": {"type": "Place", "unique": True, "eff": {"s": effect("SUPPORT", dest=zone)}}}
    for zone in ("reserve", "scenery", "heroes")
}
_TO_HEROES_COVETED = {"Cairn": {**hero(s=effect("SUPPORT", dest="heroes")), "coveted": True}}
_WREN_UNIQUE: Fields = {"cards": {"Wren": {"type": "Hero", "unique": True}}}

_SUPPORT = (
    check("U1 a use of a SUPPORT effect", given(A_hand="Ember.1"), act("A", "use", "A.Ember.1", EMBER, eff="s"), n=1,
          edit=zones(A_discard="Ember.1"), at=2),
    check("U1 another effect", given(A_hand="Sable.1 Flint.1"), begin("A.Sable.1"), n=2,
          edit={"card": "A.Flint.1", "eff": "z"}),
    check("U1 a hidden card out of nowhere", given(A_hand="?"), begin("?"), n=1, edit={"zones": {}}, at=2),
    check("U2 after a use of a SUPPORT effect", given(A_hand="Ember.1"), act("A", "use", "A.Ember.1", EMBER, eff="s"),
          n=2, edit={"mv": []}),
    check("U2 where it was cancelled the card may be kept", given(A_hand="Ember.1"), begin("A.Ember.1"),
          res(2, ok=False), done(2), n=3, edit={"ok": True}, at=4),
    check("U2 the card itself", given(A_hand="Ember.1 Wren.1"), support("A.Ember.1", EMBER), n=2,
          edit={"mv": [["A.Wren.1", "A.hand", "A.discard"]]}),
    check("U2 on whichever side", given(A_hand="Ember.1"), support("A.Ember.1", "A.Ember.1 A.hand B.discard"), n=2,
          edit={"mv": [["A.Ember.1", "A.hand", "B.reserve"]]}),
    check("U2 unless another frame took it from the Hand", given(A_hand="Ember.1"), begin("A.Ember.1"), res(2),
          other("A.Ember.1 A.hand A.reserve", in_=2), done(2), n=4, edit=AWAY, at=5),
    check("U2 from elsewhere another frame does not count", given(A_hand="Ember.1"), begin("A.Ember.1"),
          res(2, "A.Ember.1 A.hand A.deck"), other("A.Ember.1 A.deck A.reserve", in_=2),
          done(2, "A.Ember.1 A.reserve A.discard"), n=5, edit={"mv": []}),
    check("U2 inside the frame, not before", given(A_hand="Ember.1", A_heroes="Stoat.1"),
          hit("discard", "A.Ember.1", "A.hand", "A.discard"), other("A.Ember.1 A.discard A.hand"), begin("A.Ember.1"),
          res(4), done(4, EMBER), n=6, edit={"mv": []}),
    check("U2 inside an outer frame, not before", given(A_hand="Ember.1 Wren.1"), *OPEN,
          other("A.Ember.1 A.hand A.discard", in_=2), other("A.Ember.1 A.discard A.hand", in_=2),
          begin("A.Ember.1") | {"in": 2}, res(6), done(6, EMBER), n=8, edit={"mv": []}),
    check("U2 unless a hidden card was it", given(A_hand="Ember.1 ?"), begin("A.Ember.1"), res(2),
          done(2, "? A.hand A.discard"), n=4, edit={"mv": [["?", "A.hand", "A.reserve"]]}),
    check("U2 a hidden card from elsewhere was not it", given(A_hand="Ember.1", A_deck="?"), begin("A.Ember.1"), res(2),
          done(2, EMBER), n=4, edit={"mv": [["?", "A.deck", "A.discard"]]}),
    check("U2 on whichever side, and on from there", given(A_hand="Ember.1"),
          support("A.Ember.1", "A.Ember.1 A.hand B.discard", "A.Ember.1 B.discard A.reserve"), n=2,
          edit={"mv": [["A.Ember.1", "A.hand", "B.contest"], ["A.Ember.1", "B.contest", "A.reserve"]]}),
    check("U3 back to the own Hand", given(A_hand="Thistle.1"), begin("A.Thistle.1"),
          res(2, "A.Thistle.1 A.hand A.reserve"), done(2, "A.Thistle.1 A.reserve A.hand"), n=4,
          edit={"mv": [["A.Thistle.1", "A.reserve", "B.hand"]]}),
    check("U3 to the own side", given(A_hand="Rook.1"), support("A.Rook.1", ROOK), n=2,
          edit={"mv": [["A.Rook.1", "A.hand", "B.heroes"]]}),
    check("U3 a copy in play does not bar another destination", given(A_hand="Cairn.1", A_scenery="Cairn.2"),
          support("A.Cairn.1", "A.Cairn.1 A.hand A.reserve"), n=2, edit={"mv": []}, cards=_TO["reserve"]),
    check("U3 a copy in play bars the play", given(A_hand="Rook.1", A_heroes="Rook.2"), support("A.Rook.1"), n=1,
          edit=zones(A_hand="Rook.1", B_heroes="A.Rook.2"), at=2),
    check("U3 a hidden card in play may be a copy", given(A_hand="Rook.1", A_heroes="?"), support("A.Rook.1"), n=1,
          edit=zones(A_hand="Rook.1", A_heroes="Wren.1"), at=2),
    check("U3 a copy in the Scenery Area bars the play", given(A_hand="Cairn.1", A_scenery="Cairn.2"),
          support("A.Cairn.1"), n=1, edit=zones(A_hand="Cairn.1", A_reserve="Cairn.2"), at=2, cards=_TO["scenery"]),
    check("U3 it does not bar itself", given(A_hand="Cairn.1"), support("A.Cairn.1", "A.Cairn.1 A.hand A.scenery"), n=2,
          edit={"mv": [["A.Cairn.1", "A.hand", "A.discard"], ["A.Cairn.1", "A.discard", "A.heroes"]]},
          cards=_TO["scenery"]),
    check("U3 a hidden Destroyed card may have been a copy that is Coveted", given(A_hand="Cairn.1", A_destroyed="?"),
          support("A.Cairn.1"), n=1, edit=zones(A_hand="Cairn.1", A_discard="?"), at=2, cards=_TO_HEROES_COVETED),
    check("U3 or Unique, but no other", given(A_hand="Rook.1", A_destroyed="?"), support("A.Rook.1"), n=0,
          edit={"cards": {"Rook": hero(s=effect("SUPPORT", dest="heroes"))}}, at=2),
    check("U3 a copy Destroyed meanwhile bars the play", given(A_hand="Rook.1", A_reserve="Rook.2"), begin("A.Rook.1"),
          res(2), hit("destroy", "A.Rook.2", "A.reserve", "B.destroyed", in_=2), done(2), n=4, edit=AWAY, at=5),
    check("U3 a copy that came meanwhile bars the play", given(A_hand="Rook.1", A_reserve="Rook.2"), begin("A.Rook.1"),
          res(2), other("A.Rook.2 A.reserve A.heroes", in_=2), done(2), n=4, edit=AWAY, at=5),
    check("U3 a copy that left meanwhile barred the play", given(A_hand="Rook.1", A_heroes="Rook.2"), begin("A.Rook.1"),
          res(2), other("A.Rook.2 A.heroes A.reserve", in_=2), done(2), n=0,
          edit={"cards": {"Rook": hero(s=effect("SUPPORT", dest="heroes"))}}, at=5),
    check("U3 a barred card is kept or Discarded", given(A_hand="Rook.1", A_heroes="Rook.2"),
          support("A.Rook.1", "A.Rook.1 A.hand A.discard"), n=2, edit={"mv": [["A.Rook.1", "A.hand", "A.deck"]]}),
    check("U3 a Name that was shut out meanwhile", given(A_hand="Cairn.1", B_heroes="Cairn.2"), begin("A.Cairn.1"),
          res(2), hit("destroy", "B.Cairn.2", "B.heroes", "B.destroyed", in_=2), done(2), n=4, edit=AWAY, at=5,
          cards=_TO_HEROES_COVETED),
    check("U4 a Hero", given(A_hand="Wren.1 Ember.1"), act("A", "play", "A.Ember.1", "A.Ember.1 A.hand A.scenery"), n=2,
          edit={"card": "A.Wren.1", "mv": [["A.Wren.1", "A.hand", "A.scenery"]]}),
    check("U4 the card that is played", given(A_hand="Wren.1 Gull.1"),
          act("A", "play", "A.Wren.1", WREN, "A.Gull.1 A.hand A.reserve"), n=2, edit={"card": "A.Gull.1"}),
    check("U4 by a play", given(A_hand="Wren.1"), act("A", "other", "A.Wren.1", "A.Wren.1 A.hand A.reserve"), n=2,
          edit={"what": "play"}),
    check("U4 out of the Hand", given(A_hand="Wren.1"),
          act("A", "play", "A.Wren.1", WREN, "A.Wren.1 A.heroes A.contest"), n=2,
          edit={"mv": [["A.Wren.1", "A.hand", "A.contest"]]}),
    check("U4 used for its SUPPORT, unless it came back", given(A_hand="Sable.1"), support("A.Sable.1", SABLE),
          other("A.Sable.1 A.discard A.hand"), act("A", "play", "A.Sable.1"), n=3, edit=AWAY, at=4),
    check("U4 moved by a part of its SUPPORT", given(A_hand="Sable.1 Sable.2"), begin("A.Sable.1"), res(2),
          other(SABLE, in_=2), done(2), act("A", "play", "A.Sable.2"), n=6, edit={"card": "A.Sable.1"}),
    check("M2 back in the Hand since its SUPPORT", given(A_hand="Sable.1 Sable.2"), support("A.Sable.1", SABLE),
          other("A.Sable.1 A.discard A.hand", "A.Sable.1 A.hand A.reserve"), act("A", "play", "A.Sable.2"), n=4,
          edit={"card": "A.Sable.1"}),
    check("M2 taken by a Seek since its SUPPORT", given(A_hand="Sable.1 Sable.2"), support("A.Sable.1", SABLE),
          other("A.Sable.1 A.discard A.deck", why="effect:Gull/w"),
          act("A", "seek", x=1, shown=["A.Sable.1"], taken="A.Sable.1"), other("A.Sable.1 A.hand A.reserve"),
          act("A", "play", "A.Sable.2"), n=6, edit={"card": "A.Sable.1"}),
    check("M2 moved out of the Hand by a part of a part", given(A_hand="Sable.1 Sable.2"), begin("A.Sable.1"), res(2),
          do("B", "other", in_=2), res(4), other("A.Sable.1 A.hand A.reserve", in_=4), done(4),
          done(2, "A.Sable.1 A.reserve A.discard"), act("A", "play", "A.Sable.2"), n=9, edit={"card": "A.Sable.1"}),
    check("M2 moved by something else than its SUPPORT", given(A_hand="Sable.1 Sable.2"), other(SABLE),
          act("A", "play", "A.Sable.2"), n=3, edit={"card": "A.Sable.1"}),
)  # fmt: skip

_UNIQUE = (
    check("U5 a Unique card", given(A_hand="Wren.1", A_heroes="Wren.2"), PLAY, n=0, edit=_WREN_UNIQUE, at=2),
    check("U5 what is in play", given(A_hand="Causeway.1", A_reserve="Causeway.2"), act("A", "play", "A.Causeway.1"),
          n=1, edit=zones(A_hand="Causeway.1", A_scenery="Causeway.2 Mill.1"), at=2),
    check("U5 of the same player", given(A_hand="Sable.1", B_heroes="A.Sable.2"), act("A", "play", "A.Sable.1"), n=1,
          edit=zones(A_hand="Sable.1", A_heroes="Sable.2"), at=2),
    check("U5 a hidden card in play is not judged", given(A_hand="Sable.1", A_heroes="?"),
          act("A", "play", "A.Sable.1"), n=1, edit=zones(A_hand="Sable.1", A_heroes="? Sable.2"), at=2),
    check("U5 when it is announced", given(A_hand="Wren.1 Sable.1", A_reserve="Sable.2", B_heroes="Marten.1"), NOTE,
          do("A", "play", "A.Sable.1"), INTERRUPTING | {"trig": 3}, res(4, "A.Sable.2 A.reserve A.heroes"), done(4),
          res(3, "A.Sable.1 A.hand A.heroes"), n=2, edit=other("A.Sable.2 A.reserve A.heroes"), at=3),
    check("U5 by the own SUPPORT", given(A_hand="Rook.1", A_reserve="Sable.2", A_heroes="Sable.1"),
          support("A.Rook.1", ROOK, "A.Sable.2 A.reserve A.heroes"), n=1,
          edit=zones(A_hand="Rook.1", A_reserve="Sable.2", A_heroes="Rook.2"), at=2),
    check("U5 a SUPPORT into the Scenery Area", given(A_hand="Cairn.1", A_reserve="Cairn.2"),
          support("A.Cairn.1", "A.Cairn.1 A.hand A.scenery"), n=1, edit=zones(A_hand="Cairn.1", A_heroes="Cairn.2"),
          at=2, cards=_TO["scenery"]),
    check("U5 a SUPPORT onto the own side", given(A_hand="Rook.1", A_heroes="Rook.2"),
          support("A.Rook.1", "A.Rook.1 A.hand B.heroes", "A.Rook.1 B.heroes A.discard"), n=2,
          edit={"mv": [["A.Rook.1", "A.hand", "A.heroes"]]}),
    check("U21 a Unique card", given(A_hand="Wren.1", A_destroyed="Wren.2"), PLAY, n=0, edit=_WREN_UNIQUE, at=2),
    check("U21 by SUPPORT", given(A_hand="Sable.1", A_heroes="Sable.2"), support("A.Sable.1", SABLE), n=1,
          edit=zones(A_hand="Sable.1", B_destroyed="A.Sable.2"), at=2),
    check("U21 of that Name", given(A_hand="Sable.1", A_destroyed="Rook.2"), act("A", "play", "A.Sable.1"), n=1,
          edit=zones(A_hand="Sable.1", A_destroyed="Rook.2 Sable.2"), at=2),
    check("U21 its owner, wherever it lies", given(A_hand="Sable.1", A_destroyed="B.Sable.2"),
          act("A", "play", "A.Sable.1"), n=1, edit=zones(A_hand="Sable.1", B_destroyed="A.Sable.2"), at=2,
          header={"rulings": {"destroyed_unique_binds": "owner"}}),
    check("U21 the foe too", given(A_hand="Sable.1", A_destroyed="?"), act("A", "play", "A.Sable.1"), n=1,
          edit=zones(A_hand="Sable.1", A_destroyed="? B.Sable.2"), at=2,
          header={"rulings": {"destroyed_unique_binds": "both"}}),
    check("A5 by SUPPORT", given(A_hand="Sable.1", B_discard="Sable.2"), support("A.Sable.1", SABLE), n=1,
          edit=zones(A_hand="Sable.1", B_destroyed="Sable.2"), at=2),
)  # fmt: skip


def _secrets() -> Iterator[Check]:
    """A's second Secret, while B is one Quest away; and the edit of that position."""
    start = {**given(A_vault="Zenith.1 Cinder.1 ?"), "quests": {"B": 2}, "revealed": {"A": 1}}
    rows: list[tuple[str, str, Fields]] = [
        ("U7 of each player", "A.Zenith.1", {"revealed": {"B": 1}}),
        ("U8 the foe's Quests", "A.Zenith.1", {"quests": {"A": 2}}),
        ("U8 one Quest away, not at the end", "A.Zenith.1", {"quests": {"B": 3}}),
        ("U8 as many as are needed", "A.Zenith.1", {"to_win": 4}),
        ("U8 the second, not the third", "A.Zenith.1", {"revealed": {"A": 2}}),
        ("A47 a second one too early", "A.Cinder.1", {"quests": {"B": 1}}),
        ("A47 a third one", "A.Cinder.1", {"revealed": {"A": 2}}),
        ("A47 a fourth one", "A.Cinder.1", {"revealed": {"A": 3}}),
        ("A47 a third one that is hidden", "?", {"revealed": {"A": 2}}),
    ]  # fmt: skip
    for title, card, edit in rows:
        yield check(title, start, act("A", "secret", card), n=1, edit=edit, at=2)
    # Of a hidden one nobody knows whether it comes too early.
    yield check("A47 hidden, not the second", start | {"quests": {}}, act("A", "secret", "?"), n=1,
                edit={"revealed": {"A": 2}}, at=2)  # fmt: skip


_SECRETS = (
    *_secrets(),
    check("U7 reveals are counted", {**given(A_vault="Zenith.1 Cinder.1"), "quests": {"B": 2}},
          act("A", "secret", "A.Cinder.1"), act("A", "secret", "A.Zenith.1"), n=2, edit=AWAY, at=3),
    check("U8 Quests won since", {**given(A_vault="Zenith.1"), "quests": {"B": 1}, "revealed": {"A": 1}},
          {"type": "quest", "p": "B", "delta": 1}, act("A", "secret", "A.Zenith.1"), n=2, edit={"p": "A"}, at=3),
    check("U8 Quests lost since", {**given(A_vault="Zenith.1"), "quests": {"B": 3}, "revealed": {"A": 1}},
          {"type": "quest", "p": "B", "delta": -1}, act("A", "secret", "A.Zenith.1"), n=2, edit={"delta": 1}, at=3),
)  # fmt: skip

CHECKS: tuple[Check, ...] = (*_SUPPORT, *_UNIQUE, *_SECRETS)

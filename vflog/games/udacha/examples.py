"""For every rule a legal log and the smallest edit of it that breaks the rule, as data.

A log is written without its header and without numbers: its first record is record 1. The cards are
invented (`invented`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from vflog.games.udacha.catalogue import HIDDEN
from vflog.games.udacha.invented import CARDS

Fields = dict[str, Any]
#: A field that the edit takes away.
GONE = object()


class Example(NamedTuple):
    """A legal log; in record `n` the fields that the edit sets; the record that is flagged then.

    `header` is what the `game` record has besides its usual fields, `cards` what the catalogue has; record 0 is the
    header itself. `shows` are other rules that the two sides show: permissions, which no line breaks. `code` is the
    code of the problem where it is one of the format's.
    """

    rule: str
    legal: tuple[Fields, ...]
    n: int
    edit: Fields
    flagged: int
    header: Fields = {}
    cards: Fields = {}
    shows: tuple[str, ...] = ()
    code: str = ""

    def log(self, *, broken: bool = False, profile: str = "core") -> list[Fields]:
        """The whole log, legal or edited."""
        header = {
            "type": "game",
            "format": "vflog/1",
            "game": f"example-{self.rule}",
            "ruleset": "udacha",
            "players": [{"id": "A"}, {"id": "B"}],
            "to_win": 3,
            "cards": {**CARDS, **self.cards},
            "profile": profile,
        }
        out = [{**header, **self.header}, *self.legal]
        if broken:
            edited = {**out[self.n], **self.edit}
            out[self.n] = {field: value for field, value in edited.items() if value is not GONE}
        return out


def given(on: str = "A", **zones: str) -> Fields:
    """A position; `A_hand="Wren.1 B.Ash.2 ?"`: an id without owner is the side's own."""
    placed = {
        place.replace("_", "."): [c if c[1:2] == "." or c == HIDDEN else f"{place[0]}.{c}" for c in cards.split()]
        for place, cards in zones.items()
    }
    return {"type": "given", "on": on, "t": 3, "zones": placed}


def _line(kind: str, player: str, what: str, card: str = "", *moves: str, **fields: Any) -> Fields:
    """An opening line; a move is written `"A.Wren.1 A.hand A.heroes"`."""
    out: Fields = {"type": kind, "p": player, "what": what, **fields}
    if card:
        out["card"] = card
    if moves:
        out["mv"] = [move.split() for move in moves]
    return {("in" if field == "in_" else "for" if field == "for_" else field): v for field, v in out.items()}


def act(player: str, what: str, card: str = "", *moves: str, **fields: Any) -> Fields:
    """A frame in one line (see `_line`)."""
    return _line("act", player, what, card, *moves, **fields)


def do(player: str, what: str, card: str = "", **fields: Any) -> Fields:
    """The line that opens a frame."""
    return _line("do", player, what, card, **fields)


def res(f: int, *moves: str, ok: bool = True) -> Fields:
    """A frame resolves."""
    return {"type": "res", "f": f, "ok": ok, "mv": [move.split() for move in moves]}


def done(f: int, *moves: str) -> Fields:
    """A frame closes."""
    return {"type": "done", "f": f, "mv": [move.split() for move in moves]}


def turn(player: str) -> Fields:
    """A turn begins."""
    return {"type": "turn", "p": player}


def setup(player: str, deck: str, hand: int, **fields: Any) -> Fields:
    """A set-up; the Deck is also its list, its top the opening Hand."""
    cards = [f"{player}.{card}" for card in deck.split()]
    return {
        "type": "setup",
        "p": player,
        "decklist": cards,
        "base": f"{player}.Harbour.1",
        "deck": cards,
        "hand": cards[:hand],
        **fields,
    }


_END_A = {"type": "endturn", "p": "A"}
_WREN = "A.Wren.1 A.hand A.heroes"
_PLAY_WREN = act("A", "play", "A.Wren.1", _WREN)
_ANSWER_R = act("B", "use", "B.Heron.1", eff="r", win="REA", trig=2)
_ANSWER_I = act("B", "use", "B.Marten.1", eff="i", win="INT", trig=2)

BOOKKEEPING: tuple[Example, ...] = (
    Example("M0", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"card": GONE}, 2),
    Example("M0", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"mv": [["A.Wren.1", "A.hand", "A.field"]]}, 2),
    Example("M0", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"card": "A.Wren"}, 2),
    Example("M0", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"card": "A.Nobody.1"}, 2),
    Example("M0", (given(A_heroes="Flint.1"), act("A", "use", "A.Flint.1", eff="z")), 2, {"eff": "y"}, 2),
    Example("M0", (given(A_hand="Wren.1", B_heroes="Marten.1"), do("A", "play", "A.Wren.1"), _ANSWER_I), 3,
            {"win": GONE}, 3),
    Example("M0", (given(A_hand="Wren.1"), _PLAY_WREN), 1, {"zones": {"A.hands": ["A.Wren.1"]}}, 1),
    Example("M0", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"mv": ["A.Wren.1"]}, 2),
    Example("M0", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"mv": [["A.Wren.1", "A.hand", "A.heroes", 0]]}, 2),
    Example("M0", (given(A_hand="Sable.1"), act("A", "play", "A.Sable.1")), 2, {"card": "A.★Sable.1"}, 2,
            shows=("A49",)),
    Example("M1", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"n": 3}, 3, code="n.gap"),
    Example("M2", (given(A_hand="Wren.1"), _PLAY_WREN), 1, {"zones": {"A.deck": ["A.Wren.1"]}}, 2),
    Example("M2", (given(A_heroes="Wren.1"), act("A", "other", "", "A.Wren.1 A.heroes A.hand")), 2,
            {"mv": [["A.Wren.1", "A.reserve", "A.hand"]]}, 2),
    Example("M2", (given(A_hand="Wren.1"),), 1, {"zones": {"A.hand": ["A.Wren.1"], "A.deck": ["A.Wren.1"]}}, 1),
    Example("M2", (given(A_vault="Cinder.1"), act("A", "secret", "A.Cinder.1", "A.Cinder.1 A.vault A.revealed")), 2,
            {"p": "B"}, 2),
    Example("M2", (given(A_deck="Wren.1 Gull.1"), act("A", "other", order={"A.deck": ["A.Gull.1", "A.Wren.1"]})), 2,
            {"order": {"A.deck": ["A.Gull.1"]}}, 2),
    Example("M2", (given(B_discard="A.Wren.1"), act("A", "other", "", "A.Wren.1 A.discard A.hand")), 1,
            {"zones": {"B.reserve": ["A.Wren.1"]}}, 2, shows=("A2",)),
    Example("M3", (given(A_hand="Wren.1"), do("A", "play", "A.Wren.1"), res(2, _WREN), done(2)), 4, {"f": 1}, 4),
    Example("M3", (given(A_hand="Wren.1"), do("A", "play", "A.Wren.1"), res(2, _WREN), done(2)), 3,
            {"type": "done", "ok": GONE}, 3),
    Example("M3", (given(A_hand="Wren.1"), do("A", "play", "A.Wren.1"), res(2, _WREN), done(2)), 4,
            {"type": "res"}, 4),
    Example("M3", (given(A_hand="Wren.1"), do("A", "play", "A.Wren.1"), res(2, _WREN), act("A", "other", in_=2)),
            4,
            {"in": GONE}, 4),
    Example("M3", (given(A_hand="Wren.1"), do("A", "play", "A.Wren.1"), res(2, _WREN), done(2), {"type": "end"}),
            4,
            {"type": "note", "f": GONE, "mv": GONE}, 5),
    Example("M3", (given(A_hand="Wren.1", B_heroes="Heron.1"), do("A", "play", "A.Wren.1"), res(2, _WREN),
            _ANSWER_R),
            4, {"trig": 1}, 4),
    Example("M3", (given(A_hand="Wren.1", A_scenery="Causeway.1", B_heroes="Marten.1"), do("A", "play", "A.Wren.1"),
                   do("B", "use", "B.Marten.1", eff="i", win="INT", trig=2), res(3),
                   act("A", "use", "A.Causeway.1", eff="r", win="REA", trig=3), done(3), res(2, _WREN)), 6,
            {"type": "res", "f": 2}, 6, shows=("A25",)),
    Example("M3", (given(A_hand="Wren.1", B_heroes="Pika.1 Flint.1"), do("A", "play", "A.Wren.1"), res(2, _WREN),
                   act("B", "use", "B.Pika.1", eff="i")), 4, {"card": "B.Flint.1", "eff": "z"}, 4, shows=("A24",)),
    Example("M4", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"p": "C"}, 2),
    Example("M4", (given(A_hand="Wren.1"), _PLAY_WREN), 0, {"players": [{"id": "A"}, {"id": "C"}]}, 0),
    Example("M5", (setup("A", "Wren.1 Gull.1 Flint.1", 2),), 1, {"hand": ["A.Wren.1", "A.Flint.1"]}, 1),
    Example("M6", (given(A_heroes="Wren.1"), act("B", "discard", "", "A.Wren.1 A.heroes A.discard",
            cards=["A.Wren.1"])),
            2, {"mv": [["A.Wren.1", "A.heroes", "A.hand"]]}, 2),
    Example("M7", (), 0, {"cards": {"Wren": {"type": "Hero", "base": True}}}, 0),
    Example("M7", (), 0, {"cards": {"Wren": {"type": "Hero", "bounty": 2, "bounty_destroyed": 2}}}, 0),
)  # fmt: skip

_EMBER = "A.Ember.1 A.hand A.discard"
_OPEN = (do("A", "play", "A.Wren.1"), res(2, _WREN))
_SUPPORT = (do("A", "support", "A.Ember.1", eff="s"), res(2), done(2, _EMBER))
_UMBER = "A.Umber.1 A.hand A.discard"
_ZENITH = act("A", "secret", "A.Zenith.1", "A.Zenith.1 A.vault A.revealed")
_DRAW = act("A", "draw", "", "A.Wren.1 A.deck A.hand", "A.Gull.1 A.deck A.hand", why="reload")
_STOAT = act("B", "discard", "", "A.Stoat.1 A.heroes A.discard", cards=["A.Stoat.1"])
_INVEST = act("B", "invest", why="bounty", for_="A.Stoat.1", cause=2, amount=2)
_SEEK = act(
    "A", "seek", x=2, want={"type": "Hero"}, shown=["A.Ember.1", "A.Wren.1"], taken="A.Wren.1", bottom=["A.Ember.1"]
)
_HOLD = given(A_hand="Wren.1 Gull.1", A_heroes="Otter.1", B_heroes="Heron.1 Marten.1 Ibis.1 Pika.1 Flint.1")

CHAPTER: tuple[Example, ...] = (
    Example("U1", (given(A_hand="Ember.1"), act("A", "support", "A.Ember.1", _EMBER, eff="s")), 1,
            {"zones": {"A.deck": ["A.Ember.1"]}}, 2),
    Example("U1", (given(A_hand="Ember.1"), act("A", "support", "A.Ember.1", _EMBER, eff="s")), 2, {"p": "B"}, 2),
    Example("U1", (given(B_hand="Ember.1 Ember.2"), act("B", "play", "B.Ember.2", "B.Ember.2 B.hand B.discard"),
                   act("B", "support", "B.Ember.1", "B.Ember.1 B.hand B.discard", eff="s")), 3, {"card": "B.Ember.2"},
            3, shows=("A7",)),
    Example("U2", (given(A_hand="Ember.1"), *_SUPPORT), 4, {"mv": []}, 4, shows=("A8", "A9")),
    Example("U2", (given(A_hand="Ember.1"), *_SUPPORT), 4, {"mv": [["A.Ember.1", "A.hand", "A.deck"]]}, 4),
    Example("U3", (given(A_hand="Thistle.1"), act("A", "support", "A.Thistle.1", eff="s")), 2,
            {"mv": [["A.Thistle.1", "A.hand", "A.discard"]]}, 2),
    Example("U3", (given(A_hand="Rook.1"), act("A", "support", "A.Rook.1", "A.Rook.1 A.hand A.heroes", eff="s")), 2,
            {"mv": []}, 2),
    Example("U4", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"mv": [["A.Wren.1", "A.hand", "A.reserve"]]}, 2),
    Example("U4", (given(A_hand="Wren.1"), _PLAY_WREN), 2, {"mv": [["A.Wren.1", "A.hand", "B.heroes"]]}, 2),
    Example("U4", (given(A_hand="Sable.1 Sable.2"), act("A", "support", "A.Sable.1", "A.Sable.1 A.hand A.discard",
            eff="s"),
                   act("A", "play", "A.Sable.2", "A.Sable.2 A.hand A.heroes")), 3, {"card": "A.Sable.1"}, 3),
    Example("U5", (given(A_hand="Sable.1", A_heroes="B.Rook.1"), act("A", "play", "A.Sable.1",
            "A.Sable.1 A.hand A.heroes")),
            1, {"zones": {"A.hand": ["A.Sable.1"], "A.heroes": ["B.Sable.1"]}}, 2, shows=("A1", "A3")),
    Example("U5", (given(A_hand="Rook.1"), act("A", "support", "A.Rook.1", "A.Rook.1 A.hand A.heroes", eff="s")), 1,
            {"zones": {"A.hand": ["A.Rook.1"], "A.heroes": ["A.Rook.2"]}}, 2, shows=("U6", "A4", "A11")),
    Example("U7", (given(A_vault="Cinder.1 Zenith.1"), act("A", "secret", "A.Cinder.1")), 2,
            {"card": "A.Zenith.1"}, 2),
    Example("U8", ({**given(A_vault="Zenith.1"), "quests": {"B": 2}, "revealed": {"A": 1}}, _ZENITH), 1,
            {"quests": {"B": 1}}, 2, shows=("A48",)),
    Example("U8", ({**given(A_vault="Zenith.1"), "quests": {"B": 2}, "revealed": {"A": 1}}, _ZENITH), 1,
            {"revealed": {"A": 2}}, 2),
    Example("U9", (_HOLD, *_OPEN, _ANSWER_R), 2, {"what": "other", "card": GONE}, 4, shows=("A27",)),
    Example("U9", (_HOLD, *_OPEN, _ANSWER_R), 4, {"win": GONE, "trig": GONE, "in": 2}, 4),
    Example("U9", (_HOLD, *_OPEN, _ANSWER_R), 4, {"what": "play", "card": "A.Gull.1", "p": "A", "eff": GONE}, 4),
    Example("U9", (_HOLD, *_OPEN, _ANSWER_R), 4, {"what": "draw", "card": GONE, "eff": GONE}, 4),
    Example("U9", (_HOLD, *_OPEN, _ANSWER_R), 4, {"card": "B.Flint.1", "eff": "z"}, 4),
    Example("U9", (given(A_hand="Quill.1", B_heroes="Wren.1"), do("B", "destroy", cards=["B.Wren.1"]),
                   res(2, "B.Wren.1 B.heroes B.destroyed"),
                   act("A", "support", "A.Quill.1", "A.Quill.1 A.hand A.discard", eff="s", win="REA", trig=2)), 2,
            {"what": "other", "cards": GONE}, 4, shows=("A13",)),
    Example("U11", (_HOLD, _OPEN[0], {"type": "note"}, _ANSWER_I), 3, {"type": "res", "f": 2}, 4),
    Example("U11", (_HOLD, *_OPEN, _ANSWER_R), 4, {"win": "INT", "card": "B.Marten.1", "eff": "i"}, 4),
    Example("U12", (_HOLD, *_OPEN, _ANSWER_R), 3, {"type": "note", "f": GONE, "ok": GONE, "mv": GONE}, 4),
    Example("U12", (_HOLD, *_OPEN, _ANSWER_R, _ANSWER_R | {"card": "B.Ibis.1"}), 5,
            {"what": "other", "card": GONE, "eff": GONE, "win": GONE, "trig": GONE, "in": 2}, 5),
    Example("U13", (_HOLD, _OPEN[0], _ANSWER_I, act("A", "use", "A.Otter.1", eff="i", win="INT", trig=2)), 1,
            {"on": "B"}, 4, shows=("A21",)),
    Example("U13", (_HOLD, _OPEN[0], _ANSWER_I, act("B", "use", "B.Pika.1", eff="i", win="INT", trig=2),
                    {"type": "pass", "p": "A", "win": "INT", "trig": 2}), 5,
            {"type": "act", "what": "use", "card": "A.Otter.1", "eff": "i"}, 5, shows=("U10", "A23")),
    Example("U14", (given(A_heroes="Flint.1 Flint.2"), act("A", "use", "A.Flint.1", eff="w"), _END_A, turn("A"),
                    act("A", "use", "A.Flint.2", eff="w")), 4, {"type": "note", "p": GONE}, 5, shows=("A14", "A18")),
    Example("U14", (given(A_heroes="Flint.1 Flint.2"), act("A", "use", "A.Flint.1", eff="w"),
                    act("A", "use", "A.Flint.2", eff="z")), 3, {"eff": "w"}, 3, shows=("A17",)),
    Example("U14", (given(A_heroes="Cairn.1"), act("A", "use", "A.Cairn.1", eff="w"),
                    act("A", "use", "A.Cairn.1", eff="y")), 3, {"eff": "w"}, 3,
            cards={"Cairn": {"type": "Hero", "eff": {label: {"kind": "ACTIVE", "limit": "turn"} for label in "wy"}}},
            shows=("A15",)),
    Example("U15", (given(A_heroes="Gull.1 Gull.2", B_heroes="Gull.1"), act("A", "use", "A.Gull.1", eff="w"),
                    turn("B"), act("B", "use", "B.Gull.1", eff="w")), 4, {"p": "A", "card": "A.Gull.2"}, 4,
            shows=("A16",)),
    Example("U16", (given(A_hand="Wren.1", B_heroes="Heron.1 Ibis.1 Heron.2"), *_OPEN, _ANSWER_R,
                    _ANSWER_R | {"card": "B.Ibis.1"}), 5, {"card": "B.Heron.2"}, 5),
    Example("U16", (given(A_hand="Wren.1", A_heroes="Heron.1", B_heroes="Heron.1 Heron.2"), *_OPEN, _ANSWER_R,
                    _ANSWER_R | {"p": "A", "card": "A.Heron.1"}), 5, {"p": "B", "card": "B.Heron.2"}, 5,
            shows=("A19",)),
    Example("U17", (given(A_heroes="Flint.1"), act("A", "use", "A.Flint.1", eff="z")), 1,
            {"zones": {"A.contest": ["A.Flint.1"]}}, 2),
    Example("U18", (given(A_scenery="Harbour.1 Ridge.1"), act("A", "use", "A.Ridge.1", eff="w")), 1,
            {"zones": {"A.scenery": ["A.Ridge.1", "A.Lantern.1"]}}, 2, shows=("A29", "A30")),
    Example("U19", (given(A_scenery="Ridge.1 Lantern.1"), act("A", "use", "A.Ridge.1", eff="v")), 1,
            {"zones": {"A.reserve": ["A.Ridge.1"]}}, 2),
    Example("U20", (given(A_heroes="Wren.1"), act("B", "destroy", "", "A.Wren.1 A.heroes A.destroyed",
            cards=["A.Wren.1"])),
            2, {"mv": [["A.Wren.1", "A.heroes", "A.discard"]]}, 2),
    Example("U21", (given(A_hand="Sable.1", A_discard="Sable.2"), act("A", "play", "A.Sable.1",
            "A.Sable.1 A.hand A.heroes")),
            1, {"zones": {"A.hand": ["A.Sable.1"], "A.destroyed": ["A.Sable.2"]}}, 2, shows=("A6",)),
    Example("U21", (given(B_hand="Sable.1", A_destroyed="Sable.2"), act("B", "support", "B.Sable.1",
            "B.Sable.1 B.hand B.discard", eff="s")), 0, {"rulings": {"destroyed_unique_binds": "both"}}, 2,
            {"rulings": {"destroyed_unique_binds": "owner"}}),
    Example("U21", (given(A_hand="Rook.1", A_reserve="Rook.2"), do("A", "support", "A.Rook.1", eff="s"), res(2),
                    act("B", "destroy", "", "A.Rook.2 A.reserve A.destroyed", cards=["A.Rook.2"], in_=2),
                    done(2, "A.Rook.1 A.hand A.discard")), 1,
            {"zones": {"A.hand": ["A.Rook.1"], "A.reserve": ["A.Rook.2"], "A.destroyed": ["A.Rook.3"]}}, 2,
            shows=("A12",)),
    Example("U22", (given(A_deck="Wren.1"), act("A", "draw", "", "A.Wren.1 A.deck A.hand", why="effect:Gull/w")), 2,
            {"why": "keyword:Steadfast"}, 2),
    Example("U23", (setup("A", "Wren.1 Gull.1", 1),), 1, {"decklist": ["A.Wren.1", "A.Mill.1"]}, 1),
    Example("U24", (setup("A", "Wren.1 Gull.1", 1),), 1, {"base": "A.Ridge.1"}, 1),
    Example("U24", (setup("A", "Wren.1 Gull.1", 1),), 1, {"base": GONE}, 1),
    Example("U25", (given(B_scenery="Harbour.1 Ridge.1"), act("A", "discard", "", "B.Ridge.1 B.scenery B.discard",
            cards=["B.Ridge.1"])), 2, {"cards": ["B.Ridge.1", "B.Harbour.1"]}, 2, shows=("A32",)),
    Example("U25", (given(B_scenery="Harbour.1"), act("A", "discard", cards=[])), 2, {"cards": ["B.Harbour.1"]}, 2,
            shows=("A34",)),
    Example("U25", (given(B_scenery="Harbour.1"), act("A", "destroy", cards=["B.Harbour.1"])), 2,
            {"mv": [["B.Harbour.1", "B.scenery", "B.destroyed"]]}, 2, {"rulings": {"base_untargetable": False}}),
    Example("U26", (setup("A", "Wren.1 Gull.1 Flint.1", 3, starters=["A.Vesper.1"]),), 1,
            {"starters": ["A.Vesper.1", "A.Vesper.2"]}, 1, shows=("A35",)),
    Example("U26", (setup("A", "Wren.1 Gull.1 Flint.1", 3, starters=["A.Vesper.1"]),), 1,
            {"starters": ["A.Ibis.1"]}, 1),
    Example("U27", (setup("A", "Wren.1 Gull.1 Flint.1", 3, starters=["A.Vesper.1"]),), 1, {"hand": ["A.Wren.1"]}, 1),
    Example("U28", (given(A_heroes="Vesper.1", A_deck="Wren.1 Gull.1 Flint.1"), _DRAW, _END_A), 2,
            {"mv": [["A.Wren.1", "A.deck", "A.hand"], ["A.Gull.1", "A.deck", "A.hand"], ["A.Flint.1", "A.deck",
            "A.hand"]]},
            2),
    Example("U28", (given(A_heroes="Vesper.1", A_deck="Wren.1 Gull.1"), _DRAW, _END_A), 1, {"on": "B"}, 2),
    Example("U28", (given(A_heroes="Vesper.1", A_deck="Wren.1 Gull.1"), _DRAW, _END_A), 3,
            {"type": "act", "what": "play", "card": "A.Wren.1"}, 3),
    Example("U29", (given(A_heroes="Stoat.1"), _STOAT, _INVEST), 3, {"p": "A"}, 3),
    Example("U29", (given(A_heroes="Stoat.1"), _STOAT, _INVEST), 3, {"amount": 3}, 3, shows=("A43",)),
    Example("U29", (given(A_contest="Stoat.1"), _STOAT | {"mv": [["A.Stoat.1", "A.contest", "B.discard"]]}, _INVEST,
                    act("B", "invest", amount=2)), 4, {"why": "bounty", "for": "A.Stoat.1", "cause": 2}, 4,
            shows=("A41",)),
    Example("U30", (given(A_heroes="Tansy.1"), act("B", "destroy", "", "A.Tansy.1 A.heroes A.destroyed",
            cards=["A.Tansy.1"]),
                    act("B", "invest", why="bounty", for_="A.Tansy.1", cause=2, amount=4)), 2,
            {"what": "discard", "mv": [["A.Tansy.1", "A.heroes", "A.discard"]]}, 3),
    Example("U31", (given(A_hand="Umber.1", B_heroes="Umber.1"), do("A", "support", "A.Umber.1", eff="s"),
                    act("A", "discard", "", "B.Umber.1 B.heroes B.discard", cards=["B.Umber.1"],
            why="keyword:Coveted", in_=2),
                    res(2), done(2, _UMBER)), 3, {"type": "note", "p": GONE, "what": GONE, "cards": GONE,
            "why": GONE,
                                                    "in": GONE, "mv": GONE}, 5),
    Example("U31", (given(A_hand="Fennel.1", B_reserve="Fennel.2", B_heroes="Fennel.1"), do("A", "play",
            "A.Fennel.1"),
                    act("A", "discard", cards=["B.Fennel.1"], why="keyword:Coveted", in_=2)), 3,
            {"cards": ["B.Fennel.2"]}, 3),
    Example("U32", (given(A_heroes="Fennel.1", B_hand="Fennel.1"),
                    act("B", "discard", "", "A.Fennel.1 A.heroes A.discard", cards=["A.Fennel.1"]),
                    act("B", "play", "B.Fennel.1", "B.Fennel.1 B.hand B.heroes")), 2,
            {"what": "destroy", "mv": [["A.Fennel.1", "A.heroes", "A.destroyed"]]}, 3, shows=("A45",)),
    Example("U33", (given(A_deck="Ember.1 Wren.1 Gull.1"), _SEEK), 2, {"x": 3}, 2),
    Example("U33", (given(A_deck="Ember.1 Wren.1 Gull.1"), _SEEK), 2, {"shown": ["A.Wren.1", "A.Ember.1"]}, 2),
    Example("U33", (given(A_deck="? ? ?"), _SEEK), 1, {"zones": {"A.deck": ["A.Gull.1", "?", "?"]}}, 2,
            shows=("A51",)),
    Example("U34", (given(A_deck="Ember.1 Wren.1 Gull.1"), _SEEK), 2, {"taken": "A.Gull.1"}, 2),
    Example("U34", (given(A_deck="Ember.1 Wren.1 Gull.1"), _SEEK), 2, {"want": {"type": "Story"}}, 2, shows=("A46",)),
    Example("U35", (given(A_deck="Ember.1 Wren.1 Gull.1"), _SEEK), 2, {"bottom": []}, 2),
    Example("U35", (given(A_deck="Ember.1 Wren.1 Gull.1"), _SEEK), 2, {"bottom": ["A.Gull.1"]}, 2),
)  # fmt: skip

_CANCELLED = (do("A", "use", "A.Gull.1", eff="w"), res(2, ok=False), done(2))
_RELOAD = given(A_heroes="Vesper.1 Willow.1", A_deck="Wren.1 Gull.1 Flint.1 Heron.1 Ibis.1 Otter.1")
_THREE = [[f"A.{name}.1", "A.deck", "A.hand"] for name in ("Wren", "Gull", "Flint")]

OPEN: tuple[Example, ...] = (
    Example("A5", (given(B_hand="Sable.1", A_destroyed="Sable.2"), act("B", "play", "B.Sable.1",
            "B.Sable.1 B.hand B.heroes")),
            0, {"rulings": {}}, 2, {"rulings": {"destroyed_unique_binds": "owner"}}),
    Example("A10", (given(A_heroes="Gull.1 Flint.1"), *_CANCELLED, act("A", "use", "A.Flint.1", eff="w")), 5,
            {"card": "A.Gull.1"}, 5),
    Example("A20", (_HOLD, *_OPEN, _ANSWER_R, _ANSWER_R | {"eff": "q"}), 5, {"eff": "r"}, 5),
    Example("A22", (_HOLD, _OPEN[0], {"type": "pass", "p": "A", "win": "INT", "trig": 2}, _ANSWER_I), 3, {"p": "B"},
            4),
    Example("A26", (_HOLD, *_OPEN, _ANSWER_R), 3, {"ok": False, "mv": []}, 4),
    Example("A28", (_HOLD, *_OPEN, _ANSWER_R), 1, {"zones": {"A.hand": ["A.Wren.1"], "B.contest": ["B.Heron.1"]}}, 4),
    Example("A31", (given(A_scenery="Ridge.1 Errand.1"), act("A", "use", "A.Ridge.1", eff="v")), 2,
            {"card": "A.Errand.1"}, 2),
    Example("A33", (given(A_discard="Wren.1", A_destroyed="Gull.1"), act("A", "other", "",
            "A.Wren.1 A.discard A.hand")), 2,
            {"mv": [["A.Gull.1", "A.destroyed", "A.hand"]]}, 2),
    Example("A36", (setup("A", "Wren.1 Gull.1", 1), turn("A"), act("A", "other", "", "A.Wren.1 A.hand A.deck")), 2,
            {"type": "note", "p": GONE}, 3),
    Example("A37", (_RELOAD, act("A", "draw", why="reload") | {"mv": _THREE}), 2, {"mv": _THREE[:2]}, 2),
    Example("A38", (given(A_heroes="Vesper.1", A_deck="Wren.1 Gull.1 Flint.1"), _DRAW), 2, {"mv": _THREE[:1]}, 2),
    Example("A38", (given(A_heroes="Vesper.1", A_deck="Wren.1 Gull.1 Flint.1"), _DRAW, _END_A), 2,
            {"why": "effect:Gull/w"}, 3),
    Example("A39", (given(A_discard="Wren.1"), act("A", "other", "", "A.Wren.1 A.discard A.deck",
            why="effect:Gull/w",
            order={"A.deck": ["A.Wren.1"]})), 2, {"why": GONE}, 2),
    Example("A40", (given(A_heroes="Stoat.1"), _STOAT, _INVEST), 3, {"amount": 1}, 3),
    Example("A42", (given(A_heroes="Stoat.1"), _STOAT, {"type": "note"}, _INVEST), 3, {"type": "turn", "p": "A"}, 4),
    Example("A44", (given(A_hand="Fennel.1", B_heroes="Fennel.1"), do("A", "play", "A.Fennel.1"),
                    act("A", "discard", "", "B.Fennel.1 B.heroes B.discard", cards=["B.Fennel.1"],
            why="keyword:Coveted", in_=2),
                    res(2, ok=False), done(2)), 3, {"mv": []}, 5),
    Example("A47", ({**given(A_vault="Cinder.1"), "quests": {"B": 2}, "revealed": {"A": 1}},
                    act("A", "secret", "A.Cinder.1")), 1, {"quests": {"B": 1}}, 2),
    Example("A47", ({**given(A_vault="Cinder.1"), "quests": {"B": 2}, "revealed": {"A": 1}},
                    act("A", "secret", "A.Cinder.1")), 1, {"revealed": {"A": 2}}, 2),
    Example("A47", ({**given(A_vault="?"), "revealed": {"A": 1}}, act("A", "secret", "?")), 1,
            {"revealed": {"A": 2}}, 2),
    Example("A50", (given(A_hand="Wren.1"), _PLAY_WREN), 2,
            {"mv": [["A.Wren.1", "A.hand", "A.scenery"]], "override": "Heroes may stand in the Scenery Area."}, 2),
)  # fmt: skip

EXAMPLES: tuple[Example, ...] = (*BOOKKEEPING, *CHAPTER, *OPEN)

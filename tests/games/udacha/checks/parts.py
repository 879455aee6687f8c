"""What the checks are written with."""

from __future__ import annotations

from typing import Any, NamedTuple

from vflog.games.udacha.examples import GONE, Example, act, do, done, given, res, setup, turn

__all__ = ["GONE", "act", "do", "done", "given", "res", "setup", "turn"]

Fields = dict[str, Any]


class Check(NamedTuple):
    """A check by its rule and a few words, and its two sides."""

    title: str
    sides: Example


def check(
    title: str, *log: Fields, n: int, edit: Fields, at: int | None = None, header: Fields | None = None,
    cards: Fields | None = None,
) -> Check:  # fmt: skip
    """A check: the records of the legal log, and the edit in record `n`; the record flagged then is `at`, or `n`."""
    sides = Example(title.split()[0], log, n, edit, n if at is None else at, header or {}, cards or {})
    return Check(title, sides)


def effect(kind: str, **fields: Any) -> Fields:
    return {"kind": kind, **fields}


def hero(**effects: Fields) -> Fields:
    return {"type": "Hero", "eff": effects}


def use(card: str, label: str, **fields: Any) -> Fields:
    """The owner of a card uses an effect of it."""
    return act(card[0], "use", card, eff=label, **fields)


def begin(card: str) -> Fields:
    """A begins a SUPPORT."""
    return do("A", "support", card, eff="s")


def support(card: str, *moves: str) -> Fields:
    """A SUPPORT of A's in one line."""
    return act("A", "support", card, *moves, eff="s")


def other(*moves: str, **fields: Any) -> Fields:
    """A carries out something."""
    return act("A", "other", "", *moves, **fields)


def hit(what: str, card: str, source: str, end: str, **fields: Any) -> Fields:
    """B Discards or Destroys a card."""
    return act("B", what, "", f"{card} {source} {end}", cards=[card], **fields)


def zones(**places: str) -> Fields:
    """An edit of a position."""
    return {"zones": given(**places)["zones"]}


def pass_(player: str, win: str, trig: int | None) -> Fields:
    return {"type": "pass", "p": player, "win": win, "trig": trig}


#: A record that says nothing, and what makes one of any record.
NOTE: Fields = {"type": "note"}
AWAY: Fields = {
    "type": "note",
    **dict.fromkeys(("p", "what", "card", "cards", "eff", "in", "win", "trig", "why", "f", "ok", "mv", "delta"), GONE),
}
END_A: Fields = {"type": "endturn", "p": "A"}
WREN = "A.Wren.1 A.hand A.heroes"
PLAY = act("A", "play", "A.Wren.1", WREN)
OPEN = (do("A", "play", "A.Wren.1"), res(2, WREN))
HOLD = given(
    A_hand="Wren.1 Gull.1", A_heroes="Otter.1 Heron.2", B_heroes="Heron.1 Marten.1 Ibis.1 Pika.1 Flint.1 Stoat.1"
)
REACT = use("B.Heron.1", "r", win="REA", trig=2)
INTERRUPT = use("B.Marten.1", "i", win="INT", trig=2)
ANYTIME = use("B.Pika.1", "i")
#: B answers in a frame of its own, number 4: after A's play has resolved, or before.
REACTING = do("B", "use", "B.Heron.1", eff="r", win="REA", trig=2)
INTERRUPTING = do("B", "use", "B.Marten.1", eff="i", win="INT", trig=2)

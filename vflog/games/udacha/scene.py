"""How a game of Udacha is drawn: the zones of both sides, the cards in them, the open frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vflog.engine.board import Names
from vflog.engine.scene import Board, Drawing, Entry, Look, Place, Scene, Seat
from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, name
from vflog.games.udacha.state import Fixed

_WIDTH, _HEIGHT = 900, 728
#: Zone -> left, top from the middle of the table, width, height.
_ZONES: Mapping[str, tuple[int, int, int, int]] = {
    "heroes": (160, 10, 560, 92),
    "scenery": (160, 110, 560, 92),
    "hand": (160, 210, 560, 108),
    "contest": (12, 10, 140, 92),
    "reserve": (12, 110, 140, 92),
    "revealed": (12, 210, 140, 108),
    "discard": (728, 10, 160, 70),
    "destroyed": (728, 88, 160, 70),
    "deck": (728, 166, 160, 72),
    "vault": (728, 246, 160, 72),
}
_TITLES = {"heroes": "Active Heroes", "revealed": "Secrets"}
#: Of these only the number of cards is seen on the table.
_STACKS = ("deck", "discard", "vault")
_COLOURS = {
    "Hero": ("#2c5f9e", "#7fb0ec"),
    "Story": ("#3a8f67", "#6fc89d"),
    "Place": ("#87553b", "#c99372"),
    "Pursuit": ("#6a5aa8", "#a99be6"),
    "Secret": ("#a23b66", "#e182a8"),
}
_OTHER = ("#5f6670", "#b0b7c1")


def drawing(fixed: Fixed) -> Drawing:
    """How a game with these cards is drawn."""
    types = {each: card.type for each, card in fixed.catalogue.cards.items()}

    def look(card: str) -> Look:
        light, dark = _COLOURS.get(types.get(name(card), ""), _OTHER)
        return Look(label=card, short=name(card), colour=light, dark=dark, form="card")

    places = {f"{side}.{zone}": _place(side, zone) for side in PLAYERS for zone in _ZONES}
    far, near = (_WIDTH // 2, 28), (_WIDTH // 2, _HEIGHT - 12)
    board = Board(
        width=_WIDTH,
        height=_HEIGHT,
        places=places,
        sides=dict(zip(PLAYERS, (near, far), strict=True)),
        turn_ends=["endturn"],
        lead="Quests won",
    )
    return Drawing(board, look, lambda document, names: _scene(document, names, board))


def _place(side: str, zone: str) -> Place:
    """A zone: the side of the second player lies at the top, seen from the other side of the table."""
    left, top, width, height = _ZONES[zone]
    y = _HEIGHT // 2 + top if side == PLAYERS[0] else _HEIGHT // 2 - top - height
    x = left + width // 2
    return Place(
        label=_TITLES.get(zone, zone.capitalize()),
        outline=f"M{left} {y}h{width}v{height}h{-width}z",
        room=(x, y + height // 2 + 10, width - 10, height - 30),
        at=(x, y + 18),
        tone="quiet" if zone in (*_STACKS, "hand") else "deep" if zone == "destroyed" else "",
        stack=zone in _STACKS,
    )


def _scene(d: dict[str, Any], names: Names, board: Board) -> Scene:
    on = d["on"]
    whose = names.get(on, on) if on is not None else ""
    standing, unknown, elsewhere = {}, {}, {}
    for place, cards in d["zones"].items():
        if place not in board.places:
            elsewhere[place] = Entry(text=", ".join(cards))
            continue
        known = [card for card in cards if card != HIDDEN]
        if known:
            standing[place] = known
        if len(known) < len(cards):
            unknown[place] = len(cards) - len(known)
    won = d["quests"]
    best = max(won.values())
    ahead = [side for side, count in won.items() if count == best]
    return Scene(
        moment=list(_moment(d, whose, names)),
        turn=f"Turn {d['t']}, {whose}" if on is not None else "",
        leader=ahead[0] if len(ahead) == 1 else "",
        standing=standing,
        unknown=unknown,
        seats={side: _seat(d, side, names) for side in won},
        notes={**elsewhere, **dict(_notes(d, names))},
    )


def _moment(d: dict[str, Any], whose: str, names: Names) -> Iterator[str]:
    yield f"Turn {d['t']}, of {whose}" if whose else "Before the first turn"
    yield f"Quests needed to win: {d['to_win']}"
    if d["winner"] is not None:
        yield f"Won by {names.get(d['winner'], d['winner'])}"


def _seat(d: dict[str, Any], side: str, names: Names) -> Seat:
    marks = [word for word, who in (("won", d["winner"]), ("turn", d["on"])) if who == side]
    entries = {"Quests won": Entry(text=str(d["quests"][side])), "Secrets shown": Entry(text=str(d["reveals"][side]))}
    used = [f"{card} {effect}" for player, card, effect in (*d["used_turn"], *d["used_game"]) if player == side]
    if used:
        entries["Used"] = Entry(text=", ".join(used))
    return Seat(name=names.get(side, side), marks=marks, entries=entries)


def _notes(d: dict[str, Any], names: Names) -> Iterator[tuple[str, Entry]]:
    if d["frames"]:
        yield "Open frames", Entry(text="\n".join(_frame(frame, names) for frame in d["frames"]))
    if d["banned"]:
        yield "Banned", Entry(text=", ".join(d["banned"]))
    if d["bounty_due"]:
        due = (f"{names.get(player, player)} {amount} for {card}" for player, card, amount in d["bounty_due"])
        yield "Bounty due", Entry(text=", ".join(due))


def _frame(frame: Mapping[str, Any], names: Names) -> str:
    """An open frame: who does what, in answer to what, and whether it has resolved."""
    parts = [f"{frame['n']}: {names.get(frame['p'], frame['p'])}, {frame['what']}"]
    parts += [str(frame["card"])] if frame["card"] is not None else []
    parts += [str(frame["eff"])] if frame["eff"] is not None else []
    parts += [f"in answer to {frame['trig']}"] if frame["trig"] is not None else []
    parts += [f"within {frame['in']}"] if frame["in"] is not None else []
    return " ".join(parts) + (" (resolved)" if frame["resolved"] else "")

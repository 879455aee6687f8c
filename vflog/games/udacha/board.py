"""The table of a game of Udacha as plain sections, the zones of each side; its records in words."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.engine.board import Names, Section, fields, plain
from vflog.log.records import Record

#: Zones from the hidden ones to those out of play.
_ZONES = ("hand", "deck", "vault", "heroes", "scenery", "reserve", "contest", "revealed", "discard", "destroyed")
_HIDDEN = "?"


def board(document: dict[str, Any], names: Names) -> list[Section]:
    """The sections: the moment, each side's zones, the open frames."""
    d = document
    to_move = names.get(d["on"], d["on"]) if d["on"] is not None else "nobody"
    moment = [f"Turn {d['t']}, of {to_move}", f"Quests needed to win: {d['to_win']}"]
    if d["winner"] is not None:
        moment.append(f"Won by {names.get(d['winner'], d['winner'])}")
    sections = [Section(title="The moment", lines=moment)]
    for side, won in d["quests"].items():
        title = f"{names.get(side, side)}: {won} Quests won, {d['reveals'][side]} Secrets revealed"
        mine = {zone.partition(".")[2]: cards for zone, cards in d["zones"].items() if zone.startswith(f"{side}.")}
        order = [*_ZONES, *sorted(mine.keys() - {*_ZONES})]
        rows = [[zone, str(len(mine[zone])), _cards(mine[zone])] for zone in order if mine.get(zone)]
        sections.append(Section(title=title, columns=["zone", "cards", "which"], rows=rows))
    if d["frames"]:
        rows = [[str(f["n"]), f["p"], f["what"], plain(f["card"]), plain(f["eff"])] for f in d["frames"]]
        sections.append(Section(title="Open frames", columns=["frame", "player", "what", "card", "effect"], rows=rows))
    return sections


def _cards(cards: list[str]) -> str:
    """The cards that are known, in their order, and how many are not."""
    known = [card for card in cards if card != _HIDDEN]
    hidden = len(cards) - len(known)
    return ", ".join([*known, *([f"{hidden} unknown"] if hidden else [])])


_SAYS = {
    "setup": "{p} sets up",
    "given": "the game begins from a given position",
    "turn": "the turn of {p} begins",
    "endturn": "the turn of {p} ends",
    "pass": "{p} lets the window {win} go by",
    "done": "frame {f} closes",
    "quest": "the Quests of {p} change by {delta}",
    "end": "the end ({reason})",
}


def words(record: Record, names: Names) -> str:
    """A record in words."""
    given = msgspec.to_builtins(record)
    kind = str(given["type"])
    if kind in ("do", "act"):
        return _deed(given, names)
    if kind == "res":
        moved = "; ".join(f"{move[0]} to {move[2]}" for move in given.get("mv", []))
        result = "resolves" if given.get("ok", True) else "is cancelled"
        return f"frame {given['f']} {result}" + (f": {moved}" if moved else "")
    if kind in _SAYS:
        values = {"reason": "played", **given, "p": names.get(given.get("p", ""), given.get("p", ""))}
        return _SAYS[kind].format_map(values)
    return fields(record)


def _deed(given: dict[str, Any], names: Names) -> str:
    cards = given.get("cards") or ([given["card"]] if given.get("card") else [])
    parts = [f"{names.get(given['p'], given['p'])}: {given['what']}"]
    parts += [str(given["amount"])] if "amount" in given else []
    parts += [", ".join(cards)] if cards else []
    parts += [f"by {given['eff']}"] if given.get("eff") else []
    parts += [f"in answer to frame {given['trig']}"] if given.get("trig") is not None else []
    parts += ["(opens a frame)"] if given["type"] == "do" else []
    return " ".join(parts)

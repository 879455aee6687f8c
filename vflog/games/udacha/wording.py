"""What a record says, as the beginning of a sentence for people."""

from __future__ import annotations

from vflog.games.udacha.catalogue import HIDDEN
from vflog.games.udacha.records import Done, EndTurn, Given, Opening, Pass, Quest, Res, Setup, Turn
from vflog.log.absent import UNSET
from vflog.log.records import End, Record, Ruling

_VERBS = {
    "play": "plays", "support": "uses the SUPPORT of", "use": "uses an effect of", "discard": "Discards",
    "destroy": "Destroys", "draw": "draws", "invest": "Invests", "secret": "reveals the Secret", "seek": "Seeks",
    "other": "carries out an effect",
}  # fmt: skip


def listed(cards: list[str]) -> str:
    """Cards as part of a sentence."""
    shown = ["a hidden card" if card == HIDDEN else card for card in cards]
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:]))) or "nothing"


def said(record: Record) -> str:
    """Who does what by this record."""
    match record:
        case Opening():
            return _opening(record)
        case Res():
            return f"Frame {record.f} " + ("resolves" if record.ok else "is cancelled")
        case Done():
            return f"Frame {record.f} closes"
        case Pass():
            return f"{record.p} passes"
        case Setup():
            return f"{record.p} is set up"
        case Given():
            return "A position is given"
        case Turn():
            return f"The turn of {record.p} begins"
        case EndTurn():
            return f"The turn of {record.p} ends"
        case Quest():
            return f"The Quests of {record.p} change by {record.delta}"
        case Ruling():
            return f"{record.by} rules"
        case End():
            return "The game ends"
        case _:
            return "The record stands"


def _opening(record: Opening) -> str:
    words = [record.p, _VERBS[record.what]]
    if record.card is not UNSET:
        words.append(listed([record.card]))
    if record.cards is not UNSET:
        words.append(listed(record.cards))
    if record.what == "invest" and record.amount is not UNSET:
        words.append(str(record.amount))
    if record.what == "seek" and record.x is not UNSET:
        words.append(str(record.x))
    if record.eff is not UNSET:
        words.append(f"({record.eff})")
    return " ".join(words)

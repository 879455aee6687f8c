"""The records of Veiled Fate in words, one sentence each without a full stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from vflog.engine.board import Names
from vflog.log.records import Record

Fields = dict[str, Any]


def words(record: Record, names: Names) -> str:
    """A record in words."""
    fields = msgspec.to_builtins(record)
    kind = str(fields["type"])
    who = names.get(fields.get("player", ""), fields.get("player", ""))
    return _SAYS[kind](fields, who, names)


def _cards(cards: Any) -> str:
    """Cards given as a list, or one."""
    several = cards if isinstance(cards, list) else [cards]
    return ", ".join("an unseen card" if card == "?" else str(card) for card in several) or "nothing"


def _also(lead: str, cards: Any) -> str:
    """A part of a sentence that is there only where the cards are."""
    return f"{lead}{_cards(cards)}" if cards else ""


def _several(names: Iterable[str]) -> str:
    *most, last = [*names] or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def _where(fields: Fields) -> str:
    if "quest" in fields:
        slot = f", slot {fields['slot']}" if "slot" in fields else ""
        return f"onto {fields['quest']}{slot}"
    return f"to the {fields['to']}" if "to" in fields else "nowhere"


def _side(fields: Fields) -> str:
    """What comes with a move or a power: cards put down, taken, drawn, what a City space brought."""
    space = fields.get("space") or {}
    swap = fields.get("swap")
    parts = (
        "card" in fields and f"with {_cards(fields['card'])}{' of her own' if 'from' in fields else ''}",
        fields.get("favor") and fields["type"] == "move" and f"takes {fields['favor']}",
        fields.get("drew") and f"draws {_cards(fields['drew'])}",
        swap and f"swaps {_cards(swap['discard'])} for {_cards(swap.get('drew') or [])}",
        fields.get("added") and f"adding {_cards(fields['added'])}",
        fields.get("saw") and f"seeing {_cards(fields['saw'])}",
        space.get("drew") and f"the City space draws {_cards(space['drew'])}",
        space.get("target") and f"the City space is for {space['target']}",
        space.get("coin") and f"the coin says {space['coin']}",
        fields.get("discard") and f"discards {_cards(fields['discard'])}",
    )
    return "".join(f", {part}" for part in parts if part)


def _deed(fields: Fields, who: str, power: str, means: str) -> str:
    target = fields.get("demi") or fields.get("servant") or _several(fields.get("demis", []))
    goal = f" {_where(fields)}" if "to" in fields or "quest" in fields else ""
    on = f" on {target}" if target != "nobody" else ""
    return f"{who} {means} {power}{on}{goal}{_side(fields)}"


def _setup(fields: Fields, who: str, names: Names) -> str:
    laid = ", ".join(f"{q['quest']} in {q['region']}" for q in fields["quests"])
    first = names.get(fields["first"], fields["first"])
    return f"set-up: {first} is first; {laid}; the City card is {fields['city']}"


def _reveal(fields: Fields, who: str, names: Names) -> str:
    drawn = _also(", drawn ", fields.get("drawn")) + _also(", Mother's own ", fields.get("mother"))
    tied = _also(", the vote's coin shows a ", fields.get("vote_coin"))
    return f"{fields['quest']} is revealed: {_cards(fields.get('cards', []))}{drawn}{tied}{_coins(fields)}"


def _coins(fields: Fields) -> str:
    """What the coins of Demis show."""
    return _also(", coins: ", ", ".join(f"{demi} {side}" for demi, side in fields.get("coins", {}).items()))


def _age_reveal(fields: Fields, who: str, names: Names) -> str:
    by_region = fields.get("regions", {})
    shown = "; ".join(f"{region}: {_cards(votes.get('cards', []))}" for region, votes in by_region.items())
    drawn = _also(", drawn ", fields.get("drawn"))
    target = f", for {fields['target']}" if "target" in fields else ""
    return f"the Age vote is revealed: {shown or _cards(fields.get('cards', []))}{drawn}{target}{_coins(fields)}"


def _age_vote(fields: Fields, who: str, names: Names) -> str:
    by_region = "; ".join(f"{region}: {_cards(cards)}" for region, cards in fields.get("regions", {}).items())
    return f"{who} votes on the Age with {by_region or _cards(fields.get('cards', []))}"


def _vote(fields: Fields, who: str, names: Names) -> str:
    if fields.get("card") is None:
        return f"{who} has no card for {fields['quest']}"
    source = {"deck": " from the deck", "mother": " of her own"}.get(fields.get("from", ""), "")
    return f"{who} votes on {fields['quest']} with {_cards(fields['card'])}{source}"


def _celestial(fields: Fields, who: str, names: Names) -> str:
    rest = {k: v for k, v in fields.items() if k not in ("type", "n", "game", "at", "player", "act")}
    said = ", ".join(f"{k} {_cards(v)}" for k, v in rest.items())
    return f"{who}, the Celestial, uses {fields['act']}{f' ({said})' if said else ''}"


def _end(fields: Fields, who: str, names: Names) -> str:
    reason = fields.get("reason", "played")
    told = fields.get("result", fields)
    winners = [names.get(p, p) for p in told.get("winners", [])]
    won = f"; {_several(winners)} won" if winners else ""
    shown = ", ".join(f"{names.get(p, p)} is {_cards(d)}" for p, d in fields.get("demis", {}).items())
    return f"the end ({reason}){f': {shown}' if shown else ''}{won}"


_SAYS: dict[str, Callable[[Fields, str, Names], str]] = {
    "setup": _setup,
    "age": lambda f, who, _: f"Age {f['age']} begins" + _also(" with ", f.get("card")),
    "move": lambda f, who, _: f"{who} moves {f['demi']} {_where(f)}{_side(f)}",
    "power": lambda f, who, _: _deed(f, who, f["power"], f"pays {_cards(f.get('pay', []))} for"),
    "favor": lambda f, who, _: _deed(f, who, f["favor"], "plays"),
    "end_turn": lambda f, who, _: f"{who} ends the turn{' and takes another' if f.get('again') else ''}",
    "rest": lambda f, who, _: f"{who} rests",
    "celestial": _celestial,
    "voters": lambda f, who, names: (
        f"{who} completes {f['quest']} and names {_several([names.get(p, p) for p in f['players']])} to vote"
    ),
    "vote": _vote,
    "reveal": _reveal,
    "age_pick": lambda f, who, _: f"{who} picks {_several(f.get('demis') or f.get('locations') or [])} for the Age",
    "age_quest": lambda f, who, _: f"{who} draws {f['quest']} for the Age",
    "age_place": lambda f, who, _: f"{who} puts {f['demi']} on slot {f['slot']} of the Age's Quest",
    "age_vote": _age_vote,
    "age_reveal": _age_reveal,
    "deal": lambda f, who, _: f"{who} draws {_cards(f.get('cards', []))}" + _also(", discards ", f.get("discard")),
    "place": lambda f, who, _: f"{who} lays out {f['quest']} in {f['region']}",
    "city": lambda f, who, _: f"{who} draws the City card {f['card']}",
    "score": lambda f, who, _: "Renown: " + ", ".join(f"{m} {change:+d}" for m, change in f["changes"].items()),
    "smite": lambda f, who, _: f"{_several(f['demis'])} smited",
    "corruption": lambda f, who, _: f"{who} gathers {f['amount']} Corruption",
    "end": _end,
}

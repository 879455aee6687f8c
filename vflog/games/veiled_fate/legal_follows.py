"""What a record must have besides what it says so far, found by trying: what nature has shown brings more with it.

The rules say what is missing by what they refuse the record for; nothing of them is written here a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from vflog.engine.ruleset import Play, Ruleset, dialect
from vflog.games.veiled_fate import cards, identity
from vflog.games.veiled_fate.legal_fields import (
    Fields,
    cards_of,
    could_be,
    counted,
    drawn,
    drawn_card,
    in_deck,
    nature,
    one_of,
    own_demis,
    place_of,
    shown,
)
from vflog.games.veiled_fate.pack import KINDS
from vflog.games.veiled_fate.state import Game
from vflog.games.veiled_fate.terms import HAND_SIZE
from vflog.log.faults import Fault
from vflog.log.problems import Refused


def may_add(before: Play, after: Play, record: Fields) -> Fields:
    """What else a legal record, carried out in `after`, may say that depends on what it says."""
    if "added" in record:
        return {"saw": _saw(after.position, record["quest"])}
    return {"unused": _unused(before.position, record["demis"])} if "winners" in record else {}


def tried(ruleset: Ruleset, play: Play, record: Fields) -> tuple[Fields | None, Play]:
    """What the record still needs, or has wrong: a field and what it must be; nothing where it is legal as it is,
    `None` where it is refused for another reason. And a copy of the play, with the record carried out if it is legal.
    """
    before: Game = play.position
    after = play.copy()
    try:
        after.apply(dialect(ruleset).record(record))
    except Fault:
        return None, after
    except Refused as why:
        asks = _ASKS.get(why.code)
        return (asks(before, after.position, record, why) or None) if asks is not None else None, after
    return {}, after


def _drawn(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """So many cards that the deck gives, those drawn so far among them; all are known. At the end of the deck, first
    those that it still holds."""
    regions, region = record.get("regions", {}), why.values.get("region")
    so_far: list[str] = (record if region is None else regions.get(region, {})).get("drawn", [])
    more = why.expected - len(so_far)
    if after.deck:
        more = min(more, after.deck)
    of = Counter(so_far) + Counter({kind: n for kind, n in in_deck(after, more).items() if kind != "?"})
    gives = {**nature("cards", len(so_far) + more, of=dict(of)), "with": so_far, "open": True}
    due = gives if more > 0 else so_far[: why.expected]
    return {"drawn": due} if region is None else {"regions": {**regions, region: {**regions[region], "drawn": due}}}


def _region(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """The votes of the next region of the Census."""
    regions, region = record.get("regions", {}), why.values.get("region")
    if region is None or region in regions or after.census is None:
        return {}
    return {"regions": {**regions, region: {"cards": shown(after, after.census[region])}}}


def _drew(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """So many cards that a player draws, those drawn so far among them: in a deal, or for a City space after what was
    paid or swapped on the way there. At the end of the deck, first those that it still holds."""
    player, deal = record["player"], record["type"] == "deal"
    so_far: list[str] = record.get("cards", []) if deal else record.get("space", {}).get("drew", [])
    more, drew = why.expected - len(so_far), after.copy()
    if more < 0 or why.values["occasion"] not in ("deal", "city"):
        return {}
    try:
        cards.into_hand(drew, player, so_far)
    except Refused:
        return {}
    if drew.deck:
        more = min(more, drew.deck)
    of = Counter(so_far) + Counter(in_deck(drew, more))
    gives = {**nature("cards", len(so_far) + more, player, of=dict(of)), **({"with": so_far} if so_far else {})}
    return {"cards": gives} if deal else {"space": {"drew": gives}}


def _hands(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """The hand of the next player, out of what those before have left."""
    hands: Fields = record.get("hands", {})
    player = next((p for p in before.terms.players if p not in hands), None)
    if player is None:
        return {}
    gone = Counter(card for hand in hands.values() for card in hand)
    due = drawn(before, HAND_SIZE, player)
    left = {kind: min(HAND_SIZE, before.terms.limits[kind] - before.seen[kind] - gone[kind]) for kind in KINDS}
    return {"hands": {**hands, player: {**due, "of": counted({**left, "?": HAND_SIZE})}}}


def _servants(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """Where the next Servant begins."""
    places: Fields = record.get("servants", {})
    servant = next((name for name in why.expected if name not in places), None)
    return {} if servant is None else {"servants": {**places, **place_of(servant, places.values())}}


def _owners(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """The Demi of the next player, out of those that it may own beside the others."""
    demis: Fields = record.get("demis", {})
    player = next((p for p in identity.owners(before) if p not in demis), None)
    final = before.terms.detail == "full" and record["type"] == "end"
    return {} if player is None else {"demis": {**demis, player: own_demis(before, player, demis, final)}}


def _vote_coin(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    return {"vote_coin": nature("coin", of=["feather", "scorpion"])}


def _coins(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    return {"coins": {demi: nature("coin", of=["gain", "smite"]) for demi in why.expected}}


def _target(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    return {"target": one_of(after.renown)}


def _revealed(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    return {"revealed": nature("demis", why.values["due"], of=why.expected)}


def _discard(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """Out of the hand as it is after the record's draws."""
    return {"discard": cards_of(after, record["player"], why.expected)}


def _added(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    """The deck's card, after what was paid."""
    return {"added": drawn_card(after) if why.values["able"] else None}


def _guess(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    return {"guess": {player: one_of(before.at) for player in why.expected}}


def _winners(before: Game, after: Game, record: Fields, why: Refused) -> Fields:
    return {"winners": why.expected}


#: What a refusal asks for, by its code.
_ASKS: Final[dict[str, Callable[[Game, Game, Fields, Refused], Fields]]] = {
    "age.revealed": _revealed,
    "age.target": _target,
    "coins.differ": _coins,
    "demis.players": _owners,
    "draw.above-limit": _discard,
    "draw.count": _drew,
    "end.guess": _guess,
    "omniscience.added": _added,
    "end.winners": _winners,
    "reveal.count": _region,
    "reveal.drawn": _drawn,
    "reveal.vote-coin": _vote_coin,
    "setup.hands": _hands,
    "setup.servants": _servants,
}


def _saw(g: Game, quest: str) -> Fields:
    """All the cards of the pile, with the one added; those that were hidden may stay so."""
    pile = g.quests[quest].pile
    known = {"with": [kind for kind in KINDS for _ in range(pile[kind])]}
    return {**nature("cards", sum(pile.values()), of=counted({**could_be(g, pile), "?": pile["?"]})), **known}


def _unused(g: Game, demis: Fields) -> Fields:
    """The Demis that nobody holds."""
    count, of, sure = identity.may_be_unused(g, demis)
    return {**nature("demis", count, of=of), **({"with": sure} if sure else {})}

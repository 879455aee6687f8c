"""How a game may begin, as forms: each player is set up, or a position is given.

A card is in one zone only, so each zone takes its cards out of copies of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vflog.games.udacha.catalogue import HIDDEN, PLACES, PLAYERS
from vflog.games.udacha.legal_fields import EVERYBODY, Fields, Form, follows, form, nature
from vflog.games.udacha.state import State

#: How many copies of each Name a Deck and a Vault may have here, and which copy begins in play.
_COPIES, _IN_PLAY = (1, 2), 3
#: The most cards of a Vault, and of a position that is given.
_VAULT, _GIVEN = 4, 40


def forms(st: State) -> Iterator[Form]:
    """The forms of the records by which a game may begin now."""
    if not st.begun:
        yield _given(st)
    for player in PLAYERS:
        if player not in st.set_up:
            yield from _set_up(st, player)


def _set_up(st: State, player: str) -> Iterator[Form]:
    """With a Starter Hero in play its number says how many cards the Hand has; else it may be any of the top."""
    cards = st.fixed.catalogue.cards

    def copies(titles: Iterable[str], numbers: Iterable[int]) -> list[str]:
        found = (f"{player}.{title}.{number}" for title in titles for number in numbers)
        return [card for card in found if card not in st.where]

    bases = copies((title for title, card in cards.items() if card.base), _COPIES)
    deck = copies((title for title, card in cards.items() if not card.base and card.type != "Secret"), _COPIES)
    vault = copies((title for title, card in cards.items() if card.type == "Secret"), _COPIES)
    starters = {title: card.starter for title, card in cards.items() if isinstance(card.starter, int)}
    fields: Fields = {"p": player, "base": nature("card", 1, player, [*bases, HIDDEN])}
    lists: Fields = {
        "decklist": nature("cards", [0, len(deck)], player, deck),
        "deck": _dealt(player, 0, deck),
        "vault": nature("cards", [0, min(_VAULT, len(vault))], player, vault),
    }
    yield form("setup", {**fields, **lists, "hand": follows("deck")}, [*lists, "hand"])
    for number in sorted({*starters.values()}):
        able = copies((title for title, starter in starters.items() if starter == number), [_IN_PLAY])
        if 0 <= number <= len(deck) and able:
            begins = {"starters": nature("cards", 1, player, able), "deck": _dealt(player, number, deck)}
            optional = ["decklist", "vault", *([] if number else ["deck", "hand"])]
            yield form("setup", {**fields, **lists, **begins, "hand": follows("starters", "deck")}, optional)


def _dealt(player: str, least: int, deck: list[str]) -> Fields:
    """A Deck in its shuffled order."""
    return nature("cards", [least, len(deck)], player, deck)


def _given(st: State) -> Form:
    cards = [f"{side}.{title}.{number}" for side in PLAYERS for title in st.fixed.catalogue.cards for number in _COPIES]
    numbers = nature("amounts", [0, len(PLAYERS)], of=list(PLAYERS))
    fields: Fields = {
        "on": EVERYBODY,
        "t": nature("amount"),
        "to_win": nature("amount"),
        "quests": numbers,
        "revealed": numbers,
        "zones": {**nature("cards", [0, min(_GIVEN, len(cards))], of=cards), "by": sorted(PLACES)},
    }
    return form("given", fields, fields)

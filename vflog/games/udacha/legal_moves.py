"""What moves when a frame resolves or closes, as far as the chapter can tell: single moves that are legal, tried.

Whither cards go is said by texts that nobody has published; what the frame itself is about is described.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from vflog.games.udacha import coveted, reload
from vflog.games.udacha.catalogue import HIDDEN, PLACES, foe
from vflog.games.udacha.legal_fields import Fields, acts, known, nature, opening
from vflog.games.udacha.records import Move, Opening
from vflog.games.udacha.state import State

#: Where a Discard and a Destroy end.
_ENDS = {"discard": "discard", "destroy": "destroyed"}
#: How many cards of a Deck are offered to be drawn, and between which zones a text may move a card.
_DRAWN = 3
_BETWEEN = ("heroes", "scenery", "reserve", "contest", "hand", "discard")
Legal = Callable[[list[Move]], bool]


def described(st: State, line: Opening, may: Legal) -> Fields | None:
    """The moves that a line of this frame may hold; `None` where nothing is known of any. How much Reload draws is not
    told here."""
    found = [move for move in _moves(st, line) if may([move])]
    if not found or reload.is_reload(line):
        return None
    many = line.what in _ENDS or line.what == "draw"
    return nature("moves", [0, len(found) if many else 1], of=found)


def _moves(st: State, line: Opening) -> Iterator[Move]:
    """Of the cards that the frame is about."""
    player, what = line.p, line.what
    if what in _ENDS:
        places = {card: st.where[card] for card in line.hits if card in st.where}
        yield from ([card, place, f"{card[0]}.{_ENDS[what]}"] for card, place in places.items())
    elif what == "draw":
        deck = f"{player}.deck"
        yield from ([card, deck, f"{player}.hand"] for card in st.zones.get(deck, ())[:_DRAWN])
    elif isinstance(line.card, str):
        yield from of_card(st, line)
    elif what == "other":
        places = {card: f"{player}.{zone}" for zone in _BETWEEN for card in known(st, f"{player}.{zone}")}
        for card, place in places.items():
            yield from ([card, place, f"{player}.{zone}"] for zone in _BETWEEN if f"{player}.{zone}" != place)


def of_card(st: State, line: Opening) -> Iterator[Move]:
    """Whither the frame's own card may go, the zones that the chapter names for it first."""
    player, card = line.p, str(line.card)
    source = st.where.get(card, f"{player}.{'vault' if line.what == 'secret' else 'hand'}")
    if card == HIDDEN and not st.zones.get(source):
        return
    first = [f"{player}.discard", f"{player}.heroes"]
    rest = sorted(PLACES - {*first, *(f"{foe(player)}.{zone}" for zone in ("hand", "deck", "vault"))})
    yield from ([card, source, place] for place in [*first, *rest] if place != source)


def tidied(st: State, line: Opening, may: Legal) -> Iterator[list[Move]]:
    """What a frame may move that cannot close without: its own card, a copy that a Coveted card Discards, or both."""
    if isinstance(line.card, str):
        own = [[move] for move in of_card(st, line)]
        copies = [[copy, st.where[copy], f"{copy[0]}.discard"] for copy in coveted.copies(st, line.p, line.card)]
        options = [*own, *([*moves, copy] for copy in copies for moves in ([], *own))]
        yield from (moves for moves in options if may(moves))


def whole(st: State, options: Iterable[Fields]) -> tuple[list[Fields], list[Fields]]:
    """Of some lines those that can be a whole frame in one, without any move; and those that need some."""
    free, needy = [], []
    for fields in options:
        if acts(st, fields, []):
            free.append(fields)
        elif any(True for _ in tidied(st, opening(fields), partial(acts, st, fields))):
            needy.append(fields)
    return free, needy

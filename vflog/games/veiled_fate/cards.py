"""Fate cards: one deck with a size, one discard pile, hands and piles by kind (VF-F).

The engine keeps what is known and counts the rest as `?`. `g.seen` holds, of each kind, how many known
copies lie outside the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vflog.games.veiled_fate import facts
from vflog.games.veiled_fate.pack import KINDS
from vflog.games.veiled_fate.state import Game, Pile, pile
from vflog.log.problems import Refused


def note_seen(g: Game, kind: str, count: int = 1) -> None:
    """VF-F5: so many more copies of a kind are known to lie outside the deck."""
    g.seen[kind] += count
    if g.seen[kind] > (limit := g.terms.limits[kind]):
        raise Refused("cards.too-many", kind=kind, count=g.seen[kind], limit=limit, expected=f"at most {limit}")


def can_draw(g: Game, count: int, player: str | None = None) -> int:
    """VF-F2: how many of `count` cards can be drawn; into a player's hand the hand limit stops it (VF-F1)."""
    if player is not None:
        room = g.terms.hand_limit(player) - g.holds[player]
        if room < count and g.ruling("draw_limit") == "stop":
            count = max(0, room)
    there = g.deck
    if there is None or there >= count:
        return count
    if g.ruling("empty_deck") == "reshuffle":
        there += sum(g.discards.values())
    return min(count, there)


def from_deck(g: Game, to: Pile, card: str) -> None:
    """One card of the deck comes to a hand or pile; the caller has seen that there is one."""
    if g.deck is not None:
        if g.deck == 0:
            reshuffle(g)
        g.deck -= 1
    to[card] += 1
    if card != "?":
        note_seen(g, card)


def take(g: Game, to: Pile, cards: Sequence[str]) -> None:
    """Several cards of the deck come to a hand or pile, one after the other."""
    if g.deck is not None and g.deck < len(cards):
        for card in cards:
            from_deck(g, to, card)
        return
    if g.deck is not None:
        g.deck -= len(cards)
    seen, limits = g.seen, g.terms.limits
    for card in cards:
        to[card] += 1
        if card != "?":
            seen[card] += 1
            if seen[card] > limits[card]:
                note_seen(g, card, 0)


def into_hand(g: Game, player: str, cards: Sequence[str]) -> None:
    """Several cards of the deck come to a player's hand."""
    take(g, g.hands[player], cards)
    g.holds[player] += len(cards)


def reshuffle(g: Game) -> None:
    """The discards become the deck."""
    if g.deck is None:
        return
    g.deck += sum(g.discards.values())
    for kind in KINDS:
        g.seen[kind] -= g.discards[kind]
    g.discards = pile()


def draw(g: Game, player: str, cards: Sequence[str], count: int, why: str) -> None:
    """A player draws `count` cards, or as many as there are; the record lists exactly those."""
    able = can_draw(g, count, player)
    if len(cards) != able:
        raise Refused("draw.count", player=player, given=len(cards), able=able, expected=able, occasion=why)
    into_hand(g, player, cards)
    if cards:
        if g.turn is not None and g.turn.player == player:
            g.turn.fate = True
        if g.facts is not None:
            facts.cards(g, player, cards, +1, why)


def leave(g: Game, player: str, cards: Sequence[str]) -> None:
    """VF-F6: these cards leave a player's hand, the known ones before the hidden ones."""
    hand = g.hands[player]
    g.holds[player] -= len(cards)
    hidden = 0
    for card in cards:
        if card == "?":
            hidden += 1
        elif hand[card]:
            hand[card] -= 1
        elif hand["?"]:
            hand["?"] -= 1
            note_seen(g, card)
        else:
            raise Refused("cards.not-held", player=player, card=card, expected=held(g, player))
    if hidden:
        _leave_hidden(g, player, hidden)


def give(g: Game, player: str, card: str) -> None:
    """VF-F6: one card leaves a player's hand."""
    hand = g.hands[player]
    if card != "?" and hand[card]:
        hand[card] -= 1
        g.holds[player] -= 1
    else:
        leave(g, player, (card,))


def _leave_hidden(g: Game, player: str, count: int) -> None:
    hand = g.hands[player]
    left = g.holds[player]
    if left < 0:
        raise Refused("cards.too-few", player=player, count=count, held=left + count)
    for kind in KINDS:
        if hand[kind]:
            lost = min(hand[kind], count)
            hand[kind] -= lost
            g.seen[kind] -= lost
            left -= hand[kind]
    hand["?"] = left


def held(g: Game, player: str) -> list[str]:
    """The kinds a player may hold, for a message."""
    return [kind for kind, count in g.hands[player].items() if count]


def discard(g: Game, cards: Iterable[str]) -> None:
    """Cards that have left a hand come to the discards."""
    for card in cards:
        g.discards[card] += 1


def too_many(g: Game, player: str) -> bool:
    """Whether a player holds more Fate cards than the hand limit allows."""
    return g.holds[player] > g.terms.hand_limit(player)


def above_limit(g: Game, player: str, cards: Sequence[str], drew: bool) -> None:
    """VF-F2: under `draw_limit` discard a record that drew lists what goes above the hand limit, once for all draws."""
    over = 0
    if drew and too_many(g, player) and g.ruling("draw_limit") == "discard":
        over = g.holds[player] - g.terms.hand_limit(player)
    if len(cards) != over:
        raise Refused("draw.above-limit", player=player, given=len(cards), over=over, expected=over)
    if cards:
        leave(g, player, cards)
        discard(g, cards)
        facts.cards(g, player, cards, -1, "pay")


def show(g: Game, there: Pile, cards: Sequence[str]) -> int:
    """VF-F4, F6: a pile is shown; it holds as many cards as counted and each known kind at least as often.

    Gives the number of cards.
    """
    total = sum(there.values())
    if "?" in cards:
        raise Refused("reveal.hidden", rule="VF-F4")
    if len(cards) != total:
        raise Refused("reveal.count", given=len(cards), total=total, expected=total)
    for kind in KINDS:
        shown = cards.count(kind)
        known = there[kind]
        if shown < known:
            raise Refused("reveal.lacks", kind=kind, shown=shown, known=known, expected=known)
        if shown > known:
            note_seen(g, kind, shown - known)
            there[kind] = shown
    there["?"] = 0
    return total


def draw_for_plus2(g: Game, there: Pile, cards: Sequence[str], drawn: Sequence[str], subject: str) -> int:
    """VF-F3: every `+2` adds two deck cards to its vote, chained. Gives the number of cards drawn."""
    if not drawn and "+2" not in cards:
        return 0
    if "?" in drawn:
        raise Refused("reveal.hidden", rule="VF-F4")
    due = 2 * cards.count("+2")
    done = 0
    while done < due and can_draw(g, 1):
        if done == len(drawn):
            due = done + can_draw(g, due - done)
            raise Refused("reveal.drawn", given=len(drawn), due=due, expected=due)
        card = drawn[done]
        from_deck(g, there, card)
        due += 2 * (card == "+2")
        done += 1
    if done != len(drawn):
        raise Refused("reveal.drawn", given=len(drawn), due=done, expected=done)
    facts.cards(g, None, drawn, 0, "plus2", subject)
    return done


def sides(there: Mapping[str, int]) -> tuple[int, int]:
    """Feathers and scorpions of a shown pile, doubles as two."""
    return there["f1"] + 2 * there["f2"], there["s1"] + 2 * there["s2"]


def to_discards(g: Game, there: Pile) -> None:
    """All cards of a pile come to the discards."""
    discards = g.discards
    for kind, count in there.items():
        if count:
            discards[kind] += count


def named(there: Pile) -> str:
    """A pile in words, for a message: `f1 ×2, ? ×1`."""
    return ", ".join(f"{kind} ×{count}" for kind, count in there.items() if count) or "no card"

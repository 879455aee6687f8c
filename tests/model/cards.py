"""Fate cards: counts, knowledge, the deck and the discards (section 3)."""

from __future__ import annotations

from typing import Any

from .config import Config
from .errors import Rules, need, refuse
from .pack import KINDS

State = dict[str, Any]
Counts = dict[str, int]


# -- counts by kind ------------------------------------------------------------


def count(counts: Counts) -> int:
    return sum(counts.values())


def tally(cards: list[str]) -> Counts:
    counts: Counts = {}
    for card in cards:
        add(counts, card, 1)
    return counts


def add(counts: Counts, kind: str, number: int) -> None:
    """Add `number` cards of a kind (or `?`); counts of 0 are not kept."""
    counts[kind] = counts.get(kind, 0) + number
    if counts[kind] == 0:
        del counts[kind]


def add_all(counts: Counts, more: Counts) -> None:
    for kind, number in more.items():
        add(counts, kind, number)


# -- leaving a hand (F6) -------------------------------------------------------


def take(config: Config, state: State, player: str, cards: list[str]) -> None:
    """Cards leave a player's hand: the known ones first, then the hidden ones."""
    hand = state["hands"][player]
    hidden = 0
    for card in cards:
        if card == "?":
            hidden += 1
        elif hand.get(card, 0) > 0:
            add(hand, card, -1)
        elif hand.get("?", 0) > 0:
            add(hand, "?", -1)
        else:
            refuse("VF-F6", f"{player} does not hold {card}")
    left = count(hand) - hidden
    need(left >= 0, "VF-F6", f"{player} does not hold {len(cards)} cards")
    if hidden == 0:
        return
    known: Counts = {}
    for kind in KINDS:
        number = max(0, hand.get(kind, 0) - hidden)
        if number > 0:
            known[kind] = number
    hand.clear()
    hand.update(known)
    add(hand, "?", left - count(known))


def holds_cards(state: State, player: str) -> bool:
    return count(state["hands"][player]) > 0


# -- the deck (F2) -------------------------------------------------------------


def available(config: Config, state: State) -> int | None:
    """How many cards the deck can give; None when nobody knows."""
    if state["deck"] is None:
        return None
    size: int = state["deck"]["size"]
    if config.rulings["empty_deck"] == "reshuffle":
        size += count(state["deck"]["discards"])
    return size


def discard(state: State, counts: Counts) -> None:
    if state["deck"] is not None:
        add_all(state["deck"]["discards"], counts)


def draw(config: Config, state: State, to: Counts, card: str) -> None:
    """One card comes from the deck; the caller knows that there is one."""
    deck = state["deck"]
    if deck is not None:
        if deck["size"] == 0:
            deck["size"] = count(deck["discards"])
            deck["discards"] = {}
        deck["size"] -= 1
    add(to, card, 1)
    check_copies(config, state)


def draw_number(config: Config, state: State, wanted: int) -> int:
    """How many of `wanted` cards the deck gives."""
    there = available(config, state)
    return wanted if there is None else min(wanted, there)


def draw_listed(
    config: Config,
    state: State,
    to: Counts,
    cards: list[str],
    wanted: int,
    what: str,
    rule: Rules = "VF-F2",
) -> None:
    """A record lists exactly the cards that can be drawn."""
    number = draw_number(config, state, wanted)
    need(len(cards) == number, rule, f"{what} lists {len(cards)} drawn cards, but {number} can be drawn")
    for card in cards:
        draw(config, state, to, card)


def room(config: Config, state: State, player: str, wanted: int) -> int:
    """How many of `wanted` cards the hand limit lets a player draw."""
    if config.rulings["draw_limit"] == "discard":
        return wanted
    free = config.hand_limit(player) - count(state["hands"][player])
    return min(wanted, max(0, free))


def draw_to_hand(config: Config, state: State, player: str, cards: list[str], wanted: int, what: str) -> None:
    hand = state["hands"][player]
    draw_listed(config, state, hand, cards, room(config, state, player, wanted), what)
    if cards and state["turn"] is not None and state["turn"]["player"] == player:
        state["turn"]["fate"] = True


def draws(record: dict[str, Any]) -> bool:
    """Whether cards of the deck come to the hand by a move, a Portal or a deal."""
    single = [record.get("drew"), record.get("swap", {}).get("drew")]
    several = [record.get("space", {}).get("drew"), record.get("cards") if record["type"] == "deal" else None]
    return any(card is not None for card in single) or any(several)


def discard_above_limit(config: Config, state: State, player: str, record: dict[str, Any]) -> None:
    """F2, ruling draw_limit: `discard` of a record that draws lists what goes above the limit."""
    cards = record.get("discard", [])
    number = 0
    if config.rulings["draw_limit"] == "discard" and draws(record):
        number = max(0, count(state["hands"][player]) - config.hand_limit(player))
    need(len(cards) == number, "VF-F2", f"discard lists {len(cards)} cards, not {number}")
    take(config, state, player, cards)
    discard(state, tally(cards))


# -- what may be known (F5) ----------------------------------------------------


def all_counts(state: State) -> list[Counts]:
    """Every place that holds Fate cards, but for the deck."""
    places = list(state["hands"].values())
    places += [quest["pile"] for quest in state["quests"].values()]
    places.append(state["deck"]["discards"])
    for key, value in state["age_pile"].items():
        places.append(value if isinstance(value, dict) else {key: value})
    return places


def check_copies(config: Config, state: State) -> None:
    """F5: known copies of a kind are at most the pack's."""
    if config.pack.fate is None or state["deck"] is None:
        return
    places = all_counts(state)
    for kind in KINDS:
        known = sum(place.get(kind, 0) for place in places)
        copies = config.pack.fate[kind]
        need(known <= copies, "VF-F5", f"{known} copies of {kind} are known, but there are {copies}")


# -- reveals (F3, F4) ----------------------------------------------------------


def reveal(config: Config, state: State, pile: Counts, cards: list[str], drawn: list[str]) -> tuple[int, int]:
    """Turn a pile up, with the cards that `+2`s add. Returns feathers and scorpions.

    Afterwards the pile holds all cards of the vote, known."""
    need("?" not in cards and "?" not in drawn, "VF-F4", "a card of a reveal is always known")
    need(len(cards) == count(pile), "VF-F4", f"the pile holds {count(pile)} cards, {len(cards)} are revealed")
    shown = tally(cards)
    for kind in KINDS:
        need(
            shown.get(kind, 0) >= pile.get(kind, 0),
            "VF-F4",
            f"the pile holds {pile.get(kind, 0)} {kind}, {shown.get(kind, 0)} are revealed",
        )
    pile.clear()
    pile.update(shown)
    check_copies(config, state)
    _draw_for_plus_two(config, state, pile, shown.get("+2", 0), drawn)
    return feathers(pile), scorpions(pile)


def feathers(counts: Counts) -> int:
    return counts.get("f1", 0) + 2 * counts.get("f2", 0)


def scorpions(counts: Counts) -> int:
    return counts.get("s1", 0) + 2 * counts.get("s2", 0)


def _draw_for_plus_two(config: Config, state: State, pile: Counts, plus_twos: int, drawn: list[str]) -> None:
    owed = 2 * plus_twos
    index = 0
    while owed > 0 and draw_number(config, state, 1) == 1:
        need(index < len(drawn), ("VF-F4", "VF-F3"), "drawn lists too few cards for the +2s")
        card = drawn[index]
        draw(config, state, pile, card)
        owed -= 1
        if card == "+2":
            owed += 2
        index += 1
    need(index == len(drawn), ("VF-F4", "VF-F3"), "drawn lists more cards than the +2s add")

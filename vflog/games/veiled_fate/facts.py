"""What the rules tell of a game while it is judged: one function a table, a row a call.

Every function does nothing unless facts are wanted (`g.facts`). The columns are those of `tables`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vflog.engine.facts import Facts
from vflog.games.veiled_fate.state import Game, Quest

LAST_AGE: Final = 3


def _turn(g: Game) -> int | None:
    return g.turn.number if g.turn else None


def rank(g: Game, demi: str) -> int | None:
    """VF-R6: 1 is the highest space, within it the front; `None` for a Demi off the track."""
    renown = g.renown.get(demi)
    if renown is None:
        return None
    ahead = sum(len(space) for space in g.track[renown + 1 :])
    return ahead + g.track[renown].index(demi) + 1


def renown(
    g: Game, marker: str, before: int, after: int | None, ranks: tuple[int | None, int | None], by_coin: bool = False
) -> None:
    """A marker moved (or a Demi was smited)."""
    if g.facts is not None:
        cause, subject, player = g.cause
        g.facts["renown"].extend(
            (g.n, g.age, _turn(g), marker, before, after, *ranks, cause, subject, by_coin, player)
        )


def snapshot(g: Game, moment: str) -> None:
    """Where every marker stands now."""
    if g.facts is None:
        return
    rows = g.facts["snapshots"]
    place = 0
    for space in range(len(g.track) - 1, -1, -1):
        for i, demi in enumerate(g.track[space]):
            place += 1
            rows.extend((g.n, g.age, moment, demi, space, place, i + 1))
    if g.hadria is not None:
        rows.extend((g.n, g.age, moment, "hadria", g.hadria.renown, None, 1))
    if g.terms.role is not None and g.terms.role.figure is not None:
        rows.extend((g.n, g.age, moment, g.terms.role.figure.name, g.role_extra["renown"], None, 1))


def card(g: Game, player: str | None, kind: str, delta: int, why: str, vote: str | None = None) -> None:
    """A Fate card came to or left a hand or pile; `vote` is the pile's subject until its reveal is known."""
    if g.facts is not None:
        g.facts["fate_cards"].extend((g.n, player, kind, delta, why, vote))


def cards(g: Game, player: str | None, kinds: Iterable[str], delta: int, why: str, vote: str | None = None) -> None:
    """The same for several cards."""
    if g.facts is not None:
        for kind in kinds:
            card(g, player, kind, delta, why, vote)


def vote(
    g: Game, kind: str, subject: str, region: str | None, count: int, sides: tuple[int, int], outcome: str,
    by_coin: bool, completed_by: str | None,
) -> None:  # fmt: skip
    """A vote was counted."""
    if g.facts is not None:
        g.facts["votes"].extend((g.n, kind, subject, region, g.age, count, *sides, outcome, by_coin, completed_by))


def quest_left(
    g: Game, quest: str, card_: Quest, completed: tuple[int | None, str] | None, outcome: str | None
) -> None:
    """A Quest left the board (or the game ended with it there: then `g.n` is not its removal)."""
    if g.facts is not None:
        filled = sum(bool(d) for d in card_.slots)
        done = completed or (None, None)
        g.facts["quests"].extend(
            (quest, card_.region, g.age, card_.placed_n, card_.placed_by, *done, g.n, outcome, len(card_.slots), filled)
        )


def moved(
    g: Game, figure: str, start: str, to: str, quest: str | None = None, slot: int | None = None,
    cause: str | None = None,
) -> None:  # fmt: skip
    """A figure changed place."""
    if g.facts is not None:
        why, _, player = g.cause
        g.facts["moves"].extend((g.n, g.age, _turn(g), figure, start, to, quest, slot, cause or why, player))


def city_step(g: Game, city: str, space: int, effect: str, demi: str, player: str, removed: bool) -> None:
    """The City marker went one space on."""
    if g.facts is not None:
        g.facts["city_steps"].extend((g.n, g.age, city, space, effect, demi, player, removed))


def power(g: Game, player: str, name: str, via: str, cost: int, target: str | None) -> None:
    """A God Power was used."""
    if g.facts is not None:
        g.facts["powers"].extend((g.n, g.age, _turn(g), player, name, via, cost, target))


def favor_taken(g: Game, favor: str, player: str) -> None:
    """A Favor was taken."""
    if g.facts is not None:
        g.facts["favors"].extend((favor, g.terms.pack.favors[favor].power, g.n, player, None))


def favor_played(g: Game, player: str, favor: str, total: int) -> None:
    """A Favor was played and its Corruption counts."""
    if g.facts is not None:
        entry = g.terms.pack.favors[favor]
        g.facts["corruption"].extend(
            (g.n, g.age, _turn(g), player, favor, entry.power, entry.corruption, total)
        )


def corruption(g: Game, player: str, amount: int, total: int) -> None:
    """A scorekeeper's record of Corruption."""
    if g.facts is not None:
        g.facts["corruption"].extend((g.n, g.age, _turn(g), player, None, None, amount, total))


def age_over(g: Game, last_n: int | None) -> None:
    """An Age is over, its card resolved in record `last_n`; or the log ends in it."""
    if g.facts is not None:
        g.facts["ages"].extend(
            (g.age, g.age_card, g.age_first, g.age_rested, g.age_first_n, last_n, g.age_ended_by)
        )


def turn_over(g: Game, rested: str | None) -> None:
    """A turn is over."""
    if g.facts is not None and g.turn is not None:
        t = g.turn
        g.facts["turns"].extend((t.number, g.age, t.player, t.first_n, g.n, t.actions, rested, None))


def settle_game(g: Game) -> None:
    """Tell of what is still open when the log ends, and complete the rest."""
    if g.facts is None:
        return
    if g.turn is not None:
        turn_over(g, None)
    if g.age_card is not None or (g.terms.detail == "score" and g.age):
        age_over(g, None)
    # Before the Age card is read the Quests that lie there are those of the Age to come.
    age = g.age if g.age_card is not None or g.age == LAST_AGE else g.age + 1
    for quest, card_ in g.quests.items():
        filled = sum(bool(d) for d in card_.slots)
        g.facts["quests"].extend(
            (quest, card_.region, age, card_.placed_n, card_.placed_by, None, None, None, None,
             len(card_.slots), filled)
        )  # fmt: skip
    settle(g.facts)


def settle(facts: Facts) -> None:
    """Complete, once the game's last record is judged, what was not known when its row was told.

    A Fate card's vote is the reveal of its pile; a Favor was played when its Corruption came to count.
    """
    votes = facts["votes"]
    width = facts.widths["votes"]
    reveal = {votes[i + 2]: votes[i] for i in range(0, len(votes), width)}
    told = facts["fate_cards"]
    for i in range(5, len(told), facts.widths["fate_cards"]):
        told[i] = reveal.get(told[i])
    played: dict[tuple[str, str], list[int]] = {}
    rows = facts["corruption"]
    for i in range(0, len(rows), facts.widths["corruption"]):
        played.setdefault((rows[i + 3], rows[i + 4]), []).append(rows[i])
    taken = facts["favors"]
    for i in range(0, len(taken), facts.widths["favors"]):
        if waiting := played.get((taken[i + 3], taken[i])):
            taken[i + 4] = waiting.pop(0)

"""What the rules tell of a game while it is judged: one function a table, a row a call.

Every function does nothing unless facts are wanted (`g.facts`). The columns are those of `tables`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from vflog.engine.facts import Facts
from vflog.games.veiled_fate import identity, tables
from vflog.games.veiled_fate.pack import Ops
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
        tables.renown(
            g.facts,
            n=g.n,
            age=g.age,
            turn=_turn(g),
            marker=marker,
            before=before,
            after=after,
            rank_before=ranks[0],
            rank_after=ranks[1],
            cause=cause,
            subject=subject,
            by_coin=by_coin,
            player_id=player,
        )


@contextmanager
def all_moved(g: Game) -> Iterator[None]:
    """Whatever moves markers within this, in whichever way, is told of each that stands elsewhere after it."""
    if g.facts is None:
        yield
        return
    before, ranks = dict(g.renown), {demi: rank(g, demi) for demi in g.renown}
    hadria = None if g.hadria is None else g.hadria.renown
    yield
    for demi, place in before.items():
        if g.renown.get(demi) != place:
            renown(g, demi, place, g.renown.get(demi), (ranks[demi], rank(g, demi)))
    if g.hadria is not None and hadria is not None and g.hadria.renown != hadria:
        renown(g, "hadria", hadria, g.hadria.renown, (None, None))


@contextmanager
def all_held(g: Game) -> Iterator[None]:
    """Whatever changes hands, Favors and Corruption within this, by a judge's ruling, is told card by card."""
    if g.facts is None:
        yield
        return
    hands = {player: Counter(hand) for player, hand in g.hands.items()}
    favors = {player: own.copy() for player, own in g.favors.items()}
    yield
    for player, before in hands.items():
        now = Counter(g.hands[player])
        cards(g, player, (now - before).elements(), +1, "ruling")
        cards(g, player, (before - now).elements(), -1, "ruling")
    for player, had in favors.items():
        own = g.favors[player]
        for favor in (Counter([*own.hand, *own.played]) - Counter([*had.hand, *had.played])).elements():
            favor_taken(g, favor, player)
        entries, total = g.terms.pack.favors, had.corruption
        back, played = (Counter(a) - Counter(b) for a, b in ((had.played, own.played), (own.played, had.played)))
        for favor, sign in (*((f, -1) for f in back.elements()), *((f, +1) for f in played.elements())):
            total += sign * entries[favor].corruption
            corruption(g, player, sign * entries[favor].corruption, total, favor)
        if total != own.corruption:
            corruption(g, player, own.corruption - total, own.corruption)


def snapshot(g: Game, moment: str) -> None:
    """Where every marker stands now."""
    if g.facts is None:
        return
    place = 0
    for space in range(len(g.track) - 1, -1, -1):
        for i, demi in enumerate(g.track[space]):
            place += 1
            tables.snapshot(g.facts, g.n, g.age, moment, demi, renown=space, rank=place, place_in_space=i + 1)
    if g.hadria is not None:
        tables.snapshot(g.facts, g.n, g.age, moment, "hadria", renown=g.hadria.renown, rank=None, place_in_space=1)
    if g.terms.role is not None and g.terms.role.figure is not None:
        name, reached = g.terms.role.figure.name, g.role_extra["renown"]
        tables.snapshot(g.facts, g.n, g.age, moment, name, renown=reached, rank=None, place_in_space=1)


def card(g: Game, player: str | None, kind: str, delta: int, why: str, vote: str | None = None) -> None:
    """A Fate card came to or left a hand or pile; `vote` is the pile's subject until its reveal is known."""
    if g.facts is not None:
        tables.fate_card(g.facts, g.n, player, kind=kind, delta=delta, why=why, vote_n=vote)


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
        tables.vote(
            g.facts,
            n=g.n,
            kind=kind,
            subject=subject,
            region=region,
            age=g.age,
            cards=count,
            feathers=sides[0],
            scorpions=sides[1],
            outcome=outcome,
            by_coin=by_coin,
            completed_by=completed_by,
        )


def vote_slots(g: Game, quest: str, card_: Quest, done: Iterable[tuple[str, Ops]]) -> None:
    """What the slots of a Quest that was voted on would have brought, and what is `done`, coins tossed."""
    if g.facts is None:
        return
    happens = dict(done)
    owner = {demi: p for p in reversed(g.terms.players) for demi in identity.as_list(g.known.get(p, ()))}
    for number, (demi, slot) in enumerate(zip(card_.slots, card_.card.slots, strict=True), 1):
        if demi:
            tables.vote_slot(
                g.facts,
                g.n,
                quest,
                slot=number,
                demi=demi,
                owner=owner.get(demi),
                feather_gain=_gain(slot.feather),
                scorpion_gain=_gain(slot.scorpion),
                feather_smites=_has(slot.feather, "smite"),
                scorpion_smites=_has(slot.scorpion, "smite"),
                feather_coin=_has(slot.feather, "coin"),
                scorpion_coin=_has(slot.scorpion, "coin"),
                result=_result(happens.get(demi, ())),
            )


def _gain(ops: Ops) -> int:
    return sum(amount if what == "gain" else -amount for what, amount in ops if what in ("gain", "lose"))


def _has(ops: Ops, wanted: str) -> bool:
    return any(what == wanted for what, _ in ops)


def _result(ops: Ops) -> str:
    if _has(ops, "smite"):
        return "smite"
    change = _gain(ops)
    return "gain" if change > 0 else "lose" if change < 0 else "nothing"


def quest_left(
    g: Game, quest: str, card_: Quest, completed: tuple[int | None, str] | None, outcome: str | None
) -> None:
    """A Quest left the board (or the game ended with it there: then `g.n` is not its removal)."""
    if g.facts is not None:
        _quest(g.facts, quest, card_, g.age, completed or (None, None), g.n, outcome)


def _quest(
    told: Facts, quest: str, card_: Quest, age: int, completed: tuple[int | None, str | None], removed_n: int | None,
    outcome: str | None,
) -> None:  # fmt: skip
    tables.quest(
        told,
        quest=quest,
        region=card_.region,
        age=age,
        placed_n=card_.placed_n,
        placed_by=card_.placed_by,
        completed_n=completed[0],
        completed_by=completed[1],
        removed_n=removed_n,
        outcome=outcome,
        slots=len(card_.slots),
        filled=sum(bool(d) for d in card_.slots),
    )


def moved(
    g: Game, figure: str, start: str, to: str, quest: str | None = None, slot: int | None = None,
    cause: str | None = None,
) -> None:  # fmt: skip
    """A figure changed place."""
    if g.facts is not None:
        why, _, player = g.cause
        tables.move(
            g.facts,
            n=g.n,
            age=g.age,
            turn=_turn(g),
            figure=figure,
            from_place=start,
            to_place=to,
            quest=quest,
            slot=slot,
            cause=cause or why,
            player_id=player,
        )


def city_step(g: Game, city: str, space: int, effect: str, demi: str, player: str, removed: bool) -> None:
    """The City marker went one space on."""
    if g.facts is not None:
        tables.city_step(
            g.facts,
            n=g.n,
            age=g.age,
            card=city,
            space=space,
            effect=effect,
            demi=demi,
            player_id=player,
            removed=removed,
        )


def power(g: Game, player: str, name: str, via: str, cost: int, target: str | None) -> None:
    """A God Power was used."""
    if g.facts is not None:
        tables.power(g.facts, g.n, g.age, _turn(g), player, power=name, via=via, cost=cost, target=target)


def favor_taken(g: Game, favor: str, player: str) -> None:
    """A Favor was taken."""
    if g.facts is not None:
        tables.favor(
            g.facts, favor=favor, power=g.terms.pack.favors[favor].power, taken_n=g.n, taken_by=player, played_n=None
        )


def corruption(g: Game, player: str, amount: int, total: int, favor: str | None = None) -> None:
    """A player's Corruption comes to `total`: by a Favor played, by a scorekeeper's record or a judge's ruling."""
    if g.facts is not None:
        power_ = None if favor is None else g.terms.pack.favors[favor].power
        tables.corruption(
            g.facts, g.n, g.age, _turn(g), player, favor=favor, power=power_, corruption=amount, total=total
        )


def age_over(g: Game, last_n: int | None) -> None:
    """An Age is over, its card resolved in record `last_n`; or the log ends in it."""
    if g.facts is not None:
        tables.age(
            g.facts,
            age=g.age,
            card=g.age_card,
            first_player=g.age_first,
            first_rested=g.age_rested,
            first_n=g.age_first_n,
            last_n=last_n,
            ended_by=g.age_ended_by,
        )


def turn_over(g: Game, rested: str | None, last_n: int | None) -> None:
    """A turn is over with record `last_n`; `None` where the log ends in it."""
    if g.facts is not None and g.turn is not None:
        t = g.turn
        tables.turn(
            g.facts,
            turn=t.number,
            age=g.age,
            player_id=t.player,
            first_n=t.first_n,
            last_n=last_n,
            actions=t.actions,
            rested=rested,
            duration_s=None,
        )


def stopped(g: Game) -> None:
    """The game ends in the middle of what is under way: a turn, unless that had no record yet, and an Age."""
    if g.turn is not None and g.turn.first_n < g.n:
        turn_over(g, None, g.n)
    if _in_an_age(g):
        age_over(g, g.n)


def _in_an_age(g: Game) -> bool:
    """The `age` record of an Age was told, and it is not over."""
    return g.age > 0 if g.terms.detail == "score" else g.age_card is not None


def settle_game(g: Game) -> None:
    """Tell of what is still open when the log ends, and complete the rest."""
    if g.facts is None:
        return
    if g.phase != "over":
        if g.turn is not None and g.turn.first_n <= g.n:
            turn_over(g, None, None)
        if _in_an_age(g):
            age_over(g, None)
    # Before the Age card is read the Quests that lie there are those of the Age to come.
    age = g.age if g.age_card is not None or g.age == LAST_AGE else g.age + 1
    for quest, card_ in g.quests.items():
        _quest(g.facts, quest, card_, age, (None, None), None, None)
    _of_game(g, g.facts)
    _owners(g, g.facts)
    settle(g.facts)


def _of_game(g: Game, told: Facts) -> None:
    """What is known of the game as a whole, and of the Demis that players owned."""
    t = g.terms
    tables.game(
        told,
        hadria=t.hadria,
        celestials=t.role is not None,
        servants=t.servants,
        powers=t.powers,
        teams=t.teams,
        ages_played=_ages_played(g),
        celestial_role=t.role.name if t.role else None,
        celestial_won=g.won,
    )
    for player, owned in g.known.items():
        for demi in identity.as_list(owned):
            if demi != "?":
                tables.player_demi(
                    told,
                    player,
                    demi,
                    known_n=g.known_n.get(player, g.n),
                    renown=g.renown.get(demi),
                    rank=rank(g, demi),
                    annihilated=demi in g.annihilated,
                )


def _owners(g: Game, told: Facts) -> None:
    """Owners that came to light only later own their Demis all the time, but for a Tormentor who has swapped."""
    players = [p for p in g.terms.players if not (g.given_back and p == g.terms.celestial)]
    owner = {demi: p for p in reversed(players) for demi in identity.as_list(g.known.get(p, ()))}
    rows, width = told["vote_slots"], told.widths["vote_slots"]
    demi, place = tables.VOTE_SLOTS.place("demi"), tables.VOTE_SLOTS.place("owner")
    for i in range(0, len(rows), width):
        if rows[i + place] is None:
            rows[i + place] = owner.get(rows[i + demi])


def _ages_played(g: Game) -> int:
    """How many Age cards were resolved; in a scorekeeper's log, how many Ages are over."""
    under_way = g.phase != "over" if g.terms.detail == "score" else g.age_card is not None
    return max(0, g.age - under_way)


def settle(facts: Facts) -> None:
    """Complete, once the game's last record is judged, what was not known when its row was told.

    A Fate card's vote is the reveal of its pile; a Favor was played when its Corruption came to count.
    """
    n, subject = tables.VOTES.place("n"), tables.VOTES.place("subject")
    reveal = {row[subject]: row[n] for row in facts.rows("votes")}
    told = facts["fate_cards"]
    for i in range(tables.FATE_CARDS.place("vote_n"), len(told), facts.widths["fate_cards"]):
        told[i] = reveal.get(told[i])
    n, player, favor = (tables.CORRUPTION.place(name) for name in ("n", "player_id", "favor"))
    played: dict[tuple[str, str], list[int]] = {}
    for row in facts.rows("corruption"):
        played.setdefault((row[player], row[favor]), []).append(row[n])
    taken = facts["favors"]
    favor, player, n = (tables.FAVORS.place(name) for name in ("favor", "taken_by", "played_n"))
    for i in range(0, len(taken), facts.widths["favors"]):
        if waiting := played.get((taken[i + player], taken[i + favor])):
            taken[i + n] = waiting.pop(0)

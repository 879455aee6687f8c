"""Quests: how one is completed, who votes, how the vote is read, what it brings (VF-Q)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from vflog.games.veiled_fate import cards, facts, flow, hadria, track
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.order import expect
from vflog.games.veiled_fate.pack import COIN
from vflog.games.veiled_fate.records import Reveal, Vote, Voters
from vflog.games.veiled_fate.state import CLOSED, Game, Quest
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def on_board(g: Game, quest: str | UnsetType, rule: str) -> str:
    """The Quest of that name on the board."""
    if quest is UNSET:
        raise Refused("quest.missing", rule=rule, expected=list(g.quests))
    if quest not in g.quests:
        raise Refused("quest.not-on-board", quest=quest, rule=rule, expected=list(g.quests))
    return quest


def free_slot(g: Game, quest: str, slot: int | UnsetType, rule: str) -> int:
    """A free slot of a Quest on the board, counted from 1."""
    slots = g.quests[quest].slots
    if slot is not UNSET and 1 <= slot <= len(slots) and slots[slot - 1] is None:
        return slot
    free = [i + 1 for i, demi in enumerate(slots) if demi is None]
    if slot is UNSET:
        raise Refused("quest.slot-missing", quest=quest, rule=rule, expected=free)
    if not 1 <= slot <= len(slots):
        raise Refused("quest.no-such-slot", quest=quest, slot=slot, count=len(slots), rule=rule, expected=free)
    if slots[slot - 1] == CLOSED:
        need = g.quests[quest].card.slots[slot - 1].need
        raise Refused("prophet.slot", quest=quest, slot=slot, need=need, expected=free)
    raise Refused("quest.slot-taken", quest=quest, slot=slot, demi=slots[slot - 1], rule=rule, expected=free)


def complete_if_full(g: Game, player: str, quest: str) -> None:
    """VF-Q1, Q2: with its last free slot filled a Quest is complete at once."""
    there = g.quests[quest]
    if None in there.slots:
        return
    turn = g.turn
    there.full_n = g.n
    g.pending = (quest, player)
    if len(g.terms.players) == 2:
        _deck_votes(g, quest, there)
        g.phase, g.queue = "reveal", []
    else:
        g.phase, g.queue = "voters", [player]
        wait_for_votes(g)
    if turn is not None and not (g.phase == "voters" and g.ruling("influence_after_completion") == "true"):
        turn.voted = None


def _deck_votes(g: Game, quest: str, there: Quest) -> None:
    """VF-Q2: with two players the extra votes come from the deck, unseen."""
    for _ in range(cards.can_draw(g, there.card.voters)):
        cards.from_deck(g, there.pile, "?")
        facts.card(g, None, "?", 0, "voter", quest)


def may_vote(g: Game, completer: str) -> list[str]:
    """Who may be named as an extra voter: all others, but for the rested (ruling `rested_voters`)."""
    rested = g.rested
    if rested and g.ruling("rested_voters") == "true":
        rested = set()
    return [p for p in g.terms.players if p != completer and p not in rested]


def extra_voters(g: Game, quest: str, able: Sequence[str]) -> int:
    """How many extra voters the completer names of those who may be."""
    return min(g.quests[quest].card.voters, len(able))


def wait_for_votes(g: Game) -> None:
    """VF-Q1, T4: who can still be named, or still has to vote; where that is nobody the reveal comes."""
    if g.pending is None or g.phase not in ("voters", "vote"):
        return
    quest, completer = g.pending
    able = may_vote(g, completer)
    conduct.may_be_named(g, able)
    if g.phase == "vote":
        g.queue = [p for p in g.queue if p in able]
    if not (g.queue if g.phase == "vote" else extra_voters(g, quest, able)):
        g.phase, g.queue = "reveal", []


def voters(g: Game, r: Voters) -> None:
    """VF-Q1: the completer names the extra voters."""
    expect(g, "voters", r.player)
    quest = _pending(g, r.quest)
    able = may_vote(g, r.player)
    count = extra_voters(g, quest, able)
    if len(r.players) != count:
        raise Refused("voters.count", player=r.player, given=len(r.players), count=count, expected=count)
    for name in r.players:
        if name in g.rested and name not in able:
            raise Refused("voters.rested", player=r.player, name=name, expected=able)
        if name not in able:
            raise Refused("voters.not-another", player=r.player, name=name, expected=able)
    if len(set(r.players)) != len(r.players):
        raise Refused("voters.twice", player=r.player, expected=able)
    if g.terms.celestial is not None:
        conduct.named(g, r.players)
    g.phase, g.queue = "vote", [p for p in g.terms.players if p in r.players]
    if g.turn is not None:
        g.turn.voted = None


def _pending(g: Game, quest: str, rule: str = "VF-Q1") -> str:
    assert g.pending is not None
    if quest != g.pending[0]:
        raise Refused("quest.not-complete", quest=quest, pending=g.pending[0], rule=rule, expected=g.pending[0])
    return quest


def vote(g: Game, r: Vote) -> None:
    """VF-Q1: a named player adds a card, from the deck where the hand is empty."""
    expect(g, "vote", r.player)
    quest = _pending(g, r.quest)
    if r.card is None or not conduct.plays_own(g, r.player, r.source, r.card, quest):
        _vote_with_fate(g, r, quest)
    g.queue = [p for p in g.queue if p != r.player]
    wait_for_votes(g)


def _vote_with_fate(g: Game, r: Vote, quest: str) -> None:
    there = g.quests[quest].pile
    empty = g.holds[r.player] == 0
    if r.source not in (UNSET, "deck"):
        raise Refused("vote.source", source=r.source)
    if (r.source is not UNSET) != empty:
        code = "vote.from-deck" if empty else "vote.not-from-deck"
        raise Refused(code, player=r.player, expected="deck" if empty else None)
    if empty:
        able = cards.can_draw(g, 1)
        if (r.card is not None) != bool(able):
            raise Refused("vote.deck-card", player=r.player, card=r.card, able=able)
        if r.card is not None:
            cards.from_deck(g, there, r.card)
            facts.card(g, None, r.card, 0, "voter", quest)
    elif r.card is None:
        raise Refused("vote.card-missing", player=r.player, quest=quest, rule="VF-Q1", expected=cards.held(g, r.player))
    else:
        cards.give(g, r.player, r.card)
        there[r.card] += 1
        if g.facts is not None:
            facts.card(g, r.player, r.card, -1, "voter", quest)


def reveal(g: Game, r: Reveal) -> None:
    """VF-Q3, Q4: the pile is shown, the winning side applies to all slots together, the Quest leaves."""
    expect(g, "reveal")
    quest = _pending(g, r.quest, "VF-Q3")
    assert g.pending is not None
    completer = g.pending[1]
    there = g.quests[quest]
    pile = there.pile
    count = cards.show(g, pile, r.cards)
    count += cards.draw_for_plus2(g, pile, r.cards, r.drawn, quest)
    feathers, scorpions = cards.sides(pile)
    if g.terms.celestial is not None or r.mother:
        own = conduct.shown(g, quest, r)
        feathers, scorpions, count = feathers + own[0], scorpions + own[1], count + own[2]
    tie = feathers == scorpions
    if tie != (r.vote_coin is not UNSET):
        raise Refused("reveal.vote-coin" if tie else "reveal.no-vote-coin", feathers=feathers, scorpions=scorpions)
    side = str(r.vote_coin) if tie else "feather" if feathers > scorpions else "scorpion"
    effects = [(demi, ops) for demi, ops in zip(there.slots, there.card.brings[side], strict=True) if demi]
    if r.coins or side in there.card.tosses:
        track.check_coins(r.coins, [demi for demi, ops in effects if COIN in ops], "VF-Q4")
    if g.facts is not None:
        g.cause = ("quest", quest, completer)
        facts.vote_slots(g, quest, there, [(demi, track.tossed(ops, r.coins.get(demi))) for demi, ops in effects])
        facts.vote(g, "quest", quest, there.region, count, (feathers, scorpions), side, tie, completer)
        facts.quest_left(g, quest, there, (there.full_n, completer), side)
    leave_board(g, quest)
    if g.terms.celestial is not None:
        effects = conduct.effects_on_demis(g, effects, r.coins)
    track.together(g, effects, r.coins)
    if g.hadria is not None:
        hadria.quest_completed(g, there.region)
    g.pending = None
    if g.facts is not None:
        facts.snapshot(g, "vote")
    flow.go_on(g)


def leave_board(g: Game, quest: str) -> None:
    """A Quest leaves: its Demis stand in the region, its cards go to the discards."""
    card = g.quests.pop(quest)
    cards.to_discards(g, card.pile)
    if g.terms.celestial is not None:
        conduct.quest_leaves(g, quest)
    for demi in card.slots:
        if demi is not None and demi in g.on:
            g.on[demi] = g.slot[demi] = None

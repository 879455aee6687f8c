"""Mother to All (VF-C3): no own Demi; the players' Demis are to be ahead of all others.

Where the pack has Mother's Fate cards (`cards`), they vote on Quests only and come back to her hand. They are
no part of the Fate deck, the hand or a pile: what lies on Quests stands in the state as `votes`.
"""

from __future__ import annotations

from collections import Counter

from vflog.games.veiled_fate import cards, facts, identity, track
from vflog.games.veiled_fate.celestials.frame import Demis, Fields, OwnCards, Role
from vflog.games.veiled_fate.pack_roles import MotherData, RoleData
from vflog.games.veiled_fate.records import Reveal, VeiledFateEnd
from vflog.games.veiled_fate.state import Game
from vflog.log.problems import Refused

HAND_LIMIT = 5
SOURCE = "mother"


def _begin(data: RoleData | None) -> Fields:
    return {"votes": {}} if isinstance(data, MotherData) and data.cards else {}


def _tell(own: Fields) -> Fields:
    """The document tells how many of her cards lie on each Quest; which ones is her secret."""
    if "votes" not in own:
        return own
    return {**own, "votes": {quest: sum(votes.values()) for quest, votes in own["votes"].items()}}


def _copies(g: Game) -> dict[str, int]:
    data = g.terms.role_data
    return data.cards if isinstance(data, MotherData) else {}


def _out(g: Game, kind: str) -> int:
    """How many of a kind (`?`: not known which) lie on Quests."""
    return sum(votes.get(kind, 0) for votes in g.role_extra["votes"].values())


def _left(g: Game) -> int:
    lying = sum(sum(votes.values()) for votes in g.role_extra["votes"].values())
    return sum(_copies(g).values()) - lying


def _held(g: Game) -> list[str]:
    if not _left(g):
        return []
    return [kind for kind, copies in _copies(g).items() if copies > _out(g, kind)]


def _on(g: Game, quest: str) -> int:
    return sum(g.role_extra["votes"].get(quest, {}).values())


def _known(g: Game, quest: str) -> list[str]:
    votes = g.role_extra["votes"].get(quest, {})
    return [kind for kind, count in votes.items() if kind != "?" for _ in range(count)]


def _may_be(g: Game, quest: str) -> dict[str, int]:
    there = g.role_extra["votes"].get(quest, {})
    return {kind: copies - _out(g, kind) + there.get(kind, 0) for kind, copies in _copies(g).items()}


def _play(g: Game, player: str, card: str, quest: str) -> None:
    """One of her cards comes to the votes of a Quest; she has it."""
    held = _held(g)
    if not held or (card != "?" and card not in held):
        raise Refused("mother.card-out", player=player, card=card, expected=held)
    votes = g.role_extra["votes"]
    there = votes.get(quest, {})
    votes[quest] = {**there, card: there.get(card, 0) + 1}
    facts.card(g, player, card, 0, "mother", quest)


def _show(g: Game, quest: str, r: Reveal) -> tuple[int, int]:
    """The reveal shows all of hers on this Quest, beside the pile's own."""
    there = g.role_extra["votes"].get(quest, {})
    given, total = r.mother, sum(there.values())
    if "?" in given:
        raise Refused("reveal.hidden", rule="VF-C3")
    shown = Counter[str](given)
    short = any(shown[kind] < count for kind, count in there.items() if kind != "?")
    over = any(count > _may_be(g, quest).get(kind, 0) for kind, count in shown.items())
    if len(given) != total or short or over:
        known = cards.named({kind: count for kind, count in there.items() if kind != "?"})
        raise Refused(
            "mother.shown", given=", ".join(given) or "none", total=total, known=known, quest=quest, expected=total
        )
    return cards.sides(shown)


def _quest_leaves(g: Game, quest: str) -> None:
    """Her cards come back to hand, whether the Quest was revealed or taken away."""
    if "votes" in g.role_extra:
        g.role_extra["votes"].pop(quest, None)


def _won(g: Game, demis: Demis, r: VeiledFateEnd) -> bool:
    """Every player-controlled Demi is ahead of every other one left, and none of the players' is annihilated."""
    theirs = {d for p in g.terms.mortals for d in identity.as_list(demis[p]) if d != "?"}
    order = track.ranking(g)
    return theirs <= set(order) and set(order[: len(theirs)]) == theirs


ROLE = Role(
    name="mother-to-all",
    title="Mother to All",
    rule="VF-C3",
    text=(
        "Every Demi of a player is to be ahead of all others at the end; cards of her own vote on Quests and "
        "come back to hand."
    ),
    wins="at_end",
    won=_won,
    demis=0,
    hand_limit=HAND_LIMIT,
    may_lack={"cards": "Fate cards of its own"},
    begin=_begin,
    tell=_tell,
    cards=OwnCards(SOURCE, _play, _show, _held, _on, _known, _may_be),
    quest_leaves=_quest_leaves,
)

"""Mother to All's own Fate cards (C3): they vote on Quests and come back to her."""

from __future__ import annotations

from typing import Any

from . import cards
from .config import Config
from .errors import need

State = dict[str, Any]


def check_from(config: Config, player: str, source: str, rule: str) -> None:
    """`from` of a move onto a slot, or of a vote that is not from the deck."""
    need(source == "mother", rule, f"no card comes from {source!r}")
    need(config.is_role(player, "mother-to-all"), ("VF-C3", rule), f"{player} has no cards of her own")


def vote(config: Config, state: State, quest: str, card: str | None) -> None:
    """One of her own cards goes to a Quest, beside its pile."""
    need(card is not None, "VF-C3", "one of Mother's cards is laid")
    out = state["_mother"].setdefault(quest, {})
    cards.add(out, str(card), 1)
    need(_fits(config, state), "VF-C3", f"Mother does not have {card} with her any more")
    _show(state)


def _fits(config: Config, state: State) -> bool:
    """Whether what lies on the Quests is no more than she has."""
    owned: cards.Counts = config.role_data().get("cards", {})
    out: cards.Counts = {}
    for laid in state["_mother"].values():
        cards.add_all(out, laid)
    known = all(number <= owned.get(kind, 0) for kind, number in out.items() if kind != "?")
    return known and cards.count(out) <= cards.count(owned)


def reveal(config: Config, state: State, quest: str, shown: list[str]) -> cards.Counts:
    """Her cards of a vote are shown; they come back to her. Returns them."""
    laid = state["_mother"].get(quest, {})
    need("?" not in shown, "VF-C3", "a card of a reveal is always known")
    need(len(shown) == cards.count(laid), "VF-C3", f"{cards.count(laid)} cards of Mother's are shown")
    counts = cards.tally(shown)
    for kind, number in laid.items():
        need(kind == "?" or counts.get(kind, 0) >= number, "VF-C3", f"{number} {kind} of Mother's lie there")
    if shown:
        state["_mother"][quest] = counts
        need(_fits(config, state), "VF-C3", "Mother does not have these cards")
    come_back(state, quest)
    return counts


def come_back(state: State, quest: str) -> None:
    """The Quest leaves."""
    state["_mother"].pop(quest, None)
    _show(state)


def _show(state: State) -> None:
    """The document tells how many only."""
    if state["celestial"] is not None and "votes" in state["celestial"]:
        state["celestial"]["votes"] = {quest: cards.count(laid) for quest, laid in state["_mother"].items()}

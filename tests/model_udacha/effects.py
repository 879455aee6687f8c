"""Announcing a card or an effect: play, support, use, secret (U1, U4 to U8, U14 to U21, U31, U32)."""

from __future__ import annotations

from typing import Any

from .catalogue import Config, Entry, kinds_of
from .errors import Findings
from .moving import announce
from .state import State, active, destroyed_unique, in_play, may_be_active, may_be_in, may_work, where
from .words import HIDE, PLAYERS, SIDELESS, foe, kind_of, name_of

Record = dict[str, Any]


def judge_play(config: Config, state: State, record: Record, found: Findings) -> None:
    card, player = record["card"], record["p"]
    announce(state, card, f"{player}.hand", found)
    if card == HIDE:
        return
    if "M2" in found.illegal and _left_by_support(state, card):
        found.breaks("U4", f"{card} was used for its SUPPORT")
    copies = [
        other for other in in_play(state, player) if other not in (HIDE, card) and name_of(other) == name_of(card)
    ]
    if config.has(card, "unique") and copies:
        found.breaks("U5", f"{player} has {copies[0]} in play")
    _judge_blocks(config, state, player, card, found)


def _left_by_support(state: State, card: str) -> bool:
    return any(move["card"] == card and move["support"] for move in state["moves"])


def judge_support(config: Config, state: State, record: Record, effect: Entry | None, found: Findings) -> None:
    card, player = record["card"], record["p"]
    there = Findings()
    announce(state, card, f"{player}.hand", there)
    if there.illegal:
        found.breaks("U1", f"{card} is not in the Hand")
        found.breaks("M2", f"{card} is not in the Hand")
    if card == HIDE or effect is None:
        return
    if "SUPPORT" not in kinds_of(effect):
        found.breaks("U1", f"{record['eff']} is no SUPPORT")
    _judge_blocks(config, state, player, card, found)
    _judge_limit(state, record, effect, found)


def _judge_blocks(config: Config, state: State, player: str, card: str, found: Findings) -> None:
    """What keeps a Name from being played and used for SUPPORT."""
    name = name_of(card)
    if name in state["banned"]:
        found.breaks("U32", f"a {name} was Destroyed")
    owners = destroyed_unique(config, state).get(name, [])
    binds = config.rulings["destroyed_unique_binds"]
    if player in owners or (owners and binds == "both"):
        found.breaks("U21", f"a {name} lies in the Destroyed Zone")
    elif owners and binds == "unset":
        found.disputes("A5", f"the foe's {name} lies in the Destroyed Zone")


def judge_use(config: Config, state: State, record: Record, effect: Entry | None, found: Findings) -> None:
    card = record["card"]
    if card == HIDE or effect is None:
        return
    _judge_place(config, state, record["p"], card, kinds_of(effect), found)
    _judge_limit(state, record, effect, found)


def _judge_place(config: Config, state: State, player: str, card: str, kinds: set[str], found: Findings) -> None:
    entry = config.entry(card)
    assert entry is not None
    hero, scenery = entry["type"] == "Hero", entry["type"] in ("Place", "Pursuit")
    is_active = may_work(config, state, player, card)
    if "ACTIVE" in kinds and not is_active and (hero or scenery):
        found.breaks("U17" if hero else "U18", f"{card} is not Active")
    if "VISITED" in kinds and scenery:
        if not may_be_in(state, card, f"{player}.scenery"):
            found.breaks("U19", f"{card} is not in the Scenery Area")
        elif entry["type"] == "Pursuit":
            found.disputes("A31", "a Pursuit is visited")
    if kinds <= {"REACTION", "INTERRUPT"} and not is_active:
        found.disputes("A28", f"{card} is not Active")


def _judge_limit(state: State, record: Record, effect: Entry, found: Findings) -> None:
    key = (record["p"], name_of(record["card"]), record["eff"])
    for limit, rule in (("turn", "U14"), ("game", "U15")):
        uses = state[f"used_{limit}"].get(key)
        if effect.get("limit") == limit and uses:
            if all(uses.values()):
                found.disputes("A10", "the use before was cancelled")
            else:
                found.breaks(rule, f"{record['eff']} was used already")


def note_use(state: State, record: Record, effect: Entry | None, n: int) -> None:
    """A limited use counts from its announcement."""
    if effect is not None and effect.get("limit") in ("turn", "game"):
        key = (record["p"], name_of(record["card"]), record["eff"])
        state[f"used_{effect['limit']}"].setdefault(key, {})[n] = False


def note_cancelled(state: State, n: int) -> None:
    for uses in [*state["used_turn"].values(), *state["used_game"].values()]:
        if n in uses:
            uses[n] = True


def judge_secret(config: Config, state: State, record: Record, found: Findings) -> None:
    card, player = record["card"], record["p"]
    revealed = state["reveals"][player]
    there = Findings()
    announce(state, card, f"{player}.vault", there)
    found.illegal.update(there.illegal)
    if not there.illegal:
        # A47: only reveals from the own Vault count.
        state["reveals"][player] += 1
    one_away = state["to_win"] - state["quests"][foe(player)] == 1
    if config.has(card, "climactic"):
        if revealed == 0:
            found.breaks("U7", f"{card} is Climactic and the first one")
        if revealed != 1 or not one_away:
            found.breaks("U8", f"{card} is Climactic")
    elif revealed == 1 and not one_away and card != HIDE:
        found.disputes("A47", f"{card} is a second one and no Climactic")
    if revealed >= 2:
        found.disputes("A47", f"{player} has revealed {revealed}")


def coveted_copies(config: Config, state: State, record: Record) -> list[str]:
    """The foe's Active same-Name cards when a Coveted card is announced."""
    card = record.get("card", HIDE)
    if not config.has(card, "coveted"):
        return []
    return [other for other in active(config, state, foe(record["p"])) if name_of(other) == name_of(card)]


def judge_coveted_discard(config: Config, state: State, frame: dict[str, Any], record: Record, found: Findings) -> None:
    """U31: what Coveted Discards is an Active copy of the foe."""
    for card in record["cards"]:
        may_be = card in (HIDE, *frame["foes"]) or may_be_active(config, state, foe(frame["p"]), card)
        if not may_be or (HIDE not in (card, frame["card"]) and name_of(card) != name_of(frame["card"])):
            found.breaks("U31", f"{card} is no Active copy of the foe")


def judge_close(config: Config, state: State, frame: dict[str, Any], found: Findings) -> None:
    """What is settled when a frame closes: its own card (U2, U3), and the foe's copy (U31)."""
    inside = state["moves"][frame["moves_before"] :]
    if frame["support"] and frame["card"] != HIDE:
        effect = config.effect(frame["card"], frame["eff"])
        if effect is not None:
            _judge_own_card(config, state, frame, effect, inside, found)
    still = [card for card in active(config, state, foe(frame["p"])) if card in frame["coveted"]]
    if not still or any(_discards_a_copy(frame, move) for move in inside):
        return
    if frame["cancelled"]:
        found.disputes("A44", f"{still[0]} was not Discarded")
    else:
        found.breaks("U31", f"{still[0]} was not Discarded")


def _discards_a_copy(frame: dict[str, Any], move: dict[str, Any]) -> bool:
    """Whether a move may be the Discard of an Active copy of the foe; one hidden at the announcement may have been."""
    card = move["card"]
    if move["cancelled"] or kind_of(move["to"]) != "discard":
        return False
    if card == HIDE:
        return move["from"] in (f"{foe(frame['p'])}.heroes", f"{foe(frame['p'])}.scenery")
    return card in frame["coveted"] or (frame["hidden_foes"] and name_of(card) == name_of(frame["card"]))


def _of_card(card: str, hand: str, moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves that are, or may be, those of a card that was known in a Hand before them."""
    may_lie_in, found = [hand], []
    for move in moves:
        if move["card"] == card:
            may_lie_in = [move["to"]]
        elif move["card"] == HIDE and move["from"] in may_lie_in:
            may_lie_in.append(move["to"])
        else:
            continue
        found.append(move)
    return found


def _judge_own_card(
    config: Config, state: State, frame: dict[str, Any], effect: Entry, inside: list[dict[str, Any]], found: Findings
) -> None:
    card, hand = frame["card"], f"{frame['p']}.hand"
    mine = _of_card(card, hand, inside)
    own = [move for move in mine if move["frame"] == frame["n"]]
    if any(move["from"] == hand and move["to"] != hand and move not in own for move in mine):
        return  # another frame moved it out of the Hand
    lies = where(state, card)
    kept = may_be_in(state, card, hand) or not own
    discarded = any(kind_of(move["to"]) == "discard" for move in mine) or (lies or "").endswith(".discard")
    if frame["cancelled"] and (kept or discarded):
        return
    dest = effect.get("dest", "default")
    if dest in ("default", "discard"):
        if not discarded:
            found.breaks("U2" if dest == "default" else "U3", f"{card} was not Discarded")
        return
    if _cannot_join(config, state, frame, dest) and (kept or discarded):
        return
    zones = [f"{player}.{dest}" for player in (PLAYERS if dest in SIDELESS else (frame["p"],))]
    went = any(move["to"] in zones for move in mine) and dest != "hand"
    if not went and not any(may_be_in(state, card, zone) for zone in zones if lies is not None or dest == "hand"):
        found.breaks("U3", f"{card} did not go to {dest}")


def _cannot_join(config: Config, state: State, frame: dict[str, Any], dest: str) -> bool:
    """A11, A12: the SUPPORT of a Unique card plays itself, but a copy is, or may be, in play or Destroyed."""
    card = frame["card"]
    destroyed = [other for side in PLAYERS for other in state["zones"].get(f"{side}.destroyed", ())]
    copies = [other for other in (*in_play(state, frame["p"]), *destroyed) if other != card]
    return (
        dest in ("heroes", "scenery")
        and config.has(card, "unique")
        and any(other == HIDE or name_of(other) == name_of(card) for other in copies)
    )

"""The record `celestial`, and what the roles win by (C1 to C4)."""

from __future__ import annotations

from typing import Any

from . import board, cards, owners, quests, setup, track, turns
from .config import Config
from .errors import PRINTED, PUBLIC, need

State = dict[str, Any]
Record = dict[str, Any]


def judge_celestial(config: Config, state: State, record: Record) -> None:
    player, act = record["player"], record["act"]
    need(player == config.celestial, (rule_of(act), "VF-C1"), f"{player} is no Celestial")
    if act == "look":
        need(config.role == "arbiter", "VF-C2", "only the Arbiter looks through the unused Demis", PRINTED)
        _only(record, rule="VF-C2")
    elif act == "swap":
        need(config.role == "tormentor", "VF-C3", "only the Tormentor changes its Demi", PUBLIC)
        _swap(config, state, player, record)
    elif act == "place":
        need(config.role == "steward", "VF-C4", "only the Steward places a Quest of its own", PUBLIC)
        _place(config, state, record)
    elif act == "spell":
        need(config.role == "sorcerer", "VF-C4", "only the Sorcerer has spells", PUBLIC)
        _spell(config, state, player, record)
    elif act == "force":
        need(config.role == "prophet", "VF-C4", "only the Prophet forces the active player", PUBLIC)
        _force(config, state, player, record)
    else:
        rule = {"arbiter": "VF-C2", "steward": "VF-C4", "sorcerer": "VF-C4", "prophet": "VF-C4"}
        need(False, ("VF-C1", rule.get(str(config.role), "VF-C3")), f"{act!r} is no act of a Celestial")


def rule_of(act: str) -> str:
    """The rule that an act is of."""
    return {"look": "VF-C2", "swap": "VF-C3"}.get(act, "VF-C4")


def _only(record: Record, *fields: str, rule: str = "VF-C4") -> None:
    """The fields of an act; what it asks for must be there, all else must not."""
    for field in ("drew", "quest", "region", "spell", "cards", "demi", "to"):
        if field in fields:
            need(field in record or field == "cards", rule, f"{field} is missing")
        else:
            need(not record.get(field), rule, f"{record['act']} has no {field}")


# -- the roles whose cards are pack data (C4) ---------------------------------------------------------------------


def _place(config: Config, state: State, record: Record) -> None:
    """Once a game the Steward lays out a Quest of its own; no action."""
    need(not state["celestial"]["used"], "VF-C4", "the Steward places one Quest a game", PUBLIC)
    _only(record, "quest", "region")
    setup.lay_quest(config, state, record["quest"], record["region"], "VF-C4", config.pack.steward_quests)
    state["celestial"]["used"] = True


def _force(config: Config, state: State, player: str, record: Record) -> None:
    """Another is to name voters: the Prophet must be one of them."""
    need(state["phase"] == "voters" and player not in state["waiting"], "VF-C4", "nobody else is to name voters")
    need(not state["celestial"]["forced"], "VF-C4", "the Prophet has asked already")
    pending = state["pending"]
    need(
        pending and player in quests.possible_voters(config, state, pending["player"]),
        ("VF-C4", "VF-T4"),
        "the Prophet has rested and has no extra vote",
    )
    _only(record)
    state["celestial"]["forced"] = True


def _spell(config: Config, state: State, player: str, record: Record) -> None:
    """An action, paid exactly; for a Demi where the figure is, or for figure and marker themselves."""
    turns.use_action(config, state, player)
    spells = {spell["id"]: spell for spell in config.role_data()["spells"]}
    need(record.get("spell") in spells, "VF-C4", f"{record.get('spell')!r} is no spell")
    spell = spells[record["spell"]]
    paid = record.get("cards", [])
    need(len(paid) == spell.get("cost", 0), "VF-C4", f"the spell costs {spell.get('cost', 0)} cards")
    if paid:
        cards.take(config, state, player, paid)
        cards.discard(state, cards.tally(paid))
        state["turn"]["fate"] = True
    word, _, amount = spell["does"].partition(" ")
    own = word.startswith("own_")
    word = word.removeprefix("own_")
    wanted = ([] if own else ["demi"]) + (["to"] if word == "portal" else [])
    _only(record, "spell", "cards", *wanted)
    name = track.SORCERER if own else record["demi"]
    if not own:
        board.living_demi(config, state, name, "VF-C4")
        here = state["demis"][name]["at"] == state["celestial"]["at"]
        need(here, "VF-C4", f"{name} is not where the figure is")
    if word == "portal":
        figure = track.figure_of(state, name)
        board.known_location(record["to"], "VF-C4")
        need(figure["at"] != record["to"] or figure["quest"] is not None, "VF-C4", f"{name} is there already")
        board.put_at(state, name, record["to"])
    else:
        result = "smite" if word == "smite" else f"{word} {amount}"
        track.apply(config, state, [(name, track.parse_result(result, None))])


def deaths(config: Config, state: State) -> None:
    """At an Age's end, after its card: Demis die whose foretold Age and Renown match."""
    if config.role != "prophet":
        return
    told = {p["demi"]: p for p in config.role_data()["prophecies"]}
    for demi in config.pack.demis:
        figure = state["demis"][demi]
        if demi in told and (told[demi]["age"], told[demi]["renown"]) == (state["age"], figure["renown"]):
            track.leave_space(state, demi)
            track.free_slot(state, demi)
            figure.update(at=None, renown=None)
            state["celestial"]["dead"].append(demi)


def prophet_won(config: Config, state: State) -> bool:
    return config.role == "prophet" and len(state["celestial"]["dead"]) >= 2


def _steward_wins(config: Config, state: State) -> bool:
    """Before the reveal: the row of the table for the number of players."""
    rows = [row for row in config.role_data()["table"] if row.get("players_from", 2) <= len(config.players)]
    if not rows:
        return False
    row = max(rows, key=lambda row: row.get("players_from", 2))
    if isinstance(row["demis"], list):
        spaces = [state["demis"][demi]["renown"] for demi in row["demis"]]
        return None not in spaces and max(spaces) - min(spaces) <= row["within"]
    spaces = sorted(state["demis"][demi]["renown"] for demi in track.places(state))
    number = row["demis"]
    return any(spaces[start + number - 1] - spaces[start] <= row["within"] for start in range(len(spaces) - number + 1))


def _swap(config: Config, state: State, player: str, record: Record) -> None:
    need(
        state["phase"] == "turn" and state["turn"]["player"] == player,
        "VF-C3",
        "the Tormentor swaps in its own turn",
        PUBLIC,
    )
    need(not state["celestial"]["used"], "VF-C3", "the Tormentor swaps once a game", PUBLIC)
    _only(record, "drew", rule="VF-C3")
    drew, before = record["drew"], state["known_demis"][player]
    owners.check_form(config, player, drew, "VF-C3", hidden=True)
    need(drew == "?" or drew != before, "VF-C3", "the card given back is not drawn again", PUBLIC)
    if config.teams():
        left = state["shown"].count(drew) < owners.COPIES_WITH_TEAMS
        need(left, "VF-C3", f"no copy of {drew} is left", PUBLIC)
    if before != "?":
        state["_given_back"] = [before]
    state["known_demis"][player] = drew
    state["celestial"]["used"] = True
    owners.check_all(config, state, "VF-C3")


# -- winning ------------------------------------------------------------------------


def wins_before(config: Config, state: State, held: dict[str, list[str]], guess: dict[str, str]) -> bool:
    """The "before" check: the Steward's table, Eredan's guesses."""
    if config.role == "steward":
        return _steward_wins(config, state)
    if config.role != "eredan":
        return False
    right = sum(1 for player, demi in guess.items() if held.get(player) == [demi])
    # Those that the players hold, known or not: without teams each holds another, with teams two share one.
    different = (len(config.others()) + 1) // 2 if config.teams() else len(config.others())
    if different <= 3:
        return right >= 2
    if different <= 5:
        return right >= 3
    if different <= 7:
        return right >= 4
    return right >= 5


def wins_at_end(config: Config, state: State, held: dict[str, list[str]]) -> bool:
    """The "at the end" check, after annihilation."""
    left = track.places(state)
    if config.role == "mother-to-all":
        return _mother_wins(config, left, held)
    own = held.get(config.celestial or "", [])
    if not own or any(demi not in left for demi in own):
        return False
    if config.role == "arbiter":
        highest, lowest = left[:3], left[-3:]
        one, other = own
        return (one in highest and other in lowest) or (other in highest and one in lowest)
    if config.role == "tormentor":
        return left[-1] == own[0]
    if config.role == "sorcerer":
        return bool(state["demis"][own[0]]["renown"] == state["celestial"]["renown"])
    return False


def _mother_wins(config: Config, left: list[str], held: dict[str, list[str]]) -> bool:
    controlled = {demi for player in config.others() for demi in held.get(player, [])}
    if any(demi not in left for demi in controlled):
        return False
    return all(demi in controlled for demi in left[: len(controlled)])

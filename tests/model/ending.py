"""The end of the game (section 9, E1 to E3)."""

from __future__ import annotations

from typing import Any

from . import celestials, owners, track
from .config import Config
from .errors import FORMAT, PUBLIC, need

State = dict[str, Any]
Record = dict[str, Any]
Held = dict[str, list[str]]


def judge_end(config: Config, state: State, record: Record) -> None:
    reason = record.get("reason", "played")
    if reason != "played":
        _end_early(config, state, record, reason)
        return
    need("result" not in record, FORMAT, "a result is for a game that was not played out")
    told = record.get("demis", {})
    if config.detail == "full":
        _tell_all(config, state, told)
    else:
        owners.tell(config, state, told, hidden=True)
    _check_unused(config, state, record)
    _check_guess(config, state, record)
    held = {player: owners.known_of(state, player) for player in config.players}
    complete = everybody_known(config, state)
    winners = resolve(config, state, held, record.get("guess", {}))
    named = record.get("winners", [])
    if complete:
        same = set(named) == set(winners)
        need(named == winners, FORMAT if same else "VF-E2", f"the winners are {winners}, not {named}")
    else:
        _check_winners(config, named, "VF-E2")
        winners = config.in_seat_order(named)
    _close(state, winners)


def _cards(config: Config, player: str) -> int:
    if not config.has_demi(player):
        return 0
    return 2 if config.is_role(player, "arbiter") else 1


def everybody_known(config: Config, state: State) -> bool:
    return all(len(owners.known_of(state, player)) == _cards(config, player) for player in config.players)


def _close(state: State, winners: list[str]) -> None:
    state["phase"] = "over"
    state["waiting"] = []
    state["turn"] = None
    state["pending"] = None
    state["winners"] = winners


def _end_early(config: Config, state: State, record: Record, reason: str) -> None:
    for field in ("unused", "guess", "winners"):
        need(field not in record, ("VF-E2", FORMAT), f"an end by {reason} has no {field}")
    winners: list[str] = []
    if "result" in record:
        need(reason != "abandoned", FORMAT, "an abandoned game has no result")
        need("by" in record["result"], FORMAT, "it is not said whose result it is")
        named = record["result"].get("winners", [])
        _check_winners(config, named)
        winners = config.in_seat_order(named)
    owners.tell(config, state, record.get("demis", {}), hidden=True)
    _close(state, winners)


def _check_winners(config: Config, named: list[str], *rules: str) -> None:
    """Winners that are taken as they are named."""
    need(len(set(named)) == len(named), (*rules, FORMAT), "a winner is named twice")
    for player in named:
        need(player in config.players, (*rules, FORMAT), f"{player!r} is no player of this game")


def _tell_all(config: Config, state: State, told: dict[str, Any]) -> None:
    wanted = [player for player in config.players if config.has_demi(player)]
    need(sorted(told) == sorted(wanted), "VF-E2", "the end names every player's Demi")
    owners.tell(config, state, told, hidden=False)
    if config.teams():
        known = [told[player] for player in config.others()]
        single = [demi for demi in known if known.count(demi) == 1]
        number = 1 if len(config.others()) == 7 else 0
        need(len(single) == number, "VF-E1", f"{len(single)} players are alone, not {number}")


def _check_unused(config: Config, state: State, record: Record) -> None:
    if "unused" not in record:
        return
    for demi in record["unused"]:
        need(demi in config.pack.demis, "VF-E2", f"{demi!r} is no Demi")
    held = [demi for player in config.players for demi in owners.known_of(state, player)]
    unused = record["unused"]
    if config.teams():
        for demi in set(unused):
            left = max(0, owners.COPIES_WITH_TEAMS - held.count(demi))
            need(unused.count(demi) <= left, "VF-E2", f"at most {left} cards of {demi} are unused")
        return
    number = len(config.pack.demis) - config.demi_cards()
    need(len(unused) == len(set(unused)) == number, "VF-E2", f"{number} Demis are unused")
    for demi in unused:
        need(demi not in held, "VF-E2", f"{demi} is known to be held")


def _check_guess(config: Config, state: State, record: Record) -> None:
    if config.role != "eredan":
        need("guess" not in record, "VF-E2", "only Eredan guesses")
        return
    if "guess" not in record and config.detail == "score" and not everybody_known(config, state):
        return
    need("guess" in record, "VF-C3", "Eredan guesses before the reveal", PUBLIC)
    guess = record["guess"]
    need(sorted(guess) == sorted(config.others()), ("VF-E2", "VF-C3"), "Eredan guesses for every non-Celestial player")
    for demi in guess.values():
        need(demi in config.pack.demis, ("VF-E2", "VF-C3"), f"{demi!r} is no Demi")


# -- the order of E2 ----------------------------------------------------------------


def resolve(config: Config, state: State, held: Held, guess: dict[str, str]) -> list[str]:
    """Resolve the end; returns the winners in seat order."""
    if celestials.prophet_won(config, state):
        state["celestial"].update(won=True, disqualified=False)
        return [str(config.celestial)]
    before = celestials.wins_before(config, state, held, guess)
    barred = _corruption(config, state, held)
    _annihilate(config, state)
    at_end = celestials.wins_at_end(config, state, held)
    _lone_gain(config, state, held)
    if config.celestial is not None:
        if before and config.rulings["before_win"] == "final":
            barred = False
        won = (before or at_end) and not barred
        state["celestial"]["won"] = won
        state["celestial"]["disqualified"] = barred
        if won:
            return [config.celestial]
    return _best_players(config, state, held)


def groups(config: Config, held: Held) -> list[list[str]]:
    """Teams (players who share a Demi), lone players, and the Celestial by itself."""
    result: list[list[str]] = []
    for player in config.players:
        mates = [player]
        if config.teams() and player != config.celestial and held[player]:
            mates = [other for other in config.others() if held[other] == held[player]]
        if mates not in result:
            result.append(mates)
    return result


def _corruption(config: Config, state: State, held: Held) -> bool:
    """Most Corruption loses 1. Returns whether the Celestial is barred by it."""
    if state["hadria"] is None:
        return False
    sums = [(sum(state["favors"][player]["corruption"] for player in group), group) for group in groups(config, held)]
    most = max(total for total, _ in sums)
    if most == 0 and config.rulings["zero_corruption"] == "none":
        return False
    losers: set[str] = set()
    barred = False
    for total, group in sums:
        if total != most:
            continue
        if group == [config.celestial]:
            barred = True
            if config.rulings["celestial_corruption"] == "spared":
                continue
        for player in group:
            losers.update(demi for demi in held[player] if state["demis"][demi]["renown"] is not None)
    track.apply(config, state, track.same_for(config, losers, [("change", -1)]))
    return barred


def _annihilate(config: Config, state: State) -> None:
    if state["hadria"] is None:
        return
    for demi in config.pack.demis:
        renown = state["demis"][demi]["renown"]
        if renown is not None and renown > state["hadria"]["renown"]:
            track.leave_space(state, demi)
            state["demis"][demi]["renown"] = None
            state["annihilated"].append(demi)


def _lone_gain(config: Config, state: State, held: Held) -> None:
    """With 7 non-Celestial players the lone one's Demi gains 1, if it is left."""
    if len(config.others()) != 7:
        return
    everyone = [demi for player in config.others() for demi in held[player]]
    if len(everyone) != 7:
        return
    for demi in set(everyone):
        if everyone.count(demi) == 1 and state["demis"][demi]["renown"] is not None:
            track.apply(config, state, [(demi, [("change", 1)])])


def _best_players(config: Config, state: State, held: Held) -> list[str]:
    for demi in track.places(state):
        players = [player for player in config.others() if demi in held[player]]
        if players:
            return players
    return []

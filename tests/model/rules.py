"""One record of play against the state: the right moment, then its own rule."""

from __future__ import annotations

from typing import Any

from . import ages, cards, celestials, ending, moves, powers, quests, score, setup, turns
from .config import Config
from .document import clone
from .errors import FORMAT, Broken, Refused, all_of_them, need, refuse
from .schema import without_empty

State = dict[str, Any]
Record = dict[str, Any]

#: phase -> (what may come, the rule of what must come)
PHASES: dict[str, tuple[list[str], str | None]] = {
    "setup": (["setup"], "VF-S2"),
    "age": (["age"], "VF-A1"),
    "turn": (["move", "power", "favor", "end_turn", "rest"], "VF-T1"),
    "voters": (["voters"], "VF-Q1"),
    "vote": (["vote"], "VF-Q1"),
    "reveal": (["reveal"], "VF-Q3"),
    "age_pick": (["age_pick"], "VF-G"),
    "age_quest": (["age_quest"], "VF-G"),
    "age_place": (["age_place"], "VF-G"),
    "age_vote": (["age_vote"], "VF-G"),
    "age_reveal": (["age_reveal"], "VF-G"),
    "deal": (["deal"], "VF-A2"),
    "place": (["place"], "VF-A2"),
    "city": (["city"], "VF-A2"),
    "end": (["end"], "VF-E2"),
    "over": ([], FORMAT),
}


def judge(config: Config, state: State, record: Record) -> None:
    """Apply a record of play to the state, or raise Refused.

    The caller gives a copy of the state: after a refusal it is thrown away."""
    record = without_empty(record)
    if config.detail == "score":
        score.judge_score_record(config, state, record)
        return
    kind = record["type"]
    if kind == "end" and record.get("reason", "played") != "played":
        _must(state["phase"] != "over", FORMAT, "the game is over")
        ending.judge_end(config, state, record)
        return
    if kind == "celestial":
        _celestial_moment(config, state, record)
    else:
        _moment(config, state, record)
    voted = _forget_vote(state, record)
    _dispatch(config, state, record, voted)
    cards.check_copies(config, state)


def broken(config: Config, state: State, record: Record) -> list[Broken]:
    """The rules that a refused record breaks, as far as they can be told.

    After the first of them judging goes on with what there is; where that makes no sense any more it ends."""
    with all_of_them() as found:
        try:
            judge(config, clone(state), clone(record))
        except Refused as problem:
            found.append(Broken(problem.rule, problem.basis))
        except (LookupError, TypeError, ValueError, AttributeError):
            assert found
    return found


def _moment(config: Config, state: State, record: Record) -> None:
    kind, phase = record["type"], state["phase"]
    expected, rule = PHASES[phase]
    if phase == "voters" and config.rulings["influence_after_completion"]:
        expected = [*expected, "power", "favor"]
    _must(kind in expected, rule, f"{kind} comes in the phase {phase}")
    if kind == "age":
        _must("player" in record, rule, "the first player reads the Age card")
    if "player" in record:
        player = record["player"]
        _must(player in config.players, rule, f"{player!r} is no player of this game")
        _must(player in state["waiting"], rule, f"{player} is not waited for now")


def _must(condition: object, rule: str | None, message: str) -> None:
    """What comes at the wrong moment, or from the wrong player, breaks the rule of what must come."""
    if not condition:
        refuse(rule, message)


def _celestial_moment(config: Config, state: State, record: Record) -> None:
    phase = state["phase"]
    _must(phase not in ("setup", "over"), PHASES[phase][1], f"celestial comes in the phase {phase}")
    act = record["act"]
    if act in ("swap", "place", "spell") and record["player"] == config.celestial:
        own_turn = phase == "turn" and record["player"] in state["waiting"]
        need(own_turn, (PHASES[phase][1], celestials.rule_of(act)), f"{act} comes in the own turn")


def _forget_vote(state: State, record: Record) -> str | None:
    """The Quest for P6; any record but a look makes the turn forget it."""
    if state["turn"] is None:
        return None
    voted: str | None = state["turn"]["voted"]
    look = record["type"] == "celestial" and record["act"] == "look"
    if not look:
        state["turn"]["voted"] = None
    return voted


def _dispatch(config: Config, state: State, record: Record, voted: str | None) -> None:
    kind = record["type"]
    if kind == "power":
        powers.judge_power(config, state, record, voted)
    elif kind == "favor":
        powers.judge_favor(config, state, record, voted)
    else:
        handlers = {
            "setup": setup.judge_setup,
            "age": setup.judge_age,
            "deal": setup.judge_deal,
            "place": setup.judge_place,
            "city": setup.judge_city,
            "move": moves.judge_move,
            "end_turn": turns.judge_end_turn,
            "rest": turns.judge_rest,
            "voters": quests.judge_voters,
            "vote": quests.judge_vote,
            "reveal": quests.judge_reveal,
            "age_pick": ages.judge_age_pick,
            "age_quest": ages.judge_age_quest,
            "age_place": ages.judge_age_place,
            "age_vote": ages.judge_age_vote,
            "age_reveal": ages.judge_age_reveal,
            "celestial": celestials.judge_celestial,
            "end": ending.judge_end,
        }
        handlers[kind](config, state, record)

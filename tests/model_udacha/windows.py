"""Ties between frames (M3), and answers in the INTERRUPT and the REACTION window (U9 to U13, U16)."""

from __future__ import annotations

from typing import Any

from .catalogue import Config, Entry, kinds_of
from .errors import Findings
from .state import Frame, State, find_frame, innermost
from .words import HIDE, foe, name_of

Record = dict[str, Any]
KIND_OF_WINDOW = {"INT": "INTERRUPT", "REA": "REACTION"}


def is_support(record: Record, effect: Entry | None) -> bool:
    """Whether a line uses a SUPPORT effect; a `use` of one counts as a `support`."""
    return record["what"] == "support" or (effect is not None and "SUPPORT" in kinds_of(effect))


def at_any_time(config: Config, record: Record, effect: Entry | None) -> bool:
    """A24: an INTERRUPT worded as usable at any time; a hidden card may have one, if any card has."""
    if record["what"] not in ("use", "support") or record.get("win") == "REA":
        return False
    effects = [effect] if effect is not None else []
    if record["card"] == HIDE:
        effects = [effects[record["eff"]] for effects in config.effects if record["eff"] in effects]
    return any("INTERRUPT" in kinds_of(one) and one.get("trigger") == "any" for one in effects)


def judge_ties(config: Config, state: State, record: Record, effect: Entry | None, found: Findings) -> None:
    """M3: a new frame is tied to the innermost open one."""
    inner = innermost(state)
    part, trigger = record.get("in"), record.get("trig")
    for named in (part, trigger):
        if named is not None and find_frame(state, named) is None:
            found.breaks("M3", f"frame {named} is not open")
    if inner is None or at_any_time(config, record, effect):
        return
    if trigger == inner["n"]:
        return
    if part != inner["n"]:
        found.breaks("M3", f"the line is not tied to the innermost open frame, {inner['n']}")
    elif not inner["resolved"] and not coveted_discard(config, inner, record):
        found.breaks("M3", f"frame {part} has not resolved")


def coveted_discard(config: Config, frame: Frame, record: Record) -> bool:
    """Whether a line is the Discard that playing a Coveted card, or using its SUPPORT, brings (U31)."""
    if record["what"] != "discard" or not (frame["what"] == "play" or frame["support"]):
        return False
    return record.get("why") == "keyword:Coveted" and (frame["card"] == HIDE or config.has(frame["card"], "coveted"))


def bounty_invest(record: Record) -> bool:
    return record["what"] == "invest" and (record.get("why") == "bounty" or "for" in record)


def judge_part(config: Config, state: State, record: Record, found: Findings) -> None:
    """U12: no part of a resolution after the first REACTION to it."""
    frame = find_frame(state, record.get("in"))
    if frame is None or not frame["answers"]["REA"]:
        return
    if not coveted_discard(config, frame, record) and not bounty_invest(record):
        found.breaks("U12", f"frame {frame['n']} has been answered by a REACTION")


def judge_answer(config: Config, state: State, record: Record, effect: Entry | None, found: Findings) -> None:
    """All that `win` and `trig` bring."""
    win, trigger = record.get("win"), record.get("trig")
    if record["what"] not in ("use", "support"):
        if win is not None:
            found.breaks("U9", f"a {record['what']} is no answer")
    elif record["card"] != HIDE and effect is not None:
        _judge_kind(config, record, effect, found)
    if win is None:
        return
    frame = find_frame(state, trigger)
    if trigger is None:
        if not at_any_time(config, record, effect):
            found.breaks("U9", "the answer names no trigger")
        return
    if frame is None:
        return
    if record["what"] in ("use", "support") and effect is not None and not _fits(effect, frame["line"]):
        found.breaks("U9", "the trigger does not fit")
    if not at_any_time(config, record, effect):
        _judge_moment(win, frame, found)
    _judge_alternation(config, state, record, frame, found)
    _judge_copies(record, frame, found)


def _judge_kind(config: Config, record: Record, effect: Entry, found: Findings) -> None:
    kinds = kinds_of(effect)
    win = record.get("win")
    if win is not None and KIND_OF_WINDOW[win] not in kinds:
        found.breaks("U9", f"the effect is no {KIND_OF_WINDOW[win]}")
        if kinds & {"INTERRUPT", "REACTION"}:
            found.breaks("U11" if win == "REA" else "U12", f"the effect is a {sorted(kinds)}")
    if win is None and kinds <= {"INTERRUPT", "REACTION"} and not at_any_time(config, record, effect):
        found.breaks("U9", "the effect needs a trigger")


def _fits(effect: Entry, line: Record) -> bool:
    """Whether the fields of the opening line equal those that the trigger names."""
    trigger = effect.get("trigger")
    if trigger is None or trigger == "any":
        return True
    return all(_equal(line.get(key), value) for key, value in trigger.items())


def _equal(held: Any, wanted: Any) -> bool:
    if held == HIDE:
        return True
    if isinstance(held, list) and isinstance(wanted, list) and len(held) == len(wanted):
        return all(map(_equal, held, wanted))
    return type(held) is type(wanted) and bool(held == wanted)


def _judge_moment(win: str, frame: Frame, found: Findings) -> None:
    if win == "INT" and frame["resolved"]:
        found.breaks("U11", f"frame {frame['n']} has resolved already")
    if win == "REA" and not frame["resolved"]:
        found.breaks("U12", f"frame {frame['n']} has not resolved yet")
    if win == "REA" and frame["cancelled"]:
        found.disputes("A26", f"frame {frame['n']} was cancelled")


def _judge_alternation(config: Config, state: State, record: Record, frame: Frame, found: Findings) -> None:
    """U13, and A22 for whoever has passed."""
    win, player = record["win"], record["p"]
    passed = frame["passes"][win]
    if player in passed:
        found.disputes("A22", f"{player} has passed")
        return
    if foe(player) in passed or (win == "REA" and not config.rulings["reactions_alternate"]):
        return
    before = [answer["p"] for answer in frame["answers"][win]]
    first = state["on"] not in (None, player) and bool(before) and player not in before
    skip = len(before) >= 2 and before[-1] == before[-2] != player
    if first or skip:
        found.breaks("U13", f"{player} comes too late" if first else f"{foe(player)} answered twice before {player}")


def _judge_copies(record: Record, frame: Frame, found: Findings) -> None:
    """U16 and A20: what one Name has answered to this trigger in either window."""
    if record["what"] not in ("use", "support") or record["card"] == HIDE:
        return
    for answer in [*frame["answers"]["INT"], *frame["answers"]["REA"]]:
        if answer["p"] != record["p"] or answer["card"] in (None, HIDE):
            continue
        if answer["card"] == record["card"]:
            if answer["eff"] == record["eff"]:
                found.disputes("A20", f"{record['card']} answers twice with the same effect")
        elif name_of(answer["card"]) == name_of(record["card"]):
            found.breaks("U16", f"{answer['card']} has answered this trigger")


def note_answer(state: State, record: Record) -> None:
    frame = find_frame(state, record.get("trig"))
    if record.get("win") is not None and frame is not None:
        frame["answers"][record["win"]].append({"p": record["p"], "card": record.get("card"), "eff": record.get("eff")})


def judge_pass(state: State, record: Record, found: Findings) -> None:
    frame = find_frame(state, record["trig"])
    if frame is None:
        found.breaks("M3", f"frame {record['trig']} is not open")
    else:
        frame["passes"][record["win"]].append(record["p"])

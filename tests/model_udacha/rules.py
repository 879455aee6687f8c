"""One record of play, by its type: what it breaks, and what it makes of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import effects, reload
from .bounty import judge_invest
from .catalogue import Config, Entry
from .errors import FORMAT, Findings, Malformed
from .moving import carry_out, check_moves, shuffle
from .seek import judge_seek
from .setup import judge_given, judge_setup
from .state import SHOWN, Frame, State, find_frame, in_play, innermost, may_be_active_cards
from .windows import (
    bounty_invest,
    coveted_discard,
    is_support,
    judge_answer,
    judge_part,
    judge_pass,
    judge_ties,
    note_answer,
)
from .words import HIDE, PLAYERS, check_card, check_zone, foe, kind_of

Record = dict[str, Any]

#: what -> the fields that it needs (M0)
NEEDS = {
    "play": ["card"], "secret": ["card"], "support": ["card", "eff"], "use": ["card", "eff"], "discard": ["cards"],
    "destroy": ["cards"], "invest": ["amount"], "seek": ["x"],
}  # fmt: skip


def judge(config: Config, state: State, n: int, record: Record) -> Findings:
    """Judge a record and carry it out on the state; a record that is refused leaves a state not to be used."""
    found = Findings()
    if state["over"]:
        found.breaks(FORMAT, "the game is over")
        return found
    try:
        if "p" in record and record["p"] not in PLAYERS:
            found.breaks("M4", f"{record['p']} is no player")
        else:
            JUDGES[record["type"]](config, state, n, record, found)
    except Malformed as problem:
        found.breaks("M0", str(problem))
    state["begun"] = True
    if "override" in record:
        found.rely_on_override()
    return found


# -- frames --------------------------------------------------------------------


def _do(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    effect = _check_fields(config, record)
    judge_ties(config, state, record, effect, found)
    judge_part(config, state, record, found)
    judge_answer(config, state, record, effect, found)
    reload.judge_later(state, record, found)
    support = is_support(record, effect)
    copies = effects.coveted_copies(config, state, record) if support or record["what"] == "play" else []
    _announce(config, state, record, effect, found)
    note_answer(state, record)
    if record["what"] in ("use", "support") and record["card"] != HIDE:
        effects.note_use(state, record, effect, n)
    shown = {key: record.get(key) for key in SHOWN}
    state["frames"].append(
        {
            **shown,
            "n": n,
            "resolved": False,
            "cancelled": False,
            "line": record,
            "answers": {"INT": [], "REA": []},
            "passes": {"INT": [], "REA": []},
            "coveted": copies,
            "moves_before": len(state["moves"]),
            "support": support,
            "hidden_foes": HIDE in in_play(state, foe(record["p"])),
            "foes": may_be_active_cards(config, state, foe(record["p"])),
            "reload": reload.open_draw(config, state, record, found),
        }
    )


def _check_fields(config: Config, record: Record) -> Entry | None:
    """M0; returns the effect that is announced, if it is known."""
    what = record["what"]
    for field in NEEDS.get(what, []):
        if field not in record:
            raise Malformed(f"{what} needs {field}")
    if record.get("trig") is not None and "win" not in record:
        raise Malformed("trig needs win")
    if what == "invest" and bounty_invest(record) and not {"for", "cause"} <= set(record):
        raise Malformed("a Bounty needs for and cause")
    for field in ("card", "for", "taken"):
        if record.get(field) is not None:
            check_card(config.cards, record[field])
    for field in ("cards", "shown", "bottom"):
        for card in record.get(field, []):
            check_card(config.cards, card)
    if what == "seek" and record["x"] < 0:
        raise Malformed("a Seek is for 0 cards or more")
    if record.get("src") is not None:
        _check_source(config, record["src"])
    if "order" in record and what != "other":
        raise Malformed(f"a {what} brings no order")
    for zone, cards in record.get("order", {}).items():
        check_zone(zone)
        if kind_of(zone) != "deck":
            raise Malformed("only a Deck has an order")
        for card in cards:
            check_card(config.cards, card)
    if record.get("card") == HIDE and "eff" in record and not any(record["eff"] in own for own in config.effects):
        raise Malformed(f"no card has an effect {record['eff']}")
    if what not in ("use", "support") or record["card"] == HIDE:
        return None
    effect = config.effect(record["card"], record["eff"])
    if effect is None:
        raise Malformed(f"{record['card']} has no effect {record['eff']}")
    return effect


def _check_source(config: Config, source: str) -> None:
    card, slash, label = source.partition("/")
    check_card(config.cards, card)
    if slash and not any(label in own for own in config.effects_of(card)):
        raise Malformed(f"{card} has no effect {label}")


def _announce(config: Config, state: State, record: Record, effect: Entry | None, found: Findings) -> None:
    what, inner = record["what"], find_frame(state, record.get("in"))
    if str(record.get("why", "")).startswith("keyword:"):
        keyword = record["why"].partition(":")[2]
        if keyword not in ("Base", "Starter", "Bounty", "Coveted", "Seek", "Reload"):
            found.breaks("U22", f"{keyword} does nothing by itself")
    if what == "play":
        effects.judge_play(config, state, record, found)
    elif is_support(record, effect):
        effects.judge_support(config, state, record, effect, found)
    elif what == "use":
        effects.judge_use(config, state, record, effect, found)
    elif what == "secret":
        effects.judge_secret(config, state, record, found)
    elif what == "invest":
        judge_invest(config, state, record, found)
    elif what == "discard" and inner is not None and coveted_discard(config, inner, record):
        effects.judge_coveted_discard(config, state, inner, record, found)
    if what in ("discard", "destroy") and config.rulings["base_untargetable"]:
        for card in record["cards"]:
            if config.has(card, "base"):
                found.breaks("U25", f"{card} is a Base")


def _resolve(config: Config, state: State, frame: Frame, ok: bool, moves: list[Any], found: Findings) -> None:
    frame["resolved"] = True
    frame["cancelled"] = not ok
    if not ok:
        effects.note_cancelled(state, frame["n"])
    line = frame["line"]
    if ok and frame["what"] == "seek":
        judge_seek(config, state, line, found)
    carry_out(config, state, frame, moves, found)
    if ok and "order" in line:
        shuffle(config, state, line["order"], found)
    reload.judge_line(config, state, frame, found)


def _close(config: Config, state: State, frame: Frame, found: Findings) -> None:
    effects.judge_close(config, state, frame, found)
    state["frames"].remove(frame)


def _res(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    check_moves(config, record.get("mv", []))
    frame = _innermost(state, record, found)
    if frame is None:
        return
    if frame["resolved"]:
        found.breaks("M3", f"frame {frame['n']} has resolved already")
    _resolve(config, state, frame, record.get("ok", True), record.get("mv", []), found)


def _done(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    check_moves(config, record.get("mv", []))
    frame = _innermost(state, record, found)
    if frame is None:
        return
    if not frame["resolved"]:
        found.breaks("M3", f"frame {frame['n']} has not resolved")
    carry_out(config, state, frame, record.get("mv", []), found)
    if record.get("mv"):
        reload.judge_line(config, state, frame, found)
    _close(config, state, frame, found)


def _innermost(state: State, record: Record, found: Findings) -> Frame | None:
    inner = innermost(state)
    if inner is None or inner["n"] != record["f"]:
        found.breaks("M3", f"{record['f']} is not the innermost open frame")
    return find_frame(state, record["f"])


def _act(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    check_moves(config, record.get("mv", []))
    _do(config, state, n, record, found)
    frame = state["frames"][-1]
    _resolve(config, state, frame, True, record.get("mv", []), found)
    _close(config, state, frame, found)


def _pass(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    judge_pass(state, record, found)


# -- turns, Quests, the end ------------------------------------------------------


def _turn(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    state["on"] = record["p"]
    state["t"] = record.get("t", state["t"] + 1)
    state["turns"] += 1
    state["used_turn"], state["reload_drawn"], state["drawn"] = {}, False, 0


def _endturn(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    reload.judge_endturn(config, state, record["p"], found)


def _quest(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    state["quests"][record["p"]] += record["delta"]


def _end(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    reason, result = record.get("reason", "played"), record.get("result")
    if reason == "played" and state["frames"]:
        found.breaks("M3", "a frame is open")
    if result is not None and reason in ("played", "abandoned"):
        found.breaks("M0", f"{reason} carries no result")
    if result is not None and "by" not in result:
        found.breaks("M0", "a result says whose it is")
    if any(player not in PLAYERS for player in (result or {}).get("winners", [])):
        found.breaks("M4", "a winner is no player")
    if len(set((result or {}).get("winners", []))) < len((result or {}).get("winners", [])):
        found.breaks("M0", "a winner is named twice")
    winners = (result or {}).get("winners", [])
    state["winner"] = record.get("winner") or (winners[0] if len(winners) == 1 else None)
    state["winners"] = [state["winner"]] if state["winner"] is not None else [p for p in config.players if p in winners]
    state["over"] = True


def _setup(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    judge_setup(config, state, record, found)


def _given(config: Config, state: State, n: int, record: Record, found: Findings) -> None:
    judge_given(config, state, record, found)


JUDGES: dict[str, Callable[[Config, State, int, Record, Findings], None]] = {
    "setup": _setup, "given": _given, "turn": _turn, "endturn": _endturn, "do": _do, "act": _act, "pass": _pass,
    "res": _res, "done": _done, "quest": _quest, "end": _end,
}  # fmt: skip

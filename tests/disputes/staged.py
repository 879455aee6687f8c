"""Twelve disputes as people have them, staged in sample logs: what was written, and what must be said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

Record = dict[str, Any]
Log = list[Record]
ROOT = Path(__file__).parents[2]
#: Where a record of Udacha names another one.
_NAMES_A_RECORD = ("f", "trig", "in", "cause", "to")


class Dispute(NamedTuple):
    """A dispute: one log, or two; the record asked about; how the verdict begins or what is in it; the rule, whose it
    is; whether it changes the winner, and what is in the reason."""

    logs: tuple[Log, ...]
    at: int | None
    kind: str
    sentence: str
    rule: str | None
    basis: str | None
    changes: str
    why: str


def sample(name: str) -> Log:
    """A sample log."""
    text = (ROOT / "sample_logs" / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def numbered(log: Log) -> Log:
    """The same records, numbered anew."""
    return [{**record, "n": n} for n, record in enumerate(log)]


def written(log: Log) -> bytes:
    """The lines of a log."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in log)


def _put_in(log: Log, n: int, record: Record) -> Log:
    """A log of Udacha with a record more: what names later ones names them by their new numbers."""
    out = []
    for each in log:
        moved = {k: v + 1 for k, v in each.items() if k in _NAMES_A_RECORD and isinstance(v, int) and v >= n}
        out.append({**each, **moved})
    return numbered([*out[:n], record, *out[n:]])


def _with(name: str, n: int, **fields: Any) -> Log:
    """A sample log of which a record reads otherwise; `None` leaves a field out."""
    log = sample(name)
    log[n] = {key: value for key, value in {**log[n], **fields}.items() if value is not None}
    return log


def a_voter_too_many() -> Dispute:
    """The Quest asks for two extra voters, and three players are named."""
    log = _with("teams-6p", 108, players=["fay", "ada", "bob"])
    sentence = "Record 108, by eve, breaks rule VF-Q1, printed in a rule book. eve names 3 extra voters; it must be 2."
    return Dispute((log,), None, "refused", sentence, "VF-Q1", "printed", "?", "")


def a_wrong_payment() -> Dispute:
    """A Smite that costs two Fate cards is paid with one."""
    log = _with("base-4p", 80, pay=["f1"])
    return Dispute((log,), None, "refused", "Record 80", "VF-P1", "printed", "?", "")


def a_demi_moved_off_a_quest() -> Dispute:
    """A Demi that stands on a Quest is moved away from it."""
    log = _with("base-4p", 16, demi="naka", to="forest", quest=None, slot=None, card=None)
    return Dispute((log,), None, "refused", "Record 16", "VF-M4", "printed", "?", "")


def annihilation_at_equal_renown() -> Dispute:
    """The app annihilates a Demi that has as much Renown as Hadria, and another player is said to have won."""
    log = _with("score-4p", 37, winners=["bob"])
    return Dispute((log,), None, "refused", "Record 37", "VF-E2", "printed", "?", "")


def two_apps_and_a_tie() -> Dispute:
    """A vote is tied; one app has written that the coin shows a feather, the other a scorpion."""
    one, other = sample("base-4p")[:58], sample("base-4p")[:58]
    one[0]["source"], other[0]["source"] = {"app": "left", "version": "1.4"}, {"app": "right"}
    other[57].update(vote_coin="scorpion", coins={"saghari": "gain", "pentha": "smite"})
    return Dispute((one, other), None, "legal", "Record 57", None, None, "?", "")


def a_coin_nobody_wrote_down() -> Dispute:
    """A vote is tied, and no coin is written down."""
    log = _with("base-4p", 57, vote_coin=None)
    return Dispute((log,), None, "refused", "Record 57", "VF-Q3", "printed", "?", "")


def a_mistake_noticed_late() -> Dispute:
    """A Demi is written into another region than it was moved to, and 33 records later it cannot reach a Quest."""
    log = _with("base-3p", 29, to="forest")
    return Dispute((log,), None, "refused", "Record 62", "VF-M3", "printed", "?", "")


def a_later_record_blamed() -> Dispute:
    """A Demi is moved off a Quest; the table quarrels about a record that comes nine records later."""
    (log,) = a_demi_moved_off_a_quest().logs
    return Dispute((log,), 24, "refused", "Record 24 was not judged", "VF-M4", "printed", "?", "")


def an_app_refuses_a_legal_move() -> Dispute:
    """The app would not take a move of a Demi that another player owns; it was written by hand, and is legal."""
    log = sample("base-4p")
    note = {"type": "note", "text": "the app refuses the next move", "kind": "judge_called"}
    log = numbered([*log[:19], note, *log[19:]])
    return Dispute((log,), 20, "legal", "Record 20 is legal", None, None, "?", "")


def a_disputed_reading() -> Dispute:
    """A player who has rested is named as an extra voter: the rule is printed, tables read it both ways."""
    log = _with("hadria-5p", 55, players=["ada", "cy"])
    return Dispute((log,), None, "refused", "Record 55", "VF-T4", "printed", "?", "")


def the_arbiter_claims_the_win() -> Dispute:
    """The Arbiter says at the end that its role has won."""
    log = _with("arbiter-4p", 178, winners=["bob"])
    return Dispute((log,), None, "refused", "Record 178", "VF-E2", "printed", "?", "")


def a_window_passed_too_early() -> Dispute:
    """Udacha: a player has let the window of REACTIONs go by, and answers in it all the same."""
    log = _put_in(sample("udacha"), 72, {"type": "pass", "p": "B", "win": "REA", "trig": 70})
    log[0]["profile"] = "strict"
    return Dispute((log,), None, "refused", "Record 74", "A22", "assumed", "?", "")


STAGED: dict[str, Callable[[], Dispute]] = {
    make.__name__.replace("_", "-"): make
    for make in (
        a_voter_too_many, a_wrong_payment, a_demi_moved_off_a_quest, annihilation_at_equal_renown, two_apps_and_a_tie,
        a_coin_nobody_wrote_down, a_mistake_noticed_late, a_later_record_blamed, an_app_refuses_a_legal_move,
        a_disputed_reading, the_arbiter_claims_the_win, a_window_passed_too_early,
    )
}  # fmt: skip

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
    sentence = "Record 108, by dot, breaks rule VF-Q1, printed in a rule book. dot names 3 extra voters; it must be 2."
    why = "the winner stays bob and cy"
    return Dispute((log,), None, "refused", sentence, "VF-Q1", "printed", "no", why)


def a_wrong_payment() -> Dispute:
    """A Smite that costs two Fate cards is paid with one."""
    log = _with("base-4p", 80, pay=["f1"])
    sentence = (
        "Record 80, by cy, breaks rule VF-P1, printed in a rule book. cy paid 1 Fate card for smite, which costs 2."
    )
    why = 'with record 80 corrected (pay: ["f1","f1"] instead of ["f1"]), the winner stays bob'
    return Dispute((log,), None, "refused", sentence, "VF-P1", "printed", "no", why)


def a_demi_moved_off_a_quest() -> Dispute:
    """A Demi that stands on a Quest is moved away from it."""
    log = _with("base-4p", 16, demi="naka", to="forest", space=None)
    sentence = (
        "Record 16, by ada, breaks rule VF-M4, printed in a rule book. naka is on slot 2 of moth-court "
        "and cannot be moved from there."
    )
    why = "the log cannot go on from record 21"
    return Dispute((log,), None, "refused", sentence, "VF-M4", "printed", "cannot be told", why)


def annihilation_at_equal_renown() -> Dispute:
    """The app annihilates a Demi that has as much Renown as Hadria, and another player is said to have won."""
    log = _with("score-4p", 37, winners=["bob"])
    sentence = "Record 37 breaks rule VF-E2, printed in a rule book. The log names bob as winners; it is dot."
    why = "by the rules the winner is dot; the log names bob"
    return Dispute((log,), None, "refused", sentence, "VF-E2", "printed", "yes", why)


def two_apps_and_a_tie() -> Dispute:
    """A vote is tied; one app has written that the coin shows a feather, the other a scorpion."""
    one, other = sample("base-4p")[:58], sample("base-4p")[:58]
    one[0]["source"], other[0]["source"] = {"app": "left", "version": "1.4"}, {"app": "right"}
    other[57].update(vote_coin="scorpion", coins={"saghari": "gain", "pentha": "smite"})
    sentence = (
        "The logs part at record 57 of the log by left 1.4 and record 57 of the log by right, and each is legal by "
        "itself: "
    )
    why = "the log stops before the game is over"
    return Dispute((one, other), None, "legal", sentence, None, None, "cannot be told", why)


def a_coin_nobody_wrote_down() -> Dispute:
    """A vote is tied, and no coin is written down."""
    log = _with("base-4p", 57, vote_coin=None)
    sentence = (
        "Record 57 breaks rule VF-Q3, printed in a rule book. The vote is equal (3 to 3): a coin "
        "decides, and none is given."
    )
    why = "the winner stays bob in each of the 2 ways that can be played on to the end"
    return Dispute((log,), None, "refused", sentence, "VF-Q3", "printed", "no", why)


def a_mistake_noticed_late() -> Dispute:
    """A Demi is written into another region than it was moved to, and 33 records later it cannot reach a Quest."""
    log = _with("base-3p", 29, to="forest")
    sentence = (
        "Record 62, by ada, breaks rule VF-M3, printed in a rule book. saghari at forest cannot reach "
        "kites-at-noon, which lies in desert."
    )
    why = "the winner stays bob in each of the 4 ways that can be played on to the end"
    return Dispute((log,), None, "refused", sentence, "VF-M3", "printed", "no", why)


def a_later_record_blamed() -> Dispute:
    """A Demi is moved off a Quest; the table quarrels about a record that comes nine records later."""
    (log,) = a_demi_moved_off_a_quest().logs
    sentence = (
        "Record 24 was not judged, because record 16 before it stops the log. Record 16, by ada, breaks "
        "rule VF-M4, printed in a rule book."
    )
    why = "the log cannot go on from record 21"
    return Dispute((log,), 24, "refused", sentence, "VF-M4", "printed", "cannot be told", why)


def an_app_refuses_a_legal_move() -> Dispute:
    """The app would not take a move of a Demi that another player owns; it was written by hand, and is legal."""
    log = sample("base-4p")
    note = {"type": "note", "text": "the app refuses the next move", "kind": "judge_called"}
    log = numbered([*log[:19], note, *log[19:]])
    sentence = "Record 20 is legal: cy moves pentha onto red-audit, slot 1, with s1."
    why = "the record is legal and stands, and the winner is bob"
    return Dispute((log,), 20, "legal", sentence, None, None, "no", why)


def a_disputed_reading() -> Dispute:
    """A player who has rested is named as an extra voter: the rule is printed, tables read it both ways."""
    log = _with("hadria-5p", 55, players=["ada", "cy"])
    sentence = (
        "Record 55, by eve, breaks rule VF-T4, printed in a rule book. eve names ada, who has rested and "
        "takes no further part in this Age."
    )
    why = "the winner stays ada"
    return Dispute((log,), None, "refused", sentence, "VF-T4", "printed", "no", why)


def the_arbiter_claims_the_win() -> Dispute:
    """The Arbiter says at the end that its role has won."""
    log = _with("arbiter-4p", 178, winners=["bob"])
    sentence = "Record 178 breaks rule VF-E2, printed in a rule book. The log names bob as winners; it is ada."
    why = "by the rules the winner is ada; the log names bob"
    return Dispute((log,), None, "refused", sentence, "VF-E2", "printed", "yes", why)


def a_window_passed_too_early() -> Dispute:
    """Udacha: a player has let the window of REACTIONs go by, and answers in it all the same."""
    log = _put_in(sample("udacha"), 72, {"type": "pass", "p": "B", "win": "REA", "trig": 70})
    log[0]["profile"] = "strict"
    sentence = "Record 74, by B, is refused by an assumption of vflog (A22), in no rule book."
    why = 'with record 72 read otherwise (win: "INT" instead of "REA"), the winner stays A'
    return Dispute((log,), None, "refused", sentence, "A22", "assumed", "no", why)


STAGED: dict[str, Callable[[], Dispute]] = {
    make.__name__.replace("_", "-"): make
    for make in (
        a_voter_too_many, a_wrong_payment, a_demi_moved_off_a_quest, annihilation_at_equal_renown, two_apps_and_a_tie,
        a_coin_nobody_wrote_down, a_mistake_noticed_late, a_later_record_blamed, an_app_refuses_a_legal_move,
        a_disputed_reading, the_arbiter_claims_the_win, a_window_passed_too_early,
    )
}  # fmt: skip

#: Where the logs lie that the documentation looks at.
FOLDER = ROOT / "examples" / "disputes"


def files() -> dict[str, bytes]:
    """The logs of all staged disputes by the names of their files; a second log is `NAME-2.jsonl`."""
    out = {}
    for name, make in STAGED.items():
        for log, which in zip(make().logs, ("", "-2"), strict=False):
            out[f"{name}{which}.jsonl"] = written(log)
    return out


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, data in files().items():
        (FOLDER / file).write_bytes(data)

"""A whole log: numbers, claims, takebacks, amends, rulings, status (page 1)."""

from __future__ import annotations

from typing import Any

from . import rules, ruling, schema
from .catalogue import Config, judge_header
from .errors import Findings, Refused, Rejected
from .state import State, copied, digest, document, first_state, public_form

Record = dict[str, Any]
Line = dict[str, Any]


class Entry:
    """One numbered record of the game."""

    def __init__(self, n: int, record: Record) -> None:
        self.n = n
        self.record = record
        self.live = True
        self.applied = False
        self.wrong = False


class Game:
    """The judging of one game, record by record; without `states` its lines show no state and no digests."""

    def __init__(self, header: Record, *, states: bool = True) -> None:
        self.states = states
        self.id: str = header["game"]
        self.entries: list[Entry] = []
        self.config: Config | None = None
        self.state: State | None = None
        self.stopped_at: int | None = None
        self.next_n = 0
        self.after_reject = False

    # -- taking lines ----------------------------------------------------------

    def take(self, record: Record) -> Line:
        """Judge one line; returns what came of it."""
        try:
            schema.check_record(record)
        except Rejected as problem:
            return self._reject(record, str(problem))
        wrong = self._number(record)
        n = record["n"] if wrong == "gap" else self.next_n
        entry = Entry(n, record)
        if wrong in ("repeat", "back"):
            self._stop(n)
            return self._line(entry, "refused", message=f"a wrong n ({wrong})")
        self.next_n = n + 1
        self.entries.append(entry)
        if wrong == "gap":
            entry.wrong = True
            self._stop(n)
            return self._line(entry, "refused", message="a gap in the numbers")
        return self._judge(entry)

    def _number(self, record: Record) -> str | None:
        n = record.get("n", self.next_n)
        after_reject, self.after_reject = self.after_reject, False
        if n == self.next_n:
            return None
        if n == self.next_n - 1:
            return "repeat"
        if n < self.next_n:
            return "back"
        if after_reject:
            self.next_n = n
            return None
        return "gap"

    def _reject(self, record: Record, message: str) -> Line:
        self._stop(self.next_n)
        self.after_reject = True
        kind = record.get("type") if isinstance(record, dict) else None
        return {
            "game": self.id,
            "n": None,
            "type": kind,
            "judged": "rejected",
            "illegal": [],
            "disputed": [],
            "message": message,
            "state": None,
            "digest": None,
            "public": None,
        }

    def _stop(self, n: int) -> None:
        if self.stopped_at is None:
            self.stopped_at = n

    def _judge(self, entry: Entry) -> Line:
        if self.stopped_at is not None and not self._lifts(entry):
            return self._line(entry, "unjudged")
        try:
            found = self._one(entry)
        except Refused as problem:
            found = Findings()
            for rule in problem.rules:
                found.breaks(rule, problem.message)
        assert self.config is not None
        reasons = found.refuses(self.config.profile)
        message = "; ".join(f"{rule}: {text}" for rule, text in {**found.disputed, **found.illegal}.items())
        if reasons:
            entry.wrong = True
            self._stop(entry.n)
            return self._line(entry, "refused", found, message)
        entry.applied = True
        return self._line(entry, "applied", found, message)

    def _line(self, entry: Entry, judged: str, found: Findings | None = None, message: str = "") -> Line:
        line = {
            "game": self.id,
            "n": entry.n,
            "type": entry.record["type"],
            "judged": judged,
            "illegal": sorted(found.illegal) if found else [],
            "disputed": sorted(found.disputed) if found else [],
            "message": message,
            "state": None,
            "digest": None,
            "public": None,
        }
        if self.states and judged != "unjudged" and self.state is not None and self.config is not None:
            line["state"] = document(self.config, self.state)
            line["digest"] = digest(line["state"])
            line["public"] = digest(public_form(line["state"]))
        return line

    # -- one record ------------------------------------------------------------

    def _one(self, entry: Entry) -> Findings:
        kind = entry.record["type"]
        if kind == "game":
            return self._open(entry.record)
        if kind == "takeback":
            self._take_back(entry)
        elif kind == "amend":
            self._amend(entry)
        elif kind == "claim":
            entry.wrong = bool(self._differences(self._known_state(), entry.record))
        else:
            found, after = self.step(self._known_state(), entry.n, entry.record)
            assert self.config is not None
            if not found.refuses(self.config.profile):
                self.state = after
            return found
        return Findings()

    def _open(self, header: Record) -> Findings:
        found = Findings()
        self.config = Config(header)
        judge_header(header, found)
        if not found.illegal:
            self.state = first_state(self.config)
        return found

    def _known_state(self) -> State:
        if self.state is None:
            raise Refused("the game has no sound header")
        return self.state

    def step(self, state: State, n: int, record: Record) -> tuple[Findings, State]:
        """What a record that is no takeback, amend or claim breaks, and the state after it."""
        assert self.config is not None
        kind = record["type"]
        if kind == "note" or kind.startswith("x_"):
            return Findings(), state
        after = copied(state)
        if kind == "ruling":
            return ruling.judge_ruling(self.config, after, record), after
        return rules.judge(self.config, after, n, record), after

    def attempt(self, record: Record) -> tuple[Findings, State] | None:
        """What the next record would break, and the state after it; null where its line would be rejected."""
        try:
            schema.check_record(record)
        except Rejected:
            return None
        return self.step(self._known_state(), self.next_n, record)

    # -- takebacks -------------------------------------------------------------

    def _lifts(self, entry: Entry) -> bool:
        """Whether a takeback reaches a live record before the one that stopped judging."""
        if entry.record["type"] != "takeback" or self.stopped_at is None:
            return False
        to = entry.record["to"]
        return to < self.stopped_at and self._live(to) is not None

    def _live(self, n: int) -> Entry | None:
        for entry in self.entries:
            if entry.n == n and entry.live and entry.applied:
                return entry
        return None

    def _take_back(self, takeback: Entry) -> None:
        to = takeback.record["to"]
        if self.state is not None and self.state["over"]:
            raise Refused("nothing is taken back after the end")
        if to >= takeback.n:
            raise Refused(f"record {to} is yet to come")
        target = self._live(to)
        if target is None:
            raise Refused(f"record {to} is taken back already")
        state = self._replay(to, None, None)
        if state["frames"]:
            raise Refused(f"a frame is open after record {to}", "M3")
        for entry in self.entries:
            if to < entry.n < takeback.n:
                entry.live = False
        self.stopped_at = None
        self.state = state

    # -- amends ----------------------------------------------------------------

    def _amend(self, amend: Entry) -> None:
        to, record = amend.record["to"], amend.record["record"]
        if self.state is not None and self.state["over"]:
            raise Refused("nothing is amended after the end")
        target = self._live(to)
        if target is None or target.record["type"] not in schema.OF_PLAY:
            raise Refused(f"record {to} is no live record of play")
        if record.get("type") != target.record["type"]:
            raise Refused("the corrected record has another type")
        reading = {key: value for key, value in record.items() if key not in ("n", "game", "at")}
        try:
            schema.check_record(reading)
        except Rejected as problem:
            raise Refused(str(problem)) from None
        self.state = self._replay(amend.n - 1, to, reading)

    def _readings(self, until: int) -> dict[int, Record]:
        """The records that live amends up to a number have put in place of others."""
        readings: dict[int, Record] = {}
        for entry in self.entries:
            if entry.n <= until and entry.live and entry.applied and entry.record["type"] == "amend":
                readings[entry.record["to"]] = entry.record["record"]
        return readings

    def _replay(self, until: int, amended: int | None, reading: Record | None) -> State:
        """The state right after a record, from the live records alone.

        With `amended` a new reading is tried: what breaks by it refuses the amend."""
        assert self.config is not None
        readings = self._readings(until)
        if amended is not None and reading is not None:
            readings[amended] = reading
        state = first_state(self.config)
        for entry in self.entries:
            if entry.n > until or not entry.live or not entry.applied:
                continue
            record = readings.get(entry.n, entry.record)
            if record["type"] == "claim":
                if amended is not None and entry.n > amended and self._differences(state, record):
                    raise Refused(f"the claim {entry.n} differs")
            elif record["type"] not in ("game", "takeback", "amend"):
                found, state = self.step(state, entry.n, record)
                broken = found.refuses(self.config.profile)
                if broken:
                    raise Refused(f"record {entry.n} breaks {sorted(broken)}", *broken)
        return state

    # -- claims ----------------------------------------------------------------

    def _differences(self, state: State, claim: Record) -> list[str]:
        assert self.config is not None
        held = document(self.config, state)
        found: list[str] = []
        for key, value in claim.items():
            if key in ("type", "n", "game", "at") or key.startswith("x_"):
                continue
            if key == "state":
                _compare(key, value, digest(held), found)
            elif key == "public":
                _compare(key, value, digest(public_form(held)), found)
            elif key not in held:
                found.append(f"the state has no {key}")
            else:
                _compare(key, value, held[key], found)
        return found

    # -- the verdict -----------------------------------------------------------

    def verdict(self) -> Line:
        winners = None
        if self.state is not None and self.state["over"]:
            winners = self.state["winners"]
        return {"game": self.id, "status": self._status(), "winners": winners}

    def _status(self) -> str:
        live = [entry for entry in self.entries if entry.live]
        if self.stopped_at is not None or any(entry.wrong for entry in live):
            return "invalid"
        ends = [entry.record for entry in live if entry.record["type"] == "end"]
        if not ends:
            return "incomplete"
        early = ends[0].get("reason", "played") != "played"
        if early and "result" not in ends[0]:
            return "abandoned"
        if early or any(entry.record["type"] == "ruling" for entry in live):
            return "adjudicated"
        return "valid"


def _compare(path: str, claimed: Any, held: Any, found: list[str]) -> None:
    """Objects by the keys that the claim names, all else whole."""
    if isinstance(claimed, dict) and isinstance(held, dict):
        for key, value in claimed.items():
            if key not in held:
                found.append(f"{path} has no {key}")
            else:
                _compare(f"{path}.{key}", value, held[key], found)
    elif type(claimed) is not type(held) or claimed != held:
        found.append(f"{path} is {held!r}, not {claimed!r}")


def judge_log(records: list[Record]) -> list[Line]:
    """Judge the log of one game, given as its parsed lines.

    One line for each record, as judged when it came, and a last one with the game's status and winners. A line says
    what the record breaks (`illegal`) and which open points it touches (`disputed`): all of them."""
    header, *rest = records
    try:
        schema.check_record(header)
    except Rejected as problem:
        return [{"judged": "rejected", "message": str(problem)}, {"status": "unreadable", "winners": None}]
    game = Game(header)
    return [game.take(header), *map(game.take, rest), game.verdict()]

"""A whole log: numbers, claims, takebacks, amends, rulings, status (page 1)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from . import rules, ruling, schema
from .config import Config, read_header
from .document import clone, digest, document, first_document, public_form
from .errors import Broken, Refused, Rejected, Unsupported, all_of_them

State = dict[str, Any]
Record = dict[str, Any]
Line = dict[str, Any]
Find = Callable[[dict[str, Any]], dict[str, Any] | None]


class Entry:
    """One numbered record of the game."""

    def __init__(self, n: int, record: Record) -> None:
        self.n = n
        self.record = record
        self.live = True
        self.applied = False
        self.problems: list[str] = []


class Game:
    """The judging of one game, record by record."""

    def __init__(self, header: Record, find: Find) -> None:
        self.id: str = header["game"]
        self.entries: list[Entry] = []
        self.config: Config | None = None
        self.state: State | None = None
        self.stopped_at: int | None = None
        self.unsupported = False
        self.next_n = 0
        self.after_reject = False
        #: Whether a record had no number, and whether a takeback or amend has named one.
        self.unnumbered = False
        self.names_numbers = False
        self.find = find

    # -- taking lines ----------------------------------------------------------

    def take(self, record: Record) -> Line:
        """Judge one line; returns its line of `replay --json`."""
        try:
            schema.check_record(record)
        except Rejected as problem:
            return self._reject(record, str(problem))
        wrong = self._number(record)
        n = record["n"] if wrong == "gap" else self.next_n
        entry = Entry(n, record)
        if wrong in ("repeat", "back"):
            self._stop(n)
            return self._line(entry, "refused", None, f"a wrong n ({wrong})")
        self.next_n = n + 1
        self.entries.append(entry)
        if wrong == "gap":
            entry.problems.append("gap")
            self._stop(n)
            return self._line(entry, "refused", None, "a gap in the numbers")
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

    def _number_is_missing(self, record: Record) -> str | None:
        """Numbers are needed by a log that uses takebacks or amends."""
        if record["type"] == "game":
            return None
        if record["type"] in ("takeback", "amend"):
            self.names_numbers = True
        return (
            "a takeback or an amend needs the number of every record"
            if (self.unnumbered and self.names_numbers)
            else None
        )

    def _reject(self, record: Record, message: str) -> Line:
        self._stop(self.next_n)
        self.after_reject = True
        kind = record.get("type") if isinstance(record, dict) else None
        return {
            "game": self.id,
            "n": None,
            "type": kind,
            "judged": "rejected",
            "rule": None,
            "message": message,
            "state": None,
            "digest": None,
            "public": None,
        }

    def _stop(self, n: int) -> None:
        if self.stopped_at is None:
            self.stopped_at = n

    def _judge(self, entry: Entry) -> Line:
        kind = entry.record["type"]
        if self.unsupported:
            return self._line(entry, "unjudged", None, "")
        self.unnumbered = self.unnumbered or (kind != "game" and "n" not in entry.record)
        due = self.names_numbers and kind != "game" and "n" not in entry.record
        if not due and self.stopped_at is not None and not self._lifts(entry):
            return self._line(entry, "unjudged", None, "")
        missing = self._number_is_missing(entry.record)
        if missing:
            entry.problems.append(missing)
            self._stop(entry.n)
            return self._line(entry, "refused", None, missing)
        try:
            if kind == "game":
                self._open(entry.record)
            elif kind == "takeback":
                self._take_back(entry)
            elif kind == "amend":
                self._amend(entry)
            elif kind == "claim":
                self._claim(entry)
            else:
                self.state = self._step(self._known_state(), entry.record)
        except Unsupported as problem:
            self.unsupported = True
            return self._line(entry, "unjudged", None, str(problem))
        except Refused as problem:
            rule, message = problem.rule, problem.message
            code = None
            if rule is not None and not rule.startswith("VF-"):
                code, rule, message = rule, None, f"{rule}: {message}"
            entry.problems.append(message)
            broken = self._broken(entry)
            self._stop(entry.n)
            return {**self._line(entry, "refused", rule, message), "code": code, "broken": broken}
        entry.applied = True
        return self._line(entry, "applied", None, "; ".join(entry.problems))

    def _broken(self, entry: Entry) -> list[Broken] | None:
        """The rules that a refused record breaks; None where it is no record of the game's own."""
        kind = entry.record["type"]
        if kind == "game":
            with all_of_them() as found, suppress(Unsupported):
                read_header(entry.record, self.find)
            return found
        if kind not in schema.OF_PLAY or self.config is None or self.state is None:
            return None
        return rules.broken(self.config, self.state, entry.record)

    def _known_state(self) -> State:
        if self.state is None:
            raise Refused("VF-S1", "the game has no sound header")
        return self.state

    def _line(self, entry: Entry, judged: str, rule: str | None, message: str) -> Line:
        line = {
            "game": self.id,
            "n": entry.n,
            "type": entry.record["type"],
            "judged": judged,
            "rule": rule,
            "message": message,
            "state": None,
            "digest": None,
            "public": None,
            "record": entry.record,
            "code": None,
            "broken": None,
        }
        if judged != "unjudged" and self.state is not None and self.config is not None:
            line["state"] = document(self.state)
            line["digest"] = digest(line["state"])
            line["public"] = digest(public_form(self.config, self.state))
        return line

    # -- one record ------------------------------------------------------------

    def _open(self, header: Record) -> None:
        self.config = read_header(header, self.find)
        self.state = first_document(self.config)

    def _step(self, state: State, record: Record) -> State:
        """The state after one record that is no takeback, amend or claim."""
        assert self.config is not None
        kind = record["type"]
        if kind == "note" or kind.startswith("x_"):
            return state
        after = clone(state)
        if kind == "ruling":
            ruling.judge_ruling(self.config, after, record)
        else:
            rules.judge(self.config, after, record)
        return after

    def _over(self) -> bool:
        return self.state is not None and self.state["phase"] == "over"

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
        if self._over():
            raise Refused("takeback", "nothing is taken back after the end")
        if to >= takeback.n:
            raise Refused("takeback", f"record {to} is yet to come")
        if self._live(to) is None:
            raise Refused("takeback", f"record {to} is taken back already")
        for entry in self.entries:
            if to < entry.n < takeback.n:
                entry.live = False
        self.stopped_at = None
        self.state = self._replay(to, None, None)

    # -- amends ----------------------------------------------------------------

    def _amend(self, amend: Entry) -> None:
        to, record = amend.record["to"], amend.record["record"]
        if self._over():
            raise Refused("amend", "nothing is amended after the end")
        target = self._live(to)
        if target is None or target.record["type"] not in schema.OF_PLAY:
            raise Refused("amend", f"record {to} is no live record of play")
        if record.get("type") != target.record["type"]:
            raise Refused("amend", "the corrected record has another type")
        reading = {key: value for key, value in record.items() if key not in ("n", "game", "at")}
        try:
            schema.check_record(reading)
        except Rejected as problem:
            raise Refused("amend", str(problem)) from None
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
        state = first_document(self.config)
        for entry in self.entries:
            if entry.n > until or not entry.live or not entry.applied:
                continue
            record = readings.get(entry.n, entry.record)
            try:
                if record["type"] == "claim":
                    differences = self._differences(state, record)
                    if amended is not None and entry.n > amended and differences:
                        raise Refused("claim", "; ".join(differences))
                elif record["type"] not in ("game", "takeback", "amend"):
                    state = self._step(state, record)
            except Refused as problem:
                raise Refused("amend.breaks", f"record {entry.n}: {problem.message}") from None
        return state

    # -- claims ----------------------------------------------------------------

    def _claim(self, entry: Entry) -> None:
        entry.problems += self._differences(self._known_state(), entry.record)

    def _differences(self, state: State, claim: Record) -> list[str]:
        assert self.config is not None
        held = document(state)
        found: list[str] = []
        for key, value in claim.items():
            if key in ("type", "n", "game", "at") or key.startswith("x_"):
                continue
            if key == "state":
                _compare(key, value, digest(held), found)
            elif key == "public":
                _compare(key, value, digest(public_form(self.config, state)), found)
            elif key not in held:
                found.append(f"the state has no {key}")
            else:
                _compare(key, value, held[key], found)
        return found

    # -- the verdict -----------------------------------------------------------

    def verdict(self) -> Line:
        winners = None if self.state is None else self.state["winners"]
        return {"game": self.id, "status": self._status(), "winners": winners}

    def _status(self) -> str:
        if self.unsupported:
            return "unsupported"
        live = [entry for entry in self.entries if entry.live]
        if self.stopped_at is not None or any(entry.problems for entry in live):
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


def _finder(packs: dict[str, dict[str, Any]] | Find) -> Find:
    if callable(packs):
        return packs
    table = packs
    return lambda content: table.get(content["pack"])


def judge_log(lines: list[Record], packs: dict[str, dict[str, Any]] | Find) -> list[Line]:
    """Judge a log of one or more games, given as its parsed lines.

    One line for each record, as judged when it came, and for each game a last one with
    its status and winners (when the next game begins, or the log ends)."""
    find = _finder(packs)
    result: list[Line] = []
    game: Game | None = None
    for record in lines:
        if record.get("type") == "game":
            if game is not None:
                result.append(game.verdict())
            game = _open_game(record, find)
            if game is None:
                result.append(_of_no_game(record))
                continue
        if game is None:
            result.append(_of_no_game(record))
        else:
            result.append(game.take(record))
    if game is not None:
        result.append(game.verdict())
    return result


def _open_game(record: Record, find: Find) -> Game | None:
    try:
        schema.check_record(record)
    except Rejected:
        return None
    return Game(record, find)


def _of_no_game(record: Record) -> Line:
    return {
        "game": None,
        "n": None,
        "type": record.get("type"),
        "judged": "rejected",
        "rule": None,
        "message": "no game is open",
        "state": None,
        "digest": None,
        "public": None,
    }

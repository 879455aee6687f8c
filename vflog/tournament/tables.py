"""The tables of a tournament: which log is whose, which one counts, who sat there, with which result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from vflog.engine.shares import Held
from vflog.engine.telling import SHOWN, contradict
from vflog.log.problems import Problem
from vflog.log.times import backwards
from vflog.tournament.file import OneRound, Result, Rules, TournamentFile
from vflog.tournament.findings import Findings
from vflog.tournament.logs import Log, defaults
from vflog.tournament.people import People

#: A table of a round.
Where = tuple[int, str]
#: What decides a table: its log, a result by hand, nothing yet.
Basis = Literal["log", "hand", "none"]


class Sitting(msgspec.Struct, kw_only=True):
    """Somebody at a table: `person` is `None` for who is in no list."""

    person: str | None
    player_id: str
    name: str | None
    place: int | None = None
    shares: dict[str, Held] = {}


class Decided(msgspec.Struct, kw_only=True):
    """A table: who was to sit there, the log that stands for it, what it came to.

    `status` is that of the log, `None` where there is none; `absent` are those who were to sit there and did not.
    """

    round: int
    table: str
    listed: list[str]
    log: Log | None = None
    basis: Basis = "none"
    seats: list[Sitting] = []
    absent: list[str] = []
    by: str | None = None
    reason: str | None = None


class Tables:
    """Settles the tables of a tournament file by the logs there are."""

    def __init__(self, file: TournamentFile, people: People, findings: Findings) -> None:
        self._file, self._people, self._findings = file, people, findings
        self._rounds = {each.n: each for each in file.rounds}
        self._hand = {(result.round, str(result.table)): result for result in file.results}
        self._listed = self._tables()
        self._by_players: dict[frozenset[str], list[Where]] = defaultdict(list)
        for where, listed in self._listed.items():
            self._by_players[frozenset(listed)].append(where)
        self._heads: dict[str, list[str]] = defaultdict(list)
        for told in file.tellings:
            self._heads[told.game].append(told.head.lower())

    def settle(self, logs: Sequence[Log]) -> list[Decided]:
        """What each table comes to, round by round in the order of the file."""
        by_table: dict[Where, list[Log]] = defaultdict(list)
        for log in logs:
            where = self._place(log)
            if where is not None:
                by_table[where].append(log)
        found = [self._table(where, listed, by_table.get(where, [])) for where, listed in self._listed.items()]
        self._twice(found)
        for told in self._file.tellings:
            if not any(log.game == told.game and log.head.startswith(told.head.lower()) for log in logs):
                self._findings.add("tournament.no-telling", game=told.game, head=told.head)
        return found

    # -- the file ------------------------------------------------------------------------------------------

    def _tables(self) -> dict[Where, list[str]]:
        """Who sits where by the file; what is wrong with that."""
        out: dict[Where, list[str]] = {}
        for each in sorted(self._file.rounds, key=lambda each: each.n):
            if not each.tables:
                self._findings.add("tournament.empty-round", each.n)
            for table in each.tables:
                where = (each.n, str(table.table))
                if where in out:
                    self._findings.add("tournament.table-twice", *where)
                    continue
                out[where] = self._known(table.players, each, where)
            self._known([bye.player for bye in each.byes], each, (each.n, None))
        return out

    def _known(self, ids: Sequence[str], each: OneRound, where: tuple[int, str | None]) -> list[str]:
        """Those of the ids who are players of the tournament, each once."""
        for id in dict.fromkeys(ids):
            player = self._people.players.get(id)
            if player is None:
                place = "seated in the file" if where[1] is not None else "given a bye in the file"
                self._findings.add("tournament.unknown-player", *where, player=id, where=place)
            elif not player.plays(each.n):
                early = player.first > each.n
                why = f"comes in round {player.first}" if early else f"has left after round {player.until}"
                self._findings.add("tournament.not-entered", *where, player=id, why=why)
        return [id for id in dict.fromkeys(ids) if id in self._people.players]

    # -- which log is whose --------------------------------------------------------------------------------

    def _persons(self, log: Log) -> list[str | None]:
        return [self._people.of(log.app[0], seat.player_id) for seat in log.seats]

    def _place(self, log: Log) -> Where | None:
        """The table that a log is of."""
        event = log.says("event")
        if log.header is None:
            return self._unexpected(log, f"its first line cannot be read{_why(log)}", log.first_error)
        if event != self._file.event:
            return self._unexpected(log, "it names no event" if event is None else f"it is of the event {event!r}")
        said = (log.says("round"), log.says("table"))
        players = frozenset(person for person in self._persons(log) if person is not None)
        if said in self._listed and players == frozenset(self._listed[said]):
            return said
        same = self._by_players.get(players, []) if players else []
        of_round = [where for where in same if where[0] == said[0]]
        likely = of_round or ([] if said in self._listed else same)
        if len(likely) == 1:
            there = _said(*likely[0])
            self._findings.add(
                "tournament.wrong-table", *likely[0], log=log, game=log.game, said=_said(*said), found=there
            )
            return likely[0]
        if said in self._listed:
            return said
        return self._unexpected(log, f"it names {_said(*said)}")

    def _unexpected(self, log: Log, why: str, cause: Problem | None = None) -> Where | None:
        game = log.game or "without an id"
        self._findings.add("tournament.unexpected-log", log=log, cause=cause, game=game, why=why)
        return None

    # -- one table -----------------------------------------------------------------------------------------

    def _table(self, where: Where, listed: list[str], logs: list[Log]) -> Decided:
        decided = Decided(round=where[0], table=where[1], listed=listed)
        hand = self._hand.get(where)
        by_game: dict[str, list[Log]] = defaultdict(list)
        for each in logs:
            by_game[each.game or ""].append(each)
        games = [self._telling(where, game, tellings) for game, tellings in sorted(by_game.items())]
        log: Log | None = None
        doubtful = False
        if games:
            log, doubtful = self._game(where, games)
        decided.log = log
        instead = "; the result by hand counts" if hand is not None else ""
        severity: Any = "warning" if hand is not None else None
        if log is None:
            self._findings.add("tournament.no-log", *where, severity=severity, instead=instead)
        elif not log.over:
            code = "not-finished" if log.status in ("incomplete", "abandoned") else "not-sound"
            how: dict[str, Any] = {"status": log.status, "why": _why(log), "instead": instead}
            self._findings.add(f"tournament.{code}", *where, log=log, cause=log.first_error, severity=severity, **how)
        if log is not None:
            self._of_log(decided, log)
        if log is not None and log.over and not doubtful:
            decided.basis = "log"
            if hand is not None:
                self._compare(decided, hand)
        elif hand is not None:
            self._by_hand(decided, hand)
        else:
            for sitting in decided.seats:
                sitting.place, sitting.shares = None, {}
        self._present(decided)
        return decided

    def _telling(self, where: Where, game: str, logs: list[Log]) -> tuple[Log, bool]:
        """The log that stands for a game, and whether another one puts it in doubt."""
        whole = [log for log in logs if not log.redacted] or logs
        heads = tuple(self._heads.get(game, ()))
        picked = [log for log in whole if log.head.startswith(heads)] if heads else []
        best = min(picked or whole, key=lambda log: log.rank)
        others = sorted((log for log in whole if log is not best), key=lambda log: log.rank)
        parted = [(log, _parts(best, log)) for log in others]
        doubtful = not picked and best.over and any(log.over and n is not None for log, n in parted)
        repeats = [log for log in logs if log.copies or log.beginnings]
        if others or repeats:
            how = [_differs(log, n) for log, n in parted]
            how += [_repeated(copies, shorter) for copies, shorter in _repeats(repeats)]
            counts = f"{best.head[:SHOWN]} counts{' as the file says' if picked else ''}"
            count = len(whole) + sum(log.copies + log.beginnings for log in repeats)
            end = "neither counts until the file says which" if doubtful else counts
            self._findings.add(
                "tournament.two-logs",
                *where,
                log=best,
                severity="error" if doubtful else "warning",
                game=game,
                count=count,
                how="; ".join([*how, end]),
            )
        return best, doubtful

    def _game(self, where: Where, games: list[tuple[Log, bool]]) -> tuple[Log, bool]:
        """The game that counts for a table."""
        chosen = [game for game in games if (game[0].game or "") in self._heads]
        first = min(chosen if len(chosen) == 1 else games, key=lambda game: game[0].rank)
        if len(games) > 1:
            others = [log for log, _ in games if log is not first[0]]
            sound = any(log.over for log in others) and len(chosen) != 1
            why = ", as the file says" if len(chosen) == 1 else ", the only one that is sound and over" * (not sound)
            if not first[0].over:
                why = ""
            self._findings.add(
                "tournament.replayed",
                *where,
                log=first[0],
                severity="error" if sound else "warning",
                count=len(games),
                games=", ".join(log.game or "" for log, _ in games),
                which=first[0].game,
                why=why,
            )
        return first

    def _of_log(self, decided: Decided, log: Log) -> None:
        """Who sat there by the log, and what in it is not as it should be."""
        where = (decided.round, decided.table)
        persons = self._persons(log)
        decided.seats = [
            Sitting(person=person, player_id=seat.player_id, name=seat.name, place=seat.place, shares=seat.shares)
            for person, seat in zip(persons, log.seats, strict=True)
        ]
        strangers = [seat for person, seat in zip(persons, log.seats, strict=True) if person is None]
        missing = [person for person in decided.listed if person not in persons]
        for seat in strangers:
            id = seat.player_id if seat.name is None else f"{seat.name} ({seat.player_id})"
            perhaps = f"an alias of {self._people.names(missing)}" if missing else ""
            self._stranger(where, id, "in the log", perhaps, log)
        self._other_players(decided, [person for person in persons if person is not None], bool(strangers), log)
        for field, found, wanted in _by_other_rules(self._file.rules, log):
            self._findings.add("tournament.rules-differ", *where, log=log, field=field, found=found, wanted=wanted)
        self._times(decided, log)

    def _stranger(self, where: Where, id: str, place: str, perhaps: str, log: Log | None = None) -> None:
        """Somebody in no list, who may be one of those that are missing."""
        there = f"{place} (perhaps {perhaps})" if perhaps else place
        self._findings.add("tournament.unknown-player", *where, log=log, player=id, where=there)

    def _other_players(self, decided: Decided, there: Sequence[str], strangers: bool, log: Log | None) -> None:
        """Who is there and was not to be, who was to be and is not: by a log, which tells who came, or by hand. Where
        there are strangers, they were asked whether they are those who are missing.
        """
        by_hand = f"in the result by hand ({decided.by}) " if log is None else ""
        missing = [person for person in decided.listed if person not in there]
        extra = [person for person in dict.fromkeys(there) if person not in decided.listed]
        if not extra and (strangers or not missing):
            return
        parts = [f"{self._people.names(missing)} {_is(missing)} missing"] if missing else []
        instead = "named and not seated at this table" if by_hand else "there instead"
        parts += [f"{self._people.names(extra)} {_is(extra)} {instead}"] if extra else []
        severity: Any = None if extra or by_hand else "warning"
        where = (decided.round, decided.table)
        self._findings.add(
            "tournament.players-differ", *where, log=log, severity=severity, how=by_hand + "; ".join(parts)
        )

    def _times(self, decided: Decided, log: Log) -> None:
        each = self._rounds[decided.round]
        for what, at in (("begins", log.begins), ("ends", log.ends)):
            if at is None:
                continue
            for limit, how, said in ((each.begins, "before", "begins"), (each.ends, "after", "ends")):
                edge = limit.isoformat().replace("+00:00", "Z") if limit is not None else None
                if edge is not None and (backwards(edge, at) if how == "before" else backwards(at, edge)):
                    self._findings.add(
                        "tournament.outside-the-round",
                        decided.round,
                        decided.table,
                        log=log,
                        what=what,
                        at=at,
                        how=how,
                        limit=f"{said} at {edge}",
                    )

    def _by_hand(self, decided: Decided, hand: Result) -> None:
        """The result by hand decides."""
        places = self._places(decided, hand)
        names = {sitting.person: sitting for sitting in decided.seats}
        decided.basis, decided.by, decided.reason = "hand", hand.by, hand.reason
        if {*places} != {*names} - {None}:  # what its log tells already is told once
            strangers = any(id not in self._people.players for id in hand.places or hand.winners or ())
            self._other_players(decided, [*places], strangers, None)
        decided.seats = [
            Sitting(
                person=person,
                player_id=names[person].player_id if person in names else person,
                name=names[person].name if person in names else None,
                place=place,
            )
            for person, place in places.items()
        ]

    def _places(self, decided: Decided, hand: Result) -> dict[str, int]:
        """Each player's place by a result by hand."""
        where = (decided.round, decided.table)
        if hand.places is not None:
            given = hand.places if isinstance(hand.places, dict) else {id: i for i, id in enumerate(hand.places, 1)}
        else:
            winners = list(dict.fromkeys(hand.winners or ()))
            behind = len(winners) + 1 if winners else 2
            given = dict.fromkeys(winners, 1) | {id: behind for id in decided.listed if id not in winners}
        missing = [id for id in decided.listed if id not in given]
        for id in given:
            if id not in self._people.players:
                perhaps = f"{self._people.names(missing)} {_is(missing)} meant" if missing else ""
                self._stranger(where, id, "in the result by hand", perhaps)
        return {id: place for id, place in given.items() if id in self._people.players}

    def _compare(self, decided: Decided, hand: Result) -> None:
        """What a result by hand says is compared with what the log says."""
        by_log = {sitting.person: sitting.place for sitting in decided.seats if sitting.person is not None}
        by_hand = self._places(decided, hand)
        if hand.places is None:
            by_log = {person: place for person, place in by_log.items() if place == 1}
            by_hand = {person: place for person, place in by_hand.items() if place == 1}
        if by_log != by_hand:
            self._findings.add(
                "tournament.result-differs",
                decided.round,
                decided.table,
                log=decided.log,
                by=hand.by,
                said=self._order(by_log),
                hand=self._order(by_hand),
            )

    def _order(self, places: Mapping[Any, int | None]) -> str:
        if set(places.values()) <= {1}:
            return f"{self._people.names(sorted(places))} won" if places else "nobody won"
        ordered = sorted(places.items(), key=lambda item: (item[1] or 0, item[0]))
        return ", ".join(f"{self._people.name(person)} {place}" for person, place in ordered)

    def _present(self, decided: Decided) -> None:
        """Who did not come; where nothing is decided nobody can say."""
        if decided.basis != "none":
            there = {sitting.person for sitting in decided.seats}
            decided.absent = [person for person in decided.listed if person not in there]

    # -- one round -----------------------------------------------------------------------------------------

    def _twice(self, tables: list[Decided]) -> None:
        """Nobody has two seats in a round: the one that the file gives counts, else the first."""
        byes = {(each.n, bye.player) for each in self._file.rounds for bye in each.byes}
        taken: dict[tuple[int, str], list[tuple[Decided, Sitting]]] = defaultdict(list)
        absent: dict[tuple[int, str], list[Decided]] = defaultdict(list)
        for decided in tables:
            for sitting in decided.seats:
                if sitting.person is not None:
                    taken[decided.round, sitting.person].append((decided, sitting))
            for person in decided.absent:
                absent[decided.round, person].append(decided)
        for n, person in sorted({*taken, *absent}):
            seats = taken[n, person]
            empty = absent[n, person]
            if (n, person) in byes and seats:
                at, _ = seats[0]
                self._findings.add("tournament.played-a-bye", n, at.table, log=at.log, player=person)
            if len(seats) > 1 or len(empty) > 1:
                self._one_seat(n, person, seats, empty)
            for decided in empty[0 if seats else 1 :]:
                decided.absent.remove(person)

    def _one_seat(self, n: int, person: str, seats: list[tuple[Decided, Sitting]], empty: list[Decided]) -> None:
        at = next((it for it, _ in seats if person in it.listed), seats[0][0] if seats else empty[0])
        kept = next((sitting for it, sitting in seats if it is at), None)
        every = [*(it for it, _ in seats), *empty]
        self._findings.add(
            "tournament.player-twice-in-round",
            n,
            at.table,
            log=at.log,
            player=person,
            seats=", ".join(f"table {it.table}" for it in every),
            counts=f"that at table {at.table}",
        )
        for _, sitting in seats:
            if sitting is not kept:
                sitting.person = None


def _said(n: int | None, table: str | None) -> str:
    parts = [f"round {n}"] if n is not None else []
    parts += [f"table {table}"] if table is not None else []
    return ", ".join(parts) or "no table"


def _is(people: Sequence[str]) -> str:
    return "is" if len(people) == 1 else "are"


def _why(log: Log) -> str:
    """What is wrong in a log, in brackets; nothing where there is no error in it."""
    problem = log.first_error
    if problem is None:
        return ""
    n, after = problem.n, log.error_after
    place = f" at record {n}" if n is not None else f" after record {after}" if after is not None else ""
    more = f", and {log.errors - 1} more" if log.errors > 1 else ""
    return f" ({problem.code}{place}{more}: {problem.message.rstrip('.')})"


# -- several logs ------------------------------------------------------------------------------------------


def _parts(one: Log, other: Log) -> int | None:
    """The number of the first record of play in which two logs differ; `None` where they do not."""
    for (n, a), (_, b) in zip(one.plays, other.plays, strict=False):
        if contradict([a], [b]):
            return n
    shorter = min(len(one.plays), len(other.plays))
    longer = one.plays if len(one.plays) > shorter else other.plays
    return longer[shorter][0] if len(longer) > shorter else None


def _differs(log: Log, n: int | None) -> str:
    head = log.head[:SHOWN]
    if n is None:
        return f"{head} tells the same play with other lines"
    return f"{head} ({log.status}) differs from record {n} on"


def _repeats(logs: list[Log]) -> list[tuple[int, int]]:
    return [(sum(log.copies for log in logs), sum(log.beginnings for log in logs))] if logs else []


def _repeated(copies: int, shorter: int) -> str:
    parts = [f"{copies} {'is' if copies == 1 else 'are'} equal"] if copies else []
    parts += [f"{shorter} {'is' if shorter == 1 else 'are'} its beginning"] if shorter else []
    return ", ".join(parts)


# -- rules -------------------------------------------------------------------------------------------------


def _by_other_rules(rules: Rules, log: Log) -> list[tuple[str, str, str]]:
    """The fields in which a game was played by other rules: both values, as people read them."""
    found = log.played_by
    out = []
    for field in ("ruleset", "revision", "powers", "detail"):
        wanted = getattr(rules, field)
        if wanted is not None and found.get(field) != wanted:
            out.append((field, _word(found.get(field)), wanted))
    if rules.expansions is not None and found.get("expansions") != sorted(rules.expansions):
        out.append(("expansions", _word(found.get("expansions")), _word(sorted(rules.expansions))))
    out += _other_content(rules, found.get("content", {}))
    if rules.rulings is not None:
        wanted_all = {name: _setting(value) for name, value in rules.rulings.items()}
        revision = dict(defaults(str(found.get("ruleset")), found.get("revision")))
        for name, value in sorted({**revision, **wanted_all}.items()):
            if found.get("rulings") and _setting(found["rulings"].get(name)) != value:
                out.append((f"ruling {name}", _setting(found["rulings"].get(name)), value))
    return out


def _other_content(rules: Rules, found: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    content = rules.content
    if content is None:
        return []
    wanted = (
        {"pack": content}
        if isinstance(content, str)
        else {name: value for name in ("pack", "version", "sha256") if (value := getattr(content, name)) is not None}
    )
    return [
        ("content " + name, _word(found.get(name)), value) for name, value in wanted.items() if found.get(name) != value
    ]


def _setting(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else _word(value)


def _word(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none named" if value is None else str(value)

"""The tellings of games in a database: which stands, which are repeats, which contradict it, in whatever order they
came, in one load or several.

A telling that stands has its facts in the tables. Of any other only a row is kept, and its lines, packed, from which
its facts are made if it comes to stand.
"""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb
import polars as pl

from vflog.engine.codes import CODES
from vflog.engine.facts import Table
from vflog.engine.telling import contradict, play_digest, why_behind
from vflog.engine.verdict import Status
from vflog.log.problems import Place, Problem, make_problem
from vflog.log.records import Record
from vflog.store.frames import Stream
from vflog.store.stored_tellings import (
    ANOTHER_CHOSEN,
    CHOSEN,
    COLUMNS,
    CONTRADICTS,
    OF_LOGS,
    REPEATS,
    SAME_BYTES,
    Change,
    Log,
    StoredTelling,
    beginning_of,
    unpacked,
)

_LOGS = "SELECT game_key, load_key, first_line, log FROM tellings WHERE log IS NOT NULL"
_CHANGED = ("game_key", "load_key", "first_line", "relation", "why", "play_digest")
_FRAME_TYPES: dict[str, Any] = {
    "relation": pl.String, "why": pl.String, "play_digest": pl.String, "packed": pl.Binary, "gone": pl.Boolean,
    "disputed": pl.Boolean, "undecided": pl.Boolean,
}  # fmt: skip


class Keys:
    """The games that a database has logs of: their keys are all that is held of each."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        rows = connection.execute("SELECT DISTINCT game_key FROM tellings ORDER BY game_key")
        self._before = array("q")
        while chunk := rows.fetchmany(10_000):
            self._before.extend(key for (key,) in chunk)
        self._since: set[int] = set()

    def holds(self, key: int) -> bool:
        """A log of this game has been stored, or is about to be."""
        if key in self._since:
            return True
        place = bisect_left(self._before, key)
        return place < len(self._before) and self._before[place] == key

    def add(self, key: int) -> None:
        """A log of this game is about to be stored."""
        self._since.add(key)


#: Judges the log of a telling once more, for its live records of play.
Judge = Callable[[StoredTelling, Log], list[Record]]


class Tellings:
    """The tellings of a database, asked and changed within the transaction of a load: whatever was gathered must have
    been written."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: Mapping[str, Table],
        plays: Judge,
        heads: Sequence[str],
        *,
        lean: bool,
        count_simulated: bool,
    ) -> None:
        """`heads` are the tellings that were chosen, by the beginnings of their heads; `lean`: no lines in `records`;
        `count_simulated`: simulated games count."""
        self._connection = connection
        self._of_facts = [t.name for t in tables.values() if t.columns[0].name == "game_key" and t.name != "tellings"]
        self._plays = plays
        self._heads = tuple(heads)
        self._lean, self._count_simulated = lean, count_simulated
        #: Logs at hand, by the game and the place of their telling.
        self._logs: dict[tuple[int, int, int], Log] = {}

    def of(self, keys: Iterable[int]) -> dict[int, list[StoredTelling]]:
        """The rows of some games, but for those that only tell of the same bytes in another file."""
        found: dict[int, list[StoredTelling]] = defaultdict(list)
        rows = self._connection.execute(
            f"SELECT {', '.join(COLUMNS)} FROM tellings WHERE game_key IN (SELECT unnest($keys::BIGINT[])) "
            f"AND why IS DISTINCT FROM '{SAME_BYTES}' ORDER BY game_key, load_key, first_line, file",
            {"keys": list(keys)},
        ).fetchall()
        for row in rows:
            told = StoredTelling(**dict(zip(COLUMNS, row, strict=True)))
            told.was, told.before = told.relation, told.now
            found[told.game_key].append(told)
        return found

    def keys_of_chosen(self) -> list[int]:
        """The games of which a telling was chosen."""
        return [key for head in self._heads for key in self._of_head(head)]

    def unknown_heads(self) -> list[str]:
        """What was chosen and no log is; whatever came must have been written."""
        return [head for head in self._heads if not self._of_head(head)]

    def _of_head(self, head: str) -> list[int]:
        rows = self._connection.execute(
            "SELECT DISTINCT game_key FROM tellings WHERE starts_with(chain_head, ?) ORDER BY game_key", [head]
        )
        return [key for (key,) in rows.fetchall()]

    def settle(self, groups: Iterable[list[StoredTelling]]) -> list[Change]:
        """What the tellings of some games are to each other; sets `relation`, `why` and `play_digest` of each."""
        known = list(groups)
        self._fetch([m for members in known for m in members if _needed(m, members)])
        return [self._settle(members) for members in known]

    def _settle(self, members: list[StoredTelling]) -> Change:
        was = next((m for m in members if not m.new and m.relation == "stands"), None)
        chosen_before = was if was is not None and was.why == CHOSEN else None
        firsts = self._without_copies(members)
        live = self._without_beginnings(firsts)
        picked = [m for m in live if any(m.chain_head.startswith(head) for head in self._heads)]
        if not picked and chosen_before is not None:
            picked = [m for m in live if m.chain_head == chosen_before.chain_head]
        stands = min(picked or live, key=lambda m: m.rank)
        against = self._against(stands, live, unchanged=stands is was)
        ids = set(map(id, against))
        stands.relation, stands.why = "stands", CHOSEN if picked else None
        for member in live:
            if member is not stands:
                member.relation = "redacted" if member.redacted else "other"
                behind = ANOTHER_CHOSEN if picked else why_behind(member.rank, stands.rank)
                member.why = CONTRADICTS if not picked and id(member) in ids else behind
        return Change(game_key=stands.game_key, stood=was, stands=stands, against=against, members=members)

    def _without_copies(self, members: list[StoredTelling]) -> list[StoredTelling]:
        """One of those with the same lines each; the others are its copies."""
        by_head: dict[str, list[StoredTelling]] = defaultdict(list)
        for member in members:
            by_head[member.chain_head].append(member)
        firsts = []
        for alike in by_head.values():
            first = min(alike, key=lambda m: m.tie)
            began = any(m.relation == "shorter" for m in alike)
            for member in alike:
                if member is not first:
                    member.play_digest = None
                    first.why = member.why if member.relation == "shorter" else first.why
                    member.relation, member.why = "copy", None
            first.relation = "shorter" if began else "stands"
            firsts.append(first)
        return firsts

    def _without_beginnings(self, firsts: list[StoredTelling]) -> list[StoredTelling]:
        """Those that are not the beginning of another one; of the others each names the first one that it begins."""
        if any(m.new for m in firsts):
            by_head = {m.chain_head: m for m in firsts}
            counts = {m.lines for m in firsts}
            least, least_new = min(counts), min((m.lines for m in firsts if m.new), default=0)
            begins: dict[str, list[StoredTelling]] = defaultdict(list)
            longer = [m for m in firsts if m.relation != "shorter" and m.lines > (least if m.new else least_new)]
            for member, log in self._each_log(longer):
                for head in _heads(log, counts):
                    if head in by_head and by_head[head] is not member:
                        begins[head].append(member)
            for head in begins:
                by_head[head].relation = "shorter"
                by_head[head].play_digest = None
            for head, found in begins.items():
                self._begin(by_head[head], [m for m in found if m.relation != "shorter"], firsts)
        return [m for m in firsts if m.relation != "shorter"]

    def _begin(self, begun: StoredTelling, longer: list[StoredTelling], firsts: list[StoredTelling]) -> None:
        """Name the first of the logs that this one is the beginning of, found now or known before."""
        before = [m for m in firsts if m.relation != "shorter" and begun.why == beginning_of(m)]
        if longer or before:
            begun.why = beginning_of(min([*longer, *before], key=lambda m: m.rank))

    def _against(self, stands: StoredTelling, live: list[StoredTelling], *, unchanged: bool) -> list[StoredTelling]:
        """Those that contradict the one that stands in a record of play; `unchanged`: it stood before."""
        others = [m for m in live if m is not stands and m.may_contradict]
        compared = [stands, *others] if stands.may_contradict and others else []
        ids = set(map(id, compared))
        for member in live:
            if id(member) not in ids:
                member.play_digest = None
            elif member.play_digest is None:
                member.play_digest = play_digest(self._plays(member, self.log(member))).hex()
        told: list[Record] | None = None
        found = []
        for member in compared[1:]:
            if member.play_digest == stands.play_digest:
                continue
            if unchanged and member.before is not None and member.before[1] != ANOTHER_CHOSEN:
                differs = member.before[1] == CONTRADICTS
            elif member.unknown or stands.unknown:
                told = self._plays(stands, self.log(stands)) if told is None else told
                differs = contradict(told, self._plays(member, self.log(member)))
            else:
                differs = True
            if differs:
                found.append(member)
        return found

    # -- changes ---------------------------------------------------------------------------------------

    def list_copies(self, copies: Iterable[tuple[int, str]]) -> list[int]:
        """List files with the same bytes as one that is loaded: their games are copies of its games, which are given.

        Whatever the order they come in, the first name stands for the bytes.
        """
        keys: dict[int, None] = {}
        for load_key, name in copies:
            rows = self._connection.execute("SELECT file FROM loads WHERE load_key = ?", [load_key]).fetchall()
            first = rows[0][0]
            self._connection.execute(
                f"INSERT INTO tellings SELECT * REPLACE ('copy' AS relation, '{SAME_BYTES}' AS why, NULL AS log, "
                "NULL AS play_digest, $name AS file) FROM tellings WHERE load_key = $key AND file = $first",
                {"name": name, "key": load_key, "first": first},
            )
            if name < first:
                self._connection.execute("UPDATE loads SET file = ? WHERE load_key = ?", [name, load_key])
                self._connection.execute(
                    "UPDATE tellings SET file = CASE WHEN file = $name THEN $first ELSE $name END "
                    "WHERE load_key = $key AND file IN ($name, $first)",
                    {"name": name, "key": load_key, "first": first},
                )
            found = self._connection.execute(
                "SELECT DISTINCT game_key FROM tellings WHERE load_key = ? ORDER BY game_key", [load_key]
            )
            keys.update((key, None) for (key,) in found.fetchall())
        return list(keys)

    def names(self, load_key: int) -> set[str]:
        """The names of the files with these bytes."""
        rows = self._connection.execute(
            "SELECT file FROM loads WHERE load_key = $key UNION SELECT file FROM tellings WHERE load_key = $key",
            {"key": load_key},
        )
        return {name for (name,) in rows.fetchall()}

    def withdraw(self, changes: Sequence[Change]) -> None:
        """Take out what no longer holds: rows of tellings that are repeats now, the facts of those that stand no more.

        The rows of `tellings` and `loads` become what they must be.
        """
        kept: dict[int, bytes] = {}
        gone: list[StoredTelling] = []
        for change in changes:
            for member in change.members:
                if member.new or member.was in REPEATS:
                    continue
                if member.relation in REPEATS:
                    gone.append(member)
                elif member.was == "stands" and member.relation != "stands" and not self._lean:
                    kept[id(member)] = self.log(member).packed()
        self._take_out(gone)
        keys = [change.game_key for change in changes if change.replaced and change.stood is not None]
        for table in self._of_facts if keys else ():
            self._connection.execute(
                f"DELETE FROM {table} WHERE game_key IN (SELECT unnest($keys::BIGINT[]))", {"keys": keys}
            )
        self._recount(changes)
        self._rewrite([m for change in changes for m in change.members if not m.new], kept)

    def _take_out(self, some: Sequence[StoredTelling]) -> None:
        """Delete the problems and rejects of tellings."""
        rows = [(m.game_key, m.load_key, number) for m in some for number in self.log(m).numbers]
        with self._frame("gone_lines", ("game_key", "load_key", "line"), rows):
            for table in ("problems", "rejects"):
                self._connection.execute(
                    f"DELETE FROM {table} USING gone_lines g WHERE {table}.game_key = g.game_key "
                    f"AND {table}.load_key = g.load_key AND {table}.line = g.line"
                )

    def _recount(self, changes: Sequence[Change]) -> None:
        """In `loads` the lines of what is a repeat now, and was none when its file was written."""
        counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for change in changes:
            for member in change.members:
                if member.relation in REPEATS and member.was not in REPEATS:
                    for i, more in enumerate((member.records, member.rejects, 1)):
                        counts[member.load_key][i] += more
        rows = [(key, *more) for key, more in counts.items()]
        with self._frame("moved_counts", ("load_key", "records", "rejects", "games"), rows):
            self._connection.execute(
                "UPDATE loads SET records = loads.records - m.records, rejects = loads.rejects - m.rejects, "
                "repeats = loads.repeats + m.records + m.rejects, games = loads.games - m.games "
                "FROM moved_counts m WHERE loads.load_key = m.load_key"
            )

    def _rewrite(self, members: Iterable[StoredTelling], kept: Mapping[int, bytes]) -> None:
        """Write the rows of stored tellings anew, with the logs that are to be kept from now on."""
        rows = [
            (
                *(getattr(m, name) for name in _CHANGED),
                kept.get(id(m)),
                m.relation in REPEATS or (m.relation == "stands" and not self._lean),
            )
            for m in members
            if m.before != m.now
        ]
        with self._frame("changed_tellings", (*_CHANGED, "packed", "gone"), rows):
            self._connection.execute(
                "UPDATE tellings SET relation = c.relation, why = c.why, play_digest = c.play_digest, log = CASE "
                "WHEN c.packed IS NOT NULL THEN c.packed WHEN c.gone THEN NULL ELSE log END FROM changed_tellings c "
                "WHERE tellings.game_key = c.game_key AND tellings.load_key = c.load_key "
                f"AND tellings.first_line = c.first_line AND tellings.why IS DISTINCT FROM '{SAME_BYTES}'"
            )

    def mark(self, changes: Sequence[Change]) -> None:
        """Mark the games that do not count until a telling is chosen, and those that can be argued with."""
        rows = [(c.game_key, c.stands.disputed or bool(c.against), c.undecided) for c in changes]
        with self._frame("marked_games", ("game_key", "disputed", "undecided"), rows):
            self._connection.execute(
                "UPDATE games SET disputed = m.disputed, why_not = CASE WHEN why_not = 'stopped' THEN why_not "
                "WHEN m.undecided THEN 'duplicate' WHEN why_not = 'duplicate' "
                "THEN CASE WHEN simulated AND NOT $count THEN 'simulated' END "
                "ELSE why_not END FROM marked_games m WHERE games.game_key = m.game_key "
                "AND (games.disputed <> m.disputed OR m.undecided <> (why_not IS NOT DISTINCT FROM 'duplicate'))",
                {"count": self._count_simulated},
            )
            self._connection.execute(
                "UPDATE games SET counted = why_not IS NULL FROM marked_games m "
                "WHERE games.game_key = m.game_key AND counted <> (why_not IS NULL)"
            )

    @contextmanager
    def _frame(self, name: str, columns: Sequence[str], rows: list[tuple[Any, ...]]) -> Iterator[None]:
        """Rows as a table of that name."""
        types = [_FRAME_TYPES.get(column, pl.Int64) for column in columns]
        frame = pl.DataFrame(rows, schema=dict(zip(columns, types, strict=True)), orient="row")
        self._connection.register(name, Stream(frame))
        try:
            yield
        finally:
            self._connection.unregister(name)

    def resolve_id_clashes(self, ids: Sequence[str]) -> Iterator[tuple[int, int, Problem]]:
        """Settle what depends on other games, for games with these ids, whatever the order they came in.

        Of several sound games with one id and one end, told by different witnesses, the one with the smallest key
        counts. Gives the load, the game and the problem of each whose id another game has.
        """
        wanted = "game_id IN (SELECT unnest($ids::VARCHAR[]))"
        several = (
            f"SELECT game_id FROM games WHERE {wanted} GROUP BY game_id HAVING count(DISTINCT game_key) > 1 ORDER BY 1"
        )
        clashing = [name for (name,) in self._connection.execute(several, {"ids": ids}).fetchall()]
        if not clashing:
            return
        for statement in (
            f"UPDATE games SET counted = true, why_not = NULL WHERE why_not = 'witness' AND {wanted}",
            f"UPDATE games SET counted = false, why_not = 'witness' WHERE counted AND {wanted} AND EXISTS ("
            "SELECT 1 FROM games other WHERE other.game_id = games.game_id AND other.counted "
            "AND other.public_digest = games.public_digest AND other.game_key < games.game_key)",
            "DELETE FROM problems WHERE code = 'game.id-clash' "
            f"AND game_key IN (SELECT game_key FROM games WHERE {wanted})",
        ):
            self._connection.execute(statement, {"ids": clashing})
        first: dict[str, tuple[str, int]] = {}
        for game_id, game_key, load_key, line, file in self._connection.execute(
            "SELECT game_id, game_key, load_key, first_line, file FROM games JOIN tellings t "
            "USING (game_key, load_key, first_line) "
            f"WHERE t.relation = 'stands' AND {wanted} ORDER BY game_id, game_key",
            {"ids": clashing},
        ).fetchall():
            name, at = first.setdefault(game_id, (file, line))
            if (name, at) != (file, line):
                values = {"id": game_id, "file": name, "line": at}
                yield load_key, game_key, make_problem(CODES, "game.id-clash", values, Place(line=line))

    def invalidate(self, key: int, place: tuple[int, int], status: Status, problems: int) -> None:
        """A telling has so many more errors, and with them this status."""
        values = {"status": status, "more": problems, "key": key, "load": place[0], "line": place[1]}
        here = "WHERE game_key = $key AND load_key = $load AND first_line = $line"
        self._connection.execute(f"UPDATE tellings SET status = $status, problems = problems + $more {here}", values)
        self._connection.execute(
            "UPDATE games SET status = $status, problems = problems + $more, counted = false, why_not = $status "
            + here,
            values,
        )

    def forget_problems(self, keys: Sequence[int]) -> None:
        """Take out what was told of other logs, of these games."""
        codes = ", ".join(f"'{code}'" for code in OF_LOGS if code != "game.id-clash")
        self._connection.execute(
            f"DELETE FROM problems WHERE code IN ({codes}) AND game_key IN (SELECT unnest($keys::BIGINT[]))",
            {"keys": list(keys)},
        )

    # -- lines -----------------------------------------------------------------------------------------

    def log(self, told: StoredTelling) -> Log:
        """The lines of a telling that is no repeat."""
        if told.log is not None:
            return unpacked(told.log)
        place = (told.game_key, *told.place)
        if place in self._logs:
            return self._logs[place]
        rows = self._connection.execute(
            f"{_LOGS} AND game_key = ? AND load_key = ? AND first_line = ?", place
        ).fetchall()
        if rows:
            return unpacked(bytes(rows[0][-1]))
        self._fetch([told])
        return self._logs[place]

    def _each_log(self, some: Sequence[StoredTelling]) -> Iterator[tuple[StoredTelling, Log]]:
        """Tellings of one game with their lines, one at a time."""
        kept: dict[tuple[int, int], StoredTelling] = {}
        for member in some:
            if member.log is not None or member.was == "stands":
                yield member, self.log(member)
            else:
                kept[member.place] = member
        if kept:
            rows = self._connection.execute(f"{_LOGS} AND game_key = ?", [some[0].game_key])
            while chunk := rows.fetchmany(100):
                for _, load_key, first_line, packed in chunk:
                    if (load_key, first_line) in kept:
                        yield kept[load_key, first_line], unpacked(bytes(packed))

    def let_go(self) -> None:
        """Hold no logs any more."""
        self._logs.clear()

    def _fetch(self, some: Sequence[StoredTelling]) -> None:
        """Have the logs of these tellings, which stand, at hand: kept with them, or in `records` and `rejects`."""
        wanted = {m.game_key: m for m in some}
        here = "game_key IN (SELECT unnest($keys::BIGINT[]))"
        kept = self._rows(f"{_LOGS} AND relation = 'stands' AND {here}", wanted)
        for game_key, load_key, first_line, packed in kept:
            self._logs[game_key, load_key, first_line] = unpacked(bytes(packed))
            wanted.pop(game_key)
        lines: dict[int, list[tuple[int, bytes]]] = {key: [] for key in wanted}
        for key, line, body in self._rows(f"SELECT game_key, line, body::VARCHAR FROM records WHERE {here}", wanted):
            lines[key].append((line, body.encode()))
        rejected = [key for key, member in wanted.items() if member.rejects]
        theirs: dict[int, set[int]] = defaultdict(set)
        for key, load_key, _, packed in self._rows(f"{_LOGS} AND {here}", rejected):
            if load_key == wanted[key].load_key:
                theirs[key].update(unpacked(bytes(packed)).numbers)
        rejects = f"SELECT game_key, load_key, line, raw FROM rejects WHERE {here}"
        for key, load_key, line, raw in self._rows(rejects, rejected):
            if load_key == wanted[key].load_key and line not in theirs[key]:
                lines[key].append((line, bytes(raw)))
        for key, member in wanted.items():
            mine = sorted(lines[key])
            log = Log([line for line, _ in mine], [raw for _, raw in mine], member.tail is not None)
            self._logs[key, *member.place] = log

    def _rows(self, sql: str, keys: Iterable[int]) -> list[tuple[Any, ...]]:
        """What a statement answers for some games."""
        some = list(keys)
        return self._connection.execute(sql, {"keys": some}).fetchall() if some else []


def _needed(told: StoredTelling, members: Iterable[StoredTelling]) -> bool:
    """Whether the lines of a telling that stands are looked at: there are others, or an equal one comes before it."""
    return told.was == "stands" and any(
        m.was not in REPEATS and (m.chain_head != told.chain_head or m.tie < told.tie) for m in members if m is not told
    )


def _heads(log: Log, counts: set[int]) -> Iterator[str]:
    """The heads of a log at these numbers of lines."""
    digest = hashlib.sha256()
    for i, line in enumerate(log.lines[:-1] if log.cut else log.lines, 1):
        digest.update(line + b"\n")
        if i in counts:
            yield digest.hexdigest()

"""From verdicts to rows: what the tables say of one game, once it is certain.

The records of a game are gathered as they are judged, and settle when its verdict comes: only then is
known which of them were taken back. What a ruleset adds comes with `GameVerdict.summary`, whose keys are

- `games`: values of columns of the table `games` that only the ruleset knows (`detail`, `content_pack`,
  `content_sha256`, `content_invented`);
- `players`: a mapping a seat, in seat order, of columns of `players` (`role`, `team`, `corruption`,
  `disqualified`, `place`); `seat`, `player_id`, `name`, `won` come from header and verdict;
- `rulings`: every named ruling of the game and its value;
- `played_by`: fields of the header that were left out, with what they stand for then (for tournaments);
- `shares`: what each seat held in the end, for tie-breaks of tournaments (see `engine.shares`);
- `content`: tables of the pack by name (`packs` and the ruleset's own), each a list of mappings; the same
  object for every game with that pack, as it is read once.

A JSON column among the facts holds JSON text; how long a turn took is left to this module.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vflog.engine.facts import DURATION, Table
from vflog.engine.people import people
from vflog.engine.tables import SPANNED
from vflog.engine.verdict import GameVerdict, Judged, Judgement, Run
from vflog.log.problems import Problem
from vflog.log.records import Foreign, Header, Record
from vflog.store.times import Clock

#: What `source.app` says of a log that `vflog simulate` made.
SIMULATOR = "vflog-simulate"


class Reject(msgspec.Struct, frozen=True):
    """A line that is no record, while its game (if any) is still under way."""

    line: int
    byte_offset: int
    raw: bytes
    code: str


class Gathered(msgspec.Struct):
    """What has come of a game so far: of each record its number, its line, itself, its bytes, what became of it then;
    rejects and problems."""

    numbers: list[int | None] = []
    lines: list[int] = []
    records: list[Record] = []
    raws: list[bytes] = []
    judged: list[Judgement] = []
    rejects: list[Reject] = []
    problems: list[Problem] = []

    def add(self, judged: Judged) -> None:
        """A record was judged."""
        self.numbers.append(judged.n)
        self.lines.append(judged.line)
        self.records.append(judged.record)
        self.raws.append(judged.raw)
        self.judged.append(judged.judged)

    def add_run(self, run: Run) -> None:
        """Records were applied."""
        count = len(run.records)
        self.numbers.extend(range(run.n, run.n + count))
        self.lines.extend(range(run.line, run.line + count))
        self.records.extend(run.records)
        self.raws.extend(run.raws)
        self.judged.extend(_APPLIED * count)

    def forget_records(self) -> None:
        """Only rejects and problems are needed from here on."""
        self.numbers, self.lines, self.records, self.raws, self.judged = [], [], [], [], []

    def key(self) -> int | None:
        """The key of the game, by its first record; `None` where there is none."""
        return key_of(self.raws[0]) if self.raws else None

    def times(self) -> list[Any]:
        """What the records tell as their times; empty where none of them tells one."""
        times = [record.at for record in self.records]
        return times if str in set(map(type, times)) else []


def key_of(raw: bytes) -> int:
    """The first 63 bits of the SHA-256 of these bytes."""
    return int.from_bytes(hashlib.sha256(raw).digest()[:8], "big") >> 1


class _Tags(dict[type[Record], str]):
    """The type of a record by its class."""

    def __missing__(self, cls: type[Record]) -> str:
        tag = self[cls] = str(cls.__struct_config__.tag)
        return tag


class _Typed(msgspec.Struct):
    type: str


#: What became of each record of a run.
_APPLIED: list[Judgement] = ["applied"]
_tags = _Tags()
_typed = msgspec.json.Decoder(_Typed)


def _type(record: Record, raw: bytes) -> str:
    """The type as written (a front end's own types share one class)."""
    return _typed.decode(raw).type if type(record) is Foreign else _tags[type(record)]


def _text(value: Any) -> str | None:
    return value if type(value) is str else None


def record_columns(
    gathered: Gathered, judged: Sequence[str], spans: Mapping[str, list[int | None]], *, lean: bool
) -> list[Sequence[Any]]:
    """The rows of `records` as columns, without `game_key`."""
    records, raws = gathered.records, gathered.raws
    nothing: list[None] = [None] * len(records)
    times = gathered.times()
    texts = list(map(_text, times)) if times else nothing
    kinds = [*map(type, records)]
    types = map(_type, records, raws) if Foreign in kinds else map(_tags.__getitem__, kinds)
    return [
        gathered.numbers,
        gathered.lines,
        [*types],
        [name if type(name := getattr(record, "player", None)) is str else None for record in records],
        *(spans.get(column, nothing) for column in SPANNED),
        texts,
        texts,
        judged,
        nothing if lean else raws,
    ]


class Spans:
    """Which part of its game (Age, turn) each record is in, by the tables of the ruleset that tell of such parts."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._spanning = [
            (table, {c.name: i for i, c in enumerate(table.fact_columns)}) for table in tables.values() if table.spans
        ]

    def of(self, verdict: GameVerdict, gathered: Gathered, judged: Sequence[str]) -> dict[str, list[int | None]]:
        """By the column of `records`: the number of the part of each record; NULL for those that do not stand."""
        at = positions(gathered)
        return {
            table.spans: self._spread(table.spans, facts[table.name], where, verdict, at, judged)
            for table, where in self._spanning
            if table.spans and (facts := verdict.facts) is not None and table.name in facts.widths
        }

    def _spread(
        self,
        column: str,
        values: list[Any],
        where: Mapping[str, int],
        verdict: GameVerdict,
        at: Mapping[int, int],
        judged: Sequence[str],
    ) -> list[int | None]:
        out: list[int | None] = [None] * len(judged)
        for row in range(0, len(values), len(where)):
            first = at.get(values[row + where["first_n"]], 0)
            last_n = values[row + where["last_n"]]
            last = len(out) - 1 if last_n is None else at.get(last_n, len(out) - 1)
            out[first : last + 1] = [values[row + where[column]]] * (last + 1 - first)
        if verdict.applied != len(out):
            out = [part if judgement == "applied" else None for part, judgement in zip(out, judged, strict=True)]
        return out

    def time(self, verdict: GameVerdict, gathered: Gathered, judged: Sequence[str]) -> None:
        """Fill in how long the parts took, where a table tells that and the records have times."""
        facts = verdict.facts
        timed = (
            []
            if facts is None
            else [
                (facts[table.name], where)
                for table, where in self._spanning
                if table.name in facts.widths and DURATION in where
            ]
        )
        if not timed or not gathered.times():
            return
        standing = [i for i, became in enumerate(judged) if became == "applied"]
        clock = Clock([gathered.records[i] for i in standing])
        if not clock.runs:
            return
        at = {gathered.numbers[i]: place for place, i in enumerate(standing)}
        for values, where in timed:
            for row in range(0, len(values), len(where)):
                first, last = (at.get(values[row + where[name]]) for name in ("first_n", "last_n"))
                if first and last:
                    values[row + where[DURATION]] = clock.between(first - 1, last)


def positions(gathered: Gathered) -> dict[int, int]:
    """The place of each number among the records of a game."""
    return {n: i for i, n in enumerate(gathered.numbers) if n is not None}


def problem_values(problems: Sequence[Problem], load_key: int, game_key: int | None) -> list[Any]:
    """The rows of `problems`, flat."""
    out: list[Any] = []
    for p in problems:
        held = ", ".join(p.holds_under) if p.holds_under else None
        out.extend((load_key, game_key, p.line, p.byte_offset, p.n, p.severity, p.code, p.rule, p.basis, held))
        out.extend((p.message, p.follows))
    return out


def reject_values(rejects: Sequence[Reject], load_key: int, game_key: int | None) -> list[Any]:
    """The rows of `rejects`, flat."""
    out: list[Any] = []
    for reject in rejects:
        out.extend((load_key, reject.line, reject.byte_offset, game_key, reject.code, reject.raw))
    return out


def player_rows(verdict: GameVerdict) -> list[dict[str, Any]]:
    """The rows of `players`."""
    header = verdict.header
    told = verdict.summary.get("players", ())
    rows: list[dict[str, Any]] = []
    words = people(header) if header else {}
    for i, player in enumerate(header.players if header else ()):
        row: dict[str, Any] = dict(told[i]) if i < len(told) else {}
        row.setdefault("role", _text(player.role))
        won = None if verdict.winners is None else player.id in verdict.winners
        row.update(game_key=verdict.game_key, seat=i + 1, player_id=player.id, won=won)
        row.update(name=_text(player.name), called=words[player.id])
        rows.append(row)
    return rows


def setting(value: Any) -> str:
    """The value of a ruling as the tables have it."""
    return value if isinstance(value, str) else str(msgspec.json.encode(value), "ascii")


def _whole(value: Any) -> int | None:
    return value if type(value) is int else None


def header_values(header: Header | None) -> dict[str, Any]:
    """What `games` takes from the header."""
    if header is None:
        return {"simulated": False}
    source = header.source if isinstance(header.source, msgspec.Struct) else None
    app = source.app if source else None
    return {
        "event": _text(header.event),
        "round": _whole(header.round),
        "table_id": _text(header.table),
        "source_app": app,
        "source_version": _text(source.version) if source else None,
        "players": len(header.players),
        "simulated": app == SIMULATOR,
    }


def why_not(status: str, end_reason: str | None, *, simulated: bool) -> str | None:
    """The first reason for which a game is not counted, whatever else is told of it."""
    if status not in ("valid", "adjudicated"):
        return "invalid" if status == "unreadable" else status
    if end_reason != "played":
        return "stopped"
    return "simulated" if simulated else None


def arguable(problems: Sequence[Problem]) -> bool:
    """An error rests on an assumption of ours, or would be none under another named ruling."""
    return any(p.severity == "error" and (p.basis == "assumed" or p.holds_under) for p in problems)


def game_row(verdict: GameVerdict, gathered: Gathered, load_key: int, head: str | None) -> dict[str, Any]:
    """The row of `games`, but for what depends on other games."""
    ats = [at for at in gathered.times() if type(at) is str]
    return {
        **header_values(verdict.header),
        **verdict.summary.get("games", {}),
        "game_key": verdict.game_key,
        "game_id": verdict.game,
        "load_key": load_key,
        "first_line": verdict.line,
        "ruleset": verdict.ruleset,
        "revision": verdict.revision,
        "started_utc": ats[0] if ats else None,
        "ended_utc": ats[-1] if ats else None,
        "status": verdict.status,
        "end_reason": verdict.end_reason,
        "records": verdict.records,
        "applied": verdict.applied,
        "refused": verdict.refused,
        "taken_back": verdict.taken_back,
        "unjudged": verdict.unjudged,
        "problems": len(gathered.problems),
        "disputed": arguable(gathered.problems),
        "digest": verdict.digest,
        "public_digest": verdict.public,
        "lines": len(gathered.records) + len(gathered.rejects),
        "chain_head": head,
    }

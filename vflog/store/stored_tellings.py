"""A telling of a game as the table `tellings` has it: its row, its lines, what is told of one that does not stand."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from vflog.engine.codes import CODES
from vflog.engine.telling import SHOWN, SOUND_AND_OVER, Rank, Relation, rank, told_otherwise
from vflog.engine.verdict import STATUSES, Status
from vflog.log.problems import Place, Problem, Severity, make_problem
from vflog.store.gather import Gathered

#: Codes of problems that tell of other logs: the tables have them as the tellings stand in the end.
OF_LOGS = ("game.copy", "game.grown", "game.duplicate", "game.redacted", "game.not-compared", "game.id-clash")
REPEATS = frozenset({"copy", "shorter"})
#: Why a copy of a whole file is one, byte for byte: it was not judged.
SAME_BYTES = "the same bytes"
CHOSEN = "chosen"
ANOTHER_CHOSEN = "another one was chosen"
CONTRADICTS = "contradicts the one that stands"


class Log(msgspec.Struct, array_like=True):
    """The lines of a game with their numbers in the file; `cut`: the last one was cut off."""

    numbers: list[int]
    lines: list[bytes]
    cut: bool

    def packed(self) -> bytes:
        """As it is stored."""
        return zlib.compress(msgspec.msgpack.encode(self), 6)

    @property
    def data(self) -> bytes:
        """As a file of its own."""
        return b"\n".join(self.lines) + (b"" if self.cut else b"\n")


def unpacked(packed: bytes) -> Log:
    """A log as it was stored."""
    return msgspec.msgpack.decode(zlib.decompress(packed), type=Log)


def log_of(gathered: Gathered, *, cut: bool) -> Log:
    """The lines of a game that has been gathered."""
    lines = dict(zip(gathered.lines, gathered.raws, strict=True))
    lines.update((reject.line, reject.raw) for reject in gathered.rejects)
    numbers = sorted(lines)
    return Log(numbers, [lines[number] for number in numbers], cut)


class StoredTelling(msgspec.Struct, kw_only=True):
    """A row of `tellings`. `was`: its relation until now; `None`: nothing of it is in the tables yet. Then `left` has
    its problems and rejects, and `log` its lines."""

    game_key: int
    load_key: int
    first_line: int
    file: str
    chain_head: str
    records: int
    rejects: int
    lines: int
    status: Status
    relation: Relation = "stands"
    why: str | None = None
    ended: bool
    plays: int
    unknown: int
    tail: str | None
    problems: int
    disputed: bool
    play_digest: str | None = None
    redacted: bool = False
    was: Relation | None = None
    before: tuple[str, str | None, str | None] | None = None
    left: Gathered = msgspec.field(default_factory=Gathered)
    log: bytes | None = None

    def row(self) -> dict[str, Any]:
        """As the table has it."""
        return {name: getattr(self, name) for name in (*COLUMNS, "log")}

    @property
    def now(self) -> tuple[str, str | None, str | None]:
        """What may change of it."""
        return self.relation, self.why, self.play_digest

    @property
    def new(self) -> bool:
        """Nothing of it is in the tables yet."""
        return self.was is None

    @property
    def place(self) -> tuple[int, int]:
        """What tells it from others of its game."""
        return self.load_key, self.first_line

    @property
    def rank(self) -> Rank:
        """Where it stands among those of its game."""
        return rank(
            self.status,
            bytes.fromhex(self.chain_head),
            plays=self.plays,
            unknown=self.unknown,
            over=self.ended,
            redacted=self.redacted,
        )

    @property
    def tie(self) -> tuple[int, bool, str, tuple[int, int]]:
        """Where it stands among those with the same complete lines."""
        return -STATUSES.index(self.status), self.tail is not None, self.tail or "", self.place

    @property
    def may_contradict(self) -> bool:
        """Whether it is sound and over, and nothing was taken out of it."""
        return self.status in SOUND_AND_OVER and not self.redacted


#: The columns of `tellings` that `StoredTelling` has, in their order there.
COLUMNS = (
    "game_key", "load_key", "first_line", "file", "chain_head", "records", "rejects", "lines", "status", "relation",
    "why", "ended", "plays", "unknown", "tail", "problems", "disputed", "play_digest", "redacted",
)  # fmt: skip


class Change(msgspec.Struct):
    """What the tellings of a game have come to: the one that stood, the one that stands, those that contradict it."""

    game_key: int
    stood: StoredTelling | None
    stands: StoredTelling
    against: list[StoredTelling]
    members: list[StoredTelling]

    @property
    def replaced(self) -> bool:
        """Another one stands than did."""
        return self.stood is not self.stands

    @property
    def undecided(self) -> bool:
        """The game does not count until one of its tellings is chosen."""
        return bool(self.against) and self.stands.why != CHOSEN


def beginning_of(told: StoredTelling) -> str:
    """Why another one is a repeat: it is the beginning of this one."""
    return f"the beginning of {told.chain_head[:SHOWN]}"


def problems_of(change: Change) -> Iterator[tuple[StoredTelling, Problem]]:
    """What is told of each of the tellings of a game that does not stand."""
    stands = change.stands
    firsts = [m for m in change.members if m.relation != "copy"]
    by_head = {m.chain_head: m for m in firsts}
    ids = set(map(id, change.against))
    by_beginning = {beginning_of(m): m for m in firsts}
    for member in change.members:
        if member is stands:
            continue
        by = stands
        severity: Severity = "warning"
        values: dict[str, Any] = {}
        if member.relation in REPEATS:
            copy = member.relation == "copy"
            by = by_head[member.chain_head] if copy else by_beginning.get(member.why or "", stands)
            what = "the game" if copy else "the beginning of the game"
            code, values = "game.copy", {"what": what, "count": member.records + member.rejects}
        elif member.relation == "redacted":
            code = "game.redacted"
        else:
            against, chosen = id(member) in ids, stands.why == CHOSEN
            code, severity = "game.duplicate", "error" if against and not chosen else "warning"
            values = {"what": told_otherwise(member.rank, stands.rank, against=against, chosen=chosen)}
        values.update(file=by.file, line=by.first_line, mine=member.chain_head[:SHOWN], other=by.chain_head[:SHOWN])
        yield member, make_problem(CODES, code, values, Place(line=member.first_line), severity=severity)

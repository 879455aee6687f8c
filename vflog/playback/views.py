"""A game as one eye sees it: `all`, `public` (what everybody sees), or a player.

The log itself is redacted and judged anew, so nothing that is shown afterwards can know more than it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from vflog.engine.ruleset import dialect, ruleset
from vflog.engine.settings import Settings
from vflog.engine.simulation import line
from vflog.log.absent import UNSET
from vflog.log.header import key_of_game
from vflog.log.problems import Problem
from vflog.log.records import Foreign, Header, Record, Redacted
from vflog.log.strict import parse
from vflog.playback.cursor import Cursor
from vflog.playback.logs import Entry, GameLog, NotThere

ALL, PUBLIC = "all", "public"


@runtime_checkable
class Redacts(Protocol):
    """A ruleset that knows what is secret in its records."""

    def redact(
        self, records: Iterable[Mapping[str, Any]], sees: Callable[[str | None], bool]
    ) -> Iterator[dict[str, Any]]:
        """The records of a game with `?` for every secret whose owner `sees` does not name."""


def seen_by(log: GameLog, view: str, settings: Settings | None = None) -> GameLog:
    """The log as a view shows it; raises `NotThere` for a view that the game does not have."""
    if view == ALL:
        return log
    seats = [player.id for player in log.header.players]
    if view != PUBLIC and view not in seats:
        raise NotThere(f"The game {log.game} has no player {view!r}; a view is all, public, {', '.join(seats)}.")
    rules = ruleset(log.header.ruleset)
    if not isinstance(rules, Redacts):
        raise NotThere(f"Games of {rules.name} cannot be shown with secrets hidden; the view must be all.")
    plain = [parse(entry.raw) for entry in log.entries]
    redacted = list(rules.redact(plain, lambda owner: view != PUBLIC and owner == view))
    of = _of(log, view)
    redacted[0] = {**redacted[0], "redacted": of}
    header = msgspec.structs.replace(log.header, redacted=Redacted(**of))
    entries = [_entry(entry, out, log.header) for entry, out in zip(log.entries, redacted, strict=True)]
    entries[0] = msgspec.structs.replace(entries[0], record=header)
    rest = [_silent(problem) for problem in log.rest]
    hidden = msgspec.structs.replace(log, header=header, entries=entries, rest=rest)
    return msgspec.structs.replace(hidden, verdict=Cursor(hidden, settings).finish())


def _of(log: GameLog, view: str) -> dict[str, Any]:
    """What a copy says of itself; a copy of a copy is of the game, and shows no more than that copy did."""
    before = log.header.redacted
    view = PUBLIC if before is not UNSET and before.view == PUBLIC else view
    return {"of": str(key_of_game(log.entries[0].raw, log.header)), "view": view}


def _entry(entry: Entry, plain: dict[str, Any], header: Header) -> Entry:
    record: Record = entry.record
    if not isinstance(record, Foreign | Header):
        record = dialect(ruleset(header.ruleset)).record(plain)
    elif isinstance(record, Foreign):
        plain = {key: plain[key] for key in ("type", "n", "game", "at") if key in plain}
    rejects = tuple(_silent(problem) for problem in entry.rejects)
    return Entry(entry.n, record, line(plain), entry.line, entry.byte_offset, rejects)


def _silent(problem: Problem) -> Problem:
    """What is wrong with a line that is no record, without anything that stands in it."""
    return msgspec.structs.replace(problem, message="The line is no record.", expected=None, said=None)


def write_seen(logs: Iterable[GameLog], view: str, folder: Path, settings: Settings) -> None:
    """Write the logs as a view shows them into a new folder, a file each; raises as `seen_by` does."""
    folder.mkdir()
    for number, log in enumerate(logs, 1):
        seen = seen_by(log, view, settings)
        Path(folder, f"{number:06}.jsonl").write_bytes(b"".join(entry.raw + b"\n" for entry in seen.entries))

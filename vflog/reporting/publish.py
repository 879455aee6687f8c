"""A tournament as a folder: its pages, its standings as CSV and JSON; for the public its logs and seals too."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from vflog.figures.figure import Row
from vflog.playback.logs import GameLog
from vflog.playback.seals import NoSeal, read_new_seal
from vflog.reporting.source import csv
from vflog.reporting.tournament import anchor
from vflog.reporting.write import Written, write
from vflog.store.events import put
from vflog.tournament import report as r
from vflog.tournament.judged import Tournament

Path_ = str | os.PathLike[str]
#: The games of a file, as somebody may see them.
Reads = Callable[[str], Iterable[GameLog]]


def written(
    db: Path_, report: r.Report, out: Path_, *, inputs: Iterable[Path_], content: Iterable[Path_], force: bool,
    more: Mapping[str, bytes] = {}, progress: Callable[[int, int], None] | None = None,
) -> Written:  # fmt: skip
    """Put a tournament into a database that holds its logs, and write its pages. Raises as `write` does.

    `content` are folders with packs; `progress` hears pages done and in all.
    """
    put(os.fspath(db), report)
    files = {"standings.csv": standings_csv(report).encode(), "tournament.json": r.encoded(report), **more}
    packs = [os.fspath(folder) for folder in content]
    return write(
        os.fspath(db), os.fspath(out), inputs=inputs, content=packs, force=force, more=files, progress=progress
    )


def standings_csv(report: r.Report) -> str:
    """The standings as CSV: exact points, the same with digits after the point, what put each there."""
    called = report.called()
    rows: list[Row] = [
        {
            "rank": row.rank,
            "person_id": row.person,
            "player": called[row.person],
            "points": row.points,
            "points_decimal": decimal(row.points),
            "games": row.games,
            "wins": row.wins,
            **{name: value for name, value in row.tiebreaks.items() if name != "wins"},
            "withdrawn": row.withdrawn,
            "because": r.because(report, row),
            "rounds": "; ".join(r.story(report, row.person, row.round)),
        }
        for row in report.standings
    ]
    return csv(rows)


def decimal(exact: str) -> str:
    """An exact value with four digits after the point where it is no whole number."""
    top, _, bottom = exact.partition("/")
    if not bottom:
        return exact
    near = (2 * int(top) * 10_000 + int(bottom)) // (2 * int(bottom))
    return f"{near // 10_000}.{near % 10_000:04}"


def public_logs(found: Tournament, read: Reads) -> dict[str, bytes]:
    """The logs that decide tables, as everybody may see them: `read` shows them so."""
    wanted: dict[str, dict[int, str]] = defaultdict(dict)
    for (n, table), (file, line) in found.deciding.items():
        wanted[file][line] = f"logs/round-{n}-{anchor(table)}.jsonl"
    out = {}
    for file, names in wanted.items():
        for log in read(file):
            name = names.get(log.entries[0].line)
            if name is not None:
                out[name] = b"".join(entry.raw + b"\n" for entry in log.entries)
    return dict(sorted(out.items()))


def public_seals(seals: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The seals that may be published: those that tell nothing of a line."""
    for number, path in enumerate(seals, 1):
        try:
            read_new_seal(path)
        except (NoSeal, OSError):
            continue
        yield f"seals/{number:04}-{Path(path).name}", Path(path).read_bytes()

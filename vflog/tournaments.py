"""What the commands about tournaments are made of: judge, watch, write, publish."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vflog.api import load, read
from vflog.arguments import Path_, judged_by, listed
from vflog.log.sources import STDIN
from vflog.reading.results import Progress

if TYPE_CHECKING:
    from vflog.reporting.write import Written
    from vflog.tournament.file import TournamentFile
    from vflog.tournament.judged import Tournament
    from vflog.tournament.ratings import Ratings
    from vflog.tournament.report import Report as TournamentReport
    from vflog.tournament.watch import Watched


def tournament_file(path: Path_) -> TournamentFile:
    """The tournament file at `path`, or of standard input (`-`).

    Raises `BadFile` with all that is wrong with it, line by line, and `OSError`.
    """
    from vflog.tournament import file

    name = os.fspath(path)
    if name == STDIN:
        return file.read(sys.stdin.buffer.read(), "standard input")
    if os.path.isdir(name):
        makes = f"“vflog tournament new {name}” makes one from the logs in it"
        raise OSError(f"{name} is a folder; what is asked for is a tournament file (TOML), and {makes}.")
    if not os.path.lexists(name):
        makes = "“vflog tournament new FOLDER” makes one from the logs of a folder"
        raise OSError(f"There is no file {name}. A tournament file (TOML) says who plays whom; {makes}.")
    return file.read(Path(path).read_bytes(), name)


def folder_of(path: Path_) -> str:
    """The folder that a tournament file is in, with its logs; of standard input the one that we are in."""
    return os.path.dirname(os.fspath(path)) or os.curdir


def is_tournament_file(path: Path_) -> bool:
    """Whether there is a tournament file at `path`, be it fit for use or not. Raises `OSError`."""
    from vflog.tournament import file

    return os.path.isfile(path) and file.is_one(Path(path).read_bytes())


def tournament_report(path: Path_) -> TournamentReport:
    """A report on a tournament that was written as JSON; raises `NoReport`, `OSError`."""
    from vflog.tournament import report as of_tournament

    return of_tournament.read(Path(path).read_bytes(), os.fspath(path))


def tournament_schema() -> dict[str, Any]:
    """The JSON Schema of the report on a tournament."""
    from vflog.tournament.report import schema

    return schema()


def tournament(
    file: TournamentFile,
    paths: Iterable[Path_],
    *,
    against: TournamentReport | None = None,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> Tournament:
    """Judge the logs of a tournament and reckon its standings; `against` is a report that was published before, `jobs`
    and `cluster` as in `validate`.

    Seals are looked for where the logs are.
    """
    from vflog.playback.seals import seals_in
    from vflog.scale.tournaments import judged
    from vflog.tournament.judged import reckoned

    given = listed(paths)
    settings = judged_by(content, rulings, False)
    logs = judged(given, settings, progress, jobs=jobs, cluster=cluster)
    return reckoned(file, logs, settings, seals=seals_in(given), against=against)


def new_tournament(paths: Iterable[Path_], *, content: Iterable[Path_] = (), progress: Progress | None = None) -> str:
    """The text of a tournament file to fill in, made from logs."""
    from vflog.tournament.logs import judged
    from vflog.tournament.new import new

    return new(judged(listed(paths), judged_by(content, None, False), progress).logs)


def tournament_tables(
    found: Tournament,
    file: TournamentFile,
    paths: Iterable[Path_],
    db: Path_,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    wait: float = 10.0,
    progress: Progress | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> None:
    """Load the logs of a tournament into a database, and the tables of the tournament. Raises `StoreError`."""
    from vflog.store.events import put

    heads = [told.head.lower() for told in file.tellings]
    how: dict[str, Any] = {"jobs": jobs, "cluster": cluster}
    load(paths, db, content=content, rulings=rulings, tellings=heads, wait=wait, progress=progress, **how)
    put(os.fspath(db), found.report, wait=wait)


def watched_tournament(
    file: TournamentFile,
    paths: Iterable[Path_],
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
) -> Watched:
    """The tables of a tournament, to be looked at again and again while it is played."""
    from vflog.tournament.watch import Watched

    return Watched(file, listed(paths), judged_by(content, rulings, False))


def tournament_pages(
    found: Tournament,
    file: TournamentFile,
    paths: Iterable[Path_],
    out: Path_,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    inputs: Iterable[Path_] = (),
    force: bool = False,
    pages: Callable[[int, int], None] | None = None,
) -> Written:
    """Write the pages of a tournament and of its games, `standings.csv` and `tournament.json` into a folder.

    Raises `StoreError`, `OSError`, `Refusal`.
    """
    from vflog.reporting.publish import written

    paths, heads = listed(paths), [told.head.lower() for told in file.tellings]
    with _scratch() as folder:
        db = folder / "tournament.duckdb"
        load(paths, db, content=content, rulings=rulings, tellings=heads)
        kept = [*paths, *listed(content), *inputs]
        return written(db, found.report, out, inputs=kept, content=listed(content), force=force, progress=pages)


def publish_tournament(
    found: Tournament,
    file: TournamentFile,
    paths: Iterable[Path_],
    out: Path_,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    inputs: Iterable[Path_] = (),
    force: bool = False,
    pages: Callable[[int, int], None] | None = None,
) -> Written:
    """Write what may be public of a tournament into a folder: pages, standings, redacted logs, seals.

    Everything about games is made from their redacted copies, places and standings too.
    Raises `StoreError`, `OSError`, `Refusal`, `NotThere`.
    """
    from vflog.log.sources import Source
    from vflog.playback.seals import seals_in
    from vflog.playback.views import View
    from vflog.reporting.publish import public_logs, public_seals, written
    from vflog.tournament.judged import as_seen
    from vflog.tournament.report import public

    paths = listed(paths)
    how: dict[str, Any] = {"content": content, "rulings": rulings}
    seen = as_seen(file, paths, View("public"), judged_by(content, rulings, False), found.heads)
    logs = public_logs(seen, lambda name: read(name, view="public", text=False, **how))
    packs = [*listed(content), *sorted({os.path.dirname(name) or os.curdir for name, _ in seen.deciding.values()})]
    with _scratch() as folder:
        copies = []
        for name, data in logs.items():
            path = folder / name.replace("/", "-")
            path.write_bytes(data)
            copies.append(Source(name, os.fspath(path), again=True, size=len(data)))
        db = folder / "tournament.duckdb"
        load(copies, db, content=packs, rulings=rulings)
        more = {**logs, **dict(public_seals(seals_in(paths)))}
        return written(
            db,
            public(seen.report),
            out,
            inputs=[*paths, *listed(content), *inputs],
            content=packs,
            force=force,
            more=more,
            progress=pages,
        )


def ratings(
    files: Iterable[Path_], db: Path_ | None = None, *, content: Iterable[Path_] = (), wait: float = 0.0
) -> dict[str, Ratings]:
    """The ratings of players, and of what else can be rated, over tournament files with their folders or a database.

    Raises `BadFile`, `NoRatings`, `StoreError`, `OSError`.
    """
    from vflog.store.ratings import ratings as of_database

    if db is not None:
        return of_database(os.fspath(db), wait=wait)
    with _scratch() as folder:
        made = folder / "season.duckdb"
        for path in files:
            file, logs = tournament_file(path), [folder_of(path)]
            tournament_tables(tournament(file, logs, content=content), file, logs, made, content=content)
        return of_database(made)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder for the length of the block."""
    from tempfile import gettempdir

    from vflog.log.interrupts import held
    from vflog.log.stage import staged

    with held():  # it tries whether it can write there
        temporary = Path(gettempdir())
    with staged(temporary, "vflog") as folder:
        folder.mkdir()
        yield folder

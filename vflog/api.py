"""The Python interface: `validate`, `read`, `replay`, `load`, `report`; what only commands need is in `vflog.services`.

What judges takes `content` (folders with content packs), `rulings` (named rulings, and `revision`, in place
of the logs' own) and `keep_going` (a refused record is left out and judging goes on).

Paths are files, folders, patterns or `-` (standard input); one alone may stand without a list.

>>> import vflog
>>> verdicts = vflog.validate("no-such-file.jsonl")
>>> verdicts.totals.games, verdicts.problems[0].code
(0, 'input.not-found')
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

from vflog.arguments import Inputs, Path_, Paths, judged_by, listed, no_game, not_there
from vflog.engine.verdict import Report, Visitor
from vflog.log.interrupts import held
from vflog.log.stage import staged
from vflog.reading.results import Progress

if TYPE_CHECKING:
    from vflog.engine.settings import Settings
    from vflog.playback.cursor import Cursor
    from vflog.playback.logs import GameLog
    from vflog.reporting.write import Written
    from vflog.store.load import Loaded

__all__ = ["load", "read", "replay", "report", "validate"]


def validate(
    paths: Inputs,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    tellings: Iterable[str] = (),
    view: str = "all",
    text: bool = True,
    visitor: Visitor | None = None,
    collect: bool = True,
    digests: bool = True,
    progress: Progress | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> Report:
    """Judge all games and account for every line.

    `tellings`: of games told in several ways, the logs that stand for them, by the heads of their chains.
    `digests`: each verdict has the digests of the game's last state; judging is faster without. `view` is `all`,
    `public` or a player's id: the games as far as that eye sees them, without `text` also without free text.
    `visitor` is told of everything as it comes; without `collect` the report holds totals and files only, and
    memory stays flat. Nothing that an input holds makes this raise: problems stand in the report, those of the
    inputs themselves (`input.…`) too. An interrupt ends it with a report that is not `complete`.
    `jobs` processes judge, or with `None` as many as there are cores where that pays; or a Ray `cluster` at an address
    (`local`: of this machine), with `jobs` parts at once, or with `None` two for each of its cores. All that is told
    is the same.
    Raises `OSError` where such a process is killed again and again, or there is no cluster.

    >>> import vflog
    >>> report = vflog.validate("sample_logs/base-2p.jsonl")
    >>> [(game.game, game.status, game.winners) for game in report.games]
    [('base-2p', 'valid', ['bob'])]
    >>> report.totals.lines == report.totals.records
    True
    """
    settings = judged_by(content, rulings, keep_going, digests=digests, tellings=tuple(tellings))
    if view == "all" and text:
        from vflog.scale.judge import judge as judge_all

        more: dict[str, Any] = {"jobs": jobs, "cluster": cluster}
        return judge_all(listed(paths), settings, visitor, collect=collect, progress=progress, **more)
    from vflog.playback.copies import sources, unmeasured
    from vflog.playback.views import View
    from vflog.reading.corpus import judge

    copies = sources(listed(paths), View(view, text), settings, progress)
    return judge(copies, settings, unmeasured(visitor), collect=collect)


def read(
    path: Path_,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    view: str = "all",
    text: bool = True,
    progress: Progress | None = None,
) -> Iterator[GameLog]:
    """The games of a file or folder, each with all its records, one file held at a time.

    A game whose `game` record cannot be used is left out; `validate` tells of it. `view` and `text` as in `validate`.
    Raises `InputError` (an `OSError`), or `NotThere` (a `LookupError`) for a view.

    >>> import vflog
    >>> for log in vflog.read("sample_logs/hidden-4p.jsonl"):
    ...     print(log.game, len(log.entries), log.verdict.status)
    hidden-4p 180 valid
    """
    from vflog.playback import logs

    settings = judged_by(content, rulings, keep_going, holds_under=False)
    if view == "all" and text:
        return logs.read(path, settings, progress=progress)
    from vflog.playback.copies import copied
    from vflog.playback.views import View

    return logs.read(path, settings, copied=lambda source: copied(source, View(view, text), settings, progress))


def replay(
    path: Path_,
    game: str | None = None,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    view: str = "all",
    text: bool = True,
) -> Cursor:
    """A cursor over one game of a log: of that id, or the only one there is.

    `view` and `text` as in `validate`: the game as far as that eye sees it.
    Raises `InputError` (an `OSError`) or `NotThere` (a `LookupError`).

    >>> import vflog
    >>> cursor = vflog.replay("sample_logs/base-2p.jsonl")
    >>> cursor.seek(20).judged, cursor.n
    ('applied', 20)
    >>> cursor.state["age"], sorted(cursor.public) == sorted(set(cursor.state) - {"known_demis"})
    (1, True)
    >>> cursor.back().n, cursor.next().n
    (19, 20)
    >>> cursor.facts("renown")[0]["marker"] in cursor.state["demis"]
    True
    """
    from vflog.playback.cursor import Cursor

    settings = judged_by(content, rulings, keep_going)
    found: list[GameLog] = []
    there: list[str] = []
    for log in read(path, content=content, rulings=rulings, keep_going=keep_going, view=view, text=text):
        there.append(log.game)
        if game is None or log.game == game:
            found.append(log)
        if len(found) > (game is None):
            break
    if len(found) == 1:
        return Cursor(found[0], settings)
    if not found:
        raise no_game(path, game, there)
    raise not_there(
        f"There is more than one game in {os.fspath(path)}; name one with --game: {found[0].game}, {found[1].game}, or "
        "another."
    )


def games_of(path: Path_, game: str | None = None, **how: Any) -> list[GameLog]:
    """The games of a log, or that of the id; read with the settings of `read`, raises as `replay` does."""
    there, found = [], []
    for log in read(path, **how):
        there.append(log.game)
        if game in (None, log.game):
            found.append(log)
    if not found:
        raise no_game(path, game, there)
    return found


def load(
    paths: Inputs,
    db: Path_,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    tellings: Iterable[str] = (),
    view: str = "all",
    text: bool = True,
    memory: str | None = None,
    wait: float = 10.0,
    lean: bool = False,
    count_simulated: bool = False,
    progress: Progress | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> Loaded:
    """Judge the games and put what they come to into a DuckDB database, made if missing; a file is never half in.

    `memory` (such as "512MB") is what the database may use, `wait` the seconds that a lock is waited for, `lean`
    leaves the lines themselves out, `tellings` chooses logs as in `validate`. With a `view` (as in `validate`) a new
    database is made that holds what that eye sees. `jobs` and `cluster` as in `validate`.
    Raises `vflog.store.errors.StoreError`, or `NotThere` for a view.
    """
    given: dict[str, Any] = {} if memory is None else {"memory": memory}
    given.update(wait=wait, lean=lean, count_simulated=count_simulated)
    judging = judged_by(content, rulings, keep_going, tellings=tuple(tellings))
    return _load(paths, db, judging, view, text, progress, jobs=jobs, cluster=cluster, **given)


def _load(
    paths: Inputs,
    db: Path_,
    judging: Settings,
    view: str,
    text: bool,
    progress: Progress | None,
    jobs: int | None = 1,
    cluster: str | None = None,
    **settings: Any,
) -> Loaded:
    """Load logs, or their copies for a view."""
    from vflog.scale.loading import load as load_all
    from vflog.store.load import Settings as Loading

    if view == "all" and text:
        how: dict[str, Any] = {"jobs": jobs, "cluster": cluster}
        return load_all(listed(paths), os.fspath(db), Loading(**settings), judging, progress, **how)
    from vflog.playback.copies import sources
    from vflog.playback.views import View

    loading = Loading(view=None if view == "all" else view, **settings)
    copies = sources(listed(paths), View(view, text), judging, progress)
    return load_all(copies, os.fspath(db), loading, judging, jobs=1)


def report(
    paths: Paths | None = None,
    *,
    out: Path_,
    db: Path_ | None = None,
    games: Sequence[str] | None = None,
    fragment: str | None = None,
    force: bool = False,
    pseudonyms: bool = False,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    tellings: Iterable[str] = (),
    view: str = "all",
    memory: str = "512MB",
    wait: float = 0.0,
    text: bool = True,
    progress: Progress | None = None,
    pages: Callable[[int, int], None] | None = None,
) -> Written:
    """Write the pages about some logs, or about a database, into the folder `out`.

    `view` and `text` as in `validate`; a database must have been made for the view. `games` are those that get a page
    of their own, `fragment` names the one figure that is wanted alone, `pseudonyms` hides the players' names;
    `tellings` chooses logs as in `validate`, `force` writes over files that are there; `memory` (such as
    "512MB") is what the database may use, `wait` are seconds for one in use; `progress` hears bytes read, `pages` pages
    done and in all.
    Raises `vflog.store.errors.StoreError`, `OSError`, `ValueError` for an unknown figure, `NotThere` for a view,
    `vflog.log.output.Refusal` for a file that is there.
    """
    from vflog.reporting.write import write

    if (paths is None) == (db is None):
        raise ValueError("Either logs or a database are reported on.")
    more: dict[str, Any] = {
        "games": games,
        "fragment": fragment,
        "pseudonyms": pseudonyms,
        "progress": pages,
        "force": force,
        "memory": memory,
    }
    if db is not None:
        seen_in(db, view)
        packs = [os.fspath(folder) for folder in listed(content)]
        return write(os.fspath(db), os.fspath(out), wait=wait, content=packs, **more)
    assert paths is not None
    with held():  # it tries whether it can write there
        temporary = Path(gettempdir())
    with staged(temporary, "vflog") as folder:
        folder.mkdir()
        made = Path(folder, "report.duckdb")
        judging = judged_by(content, rulings, keep_going, tellings=tuple(tellings))
        _all_read(_load(paths, made, judging, view, text, progress, kept=False, memory=memory))
        packs = [os.fspath(it) for it in (*listed(content), *_beside(listed(paths)))]
        return write(made, os.fspath(out), inputs=[*listed(paths), *listed(content)], content=packs, **more)


def _beside(paths: Iterable[Path_]) -> list[str]:
    """The folders in which logs lie."""
    given = [os.fspath(path) for path in paths]
    return sorted({path if os.path.isdir(path) else os.path.dirname(path) or os.curdir for path in given})


def _all_read(loaded: Loaded) -> None:
    """Raise where an input could not be read: a report on the others would say nothing of it."""
    from vflog.playback.logs import InputError

    for problem in loaded.tally.not_read:
        if problem.severity == "error":
            raise InputError(problem.message)


def seen_in(db: Path_, view: str, wait: float = 0.0) -> None:
    """Raise `NotThere` where a database was not made for a view: it holds more, or something else."""
    if view != "all":
        from vflog.store.view import check

        check(os.fspath(db), view, wait)

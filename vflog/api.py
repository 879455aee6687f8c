"""The Python interface: `validate`, `read`, `replay`, `load`, `report`. The command line calls only this module.

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
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from vflog.engine.settings import Settings
from vflog.engine.teller import Progress, Silent, signature
from vflog.engine.verdict import GameVerdict, Judged, Report, Visitor

if TYPE_CHECKING:
    from vflog.engine.board import Section
    from vflog.engine.knowledge import codes, explained, named_rulings, names_near, rules, rulings_there_are
    from vflog.log.records import Header
    from vflog.replay.conformance import Case
    from vflog.replay.cursor import Cursor
    from vflog.replay.forms import count_legal, legal_records
    from vflog.replay.logs import GameLog, InputError, NotThere
    from vflog.replay.packs import check_pack, new_pack, pack_schema, show_pack
    from vflog.replay.referee import Referee
    from vflog.replay.sealing import Seal, Verified
    from vflog.replay.steps import Step, steps
    from vflog.report.write import Written
    from vflog.store.check import Finding
    from vflog.store.load import Loaded
    from vflog.store.query import plain, query

__all__ = [
    "Cursor",
    "GameLog",
    "GameVerdict",
    "InputError",
    "Loaded",
    "NotThere",
    "Referee",
    "Report",
    "Seal",
    "Silent",
    "Step",
    "Verified",
    "check_pack",
    "codes",
    "count_legal",
    "explained",
    "legal_records",
    "load",
    "named_rulings",
    "names_near",
    "new_pack",
    "pack_schema",
    "plain",
    "query",
    "read",
    "replay",
    "report",
    "rules",
    "rulings_there_are",
    "show_pack",
    "steps",
    "tool",
    "validate",
]

Path_ = str | os.PathLike[str]
Paths = Path_ | Iterable[Path_]
_MODULES = {
    "vflog.engine.knowledge": "codes explained named_rulings names_near rules rulings_there_are",
    "vflog.replay.cursor": "Cursor",
    "vflog.replay.forms": "count_legal legal_records",
    "vflog.replay.packs": "check_pack new_pack pack_schema show_pack",
    "vflog.replay.logs": "GameLog InputError NotThere",
    "vflog.replay.referee": "Referee",
    "vflog.replay.sealing": "Seal Verified",
    "vflog.replay.steps": "Step steps",
    "vflog.store.load": "Loaded",
    "vflog.store.query": "plain query",
}
#: What is loaded when it is first asked for, and from where.
_LATER = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def tool() -> str:
    """The product and its version."""
    return signature()


def validate(
    paths: Paths,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    visitor: Visitor | None = None,
    collect: bool = True,
    digests: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Judge all games and account for every line.

    `digests`: each verdict has the digests of the game's last state; judging is faster without.
    `visitor` is told of everything as it comes; without `collect` the report holds totals and files only, and
    memory stays flat. Nothing that an input holds makes this raise: problems stand in the report, those of the
    inputs themselves (`input.…`) too. An interrupt ends it with a report that is not `complete`.

    >>> report = validate("tests/vectors/veiled-fate/base-2p.jsonl", content=["tests/vectors/packs"])
    >>> [(game.game, game.status, game.winners) for game in report.games]
    [('base-2p', 'valid', ['bob'])]
    >>> report.totals.lines == report.totals.records
    True
    """
    from vflog.engine.corpus import judge

    settings = _settings(content, rulings, keep_going, digests=digests)
    return judge(_listed(paths), settings, visitor, collect=collect, progress=progress)


def read(
    path: Path_,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    progress: Progress | None = None,
) -> Iterator[GameLog]:
    """The games of a file or folder, each with all its records, one file held at a time.

    A game whose `game` record cannot be used is left out; `validate` tells of it. Raises `InputError` (an `OSError`).

    >>> for log in read("tests/vectors/veiled-fate/hidden-4p.jsonl", content=["tests/vectors/packs"]):
    ...     print(log.game, len(log.entries), log.verdict.status)
    hidden-4p 169 valid
    """
    from vflog.replay import logs

    return logs.read(path, _settings(content, rulings, keep_going, holds_under=False), progress=progress)


def replay(
    path: Path_,
    game: str | None = None,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    view: str = "all",
) -> Cursor:
    """A cursor over one game of a log: of that id, or the only one there is.

    `view` is `all`, `public` or a player's id: the game as far as that eye sees it.
    Raises `InputError` (an `OSError`) or `NotThere` (a `LookupError`).

    >>> cursor = replay("tests/vectors/veiled-fate/base-2p.jsonl", content=["tests/vectors/packs"])
    >>> cursor.seek(20).judged, cursor.n
    ('applied', 20)
    >>> cursor.state["age"], sorted(cursor.public) == sorted(set(cursor.state) - {"known_demis"})
    (1, True)
    >>> cursor.back().n, cursor.next().n
    (19, 20)
    >>> cursor.facts("renown")[0]["marker"] in cursor.state["demis"]
    True
    """
    from vflog.replay.cursor import Cursor

    settings = _settings(content, rulings, keep_going)
    found: list[GameLog] = []
    for log in read(path, content=content, rulings=rulings, keep_going=keep_going):
        if game is None or log.game == game:
            found.append(log)
        if len(found) > (game is None):
            break
    if len(found) == 1:
        return Cursor(_seen(found[0], view, settings), settings)
    if not found:
        raise _no_game(path, game)
    raise _not_there(
        f"There is more than one game in {os.fspath(path)}; say which: {found[0].game}, {found[1].game}, or another."
    )


def load(
    paths: Paths,
    db: Path_,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    memory: str | None = None,
    wait: float = 0.0,
    lean: bool = False,
    count_simulated: bool = False,
    progress: Progress | None = None,
) -> Loaded:
    """Judge the games and put what they come to into a DuckDB database, made if missing; a file is never half in.

    `memory` (such as "512MB") is what the database may use, `wait` the seconds that a lock is waited for, `lean`
    leaves the lines themselves out. Raises `vflog.store.errors.StoreError`.
    """
    from vflog.store import load as store

    given = {} if memory is None else {"memory": memory}
    settings = store.Settings(wait=wait, lean=lean, count_simulated=count_simulated, **given)
    return store.load(_listed(paths), os.fspath(db), settings, _settings(content, rulings, keep_going), progress)


def report(
    paths: Paths | None = None,
    *,
    out: Path_,
    db: Path_ | None = None,
    games: Sequence[str] | None = None,
    fragment: str | None = None,
    pseudonyms: bool = False,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    view: str = "all",
    progress: Progress | None = None,
    pages: Callable[[int, int], None] | None = None,
) -> Written:
    """Write the pages about some logs, or about a database, into the folder `out`.

    `view` (for logs): `all`, `public` or a player, whose secrets alone are shown. `games` are those that get a page
    of their own, `fragment` names the one figure that is wanted alone, `pseudonyms` hides the players' names;
    `progress` hears bytes read, `pages` pages done and in all.
    Raises `vflog.store.errors.StoreError`, `OSError`, `ValueError` for an unknown figure, `NotThere` for a view.
    """
    from vflog.report.write import write

    if (paths is None) == (db is None):
        raise ValueError("Either logs or a database are reported on.")
    if db is not None and view != "all":
        raise ValueError("A database holds what its logs told; a view needs the logs.")
    more: dict[str, Any] = {"games": games, "fragment": fragment, "pseudonyms": pseudonyms, "progress": pages}
    if db is not None:
        return write(os.fspath(db), os.fspath(out), **more)
    assert paths is not None
    with TemporaryDirectory(prefix="vflog-") as folder:
        made = Path(folder, "report.duckdb")
        given: dict[str, Any] = {"content": content, "rulings": rulings, "keep_going": keep_going}
        seen = paths if view == "all" else _views(_listed(paths), view, Path(folder, "seen"), given)
        load(seen, made, progress=progress, **given)
        inputs = [os.fspath(path) for path in _listed(paths) if os.path.isfile(path)]
        return write(made, os.fspath(out), inputs=inputs, **more)


# -- what the command line needs besides ---------------------------------------------------------------


def cursors(
    path: Path_,
    game: str | None = None,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    view: str = "all",
) -> list[Cursor]:
    """A cursor over each game of a log, or over the one of that id; raises as `replay` does."""
    from vflog.replay.cursor import Cursor

    settings = _settings(content, rulings, keep_going)
    logs = read(path, content=content, rulings=rulings, keep_going=keep_going)
    found = [Cursor(_seen(log, view, settings), settings) for log in logs if game is None or log.game == game]
    if not found:
        raise _no_game(path, game)
    return found


def in_words(judged: Judged, header: Header) -> str:
    """A record in words, and what became of it."""
    from vflog.replay.words import judged_in_words

    return judged_in_words(judged, header)


def board(cursor: Cursor) -> list[Section]:
    """The board where the cursor stands; empty where there is none."""
    from vflog.engine import board
    from vflog.engine.ruleset import ruleset

    state = cursor.state
    header = cursor.header
    return [] if state is None else board.board(ruleset(header.ruleset), state, board.names(header))


def rulings_of(cursor: Cursor) -> list[dict[str, Any]]:
    """The rulings a game is judged by, each with the other values there are."""
    if cursor.play is None:
        return []
    from vflog.engine.knowledge import named_rulings

    named = named_rulings()
    return [
        {
            "name": name, "value": value, "others": [v for v in named[name].values if v != value],
            "rule": named[name].rule, "source": named[name].source, "text": named[name].text,
        }
        for name, value in cursor.play.rulings().items()
    ]  # fmt: skip


def referee(*, content: Iterable[Path_] = (), rulings: Mapping[str, str] | None = None) -> Referee:
    """A referee that answers line by line."""
    from vflog.replay.referee import Referee

    return Referee(_settings(content, rulings, keep_going=False))


def line_schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of a line, of each ruleset."""
    from vflog.engine import ruleset as rulesets
    from vflog.engine.dialects import dialect
    from vflog.log.schema import schema

    return {name: schema(dialect(rulesets.ruleset(name))) for name in rulesets.names()}


def seal_name(log: Path_) -> str:
    """Where the seal of a log lies unless another place is named."""
    from vflog.replay import sealing

    return os.fspath(log) + sealing.SUFFIX


def seal(log: Path_, *, content: Iterable[Path_] = (), progress: Progress | None = None) -> Seal:
    """What a log is now: its lines, and what its games come to; raises `InputError` (an `OSError`)."""
    from vflog.replay import sealing

    return sealing.seal(log, _settings(content, None, False), progress)


def seal_bytes(sealed: Seal) -> bytes:
    """A seal as the bytes of its file."""
    from vflog.replay import sealing

    return sealing.encode(sealed)


def seal_schema() -> dict[str, Any]:
    """The JSON Schema of a seal."""
    from vflog.replay import sealing

    return sealing.schema()


def read_seal(path: Path_) -> Seal:
    """The seal in a file; raises `OSError`."""
    from vflog.replay import sealing

    with open(path, "rb") as file:
        return sealing.decode(file.read(), os.fspath(path))


def verify(
    log: Path_,
    sealed: Seal | None,
    *,
    content: Iterable[Path_] = (),
    head: str | None = None,
    count: int | None = None,
    progress: Progress | None = None,
) -> Verified:
    """What became of a log since it was sealed; `head` and `count` were noted elsewhere. Raises `InputError`."""
    from vflog.replay import sealing

    return sealing.verify(log, sealed, _settings(content, None, False), progress, head=head, count=count)


def conformance_cases() -> Iterator[Case]:
    """The logs of the conformance kit, with what they come to."""
    from vflog.replay import conformance

    return conformance.cases()


def conformance_files() -> Iterator[tuple[str, bytes]]:
    """The files of the conformance kit, each with its path within the folder."""
    from vflog.replay import conformance

    return conformance.contents()


def conformance_answer(command: str, path: str) -> Any:
    """What a program prints of a log; raises `ValueError` where that is no JSON, `OSError` where it cannot be run."""
    from vflog.replay import conformance

    return conformance.answer(command, path)


def conformance_differences(expected: Mapping[str, Any], said: Any) -> list[str]:
    """How a program's answer differs from what a log comes to."""
    from vflog.replay import conformance

    return conformance.differences(expected, said)


def simulate(
    count: int, seed: int, *, ruleset: str, content: Iterable[Path_] = (), **wishes: Any
) -> Iterator[tuple[str, bytes]]:
    """So many random legal games, each with its id and the lines of its log; `wishes` as in `engine.simulation`.

    Raises `NotThere` where there is no such ruleset, or the wishes cannot be met.
    """
    from vflog.engine import codes, simulation
    from vflog.engine.content import Library
    from vflog.engine.ruleset import ruleset as named
    from vflog.log.problems import Refused, Unsupported
    from vflog.log.records import Header

    known = dict(codes.CODES)
    try:
        rules = named(ruleset)
        known.update(rules.codes)
        if not isinstance(rules, simulation.Simulates):
            raise _not_there(f"Games of {ruleset} cannot be simulated.")
        bare = Header(format="vflog/1", game="simulated", ruleset=ruleset, players=[])
        find = Library(_settings(content, None, False).content).finder(rules, bare, None)
        yield from simulation.games(rules, find, count, seed, simulation.Wishes(**wishes))
    except (Refused, Unsupported) as why:
        raise _not_there(f"Such a game cannot be played. {known[why.code].template.format_map(why.values)}") from None


def export(
    db: Path_, out: Path_, *, forms: Iterable[str], only: Iterable[str] | None, wait: float = 0.0, memory: str = "512MB"
) -> list[Path]:
    """Write tables of a database into a folder, as Parquet, CSV or both; raises `NotThere` for an unknown table."""
    from vflog.store import connect, schema
    from vflog.store import export as store

    known = schema.tables()
    if wrong := [name for name in only or () if name not in known]:
        raise _not_there(f"There is no table {wrong[0]!r}; there are {', '.join(sorted(known))}.")
    wanted = [known[name] for name in only or known]
    with connect.connect(os.fspath(db), read_only=True, wait=wait, memory=memory) as connection:
        return store.export(connection, wanted, os.fspath(out), [*forms])  # type: ignore[list-item]


def db_check(db: Path_, *, wait: float = 0.0) -> list[Finding]:
    """All that is wrong with a database; a sound one has nothing."""
    from vflog.store import check, connect, schema

    with connect.connect(os.fspath(db), read_only=True, wait=wait) as connection:
        return check.findings(connection, schema.tables())


def db_digest(db: Path_, *, wait: float = 0.0) -> str:
    """One digest over the content of a database."""
    from vflog.store import connect, digest, schema

    with connect.connect(os.fspath(db), read_only=True, wait=wait) as connection:
        return digest.database_digest(connection, schema.tables())


def _no_game(path: Path_, game: str | None) -> NotThere:
    where = "standard input" if os.fspath(path) == "-" else os.fspath(path)
    return _not_there(f"There is no game {game!r} in {where}." if game is not None else f"There is no game in {where}.")


def _not_there(sentence: str) -> NotThere:
    from vflog.replay.logs import NotThere

    return NotThere(sentence)


def _seen(log: GameLog, view: str, settings: Settings) -> GameLog:
    from vflog.replay.views import seen_by

    return log if view == "all" else seen_by(log, view, settings)


def _views(paths: list[Path_], view: str, folder: Path, given: dict[str, Any]) -> Path:
    """The games of some logs as a view shows them, a file each, in a folder made for them."""
    from vflog.replay.views import write_seen

    settings = _settings(given["content"], given["rulings"], given["keep_going"])
    write_seen((log for path in paths for log in read(path, **given)), view, folder, settings)
    beside = {os.path.dirname(os.fspath(path)) or os.curdir for path in paths}
    given["content"] = [*_listed(given["content"]), *sorted(beside)]
    return folder


def _listed(paths: Paths) -> list[Path_]:
    return [paths] if isinstance(paths, str | os.PathLike) else list(paths)


def _settings(content: Iterable[Path_], rulings: Mapping[str, str] | None, keep_going: bool, **more: bool) -> Settings:
    folders = tuple(os.fspath(folder) for folder in _listed(content))
    return Settings(content=folders, overrides=dict(rulings or {}), keep_going=keep_going, **more)

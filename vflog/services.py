"""What only commands need and several modules below are asked for: cursors, pages, the referee, seals, samples.

Each function is a short way to modules below, imported when it is called. What takes `content` and `rulings` takes
them as the five functions of `vflog.api` do. Disputes, tournaments, shards and the dashboard have modules of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vflog.api import games_of, replay
from vflog.arguments import Path_, judged_by, not_there
from vflog.engine.verdict import Judged
from vflog.games import DEFAULT
from vflog.log.nearest import meant
from vflog.reading.results import Progress

if TYPE_CHECKING:
    from vflog.engine.board import Section
    from vflog.engine.ruleset import Finder
    from vflog.log.records import Header
    from vflog.playback.conformance import Case
    from vflog.playback.cursor import Cursor
    from vflog.playback.many_games import ManyGames
    from vflog.playback.referee import Referee
    from vflog.playback.sealing import Sealed, Verified
    from vflog.playback.seals import Seal, Seal1, SealKey
    from vflog.store.check import Finding


def cursors(
    path: Path_,
    game: str | None = None,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    view: str = "all",
    text: bool = True,
) -> list[Cursor]:
    """A cursor over each game of a log, or over the one of that id; raises as `replay` does."""
    from vflog.playback.cursor import Cursor

    settings = judged_by(content, rulings, keep_going)
    found = games_of(path, game, content=content, rulings=rulings, keep_going=keep_going, view=view, text=text)
    return [Cursor(log, settings) for log in found]


def replay_page(
    path: Path_,
    game: str | None = None,
    *,
    views: Sequence[str] = ("all",),
    at: int | None = None,
    text: bool = True,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
) -> tuple[str, str]:
    """The page of one game as one file, seen by these views, the first of them at first; and the game's status.

    It holds what these views show and nothing else, and opens at the record `at`, or the first. A link to it ends in
    `#n=143` for the position after record 143.
    Raises as `vflog.replay` does, and `ValueError` for several views of standard input.
    """
    from vflog.playback.cursor import Cursor
    from vflog.reporting.replay_page import single

    if len(views) > 1 and os.fspath(path) == "-":
        raise ValueError("A page with several views needs a file: standard input is read once.")
    given: dict[str, Any] = {"content": content, "rulings": rulings, "keep_going": keep_going, "text": text}
    logs = [(view, replay(path, game, view=view, **given).log) for view in views]
    settings = judged_by(content, rulings, keep_going, holds_under=False)
    return single([(view, Cursor(log, settings)) for view, log in logs], at), logs[0][1].verdict.status


def in_words(judged: Judged, header: Header) -> str:
    """A record in words, and what became of it."""
    from vflog.playback.words import judged_in_words

    return judged_in_words(judged, header)


def board(cursor: Cursor) -> list[Section]:
    """The board where the cursor stands; empty where there is none."""
    from vflog.engine import board
    from vflog.engine.people import people
    from vflog.engine.ruleset import ruleset

    state = cursor.state
    header = cursor.header
    return [] if state is None else board.board(ruleset(header.ruleset), state, people(header))


def rulings_of(cursor: Cursor) -> list[dict[str, Any]]:
    """The rulings a game is judged by, each with the other values there are."""
    if cursor.play is None:
        return []
    from vflog.engine.knowledge import named_rulings

    named = named_rulings()
    return [
        {
            "name": name,
            "value": value,
            "others": [v for v in named[name].values if v != value],
            "rule": named[name].rule,
            "source": named[name].source,
            "text": named[name].text,
        }
        for name, value in cursor.play.rulings().items()
    ]


def referee(
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    log: Path_ | None = None,
    resume: bool = False,
    say: Callable[[str], None] | None = None,
) -> Referee:
    """A referee that answers line by line.

    `log` is a file that keeps the accepted lines; `resume` goes on with one that is there. `say` is told in a sentence
    of what was mended, and of faults that are not those of who sends a line. Raises `FileExistsError`, `OSError`.
    """
    from vflog.playback.kept import LogFile
    from vflog.playback.referee import Referee

    keeper = LogFile(os.fspath(log), resume=resume) if log is not None else None
    made = Referee(judged_by(content, rulings, keep_going=False), keeper=keeper, on_fault=say)
    if keeper is not None and resume:
        try:
            lines, mended = made.resume(keeper)
        except OSError:
            keeper.close()
            raise
        if say is not None:
            there = f"Going on with {keeper.path}: {lines} lines stand."
            say(f"{mended} {there}" if mended is not None else there)
    return made


def many_games(
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    folder: Path_ | None = None,
    resume: bool = False,
    say: Callable[[str], None],
) -> ManyGames:
    """Referees of many games at once, with a log each in a folder; otherwise as `referee`."""
    from vflog.playback.many_games import ManyGames

    where = os.fspath(folder) if folder is not None else None
    return ManyGames(judged_by(content, rulings, keep_going=False), where, resume=resume, say=say)


def line_schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of a line, of each ruleset."""
    from vflog.engine import ruleset as rulesets
    from vflog.engine.ruleset import dialect
    from vflog.log.schema import schema

    return {name: schema(dialect(rulesets.ruleset(name))) for name in rulesets.names()}


def pack_schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of a content pack, of each ruleset that has packs: `pack`, and `NAME-pack` for other rulesets."""
    from vflog.engine import ruleset as rulesets
    from vflog.engine.packs import HasPacks

    known = {name: rulesets.ruleset(name) for name in rulesets.names()}
    return {
        "pack" if name == DEFAULT else f"{name}-pack": rules.pack_schema()
        for name, rules in known.items()
        if isinstance(rules, HasPacks)
    }


def seal(
    log: Path_,
    *,
    before: SealKey | None = None,
    key: bytes | None = None,
    content: Iterable[Path_] = (),
    progress: Progress | None = None,
) -> Sealed:
    """What a log is now, sealed: raises `InputError` (an `OSError`).

    The key `before` is kept where the log has only grown since; else `key` is taken, 32 bytes, or a new random one.
    """
    import secrets

    from vflog.playback import sealing

    fresh = key if key is not None else secrets.token_bytes(32)
    return sealing.seal(log, judged_by(content, None, False), fresh, before, progress)


def verify(
    log: Path_,
    sealed: Seal | Seal1 | None,
    key: SealKey | None = None,
    *,
    content: Iterable[Path_] = (),
    head: str | None = None,
    count: int | None = None,
    progress: Progress | None = None,
) -> Verified:
    """What became of a log since it was sealed; `head` and `count` were noted elsewhere. Raises `InputError`."""
    from vflog.playback import sealing

    return sealing.verify(log, sealed, key, judged_by(content, None, False), progress, head=head, count=count)


def explained(what: str) -> dict[str, Any] | None:
    """What there is to say of a code, a rule, a named ruling or a card; `None` where there is no such thing."""
    from vflog.engine import knowledge
    from vflog.reading.content import built_in

    return knowledge.explained(what, built_in)


def explained_names() -> list[str]:
    """All that can be explained."""
    from vflog.engine import knowledge
    from vflog.reading.content import built_in

    return knowledge.names(built_in)


def known(kind: str) -> list[dict[str, Any]]:
    """All of the `codes`, `rules`, `rulings` or `cards` as plain values."""
    from msgspec import to_builtins

    from vflog.engine import knowledge
    from vflog.reading.content import built_in

    if kind == "rulings":
        return knowledge.rulings_there_are()
    of: Mapping[str, Callable[[], Iterable[Any]]] = {
        "codes": lambda: knowledge.codes().values(),
        "rules": lambda: knowledge.rules().values(),
        "cards": lambda: knowledge.cards(built_in),
    }
    return [to_builtins(each) for each in of[kind]()]


def record_types(ruleset: str) -> list[str]:
    """The types of the records of a ruleset's games."""
    from vflog.engine.ruleset import dialect_named

    known = dialect_named(ruleset)
    return [] if known is None else [*known.types]


def names_near(what: str) -> list[str]:
    """Those names that are like that."""
    from vflog.engine import knowledge
    from vflog.reading.content import built_in

    return knowledge.names_near(what, built_in)


def conformance_cases() -> Iterator[Case]:
    """The logs of the conformance kit, with what they come to."""
    from vflog.playback import conformance

    return conformance.cases()


def conformance_files() -> Iterator[tuple[str, bytes]]:
    """The files of the conformance kit, each with its path within the folder."""
    from vflog.playback import conformance

    return conformance.contents()


def conformance_answer(command: str, path: str) -> Any:
    """What a program prints of a log; raises `ValueError` where that is no JSON, `OSError` where it cannot be run."""
    from vflog.playback import conformance

    return conformance.answer(command, path)


def conformance_differences(expected: Mapping[str, Any], said: Any) -> list[str]:
    """How a program's answer differs from what a log comes to."""
    from vflog.playback import conformance

    return conformance.differences(expected, said)


def sample_logs() -> Iterator[tuple[str, bytes]]:
    """The logs that come with vflog, each with its name."""
    for file in sorted(_samples().glob("*.jsonl")):
        yield file.name, file.read_bytes()


def sample_tournament() -> Iterator[tuple[str, bytes]]:
    """The files of the tournament that comes with vflog, each with its path within the folder."""
    folder = _samples() / "tournament"
    for file in sorted((*folder.glob("*.toml"), *folder.glob("*/*.jsonl"))):
        yield file.relative_to(folder).as_posix(), file.read_bytes()


def sample_disputes() -> Iterator[tuple[str, bytes]]:
    """The logs of the staged disputes, each with its name."""
    for file in sorted(_there("sample_logs/disputes", "examples/disputes").glob("*.jsonl")):
        yield file.name, file.read_bytes()


def _samples() -> Path:
    return _there("sample_logs", "sample_logs")


def _there(installed: str, in_sources: str) -> Path:
    here = Path(__file__).parent
    # Where the sources are used as they lie, the logs lie beside them.
    return next(place for place in (here / installed, here.parent / in_sources) if place.is_dir())


def simulate(
    count: int, seed: int, *, ruleset: str, content: Iterable[Path_] = (), **wishes: Any
) -> Iterator[tuple[str, bytes]]:
    """So many random legal games, each with its id and the lines of its log; `wishes` are those of the ruleset.

    The wished `pack` is a file, or the name of a pack within reach. Raises `NotThere` where there is no such ruleset,
    or the wishes cannot be met, and `OSError` where the pack's file cannot be read.
    """
    from vflog.engine import codes, simulation
    from vflog.engine.packs import UsesPacks
    from vflog.engine.ruleset import ruleset as named
    from vflog.log.problems import Refused, Unsupported
    from vflog.log.records import Header
    from vflog.reading.content import Library, built_in_names

    known = dict(codes.CODES)
    try:
        rules = named(ruleset)
        known.update(rules.codes)
        if not isinstance(rules, simulation.Simulates):
            raise not_there(f"Games of {ruleset} cannot be simulated.")
        bare = Header(format="vflog/1", game="simulated", ruleset=ruleset, players=[])
        find = Library(judged_by(content, None, False).content).finder(rules, bare, None)
        if wishes.get("pack") is not None and isinstance(rules, UsesPacks):
            wishes["pack"], find = _wished(wishes["pack"], ruleset, find)
        yield from simulation.games(rules, find, count, seed, simulation.wished(rules, wishes))
    except (Refused, Unsupported) as why:
        said = known[why.code].says(why.values)
        packs = {"known": ", ".join(built_in_names(rules))} if why.code == "content.not-found" else {}
        values = {**why.values, **packs}
        instead = _instead(getattr(why, "expected", None), values)
        raise not_there(f"Such a game cannot be played. {said}{instead}") from None
    except simulation.Impossible as why:
        raise not_there(f"Such a game cannot be played. {why}") from None


def _instead(expected: Any, values: Mapping[str, Any]) -> str:
    """What could be wished for instead, and which of it was meant."""
    names = expected if isinstance(expected, list) else str(values.get("known", "")).split(", ")
    there = ", ".join(names) if isinstance(expected, list) else expected
    said = next((value for value in values.values() if isinstance(value, str)), "")
    return f"{'' if expected is None else f' Possible: {there}.'}{meant(said, names)}"


def _wished(pack: Path_, ruleset: str, find: Finder) -> tuple[str, Finder]:
    """The name by which a log finds the pack, and what finds it: also where it is a file out of a log's reach."""
    from vflog.playback.packs import is_file, read_pack
    from vflog.reading.content import is_name

    if not is_file(pack):
        return os.fspath(pack), find
    data, name = read_pack(pack, ruleset), Path(pack).name.removesuffix(".toml")
    if not is_name(name):
        raise not_there(f"A log cannot name the pack in {os.fspath(pack)!r}: its file must be called by an id.")
    return name, lambda wanted: data if wanted == name else find(wanted)


def export(
    db: Path_,
    out: Path_,
    *,
    forms: Iterable[str],
    only: Iterable[str] | None,
    pseudonyms: bool = False,
    parts: int | None = None,
    force: bool = False,
    wait: float = 0.0,
    memory: str = "512MB",
) -> list[Path]:
    """Write tables of a database into a folder, as Parquet, CSV or both; with `pseudonyms` for all people in them, with
    `parts` in so many files a table.

    `force` writes over files that are there; without it raises `Refusal`. Raises `NotThere` for an unknown table.
    """
    from vflog.store import connect, schema
    from vflog.store import export as store

    with connect.connect(os.fspath(db), read_only=True, wait=wait, memory=memory) as connection:
        known = schema.tables_in(connection)
        if wrong := [name for name in only or () if name not in known]:
            near = meant(wrong[0], known)
            raise not_there(f"There is no table {wrong[0]!r}; there are {', '.join(sorted(known))}.{near}")
        wanted = [known[name] for name in only or known]
        if pseudonyms:
            connect.require_database(db)
            from vflog.store.masks import mask

            mask(connection, known, wanted)
        how: dict[str, Any] = {"parts": parts, "force": force, "inputs": [db]}
        return store.export(connection, wanted, out, [*forms], **how)  # type: ignore[list-item]


def db_check(db: Path_, *, wait: float = 0.0) -> list[Finding]:
    """All that is wrong with a database; a sound one has nothing."""
    from vflog.store import check, connect, schema

    connect.require_database(db)
    with connect.connect(os.fspath(db), read_only=True, wait=wait) as connection:
        return check.findings(connection, schema.tables_in(connection))


def db_digest(db: Path_, *, wait: float = 0.0) -> str:
    """One digest over the content of a database."""
    from vflog.store import connect, digest, schema

    with connect.connect(os.fspath(db), read_only=True, wait=wait) as connection:
        return digest.database_digest(connection, schema.tables_in(connection))

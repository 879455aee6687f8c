"""Judge a tournament: which tables are sound, whose app is at fault, and the standings.

FILE says who plays whom and how points are given: TOML, by docs/tournaments.md; - is standard input. The logs are
those of PATH..., or of the folder that FILE is in.

To make such a file: “vflog tournament new FOLDER” prints one to fill in, made from the logs of a folder (rounds,
tables, players as they are found); with --out cup.toml it is written there. Besides --out, --force and --content no
option goes with “new”.
"""

from __future__ import annotations

import os
from itertools import groupby
from typing import Annotated, Any

import typer

from vflog import tournaments
from vflog.cli import exits, options
from vflog.cli.exits import Stop, wrong_usage
from vflog.cli.judging import sound
from vflog.cli.outputs.causes import Run, Runs
from vflog.cli.outputs.wording import place, several, times
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, say, write
from vflog.cli.usage import called
from vflog.cli.watching import watch as follow
from vflog.log.output import may_write, whole
from vflog.log.problems import Problem
from vflog.log.sources import STDIN
from vflog.tournament.file import BadFile, TournamentFile
from vflog.tournament.judged import Tournament
from vflog.tournament.report import NoReport, Report

File = Annotated[
    str, typer.Argument(metavar="FILE|new", help="The tournament file, or - for standard input; or “new”, to make one.")
]
Paths = Annotated[
    list[str] | None, typer.Argument(metavar="PATH", help="Logs: files, folders, patterns; else FILE's own folder.")
]


#: The options that go with `new`.
_WITH_NEW = {"out", "force", "content"}


def tournament(
    context: typer.Context,
    file: File,
    paths: Paths = None,
    against: Annotated[
        str | None, typer.Option("--against", metavar="OLD.json", help="Tell what changed since that report.")
    ] = None,
    db: Annotated[
        str | None, typer.Option("--db", metavar="FILE", help="Put logs and standings into this database too.")
    ] = None,
    content: options.Content = None,
    ruling: options.Rulings = None,
    format: options.Verdicts = "text",
    allow: options.Allow = None,
    every: Annotated[bool, typer.Option("--all", help="List every finding, however many.")] = False,
    where: Annotated[bool, typer.Option("--where", help="Name the files of the logs (text).")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow the logs while they are written, until every game is over.")
    ] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", min=0, max=options.DAY, help="With --watch: how often to look.")
    ] = 2.0,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Write pages, standings.csv, tournament.json there; new: the file."),
    ] = None,
    publish: Annotated[
        str | None,
        typer.Option("--publish", metavar="DIR", help="Write what may be public there: pages, redacted logs, seals."),
    ] = None,
    force: options.Force = False,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
) -> int:
    """Judge a tournament."""
    from vflog.cli.outputs.tournament import tell

    packs = options.content(content)
    if file == "new":
        _only(context, _WITH_NEW)
        return new(paths, packs, out, force=force)
    allowed, known, old = options.allowed(allow), read(file), _published(against)
    logs = paths or [tournaments.folder_of(file)]
    if file == STDIN and STDIN in logs:
        raise wrong_usage("Standard input is read once: either the tournament file or a log.")
    judging: dict[str, Any] = {"content": packs, "rulings": options.rulings(ruling)}
    spread: dict[str, Any] = {"jobs": jobs, "cluster": cluster}
    if watch:
        if format not in ("text", "jsonl"):
            raise wrong_usage(f"--watch tells as text or jsonl, not as {format}.")
        follow(tournaments.watched_tournament(known, logs, **judging), format, seconds)
    with Progress(logs) as progress:
        found = tournaments.tournament(known, logs, against=old, progress=progress, **judging, **spread)
    _say_loose(found.loose, every=every)
    if not found.report.complete:  # nothing is written of a part
        db = out = publish = None
    if db is not None:
        may_write(db, force=True, inputs=[file, *logs, *packs])
        tournaments.tournament_tables(found, known, logs, db, **judging, **spread)
    how: dict[str, Any] = {**judging, "inputs": [file], "force": force}
    with Progress() as progress:
        if out is not None:
            _say_written(tournaments.tournament_pages(found, known, logs, out, pages=progress.pages, **how))
        if publish is not None:
            _say_written(tournaments.publish_tournament(found, known, logs, publish, pages=progress.pages, **how))
    tell(found, format, every=every, where=where)
    return code(found, allowed)


def _published(report: str | None) -> Report | None:
    """The report that is compared with, if any."""
    try:
        return None if report is None else tournaments.tournament_report(report)
    except NoReport as why:
        raise wrong_usage(str(why)) from None


def _only(context: typer.Context, known: set[str]) -> None:
    """No option is left unheeded in silence."""
    for param in context.command.params:
        source = context.get_parameter_source(str(param.name))
        if param.param_type_name == "option" and param.name not in known and source and source.name == "COMMANDLINE":
            with_new = "--out FILE (with --force) and --content go with it"
            raise wrong_usage(
                f"{called(param)} does not go with “tournament new”, which makes a TOML file; {with_new}."
            )


def _say_loose(loose: list[Problem], *, every: bool) -> None:
    """What is wrong outside of games, each cause of a file once unless all are asked for."""
    for _, of_file in groupby(loose, key=lambda problem: problem.file):
        for run in [Run(p, p) for p in of_file] if every else Runs(of_file).take():
            say(safe(f"vflog: {place(run.first)}{times(run)}: {run.first.message} [{run.first.code}]"))


def _say_written(written: Any) -> None:
    """Say where the pages are."""
    say(f"{safe(str(written.first.with_name('tournament.html')))}: {several(len(written.files), 'file')} written")


def new(paths: list[str] | None, content: list[str], out: str | None, *, force: bool) -> int:
    """Print or write a tournament file made from logs."""
    if not paths:
        raise wrong_usage("Name the folder with the logs: vflog tournament new FOLDER.")
    with Progress(paths) as progress:
        text = tournaments.new_tournament(paths, content=content, progress=progress)
    if out is None:
        write(text)
    else:
        inputs = [*paths, *content]
        if tournaments.is_tournament_file(out):  # it lies among the logs, or packs, and is neither
            inputs = [path for path in inputs if not os.path.isdir(path)]
        with whole(out, force=force, inputs=inputs) as target:
            target.write(text.encode())
        write(f"{safe(out)}\n")
    return exits.OK


def read(file: str) -> TournamentFile:
    """The tournament file; all that is wrong with it is told, with its line."""
    try:
        return tournaments.tournament_file(file)
    except BadFile as bad:
        raise bad_file(bad) from None


def bad_file(bad: BadFile) -> Stop:
    """Tell all that is wrong with a file but the last; that is what to raise."""
    *most, last = bad.faults
    for fault in most:
        say(safe(f"vflog: {bad.name}:{fault.line}: {fault.text}"))
    return Stop(exits.USAGE, f"{bad.name}:{last.line}: {last.text}")


def code(found: Tournament, allowed: frozenset[str]) -> int:
    """The exit code: whether all logs are sound and nothing is wrong with the tournament."""
    if not found.report.complete:
        return exits.INTERRUPTED
    if any(problem.code.startswith("input.") and problem.code != "input.empty-folder" for problem in found.loose):
        return exits.INPUT_OUTPUT
    errors = [one for one in found.found if one.severity == "error"]
    counted = [one for one in errors if one.code != "tournament.not-finished" or one.status not in allowed]
    unsound = not sound(found.by_status, allowed)
    return exits.FOUND if counted or unsound or found.loose else exits.OK


COMMAND = tournament

"""Put logs into a DuckDB database: every game, record, problem and fact, in typed tables.

A file is never half in; loading one again changes nothing; of several logs of a game one stands for it, in whatever
order they come.
Games that are not sound are loaded up to the problem, and marked. With --view a new database is made, which holds no
more than that eye sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vflog import api
from vflog.cli import exits, options
from vflog.cli.exits import Stop, wrong_usage
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import counts, place, several
from vflog.cli.progress import Progress
from vflog.cli.sharding import write_shard
from vflog.cli.terminal import safe, say, write
from vflog.log.output import may_write

if TYPE_CHECKING:
    from vflog.store.load import Loaded

#: So many copies of files are named one by one.
_LISTED = 10


def load(
    paths: options.Logs,
    db: Annotated[str | None, typer.Option("--db", metavar="FILE", help="The DuckDB database.")] = None,
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    telling: options.Tellings = None,
    format: options.Plain = "text",
    wait: options.Wait = options.LOAD_WAITS,
    memory: options.Memory = "512MB",
    lean: Annotated[bool, typer.Option("--lean", help="Leave the lines themselves out of the table records.")] = False,
    count_simulated: Annotated[
        bool, typer.Option("--count-simulated", help="Let simulated games count in the statistics.")
    ] = False,
    view: options.View = "all",
    no_text: options.NoText = False,
    strict: options.Strict = False,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    shard: options.Shard = None,
    out: options.ShardFile = None,
    force: options.Force = False,
) -> int:
    """Put logs into a database."""
    options.not_both(shard, cluster)
    if shard is not None:
        if db is not None or view != "all" or no_text:
            raise wrong_usage("--shard writes a part of whole logs to --out; “vflog merge --db” loads the parts.")
        how = {"content": options.content(content), "rulings": options.rulings(ruling), "jobs": jobs, "force": force}
        heads = options.tellings(telling)
        return write_shard(paths, shard, out, rows=True, lean=lean, keep_going=keep_going, tellings=heads, **how)
    options.without_shard(out)
    options.not_of_view(cluster, view, no_text)
    if db is None:
        raise wrong_usage("--db is missing: the database to load into.")
    may_write(db, force=True, inputs=[*paths, *(content or ())])
    with Progress(paths) as progress:
        loaded = api.load(
            paths,
            db,
            content=options.content(content),
            rulings=options.rulings(ruling),
            keep_going=keep_going,
            tellings=options.tellings(telling),
            view=view,
            text=not no_text,
            memory=options.size(memory),
            wait=wait,
            lean=lean,
            count_simulated=count_simulated,
            progress=progress,
            jobs=jobs,
            cluster=cluster,
        )
    return tell(loaded, format, strict=strict)


def tell(loaded: Loaded, form: options.Form, *, strict: bool) -> int:
    """Tell what was loaded; the exit code."""
    for problem in loaded.tally.not_read:
        say(f"{safe(place(problem))}: {problem.severity}: {safe(problem.message)}")
    for sentence in loaded.disagreements:
        say(f"vflog: {safe(sentence)}")
    _tell(loaded, form)
    if loaded.disagreements:
        raise Stop(exits.INTERNAL, "The tables differ from the verdicts, which is a fault of vflog.")
    if loaded.tally.no_telling:
        raise wrong_usage(f"No log has the chain_head {', '.join(loaded.tally.no_telling)}: it chose nothing.")
    if any(p.severity == "error" for p in loaded.tally.not_read):
        return exits.INPUT_OUTPUT
    return exits.FOUND if strict and not sound(loaded.report.totals.by_status, frozenset()) else exits.OK


def _tell(loaded: Loaded, form: options.Form) -> None:
    tally = loaded.tally
    if form == "text":
        write(f"{counts(loaded.report)}\n")
        for name, of in tally.copies[:_LISTED]:
            write(f"{safe(name)}: the file is a copy of {safe(of)}, byte for byte.\n")
        parts = [
            f"{several(len(tally.files), 'file')} loaded into {safe(loaded.db)}",
            tally.already and f"{several(len(tally.already), 'file')} had been loaded before",
            tally.copies and f"{several(len(tally.copies), 'file is a copy', 'files are copies')} byte for byte",
            tally.grown and f"{several(tally.grown, 'game')} had grown",
            tally.repeats
            and f"{several(tally.repeats, 'game is a copy', 'games are copies')} of others, or of their beginnings",
            tally.duplicates and f"{several(tally.duplicates, 'game')} told otherwise by another log",
        ]
        write(f"{'; '.join(part for part in parts if part)}\n")
        return
    out = {
        "db": loaded.db,
        "files": len(tally.files),
        "already": tally.already,
        "games": tally.games,
        "copies": [{"file": name, "of": of} for name, of in tally.copies],
        "grown": tally.grown,
        "repeats": tally.repeats,
        "duplicates": tally.duplicates,
        "totals": model.totals(loaded.report.totals),
    }
    write(model.line(out))


COMMAND = load

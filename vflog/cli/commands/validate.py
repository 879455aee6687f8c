"""Judge logs: which games are sound, which are not, and why.

Prints each problem with its place, the rule and whose rule it is, and what was legal instead; then the status
of each game and the totals, in which every line is accounted for.
"""

from __future__ import annotations

from typing import Annotated

import typer

from vflog import api
from vflog.cli import options
from vflog.cli.exits import wrong_usage
from vflog.cli.judging import Watch
from vflog.cli.outputs import COLLECTED, output
from vflog.cli.progress import Progress
from vflog.cli.sharding import write_shard

#: The forms of output that tell digests.
DIGESTS = ("json", "jsonl")


def validate(
    paths: options.Logs,
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    telling: options.Tellings = None,
    format: options.Verdicts = "text",
    view: options.View = "all",
    no_text: options.NoText = False,
    allow: options.Allow = None,
    every: Annotated[bool, typer.Option("--all", help="List every game and every problem, however many.")] = False,
    jobs: options.Jobs = None,
    cluster: options.Cluster = None,
    shard: options.Shard = None,
    out: options.ShardFile = None,
    force: options.Force = False,
) -> int:
    """Judge logs."""
    options.not_both(shard, cluster)
    if shard is not None:
        if view != "all" or no_text:
            raise wrong_usage("--shard judges whole logs, not what a view shows.")
        how = {"content": options.content(content), "rulings": options.rulings(ruling), "jobs": jobs, "force": force}
        return write_shard(paths, shard, out, keep_going=keep_going, tellings=options.tellings(telling), **how)
    options.without_shard(out)
    options.not_of_view(cluster, view, no_text)
    allowed = options.allowed(allow)
    told = output(format, every=every, allowed=allowed)
    watch = Watch(told)
    with Progress(paths) as progress:
        report = api.validate(
            paths,
            content=options.content(content),
            rulings=options.rulings(ruling),
            keep_going=keep_going,
            tellings=options.tellings(telling),
            view=view,
            text=not no_text,
            visitor=watch,
            collect=format in COLLECTED,
            digests=format in DIGESTS,
            progress=progress,
            jobs=jobs,
            cluster=cluster,
        )
    told.end(report)
    return watch.code(report, allowed)


COMMAND = validate

"""Corpora judged in shards, for any scheduler: a shard written, all shards merged."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import msgspec

from vflog.arguments import Path_, judged_by, listed
from vflog.engine.verdict import Report, Visitor
from vflog.log.output import whole
from vflog.reading.results import Progress
from vflog.scale import shards
from vflog.scale.loading import FromShards
from vflog.scale.messages import Wanted
from vflog.scale.shards import BadShard
from vflog.store import load as loading
from vflog.store.load import Loaded

__all__ = ["BadShard", "load_shards", "merge_shards", "shards_are_rows", "write_shard"]


def write_shard(
    paths: Iterable[Path_] | Path_,
    out: Path_,
    number: int,
    of: int,
    *,
    rows: bool = False,
    lean: bool = False,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    tellings: Iterable[str] = (),
    force: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Judge the shard `number` (from 1) of so many, and write to the file `out` what it comes to.

    With `rows` it can be merged into a database, else into a report; `lean` as in `load`, all else as in `validate`.
    Raises `BadShard`, `vflog.log.output.Refusal`, `OSError`, `KeyboardInterrupt`.
    """
    judging = judged_by(content, rulings, keep_going, digests=True, tellings=tuple(tellings))
    if rows:
        judging = loading.judging_all(judging)
    wanted = Wanted(judging, rejects=rows, makes="rows" if rows else "verdicts", lean=lean)
    given = listed(paths)
    with whole(out, force=force, inputs=given) as file:
        shards.write(given, file, wanted, number, of, jobs=jobs, progress=progress)


def shards_are_rows(parts: Sequence[Path_]) -> bool:
    """Whether these files can be merged into a database, and not into a report. Raises as `merge_shards` does."""
    with ExitStack() as stack:
        return (
            shards.opened([os.fspath(part) for part in parts[:1]], stack, every=False)[0].shard.wanted.makes == "rows"
        )


def merge_shards(
    parts: Sequence[Path_], *, visitor: Visitor | None = None, collect: bool = True, progress: Progress | None = None
) -> Report:
    """What `validate` tells of all the inputs, from the files of all shards, in whatever order.

    The inputs are read again only where a game is told more than once, or the parts of a file depend on each other.
    Raises `BadShard`, `OSError`.
    """
    with ExitStack() as stack:
        readers = shards.opened([os.fspath(part) for part in parts], stack)
        return shards.merge(readers, visitor, collect=collect, progress=progress)


def load_shards(
    parts: Sequence[Path_],
    db: Path_,
    *,
    memory: str | None = None,
    wait: float = 10.0,
    count_simulated: bool = False,
    progress: Progress | None = None,
) -> Loaded:
    """What `load` makes of all the inputs, from the files of all shards, in whatever order; raises as that does, and
    `BadShard`."""
    with ExitStack() as stack:
        readers = shards.opened([os.fspath(part) for part in parts], stack)
        wanted = readers[0].shard.wanted
        more: dict[str, Any] = {} if memory is None else {"memory": memory}
        settings = loading.Settings(wait=wait, lean=wanted.lean, count_simulated=count_simulated, **more)
        judging = msgspec.structs.replace(wanted.settings)
        with shards.believed("One of the parts"):
            loaded = loading.load([], os.fspath(db), settings, judging, progress, FromShards(readers))
        if loaded.disagreements:
            raise BadShard(
                f"The rows and the verdicts of the parts differ: {loaded.disagreements[0]} They were changed, and {db} "
                "holds what they tell; load the logs into a new one."
            )
        return loaded

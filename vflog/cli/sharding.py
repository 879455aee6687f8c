"""What the commands that judge in shards share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.progress import Progress


def write_shard(paths: Sequence[str], shard: str, out: str | None, **how: Any) -> int:
    """Judge a part of the logs into a file; the exit code."""
    number, of = options.shard(shard, out)
    assert out is not None
    from vflog import shards

    try:
        with Progress(paths) as progress:
            shards.write_shard(paths, out, number, of, progress=progress, **how)
    except shards.BadShard as why:
        raise wrong_usage(str(why)) from None
    return exits.OK

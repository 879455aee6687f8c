"""The command line `vflog`: one thin module a command in `commands`, over the Python interface."""

from __future__ import annotations

from collections.abc import Sequence

from vflog.cli.limited import is_limited, watched
from vflog.cli.signals import Signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (`None`: those of the process); returns the exit code."""
    with Signals(stays=arguments is None) as signals:
        try:
            if arguments is None and is_limited():
                return signals.over(watched(lambda: _run(None, signals), signals))
            return signals.over(_run(arguments, signals))
        except KeyboardInterrupt:
            # Before anything was begun, or while its end was told.
            return signals.over(signals.code)


def _run(arguments: Sequence[str] | None, signals: Signals) -> int:
    from vflog.cli.app import run

    return run(arguments, signals)

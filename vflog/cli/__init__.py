"""The command line `vflog`: one thin module a command in `commands`, over the Python interface."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (`None`: those of the process); returns the exit code."""
    try:
        from vflog.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:
        # Before anything was begun, or while its end was told.
        return 130

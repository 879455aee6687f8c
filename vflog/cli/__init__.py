"""The command line `vflog`: one thin module a command in `commands`, over the Python interface."""

from __future__ import annotations

# Nothing is imported here: until `main` runs, an interrupt ends Python itself, with a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vflog.cli.signals import Signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (`None`: those of the process); returns the exit code."""
    try:
        from vflog.cli.signals import Signals

        with Signals(stays=arguments is None) as signals:
            try:
                return signals.over(_run(arguments, signals))
            except KeyboardInterrupt:
                # Before anything was begun, or while its end was told.
                signals.say()
                return signals.over(signals.code)
    except KeyboardInterrupt:
        import os

        os.write(2, b"vflog: interrupted.\n")
        return 130


def _run(arguments: Sequence[str] | None, signals: Signals) -> int:
    from vflog.cli import limited

    def run() -> int:
        from vflog.cli.app import run

        return run(arguments, signals)

    return limited.watched(run, signals) if arguments is None and limited.is_limited() else run()

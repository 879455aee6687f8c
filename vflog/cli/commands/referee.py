"""Judge a game while it is played: a line in, an answer out, over standard input or HTTP on this machine.

A line is a record of a log, or a request: {"ask": "try", "record": {...}}, {"ask": "legal"},
{"ask": "state", "view": ...}. A refused record is not applied and takes no number.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import IO, Annotated

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.terminal import flush, say, write

#: The longest line of the format, and what is read of a longer one.
_LONGEST = 1 << 20


def referee(
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Append the accepted lines to this file.")
    ] = None,
    http: Annotated[
        int | None, typer.Option("--http", metavar="PORT", help="Listen on this port of 127.0.0.1; a POST a line.")
    ] = None,
    content: options.Content = None,
    ruling: options.Rulings = None,
    allow: options.Allow = "",
) -> int:
    """Judge a game while it is played."""
    allowed = options.allowed(allow)
    session = services.referee(content=options.content(content), rulings=options.rulings(ruling))
    kept = open(log, "ab") if log is not None else None  # noqa: SIM115 - closed below, whatever happens
    try:
        answer = _answering(session, kept)
        if http is None:
            _converse(answer)
        else:
            _serve(answer, http)
    finally:
        if kept is not None:
            kept.close()
    statuses = {verdict.status for verdict in session.finish()}
    return exits.OK if sound(statuses, allowed) else exits.FOUND


def _answering(session: services.Referee, kept: IO[bytes] | None) -> Callable[[bytes], str]:
    def answer(raw: bytes) -> str:
        said = session.answer(raw)
        if kept is not None and session.accepted is not None:
            kept.write(session.accepted + b"\n")
            kept.flush()
        return model.line(model.answer(said))

    return answer


def _converse(answer: Callable[[bytes], str]) -> None:
    source = sys.stdin.buffer
    while raw := source.readline(_LONGEST + 2):
        if not raw.endswith(b"\n") and len(raw) > _LONGEST:
            while (rest := source.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
        write(answer(raw))
        flush()


def _serve(answer: Callable[[bytes], str], port: int) -> None:
    from vflog.cli.http import serve

    def listening(at: int) -> None:
        say(f"vflog: listening on http://127.0.0.1:{at}/; Ctrl-C ends it.")

    serve(answer, port, listening, longest=_LONGEST)


COMMAND = referee

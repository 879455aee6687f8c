"""Judge games while they are played: a line in, an answer out, over standard input, or over HTTP many games at once.

A line is a record of a log, or a request: {"ask": "try", "record": {...}}, {"ask": "legal"}, {"ask": "state"}.
A refused record is not applied and takes no number. With --log what is accepted is on disk before it is answered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import no_access, wrong_usage
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.outputs import referee as printed
from vflog.cli.terminal import flush, safe, say, write
from vflog.log.hosts import is_loopback
from vflog.playback.many_games import ManyGames
from vflog.playback.referee import Referee

#: The longest line of the format, and what is read of a longer one.
_LONGEST = 1 << 20


def referee(
    log: Annotated[
        str | None,
        typer.Option("--log", metavar="FILE", help="Keep the accepted lines in this file; with --http a folder."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a log that is there.")] = False,
    view: Annotated[
        str, typer.Option("--view", metavar="VIEW", help="all, or a player: what is sent and seen here.")
    ] = "all",
    http: Annotated[
        int | None, typer.Option("--http", metavar="PORT", help="Listen on this port (0: any that is free).")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Listen there, not on this machine only.")
    ] = "127.0.0.1",
    tokens: Annotated[
        str | None, typer.Option("--tokens", metavar="FILE", help="Who may see what: lines of TOKEN SEAT [GAME].")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Pages from there may talk to it (may be given again)."),
    ] = None,
    content: options.Content = None,
    ruling: options.Rulings = None,
    allow: options.Allow = None,
) -> int:
    """Judge games while they are played."""
    allowed = options.allowed(allow)
    if http is None and (tokens or origin or host != "127.0.0.1"):
        raise wrong_usage("--tokens, --origin and --host are for --http; on standard input --view binds to a view.")
    if http is not None and view != "all":
        raise wrong_usage("--view is for standard input; over HTTP --tokens binds each connection to a view.")
    if resume and log is None:
        raise wrong_usage("--resume goes on with a log: name it with --log.")
    folders, rulings = options.content(content), options.rulings(ruling)
    try:
        if http is not None:
            begin = partial(
                services.many_games, content=folders, rulings=rulings, folder=log, resume=resume, say=_fault
            )
            return _serve(begin, tokens, origin or [], host, http)
        session = services.referee(content=folders, rulings=rulings, log=log, resume=resume, say=_fault)
    except FileExistsError as error:
        there = f"{log} is there already; --resume goes on with it."
        raise wrong_usage(str(error) if error.strerror is None else there) from None
    try:
        _converse(session, view)
    finally:
        session.close()
    return exits.OK if sound(session.finish(), allowed) else exits.FOUND


def _fault(sentence: str) -> None:
    say(safe(f"vflog: {sentence}"))


def _converse(session: Referee, view: str) -> None:
    source = sys.stdin.buffer
    while raw := source.readline(_LONGEST + 2):
        if not raw.endswith(b"\n") and len(raw) > _LONGEST:
            while (rest := source.readline(_LONGEST)) and not rest.endswith(b"\n"):
                pass
            raw += b" "
        write(model.line(printed.answer(session.answer(raw, view))))
        flush()


def _serve(begin: Callable[[], ManyGames], tokens: str | None, origins: list[str], host: str, port: int) -> int:
    try:
        from vflog.cli import server
    except ImportError:
        raise wrong_usage(
            "HTTP needs the package uvicorn: pip install uvicorn, or pipx inject vflog uvicorn."
        ) from None
    from vflog.cli.http import App
    from vflog.cli.tokens import Tokens

    try:
        known = Tokens(tokens) if tokens is not None else None
    except ValueError as error:
        raise wrong_usage(str(error)) from None
    try:
        sock = server.listening(host, port)
    except OSError as error:
        raise no_access(f"Nothing can listen at {host}, port {port}: {error.strerror or error}.") from None
    except OverflowError:
        raise wrong_usage("A port is a number from 0 to 65535.") from None
    games = begin()
    at, named = sock.getsockname()[1], f"[{host}]" if ":" in host else host
    if known is None and not is_loopback(host):
        say("vflog: without --tokens everybody who reaches this address sees and does everything.")
    say(f"vflog: listening on http://{safe(named)}:{at}/; Ctrl-C ends it.")
    server.serve(App(games, known, origins, host, _fault), sock, _fault)
    # It ends by a signal only, also where that is ignored but for the stop.
    return exits.INTERRUPTED


COMMAND = referee

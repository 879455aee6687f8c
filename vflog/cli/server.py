"""The server under the referee (uvicorn): its limits on connections, time and size, and a clean stop."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from vflog.cli.http import App

#: So many connections at once; one more is told to come again.
CONNECTIONS = 1000
#: Seconds: until the head of a request must have come, once it has begun (or the connection was made); how long a
#: connection may be idle between requests; how long a client may not read what is written to it; how long a stop waits
#: for requests that are being answered.
HEAD_SECONDS, IDLE_SECONDS, READ_SECONDS, STOP_SECONDS = 10.0, 75, 10.0, 5
#: The most bytes of the head of a request.
HEAD = 1 << 14
#: What a connection takes beside its own file: logs, threads, the rest of the program.
_OTHER_FILES = 256
#: How long a thread works before another one that waits has its turn.
TURN_SECONDS = 0.0005
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connection(H11Protocol):
    """A connection that does not wait for ever."""

    most = CONNECTIONS
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls."""
        super().connection_made(transport)
        # An answer goes out in two pieces, and the second must not wait until the first is acknowledged.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self.connections) > self.most:
            transport.write(_FULL)
            transport.close()
            return
        self._expect()

    def data_received(self, data: bytes) -> None:
        """A piece of a request has come."""
        if self._late is None and self._idle():
            self._expect()
        super().data_received(data)
        if not self._idle():
            self._cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is no more."""
        self._cancel()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _expect(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self._too_late)

    def _cancel(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if self._idle():
            self.transport.abort()


class _Server(uvicorn.Server):
    """Lets those go who look on when it is to stop."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what is asked already, and no more."""
        self._app.close()
        await super().shutdown(sockets)
        # Before the signal that asked for it is raised once more, which may end the process.
        self._app.closed()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there (port 0: any that is free). Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=512)


def serve(app: App, sock: socket.socket, say: Callable[[str], None]) -> None:
    """Answer until a signal comes, which is then raised again: `KeyboardInterrupt`, or the end of the process."""
    logging.getLogger("uvicorn").addHandler(logging.NullHandler())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    logging.getLogger("uvicorn").propagate = False
    # A line that takes long must not hold up the short ones: threads take turns more often than they would.
    sys.setswitchinterval(TURN_SECONDS)
    Connection.most = min(CONNECTIONS, _files() - _OTHER_FILES)
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=HEAD,
    )
    server = _Server(config, app)

    async def run() -> None:
        def fault(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            error = context.get("exception")
            say(f"an internal error, which is a fault of vflog: {type(error).__name__ if error else 'of the server'}.")

        asyncio.get_running_loop().set_exception_handler(fault)
        await server.serve([sock])

    try:
        asyncio.run(run())
    finally:
        app.closed()


def _files() -> int:
    """How many files this process may have open; as many as it may ask for, at most what is needed."""
    try:
        import resource
    except ImportError:
        return CONNECTIONS + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft

"""The referee over HTTP, for programs on the same machine: one POST a line, one JSON line back."""

from __future__ import annotations

import signal
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer

from vflog.log.interrupts import Ended

_HERE = ("127.0.0.1", "localhost")


def serve(answer: Callable[[bytes], str], port: int, listening: Callable[[int], None], *, longest: int) -> None:
    """Answer until interrupted; `listening` is told the port (0 takes any that is free). Raises `OSError`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """A line."""
            # A page of another site must not talk to the referee through a browser of this machine.
            if self.headers.get("Host", "").partition(":")[0] not in _HERE or self.headers.get("Origin"):
                self._say(403, '{"ok":false}\n')
                return
            try:
                length = int(self.headers.get("Content-Length", ""))
            except ValueError:
                self._say(411, '{"ok":false}\n')
                return
            if not 0 <= length <= longest + 2:
                self.close_connection = True
                self._say(413, '{"ok":false}\n')
                return
            self._say(200, answer(self.rfile.read(length)))

        def _say(self, status: int, text: str) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is told of single requests."""

    with HTTPServer((_HERE[0], port), Handler) as server:
        listening(server.server_address[1])
        try:
            server.serve_forever()
        except KeyboardInterrupt as ended:
            # Ctrl-C is the way to end it; whoever else ends it is told so.
            if isinstance(ended, Ended) and ended.number != signal.SIGINT:
                raise
            return

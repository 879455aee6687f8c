"""The server under the dashboard: who may ask, what a page may load, limits, and a clean end."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from typing import Any

import dash
from flask import Response, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.serving import WSGIRequestHandler, make_server

from vflog.dashboard import check
from vflog.log.hosts import is_ours

#: Bytes of a request (a log that is dropped is the largest), seconds that a client may be silent, requests at once.
LARGEST, SILENT, AT_ONCE = check.LARGEST + 1_000_000, 30, 16
_CALLBACKS = "/_dash-update-component"
#: For a page on which a game is played again: a file of its own, which needs nothing beside it.
_ALONE = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def guard(app: dash.Dash, called: str) -> None:
    """Let nobody in under another name than this one, and let no page load anything from elsewhere."""
    hashes = " ".join(app.csp_hashes())
    policy = (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    hosts = {"localhost", called.lower()}
    app.server.config["MAX_CONTENT_LENGTH"] = LARGEST

    @app.server.before_request
    def let_in() -> Response | None:
        host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
        if not is_ours(host, hosts):
            return _refused(403, "The Host header names another host than this one.")
        if origin is not None and origin.partition("://")[2] != host:
            return _refused(403, "Pages from elsewhere may not talk to this dashboard.")
        if request.path == _CALLBACKS and not _is_asked_here(app):
            return _refused(400, "No page of this dashboard asks that. Load the page again.")
        return None

    @app.server.after_request
    def sealed(answer: Response) -> Response:
        alone = answer.headers.pop("X-Own-Policy", None)
        answer.headers["Content-Security-Policy"] = _ALONE if alone else policy
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers["Referrer-Policy"] = "same-origin"  # with none a form would be sent as from nowhere
        answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return answer

    @app.server.errorhandler(RequestEntityTooLarge)
    def too_large(_: RequestEntityTooLarge) -> Response:
        _drain()
        return _refused(413, f"That is too large: at most {check.LARGEST // 1_000_000} MB are taken here.")

    @app.server.errorhandler(Exception)
    def fault(error: Exception) -> Response:
        if isinstance(error, HTTPException):
            return _refused(error.code or 500, f"{error.name}.")
        return _refused(500, "An internal error, which is a fault of vflog.")


def _is_asked_here(app: dash.Dash) -> bool:
    """Whether the request, for what changes on a page, is like one that a page here sends."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        return False
    if not isinstance(body, dict) or not isinstance(body.get("output"), str):
        return False
    known = app.callback_map.get(body["output"], {})
    told = [body.get("inputs"), body.get("state", [])]
    return "callback" in known and all(isinstance(each, list) for each in told)


def _drain() -> None:
    """Read on what nobody wants: who still sends would not read the answer."""
    stream, left = request.environ["wsgi.input"], min(request.content_length or 0, 8 * LARGEST)
    while left > 0 and (piece := stream.read(min(left, 1 << 16))):
        left -= len(piece)


def _refused(status: int, sentence: str) -> Response:
    return Response(f"{sentence}\n", status=status, mimetype="text/plain")


class _Quiet(WSGIRequestHandler):
    """Says nothing of requests, and does not wait for ever."""

    timeout = SILENT

    def log(self, type: str, message: str, *args: Any) -> None:
        """Nothing."""

    def version_string(self) -> str:
        """No name of a server."""
        return "vflog"


def serve(app: dash.Dash, host: str, port: int, ready: Callable[[int], None]) -> None:
    """Answer until a signal comes; `ready` hears the port. Raises `OSError` where nothing can listen there."""
    for name in ("werkzeug", "dash", "dash.dash"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=128) as listening:
        turns = threading.BoundedSemaphore(AT_ONCE)
        answer = app.server.wsgi_app

        def in_turn(environ: Any, start: Any) -> Any:
            with turns:
                return [*answer(environ, start)]

        app.server.wsgi_app = in_turn
        server = make_server(host, port, app.server, threaded=True, request_handler=_Quiet, fd=listening.fileno())
        server.daemon_threads = True
        ready(listening.getsockname()[1])
        try:
            server.serve_forever(poll_interval=0.2)
        finally:
            server.server_close()

"""Check a log: a form that takes a file or a text, and what it comes to. Nothing of it is kept, on no disk.

It is a page without Dash: it works without scripts, and what was given goes straight to a process of its own.
"""

from __future__ import annotations

import subprocess
import threading
from io import BytesIO
from typing import IO, Any

import dash
import msgspec
from flask import Request, Response, request

from vflog.dashboard import address
from vflog.dashboard.asking import Desk
from vflog.dashboard.checking import Asked, Found
from vflog.dashboard.process import command, environment
from vflog.playback.tape import Tape
from vflog.reporting.page import asset, plotly, render
from vflog.reporting.replay_page import Film, fitted
from vflog.store.errors import StoreError
from vflog.version import VERSION

#: Bytes of a log that is taken, and seconds of work that judging it may take.
LARGEST, SECONDS = 50_000_000, 20
#: One log is judged at a time; so many seconds somebody waits for the turn.
_turn = threading.Semaphore(1)
_PATIENCE = 2 * SECONDS


class InMemory(Request):
    """A request whose files are held in memory: none is put on a disk, not for a moment."""

    max_form_memory_size = LARGEST + 100_000

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return BytesIO()


class NotChecked(Exception):
    """A log that could not be judged; the text is the sentence."""


def checked(data: bytes, game: str | None, desk: Desk) -> tuple[Found, Tape | None]:
    """What a log comes to, and the game to be played again if there was time for that. Raises `NotChecked`."""
    if len(data) > LARGEST:
        raise NotChecked(f"That is too large: at most {LARGEST // 1_000_000} MB are taken here; try “vflog validate”.")
    if not data.strip():
        raise NotChecked("There is nothing to check: choose a file, or paste a log.")
    asked = Asked(seconds=SECONDS, content=list(desk.content), rulings=desk.rulings, game=game or None)
    if not _turn.acquire(timeout=_PATIENCE):
        raise NotChecked("Others are having logs checked; try again in a moment.")
    try:
        told = subprocess.run(
            command("vflog.dashboard.checking"),
            input=msgspec.json.encode(asked) + b"\n" + data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            timeout=2 * SECONDS,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired as late:
        told = late.stdout or b""
    finally:
        _turn.release()
    first, _, rest = told.partition(b"\n")
    if b"\n" not in told:
        raise NotChecked(f"It was too much to be judged here in {SECONDS} seconds; “vflog validate” has more patience.")
    return msgspec.json.decode(first, type=Found), _tape(rest)


def _tape(line: bytes) -> Tape | None:
    if not line.endswith(b"\n"):
        return None
    tape: Tape | None = msgspec.json.decode(line, type=Tape | None)
    return tape


def listen(app: dash.Dash, desk: Desk) -> None:
    """Answer under `/check`."""
    app.server.request_class = InMemory

    @app.server.route("/check", methods=["GET", "POST"])
    def check() -> Response:
        status, found, tape, wrong = 200, None, None, None
        if request.method == "POST":
            try:
                found, tape = checked(_given(request), request.form.get("game", "").strip(), desk)
            except NotChecked as why:
                status, wrong = 422, str(why)
        return Response(page(desk, request.query_string.decode("utf-8", "replace"), found, tape, wrong), status=status)

    @app.server.route("/own/<name>")
    def own(name: str) -> Response:
        kinds = {
            "report.css": "text/css",
            "replay.css": "text/css",
            "replay.js": "text/javascript",
            "points.js": "text/javascript",
        }
        if name == "plotly.min.js":  # Dash would fetch it late, and gives up on a slow machine
            return Response(plotly(), mimetype="text/javascript", headers={"Cache-Control": "max-age=3600"})
        if name not in kinds:
            return Response("There is no such file.\n", status=404, mimetype="text/plain")
        return Response(asset(name), mimetype=kinds[name], headers={"Cache-Control": "max-age=3600"})


def _given(asked: Request) -> bytes:
    file = asked.files.get("file")
    data = file.stream.read() if file is not None else b""
    return data or asked.form.get("text", "").encode()


def page(desk: Desk, search: str, found: Found | None, tape: Tape | None, wrong: str | None) -> str:
    """The form, and below it what the last log came to."""
    from vflog.dashboard.app import pages

    kept = address.search(address.choice(search, desk.filters))
    try:
        links = [(at + kept, title, at == "/check") for at, (title, _) in pages(desk).items() if title]
    except StoreError:
        links = [("/", "Now", False), ("/check", "Check a log", True)]

    def told(film: Film | None) -> str:
        return render(
            "check.html", links=links, found=found, film=film, wrong=wrong, most=LARGEST // 1_000_000,
            seconds=SECONDS, tool=VERSION,
        )  # fmt: skip

    return fitted([tape], told) if tape is not None else told(None)

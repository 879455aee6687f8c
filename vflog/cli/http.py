"""The referee over HTTP, as an ASGI application: lines by POST, questions by GET, a live view by server-sent events.

What one client does holds up no other: a game's lines are judged one after the other in a worker, whose answers wait
for the disk; reading a request and writing an answer have their limits (see also `vflog.cli.server`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from vflog.cli.outputs import model, referee
from vflog.cli.tokens import Tokens
from vflog.log.hosts import is_ours
from vflog.playback.many_games import Event, Full, ManyGames, OneGame
from vflog.playback.requests import REFEREE
from vflog.reading.results import signature

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Headers = dict[bytes, bytes]

#: The most bytes of a request's body: the longest line there may be, with its end.
LARGEST = (1 << 20) + 2
#: The most lines in a body.
MOST_LINES = 1000
#: The seconds in which a body must have come, and after which an onlooker hears that nothing happened.
BODY_SECONDS, QUIET_SECONDS = 10.0, 15.0
#: The lines of so many games are judged at the same time (they mostly wait for the disk).
WORKERS = 16
_JSON, _LINES, _EVENTS = b"application/json", b"application/x-ndjson", b"text/event-stream"
#: What may be asked by GET, and with what.
_QUESTIONS = {"legal": ("view", "with", "known", "holds_under"), "state": ("view",)}


class Wrong(Exception):
    """A request that is answered with a status and a sentence."""

    def __init__(self, status: int, sentence: str, *, close: bool = False, **headers: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.close = close
        self.headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]


class App:
    """The application. `origins` are pages that may talk to it, `host` is the name under which it listens."""

    def __init__(
        self,
        games: ManyGames,
        tokens: Tokens | None,
        origins: Iterable[str],
        host: str,
        say: Callable[[str], None],
    ) -> None:
        self._games, self._tokens, self._say = games, tokens, say
        self._origins = frozenset(origins)
        self._hosts = {"localhost", host.lower(), *(urlsplit(origin).hostname or "" for origin in self._origins)}
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="referee")
        self._waking: dict[str, set[asyncio.Event]] = {}
        self._closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        headers: Headers = dict(scope["headers"])
        cors: list[tuple[bytes, bytes]] = []
        try:
            cors = self._let_in(headers)
            await self._route(scope, headers, cors, receive, send)
        except Wrong as wrong:
            body = model.line(referee.Error(ok=False, error=str(wrong))).encode()
            extra = [(b"connection", b"close")] if wrong.close else []
            await _respond(send, wrong.status, body, [*wrong.headers, *cors, *extra])
        except Exception as error:
            self._say(f"an internal error, which is a fault of vflog: {type(error).__name__}.")
            await _respond(send, 500, b'{"ok":false,"error":"An internal error, which is a fault of vflog."}\n', cors)

    def close(self) -> None:
        """Answer nobody any more: those who look on are let go."""
        self._closing = True
        for waking in self._waking.values():
            for event in waking:
                event.set()

    def closed(self) -> None:
        """All is answered: close the logs."""
        self._workers.shutdown()
        self._games.close()

    # -- who asks, and what ----------------------------------------------------------------------------

    def _let_in(self, headers: Headers) -> list[tuple[bytes, bytes]]:
        """The headers that allow a page to read the answer. No page of another site must talk to the referee through a
        browser: neither under its own name (`Origin`) nor under one that it has made to lead here (`Host`)."""
        if not is_ours(headers.get(b"host", b"").decode("latin-1"), self._hosts):
            raise Wrong(403, "The Host header names another host than this one.")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not origin:
            return []
        if origin not in self._origins:
            raise Wrong(403, "Pages from that origin may not talk to this referee.")
        return [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"Origin")]

    async def _route(
        self, scope: Scope, headers: Headers, cors: list[tuple[bytes, bytes]], receive: Receive, send: Send
    ) -> None:
        method, words = scope["method"], scope["path"].split("/")[1:]
        if method == "OPTIONS" and cors:
            allowed = [
                (b"access-control-allow-headers", b"authorization, content-type"),
                (b"access-control-allow-methods", b"GET, POST"),
            ]
            await _respond(send, 204, b"", [*cors, *allowed])
            return
        match words:
            case ["health"]:
                _only(method, "GET")
                health = referee.Health(ok=True, referee=REFEREE, tool=signature(), games=len(self._games))
                await _respond(send, 200, model.line(health).encode(), cors)
            case ["games", id]:
                _only(method, "POST")
                view = self._view(headers, id)
                await self._post(id, view, await _body(headers, receive), cors, send)
            case ["games", id, asked] if asked in _QUESTIONS:
                _only(method, "GET")
                await self._get(id, self._view(headers, id), _question(asked, scope["query_string"]), cors, send)
            case ["games", id, "events"]:
                _only(method, "GET")
                await self._look_on(id, cors, receive, send)
            case _:
                raise Wrong(404, "There is nothing here: /health, /games/ID, and of a game /legal, /state, /events.")

    def _view(self, headers: Headers, game: str) -> str:
        """As whom a connection sees a game: without tokens everything, and without one of them what is public."""
        if self._tokens is None:
            return "all"
        kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if not kind:
            return "public"
        view = self._tokens.view(token.strip(), game) if kind.lower() == "bearer" else None
        if view is None:
            raise Wrong(401, "That token is not good for this game.", www_authenticate="Bearer")
        return view

    @asynccontextmanager
    async def _at(self, id: str) -> AsyncIterator[OneGame]:
        try:
            game = self._games.get(id)
        except KeyError:
            raise Wrong(404, "That is no id of a game.") from None
        except Full:
            raise Wrong(503, "There are as many games here as there may be; end one first.", retry_after="60") from None
        try:
            yield game
        except OSError as error:
            unread = f"The log of the game cannot be read: {error.strerror}."
            sentence = str(error) if error.strerror is None else unread
            self._say(sentence)
            raise Wrong(500, sentence) from None
        finally:
            self._games.let_go(game)

    async def _work(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._workers, work, *arguments)

    # -- lines and questions -----------------------------------------------------------------------------

    async def _post(self, id: str, view: str, body: bytes, cors: list[tuple[bytes, bytes]], send: Send) -> None:
        """The lines of a body, each answered by a line."""
        lines = body.removesuffix(b"\n").split(b"\n")
        if len(lines) > MOST_LINES:
            raise Wrong(413, f"A body has at most {MOST_LINES} lines.")
        answers = bytearray()
        async with self._at(id) as game:
            for number, raw in enumerate(lines, 1):
                async with game.lock:
                    heard = game.heard
                    answers += (await self._work(_judged, game, raw, view, number))[0]
                if game.heard > heard:
                    self._wake(id)
        await _respond(send, 200, bytes(answers), cors, _JSON if len(lines) == 1 else _LINES)

    async def _get(self, id: str, view: str, question: bytes, cors: list[tuple[bytes, bytes]], send: Send) -> None:
        async with self._at(id) as game, game.lock:
            answer, ok = await self._work(_judged, game, question, view, 1)
            status = 200 if ok else 400 if game.begun else 404
        await _respond(send, status, answer, cors)

    # -- those who look on ---------------------------------------------------------------------------------

    async def _look_on(self, id: str, cors: list[tuple[bytes, bytes]], receive: Receive, send: Send) -> None:
        """How the game stands, and then each record, as long as the client listens. Who listens too slowly hears of
        the last ones only."""
        async with self._at(id) as game:
            waking = asyncio.Event()
            async with game.lock:
                try:
                    first = await self._work(game.now)
                except KeyError:
                    raise Wrong(404, "There is no game of that id here.") from None
                game.onlookers += 1
                heard = game.heard
            self._waking.setdefault(id, set()).add(waking)
            gone = asyncio.create_task(_gone(receive, waking))
            try:
                await _start(send, 200, [(b"cache-control", b"no-store"), *cors], _EVENTS)
                await send({"type": "http.response.body", "body": _event(first), "more_body": True})
                while not gone.done() and not self._closing:
                    try:
                        async with asyncio.timeout(QUIET_SECONDS):
                            await waking.wait()
                        waking.clear()
                        news = [event for number, event in list(game.events) if number > heard]
                        heard = game.heard
                        body = b"".join(map(_event, news))
                    except TimeoutError:
                        body = b": nothing new\n\n"
                    if body:
                        await send({"type": "http.response.body", "body": body, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
            finally:
                gone.cancel()
                game.onlookers -= 1
                self._waking[id].discard(waking)
                if not self._waking[id]:
                    del self._waking[id]

    def _wake(self, id: str) -> None:
        for waking in self._waking.get(id, ()):
            waking.set()


def _judged(game: OneGame, raw: bytes, view: str, number: int) -> tuple[bytes, bool]:
    """The answer to a line as it is sent, and whether it is yes."""
    answer = game.answer(raw, view, number)
    return model.line(referee.answer(answer)).encode(), answer.ok


def _only(method: str, allowed: str) -> None:
    if method != allowed:
        raise Wrong(405, f"Only {allowed} is answered here.", allow=allowed)


def _question(asked: str, query: bytes) -> bytes:
    """The line that asks what a GET does."""
    out: dict[str, Any] = {"ask": asked}
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name not in _QUESTIONS[asked] or name in out:
            allowed = ", ".join(_QUESTIONS[asked])
            raise Wrong(400, f"What may be asked with, each once, is {allowed}.")
        out[name] = value if name == "view" else msgspec.Raw(value.encode())
    return msgspec.json.encode(out)


async def _body(headers: Headers, receive: Receive) -> bytes:
    """The body of a request, within its limits."""
    length = headers.get(b"content-length")
    if length is not None and length.isdigit() and int(length) > LARGEST:
        raise Wrong(413, f"A body has at most {LARGEST} bytes.", close=True)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Wrong(400, "The client is gone.", close=True)
                body += message.get("body", b"")
                if len(body) > LARGEST:
                    raise Wrong(413, f"A body has at most {LARGEST} bytes.", close=True)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Wrong(408, f"The body did not come within {BODY_SECONDS:.0f} seconds.", close=True) from None


async def _gone(receive: Receive, waking: asyncio.Event) -> None:
    """Until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    waking.set()


def _event(event: Event) -> bytes:
    kind = "record" if event.type is not None else "now"
    return f"event: {kind}\nid: {event.n}\ndata: {model.line(event)}\n".encode()


async def _start(send: Send, status: int, headers: list[tuple[bytes, bytes]], kind: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind), *headers]})


async def _respond(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]], kind: bytes = _JSON
) -> None:
    await _start(send, status, [(b"content-length", str(len(body)).encode()), *headers], kind)
    await send({"type": "http.response.body", "body": body})

"""The referee over HTTP: many games at once, tokens and views, those who look on, limits, a clean stop."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import vflog as product
from tests.cli.conftest import PACKS, ROOT, Run
from tests.hostile import referee_trials as trials
from vflog import services
from vflog.cli import http as app
from vflog.cli.tokens import Tokens
from vflog.playback import many_games
from vflog.playback.many_games import Full

LINES = (ROOT / "sample_logs" / "base-2p.jsonl").read_bytes().splitlines()
#: What the server's limits are set to before it runs.
_BRIEF = (
    "import sys, vflog.cli.server as s, vflog.cli.http as h; s.HEAD_SECONDS = s.READ_SECONDS = h.BODY_SECONDS = 0.5; "
)
_MAIN = "from vflog.cli import main; sys.exit(main())"


class Server:
    """A referee that listens, as a process."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.port = trials.listening(process)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any]:
        """A request on a connection of its own: the status, and the answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            response = connection.getresponse()
            said = [json.loads(line) for line in response.read().splitlines()]
            return response.status, said[0] if len(said) == 1 else said
        finally:
            connection.close()

    def post(self, game: str, *lines: bytes, **headers: str) -> Any:
        """Lines to a game, and the answers."""
        return self.ask("POST", f"/games/{game}", b"\n".join(lines), **headers)[1]

    def stop(self, by: int = signal.SIGINT) -> int:
        """Its exit code when it is told to stop."""
        self.process.send_signal(by)
        return self.process.wait(20)


@contextmanager
def serving(*options: object, brief: bool = False) -> Iterator[Server]:
    """A server with these options; `brief`: it waits half a second where it waits longer else."""
    arguments = ("--http", "0", *map(str, options))
    if not brief:
        with trials.running(*arguments) as process:
            yield Server(process)
        return
    command = [sys.executable, "-c", _BRIEF + _MAIN, "referee", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        try:
            yield Server(process)
        finally:
            process.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share which need nothing of their own."""
    with serving(*PACKS, "--log", tmp_path_factory.mktemp("shared") / "logs") as running:
        yield running


def _game(id: str) -> list[bytes]:
    return trials.named(LINES, id)


# -- games -------------------------------------------------------------------------------------------------


def test_many_games_a_log_each(tmp_path: Path) -> None:
    with serving("--log", tmp_path / "logs") as server:
        for n, lines in enumerate(zip(_game("a"), _game("b:2"), strict=True)):
            for id, line in zip(("a", "b:2"), lines, strict=True):
                answer = server.post(id, line)
                assert (answer["ok"], answer["n"]) == (True, n)
        assert server.ask("GET", "/games/a/state")[1]["digest"] == server.ask("GET", "/games/b:2/state")[1]["digest"]
        assert server.stop() == 130
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == ["a.jsonl", "b%3A2.jsonl"]
    assert (tmp_path / "logs" / "a.jsonl").read_bytes().splitlines() == _game("a")
    assert {game.status for game in product.validate(tmp_path / "logs").games} == {"valid"}


def test_a_body_may_hold_many_lines(server: Server) -> None:
    lines = [*_game("lines")[:4], b"nonsense", b'{"ask":"legal"}', LINES[4]]
    answers = server.post("lines", *lines)
    assert [(a["ok"], a["n"]) for a in answers] == [
        (True, 0),
        (True, 1),
        (True, 2),
        (True, 3),
        (False, None),
        (True, 3),
        (True, 4),
    ]
    assert answers[4]["problems"][0]["line"] == 5


def test_what_is_asked_by_get(server: Server) -> None:
    server.post("asked", *_game("asked")[:3])
    status, legal = server.ask("GET", "/games/asked/legal")
    assert (status, any(form["type"] == "move" for form in legal["forms"])) == (200, True)
    status, narrow = server.ask("GET", "/games/asked/legal?with=%7B%22type%22%3A%22move%22%7D")
    assert (status, {form["type"] for form in narrow["forms"]}) == (200, {"move"})
    status, state = server.ask("GET", "/games/asked/state?view=public")
    assert (status, state["digest"], "known_demis" in state["state"]) == (200, None, False)
    assert server.ask("GET", "/health")[1]["referee"] == "vflog-referee/1"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/games/nobody/state", 404), ("GET", "/games/nobody/events", 404), ("GET", "/games/.bad/state", 404),
        ("GET", "/games/asked/what", 404), ("GET", "/", 404), ("POST", "/", 404), ("PUT", "/games/asked", 405),
        ("POST", "/games/asked/state", 405), ("GET", "/games/asked/state?what=1", 400),
        ("GET", "/games/asked/legal?with=5", 400), ("GET", "/games/asked/legal?with=%7B%7D%2C%22view%22%3A1", 400),
        ("GET", "/games/asked/state?view=nobody", 400), ("POST", "/games/../etc", 404),
        ("POST", "/games/%2e%2e%2fetc", 404),
    ],
)  # fmt: skip
def test_what_is_not_answered(server: Server, method: str, path: str, status: int) -> None:
    server.post("asked", *_game("asked")[:3])
    found, answer = server.ask(method, path)
    assert (found, answer["ok"]) == (status, False)


def test_a_game_has_its_own_records_only(server: Server) -> None:
    assert server.post("mine", LINES[1])["problems"][0]["code"] == "game.none"
    assert server.post("mine", _game("other")[0])["problems"][0]["code"] == "game.none"
    assert server.post("mine", *_game("mine")[:2])[1]["ok"]
    assert server.post("mine", _game("mine")[0])["problems"][0]["code"] == "referee.known-game"
    assert server.post("mine", b'{"type":"note","game":"other"}')["problems"][0]["code"] == "game.none"


def test_a_log_that_is_there_goes_on_when_it_is_asked_for(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    with serving("--log", logs) as server:
        server.post("a", *_game("a")[:20])
        server.process.kill()
        server.process.wait()
    with (logs / "a.jsonl").open("ab") as file:
        file.write(LINES[20][:30])
    again = subprocess.run([*trials.COMMAND, "--http", "0", "--log", logs], capture_output=True, cwd=ROOT, timeout=60)
    assert (again.returncode, b"--resume" in again.stderr) == (2, True)
    with serving("--log", logs, "--resume") as server:
        assert [a["ok"] for a in server.post("a", *_game("a")[20:])] == [True] * (len(LINES) - 20)
        assert server.stop(signal.SIGTERM) in (143, -signal.SIGTERM)
    assert (logs / "a.jsonl").read_bytes().splitlines() == _game("a")


def test_games_that_nobody_asks_for_are_left_to_their_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_games, "IN_MEMORY", 2)
    games = services.many_games(folder=tmp_path, say=_no_fault)
    for line in range(8):
        for number in range(5):
            one = games.get(f"g{number}")
            assert one.answer(_game(f"g{number}")[line]).n == line
            games.let_go(one)
            assert len(games) <= 2
    games.close()
    assert {game.records for game in product.validate(tmp_path).games} == {8}


def test_without_logs_only_what_is_over_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_games, "WITHOUT_LOG", 2)
    games = services.many_games(say=_no_fault)
    for id in "ab":
        one = games.get(id)
        assert one.answer(_game(id)[0]).ok
        games.let_go(one)
    with pytest.raises(Full):
        games.get("c")
    one = games.get("a")
    assert one.answer(b'{"type":"end","reason":"abandoned"}').ok
    games.let_go(one)
    games.let_go(games.get("c"))
    assert games.get("b").answer(b'{"ask":"state"}').n == 0


def _no_fault(sentence: str) -> None:
    raise AssertionError(sentence)


# -- who may see what --------------------------------------------------------------------------------------


def test_tokens_bind_to_views(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text("# who\ntable-token all\nada-token-1 ada\n\nbob-token-1 bob tea\n")
    with serving("--tokens", tokens) as server:
        as_ = {
            name: {"Authorization": f"Bearer {name}"}
            for name in ("table-token", "ada-token-1", "bob-token-1", "no-token-1")
        }
        assert server.post("tea", _game("tea")[0], **as_["ada-token-1"])["problems"][0]["code"] == "referee.not-yours"
        assert all(a["ok"] for a in server.post("tea", *_game("tea")[:4], **as_["table-token"]))
        demis = {}
        for name in ("table-token", "ada-token-1", "bob-token-1"):
            status, answer = server.ask("GET", "/games/tea/state", **as_[name])
            assert (status, answer["digest"] is None) == (200, name != "table-token")
            demis[name] = answer["state"]["known_demis"]
        truth = demis["table-token"]
        assert demis["ada-token-1"] == {**truth, "bob": "?"}
        assert demis["bob-token-1"] == {**truth, "ada": "?"}
        status, public = server.ask("GET", "/games/tea/state")
        assert (status, "known_demis" in public["state"]) == (200, False)
        assert server.ask("GET", "/games/tea/state?view=ada")[0] == 400
        assert server.ask("GET", "/games/tea/state?view=bob", **as_["ada-token-1"])[0] == 400
        assert server.ask("GET", "/games/tea/state", **as_["no-token-1"])[0] == 401
        assert server.ask("GET", "/games/milk/state", **as_["bob-token-1"])[0] == 401
        assert not server.post("tea", b'{"type":"note"}')["ok"]
        assert server.post("tea", LINES[4], **as_["ada-token-1"])["ok"]


@pytest.mark.parametrize(
    "line", ["short ada", "long-enough", "long-enough a b c", "long-enough x_a", "long-enough a .b"]
)
def test_a_file_of_tokens_that_cannot_be_read(vflog: Run, tmp_path: Path, line: str) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"good-token all\n{line}\n")
    with pytest.raises(ValueError, match="line 2"):
        Tokens(str(tokens))
    ran = vflog("referee", "--http", "0", "--tokens", tokens)
    assert (ran.code, "line 2" in ran.err) == (2, True)


def test_pages_of_other_sites_are_not_let_in(server: Server) -> None:
    server.post("asked", *_game("asked")[:3])
    assert server.ask("GET", "/games/asked/state", Host="evil.example")[0] == 403
    assert server.ask("GET", "/games/asked/state", Origin="http://evil.example")[0] == 403
    assert server.ask("POST", "/games/asked", LINES[3], Origin="http://127.0.0.1")[0] == 403
    for host in ("", "[", "[x]", "[::1", "a b", "127.0.0.1@evil.example", "evil.example:127"):
        assert server.ask("GET", "/health", Host=host)[0] in (400, 403)
    for host in ("localhost:80", "127.0.0.1:9", "[::1]:7", "192.168.0.7"):
        assert server.ask("GET", "/health", Host=host)[0] == 200


def test_a_page_that_is_named_is_let_in() -> None:
    with serving("--origin", "http://club.example") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        connection.request("OPTIONS", "/games/a", headers={"Origin": "http://club.example"})
        response = connection.getresponse()
        assert (response.status, response.read()) == (204, b"")
        assert response.headers["Access-Control-Allow-Origin"] == "http://club.example"
        assert server.ask("GET", "/health", Origin="http://other.example")[0] == 403


@pytest.mark.parametrize(
    "options", [("--tokens", "x"), ("--origin", "x"), ("--host", "::1"), ("--http", "0", "--view", "ada")]
)
def test_options_that_do_not_go_together(vflog: Run, options: tuple[str, ...]) -> None:
    assert vflog("referee", *options).code == 2


def test_a_port_that_is_taken(vflog: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert vflog("referee", "--http", taken.getsockname()[1]).code == 3
    assert vflog("referee", "--http", "70000").code == 2


# -- those who look on ---------------------------------------------------------------------------------------


def test_who_looks_on_sees_what_is_public(server: Server) -> None:
    server.post("seen", *_game("seen")[:4])
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/games/seen/events")
    response = connection.getresponse()
    assert (response.status, response.headers["Content-Type"]) == (200, "text/event-stream")

    def event() -> tuple[str, str, Any]:
        found = dict(line.decode().rstrip("\n").split(": ", 1) for line in iter(response.readline, b"\n"))
        return found["event"], found["id"], json.loads(found["data"])

    kind, n, now = event()
    assert (kind, n, now["n"], now["type"]) == ("now", "3", 3, None)
    for line in LINES[4:7]:
        answer = server.post("seen", b"nonsense", line)[1]
        kind, n, data = event()
        assert (kind, n, data["type"]) == ("record", str(answer["n"]), json.loads(line)["type"])
        assert (data["public"], data["phase"]) == (answer["public"], answer["phase"])
        assert data["state"] == server.ask("GET", "/games/seen/state?view=public")[1]["state"]
        assert "known_demis" not in data["state"]
    connection.close()


def test_who_looks_on_is_let_go_at_the_stop() -> None:
    with serving() as server:
        server.post("seen", *_game("seen")[:2])
        with socket.create_connection(("127.0.0.1", server.port), 20) as onlooker:
            onlooker.sendall(b"GET /games/seen/events HTTP/1.1\r\nhost: localhost\r\n\r\n")
            heard = b""
            while b"event: now" not in heard:
                heard += onlooker.recv(9999)
            begun = time.monotonic()
            assert server.stop() == 130
            assert time.monotonic() - begun < 4


# -- limits --------------------------------------------------------------------------------------------------


def _raw(server: Server, data: bytes, *, wait: float = 15) -> bytes:
    """What comes back on a connection until it is closed."""
    with socket.create_connection(("127.0.0.1", server.port), wait) as connection:
        connection.sendall(data)
        out = b""
        try:
            while piece := connection.recv(1 << 16):
                out += piece
        except ConnectionResetError:
            pass
        return out


_POST = b"POST /games/a HTTP/1.1\r\nhost: localhost\r\n"


def test_what_does_not_come_in_time_is_given_up() -> None:
    with serving(brief=True) as server:
        begun = time.monotonic()
        assert _raw(server, b"") == b""
        assert _raw(server, b"POST /ga") == b""
        assert b" 408 " in _raw(server, _POST + b"content-length: 10\r\n\r\n{")
        assert time.monotonic() - begun < 10
        assert server.ask("GET", "/health")[0] == 200


def _ask_and_never_read(connection: socket.socket, ask: bytes) -> None:
    for _ in range(30000):
        connection.sendall(ask)
    for _ in range(60):
        time.sleep(0.5)
        connection.sendall(ask)


def test_who_does_not_read_is_given_up() -> None:
    with serving(brief=True) as server:
        server.post("a", *_game("a")[:3])
        ask = b"GET /games/a/legal HTTP/1.1\r\nhost: localhost\r\n\r\n"
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", server.port))
        with connection, pytest.raises(OSError, match=r"reset|[Bb]roken|timed"):
            _ask_and_never_read(connection, ask)
        assert server.ask("GET", "/health")[0] == 200


def test_what_is_too_large_is_not_read(server: Server) -> None:
    assert b" 413 " in _raw(server, _POST + b"content-length: 9999999\r\n\r\n")
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    assert b" 413 " in _raw(server, _POST + b"transfer-encoding: chunked\r\n\r\n" + piece * 17)
    assert b" 413 " in _raw(server, _POST + b"connection: close\r\ncontent-length: 1500\r\n\r\n" + b"\n" * 1500)
    assert b" 400 " in _raw(server, _POST + b"x: " + b"y" * (1 << 15))
    assert b" 400 " in _raw(server, b"\x16\x03\x01 no HTTP\r\n\r\n")
    line = b'{"type":"note","text":"' + b"x" * ((1 << 20) - 25) + b'"}'
    server.post("large", *_game("large")[:3])
    assert len(line) == 1 << 20
    assert server.post("large", line)["problems"][0]["code"] == "line.too-long"
    assert server.post("large", line[:23] + line[40:])["ok"]


def test_a_fault_of_ours_is_one_line_and_ends_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken:
        def get(self, id: str) -> Any:
            raise AssertionError(id)

        def __len__(self) -> int:
            return 0

    said: list[str] = []
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    broken: Any = Broken()
    scope = {"method": "GET", "path": "/games/a/state", "query_string": b"", "headers": [(b"host", b"localhost")]}
    asyncio.run(app.App(broken, None, (), "127.0.0.1", said.append)(scope, receive, send))
    assert (sent[0]["status"], len(said)) == (500, 1)
    assert "AssertionError" in said[0]
    assert capsys.readouterr() == ("", "")


def test_one_client_more_than_there_may_be() -> None:
    code = "import sys, vflog.cli.server as s; s.CONNECTIONS = 3; " + _MAIN
    with subprocess.Popen(
        [sys.executable, "-c", code, "referee", "--http", "0"], stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        try:
            server = Server(process)
            kept = [socket.create_connection(("127.0.0.1", server.port), 20) for _ in range(3)]
            time.sleep(0.3)
            assert b" 503 " in _raw(server, b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
            for connection in kept:
                connection.close()
            time.sleep(0.3)
            assert server.ask("GET", "/health")[0] == 200
        finally:
            process.kill()


def test_without_the_server_library_it_says_so() -> None:
    code = "import sys; sys.modules['uvicorn'] = None; " + _MAIN
    for options, exit_code in (("--http", "0"), 2), ((), 0):
        ran = subprocess.run(
            [sys.executable, "-c", code, "referee", *options], input=b"", capture_output=True, cwd=ROOT, timeout=60
        )
        assert (ran.returncode, b"pip install uvicorn" in ran.stderr) == (exit_code, bool(exit_code))


# -- smaller samples of what `make prove` runs in full ---------------------------------------------------------


def test_many_clients_of_which_some_are_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "PATIENCE", 10.0)
    monkeypatch.setattr(trials, "THINKING", 0.02)
    figures = trials.crowded(8, 8, 1, tmp_path)
    assert figures["answers"] > 1000


def test_memory_over_http(tmp_path: Path) -> None:
    trials.memory_over_http(20, tmp_path)


def test_games_are_judged_side_by_side(server: Server) -> None:
    """No request is answered with another's answer."""
    wrong: list[Any] = []

    def play(id: str) -> None:
        for n, line in enumerate(_game(id)[:40]):
            answer = server.post(id, line)
            if (answer["ok"], answer["n"]) != (True, n):
                wrong.append((id, n, answer))

    threads = [threading.Thread(target=play, args=(f"side{i}",)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []

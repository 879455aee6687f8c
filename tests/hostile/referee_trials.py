"""What a referee must bear, at any scale: `python -m tests.hostile.referee_trials` runs all of it in full (minutes).

The tests run smaller samples. Each trial gives its figures, and raises where something is not as promised.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from vflog import api, services

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())", "referee"]
#: The longest that an honest client waits for an answer here.
PATIENCE = 1.0
#: The longest that an honest client thinks before it asks again, in seconds.
THINKING = 0.1
#: What memory may grow by, in MiB, from a tenth of the way to the end.
GROWTH = 16.0
RULESETS = ("veiled-fate", "udacha")


@cache
def games(ruleset: str, count: int = 8) -> list[list[bytes]]:
    """Simulated games, each as its lines."""
    made = services.simulate(count, 7, ruleset=ruleset, game="g")
    return [log.splitlines() for _, log in made]


def named(lines: list[bytes], id: str) -> list[bytes]:
    """A game under another id."""
    first = json.loads(lines[0])
    return [json.dumps({**first, "game": id}).encode(), *lines[1:]]


@contextmanager
def running(*options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A referee as a process of its own; it is ended, and has said nothing on standard error but what it must."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, *options], stdin=pipe, stdout=pipe, stderr=pipe, env=env) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    raise


def listening(process: subprocess.Popen[bytes]) -> int:
    """The port of a referee over HTTP, as it says it."""
    assert process.stderr is not None
    said = b""
    while (found := re.search(rb"listening on http://127\.0\.0\.1:(\d+)/", said)) is None:
        line = process.stderr.readline()
        assert line, said
        said += line
    return int(found[1])


def worked(process: subprocess.Popen[bytes]) -> float:
    """The seconds that a process has had of a processor: says more than a clock where the machine is busy."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[bytes]) -> float:
    """What a process holds in memory, in MiB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


# -- standard input ----------------------------------------------------------------------------------------


def say(process: subprocess.Popen[bytes], line: bytes) -> dict[str, Any]:
    """A line, and its answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def one_long_game() -> Iterator[bytes]:
    """A game without end: moves, some of them taken back, and notes."""
    lines = games("veiled-fate")[0]
    start = next(i for i, raw in enumerate(lines) if json.loads(raw)["type"] == "move")
    move = json.loads(lines[start])
    yield from lines[:start]
    n = start
    while True:
        yield json.dumps({**move, "n": n}).encode()
        yield json.dumps({"type": "takeback", "n": n + 1, "to": n - 1}).encode()
        yield json.dumps({"type": "note", "n": n + 2, "text": "tea"}).encode()
        n += 3


def memory_of_moves(moves: int, folder: Path) -> dict[str, float]:
    """One game of so many records, kept in a log: memory stays as it is, and no answer takes longer than at first."""
    with running("--log", str(folder / "long.jsonl")) as process:
        return _flat(process, one_long_game(), moves)


def memory_of_games(count: int, folder: Path) -> dict[str, float]:
    """So many games one after the other, in one log."""
    wanted = (named(games(RULESETS[i % 2])[i % 8], f"g{i}") for i in range(count))
    lines = [line for game in wanted for line in game]
    with running("--log", str(folder / "many.jsonl")) as process:
        return _flat(process, iter(lines), len(lines))


def _flat(process: subprocess.Popen[bytes], lines: Iterable[bytes], count: int) -> dict[str, float]:
    early, late, begun = count // 10, count - count // 10, 0.0
    took = {"early": 0.0, "late": 0.0}
    for number, line in enumerate(islice(lines, count)):
        if number == early:
            begun = memory(process)
        before = time.perf_counter()
        answer = say(process, line)
        if number < early or number >= late:
            took["early" if number < early else "late"] += time.perf_counter() - before
        assert answer["ok"], (line, answer)
    grown = memory(process) - begun
    assert grown < GROWTH, f"{grown:.1f} MiB more"
    assert took["late"] < 3 * took["early"] + 1, took
    each = {f"ms_a_line_{name}": round(1000 * seconds / max(early, 1), 3) for name, seconds in took.items()}
    return {"lines": count, "mib_at_a_tenth": round(begun, 1), "mib_more_at_the_end": round(grown, 1), **each}


# -- any lines ---------------------------------------------------------------------------------------------

_VALUES: list[Any] = [
    None, True, 0, -1, 1, 3, 2**53, 1.5, "", "?", "ada", "p1", "f1", "all", "public", "naka", [], ["?"], {}, {"?": 2},
    [[1]],
]  # fmt: skip


class Fuzz:
    """Lines that may be anything: those of a sound game, damaged ones, and requests of every kind."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.wild = True

    def conversation(self, count: int) -> Iterator[bytes]:
        """So many lines, of one game after the other."""
        made = number = 0
        while made < count:
            number += 1
            ruleset = RULESETS[number % 2]
            game = named(self.random.choice(games(ruleset)), f"fuzz{number}")
            if self.random.random() < 0.8:
                # So that a game goes on to its end, whatever else is taken on the way.
                game = [json.dumps({k: v for k, v in json.loads(line).items() if k != "n"}).encode() for line in game]
            # In most games what is wrong is only tried: what is taken leads away from the lines that follow.
            self.wild = self.random.random() < 0.3
            for line in game:
                for wrong in self._around(line, game):
                    yield wrong
                    made += 1
                yield line
                made += 1
                if made >= count:
                    return

    def _around(self, line: bytes, game: list[bytes]) -> Iterator[bytes]:
        for _ in range(self.random.choice((0, 1, 1, 2, 6))):
            source = self.random.choice((line, line, self.random.choice(game)))
            made = self.random.choice((self._bytes, self._fields, self._fields, self._request, self._request))(source)
            yield made.replace(b"\n", b" ")

    def _bytes(self, line: bytes) -> bytes:
        damaged = bytearray(line)
        for _ in range(self.random.randint(1, 3)):
            at = self.random.randrange(len(damaged) + 1)
            damaged[at : at + self.random.randint(0, 9)] = self.random.randbytes(self.random.randint(0, 4))
        return bytes(damaged)

    def _record(self, line: bytes) -> dict[str, Any]:
        record = json.loads(line)
        if self.random.random() < 0.2:
            record = {"type": self.random.choice(("takeback", "amend", "claim", "ruling", "end", "note", "game", "x_"))}
            record.update(
                to=self.random.randint(-2, 40), set={"phase": "turn"}, by="j", reason="r", record={"type": "move"}
            )
        for _ in range(self.random.randint(1, 3)):
            key = self.random.choice([*record, "n", "game", "at", "x_own", "zz"])
            record[key] = self._value()
            if self.random.random() < 0.3:
                del record[self.random.choice([*record])]
        return record

    def _value(self) -> Any:
        value = self.random.choice(_VALUES)
        return {self.random.choice(("a", "type", "?")): value} if self.random.random() < 0.1 else value

    def _fields(self, line: bytes) -> bytes:
        record = self._record(line)
        return json.dumps(record if self.wild else {"ask": "try", "record": record}).encode()

    def _request(self, line: bytes) -> bytes:
        kind = self.random.choice(("try", "try", "legal", "state", "no"))
        out: dict[str, Any] = {"ask": kind}
        if kind == "try":
            out["record"] = self.random.choice((json.loads(line), self._record(line)))
        elif kind == "legal" and self.random.random() < 0.8:
            out["with"] = self._record(line)
        for key in ("view", "with", "known", "holds_under", "game", "record", "zz"):
            if self.random.random() < 0.05:
                out[key] = self._value()
        if self.random.random() < 0.03:
            out["view"] = self.random.choice(("public", "p1", "A"))
        if self.random.random() < 0.05:
            out["ask"] = self._value()
        return json.dumps(out).encode()


def fuzzed(lines: int, folder: Path, seed: int = 1) -> dict[str, Any]:
    """So many lines that may be anything: each has an answer, the referee goes on, what it keeps is sound."""
    kept = folder / "fuzzed.jsonl"
    taken, slowest, longest = 0, 0.0, b""
    with running("--log", str(kept)) as process:
        for line in Fuzz(seed).conversation(lines):
            before = time.perf_counter()
            answer = say(process, line)
            took = time.perf_counter() - before
            if took > slowest:
                slowest, longest = took, line
            taken += answer["ok"]
            assert answer["ok"] or answer["problems"], line
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.close()
        said = process.stderr.read()
        assert process.wait(60) in (0, 1)
    assert said == b"", said
    totals = api.validate(kept).totals
    assert totals.errors == totals.rejects == 0
    return {
        "lines": lines,
        "answered_yes": taken,
        "kept": totals.records,
        "slowest_ms": round(1000 * slowest, 1),
        "slowest": longest[:120].decode("utf-8", "replace"),
    }


# -- a crash -----------------------------------------------------------------------------------------------


def killed(times: int, folder: Path, seed: int = 1) -> dict[str, int]:
    """kill -9 in the middle of a game, again and again: nothing that was answered is missing."""
    chance = random.Random(seed)
    answered = 0
    for number in range(times):
        log = folder / f"killed{number}.jsonl"
        lines = named(games(RULESETS[number % 2])[number % 8], "k")
        at = 0
        while at < len(lines):
            with running("--log", str(log), "--resume") as process:
                stop = at + chance.randint(1, len(lines))
                while at < min(stop, len(lines)):
                    assert say(process, lines[at])["ok"]
                    at += 1
                    answered += 1
                assert process.stdin is not None
                if at < len(lines):
                    # One more, of which nobody hears whether it was taken.
                    process.stdin.write(lines[at] + b"\n")
                    process.stdin.flush()
                time.sleep(chance.random() / 500)
                process.kill()
                process.wait()
            there = log.read_bytes().split(b"\n")
            assert there[:at] == lines[:at]
            at += at < len(lines) and len(there) > at and there[at] == lines[at]
        with running("--log", str(log), "--resume", "--allow", "incomplete,abandoned") as process:
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(60) == 0
        assert log.read_bytes() == b"".join(line + b"\n" for line in lines)
    return {"games": times, "answered": answered}


# -- many clients ------------------------------------------------------------------------------------------


class Reply(NamedTuple):
    """What came back over HTTP."""

    status: int
    body: bytes


class Client:
    """A connection over HTTP that is kept."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        """A request, and the answer to it."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(body)}\r\n{more}\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        return await read_reply(reader)

    def close(self) -> None:
        """No more requests."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def read_reply(reader: asyncio.StreamReader) -> Reply:
    """The next answer on a connection."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    return Reply(int(head.split()[1]), await reader.readexactly(int(length[1]) if length else 0))


async def _honest(port: int, number: int, rounds: int, waits: list[float]) -> None:
    client, thinks = Client(port), random.Random(number)
    for turn in range(rounds):
        id = f"client{number}-{turn}"
        for n, line in enumerate(named(games(RULESETS[number % 2])[number % 8], id)):
            for request in (
                ("POST", f"/games/{id}", line),
                *((("GET", f"/games/{id}/state", b""),) if n % 10 == 5 else ()),
            ):
                before = time.perf_counter()
                reply = await client.ask(*request)
                waits.append(time.perf_counter() - before)
                answer = json.loads(reply.body)
                assert (reply.status, answer["ok"], answer["n"]) == (200, True, n), (line, reply)
                await asyncio.sleep(thinks.random() * THINKING)
    client.close()


async def _onlooker(port: int, id: str, seen: list[int]) -> None:
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET /games/{id}/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    seen.append(json.loads(line[6:])["n"])
            writer.close()
        await asyncio.sleep(0.05)


_OVER = b"POST /games/bad%d HTTP/1.1\r\nhost: localhost\r\ncontent-length: %d\r\n\r\n"


async def _bad(port: int, kind: int, number: int) -> None:
    """A client that is idle, slow, broken or hostile, until it is cancelled."""
    fuzz = Fuzz(number)
    while True:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                if kind == 0:  # says nothing
                    await reader.read()
                elif kind == 1:  # a head, byte by byte
                    for byte in (_OVER % (number, 10))[:-2]:
                        writer.write(bytes((byte,)))
                        await asyncio.sleep(0.3)
                elif kind == 2:  # a body that never comes
                    writer.write(_OVER % (number, 1000) + b'{"type":')
                    await reader.read()
                elif kind == 3:  # no HTTP
                    writer.write(fuzz.random.randbytes(2000))
                    await asyncio.sleep(0.1)
                elif kind == 4:  # asks and does not read
                    for line in (*named(games("udacha")[0], f"bad{number}")[:20], *[b'{"ask":"legal"}'] * 2000):
                        writer.write(_OVER % (number, len(line)) + line)
                        async with asyncio.timeout(2):
                            await writer.drain()
                elif kind == 5:  # gone in the middle
                    writer.write((_OVER % (number, 1000))[: fuzz.random.randint(1, 60)])
                    writer.transport.abort()
                    await asyncio.sleep(0.02)
                elif kind == 6:  # as much as goes
                    body = b'{"type":"note","text":"' + b"x" * ((1 << 20) - 30) + b'"}'
                    writer.write(_OVER % (number, len(body)) + body)
                    await read_reply(reader)
                else:  # anything, many lines at a time
                    body = b"\n".join(fuzz.conversation(20))
                    writer.write(_OVER % (number, len(body)) + body)
                    await read_reply(reader)
                    await asyncio.sleep(0.05)
            finally:
                writer.close()
        await asyncio.sleep(0.01)


async def _crowd(port: int, honest: int, bad: int, rounds: int) -> dict[str, Any]:
    waits: list[float] = []
    seen: list[int] = []
    others = [asyncio.create_task(_bad(port, i % 8, i)) for i in range(bad)]
    others.append(asyncio.create_task(_onlooker(port, "client0-0", seen)))
    await asyncio.gather(*(_honest(port, i, rounds, waits) for i in range(honest)))
    health = await Client(port).ask("GET", "/health")
    assert health.status == 200
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    waits.sort()
    assert len(set(seen)) > 5, "who looks on sees the game"
    return {
        "clients": honest + bad,
        "of_them_bad": bad,
        "answers": len(waits),
        "median_ms": round(1000 * waits[len(waits) // 2], 1),
        "99th_ms": round(1000 * waits[len(waits) * 99 // 100], 1),
        "slowest_ms": round(1000 * waits[-1], 1),
        "heard_by_an_onlooker": len(set(seen)),
    }


def crowded(honest: int, bad: int, rounds: int, folder: Path, *, logs: bool = True) -> dict[str, Any]:
    """So many clients at once: each honest answer comes in time, whatever the others do; a clean stop, sound logs."""
    kept = ("--log", str(folder / "crowd")) if logs else ()
    for ruleset in RULESETS:
        games(ruleset)
    with running("--http", "0", *kept) as process:
        port = listening(process)
        figures = asyncio.run(_crowd(port, honest, bad, rounds))
        figures |= {"mib": round(memory(process), 1), "seconds_of_a_processor": round(worked(process), 1)}
        figures["load"] = round(os.getloadavg()[0], 1)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read()
        assert (process.wait(30), said.strip()) in ((130, b""), (130, b"vflog: interrupted.")), figures
    # Where others keep the machine busy, the referee has only a part of it.
    share = max(1.0, figures["load"] / (os.cpu_count() or 1))
    assert figures["slowest_ms"] < 1000 * PATIENCE * share, figures
    if logs:
        report = api.validate(folder / "crowd")
        assert report.totals.rejects == report.totals.errors == 0
        mine = [game for game in report.games if (game.game or "").startswith("client")]
        assert len(mine) == honest * rounds
        assert {game.status for game in mine} <= {"valid", "adjudicated", "abandoned"}
    return figures


async def _through(port: int, count: int, process: subprocess.Popen[bytes]) -> dict[str, float]:
    client, begun = Client(port), 0.0
    for number in range(count):
        if number == count // 5:
            begun = memory(process)
        id = f"m{number}"
        body = b"\n".join(named(games(RULESETS[number % 2])[number % 8], id))
        reply = await client.ask("POST", f"/games/{id}", body)
        assert b'"ok":false' not in reply.body
    client.close()
    grown = memory(process) - begun
    assert grown < GROWTH, f"{grown:.1f} MiB more"
    return {"games": count, "mib_at_a_fifth": round(begun, 1), "mib_more_at_the_end": round(grown, 1)}


def memory_over_http(count: int, folder: Path) -> dict[str, float]:
    """So many games over HTTP, a log each."""
    with running("--http", "0", "--log", str(folder / "through")) as process:
        return asyncio.run(_through(listening(process), count, process))


def main() -> None:
    """All trials in full."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the full trials")
    parser.add_argument("--only", default="", help="trials whose name holds this")
    arguments = parser.parse_args()
    scale = arguments.scale
    for name, trial in (
        ("100 clients", lambda folder: crowded(80, 20, max(1, round(3 * scale)), folder)),
        ("memory, moves of one game", lambda folder: memory_of_moves(round(50_000 * scale), folder)),
        ("memory, games one after the other", lambda folder: memory_of_games(round(1_000 * scale), folder)),
        ("memory, games over HTTP", lambda folder: memory_over_http(round(1_000 * scale), folder)),
        ("killed", lambda folder: killed(round(40 * scale), folder)),
        ("any lines", lambda folder: fuzzed(round(100_000 * scale), folder)),
    ):
        if arguments.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            figures = trial(Path(folder))
            print(f"{name} ({time.perf_counter() - begun:.0f} s): {json.dumps(figures)}", flush=True)


if __name__ == "__main__":
    main()

"""Whole games played by the example clients, which know no rule: every player count, role and expansion.

    python -m tests.clients [--games 200] [--node 20]

plays so many games of each ruleset by the client in Python over HTTP, a tenth of them over processes of their own, and
by the client in JavaScript; every record must be accepted, and every log be sound. Lua's, where there is Lua.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.games.udacha.headers import random_header as udacha_header
from vflog import api
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.rulings import NAMED

ROOT = Path(__file__).parents[1]
WORDS = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())"]
CLIENTS = {"python": [sys.executable, "referee_client.py"], "node": ["node", "referee_client.js"]}
_ENV = {**os.environ, "PYTHONPATH": str(ROOT), "VFLOG": shlex.join(WORDS), "VFLOG_WORDS": json.dumps(WORDS)}
Header = dict[str, Any]


def veiled_fate(number: int, seed: int = 1) -> Iterator[Header]:
    """Headers of Veiled Fate: each role with each number of players in turn, the rest at random."""
    seats = [(None, players) for players in range(2, 9)]
    seats += [(role, players) for role in ROLES for players in range(3, 10)]
    for i in range(number):
        role, players = seats[i % len(seats)]
        rng = random.Random(f"{seed} {i}")
        expansions = [name for name in ("hadria", "servants") if rng.random() < 0.5]
        header: Header = {
            "type": "game",
            "format": "vflog/1",
            "game": f"vf-{seed}-{i}",
            "ruleset": "veiled-fate",
            "revision": "2026-12",
            "players": [{"id": f"p{seat}"} for seat in range(players)],
            "expansions": expansions + (["celestials"] if role else []),
            "rulings": {n: rng.choice(r.values) for n, r in NAMED.items() if rng.random() < rng.choice((0, 0.3, 1))},
        }
        if role:
            rng.choice(header["players"])["role"] = role
        if rng.random() < 0.5:
            header["powers"] = rng.choice(["base", "rebalanced"])
        if rng.random() < 0.1 and (role is None or ROLES[role].scored):
            header["detail"] = "score"
        yield header


def udacha(number: int, seed: int = 1) -> Iterator[Header]:
    """Headers of Udacha: catalogues, profiles and rulings at random."""
    return (udacha_header(random.Random(f"{seed} {i}"), f"u-{seed}-{i}") for i in range(number))


HEADERS = {"veiled-fate": veiled_fate, "udacha": udacha}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A referee over HTTP that keeps its logs in a folder; gives its address."""
    command = [*WORDS, "referee", "--http", "0", "--log", str(folder)]
    with subprocess.Popen(command, env=_ENV, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split("listening on ")[1].split(";")[0].rstrip("/")
        finally:
            process.terminate()
            process.communicate()


def can_run(client: str) -> bool:
    """Whether a client can be run here."""
    return shutil.which(CLIENTS[client][0]) is not None


def play(client: str, headers: Iterator[Header], out: Path, url: str | None = None) -> str:
    """A game of each header, over HTTP or processes whose logs are in `out`; gives what the client says at the end."""
    program, name = CLIENTS[client]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(header) + "\n" for header in headers)
        file.flush()
        where = ["--url", url] if url is not None else ["--out", str(out)]
        ran = subprocess.run(
            [program, str(ROOT / "examples" / name), file.name, *where], env=_ENV, capture_output=True, text=True
        )
    if ran.returncode:
        raise AssertionError(f"{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}")
    return ran.stdout.splitlines()[-1]


def sound(folder: Path) -> int:
    """How many games are in the logs of a folder, all of them valid."""
    games = api.validate([folder]).games
    wrong = [(game.game, game.status) for game in games if game.status != "valid"]
    if wrong:
        raise AssertionError(f"not valid: {wrong[:5]}")
    return len(games)


def main() -> int:
    """Play all of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--node", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for ruleset, headers in HEADERS.items():
        for client, number in (("python", options.games), ("node", options.node)):
            if not number or not can_run(client):
                print(f"{ruleset}, {client}: {'not installed here' if number else 'none'}")
                continue
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                with serving(folder) as url:
                    print(f"{ruleset}, {client}, HTTP: {play(client, headers(number, options.seed), folder, url)}")
                alone = headers(max(1, number // 10), options.seed + 1)
                print(f"{ruleset}, {client}, processes: {play(client, alone, folder)}", flush=True)
                print(f"{ruleset}, {client}: {sound(folder)} valid games", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

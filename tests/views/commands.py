"""Every command, page, export and table on logs that differ only in what a view hides: equal bytes.

    python -m tests.views.commands GAMES [FIRST_SEED]

looks at so many games, each with a changed log for each of two views.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.views.law import Case, alike, cases, views, written
from vflog.cli import main as vflog
from vflog.engine.settings import Settings
from vflog.playback.referee import Referee
from vflog.store.connect import connect

#: What may differ from one run to the next: when a file was loaded, and a database made.
CLOCKS = {"loads": "loaded_at", "meta": "created_at"}
#: Commands that show a log, `LOG` and `N` being one and a number of a record in it.
SHOWS = (
    "validate LOG", "validate LOG --format json", "validate LOG --format jsonl", "validate LOG --format junit",
    "validate LOG --format github", "validate LOG --all --keep-going", "replay LOG", "replay LOG --json",
    "replay LOG --format json --no-state", "show LOG", "show LOG --at N", "show LOG --before N --format json",
    "legal LOG", "legal LOG --at N --format json", "legal LOG --count", "redact LOG", "redact LOG --no-text",
    "rulings LOG", "diff LOG --from 0 --to N", "show LOG --at N --diff 0",
)  # fmt: skip


def ran(*arguments: str) -> bytes:
    """What a command leaves: its exit code, its data, what it says besides."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = vflog(list(arguments))
        out.flush()
        err.flush()
    return b"%d\n%s\n--\n%s" % (code, out.buffer.getvalue(), err.buffer.getvalue())


def shown(case: Case, data: bytes, view: str, number: int) -> Iterator[tuple[str, bytes]]:
    """All that can be had of a log in a view, in a folder of its own, each with what it was had by."""
    before = os.getcwd()
    with TemporaryDirectory() as name:
        os.chdir(name)
        try:
            Path("log.jsonl").write_bytes(data)
            packs = ("--content", str(case.folder))
            for command in SHOWS:
                words = command.replace("LOG", "log.jsonl").replace(" N", f" {number}").split()
                yield command, ran(*words, "--view", view, *packs)
            for at in ((), ("--at", str(number))):
                folder = f"dispute{len(at)}"
                yield f"dispute {at}", ran("dispute", "log.jsonl", *at, "--out", folder, "--view", view, *packs)
                for path in sorted(Path(folder).rglob("*")) if os.path.exists(folder) else ():
                    if path.is_file() and "private" not in path.parts:
                        yield str(path), path.read_bytes()
            yield "load", ran("load", "log.jsonl", "--db", "seen.duckdb", "--view", view, *packs)
            if os.path.exists("seen.duckdb"):
                yield from _tables("seen.duckdb")
                yield (
                    "export",
                    ran("export", "--db", "seen.duckdb", "--out", "tables", "--format", "csv", "--view", view),
                )
                yield "db check", ran("db", "check", "--db", "seen.duckdb")
            yield "replay --html", ran("replay", "log.jsonl", "--html", "page.html", "--view", view, *packs)
            if os.path.exists("page.html"):
                yield "page.html", Path("page.html").read_bytes()
            yield "report", ran("report", "log.jsonl", "--out", "pages", "--view", view, *packs)
            for path in sorted(Path("pages").rglob("*")) if os.path.exists("pages") else ():
                if path.is_file():
                    yield str(path), path.read_bytes()
            yield from _answers(case, data, view)
            if view == "public":
                yield from _published(data, packs)
        finally:
            os.chdir(before)


def _published(data: bytes, packs: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """What is published of a tournament in which the game is the only one."""
    header, _, rest = data.partition(b"\n")
    told = json.loads(header)
    ids = [player["id"] for player in told["players"]]
    told |= {"event": "cup", "round": 1, "table": "1"}
    folder = Path("tournament")
    folder.mkdir()
    (folder / "log.jsonl").write_bytes(json.dumps(told).encode() + b"\n" + rest)
    (folder / "cup.toml").write_text(
        'format = "vflog-tournament/1"\nevent = "cup"\n'
        + "".join(f"[[players]]\nid = {json.dumps(id)}\n" for id in ids)
        + f'[[rounds]]\nn = 1\n[[rounds.tables]]\ntable = "1"\nplayers = {json.dumps(ids)}\n'
        + '[scoring]\ntiebreaks = ["wins", "opponents_points", "renown_share"]\n'
        + f"[scoring.places]\n{len(ids)} = {[*range(len(ids), 0, -1)]}\n",
        encoding="utf-8",
    )
    ran("tournament", str(folder / "cup.toml"), "--publish", "public", *packs)
    for path in sorted(Path("public").rglob("*")):
        if path.is_file():
            yield str(path), path.read_bytes()


def _tables(db: str) -> Iterator[tuple[str, bytes]]:
    with connect(db, read_only=True) as connection:
        names = [row[0] for row in connection.execute("SHOW TABLES").fetchall()]
        for name in sorted(names):
            left = f"* EXCLUDE ({CLOCKS[name]})" if name in CLOCKS else "*"
            rows = connection.execute(f"SELECT {left} FROM {name}").fetchall()
            yield f"table {name}", repr(sorted(map(repr, rows))).encode()


def _answers(case: Case, data: bytes, view: str) -> Iterator[tuple[str, bytes]]:
    """What a referee says of the state to whoever sees as that view."""
    referee = Referee(Settings(content=(str(case.folder),)), name="-")
    for line in data.splitlines():
        referee.answer(line)
    answer = referee.answer(json.dumps({"ask": "state", "view": view}).encode())
    yield "referee", json.dumps([answer.ok, answer.state if answer.ok else None], default=str).encode()


def differences(case: Case, view: str, rng: random.Random) -> Iterator[str]:
    """What differs between a log and a changed one, where there is one."""
    number = rng.randrange(1, max(2, len(case.log)))
    for data, _ in alike(case, view, 1, rng):
        one, two = (dict(shown(case, each, view, number)) for each in (written(case.log), data))
        for name in {**one, **two}:
            if one.get(name) != two.get(name):
                yield f"{name}: {_apart(one.get(name, b''), two.get(name, b''))}"


def _apart(one: bytes, two: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(0, at - 80) : at + 80]!r} / {two[max(0, at - 80) : at + 80]!r}"


def main(arguments: list[str]) -> int:
    """Look at so many games; gives 1 where something differs."""
    games, seed = (*map(int, arguments), 1)[:2]
    begun, done, pairs, wrong = time.process_time(), 0, 0, 0
    while done < games:
        with TemporaryDirectory() as name:
            for number, case in enumerate(list(cases(seed, Path(name)))[: 1 + seed % 3]):
                rng = random.Random(seed * 100 + number)
                for view in rng.sample(views(case.log), min(2, len(views(case.log)))):
                    pairs += 1
                    for text in differences(case, view, rng):
                        wrong += 1
                        print(f"seed {seed}, log {number}, view {view}: {text}", flush=True)
                done += 1
        seed += 1
    seconds = time.process_time() - begun
    print(f"{done} games, {pairs} pairs through every command: {wrong} outputs differ; {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

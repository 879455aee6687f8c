"""Every command on damaged logs and tournaments: it ends with one of its exit codes, never by a fault of its own.

    python -m tests.hostile.damaged COUNT [FIRST_SEED]

tries so many pairs of logs and so many tournaments, each with all commands, and tells what went wrong.
"""

from __future__ import annotations

import io
import json
import random
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.cli.conftest import ROOT
from vflog.cli import main

LOGS = sorted([*(ROOT / "sample_logs").glob("*.jsonl"), *(ROOT / "tests" / "vectors").glob("*/*.jsonl")])
TOURNAMENT = ROOT / "sample_logs" / "tournament"
#: Values that may stand where others are due.
_ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 99, 10**15, 2**60, 1.5, "", "?", "x", "all", "public", [], ["?"], {}, {"a": 1},
    "klar", "aponi", "f1", "city", "+2", ["f1", "f1"], "\u202e", "Zoë", "ada", "2026-12", "udacha", [5, 2, 0], "lot",
)  # fmt: skip
_NAMES = (
    "cards", "demi", "player", "coins", "x_q", "target", "record", "to", "n", "type", "revealed", "id", "round",
    "table", "game", "players", "places", "withdrawn", "reason",
)  # fmt: skip
_STRAY: tuple[dict[str, Any], ...] = (
    {"type": "claim", "phase": "turn"}, {"type": "note", "text": "x"}, {"type": "end", "reason": "abandoned"},
    {"type": "ruling", "by": "j", "reason": "r", "set": {"demis.klar.renown": 3}}, {"type": "takeback", "to": 0},
    {"type": "end", "winners": [], "reason": "played"}, {"type": "claim", "state": "sha256:0"},
)  # fmt: skip
#: What is asked of two logs, in this order: some need what others have written. Words after `>` name where data goes.
COMMANDS = (
    "validate A", "validate A --format json > A.json", "validate A B --view VIEW --keep-going",
    "replay A", "replay A --view VIEW --json", "show A --at N", "rulings A",
    "redact A --view VIEW", "redact A --view VIEW --no-text",
    "legal A --at N", "legal A --before N --count", "legal A --view VIEW --list --max 20",
    "dispute A --out bundle --force", "dispute A --at N --out bundle --force",
    "dispute A --view VIEW --no-text --out bundle --force", "dispute A B --out bundle --force",
    "dispute A --at N --assume ASSUMED --out bundle --force",
    "diff A B", "diff A B --view VIEW", "diff A --from N --to M",
    "seal A --force", "verify A --key A.seal.key", "verify B --seal A.seal --key A.seal.key", "seal A --open M",
    "redact A --view VIEW --openings openings --force --key A.seal.key",
    "verify --openings openings --seal A.seal --copy B",
    "corpus-diff A B --against empty_vote=tie", "corpus-diff A B --against A.json",
    "load A B --db x.duckdb", "db check --db x.duckdb", "db digest --db x.duckdb", "export --db x.duckdb --out tables",
    "report --db x.duckdb --out pages --force", "load B A --db view.duckdb --view VIEW",
    "report --db view.duckdb --out pages --force", "report A --view VIEW --out pages --force",
)  # fmt: skip
#: And of a tournament.
OF_TOURNAMENTS = (
    "tournament cup.toml", "tournament cup.toml --format json > old.json", "tournament cup.toml --format junit",
    "tournament cup.toml --out pages --publish public --db x.duckdb --force", "tournament cup.toml --against old.json",
    "tournament cup.toml --ruling empty_vote=tie --all --where", "db check --db x.duckdb", "ratings --db x.duckdb",
    "report --db x.duckdb --out report --force",
)  # fmt: skip


def _damage(value: Any, chance: random.Random) -> None:
    """Change something within an object or a list."""
    if isinstance(value, dict) and value:
        key = chance.choice([*value])
        what = chance.random()
        if what < 0.35 or (what >= 0.6 and not isinstance(value[key], dict | list)):
            value[key] = chance.choice(_ODD)
        elif what < 0.45:
            del value[key]
        elif what < 0.6:
            value[chance.choice(_NAMES)] = chance.choice(_ODD)
        else:
            _damage(value[key], chance)
    elif isinstance(value, list) and value:
        at = chance.randrange(len(value))
        what = chance.randrange(4)
        if what == 0:
            value[at] = chance.choice(_ODD)
        elif what == 1:
            value.append(value[at])
        elif what == 2:
            del value[at]
        else:
            _damage(value[at], chance)


def _changed(line: bytes, chance: random.Random) -> bytes:
    """A line whose object is damaged, or, where it is none, one of its bytes."""
    try:
        record = json.loads(line)
    except ValueError:
        at = chance.randrange(len(line) + 1)
        return line[:at] + bytes([chance.randrange(256)]) + line[at + 1 :]
    _damage(record, chance)
    return json.dumps(record, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")


def damaged(chance: random.Random) -> list[bytes]:
    """The lines of a log to which something has been done."""
    lines, others = (chance.choice(LOGS).read_bytes().splitlines() for _ in range(2))
    for _ in range(chance.choice([0, 1, 1, 1, 2, 3, 5])):
        at = chance.randrange(len(lines) if chance.random() < 0.8 else min(3, len(lines)))
        what = chance.random()
        if what < 0.5:
            lines[at] = _changed(lines[at], chance)
        elif what < 0.6:
            del lines[at]
        elif what < 0.7:
            lines.insert(at, chance.choice([chance.choice(lines), chance.choice(others)]))
        elif what < 0.75:
            del lines[at + 1 :]
        elif what < 0.85:
            lines.insert(at, json.dumps({"type": "takeback", "to": chance.randrange(at + 1)}).encode())
        elif what < 0.93:
            other = chance.randrange(len(lines))
            amend = b'{"type":"amend","to":%d,"record":%s}' % (other, _changed(lines[other], chance))
            lines.insert(at, amend)
        else:
            lines.insert(at, json.dumps(chance.choice(_STRAY)).encode())
        if not lines:
            break
    if chance.random() < 0.5:  # numbers need not be written, and wrong ones hide what comes after them
        lines = [re.sub(rb'"n": ?\d+, ?', b"", line) for line in lines]
    return lines


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, datetime):
        return value.isoformat()
    return repr(value) if isinstance(value, int | float) else json.dumps(str(value), ensure_ascii=False)


def _run(words: Sequence[str]) -> str | None:
    """Run a command; what is wrong with its end, if anything."""
    to = Path(words[-1]) if ">" in words else None
    words = words[:-2] if to else words
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main([*words])
            out.flush()
            err.flush()
    except BaseException as error:
        return f"{' '.join(words)}: {error!r} came out"
    if to:
        to.write_bytes(out.buffer.getvalue())
    told = err.buffer.getvalue().decode(errors="replace")
    if code not in (0, 1, 2, 3) or "Traceback" in told or "internal error" in told:
        return f"{' '.join(words)}: exit code {code}: {told[-300:]}"
    return f"{' '.join(words)}: exit code {code} without a word" if code in (2, 3) and not told.strip() else None


def logs(seed: int, share: float = 1.0) -> Iterator[str]:
    """What goes wrong with two logs, when about such a share of the commands is run."""
    chance = random.Random(seed)
    first = damaged(chance)
    second = first[: chance.randrange(len(first) + 1)] if chance.random() < 0.3 else damaged(chance)
    header = re.findall(rb'"id": ?"([a-z0-9]+)"', first[0] if first else b"")
    Path("A").write_bytes(b"\n".join(first))
    Path("B").write_bytes(b"\n".join(second))
    said = {
        "VIEW": chance.choice([*(name.decode() for name in header), "public", "all", "nobody", "?"]),
        "N": str(chance.randrange(160)),
        "M": str(chance.randrange(1, 160)),
    }
    said["ASSUMED"] = f"{said['N']}={json.dumps(chance.choice([{'card': 's1'}, {'x': 1}, {'player': 'nobody'}, {}]))}"
    for command in COMMANDS:
        if chance.random() < share:
            found = _run([said.get(word, word) for word in command.split()])
            if found:
                yield found


def tournament(seed: int, share: float = 1.0) -> Iterator[str]:
    """What goes wrong with a tournament, whose file or whose logs are damaged."""
    chance = random.Random(seed)
    shutil.copytree(TOURNAMENT, ".", dirs_exist_ok=True)
    told = tomllib.loads(Path("cup.toml").read_text())
    if chance.random() < 0.15:
        told.pop(chance.choice(["players", "results", "tellings"]))
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        _damage(told, chance)
    Path("cup.toml").write_text("".join(f"{json.dumps(key)} = {_toml(each)}\n" for key, each in told.items()))
    for path in chance.sample(sorted(Path().rglob("*.jsonl")), chance.choice([0, 0, 1, 2])):
        lines = path.read_bytes().splitlines()
        at = chance.choice([0, 0, 1, len(lines) // 2])
        lines[at] = _changed(lines[at], chance)
        what = chance.random()
        path.write_bytes(b"\n".join(damaged(chance) if what < 0.2 else lines[:at] if what < 0.4 else lines))
    for command in OF_TOURNAMENTS:
        if chance.random() < share:
            found = _run(command.split())
            if found:
                yield found


def tried(kind: Callable[[int, float], Iterator[str]], seed: int, share: float = 1.0) -> list[str]:
    """What goes wrong, in a folder of its own."""
    with TemporaryDirectory() as name, chdir(name):
        return [*kind(seed, share)]


if __name__ == "__main__":
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    wrong = 0
    for seed in range(first, first + count):
        for kind in (logs, tournament):
            for line in tried(kind, seed):
                wrong += 1
                print(f"seed {seed}: {line}", flush=True)
    print(f"{count} pairs of logs and {count} tournaments: {wrong} commands went wrong.")
    sys.exit(bool(wrong))

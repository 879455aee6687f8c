"""Games told more than once, in every way: logs that grow, copies, redacted ones, broken off, contradicting, wrong; and
the same lines in other files, orders and packings. What they come to is found anew here, log beside log.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from backports import zstd

from tests.engine.toy_ruleset import head, line

Log = tuple[bytes, ...]
"""The lines of one log; the last may be cut off."""


def record(game: str, **fields: Any) -> dict[str, Any]:
    return {**fields, "game": game}


def numbered(first: bytes, *records: dict[str, Any] | bytes) -> Log:
    """A log, its records numbered."""
    lines = [r if isinstance(r, bytes) else line(**r, n=n) for n, r in enumerate(records, 1)]
    return (first, *lines)


def tellings(chance: random.Random, game: str, count: int) -> list[Log]:
    """So many logs of one game."""
    first = head(game, table="t")
    whole = [record(game, type="step", by=chance.randrange(9)) for _ in range(chance.randrange(2, 9))]
    end = record(game, type="end")
    of = str(int.from_bytes(hashlib.sha256(first[:-1]).digest()[:8], "big") >> 1)
    out: list[Log] = []
    for _ in range(count):
        cut = chance.randrange(len(whole) + 1)
        other = record(game, type="step", by=chance.randrange(9, 12))
        note = record(game, type="note", text=chance.choice("ab?"))
        out.append(
            numbered(
                *chance.choice(
                    (
                        (first, *whole, end),
                        (first, *whole, end, note),
                        (first, *whole[:cut]),
                        (first, *whole[:cut], note, *whole[cut:], end),
                        (first, *whole[:cut], other, *whole[cut:], end),
                        (first, *whole[:cut], record(game, type="end", reason="abandoned")),
                        (first, *whole[:cut], record(game, type="step", by=-99), *whole[cut:], end),
                        (first, *whole[:cut], b"no record\n"),
                        (first, *whole[:cut], record(game, type="takeback", to=0)),
                        (head(game, table="t", redacted={"of": of, "view": "public"}), *whole[:cut], end),
                    )
                )
            )
        )
    return out


def corpus(seed: int, games: int, count: int) -> list[Log]:
    """Logs of some games, so many in all."""
    chance = random.Random(seed)
    shares = Counter(chance.randrange(games) for _ in range(count))
    return [log for i, share in sorted(shares.items()) for log in tellings(chance, f"g{i}", share)]


def spread(seed: int, logs: list[Log], folder: Path) -> list[Path]:
    """The logs in files: some to a file, one after the other or side by side, some files packed."""
    chance = random.Random(seed)
    folder.mkdir()
    shared: list[list[Log]] = [[] for _ in range(max(1, len(logs) // chance.randrange(1, 6)))]
    files = shared[:]
    for log in chance.sample(logs, len(logs)):
        if b"no record\n" in log:  # a line that names no game is of any game that is open: of this one only when alone
            files.append([log])
        else:
            chance.choice(shared).append(log)
    paths = []
    for i, some in enumerate(filter(None, files)):
        data = b"".join(_side_by_side(chance, some) if chance.random() < 0.5 else (x for log in some for x in log))
        name, pack = chance.choice((("", bytes), (".gz", lambda d: gzip.compress(d, mtime=0)), (".zst", zstd.compress)))
        path = folder / f"{chance.randrange(10**9)}-{i}.jsonl{name}"
        path.write_bytes(pack(data))
        paths.append(path)
    return paths


def _side_by_side(chance: random.Random, logs: list[Log]) -> list[bytes]:
    """Lines of different games in any order, of one game one log after the other."""
    rest: dict[str, list[Log]] = defaultdict(list)
    for log in logs:
        rest[json.loads(log[0])["game"]].append(log)
    out = []
    waiting = [[line for log in some for line in log] for some in rest.values()]
    while waiting := [lines for lines in waiting if lines]:
        out.append(chance.choice(waiting).pop(0))
    return out


def expected(logs: list[Log]) -> dict[str, tuple[Log, set[Log]]]:
    """By game: the log that stands for it, and the others that are no repeats. Found by comparing all with all."""
    by_game: dict[str, set[Log]] = defaultdict(set)
    for log in logs:
        by_game[json.loads(log[0])["game"]].add(log)
    out = {}
    for game, some in by_game.items():
        live = {log for log in some if not any(log != other and other[: len(log)] == log for other in some)}
        first = min(live, key=_rank)
        out[game] = (first, live - {first})
    return out


def _rank(log: Log) -> tuple[Any, ...]:
    text = b"".join(log)
    ended = b'"end"' in text
    wrong = b"-99" in text or b"no record" in text
    abandoned = b"abandoned" in text
    plays = 0
    for text_line in log[1:]:
        if b"-99" in text_line or b"no record" in text_line:
            break
        if b'"takeback"' in text_line:
            plays = 0
        elif b'"note"' not in text_line:
            plays += 1
    state = 3 if wrong else 0 if ended and not abandoned else 1
    return b'"redacted"' in text, state, -plays, text.count(b'"?"'), hashlib.sha256(text).hexdigest()

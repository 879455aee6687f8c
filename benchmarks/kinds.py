"""Logs as front ends really write them, made of simulated ones: times, claims, own fields, spaces, takebacks and so on.

Each kind takes the records of a game and gives those of another log of it, from a seed, so that two machines measure
the same thing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from vflog.engine.settings import Settings
from vflog.engine.verdict import Judged
from vflog.log.problems import Problem
from vflog.log.sources import Source
from vflog.playback.copies import copied
from vflog.playback.views import View
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor

Records = list[dict[str, Any]]
#: The records of a game to the records of a log of it.
Kind = Callable[[Records, Random], Records]
_START = datetime(2026, 3, 14, 19)


def line(record: dict[str, Any], *, spaced: bool = False, ascii_only: bool = False) -> bytes:
    """A record as a line with its end."""
    separators = (", ", ": ") if spaced else (",", ":")
    return json.dumps(record, separators=separators, ensure_ascii=ascii_only).encode() + b"\n"


def _numbered(records: Iterable[dict[str, Any]]) -> Records:
    return [{**record, "n": n} for n, record in enumerate(records)]


# -- the kinds ---------------------------------------------------------------------------------------------


def bare(records: Records, chance: Random) -> Records:
    """As they are simulated."""
    return records


def times(records: Records, chance: Random) -> Records:
    """The time on every line."""
    now = _START
    out = []
    for record in records:
        now += timedelta(seconds=chance.randrange(1, 40))
        out.append({**record, "at": now.isoformat() + "Z"})
    return out


def zones(records: Records, chance: Random) -> Records:
    """The time on every line, with milliseconds and an offset."""
    return [
        {**record, "at": f"{record['at'][:-1]}.{chance.randrange(1000):03}+01:00"} for record in times(records, chance)
    ]


def named(records: Records, chance: Random) -> Records:
    """The id of the game on every line."""
    return [{**record, "game": records[0]["game"]} for record in records]


def own_fields(records: Records, chance: Random) -> Records:
    """Two own fields on every line."""
    return [{**record, "x_ms": chance.randrange(60_000), "x_client": "web"} for record in records]


def own_objects(records: Records, chance: Random) -> Records:
    """An own field with an object on every line."""
    return [{**record, "x_ui": {"x": chance.randrange(900), "y": 7, "tool": "drag"}} for record in records]


def notes(records: Records, chance: Random) -> Records:
    """A note after every fifth record."""
    texts = ("Zoë überlegt", "Zug/Wurf geprüft", "«OK» – weiter", "☕ pause")
    out = []
    for i, record in enumerate(records):
        out.append(record)
        if i % 5 == 4 and record["type"] != "end":
            out.append({"type": "note", "n": 0, "text": chance.choice(texts)})
    return _numbered(out)


def claims(records: Records, chance: Random) -> Records:
    """A claim after every fifth record: the phase, and where two Demis are."""
    wanted = set(range(4, len(records) - 1, 5))
    found: dict[int, dict[str, Any]] = {}

    class States(BaseVisitor):
        def record(self, judged: Judged) -> None:
            if judged.n in wanted and judged.document is not None:
                state = judged.document()
                demis = {name: {"renown": state["demis"][name]["renown"]} for name in list(state["demis"])[:2]}
                found[judged.n] = {"type": "claim", "n": 0, "phase": state["phase"], "demis": demis}

    data = b"".join(map(line, records))
    judge([Source("log", None, data=data)], Settings(records=True), States(), collect=False)
    out = []
    for i, record in enumerate(records):
        out.append(record)
        if i in found:
            out.append(found[i])
    return _numbered(out)


def takebacks(records: Records, chance: Random) -> Records:
    """After every twentieth record three are taken back and entered again."""
    return _again(records, lambda n: {"type": "takeback", "n": 0, "to": n - 3}, 3)


def refused(records: Records, chance: Random) -> Records:
    """After every thirtieth record one that is refused, and a takeback."""
    out: Records = []
    for i, record in enumerate(records):
        out.append(record)
        if i % 30 == 29 and i < len(records) - 1:
            n = len(out)
            out.append({"type": "move", "n": n, "player": "nobody", "demi": "none", "to": "city"})
            out.append({"type": "takeback", "n": n + 1, "to": n - 1})
    return _numbered(out)


def amends(records: Records, chance: Random) -> Records:
    """About every thirtieth record a card that was not known when it was played is told ten records later."""
    out, told = [*records], {}
    for i in range(20, len(records) - 12, 30):
        place = next((k for k in range(i, i + 10) if records[k]["type"] == "move" and "card" in records[k]), None)
        if place is not None:
            out[place] = {**records[place], "card": "?"}
            told[i + 10] = place
    for i, place in sorted(told.items(), reverse=True):
        out.insert(i, {"type": "amend", "n": 0, "to": place, "record": records[place]})
    now = {record["n"]: n for n, record in enumerate(out) if record["type"] != "amend"}
    return _numbered({**record, "to": now[record["to"]]} if record["type"] == "amend" else record for record in out)


def _again(records: Records, back: Callable[[int], dict[str, Any]], count: int) -> Records:
    out: Records = []
    for i, record in enumerate(records):
        out.append(record)
        if i % 20 == 19 and i < len(records) - 1:
            last = len(out) - 1
            again = out[last - count + 1 :]
            out.append(back(last))
            out.extend(again)
    return _numbered(out)


def long_game(records: Records, length: int) -> Records:
    """One game of so many records: its second half is taken back and played again, over and over."""
    half = len(records) // 2
    body, again, out = records[:-1], records[half + 1 : -1], records[:-1]
    while len(out) < length:
        out = [*out, {"type": "takeback", "n": 0, "to": half if out is body else len(out) - len(again) - 1}, *again]
    return _numbered([*out, records[-1]])


def amends_of_one(records: Records, length: int) -> Records:
    """One game in which an early card is told, and hidden again, until there are so many records."""
    first = next(i for i, record in enumerate(records) if record["type"] == "move" and "card" in record)
    hidden = {"type": "amend", "n": 0, "to": first, "record": {**records[first], "card": "?"}}
    told = {"type": "amend", "n": 0, "to": first, "record": records[first]}
    return _numbered([*records[:-1], *[hidden, told] * ((length - len(records)) // 2), records[-1]])


def refusals_of_one(records: Records, length: int) -> Records:
    """One game in which a record that is refused is entered and taken back until there are so many records."""
    out = records[:-1]
    while len(out) < length:
        n = len(out)
        out = [
            *out,
            {"type": "move", "n": n, "player": "nobody", "demi": "none", "to": "city"},
            {"type": "takeback", "n": n + 1, "to": n - 1},
        ]
    return _numbered([*out, records[-1]])


#: The kinds of logs, by name.
KINDS: dict[str, Kind] = {
    "bare": bare, "times": times, "times with zones": zones, "game ids": named, "own fields": own_fields,
    "own objects": own_objects, "notes": notes, "claims": claims, "spaced": bare, "escapes": notes,
    "everything": lambda records, chance: own_fields(named(times(claims(records, chance), chance), chance), chance),
    "takebacks": takebacks, "refused": refused, "amends": amends, "redacted": bare, "small files": bare,
}  # fmt: skip
#: How the lines of a kind are written, where not as simulated.
_STYLES: dict[str, dict[str, bool]] = {
    "spaced": {"spaced": True}, "escapes": {"ascii_only": True}, "everything": {"spaced": True, "ascii_only": True},
}  # fmt: skip


#: Single games of any length.
LONG: dict[str, Callable[[Records, int], Records]] = {
    "one long game": long_game, "amends of one record": amends_of_one, "refusals in one game": refusals_of_one,
}  # fmt: skip


def write_long(folder: Path, kind: str, game: bytes, length: int) -> Path:
    """Write one game of about so many records."""
    path = folder / f"{kind.replace(' ', '-')}.jsonl"
    path.write_bytes(b"".join(map(line, LONG[kind]([json.loads(raw) for raw in game.splitlines()], length))))
    return path


def write(folder: Path, kind: str, games: Iterable[bytes], seed: int = 1) -> Path:
    """Write these games, each of them its lines, as logs of a kind; gives the file, or the folder of small files."""
    chance = Random(seed)
    style = _STYLES.get(kind, {})
    made = (
        b"".join(
            line(record, **style) for record in KINDS[kind]([json.loads(raw) for raw in game.splitlines()], chance)
        )
        for game in games
    )
    name = kind.replace(" ", "-")
    if kind == "small files":
        place = folder / name
        place.mkdir()
        for number, log in enumerate(made):
            (place / f"{number:05}.jsonl").write_bytes(log)
        return place
    path = folder / f"{name}.jsonl"
    data = b"".join(made)
    path.write_bytes(data if kind != "redacted" else b"".join(_redacted(data)))
    return path


def _redacted(data: bytes) -> Iterator[bytes]:
    for copy in copied(Source("log", None, data=data), View("public"), Settings()):
        assert not isinstance(copy, Problem)
        for chunk in copy.chunks():
            assert isinstance(chunk, bytes)
            yield chunk

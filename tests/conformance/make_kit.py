"""Makes the data of the conformance kit anew: `python -m tests.conformance.make_kit` (the same bytes each time).

Whole logs are simulated; of their one-edit variants the shortest is kept for each code; what concerns bytes,
lines and the frame of a game is written out here.
"""

from __future__ import annotations

import copy
import json
import random
import shutil
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.conformance.kit_frames import Frames
from tests.model.variants import illegal_variants
from vflog import services
from vflog.cli.outputs import model
from vflog.cli.outputs import referee as printed
from vflog.engine.settings import Settings
from vflog.engine.verdict import Report
from vflog.log.sources import Source
from vflog.playback.conformance import Case
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor

DATA = Path(__file__).parents[2] / "vflog" / "playback" / "conformance" / "data"
#: name, ruleset, seed, wishes, whether every state's digests are given.
WHOLE: tuple[tuple[str, str, int, dict[str, Any], bool], ...] = (
    ("base-2-players", "veiled-fate", 1, {"players": 2}, True),
    ("teams-6-players", "veiled-fate", 3, {"players": 6}, False),
    ("hidden-2-players", "veiled-fate", 4, {"players": 2, "hidden": 60}, False),
    ("hadria-2-players", "veiled-fate", 5, {"players": 2, "expansions": ("hadria",)}, True),
    ("hadria-3-players", "veiled-fate", 6, {"players": 3, "expansions": ("hadria",)}, False),
    ("servants-3-players", "veiled-fate", 7, {"players": 3, "expansions": ("hadria", "servants")}, False),
    ("arbiter", "veiled-fate", 8, {"players": 2, "expansions": ("celestials",), "role": "arbiter"}, False),
    ("udacha", "udacha", 9, {"players": 2}, False),
)
#: Whose beginning a referee is told.
SPOKEN = ("base-2-players", "udacha")
VARIANTS = 1000
Record = dict[str, Any]
Log = list[Record]


class _Given(Source):
    """Bytes that are at hand."""

    data: bytes = b""

    def chunks(self, seen: Any = None) -> Iterator[Any]:
        from vflog.log.archives import unpack

        seen(self.data)
        return unpack([self.data])


def judged(data: bytes) -> Report:
    """What some bytes come to."""
    return judge([_Given("log", None, data=data)], Settings(digests=True, holds_under=False))


def expected(report: Report) -> dict[str, Any]:
    """What a case says of it."""
    file = report.files[0]
    games = ("game", "status", "records", "applied", "refused", "taken_back", "unjudged", "winners", "digest", "public")
    first = next((p for p in report.problems if p.severity == "error"), None)
    return {
        **{name: getattr(file, name) for name in ("lines", "blank", "records", "rejects", "repeats")},
        "games": [{name: getattr(game, name) for name in games} for game in report.games],
        "first": None if first is None else {"code": first.code, "line": first.line},
    }


def case(name: str, about: str, data: bytes, base: str | None = None, whole: bytes = b"") -> Case:
    """A case: the lines that it has in common with a whole log are not written down twice."""
    report = expected(judged(data))
    if base is None:
        return Case(name=name, about=about, base64=b64encode(data).decode(), expected=report)
    lines, others = data.splitlines(keepends=True), whole.splitlines(keepends=True)
    same = [a == b for a, b in zip(lines, others, strict=False)]
    keep = same.index(False) if False in same else len(same)
    rest = [line.decode().removesuffix("\n") for line in lines[keep:]]
    return Case(name=name, about=about, base=base, keep=keep, lines=rest, expected=report)


def dumped(log: Log) -> bytes:
    """Records as lines."""
    return b"".join(json.dumps(r, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for r in log)


def other_values(log: Log, rng: random.Random) -> Iterator[Log]:
    """One-edit variants of the logs of any ruleset: a value from another record, a record lost or twice."""
    values: dict[str, list[Any]] = {}
    for record in log[1:]:
        for key, value in record.items():
            values.setdefault(key, []).append(value)
    while True:
        out = copy.deepcopy(log)
        at = rng.randrange(1, len(out))
        match rng.randrange(6):
            case 0:
                del out[at]
            case 1:
                out.insert(at, copy.deepcopy(out[at]))
            case 2:
                out.insert(rng.randrange(1, len(out)), copy.deepcopy(out[at]))
            case _:
                key = rng.choice(sorted(out[at]))
                if key not in ("type", "n"):
                    out[at][key] = rng.choice(values[key])
        for n, record in enumerate(out):
            if "n" in record:
                record["n"] = n
        yield out


def other_fields(log: Log) -> Iterator[Log]:
    """The variants in which a field gives way to one that only another record of its type has."""
    fields: dict[str, dict[str, Any]] = {}
    for record in log[1:]:
        fields.setdefault(record["type"], {}).update(record)
    for at, record in enumerate(log[1:], 1):
        others = [name for name in fields[record["type"]] if name not in record]
        for name in record:
            for other in others if name not in ("type", "n", "player") else ():
                out = copy.deepcopy(log)
                del out[at][name]
                out[at][other] = copy.deepcopy(fields[record["type"]][other])
                yield out


def illegal(wholes: dict[str, tuple[str, bytes]]) -> Iterator[Case]:
    """For each code the shortest log in which it is the first error."""
    best: dict[str, tuple[int, str, bytes, str]] = {}
    for name, (ruleset, data) in wholes.items():
        log = [json.loads(line) for line in data.splitlines()]
        rng = random.Random(name)
        made = illegal_variants(log, rng, VARIANTS) if ruleset == "veiled-fate" else iter(())
        general = other_values(log, rng)
        random_values = (next(general) for _ in range(VARIANTS // (2 if ruleset == "veiled-fate" else 1)))
        for variant in [*made, *random_values, *other_fields(log)]:
            changed = dumped(variant)
            first = next((p for p in judged(changed).problems if p.severity == "error"), None)
            if first is None or first.line is None or first.code.startswith("line."):
                continue
            short = b"".join(changed.splitlines(keepends=True)[: first.line])
            if first.code not in best or first.line < best[first.code][0]:
                best[first.code] = (first.line, name, short, first.message)
    for code, (_, name, short, message) in sorted(best.items()):
        yield case(f"illegal-{code}", message, short, name, wholes[name][1])


def frame(base: str, data: bytes) -> Iterator[Case]:
    """What concerns lines and the frame of a game."""
    state = json.loads((DATA / "states" / f"sound-{base}.jsonl").read_text().splitlines()[5])
    frames = Frames([*data.splitlines()[:9], b'{"type":"end","n":9,"reason":"abandoned"}'], state)
    for name, about, raw in frames.all():
        yield case(f"frame-{name}", about, raw, base, data)
    for name, about, raw in frames.of_bytes():
        yield case(f"bytes-{name}", about, raw)


def states(data: bytes) -> bytes:
    """The digests after every record."""
    found: list[dict[str, Any]] = []

    class Steps(BaseVisitor):
        def record(self, judged: Any) -> None:
            from vflog.log.canonical import digest

            document = judged.document()
            public = judged.public(document)
            found.append({"n": judged.n, "digest": digest(document), "public": digest(public)})

    judge([_Given("log", None, data=data)], Settings(records=True), Steps())
    return dumped(found)


def conversation(data: bytes) -> bytes:
    """What is said to a referee, and its answers: records, one that is refused, tries, a takeback, forms, the state."""
    header, *log = (json.loads(line) for line in data.splitlines()[:14])
    wrong, last = {"type": "rest", "player": "nobody"}, log[-1]["n"]
    said: Log = [
        header,
        {"ask": "legal"},
        *log[:6],
        {"ask": "legal", "known": True},
        wrong,
        {"ask": "try", "record": wrong},
    ]
    said += [{"ask": "try", "record": log[6]}, *log[6:], {"ask": "state"}, {"type": "takeback", "to": last - 2}]
    said += [{"ask": "legal", "with": {"type": log[-2]["type"]}}, {"ask": "state", "view": "public"}]
    said += [{"type": "end", "reason": "time"}, {"ask": "legal"}]
    referee = services.referee()
    out = []
    for line in said:
        line = {name: value for name, value in line.items() if name != "n"}
        told = model.line(printed.answer(referee.answer(json.dumps(line).encode())))
        out.append({"say": line, "answer": json.loads(told)})
    return dumped(out)


def main() -> None:
    """Write all data."""
    for folder in ("logs", "states", "referee"):
        shutil.rmtree(DATA / folder, ignore_errors=True)
        (DATA / folder).mkdir(parents=True)
    wholes: dict[str, tuple[str, bytes]] = {}
    for name, ruleset, seed, wishes, with_states in WHOLE:
        ((_, data),) = services.simulate(1, seed, ruleset=ruleset, game=name, **wishes)
        wholes[name] = (ruleset, data)
        (DATA / "logs" / f"{name}.jsonl").write_bytes(data)
        if name in SPOKEN:
            (DATA / "referee" / f"{name}.jsonl").write_bytes(conversation(data))
        if with_states:
            (DATA / "states" / f"sound-{name}.jsonl").write_bytes(states(data))
    sound = [case(f"sound-{n}", "A simulated game, whole and legal.", d, n, d) for n, (_, d) in wholes.items()]
    base = WHOLE[0][0]
    all_cases = [*sound, *frame(base, wholes[base][1]), *illegal(wholes)]
    (DATA / "cases.jsonl").write_bytes(b"".join(msgspec.json.encode(c) + b"\n" for c in all_cases))


if __name__ == "__main__":
    main()

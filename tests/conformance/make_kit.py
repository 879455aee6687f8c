"""Makes the data of the conformance kit anew: `python -m tests.conformance.make_kit` (the same bytes each time).

Whole logs are simulated; of their one-edit variants the shortest is kept for each code; what concerns bytes,
lines and the frame of a game is written out here.
"""

from __future__ import annotations

import copy
import gzip
import json
import random
import shutil
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from backports import zstd

from tests.model.variants import illegal_variants
from vflog import api
from vflog.engine.corpus import judge
from vflog.engine.settings import Settings
from vflog.engine.verdict import Report
from vflog.log.sources import Source
from vflog.replay.conformance import Case

DATA = Path(__file__).parents[2] / "vflog" / "replay" / "conformance" / "data"
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
    keep = next((i for i, (a, b) in enumerate(zip(lines, others, strict=False)) if a != b), min(len(lines), len(others)))
    rest = [line.decode().removesuffix("\n") for line in lines[keep:]]
    made = Case(name=name, about=about, base=base, keep=keep, lines=rest, expected=report)
    return made


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


def illegal(wholes: dict[str, tuple[str, bytes]]) -> Iterator[Case]:
    """For each code the shortest log in which it is the first error."""
    best: dict[str, tuple[int, str, bytes, str]] = {}
    for name, (ruleset, data) in wholes.items():
        log = [json.loads(line) for line in data.splitlines()]
        rng = random.Random(name)
        made = illegal_variants(log, rng, VARIANTS) if ruleset == "veiled-fate" else iter(())
        general = other_values(log, rng)
        for variant in [*made, *(next(general) for _ in range(VARIANTS // (2 if ruleset == "veiled-fate" else 1)))]:
            changed = dumped(variant)
            first = next((p for p in judged(changed).problems if p.severity == "error"), None)
            if first is None or first.line is None or first.code.startswith("line."):
                continue
            if first.code not in best or first.line < best[first.code][0]:
                short = b"".join(changed.splitlines(keepends=True)[: first.line])
                best[first.code] = (first.line, name, short, first.message)
    for code, (_, name, short, message) in sorted(best.items()):
        yield case(f"illegal-{code}", message, short, name, wholes[name][1])


def frame(base: str, data: bytes) -> Iterator[Case]:
    """What concerns lines and the frame of a game."""
    end = b'{"type":"end","n":9,"reason":"abandoned"}'
    lines = [*data.splitlines()[:9], end]

    def log(*some: bytes) -> bytes:
        return b"\n".join(some) + b"\n"

    def with_n(raw: bytes, n: int) -> bytes:
        return dumped([{**json.loads(raw), "n": n}]).removesuffix(b"\n")

    def line(**fields: Any) -> bytes:
        return dumped([fields]).removesuffix(b"\n")

    six = lines[:6]
    move = json.loads(lines[3])
    state = json.loads((DATA / "states" / f"sound-{base}.jsonl").read_text().splitlines()[5])
    records: tuple[tuple[str, str, tuple[bytes, ...]], ...] = (
        ("note", "Notes and records of the front end's own are kept and not judged.",
         (*six, line(type="note", n=6, text="a pause", kind="pause"), line(type="x_chat", n=7, text="hello", x_ms=1.5))),
        ("claim-holds", "A claim of a digest and of a part of the state that both hold.",
         (*six, line(type="claim", n=6, state=state["digest"], public=state["public"]))),
        ("claim-differs", "A claim that differs is an error and changes nothing.",
         (*six, line(type="claim", n=6, phase="over"), with_n(lines[6], 7))),
        ("takeback", "Two records are taken back, and the second is made otherwise.",
         (*six, line(type="takeback", n=6, to=4), with_n(lines[5], 7), *(with_n(r, n) for n, r in enumerate(lines[6:], 8)))),
        ("takeback-of-a-mistake", "A refused record is taken back: its problem becomes a warning.",
         (*six[:4], line(**{**move, "n": 4}), line(type="note", n=5), line(type="takeback", n=6, to=3),
          *(with_n(r, n) for n, r in enumerate(lines[4:], 7)))),
        ("takeback-to-itself", "Only what is past can be gone back to.", (*six, line(type="takeback", n=6, to=6))),
        ("takeback-after-the-end", "After the end there is nothing to take back.",
         (*lines, line(type="takeback", n=len(lines), to=3))),
        ("takeback-without-numbers", "Where there are takebacks every record has a number.",
         (*six[:5], line(**{k: v for k, v in json.loads(lines[5]).items() if k != "n"}), line(type="takeback", n=6, to=3))),
        ("amend-of-nothing", "Only live records of play can be amended.",
         (*six, line(type="amend", n=6, to=40, record=move))),
        ("amend-of-another-type", "An amend keeps the type.", (*six, line(type="amend", n=6, to=3, record=json.loads(lines[2])))),
        ("amend-that-changes-nothing", "An amend that reads as the record did.", (*six, line(type="amend", n=6, to=3, record=move))),
        ("abandoned", "A game that is given up.", (*six, line(type="end", n=6, reason="abandoned"))),
        ("conceded-with-result", "A judge names the winners.",
         (*six, line(type="end", n=6, reason="conceded", result={"winners": ["ada"], "by": "judge"}))),
        ("after-the-end", "After the end only notes and claims may stand.", (*lines, with_n(lines[3], len(lines)))),
        ("a-note-after-the-end", "After the end notes may stand.", (*lines, line(type="note", n=len(lines), text="well played"))),
        ("gap", "A number is left out.", (*six[:5], *lines[6:])),
        ("number-repeated", "A number comes twice.", (*six, with_n(lines[6], 5))),
        ("number-back", "The numbers step back.", (*six, with_n(lines[6], 2))),
        ("without-numbers", "Numbers may be left out altogether.",
         tuple(line(**{k: v for k, v in json.loads(raw).items() if k != "n"}) for raw in lines)),
        ("time-back", "Times that go backwards are a warning.",
         (*six[:4], six[4][:-1] + b',"at":"2026-01-01T12:00:00Z"}', six[5][:-1] + b',"at":"2026-01-01T11:59:59.5+00:00"}')),
        ("no-revision", "Without a revision the first one counts, with a warning.",
         (line(**{k: v for k, v in json.loads(lines[0]).items() if k != "revision"}), *lines[1:])),
        ("unknown-ruleset", "A ruleset that is not there: unsupported, not invalid.", (lines[0].replace(b"veiled-fate", b"chess"), *six[1:])),
        ("next-major", "The format's next major version.", (lines[0].replace(b"vflog/1", b"vflog/2"), *six[1:])),
        ("next-minor", "A later minor version with a field that is not known yet.",
         (lines[0].replace(b"vflog/1", b"vflog/1.9")[:-1] + b',"later":1}', *lines[1:])),
        ("no-header", "Lines of no game.", tuple(lines[1:4])),
        ("damaged-header", "A damaged game record opens nothing.", (lines[0][:-9], *six[1:])),
        ("damaged-second-header", "What follows a damaged game record is not glued onto the game before.", (*six, lines[0][:-9], *lines[6:9])),
        ("two-games", "Two games, one after the other.", (*lines, *(r.replace(json.dumps(json.loads(lines[0])["game"]).encode(), b'"second"') for r in lines))),
        ("a-copy", "The same game twice.", (*lines, *lines)),
        ("grown", "The same game again, longer.", (*six, *lines)),
        ("duplicate", "The same header, another game.", (*six, line(type="end", n=6, reason="abandoned"), *lines)),
        ("interleaved", "Two games whose lines alternate, each with its id.",
         tuple(r[:-1] + b',"game":"%s"}' % name if i else r.replace(json.dumps(json.loads(lines[0])["game"]).encode(), b'"%s"' % name)
               for i, r in enumerate(lines) for name in (b"left", b"right"))),
        ("ambiguous", "Two games are open, and a record does not say which it belongs to.",
         (lines[0].replace(json.dumps(json.loads(lines[0])["game"]).encode(), b'"left"'), lines[1][:-1] + b',"game":"left"}',
          lines[0].replace(json.dumps(json.loads(lines[0])["game"]).encode(), b'"right"'), lines[1])),
        ("blank-lines", "Blank lines are counted, and a warning.", (lines[0], b"", b" \t", *lines[1:], b"")),
        ("duplicate-key", "A key twice.", (*six[:5], lines[5][:-1] + b',"type":"rest"}', *lines[6:])),
        ("duplicate-key-escaped", "A key twice, once as an escape.", (*six[:5], lines[5][:-1] + b',"\\u0074ype":"rest"}')),
        ("float", "A float for an integer.", (*six[:3], lines[3].replace(b'"n":3', b'"n":3.0'))),
        ("true-for-1", "True for an integer.", (*six[:3], lines[3].replace(b'"n":3', b'"n":true'))),
        ("out-of-range", "An integer beyond 2^53 - 1.", (*six[:3], lines[3].replace(b'"n":3', b'"n":9007199254740992'))),
        ("nan", "NaN is no JSON.", (*six[:3], lines[3].replace(b'"n":3', b'"n":NaN'))),
        ("object-for-list", "An object for a list.", (lines[0].replace(b'"players":[', b'"players":{"0":[').replace(b'],"source"', b']},"source"'),)),
        ("null", "Null where it may not stand.", (*six[:3], lines[3].replace(b'"n":3', b'"n":null'))),
        ("unknown-field", "A field that is not known.", (*six[:3], lines[3][:-1] + b',"mood":"grim"}')),
        ("unknown-type", "A record type that is not known.", (*six, b'{"type":"teleport"}')),
        ("missing-field", "A field is missing.", (*six, b'{"type":"note","n":6}', b'{"type":"takeback","n":7}')),
        ("value", "A value outside of its closed set.", (*six, b'{"type":"end","n":6,"reason":"tired"}')),
        ("id", "An ill-formed id.", (lines[0].replace(b'"game":"', b'"game":"x_', 1),)),
        ("at", "An ill-formed time.", (*six, b'{"type":"note","n":6,"at":"yesterday"}')),
        ("two-on-a-line", "Two records on a line.", (*six[:4], lines[4] + lines[5])),
        ("not-an-object", "A list is no record.", (*six, b"[1]")),
        ("surrogate", "Half a character.", (*six, b'{"type":"note","n":6,"text":"\\ud83d"}')),
        ("nul", "A NUL.", (*six, b'{"type":"note","n":6,"text":"\\u0000"}')),
        ("nesting", "Nesting beyond 32.", (*six, b'{"type":"note","n":6,"x_a":' + b"[" * 32 + b"]" * 32 + b"}")),
    )  # fmt: skip
    for name, about, some in records:
        yield case(f"frame-{name}", about, log(*some), base, data)
    whole = log(*lines)
    for name, about, raw in (
        ("no-last-newline", "A complete last line without a newline.", whole[:-1]),
        ("cut-off", "The last line is cut off.", whole[: -len(end) // 2]),
        ("byte-order-mark", "A byte-order mark in front.", b"\xef\xbb\xbf" + log(*six)),
        ("crlf", "Lines end as on Windows.", log(*six).replace(b"\n", b"\r\n")),
        ("not-utf8", "A byte that is not UTF-8.", log(*six, b'{"type":"note","n":6,"text":"Zo\xeb"}')),
        ("utf-16", "Saved as UTF-16.", log(*six).decode().encode("utf-16")),
        ("a-list", "One list instead of lines.", b"[" + b",".join(six) + b"]\n"),
        ("gzip", "Two gzip members.", gzip.compress(log(*six[:3]), mtime=0) + gzip.compress(log(*six[3:]), mtime=0)),
        ("gzip-cut", "A gzip file that is cut off.", gzip.compress(log(*six), mtime=0)[:-6]),
        ("zstd", "Two zstd frames.", zstd.compress(log(*six[:3])) + zstd.compress(log(*six[3:]))),
        ("empty", "Nothing at all.", b""),
    ):  # fmt: skip
        yield case(f"bytes-{name}", about, raw)


def states(data: bytes) -> bytes:
    """The digests after every record."""
    found: list[dict[str, Any]] = []

    class Steps(api.Silent):
        def record(self, judged: Any) -> None:
            from vflog.log.canonical import digest

            document = judged.document()
            public = judged.public(document)
            found.append({"n": judged.n, "digest": digest(document), "public": digest(public)})

    judge([_Given("log", None, data=data)], Settings(records=True), Steps())
    return dumped(found)


def main() -> None:
    """Write all data."""
    for folder in ("logs", "states"):
        shutil.rmtree(DATA / folder, ignore_errors=True)
        (DATA / folder).mkdir(parents=True)
    wholes: dict[str, tuple[str, bytes]] = {}
    for name, ruleset, seed, wishes, with_states in WHOLE:
        ((_, data),) = api.simulate(1, seed, ruleset=ruleset, game=name, **wishes)
        wholes[name] = (ruleset, data)
        (DATA / "logs" / f"{name}.jsonl").write_bytes(data)
        if with_states:
            (DATA / "states" / f"sound-{name}.jsonl").write_bytes(states(data))
    sound = [case(f"sound-{n}", "A simulated game, whole and legal.", d, n, d) for n, (_, d) in wholes.items()]
    base = WHOLE[0][0]
    all_cases = [*sound, *frame(base, wholes[base][1]), *illegal(wholes)]
    (DATA / "cases.jsonl").write_bytes(b"".join(msgspec.json.encode(c) + b"\n" for c in all_cases))


if __name__ == "__main__":
    main()

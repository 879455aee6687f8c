"""A ruleset and a judge small enough to know by heart: the store is tested against what they tell.

A log is a `game` record and `note`s. A note that says `bad` is refused, one that says `back` takes the
note before it back; an `end` makes the game valid. Each applied note is a fact.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from vflog.engine.facts import Facts
from vflog.engine.ruleset import Revision
from vflog.engine.tables import FACTS, takeback
from vflog.engine.telling import Telling
from vflog.engine.verdict import FileVerdict, GameVerdict, Judged, Report, Totals, Visitor
from vflog.games.veiled_fate import tables as veiled
from vflog.games.veiled_fate.views import VIEWS
from vflog.log.problems import Code, Problem, Rule
from vflog.log.records import End, Header, Note
from vflog.log.sources import Source
from vflog.store.gather import key_of

PACK = {
    "packs": [{"pack": "toy", "sha256": "0" * 64, "version": "1", "invented": True}],
    "demis": [{"sha256": "0" * 64, "demi": "naka", "house": "owl", "colour": "yellow", "pack_order": 1}],
}


CODES = {c.code: c for c in (Code("toy.bad", "{who} was bad.", "T1"), Code("line.not-json", "No JSON."))}
RULES = {"T1": Rule("T1", "Be good", "Notes are good.", "nowhere", "printed")}


class Toy:
    name = "toy"
    tables = veiled.TABLES
    views = VIEWS
    revisions = (Revision("2026-01", {}),)
    codes = CODES
    rules = RULES


def line(**fields: Any) -> str:
    return json.dumps(fields, ensure_ascii=False)


def header(game: str, players: Iterable[str] = ("ada", "bob"), **more: Any) -> str:
    seats = [{"id": p} if isinstance(p, str) else p for p in players]
    return line(type="game", format="vflog/1", game=game, ruleset="toy", players=seats, **more)


def game(game_id: str, notes: Iterable[str] = ("a", "b"), *, end: bool = True, **more: Any) -> list[str]:
    body = [line(type="note", text=text, player="ada") for text in notes]
    return [header(game_id, **more), *body, *([line(type="end")] if end else [])]


class _OneGame:
    def __init__(self, file: str, number: int, raw: bytes) -> None:
        self.header = msgspec.json.decode(raw, type=Header)
        self.facts = Facts((*FACTS, veiled.PLAYER_DEMIS, *veiled.FACTS))
        self.verdict = GameVerdict(
            game=self.header.game,
            game_key=key_of(raw),
            file=file,
            line=number,
            ruleset="toy",
            revision="2026-01",
            status="incomplete",
            header=self.header,
            facts=self.facts,
            problems=[],
        )
        self.first = self.header.players[0].id if self.header.players else "ada"
        self.n = -1
        self.stopped = False
        self.lines: list[bytes] = []
        self.played: list[Note | End] = []

    def hear(self, number: int, raw: bytes, visitor: Visitor) -> None:
        kind = json.loads(raw)["type"]
        record = msgspec.json.decode(raw, type={"game": Header, "note": Note, "end": End}[kind])
        self.n += 1
        self.lines.append(raw)
        verdict, problems = self.verdict, []
        judged = "unjudged" if self.stopped else "applied"
        if isinstance(record, Note) and record.text == "bad" and not self.stopped:
            judged, self.stopped, verdict.status = "refused", True, "invalid"
            problem = Problem(
                code="toy.bad",
                file=verdict.file,
                line=number,
                byte_offset=0,
                game=verdict.game,
                n=self.n,
                message="ada was bad.",
                rule="T1",
                basis="printed",
            )
            problems = [problem]
            verdict.problems.append(problem)
            visitor.problem(problem)
        elif isinstance(record, Note) and not self.stopped:
            self.played.append(record)
            veiled.corruption(self.facts, self.n, 1, 1, self.first, favor=None, power=None, corruption=1, total=self.n)
            if record.text == "back":
                width = self.facts.widths["corruption"]
                del self.facts["corruption"][-2 * width : -width]
                verdict.taken_numbers.append((self.n - 1, self.n - 1))
                verdict.taken_back += 1
                verdict.applied -= 1
                takeback(self.facts, self.n, to_n=self.n - 2)
        elif isinstance(record, End) and not self.stopped:
            verdict.status, verdict.end_reason, verdict.winners = "valid", record.reason, ["ada"]
            self.played.append(record)
        verdict.records += 1
        setattr(verdict, judged, getattr(verdict, judged) + 1)
        assert verdict.game is not None
        visitor.record(
            Judged(
                game=verdict.game,
                n=self.n,
                line=number,
                byte_offset=0,
                record=record,
                raw=raw,
                judged=judged,
                problems=problems,
            )
        )

    def close(self, visitor: Visitor) -> GameVerdict:
        verdict = self.verdict
        if self.n > 0:
            last = None if self.stopped else self.n
            veiled.turn(self.facts, 1, 1, self.first, 1, last, actions=2, rested=None, duration_s=None)
            veiled.age(self.facts, 1, None, self.first, None, first_n=1, last_n=last, ended_by=None)
        if not self.stopped:
            veiled.player_demi(self.facts, self.first, "naka", known_n=1, renown=3, rank=1, annihilated=False)
        verdict.digest = verdict.public = "sha256:" + hashlib.sha256(str(self.n).encode()).hexdigest()
        verdict.summary = {
            "games": {"content_pack": "toy", "content_sha256": "0" * 64},
            "players": [{"corruption": 3, "place": 1}, {"corruption": 0, "place": 2}],
            "rulings": {"draw_limit": "stop"},
            "content": PACK,
        }
        log = b"".join(raw + b"\n" for raw in self.lines)
        verdict.telling = Telling(
            head=hashlib.sha256(log).digest(),
            lines=len(self.lines),
            plays=len(self.played),
            unknown=log.count(b'"?"'),
            over=verdict.end_reason is not None,
            redacted=False,
            records=lambda: list(self.played),
        )
        visitor.game(verdict)
        return verdict


def judge(sources: Iterable[Source], settings: object, visitor: Visitor, **_: Any) -> Report:
    """Judge files of toy games; of copies it knows nothing."""
    report = Report(tool="toy", totals=Totals(), files=[], games=[], problems=[])
    for source in sources:
        path, data = source.name, source.data if source.data is not None else Path(source.path or "").read_bytes()
        verdict = FileVerdict(file=path, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
        current: _OneGame | None = None
        for number, raw in enumerate(data.splitlines(), 1):
            verdict.lines += 1
            if not raw.strip():
                verdict.blank += 1
            elif not raw.startswith(b"{"):
                verdict.rejects += 1
                where = current.verdict.game if current else None
                problem = Problem(code="line.not-json", file=path, line=number, game=where, message="No JSON.")
                if current:
                    current.verdict.problems.append(problem)
                    current.lines.append(raw)
                visitor.reject(path, number, 0, raw, problem)
                visitor.problem(problem)
                report.totals.errors += 1
            else:
                if b'"type": "game"' in raw:
                    if current:
                        report.games.append(current.close(visitor))
                    current = _OneGame(path, number, raw)
                    verdict.games += 1
                assert current is not None
                current.hear(number, raw, visitor)
                verdict.records += 1
        if current:
            report.games.append(current.close(visitor))
        visitor.file(verdict)
        report.files.append(verdict)
    _total(report)
    return report


def _total(report: Report) -> None:
    totals = report.totals
    for file in report.files:
        for name in ("lines", "blank", "records", "rejects", "repeats", "games"):
            setattr(totals, name, getattr(totals, name) + getattr(file, name))
    totals.files = len(report.files)
    for game in report.games:
        totals.by_status[game.status] = totals.by_status.get(game.status, 0) + 1
    totals.errors += sum(p.code == "toy.bad" for g in report.games for p in g.problems)

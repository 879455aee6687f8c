"""Feeds plain records to the judge of a game of Veiled Fate, and keeps what came of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import dialect
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged
from vflog.games.veiled_fate import RULESET
from vflog.log.canonical import digest
from vflog.log.decode import typed
from vflog.log.faults import Fault
from vflog.log.problems import Place, Problem
from vflog.reading.content import built_in

from .marks import TOLD, WITHOUT

Log = list[dict[str, Any]]
TESTS = Path(__file__).parents[2]
VECTORS = TESTS / "vectors" / "veiled-fate"
PACKS = TESTS / "vectors" / "packs"


@cache
def find(name: str) -> bytes | None:
    """The packs of the tests, and the built-in ones."""
    path = PACKS / f"{name}.toml"
    return path.read_bytes() if path.exists() else built_in(RULESET, name)


def read(path: Path) -> Log:
    """The lines of a file of records."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Game:
    """A log that has been judged: its records with their problems, digests and states, and the verdict.

    States are made only on demand (`digests=True`); `state` is always the last one.
    """

    def __init__(
        self, log: Iterable[dict[str, Any]], *, digests: bool = False, packs: Mapping[str, bytes] = {}, **settings: Any
    ) -> None:
        self.judged: list[Judged] = []
        self.digests: list[tuple[str, str] | None] = []
        self.states: list[dict[str, Any] | None] = []
        self._digests = digests
        rest = iter(log)
        header = next(rest)
        settings = {"holds_under": False, **settings}
        self.judge = GameJudge(
            typed(header, RULESET.header),
            RULESET,
            raw=json.dumps(header).encode(),
            place=Place(file="log", line=1),
            settings=Settings(**settings),
            find=lambda name: packs.get(name, find(name)),
            on_record=self._on_record,
        )
        for line, record in enumerate(rest, 2):
            self.put(record, line)
        self.verdict: GameVerdict = self.judge.finish()
        # Whatever a test is about: no problem tells another rule, or as another's, than the pages of rules do.
        for p in self.problems:
            assert p.code not in RULESET.codes or p.code in WITHOUT or (p.code, p.rule, p.basis) in TOLD, p

    def put(self, record: dict[str, Any], line: int = 0) -> None:
        """One more record."""
        try:
            read = dialect(RULESET).record(record)
        except Fault as fault:
            self.judge.reject(fault.problem(Place(file="log", line=line)))
            return
        self.judge.record(read, json.dumps(record).encode(), line, 0)

    def _on_record(self, judged: Judged) -> None:
        self.judged.append(judged)
        if not self._digests:
            return
        if judged.document is None or judged.public is None:
            self.digests.append(None)
            self.states.append(None)
        else:
            state = judged.document()
            self.states.append(state)
            self.digests.append((digest(state), digest(judged.public(state))))

    @property
    def problems(self) -> list[Problem]:
        """All problems, in order."""
        return self.verdict.problems

    @property
    def errors(self) -> list[tuple[str, str | None]]:
        """Code and rule of each error."""
        return [(p.code, p.rule) for p in self.problems if p.severity == "error"]

    @property
    def state(self) -> dict[str, Any]:
        """The last state document."""
        play = self.judge.play
        assert play is not None
        return play.document()

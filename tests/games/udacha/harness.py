"""Feeds plain records to the judge of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import dialect
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged
from vflog.games.udacha import RULESET
from vflog.log.canonical import digest
from vflog.log.decode import typed
from vflog.log.faults import Fault
from vflog.log.problems import Place, Problem

Log = list[dict[str, Any]]


class Game:
    """A log that has been judged: its records with their problems and digests, and the verdict."""

    def __init__(self, log: Iterable[dict[str, Any]], **settings: Any) -> None:
        self.judged: list[Judged] = []
        self.digests: list[tuple[str, str] | None] = []
        self.states: list[dict[str, Any] | None] = []
        rest = iter(log)
        header = next(rest)
        settings = {"digests": True, "facts": True, "holds_under": False, **settings}
        self.judge = GameJudge(
            typed(header, RULESET.header),
            RULESET,
            raw=json.dumps(header).encode(),
            place=Place(file="log", line=1),
            settings=Settings(**settings),
            find=lambda name: None,
            on_record=self._on_record,
        )
        for line, record in enumerate(rest, 2):
            try:
                read = dialect(RULESET).record(record)
            except Fault as fault:
                self.judge.reject(fault.problem(Place(file="log", line=line)))
                continue
            self.judge.record(read, json.dumps(record).encode(), line, 0)
        self.verdict: GameVerdict = self.judge.finish()

    def _on_record(self, judged: Judged) -> None:
        self.judged.append(judged)
        if judged.document is None or judged.public is None:
            self.digests.append(None)
            self.states.append(None)
        else:
            state = judged.document()
            self.states.append(state)
            self.digests.append((digest(state), digest(judged.public(state))))

    @property
    def problems(self) -> list[Problem]:
        """Its problems, but for the header that names no revision."""
        return [p for p in self.verdict.problems if p.code != "game.no-revision"]

    @property
    def state(self) -> dict[str, Any]:
        """The last state document."""
        return next(state for state in reversed(self.states) if state is not None)

    def finding(self) -> tuple[str, int | None, str | None]:
        """`legal`, `illegal` or `disputed`, at which record, by which rule."""
        for problem in self.problems:
            verdict = "disputed" if problem.code == "udacha.disputed" else "illegal"
            return verdict, problem.n, problem.rule
        return "legal", None, None

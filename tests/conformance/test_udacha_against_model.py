"""Udacha: the engine against the second model: random games, hidden, sprinkled, one-edit variants; legal forms."""

from __future__ import annotations

import json
import os
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.test_udacha_forms import promised
from tests.examples.client import Asked
from tests.model_udacha import judge_log
from tests.model_udacha.errors import FORMAT
from tests.model_udacha.hiding import hide, hide_zones
from tests.model_udacha.judge import Game as ModelGame
from tests.model_udacha.random_catalogues import random_header
from tests.model_udacha.random_games import Table, random_slips, random_table
from tests.model_udacha.self_check import differences
from tests.model_udacha.sprinkle import sprinkle
from tests.model_udacha.variants import illegal_variants
from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import dialect
from vflog.engine.settings import Settings
from vflog.engine.verdict import Judged
from vflog.games.udacha import RULESET
from vflog.log.canonical import digest
from vflog.log.decode import typed
from vflog.log.faults import Fault
from vflog.log.problems import Place
from vflog.playback.forms import legal

Log = list[dict[str, Any]]
Line = dict[str, Any]
VECTORS = Path(__file__).parents[1] / "vectors" / "udacha"
#: So many random games, eight logs each; `make model` asks for many.
SEEDS = range(7000, 7000 + int(os.environ.get("VFLOG_MODEL_GAMES", "20")))
#: Moments at which the legal forms are looked at: every so many-th record.
STRIDE = 7


class Game:
    """A log that the engine has judged: its records with their digests, and the verdict."""

    def __init__(self, log: Log) -> None:
        self.judged: list[tuple[Judged, dict[str, Any] | None, tuple[str, str] | None]] = []
        header = log[0]
        self.judge = GameJudge(
            typed(header, RULESET.header),
            RULESET,
            raw=json.dumps(header).encode(),
            place=Place(file="log", line=1),
            settings=Settings(holds_under=False),
            find=lambda name: None,
            on_record=self._on_record,
        )
        for line, record in enumerate(log[1:], 2):
            self.put(record, line)

    def put(self, record: dict[str, Any], line: int = 0) -> None:
        try:
            read = dialect(RULESET).record(record)
        except Fault as fault:
            self.judge.reject(fault.problem(Place(file="log", line=line)))
            return
        self.judge.record(read, json.dumps(record).encode(), line, 0)

    def _on_record(self, judged: Judged) -> None:
        if judged.document is None or judged.public is None:
            self.judged.append((judged, None, None))
        else:
            state = judged.document()
            self.judged.append((judged, state, (digest(state), digest(judged.public(state)))))


def compare(log: Log) -> None:
    """Both judge every record alike, by the same rules, and the game; of several rules any may be named."""
    *expected, verdict = judge_log(log)
    expected = [line for line in expected if line["judged"] != "rejected"]
    try:
        game = Game(log)
    except Fault:
        assert verdict["status"] == "unreadable"
        return
    assert len(game.judged) == len(expected)
    for (judged, state, digests), line in zip(game.judged, expected, strict=True):
        where = (judged.n, [(p.rule, p.message) for p in judged.problems], line["message"])
        assert judged.judged == line["judged"], where
        if (digests or (None, None)) != (line["digest"], line["public"]):
            assert state == line["state"], where
            assert digests == (line["digest"], line["public"]), where
        _compare_rules(judged, line, where)
    judged_verdict = game.judge.finish()
    assert (judged_verdict.status, judged_verdict.winners) == (verdict["status"], verdict["winners"])


def _compare_rules(judged: Judged, line: Line, where: Any) -> None:
    """The engine names rules that the model finds broken, and one at least; what is illegal is not told as disputed."""
    named = {problem.rule for problem in judged.problems if problem.rule is not None}
    broken = {*(line["illegal"] or line["disputed"])} - {FORMAT}
    assert named <= broken, where
    assert bool(named) == bool(broken), where
    told_disputed = any(problem.code == "udacha.disputed" for problem in judged.problems)
    assert not broken or line["type"] == "amend" or told_disputed == (not line["illegal"]), where


@pytest.fixture(scope="module", params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    """The tests of one seed run one after the other, so that its game is made once."""
    return int(request.param)


@lru_cache(maxsize=1)
def table_of(seed: int) -> Table:
    """A random game that the model accepts; its log is never changed by those who read it."""
    rng = random.Random(seed)
    return random_table(random_header(rng, f"g{seed}"), rng)


def test_random_games(seed: int) -> None:
    rng, log = random.Random(seed), table_of(seed).log
    hidden = hide_zones(log, rng, rng.choice([0.5, 1])) if rng.random() < 0.5 else hide(log, rng, rng.choice([0.2, 1]))
    variants = [*illegal_variants(log, rng, 2), *illegal_variants(hidden, rng, 1)]
    slips = random_slips(table_of(seed), 2)
    for other in (log, hidden, sprinkle(rng.choice([log, hidden]), rng), *variants, *slips):
        compare(other)


def test_hiding_adds_no_problem(seed: int) -> None:
    """In the model: whatever is hidden, the problems are among those of the full log."""
    rng, log = random.Random(seed), table_of(seed).log
    shown = judge_log(log)
    for other in (hide(log, rng, 0.3), hide(log, rng, 1), hide_zones(log, rng, 0.6)):
        for line, full in zip(judge_log(other)[:-1], shown, strict=False):
            assert line["judged"] == "applied", (line["n"], line["message"])
            assert {*line["disputed"]} <= {*full["disputed"]}, (line["n"], line["message"])


def test_the_model_accepts_the_legal_forms(seed: int) -> None:
    rng, log = random.Random(seed), table_of(seed).log
    log = hide_zones(log, rng, 0.5) if rng.random() < 0.3 else log
    game, model = Game(log[:1]), ModelGame(log[0], states=False)
    model.take(log[0])
    for n, record in enumerate(log[1:], 1):
        if n % STRIDE == rng.randrange(STRIDE):
            _check_forms(game, model, rng)
            _check_record(game, record)
        game.put(record)
        model.take(record)


def _check_forms(game: Game, model: ModelGame, rng: random.Random) -> None:
    """What a client makes of a form, chance's fields as they are described, is accepted."""
    play = game.judge.play
    assert play is not None
    assert model.config is not None
    asked, known = Asked(play), rng.random() < 0.5
    forms = asked.forms(known)
    for form in rng.sample(forms, min(20, len(forms))):
        promise = asked.record(form, rng, known)
        tried = model.attempt(promise)
        assert tried is not None, promise
        assert not tried[0].refuses(model.config.profile), (promise, tried[0].illegal, tried[0].disputed)


def _check_record(game: Game, record: dict[str, Any]) -> None:
    """A record of play that is accepted next is one of the forms."""
    if game.judge.play is not None and record["type"] not in ("note", "claim", "ruling") and "override" not in record:
        assert promised(legal(game.judge.play), record), record


def test_the_published_vectors_come_out_right_in_the_model() -> None:
    assert differences(VECTORS) == {}

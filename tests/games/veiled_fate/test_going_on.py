"""As long as a game is not over somebody can go on: by forms alone, in every kind of log, whatever a judge sets."""

from __future__ import annotations

import os
import random
from itertools import islice
from typing import Any

import pytest

from tests.conformance.test_forms import each
from tests.model.random_games import random_header
from vflog.engine.ruleset import Play
from vflog.log.problems import Refused, Unsupported
from vflog.playback.forms import count, records

from .form_player import Fields, Player, goes_on, put
from .harness import Game
from .rulings import random_ruling
from .simulated import Setting, simulated

#: Moments looked at closely: every so many-th record.
STRIDE = 6
#: A game by forms alone that is not over after so many records is given up: it was not stuck.
LONGEST = 900


def look(play: Play) -> None:
    """`--count` and `--list` answer, and somebody can go on."""
    forms = play.legal()
    document = play.document()
    if document["phase"] == "over":
        assert forms == []
        return
    assert any(map(goes_on, forms)), f"nobody can go on in phase {document['phase']}"
    for form in forms:
        listed = sum(1 for _ in islice(records(form), 300))
        assert count(form) >= listed > 0, form
        assert listed == 300 or count(form) == listed, form


def opened(header: Fields) -> Play:
    """The play at the beginning of a game; raises `Refused` or `Unsupported`."""
    game = Game([header])
    play = game.judge.play if game.judge is not None else None
    if play is None:
        raise Refused("refused")
    return play


@each
def test_forms_answer_at_every_record(setting: Setting) -> None:
    log = simulated(setting)
    game, player = Game(log[:1]), Player(random.Random(setting.seed))
    for n, record in enumerate(log[1:], 1):
        play = game.judge.play
        assert play is not None
        look(play)
        if n % STRIDE == 0 or record["type"] not in ("move", "power", "end_turn", "vote"):
            for _ in range(3):
                other = play.copy()
                put(other, player.next(play))
        game.put(record)
    assert game.judge.play is not None
    look(game.judge.play)


def played(header: Fields, rng: random.Random, rulings: float) -> int:
    """A game by forms alone, a judge ruling now and then; gives how many records it took."""
    play, player = opened(header), Player(rng)
    for n in range(1, LONGEST):
        play.n = n
        if play.document()["phase"] == "over":
            return n
        if rng.random() < rulings:
            tried = play.copy()
            try:
                tried.rule(random_ruling(play.document(), rng))
                play = tried
            except Refused:
                continue
            look(play)
        put(play, player.next(play))
    return LONGEST


#: So many random games of each kind.
HEADERS = range(int(os.environ.get("VFLOG_FORM_GAMES", "12")))


def header(seed: int, rng: random.Random, **more: Any) -> Fields:
    """A random header that can be played by; those that cannot are passed over."""
    while True:
        head = {**random_header(rng, {"pack": rng.choice(["sample", "trial", "trial-small"])}, f"g{seed}"), **more}
        roles = [player for player in head["players"] if "role" in player]
        if roles and rng.random() < 0.6:
            roles[0]["role"] = rng.choice(["steward", "sorcerer", "prophet", "mother-to-all"])
            head["content"] = {"pack": "sample"}
        try:
            opened(head)
        except (Refused, Unsupported):
            continue
        if not any(map(goes_on, opened(head).legal())):
            continue
        return head


@pytest.mark.parametrize("seed", HEADERS)
def test_a_client_that_knows_no_rules_plays_whole_games(seed: int) -> None:
    rng = random.Random(seed)
    assert played(header(seed, rng), rng, 0) < LONGEST


@pytest.mark.parametrize("seed", HEADERS)
def test_whatever_a_judge_sets_somebody_can_go_on(seed: int) -> None:
    rng = random.Random(1000 + seed)
    assert played(header(seed, rng), rng, 0.15) > 1


@pytest.mark.parametrize("seed", HEADERS)
def test_scorekeepers_go_on_too(seed: int) -> None:
    rng = random.Random(2000 + seed)
    assert played(header(seed, rng, detail="score"), rng, 0.1) < LONGEST

"""The engine against the second model: random games, hidden, sprinkled, kept by scorekeepers, and one-edit variants."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.conformance import forms_against_model
from tests.conformance.against_model import differences
from tests.games.veiled_fate.harness import Game
from tests.games.veiled_fate.simulated import SETTINGS, Setting, simulated
from tests.model.judge import Game as Model
from tests.model.places import places
from tests.model.sprinkle import sprinkle
from tests.model.tables import Log, Table
from tests.model.variants import ALL_EDITS, illegal_variants

#: So many random games, about ten logs each; `make model` asks for many. The forms are looked at in some of them.
GAMES = int(os.environ.get("VFLOG_MODEL_GAMES", "20"))
SEEDS = range(7000, 7000 + GAMES)
FORM_SEEDS = range(7000, 7000 + GAMES // 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games(seed: int) -> None:
    """Both judge every record alike, and the game; the rule that the engine names is one that the record breaks."""
    table = Table(seed)
    for log in table.logs():
        assert differences(table, log) == []


@pytest.mark.parametrize("seed", FORM_SEEDS)
def test_the_forms_of_random_games(seed: int) -> None:
    """What the forms promise the model accepts, and what it accepts they promise; somebody can always go on."""
    table = Table(seed)
    for log in forms_against_model.logs(table):
        assert list(forms_against_model.differences(table, log, often=0.02)) == []


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s.players}-{s.expansions}-{s.role}-{s.hidden}")
def test_simulated_games(setting: Setting) -> None:
    """The simulator's games of every setting, with some edits."""
    pack = setting.pack if setting.pack != "sample" else "trial"
    table = Table(setting.seed)
    log = list(simulated(setting._replace(pack=pack)))
    around = sprinkle(log, table.find, table.rng, 0.05)
    for other in (log, around, *illegal_variants(log, table.rng, 2, ALL_EDITS)):
        assert differences(table, other) == []


# -- places ----------------------------------------------------------------------------------------------------


def placed(table: Table, log: Log) -> dict[str, Any]:
    """The places by the model, where a game was played to its end and every Demi is known."""
    model = Model(log[0], table.find)
    for record in log:
        model.take(record)
    if model.verdict()["status"] != "valid" or "?" in str(model.state and model.state["known_demis"]):
        return {}
    assert model.config is not None
    assert model.state is not None
    return places(model.config, model.state)


@pytest.mark.parametrize("seed", SEEDS)
def test_e3_places(seed: int) -> None:
    """Page 2, E3: a place is one more than the number of players ahead."""
    table = Table(seed)
    for log in (log for log, _ in zip(table.logs(0), range(4), strict=False)):
        expected = placed(table, log)
        if expected:
            rows = Game(log, packs=table.packs, facts=True).verdict.summary["players"]
            assert {row["player_id"]: row["place"] for row in rows} == expected


# -- the model's own word --------------------------------------------------------------------------------------

HEADER = {
    "type": "game",
    "format": "vflog/1",
    "game": "g",
    "ruleset": "veiled-fate",
    "revision": "2026-12",
    "players": [{"id": "ada"}, {"id": "bob"}, {"id": "cy"}],
    "content": {"pack": "trial"},
}


def broken(record: dict[str, Any]) -> list[tuple[str | None, str | None]]:
    """The rules that a record breaks in Ada's first turn, by the model."""
    model = Model(HEADER, Table(0).find)
    pack = Table(0).find({"pack": "trial"})
    assert pack is not None
    laid = zip(("forest", "coast", "desert", "volcano"), pack["quests"], strict=False)
    setup = {
        "type": "setup",
        "first": "ada",
        "city": next(card["id"] for card in pack["city"] if card.get("altar")),
        "quests": [{"quest": quest["id"], "region": region} for region, quest in laid],
        "demis": {"ada": "pentha", "bob": "klar", "cy": "?"},
        "hands": {player: ["f1", "f1", "s1", "s1", "f2"] for player in ("ada", "bob", "cy")},
    }
    for each in (HEADER, setup, {"type": "age", "player": "ada", "age": 1, "card": "chaos"}):
        assert model.take(each)["judged"] == "applied"
    line = model.take(record)
    assert line["judged"] == "refused"
    return sorted(set(line["broken"]), key=str)


def test_a_record_at_the_wrong_moment_breaks_what_must_come_next_alone() -> None:
    assert broken({"type": "vote", "player": "ada", "quest": "none", "card": "+2"}) == [("VF-T1", None)]
    assert broken({"type": "move", "player": "bob", "demi": "zeus", "to": "hell"}) == [("VF-T1", None)]


def test_a_record_may_break_several_rules_each_with_its_mark() -> None:
    move = {"type": "move", "player": "ada", "demi": "naka", "to": "desert", "drew": "f1", "card": "f1"}
    assert broken({**move, "swap": {"discard": "f1", "drew": None}}) == [
        ("VF-M1", None),
        ("VF-M5", None),
        ("VF-M6", None),
        ("VF-M7", None),
    ]
    assert broken({"type": "power", "player": "ada", "power": "smite", "demi": "naka"}) == [("VF-P1", "printed")]
    paid = {"type": "power", "player": "ada", "power": "smite", "pay": ["+2", "s2"], "demi": "naka"}
    assert broken(paid) == [("VF-F6", None)]
    assert broken({**paid, "pay": ["f1", "f1"], "demi": "zeus", "to": "city"}) == [("VF-P4", None)]

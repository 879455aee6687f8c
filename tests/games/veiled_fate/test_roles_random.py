"""Random games of the roles whose cards are pack data: valid, hidden too; what holds in every one of them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.model.variants import EDITS, Pools
from tests.views.law import shown, views
from vflog.engine.ruleset import dialect
from vflog.games.veiled_fate import RULESET
from vflog.log.canonical import digest

from .harness import Game, Log
from .simulated import Setting, numbered, simulated

SETTINGS = tuple(
    Setting(players, expansions, role, hidden=hidden, rulings=rulings, seed=seed)
    for role in ("mother-to-all", "steward", "sorcerer", "prophet")
    for players, expansions, hidden, rulings, seed in (
        (3, "celestials", 0, 0, 31), (5, "celestials hadria", 40, 3, 32), (8, "celestials hadria servants", 0, 0, 33),
        (9, "celestials", 100, 2, 34),
    )
)  # fmt: skip
each = pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s.role}-{s.players}-{s.hidden}")


@each
def test_every_simulated_game_is_valid(setting: Setting) -> None:
    game = Game(simulated(setting))
    assert game.verdict.status == "valid", game.problems
    assert not game.problems


@each
def test_figures_slots_and_markers_agree(setting: Setting) -> None:
    for state in Game(simulated(setting), digests=True).states:
        assert state is not None
        role = state["celestial"]
        figures = {**state["demis"], **({"sorcerer": role} if "at" in role else {})}
        standing = {(f["quest"], f["slot"]): name for name, f in figures.items() if f["quest"] is not None}
        slots = {
            (quest, i): name
            for quest, card in state["quests"].items()
            for i, name in enumerate(card["slots"], 1)
            if name
        }
        assert standing == slots
        on_track = sorted(demi for demis in state["track"].values() for demi in demis)
        dead = role.get("dead", [])
        assert on_track == sorted(set(state["demis"]) - set(state["annihilated"]) - set(dead))
        assert all(state["demis"][demi] == {"at": None, "quest": None, "slot": None, "renown": None} for demi in dead)


@each
def test_states_survive_json_and_snapshots(setting: Setting) -> None:
    log = list(simulated(setting))
    game = Game(log, digests=True)
    play = Game(log[:1]).judge.play
    assert play is not None
    for n, record in enumerate(log[1:], 1):
        play = play.copy()
        earlier = play.copy()
        play.apply(dialect(RULESET).record(record))
        state = play.document()
        assert (digest(json.loads(json.dumps(state))), digest(play.public(state))) == game.digests[n]
        kept = game.digests[n - 1]
        if kept is not None:
            assert digest(earlier.document()) == kept[0]


@each
def test_a_mistake_taken_back_changes_nothing(setting: Setting) -> None:
    log, rng = list(simulated(setting)), random.Random(setting.seed)
    pools = Pools(log)
    out: Log = [log[0]]
    live = [0]
    for record in log[1:]:
        wrong = json.loads(json.dumps(record))
        if record["type"] == "end" or not rng.choice(EDITS)(wrong, pools, rng):
            wrong = {"type": "end_turn", "player": "nobody"}
        out += [wrong, {"type": "takeback", "to": live[-1]}, record]
        live.append(len(out) - 1)
    game, plain = Game(numbered(out), digests=True), Game(log, digests=True)
    judged = {entry.n: digests for entry, digests in zip(game.judged, game.digests, strict=True)}
    assert [judged[n] for n in live] == plain.digests
    assert game.verdict.status == "valid"


@each
def test_vf_f6_hiding_never_adds_a_problem(setting: Setting, tmp_path: Path) -> None:
    log = list(simulated(setting))
    for view in views(log):
        assert not Game(shown(log, view, tmp_path)).problems


@each
def test_a_public_view_tells_no_secret(setting: Setting, tmp_path: Path) -> None:
    """What is paid for a spell and voted from the own cards is hidden; the reveal shows what lay there."""
    for record in shown(list(simulated(setting)), "public", tmp_path):
        if record["type"] == "celestial":
            assert set(record.get("cards", [])) <= {"?"}
        if record["type"] in ("move", "vote") and record.get("card") is not None:
            assert record["card"] == "?"


def _fits(spec: Any, value: Any) -> bool:
    if isinstance(spec, dict) and "in" in spec:
        return value in spec["in"]
    if isinstance(spec, dict) and "of" in spec:
        return len(value) == spec["cards"] and all(value.count(kind) <= spec["of"].get(kind, 0) for kind in value)
    return bool(spec == value)


@each
def test_what_the_role_does_is_one_of_the_forms(setting: Setting) -> None:
    if setting.hidden:
        return
    game = Game(simulated(setting)[:1])
    for record in simulated(setting)[1:]:
        play = game.judge.play
        assert play is not None
        own = record["type"] == "celestial" or record.get("demi") == "sorcerer" or record.get("from") == "mother"
        if own and record["type"] in ("celestial", "move", "vote"):
            given = {k: v for k, v in record.items() if k not in ("type", "n")}
            assert any(
                form["type"] == record["type"]
                and set(form["fields"]) - {"cards"} == set(given) - {"cards"}
                and all(_fits(form["fields"][key], value) for key, value in given.items())
                for form in play.legal()
            ), record
        game.put(record)
    assert game.state["winners"] is not None

"""What holds in every random legal game, after every record."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from tests.model.hiding import hide
from tests.model.variants import EDITS, Pools
from vflog.engine.ruleset import dialect
from vflog.games.veiled_fate import RULESET
from vflog.games.veiled_fate.pack import KINDS
from vflog.log.canonical import digest
from vflog.log.faults import Fault
from vflog.log.problems import Refused

from .harness import TESTS, Game, Log
from .simulated import SETTINGS, Setting, numbered, simulated

State = dict[str, Any]
PHASES = {
    "setup", "age", "turn", "voters", "vote", "reveal", "age_pick", "age_quest", "age_place", "age_vote",
    "age_reveal", "deal", "place", "city", "end", "over",
}  # fmt: skip
each = pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s.players}-{s.expansions}-{s.role}-{s.hidden}")


def walked(setting: Setting) -> Game:
    return Game(simulated(setting), digests=True)


@each
def test_every_simulated_game_is_valid(setting: Setting) -> None:
    game = Game(simulated(setting))
    assert game.verdict.status == "valid"
    assert not game.problems
    assert game.verdict.records == game.verdict.applied == len(simulated(setting))


# -- conservation --------------------------------------------------------------------------------------


@each
def test_vf_r_nine_markers_less_the_annihilated(setting: Setting) -> None:
    for state in walked(setting).states:
        assert state is not None
        on_track = [demi for demis in state["track"].values() for demi in demis]
        assert sorted([*on_track, *state["annihilated"]]) == sorted(state["demis"])
        assert len(state["demis"]) == 9
        assert all(0 <= int(space) <= 12 and demis for space, demis in state["track"].items())
        spaces = {demi: int(space) for space, demis in state["track"].items() for demi in demis}
        assert {demi: figure["renown"] for demi, figure in state["demis"].items()} == {
            **dict.fromkeys(state["annihilated"]),
            **spaces,
        }


@each
def test_vf_b_figures_and_slots_agree(setting: Setting) -> None:
    for state in walked(setting).states:
        assert state is not None
        figures = {
            (figure["quest"], figure["slot"]): (demi, figure["at"])
            for demi, figure in state["demis"].items()
            if figure["quest"] is not None
        }
        slots = {
            (quest, i): (demi, entry["region"])
            for quest, entry in state["quests"].items()
            for i, demi in enumerate(entry["slots"], 1)
            if demi is not None
        }
        assert figures == slots
        regions = [entry["region"] for entry in state["quests"].values()]
        assert len(set(regions)) == len(regions)
        assert set(state["quests"]) <= set(state["used_quests"])
        assert state["used_quests"] == sorted(set(state["used_quests"]))
        full = [quest for quest, entry in state["quests"].items() if None not in entry["slots"]]
        assert set(full) <= {(state["pending"] or {}).get("quest")}


def _outside(state: State) -> Counter[str]:
    """All Fate cards outside of the deck, by what is known of them."""
    age_pile = state["age_pile"]
    if state["age_card"] == "the-census":
        age_pile = sum((Counter(pile) for pile in age_pile.values()), Counter())
    piles = [*state["hands"].values(), *(entry["pile"] for entry in state["quests"].values()), age_pile]
    return sum(map(Counter, piles), Counter(state["deck"]["discards"]))


@each
def test_vf_f5_cards_are_conserved(setting: Setting) -> None:
    game = walked(setting)
    total = sum(game.judge.play.position.terms.pack.fate.values())  # type: ignore[union-attr]
    for state in game.states:
        assert state is not None
        outside = _outside(state)
        assert state["deck"]["size"] + sum(outside.values()) == total
        assert all(count > 0 for pile in state["hands"].values() for count in pile.values())
        assert set(outside) <= {*KINDS, "?"}


@each
def test_vf_f1_the_count_of_a_hand_is_its_sum(setting: Setting) -> None:
    log = simulated(setting)
    game = Game(log[:1])
    for record in log[1:]:
        game.put(record)
        position = game.judge.play.position  # type: ignore[union-attr]
        assert position.holds == {player: sum(hand.values()) for player, hand in position.hands.items()}


@each
def test_vf_f1_hands_stay_within_the_limit(setting: Setting) -> None:
    game = walked(setting)
    roles = {player.id: player.role for player in game.judge.header.players}
    for state in game.states:
        assert state is not None
        for player, hand in state["hands"].items():
            assert sum(hand.values()) <= (5 if roles[player] == "mother-to-all" else 8)


@each
def test_vf_h1_favors_are_conserved(setting: Setting) -> None:
    totals = set()
    for state in walked(setting).states:
        assert state is not None
        if state["hadria"] is None:
            assert state["favors"] == {}
            continue
        held = sum(len(f["hand"]) + len(f["played"]) for f in state["favors"].values())
        totals.add(held + len(state["hadria"]["display"]) + state["hadria"]["deck"])
        assert 0 <= state["hadria"]["renown"] <= 12
    assert len(totals) <= 1


@each
def test_waiting_is_in_seat_order_and_phase_is_known(setting: Setting) -> None:
    game = walked(setting)
    seats = [player.id for player in game.judge.header.players]
    silent = {"setup", "reveal", "age_reveal", "end", "over"}
    for state in game.states:
        assert state is not None
        assert state["phase"] in PHASES
        assert [seat for seat in seats if seat in state["waiting"]] == state["waiting"]
        assert (state["waiting"] == []) == (state["phase"] in silent)
        assert [seat for seat in seats if seat in state["rested"]] == state["rested"]
        assert (state["winners"] is not None) == (state["phase"] == "over")


# -- documents -------------------------------------------------------------------------------------------


@each
def test_a_state_survives_json_and_the_public_form_hides(setting: Setting) -> None:
    game = walked(setting)
    play = game.judge.play
    assert play is not None
    for state, digests in zip(game.states, game.digests, strict=True):
        assert state is not None
        before = copy.deepcopy(state)
        public = play.public(state)
        assert state == before
        assert digests == (digest(json.loads(json.dumps(state))), digest(public))
        assert "known_demis" not in public
        assert {player: sum(hand.values()) for player, hand in state["hands"].items()} == public["hands"]
        assert all(entry["pile"] == sum(state["quests"][q]["pile"].values()) for q, entry in public["quests"].items())
        assert public["deck"] == {"size": state["deck"]["size"], "discards": sum(state["deck"]["discards"].values())}
        hidden = {"known_demis", "hands", "quests", "deck", "age_pile", "celestial"}
        assert {k: v for k, v in public.items() if k not in hidden} == {
            k: v for k, v in state.items() if k not in hidden
        }


# -- going back --------------------------------------------------------------------------------------------


@each
def test_a_takeback_restores_the_digest(setting: Setting) -> None:
    """From some records back to others, and the way forward again."""
    log = list(simulated(setting))
    plain = walked(setting).digests
    for here in range(2, len(log) - 1, 37):
        for to in {here - 1, here // 2, 0}:
            again = log[to + 1 : here + 1]
            back = numbered([*log[: here + 1], {"type": "takeback", "to": to}, *again])
            game = Game(back, digests=True)
            assert game.digests[here + 1] == plain[to]
            assert game.digests[-1] == plain[here]
            assert game.verdict.taken_back == here - to


@each
def test_a_mistake_taken_back_changes_nothing(setting: Setting) -> None:
    """After every record a wrong or another one comes in and is taken back."""
    log, rng = list(simulated(setting)), random.Random(setting.seed)
    pools = Pools(log)
    out: Log = [log[0]]
    live = [0]
    for record in log[1:]:
        wrong = copy.deepcopy(record)
        if record["type"] == "end" or not rng.choice(EDITS)(wrong, pools, rng):
            wrong = {"type": "end_turn", "player": "nobody"}
        out += [wrong, {"type": "takeback", "to": live[-1]}, record]
        live.append(len(out) - 1)
    game, plain = Game(numbered(out), digests=True), walked(setting)
    judged = {entry.n: digests for entry, digests in zip(game.judged, game.digests, strict=True)}
    assert [judged[n] for n in live] == plain.digests
    assert game.verdict.status == "valid"
    assert all(problem.severity == "warning" for problem in game.problems)


@each
def test_replay_from_any_snapshot_equals_replay_from_the_start(setting: Setting) -> None:
    log = list(simulated(setting))
    digests = walked(setting).digests
    game = Game(log[:1])
    for n, record in enumerate(log[1:], 1):
        assert game.judge.play is not None
        if n % 11 == 1:
            snapshot = game.judge.play.copy()
            for later in range(n, min(n + 25, len(log))):
                snapshot.apply(dialect(RULESET).record(log[later]))
                state = snapshot.document()
                assert (digest(state), digest(snapshot.public(state))) == digests[later]
        game.put(record)


@each
def test_a_copy_has_every_value_and_shares_none_that_is_changed(setting: Setting) -> None:
    log = list(simulated(setting))
    game = Game(log[:1])
    for n, record in enumerate(log[1:], 1):
        game.put(record)
        assert game.judge.play is not None
        position: Any = game.judge.play.position
        if n % 7 or game.judge.play.winners is not None:
            continue
        twin = position.copy()
        names = [name for name in dir(position) if not name.startswith("_") and not callable(getattr(position, name))]
        assert len(names) > 40
        for name in names:
            one, other = getattr(position, name), getattr(twin, name)
            if name not in ("facts", "terms", "turn", "hadria", "quests", "favors"):
                assert one == other, name
            if isinstance(one, (dict, set, list)) and name != "waiting" and not callable(one):
                assert one is not other, name
        assert (digest(game.judge.play.document())) == digest(type(game.judge.play)(twin).document())


@each
def test_a_refused_record_leaves_the_state_untouched(setting: Setting) -> None:
    log, rng = list(simulated(setting)), random.Random(setting.seed + 1)
    pools = Pools(log)
    for n in range(2, len(log), 13):
        wrong = copy.deepcopy(log[n])
        if not rng.choice(EDITS)(wrong, pools, rng):
            continue
        game = Game([*log[:n], {**wrong, "n": n}], digests=True)
        if game.judged[-1].judged == "refused":
            assert game.digests[-1] == game.digests[-2]


# -- hiding --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.3, 1.0])
@each
def test_vf_f6_hiding_never_adds_a_problem(setting: Setting, share: float) -> None:
    hidden = hide(list(simulated(setting)), random.Random(setting.seed), share)
    assert not Game(hidden).problems


@each
def test_vf_f6_hiding_never_adds_a_problem_to_a_wrong_log(setting: Setting) -> None:
    """With `keep_going` a hidden log has no problem that the full one lacks at that record."""
    log, rng = list(simulated(setting)), random.Random(setting.seed + 2)
    pools = Pools(log)
    for _ in range(12):
        wrong = copy.deepcopy(log)
        if not rng.choice(EDITS)(rng.choice(wrong[1:]), pools, rng):
            continue
        full = Game(wrong)
        first = [problem.n for problem in full.problems]
        for problem in Game(hide(wrong, rng, 0.5)).problems:
            assert first
            assert problem.n is not None
            assert problem.n >= min(n for n in first if n is not None)


# -- the same everywhere ---------------------------------------------------------------------------------------

_PRINT = """
import sys
from tests.games.veiled_fate.harness import Game
from tests.games.veiled_fate.simulated import SETTINGS, simulated
for setting in SETTINGS[:4]:
    print(Game(simulated(setting), digests=True).digests[-1])
    wrong = Game([*simulated(setting)[:9], {"type": "rest", "player": "x"}])
    print([(p.code, p.message, p.expected) for p in wrong.problems])
"""


def test_equal_digests_under_several_hash_seeds_and_time_zones() -> None:
    environments = [("0", "UTC", "C"), ("1", "Asia/Kathmandu", "C.UTF-8"), ("4242", "America/St_Johns", "POSIX")]
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", _PRINT],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONPATH": str(TESTS.parent)},
        )
        for seed, zone, locale in environments
    ]
    outputs = [run.communicate(timeout=120)[0] for run in runs]
    assert outputs[0].count("sha256:") == 8
    assert len(set(outputs)) == 1


def test_an_apply_that_refuses_raises_nothing_else() -> None:
    """Records of every type at every moment: each is carried out or refused, never anything else."""
    log = list(simulated(SETTINGS[4]))
    rng = random.Random(5)
    kinds = {record["type"]: record for record in log[1:]}
    game = Game(log[:1])
    for record in log[1:]:
        assert game.judge.play is not None
        for other in rng.sample(sorted(kinds), 4):
            play = game.judge.play.copy()
            try:
                play.apply(dialect(RULESET).record(kinds[other]))
            except (Refused, Fault):
                continue
        game.put(record)
    assert game.verdict.status != "invalid"

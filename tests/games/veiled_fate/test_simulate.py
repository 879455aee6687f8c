"""Games that are simulated: with any pack, players, roles and rulings they are sound, or said to be impossible."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from vflog.engine.simulation import Impossible
from vflog.games.veiled_fate import RULESET
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.rulings import NAMED
from vflog.games.veiled_fate.simulate import simulate
from vflog.games.veiled_fate.wishes import Wishes
from vflog.log.problems import Refused, Unsupported

from .harness import Game, find
from .packs import Pack, packed, sample

RESULTS = ("coin, smite", "smite, smite", "gain 2, coin", "nothing", "gain 12", "coin, coin", "lose 1", "smite")
SPACES = ("draw 3", "draw 99", "coin", "choose_gain 2", "smite_choice", "nothing", "lose 1", "gain 20")


def fewer(pack: Pack, rng: random.Random) -> None:
    kind = rng.choice(["quests", "city", "ages", "favors"])
    pack[kind] = rng.sample(pack[kind], rng.randint(0, len(pack[kind])))


def other_fate(pack: Pack, rng: random.Random) -> None:
    pack["fate"] = {kind: rng.choice([0, 1, 3, 8, 30]) for kind in pack["fate"] if rng.random() < 0.9}


def other_slots(pack: Pack, rng: random.Random) -> None:
    for quest in pack["quests"]:
        quest["slots"] = [dict(rng.choice(quest["slots"])) for _ in range(rng.choice([1, 2, 9, 12]))]
        quest["voters"] = rng.choice([0, 1, 3, 9])
        for slot in quest["slots"]:
            slot.update(feather=rng.choice(RESULTS), scorpion=rng.choice(RESULTS))


def other_spaces(pack: Pack, rng: random.Random) -> None:
    for card in pack["city"]:
        card["spaces"] = [rng.choice(SPACES) for _ in range(rng.randint(1, 4))]


CHANGES = (fewer, fewer, other_fate, other_slots, other_spaces)


def wishes(rng: random.Random) -> Wishes:
    expansions = [name for name in ("hadria", "celestials", "servants") if rng.random() < 0.5]
    return Wishes(
        game="g",
        players=rng.randint(2, 9),
        expansions=tuple(expansions),
        pack="changed",
        role=rng.choice(sorted(ROLES)) if "celestials" in expansions else None,
        powers=rng.choice([None, "base", "rebalanced"]),
        hidden=rng.choice([0, 0, 50]),
        rulings={name: rng.choice(named.values) for name, named in NAMED.items() if rng.random() < 0.2},
    )


@pytest.mark.parametrize("seed", range(60))
def test_with_any_pack_a_game_is_sound_or_impossible(seed: int) -> None:
    rng = random.Random(seed)
    pack = sample()
    for change in rng.sample(CHANGES, rng.randint(0, 3)):
        change(pack, rng)
    data = packed(pack)
    try:
        log = list(simulate(RULESET, lambda name: data, seed, wishes(rng)))
    except (Impossible, Refused, Unsupported):
        return
    game = Game(log, packs={"changed": data})
    assert game.verdict.status == "valid", game.problems[:1]


@pytest.mark.parametrize(("what", "changes", "said"), [
    ("Quests", {"quests": 3}, "too few Quests"), ("Quests for Age III", {"quests": 9}, "too few Quests"),
    ("an Altar", {"city": 0}, "too few City cards with an Altar"), ("Age cards", {"ages": 1}, "too few Age cards"),
])  # fmt: skip
def test_a_pack_with_too_few_cards(what: str, changes: dict[str, int], said: str) -> None:
    """The same wishes with the whole pack are met."""
    wanted = Wishes(game="g", players=4, expansions=("hadria",), pack="changed")
    assert list(simulate(RULESET, lambda name: packed(sample()), 1, wanted))
    pack = sample()
    for kind, count in changes.items():
        pack[kind] = pack[kind][:count]
    with pytest.raises(Impossible, match=said):
        list(simulate(RULESET, lambda name: packed(pack), 1, wanted))


def test_a_deck_too_small_for_the_first_hands() -> None:
    for count, fits in ((8, True), (9, False)):
        wanted = Wishes(game="g", players=count, expansions=("celestials",), role="arbiter", pack="trial-small")
        if fits:
            assert list(simulate(RULESET, find, 1, wanted))
        else:
            with pytest.raises(Impossible, match=r"too few Fate cards \(40, and it takes 45\)"):
                list(simulate(RULESET, find, 1, wanted))


@pytest.mark.parametrize("players", [-1, 0, 1, 10, 10**12])
def test_only_so_many_players(players: int) -> None:
    with pytest.raises(Refused) as why:
        list(simulate(RULESET, find, 1, Wishes(game="g", players=players)))
    assert why.value.code == "setup.player-count"


def test_fewer_city_cards_than_ages_leave_the_last_ages_without() -> None:
    """VF-B5: each is laid out once; with none left the Age card comes next (see decisions)."""
    pack = sample()
    pack["city"] = [card for card in pack["city"] if card["altar"]][:1]
    data = packed(pack)
    log: list[dict[str, Any]] = list(simulate(RULESET, lambda name: data, 1, Wishes(game="g", players=3, pack="p")))
    assert [r["type"] for r in log].count("age") == 3
    assert "city" not in [record["type"] for record in log]
    assert Game(log, packs={"p": data}).verdict.status == "valid"


def test_packs_are_written_as_they_are_read() -> None:
    assert tomllib.loads(packed(sample()).decode()) == sample()

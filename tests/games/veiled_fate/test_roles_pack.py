"""A role's data in a content pack: what is refused, what is missing, what an unsupported game says (VF-C)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from vflog.engine.ruleset import Finder
from vflog.games.veiled_fate import RULESET
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.examples.situations import header
from vflog.games.veiled_fate.pack_file import PackError
from vflog.games.veiled_fate.pack_reader import gaps, read, shortcomings
from vflog.log.decode import typed
from vflog.log.problems import Refused, Unsupported

from .harness import Game, find

SAMPLE = (find("sample") or b"").decode()
#: What each role cannot be played without.
NEEDS = {name: role.needs for name, role in ROLES.items() if role.needs}
BARE = SAMPLE[: SAMPLE.index("[roles.mother-to-all]")]


def opened(head: dict[str, Any], finder: Finder = find) -> Any:
    return RULESET.open(typed({**head, "n": 0}, RULESET.header), finder, {}).play


def test_vf_c_the_sample_has_data_for_every_role_and_says_that_they_are_invented() -> None:
    pack = read(SAMPLE.encode())
    assert set(NEEDS) < set(pack.roles) < set(ROLES)
    assert shortcomings(pack) == gaps(pack) == []
    assert pack.invented
    assert "all values below are invented" in SAMPLE


@pytest.mark.parametrize("role", sorted(ROLES))
def test_vf_c4_a_role_is_played_only_with_its_data(role: str) -> None:
    head = {**header(4, role=role), "content": {"pack": "bare"}}
    assert opened({**head, "content": {"pack": "sample"}}).position.terms.role is ROLES[role]
    if role not in NEEDS:
        assert opened(head, lambda _: BARE.encode()).position.terms.role is ROLES[role]
        return
    with pytest.raises(Unsupported) as why:
        opened(head, lambda _: BARE.encode())
    assert why.value.code == "content.no-role"
    for words in NEEDS[role].values():
        assert words in why.value.values["what"]


@pytest.mark.parametrize("role", NEEDS)
def test_vf_c4_one_part_that_is_missing_is_named(role: str) -> None:
    first, *rest = NEEDS[role]
    parts = tomllib.loads(SAMPLE)["roles"][role]
    given = {name: parts[name] for name in rest}
    data = BARE + f"[roles.{role}]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in given.items())
    with pytest.raises(Unsupported) as why:
        opened(header(4, role=role), lambda _: data.encode())
    assert why.value.values["what"] == NEEDS[role][first]
    assert any(NEEDS[role][first] in text and role in text for text in gaps(read(data.encode())))


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@pytest.mark.parametrize(
    ("role", "judged"), [("mother-to-all", True), ("steward", True), ("sorcerer", False), ("prophet", False)]
)
def test_vf_c_a_scorekeepers_log_is_judged_where_it_tells_what_the_role_wins_by(role: str, judged: bool) -> None:
    head = header(4, role=role, detail="score")
    if judged:
        assert opened(head).position.won is None
        return
    with pytest.raises(Unsupported) as why:
        opened(head)
    assert why.value.code == "content.role-not-scored"


def test_vf_s1_players_from_counts_all_players() -> None:
    assert opened(header(3, role="sorcerer")).position.terms.role is ROLES["sorcerer"]
    with pytest.raises(Refused) as why:
        opened(header(2, role="sorcerer"))
    assert why.value.code == "setup.role-needs-players"


QUEST = '{ id = "own", voters = 0, slots = [{ feather = "gain 1", scorpion = "lose 1" }] }'
WRONG = (
    ("[roles.jester]", "jester"),
    ("[roles.arbiter]\nplayers_from = 1", "`players_from` of the role arbiter is 1; a number from 2 to 9"),
    ('[roles.arbiter]\nplayers_from = "three"', "players_from"),
    ("[roles.tormentor]\nluck = 3", "luck"),
    ('[roles.mother-to-all]\ncards = { "+2" = 1 }', "`+2` of `cards` of the role mother-to-all"),
    ("[roles.mother-to-all]\ncards = { f1 = 0 }", "`f1` of `cards` of the role mother-to-all is 0"),
    ("[roles.steward]\ntable = [{ demis = 1, within = 1 }]", "number from 2 to 9"),
    ("[roles.steward]\ntable = [{ demis = 10, within = 1 }]", "number from 2 to 9"),
    ('[roles.steward]\ntable = [{ demis = ["naka", "naka"], within = 1 }]', "different Demis"),
    ('[roles.steward]\ntable = [{ demis = ["naka", "zeus"], within = 1 }]', "different Demis"),
    ("[roles.steward]\ntable = [{ demis = 3, within = 13 }]", "`within` of table row 1 of the role steward is 13"),
    ("[roles.steward]\ntable = [{ demis = 3, within = 1 }, { demis = 4, within = 1 }]",
     "`players_from` of table row 2 of the role steward is 2, which stands there twice"),
    (f"[roles.steward]\nquests = [{QUEST}, {QUEST}]", "`id` of the Quest 'own' of the role steward stands there twice"),
    ('[roles.steward]\nquests = [{ id = "own", voters = 0, slots = [] }]',
     "`slots` of the Quest 'own' of the role steward has 0 entries"),
    ('[roles.sorcerer]\nstart = "moon"', "moon"),
    ("[roles.sorcerer]\nrenown = 13", "`renown` of the role sorcerer is 13"),
    ('[roles.sorcerer]\nspells = [{ id = "a", does = "fly" }]', '"fly"'),
    ('[roles.sorcerer]\nspells = [{ id = "a", does = "gain" }]', '"gain"'),
    ('[roles.sorcerer]\nspells = [{ id = "a", does = "smite", cost = -1 }]',
     "`cost` of the spell 'a' of the role sorcerer is -1"),
    ('[roles.sorcerer]\nspells = [{ id = "a", does = "smite" }, { id = "a", does = "smite" }]',
     "`id` of the spell 'a' of the role sorcerer is \"a\", which stands there twice"),
    ('[roles.prophet]\nprophecies = [{ demi = "zeus", age = 1, renown = 1 }]', "zeus"),
    ('[roles.prophet]\nprophecies = [{ demi = "naka", age = 4, renown = 1 }]',
     "`age` of prophecy 1 of the role prophet is 4"),
    ('[roles.prophet]\nprophecies = [{ demi = "naka", age = 1, renown = 13 }]',
     "`renown` of prophecy 1 of the role prophet is 13"),
    ('[roles.prophet]\nprophecies = [{ demi = "naka", age = 1, renown = 1 }]', "one Demi only"),
    ('[roles.prophet]\nprophecies = [{ demi = "naka", age = 1, renown = 1 }, { demi = "naka", age = 2, renown = 1 }]',
     '`demi` of prophecy 2 of the role prophet is "naka", which stands there twice'),
)  # fmt: skip


@pytest.mark.parametrize(("data", "told"), WRONG)
def test_vf_c_wrong_data_are_refused_with_a_sentence(data: str, told: str) -> None:
    with pytest.raises(PackError) as why:
        read((BARE + data).encode())
    assert told in str(why.value)


def test_vf_b4_no_demi_is_called_like_another_figure() -> None:
    with pytest.raises(PackError, match="sorcerer"):
        read(BARE.replace("demis.naka", "demis.sorcerer").replace("demi:naka", "demi:sorcerer").encode())


@pytest.mark.parametrize("told", [{}, {"ada": "naka"}, {"ada": "naka", "cy": "belan"}])
@pytest.mark.parametrize("role", sorted(name for name, role in ROLES.items() if role.scored))
def test_vf_c_a_scorekeepers_log_may_leave_out_whose_demis_are_whose(role: str, told: dict[str, str]) -> None:
    head = {**header(4, role=role, detail="score"), "content": {"pack": "sample"}}
    owners = {player["id"] for player in head["players"] if "role" not in player}
    demis = {player: demi for player, demi in told.items() if player in owners}
    game = Game([{**head, "n": 0}, {"type": "end", "n": 1, "demis": demis, "winners": [sorted(owners)[0]]}])
    assert not game.problems
    assert game.verdict.status == "valid"
    assert game.verdict.winners == [sorted(owners)[0]]

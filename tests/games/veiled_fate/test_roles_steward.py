"""Steward (VF-C4): its own Quests, and the table it wins by before the reveal."""

from __future__ import annotations

import dataclasses

import pytest

from vflog.games.veiled_fate.celestials import steward
from vflog.games.veiled_fate.examples.example import act, onto
from vflog.games.veiled_fate.examples.situations import DEMIS, Fields, ranked, table
from vflog.games.veiled_fate.pack_roles import Near, StewardData

from .harness import Game

BASE = table(4, role="steward").ruled(turn={"player": "dot"})
PLACE = act("celestial", "dot", act="place", quest="level-field", region="volcano")
OWNERS = {"ada": "pentha", "bob": "agamar", "cy": "klar", "dot": "naka"}


def played(*records: Fields, base: tuple[Fields, ...] = BASE.records) -> Game:
    return Game([{**record, "n": n} for n, record in enumerate((*base, *records))])


def test_vf_c4_a_steward_quest_is_a_quest_like_others() -> None:
    fill = (onto("dot", "klar", "level-field", 1), onto("dot", "naka", "level-field", 2))
    named = act("voters", "dot", quest="level-field", players=["ada", "bob"])
    votes = [act("vote", player, quest="level-field", card="s1") for player in ("ada", "bob")]
    reveal = act("reveal", quest="level-field", cards=["f1", "f1", "s1", "s1"], vote_coin="feather")
    game = played(PLACE, *fill, named, *votes, reveal)
    assert not game.errors
    assert game.state["demis"]["klar"]["renown"] == 1
    assert "level-field" in game.state["used_quests"]
    assert game.state["celestial"]["used"]


def test_vf_c4_placing_is_no_action_and_no_fate_card() -> None:
    game = played(PLACE)
    assert not game.errors
    assert game.state["turn"]["actions"] == 0
    assert not game.state["turn"]["fate"]


def test_vf_c4_nobody_else_places_one() -> None:
    assert played({**PLACE, "player": "ada"}).errors == [("celestial.not-celestial", "VF-C4")]
    game = played(PLACE)
    assert game.judge.play is not None
    forms = [form for form in game.judge.play.legal() if form["type"] == "celestial"]
    assert forms == []


def test_vf_c4_the_forms_are_what_may_be_placed() -> None:
    game = played()
    assert game.judge.play is not None
    forms = [form["fields"] for form in game.judge.play.legal() if form["type"] == "celestial"]
    assert forms == [
        {
            "player": "dot",
            "act": "place",
            "quest": {"in": ["level-field", "long-table"]},
            "region": {"in": ["volcano", "mountains"]},
        }
    ]


@pytest.mark.parametrize(
    ("players", "track", "won"),
    [
        (4, {"12": list(DEMIS[:4])}, True),
        (4, {"12": list(DEMIS[:5])}, True),
        (4, {"12": ["pentha"], "9": ["agamar"], "6": ["klar"], "4": ["aponi", "saghari"], "3": ["namari"],
             "1": ["naka"]}, False),
        (4, {"12": ["pentha"], "9": ["agamar"], "6": ["klar"], "4": ["aponi", "saghari"], "3": ["namari", "naka"],
             "5": ["belan"], "0": ["isabel"]}, False),
        (4, {"12": ["pentha"], "9": ["agamar"], "6": ["klar"], "4": ["aponi", "saghari"], "3": ["namari", "naka",
             "belan"], "0": ["isabel"]}, True),
        (3, {"12": ["pentha"], "9": ["agamar"], "6": ["klar"], "4": ["aponi", "saghari"], "3": ["namari", "naka"],
             "0": ["belan", "isabel"]}, True),
        (4, {"12": ["pentha"], "9": ["agamar"], "6": ["klar"], "4": ["aponi", "saghari"], "3": ["namari", "naka"],
             "0": ["belan", "isabel"]}, False),
    ],
)  # fmt: skip
def test_vf_c4_it_wins_with_enough_demis_close_together(players: int, track: dict[str, list[str]], won: bool) -> None:
    owners = dict(zip(("ada", "bob", "cy", "dot"), DEMIS[: players - 1], strict=False))
    own = "cy" if players == 3 else "dot"
    demis = {**owners, own: "naka"}
    base = ranked("", track, players, role="steward").records
    winners = [own] if won else ["ada"]
    game = played(act("end", demis=demis, winners=winners), base=base)
    assert not game.errors
    assert game.state["celestial"]["won"] is won
    assert played(act("end", demis=demis, winners=["bob"]), base=base).errors == [("end.winners", "VF-E2")]


def _wins(game: Game, *rows: Near) -> bool:
    play = game.judge.play
    assert play is not None
    g = play.position  # type: ignore[attr-defined]
    g.terms = dataclasses.replace(g.terms, role_data=StewardData(2, table=rows, quests=("level-field",)))
    return bool(steward.ROLE.won(g, OWNERS, None))  # type: ignore[arg-type]


def test_vf_c4_a_row_may_name_the_demis() -> None:
    base = ranked("", {"5": ["naka"], "3": ["klar"], "2": ["pentha"]}, 4, role="steward").records
    assert _wins(played(base=base), Near(("naka", "klar"), 2, 2))
    assert not _wins(played(base=base), Near(("naka", "klar", "pentha"), 2, 2))
    assert not _wins(played(base=base), Near(("naka", "klar"), 1, 2))


def test_vf_c4_a_table_that_begins_above_is_never_won() -> None:
    base = ranked("", {"5": ["naka"]}, 4, role="steward").records
    assert _wins(played(base=base), Near(3, 0, 2))
    assert not _wins(played(base=base), Near(3, 0, 5))
    assert not _wins(played(base=base), Near(3, 0, 2), Near(9, 0, 4))


def test_vf_e2_the_table_is_looked_at_before_the_annihilation() -> None:
    track = {"12": list(DEMIS[:5]), "2": list(DEMIS[5:7]), "0": list(DEMIS[7:])}
    base = ranked("", track, 4, "hadria", role="steward", changes={"hadria": {"renown": 4}}).records
    game = played(act("end", demis=OWNERS, winners=["dot"]), base=base)
    assert not game.errors
    assert len(game.state["annihilated"]) == 5


@pytest.mark.parametrize(("ruling", "winners"), [("revocable", ["ada"]), ("final", ["dot"])])
def test_vf_e2_most_corruption_bars_it_but_for_the_ruling(ruling: str, winners: list[str]) -> None:
    track = {"8": ["pentha"], "6": list(DEMIS[1:6])}
    base = ranked(
        "",
        track,
        4,
        "hadria",
        role="steward",
        rulings={"before_win": ruling},
        changes={"hadria": {"renown": 12}, "favors": {"dot": {"played": ["portal-favor"]}}},
    ).records
    game = played(act("end", demis=OWNERS, winners=winners), base=base)
    assert not game.errors
    assert game.state["celestial"]["disqualified"] is (ruling == "revocable")

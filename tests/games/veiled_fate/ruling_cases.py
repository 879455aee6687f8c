"""For each named ruling a position and records that only its other value allows or makes true."""

from __future__ import annotations

from typing import Any

from .playing import Situation, act, header, move, onto, power, ranked, setup, spaces, table, voting

SWITCH = {"true": True, "false": False}
OWNED = {"ada": "pentha", "bob": "agamar", "cy": "klar"}
SCORE = Situation("", (header(3, "hadria", detail="score"),))


def _last(given: Situation) -> Situation:
    """The last Quest of the Age has just gone, in Bob's turn."""
    head = dict(given.records[0])
    quests = [
        {"quest": q, "region": r}
        for q, r in (("salt-ledger", "forest"), ("bone-orchard", "coast"), ("stilt-market", "desert"))
    ]
    return (
        Situation("", (head, setup(head, quests=quests), act("age", "ada", age=1, card="chaos")))
        .ruled(
            demis={
                "pentha": {"quest": "salt-ledger", "slot": 1},
                "naka": {"quest": "bone-orchard", "slot": 2},
                "belan": {"quest": "stilt-market", "slot": 1},
                "isabel": {"quest": "stilt-market", "slot": 2},
            },
        )
        .then(
            onto("ada", "klar", "salt-ledger", 2),
            act("reveal", quest="salt-ledger", cards=["f1"]),
            onto("ada", "aponi", "bone-orchard", 1),
            act("reveal", quest="bone-orchard", cards=["f1"]),
            act("end_turn", "ada"),
            onto("bob", "saghari", "stilt-market", 3),
            act("reveal", quest="stilt-market", cards=["f1"]),
        )
    )


EMPTY_HANDS: dict[str, dict[str, int]] = {"ada": {}}
_BARE = table(3, "hadria").ruled(hands=EMPTY_HANDS, favors={"ada": {"hand": ["smite-favor"]}})
_SMITE = act("favor", "ada", favor="smite-favor", demi="naka")
PORTAL = power("ada", "portal", "f1", "f1", "f2", demi="naka", quest="quiet-forge", slot=2)
_FULL = table().ruled(
    demis={"naka": {"at": "coast"}}, hands={"ada": {"f1": 8}}, city={"card": "first-altar", "space": 0}
)
_TORMENTOR = {"3": ["pentha", "agamar", "klar", "aponi", "saghari", "namari", "belan", "isabel"], "2": ["naka"]}
_CORRUPT = {"dot": {"played": ["smite-favor"], "corruption": 2}}
_END4 = act("end", demis={**OWNED, "dot": "naka"}, winners=["ada"])
_FILLED = table().then(onto("ada", "naka", "lantern-oath", 1), onto("ada", "klar", "lantern-oath", 2))
_COMPLETING = (
    table(powers="rebalanced")
    .ruled(demis={"naka": {"quest": "lantern-oath", "slot": 1}})
    .then(onto("ada", "klar", "lantern-oath", 2))
)
_NO_DECK = table(content={"pack": "trial-small"}).ruled(
    deck={"discards": {"f1": 3}},
    hands={"ada": {"s1": 4}, "bob": {"?": 8}, "cy": {"?": 8}},
    demis={"naka": {"at": "coast"}},
    quests={"lantern-oath": {"pile": {"?": 15}}},
    city={"card": "grain-steps", "space": 4},
)
_TIRED = table().then(
    act("rest", "ada"),
    onto("bob", "naka", "crooked-well", 1),
    onto("bob", "belan", "crooked-well", 2),
    act("end_turn", "bob"),
    onto("cy", "klar", "crooked-well", 3),
)
_CENSUS = voting("the-census", 2).ruled(demis={"naka": {"at": "coast"}, "klar": {"at": "forest"}})
_FOLLOW = table(3, "hadria").ruled(hadria={"at": "forest"}, demis={"naka": {"quest": "lantern-oath", "slot": 1}})

#: ruling, the value that is not the default, a position, records that only that value allows or makes true.
ONLY_UNDER: tuple[tuple[str, str, Situation, tuple[dict[str, Any], ...]], ...] = (
    ("renown_bounds", "refuse", SCORE, (act("score", changes={"naka": 20}),
     act("claim", track={"0": list(spaces()["0"])}))),
    ("group_order", "listed", SCORE, (act("score", changes={"pentha": 1, "klar": 1}),
     act("claim", track={"1": ["klar", "pentha"]}))),
    ("draw_limit", "discard", _FULL, (move("ada", "naka", "city", space={"drew": ["s1"]}, discard=["f1"]),)),
    ("empty_deck", "none", _NO_DECK, (move("ada", "naka", "city", space={"drew": ["s1", "s1"]}),)),
    ("last_quest", "ends_turn", _last(table(2)), (act("end_turn", "bob"),)),
    ("marker_passes", "at_age_end", table(), (
        power("ada", "smite", "f1", "s1", demi="naka"), act("end_turn", "ada"), act("rest", "bob"),
        act("claim", first="ada"))),
    ("favor_prevents_rest", "inactivity", _BARE, (_SMITE, act("end_turn", "ada"), act("claim", rested=["ada"]))),
    ("empty_hand_turn", "act", table().ruled(hands=EMPTY_HANDS), (move("ada", "naka", "forest"),)),
    ("portal_votes", "false", table(), (PORTAL,)),
    ("empty_vote", "nothing", voting("natural-order"), (
        act("age_vote", "bob"), act("age_vote", "cy"), act("age_vote", "ada"), act("age_reveal"),
        act("claim", demis={"naka": {"renown": 0}}))),
    ("census_empty", "tie", _CENSUS, (
        act("age_vote", "ada"), act("age_vote", "bob"), act("age_vote", "cy"), act("age_reveal"),
        act("claim", demis={"naka": {"at": "abyss"}}))),
    ("favor_count", "all", table(6, "hadria", role="arbiter"), (act("claim", hadria={"deck": 13}),)),
    ("hadria_follows_quest", "false", _FOLLOW, (power("ada", "smite", "f1", "s1", demi="naka"),
     act("claim", hadria={"at": "forest"}))),
    ("zero_corruption", "all", ranked("", {"5": ["pentha"]}, 3, "hadria", changes={"hadria": {"renown": 4}}), (
        act("end", demis=OWNED, winners=["ada"]),)),
    ("influence_after_completion", "true", _COMPLETING, (power("ada", "influence", quest="lantern-oath", card="s1"),)),
    ("two_player_ages", "allow", Situation("", table(2).records[:-1]), (act("age", "ada", age=1, card="arbiter"),)),
    ("city_by_portal", "false", table().ruled(demis={"naka": {"at": "abyss"}}), (
        power("ada", "portal", "f1", "f1", "f2", demi="naka", to="city"),)),
    ("rested_voters", "true", _TIRED, (act("voters", "cy", quest="crooked-well", players=["ada", "bob"]),)),
    ("base_omniscience", "look", table(powers="base"), (
        power("ada", "omniscience", "f1", "s1", quest="lantern-oath", added="f1", saw=["f1"]),)),
    ("bridge", "coast_to_mountains", table(), (act("claim", rested=[]),)),
    ("pools_draw", "must", table(), (act("claim", rested=[]),)),
    ("celestial_corruption", "spared", ranked("", _TORMENTOR, 4, "hadria", role="tormentor", changes={
        "hadria": {"renown": 8}, "favors": _CORRUPT}), (_END4, act("claim", demis={"naka": {"renown": 2}}))),
    ("before_win", "final", ranked("", {"3": ["pentha"]}, 4, "hadria", role="eredan", changes={
        "hadria": {"renown": 8}, "favors": _CORRUPT}), (act("end", demis=OWNED, guess=OWNED, winners=["dot"]),)),
)  # fmt: skip
#: Rulings whose other value only forbids what the default allows.
STRICTER = {
    "bridge": (table().ruled(demis={"naka": {"at": "mountains"}}), (move("ada", "naka", "coast"),)),
    "pools_draw": (table().ruled(demis={"naka": {"at": "abyss"}}), (move("ada", "naka", "pools", drew=None),)),
    "portal_votes": (table(), (PORTAL | {"card": "s2"},)),
    "city_by_portal": (table().ruled(demis={"naka": {"at": "abyss"}}), (
        power("ada", "portal", "f1", "f1", "f2", demi="naka", to="city", space={"drew": ["f1"]}),)),
    "last_quest": (_last(table(2)), (act("age_vote", "bob"),)),
}  # fmt: skip


def under(given: Situation, name: str, value: str) -> Situation:
    """The same position where that ruling is set."""
    head = dict(given.records[0])
    head["rulings"] = {**head.get("rulings", {}), name: SWITCH.get(value, value)}
    return Situation("", (head, *given.records[1:]))

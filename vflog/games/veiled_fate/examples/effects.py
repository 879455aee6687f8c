"""Examples of rules that no record can break, for they say what follows: a claim of it holds, another differs."""

from __future__ import annotations

from vflog.games.veiled_fate.examples.example import Example, act, edit, makes, move, onto, power
from vflog.games.veiled_fate.examples.situations import Situation, header, ranked, table

_TURN = table(3, powers="rebalanced")
_PAIR = table(2)
_HADRIA = table(3, "hadria", powers="base")
_SERVED = table(3, "servants hadria").ruled(
    "Hadria and Invictus are in the forest, where lantern-oath has one slot left; Hadria has 4",
    hadria={"at": "forest", "renown": 4},
    demis={"naka": {"quest": "lantern-oath", "slot": 1}},
)
_SCORE = Situation("A scorekeeper's log of three players with Hadria", (header(3, "hadria", detail="score"),))
_REST = ["agamar", "klar", "aponi", "saghari", "namari", "naka", "belan", "isabel"]
_PENTHA = _TURN.ruled(
    "Pentha and Naka have 2, Naka behind",
    track={"2": ["pentha", "naka"], "0": [demi for demi in _REST if demi != "naka"]},
)
_SMITE = power("ada", "smite", "f1", "s1", demi="pentha")
_SALT = _TURN.ruled(
    "Pentha is on slot 1 of salt-ledger, which asks for no voter", demis={"pentha": {"quest": "salt-ledger", "slot": 1}}
)
_FILL = onto("ada", "naka", "salt-ledger", 2)
_REVEAL = act("reveal", quest="salt-ledger", cards=["f1"])
_END = act("end", demis={"ada": "pentha", "bob": "agamar", "cy": "klar"})
_RANKED = ranked("Agamar and Pentha have 3, Agamar in front", {"3": ["agamar", "pentha"]})
_CORRUPT = ranked(
    "Pentha has 3, Agamar and Hadria 2",
    {"3": ["pentha"], "2": ["agamar"]},
    3,
    "hadria",
    changes={"hadria": {"renown": 2}},
)
_ARBITER = ranked(
    "Dot, the Arbiter, has Naka and Belan; Naka is first, Belan fifth",
    {"4": ["naka"], "2": ["pentha", "agamar", "klar", "belan"]},
    4,
    role="arbiter",
)
_ARBITER_END = act("end", demis={"ada": "pentha", "bob": "agamar", "cy": "klar", "dot": ["naka", "belan"]})

EXAMPLES: tuple[Example, ...] = (
    makes("VF-B4", _TURN, true={"demis": {"naka": {"at": "city", "renown": 0}}}, false={"demis": {"naka": {
        "at": "abyss", "renown": 0}}}),
    makes("VF-B6", _TURN, onto("ada", "naka", "lantern-oath", 1), true={"demis": {"naka": {"at": "forest"}}},
          false={"demis": {"naka": {"at": None}}}),
    makes("VF-R2", _SCORE, act("score", changes={"naka": 3}), act("score", changes={"klar": 5}),
          act("score", changes={"klar": -2}), true={"track": {"3": ["klar", "naka"]}},
          false={"track": {"3": ["naka", "klar"]}}),
    makes("VF-R3", _PENTHA, _SMITE, true={"track": {"2": ["naka", "pentha"]}, "demis": {"pentha": {"at": "abyss"}}},
          false={"track": {"2": ["pentha", "naka"]}, "demis": {"pentha": {"at": "abyss"}}}),
    makes("VF-R4", _SCORE, act("score", changes={"klar": 1, "pentha": 1}), true={"track": {"1": ["pentha", "klar"]}},
          false={"track": {"1": ["klar", "pentha"]}}),
    makes("VF-R5", _SCORE, act("score", changes={"naka": 1}), true={"track": {"1": ["naka"]}, "hadria": {"renown": 1}},
          false={"track": {"1": ["hadria", "naka"]}, "hadria": {"renown": 1}}),
    makes("VF-F7", _TURN, _SMITE, true={"turn": {"fate": True}}, false={"turn": {"fate": False}}),
    makes("VF-A3", _TURN, act("rest", "ada"), act("rest", "bob"), act("rest", "cy"), true={"phase": "age_vote"},
          false={"phase": "turn"}),
    makes("VF-A4", _TURN, act("end_turn", "ada"), act("rest", "bob"), true={"first": "ada", "rested": ["ada", "bob"]},
          false={"first": "bob", "rested": ["ada", "bob"]}),
    makes("VF-T2", _TURN, move("ada", "naka", "forest"), act("end_turn", "ada"), true={"rested": ["ada"]},
          false={"rested": []}),
    makes("VF-T4", _TURN, act("rest", "ada"), act("rest", "bob"), true={"waiting": ["cy"]},
          false={"waiting": ["ada"]}),
    makes("VF-Q2", _PAIR, onto("ada", "naka", "lantern-oath", 1), onto("ada", "klar", "lantern-oath", 2),
          true={"phase": "reveal", "quests": {"lantern-oath": {"pile": {"f1": 2, "?": 1}}}},
          false={"phase": "voters"}),
    makes("VF-Q4", _SALT, _FILL, _REVEAL, true={"demis": {"pentha": {"renown": 3, "at": "canyons"}}},
          false={"demis": {"pentha": {"renown": 2, "at": "canyons"}}}),
    makes("VF-H2", _HADRIA.ruled("Hadria is in the City", hadria={"at": "city"}), move("ada", "naka", "forest"),
          true={"hadria": {"at": "forest"}}, false={"hadria": {"at": "city"}}),
    makes("VF-H3", _HADRIA, _SMITE, true={"hadria": {"renown": 2}}, false={"hadria": {"renown": 1}}),
    makes("VF-V1", _SERVED, onto("ada", "klar", "lantern-oath", 2),
          act("voters", "ada", quest="lantern-oath", players=["bob"]),
          act("vote", "bob", quest="lantern-oath", card="f1"),
          act("reveal", quest="lantern-oath", cards=["f1", "f1"]),
          true={"hadria": {"renown": 2}}, false={"hadria": {"renown": 3}}),
    makes("VF-C1", _ARBITER, _ARBITER_END | {"winners": ["ada"]},
          true={"celestial": {"won": False}, "winners": ["ada"]}, false={"celestial": {"won": True}}),
    edit("end.winners", "VF-E2", _RANKED, _END | {"winners": ["bob"]}, winners=["ada"]).showing("VF-R6"),
    edit("end.winners", "VF-E2", _CORRUPT, _END | {"winners": ["bob"]}, winners=["ada"]).showing("VF-H1"),
)  # fmt: skip

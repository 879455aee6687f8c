"""Examples of the Celestial roles whose cards are pack data, with the invented ones of the built-in pack."""

from __future__ import annotations

from vflog.games.veiled_fate.examples.example import GONE, Example, act, after, edit, instead, makes, move, onto, power
from vflog.games.veiled_fate.examples.situations import (
    DEMIS,
    Situation,
    all_rest,
    header,
    new_age,
    no_votes,
    ranked,
    setup,
    table,
)

_DOT = {"turn": {"player": "dot"}}
_OWNERS = {"ada": "pentha", "bob": "agamar", "cy": "klar", "dot": "naka"}
_SPACES: dict[str, list[str]] = {str(space): [] for space in range(13)}

_MOTHER = table(4, role="mother-to-all").ruled("It is the turn of Dot, the Mother to All", **_DOT)
_OWN = onto("dot", "klar", "lantern-oath", 1, "f1", from_="mother")
_VOTED = _MOTHER.then(
    _OWN, onto("dot", "naka", "lantern-oath", 2, "f1"), act("voters", "dot", quest="lantern-oath", players=["ada"]),
    act("vote", "ada", quest="lantern-oath", card="s1"),
    words="The Mother to All Dot has voted on lantern-oath with a card of her own, f1, and one of her hand",
)  # fmt: skip
_SHOWN = act("reveal", quest="lantern-oath", cards=["f1", "s1"], mother=["f1"])
_MOTHERS_END = act("end", demis={"ada": "pentha", "bob": "agamar", "cy": "klar"}, winners=["dot"])

MOTHER: tuple[Example, ...] = (
    instead("move.source", "VF-C3", table(4, role="mother-to-all"), onto("ada", "klar", "lantern-oath", 1),
            wrong=onto("ada", "klar", "lantern-oath", 1, from_="mother")),
    edit("mother.card-out", "VF-C3", _MOTHER.then(_OWN), onto("dot", "naka", "salt-ledger", 2, "s1", from_="mother"),
         card="f1"),
    edit("mother.shown", "VF-C3", _VOTED, _SHOWN, mother=["s1"]),
    edit("mother.shown", "VF-C3", _VOTED, _SHOWN, mother=GONE),
    edit("reveal.hidden", "VF-C3", _VOTED, _SHOWN, mother=["?"]),
    edit("end.winners", "VF-E2", ranked("The players' Demis are ahead of all others", {"1": list(DEMIS[:3])}, 4,
                                        role="mother-to-all"), _MOTHERS_END, winners=["ada"]).showing("VF-C3"),
)  # fmt: skip

_STEWARD = table(4, role="steward").ruled("It is the turn of Dot, the Steward", **_DOT)
_PLACE = act("celestial", "dot", act="place", quest="level-field", region="volcano")
_CLOSE = ranked("five Demis lie within one space; Dot is the Steward", {"12": list(DEMIS[:4])}, 4, role="steward")
_STEWARDS_DEAL = header(4, role="steward")

STEWARD: tuple[Example, ...] = (
    edit("celestial.not-celestial", "VF-C4", _STEWARD, _PLACE, player="ada"),
    edit("celestial.stray-field", "VF-C4", _STEWARD, _PLACE, demi="naka"),
    instead("steward.own-turn", "VF-C4", table(4, role="steward"), power("ada", "smite", "f1", "f1", demi="naka"),
            wrong=_PLACE),
    after("steward.placed", "VF-C4", _STEWARD, _PLACE, wrong={**_PLACE, "quest": "long-table", "region": "mountains"}),
    edit("steward.quest", "VF-C4", _STEWARD, _PLACE, quest="moth-court"),
    edit("steward.quest", "VF-C4", _STEWARD, _PLACE, quest=GONE),
    edit("place.region", "VF-B5", _STEWARD, _PLACE, region="forest"),
    edit("place.region", "VF-C4", _STEWARD, _PLACE, region="city"),
    edit("place.of-a-role", "VF-C4", Situation("Four players sit down, one as the Steward", (_STEWARDS_DEAL,)),
         setup(_STEWARDS_DEAL), quests=[{"quest": "level-field", "region": "forest"},
                                        *setup(_STEWARDS_DEAL)["quests"][1:]]),
    edit("end.winners", "VF-E2", _CLOSE, act("end", demis=_OWNERS, winners=["dot"]), winners=["ada"]).showing("VF-C4"),
)  # fmt: skip

_SORCERER = table(4, role="sorcerer").ruled(
    "It is the turn of Dot, the Sorcerer, whose figure is in the volcano", **_DOT
)
_WITH = _SORCERER.ruled(
    "It is the turn of Dot, the Sorcerer, whose figure is in the volcano like Klar", demis={"klar": {"at": "volcano"}}
)
_EMBER = act("celestial", "dot", act="spell", spell="ember", cards=["f1"], demi="klar")
_BANISH = act("celestial", "dot", act="spell", spell="banish", cards=["f1", "f1"], demi="klar", to="abyss")
_STRIDE = act("celestial", "dot", act="spell", spell="stride", to="pools")
_SMITE = power("ada", "smite", "f1", "f1", demi="sorcerer")
_WALK = move("dot", "sorcerer", "mountains")
_CLIMB = onto("dot", "sorcerer", "quiet-forge", 1)

SORCERER: tuple[Example, ...] = (
    instead("setup.role-needs-players", "VF-S1", Situation("Players sit down", ()),
            header(3, role="sorcerer"), wrong=header(2, role="sorcerer")),
    instead("sorcerer.no-powers", "VF-C4", _SORCERER, move("dot", "sorcerer", "mountains"),
            wrong=power("dot", "smite", "f1", "f1", demi="naka")),
    edit("sorcerer.elsewhere", "VF-C4", _WITH, move("dot", "klar", "mountains"), demi="naka", to="forest"),
    edit("sorcerer.elsewhere", "VF-C4", _WITH, _EMBER, demi="naka"),
    edit("sorcerer.no-demi", "VF-C4", table(4, role="sorcerer"), move("ada", "naka", "volcano"), demi="sorcerer",
         to="mountains"),
    edit("demi.unknown", "VF-C4", _WITH, _EMBER, demi="hercules"),
    edit("sorcerer.spell", "VF-C4", _WITH, _EMBER, spell="fog"),
    edit("sorcerer.spell-cost", "VF-C4", _WITH, _EMBER, cards=["f1", "f1"]),
    edit("sorcerer.spell-fields", "VF-C4", _WITH, _EMBER, demi=GONE),
    edit("sorcerer.spell-fields", "VF-C4", _WITH, _EMBER, to="city"),
    edit("sorcerer.spell-goal", "VF-C4", _WITH, _BANISH, to="volcano"),
    edit("sorcerer.spell-goal", "VF-C4", _WITH, _STRIDE, to="moon"),
    edit("move.not-adjacent", "VF-C4", _SORCERER, _WALK, to="forest"),
    edit("move.unknown-place", "VF-C4", _SORCERER, _WALK, to="moon"),
    edit("move.same-place", "VF-C4", _SORCERER, _WALK, to="volcano"),
    edit("move.one-goal", "VF-C4", _SORCERER, _WALK, to=GONE),
    edit("move.no-reward", "VF-C4", _SORCERER, _WALK, drew="f1"),
    edit("move.card-without-slot", "VF-C4", _SORCERER, _WALK, card="f1"),
    edit("move.quest-too-far", "VF-C4", _SORCERER, _CLIMB, quest="lantern-oath"),
    edit("quest.not-on-board", "VF-C4", _SORCERER, _CLIMB, quest="moth-court"),
    edit("quest.slot-missing", "VF-C4", _SORCERER, _CLIMB, slot=GONE),
    edit("quest.no-such-slot", "VF-C4", _SORCERER, _CLIMB, slot=9),
    edit("quest.slot-taken", "VF-C4", _SORCERER.ruled(
        "The Sorcerer Dot is on turn, her figure is in the volcano; Klar is on slot 2 of quiet-forge (desert)",
        demis={"klar": {"quest": "quiet-forge", "slot": 2}}), _CLIMB, slot=2),
    instead("move.on-quest", "VF-C4", _SORCERER, _CLIMB, act("end_turn", "dot"), wrong=[_CLIMB, _WALK]),
    makes("VF-C4", table(4, role="sorcerer"), _SMITE, true={"celestial": {"at": "city", "renown": 2}},
          false={"celestial": {"at": "abyss", "renown": 2}}),
)  # fmt: skip

_PROPHET = table(4, role="prophet").then(
    onto("ada", "klar", "lantern-oath", 1), onto("ada", "naka", "lantern-oath", 2),
    words="Ada has completed lantern-oath and names one extra voter; Dot is the Prophet",
)  # fmt: skip
_FORCE = act("celestial", "dot", act="force")
_NAME = act("voters", "ada", quest="lantern-oath", players=["dot"])
_OMEN = table(4, role="prophet").ruled(track={**_SPACES, "2": ["aponi"], "4": [d for d in DEMIS if d != "aponi"]})
_HEAD = _OMEN.records[0]
_NEW_AGE = [
    {**record, "quest": "tin-parliament"} if record.get("quest") == "stilt-market" else record
    for record in new_age(_HEAD, 1)
]
_DEAD = _OMEN.then(
    *all_rest(_HEAD), *no_votes(_HEAD), words="Aponi has died as foretold: at the end of Age I, on space 2"
)
_LATER = _DEAD.then(
    *_NEW_AGE, act("age", "ada", age=2, card="evil-curses"),
    words="Aponi has died as foretold; in Age II tin-parliament lies in the forest, one of its slots for blue",
)  # fmt: skip

PROPHET: tuple[Example, ...] = (
    edit("prophet.not-named", "VF-C4", _PROPHET.then(_FORCE, words="Dot, the Prophet, asks to be named by Ada"), _NAME,
         players=["bob"]),
    instead("prophet.force", "VF-C4", table(4, role="prophet"), act("end_turn", "ada"), wrong=_FORCE),
    after("prophet.force", "VF-C4", _PROPHET, _FORCE, wrong=_FORCE),
    edit("prophet.slot", "VF-C4", _LATER, onto("ada", "klar", "tin-parliament", 1), slot=3),
    makes("VF-C4", _DEAD, true={"celestial": {"dead": ["aponi"]}, "demis": {"aponi": {"at": None, "renown": None}}},
          false={"celestial": {"dead": []}}),
)  # fmt: skip

EXAMPLES: tuple[Example, ...] = (*MOTHER, *STEWARD, *SORCERER, *PROPHET)

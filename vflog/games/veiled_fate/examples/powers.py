"""Examples of God Powers, Favors, Hadria, the Servants and the Celestials."""

from __future__ import annotations

from vflog.games.veiled_fate.examples.example import GONE, Example, act, after, edit, instead, move, onto, power
from vflog.games.veiled_fate.examples.situations import REGIONS, Situation, header, setup, table

_TURN = table(3, powers="rebalanced")
_BASE = table(3)
_SERVED = table(3, "servants")
_NO_VOTES = table(3, rulings={"portal_votes": False})
_TWO_ON = _TURN.ruled(
    "Naka and Belan are on slots 1 and 2 of crooked-well, Klar is on slot 1 of salt-ledger",
    demis={
        "naka": {"quest": "crooked-well", "slot": 1},
        "belan": {"quest": "crooked-well", "slot": 2},
        "klar": {"quest": "salt-ledger", "slot": 1},
    },
)
_PORTAL = power("ada", "portal", "f1", "f1", "s1", demi="naka", to="abyss")
_ONTO = power("ada", "portal", "f1", "f1", "s1", demi="naka", quest="quiet-forge", slot=1, card="s2")
_IN = power("ada", "portal", "f1", "f1", "s1", demi="naka", to="city", space={"drew": ["s1"]})
_AWAY = _TURN.ruled("Naka is on the coast", demis={"naka": {"at": "coast"}})
_SWAP = power("ada", "transfiguration", "f1", "s1", demis=["naka", "belan"])
_SMITE = power("ada", "smite", "f1", "s1", demi="naka")
_ADD = power("ada", "omniscience", "s1", quest="lantern-oath", added="f1", saw=["f1"])
_JUST_VOTED = _TURN.then(
    onto("ada", "naka", "crooked-well", 1), words="Ada has just put a card into the pile of crooked-well"
)
_MORE = power("ada", "influence", quest="crooked-well", card="s1")
_STEP = power("ada", "command", servant="invictus", to="coast")

POWERS: tuple[Example, ...] = (
    edit("power.unknown", "VF-P1", _TURN, _SMITE, power="thunder"),
    edit("power.cost", "VF-P1", _TURN, _SMITE, pay=["f1"]),
    edit("power.cost", "VF-P1", _BASE, _SMITE, pay=["f1", "f1", "s1"]),
    edit("cards.not-held", "VF-F6", _TURN, _SMITE, pay=["+2", "+2"]),
    edit("power.stray-field", "VF-P4", _TURN, _SMITE, to="abyss"),
    edit("power.stray-field", "VF-P2", _TURN, _PORTAL, servant="invictus"),
    edit("power.stray-field", "VF-P3", _TWO_ON, _SWAP, demi="naka"),
    edit("power.stray-field", "VF-P5", _TURN, _ADD, demi="naka"),
    edit("power.stray-field", "VF-P6", _JUST_VOTED, _MORE, demi="naka"),
    edit("power.stray-field", "VF-P7", _SERVED, _STEP, demi="naka"),
    edit("demi.missing", "VF-P4", _TURN, _SMITE, demi=GONE),
    edit("demi.missing", "VF-P2", _TURN, _PORTAL, demi=GONE),
    edit("demi.unknown", "VF-P4", _TURN, _SMITE, demi="hercules"),
    edit("demi.unknown", "VF-P2", _TURN, _PORTAL, demi="hercules"),
    edit("demi.unknown", "VF-P3", _TWO_ON, _SWAP, demis=["naka", "hercules"]),
    edit("portal.unknown-place", "VF-P2", _TURN, _PORTAL, to="swamp"),
    edit("portal.same-place", "VF-P2", _TURN, _PORTAL, to="city"),
    edit("portal.card-without-slot", "VF-P2", _TURN, _PORTAL, card="s2"),
    edit("move.one-goal", "VF-M1", _TURN, _PORTAL, quest="quiet-forge", slot=1),
    edit("quest.not-on-board", "VF-P2", _TURN, _ONTO, quest="moth-court"),
    edit("quest.slot-missing", "VF-P2", _TURN, _ONTO, slot=GONE),
    edit("quest.no-such-slot", "VF-P2", _TURN, _ONTO, slot=3),
    edit("quest.slot-taken", "VF-P2", _TWO_ON, _ONTO | {"demi": "isabel", "quest": "crooked-well", "slot": 3}, slot=1),
    edit("vote.card-missing", "VF-P2", _TURN, _ONTO, card=GONE),
    edit("cards.not-held", "VF-F6", _TURN, _ONTO, card="f1"),
    instead("portal.no-card", "VF-P2", _NO_VOTES,
            {key: value for key, value in _ONTO.items() if key != "card"}, wrong=_ONTO),
    edit("city.no-space", "VF-A5", _AWAY, _IN, to="abyss"),
    edit("draw.count", "VF-F2", _AWAY, _IN, space=GONE),
    edit("transfiguration.two", "VF-P3", _TWO_ON, _SWAP, demis=["naka"]),
    edit("transfiguration.same-quest", "VF-P3", _TWO_ON, _SWAP, demis=["naka", "naka"]),
    edit("transfiguration.same-quest", "VF-P3", _TWO_ON, _SWAP, demis=["naka", "klar"]),
    edit("omniscience.added", "VF-P5", _TURN, _ADD, added=None, saw=GONE),
    edit("omniscience.added", "VF-P5", _TURN, _ADD, added=GONE, saw=GONE),
    edit("omniscience.saw", "VF-P5", _TURN, _ADD, saw=["f1", "f1"]),
    edit("omniscience.saw", "VF-P5", _TURN, _ADD, saw=["s1"]),
    edit("quest.missing", "VF-P5", _TURN, _ADD, quest=GONE),
    edit("quest.not-on-board", "VF-P5", _TURN, _ADD, quest="moth-court"),
    instead("omniscience.no-look", "VF-P5", _BASE,
            power("ada", "omniscience", "s1", "f1", quest="lantern-oath", added="f1"),
            wrong=power("ada", "omniscience", "s1", "f1", quest="lantern-oath", added="f1", saw=["f1"])),
    edit("influence.not-just-voted", "VF-P6", _JUST_VOTED, _MORE, quest="lantern-oath"),
    instead("influence.not-just-voted", "VF-P6", _JUST_VOTED, _MORE,
            wrong=[act("end_turn", "ada"), power("bob", "influence", quest="crooked-well", card="s1")]),
    edit("vote.card-missing", "VF-P6", _JUST_VOTED, _MORE, card=GONE),
    edit("command.not-next", "VF-P7", _SERVED, _STEP, to="mountains"),
    edit("command.not-next", "VF-P7", _SERVED, _STEP, to="canyons"),
    edit("command.unknown", "VF-P7", _SERVED, _STEP, servant="butler"),
    instead("command.no-servants", "VF-P7", _TURN, _SMITE, wrong=_STEP),
)  # fmt: skip

_HADRIA = table(3, "hadria")
_RICH = _HADRIA.ruled(
    "Ada holds three Favors: influence, omniscience, smite",
    favors={"ada": {"hand": ["influence-favor", "omniscience-favor", "smite-favor"]}},
)
_FAVOR = act("favor", "ada", favor="smite-favor", demi="naka")
_ABYSS = _HADRIA.ruled(
    "Naka is in the Abyss; both portal Favors of the game have been seen",
    demis={"naka": {"at": "abyss"}},
    favors={"bob": {"hand": ["portal-favor"]}},
)

FAVORS: tuple[Example, ...] = (
    edit("favor.not-held", "VF-H4", _RICH, _FAVOR, favor="portal-favor"),
    after("favor.second", "VF-H4", _RICH, _FAVOR,
          wrong=act("favor", "ada", favor="omniscience-favor", quest="lantern-oath", added="f1")),
    instead("favor.no-hadria", "VF-H4", _TURN, _SMITE, wrong=_FAVOR),
    edit("power.stray-field", "VF-P4", _RICH, _FAVOR, quest="lantern-oath"),
    instead("influence.not-just-voted", "VF-P6", _RICH, _FAVOR,
            wrong=act("favor", "ada", favor="influence-favor", quest="lantern-oath", card="s1")),
    edit("favor.too-many", "VF-H1", _ABYSS, move("ada", "naka", "pools", favor="portal-favor", refill="smite-favor"),
         refill="portal-favor"),
)  # fmt: skip

_ARBITER = table(4, role="arbiter")
_DOT_ACTS = _ARBITER.then(
    *(
        record
        for player in ("ada", "bob", "cy")
        for record in (
            onto(player, {"ada": "naka", "bob": "klar", "cy": "aponi"}[player], "crooked-well", 1)
            if player == "ada"
            else power(player, "smite", "f1", "s1", demi="pentha"),
            act("end_turn", player),
        )
    ),
    power("dot", "smite", "f1", "s1", demi="pentha"),
    words="It is the turn of Dot, the Arbiter, who has acted once",
)
_AGAIN = act("end_turn", "dot", again=True)
_USED = _DOT_ACTS.ruled("The Arbiter Dot has had the second turn in a row before", celestial={"used": True})
_ARBITER_IDLE = _ARBITER.ruled("It is the turn of Dot, the Arbiter, who has not acted", turn={"player": "dot"})
_LOOK = act("celestial", "dot", act="look")

_TORMENTOR = table(4, role="tormentor")
_HER_TURN = _TORMENTOR.ruled("It is the turn of Dot, the Tormentor, whose Demi is Naka", turn={"player": "dot"})
_SWAPPING = act("celestial", "dot", act="swap", drew="isabel")
_GAVE_BACK = (
    table(4, role="tormentor", hidden=("ada",))
    .ruled(turn={"player": "dot"})
    .then(_SWAPPING, words="The Tormentor Dot has given back Naka and drawn Isabel; nobody has told who Ada is")
)
_SWAPPED = _HER_TURN.ruled("The Tormentor Dot has swapped before", celestial={"used": True}, turn={"player": "dot"})
_EREDAN = table(4, role="eredan").ruled("It is the turn of Dot, who is Eredan", turn={"player": "dot"})
_FREE = power("dot", "smite", demi="pentha")

CELESTIALS: tuple[Example, ...] = (
    edit("arbiter.not-arbiter", "VF-C2", _TURN.then(_SMITE, words="Ada has acted once"),
         act("end_turn", "ada", again=False), again=True),
    instead("arbiter.again-used", "VF-C2", _USED, act("end_turn", "dot"), wrong=_AGAIN),
    instead("arbiter.again-resting", "VF-C2", _ARBITER_IDLE, act("end_turn", "dot"), wrong=_AGAIN),
    edit("celestial.not-celestial", "VF-C2", _ARBITER, _LOOK, player="ada"),
    instead("celestial.not-celestial", "VF-C2", _TURN, act("end_turn", "ada"),
            wrong=act("celestial", "ada", act="look")),
    edit("celestial.not-celestial", "VF-C3", _HER_TURN, _SWAPPING, player="ada"),
    edit("celestial.unknown-act", "VF-C4", _ARBITER, _LOOK, act="dance"),
    instead("celestial.unknown-act", "VF-C3", _ARBITER, _LOOK, wrong=_SWAPPING),
    instead("celestial.unknown-act", "VF-C2", _HER_TURN, _SWAPPING, wrong=_LOOK),
    edit("celestial.stray-field", "VF-C2", _ARBITER, _LOOK, drew="isabel"),
    edit("celestial.stray-field", "VF-C3", _HER_TURN, _SWAPPING, demi="naka"),
    instead("tormentor.own-turn", "VF-C3", _TORMENTOR, _SMITE, wrong=_SWAPPING),
    instead("tormentor.swap-used", "VF-C3", _SWAPPED, act("end_turn", "dot"), wrong=_SWAPPING),
    edit("tormentor.drew", "VF-C3", _HER_TURN, _SWAPPING, drew=GONE),
    edit("tormentor.drew-taken", "VF-C3", _HER_TURN, _SWAPPING, drew="pentha"),
    edit("tormentor.drew-taken", "VF-C3", _HER_TURN, _SWAPPING, drew="naka"),
    edit("tormentor.drew", "VF-C3", _HER_TURN, _SWAPPING, drew="hercules"),
    edit("demis.given-back", "VF-C3", _GAVE_BACK, act("end", reason="time", demis={"ada": "belan"}),
         demis={"ada": "naka"}),
    instead("eredan.no-move", "VF-C3", _EREDAN, _FREE, wrong=move("dot", "naka", "forest")),
    after("eredan.one-action", "VF-C3", _EREDAN, _FREE, wrong=_FREE),
    edit("power.cost", "VF-C3", _EREDAN, _FREE, pay=["f1", "s1"]),
)  # fmt: skip

#: The Arbiter fills the last Quest of an Age that ends with the turn (ruling `last_quest`).
_QUICK = ("salt-ledger", "bone-orchard", "stilt-market")
_HEADER = header(3, role="arbiter", rulings={"last_quest": "ends_turn"})
_QUESTS = [{"quest": quest, "region": region} for quest, region in zip(_QUICK, REGIONS, strict=False)]
_LAST = Situation(
    "Cy, the Arbiter, has filled the last Quest of the Age, which ends with the turn",
    (
        _HEADER,
        setup(_HEADER, quests=_QUESTS),
        act("age", "ada", age=1, card="chaos"),
        act(
            "ruling",
            by="judge",
            reason="set up for the example",
            set={
                "turn": {"player": "cy"},
                "demis": {
                    "pentha": {"quest": "salt-ledger", "slot": 1},
                    "naka": {"quest": "bone-orchard", "slot": 2},
                    "aponi": {"quest": "stilt-market", "slot": 1},
                    "namari": {"quest": "stilt-market", "slot": 2},
                },
            },
        ),
        onto("cy", "belan", "salt-ledger", 2),
        act("reveal", quest="salt-ledger", cards=["f1"]),
        onto("cy", "isabel", "bone-orchard", 1),
        act("reveal", quest="bone-orchard", cards=["f1"]),
        act("ruling", by="judge", reason="set up for the example", set={"turn": {"actions": 0}}),
        onto("cy", "klar", "stilt-market", 3, "f2"),
        act("reveal", quest="stilt-market", cards=["f2"]),
    ),
)

LAST: tuple[Example, ...] = (
    instead("arbiter.again-at-age-end", "VF-C2", _LAST, act("end_turn", "cy"), wrong=act("end_turn", "cy", again=True)),
)  # fmt: skip

EXAMPLES: tuple[Example, ...] = (*POWERS, *FAVORS, *CELESTIALS, *LAST)

"""Examples of turns, moves, City spaces, Quests and Fate cards."""

from __future__ import annotations

from vflog.games.veiled_fate.examples.example import (
    GONE,
    Example,
    act,
    edit,
    instead,
    move,
    onto,
)
from vflog.games.veiled_fate.examples.situations import table

_TURN = table()
_CARDLESS = _TURN.ruled("It is Ada's turn, and she has no Fate card", hands={"ada": {}})
_LAST_CARD = _TURN.ruled("It is Ada's turn, and she has one Fate card", hands={"ada": {"f1": 1}})
_SPENT = onto("ada", "naka", "lantern-oath", 1)
_TWO_DONE = _TURN.then(move("ada", "naka", "forest"), move("ada", "naka", "coast"), words="Ada has acted twice")
_RESTED = _TURN.then(act("rest", "ada"), words="Ada has rested; it is Bob's turn")

TURNS: tuple[Example, ...] = (
    instead("order.phase", "VF-T1", _TURN, act("end_turn", "ada"), wrong=act("city", "ada", card="tidal-altar")),
    edit("order.not-your-turn", "VF-T1", _TURN, move("ada", "naka", "forest"), player="bob"),
    edit("player.unknown", "VF-T1", _TURN, move("ada", "naka", "forest"), player="zoe"),
    edit("order.not-your-turn", "VF-T1", _RESTED, move("bob", "naka", "forest"), player="ada"),
    instead("turn.no-action-left", "VF-T1", _TWO_DONE, act("end_turn", "ada"), wrong=move("ada", "naka", "city")),
    instead("turn.rest-after-second", "VF-T1", _TWO_DONE, act("end_turn", "ada"), wrong=act("rest", "ada")),
    instead("turn.no-fate-card", "VF-T3", _CARDLESS, act("rest", "ada"), wrong=move("ada", "naka", "forest")),
    instead("turn.no-fate-card", "VF-T3", _LAST_CARD, _SPENT, act("rest", "ada"),
            wrong=[_SPENT, move("ada", "klar", "forest")]),
)  # fmt: skip

_COAST = _TURN.ruled("Naka is on the coast", demis={"naka": {"at": "coast"}})
_ABYSS = _TURN.ruled("Naka is in the Abyss", demis={"naka": {"at": "abyss"}})
_POOLS = _TURN.ruled("Naka is in the Pools", demis={"naka": {"at": "pools"}})
_ON_SLOT = _TURN.then(onto("ada", "naka", "lantern-oath", 1), words="Naka is on slot 1 of lantern-oath (forest)")
_BRIDGE = table(rulings={"bridge": "coast_to_mountains"}).ruled(
    "The bridge leads from coast to mountains only; Naka is in the mountains", demis={"naka": {"at": "mountains"}}
)
_MUST = table(rulings={"pools_draw": "must"}).ruled(
    "Whoever comes to the Pools must draw; Naka is in the Abyss", demis={"naka": {"at": "abyss"}}
)
_HADRIA_ABYSS = table(3, "hadria").ruled(
    "Naka is in the Abyss, two Favors are on display", demis={"naka": {"at": "abyss"}}
)
_TO_CITY = move("ada", "naka", "city", space={"drew": ["f1"]})
_SWAPPED = move("ada", "naka", "city", swap={"discard": "s1", "drew": "f1"}, space={"drew": ["f1"]})
_OUT = move("ada", "naka", "pools", drew="f1")
_TAKE = move("ada", "naka", "pools", favor="portal-favor", refill="influence-favor")

MOVES: tuple[Example, ...] = (
    edit("demi.unknown", "VF-M1", _TURN, move("ada", "naka", "forest"), demi="hercules"),
    edit("move.one-goal", "VF-M1", _TURN, move("ada", "naka", "forest"), quest="lantern-oath", slot=1, card="f1"),
    edit("move.one-goal", "VF-M1", _TURN, move("ada", "naka", "forest"), to=GONE),
    edit("move.not-adjacent", "VF-M2", _COAST, move("ada", "naka", "mountains"), to="desert").showing("VF-B1", "VF-B2"),
    edit("move.not-adjacent", "VF-M2", _BRIDGE, move("ada", "naka", "volcano"), to="coast").showing("VF-B1"),
    edit("move.not-adjacent", "VF-M2", _TURN, move("ada", "naka", "forest"), to="abyss").showing("VF-B3"),
    edit("move.not-adjacent", "VF-M2", _TURN, move("ada", "naka", "forest"), to="pools").showing("VF-B3"),
    edit("move.not-adjacent", "VF-M2", _ABYSS, _OUT, to="city", drew=GONE).showing("VF-B3"),
    edit("move.not-adjacent", "VF-M2", _POOLS, _TO_CITY, to="coast", space=GONE).showing("VF-B3"),
    edit("move.unknown-place", "VF-M2", _TURN, move("ada", "naka", "forest"), to="swamp"),
    edit("move.same-place", "VF-M2", _TURN, move("ada", "naka", "forest"), to="city"),
    edit("quest.not-on-board", "VF-M3", _TURN, onto("ada", "naka", "lantern-oath", 1), quest="moth-court"),
    edit("quest.slot-missing", "VF-M3", _TURN, onto("ada", "naka", "lantern-oath", 1), slot=GONE),
    edit("quest.no-such-slot", "VF-M3", _TURN, onto("ada", "naka", "lantern-oath", 1), slot=3),
    edit("quest.no-such-slot", "VF-M3", _TURN, onto("ada", "naka", "lantern-oath", 1), slot=0),
    edit("quest.slot-taken", "VF-M3", _ON_SLOT, onto("ada", "klar", "crooked-well", 1), quest="lantern-oath"),
    edit("move.slot-need", "VF-M3", _TURN, onto("ada", "pentha", "salt-ledger", 1), demi="naka"),
    edit("move.slot-need", "VF-M3", _TURN, onto("ada", "pentha", "quiet-forge", 1), demi="agamar"),
    edit("move.quest-too-far", "VF-M3", _COAST, onto("ada", "naka", "lantern-oath", 1), quest="quiet-forge", slot=2),
    edit("move.quest-too-far", "VF-M3", _ABYSS, onto("ada", "klar", "lantern-oath", 1), demi="naka"),
    edit("move.quest-too-far", "VF-M3", _POOLS, onto("ada", "klar", "lantern-oath", 1), demi="naka"),
    edit("move.on-quest", "VF-M4", _ON_SLOT, move("ada", "klar", "forest"), demi="naka"),
    edit("vote.card-missing", "VF-M5", _TURN, onto("ada", "naka", "lantern-oath", 1), card=GONE),
    edit("move.card-without-slot", "VF-M1", _TURN, move("ada", "naka", "forest"), card="f1"),
    edit("cards.not-held", "VF-F6", _TURN, onto("ada", "naka", "lantern-oath", 1), card="+2"),
    edit("move.no-reward", "VF-M6", _TURN, move("ada", "naka", "forest"), drew="f1"),
    edit("pools.drew-missing", "VF-M6", _ABYSS, _OUT, drew=GONE),
    edit("pools.no-favor", "VF-M6", _ABYSS, _OUT, drew=GONE, favor="portal-favor", refill=None),
    edit("pools.must-draw", "VF-M6", _MUST, _OUT, drew=None),
    edit("pools.favor-not-card", "VF-M6", _HADRIA_ABYSS, _TAKE, favor=GONE, refill=GONE, drew="f1"),
    edit("pools.favor-missing", "VF-M6", _HADRIA_ABYSS, _TAKE, favor=GONE),
    edit("pools.favor-not-shown", "VF-M6", _HADRIA_ABYSS, _TAKE, favor="omniscience-favor"),
    edit("pools.refill", "VF-M6", _HADRIA_ABYSS, _TAKE, refill=None),
    edit("pools.refill-missing", "VF-M6", _HADRIA_ABYSS, _TAKE, refill=GONE),
    edit("favor.unknown", "VF-H1", _HADRIA_ABYSS, _TAKE, refill="luck-favor"),
    edit("move.no-swap", "VF-M7", _TURN, move("ada", "naka", "forest"), swap={"discard": "s1", "drew": "f1"}),
    edit("cards.not-held", "VF-F6", _POOLS, _SWAPPED, swap={"discard": "+2", "drew": "f1"}),
    edit("draw.count", "VF-F2", _POOLS, _SWAPPED, swap={"discard": "s1", "drew": None}),
)  # fmt: skip

_CHOICE = _COAST.ruled(
    "Naka is on the coast; the next City space lets one choose who gains", city={"card": "tidal-altar", "space": 1}
)
_COIN = _COAST.ruled(
    "Naka is on the coast; the next City space tosses a coin", city={"card": "tidal-altar", "space": 2}
)
_PLAIN = _COAST.ruled(
    "Naka is on the coast; at the next City space the arriving Demi gains 1", city={"card": "first-altar", "space": 1}
)

CITY: tuple[Example, ...] = (
    edit("draw.count", "VF-F2", _COAST, _TO_CITY, space=GONE),
    edit("city.no-space", "VF-A5", _COAST, move("ada", "naka", "forest"), space={"coin": "gain"}),
    edit("city.not-asked", "VF-A5", _COAST, _TO_CITY, space={"drew": ["f1"], "coin": "gain"}),
    edit("city.not-asked", "VF-A5", _PLAIN, move("ada", "naka", "city"), space={"target": "naka"}),
    edit("city.asked", "VF-A5", _CHOICE, move("ada", "naka", "city", space={"target": "klar"}), space=GONE),
    edit("city.asked", "VF-A5", _COIN, move("ada", "naka", "city", space={"coin": "gain"}), space=GONE),
    edit("demi.unknown", "VF-A5", _CHOICE, move("ada", "naka", "city", space={"target": "klar"}),
         space={"target": "hercules"}),
)  # fmt: skip

#: Ada fills lantern-oath (one voter), with two feathers in its pile.
_FILLED = _TURN.then(
    onto("ada", "naka", "lantern-oath", 1),
    onto("ada", "klar", "lantern-oath", 2),
    words="Ada has filled lantern-oath (1 voter); two f1 lie in its pile",
)
_VOTERS = act("voters", "ada", quest="lantern-oath", players=["bob"])
_CHOSEN = _FILLED.then(_VOTERS, words="Ada has filled lantern-oath and named Bob as voter")
_VOTE = act("vote", "bob", quest="lantern-oath", card="s2")
_EMPTY = _CHOSEN.ruled("Ada has filled lantern-oath and named Bob, who has no Fate card", hands={"bob": {}})
_EQUAL = _CHOSEN.then(_VOTE, words="Three votes lie in the pile of lantern-oath: f1, f1, s2")
_REVEAL = act("reveal", quest="lantern-oath", cards=["f1", "f1", "s2"], vote_coin="feather")
_CLEAR = _CHOSEN.then({**_VOTE, "card": "f2"}, words="Three votes lie in the pile of lantern-oath: f1, f1, f2")
_SHOWN = act("reveal", quest="lantern-oath", cards=["f1", "f1", "f2"])
_PLUS = table(hands={"bob": ["+2", "+2", "f1", "f1", "f1"]}).then(
    onto("ada", "naka", "lantern-oath", 1),
    onto("ada", "klar", "lantern-oath", 2),
    _VOTERS,
    {**_VOTE, "card": "+2"},
    words="Three votes lie in the pile of lantern-oath: f1, f1, +2",
)
_BOTH = table().then(
    onto("ada", "naka", "crooked-well", 1),
    onto("ada", "belan", "crooked-well", 2),
    act("end_turn", "ada"),
    onto("bob", "klar", "crooked-well", 3),
    words="Bob has filled crooked-well (2 voters)",
)
_LAST = table().then(
    act("rest", "ada"),
    onto("bob", "naka", "crooked-well", 1),
    onto("bob", "belan", "crooked-well", 2),
    act("end_turn", "bob"),
    onto("cy", "klar", "crooked-well", 3),
    words="Ada has rested; Cy has filled crooked-well (2 voters)",
)

QUESTS: tuple[Example, ...] = (
    instead("order.phase", "VF-Q1", _FILLED, _VOTERS, wrong=act("end_turn", "ada")),
    edit("order.not-your-turn", "VF-Q1", _FILLED, _VOTERS, player="bob"),
    edit("voters.count", "VF-Q1", _FILLED, _VOTERS, players=["bob", "cy"]),
    edit("voters.count", "VF-Q1", _FILLED, _VOTERS, players=[]),
    edit("voters.not-another", "VF-Q1", _FILLED, _VOTERS, players=["ada"]),
    edit("voters.not-another", "VF-Q1", _FILLED, _VOTERS, players=["zoe"]),
    edit("voters.rested", "VF-T4", _LAST, act("voters", "cy", quest="crooked-well", players=["bob"]), players=["ada"]),
    edit("voters.twice", "VF-Q1", _BOTH, act("voters", "bob", quest="crooked-well", players=["ada", "cy"]),
         players=["ada", "ada"]),
    edit("quest.not-complete", "VF-Q1", _FILLED, _VOTERS, quest="crooked-well"),
    edit("order.not-your-turn", "VF-Q1", _CHOSEN, _VOTE, player="cy"),
    edit("player.unknown", "VF-Q1", _CHOSEN, _VOTE, player="zoe"),
    edit("cards.not-held", "VF-F6", _CHOSEN, _VOTE, card="+2"),
    edit("quest.not-complete", "VF-Q1", _CHOSEN, _VOTE, quest="crooked-well"),
    Example("vote.not-from-deck", "VF-Q1", _CHOSEN, (_VOTE,), ({**_VOTE, "from": "deck"},)),
    Example("vote.source", "VF-Q1", _CHOSEN, (_VOTE,), ({**_VOTE, "from": "hand"},)),
    Example("vote.from-deck", "VF-Q1", _EMPTY, ({**_VOTE, "from": "deck"},), (_VOTE,)),
    Example("vote.deck-card", "VF-Q1", _EMPTY, ({**_VOTE, "from": "deck"},),
            ({**_VOTE, "from": "deck", "card": None},)),
    edit("vote.card-missing", "VF-Q1", _CHOSEN, _VOTE, card=None),
    edit("reveal.no-vote-coin", "VF-Q3", _CLEAR, _SHOWN, vote_coin="feather"),
    edit("reveal.vote-coin", "VF-Q3", _EQUAL, _REVEAL, vote_coin=GONE),
    instead("order.phase", "VF-Q3", _EQUAL, _REVEAL, wrong=act("end_turn", "ada")),
    instead("player.unknown", "VF-Q3", _EQUAL, _REVEAL, wrong=act("end_turn", "zoe")),
    edit("quest.not-complete", "VF-Q3", _EQUAL, _REVEAL, quest="crooked-well"),
    edit("coins.differ", "VF-Q4", _CLEAR, _SHOWN, coins={"naka": "gain"}),
    edit("reveal.hidden", "VF-F4", _CLEAR, _SHOWN, cards=["f1", "f1", "?"]),
    edit("reveal.count", "VF-F4", _CLEAR, _SHOWN, cards=["f1", "f1"]),
    edit("reveal.lacks", "VF-F4", _CLEAR, _SHOWN, cards=["f1", "f1", "f1"]),
    edit("reveal.drawn", "VF-F3", _CLEAR, _SHOWN, drawn=["f1", "f1"]),
    edit("reveal.drawn", "VF-F3", _PLUS, act("reveal", quest="lantern-oath", cards=["f1", "f1", "+2"],
         drawn=["s1", "s2"]), drawn=["s1"]),
)  # fmt: skip

EXAMPLES: tuple[Example, ...] = (*TURNS, *MOVES, *CITY, *QUESTS)

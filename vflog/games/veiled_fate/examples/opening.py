"""Examples of headers, set-ups and the records between the Ages."""

from __future__ import annotations

from typing import Any

from vflog.games.veiled_fate.examples.example import GONE, Example, act, edit, instead
from vflog.games.veiled_fate.examples.situations import (
    NAMES,
    QUESTS,
    REGIONS,
    Situation,
    all_rest,
    deals,
    header,
    no_votes,
    places,
    setup,
    table,
)

_NOTHING = Situation("Nothing has been told yet", ())
_SEATED = Situation("Three players sit down", (header(3),))
_HADRIA = Situation("Three players sit down with Hadria", (header(3, "hadria"),))
_SERVED = Situation("Three players sit down with the Servants", (header(3, "servants"),))
_ALONE = Situation("A player and a Celestial sit down", (header(2, role="arbiter"),))
_ARBITER = Situation("Four players sit down, Dot as the Arbiter", (header(4, role="arbiter"),))
_SETUP = setup(header(3))


def _head(code: str, rule: str | None, legal: dict[str, Any], **wrong: Any) -> Example:
    return edit(code, rule, _NOTHING, legal, **wrong)


def _players(count: int, **roles: str) -> list[dict[str, Any]]:
    return [{"id": name, **({"role": roles[name]} if name in roles else {})} for name in NAMES[:count]]


HEADERS: tuple[Example, ...] = (
    _head("setup.player-count", "VF-S1", header(8), players=_players(9)),
    _head("setup.player-count", "VF-S1", header(2), players=_players(1)),
    _head("setup.one-celestial", None, header(4, role="eredan"), players=_players(4)),
    _head("setup.one-celestial", None, header(4, role="eredan"),
          players=_players(4, cy="eredan", dot="tormentor")),
    _head("setup.role-without-celestials", None, header(3), players=_players(3, cy="eredan")),
    _head("setup.unknown-role", None, header(3, role="eredan"), players=_players(3, cy="jester")),
    _head("setup.players-alike", None, header(3), players=[{"id": "ada"}, {"id": "bob"}, {"id": "ada"}]),
    _head("header.expansion", None, header(3, "hadria"), expansions=["hadria", "tribunal"]),
    _head("header.expansion-twice", None, header(3, "hadria"), expansions=["hadria", "hadria"]),
    _head("header.detail", None, header(3, detail="score"), detail="little"),
    _head("header.powers", None, header(3, powers="rebalanced"), powers="strong"),
    _head("rulings.unknown", None, header(3, rulings={"bridge": "both"}), rulings={"tunnel": "both"}),
    _head("rulings.value", None, header(3, rulings={"pools_draw": "must"}), rulings={"pools_draw": "never"}),
)  # fmt: skip

_MORE = dict(zip(QUESTS[0], REGIONS, strict=True))
_FIVE = [{"quest": quest, "region": region} for quest, region in list(_MORE.items())[:5]]


def _set(code: str, rule: str, given: Situation, **wrong: Any) -> Example:
    return edit(code, rule, given, setup(given.records[0]), **wrong)


_FOUR = _FIVE[:4]
SETUPS: tuple[Example, ...] = (
    _set("setup.quest-count", "VF-S1", _SEATED, quests=_FIVE),
    _set("setup.quest-count", "VF-S1", _ALONE, quests=_FOUR),
    _set("setup.no-altar", "VF-S2", _SEATED, city="gallows-yard"),
    _set("city.unknown", "VF-S2", _SEATED, city="high-street"),
    _set("setup.hands", "VF-S2", _SEATED, hands={"ada": ["?"] * 5, "bob": ["?"] * 5}),
    _set("setup.hand-size", "VF-S2", _SEATED, hands={**_SETUP["hands"], "cy": ["f1"] * 4}),
    _set("setup.display", "VF-S2", _HADRIA, display=["portal-favor"]),
    _set("favor.unknown", "VF-H1", _HADRIA, display=["portal-favor", "luck-favor"]),
    instead("setup.display-without-hadria", "VF-S2", _SEATED, _SETUP,
            wrong={**_SETUP, "display": ["portal-favor", "smite-favor"]}),
    _set("setup.servants", "VF-S2", _SERVED, servants={"invictus": "forest", "tacita": "forest", "ora": "coast"}),
    _set("setup.servants", "VF-S2", _SERVED, servants=GONE),
    instead("setup.servants-without-expansion", "VF-S2", _SEATED, _SETUP,
            wrong={**_SETUP, "servants": {"invictus": "forest", "tacita": "coast", "ora": "desert"}}),
    edit("setup.order", "VF-R1", _SEATED, {**_SETUP, "order": [
        "naka", "belan", "isabel", "pentha", "agamar", "klar", "aponi", "saghari", "namari"]}, order=["naka", "belan"]),
    _set("player.unknown", "VF-S2", _SEATED, first="zoe"),
    _set("demis.players", "VF-S2", _SEATED, demis={"ada": "pentha", "bob": "agamar"}),
    _set("demis.number", "VF-S2", _SEATED, demis={"ada": ["pentha", "naka"], "bob": "agamar", "cy": "klar"}),
    _set("demis.twice", "VF-S2", _SEATED, demis={"ada": "pentha", "bob": "agamar", "cy": "pentha"}),
    _set("demis.twice", "VF-C2", _ARBITER, demis={"ada": "pentha", "bob": "agamar", "cy": "klar", "dot": ["naka"] * 2}),
    _set("demi.unknown", "VF-S2", _SEATED, demis={"ada": "hercules", "bob": "agamar", "cy": "klar"}),
    _set("place.unknown", "VF-S2", _SEATED, quests=[*_FOUR[:3], {"quest": "long-march", "region": "desert"}]),
    _set("place.again", "VF-B5", _SEATED, quests=[*_FOUR[:3], {"quest": "lantern-oath", "region": "desert"}]),
    _set("place.region", "VF-B5", _SEATED, quests=[*_FOUR[:3], {"quest": "quiet-forge", "region": "forest"}]),
    _set("place.region", "VF-S2", _SEATED, quests=[*_FOUR[:3], {"quest": "quiet-forge", "region": "city"}]),
    _set("cards.too-many", "VF-F5", Situation("Eight players sit down", (header(8),)),
         hands={name: ["+2"] * 5 for name in NAMES[:8]}),
    instead("order.phase", "VF-S2", _SEATED, _SETUP, wrong=act("age", "ada", age=1, card="chaos")),
)  # fmt: skip

_READ = _SEATED.then(_SETUP, words="The table is set up for three")
_TWO = Situation("The table is set up for two", (header(2), setup(header(2))))
_HEAD = table().records[0]
_AGE_OVER = table().then(*all_rest(_HEAD), *no_votes(_HEAD), words="Age I is over, three players")
_DEALT = _AGE_OVER.then(*deals(_HEAD), words="Age I is over, and all have drawn their cards")
_PLACED = _DEALT.then(*places(_HEAD, 1), words="The Quests of Age II are laid out")
_LAID = places(_HEAD, 1)
_DEAL = act("deal", "ada", cards=["f1", "s1", "f1"])

AGE_CHANGES: tuple[Example, ...] = (
    edit("age.wrong-age", "VF-A1", _READ, act("age", "ada", age=1, card="chaos"), age=2),
    edit("age.wrong-card", "VF-A1", _READ, act("age", "ada", age=1, card="chaos"), card="judgement"),
    edit("age.incomplete", "VF-A1", _READ, act("age", "ada", age=1, card="chaos"), card=GONE),
    edit("age.card-needs-three", "VF-A1", _TWO, act("age", "ada", age=1, card="chaos"), card="arbiter"),
    edit("order.not-your-turn", "VF-A1", _READ, act("age", "ada", age=1, card="chaos"), player="bob"),
    edit("player.unknown", "VF-A1", _READ, act("age", "ada", age=1, card="chaos"), player="zoe"),
    instead("order.phase", "VF-A1", _READ, act("age", "ada", age=1, card="chaos"), wrong=act("rest", "ada")),
    instead("order.phase", "VF-A2", _AGE_OVER, _DEAL, wrong=_LAID[0]),
    edit("player.unknown", "VF-A2", _AGE_OVER, _DEAL, player="zoe"),
    edit("draw.count", "VF-F2", _AGE_OVER, _DEAL, cards=["f1"] * 5).showing("VF-F1"),
    edit("draw.count", "VF-F2", _AGE_OVER, _DEAL, cards=["f1"]),
    edit("order.not-your-turn", "VF-A2", _AGE_OVER, _DEAL, player="cy"),
    edit("place.unknown", "VF-A2", _DEALT, _LAID[0], quest="long-march"),
    edit("place.again", "VF-B5", _DEALT, _LAID[0], quest="lantern-oath"),
    edit("place.region", "VF-B5", _DEALT, _LAID[0], _LAID[1], region=_LAID[0]["region"]),
    edit("place.region", "VF-A2", _DEALT, _LAID[0], region="city"),
    edit("order.not-your-turn", "VF-A2", _DEALT, _LAID[0], _LAID[1], player="ada"),
    edit("city.again", "VF-B5", _PLACED, act("city", "ada", card="tidal-altar"), card="first-altar"),
    edit("city.unknown", "VF-A2", _PLACED, act("city", "ada", card="tidal-altar"), card="high-street"),
    edit("order.not-your-turn", "VF-A2", _PLACED, act("city", "ada", card="tidal-altar"), player="bob"),
)  # fmt: skip

_DISCARDING = table(rulings={"draw_limit": "discard"})
_ALL_DRAWN = _DISCARDING.then(
    *all_rest(_HEAD),
    *no_votes(_HEAD),
    words="Age I is over; all five cards are drawn, then what is above eight is discarded",
)
LIMITS: tuple[Example, ...] = (
    edit("draw.above-limit", "VF-F2", _ALL_DRAWN, act("deal", "ada", cards=["f1"] * 5, discard=["s1", "f1"]),
         discard=["s1"]),
)  # fmt: skip

EXAMPLES: tuple[Example, ...] = (*HEADERS, *SETUPS, *AGE_CHANGES, *LIMITS)

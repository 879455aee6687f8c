"""Examples of Age cards."""

from __future__ import annotations

from vflog.games.veiled_fate.examples.example import GONE, Example, act, edit, instead
from vflog.games.veiled_fate.examples.situations import voting

_ARBITER = voting("arbiter")
_PICK = act("age_pick", "ada", demis=["naka", "klar", "aponi"])
_PICKED = _ARBITER.then(_PICK, words="Arbiter is read; Ada has named Naka, Klar and Aponi")
_DECREE = voting("decree", 2)
_NAMED = act("age_pick", "ada", locations=["city", "abyss", "coast"])
_CHAOS = voting("chaos")
_VOTE = act("age_vote", "bob", cards=["f1", "f2"])
_VOTED = _CHAOS.then(
    _VOTE, act("age_vote", "cy"), act("age_vote", "ada", cards=["s1"]), words="Chaos was voted on with f1, f2 and s1"
)
_SHOWN = act("age_reveal", cards=["f1", "f2", "s1"])
_SLEIGHT = voting("sleight-of-hand")
_TOSSED = _SLEIGHT.ruled(
    "Sleight of Hand was voted on with f1; only Naka is in the forest", demis={"naka": {"at": "forest"}}
).then(act("age_vote", "bob", cards=["f1"]), act("age_vote", "cy"), act("age_vote", "ada"))
_EMPTY = _SLEIGHT.then(
    act("age_vote", "bob"),
    act("age_vote", "cy"),
    act("age_vote", "ada"),
    words="Nobody voted on Sleight of Hand: a tie",
)
_COIN = act("age_reveal", cards=["f1"], coins={"naka": "gain"})
_REVELATION = voting("revelation", 2).then(
    act("age_vote", "bob", cards=["f1"]),
    act("age_vote", "cy"),
    act("age_vote", "ada"),
    words="Revelation was voted on with f1; Ada is Pentha, Bob Agamar, Cy Klar",
)
_FACE = act("age_reveal", cards=["f1"], revealed=["naka"])
_CENSUS = voting("the-census", 2)
_BY_REGION = act("age_vote", "ada", regions={"forest": ["f1"], "coast": ["s1"]})
_COUNTED = _CENSUS.then(
    _BY_REGION,
    act("age_vote", "bob"),
    act("age_vote", "cy"),
    words="In the Census a f1 was voted for the forest, a s1 for the coast",
)
_CENSUS_SHOWN = act("age_reveal", regions={"forest": {"cards": ["f1"]}, "coast": {"cards": ["s1"]}})
_JUDGEMENT = voting("judgement", 3)
_DRAWN = act("age_quest", "ada", quest="hundred-steps")
_LAID = _JUDGEMENT.then(_DRAWN, words="Judgement is read; its Quest is hundred-steps with five slots")
_PUT = act("age_place", "ada", demi="naka", slot=1)
_NEXT = _LAID.then(_PUT, words="Ada has put Naka on slot 1 of the Quest of Judgement")
_PUT_TOO = act("age_place", "bob", demi="klar", slot=2)

EXAMPLES: tuple[Example, ...] = (
    edit("age.pick", "VF-G", _ARBITER, _PICK, demis=["naka", "klar"]),
    edit("age.pick", "VF-G", _ARBITER, _PICK, demis=["naka", "klar", "naka"]),
    edit("age.pick", "VF-G", _DECREE, _NAMED, locations=["city", "abyss", "swamp"]),
    edit("age.pick", "VF-G", _DECREE, _NAMED, locations=["city", "city", "coast"]),
    edit("order.not-your-turn", "VF-G", _ARBITER, _PICK, player="bob"),
    edit("player.unknown", "VF-G", _ARBITER, _PICK, player="zoe"),
    instead("order.phase", "VF-G", _ARBITER, _PICK, wrong=_VOTE),
    edit("order.not-your-turn", "VF-G", _PICKED, act("age_vote", "bob", cards=["f1"]), player="ada"),
    edit("order.not-your-turn", "VF-G", _CHAOS, _VOTE, player="ada"),
    edit("player.unknown", "VF-G", _CHAOS, _VOTE, player="zoe"),
    edit("cards.not-held", "VF-F6", _CHAOS, _VOTE, cards=["+2"]),
    edit("cards.too-few", "VF-F6", _CHAOS, _VOTE, cards=["?"] * 6),
    edit("age.vote-by-region", "VF-G", _CHAOS, _VOTE, cards=GONE, regions={"forest": ["f1"]}),
    instead("order.phase", "VF-G", _CHAOS, _VOTE, wrong=act("age_reveal")),
    edit("reveal.count", "VF-F4", _VOTED, _SHOWN, cards=["f1", "f2"]),
    edit("coins.differ", "VF-G", _VOTED, _SHOWN, coins={"naka": "gain"}),
    edit("age.no-target", "VF-G", _VOTED, _SHOWN, target="naka"),
    edit("age.no-revealed", "VF-G", _VOTED, _SHOWN, revealed=["naka"]),
    edit("age.vote-face-up", "VF-G", _SLEIGHT, act("age_vote", "bob", cards=["f1"]), cards=["?"]),
    edit("coins.differ", "VF-G", _TOSSED, _COIN, coins=GONE),
    edit("coins.differ", "VF-G", _TOSSED, _COIN, coins={"naka": "gain", "klar": "gain"}),
    edit("age.target", "VF-G", _EMPTY, act("age_reveal", target="naka"), target=GONE),
    edit("demi.unknown", "VF-G", _EMPTY, act("age_reveal", target="naka"), target="hercules"),
    edit("age.revealed", "VF-G", _REVELATION, _FACE, revealed=["naka", "belan"]),
    edit("age.revealed", "VF-G", _REVELATION, _FACE, revealed=GONE),
    edit("age.revealed", "VF-G", _REVELATION, _FACE, revealed=["hercules"]),
    edit("age.revealed", "VF-G", _REVELATION, _FACE, revealed=["pentha"]),
    edit("census.by-region", "VF-G", _CENSUS, _BY_REGION, regions=GONE, cards=["f1"]),
    edit("census.region", "VF-G", _CENSUS, _BY_REGION, regions={"city": ["f1"]}),
    edit("order.not-your-turn", "VF-G", _CENSUS, _BY_REGION, player="bob"),
    edit("census.reveal", "VF-G", _COUNTED, _CENSUS_SHOWN, regions=GONE, cards=["f1", "s1"]),
    edit("reveal.count", "VF-F4", _COUNTED, _CENSUS_SHOWN, regions={"forest": {"cards": ["f1"]}}),
    edit("order.not-your-turn", "VF-G", _JUDGEMENT, _DRAWN, player="bob"),
    edit("place.again", "VF-B5", _JUDGEMENT, _DRAWN, quest="lantern-oath"),
    edit("place.unknown", "VF-G", _JUDGEMENT, _DRAWN, quest="long-march"),
    edit("age.place", "VF-G", _NEXT, _PUT_TOO, demi="naka"),
    edit("age.place", "VF-G", _NEXT, _PUT_TOO, slot=1),
    edit("age.place", "VF-G", _NEXT, _PUT_TOO, slot=6),
    edit("order.not-your-turn", "VF-G", _NEXT, _PUT_TOO, player="cy"),
)  # fmt: skip

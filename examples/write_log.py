"""Writes a small game of Veiled Fate as a vflog log: python write_log.py FILE.jsonl

The first part is all that an app needs; the second stands in for the app's own game.
"""

import json
import sys
from datetime import UTC, datetime


class LogWriter:
    """One game: every call writes one line, numbered and stamped, at once."""

    def __init__(self, path, game, players, **header):
        self.file = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
        self.n = 0
        self.write(
            "game",
            format="vflog/1",
            game=game,
            ruleset="veiled-fate",
            revision="2026-12",
            players=players,
            source={"app": "example-py", "version": "1"},
            **header,
        )

    def write(self, type, **fields):
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        line = {"type": type, "n": self.n, **fields, "at": now}
        self.file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.file.flush()  # a crash then costs one line, not the game
        self.n += 1

    def close(self):
        self.file.close()


log = LogWriter(sys.argv[1], "friday-1", [{"id": "ada", "name": "Ada"}, {"id": "bob", "name": "Bob"}])
log.write(
    "setup",
    first="ada",
    city="tidal-altar",
    quests=[
        {"quest": "lantern-oath", "region": "forest"},
        {"quest": "salt-ledger", "region": "desert"},
        {"quest": "crooked-well", "region": "volcano"},
    ],
    demis={"ada": "agamar", "bob": "klar"},
    hands={"ada": ["f1", "f1", "f1", "s1", "+2"], "bob": ["f2", "s1", "s1", "s2", "f1"]},
)
log.write("age", player="ada", age=1, card="natural-order")
log.write("move", player="ada", demi="agamar", quest="lantern-oath", slot=1, card="f1")
log.write("end_turn", player="ada")
log.write("move", player="bob", demi="klar", quest="lantern-oath", slot=2, card="f2")
log.write("reveal", quest="lantern-oath", cards=["f1", "f2", "s1"])  # the deck gave the third card
log.write("claim", demis={"agamar": {"renown": 2}, "klar": {"renown": 1}})  # what the app shows
log.write("end_turn", player="bob")
log.write("rest", player="ada")
log.write("rest", player="bob")
log.write("age_vote", player="bob", cards=[])
log.write("age_vote", player="ada", cards=["f1"])
log.write("age_reveal", cards=["f1"])

LATER = [  # an Age each: cards dealt to ada and bob, Quests laid out, City card, Age card, bob's vote, ada's vote
    (
        ["f1", "f2", "s1", "s1", "s2"],
        ["f1", "f1", "s1", "s1"],
        [("widow-tide", "coast"), ("moth-court", "volcano"), ("paper-crown", "mountains")],
        "grain-steps",
        "evil-curses",
        ["s1"],
        [],
    ),
    (
        [],
        ["f2"],
        [("red-audit", "coast"), ("quiet-forge", "desert"), ("mud-choir", "canyons")],
        "first-altar",
        "defend-borders",
        [],
        ["f1"],
    ),
]
for number, (for_ada, for_bob, quests, city, card, bobs, adas) in enumerate(LATER, 2):
    log.write("deal", player="ada", cards=for_ada)
    log.write("deal", player="bob", cards=for_bob)
    for i, (quest, region) in enumerate(quests):
        log.write("place", player=["ada", "bob"][i % 2], quest=quest, region=region)
    log.write("city", player="ada", card=city)
    log.write("age", player="ada", age=number, card=card)
    log.write("rest", player="ada")
    log.write("rest", player="bob")
    log.write("age_vote", player="bob", cards=bobs)
    log.write("age_vote", player="ada", cards=adas)
    log.write("age_reveal", cards=bobs + adas)
log.write("end", demis={"ada": "agamar", "bob": "klar"}, winners=["ada"])
log.close()

"""Examples of ends, judge's rulings and scorekeepers' logs."""

from __future__ import annotations

from typing import Any

from vflog.games.veiled_fate.examples.example import GONE, Example, act, edit, instead
from vflog.games.veiled_fate.examples.situations import DEMIS, Situation, ended, header, owners, ranked, table, voting

_DEMIS = {"ada": "pentha", "bob": "agamar", "cy": "klar"}
_END = act("end", demis=_DEMIS, winners=["ada"])
_TRACK = {"4": ["pentha"], "2": ["agamar"]}
_RANKED = ranked("Pentha has 4, Agamar 2, all others 0", _TRACK)
_TOLD = act("end", demis=_DEMIS, unused=["aponi", "saghari", "namari", "naka", "belan", "isabel"], winners=["ada"])
_TEAMS = ended(6)
_SIX = owners(_TEAMS.records[0])
_SHARED = act("end", demis=_SIX, winners=["ada", "bob"])
_HIDDEN = ranked("Pentha has 4, Agamar 2, all others 0; who Cy is has not been told", _TRACK, hidden=("cy",))
_STOP = act("end", reason="time", result={"by": "judge", "winners": ["ada"]})
_EREDAN = ranked("Dot is Eredan", _TRACK, 4, role="eredan")
#: Nobody has told who Cy is, and Revelation has shown Naka's card to be unused.
_SHOWN = voting("revelation", 2, hidden=("cy",)).then(
    act("age_vote", "bob", cards=["f1"]),
    act("age_vote", "cy"),
    act("age_vote", "ada"),
    act("age_reveal", cards=["f1"], revealed=["naka"]),
    words="Revelation has shown that Naka is nobody's Demi",
)
_GUESSED = act("end", demis=_DEMIS, guess=_DEMIS, winners=["dot"])
_UNDER_WAY = table()

ENDS: tuple[Example, ...] = (
    edit("end.winners", "VF-E2", _RANKED, _END, winners=["bob"]),
    edit("end.winners", "VF-E2", _RANKED, _END, winners=GONE),
    edit("end.winners", None, _TEAMS, _SHARED, winners=["bob", "ada"]),
    edit("end.unused", "VF-E2", _RANKED, _TOLD, unused=["aponi"]),
    edit("end.guess-not-eredan", "VF-E2", _RANKED, _END, guess=_DEMIS),
    edit("end.guess", "VF-C3", _EREDAN, _GUESSED, guess={"ada": "pentha"}),
    edit("demi.unknown", "VF-C3", _EREDAN, _GUESSED, guess={**_DEMIS, "cy": "hercules"}),
    edit("end.result-when-played", None, _RANKED, _END, result={"by": "judge", "winners": ["ada"]}),
    edit("demi.unknown", "VF-E2", _HIDDEN, _END, demis={**_DEMIS, "cy": "hercules"}),
    edit("demis.number", "VF-E2", _HIDDEN, _END, demis={**_DEMIS, "cy": ["klar", "naka"]}),
    edit("demis.twice", "VF-E2", _HIDDEN, _END, demis={**_DEMIS, "cy": "agamar"}),
    edit("demis.players", None, _UNDER_WAY, act("end", reason="time", demis={"cy": "klar"}), demis={"zoe": "klar"}),
    edit("demis.players", "VF-E2", _RANKED, _END, demis={"ada": "pentha"}),
    edit("demis.hidden-at-end", "VF-E2", _RANKED, _END, demis={**_DEMIS, "cy": "?"}),
    edit("demis.shown-unused", "VF-G", _SHOWN, act("end", reason="time", demis={"cy": "klar"}), demis={"cy": "naka"}),
    edit("demis.differ", "VF-E2", _RANKED, _END, demis={**_DEMIS, "cy": "naka"}),
    instead("order.phase", "VF-E2", _RANKED, _END, wrong=act("end_turn", "ada")),
    instead("player.unknown", "VF-E2", _RANKED, _END, wrong=act("rest", "zoe")),
    instead("order.phase", "VF-T1", _UNDER_WAY, act("end", reason="abandoned"), wrong=_END),
    edit("end.stopped-fields", None, _UNDER_WAY, _STOP, winners=["ada"]),
    edit("end.result-by", None, _UNDER_WAY, _STOP, result={"winners": ["ada"]}),
    edit("end.winner-twice", None, _UNDER_WAY, _STOP, result={"by": "judge", "winners": ["ada", "ada"]}),
    edit("end.abandoned-result", None, _UNDER_WAY, _STOP, reason="abandoned"),
    edit("player.unknown", None, _UNDER_WAY, _STOP, result={"by": "judge", "winners": ["zoe"]}),
    instead("teams.impossible", "VF-E1", Situation("Six players sit down", (header(6),)), _TEAMS.records[1],
            wrong={**_TEAMS.records[1], "demis": {**_SIX, "cy": "pentha"}}),
    instead("teams.impossible", "VF-E1", Situation("Six players sit down", (header(6),)), _TEAMS.records[1],
            wrong={**_TEAMS.records[1], "demis": {**_SIX, "bob": "naka", "dot": "belan"}}),
)  # fmt: skip


def _set(**changes: Any) -> dict[str, Any]:
    return act("ruling", by="judge", reason="a figure was knocked over", set=changes)


_HADRIA = table(3, "hadria")

RULINGS: tuple[Example, ...] = (
    instead("ruling.key", None, _UNDER_WAY, _set(first="bob"), wrong=_set(phase="reveal")),
    instead("ruling.inconsistent", None, _UNDER_WAY, _set(demis={"naka": {"at": "coast"}}),
            wrong=_set(demis={"naka": {"renown": 3}})),
    instead("ruling.inconsistent", None, _UNDER_WAY, _set(track={"0": list(DEMIS[2:]), "1": ["agamar", "pentha"]}),
            wrong=_set(track={"1": ["agamar", "pentha"]})),
    instead("ruling.inconsistent", None, _UNDER_WAY, _set(rested=["bob"]), wrong=_set(rested=["ada"])),
    instead("ruling.inconsistent", None, _UNDER_WAY,
            _set(demis={"naka": {"quest": "lantern-oath", "slot": 1}}),
            wrong=_set(demis={"naka": {"quest": "lantern-oath", "slot": 1},
                              "klar": {"quest": "lantern-oath", "slot": 2}})),
    instead("ruling.inconsistent", None, _UNDER_WAY, _set(hands={"ada": {"f1": 2}}),
            wrong=_set(hands={"ada": {"f1": 40}})),
    instead("ruling.inconsistent", None, _HADRIA, _set(hadria={"renown": 12}), wrong=_set(hadria={"renown": 13})),
)  # fmt: skip

_SCORE = Situation("A scorekeeper's log of three players with Hadria", (header(3, "hadria", detail="score"),))
_PLAIN = Situation("A scorekeeper's log of three players, without Hadria", (header(3, detail="score"),))
_GAIN = act("score", changes={"naka": 2, "hadria": -1})

SCORES: tuple[Example, ...] = (
    instead("score.full-log", None, _UNDER_WAY, act("rest", "ada"), wrong=act("smite", demis=["naka"])),
    instead("score.only", None, _SCORE, _GAIN, wrong=act("rest", "ada")),
    edit("demi.unknown", None, _SCORE, _GAIN, changes={"hercules": 2}),
    edit("score.no-hadria", None, _PLAIN, act("score", changes={"naka": 2}), changes={"hadria": -1}),
    instead("score.no-hadria", None, _PLAIN, act("smite", demis=["naka"]), wrong=act("corruption", "ada", amount=2)),
    edit("score.smite-twice", None, _SCORE, act("smite", demis=["naka", "klar"]), demis=["naka", "naka"]),
    edit("score.corruption-below-0", None, _SCORE, act("corruption", "ada", amount=2), amount=-1),
    edit("player.unknown", None, _SCORE, act("corruption", "ada", amount=2), player="zoe"),
    edit("age.wrong-age", None, _SCORE, act("age", age=1), age=2),
    edit("score.age-player", None, _SCORE, act("age", age=1), player="ada"),
)  # fmt: skip

EXAMPLES: tuple[Example, ...] = (*ENDS, *RULINGS, *SCORES)

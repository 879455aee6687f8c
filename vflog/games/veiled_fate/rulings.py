"""The named rulings and the revisions: where tables really play differently, as data.

Each is one decision, read in one place of the rules. A revision is a dated set of defaults; a corrected
default makes a new revision and never re-judges a log of an older one.
"""

from __future__ import annotations

from typing import Literal

from vflog.engine.ruleset import Named, Revision

RulingName = Literal[
    "renown_bounds", "group_order", "draw_limit", "empty_deck", "last_quest", "marker_passes", "favor_prevents_rest",
    "empty_hand_turn", "portal_votes", "empty_vote", "census_empty", "favor_count", "hadria_follows_quest",
    "zero_corruption", "influence_after_completion", "two_player_ages", "city_by_portal", "rested_voters",
    "base_omniscience", "bridge", "pools_draw", "celestial_corruption", "before_win",
]  # fmt: skip
_H, _B, _C, _A = "Hadria rulebook", "base game summary", "Celestials rulebook", "our assumption"


def _named(name: str, values: str, rule: str, source: str, text: str) -> Named:
    return Named(name, tuple(values.split()), text, source, rule)


NAMED: dict[str, Named] = {
    entry.name: entry
    for entry in (
        _named("renown_bounds", "clamp refuse", "VF-R2", _A,
               "A change beyond 0 or 12 stops at the bound, or does nothing at all."),
        _named("group_order", "keep listed", "VF-R4", _A,
               "Several markers moved by one cause keep their order, or are moved one by one as listed."),
        _named("draw_limit", "stop discard", "VF-F1", _A,
               "Drawing stops at the hand limit, or all is drawn and what lies above the limit is discarded."),
        _named("empty_deck", "reshuffle none", "VF-F2", _A,
               "An empty Fate deck is made anew from the discards, or stays empty."),
        _named("last_quest", "ends_age ends_turn", "VF-A3", _B,
               "With the last Quest the Age ends at once, or when the turn under way is over."),
        _named("marker_passes", "at_once at_age_end", "VF-A4", _B,
               "The first to rest is first player at once, or from the end of the Age, before its card."),
        _named("favor_prevents_rest", "all inactivity", "VF-T2", _H,
               "Gaining or playing a Favor prevents every automatic rest, or only the one for idleness."),
        _named("empty_hand_turn", "rest act", "VF-T3", _A,
               "An empty hand bars the first action of a turn too, or only the second."),
        _named("portal_votes", "true false", "VF-P2", _A,
               "A Portal onto a Quest slot puts a Fate card into the pile, or does not."),
        _named("empty_vote", "tie nothing", "VF-G", _A,
               "An Age vote without any card is a tie, or nothing happens."),
        _named("census_empty", "skip tie", "VF-G", _A,
               "A region without any card in the Census is not counted, or is a tie."),
        _named("favor_count", "non_celestial all", "VF-H1", _H,
               "The size of the Favor deck goes by the players without the Celestial, or by all."),
        _named("hadria_follows_quest", "true false", "VF-H2", _H,
               "A Demi that leaves from a Quest slot draws Hadria, or does not."),
        _named("zero_corruption", "none all", "VF-E2", _A,
               "Where nobody has any Corruption nobody loses Renown, or everybody does."),
        _named("influence_after_completion", "false true", "VF-P6", _B,
               "Influence may follow the card that completed its Quest, before voters are named, or may not."),
        _named("two_player_ages", "exclude allow", "VF-A1", "other public material",
               "Age cards marked 3+ are left out with fewer than three players, or used."),
        _named("city_by_portal", "true false", "VF-A5", _B,
               "A Portal into the City moves the City marker, or does not."),
        _named("rested_voters", "false true", "VF-Q1", _B,
               "A rested player may be named as an extra voter, or may not."),
        _named("base_omniscience", "no_look look", "VF-P5", _B,
               "Under the base power table Omniscience does not look into the pile, or does."),
        _named("bridge", "both coast_to_mountains", "VF-B1", _B,
               "The bridge joins coast and mountains both ways, or leads from coast to mountains only."),
        _named("pools_draw", "may must", "VF-M6", _B,
               "Whoever moves a Demi to the Pools may draw a Fate card, or must."),
        _named("celestial_corruption", "loses spared", "VF-E2", _C,
               "A Celestial with most Corruption loses Renown too, or is only barred from winning."),
        _named("before_win", "revocable final", "VF-E2", _C,
               "A win before the reveal is lost by most Corruption, or stands."),
    )
}  # fmt: skip

FIRST = Revision(
    name="2026-12",
    rulings={name: named.values[0] for name, named in NAMED.items()},
    note="The literal word of the sources.",
)
REVISIONS: tuple[Revision, ...] = (FIRST,)

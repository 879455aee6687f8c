"""Figures of rates: 2 what decides, 8 the Demis, 9 the seats, the first player, Corruption, Hadria, interests."""

from __future__ import annotations

from vflog.figures.figure import Figure
from vflog.figures.shares import Rates, forms
from vflog.games.veiled_fate.figures import demis

_END = ("game_key IN (SELECT game_key FROM players WHERE won IS NOT NULL)", "without an end that names who won")
_PLAYED = (
    ("end_reason = 'played'", "not played to the end"),
    ("game_key IN (SELECT game_key FROM snapshots WHERE moment = 'annihilation')", "whose end is not told"),
)
HADRIA = ("hadria", "played without Hadria")
_OWNED = (
    "game_key IN (SELECT game_key FROM player_demis d JOIN players p USING (game_key, player_id) WHERE p.role IS NULL)",
    "in which no player's Demi is told",
)
_SEATED = (
    "game_key IN (SELECT game_key FROM players WHERE won IS NOT NULL AND role IS NULL)",
    "without an end that names who won",
)
_FIRST = (
    "game_key IN (SELECT a.game_key FROM ages a JOIN players p ON p.game_key = a.game_key AND "
    "p.player_id = a.first_player WHERE a.age = 1 AND p.role IS NULL)",
    "in which no first player is told",
)
_CORRUPTION = (
    "game_key NOT IN (SELECT game_key FROM players WHERE role IS NULL AND corruption IS NULL)",
    "in which somebody's Corruption is not told",
)
_SLOTS = (
    "game_key IN (SELECT game_key FROM vote_slots WHERE owner IS NOT NULL)",
    "in which no owner on a slot is told",
)
_BY_CHANCE = "By chance every player (or team) wins alike often; Celestials are left out."

DEMIS = Figure(
    name="demis", number=8, title="Demis", question="Are some Demis better?", forms=forms("demis"),
    draw=Rates(
        title="Demi", hit="won by its owner", miss="lost by its owner", along="share of games won by an owner",
        colour=lambda row: demis.colour(row["colour"]), symbol=lambda row: demis.symbol(row["pack_order"]),
        notes=("Only games in which the Demi had an owner, other than a Celestial.",),
    ).draw,
    needs=(_END, _OWNED), empty="No counted game has an owned Demi and an end.",
    measure="Of the games in which a player other than a Celestial owned the Demi, the share that its owner won. "
    "By chance one of the owned Demis wins, each alike often.",
)  # fmt: skip
SEATS = Figure(
    name="seats", number=9, title="Seats", question="Does the seat matter?", forms=forms("seats"),
    draw=Rates(title="Seat", hit="won", miss="not won", along="share of games won", ordered=True, left=138).draw,
    needs=(_SEATED,), empty="No counted game has an end.",
    measure=f"Of the games with so many players, the share that the seat won. {_BY_CHANCE}",
)  # fmt: skip
FIRST_PLAYER = Figure(
    name="first_player", number=9, title="The first player", question="Is it an advantage to be the first player?",
    forms=forms("first_player"),
    draw=Rates(
        title="Players", hit="won by the first player", miss="lost by the first player",
        along="share of games won by the first player of Age I", ordered=True,
    ).draw,
    needs=(_END, _FIRST), empty="No counted game tells of a first player and an end.",
    measure=f"Of the games with so many players, the share that the first player of Age I won. {_BY_CHANCE}",
)  # fmt: skip
WINNERS = Figure(
    name="winners", number=6, title="Corruption of winners", question="Do winners have less Corruption?",
    forms=forms("winners"),
    draw=Rates(
        title="Corruption", hit="that won", miss="that did not win", unit="seat", ordered=True,
        along="share of seats with so much Corruption that won",
    ).draw,
    needs=(HADRIA, _SEATED, _CORRUPTION), empty="No counted game with Hadria has come to its end.",
    measure="Of the seats with so much Corruption in the end, the share that won, in games with Hadria. " + _BY_CHANCE,
)  # fmt: skip
ANNIHILATION = Figure(
    name="annihilation", number=7, title="How often Hadria annihilates",
    question="How often does Hadria annihilate, and whom?", forms=forms("annihilation"),
    draw=Rates(
        title="Who", hit="in which it was annihilated", miss="in which it was not", along="share of games with Hadria",
        ordered=True, left=148,
        notes=("The player ahead: the first in rank after Corruption of the Demis that players own.",),
    ).draw,
    needs=(HADRIA, *_PLAYED), empty="No counted game with Hadria has come to its end.",
    measure="Of the games with Hadria that were played to the end, the share in which a Demi stood above her after "
    "Corruption and left the track: any Demi, one that a player owned, or of those the first in rank.",
)  # fmt: skip
INTEREST = Figure(
    name="interest", number=5, title="Votes and the owner's interest",
    question="Do votes on Quests go the way that serves a Demi's owner?", forms=forms("interest"),
    draw=Rates(
        title="What", hit="in the owner's interest", miss="against it", unit="vote", ordered=True, left=178,
        along="share in the owner's interest",
        notes=(
            "A slot is served by the side that gives its Demi more Renown; where both give as much, by the one that "
            "does not smite it.",
        ),
    ).draw,
    needs=(_SLOTS,), empty="No counted game tells who owned a Demi on a slot.",
    measure="Of the votes on Quests with an owned Demi on a slot that one side serves better (more Renown; where that "
    "is equal, no smite; coins left out), the share that went that side's way; and of the owner's own known cards, the "
    "share of votes in which feathers less scorpions point that way. One half is expected.",
)  # fmt: skip
DECIDING = Figure(
    name="deciding", number=2, title="What decides", question="Which step decides the winner?", forms=forms("deciding"),
    draw=Rates(
        title="Decided by", hit="so decided", miss="decided otherwise", along="share of games so decided", misses=False,
        notes=("The last step that changed who was ahead among the Demis with an owner.",),
    ).draw,
    needs=_PLAYED, empty="No counted game was played to its end.",
    measure="Of the games played to the end, the share in which this was the last step that changed who was ahead "
    "among the Demis that players owned.",
)  # fmt: skip

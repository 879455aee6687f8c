"""The tables of Veiled Fate: what its facts are. Rule names are those of `docs/rules.md`.

Facts of records that were taken back are never in them. `seat`, `turn`, `slot` and `place_in_space`
count from 1; 1 is the front of a space.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from vflog.engine.facts import Check, Is, PlayerId, RecordNumber, Table, among, columns_of, comment_of, fact_table

_OUTCOME = ("feather", "scorpion", "tie")
_PLACES = "a region, city, abyss or pools"
_SPACE = "Space of the Renown track, 0 to 12"
_ON_TRACK = "{} BETWEEN 0 AND 12"

Age = Annotated[int, Is("Age under way, 1 to 3; 0 before the first.", "INTEGER", "{} BETWEEN 0 AND 3")]
AgePlayed = Annotated[int, Is("Age, 1 to 3.", "INTEGER", "{} BETWEEN 1 AND 3", of="ages.age")]
TurnUnderWay = Annotated[
    int | None,
    Is("Turn under way, from 1 through the game; NULL outside of turns.", "INTEGER", "{} >= 1", "turns.turn"),
]
BroughtAboutBy = Annotated[
    str | None, Is("Player who brought it about; NULL where nobody did.", of="players.player_id")
]
Marker = Annotated[str, Is("The marker on the Renown track: a Demi, hadria or sorcerer.")]


def _from_one(comment: str) -> Is:
    return Is(comment, "INTEGER", "{} >= 1")


def _count(comment: str) -> Is:
    return Is(comment, check="{} >= 0")


class GameRow(NamedTuple):
    """What is known of a game of Veiled Fate as a whole; a row for each that could be begun."""

    hadria: Annotated[bool, Is("Played with Hadria (VF-H).")]
    celestials: Annotated[bool, Is("Played with a Celestial (VF-C).")]
    servants: Annotated[bool, Is("Played with the Servants (VF-V1).")]
    powers: Annotated[str, among(("base", "rebalanced"), "Price list of the God Powers (VF-P1)")]
    teams: Annotated[bool, Is("Players share Demis in teams (VF-E1).")]
    ages_played: Annotated[
        int, Is("Age cards resolved; in a scorekeeper's log, Ages over.", "INTEGER", "{} BETWEEN 0 AND 3")
    ]
    celestial_role: Annotated[str | None, Is("Role of the Celestial; NULL where there is none.")]
    celestial_won: Annotated[bool | None, Is("The Celestial has won; NULL without one, or before the end.")]


GAMES, game = fact_table("veiled_fate_games", GameRow, ())


class PlayerDemi(NamedTuple):
    """A Demi that a player owned, as far as the log tells."""

    player_id: PlayerId
    demi: Annotated[str, Is("The Demi. Owners that the log never tells have no row.")]
    known_n: Annotated[
        int | None,
        Is("Record that told who owns it (the set-up, the end of a hidden game); NULL where none tells it alone."),
    ]
    renown: Annotated[
        int | None,
        Is("Renown in the end (or as far as the log goes); NULL once annihilated.", "INTEGER", _ON_TRACK),
    ]
    rank: Annotated[int | None, _from_one("Rank among the Demis left, 1 = highest (VF-R6); NULL once annihilated.")]
    annihilated: Annotated[bool, Is("Had more Renown than Hadria at the end and left the track (VF-E2).")]


PLAYER_DEMIS, player_demi = fact_table("player_demis", PlayerDemi, ("player_id", "demi"))


class AgeRow(NamedTuple):
    """An Age played."""

    age: AgePlayed
    card: Annotated[str | None, Is("The Age card; NULL where a scorekeeper's log does not name it.")]
    first_player: Annotated[
        str | None, Is("First player when it began; NULL in a scorekeeper's log.", of="players.player_id")
    ]
    first_rested: Annotated[
        str | None, Is("First to rest in it (VF-A4); NULL if nobody rested.", of="players.player_id")
    ]
    first_n: Annotated[int, Is("Its `age` record.")]
    last_n: Annotated[int | None, Is("Record that resolved its Age card; NULL while it goes on.")]
    ended_by: Annotated[str | None, among(("rested", "quests"), "What ended it (VF-A3); NULL while it goes on")]


AGES, age = fact_table("ages", AgeRow, ("age",), record="first_n", spans="age")


class TurnRow(NamedTuple):
    """A turn of a player."""

    turn: Annotated[int, _from_one("Number of the turn, from 1 through the game.")]
    age: AgePlayed
    player_id: PlayerId
    first_n: Annotated[int, Is("Its first record.", of="records.n")]
    last_n: Annotated[int | None, Is("Its last record; NULL while it goes on.", of="records.n")]
    actions: Annotated[int, _count("Actions taken in it, 0 to 2 (VF-T1).")]
    rested: Annotated[
        str | None,
        among(("chosen", "automatic"), "Rested with it: by choice, or by the rules (VF-T2); NULL if not"),
    ]
    duration_s: Annotated[
        None,
        Is(
            "Seconds from the record before the turn to its last, pauses taken out; NULL where times are "
            "missing, go backwards or lie over 115 days apart.",
            "DECIMAL(10,3)",
            "{} >= 0",
        ),
    ]


TURNS, turn = fact_table("turns", TurnRow, ("turn",), record="last_n", spans="turn")


class RenownRow(NamedTuple):
    """A marker that moved on the Renown track, and every smite even if its marker stood last already."""

    n: RecordNumber
    age: Age
    turn: TurnUnderWay
    marker: Marker
    before: Annotated[int, Is(f"{_SPACE}, before.", "INTEGER", _ON_TRACK)]
    after: Annotated[int | None, Is(f"{_SPACE}, after; NULL where the marker left the track.", "INTEGER", _ON_TRACK)]
    rank_before: Annotated[
        int | None, _from_one("Rank among the Demis before, 1 = highest (VF-R6); NULL for other markers.")
    ]
    rank_after: Annotated[int | None, _from_one("Rank among the Demis right after; NULL for other markers.")]
    cause: Annotated[
        str,
        Is(
            "What moved it: quest, age_card, smite, city, corruption, annihilation, solo (the lone player's gain, "
            "VF-E2), setup (after a ruling before it), ruling, score, completion (Hadria's loss, VF-H3), spell, "
            "prophecy (VF-C4)."
        ),
    ]
    subject: Annotated[str | None, Is("The Quest, the card or the God Power behind it; NULL where there is none.")]
    by_coin: Annotated[bool, Is("A coin decided it.")]
    player_id: BroughtAboutBy


_CHAIN = Check(
    "SELECT 1 FROM (SELECT before, lag(after) OVER marker AS stood, lag(n) OVER marker AS earlier FROM renown "
    "WINDOW marker AS (PARTITION BY game_key, marker ORDER BY n, rowid)) "
    "WHERE earlier IS NOT NULL AND before IS DISTINCT FROM stood",
    "rows whose `before` is not the last `after` of their marker",
)
#: Of equal numbers the last row counts, in the order in which they were told.
_AFTER = Check(
    "SELECT 1 FROM snapshots s JOIN (SELECT game_key, marker, after, n AS since, "
    "lead(n, 1, 9223372036854775807) OVER (PARTITION BY game_key, marker ORDER BY n, rowid) AS until FROM renown) c "
    "ON s.game_key = c.game_key AND s.marker = c.marker AND s.n >= c.since AND s.n < c.until "
    "WHERE s.moment IN ('vote', 'age_end', 'end') AND s.renown IS DISTINCT FROM c.after",
    "rows that are not where the last row of `renown` leaves their marker",
)
_BEFORE = Check(
    "SELECT 1 FROM snapshots s JOIN (SELECT game_key, marker, min(n) AS first_n, arg_min(before, (n, rowid)) AS before "
    "FROM renown GROUP BY ALL) c ON s.game_key = c.game_key AND s.marker = c.marker AND s.n < c.first_n "
    "WHERE s.renown IS DISTINCT FROM c.before",
    "rows that are not where the next row of `renown` takes their marker from",
)

RENOWN, renown = fact_table(
    "renown", RenownRow, ("n", "marker", "cause", "before", "after", "rank_before", "rank_after"), checks=(_CHAIN,)
)


class SnapshotRow(NamedTuple):
    """A marker at a moment, after all that the moment brought."""

    n: RecordNumber
    age: Age
    moment: Annotated[str, among(("vote", "age_end", "corruption", "annihilation", "end"), "The moment")]
    marker: Marker
    renown: Annotated[int | None, Is(f"{_SPACE}; NULL once annihilated.", "INTEGER", _ON_TRACK)]
    rank: Annotated[
        int | None,
        _from_one("Rank among the Demis left (VF-R6); NULL for other markers and once annihilated."),
    ]
    place_in_space: Annotated[
        int | None,
        _from_one("Place among the Demis of its space, 1 = front (1 for Hadria, VF-R5); NULL once annihilated."),
    ]


SNAPSHOTS, snapshot = fact_table("snapshots", SnapshotRow, ("n", "moment", "marker"), checks=(_AFTER, _BEFORE))


class VoteRow(NamedTuple):
    """A vote that was counted; the census has one row a region."""

    n: RecordNumber
    kind: Annotated[str, among(("quest", "age"), "On what")]
    subject: Annotated[str, Is("The Quest or the Age card.")]
    region: Annotated[
        str | None,
        Is("Region of the Quest, or of this count of the census; NULL for other Age cards."),
    ]
    age: AgePlayed
    cards: Annotated[int, _count("Cards in it, those that +2 drew among them (VF-F3).")]
    feathers: Annotated[int, _count("Feathers: 1 a feather, 2 a double one.")]
    scorpions: Annotated[int, _count("Scorpions: 1 a scorpion, 2 a double one.")]
    outcome: Annotated[str, among(_OUTCOME, "Which side won; a tie only on Age cards")]
    by_coin: Annotated[bool, Is("Feathers and scorpions were equal and a coin decided (VF-Q3).")]
    completed_by: Annotated[
        str | None, Is("Player who filled the Quest's last slot; NULL for Age cards.", of="players.player_id")
    ]


VOTES, vote = fact_table("votes", VoteRow, ("n", "region"))


class VoteSlotRow(NamedTuple):
    """A Demi on a slot of a Quest when it was voted on: what either side would have done, and what was done."""

    n: RecordNumber
    quest: Annotated[str, Is("The Quest.", of="votes.subject")]
    slot: Annotated[int, _from_one("Its slot, from 1.")]
    demi: Annotated[str, Is("The Demi (or the Sorcerer's figure) there.")]
    owner: Annotated[
        str | None,
        Is(
            "Player who owned it then, as far as the log tells by its end; of team mates the first in seat order. NULL "
            "where nobody did, or nobody tells.",
            of="players.player_id",
        ),
    ]
    feather_gain: Annotated[int, Is("Renown it would gain if feathers win; below 0 what it would lose.", "INTEGER")]
    scorpion_gain: Annotated[int, Is("The same if scorpions win.", "INTEGER")]
    feather_smites: Annotated[bool, Is("Feathers would smite it (VF-R3).")]
    scorpion_smites: Annotated[bool, Is("Scorpions would smite it.")]
    feather_coin: Annotated[bool, Is("With feathers a coin would decide: gain 1, or be smitten (VF-Q4).")]
    scorpion_coin: Annotated[bool, Is("The same with scorpions.")]
    result: Annotated[
        str,
        among(("gain", "lose", "smite", "nothing"), "What the vote and its coin did to it (a smite whatever else)"),
    ]


VOTE_SLOTS, vote_slot = fact_table("vote_slots", VoteSlotRow, ("n", "quest", "slot"))


class FateCardRow(NamedTuple):
    """A Fate card that came to a hand, left one, or went from the deck to a vote."""

    n: RecordNumber
    player_id: Annotated[str | None, Is("Whose hand; NULL for the deck.", of="players.player_id")]
    kind: Annotated[str, among(("f1", "f2", "s1", "s2", "+2", "?"), "Kind of the card, ? where the log hides it")]
    delta: Annotated[
        int, Is("+1 came to the hand, -1 left it, 0 from the deck to a vote.", "INTEGER", "{} BETWEEN -1 AND 1")
    ]
    why: Annotated[
        str,
        Is(
            "setup, deal, pools (VF-M6), swap (VF-M7), city (VF-A5), vote (with a move onto a slot, VF-M5), "
            "voter (as an extra voter, VF-Q1), influence, portal, omniscience, age_vote, pay (VF-P1), "
            "plus2 (VF-F3), limit (above the hand limit, VF-F2), mother (a card of her own, VF-C3), ruling."
        ),
    ]
    # Until the game is over the subject of the vote stands here: see `facts.settle`.
    vote_n: Annotated[
        int | str | None,
        Is("Record that counts the vote it went into; NULL where it went into none (yet).", "BIGINT", of="votes.n"),
    ]


FATE_CARDS, fate_card = fact_table("fate_cards", FateCardRow)


class QuestRow(NamedTuple):
    """A Quest that lay on the board."""

    quest: Annotated[str, Is("The Quest.")]
    region: Annotated[str | None, Is("Where it lay; NULL for the Quest of Judgement.")]
    age: Annotated[int, Is("Age for which it was laid out, 1 to 3.", "INTEGER", "{} BETWEEN 1 AND 3")]
    placed_n: Annotated[int, Is("Record that laid it out.", of="records.n")]
    placed_by: Annotated[str | None, Is("Player who laid it out; NULL for the set-up.", of="players.player_id")]
    completed_n: Annotated[int | None, Is("Record that filled its last slot; NULL if none did.", of="records.n")]
    completed_by: Annotated[str | None, Is("Player who filled it; NULL if nobody did.", of="players.player_id")]
    removed_n: Annotated[
        int | None, Is("Record with which it left the board; NULL while it lies there.", of="records.n")
    ]
    outcome: Annotated[str | None, among(_OUTCOME, "How its vote went; NULL without one (a tie only in Judgement)")]
    slots: Annotated[int, _count("Slots it has.")]
    filled: Annotated[int, _count("Slots that were filled when it left, or are now.")]


QUESTS, quest = fact_table("quests", QuestRow, ("quest",), record="completed_n")


class MoveRow(NamedTuple):
    """A figure that changed its place."""

    n: RecordNumber
    age: Age
    turn: TurnUnderWay
    figure: Annotated[str, Is("A Demi, hadria, a Servant or sorcerer.")]
    from_place: Annotated[str, Is(f"Where it was: {_PLACES}; on a Quest, the Quest's region.")]
    to_place: Annotated[str, Is(f"Where it is now: {_PLACES}; on a Quest, the Quest's region.")]
    quest: Annotated[str | None, Is("Quest it was put on; NULL for a location.")]
    slot: Annotated[int | None, _from_one("Slot it was put on, from 1; NULL for a location.")]
    cause: Annotated[
        str,
        Is(
            "move, portal, transfiguration, command, smite, follows (Hadria, VF-H2), quest (left it when it "
            "was done or taken away), spell (VF-C4), ruling."
        ),
    ]
    player_id: BroughtAboutBy


MOVES, move = fact_table("moves", MoveRow, ("n", "figure", "to_place", "quest", "slot"))


class CityStepRow(NamedTuple):
    """A step of the marker on the City card (VF-A5)."""

    n: RecordNumber
    age: AgePlayed
    card: Annotated[str, Is("The City card.")]
    space: Annotated[int, _from_one("Space it came to, from 1.")]
    effect: Annotated[str, Is("What the space does, in the words of the pack.")]
    demi: Annotated[str, Is("The Demi that arrived.")]
    player_id: Annotated[str, Is("The mover.", of="players.player_id")]
    removed: Annotated[bool, Is("It was the last space: the card is gone.")]


CITY_STEPS, city_step = fact_table("city_steps", CityStepRow, ("n",))


class PowerRow(NamedTuple):
    """A God Power used (VF-P)."""

    n: RecordNumber
    age: AgePlayed
    turn: TurnUnderWay
    player_id: PlayerId
    power: Annotated[str, Is("portal, transfiguration, smite, omniscience, influence, command.")]
    via: Annotated[str, among(("cards", "favor"), "Paid with Fate cards, or by a Favor")]
    cost: Annotated[int, _count("Fate cards paid; 0 for a Favor.")]
    target: Annotated[str | None, Is("Whom or what: a Demi, two by a plus sign, a Quest, a Servant; NULL where none.")]


POWERS, power = fact_table("powers", PowerRow, ("n",))


class FavorRow(NamedTuple):
    """A Favor taken (VF-M6)."""

    favor: Annotated[str, Is("The card.")]
    power: Annotated[str, Is("Its God Power.")]
    taken_n: Annotated[int, Is("Record that took it.", of="records.n")]
    taken_by: Annotated[str, Is("Player who took it.", of="players.player_id")]
    played_n: Annotated[
        int | None, Is("Record that played it (the first taken first, of equal ones); NULL if none did.")
    ]


FAVORS, favor = fact_table("favors", FavorRow, record="taken_n")


class CorruptionRow(NamedTuple):
    """A Favor played, and the Corruption it brought (VF-H4); Corruption that a scorekeeper or a judge tells of."""

    n: RecordNumber
    age: Age
    turn: TurnUnderWay
    player_id: PlayerId
    favor: Annotated[str | None, Is("The card; NULL where a scorekeeper or a judge tells none.", of="favors.favor")]
    power: Annotated[str | None, Is("Its God Power; NULL where there is no card.")]
    corruption: Annotated[int, Is("Corruption of this card; below 0 where a judge takes it away.")]
    total: Annotated[int, _count("Corruption of the player after it.")]


CORRUPTION, corruption = fact_table("corruption", CorruptionRow)

Sha256 = Annotated[str, Is("The pack, as in `packs`: SHA-256 of its bytes, 64 hex digits.")]


class PackQuest(NamedTuple):
    """A Quest of a pack."""

    sha256: Sha256
    quest: Annotated[str, Is("Its id.")]
    name: Annotated[str, Is("Its name.")]
    voters: Annotated[int, _count("Other players that vote on it (VF-Q1).")]
    slots: Annotated[int, _count("Slots it has.")]


class PackSlot(NamedTuple):
    """A slot of a Quest of a pack."""

    sha256: Sha256
    quest: Annotated[str, Is("The Quest.")]
    slot: Annotated[int, _from_one("The slot, from 1.")]
    need: Annotated[str | None, Is("What its Demi must be (VF-M3); NULL where any may stand there.")]
    feather: Annotated[str, Is("What its Demi gets if the feathers win.")]
    scorpion: Annotated[str, Is("What its Demi gets if the scorpions win.")]


class PackDemi(NamedTuple):
    """A Demi of a pack."""

    sha256: Sha256
    demi: Annotated[str, Is("Its id.")]
    house: Annotated[str, Is("Its house: bull, cat or owl.")]
    colour: Annotated[str, Is("Its colour.")]
    pack_order: Annotated[int, _from_one("Its place in the pack, from 1: the order where no other is given (VF-R1).")]


PACK_QUESTS = Table("pack_quests", comment_of(PackQuest), columns_of(PackQuest), ("sha256", "quest"))
PACK_SLOTS = Table("pack_slots", comment_of(PackSlot), columns_of(PackSlot), ("sha256", "quest", "slot"))
DEMIS = Table("demis", comment_of(PackDemi), columns_of(PackDemi), ("sha256", "demi"))

#: Facts that the rules gather while a game is played.
FACTS: tuple[Table, ...] = (
    AGES,
    TURNS,
    RENOWN,
    SNAPSHOTS,
    VOTES,
    VOTE_SLOTS,
    FATE_CARDS,
    QUESTS,
    MOVES,
    CITY_STEPS,
    POWERS,
    FAVORS,
    CORRUPTION,
)
#: What a pack holds.
CONTENT: tuple[Table, ...] = (PACK_QUESTS, PACK_SLOTS, DEMIS)
#: Every table of the ruleset, in the order of the documentation.
TABLES: tuple[Table, ...] = (GAMES, PLAYER_DEMIS, *FACTS, *CONTENT)

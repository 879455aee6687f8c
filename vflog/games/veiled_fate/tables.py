"""The tables of Veiled Fate: what its facts are. Rule names are those of `docs/rules.md`.

Facts of records that were taken back are never in them. `seat`, `turn`, `slot` and `place_in_space`
count from 1; 1 is the front of a space.
"""

from __future__ import annotations

from vflog.engine.facts import GAME_KEY, PLAYER, Column, N, Table, closed, count

_OUTCOME = ("feather", "scorpion", "tie")
_PLACES = "a region, city, abyss or pools"

_AGE = Column("age", "INTEGER", "Age under way, 1 to 3; 0 before the first.", check="age BETWEEN 0 AND 3")
_AGE_ALWAYS = Column("age", "INTEGER", "Age, 1 to 3.", check="age BETWEEN 1 AND 3")
_TURN = Column("turn", "INTEGER", "Turn under way, from 1 through the game; NULL outside of turns.", True, "turn >= 1")
_BY = Column("player_id", "VARCHAR", "Player who brought it about; NULL where nobody did.", True)
_MARKER = Column("marker", "VARCHAR", "The marker on the Renown track: a Demi, hadria or sorcerer.")
_SPACE = "Space of the Renown track, 0 to 12"


def _renown(name: str, comment: str, *, null: bool = False) -> Column:
    return Column(name, "INTEGER", comment, null, f"{name} BETWEEN 0 AND 12")


def _from_one(name: str, comment: str, *, null: bool = False) -> Column:
    return Column(name, "INTEGER", comment, null, f"{name} >= 1")


GAMES = Table(
    "veiled_fate_games",
    "What is known of a game of Veiled Fate as a whole; a row for each that could be begun.",
    (
        GAME_KEY,
        Column("hadria", "BOOLEAN", "Played with Hadria (VF-H)."),
        Column("celestials", "BOOLEAN", "Played with a Celestial (VF-C)."),
        Column("servants", "BOOLEAN", "Played with the Servants (VF-V1)."),
        closed("powers", ("base", "rebalanced"), "Price list of the God Powers (VF-P1)"),
        Column("teams", "BOOLEAN", "Players share Demis in teams (VF-E1)."),
        Column(
            "ages_played", "INTEGER", "Age cards resolved; in a scorekeeper's log, Ages over.",
            check="ages_played BETWEEN 0 AND 3",
        ),
        Column("celestial_role", "VARCHAR", "Role of the Celestial; NULL where there is none.", True),
        Column("celestial_won", "BOOLEAN", "The Celestial has won; NULL without one, or before the end.", True),
    ),
    ("game_key",),
)  # fmt: skip
PLAYER_DEMIS = Table(
    "player_demis",
    "A Demi that a player owned, as far as the log tells.",
    (
        GAME_KEY,
        PLAYER,
        Column("demi", "VARCHAR", "The Demi. Owners that the log never tells have no row."),
        Column(
            "known_n",
            "BIGINT",
            "Record that told who owns it (the set-up, the end of a hidden game); NULL where none tells it alone.",
            True,
        ),
        _renown("renown", "Renown in the end (or as far as the log goes); NULL once annihilated.", null=True),
        _from_one("rank", "Rank among the Demis left, 1 = highest (VF-R6); NULL once annihilated.", null=True),
        Column("annihilated", "BOOLEAN", "Had more Renown than Hadria at the end and left the track (VF-E2)."),
    ),
    ("game_key", "player_id", "demi"),
)

AGES = Table(
    "ages",
    "An Age played.",
    (
        GAME_KEY,
        _AGE_ALWAYS,
        Column("card", "VARCHAR", "The Age card; NULL where a scorekeeper's log does not name it.", True),
        Column("first_player", "VARCHAR", "First player when it began; NULL in a scorekeeper's log.", True),
        Column("first_rested", "VARCHAR", "First to rest in it (VF-A4); NULL if nobody rested.", True),
        Column("first_n", "BIGINT", "Its `age` record."),
        Column("last_n", "BIGINT", "Record that resolved its Age card; NULL while it goes on.", True),
        closed("ended_by", ("rested", "quests"), "What ended it (VF-A3); NULL while it goes on", null=True),
    ),
    ("game_key", "age"),
    "first_n",
)

TURNS = Table(
    "turns",
    "A turn of a player.",
    (
        GAME_KEY,
        _from_one("turn", "Number of the turn, from 1 through the game."),
        _AGE_ALWAYS,
        PLAYER,
        Column("first_n", "BIGINT", "Its first record."),
        Column("last_n", "BIGINT", "Its last record; NULL while it goes on.", True),
        count("actions", "Actions taken in it, 0 to 2 (VF-T1)."),
        closed(
            "rested",
            ("chosen", "automatic"),
            "Rested with it: by choice, or by the rules (VF-T2); NULL if not",
            null=True,
        ),
        Column(
            "duration_s",
            "DECIMAL(10,3)",
            "Seconds from the record before the turn to its last, pauses taken out; NULL where times are "
            "missing, go backwards or lie over 115 days apart.",
            True,
            "duration_s >= 0",
        ),
    ),
    ("game_key", "turn"),
    "last_n",
)

RENOWN = Table(
    "renown",
    "A marker that moved on the Renown track, and every smite even if its marker stood last already.",
    (
        GAME_KEY,
        N,
        _AGE,
        _TURN,
        _MARKER,
        _renown("before", f"{_SPACE}, before."),
        _renown("after", f"{_SPACE}, after; NULL where the marker left the track.", null=True),
        _from_one(
            "rank_before",
            "Rank among the Demis before, 1 = highest (VF-R6); NULL for other markers.",
            null=True,
        ),
        _from_one("rank_after", "Rank among the Demis right after; NULL for other markers.", null=True),
        Column(
            "cause",
            "VARCHAR",
            "What moved it: quest, age_card, smite, city, corruption, solo (the lone player's gain, VF-E2), "
            "ruling, score, completion (Hadria's loss, VF-H3), spell, prophecy (VF-C4).",
        ),
        Column(
            "subject",
            "VARCHAR",
            "The Quest, the card or the God Power behind it; NULL where there is none.",
            True,
        ),
        Column("by_coin", "BOOLEAN", "A coin decided it."),
        _BY,
    ),
    ("game_key", "n", "marker", "cause", "before", "after", "rank_before", "rank_after"),
)

SNAPSHOTS = Table(
    "snapshots",
    "A marker at a moment, after all that the moment brought.",
    (
        GAME_KEY,
        N,
        _AGE,
        closed("moment", ("vote", "age_end", "corruption", "annihilation", "end"), "The moment"),
        _MARKER,
        _renown("renown", f"{_SPACE}; NULL once annihilated.", null=True),
        _from_one(
            "rank",
            "Rank among the Demis left (VF-R6); NULL for other markers and once annihilated.",
            null=True,
        ),
        _from_one(
            "place_in_space",
            "Place among the Demis of its space, 1 = front (1 for Hadria, VF-R5); NULL once annihilated.",
            null=True,
        ),
    ),
    ("game_key", "n", "moment", "marker"),
)

VOTES = Table(
    "votes",
    "A vote that was counted; the census has one row a region.",
    (
        GAME_KEY,
        N,
        closed("kind", ("quest", "age"), "On what"),
        Column("subject", "VARCHAR", "The Quest or the Age card."),
        Column(
            "region",
            "VARCHAR",
            "Region of the Quest, or of this count of the census; NULL for other Age cards.",
            True,
        ),
        _AGE_ALWAYS,
        count("cards", "Cards in it, those that +2 drew among them (VF-F3)."),
        count("feathers", "Feathers: 1 a feather, 2 a double one."),
        count("scorpions", "Scorpions: 1 a scorpion, 2 a double one."),
        closed("outcome", _OUTCOME, "Which side won; a tie only on Age cards"),
        Column("by_coin", "BOOLEAN", "Feathers and scorpions were equal and a coin decided (VF-Q3)."),
        Column("completed_by", "VARCHAR", "Player who filled the Quest's last slot; NULL for Age cards.", True),
    ),
    ("game_key", "n", "region"),
)

FATE_CARDS = Table(
    "fate_cards",
    "A Fate card that came to a hand, left one, or went from the deck to a vote.",
    (
        GAME_KEY,
        N,
        Column("player_id", "VARCHAR", "Whose hand; NULL for the deck.", True),
        closed("kind", ("f1", "f2", "s1", "s2", "+2", "?"), "Kind of the card, ? where the log hides it"),
        Column(
            "delta",
            "INTEGER",
            "+1 came to the hand, -1 left it, 0 from the deck to a vote.",
            check="delta BETWEEN -1 AND 1",
        ),
        Column(
            "why",
            "VARCHAR",
            "setup, deal, pools (VF-M6), swap (VF-M7), city (VF-A5), vote (with a move onto a slot, VF-M5), "
            "voter (as an extra voter, VF-Q1), influence, portal, omniscience, age_vote, pay (VF-P1), "
            "plus2 (VF-F3), limit (above the hand limit, VF-F2), mother (a card of her own, VF-C3), ruling.",
        ),
        Column(
            "vote_n",
            "BIGINT",
            "Record that counts the vote it went into; NULL where it went into none (yet).",
            True,
        ),
    ),
    (),
)

QUESTS = Table(
    "quests",
    "A Quest that lay on the board.",
    (
        GAME_KEY,
        Column("quest", "VARCHAR", "The Quest."),
        Column("region", "VARCHAR", "Where it lay; NULL for the Quest of Judgement.", True),
        Column("age", "INTEGER", "Age for which it was laid out, 1 to 3.", check="age BETWEEN 1 AND 3"),
        Column("placed_n", "BIGINT", "Record that laid it out."),
        Column("placed_by", "VARCHAR", "Player who laid it out; NULL for the set-up.", True),
        Column("completed_n", "BIGINT", "Record that filled its last slot; NULL if none did.", True),
        Column("completed_by", "VARCHAR", "Player who filled it; NULL if nobody did.", True),
        Column("removed_n", "BIGINT", "Record with which it left the board; NULL while it lies there.", True),
        closed("outcome", _OUTCOME, "How its vote went; NULL without one (a tie only in Judgement)", null=True),
        count("slots", "Slots it has."),
        count("filled", "Slots that were filled when it left, or are now."),
    ),
    ("game_key", "quest"),
    "completed_n",
)

MOVES = Table(
    "moves",
    "A figure that changed its place.",
    (
        GAME_KEY,
        N,
        _AGE,
        _TURN,
        Column("figure", "VARCHAR", "A Demi, hadria, a Servant or sorcerer."),
        Column("from_place", "VARCHAR", f"Where it was: {_PLACES}; on a Quest, the Quest's region."),
        Column("to_place", "VARCHAR", f"Where it is now: {_PLACES}; on a Quest, the Quest's region."),
        Column("quest", "VARCHAR", "Quest it was put on; NULL for a location.", True),
        _from_one("slot", "Slot it was put on, from 1; NULL for a location.", null=True),
        Column(
            "cause",
            "VARCHAR",
            "move, portal, transfiguration, command, smite, follows (Hadria, VF-H2), quest (left it when it "
            "was done or taken away), spell (VF-C4), ruling.",
        ),
        _BY,
    ),
    ("game_key", "n", "figure", "to_place", "quest", "slot"),
)

CITY_STEPS = Table(
    "city_steps",
    "A step of the marker on the City card (VF-A5).",
    (
        GAME_KEY,
        N,
        _AGE_ALWAYS,
        Column("card", "VARCHAR", "The City card."),
        _from_one("space", "Space it came to, from 1."),
        Column("effect", "VARCHAR", "What the space does, in the words of the pack."),
        Column("demi", "VARCHAR", "The Demi that arrived."),
        Column("player_id", "VARCHAR", "The mover."),
        Column("removed", "BOOLEAN", "It was the last space: the card is gone."),
    ),
    ("game_key", "n"),
)

POWERS = Table(
    "powers",
    "A God Power used (VF-P).",
    (
        GAME_KEY,
        N,
        _AGE_ALWAYS,
        _TURN,
        PLAYER,
        Column("power", "VARCHAR", "portal, transfiguration, smite, omniscience, influence, command."),
        closed("via", ("cards", "favor"), "Paid with Fate cards, or by a Favor"),
        count("cost", "Fate cards paid; 0 for a Favor."),
        Column(
            "target",
            "VARCHAR",
            "Whom or what: a Demi, two by a plus sign, a Quest, a Servant; NULL where none.",
            True,
        ),
    ),
    ("game_key", "n"),
)

FAVORS = Table(
    "favors",
    "A Favor taken (VF-M6).",
    (
        GAME_KEY,
        Column("favor", "VARCHAR", "The card."),
        Column("power", "VARCHAR", "Its God Power."),
        Column("taken_n", "BIGINT", "Record that took it."),
        Column("taken_by", "VARCHAR", "Player who took it."),
        Column(
            "played_n",
            "BIGINT",
            "Record that played it (the first taken first, of equal ones); NULL if none did.",
            True,
        ),
    ),
    ("game_key", "taken_n"),
    "taken_n",
)

CORRUPTION = Table(
    "corruption",
    "A Favor played, and the Corruption it brought (VF-H4).",
    (
        GAME_KEY,
        N,
        _AGE,
        _TURN,
        PLAYER,
        Column("favor", "VARCHAR", "The card; NULL in a scorekeeper's log.", True),
        Column("power", "VARCHAR", "Its God Power; NULL in a scorekeeper's log.", True),
        count("corruption", "Corruption of this card."),
        count("total", "Corruption of the player after it."),
    ),
    ("game_key", "n"),
)

_PACK = Column("sha256", "VARCHAR", "The pack, as in `packs`: SHA-256 of its bytes, 64 hex digits.")

PACK_QUESTS = Table(
    "pack_quests",
    "A Quest of a pack.",
    (
        _PACK,
        Column("quest", "VARCHAR", "Its id."),
        Column("name", "VARCHAR", "Its name."),
        count("voters", "Other players that vote on it (VF-Q1)."),
        count("slots", "Slots it has."),
    ),
    ("sha256", "quest"),
)

PACK_SLOTS = Table(
    "pack_slots",
    "A slot of a Quest of a pack.",
    (
        _PACK,
        Column("quest", "VARCHAR", "The Quest."),
        _from_one("slot", "The slot, from 1."),
        Column("need", "VARCHAR", "What its Demi must be (VF-M3); NULL where any may stand there.", True),
        Column("feather", "VARCHAR", "What its Demi gets if the feathers win."),
        Column("scorpion", "VARCHAR", "What its Demi gets if the scorpions win."),
    ),
    ("sha256", "quest", "slot"),
)

DEMIS = Table(
    "demis",
    "A Demi of a pack.",
    (
        _PACK,
        Column("demi", "VARCHAR", "Its id."),
        Column("house", "VARCHAR", "Its house: bull, cat or owl."),
        Column("colour", "VARCHAR", "Its colour."),
        _from_one("pack_order", "Its place in the pack, from 1: the order where no other is given (VF-R1)."),
    ),
    ("sha256", "demi"),
)

#: Facts that the rules gather while a game is played. `player_demis` comes with `Play.summary`.
FACTS: tuple[Table, ...] = (
    AGES,
    TURNS,
    RENOWN,
    SNAPSHOTS,
    VOTES,
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

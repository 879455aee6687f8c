"""The tables of a tournament, filled from its file and from the games loaded (page "Tournaments")."""

from __future__ import annotations

from vflog.engine.facts import PLAYER, Column, Table, closed, count

_EVENT = Column("event", "VARCHAR", "The tournament.", holds="label")
_TABLE = Column("table_id", "VARCHAR", "The table; NULL for a bye.", True, holds="label")
_ROUND = Column("round", "BIGINT", "The round, from 1.")
_PERSON = Column("person_id", "VARCHAR", "The human, as in `persons`.", holds="person")

EVENT = Table(
    "events",
    "A tournament, by its file.",
    (
        _EVENT,
        Column("places", "VARCHAR", "Points of the places, by number of players: `3: 4, 2, 0; 4: 6, 3, 1, 0`."),
        Column("bye", "VARCHAR", "Points for a bye: a whole number or an exact fraction."),
        Column("no_show", "VARCHAR", "Points for an absence."),
        Column("tiebreaks", "VARCHAR", "Names of the tie-breaks in order, by commas."),
        Column("seed", "VARCHAR", "Seed of the lots; NULL without one.", True, holds="text"),
    ),
    ("event",),
)
PERSONS = Table(
    "persons",
    "A human that a tournament file names.",
    (_EVENT, _PERSON, Column("name", "VARCHAR", "Name as written; NULL where it gives none.", True, holds="name")),
    ("event", "person_id"),
)
PERSON_ALIASES = Table(
    "person_aliases",
    "An id under which a human plays in a front end.",
    (
        _EVENT,
        _PERSON,
        Column("app", "VARCHAR", "The front end; NULL where the id is the same in all.", True, holds="text"),
        PLAYER,
    ),
    ("event", "app", "player_id"),
)
PERSON_ROUNDS = Table(
    "person_rounds",
    "When a human comes to a tournament and leaves it.",
    (
        _EVENT,
        _PERSON,
        Column("from_round", "BIGINT", "The first round, from 1."),
        Column("until_round", "BIGINT", "The last round before withdrawing; NULL for who stays.", True),
    ),
    ("event", "person_id"),
)
EVENT_ROUNDS = Table(
    "event_rounds",
    "A round of a tournament.",
    (
        _EVENT,
        _ROUND,
        Column("starts_utc", "TIMESTAMP", "When it may begin (UTC); NULL where the file does not say.", True),
        Column("ends_utc", "TIMESTAMP", "When it must be over (UTC); NULL where the file does not say.", True),
    ),
    ("event", "round"),
)
EVENT_TABLES = Table(
    "event_tables",
    "A human at a table of a round, or with a bye.",
    (
        _EVENT,
        _ROUND,
        _TABLE,
        _PERSON,
    ),
    ("event", "round", "person_id"),
)
EVENT_RESULTS = Table(
    "event_results",
    "What a human reached at a table of a round.",
    (
        _EVENT,
        _ROUND,
        _TABLE,
        _PERSON,
        Column("game_key", "BIGINT", "The game it comes from; NULL for a bye and for results by hand.", True),
        Column("place", "INTEGER", "Place at the table, from 1; NULL where nobody can say.", True),
        Column("points", "VARCHAR", "Points: a whole number or an exact fraction such as `7/2`."),
        Column("judge", "VARCHAR", "Who set it by hand; NULL where the log decides.", True, holds="judge"),
        Column("reason", "VARCHAR", "Why it was set by hand; NULL where the log decides.", True, holds="text"),
    ),
    ("event", "round", "person_id"),
)
STANDINGS = Table(
    "standings",
    "A human in the standings after a round.",
    (
        _EVENT,
        _ROUND,
        Column("rank", "INTEGER", "Rank from 1, shared ranks equal.", check="rank >= 1"),
        _PERSON,
        Column("points", "VARCHAR", "Points so far: a whole number or an exact fraction."),
        count("games", "Games so far."),
        count("wins", "Games won so far."),
        Column("tiebreaks", "VARCHAR", "Values of the tie-breaks in the order of the file, by commas."),
    ),
    ("event", "round", "person_id"),
)
EVENT_FINDINGS = Table(
    "event_findings",
    "Something wrong with a tournament, as its file and the logs tell.",
    (
        _EVENT,
        Column("round", "BIGINT", "The round; NULL for what is of none.", True),
        Column("table_id", "VARCHAR", "The table; NULL for what is of none.", True, holds="label"),
        closed("severity", ("error", "warning"), "How bad"),
        Column("code", "VARCHAR", "What kind, as in `codes`."),
        Column("app", "VARCHAR", "Front end that wrote the log; NULL where no log is at fault.", True, holds="text"),
        Column("app_version", "VARCHAR", "Its version; NULL where the log does not say.", True, holds="text"),
        Column("game_id", "VARCHAR", "Id of the game; NULL where no log is at fault.", True, holds="text"),
        Column("message", "VARCHAR", "The sentence, with the values.", holds="text"),
    ),
    (),
)

#: In the order of the documentation.
EVENTS: tuple[Table, ...] = (
    EVENT, PERSONS, PERSON_ALIASES, PERSON_ROUNDS, EVENT_ROUNDS, EVENT_TABLES, EVENT_RESULTS, EVENT_FINDINGS, STANDINGS,
)  # fmt: skip

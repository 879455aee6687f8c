"""The tables that every ruleset shares, as data: what an input file, a game, a record come to.

The store makes its DDL, its comments and its checks from these and from the tables of the rulesets; a
column more is one line more here (or there) and the value where it is gathered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from vflog.engine.event_tables import EVENTS
from vflog.engine.facts import (
    GAME_KEY,
    LINE,
    LOAD_KEY,
    PLAYER,
    Column,
    Is,
    RecordNumber,
    Table,
    closed,
    count,
    fact_table,
)  # fmt: skip
from vflog.engine.telling import RELATIONS

#: The version of all tables together: a database of another version is not written to.
SCHEMA_VERSION = 3


STATUS = ("unreadable", "unsupported", "invalid", "abandoned", "incomplete", "adjudicated", "valid")
JUDGED = ("applied", "refused", "taken_back", "unjudged")
BASIS = ("printed", "public", "assumed")
SEVERITY = ("error", "warning")
END_REASON = ("played", "time", "conceded", "disqualified", "abandoned")
WHY_NOT = ("invalid", "incomplete", "abandoned", "stopped", "unsupported", "duplicate", "witness", "simulated")

#: The columns of `records` that tables of a ruleset may fill (`Table.spans`).
SPANNED = ("age", "turn")

BASIS_COLUMN = closed(
    "basis", BASIS, "Whose rule it is; NULL where it is the format's and no rule of a game", null=True
)

META = Table(
    "meta",
    "The database: a single row.",
    (
        Column("schema_version", "INTEGER", "Version of the tables as a whole."),
        Column("tool_version", "VARCHAR", "Version of vflog that made the database."),
        Column(
            "revisions",
            "VARCHAR",
            "Revisions of the rules known when it was made, as `ruleset revision`, by commas.",
        ),
        Column("created_at", "TIMESTAMP", "When it was made (UTC); no part of the digest."),
        Column(
            "view",
            "VARCHAR",
            "Whose view it was made for, `public` or a player; NULL where it holds everything. Where it is made for a "
            "view, NULL stands for all that tells how long lines are or what they say: keys of files, hashes, digests, "
            "sizes, places, lines.",
            True,
        ),
    ),
    ("schema_version",),
)

LOADS = Table(
    "loads",
    "An input file. lines = blank + records + rejects + repeats.",
    (
        LOAD_KEY,
        Column("file", "VARCHAR", "Path as it was given; no part of the digest.", holds="anything"),
        Column(
            "sha256",
            "VARCHAR",
            "SHA-256 of the bytes of the file, 64 hex digits; NULL for a view.",
            True,
            "length(sha256) = 64",
        ),
        count("bytes", "Size of the file as stored, in bytes; NULL for a view.", null=True),
        count("lines", "Lines in all, unpacked."),
        count("blank", "Lines with nothing on them."),
        count("records", "Lines that are records of a game that stands in `games` from this file."),
        count("rejects", "Lines that are no record, or of no game."),
        count("repeats", "Lines of games that another place tells at least as far: copies and earlier states."),
        count("games", "Games that stand in `games` from this file."),
        Column("loaded_at", "TIMESTAMP", "When it was loaded (UTC); no part of the digest."),
        Column("tool_version", "VARCHAR", "Version of vflog that judged it."),
    ),
    ("load_key",),
)

GAMES = Table(
    "games",
    "A game. records = applied + refused + taken_back + unjudged.",
    (
        GAME_KEY,
        Column(
            "game_id",
            "VARCHAR",
            "Id in the log. Unique only within one front end; NULL where it cannot be read.",
            True,
            holds="text",
        ),
        LOAD_KEY,
        Column("first_line", "BIGINT", "Line of its `game` record in the file, from 1.", check="first_line >= 1"),
        Column("ruleset", "VARCHAR", "Name of the ruleset; NULL where it cannot be read.", True),
        Column(
            "revision",
            "VARCHAR",
            "Revision of the rules it was judged by; NULL where it could not be judged.",
            True,
        ),
        closed(
            "detail",
            ("full", "score"),
            "What the log records: everything, or only what a scorekeeper sees; "
            "NULL where the ruleset knows no such thing or the game was not judged",
            null=True,
        ),
        Column("content_pack", "VARCHAR", "Content pack it was played with; NULL where it was not judged.", True),
        Column(
            "content_sha256",
            "VARCHAR",
            "SHA-256 of the pack's bytes, 64 hex digits; NULL where it was not judged.",
            True,
        ),
        Column(
            "content_invented",
            "BOOLEAN",
            "The pack's values are invented, not printed; NULL where not judged.",
            True,
        ),
        Column("event", "VARCHAR", "Tournament of the header; NULL where it names none.", True, holds="label"),
        Column("round", "BIGINT", "Round of the tournament; NULL where the header names none.", True),
        Column(
            "table_id",
            "VARCHAR",
            "Table of the round (`table` of the header); NULL where it names none.",
            True,
            holds="label",
        ),
        Column(
            "source_app", "VARCHAR", "Front end that wrote the log; NULL where it does not say.", True, holds="text"
        ),
        Column(
            "source_version",
            "VARCHAR",
            "Version of that front end; NULL where it does not say.",
            True,
            holds="text",
        ),
        count("players", "Number of players; NULL where it cannot be read.", null=True),
        Column(
            "started_utc",
            "TIMESTAMP",
            "Time of the first record that has one (UTC); NULL where none has.",
            True,
        ),
        Column("ended_utc", "TIMESTAMP", "Time of the last record that has one (UTC); NULL where none has.", True),
        closed("status", STATUS, "What it came to"),
        closed("end_reason", END_REASON, "Reason of its `end`; NULL where it has none that holds", null=True),
        count("records", "Records in all."),
        count("applied", "Records carried out that still stand."),
        count("refused", "Records that break a rule."),
        count("taken_back", "Records taken back by a later `takeback`."),
        count("unjudged", "Records after one that was refused, not judged."),
        count("problems", "Rows of `problems` it has, warnings among them."),
        Column(
            "disputed",
            "BOOLEAN",
            "The verdict can be argued with: an error in it rests on an assumption of ours or would be none "
            "under another named ruling, or another log, sound and over, contradicts it in a record of play.",
        ),
        Column(
            "digest",
            "VARCHAR",
            "Digest of the last state, `sha256:` and 64 hex digits; NULL where there is no state.",
            True,
        ),
        Column("public_digest", "VARCHAR", "The same of its public form; NULL where there is no state.", True),
        count("lines", "Lines of the log that belong to it, rejected ones among them."),
        Column(
            "chain_head",
            "VARCHAR",
            "SHA-256 over its complete lines, each with a newline after it, 64 hex digits: proves that a longer log is "
            "this one, grown; NULL where not one of its lines can be read.",
            True,
            "length(chain_head) = 64",
        ),
        Column("simulated", "BOOLEAN", "Made by `vflog simulate`, not played by people."),
        Column("counted", "BOOLEAN", "Counted in the views: sound, played to its end, told once, by people."),
        closed("why_not", WHY_NOT, "The first reason for which it is not counted; NULL where it is", null=True),
    ),
    ("game_key", "load_key", "first_line"),
)

TELLINGS = Table(
    "tellings",
    "A log of a game. One of them stands for it and has its facts in the tables; the others stand only here.",
    (
        GAME_KEY,
        LOAD_KEY,
        Column("first_line", "BIGINT", "Line of its `game` record in the file, from 1.", check="first_line >= 1"),
        Column(
            "file",
            "VARCHAR",
            "Path of the file as it was given, which tells files with the same bytes apart; no part of the digest.",
            holds="anything",
        ),
        Column(
            "chain_head",
            "VARCHAR",
            "SHA-256 over its complete lines, each with a newline after it, 64 hex digits: names the telling; "
            "NULL for a view.",
            True,
            check="length(chain_head) = 64",
        ),
        count("records", "Records in all."),
        count("rejects", "Lines of it that are no record."),
        count("lines", "Complete lines, rejected ones among them."),
        closed("status", STATUS, "What it comes to"),
        closed("relation", RELATIONS, "What it is to the game"),
        Column(
            "why",
            "VARCHAR",
            "Why it does not stand, or `chosen` where it was chosen to; NULL where it stands by itself.",
            True,
            holds="text",
        ),
        Column("redacted", "BOOLEAN", "Secrets have been taken out of it, as its header says."),
        Column("ended", "BOOLEAN", "Its `end` was applied."),
        count("plays", "Live records of play."),
        count("unknown", "How often `?` stands in its lines."),
        Column("tail", "VARCHAR", "Stands for a last line that was cut off, 8 hex digits; NULL without one.", True),
        count("problems", "Problems it has, warnings among them, without those that tell of other logs."),
        Column(
            "disputed",
            "BOOLEAN",
            "An error in its verdict rests on an assumption of ours or would be none under another named ruling.",
        ),
        Column(
            "play_digest",
            "VARCHAR",
            "The same for tellings with the same live records of play, 32 hex digits; NULL where it was not needed.",
            True,
        ),
        Column(
            "log",
            "BLOB",
            "Its lines, packed, from which its facts can be made; NULL for repeats, and where `records` has the lines.",
            True,
            holds="anything",
        ),
    ),
    ("game_key", "load_key", "first_line", "file"),
)

PLAYERS = Table(
    "players",
    "A seat of a game.",
    (
        GAME_KEY,
        Column("seat", "INTEGER", "Seat from 1, clockwise, in the order of the header.", check="seat >= 1"),
        PLAYER,
        Column(
            "person_id",
            "VARCHAR",
            "The human behind it, by the tournament file; NULL where none was loaded.",
            True,
            holds="person",
        ),
        Column("name", "VARCHAR", "Name as written; NULL where the header gives none.", True, holds="name"),
        Column(
            "called",
            "VARCHAR",
            "What people are told: the name, with the id where another has that name or has it for an id; else the id.",
            holds="name",
        ),
        Column("role", "VARCHAR", "Role of the player, where the ruleset has such; NULL for everybody else.", True),
        Column(
            "team",
            "INTEGER",
            "Team, numbered from 1 by first seat; NULL without teams or while unknown.",
            True,
        ),
        count("corruption", "Corruption in the end; NULL where the game has none.", null=True),
        Column(
            "disqualified",
            "BOOLEAN",
            "Barred from winning by the rules; NULL before the end and where the ruleset bars nobody.",
            True,
        ),
        Column(
            "place",
            "INTEGER",
            "Final place from 1, shared places equal; NULL before the end and where nobody can say.",
            True,
            "place >= 1",
        ),
        Column("won", "BOOLEAN", "Is one of the winners; NULL where the game has no end that holds.", True),
    ),
    ("game_key", "seat"),
)

RECORDS = Table(
    "records",
    "A record, as it was judged in the end.",
    (
        GAME_KEY,
        Column("n", "BIGINT", "Number in its game; NULL where its own number was wrong and it took none.", True),
        LINE,
        Column("type", "VARCHAR", "Type of the record, as written."),
        Column("player_id", "VARCHAR", "Player it names as acting; NULL where it names none.", True, holds="player"),
        Column("age", "INTEGER", "Age under way, from 1; NULL outside of one and where it does not stand.", True),
        Column(
            "turn",
            "INTEGER",
            "Turn it belongs to, from 1; NULL outside of turns and where it does not stand.",
            True,
        ),
        Column(
            "at_utc",
            "TIMESTAMP",
            "When, in UTC, to the microsecond; NULL where it does not say or no such moment is.",
            True,
        ),
        Column("at_text", "VARCHAR", "When, as written; NULL where it does not say.", True),
        closed("judged", JUDGED, "What became of it"),
        Column("body", "JSON", "The line as it came; NULL in a lean database, and for a view.", True, holds="line"),
    ),
    ("game_key", "line"),
)

REJECTS = Table(
    "rejects",
    "A line that is no record, or a record of no game.",
    (
        LOAD_KEY,
        LINE,
        Column(
            "byte_offset",
            "BIGINT",
            "Where the line begins in the unpacked file, in bytes from 0; NULL for a view.",
            True,
        ),
        Column("game_key", "BIGINT", "The game open then; NULL if none was, or several.", True),
        Column("code", "VARCHAR", "What is wrong with it, as in `codes`."),
        Column("raw", "BLOB", "The bytes of the line, its end left off; NULL for a view.", True, holds="anything"),
    ),
    ("load_key", "line"),
)

PROBLEMS = Table(
    "problems",
    "A problem: one thing wrong in one place.",
    (
        LOAD_KEY,
        Column("game_key", "BIGINT", "The game; NULL for one of the file as a whole.", True),
        Column("line", "BIGINT", "Line, from 1; NULL where it belongs to no one line.", True),
        Column("byte_offset", "BIGINT", "Where that line begins, in bytes from 0; NULL as `line`; for a view.", True),
        Column("n", "BIGINT", "Record it belongs to; NULL where there is none.", True),
        closed("severity", SEVERITY, "How bad"),
        Column("code", "VARCHAR", "What kind, as in `codes`."),
        Column("rule", "VARCHAR", "The rule broken, as in `rules`; NULL where it is none of a game's.", True),
        BASIS_COLUMN,
        Column(
            "holds_under",
            "VARCHAR",
            "Rulings under which it would have been legal, by commas; NULL if none.",
            True,
        ),
        Column("message", "VARCHAR", "The sentence, with the values.", holds="text"),
        Column(
            "follows",
            "BOOLEAN",
            "Comes after a refused record that was left out, so it may follow from that.",
        ),
    ),
    (),
)

CODES = Table(
    "codes",
    "A code that a problem can have.",
    (
        Column("code", "VARCHAR", "The code, as in `problems`."),
        closed("severity", SEVERITY, "How bad it is where nothing lessens it"),
        Column("title", "VARCHAR", "What it means, in a few words."),
    ),
    ("code",),
)

RULES = Table(
    "rules",
    "A rule of a ruleset.",
    (
        Column("rule", "VARCHAR", "Its name, as in `problems`."),
        Column("title", "VARCHAR", "What it is about."),
        Column("source", "VARCHAR", "Where it comes from."),
        closed("basis", BASIS, "Whose rule it is; NULL where its sentences differ in that", null=True),
    ),
    ("rule",),
)

GAME_RULINGS = Table(
    "game_rulings",
    "A named ruling that a game was judged by.",
    (
        GAME_KEY,
        Column("name", "VARCHAR", "Name of the ruling."),
        Column("value", "VARCHAR", "Its value in this game."),
    ),
    ("game_key", "name"),
)


class RulingRow(NamedTuple):
    """A value that a judge's `ruling` changed."""

    n: RecordNumber
    judge: Annotated[str, Is("Who ruled (`by` of the record).", holds="judge")]
    reason: Annotated[str, Is("Why, as written.", holds="text")]
    path: Annotated[str, Is("What was changed: keys of the state document, by dots.", holds="path")]
    before: Annotated[str | None, Is("The value before; NULL where there was none.", "JSON", holds="value")]
    after: Annotated[str, Is("The value after.", "JSON", holds="value")]


RULINGS, ruling = fact_table("rulings", RulingRow, ("n", "path"))


class TakebackRow(NamedTuple):
    """A `takeback` that stands."""

    n: RecordNumber
    to_n: Annotated[int, Is("The record right after which the state went back to.")]


TAKEBACKS, takeback = fact_table("takebacks", TakebackRow, ("n",))


class AmendmentRow(NamedTuple):
    """An `amend` that stands."""

    n: RecordNumber
    to_n: Annotated[int, Is("The record that is read otherwise from here on.")]
    judge: Annotated[str | None, Is("Who corrected (`by` of the record); NULL where it does not say.", holds="judge")]
    reason: Annotated[str | None, Is("Why, as written; NULL where it does not say.", holds="text")]


AMENDMENTS, amendment = fact_table("amendments", AmendmentRow, ("n",))


class ClaimRow(NamedTuple):
    """A value that a `claim` states."""

    n: RecordNumber
    path: Annotated[
        str, Is("What is claimed: keys of the state document, by dots, or `state`, `public`.", holds="path")
    ]
    claimed: Annotated[str, Is("The value claimed.", "JSON", holds="value")]
    held: Annotated[
        str | None, Is("The value that the state has; NULL where it has no such key.", "JSON", holds="value")
    ]
    holds: Annotated[bool, Is("The two are equal.")]


CLAIMS, claim = fact_table("claims", ClaimRow, ("n", "path"))

KEYS = Table(
    "keys",
    "What tells the rows of a table apart (NULLs equal); checked at the end of a load, not declared.",
    (
        Column("table_name", "VARCHAR", "The table."),
        Column("key_columns", "VARCHAR", "Its key, by commas; NULL where equal rows may stand.", True),
        Column("row_is", "VARCHAR", "What one row is."),
    ),
    ("table_name",),
)

PACKS = Table(
    "packs",
    "A content pack that a game was played with.",
    (
        Column("pack", "VARCHAR", "Its id."),
        Column("sha256", "VARCHAR", "SHA-256 of its bytes, 64 hex digits.", check="length(sha256) = 64"),
        Column("version", "VARCHAR", "Its version; NULL where it names none.", True),
        Column("invented", "BOOLEAN", "Its values are invented, not taken from printed cards."),
    ),
    ("sha256",),
)

#: Facts that the judge of any ruleset gathers while a game is judged.
FACTS: tuple[Table, ...] = (RULINGS, TAKEBACKS, AMENDMENTS, CLAIMS)
#: Every table that does not come from a ruleset, in the order of the documentation.
SHARED: tuple[Table, ...] = (
    META, LOADS, GAMES, TELLINGS, PLAYERS, RECORDS, REJECTS, PROBLEMS, CODES, RULES, GAME_RULINGS, *FACTS, KEYS, PACKS,
    *EVENTS,
)  # fmt: skip


def chart(tables: Iterable[Table]) -> dict[str, Table]:
    """The tables by name; a name given twice is a mistake of ours."""
    out: dict[str, Table] = {}
    for table in tables:
        if out.setdefault(table.name, table) is not table:
            raise ValueError(f"table {table.name} is given twice")
    return out

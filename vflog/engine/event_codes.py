"""What can be wrong with a tournament: between its file and the logs, and between what was published and what is."""

from __future__ import annotations

from vflog.log.problems import Code, table

CODES = table(
    (
        Code("tournament.no-log", "There is no log of this table{instead}.", title="A table without a log"),
        Code("tournament.two-logs", "The game {game!r} is told by {count} logs: {how}.",
             title="Several logs of one game at a table"),
        Code("tournament.unexpected-log", "The log of the game {game!r} is of no table of the tournament: {why}.",
             title="A log that belongs to no table"),
        Code("tournament.wrong-table", "The log of the game {game!r} names {said}, but its players are those of {found}; "
             "it counts there.", title="A log that names another table than its players'"),
        Code("tournament.unknown-player", "{player}, {where}, is no player of the tournament.",
             title="A player in no list", people=()),
        Code("tournament.players-differ", "The players are not those of the tournament file: {how}.",
             title="Other players than were to sit at the table"),
        Code("tournament.player-twice-in-round", "{player} is at more than one seat of this round ({seats}); {counts} counts.",
             title="A player at two seats of a round"),
        Code("tournament.played-a-bye", "{player} has a bye in this round and has played; the game counts, the bye does not.",
             title="A player who has a bye and plays"),
        Code("tournament.second-bye", "{player} is allocated a bye again, after round {first}.",
             title="A second allocated bye for one player"),
        Code("tournament.rules-differ", "The game was played with {field} {found}; the tournament is played with {wanted}.",
             title="A game by other rules than the tournament's"),
        Code("tournament.not-finished", "The game is not finished: its log is {status}{instead}.",
             title="A game that has no end yet"),
        Code("tournament.not-sound", "The log cannot count, for it is {status}{why}{instead}.",
             title="A log that cannot count"),
        Code("tournament.result-differs", "The log says {said}, the result by hand of {by} says {hand}; the log counts.",
             title="A result by hand that the log contradicts"),
        Code("tournament.outside-the-round", "The log {what} at {at}, {how} the round, which {limit}.",
             title="A log written outside of its round"),
        Code("tournament.replayed", "There are {count} games of this table ({games}); {which} counts{why}.",
             title="A table that has played more than one game"),
        Code("tournament.seal-differs", "What was noted of the seal of {game!r} does not fit: {why}.",
             title="A log that is not what was sealed"),
        Code("tournament.changed", "{what} was {before} when it was published, and is {after} now.",
             title="Something that was published and is otherwise now"),
        Code("tournament.no-telling", "The file chooses the log {head} of the game {game!r}, and there is none that begins so.",
             title="A chosen log that is not there"),
        Code("tournament.no-points", "The file gives no points for a table of {size}; everybody there has 0.",
             title="A table of a size that has no points"),
        Code("tournament.table-twice", "The table is there twice in this round; what stands first counts.",
             title="A table that is there twice in a round"),
        Code("tournament.empty-round", "There is no table in this round.", severity="warning",
             title="A round without tables"),
        Code("tournament.not-entered", "{player} is down for this round but {why}.", severity="warning",
             title="A player seated before coming or after leaving"),
    )
)  # fmt: skip

"""What can be wrong with a game whichever it is: in its course, and in its place among the games of a file."""

from __future__ import annotations

from vflog.log.problems import Code, table

#: Headings of `docs/format.md`, under which the format asks for these (`Code.asked`).
EVERY = "What every record may carry"
#: The values of a sentence that tell one cause from another, where not all of them do.
_CAUSES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("n.gap", "n.repeat", "n.step-back", "n.missing", "at.backwards", "order.after-end", "game.no-revision"), ()
    ),
    "claim.differs": ("path",),
    **dict.fromkeys(
        ("game.copy", "game.grown", "game.duplicate", "game.redacted", "game.not-compared", "game.id-clash"), ()
    ),
    "view.hidden": (),
    "game.none": ("kind",),
    "game.too-late": (),
    "format.newer": ("field",),
    "format.unknown-type": ("type",),
}

CODES = table(
    (
        Code("n.gap", "The record's number is {n}; {due} comes next.", title="A gap in the numbers", asked=EVERY),
        Code("n.repeat", "The number {n} has been given before; {due} comes next.", title="A number repeated", asked=EVERY),
        Code("n.step-back", "The record's number {n} goes back; {due} comes next.", title="A step back in the numbers", asked=EVERY),
        Code(
            "n.missing",
            "The record has no number, and a log with takebacks or amends numbers every record.",
            title="No number where one is needed",
            asked=EVERY,
        ),
        Code(
            "at.backwards",
            "The record's time {at} lies before {before}, that of an earlier record.",
            severity="warning",
            title="Time going backwards",
        ),
        Code("order.after-end", "The game is over: after its end only notes and claims may stand.",
             title="A record after the end", asked="`end`"),
        Code("end.winner-twice", "{player} is named twice among the winners.", title="A winner named twice", asked="`end`"),
        Code("rulings.unknown", "There is no named ruling {name!r}.", title="A named ruling that does not exist", asked="`game`"),
        Code("rulings.value", "The named ruling {name} cannot be {value!r}.",
             title="A value that the named ruling does not have", asked="`game`"),
        Code("ruling.key", "A judge cannot set `{key}`.", title="A part of the state that no judge may set", asked="`ruling`"),
        Code("takeback.target", "Record {to} cannot be gone back to: it is {what}.", title="A takeback to nowhere", asked="`takeback`"),
        Code("amend.target", "Record {to} cannot be amended: it is {what}.", title="An amend of nothing", asked="`amend`"),
        Code("amend.type", "An amend keeps the type of its record: {given!r} stands for {due!r}.",
             title="An amend of another type", asked="`amend`"),
        Code("amend.record", "The amended record is not well formed: {why}", title="An amend that is no record", asked="`amend`"),
        Code(
            "amend.breaks",
            "Read so, record {n} no longer stands: {why}",
            title="An amend that breaks a later record",
        ),
        Code("claim.differs", "The log claims {path} to be {claimed}, but it is {held}.", title="A claim that is not true of the game"),
        Code(
            "game.no-revision",
            "The header names no revision of the rules; the first one, {revision}, is used.",
            severity="warning",
            title="No revision named",
        ),
        Code("game.unknown-ruleset", "There is no ruleset {ruleset!r} here; there are {known}.",
             title="A game whose rules are not here"),
        Code("game.unknown-revision", "There is no revision {revision!r} of the rules here; there are {known}.",
             title="A revision of the rules that is not here"),
        Code("header.reserved-id", "{player!r} cannot be the id of a player: `all` and `public`, in any case, are the names "
             "of views.", title="An id that no player can have"),
        Code("header.no-roles", "{player} has the role {role!r}, but there are no roles in {ruleset}.",
             title="A role in a game without roles"),
        Code("header.redacted-view", "The log says that it is a copy as {view!r} sees the game; a copy is made for "
             "`public` or for a player of the game.", title="A copy for nobody"),
        Code("content.no-packs", "The log names the content pack {pack!r}, but a game of {ruleset} is not played with "
             "content packs: its cards stand in the log.", title="A content pack for a game without packs"),
        Code("content.version", "The content pack {pack!r} here {found}; the log was played with version {wanted!r}.",
             title="Another version of a content pack"),
        Code("content.not-found", "The content pack {pack!r} is not among the built-in ones, in the folders given, or "
             "beside the log.", title="A content pack that is not there"),
        Code("content.hash", "The content pack {pack!r} here has SHA-256 {found}; the log was played with {wanted}.",
             title="Another content pack"),
        Code("game.none", "The record belongs to no game: {why}.", title="A record of no game"),
        Code("game.ambiguous", "The record does not say which of the open games it belongs to: {open}.",
             title="A record that may belong to several games"),
        Code("game.too-late", "The game {game!r} was over long before this record, and its verdict is told.",
             title="A record long after its game"),
        Code("game.copy", "The game is a copy of {what} at {file}:{line}, and its {count} lines count as repeats.",
             severity="warning", title="The same game once more"),
        Code("game.grown", "The game at {file}:{line} is the beginning of this one, and its {count} lines "
             "count as repeats.",
             severity="warning", title="A game that has grown"),
        Code("game.duplicate", "The log at {file}:{line} tells the same game otherwise{what}. This one is the telling {mine}, "
             "that one the telling {other}.",
             title="A game told in two ways"),
        Code("game.redacted", "The log is a copy with secrets taken out; the game is told at {file}:{line}, and that log stands "
             "for it.",
             severity="warning", title="A redacted copy beside the game"),
        Code("game.not-compared", "The game begins with the same line as the one at {file}:{line}, which cannot be "
             "read again to compare the two.", title="Two games that cannot be compared"),
        Code("game.id-clash", "The id {id!r} is also that of another game, at {file}:{line}.", severity="warning",
             title="One id, two games"),
        Code("view.hidden", "{what}, for a reason that this view does not show.",
             title="Something that a view does not show", asked="Hidden information"),
        Code("format.newer", "The log is written in {format}, newer than {known}; the field {field!r} is left "
             "out of account.",
             severity="warning", title="A log in a format newer than is known here"),
        Code("format.unsupported", "The log is written in {format}; this version reads {known}.",
             title="A format that is not supported"),
        Code("format.unknown-type", "The log is written in {format}, newer than {known}, and holds a {type!r} record, "
             "which this version does not know.", title="A record type of a newer format"),
        Code("referee.known-game", "There is a game {game!r} here already; a game begins once.",
             title="A game that the referee has already"),
        Code("referee.not-kept", "The record is legal, but it cannot be written to the log: {why}. It does not stand.",
             title="A record that could not be kept"),
        Code("referee.hidden", "The record is refused for a reason that this view does not show.",
             title="A reason that rests on what is hidden"),
        Code("referee.not-yours", "A connection that sees the game as {view} may not send this {type!r} record: "
             "a player\'s may send what that player does, and notes, an onlooker\'s nothing.", title="A record that another must send"),
        Code("referee.fault", "vflog itself is at fault ({what}); the line changes nothing, and the game goes on.",
             title="A fault of vflog"),
    ),
    _CAUSES,
)  # fmt: skip

"""What can be wrong with the games in a file: lines of no game, headers, copies, formats."""

from __future__ import annotations

from vflog.log.problems import Code, table

#: The values of a sentence that tell one cause from another, where not all of them do.
_CAUSES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("game.copy", "game.grown", "game.duplicate", "game.not-compared", "game.id-clash"), ()),
    "game.none": ("kind",),
    "game.too-late": (),
    "format.newer": ("field",),
    "format.unknown-type": ("type",),
}

CODES = table(
    (
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
        Code("game.duplicate", "The game begins with the same line as the one at {file}:{line}, but goes on otherwise.",
             title="Two games with one header"),
        Code("game.not-compared", "The game begins with the same line as the one at {file}:{line}, which cannot be "
             "read again to compare the two.", title="Two games that cannot be compared"),
        Code("game.id-clash", "The id {game!r} is also that of another game, at {file}:{line}.", severity="warning",
             title="One id, two games"),
        Code("format.newer", "The log is written in {format}, newer than {known}; the field {field!r} is left "
             "out of account.",
             severity="warning", title="A log in a format newer than is known here"),
        Code("format.unsupported", "The log is written in {format}; this version reads {known}.",
             title="A format that is not supported"),
        Code("format.unknown-type", "The log is written in {format}, newer than {known}, and holds a {type!r} record, "
             "which this version does not know.", title="A record type of a newer format"),
    ),
    _CAUSES,
)  # fmt: skip

"""What can be wrong with bytes, lines and inputs: every code with its sentence, as data.

`{field}` is the path of a field in its record, `{found}` what stands there, `{wanted}` what would be right.
"""

from __future__ import annotations

from vflog.log.problems import Code, table

LINE: tuple[Code, ...] = (
    Code("line.not-utf8", "The line is not UTF-8: byte {found} at column {column} cannot stand there; nothing is "
         "guessed in its place.",
         title="Bytes that are not UTF-8"),
    Code("line.not-json", "The line is not JSON: {why} (column {column}).",
         title="Text that is not JSON"),
    Code("line.not-object", "The line holds {found}; a record is one JSON object.",
         title="JSON, but no object"),
    Code("line.trailing", "The object ends at column {column}, but {found} follows on the same line; a line "
         "holds one record.",
         title="Something after the object"),
    Code("line.duplicate-key", "The key {found} stands twice in one object, and readers differ in which "
         "of the two they take.",
         title="A key given twice"),
    Code("line.nan", "{found} is not a JSON number.", title="NaN or Infinity"),
    Code("line.float-for-int", "{field} is {found}; numbers here are integers, written without point or exponent.",
         title="A float for an integer"),
    Code("line.bool-for-int", "{field} is {found}; an integer is asked for, and true and false are none.",
         title="True or false for an integer"),
    Code("line.object-for-list", "{field} is an object ({found}); a list is asked for.", title="An object where a list belongs"),
    Code("line.out-of-range", "{field} is {found}; it must lie from {low} to {high}.", title="An integer out of range"),
    Code("line.unknown-type", "There is no record type {found} in {ruleset}.", title="An unknown record type"),
    Code("line.unknown-field", "{owner} has no field {found}.", title="A field that the record does not have"),
    Code("line.missing-field", "{owner} needs the field {found}.", title="A field left out that the record needs"),
    Code("line.wrong-type", "{field} is {found}; {wanted} is asked for.", title="A value of the wrong JSON type"),
    Code("line.null", "{field} is null, which it may not be; {wanted} is asked for.",
         title="Null where it may not stand"),
    Code("line.value", "{field} is {found}; it must be {wanted}.", title="A value outside of its set"),
    Code("line.id", "{field} is {found}, which is no id: an id is 1 to {longest} of A-Z a-z 0-9 . _ : @ -, "
         "begins with a letter or digit, and not with x_.", title="An ill-formed id"),
    Code("line.at", "{field} is {found}; a time is written YYYY-MM-DDTHH:MM:SS, a fraction if any, then Z or an offset "
         "such as +02:00.", title="An ill-formed time"),
    Code("line.surrogate", "{found} is half of a character; the other half is missing.", title="A lone surrogate"),
    Code("line.nul", "The line holds a NUL {where}; a NUL is no text.", title="A NUL character in a text"),
    Code("line.too-long", "The line is longer than {longest} bytes.", title="A line longer than is read"),
    Code("line.too-deep", "The line nests lists and objects deeper than {deepest}.", title="Nesting that is too deep"),
    Code("line.truncated", "The input ends inside this line; all before it stands.", title="The last line is cut off"),
    Code("line.hidden", "The line is no record; what it says is not shown in this copy.",
         title="A line that a view does not show"),
)  # fmt: skip

FILE: tuple[Code, ...] = (
    Code("file.byte-order-mark", "The file begins with a byte-order mark, which is passed over.", severity="warning",
         title="A byte-order mark before the first line"),
    Code("file.crlf", "{count} lines end with a carriage return, which is passed over.", severity="warning",
         title="Windows line ends"),
    Code("file.blank-lines", "Blank lines, passed over: {count}.", severity="warning", title="Lines with nothing on them"),
    Code("file.no-last-newline", "The last line has no newline; it is complete and counted.", severity="warning",
         title="No newline at the end"),
    Code("file.encoding", "The file is {found} text; save it as UTF-8. None of its lines is read.",
         title="Text that is not UTF-8 throughout"),
    Code("file.one-document", "The file is one JSON document laid out for people, not one record a line; write each "
         "record on a line of its own. None of its lines is read.", title="One document instead of lines"),
    Code("file.other-format", "The file is {found}, which is not read here; unpack it first, or use gzip or zstd.",
         title="Another archive format"),
    Code("file.no-game", "There is no game in the file.", title="A file without any game in it"),
)  # fmt: skip

ARCHIVE: tuple[Code, ...] = (
    Code("archive.truncated", "The {kind} data end too early, after {offset} bytes; all before the cut stands.",
         title="A compressed file is cut off"),
    Code("archive.corrupt", "The {kind} data are damaged at byte {offset} of the compressed file; nothing after it "
         "is read.",
         title="A compressed file is damaged"),
    Code("archive.checksum", "The checksum of the {kind} member that ends at byte {offset} does not match: any of its "
         "lines may have been changed.", title="A checksum that does not match"),
    Code("archive.window", "The zstd data need a window of {found} bytes to unpack; at most {most} are granted.",
         title="A compressed file that needs too much memory"),
)  # fmt: skip

INPUT: tuple[Code, ...] = (
    Code("input.no-match", "Nothing matches {found}.", title="A pattern that matches no file"),
    Code("input.not-found", "There is no file or folder {found}.", title="A file that is not there"),
    Code("input.empty-folder", "The folder {found} holds no log (.jsonl or .ndjson, also with .gz or .zst).",
         title="A folder without logs"),
    Code("input.unreadable", "{found} cannot be read: {why}.", title="A file that cannot be read"),
    Code("input.skipped", "{found} is {what} and is left out.", severity="warning", title="Not a file"),
    Code("input.folder-like-log", "{found} is a folder, though it is named like a log; what is in it is read.",
         severity="warning", title="A folder named like a log"),
    Code("input.twice", "{found} is {first} again and is read once.", severity="warning", title="The same file twice"),
)  # fmt: skip

#: The values of a sentence that tell one cause from another, where not all of them do.
_CAUSES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("line.not-utf8", "line.not-object", "line.trailing", "line.nan", "line.surrogate", "line.nul",
         "archive.checksum"), (),
    ),
    "line.not-json": ("kind",),
    **dict.fromkeys(
        ("line.duplicate-key", "line.unknown-type", "line.unknown-field", "line.missing-field"), ("found",),
    ),
    **dict.fromkeys(
        ("line.float-for-int", "line.bool-for-int", "line.object-for-list", "line.out-of-range", "line.wrong-type",
         "line.null", "line.value", "line.id", "line.at"), ("field",),
    ),
}  # fmt: skip

CODES = table((*LINE, *FILE, *ARCHIVE, *INPUT), _CAUSES)

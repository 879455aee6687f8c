"""Examples of whole files: one that has no such problem, and the same with it. Texts are given with their line ends.

A byte that is no UTF-8 stands here as a lone surrogate (the error handler `surrogateescape`).
"""

from __future__ import annotations

from typing import NamedTuple

from vflog.engine.examples import line
from vflog.games.veiled_fate.examples.situations import header
from vflog.log.header import game_key


class File(NamedTuple):
    """A file without the problem of that code, and one with it; `given` says what is looked at."""

    code: str
    given: str
    legal: str
    illegal: str


def head(
    game: str = "a", more: str = "", form: str = "vflog/1", ruleset: str = "veiled-fate", seats: str = "ada bob"
) -> str:
    """A header for two players; `more` are its last fields, in place of the revision."""
    players = '"players":' + line([{"id": seat} for seat in seats.split()])
    return f'{{"type":"game","format":"{form}","game":"{game}","ruleset":"{ruleset}",{players}{more or _REVISION}}}\n'


_REVISION = ',"revision":"2026-12"'
_NOTE = '{"type":"note","text":"tea"}\n'
MILK = '{"type":"note","text":"milk"}\n'
_OF_A = '{"type":"note","game":"a","text":"tea"}\n'
SOUND = head() + _NOTE
_KEY = game_key(head().encode().rstrip())
_COPY = head(more=f'{_REVISION},"redacted":{{"of":"{_KEY}","view":"public"}}') + _NOTE
_BOTH_OPEN = head() + _OF_A + head("b")


def _udacha(more: str = "") -> str:
    rest = ',"to_win":3,"cards":{},"profile":"core"'
    return head(more=_REVISION + rest + more, ruleset="udacha", seats="A B") + _NOTE


def _scored(role: str) -> str:
    return line(header(4, role=role, detail="score")) + "\n"


FILES: tuple[File, ...] = (
    File("file.blank-lines", "A file", SOUND, head() + "\n" + _NOTE),
    File("file.byte-order-mark", "A file", SOUND, "\ufeff" + SOUND),
    File("file.crlf", "A file", SOUND, SOUND.replace("\n", "\r\n")),
    File("file.no-last-newline", "A file", SOUND, SOUND[:-1]),
    File("file.no-game", "A file", SOUND, _NOTE),
    File("file.one-document", "A file", SOUND, '[\n  {"type": "note"},\n  {"type": "note"}\n]\n'),
    File("line.truncated", "A file", SOUND, head() + _NOTE[:20]),
    File("line.hidden", "A redacted copy", SOUND, head() + '{"type":"?"}\n'),
    File("line.too-deep", "A file", SOUND, head() + '{"type":"note","x_deep":' + "[" * 40 + "]" * 40 + "}\n"),
    File("game.none", "A file", SOUND, _NOTE + head()),
    File("game.ambiguous", "Two games are open", _BOTH_OPEN + _OF_A, _BOTH_OPEN + _NOTE),
    File("game.copy", "A file", SOUND, SOUND + SOUND),
    File("game.grown", "A file", SOUND, SOUND + SOUND + MILK),
    File("game.duplicate", "A file", SOUND, SOUND + head() + MILK),
    File("game.redacted", "A redacted copy alone", _COPY, SOUND + _COPY),
    File("game.id-clash", "A file", SOUND + head("b") + _NOTE, SOUND + head(more=_REVISION + ',"table":"2"')),
    File("game.unknown-ruleset", "A header", SOUND, head(ruleset="ludo") + _NOTE),
    File("game.unknown-revision", "A header", SOUND, head(more=',"revision":"1999-01"') + _NOTE),
    File("format.unsupported", "A header", SOUND, head(form="vflog/2") + _NOTE),
    File("format.newer", "A header", SOUND, head(more=_REVISION + ',"weather":"rain"', form="vflog/1.7") + _NOTE),
    File("format.unknown-type", "A log of a newer minor", head(form="vflog/1.7") + _NOTE,
         head(form="vflog/1.7") + '{"type":"song"}\n'),
    File("header.reserved-id", "A header", SOUND, head(seats="ada Public") + _NOTE),
    File("header.no-roles", "A header of Udacha", _udacha(), _udacha().replace('"B"', '"B","role":"arbiter"')),
    File("header.redacted-view", "The header of a redacted copy",
         head(more=_REVISION + ',"redacted":{"of":"4611686018427387904","view":"bob"}') + _NOTE,
         head(more=_REVISION + ',"redacted":{"of":"4611686018427387904","view":"cy"}') + _NOTE),
    File("content.no-packs", "A header of Udacha", _udacha(), _udacha(',"content":{"pack":"sample"}')),
    File("content.version", "A header", head(more=_REVISION + ',"content":{"pack":"sample","version":"1"}') + _NOTE,
         head(more=_REVISION + ',"content":{"pack":"sample","version":"99"}') + _NOTE),
    File("content.not-found", "A header", SOUND, head(more=_REVISION + ',"content":{"pack":"nowhere"}') + _NOTE),
    File("content.hash", "A header", SOUND,
         head(more=_REVISION + ',"content":{"pack":"sample","sha256":"' + "0" * 64 + '"}') + _NOTE),
    File("content.role-not-scored", "A scorekeeper's log", _scored("steward"), _scored("prophet")),
    File("n.missing", "A log with a takeback",
         head() + '{"type":"note","n":1}\n{"type":"takeback","n":2,"to":0}\n{"type":"note","n":3}\n',
         head() + '{"type":"note","n":1}\n{"type":"takeback","n":2,"to":0}\n{"type":"note"}\n'),
)  # fmt: skip

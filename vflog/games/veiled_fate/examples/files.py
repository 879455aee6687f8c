"""Examples of whole files: one that has no such problem, and the same with it. Texts are given with their line ends.

A byte that is no UTF-8 stands here as a lone surrogate (the error handler `surrogateescape`).
"""

from __future__ import annotations

from typing import NamedTuple


class File(NamedTuple):
    """A file without the problem of that code, and one with it; `given` says what is looked at."""

    code: str
    given: str
    legal: str
    illegal: str


def _head(game: str = "a", more: str = "", form: str = "vflog/1", ruleset: str = "veiled-fate") -> str:
    players = '"players":[{"id":"ada"},{"id":"bob"}]'
    return (
        f'{{"type":"game","format":"{form}","game":"{game}","ruleset":"{ruleset}",{players}'
        f'{more or _REVISION}}}\n'
    )  # fmt: skip


_REVISION = ',"revision":"2026-12"'
_NOTE = '{"type":"note","text":"tea"}\n'
_MILK = '{"type":"note","text":"milk"}\n'
_END = '{"type":"end","reason":"abandoned"}\n'
_OF_A = '{"type":"note","game":"a","text":"tea"}\n'
_SOUND = _head() + _NOTE
_BOTH_OPEN = _head() + _OF_A + _head("b")

FILES: tuple[File, ...] = (
    File("file.blank-lines", "A file", _SOUND, _head() + "\n" + _NOTE),
    File("file.byte-order-mark", "A file", _SOUND, "\ufeff" + _SOUND),
    File("file.crlf", "A file", _SOUND, _SOUND.replace("\n", "\r\n")),
    File("file.no-last-newline", "A file", _SOUND, _SOUND[:-1]),
    File("file.no-game", "A file", _SOUND, _NOTE),
    File("file.one-document", "A file", _SOUND, '[\n  {"type": "note"},\n  {"type": "note"}\n]\n'),
    File("line.truncated", "A file", _SOUND, _head() + _NOTE[:20]),
    File("line.too-deep", "A file", _SOUND, _head() + '{"type":"note","x_deep":' + "[" * 40 + "]" * 40 + "}\n"),
    File("game.none", "A file", _SOUND, _NOTE + _head()),
    File("game.ambiguous", "Two games are open", _BOTH_OPEN + _OF_A, _BOTH_OPEN + _NOTE),
    File("game.copy", "A file", _SOUND, _SOUND + _SOUND),
    File("game.grown", "A file", _SOUND, _SOUND + _SOUND + _MILK),
    File("game.duplicate", "A file", _SOUND, _SOUND + _head() + _MILK),
    File("game.id-clash", "A file", _SOUND + _head("b") + _NOTE, _SOUND + _head(more=_REVISION + ',"table":"2"')),
    File("game.unknown-ruleset", "A header", _SOUND, _head(ruleset="ludo") + _NOTE),
    File("game.unknown-revision", "A header", _SOUND, _head(more=',"revision":"1999-01"') + _NOTE),
    File("format.unsupported", "A header", _SOUND, _head(form="vflog/2") + _NOTE),
    File("format.newer", "A header", _SOUND, _head(more=_REVISION + ',"weather":"rain"', form="vflog/1.7") + _NOTE),
    File("format.unknown-type", "A log of a newer minor", _head(form="vflog/1.7") + _NOTE,
         _head(form="vflog/1.7") + '{"type":"song"}\n'),
    File("content.not-found", "A header", _SOUND, _head(more=_REVISION + ',"content":{"pack":"nowhere"}') + _NOTE),
    File("content.hash", "A header", _SOUND,
         _head(more=_REVISION + ',"content":{"pack":"sample","sha256":"' + "0" * 64 + '"}') + _NOTE),
    File("n.missing", "A log with a takeback",
         _head() + '{"type":"note","n":1}\n{"type":"takeback","n":2,"to":0}\n{"type":"note","n":3}\n',
         _head() + '{"type":"note","n":1}\n{"type":"takeback","n":2,"to":0}\n{"type":"note"}\n'),
)  # fmt: skip

"""Examples of lines: one that is a record, and the same with one fault of its bytes, JSON or types.

A byte that is no UTF-8 stands here as a lone surrogate (the error handler `surrogateescape`).
"""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """A sound line, and one that is rejected with that code."""

    code: str
    legal: str
    illegal: str


_NOTE = '{"type":"note","text":"tea"}'
_SHOW = '{"type":"reveal","quest":"lantern-oath","cards":["f1"]}'
_AGE = '{"type":"age","player":"ada","age":1,"card":"chaos"}'
_HEAD = (
    '{"type":"game","format":"vflog/1","game":"%s","ruleset":"veiled-fate","revision":"2026-12",'
    '"players":[{"id":"ada"},{"id":"bob"}]}'
)
_REST = '{"type":"rest","player":"ada"}'

LINES: tuple[Line, ...] = (
    Line("line.not-utf8", _NOTE, '{"type":"note","text":"t\udce9a"}'),
    Line("line.not-json", _NOTE, '{"type":"note","text":"tea",}'),
    Line("line.not-object", _NOTE, '["note","tea"]'),
    Line("line.trailing", _NOTE, _NOTE + " " + _NOTE),
    Line("line.duplicate-key", _NOTE, '{"type":"note","text":"tea","t\\u0065xt":"milk"}'),
    Line("line.nan", _AGE, '{"type":"age","player":"ada","age":NaN,"card":"chaos"}'),
    Line("line.float-for-int", _AGE, '{"type":"age","player":"ada","age":1.0,"card":"chaos"}'),
    Line("line.bool-for-int", _AGE, '{"type":"age","player":"ada","age":true,"card":"chaos"}'),
    Line("line.object-for-list", _SHOW, '{"type":"reveal","quest":"lantern-oath","cards":{}}'),
    Line("line.out-of-range", _AGE, '{"type":"age","player":"ada","age":9007199254740992,"card":"chaos"}'),
    Line("line.unknown-type", _REST, '{"type":"sleep","player":"ada"}'),
    Line("line.unknown-field", _REST, '{"type":"rest","player":"ada","hours":8}'),
    Line("line.missing-field", _REST, '{"type":"rest"}'),
    Line("line.wrong-type", _REST, '{"type":"rest","player":["ada"]}'),
    Line("line.null", _REST, '{"type":"rest","player":null}'),
    Line("line.value", _SHOW, '{"type":"reveal","quest":"lantern-oath","cards":["f3"]}'),
    Line("line.id", _HEAD % "example", _HEAD % "an example"),
    Line("line.at", '{"type":"note","at":"2026-03-01T20:00:00Z"}', '{"type":"note","at":"1 March, 8 pm"}'),
    Line("line.surrogate", _NOTE, '{"type":"note","text":"\\ud83d"}'),
    Line("line.nul", _NOTE, '{"type":"note","text":"\\u0000"}'),
)

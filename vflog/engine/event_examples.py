"""An example of every code of tournaments: what a file and its logs say where nothing is wrong, and where it is.

Lines of a side are those of the tournament file, behind what all have in common (the event `cup`, the players ann, bob,
cy and dee, points for tables of two to four). A line `log {…}` says what is special to the header of a log, which is
sound and over; `log cut {…}` is one without its end, `log other {…}` tells a record otherwise, `log wrong {…}` breaks a
rule. People are told of logs in words (`told`).
"""

from __future__ import annotations

import msgspec

from vflog.engine.examples import RuleExample

_GIVEN = (
    "In the folder lies a tournament file: the event cup, the players ann, bob, cy and dee, points for their tables"
)
_TABLE = ("[[rounds]]", "n = 1", "[[rounds.tables]]", 'table = "1"', 'players = ["ann", "bob"]')
_LOG = 'log {"event": "cup", "round": 1, "table": "1", "players": ["ann", "bob"]}'
_BY_HAND = ("[[results]]", "round = 1", 'table = "1"', 'by = "Jo"', 'reason = "seen"')


def _shown(code: str, legal: tuple[str, ...], illegal: tuple[str, ...]) -> RuleExample:
    return RuleExample(code=f"tournament.{code}", rules=(), given=_GIVEN, legal=legal, illegal=illegal)


def _with(*lines: str) -> tuple[str, ...]:
    return (*_TABLE, *lines)


def _head(line: str) -> tuple[str, ...]:
    """The round with a line more about itself."""
    return (*_TABLE[:2], line, *_TABLE[2:])


EXAMPLES: tuple[RuleExample, ...] = (
    _shown("no-log", _with(_LOG), _TABLE),
    _shown("two-logs", _with(_LOG), _with(_LOG, _LOG.replace("log {", "log other {"))),
    _shown("unexpected-log", _with(_LOG), _with(_LOG, 'log {"event": "cap", "round": 1, "table": "1", "players": ["cy", "dee"]}')),
    _shown(
        "wrong-table",
        _with('[[rounds.tables]]', 'table = "2"', 'players = ["cy", "dee"]', _LOG,
              'log {"event": "cup", "round": 1, "table": "2", "players": ["cy", "dee"]}'),
        _with('[[rounds.tables]]', 'table = "2"', 'players = ["cy", "dee"]', _LOG,
              'log {"event": "cup", "round": 1, "table": "1", "players": ["cy", "dee"]}'),
    ),
    _shown("unknown-player", _with(_LOG), _with(_LOG.replace('"bob"', '"zed"'))),
    _shown("players-differ", _with(_LOG), _with(_LOG.replace('"bob"', '"cy"'))),
    _shown(
        "player-twice-in-round",
        _with('[[rounds.tables]]', 'table = "2"', 'players = ["cy", "dee"]', _LOG,
              'log {"event": "cup", "round": 1, "table": "2", "players": ["cy", "dee"]}'),
        _with('[[rounds.tables]]', 'table = "2"', 'players = ["ann", "dee"]', _LOG,
              'log {"event": "cup", "round": 1, "table": "2", "players": ["ann", "dee"]}'),
    ),
    _shown("played-a-bye", (*_head('byes = [{ player = "cy" }]'), _LOG), (*_head('byes = [{ player = "ann" }]'), _LOG)),
    _shown(
        "second-bye",
        (*_head('byes = [{ player = "cy", kind = "allocated" }]'), _LOG),
        (*_head('byes = [{ player = "cy", kind = "allocated" }, { player = "cy", kind = "allocated" }]'), _LOG),
    ),
    _shown("rules-differ", ("[rules]", 'ruleset = "veiled-fate"', *_TABLE, _LOG), ("[rules]", 'ruleset = "udacha"', *_TABLE, _LOG)),
    _shown("not-finished", _with(_LOG), _with(_LOG.replace("log {", "log cut {"))),
    _shown("not-sound", _with(_LOG), _with(_LOG.replace("log {", "log wrong {"))),
    _shown("result-differs", _with(*_BY_HAND, 'places = { ann = 1, bob = 2 }', _LOG), _with(*_BY_HAND, "winners = []", _LOG)),
    _shown(
        "outside-the-round",
        (*_head("to = 2026-05-02T22:00:00Z"), _LOG),
        (*_head("to = 2026-05-02T22:00:00Z"), _LOG.replace("}", ', "at": "2026-05-03T09:00:00Z"}')),
    ),
    _shown("replayed", _with(_LOG), _with(_LOG, _LOG.replace('log {', 'log {"game": "again", '))),
    _shown("seal-differs", _with(_LOG), _with("[[seals]]", 'game = "g1"', "count = 999", f'head = "{"0" * 64}"', _LOG)),
    _shown("no-points", _with(_LOG), _with(_LOG.replace('"bob"', '"bob", "v", "w", "x", "y", "z"'))),
    _shown("table-twice", _with(_LOG), _with('[[rounds.tables]]', 'table = "1"', 'players = ["cy", "dee"]', _LOG)),
    _shown("empty-round", _with(_LOG), _with(_LOG, "[[rounds]]", "n = 2")),
    _shown("not-entered", _with(_LOG), ("[[players]]", 'id = "eve"', "from = 2", *_head('byes = [{ player = "eve" }]'), _LOG)),
    _shown("no-telling", _with(_LOG), _with("[[tellings]]", 'game = "g1"', 'head = "00000000"', _LOG)),
    _shown(
        "changed",
        ("published: 5 points for a bye", "now: 5 points for a bye", "vflog tournament cup.toml --against published.json"),
        ("published: 5 points for a bye", "now: 4 points for a bye", "vflog tournament cup.toml --against published.json"),
    ),
)  # fmt: skip


#: What a log is, by the word behind `log`.
_LOGS = {
    "": "a log, sound and over",
    "cut": "a log without its end",
    "other": "a log, sound and over, that tells a record otherwise",
    "wrong": "a log that breaks a rule",
}


def told(shown: RuleExample) -> RuleExample:
    """The example as people are told it: beside the lines of the file, logs in words."""
    legal, illegal = (tuple(map(_told, lines)) for lines in (shown.legal, shown.illegal))
    return msgspec.structs.replace(shown, legal=legal, illegal=illegal)


def _told(line: str) -> str:
    if not line.startswith("log "):
        return line
    how, _, header = line.removeprefix("log ").partition("{")
    fields = ", ".join(
        f"{name} {_and(value) if isinstance(value, list) else value}"
        for name, value in msgspec.json.decode("{" + header).items()
    )
    return f"beside it {_LOGS[how.strip()]}; its header: {fields}"


def _and(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last

"""The `game` record: which format, which ruleset, and whether its ids are ids."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec

from vflog.log.absent import UNSET
from vflog.log.decode import NOT_SHOWN, Dialect, Dialects, may_hold_own, typed
from vflog.log.faults import Fault, shown
from vflog.log.records import GAME_ID_PATTERN, ID_PATTERN, Header
from vflog.log.strict import meant_as_header, parse
from vflog.log.walk import OWN, check, info

#: The version of the format that this version of the product writes and judges in full.
MAJOR, MINOR = 1, 0
FORMAT = f"vflog/{MAJOR}"

_format = re.compile(r"vflog/(0|[1-9][0-9]{0,5})(?:\.(0|[1-9][0-9]{0,5}))?")
_player_id = re.compile(ID_PATTERN)
_game_id = re.compile(GAME_ID_PATTERN)
_START = b'{"type":"game",'
_game_field = re.compile(rb'[,{] ?"game": ?"([A-Za-z0-9._:@-]+)"')


class Opening(msgspec.Struct):
    """What a `game` line says: its header; whose dialect it is in (`None`: a ruleset or format unknown here).

    `newer` says that a later minor of the format is spoken, of which `unknown` fields were passed over.
    """

    header: Header
    dialect: Dialect | None
    newer: bool = False
    other_major: bool = False
    unknown: list[str] = []


class _Least(msgspec.Struct):
    """What has to stand in a header before its ruleset is known."""

    format: str
    game: str
    ruleset: str


#: What the last headers say, by their text before and after the game's id.
_known: dict[tuple[bytes, bytes], Opening] = {}
_MOST, _LONGEST = 64, 4096


def look_header(raw: bytes, find: Dialects, *, last: bool = False) -> Opening:
    """What a `game` line says; raises `Fault`, whose `header` is set.

    The headers of an archive often differ in nothing but the game's id: only the first of such gets the exact look.
    """
    found = _own_id(raw)
    if found is None:
        return exact_look(raw, find, last=last)
    around, id = (raw[: found.start(1)], raw[found.end(1) :]), found[1].decode()
    known = _known.get(around)
    if known is not None and is_id(id, of_game=True) and known.dialect is find(known.header.ruleset):
        return msgspec.structs.replace(known, header=msgspec.structs.replace(known.header, game=id))
    opening = exact_look(raw, find, last=last)
    if len(_known) >= _MOST:
        _known.clear()
    _known[around] = opening
    return opening


def _own_id(raw: bytes) -> re.Match[bytes] | None:
    """Where the game's id stands in its header; `None` where that cannot be seen.

    Without a backslash a text ends at the next quote. The word stands twice, as the type and as the name of the field:
    so whatever is put for the id, the line says the same but for that.
    """
    if len(raw) > _LONGEST or b"\\" in raw or raw.count(b'"game"') != 2 or not raw.startswith(_START):
        return None
    return _game_field.search(raw)


def exact_look(raw: bytes, find: Dialects, *, last: bool = False) -> Opening:
    """As `look_header`, of any header by itself."""
    try:
        plain = parse(raw, last=last)
    except Fault as fault:
        fault.header = meant_as_header(raw)
        raise
    try:
        return _opening(plain, find, own=may_hold_own(raw))
    except Fault as fault:
        fault.plain, fault.header = plain, True
        raise


def is_id(text: str, *, of_game: bool = False) -> bool:
    """Whether a text is an id of a player, or of a game."""
    pattern = _game_id if of_game else _player_id
    return pattern.fullmatch(text) is not None and not text.startswith(OWN)


def _opening(plain: dict[str, Any], find: Dialects, *, own: bool) -> Opening:
    owner = 'A "game" record'
    if not all(isinstance(plain.get(field), str) for field in _Least.__struct_fields__):
        check({k: v for k, v in plain.items() if k in _Least.__struct_fields__}, info(_Least), "", owner)
    if plain["format"] == NOT_SHOWN:
        raise Fault("line.hidden")
    spoken = _format.fullmatch(plain["format"])
    if spoken is None:
        raise Fault("line.value", field="format", found=shown(plain["format"]), wanted=shown(FORMAT), expected=[FORMAT])
    _check_id(plain["game"], "game", of_game=True)
    if int(spoken[1]) != MAJOR:
        bare = Header(format=plain["format"], game=plain["game"], ruleset=plain["ruleset"], players=[])
        return Opening(bare, None, other_major=True)
    dialect = find(plain["ruleset"])
    newer = int(spoken[2] or 0) > MINOR
    unknown: list[str] | None = [] if newer or dialect is None else None
    header: Header = typed(plain, dialect.header if dialect is not None else Header, unknown, own=own)
    for i, player in enumerate(header.players):
        _check_id(player.id, f"players[{i}].id")
    return Opening(header, dialect, newer=newer, unknown=unknown or [])


def _check_id(text: str, field: str, *, of_game: bool = False) -> None:
    if not is_id(text, of_game=of_game):
        raise Fault("line.id", field=field, found=shown(text), longest=128 if of_game else 64)


def game_key(raw: bytes) -> int:
    """What tells a game from all others: the first 63 bits of the SHA-256 of its `game` line."""
    return int.from_bytes(hashlib.sha256(raw).digest()[:8], "big") >> 1


def key_of_game(raw: bytes, header: Header) -> int:
    """The key of the game that a log tells: of a redacted copy, that of the game it is of."""
    of = header.redacted
    key = int(of.of) if of is not UNSET else 0
    return key if of is not UNSET and key < 1 << 63 else game_key(raw)

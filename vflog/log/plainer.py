"""Lines as the fast path reads them: letters for their escapes, a front end's own simple fields left out.

Both are done to the bytes, many lines at once. What is changed reads as the same record; what is no JSON does not
become it, and no member that stands twice is lost from sight. A line of which that cannot be said stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

# -- escapes -------------------------------------------------------------------------------------------------

_escape = re.compile(rb"\\(?:\\|/|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4})")


def without_escapes(data: bytes) -> bytes:
    r"""The text with the letters for the escapes that stand for letters beyond ASCII, and `/` for `\/`.

    Neither may stand outside of a text in JSON, so nothing that is refused is taken for it.
    """
    return _escape.sub(_letter, data)


def _letter(found: re.Match[bytes]) -> bytes:
    return _spelt(found[0])


@lru_cache(4096)
def _spelt(escape: bytes) -> bytes:
    if escape == rb"\/":
        return b"/"
    if len(escape) == 12:
        return escape.decode("raw_unicode_escape").encode("utf-16", "surrogatepass").decode("utf-16").encode()
    code = int(escape[2:], 16) if len(escape) == 6 else 0
    return chr(code).encode() if code >= 0x80 and not 0xD800 <= code < 0xE000 else escape


# -- own fields ----------------------------------------------------------------------------------------------

_NAME = rb'"[A-Za-z0-9_]+"'
_SIMPLE = rb'(?:"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*+"|-?(?:0|[1-9][0-9]{0,14}+)(?:\.[0-9]{1,15}+)?|true|false|null)'
_LIST = rb"\[(?:" + _SIMPLE + rb"(?:, ?" + _SIMPLE + rb")*+)?\]"
#: A name of which another stands further on in its object is none here: it may be the same.
_MEMBER = rb"(?P<%s>" + _NAME + rb")(?![^}\n]*(?P=%s)): ?" + _SIMPLE
_OBJECT = rb"\{(?:" + _MEMBER % (b"one", b"one") + rb"(?:, ?" + _MEMBER % (b"more", b"more") + rb")*+)?\}"
_FIELD = (
    rb', ?(?P<own>"x_[A-Za-z0-9_]*")(?![^\n]*(?P=own)): ?' + rb"(?:" + _SIMPLE + rb"|" + _LIST + rb"|" + _OBJECT + rb")"
)
#: A field of the record itself is followed by another one, or by the end of the line. Before or behind it no bracket is
#: left open: within a map of a record's own (`coins`, say) such a name would be one of its keys.
_last = re.compile(_FIELD + rb"(?=(?:, ?" + _NAME + rb":[^\[\]{}\n]*+)?\}$)", re.MULTILINE)
_own = re.compile(rb'"x_[A-Za-z0-9_]*"')
_first = re.compile(rb"^(\{[^\[\]{}\n]*?)" + _FIELD + rb"(?=, ?" + _NAME + rb":|\}$)")

#: From the first own field of a line to its end, after a comma alone or a comma and a space.
_end = re.compile(rb',("x_[^\n]*+)'), re.compile(rb', ("x_[^\n]*+)')
_Leaf = str | int | float | bool | None
_Inner = _Leaf | list[_Leaf] | dict[str, _Leaf]
_Outer = _Leaf | list[_Inner] | dict[str, _Inner]
#: Three levels deep: none is too deep for a line.
_fields = msgspec.json.Decoder(dict[str, _Leaf | list[_Outer] | dict[str, _Outer]]).decode
_encode_lines = msgspec.json.Encoder().encode_lines


def without_own_fields(lines: list[bytes]) -> list[bytes]:
    """The lines without the own fields that hold a simple value, or a list or an object of such.

    A field is left out only where a whole member can be seen, with a name that does not stand again: between it and
    what follows, a name or the end of the line, the text that is left must be JSON for the line to have been.
    """
    data = b"\n".join(lines)
    out = _without_ends(data)
    return out.split(b"\n") if out is not None else _without_members(lines, data)


def _without_ends(data: bytes) -> bytes | None:
    """Lines without the own fields at their ends; `None` where another field follows one of them, or they are not seen
    to be such.

    What stands before the first is an object but for its `}`, as it is one with that or the line will be refused, and
    the fields are one but for its `{`: so the line is JSON. An object that is written again with as many colons has
    lost no member, as long as no escapes stand for colons.
    """
    end = _end[b', "x_' in data]
    ends = [b"{" + found for found in end.findall(data)]
    text = b"\n".join(ends)
    if not ends or rb"\u" in text:
        return None
    try:
        fields = [_fields(ends[0])]
        if not all(map(_is_own, fields[0])):
            return None
        fields.extend(map(_fields, ends[1:]))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if not all(map(_is_own, set().union(*fields))) or _encode_lines(fields).count(b":") != text.count(b":"):
        return None
    return end.sub(b"}", data)


def _is_own(name: str) -> bool:
    return name.startswith("x_")


def _without_members(lines: list[bytes], data: bytes) -> list[bytes]:
    """Lines, in one text `data`, without own fields wherever they stand, as far as patterns can tell."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return lines
    out = _last.sub(b"", data).split(b"\n")
    for i, line in enumerate(out):
        if b'"x_' in line and len(set(names := _own.findall(lines[i]))) == len(names):
            while (fewer := _first.sub(rb"\1", line)) != line:
                line = fewer
            out[i] = line
    return out

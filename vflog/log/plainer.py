"""Lines as the fast path reads them: letters for their escapes, a front end's own simple fields left out.

Both are done to the bytes, many lines at once. What is changed reads as the same record; what is no JSON does not
become it, and no member that stands twice is lost from sight. A line of which that cannot be said stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

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

_SIMPLE = rb'(?:"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*"|-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?|true|false|null)'
_NAME = rb'"[A-Za-z0-9_]+": ?'
_LIST = rb"\[(?:" + _SIMPLE + rb"(?:, ?" + _SIMPLE + rb")*)?\]"
_OBJECT = rb"\{(?:" + _NAME + _SIMPLE + rb"(?:, ?" + _NAME + _SIMPLE + rb")*)?\}"
_FIELD = rb', ?("x_[A-Za-z0-9_]*"): ?(?:' + _SIMPLE + rb"|" + _LIST + rb"|(" + _OBJECT + rb"))"
#: A field of the record itself is followed by another one, or by the end of the line. Before or behind it no bracket is
#: left open: within a map of a record's own (`coins`, say) such a name would be one of its keys.
_BEFORE_OTHERS = rb"(?=, ?" + _NAME + rb"|\}$)"
_AT_THE_END = rb"(?=(?:, ?" + _NAME + rb"[^\[\]{}\n]*)?\}$)"
_last = re.compile(_FIELD + _AT_THE_END, re.MULTILINE)
_first = re.compile(rb"^(\{[^\[\]{}\n]*?)" + _FIELD + _BEFORE_OTHERS, re.MULTILINE)
_key = re.compile(_NAME)


def without_own_fields(lines: list[bytes]) -> list[bytes]:
    """The lines without the own fields that hold a simple value, or a list or an object of such.

    A field is left out only where a whole member can be seen: between it and what follows, a name or the end of the
    line, the text that is left must be JSON for the line to have been.
    """
    data = b"\n".join(lines)
    try:
        data.decode()
    except UnicodeDecodeError:
        return lines
    names: list[bytes] = []
    plain = _last.sub(lambda found: _left_out(found[1], found[2], found[0], names), data)
    if b'"x_' in plain:
        plain = _first.sub(
            lambda found: found[1] + _left_out(found[2], found[3], found[0], names, len(found[1])), plain
        )
    out = plain.split(b"\n")
    if len(names) == sum(len(a) != len(b) for a, b in zip(out, lines, strict=True)):
        return out  # one field a line: none stands twice
    return [new if len(new) == len(old) or _once(old) else old for new, old in zip(out, lines, strict=True)]


def _left_out(name: bytes, inner: bytes | None, whole: bytes, names: list[bytes], start: int = 0) -> bytes:
    """What is left of an own field: nothing, unless its object has a name twice."""
    if inner is not None and len(set(keys := _key.findall(inner))) != len(keys):
        return whole[start:]
    names.append(name)
    return b""


_own = re.compile(rb'"x_[A-Za-z0-9_]*"')


def _once(line: bytes) -> bool:
    """Whether no own name stands twice in a line (anywhere)."""
    names = _own.findall(line)
    return len(set(names)) == len(names)

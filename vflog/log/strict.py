"""The exact look at one line as I-JSON: what the bytes hold, or which fault is in them.

Slower than the fast path of `decode`, and used where that path is in doubt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from vflog.log.characters import numbered, unseen
from vflog.log.faults import Fault, Odd, shown
from vflog.log.records import LARGEST

DEEPEST = 32
_SPACE = " \t\r\n"
_space = re.compile(r"[ \t\r\n]*")
_string = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_COMMENTS = ("//", "/*", "#")
_brackets = re.compile(rb"[\[\]{}]")
_as_zeros = bytes.maketrans(b"123456789", b"000000000")


def _no_float(token: str) -> Any:
    raise ValueError(token)


_plainly = msgspec.json.Decoder(float_hook=_no_float).decode
_written = msgspec.json.Encoder().encode
_half = re.compile("[\ud800-\udfff]")
#: What may be missing at the end of a text that is cut off: inside a string, outside of one.
_STRING_ENDS = tuple(
    head + '"' + tail for head in ("", "\\", "0", "00", "000", "0000") for tail in ("", ":0")
)  # fmt: skip
_OTHER_ENDS = (
    "", "0", ":0", '"":0', *(word[i:] for word in ("null", "true", "false") for i in range(1, len(word))),
)  # fmt: skip


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Fault("line.duplicate-key", found=shown(key))
            seen.add(key)
    return out


def _no_number(token: str) -> Any:
    raise Fault("line.nan", found=token)


def _float(token: str) -> Odd:
    return Odd("line.float-for-int", token)


def _int(token: str) -> int | Odd:
    if len(token) <= 17 and -LARGEST <= (value := int(token)) <= LARGEST:
        return value
    return Odd("line.out-of-range", token)


_hooks: dict[str, Any] = {"object_pairs_hook": _object, "parse_constant": _no_number, "parse_float": _float}
_decoder = json.JSONDecoder(**_hooks)
_careful = json.JSONDecoder(**_hooks, parse_int=_int)


def parse(raw: bytes, *, last: bool = False) -> dict[str, Any]:
    """The one object of a line; floats and integers out of range stand in it as `Odd`.

    `last` says that the input ended without a newline here, so that the line may be cut off.
    Raises `Fault` with one of the codes that need no record type.
    """
    plain = as_written(raw)
    return plain if plain is not None else slowly(raw, last=last)


def as_written(raw: bytes) -> dict[str, Any] | None:
    """The object of a line that is written from that object again with as many colons: nothing can have been
    passed over in it, no key that stands there twice. `None` where it is not so, or may hold odd numbers."""
    if b"\\" in raw or raw.count(b"[") + raw.count(b"{") > DEEPEST:
        return None
    try:
        plain = _plainly(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
        return None
    if not isinstance(plain, dict) or _written(plain).count(b":") != raw.count(b":") or _has_long_number(raw):
        return None
    return plain


def _has_long_number(raw: bytes) -> bool:
    """Whether sixteen digits follow one another: only then may a number be out of range."""
    return b"0000000000000000" in raw.translate(_as_zeros)


def slowly(raw: bytes, *, last: bool = False) -> dict[str, Any]:
    """As `parse`, for whatever line."""
    text = _text(raw, last)
    if raw.count(b"[") + raw.count(b"{") > DEEPEST and _depth(raw) > DEEPEST:
        raise Fault("line.too-deep", deepest=DEEPEST)
    decoder = _careful if _has_long_number(raw) else _decoder
    start = _after_space(text, 0)
    try:
        value, end = decoder.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise _not_json(raw, text, error.pos, last) from None
    if not isinstance(value, dict):
        raise Fault("line.not-object", found=_kind(value))
    if rest := text[end:].strip(_SPACE):
        raise Fault("line.trailing", column=end + 1, found=_what_follows(rest))
    if "\\u" in text:
        _check_strings(value)
    return value


def cut_off(text: str, opening: str = "{", *, in_strings: bool = True) -> bool:
    """Whether a text is the beginning of one JSON object and ends inside it.

    `opening` may allow a list too; `in_strings` false asks that the text does not end within a string.
    """
    if not text.lstrip(_SPACE).startswith(tuple(opening)):
        return False
    closing, in_string = _open_at_end(text)
    if not closing or (in_string and not in_strings):
        return False
    return any(_is_json(text + end + closing) for end in (_STRING_ENDS if in_string else _OTHER_ENDS))


def meant_as_header(raw: bytes) -> bool:
    """Whether a line that cannot be read seems to have been the beginning of a game."""
    return b'"vflog/' in raw


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_int=str)
    except (ValueError, RecursionError):
        return False
    return True


def _text(raw: bytes, last: bool) -> str:
    if (nul := raw.find(b"\0")) >= 0:
        raise Fault("line.nul", where=f"at column {nul + 1}")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        if last and error.end == len(raw) and cut_off(raw[: error.start].decode()):
            raise Fault("line.truncated", found=len(raw)) from None
        raise Fault("line.not-utf8", found=_byte(raw[error.start]), column=error.start + 1) from None


def _byte(value: int) -> str:
    """A byte that is not UTF-8, and what it would be in the encoding that it mostly comes from."""
    meant = bytes([value]).decode("cp1252", "replace")
    there = value >= 0x80 and meant != "\ufffd" and not unseen(meant)
    return f"0x{value:02x}" + (f" (in Windows-1252 it would be {meant})" if there else "")


def _not_json(raw: bytes, text: str, position: int, last: bool) -> Fault:
    if last and cut_off(text):
        return Fault("line.truncated", found=len(raw))
    from vflog.log.slips import Slip, slip  # only a line that is refused needs it

    found = slip(text) or Slip("other", "something cannot stand there", position)
    return Fault("line.not-json", kind=found.kind, why=found.why, column=found.at + 1)


def _what_follows(rest: str) -> str:
    """What stands after the object of a line."""
    if unseen(rest[0]):
        return numbered(rest[0])
    what = "another object, " if rest.startswith("{") else "a comment, " if rest.startswith(_COMMENTS) else ""
    return what + shown(rest)


def _kind(value: Any) -> str:
    if isinstance(value, list):
        return "a list"
    return shown(value)


def _after_space(text: str, start: int) -> int:
    found = _space.match(text, start)
    return found.end() if found else start


def _depth(raw: bytes) -> int:
    deepest = depth = 0
    for bracket in _brackets.findall(_string.sub(b"", raw)):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _open_at_end(text: str) -> tuple[str, bool]:
    """What would close everything that is open at the end, and whether that end lies in a string."""
    raw = text.encode(errors="surrogatepass")
    outside = _string.sub(lambda m: b"" if len(m[0]) > 1 and _closed(m[0]) else b"\1", raw)
    stack: list[str] = []
    for bracket in _brackets.findall(outside):
        if bracket in b"[{":
            stack.append("}" if bracket == b"{" else "]")
        elif stack:
            stack.pop()
    return "".join(reversed(stack)), b"\1" in outside


def _closed(string: bytes) -> bool:
    if not string.endswith(b'"'):
        return False
    body = string[1:-1]
    return (len(body) - len(body.rstrip(b"\\"))) % 2 == 0


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _check_strings(value: Any) -> None:
    for string in _strings(value):
        if half := _half.search(string):
            raise Fault("line.surrogate", found=f"\\u{ord(half[0]):04x}")
        if "\0" in string:
            raise Fault("line.nul", where=f"in the text {shown(string)}")

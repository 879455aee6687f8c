"""From the bytes of a content pack to its `PackFile`: whether it is TOML of that form, and what is wrong where.

A TOML reader does not tell where a value stood. So the file is cut into its statements, each of which is TOML by
itself, and what a statement holds stands where it begins.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect as kinds

from vflog.games.veiled_fate.pack_file import Op, PackError, PackFault, PackFile

#: A place in the file: keys, and positions in lists from 0.
Place = tuple[str | int, ...]

LARGEST = 1 << 20
_DIGITS = 20
#: So many characters are read in vain for where statements of several lines end; then lines are no longer told.
_PATIENCE = 4 << 20
_END = re.compile(r"""[\]}]|\"""|'''""")
_KEYS = re.compile(r"\(('[^']*'(?:, )?)+,?\)")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_NOUNS = {
    "quests": "Quest", "slots": "slot", "city": "City card", "spaces": "space", "ages": "Age card", "favors": "Favor",
    "spells": "spell", "prophecies": "prophecy", "table": "table row", "ring": "region", "servants": "Servant",
}  # fmt: skip
_NAMES: dict[type, str] = {
    kinds.IntType: "a whole number", kinds.StrType: "a text", kinds.BoolType: "true or false",
    kinds.ListType: "a list", kinds.DictType: "a table", kinds.StructType: "a table",
}  # fmt: skip


class Faults:
    """Gathers what is wrong with a pack, each with its place in words and its line."""

    def __init__(self, text: str, plain: dict[str, Any]) -> None:
        self._text = text
        self._plain = plain
        self._found: list[tuple[Place, str]] = []

    def add(self, place: Place, what: str) -> None:
        """Something is wrong there: `what` goes on a sentence that begins with the place."""
        self._found.append((place, what))

    def stop(self) -> None:
        """Raise `PackError` where something is wrong."""
        if self._found:
            lines = places(self._text)
            faults = [
                PackFault(f"{in_words(self._plain, place)} {what}", _line(lines, place)) for place, what in self._found
            ]
            raise PackError(*sorted(faults, key=lambda fault: (fault.line is None, fault.line or 0)))

    def op(self, text: str, counted: tuple[str, ...], plain: tuple[str, ...], place: Place) -> Op:
        """One operation in words: one of `counted` with a number from 1 to 99, or one of `plain`."""
        word, space, number = text.partition(" ")
        if word in counted and number.isascii() and number.isdigit() and len(number) < 3 and int(number) > 0:
            return word, int(number)
        if word not in plain or space:
            known = ", ".join([*(f"{c} N" for c in counted), *plain])
            self.add(place, f"is {shown(text)}; known are {known}, N from 1 to 99")
        return word, 0


def load(data: bytes) -> tuple[PackFile, Faults]:
    """The file in these bytes, and where to gather what else is wrong with it; raises `PackError`."""
    if len(data) > LARGEST:
        raise PackError(PackFault(f"it has {len(data)} bytes; a pack has at most {LARGEST}"))
    try:
        text = data.decode("utf-8-sig")
        plain = tomllib.loads(text)
    except UnicodeDecodeError as why:
        line = data.count(b"\n", 0, why.start) + 1
        raise PackError(PackFault(f"it is not UTF-8 text (byte {why.start} of the file)", line)) from None
    except RecursionError:
        raise PackError(PackFault("it nests lists or tables too deep to be read")) from None
    except ValueError as why:
        raise PackError(_not_toml(str(why), text)) from None
    faults = Faults(text, plain)
    for place, what in misfits(plain, kinds.type_info(PackFile), ()):
        faults.add(place, what)
    faults.stop()
    return msgspec.convert(plain, PackFile), faults


def _not_toml(why: str, text: str) -> PackFault:
    """What the TOML reader says, its place taken out of the words; of a number too long for it there is none."""
    if why.startswith("Exceeds the limit"):
        number = re.search(r"[0-9_]{4300}", text)
        line = None if number is None else text.count("\n", 0, number.start()) + 1
        return PackFault(f"it holds a number of more than {_DIGITS} digits", line)
    at = _AT.search(why)
    what = why if at is None else why[: at.start()]
    what = _KEYS.sub(lambda keys: "`" + ".".join(re.findall("'([^']*)'", keys[0])) + "`", what)
    told = f"it is not TOML: {what[:1].lower()}{what[1:]}"
    if at is None or at[1] is None:
        return PackFault(told if at is None else f"{told}, at its end")
    return PackFault(f"{told} (column {at[2]})", int(at[1]))


# -- the form ----------------------------------------------------------------------------------------


def misfits(value: Any, kind: kinds.Type, place: Place) -> Iterator[tuple[Place, str]]:
    """Where a value does not have its type, and what is wrong there: goes on a sentence that begins with the place."""
    options = [option for option in _options(kind) if not isinstance(option, kinds.NoneType)]
    fitting = next((option for option in options if _fits(value, option)), None)
    if fitting is None:
        wanted = " or ".join(_NAMES[type(option)] for option in options)
        yield place, f"is {shown(value)}; {wanted} is asked for"
    elif isinstance(fitting, kinds.StructType):
        yield from _table(value, fitting, place)
    elif isinstance(fitting, kinds.DictType):
        for key, item in value.items():
            for _, what in misfits(key, fitting.key_type, ()):
                yield (*place, key), f"bears a name that cannot be: it {what}"
            yield from misfits(item, fitting.value_type, (*place, key))
    elif isinstance(fitting, kinds.ListType):
        low, high = fitting.min_length or 0, fitting.max_length
        if len(value) < low or (high is not None and len(value) > high):
            yield place, f"has {len(value)} entries; {low} to {high} are asked for"
        for i, item in enumerate(value):
            yield from misfits(item, fitting.item_type, (*place, i))
    elif isinstance(fitting, kinds.StrType):
        yield from _text(value, fitting, place)
    elif isinstance(fitting, kinds.IntType):
        low, high = fitting.ge or 0, fitting.le
        if value < low or value > (high if high is not None else 99):
            yield place, f"is {shown(value)}; a number from {low} to {high if high is not None else 99} is asked for"


def _table(value: dict[str, Any], kind: kinds.StructType, place: Place) -> Iterator[tuple[Place, str]]:
    fields = {field.encode_name: field for field in kind.fields}
    for key, item in value.items():
        if key in fields:
            yield from misfits(item, fields[key].type, (*place, key))
        else:
            yield (*place, key), f"is not known; known are {', '.join(fields)}"
    for name, field in fields.items():
        if field.required and name not in value:
            yield place, f"lacks `{name}`"


def _text(value: str, kind: kinds.StrType, place: Place) -> Iterator[tuple[Place, str]]:
    if "\0" in value:
        yield place, "holds a NUL, which is no text"
    elif kind.pattern is not None and not re.search(kind.pattern, value):
        yield (
            place,
            (
                f"is {shown(value)}, which is no id: an id is 1 to 64 of A-Z a-z 0-9 . _ : @ -, begins with a "
                "letter or digit, and not with x_"
            ),
        )
    elif not value and kind.min_length:
        yield place, "is an empty text"


def _fits(value: Any, kind: kinds.Type) -> bool:
    if isinstance(kind, kinds.IntType):
        return type(value) is int
    if isinstance(kind, kinds.StrType):
        return isinstance(value, str)
    if isinstance(kind, kinds.BoolType):
        return isinstance(value, bool)
    return isinstance(value, list if isinstance(kind, kinds.ListType) else dict)


def _options(kind: kinds.Type) -> Iterator[kinds.Type]:
    if isinstance(kind, kinds.UnionType):
        for option in kind.types:
            yield from _options(option)
    elif isinstance(kind, kinds.Metadata):
        yield from _options(kind.type)
    else:
        yield kind


def shown(value: Any) -> str:
    """A value as a sentence shows it."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if type(value) is int and abs(value) >= 10**_DIGITS:
        return f"a number of more than {_DIGITS} digits"
    if hasattr(value, "isoformat"):
        return f"the date or time {value.isoformat()}"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:59]}…"


# -- the places --------------------------------------------------------------------------------------


def in_words(plain: dict[str, Any], place: Place) -> str:
    """A place for people: "`feather` of slot 2 of the Quest 'paper-crown'"."""
    words: list[str] = []
    value: Any = plain
    for i, step in enumerate(place):
        value = _within(value, step)
        before = place[i - 1] if i else ""
        if isinstance(step, int):
            noun = _NOUNS.get(str(before), f"entry of `{before}`")
            name = value.get("id") if isinstance(value, dict) else None
            words[-1] = f"the {noun} {name!r}" if isinstance(name, str) else f"{noun} {step + 1}"
        elif i == 1 and before in ("demis", "roles"):
            words[-1] = f"the Demi {step!r}" if before == "demis" else f"the role {step}"
        else:
            words.append(f"`{step}`")
    return " of ".join(reversed(words)) or "the pack"


def _within(value: Any, step: str | int) -> Any:
    if isinstance(step, str):
        return value.get(step) if isinstance(value, dict) else None
    return value[step] if isinstance(value, list) and step < len(value) else None


def places(text: str) -> dict[Place, int]:
    """The line, from 1, on which each value of a TOML text begins, as far as its statements tell."""
    found: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    table: Place = ()
    for line, statement, value in _statements(text):
        if statement.startswith("["):
            table = _header(value, counts, listed=statement.startswith("[["))
            found.setdefault(table, line)
        else:
            _note(value, table, line, found)
    return found


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Every statement with the line it begins on and what it holds by itself."""
    lines = text.replace("\r\n", "\n").split("\n")
    at, tried = 0, 0
    while at < len(lines):
        if not lines[at].strip() or lines[at].lstrip().startswith("#"):
            at += 1
            continue
        for end in range(at + 1, len(lines) + 1):
            if end > at + 1 and not _END.search(lines[end - 1]):
                continue
            statement = "\n".join(lines[at:end])
            try:
                value = tomllib.loads(statement)
            except (ValueError, RecursionError):
                tried += len(statement)
                if tried > _PATIENCE:
                    return
                continue
            yield at + 1, statement.lstrip(), value
            break
        else:
            return
        at = end


def _header(value: dict[str, Any], counts: dict[Place, int], *, listed: bool) -> Place:
    """The place of the table that a header begins; in a list of tables it is a new one, or lies in the last."""
    out: Place = ()
    inner: Any = value
    while isinstance(inner, dict) and inner:
        ((key, inner),) = inner.items()
        out = (*out, key)
        last = not (isinstance(inner, dict) and inner)
        if last and listed:
            counts[out] = counts.get(out, 0) + 1
        if out in counts:
            out = (*out, counts[out] - 1)
    return out


def _note(value: Any, place: Place, line: int, found: dict[Place, int]) -> None:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in items:
        found.setdefault((*place, step), line)
        _note(inner, (*place, step), line, found)


def _line(found: dict[Place, int], place: Place) -> int | None:
    """The line of a place; of what is missing there, that of the innermost table around it."""
    while place and place not in found:
        place = place[:-1]
    return found.get(place)

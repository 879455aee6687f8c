"""Plain values held against the types of records: which field is at fault, and how.

The types are read from the structs themselves, so there is nothing to keep in step by hand, and no
sentence of the decoding library is ever read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as kinds

from vflog.log.faults import Fault, Odd, shown
from vflog.log.records import LARGEST

#: Fields and record types whose name begins so are the front end's own.
OWN = "x_"

_NAMES: dict[type, str] = {
    kinds.IntType: "an integer", kinds.StrType: "a text", kinds.BoolType: "true or false", kinds.ListType: "a list",
    kinds.DictType: "an object", kinds.StructType: "an object", kinds.NoneType: "null", kinds.AnyType: "any value",
}  # fmt: skip

#: Defaults made anew for each record that encoding leaves out all the same; any other kind would be written
#: where it never stood, and a text that grows can hide a member that was passed over.
_LEFT_OUT = (msgspec.NODEFAULT, list, dict)


@cache
def info(record: type[msgspec.Struct]) -> kinds.StructType:
    """What the library knows of a struct type."""
    found = kinds.type_info(record)
    assert isinstance(found, kinds.StructType)
    return found


@cache
def closed(record: type[msgspec.Struct]) -> bool:
    """Whether a struct type is `provable`."""
    return provable(info(record))


@cache
def open_fields(record: type[msgspec.Struct]) -> dict[str, kinds.Type]:
    """The fields of a struct type that hold values of no known type, with the type of each."""
    return {f.encode_name: f.type for f in info(record).fields if not provable(f.type)}


def untyped(value: Any, path: str) -> Any:
    """A value of no known type without the front end's own fields; raises `Fault` for a number that may not be."""
    if isinstance(value, Odd):
        raise _odd(value, path)
    if isinstance(value, dict):
        return {k: untyped(v, _under(path, k)) for k, v in value.items() if not k.startswith(OWN)}
    if isinstance(value, list):
        return [untyped(item, f"{path}[{i}]") for i, item in enumerate(value)]
    return value


def opened(value: Any, kind: kinds.Type, path: str) -> Any:
    """The value with all in it that has no known type as `untyped` gives it; keys that are names of things stay."""
    options = list(_options(kind))
    if any(isinstance(option, kinds.AnyType) for option in options):
        return untyped(value, path)
    for option in options:
        if isinstance(value, dict) and isinstance(option, kinds.StructType):
            types = {f.encode_name: f.type for f in option.fields}
            return {k: opened(v, types[k], _under(path, k)) if k in types else v for k, v in value.items()}
        if isinstance(value, dict) and isinstance(option, kinds.DictType):
            if isinstance(option.value_type, kinds.AnyType):
                return untyped(value, path)
            return {k: opened(v, option.value_type, _under(path, k)) for k, v in value.items()}
        if isinstance(value, list) and isinstance(option, kinds.ListType):
            return [opened(item, option.item_type, f"{path}[{i}]") for i, item in enumerate(value)]
    return value


def stripped(value: Any, kind: kinds.Type, unknown: list[str] | None = None) -> Any:
    """The value without the front end's own fields, wherever an object's keys are field names.

    With a list `unknown` also without all other fields that the type does not have: their names go there.
    """
    if isinstance(value, dict):
        for option in _options(kind):
            if isinstance(option, kinds.StructType):
                return _known_fields(value, option, unknown)
            if isinstance(option, kinds.DictType):
                return {k: stripped(v, option.value_type, unknown) for k, v in value.items()}
    if isinstance(value, list):
        for option in _options(kind):
            if isinstance(option, kinds.ListType):
                return [stripped(item, option.item_type, unknown) for item in value]
    return value


def _known_fields(value: dict[str, Any], kind: kinds.StructType, unknown: list[str] | None) -> dict[str, Any]:
    fields = {f.encode_name: f.type for f in kind.fields}
    out: dict[str, Any] = {}
    for key, item in value.items():
        if key in fields:
            out[key] = stripped(item, fields[key], unknown)
        elif key == kind.tag_field or (not key.startswith(OWN) and unknown is None):
            out[key] = item
        elif not key.startswith(OWN) and unknown is not None:
            unknown.append(key)
    return out


def check(value: Any, kind: kinds.Type, path: str, owner: str) -> None:
    """Raise the `Fault` of the first field at fault; `owner` says whose fields they are."""
    options = list(_options(kind))
    if any(isinstance(o, kinds.AnyType) for o in options):
        untyped(value, path)
        return
    fitting = [o for o in options if _fits(value, o)]
    if not fitting:
        raise _misfit(value, options, path)
    closed = [v for o in fitting if isinstance(o, kinds.LiteralType) for v in o.values]
    if closed and len(closed) >= len(fitting) and all(isinstance(o, kinds.LiteralType) for o in fitting):
        if value not in closed:
            raise Fault("line.value", field=path, found=shown(value), wanted=_one_of(closed), expected=closed)
        return
    for option in _tagged(value, fitting, path):
        _inside(value, option, path, owner)


def missing(owner: str, field: str) -> Fault:
    """The fault of a field that is not there."""
    return Fault("line.missing-field", owner=owner, found=shown(field))


def provable(kind: kinds.Type) -> bool:
    """Whether encoding a decoded value again can show that no member of its text was passed over.

    So for closed structs that leave defaults out, lists, maps, texts, booleans and integers that a log
    may hold; not where a value is untyped, for there a number can grow when it is written again.
    """
    if isinstance(kind, kinds.StructType):
        config = kind.cls.__struct_config__
        closed = config.omit_defaults and config.forbid_unknown_fields and not config.array_like
        return bool(closed) and all(f.default_factory in _LEFT_OUT and provable(f.type) for f in kind.fields)
    if isinstance(kind, kinds.UnionType):
        return all(provable(option) for option in kind.types)
    if isinstance(kind, kinds.ListType):
        return provable(kind.item_type)
    if isinstance(kind, kinds.DictType):
        return isinstance(kind.key_type, kinds.StrType) and provable(kind.value_type)
    if isinstance(kind, kinds.IntType):
        return kind.ge is not None and kind.ge >= -LARGEST and kind.le is not None and kind.le <= LARGEST
    if isinstance(kind, kinds.Metadata):
        return provable(kind.type)
    return isinstance(kind, kinds.StrType | kinds.BoolType | kinds.NoneType | kinds.LiteralType)


def _tagged(value: Any, fitting: list[kinds.Type], path: str) -> list[kinds.Type]:
    """Of several objects that a value may be, the one whose tag it bears."""
    by_tag = {o.tag: o for o in fitting if isinstance(o, kinds.StructType) and o.tag_field is not None}
    if not by_tag:
        return fitting
    name = next(o.tag_field for o in by_tag.values()) or ""
    if name not in value:
        raise missing(path, name)
    tag = value[name]
    if not isinstance(tag, str | int) or tag not in by_tag:
        tags = sorted(by_tag, key=str)
        raise Fault("line.value", field=_under(path, name), found=shown(tag), wanted=_one_of(tags), expected=tags)
    return [by_tag[tag]]


def _inside(value: Any, kind: kinds.Type, path: str, owner: str) -> None:
    if isinstance(kind, kinds.StructType):
        _check_struct(value, kind, path, owner)
    elif isinstance(kind, kinds.DictType):
        for key, item in value.items():
            check(item, kind.value_type, _under(path, key), owner)
    elif isinstance(kind, kinds.ListType):
        for i, item in enumerate(value):
            check(item, kind.item_type, f"{path}[{i}]", owner)
    elif isinstance(kind, kinds.StrType):
        _check_text(value, kind, path)
    elif isinstance(kind, kinds.IntType):
        low = max(kind.ge if kind.ge is not None else -LARGEST, -LARGEST)
        high = min(kind.le if kind.le is not None else LARGEST, LARGEST)
        if isinstance(value, Odd) or not low <= value <= high:
            raise Fault("line.out-of-range", field=path, found=shown(value), low=low, high=high)


def _check_text(value: str, kind: kinds.StrType, path: str) -> None:
    shortest, longest = kind.min_length or 0, kind.max_length
    if len(value) < shortest or (longest is not None and len(value) > longest):
        wanted = f"{shortest} to {longest} characters long" if longest is not None else f"{shortest} characters or more"
        raise Fault("line.value", field=path, found=shown(value), wanted=wanted)
    if kind.pattern is not None and not re.search(kind.pattern, value):
        raise Fault("line.value", field=path, found=shown(value), wanted=f"of the form {kind.pattern}")


def _check_struct(value: dict[str, Any], kind: kinds.StructType, path: str, owner: str) -> None:
    fields = {f.encode_name: f for f in kind.fields}
    whose = path or owner
    for key, item in value.items():
        if key in fields:
            check(item, fields[key].type, _under(path, key), owner)
        elif key != kind.tag_field and not key.startswith(OWN):
            raise Fault("line.unknown-field", owner=whose, found=shown(key), expected=sorted(fields))
    for name, field in fields.items():
        if field.required and name not in value:
            raise missing(whose, name)


def _fits(value: Any, kind: kinds.Type) -> bool:
    """Whether the JSON type of a value is the one asked for (its contents aside)."""
    if isinstance(kind, kinds.IntType):
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole or (isinstance(value, Odd) and value.code == "line.out-of-range")
    if isinstance(kind, kinds.LiteralType):
        return any(type(value) is type(one) for one in kind.values)
    if isinstance(kind, kinds.StructType | kinds.DictType):
        return isinstance(value, dict)
    if isinstance(kind, kinds.ListType):
        return isinstance(value, list)
    if isinstance(kind, kinds.StrType):
        return isinstance(value, str)
    if isinstance(kind, kinds.BoolType):
        return isinstance(value, bool)
    return isinstance(kind, kinds.NoneType) and value is None


def _misfit(value: Any, options: list[kinds.Type], path: str) -> Fault:
    """The fault of a value whose JSON type is none of those asked for."""
    wanted = " or ".join(dict.fromkeys(map(_name, options)))
    types = {type(o) for o in options}
    if value is None:
        return Fault("line.null", field=path, wanted=wanted)
    if isinstance(value, bool) and kinds.IntType in types:
        return Fault("line.bool-for-int", field=path, found=shown(value))
    if isinstance(value, Odd) and kinds.IntType in types:
        return _odd(value, path)
    if isinstance(value, dict) and kinds.ListType in types:
        return Fault("line.object-for-list", field=path, found=shown(value))
    return Fault("line.wrong-type", field=path, found=shown(value), wanted=wanted)


def _odd(value: Odd, path: str) -> Fault:
    return Fault(value.code, field=path, found=value.text, low=-LARGEST, high=LARGEST)


def _name(kind: kinds.Type) -> str:
    if isinstance(kind, kinds.LiteralType):
        return _one_of(kind.values)
    return _NAMES.get(type(kind), "another value")


def _one_of(values: Sequence[Any]) -> str:
    *most, last = map(shown, values)
    return f"{', '.join(most)} or {last}" if most else last


def _under(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _options(kind: kinds.Type) -> Iterator[kinds.Type]:
    """The types that a value may have."""
    if isinstance(kind, kinds.Metadata):
        yield from _options(kind.type)
    elif isinstance(kind, kinds.UnionType):
        for option in kind.types:
            yield from _options(option)
    else:
        yield kind

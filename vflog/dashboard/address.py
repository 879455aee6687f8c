"""What a page's address says: which games are chosen, and what else the page needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from urllib.parse import parse_qsl, urlencode

from vflog.figures.filters import FROM, UNTIL, Choice, Filter

#: Characters of a value, and values of a filter, that are looked at.
_LONGEST, _MOST = 300, 50


def pairs(search: str | None) -> list[tuple[str, str]]:
    """Names and values of the part of an address behind `?`; what cannot be meant is left out."""
    found = parse_qsl((search or "").lstrip("?"), keep_blank_values=True, max_num_fields=None)
    return [(name, value) for name, value in found if len(value) <= _LONGEST and "\0" not in value]


def one(search: str | None, name: str) -> str | None:
    """The value of that name."""
    return next((value for each, value in pairs(search) if each == name), None)


def choice(search: str | None, filters: Sequence[Filter]) -> Choice:
    """What is chosen there; unknown names, and days that are none, choose nothing."""
    known = {each.name for each in filters}
    values: dict[str, tuple[str, ...]] = {}
    for name, value in pairs(search):
        if (name in known or (name in (FROM, UNTIL) and _is_day(value))) and value not in values.get(name, ()):
            values[name] = (*values.get(name, ()), value)[:_MOST]
    return Choice(values)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def search(chosen: Choice, **more: object) -> str:
    """The part of an address that says so, `more` names and values at its end (`None` is left out)."""
    listed = [(name, value) for name in sorted(chosen.values) for value in chosen.values[name]]
    listed += [(name, str(value)) for name, value in more.items() if value is not None]
    return f"?{urlencode(listed)}" if listed else ""


def changed(chosen: Choice, name: str, values: Sequence[str]) -> Choice:
    """The same with other values of one filter."""
    rest: Mapping[str, tuple[str, ...]] = {each: told for each, told in chosen.values.items() if each != name}
    return Choice({**rest, **({name: tuple(values)} if values else {})})

"""Forms of legal records as people read them, a line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def in_a_line(form: dict[str, Any], short: Callable[[object], str] = str) -> str:
    """A form: its type, and of each field what it may be; values as `short` writes them."""
    optional = form.get("optional") or ()
    parts = [
        f"{name}{' (or none)' if name in optional else ''}: {_value(spec, short)}"
        for name, spec in form["fields"].items()
    ]
    return f"{form['type']}  {'; '.join(parts)}"


def _value(spec: object, short: Callable[[object], str]) -> str:
    match spec:
        case {"in": values}:
            return " | ".join(map(short, values))
        case {"choose": size, "from": values}:
            return f"{size} of {short(values)}"
        case {"cards": size, "of": kinds}:
            return f"{size if isinstance(size, int) else f'{size[0]} to {size[1]}'} cards of {short(kinds)}"
        case {"reveals": what}:
            return f"(revealed: {what})"
        case {"follows": names}:
            return f"(follows from {' and '.join(names)})"
        case dict():
            return "; ".join(f"{name}: {_value(one, short)}" for name, one in spec.items())
        case _:
            return short(spec)

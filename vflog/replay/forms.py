"""Forms of legal records: how many records they stand for, and the records one by one.

A field of a form is a value, or one of: `{"in": […]}`; `{"choose": k, "from": […]}`; `{"cards": k or [min, max],
"of": {kind: count}}`, where cards that are not known are counted and written as `?`, and with `"by": [place, …]` laid
in those places; `{"reveals": …}`, which is nature's and stays as it is; or an object of such fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any

Form = Mapping[str, Any]
_LEFT_OUT = object()


def count_legal(forms: Iterable[Form]) -> int:
    """How many records some forms stand for."""
    return sum(map(count, forms))


def legal_records(forms: Iterable[Form]) -> Iterator[dict[str, Any]]:
    """The records that some forms stand for, what nature decides left as it is."""
    return (record for form in forms for record in records(form))


def count(form: Form) -> int:
    """How many records a form stands for; what nature decides counts once."""
    optional = form.get("optional", ())
    return prod(_count(spec) + (name in optional) for name, spec in form["fields"].items())


def records(form: Form) -> Iterator[dict[str, Any]]:
    """The records of a form, in the order of its values."""
    optional = form.get("optional", ())
    names = list(form["fields"])
    values = [[*_values(spec), *([_LEFT_OUT] if name in optional else [])] for name, spec in form["fields"].items()]
    for chosen in product(*values):
        given = {name: value for name, value in zip(names, chosen, strict=True) if value is not _LEFT_OUT}
        yield {"type": form["type"], **given}


def _count(spec: Any) -> int:
    match spec:
        case {"in": values}:
            return len(values)
        case {"choose": size, "from": values}:
            return comb(len(values), size)
        case {"cards": size, "of": kinds, "by": places}:
            return sum(_hands(list(kinds.values()), cards, len(places)) for cards in _sizes(size))
        case {"cards": size, "of": kinds}:
            return sum(_hands(list(kinds.values()), cards) for cards in _sizes(size))
        case {"reveals": _}:
            return 1
        case dict():
            return prod(map(_count, spec.values()))
        case _:
            return 1


def _hands(counts: list[int], size: int, places: int = 1) -> int:
    """How many ways there are to take so many cards and lay them in some places, cards of a kind being alike."""
    ways = [1, *[0] * size]
    for there in counts:
        laid = [comb(taken + places - 1, places - 1) for taken in range(there + 1)]
        ways = [sum(ways[i - taken] * laid[taken] for taken in range(min(there, i) + 1)) for i in range(size + 1)]
    return ways[size]


def _values(spec: Any) -> Iterator[Any]:
    match spec:
        case {"in": values}:
            yield from values
        case {"choose": size, "from": values}:
            yield from map(list, combinations(values, size))
        case {"cards": size, "of": kinds, "by": places}:
            for cards in _sizes(size):
                for taken in _taken(list(kinds.items()), cards):
                    yield from _laid(Counter(taken), places)
        case {"cards": size, "of": kinds}:
            for cards in _sizes(size):
                yield from _taken(list(kinds.items()), cards)
        case {"reveals": _}:
            yield spec
        case dict():
            for chosen in product(*map(_values, spec.values())):
                yield dict(zip(spec, chosen, strict=True))
        case _:
            yield spec


def _taken(kinds: list[tuple[str, int]], size: int) -> Iterator[list[str]]:
    if not kinds:
        if size == 0:
            yield []
        return
    (kind, there), *rest = kinds
    for taken in range(min(there, size), -1, -1):
        for others in _taken(rest, size - taken):
            yield [kind] * taken + others


def _laid(cards: Counter[str], places: list[str]) -> Iterator[dict[str, list[str]]]:
    """The ways to lay some cards in some places."""
    ways = [combinations_with_replacement(places, number) for number in cards.values()]
    for chosen in product(*ways):
        out: dict[str, list[str]] = {}
        for kind, there in zip(cards, chosen, strict=True):
            for place in there:
                out.setdefault(place, []).append(kind)
        yield out


def _sizes(size: int | list[int]) -> range:
    return range(size, size + 1) if isinstance(size, int) else range(size[0], size[1] + 1)

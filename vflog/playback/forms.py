"""Forms of legal records: who acts, how many records they stand for, these one by one, what a record so far leaves.

A field of a form is a value, or one of: `{"in": […]}`; `{"choose": k, "from": […]}`; `{"cards": k or [min, max],
"of": {kind: count}}`, where cards that are not known are counted and written as `?`, and with `"by": [place, …]` laid
in those places; `{"reveals": …}`, which is nature's, or `{"follows": […]}`, which depends on that, and both stay as
they are; or an object of such fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any, Protocol, runtime_checkable

from vflog.engine.ruleset import Play
from vflog.log.canonical import canonical

Form = Mapping[str, Any]
#: What is no field of a record's own.
_FRAME = frozenset({"type", "n", "game", "at"})
#: The fields that name who acts.
_ACTORS = ("player", "p")
HIDDEN = "?"
#: Whether the asker sees the cards of a player, or with `None` those that are nobody's.
Sees = Callable[[str | None], bool]


@runtime_checkable
class Follows(Protocol):
    """A play that can say what the nature's part of a record brings with it."""

    def what_follows(self, record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The field that a record still needs, or has wrong, and what it must be; nothing where the record is legal,
        and then what may be added to it. `None` where it is refused for another reason."""


# -- who acts, who knows -----------------------------------------------------------------------------------


def legal(play: Play, sees: Sees | None = None) -> list[dict[str, Any]]:
    """The forms of all legal records, each with who acts `by` it; by type in the order of the rules, then by canonical
    form. `sees` says whose cards are known to the asker (`None`: those that are nobody's): then `?` is left out where
    they are."""
    named = [{"type": form["type"], "by": _by(form)[1], **form} for form in _joined(play.legal())]
    if sees is not None:
        named = [{**form, "fields": _all_told(form["fields"], sees)} for form in named]
        named = [form for form in named if all(map(_can_be, form["fields"].values()))]
    order = {kind: i for i, kind in enumerate(dict.fromkeys(form["type"] for form in named))}
    return sorted(named, key=lambda form: (order[form["type"]], canonical(form)))


def _joined(forms: Iterable[Form]) -> list[dict[str, Any]]:
    """The same records in fewer forms: those that differ in one plain value only are one, with a choice."""
    out = [dict(form) for form in forms]
    for name in dict.fromkeys(name for form in out for name in form["fields"] if name not in _ACTORS):
        joined: list[dict[str, Any]] = []
        alike: dict[bytes, dict[str, Any]] = {}
        for form in out:
            values = _choices(form["fields"].get(name))
            if values is not None:
                first = alike.setdefault(canonical({**form, "fields": {**form["fields"], name: None}}), form)
                there = _choices(first["fields"][name]) or []
                if first is not form and not any(value in there for value in values):
                    first["fields"] = {**first["fields"], name: {"in": [*there, *values]}}
                    continue
            joined.append(form)
        out = joined
    return out


def _choices(spec: Any) -> list[Any] | None:
    """The values of a field that is a plain choice; `None` for any other."""
    if isinstance(spec, dict):
        return list(spec["in"]) if spec.keys() == {"in"} else None
    return None if spec is None or isinstance(spec, list) else [spec]


def _told(spec: Any, sees: Sees) -> Any:
    """What a field may be, for who sees these cards: no `?` where they are known."""
    match spec:
        case {"in": [*values]} if "hidden" not in spec:
            return {**spec, "in": [value for value in values if value != HIDDEN]}
        case {"reveals": _, "count": count, "of": of} if sees(spec.get("for")):
            if isinstance(of, dict):
                kinds = {kind: there for kind, there in of.items() if kind != HIDDEN}
                enough = HIDDEN in of and sum(kinds.values()) >= _sizes(count).start
                return {**spec, "of": kinds} if enough else spec
            return {**spec, "of": [one for one in of if one != HIDDEN]}
        case {"in": _} | {"choose": _} | {"cards": _} | {"reveals": _} | {"follows": _}:
            return spec
        case dict():
            return _all_told(spec, sees)
        case _:
            return spec


def _can_be(spec: Any) -> bool:
    """Whether there is a value left where those that are not known are left out."""
    match spec:
        case {"in": [*values]}:
            return bool(values)
        case {"reveals": _, "count": count, "of": of}:
            return bool(of) or _sizes(count).start == 0
        case _:
            return True


def _all_told(fields: Mapping[str, Any], sees: Sees) -> dict[str, Any]:
    return {name: _told(spec, sees) for name, spec in fields.items()}


def _by(form: Form) -> tuple[str, Any]:
    """The field that names who acts, and who it is; nobody where it is chosen, or where nature or the table acts."""
    name = next((name for name in _ACTORS if name in form["fields"]), "")
    actor = form["fields"].get(name)
    return name, actor if isinstance(actor, str) else None


def narrowed(forms: Iterable[Form], player: str | None = None, kind: str | None = None) -> list[dict[str, Any]]:
    """The forms of that type by which that player acts; where it may be any of several, that player."""
    out = []
    for form in forms:
        name, actor = _by(form)
        spec = form["fields"].get(name)
        chosen = isinstance(spec, dict) and player in spec.get("in", ())
        if (kind is None or form["type"] == kind) and (player is None or actor == player or chosen):
            fields = {**form["fields"], name: player} if chosen else form["fields"]
            out.append({**form, "fields": fields})
    return out


# -- counting and listing ----------------------------------------------------------------------------------


def count_legal(forms: Iterable[Form]) -> int:
    """How many records some forms stand for."""
    return sum(map(count, forms))


def legal_records(forms: Iterable[Form]) -> Iterator[dict[str, Any]]:
    """The records that some forms stand for, what nature decides left as it is."""
    return (record for form in forms for record in records(form))


def count(form: Form) -> int:
    """How many records a form stands for; what nature decides, or follows from that, counts once."""
    optional = form.get("optional", ())
    return prod(_count(spec) + (name in optional) for name, spec in form["fields"].items())


def records(form: Form) -> Iterator[dict[str, Any]]:
    """The records of a form, in the order of its values; each is made when it is asked for."""
    for fields in _chosen(list(form["fields"].items()), frozenset(form.get("optional", ()))):
        yield {"type": form["type"], **fields}


def _chosen(fields: list[tuple[str, Any]], optional: frozenset[str]) -> Iterator[dict[str, Any]]:
    """The ways to give the fields, those that are optional last left out."""
    if not fields:
        yield {}
        return
    (name, spec), *rest = fields
    for value in _values(spec):
        for others in _chosen(rest, optional):
            yield {name: value, **others}
    if name in optional:
        yield from _chosen(rest, optional)


def _count(spec: Any) -> int:
    match spec:
        case {"in": values}:
            return len(values)
        case {"choose": size, "from": values}:
            return comb(len(values), size)
        case {"cards": size, "of": kinds}:
            return _hands(list(kinds.values()), _sizes(size), len(spec["by"]) if "by" in spec else 1)
        case {"reveals": _} | {"follows": _}:
            return 1
        case dict():
            return prod(map(_count, spec.values()))
        case _:
            return 1


def _hands(counts: list[int], sizes: range, places: int) -> int:
    """How many ways there are to take cards and lay them in some places, cards of a kind being alike."""
    if sizes.start == 0 and sizes.stop > sum(counts):
        return prod(comb(there + places, places) for there in counts)
    most = sizes.stop - 1
    ways = [1, *[0] * most]
    for there in counts:
        laid = [comb(taken + places - 1, places - 1) for taken in range(min(there, most) + 1)]
        ways = [sum(ways[i - taken] * laid[taken] for taken in range(min(there, i) + 1)) for i in range(most + 1)]
    return sum(ways[sizes.start :])


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
        case {"reveals": _} | {"follows": _}:
            yield spec
        case dict():
            yield from _chosen(list(spec.items()), frozenset())
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


# -- a record so far ---------------------------------------------------------------------------------------


def so_far(play: Play, record: Mapping[str, Any], sees: Sees | None = None) -> list[dict[str, Any]]:
    """The legal forms that a record so far is part of, its fields given; `sees` as in `legal`.

    Where nothing but what follows is left, the rules say what that is: the form has the one field that comes next, or
    none, where the record is complete; what else such a record might become is not told, but for what may be left out.
    No form is left where the record is refused whatever else it says.
    """
    given = {name: value for name, value in record.items() if name not in _FRAME and not name.startswith("x_")}
    out: list[dict[str, Any]] = []
    due: list[dict[str, Any]] = []
    for form in legal(play, sees):
        fields, optional = form["fields"], form["optional"]
        if form["type"] != record.get("type") or not given.keys() <= fields.keys():
            continue
        if not all(allows(fields[name], value) for name, value in given.items()):
            continue
        told: dict[str, Any] = {**fields, **given}
        needs: dict[str, Any] | None = None
        left = [name for name in fields if name not in given and name not in optional]
        if all(_waits(fields[name]) for name in left) and isinstance(play, Follows):
            found = play.what_follows({"type": form["type"], **given})
            if found is None:
                continue
            needs, adds = found
            told = {name: adds.get(name, fields[name]) for name in optional if name not in given} | needs
            told = {**given, **(told if sees is None else _all_told(told, sees))}
            told = {name: told[name] for name in {**fields, **needs} if name in told}
        left = [name for name in optional if name in told and name not in given and name not in (needs or ())]
        rest = {**form, "fields": told, "optional": left}
        there = out if needs is None else due
        if rest not in there:
            there.append(rest)
    return due or out


def _waits(spec: Any) -> bool:
    return isinstance(spec, dict) and "follows" in spec


def allows(spec: Any, value: Any) -> bool:
    """Whether a value may be one that the field stands for; of what nature decides only the rules know more."""
    match spec:
        case {"reveals": _} | {"follows": _}:
            return True
        case {"in": values}:
            return value in values
        case {"choose": size, "from": values}:
            many = isinstance(value, list) and len(value) == size
            return many and all(value.count(one) == 1 == values.count(one) for one in value)
        case {"cards": size, "of": _, "by": places}:
            laid = value.values() if isinstance(value, dict) and value.keys() <= {*places} else [None]
            return all(isinstance(there, list) for there in laid) and sum(map(len, laid)) in _sizes(size)
        case {"cards": size, "of": _}:
            sizes = _sizes(size)
            return isinstance(value, list) and sizes.start <= len(value) < sizes.stop + spec.get("more", 0)
        case dict():
            return isinstance(value, dict) and all(name in spec and allows(spec[name], value[name]) for name in value)
        case _:
            return bool(spec == value)

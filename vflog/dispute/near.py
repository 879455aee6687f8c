"""The legal records that are nearest to one that is in dispute: what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from vflog.dispute.replaying import Replayer, plain_of
from vflog.engine.frame import step
from vflog.engine.ruleset import Play
from vflog.log.canonical import canonical
from vflog.log.decode import tag_of
from vflog.log.problems import Refused
from vflog.log.records import Record
from vflog.playback.forms import Follows, allows, legal, narrowed, records

Plain = dict[str, Any]
_HIDDEN = "?"
_FRAME = ("n", "game", "at")
#: So many records of a form are looked at, and of all forms together.
_OF_A_FORM, _OF_ALL = 400, 3000
#: Values that nature may bring: so many are tried.
_BRANCHES = 4
#: So many are tried out in the end.
_TRIED = 80
_ACTORS = ("player", "p")


def near(replayer: Replayer, play: Play, record: Record, n: int, most: int = 12) -> list[tuple[Record, int]]:
    """The legal records of the same type that differ from a record in the fewest fields (and in how many), at most so
    many; the record itself is not among them."""
    plain = {key: value for key, value in plain_of(record).items() if key not in _FRAME}
    actor = next((plain[name] for name in _ACTORS if isinstance(plain.get(name), str)), None)
    forms = legal(play)
    alike = narrowed(forms, kind=tag_of(type(record)))
    own = narrowed(alike, player=actor) if actor is not None else []
    out = _nearest(replayer, play, record, n, most, own or alike)
    if not out and actor is not None and type(record) is not replayer.rules.end:
        # What that player may do at all.
        end = tag_of(replayer.rules.end)
        others = [form for form in narrowed(forms, player=actor) if form["type"] != end]
        out = _nearest(replayer, play, record, n, most, others)
    return out


def _nearest(
    replayer: Replayer, play: Play, record: Record, n: int, most: int, forms: Iterable[Mapping[str, Any]]
) -> list[tuple[Record, int]]:
    """The records of some forms that are nearest to one."""
    plain = {key: value for key, value in plain_of(record).items() if key not in _FRAME}
    found: dict[bytes, tuple[int, int, Plain]] = {}
    for candidate in islice(_candidates(forms, plain), _OF_ALL):
        apart = _apart(plain, candidate)
        if apart > 0:
            found.setdefault(canonical(candidate), (apart, _shared(plain, candidate), candidate))
    # The record itself may only lack what follows from it.
    found.setdefault(canonical(plain), (0, 0, plain))
    order = sorted(found.items(), key=lambda item: (item[1][0], -item[1][1], item[0]))
    out: dict[bytes, tuple[Record, int]] = {}
    least: int | None = None
    for _, (apart, _, candidate) in order[:_TRIED]:
        for made in _completed(replayer, play, candidate, record, n):
            body = {key: value for key, value in plain_of(made).items() if key not in _FRAME}
            # What the record itself only lacks is one thing, whatever nature brings.
            differs = 1 if apart == 0 else _apart(plain, body)
            if body != plain and (least is None or differs <= least):
                least = differs
                out.setdefault(canonical(body), (made, differs))
        if len(out) >= most:
            break
    return [item for item in out.values() if item[1] == least][:most]


def all_legal(replayer: Replayer, play: Play, n: int, most: int) -> Iterator[Record]:
    """Legal records of every type but the end, each with what nature brings left unknown; at most so many."""
    end = tag_of(replayer.rules.end)
    forms = [form for form in legal(play) if form["type"] != end]
    for candidate in islice(_candidates(forms, {}), most):
        yield from islice(_completed(replayer, play, candidate, None, n), 1)


def _candidates(forms: Iterable[Mapping[str, Any]], plain: Plain) -> Iterator[Plain]:
    """Records of some forms, with what is open taken from the record as far as that may be."""
    known = {key: value for key, value in plain.items() if _HIDDEN not in _values(value)}
    for form in forms:
        fields = dict(form["fields"])
        kept = {name: plain[name] for name in plain if name in fields and allows(fields[name], plain[name])}
        exact = {
            **form,
            "fields": {
                name: kept[name] if _open(fields[name]) and name in kept else spec for name, spec in fields.items()
            },
        }
        for found in islice(records(exact), _OF_A_FORM):
            body = {name: value for name, value in found.items() if not _open(value)}
            if not any(_HIDDEN in _values(body.get(name)) for name in known if name != "type"):
                yield body
                # What is optional, and was given, may stay.
                more = {name: plain[name] for name in form["optional"] if name in plain and name not in body}
                if more:
                    yield {**body, **more}


def _open(spec: Any) -> bool:
    return isinstance(spec, dict) and ("reveals" in spec or "follows" in spec)


def _values(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [each for item in value.values() for each in _values(item)]
    if isinstance(value, list):
        return [each for item in value for each in _values(item)]
    return [value]


def _apart(one: Plain, other: Plain) -> int:
    """In how many fields two records differ; a list in another order is the same."""
    return sum(_bare(one.get(name)) != _bare(other.get(name)) for name in {**one, **other})


def _shared(one: Plain, other: Plain) -> int:
    """How many values of lists two records share in fields that differ: of two corrections the smaller is nearer."""
    out = 0
    for name in one:
        a, b = one.get(name), other.get(name)
        if isinstance(a, list) and isinstance(b, list) and a != b:
            left = list(b)
            for value in a:
                if value in left:
                    left.remove(value)
                    out += 1
    return out


def _bare(value: Any) -> Any:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return sorted(value)
    return None if value in ([], {}) else value


def _completed(
    replayer: Replayer, play: Play, candidate: Plain, like: Record | None, n: int, depth: int = 0
) -> Iterator[Record]:
    """The records that a candidate becomes when what follows is filled in, each legal by trying."""
    record = replayer.record(candidate, like)
    if record is not None and _stands(play, record, n):
        yield record
        return
    if depth >= _BRANCHES or not isinstance(play, Follows):
        return
    found = play.what_follows(dict(candidate)) if record is not None else None
    for name, spec in (found[0] if found is not None else {}).items():
        for value in islice(_likely(spec), _BRANCHES):
            yield from _completed(replayer, play, {**candidate, name: value}, like, n, depth + 1)
        return


def _likely(spec: Any) -> Iterator[Any]:
    """Values that what follows may have: those that are told, else what nature brings left unknown."""
    match spec:
        case {"reveals": "coin", "of": [*values]} | {"in": [*values]}:
            yield from values
        case {"reveals": "cards", "count": int(count)}:
            yield [_HIDDEN] * count
        case {"reveals": "card"}:
            yield _HIDDEN
        case {"reveals": _}:
            return
        case dict() if all(isinstance(each, dict) for each in spec.values()):
            ways = [[*_likely(each)] for each in spec.values()]
            yield from (dict(zip(spec, chosen, strict=True)) for chosen in product(*ways))
        case _:
            yield spec


def _stands(play: Play, record: Record, n: int) -> bool:
    twin = play.copy()
    try:
        step(twin, n, record)
    except Refused:
        return False
    return True

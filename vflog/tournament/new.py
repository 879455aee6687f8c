"""A tournament file to fill in, out of a folder of logs: rounds, tables, players and apps as they are found."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from vflog.tournament.file import FORMAT, tiebreaks_there_are
from vflog.tournament.findings import natural
from vflog.tournament.logs import Log

#: The rules that a file can ask for and logs tell of, in this order.
_RULES = ("ruleset", "revision", "expansions", "powers", "detail")


class Human(msgspec.Struct, kw_only=True):
    """Somebody as the logs have it; `guesses` are ids in apps that may be the same human's, by the name."""

    id: str
    name: str | None
    guesses: list[tuple[str, str]] = []


def new(logs: Sequence[Log]) -> str:
    """The text of the file."""
    named = [log for log in logs if log.header is not None and not log.redacted]
    events = Counter(str(event) for log in named if (event := log.says("event")) is not None)
    event = min(events, key=lambda name: (-events[name], name), default="")
    mine = [log for log in named if log.says("event") == event]
    humans = _humans(mine)
    parts = [
        _head(event, events),
        _rules(mine),
        _scoring(mine),
        *map(_player, humans),
        *_rounds(mine, _who(humans)),
        *_left_over(named, event),
    ]
    return "\n".join(parts)


def _head(event: str, events: Counter[str]) -> str:
    others = "".join(
        f"# Logs of another event are here too: {_comment(name)}.\n" for name in sorted({*events} - {event})
    )
    none = "# The logs name no event; write here what they will name.\n" if not events else ""
    return f"{others}{none}format = {_text(FORMAT)}\nevent = {_text(event or 'an event')}\n"


def _rules(logs: Sequence[Log]) -> str:
    lines = ["# What every log must have been played by: what most of them were.", "[rules]"]
    for name in _RULES:
        values = Counter(json.dumps(log.played_by.get(name)) for log in logs)
        if values:
            most = min(values, key=lambda value: (-values[value], value))
            found = json.loads(most)
            if found is not None:
                others = f"  # {len(logs) - values[most]} of {len(logs)} otherwise" if values[most] < len(logs) else ""
                lines.append(f"{name} = {_value(found)}{others}")
    return "\n".join(lines) + "\n"


def _scoring(logs: Sequence[Log]) -> str:
    sizes = sorted({len(log.seats) for log in logs if log.seats})
    names = ", ".join(tiebreaks_there_are())
    return "\n".join(
        (
            "# How points are given: yours to say. Tie-breaks go in order; there are " + names + ".",
            "[scoring]",
            "bye = 0",
            "no_show = 0",
            'tiebreaks = ["wins", "opponents_points"]',
            '# seed = "…"  # for lot; written before round 1',
            "[scoring.places]",
            *(f"{size} = {json.dumps([*range(size - 1, -1, -1)])}" for size in sizes),
            "",
        )
    )


def _humans(logs: Sequence[Log]) -> list[Human]:
    """The players by id, in every app; another id under the same name is guessed to be the same, but never at one
    table."""
    names: dict[str, str | None] = {}
    apps: dict[str, set[str]] = defaultdict(set)
    met: dict[str, set[str]] = defaultdict(set)
    for log in logs:
        ids = {seat.player_id for seat in log.seats}
        for seat in log.seats:
            names[seat.player_id] = names.get(seat.player_id) or seat.name
            met[seat.player_id] |= ids - {seat.player_id}
            if log.app[0] is not None:
                apps[seat.player_id].add(log.app[0])
    out: dict[str, Human] = {}
    by_name: dict[str, Human] = {}
    for id in sorted(names, key=natural):
        name = names[id]
        same = by_name.get(name.casefold().strip()) if name is not None else None
        if same is not None and id not in met[same.id] and apps[id] and not apps[id] & apps[same.id]:
            same.guesses += [(app, id) for app in sorted(apps[id])]
            continue
        out[id] = Human(id=id, name=name)
        if name is not None:
            by_name.setdefault(name.casefold().strip(), out[id])
    return list(out.values())


def _who(humans: Sequence[Human]) -> dict[str, str]:
    return {id: human.id for human in humans for id in (human.id, *(guess for _, guess in human.guesses))}


def _player(human: Human) -> str:
    name = f"name = {_text(human.name)}\n" if human.name is not None else ""
    aliases = [_text(f"{app}:{id}") for app, id in human.guesses]
    guess = f"aliases = [{', '.join(aliases)}]  # a guess, by the name\n" if aliases else ""
    return f"[[players]]\nid = {_text(human.id)}\n{name}{guess}"


def _rounds(logs: Sequence[Log], who: dict[str, str]) -> Iterator[str]:
    tables: dict[int, dict[str, Log]] = defaultdict(dict)
    for log in sorted(logs, key=lambda log: log.rank):
        n, table = log.says("round"), log.says("table")
        if isinstance(n, int) and 1 <= n <= 10_000 and table:
            tables[n].setdefault(table, log)
    for n, of_round in sorted(tables.items()):
        yield f"[[rounds]]\nn = {n}\n"
        for table in sorted(of_round, key=natural):
            players = [_text(who[seat.player_id]) for seat in of_round[table].seats]
            app = f"  # {_comment(str(of_round[table].app[0]))}" if of_round[table].app[0] else ""
            yield f"[[rounds.tables]]\ntable = {_text(table)}{app}\nplayers = [{', '.join(players)}]\n"


def _left_over(logs: Sequence[Log], event: str) -> Iterator[str]:
    """The logs that say too little to be placed."""
    placeless = [
        log for log in logs if log.says("event") == event and (log.says("round") is None or not log.says("table"))
    ]
    eventless = [log for log in logs if log.says("event") is None]
    for left, what in ((placeless, "no round or no table"), (eventless, "no event")):
        if left:
            names = ", ".join(sorted({_comment(log.game or "?") for log in left}, key=natural))
            yield f"# {'These logs name' if len(left) > 1 else 'This log names'} {what}: {names}.\n"


def _value(value: Any) -> str:
    return f"[{', '.join(map(_text, value))}]" if isinstance(value, list) else _text(str(value))


def _text(text: str) -> str:
    """A text as TOML has it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _comment(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)

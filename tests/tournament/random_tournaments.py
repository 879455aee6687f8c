"""Random tournaments: the file, the logs, and what was really played, for the second reckoning."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction as F

from vflog.engine.dice import Dice

from .games import game, lines
from .reckoning import OneRound, Played

APPS = ("alpha", "beta", "gamma")
TIEBREAKS = ("wins", "opponents_points", "renown_share", "lot")


@dataclass
class Random:
    """A tournament: its file as text, its logs, and what came of each round."""

    text: str
    logs: list[bytes]
    players: dict[str, int]
    rounds: list[OneRound]
    scale: dict[int, list[F]]
    bye: F
    no_show: F
    tiebreaks: list[str]
    seed: str | None


def tournament(number: int) -> Random:
    """The tournament of that number."""
    return _Maker(Dice(number + 1)).make()


class _Maker:
    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        count = 3 + dice.below(12)
        rounds = 1 + dice.below(4)
        self._from = {f"p{i}": 1 + dice.below(2) * dice.below(rounds) for i in range(count)}
        self._until = {p: n + dice.below(rounds) for p, n in self._from.items() if dice.chance(15)}
        self._rounds = rounds
        self._scale = {size: self._points(size) for size in range(1, 8)}
        self._bye, self._no_show = F(dice.below(4)), F(dice.below(2), 2)
        self._logs: list[bytes] = []
        self._results: list[str] = []
        self._tellings: list[str] = []
        self._aliases: dict[str, list[str]] = {p: [] for p in self._from}
        for p in self._from:
            for app in APPS:
                if dice.chance(30):
                    self._aliases[p].append(f"{app}:{p}-of-{app}")
        self._games = 0

    def _points(self, size: int) -> list[F]:
        points = sorted((F(self._dice.below(30), 1 + self._dice.below(3)) for _ in range(size)), reverse=True)
        return points[: 1 + self._dice.below(size)] if self._dice.chance(20) else points

    def make(self) -> Random:
        dice = self._dice
        said = [self._round(n) for n in range(1, self._rounds + 1)]
        tiebreaks = dice.sample(TIEBREAKS, dice.below(5))
        seed = f"seed {dice.below(99)}" if dice.chance(70) else None
        scoring = [f"{size} = [{', '.join(map(_number, points))}]" for size, points in self._scale.items()]
        text = "\n".join(
            (
                'format = "vflog-tournament/1"',
                'event = "random"',
                "[scoring]",
                f"bye = {_number(self._bye)}",
                f"no_show = {_number(self._no_show)}",
                f"tiebreaks = {json.dumps(tiebreaks)}",
                *([f"seed = {json.dumps(seed)}"] if seed is not None else []),
                "[scoring.places]",
                *scoring,
                *(self._player(p) for p in self._from),
                *(text for text, _ in said),
                *self._results,
                *self._tellings,
            )
        )
        return Random(
            text,
            self._logs,
            self._from,
            [played for _, played in said],
            self._scale,
            self._bye,
            self._no_show,
            tiebreaks,
            seed,
        )

    def _player(self, p: str) -> str:
        until = f"until = {self._until[p]}\n" if p in self._until else ""
        return f'[[players]]\nid = "{p}"\naliases = {json.dumps(self._aliases[p])}\nfrom = {self._from[p]}\n{until}'

    def _round(self, n: int) -> tuple[str, OneRound]:
        dice = self._dice
        there = [p for p in self._from if self._from[p] <= n <= self._until.get(p, n)]
        there = dice.sample(there, len(there))
        played = OneRound([], [], [])
        byes = [there.pop() for _ in range(dice.below(3)) if there]
        played.byes += byes
        if there and dice.chance(20):
            there.pop()  # simply not there, and nobody has to say so
        texts = []
        while there:
            size = min(len(there), 2 + dice.below(6))
            seated = [there.pop() for _ in range(size)]
            listed = dice.sample(seated, size)
            texts.append(f'[[rounds.tables]]\ntable = "{len(texts) + 1}"\nplayers = {json.dumps(listed)}')
            self._table(n, str(len(texts)), seated, played)
        kinds = ", ".join(f'{{player = "{p}", kind = "{dice.choice(("allocated", "requested"))}"}}' for p in byes)
        return f"[[rounds]]\nn = {n}\nbyes = [{kinds}]\n" + "\n".join(texts), played

    def _table(self, n: int, table: str, seated: list[str], played: OneRound) -> None:
        """What happens at a table."""
        dice = self._dice
        absent = [p for p in seated[2:] if dice.chance(10)]
        people: list[str | None] = [p for p in seated if p not in absent]
        if dice.chance(5):
            people.append(None)
        people = people[:7]
        if len(people) < 2:
            people.append(None)
        absent = [p for p in seated if p not in people]
        it = game(len(people), dice.below(40))
        self._games += 1
        app, id = dice.choice(APPS), f"g{self._games}"
        more = {"event": "random", "round": n, "table": table, "source": {"app": app}}
        ids = [self._id(p, app) if p is not None else f"stranger{n}" for p in people]

        def log(change: str | None = None) -> bytes:
            return lines(it, ids, game=id, more=more, change=change)

        how = dice.choice(("sound",) * 6 + ("copy", "missing", "cut", "wrong", "two", "chosen", "grown"))
        by_hand = (dice.chance(60) and how in ("missing", "cut", "wrong", "two")) or dice.chance(3)
        if how in ("sound", "copy"):
            self._logs += [log()] * (1 + (how == "copy"))
        elif how in ("cut", "wrong"):
            self._logs.append(log(how))
        elif how in ("two", "chosen"):
            self._logs += [log(), log("other")]
        elif how == "grown":
            self._logs += [log("cut"), log()]
        if how == "chosen":
            self._tellings.append(f'[[tellings]]\ngame = "{id}"\nhead = "{_head(dice.choice(self._logs[-2:]))}"')
        sound = how in ("sound", "copy", "chosen", "grown")
        hand = self._by_hand(n, table, seated) if by_hand else None
        if sound:
            demis = list(it.demis)
            played.played.append(Played(people, list(it.places), demis, it.renown))
            played.absent += absent
        elif hand is not None:
            played.played.append(hand)
            played.absent += [p for p in seated if p not in hand.people]

    def _by_hand(self, n: int, table: str, seated: list[str]) -> Played:
        dice = self._dice
        head = f'[[results]]\nround = {n}\ntable = "{table}"\nby = "judge"\nreason = "seen"\n'
        if dice.chance(50):
            winners = dice.sample(seated, dice.below(1 + min(3, len(seated))))
            self._results.append(head + f"winners = {json.dumps(winners)}")
            last = len(winners) + 1 if winners else 2
            return Played([*seated], [1 if p in winners else last for p in seated])
        present = seated[: 2 + dice.below(len(seated))]
        places = _ranked([dice.below(4) for _ in present])
        told = ", ".join(f'"{p}" = {place}' for p, place in zip(present, places, strict=True))
        self._results.append(head + f"places = {{{told}}}")
        return Played([*present], places)

    def _id(self, p: str, app: str) -> str:
        alias = f"{app}:{p}-of-{app}"
        return alias.partition(":")[2] if alias in self._aliases[p] else p


def _ranked(values: list[int]) -> list[int]:
    """Places of values, the smallest first."""
    return [1 + sum(other < value for other in values) for value in values]


def _number(value: F) -> str:
    return str(value.numerator) if value.denominator == 1 else json.dumps(str(value))


def _head(log: bytes) -> str:
    return hashlib.sha256(log).hexdigest()[:16]

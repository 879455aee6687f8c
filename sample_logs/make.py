"""Makes the sample logs anew: `python sample_logs/make.py` (the same bytes each time)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from vflog.engine.dice import Dice
from vflog.engine.ruleset import dialect, ruleset
from vflog.engine.simulation import Wishes as AnyWishes
from vflog.engine.simulation import line
from vflog.games.veiled_fate.wishes import Wishes
from vflog.log.problems import Refused
from vflog.reading.content import built_in

HERE = Path(__file__).parent
Record = dict[str, Any]
Log = list[Record]
RULES: Any = ruleset("veiled-fate")
UDACHA: Any = ruleset("udacha")


def find(name: str) -> bytes | None:
    """The built-in packs."""
    return built_in(RULES, name)


def play(log: Log, upto: int) -> Any:
    """The play after the first `upto` records (the header is one)."""
    table = RULES.open(msgspec.convert(log[0], RULES.header), find, {}).play
    for record in log[1:upto]:
        table.apply(dialect(RULES).record(record))
    return table


def numbered(log: Log) -> Log:
    """The records with their numbers in order."""
    return [
        {"type": r["type"], "n": n, **{k: v for k, v in r.items() if k not in ("type", "n")}} for n, r in enumerate(log)
    ]


def timed(log: Log, dice: Dice, day: int) -> Log:
    """The records with the times at which they were written."""
    moment = datetime(2026, 5, day, 18, 0)
    out = []
    for record in log:
        out.append({**record, "at": moment.strftime("%Y-%m-%dT%H:%M:%SZ")})
        moment += timedelta(seconds=4 + dice.below(50))
    return out


def claims(log: Log) -> Log:
    """Every twelfth record is followed by a claim of what the front end shows."""
    out: Log = []
    for i, record in enumerate(log):
        out.append(record)
        if i and i % 12 == 0:
            state = play(log, i + 1).document()
            out.append({"type": "claim", "phase": state["phase"], "track": state["track"], "waiting": state["waiting"]})
    return out


def misfit(log: Log) -> tuple[int, Record]:
    """The place of a move onto a Quest, and the same move onto a slot whose need the Demi does not meet."""
    for i, record in enumerate(log):
        if record["type"] == "move" and "quest" in record:
            table = play(log, i)
            for slot in range(1, 6):
                wrong = {**record, "slot": slot}
                try:
                    table.copy().apply(dialect(RULES).record(wrong))
                except Refused as why:
                    if why.code == "move.slot-need":
                        return i, wrong
    raise LookupError("no such move in this game")


def mistake(log: Log) -> Log:
    """The game goes on as if the misfit had been legal."""
    place, wrong = misfit(log)
    return [*log[:place], wrong, *log[place + 1 :]]


def mistake_taken_back(log: Log) -> Log:
    """The table notices the misfit, and takes it back."""
    place, wrong = misfit(log)
    note = {"type": "note", "kind": "judge_called", "text": "that slot is not for this Demi"}
    return [*log[:place], wrong, note, {"type": "takeback", "to": place - 1}, *log[place:]]


def card_not_held(log: Log) -> Log:
    """An extra voter's card is entered wrongly."""
    for i, record in enumerate(log):
        if record["type"] == "vote" and "from" not in record:
            hand = play(log, i).document()["hands"][record["player"]]
            missing = [kind for kind in ("s2", "f2", "+2", "s1", "f1") if kind not in hand]
            if missing:
                return [*log[:i], {**record, "card": missing[0]}, *log[i + 1 :]]
    raise LookupError("no such vote in this game")


def cut(log: Log) -> Log:
    """The front end died in the third Age."""
    third = next(i for i, r in enumerate(log) if r["type"] == "age" and r["age"] == 3)
    return log[: third + 9]


def given_up(log: Log) -> Log:
    """Two players had to leave."""
    return [*cut(log)[:-4], {"type": "note", "text": "last train"}, {"type": "end", "reason": "abandoned"}]


def less_than_due(log: Log) -> Log:
    """Udacha: a player Invests less for a Bounty than its number allows."""
    place = next(i for i, r in enumerate(log) if r.get("why") == "bounty" and r["amount"] > 1)
    return [*log[:place], {**log[place], "amount": log[place]["amount"] - 1}, *log[place + 1 :]]


def shown_out_of_order(log: Log) -> Log:
    """Udacha: a Seek shows the top of the Deck in another order than it lay."""
    place = [i for i, r in enumerate(log) if len(r.get("shown", ())) > 1][-1]
    return [*log[:place], {**log[place], "shown": log[place]["shown"][::-1]}, *log[place + 1 :]]


def as_it_is(log: Log) -> Log:
    """The game as it was simulated."""
    return log


def scorekeeper(name: str, seed: int) -> Log:
    """A log of a score app that knows the track only."""
    dice = Dice(seed)
    demis = ("pentha", "agamar", "klar", "aponi", "saghari", "namari", "naka", "belan", "isabel")
    players = ("ada", "bob", "cy", "dot")
    log: Log = [
        {
            "type": "game",
            "format": "vflog/1",
            "game": name,
            "ruleset": "veiled-fate",
            "revision": "2026-12",
            "players": [{"id": p} for p in players],
            "expansions": ["hadria"],
            "detail": "score",
            "source": {"app": "vflog-simulate"},
        }
    ]
    for age in (1, 2, 3):
        log.append({"type": "age", "age": age})
        for _ in range(4 + dice.below(3)):
            who = dice.sample(demis, 2 + dice.below(3))
            log.append({"type": "score", "changes": {demi: 1 + dice.below(3) for demi in who}})
            if dice.chance(60):
                log.append({"type": "smite", "demis": dice.sample(demis, 1 + dice.below(2))})
            if dice.chance(40):
                log.append({"type": "corruption", "player": dice.choice(players), "amount": 1 + dice.below(2)})
    end: Record = {"type": "end", "demis": dict(zip(players, dice.sample(demis, 4), strict=True))}
    try:
        play([*log, end], len(log) + 1)
    except Refused as why:
        end["winners"] = why.expected
    return [*log, end]


H = ("hadria",)
#: name, players, expansions, seed, what is done with it, further wishes.
SAMPLES: tuple[tuple[str, int, tuple[str, ...], int, Callable[[Log], Log], Record], ...] = (
    ("base-2p", 2, (), 11, as_it_is, {}),
    ("base-3p", 3, (), 12, as_it_is, {"powers": "rebalanced"}),
    ("base-4p", 4, (), 13, as_it_is, {}),
    ("base-5p-claims", 5, (), 14, claims, {}),
    ("hadria-2p", 2, H, 21, as_it_is, {}),
    ("hadria-3p", 3, H, 22, as_it_is, {}),
    ("hadria-5p", 5, H, 23, as_it_is, {}),
    ("hidden-4p", 4, H, 31, as_it_is, {"hidden": 100}),
    ("taken-back-4p", 4, H, 32, mistake_taken_back, {}),
    ("incomplete-3p", 3, (), 33, cut, {}),
    ("abandoned-4p", 4, H, 34, given_up, {}),
    ("invalid-slot-need-3p", 3, (), 35, mistake, {}),
    ("invalid-card-not-held-4p", 4, H, 36, card_not_held, {}),
    ("teams-6p", 6, (), 41, as_it_is, {}),
    ("arbiter-4p", 4, ("hadria", "celestials"), 42, as_it_is, {"role": "arbiter"}),
    ("servants-4p", 4, ("hadria", "servants"), 43, as_it_is, {}),
)
#: The same of Udacha: name, seed, what is done with it, in how many of a hundred places a secret is hidden.
UDACHA_SAMPLES: tuple[tuple[str, int, Callable[[Log], Log], int], ...] = (
    ("udacha", 71, as_it_is, 0),
    ("udacha-hidden", 94, as_it_is, 100),
    ("udacha-disputed", 70, less_than_due, 0),
    ("udacha-illegal", 90, shown_out_of_order, 0),
)


def samples() -> Iterator[tuple[str, int, Log]]:
    """Every sample: its name, its seed, its records without their times."""
    for name, players, expansions, seed, change, wishes in SAMPLES:
        wish = Wishes(game=name, players=players, expansions=expansions, **wishes)
        yield name, seed, numbered(change(list(RULES.simulate(find, seed, wish))))
    yield "score-4p", 51, numbered(scorekeeper("score-4p", 51))
    for name, seed, change, hidden in UDACHA_SAMPLES:
        yield name, seed, numbered(change(list(UDACHA.simulate(find, seed, AnyWishes(game=name, hidden=hidden)))))


def main() -> None:
    """Write every sample."""
    for day, (name, seed, log) in enumerate(samples(), 2):
        lines = (line(record) + b"\n" for record in timed(log, Dice(seed), day))
        (HERE / f"{name}.jsonl").write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()

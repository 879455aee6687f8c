"""Short logs for tournaments: scorekeepers' games, with players of one's choice and what the game came to.

What a game came to is read off the state document after its last record, by rule E3.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from vflog.engine.dice import Dice
from vflog.engine.ruleset import dialect, ruleset
from vflog.log.problems import Refused
from vflog.reading.content import built_in

ROOT = Path(__file__).parents[2]
#: Roles of Celestials, and how many Demis are their own.
ROLES = {"tormentor": 1, "arbiter": 2, "mother-to-all": 0}
DEMIS = ("pentha", "agamar", "klar", "aponi", "saghari", "namari", "naka", "belan", "isabel")
RULES: Any = ruleset("veiled-fate")


class Game(NamedTuple):
    """A game: its records with seats `#0`, `#1`, … for players; place and Demis of each seat; Renown of the Demis."""

    records: tuple[str, ...]
    places: tuple[int, ...]
    demis: tuple[tuple[str, ...], ...]
    renown: dict[str, int]

    @property
    def size(self) -> int:
        """How many sit there."""
        return len(self.places)


@cache
def game(size: int, seed: int) -> Game:
    """A random game of so many; in some nobody wins or one is a Celestial, from six players on there are teams."""
    dice = Dice(1000 * size + seed)
    seats = [f"#{i}" for i in range(size)]
    hadria = dice.chance(70)
    header: dict[str, Any] = {
        "type": "game",
        "format": "vflog/1",
        "game": "#game",
        "ruleset": "veiled-fate",
        "revision": "2026-12",
        "players": [{"id": seat} for seat in seats],
        "expansions": ["hadria"] if hadria else [],
        "detail": "score",
    }
    if 3 <= size < 6 and dice.chance(30):  # the last seat: with a Demi, with two, with none
        header["players"][-1]["role"] = dice.choice([*ROLES])
        header["expansions"].append("celestials")
    role = header["players"][-1].get("role")
    log = [header]
    for age in (1, 2, 3):
        log.append({"type": "age", "age": age})
        for _ in range(1 + dice.below(2)):
            who = dice.sample(DEMIS, 2 + dice.below(6))
            log.append({"type": "score", "changes": {demi: 1 + dice.below(3) for demi in who}})
        if hadria and dice.chance(50):
            log.append({"type": "smite", "demis": dice.sample(DEMIS, 1 + dice.below(3))})
    if hadria and dice.chance(25):  # she is far behind: many are annihilated
        log.append({"type": "score", "changes": dict.fromkeys(DEMIS, 3)})
        log.append({"type": "score", "changes": {"hadria": -9}})
    owned = dice.sample(DEMIS, size + 1 if size < 6 else (size + 1) // 2)
    demis = [(owned[i if size < 6 else i // 2],) for i in range(size)]
    if role is not None:
        demis[-1] = (*owned[size - 1 : size - 1 + ROLES[role]],)
    told = {seat: own[0] if len(own) == 1 else [*own] for seat, own in zip(seats, demis, strict=True) if own}
    log.append({"type": "end", "demis": told})
    state = _played(log)
    return Game(
        tuple(json.dumps(record) for record in log),
        _places(state, seats, demis, role is not None),
        tuple(demis),
        {demi: (state["demis"][demi]["renown"] or 0) if demi not in state["annihilated"] else 0 for demi in DEMIS},
    )


def _played(log: list[dict[str, Any]]) -> dict[str, Any]:
    """The state after a log, whose winners are filled in."""
    sound = json.loads(json.dumps(log).replace("#", "p"))
    play = RULES.open(msgspec.convert(sound[0], RULES.header), lambda name: built_in(RULES, name), {}).play
    for record in sound[1:-1]:
        play.apply(dialect(RULES).record(record))
    before = play.copy()
    try:
        play.apply(dialect(RULES).record(sound[-1]))
    except Refused as why:
        sound[-1]["winners"] = why.expected
        log[-1]["winners"] = [winner.replace("p", "#") for winner in why.expected]
        play = before
        play.apply(dialect(RULES).record(sound[-1]))
    document: dict[str, Any] = json.loads(json.dumps(play.document()).replace('"p', '"#'))
    document["demis"] = play.document()["demis"]
    document["track"], document["annihilated"] = play.document()["track"], play.document()["annihilated"]
    return document


def _places(state: dict[str, Any], seats: list[str], demis: list[tuple[str, ...]], celestial: bool) -> tuple[int, ...]:
    """E3; a Celestial, if there is one, has the last seat."""
    spaces = sorted(state["track"], key=int, reverse=True)
    order = [demi for space in spaces for demi in state["track"][space] if demi in DEMIS]
    behind = {
        seat: min((order.index(demi) for demi in own if demi in order), default=len(order))
        for seat, own in zip(seats, demis, strict=True)
    }
    if celestial:
        behind[seats[-1]] = len(order) + 1
    behind |= dict.fromkeys(state["winners"], -1)
    first = 1 if state["winners"] else 2
    return tuple(first + sum(other < behind[seat] for other in behind.values()) for seat in seats)


def lines(of: Game, players: list[str], *, game: str, more: dict[str, Any], change: str | None = None) -> bytes:
    """The log of a game with these players (ids by seat) and further fields of the header.

    `change`: `cut` leaves the end out, `wrong` breaks a rule, `other` tells one record otherwise (and is sound).
    """
    out = []
    records = list(of.records)
    if change == "cut":
        records = records[:-1]
    for i, text in enumerate(records):
        record = json.loads(text.replace("#game", game))
        if i == 0:
            record |= more
        record = _named(record, players)
        if change == "wrong" and record["type"] == "end":
            record["demis"] = dict.fromkeys(players, "nobody-knows")
        if change == "other" and record["type"] == "age" and record["age"] == 2:
            out.append({"type": "smite", "demis": []})
        out.append(record)
    return b"".join(json.dumps(record).encode() + b"\n" for record in out)


def _named(value: Any, players: list[str]) -> Any:
    if isinstance(value, str) and value.startswith("#"):
        return players[int(value[1:])]
    if isinstance(value, list):
        return [_named(item, players) for item in value]
    if isinstance(value, dict):
        return {_named(key, players): _named(item, players) for key, item in value.items()}
    return value


def stopped_game(folder: Path, *, swapped: bool, tellings: int) -> None:
    """A tournament of one game that was stopped before any Demi was told; `swapped`: two of them are the other's. Its
    last telling is the other one then."""
    records = [json.loads(line) for line in (ROOT / "sample_logs" / "base-4p.jsonl").read_bytes().splitlines()[:81]]
    records[0] |= {"event": "cup", "round": 1, "table": "1"}
    ids = [player["id"] for player in records[0]["players"]]
    end = {"type": "end", "n": len(records), "reason": "time", "result": {"winners": [ids[0]], "by": "judge"}}
    for telling in range(tellings):
        told = json.loads(json.dumps([*records, end]))
        demis = told[1]["demis"]
        if swapped and telling == tellings - 1:
            demis[ids[1]], demis[ids[2]] = demis[ids[2]], demis[ids[1]]
        folder.mkdir(exist_ok=True)
        (folder / f"log{telling}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in told))
    (folder / "cup.toml").write_text(
        'format = "vflog-tournament/1"\nevent = "cup"\n'
        + "".join(f'[[players]]\nid = "{id}"\n' for id in ids)
        + f'[[rounds]]\nn = 1\n[[rounds.tables]]\ntable = "1"\nplayers = {json.dumps(ids)}\n'
        + '[scoring]\nplaces = {4 = [6, 3, 1, 0]}\ntiebreaks = ["wins", "renown_share"]\n'
    )

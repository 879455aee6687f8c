"""Makes the sample tournament anew: `python sample_logs/make_tournament.py` (the same bytes each time).

An evening of four rounds: twelve players, three apps, and what goes wrong on such an evening. What was planted stands
in `PLANTED`; `vflog tournament` must find exactly that.
"""

from __future__ import annotations

import hashlib
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vflog.engine.dice import Dice
from vflog.engine.simulation import line
from vflog.games.veiled_fate.wishes import Wishes
from vflog.log.problems import Refused

HERE = Path(__file__).parent
FOLDER = HERE / "tournament"
Record = dict[str, Any]
Log = list[Record]
MAKE: dict[str, Any] = runpy.run_path(str(HERE / "make.py"))

EVENT = "midwinter-cup"
NAMES = {
    "ada": "Ada", "bob": "Bob", "cy": "Cy", "dot": "Dot", "eve": "Eve", "fay": "Fay", "gus": "Gus", "hal": "Hal",
    "ivy": "Ivy", "jon": "Jon", "kim": "Kim", "lou": "Lou",
}  # fmt: skip
APPS = {"app-two": "1.4.0", "app-one": "2.1.3", "app-three": "0.9.2"}
#: Each table of each round: who sits there, which app writes.
ROUNDS: dict[int, dict[str, tuple[str, str]]] = {
    1: {"1": ("ada bob cy dot", "app-two"), "2": ("eve fay gus hal", "app-one"),
        "3": ("ivy jon kim lou", "app-three")},
    2: {"1": ("ada eve ivy gus", "app-one"), "2": ("bob fay jon lou", "app-three"),
        "3": ("cy hal dot", "app-two")},
    3: {"1": ("ada fay kim hal", "app-two"), "2": ("bob eve dot jon", "app-one"),
        "3": ("cy gus ivy lou", "app-three")},
    4: {"1": ("ada gus jon dot", "app-one"), "2": ("bob hal ivy kim", "app-two"),
        "3": ("cy eve fay", "app-three")},
}  # fmt: skip
#: What `vflog tournament` must find: code, round, table.
PLANTED = (
    ("tournament.no-log", 2, "2"), ("tournament.rules-differ", 3, "3"), ("tournament.two-logs", 1, "1"),
    ("tournament.players-differ", 1, "3"), ("tournament.two-logs", 2, "1"), ("tournament.not-sound", 3, "2"),
)  # fmt: skip
SEATS = ("ada", "bob", "cy", "dot")
REGIONS = ("coast", "forest", "canyons", "desert", "volcano", "mountains")


def id_in(app: str, player: str, n: int) -> str:
    """The id that a player has in an app; Gus has signed up twice in one of them."""
    if app == "app-one":
        return "u-2207" if player == "gus" and n == 4 else f"u-{1101 + list(NAMES).index(player)}"
    return f"{player}@app-three" if app == "app-three" else player


def game(n: int, table: str, players: list[str], app: str, seed: int, **wishes: Any) -> Log:
    """A game at a table, with the ids of the app."""
    id = f"{app}-{n}{table}" if app != "app-one" else f"match-{700 + 10 * n + int(table)}"
    wish = Wishes(game=id, players=len(players), event=EVENT, round=n, table=table, **wishes)
    return list(MAKE["RULES"].simulate(MAKE["find"], seed, wish))


def dressed(log: Log, n: int, players: list[str], app: str) -> bytes:
    """The log as the app writes it: its ids, numbers, times in the evening of the round."""
    ids = {seat: id_in(app, player, n) for seat, player in zip(SEATS, players, strict=False)}
    head = {**log[0], "players": [{"id": seat, "name": NAMES[p]} for seat, p in zip(SEATS, players, strict=False)]}
    head["source"] = {"app": app, "version": APPS[app]}
    records = _named([head, *log[1:]], ids)
    written = MAKE["timed"](MAKE["numbered"](records), Dice(n), 2)
    days = {f"2026-05-{2 + i:02}": f"2026-12-{4 + n + i:02}" for i in (0, 1)}
    moved = ({**record, "at": days[record["at"][:10]] + record["at"][10:]} for record in written)
    return b"".join(line(record) + b"\n" for record in moved)


def _named(value: Any, ids: dict[str, str]) -> Any:
    """The same with other ids of players."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [_named(item, ids) for item in value]
    if isinstance(value, dict):
        return {ids.get(key, key): _named(item, ids) if key != "name" else item for key, item in value.items()}
    return value


def told_otherwise(log: Log) -> Log:
    """The same game with the last move that may go elsewhere going there, played to its end all the same."""
    for i in range(len(log) - 1, 0, -1):
        for to in REGIONS:
            if log[i]["type"] == "move" and log[i].get("to") in REGIONS and log[i]["to"] != to:
                found = _to_the_end([*log[:i], {**log[i], "to": to}, *log[i + 1 :]])
                if found is not None:
                    return found
    raise LookupError("no such move in this game")


def _to_the_end(log: Log) -> Log | None:
    """The log with the winners that it has now; nothing where it breaks a rule."""
    try:
        MAKE["play"](log, len(log) - 1)
    except Refused:
        return None
    try:
        MAKE["play"](log, len(log))
    except Refused as why:
        if not isinstance(why.expected, list):
            return None
        log = [*log[:-1], {**log[-1], "winners": why.expected}]
        try:
            MAKE["play"](log, len(log))
        except Refused:
            return None
    return log


def files() -> Iterator[tuple[str, bytes]]:
    """Every file of the folder."""
    head = ""
    for n, tables in ROUNDS.items():
        for table, (who, app) in tables.items():
            players = who.split()
            wishes: Record = {}
            if (n, table) == (1, "3"):
                players.remove("lou")  # who came late
            if (n, table) == (3, "3"):
                wishes["powers"] = "rebalanced"
            log = game(n, table, players, app, 1000 + 10 * n + int(table), **wishes)
            if (n, table) == (3, "2"):
                log = MAKE["card_not_held"](log)
            data = dressed(log, n, players, app)
            name = f"{app}/round-{n}-table-{table}.jsonl"
            if (n, table) != (2, "2"):  # whose phone was lost
                yield name, data
            if (n, table) == (1, "1"):
                yield f"{app}/round-1-table-1 (1).jsonl", data
            if (n, table) == (2, "1"):
                head = hashlib.sha256(data).hexdigest()
                yield f"{app}/round-2-table-1-second-phone.jsonl", dressed(told_otherwise(log), n, players, app)
    yield "cup.toml", tournament_file(head).encode()


def tournament_file(head: str) -> str:
    """The tournament file; `head` is of the telling that counts."""
    parts = [_TOP]
    for player, name in NAMES.items():
        ids = dict.fromkeys(f"{app}:{id_in(app, player, n)}" for app in APPS for n in (1, 4))
        aliases = ", ".join(f'"{text}"' for text in ids if not text.endswith(f":{player}"))
        until = "until = 3\n" if player == "lou" else ""
        parts.append(f'[[players]]\nid = "{player}"\nname = "{name}"\naliases = [{aliases}]\n{until}')
    for n, tables in ROUNDS.items():
        bye = 'byes = [{ player = "kim", kind = "allocated" }]\n' if n == 2 else ""
        parts.append(
            f"[[rounds]]\nn = {n}\nfrom = 2026-12-{4 + n:02}T17:00:00Z\nto = 2026-12-{5 + n:02}T06:00:00Z\n{bye}"
        )
        for table, (who, _) in tables.items():
            players = ", ".join(f'"{player}"' for player in who.split())
            parts.append(f'[[rounds.tables]]\ntable = "{table}"\nplayers = [{players}]\n')
    return "\n".join([*parts, _BOTTOM.replace("HEAD", head[:16])])


_TOP = f"""\
# The sample tournament: made by sample_logs/make_tournament.py.
format = "vflog-tournament/1"
event = "{EVENT}"

[rules]
ruleset = "veiled-fate"
revision = "2026-12"
powers = "base"

[scoring]
places = {{ 3 = [5, 2, 0], 4 = [6, 3, 1, 0] }}
bye = 3
no_show = 0
tiebreaks = ["wins", "opponents_points", "renown_share", "lot"]
seed = "first snow"
"""
_BOTTOM = """\
[[results]]
round = 3
table = "2"
places = { eve = 1, dot = 2, bob = 3, jon = 3 }
by = "Mina, judge"
reason = "the app took a card that Jon did not hold; the board was photographed"

[[tellings]]
game = "match-721"
head = "HEAD"
"""


def main() -> None:
    """Write every file."""
    for name, data in files():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()

"""Random legal games, for samples, tests and measurements: the same records for the same seed, anywhere.

A record is proposed by the function for the phase of the game (`_MAKERS`), tried on a copy of the play, and completed
with what the rules say is missing (a coin, what lies above a hand limit …) from what the refusal expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from vflog.engine.dice import Dice
from vflog.engine.ruleset import Finder, Play, Ruleset
from vflog.engine.simulation import APP, Impossible
from vflog.games.veiled_fate import simulate_ages as ages
from vflog.games.veiled_fate import simulate_turns as turns
from vflog.games.veiled_fate import simulate_votes as votes
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.legal_follows import tried
from vflog.games.veiled_fate.order import due
from vflog.games.veiled_fate.redact import VeiledFateRedactor
from vflog.games.veiled_fate.simulate_table import Fields, Table
from vflog.games.veiled_fate.terms import HOW_MANY
from vflog.games.veiled_fate.wishes import Wishes
from vflog.log.problems import Refused

NAMES = ("ada", "bob", "cy", "dot", "eve", "fay", "gus", "hal", "ivy")
PLAYERS = 4
_TRIES = 2000
_SWITCH: dict[str, Any] = {"true": True, "false": False}
#: What proposes a record, by the phase of the game.
_MAKERS: dict[str, Callable[[Table], Fields]] = {
    "setup": ages.setup, "age": ages.age, "turn": turns.turn, "voters": votes.voters, "vote": votes.vote,
    "reveal": votes.reveal, "age_pick": ages.age_pick, "age_quest": ages.age_quest, "age_place": ages.age_place,
    "age_vote": votes.age_vote, "age_reveal": votes.age_reveal, "deal": ages.deal, "place": ages.place,
    "city": ages.city, "end": ages.end,
}  # fmt: skip


def simulate(ruleset: Ruleset, find: Finder, seed: int, wishes: Wishes) -> Iterator[Fields]:
    """The records of one game, as plain objects ready to be written."""
    dice = Dice(seed)
    header = _header(ruleset, dice, wishes)
    yield header
    play = ruleset.open(msgspec.convert(header, ruleset.header), find, {}).play
    table = Table(play, dice)
    course = _Course(ruleset, table)
    for n, record in enumerate(course.records(), 1):
        hides = wishes.hidden and not _shows_all(record, table.play)
        shown = _hidden(record, dice, wishes.hidden) if hides else record
        yield {"type": record["type"], "n": n, **{k: v for k, v in shown.items() if k != "type"}}


def _hidden(record: Fields, dice: Dice, chance: int) -> Fields:
    """A record with `?` for some of its secrets."""
    return VeiledFateRedactor(lambda owner: not dice.chance(chance), None, True).record(record) or {}


def _shows_all(record: Fields, play: Play) -> bool:
    """Whether a record has no secrets: cards are revealed, or it is a vote on an Age card on which all vote face up."""
    card = CARDS.get(play.position.age_card or "")
    face_up = record["type"] == "age_vote" and card is not None and card.face_up
    return face_up or record["type"] in ("reveal", "age_reveal")


def _header(ruleset: Ruleset, dice: Dice, wishes: Wishes) -> Fields:
    count = PLAYERS if wishes.players is None else wishes.players
    if not 2 <= count <= len(NAMES):
        raise Refused("setup.player-count", count=count, expected=HOW_MANY)
    seats: list[Fields] = [{"id": name} for name in NAMES[:count]]
    if wishes.role is not None:
        dice.choice(seats)["role"] = wishes.role
    out: Fields = {
        "type": "game",
        "n": 0,
        "format": "vflog/1",
        "game": wishes.game,
        "ruleset": ruleset.name,
        "revision": ruleset.revisions[0].name,
        "players": seats,
        "expansions": list(wishes.expansions),
        "powers": wishes.powers,
        "event": wishes.event,
        "rulings": {name: _SWITCH.get(value, value) for name, value in wishes.rulings.items()},
        "content": {"pack": wishes.pack} if wishes.pack else None,
        "round": wishes.round,
        "table": wishes.table,
        "source": {"app": APP},
    }
    return {key: value for key, value in out.items() if value not in (None, [], {})}


class _Course:
    """The course of one game: records proposed, tried and completed until it is over."""

    def __init__(self, ruleset: Ruleset, table: Table) -> None:
        self._ruleset = ruleset
        self._table = table

    def records(self) -> Iterator[Fields]:
        """Records until the game is over."""
        while self._table.g.phase != "over":
            yield self._next()

    def _next(self) -> Fields:
        table = self._table
        record = self._accepted(_MAKERS[table.g.phase](table))
        for _ in range(_TRIES):
            if record is not None:
                return record
            table.drop()
            record = self._accepted(self._fallback())
        comes = due(table.g.phase, table.g.age_card)
        raise Impossible(f"It comes to where {comes} is due, and no way to go on was found.")

    def _fallback(self) -> Fields:
        g, dice = self._table.g, self._table.dice
        if g.phase == "turn" and g.turn is not None and dice.chance(30):
            return {"type": "end_turn", "player": g.turn.player}
        return _MAKERS[g.phase](self._table)

    def _accepted(self, record: Fields) -> Fields | None:
        """The record as the rules take it, carried out; `None` where they refuse it for good."""
        for _ in range(8):
            needs, play = tried(self._ruleset, self._table.play, record)
            if needs is None:
                return None
            if not needs:
                self._table.follow(record, play)
                return record
            record.update({name: self._table.filled(spec) for name, spec in needs.items()})
        return None

"""Fills what nature decides into records that leave it open: what is drawn, tossed, turned up."""

from __future__ import annotations

from typing import Any

from . import cards, owners, powers
from .document import clone
from .random_games import Proposer, dealt, with_winners

State = dict[str, Any]
Record = dict[str, Any]


def is_open(value: Any) -> bool:
    """Whether nature decides a field, or what follows from nature."""
    return isinstance(value, dict) and ("reveals" in value or "follows" in value)


def decided(record: Record) -> Record:
    """The record without what is open, in its objects too."""
    return {
        name: decided(value) if isinstance(value, dict) else value
        for name, value in record.items()
        if not is_open(value)
    }


class Filler(Proposer):
    """The choices of a record are given; the rest is made up as the state allows."""

    def fill(self, state: State, record: Record) -> Record:
        """The whole record; fields that it does not have, and that are not open, stay out."""
        given = decided(record)
        filler = getattr(self, f"fill_{record['type']}", None)
        if filler is None:
            return given
        made: Record = filler(clone(state), clone(given), record)
        return {name: value for name, value in made.items() if name in record}

    def fill_setup(self, state: State, given: Record, record: Record) -> Record:
        return {**self.make_setup(state, None), "first": given["first"], "city": given["city"]}

    def fill_deal(self, state: State, given: Record, record: Record) -> Record:
        return self.make_deal(state, given["player"])

    def fill_move(self, state: State, given: Record, record: Record) -> Record:
        player, made = given["player"], given
        hand = state["hands"][player]
        if is_open(record.get("drew")):
            made["drew"] = (self.nature.deal(state, hand, 1) or [None])[0]
        if is_open(record.get("refill")):
            made["refill"] = self._refill(state)
        if is_open(record.get("swap", {}).get("drew")):
            card = made["swap"]["discard"]
            cards.take(self.config, state, player, [card])
            cards.discard(state, {card: 1})
            made["swap"]["drew"] = (self.nature.deal(state, hand, 1) or [None])[0]
        return self._space(state, made, record)

    def _space(self, state: State, made: Record, record: Record) -> Record:
        if "space" in record:
            asked = made.pop("space", {})
            self._city_space(state, made["player"], made)
            made["space"] = {**made.get("space", {}), **asked}
        return self._over_limit(state, made["player"], made) if "discard" in record else made

    def fill_power(self, state: State, given: Record, record: Record) -> Record:
        powers.pay_cards(self.config, state, given["player"], given.get("pay", []))
        return self.fill_favor(state, given, record)

    def fill_favor(self, state: State, given: Record, record: Record) -> Record:
        if is_open(record.get("added")) or is_open(record.get("saw")):
            pile = state["quests"][given["quest"]]["pile"]
            if is_open(record.get("added")):
                given["added"] = (self.nature.deal(state, pile, 1) or [None])[0]
            given["saw"] = [kind for kind, number in sorted(pile.items()) for _ in range(number)]
        return self._space(state, given, record)

    def fill_vote(self, state: State, given: Record, record: Record) -> Record:
        return {**given, "card": self.nature.card(state)} if is_open(record.get("card")) else given

    def fill_reveal(self, state: State, given: Record, record: Record) -> Record:
        return self.make_reveal(state, None)

    def fill_age_reveal(self, state: State, given: Record, record: Record) -> Record:
        return {**self.make_age_reveal(state, None), **{key: given[key] for key in given if key == "target"}}

    def fill_celestial(self, state: State, given: Record, record: Record) -> Record:
        if is_open(record.get("drew")):
            given["drew"] = self.rng.choice([*self.config.pack.demis, "?"])
        return given

    def fill_score(self, state: State, given: Record, record: Record) -> Record:
        names = [*self.config.pack.demis, *(["hadria"] if self.config.hadria else [])]
        return {**given, "changes": {name: self.rng.randint(-4, 4) for name in self.rng.sample(names, 2)}}

    def fill_smite(self, state: State, given: Record, record: Record) -> Record:
        return {**given, "demis": self.rng.sample(self.config.pack.demis, 2)} if is_open(record["demis"]) else given

    def fill_corruption(self, state: State, given: Record, record: Record) -> Record:
        return {**given, "amount": self.rng.randint(0, 3)}

    def make_stopped(self, state: State) -> Record:
        """An end for another reason than that the game was played."""
        told = dealt(self.config, state, self.rng)
        record: Record = {"type": "end", "reason": self.rng.choice(["time", "conceded", "disqualified", "abandoned"])}
        if self.rng.random() < 0.6:
            record["demis"] = {
                player: demi if self.rng.random() < 0.7 else "?"
                for player, demi in told.items()
                if self.rng.random() < 0.7
            }
        if self.rng.random() < 0.6:
            winners = self.rng.sample(self.config.players, self.rng.randint(0, len(self.config.players)))
            record["result"] = {"winners": winners, "by": "judge"}
        return record

    def fill_end(self, state: State, given: Record, record: Record) -> Record:
        if "reason" in record:
            told = {**dealt(self.config, state, self.rng), **given.pop("demis", {})}
            return {**given, "demis": told, "result": {"winners": self.config.players[-1:], "by": "judge"}}
        if "demis" not in record:
            return given
        made = {**self.make_end(state, None), **{key: given[key] for key in given if key != "demis"}}
        made["demis"] = {**made["demis"], **given.get("demis", {})}
        held = [demi for demis in made["demis"].values() for demi in owners.as_list(demis)]
        made["unused"] = [demi for demi in self.config.pack.demis if demi not in held]
        return with_winners(self.config, state, {key: made[key] for key in made if key in record})

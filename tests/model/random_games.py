"""Random legal games, made by proposing records and keeping those that the model accepts.

Every card that is drawn is known; `hiding.hide` puts `?` in place of secrets afterwards."""

from __future__ import annotations

import random
from typing import Any

from . import board, cards, owners, rules, ruling, track
from .config import COSTS, ROLES, RULINGS, Config, read_header
from .dealing import dealt
from .document import clone, first_document
from .errors import Refused
from .judge import Find
from .nature import Nature
from .pack import LOCATIONS, REGIONS
from .random_rulings import Judge

State = dict[str, Any]
Record = dict[str, Any]

NAMES = ["ada", "bob", "cy", "dot", "eve", "fay", "gus", "hal", "ivy"]


def random_header(rng: random.Random, content: dict[str, str], name: str) -> Record:
    """A header with random players (teams, a lone seventh), expansions, role, cost table and rulings."""
    expansions = [e for e in ("hadria", "servants") if rng.random() < 0.5]
    number = rng.choice([*range(1, 9), 2, 3, 6, 7, 8])
    celestial = rng.random() < 0.5
    number = number if celestial else max(2, number)
    players: list[Record] = [{"id": player} for player in NAMES[: number + celestial]]
    if celestial:
        expansions.append("celestials")
        rng.choice(players)["role"] = rng.choice(ROLES)
    rng.shuffle(expansions)
    share = rng.choice([0, 0.25, 1, 1])
    rulings = {ruling: rng.choice(values) for ruling, values in RULINGS.items() if rng.random() < share}
    if rng.random() < 0.1:
        rulings = {name: str(value).lower() if isinstance(value, bool) else value for name, value in rulings.items()}
    header = {
        "type": "game",
        "format": "vflog/1",
        "game": name,
        "ruleset": "veiled-fate",
        "players": players,
        "content": content,
        "revision": "2026-12",
        "expansions": expansions,
        "powers": rng.choice(sorted(COSTS)),
        "rulings": rulings,
    }
    for field in ("powers", "revision"):
        if rng.random() < 0.2:
            del header[field]
    return header


def illegal_header(rng: random.Random, header: Record) -> Record:
    """The header with one thing that the format or S1 does not have."""
    header = clone(header)
    players, expansions = header["players"], header["expansions"]
    what = rng.randrange(9)
    if what == 8:
        what = rng.randrange(2)
        if what:
            rng.choice(players)["id"] = rng.choice(["all", "Public", players[0]["id"]])
        else:
            header["redacted"] = {"of": "123", "view": rng.choice(["public", players[0]["id"], "everybody"])}
    elif what == 0:
        header["rulings"][rng.choice(["house_rule", "bridge", "draw_limit"])] = rng.choice(["maybe", "both ways"])
    elif what == 1:
        expansions.append(rng.choice(["hadria", "servants", "celestials", "kraken"]))
    elif what == 2:
        header["powers"] = "strong"
    elif what == 3:
        header["detail"] = "half"
    elif what == 4:
        header["players"] = players[:1] if rng.random() < 0.5 else [{"id": f"p{i}"} for i in range(rng.randint(9, 11))]
    elif what == 5:
        rng.choice(players)["role"] = rng.choice([*ROLES, "jester"])
    elif what == 6:
        rng.choice(players).pop("role", None)
    else:
        header["content"] = {"pack": "nowhere"} if rng.random() < 0.5 else {**header["content"], "version": "0"}
    return header


class Proposer:
    """Proposes a record for the phase of a state; it may well be illegal."""

    def __init__(self, config: Config, rng: random.Random) -> None:
        self.config = config
        self.rng = rng
        self.nature = Nature(config, rng)

    def propose(self, state: State) -> Record:
        often = 0.005 if self.config.role == "arbiter" else 0.05
        if self.config.celestial is not None and state["phase"] != "setup" and self.rng.random() < often:
            return self.make_celestial(clone(state), self.config.celestial)
        player = self.rng.choice(state["waiting"]) if state["waiting"] else None
        maker = getattr(self, "make_" + state["phase"])
        record: Record = maker(clone(state), player)
        return record

    def hand(self, state: State, player: str) -> list[str]:
        found: list[str] = []
        for kind, number in sorted(state["hands"][player].items()):
            found += [kind] * number
        return found

    def some(self, state: State, player: str, number: int) -> list[str]:
        hand = self.hand(state, player)
        return self.rng.sample(hand, min(number, len(hand)))

    # -- set-up and between Ages -------------------------------------------------

    def make_setup(self, state: State, player: str | None) -> Record:
        config, rng, pack = self.config, self.rng, self.config.pack
        quests = rng.sample(sorted(pack.quests), config.quest_count())
        regions = rng.sample(REGIONS, len(quests))
        altars = [card for card, entry in pack.city.items() if entry["altar"]]
        order = rng.sample(pack.demis, len(pack.demis))
        record: Record = {
            "type": "setup",
            "first": rng.choice(config.players),
            "quests": [{"quest": q, "region": r} for q, r in zip(quests, regions, strict=True)],
            "city": rng.choice(altars),
            "demis": dealt(config, first_document(config), rng),
            "order": order,
            "hands": {p: self.nature.deal(state, state["hands"][p], 5) for p in config.players},
        }
        if config.hadria:
            number = min(2, state["hadria"]["deck"])
            record["display"] = [rng.choice(sorted(pack.favors)) for _ in range(number)]
        if config.servants:
            places = rng.sample(REGIONS, len(pack.servants))
            record["servants"] = dict(zip(pack.servants, places, strict=True))
        return record

    def make_age(self, state: State, player: str) -> Record:
        fitting = [card for card, entry in self.config.pack.ages.items() if entry["age"] == state["age"] + 1]
        return {"type": "age", "player": player, "age": state["age"] + 1, "card": self.rng.choice(fitting)}

    def make_deal(self, state: State, player: str) -> Record:
        wanted = cards.room(self.config, state, player, 5)
        drawn = self.nature.deal(state, state["hands"][player], wanted)
        return self._over_limit(state, player, {"type": "deal", "player": player, "cards": drawn})

    def _over_limit(self, state: State, player: str, record: Record) -> Record:
        over = cards.count(state["hands"][player]) - self.config.hand_limit(player)
        if self.config.rulings["draw_limit"] == "discard" and over > 0:
            record["discard"] = self.some(state, player, over)
        return record

    def make_place(self, state: State, player: str) -> Record:
        left = [quest for quest in self.config.pack.quests if quest not in state["used_quests"]]
        return {
            "type": "place",
            "player": player,
            "quest": self.rng.choice(left or ["none"]),
            "region": self.rng.choice(REGIONS),
        }

    def make_city(self, state: State, player: str) -> Record:
        left = [card for card in self.config.pack.city if card not in state["used_city"]]
        return {"type": "city", "player": player, "card": self.rng.choice(left or ["none"])}

    # -- turns -------------------------------------------------------------------

    def make_turn(self, state: State, player: str) -> Record:
        kind = self.rng.choices(
            ["onto", "move", "power", "favor", "end_turn", "rest", "celestial"],
            [
                60,
                25,
                30,
                25,
                3 if state["turn"]["actions"] < 2 else 40,
                0.5,
                30 if self.config.is_role(player, "sorcerer") else 1,
            ],
        )[0]
        if kind == "onto":
            return self._onto(state, player)
        if kind == "move":
            return self._move(state, player)
        if kind == "power":
            return self._power(state, player)
        if kind == "favor":
            return self._favor(state, player)
        if kind == "celestial":
            return self.make_celestial(state, player)
        record: Record = {"type": kind, "player": player}
        if kind == "end_turn" and self.config.is_role(player, "arbiter"):
            record["again"] = self.rng.random() < 0.3
        return record

    def make_celestial(self, state: State, player: str) -> Record:
        rng, config = self.rng, self.config
        acts = {"arbiter": "look", "tormentor": "swap", "steward": "place", "sorcerer": "spell", "prophet": "force"}
        record: Record = {"type": "celestial", "player": player, "act": acts.get(str(config.role), "look")}
        if config.role == "tormentor":
            record["drew"] = rng.choice(config.pack.demis)
        elif config.role == "steward":
            record["quest"] = rng.choice(sorted(config.pack.steward_quests))
            record["region"] = rng.choice(REGIONS)
        elif config.role == "sorcerer":
            spell = rng.choice(config.role_data()["spells"])
            record["spell"] = spell["id"]
            if spell["cost"]:
                record["cards"] = self.some(state, player, spell["cost"])
            if not spell["does"].startswith("own_"):
                record["demi"] = self._demi(state, player)
            if "portal" in spell["does"]:
                record["to"] = rng.choice(LOCATIONS)
        return record

    def _demi(self, state: State, player: str) -> str:
        """A Demi for this player to move; the Sorcerer has the own figure, and Demis beside it."""
        names = list(self.config.pack.demis)
        if self.config.is_role(player, "sorcerer"):
            here = state["celestial"]["at"]
            names = ["sorcerer"] + [demi for demi in names if state["demis"][demi]["at"] == here]
        return self.rng.choice(names)

    def _laid(self, state: State, player: str, record: Record) -> Record:
        """The card that goes onto a Quest: of the hand, or one of Mother's own."""
        own = self.config.role_data().get("cards") if self.config.is_role(player, "mother-to-all") else None
        if own and self.rng.random() < 0.5:
            record.update({"card": self.rng.choice(sorted(own)), "from": "mother"})
        else:
            record["card"] = self.rng.choice(self.hand(state, player) or ["f1"])
        return record

    def _spot(self, state: State) -> Record:
        spots = [
            {"quest": quest, "slot": index + 1}
            for quest, entry in state["quests"].items()
            for index, demi in enumerate(entry["slots"])
            if demi is None
        ]
        weights = [1 / (1 + state["quests"][spot["quest"]]["slots"].count(None)) ** 2 for spot in spots]
        return dict(self.rng.choices(spots, weights)[0]) if spots else {"to": "city"}

    def _onto(self, state: State, player: str) -> Record:
        """Mostly onto a Quest that is nearly full, with a Demi that can go there."""
        record = {"type": "move", "player": player, "demi": self._demi(state, player), **self._spot(state)}
        if "quest" in record and self.rng.random() < 0.9:
            entry = state["quests"][record["quest"]]
            slot = self.config.pack.quest(record["quest"])["slots"][record["slot"] - 1]
            fitting = [
                demi
                for demi in self.config.pack.demis
                if board.meets_need(self.config, demi, slot)
                and state["demis"][demi]["quest"] is None
                and state["demis"][demi]["at"] is not None
                and (
                    state["demis"][demi]["at"] == entry["region"]
                    or board.is_adjacent(self.config, state["demis"][demi]["at"], entry["region"])
                )
            ]
            record["demi"] = self.rng.choice(fitting or [record["demi"]])
        return self._laid(state, player, record)

    def _move(self, state: State, player: str) -> Record:
        demi = self._demi(state, player)
        start = track.figure_of(state, demi)["at"]
        end = {"abyss": "pools", "pools": "city"}.get(start) or self.rng.choice([*REGIONS, "city"])
        record: Record = {"type": "move", "player": player, "demi": demi, "to": end}
        if demi == track.SORCERER:
            return record
        if start == "abyss" and end == "pools":
            if state["hadria"] is not None and state["hadria"]["display"]:
                record["favor"] = self.rng.choice(state["hadria"]["display"])
                record["refill"] = self._refill(state)
            else:
                wanted = cards.room(self.config, state, player, 1)
                if self.config.rulings["pools_draw"] == "may" and self.rng.random() < 0.2:
                    wanted = 0
                drawn = self.nature.deal(state, state["hands"][player], wanted)
                record["drew"] = drawn[0] if drawn else None
        if start == "pools" and self.rng.random() < 0.5 and self.hand(state, player):
            given = self.rng.choice(self.hand(state, player))
            cards.add(state["hands"][player], given, -1)
            cards.discard(state, {given: 1})
            drawn = self.nature.deal(state, state["hands"][player], 1)
            record["swap"] = {"discard": given, "drew": drawn[0] if drawn else None}
        if end == "city":
            self._city_space(state, player, record)
        return self._over_limit(state, player, record)

    def _refill(self, state: State) -> str | None:
        if state["hadria"]["deck"] == 0:
            return None
        favor: str = self.rng.choice(sorted(self.config.pack.favors))
        return favor

    def _city_space(self, state: State, player: str, record: Record) -> None:
        if state["city"] is None:
            return
        text = self.config.pack.city[state["city"]["card"]]["spaces"][state["city"]["space"]]
        word, _, amount = text.partition(" ")
        if word == "draw":
            wanted = cards.room(self.config, state, player, int(amount))
            drawn = self.nature.deal(state, state["hands"][player], wanted)
            if drawn:
                record["space"] = {"drew": drawn}
        elif word == "coin":
            record["space"] = {"coin": self.rng.choice(["gain", "smite"])}
        elif word in ("choose_gain", "smite_choice"):
            record["space"] = {"target": self.rng.choice(self.config.pack.demis)}

    def _power(self, state: State, player: str) -> Record:
        power = self.rng.choice(sorted(COSTS["base"]))
        cost = COSTS[self.config.powers][power]
        pay = [] if self.config.is_role(player, "eredan") else self.some(state, player, cost)
        for card in pay:
            cards.add(state["hands"][player], card, -1)
        if state["age_card"] == "omnipotence":
            cards.add_all(state["age_pile"], cards.tally(pay))
        else:
            cards.discard(state, cards.tally(pay))
        record = {"type": "power", "player": player, "power": power, "pay": pay}
        return self._use(state, player, power, record)

    def _favor(self, state: State, player: str) -> Record:
        held = state["favors"].get(player, {"hand": []})["hand"]
        if not held:
            return self._power(state, player)
        favor = self.rng.choice(held)
        record = {"type": "favor", "player": player, "favor": favor}
        return self._use(state, player, self.config.pack.favors[favor]["power"], record)

    def _use(self, state: State, player: str, power: str, record: Record) -> Record:
        rng, demis = self.rng, self.config.pack.demis
        if power == "portal":
            record["demi"] = rng.choice(demis)
            if rng.random() < 0.5:
                record.update(self._spot(state))
                if "quest" in record and self.config.rulings["portal_votes"]:
                    record["card"] = rng.choice(self.hand(state, player) or ["f1"])
            else:
                record["to"] = rng.choice(LOCATIONS + ["city"] * 4)
            if record.get("to") == "city" and self.config.rulings["city_by_portal"]:
                self._city_space(state, player, record)
            self._over_limit(state, player, record)
        elif power == "transfiguration":
            quest = [demi for entry in state["quests"].values() for demi in entry["slots"] if demi is not None]
            record["demis"] = rng.sample(quest if len(quest) > 1 else demis, 2)
        elif power == "smite":
            record["demi"] = rng.choice([*demis, *(["sorcerer"] if self.config.role == "sorcerer" else [])])
        elif power == "omniscience" and state["quests"]:
            self._omniscience(state, record)
        elif power == "influence":
            record["quest"] = state["turn"]["voted"] or "none"
            record["card"] = rng.choice(self.hand(state, player) or ["f1"])
        elif power == "command" and state["servants"]:
            record["servant"] = rng.choice(sorted(state["servants"]))
            record["to"] = rng.choice(REGIONS)
        return record

    def _omniscience(self, state: State, record: Record) -> None:
        record["quest"] = self.rng.choice(sorted(state["quests"]))
        pile = state["quests"][record["quest"]]["pile"]
        drawn = self.nature.deal(state, pile, 1)
        record["added"] = drawn[0] if drawn else None
        if self.rng.random() < 0.6:
            saw = [kind for kind, number in sorted(pile.items()) for _ in range(number)]
            record["saw"] = self.rng.sample(saw, len(saw))

    # -- Quests --------------------------------------------------------------------

    def make_voters(self, state: State, player: str) -> Record:
        if self.config.rulings["influence_after_completion"] and self.rng.random() < 0.3:
            return self._power(state, player)
        if self.config.role == "prophet" and self.rng.random() < 0.3:
            return self.make_celestial(state, str(self.config.celestial))
        quest = state["pending"]["quest"]
        others = [
            p
            for p in self.config.players
            if p != player and (self.config.rulings["rested_voters"] or p not in state["rested"])
        ]
        number = min(self.config.pack.quest(quest)["voters"], len(others))
        return {"type": "voters", "player": player, "quest": quest, "players": self.rng.sample(others, number)}

    def make_vote(self, state: State, player: str) -> Record:
        quest = state["pending"]["quest"]
        record: Record = {"type": "vote", "player": player, "quest": quest}
        if self.hand(state, player) or (self.config.is_role(player, "mother-to-all") and self.rng.random() < 0.5):
            self._laid(state, player, record)
        else:
            record["card"] = self.nature.card(state)
            record["from"] = "deck"
        return record

    def make_reveal(self, state: State, player: str | None) -> Record:
        quest = state["pending"]["quest"]
        pile = state["quests"][quest]["pile"]
        shown, drawn = self.nature.turn_up(state, pile)
        record: Record = {"type": "reveal", "quest": quest, "cards": shown, "drawn": drawn}
        if self.config.role == "mother-to-all":
            record["mother"] = self.nature.mothers(state, quest)
            cards.add_all(pile, cards.tally(record["mother"]))
        side = self._side(pile)
        if side == "tie":
            side = record["vote_coin"] = self.rng.choice(["feather", "scorpion"])
        record["coins"] = self._coins(quest, state["quests"][quest]["slots"], side)
        return record

    def _side(self, pile: cards.Counts) -> str:
        feathers, scorpions = cards.feathers(pile), cards.scorpions(pile)
        if feathers == scorpions:
            return "tie"
        return "feather" if feathers > scorpions else "scorpion"

    def _coins(self, quest: str, slots: list[Any], side: str) -> dict[str, str]:
        printed = self.config.pack.quest(quest)["slots"]
        return {
            demi: self.rng.choice(["gain", "smite"])
            for index, demi in enumerate(slots)
            if demi is not None and track.has_coin(printed[index][side])
        }

    # -- Age cards and the end -------------------------------------------------------

    def make_age_pick(self, state: State, player: str) -> Record:
        if state["age_card"] == "arbiter":
            return {"type": "age_pick", "player": player, "demis": self.rng.sample(self.config.pack.demis, 3)}
        return {"type": "age_pick", "player": player, "locations": self.rng.sample(LOCATIONS, 3)}

    def make_age_quest(self, state: State, player: str) -> Record:
        left = [quest for quest in self.config.pack.quests if quest not in state["used_quests"]]
        return {"type": "age_quest", "player": player, "quest": self.rng.choice(left or ["none"])}

    def make_age_place(self, state: State, player: str) -> Record:
        return {
            "type": "age_place",
            "player": player,
            "demi": self.rng.choice(self.config.pack.demis),
            "slot": self.rng.randint(1, len(state["age_pick"]["slots"])),
        }

    def make_age_vote(self, state: State, player: str) -> Record:
        voted = self.some(state, player, self.rng.choice([0, 0, 1, 1, 2, 8]))
        if state["age_card"] != "the-census":
            return {"type": "age_vote", "player": player, "cards": voted}
        regions: dict[str, list[str]] = {}
        for card in voted:
            regions.setdefault(self.rng.choice(REGIONS), []).append(card)
        return {"type": "age_vote", "player": player, "regions": regions}

    def make_age_reveal(self, state: State, player: str | None) -> Record:
        record: Record = {"type": "age_reveal"}
        card = state["age_card"]
        if card == "the-census":
            record["regions"] = {}
            for region in self.config.pack.ring:
                pile = state["age_pile"].setdefault(region, {})
                shown, drawn = self.nature.turn_up(state, pile)
                if shown:
                    record["regions"][region] = {"cards": shown, "drawn": drawn}
            return record
        shown, drawn = self.nature.turn_up(state, state["age_pile"])
        record.update(cards=shown, drawn=drawn)
        side = self._side(state["age_pile"])
        if not shown and self.config.rulings["empty_vote"] == "nothing":
            side = "nothing"
        if card == "sleight-of-hand":
            self._sleight(state, side, record)
        elif card == "judgement" and side in ("feather", "scorpion"):
            pick = state["age_pick"]
            record["coins"] = self._coins(pick["quest"], pick["slots"], side)
        elif card == "revelation":
            number = {"feather": 1, "tie": 2}.get(side, 0)
            record["revealed"] = self.rng.sample(self.config.pack.demis, number)
        return record

    def _sleight(self, state: State, side: str, record: Record) -> None:
        near, far = ["forest", "coast", "canyons"], ["desert", "volcano", "mountains"]
        places = {"feather": near, "scorpion": far}.get(side, [])
        record["coins"] = {
            demi: self.rng.choice(["gain", "smite"])
            for demi, figure in state["demis"].items()
            if figure["at"] in places
        }
        if side == "tie":
            record["target"] = self.rng.choice(self.config.pack.demis)

    def make_end(self, state: State, player: str | None) -> Record:
        record: Record = {"type": "end", "demis": dealt(self.config, state, self.rng)}
        if self.rng.random() < 0.3 and not self.config.teams():
            held = [demi for player in record["demis"] for demi in owners.as_list(record["demis"][player])]
            record["unused"] = [demi for demi in self.config.pack.demis if demi not in held]
        if self.config.role == "eredan":
            record["guess"] = {
                other: self.rng.choice([record["demis"][other], self.rng.choice(self.config.pack.demis)])
                for other in self.config.others()
            }
        return record


def with_winners(config: Config, state: State, record: Record) -> Record:
    """The end with the winners that the rules give: each possible answer is tried."""
    groups: list[list[str]] = (
        [[]]
        + [[player] for player in config.players]
        + [[one, other] for index, one in enumerate(config.players) for other in config.players[index + 1 :]]
    )
    for winners in groups:
        tried = {**record, "winners": winners}
        try:
            rules.judge(config, clone(state), clone(tried))
            return tried
        except Refused:
            continue
    return record


def random_game(header: Record, find: Find, rng: random.Random, ruled: float = 0) -> list[Record]:
    """A whole legal game under a header, with some rulings by a judge; ends early where nothing legal was found."""
    config = read_header(header, find)
    state = first_document(config)
    proposer, judge = Proposer(config, rng), Judge(config, rng)
    log = [dict(header)]
    failures = 0
    while state["phase"] != "over" and failures < (100 if state["phase"] == "setup" else 2000):
        if rng.random() < ruled:
            change = {"type": "ruling", "by": "judge", "reason": "a slip", "set": judge.random_set(state)}
            after = clone(state)
            try:
                ruling.judge_ruling(config, after, clone(change))
            except Refused:
                continue
            state = after
            log.append(change)
            continue
        record = proposer.propose(state)
        if record["type"] == "end":
            record = with_winners(config, state, record)
        after = clone(state)
        try:
            rules.judge(config, after, clone(record))
        except Refused:
            failures += 1
            continue
        state, failures = after, 0
        log.append(record)
    return [{**record, "n": n} for n, record in enumerate(log)]

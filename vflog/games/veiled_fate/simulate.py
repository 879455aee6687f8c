"""Random legal games, for samples, tests and measurements: the same records for the same seed, anywhere.

The simulator knows the true order of the deck. It proposes a record, tries it on a copy of the play and
completes what the rules say is missing (a coin, what lies above a hand limit …) from what the refusal
expects. It leans towards what makes a game: Quests filled, Favors taken, the City entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from vflog.engine.dialects import dialect
from vflog.engine.dice import Dice
from vflog.engine.ruleset import Finder, Play, Ruleset
from vflog.engine.simulation import APP, Wishes
from vflog.games.veiled_fate import ages, cards, identity, quests, servants
from vflog.games.veiled_fate import simulate_roles as roles
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.pack import KINDS, PLACES, REGIONS
from vflog.games.veiled_fate.redact import Redactor
from vflog.games.veiled_fate.state import Game
from vflog.log.problems import Refused

Fields = dict[str, Any]
_TRIES = 2000
#: Chances in a hundred that make games go on: a God Power, a move onto a Quest, an end after one action.
_POWER, _QUEST, _STOP = 12, 62, 22
_SWITCH: dict[str, Any] = {"true": True, "false": False}


NAMES = ("ada", "bob", "cy", "dot", "eve", "fay", "gus", "hal", "ivy")
PLAYERS = 4


def simulate(ruleset: Ruleset, find: Finder, seed: int, wishes: Wishes) -> Iterator[Fields]:
    """The records of one game, as plain objects ready to be written."""
    dice = Dice(seed)
    header = _header(ruleset, dice, wishes)
    yield header
    play = ruleset.open(msgspec.convert(header, ruleset.header), find, {}).play
    table = _Table(ruleset, play, dice)
    secrets = Redactor(lambda owner: not wishes.hidden or not dice.chance(wishes.hidden))
    for n, record in enumerate(table.records(), 1):
        shown = secrets.record(record) if wishes.hidden else record
        yield {"type": record["type"], "n": n, **{k: v for k, v in shown.items() if k != "type"}}


def _header(ruleset: Ruleset, dice: Dice, wishes: Wishes) -> Fields:
    seats: list[Fields] = [{"id": name} for name in NAMES[: wishes.players or PLAYERS]]
    if wishes.role is not None:
        dice.choice(seats)["role"] = wishes.role
    out: Fields = {
        "type": "game", "n": 0, "format": "vflog/1", "game": wishes.game, "ruleset": ruleset.name,
        "revision": ruleset.revisions[0].name, "players": seats, "expansions": list(wishes.expansions),
        "powers": wishes.powers, "event": wishes.event,
        "rulings": {name: _SWITCH.get(value, value) for name, value in wishes.rulings.items()},
        "content": {"pack": wishes.pack} if wishes.pack else None, "round": wishes.round, "table": wishes.table,
        "source": {"app": APP},
    }  # fmt: skip
    return {key: value for key, value in out.items() if value not in (None, [], {})}


class _Table:
    """One game at a table: the play, and the deck in its true order (the last card is the top)."""

    def __init__(self, ruleset: Ruleset, play: Play, dice: Dice) -> None:
        self._dialect = dialect(ruleset)
        self._play = play
        self._dice = dice
        pack = self.g.terms.pack
        counts = {kind: 12 if pack.fate[kind] is None else pack.fate[kind] for kind in KINDS}
        self._deck = dice.shuffled([kind for kind in KINDS for _ in range(counts[kind] or 0)])
        #: The deck with the discards shuffled under it, where the record under way needs them.
        self._anew: list[str] | None = None
        self._unseen: dict[str, list[str]] = {}
        self._favors = dice.shuffled(self._favor_deck())
        self._demis: dict[str, Any] = {}
        self._turns = 0

    @property
    def g(self) -> Game:
        """The position."""
        return self._play.position  # type: ignore[no-any-return]

    def records(self) -> Iterator[Fields]:
        """Records until the game is over."""
        makers: dict[str, Callable[[], Fields]] = {
            "setup": self._setup, "age": self._age, "turn": self._turn, "voters": self._voters, "vote": self._vote,
            "reveal": self._reveal, "age_pick": self._age_pick, "age_quest": self._age_quest,
            "age_place": self._age_place, "age_vote": self._age_vote, "age_reveal": self._age_reveal,
            "deal": self._deal, "place": self._place, "city": self._city, "end": self._end,
        }  # fmt: skip
        while self.g.phase != "over":
            yield self._next(makers)

    def _next(self, makers: dict[str, Callable[[], Fields]]) -> Fields:
        record = self._accepted(makers[self.g.phase]())
        for _ in range(_TRIES):
            if record is not None:
                return record
            self._anew = None
            record = self._accepted(self._fallback(makers))
        raise RuntimeError(f"no legal record was found in phase {self.g.phase}")

    def _fallback(self, makers: dict[str, Callable[[], Fields]]) -> Fields:
        if self.g.phase == "turn" and self.g.turn is not None and self._dice.chance(30):
            return {"type": "end_turn", "player": self.g.turn.player}
        return makers[self.g.phase]()

    # -- trying ----------------------------------------------------------------------------------------

    def _accepted(self, record: Fields) -> Fields | None:
        """The record as the rules take it, carried out; `None` where they refuse it for good."""
        for _ in range(8):
            play = self._play.copy()
            try:
                play.apply(self._dialect.record(record))
            except Refused as why:
                if not self._complete(record, why, play):
                    return None
                continue
            self._after(record, play)
            return record
        return None

    def _complete(self, record: Fields, why: Refused, tried: Play) -> bool:
        """Fill in what the refusal says is missing; false where it is something else."""
        dice = self._dice
        if why.code == "reveal.vote-coin":
            record["vote_coin"] = dice.choice(("feather", "scorpion"))
        elif why.code == "coins.differ":
            record["coins"] = {demi: dice.choice(("gain", "smite")) for demi in why.expected}
        elif why.code == "age.target":
            record["target"] = dice.choice(list(self.g.renown))
        elif why.code == "age.revealed":
            record["revealed"] = self._unused(why.values["due"])
        elif why.code == "draw.above-limit":
            hand = [kind for kind, count in tried.position.hands[record["player"]].items() for _ in range(count)]
            record["discard"] = dice.sample(hand, min(len(hand), why.expected))
        elif why.code == "end.winners":
            record["winners"] = why.expected
        else:
            return False
        return True

    def _unused(self, count: int) -> list[str]:
        held = {d for value in self._demis.values() for d in identity.as_list(value)}
        free = [d for d in self.g.at if d not in held]
        return self._dice.sample(free, min(count, len(free)))

    def _after(self, record: Fields, play: Play) -> None:
        """The record stands: the true deck follows the counted one."""
        before = self.g
        self._play = play
        for favor in (*record.get("display", ()), record.get("refill")):
            if favor is not None:
                self._favors.remove(favor)
        g = self.g
        for quest, card in g.quests.items():
            hidden = card.pile["?"] - len(self._unseen.get(quest, ()))
            if hidden > 0:
                self._unseen.setdefault(quest, []).extend(self._peek(hidden, before=before))
        if g.deck is not None:
            self._deck = (self._deck if self._anew is None else self._anew)[: g.deck]
        self._anew = None

    # -- the deck --------------------------------------------------------------------------------------

    def _peek(self, count: int, also: list[str] | None = None, before: Game | None = None) -> list[str]:
        """The next cards of the deck; where it gives out, the discards (and `also`) are shuffled under it."""
        g = before or self.g
        deck = self._deck if self._anew is None else self._anew
        if len(deck) < count and self._anew is None:
            pile = [k for k in KINDS for _ in range(g.discards[k])] + (also or [])
            if g.terms.rulings.empty_deck == "none":
                pile = []
            deck = self._dice.shuffled(pile) + deck
            self._anew = deck
        return deck[::-1][:count]

    def _hand(self, player: str) -> list[str]:
        return [kind for kind, count in self.g.hands[player].items() for _ in range(count)]

    def _chain(self, shown: list[str]) -> list[str]:
        """What the deck gives for the +2s among these cards."""
        due = 2 * shown.count("+2")
        done = 0
        drawn: list[str] = []
        while done < due:
            drawn = self._peek(due)
            if len(drawn) < due:
                return drawn
            due, done = 2 * (shown + drawn).count("+2"), due
        return drawn

    # -- set-up and Ages -------------------------------------------------------------------------------

    def _favor_deck(self) -> list[str]:
        left = dict(self.g.terms.favors_in_play)
        out = []
        for favor in self.g.terms.pack.favors.values():
            for _ in range(favor.copies):
                if left.get(favor.power, 0) > 0:
                    left[favor.power] -= 1
                    out.append(favor.id)
        return out

    def _setup(self) -> Fields:
        g, dice = self.g, self._dice
        t = g.terms
        self._demis = self._deal_demis()
        deck = self._peek(5 * len(t.players))
        altars = [card.id for card in t.pack.city.values() if card.altar]
        out: Fields = {
            "type": "setup",
            "first": dice.choice(t.players),
            "quests": [
                {"quest": quest, "region": region}
                for quest, region in zip(
                    dice.sample(list(t.pack.quests), t.quests), dice.sample(REGIONS, t.quests), strict=True
                )
            ],
            "city": dice.choice(altars),
            "demis": self._demis,
            "hands": {p: deck[5 * i : 5 * i + 5] for i, p in enumerate(t.players)},
            "order": dice.shuffled(list(g.at)),
        }
        if g.hadria is not None:
            out["display"] = self._favors[-2:]
        if t.servants:
            out["servants"] = dict(zip(t.pack.servants, dice.sample(REGIONS, 3), strict=True))
        return out

    def _deal_demis(self) -> dict[str, Any]:
        g, dice = self.g, self._dice
        t = g.terms
        if not t.teams:
            deck = dice.shuffled(list(g.at))
        else:
            pairs = dice.sample(list(g.at), (len(t.mortals) + 1) // 2)
            deck = dice.shuffled([d for d in pairs for _ in (1, 2)][: len(t.mortals)])
        out: dict[str, Any] = {p: deck.pop() for p in t.mortals}
        if t.celestial is not None and (count := identity.owned(g, t.celestial)):
            mine = deck[:count] if not t.teams else dice.sample(list(g.at), count)
            out[t.celestial] = mine[0] if count == 1 else mine
        return {p: out[p] for p in t.players if p in out}

    def _age(self) -> Fields:
        g = self.g
        return {"type": "age", "player": g.first, "age": g.age + 1, "card": self._dice.choice(ages.age_cards(g))}

    def _deal(self) -> Fields:
        player = self.g.queue[0]
        return {"type": "deal", "player": player, "cards": self._peek(cards.can_draw(self.g, 5, player))}

    def _place(self) -> Fields:
        g = self.g
        taken = {card.region for card in g.quests.values()}
        region = self._dice.choice([r for r in REGIONS if r not in taken])
        return {"type": "place", "player": g.queue[0], "quest": self._new_quest(), "region": region}

    def _new_quest(self) -> str:
        return self._dice.choice(ages.unused_quests(self.g))

    def _city(self) -> Fields:
        unused = [c for c in self.g.terms.pack.city if c not in self.g.used_city]
        return {"type": "city", "player": self.g.first, "card": self._dice.choice(unused)}

    # -- turns -----------------------------------------------------------------------------------------

    def _turn(self) -> Fields:
        g, dice = self.g, self._dice
        turn = g.turn
        assert turn is not None
        player = turn.player
        role = g.terms.role.name if g.terms.role and player == g.terms.celestial else None
        if role and not g.role_used and dice.chance(20):
            if role == "tormentor":
                return {"type": "celestial", "player": player, "act": "swap", "drew": self._swapped(player)}
            if role == "arbiter":
                return {"type": "celestial", "player": player, "act": "look"}
        if role in ("steward", "sorcerer") and dice.chance(20) and (act := roles.act(g, dice, self._hand(player))):
            return act
        if g.favors and g.favors[player].hand and not turn.favor_played and dice.chance(35):
            return self._favor(player)
        if turn.actions >= 2 or (turn.actions == 1 and turn.fate and dice.chance(_STOP)):
            return self._stop(player, role)
        if role == "eredan" or (dice.chance(_POWER) and role != "sorcerer"):
            return self._power(player, role)
        return self._move(player)

    def _swapped(self, player: str) -> str:
        held = {d for value in self._demis.values() for d in identity.as_list(value)} | set(self.g.shown)
        drew = self._dice.choice([d for d in self.g.at if d not in held])
        self._demis = {**self._demis, player: drew}
        return drew

    def _stop(self, player: str, role: str | None) -> Fields:
        g, dice = self.g, self._dice
        assert g.turn is not None
        if g.turn.actions < 2 and dice.chance(10):
            return {"type": "rest", "player": player}
        if role == "arbiter" and not g.role_used and dice.chance(30):
            return {"type": "end_turn", "player": player, "again": True}
        return {"type": "end_turn", "player": player}

    def _move(self, player: str) -> Fields:
        g, dice = self.g, self._dice
        base: Fields = {"type": "move", "player": player}
        if own := roles.figure_move(g, dice, player, self._hand(player)):
            return {**base, **own}
        reach = roles.reach(g, player)
        free = [d for d in g.renown if g.on[d] is None and (reach is None or d in reach)]
        abyss = [d for d in free if g.at[d] == "abyss"]
        if abyss and dice.chance(45):
            return {**base, "demi": (demi := dice.choice(abyss)), **self._to(player, demi, "pools")}
        slots = self._open_slots(free)
        hand = self._hand(player)
        if slots and hand and dice.chance(_QUEST):
            demi, quest, slot = self._nearly_full(slots)
            card = roles.own_vote(g, dice, player) or {"card": dice.choice(hand)}
            return {**base, "demi": demi, "quest": quest, "slot": slot, **card}
        if not free:
            return {"type": "end_turn", "player": player}
        demi = dice.choice(free)
        near = sorted(g.terms.near[g.at[demi]])
        to = "city" if "city" in near and dice.chance(50) else dice.choice(near)
        return {**base, "demi": demi, **self._to(player, demi, to)}

    def _nearly_full(self, slots: list[tuple[str, str, int]]) -> tuple[str, str, int]:
        """One of these, mostly on the Quest with the fewest free slots."""
        if self._dice.chance(25):
            return self._dice.choice(slots)
        free = {quest: self.g.quests[quest].slots.count(None) for _, quest, _ in slots}
        fewest = min(free.values())
        return self._dice.choice([slot for slot in slots if free[slot[1]] == fewest])

    def _open_slots(self, demis: list[str]) -> list[tuple[str, str, int]]:
        g = self.g
        out = []
        for quest, card in g.quests.items():
            there = g.terms.pack.quests[quest].slots
            for i, taken in enumerate(card.slots):
                if taken is None:
                    out += [
                        (d, quest, i + 1)
                        for d in demis
                        if d in there[i].fits
                        and g.at[d] not in ("abyss", "pools")
                        and (g.at[d] == card.region or card.region in g.terms.near[g.at[d]])
                    ]
        return out

    def _to(self, player: str, demi: str, to: str) -> Fields:
        g, dice = self.g, self._dice
        out: Fields = {"to": to}
        start = g.at[demi]
        discarded: list[str] = []
        drawn = 0
        if start == "abyss":
            if g.hadria is not None and g.hadria.display:
                out["favor"] = dice.choice(g.hadria.display)
                out["refill"] = self._favors[-1] if g.hadria.deck else None
            else:
                draws = cards.can_draw(g, 1, player) and (dice.chance(80) or g.terms.rulings.pools_draw == "must")
                out["drew"] = self._peek(1)[0] if draws else None
        hand = self._hand(player)
        if start == "pools" and hand and dice.chance(50):
            discarded = [dice.choice(hand)]
            drew = self._peek(1, discarded)
            drawn = len(drew)
            out["swap"] = {"discard": discarded[0], "drew": drew[0] if drew else None}
        if to == "city":
            out.update(self._space(player, discarded, drawn))
        return out

    def _space(self, player: str, discarded: list[str], drawn: int) -> Fields:
        """What the City space asks for that a Demi arriving now brings."""
        g, dice = self.g, self._dice
        if g.city is None:
            return {}
        word, count = g.terms.pack.city[g.city].spaces[g.city_space]
        if word == "draw":
            room = g.terms.hand_limit(player) - g.holds[player]
            if g.terms.rulings.draw_limit == "stop":
                count = min(count, max(0, room + len(discarded) - drawn))
            drew = self._peek(drawn + count, discarded)[drawn:]
            return {"space": {"drew": drew}} if drew else {}
        if word == "coin":
            return {"space": {"coin": dice.choice(("gain", "smite"))}}
        if word in ("choose_gain", "smite_choice"):
            return {"space": {"target": dice.choice(list(g.renown))}}
        return {}

    def _power(self, player: str, role: str | None) -> Fields:
        g, dice = self.g, self._dice
        hand = dice.shuffled(self._hand(player))
        free = role == "eredan"
        able = [n for n, cost in g.terms.costs.items() if free or cost <= len(hand)]
        names = [n for n in able if n != "command" or g.terms.servants]
        assert g.turn is not None
        if g.turn.voted is None:
            names = [n for n in names if n != "influence"]
        name = dice.choice(names) if names else "portal"
        cost = 0 if free else g.terms.costs[name]
        pay, rest = hand[:cost], hand[cost:]
        base: Fields = {"type": "power", "player": player, "power": name}
        if pay:
            base["pay"] = pay
        return {**base, **self._deed(player, name, rest, pay)}

    def _favor(self, player: str) -> Fields:
        g = self.g
        favor = self._dice.choice(g.favors[player].hand)
        power = g.terms.pack.favors[favor].power
        return {"type": "favor", "player": player, "favor": favor, **self._deed(player, power, self._hand(player), [])}

    def _deed(self, player: str, name: str, hand: list[str], paid: list[str]) -> Fields:
        g, dice = self.g, self._dice
        demi = dice.choice(conduct.smitten(g) if name == "smite" else list(g.renown))
        if name == "portal":
            return self._portal(player, demi, hand, paid)
        if name == "transfiguration":
            pairs = [(a, b) for a in g.renown for b in g.renown if a < b and g.on[a] is not None and g.on[a] == g.on[b]]
            return {"demis": list(dice.choice(pairs)) if pairs else [demi, demi]}
        if name == "smite":
            return {"demi": demi}
        if name == "command":
            servant = dice.choice(list(g.servants))
            return {"servant": servant, "to": dice.choice(servants.reach(g, servant))}
        if name == "influence":
            voted = g.turn.voted if g.turn else None
            return {"quest": voted or "", **({"card": dice.choice(hand)} if hand else {})}
        return self._omniscience(paid)

    def _portal(self, player: str, demi: str, hand: list[str], paid: list[str]) -> Fields:
        g, dice = self.g, self._dice
        free = [(q, i + 1) for q, card in g.quests.items() for i, d in enumerate(card.slots) if d is None]
        if free and hand and dice.chance(60):
            quest, slot = dice.choice(free)
            card = {"card": dice.choice(hand)} if g.terms.rulings.portal_votes == "true" else {}
            return {"demi": demi, "quest": quest, "slot": slot, **card}
        to = "city" if dice.chance(30) else dice.choice(PLACES)
        out: Fields = {"demi": demi, "to": to}
        if to == "city" and g.terms.rulings.city_by_portal == "true":
            to_pile = g.age_card == "omnipotence"
            out.update(self._space(player, paid, 0) if not to_pile else self._space(player, [], -len(paid)))
        return out

    def _omniscience(self, paid: list[str]) -> Fields:
        g, dice = self.g, self._dice
        if not g.quests:
            return {"quest": ""}
        quest = dice.choice(list(g.quests))
        added = self._peek(1, paid if g.age_card != "omnipotence" else None)
        out: Fields = {"quest": quest, "added": added[0] if added else None}
        looks = g.terms.powers != "base" or g.terms.rulings.base_omniscience == "look"
        if looks and dice.chance(80):
            there = [k for k, count in g.quests[quest].pile.items() for _ in range(count)]
            out["saw"] = dice.shuffled(there + added)
        return out

    # -- votes -----------------------------------------------------------------------------------------

    def _voters(self) -> Fields:
        g, dice = self.g, self._dice
        assert g.pending is not None
        quest, player = g.pending
        able = quests.may_vote(g, player)
        if (forced := roles.forced(g, dice)) is not None:
            return forced
        names = dice.sample(able, quests.extra_voters(g, quest, able))
        if conduct.must_be_named(g):
            names = roles.with_celestial(g, names)
        return {"type": "voters", "player": player, "quest": quest, "players": names}

    def _vote(self) -> Fields:
        g, dice = self.g, self._dice
        assert g.pending is not None
        player = dice.choice(g.queue)
        base: Fields = {"type": "vote", "player": player, "quest": g.pending[0]}
        hand = self._hand(player)
        if own := roles.own_vote(g, dice, player):
            return {**base, **own}
        if hand:
            return {**base, "card": dice.choice(hand)}
        drew = self._peek(1)
        return {**base, "card": drew[0] if drew else None, "from": "deck"}

    def _reveal(self) -> Fields:
        g = self.g
        assert g.pending is not None
        quest = g.pending[0]
        pile = g.quests[quest].pile
        shown = [k for k in KINDS for _ in range(pile[k])] + self._unseen.pop(quest, [])
        out: Fields = {"type": "reveal", "quest": quest, "cards": self._dice.shuffled(shown)}
        out.update(roles.own_shown(g, quest))
        if drawn := self._chain(shown):
            out["drawn"] = drawn
        return out

    def _age_pick(self) -> Fields:
        g = self.g
        picks = CARDS[str(g.age_card)].picks
        names = list(g.renown) if picks == "demis" else list(PLACES)
        return {"type": "age_pick", "player": g.first, picks: self._dice.sample(names, 3)}

    def _age_quest(self) -> Fields:
        return {"type": "age_quest", "player": self.g.first, "quest": self._new_quest()}

    def _age_place(self) -> Fields:
        g, dice = self.g, self._dice
        assert g.judgement is not None
        slots = g.judgement[1]
        demi = dice.choice([d for d in g.renown if d not in slots])
        slot = dice.choice([i + 1 for i, there in enumerate(slots) if there is None])
        return {"type": "age_place", "player": g.queue[0], "demi": demi, "slot": slot}

    def _age_vote(self) -> Fields:
        g, dice = self.g, self._dice
        player = g.queue[0]
        hand = dice.shuffled(self._hand(player))
        given = hand[: dice.below(min(3, len(hand)) + 1)]
        base: Fields = {"type": "age_vote", "player": player}
        if g.census is None:
            return {**base, "cards": given}
        regions: dict[str, list[str]] = {}
        for card in given:
            regions.setdefault(dice.choice(REGIONS), []).append(card)
        return {**base, "regions": regions}

    def _age_reveal(self) -> Fields:
        g, dice = self.g, self._dice
        base: Fields = {"type": "age_reveal"}
        if g.census is None:
            shown = dice.shuffled([k for k in KINDS for _ in range(g.age_pile[k])])
            drawn = self._chain(shown)
            return {**base, "cards": shown, **({"drawn": drawn} if drawn else {})}
        regions: dict[str, Fields] = {}
        drawn_before: list[str] = []
        for region in g.terms.pack.ring:
            there = g.census.get(region)
            if there is None:
                continue
            shown = dice.shuffled([k for k in KINDS for _ in range(there[k])])
            drawn = self._chain_after(shown, len(drawn_before))
            drawn_before += drawn
            regions[region] = {"cards": shown, **({"drawn": drawn} if drawn else {})}
        return {**base, "regions": regions}

    def _chain_after(self, shown: list[str], skip: int) -> list[str]:
        """The same as `_chain`, below cards that other regions of the Census have drawn."""
        due, done = 2 * shown.count("+2"), 0
        drawn: list[str] = []
        while done < due:
            drawn = self._peek(skip + due)[skip:]
            if len(drawn) < due:
                return drawn
            due, done = 2 * (shown + drawn).count("+2"), due
        return drawn

    def _end(self) -> Fields:
        g, dice = self.g, self._dice
        out: Fields = {"type": "end", "demis": self._demis, "winners": []}
        if not g.terms.teams and dice.chance(50):
            out["unused"] = self._unused(9)
        if g.terms.role is not None and g.terms.role.name == "eredan":
            demis = list(g.at)
            out["guess"] = {
                p: self._demis[p] if dice.chance(50) else dice.choice(demis) for p in g.terms.mortals
            }
        return out

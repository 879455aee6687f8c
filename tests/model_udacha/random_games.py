"""Random games by the model's own knowledge: whole logs, every card shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from .catalogue import Config, Entry, kinds_of
from .effects import coveted_copies
from .judge import Game
from .moving import beneficiary
from .seek import wanted
from .state import Frame, State, cards_in, find_frame
from .windows import KIND_OF_WINDOW
from .words import PLAYERS, foe, kind_of, name_of, owner_of

Record = dict[str, Any]
Log = list[Record]

WANTS: list[Any] = [
    {"type": "Hero"}, {"type": "Story"}, {"unique": True}, {"unique": False, "type": "Hero"}, {"coveted": True},
    "a Hero of the north", {"name": "Ash"}, None,
]  # fmt: skip
WHATS = ["play", "support", "use", "discard", "destroy", "draw", "invest", "secret", "seek", "other"]
WEIGHTS = [8, 4, 4, 2, 2, 2, 2, 1, 2, 2]


class Stuck(Exception):
    """An open frame cannot be closed any more; the log stops there."""


class Writer:
    """Writes a log record by record; what the model refuses is not written."""

    def __init__(self, header: Record, rng: random.Random) -> None:
        self.rng = rng
        self.log: Log = [header]
        self.game = Game(header, states=False)
        self.game.take(header)
        #: How often a disputed line is written all the same, in profile core.
        self.daring = rng.choice([0.0, 0.1, 0.5])
        #: What was not written, with the number that it would have had.
        self.slips: list[tuple[int, Record]] = []

    @property
    def state(self) -> State:
        assert self.game.state is not None
        return self.game.state

    @property
    def config(self) -> Config:
        assert self.game.config is not None
        return self.game.config

    def put(self, record: Record) -> int | None:
        """The number of the record if it is sound."""
        tried = self.game.attempt(record)
        assert tried is not None, record
        found, _ = tried
        if found.refuses(self.config.profile) or (found.disputed and self.rng.random() >= self.daring):
            self.slips.append((len(self.log), record))
            return None
        n = len(self.log)
        self.log.append({**record, "n": n})
        self.game.take(self.log[-1])
        return n

    def zone(self, zone: str) -> list[str]:
        return cards_in(self.state, zone)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share


class Table(Writer):
    """Two players who play at random, as far as the rules of the page let them."""

    # -- the beginning ---------------------------------------------------------

    def names(self, *, flag: str | None = None) -> list[str]:
        cards = self.config.cards
        return [name for name, card in cards.items() if flag is None or card.get(flag) or card["type"] == flag]

    def begin(self) -> None:
        if self.chance(0.5):
            self.put(self.given())
            return
        for player in self.rng.sample(PLAYERS, 2):
            self.put(self.setup(player))

    def deck_of_cards(self, player: str, size: int) -> list[str]:
        bases = self.names(flag="base") + self.names(flag="Secret")
        names = [name for name in self.names() if name not in bases]
        cards = [f"{player}.{name}.{copy}" for name in names for copy in (1, 2, 3)]
        return self.rng.sample(cards, min(size, len(cards)))

    def setup(self, player: str) -> Record:
        rng = self.rng
        decklist = self.deck_of_cards(player, rng.randint(10, 26))
        starters = (
            [f"{player}.{rng.choice(self.names(flag='starter'))}.{rng.randint(3, 4)}"] if self.chance(0.6) else []
        )
        if starters and self.chance(0.4) and starters[0] not in decklist:
            decklist.append(starters[0])
        deck = [card for card in decklist if card not in starters]
        rng.shuffle(deck)
        size = self.config.cards[name_of(starters[0])]["starter"] if starters else rng.randint(0, 6)
        hand = rng.sample(deck[:size], len(deck[:size]))
        base = f"{player}.{rng.choice(self.names(flag='base'))}.1"
        record = {
            "type": "setup",
            "p": player,
            "decklist": decklist,
            "base": base,
            "starters": starters,
            "deck": deck,
            "hand": hand,
            "vault": self.secrets(player),
        }
        return {key: value for key, value in record.items() if value or self.chance(0.5)}

    def secrets(self, player: str) -> list[str]:
        cards = [f"{player}.{name}.{copy}" for name in self.names(flag="Secret") for copy in (1, 2)]
        return self.rng.sample(cards, self.rng.randint(0, min(5, len(cards))))

    def given(self) -> Record:
        rng = self.rng
        zones: dict[str, list[str]] = {}
        kinds = ["deck"] * 6 + ["hand"] * 5 + ["heroes"] * 6 + ["scenery"] * 2
        kinds += ["reserve", "contest", "contest", "discard", "discard", "destroyed"]
        for player in PLAYERS:
            for card in self.deck_of_cards(player, rng.randint(15, 30)):
                kind = rng.choice(kinds)
                if kind in ("heroes", "scenery") and not self._fits(card, kind):
                    kind = rng.choice(["hand", "deck", "discard"])
                side = foe(player) if self.chance(0.04) else player
                zones.setdefault(f"{side}.{kind}", []).append(card)
            zones.setdefault(f"{player}.scenery", []).insert(0, f"{player}.{rng.choice(self.names(flag='base'))}.1")
            zones.setdefault(f"{player}.vault", []).extend(self.secrets(player))
        record: Record = {
            "type": "given",
            "on": rng.choice([*PLAYERS, *PLAYERS, None]),
            "t": rng.randint(0, 9),
            "zones": zones,
            "quests": {"A": rng.randint(0, 2), "B": rng.randint(0, 2)},
            "revealed": {rng.choice(PLAYERS): 1},
            "to_win": 3,
        }
        if record["on"] is None:
            del record["on"]
        return {key: value for key, value in record.items() if key in ("type", "zones", "on") or self.chance(0.5)}

    def _fits(self, card: str, kind: str) -> bool:
        hero = self.config.cards[name_of(card)]["type"] == "Hero"
        scenery = self.config.cards[name_of(card)]["type"] in ("Place", "Pursuit")
        return hero if kind == "heroes" else scenery

    # -- turns -----------------------------------------------------------------

    def play(self) -> None:
        self.begin()
        player = self.rng.choice(PLAYERS)
        for _ in range(self.rng.choice([1, 2, 2, 3, 4, 6])):
            turn = {"type": "turn", "p": player}
            self.put({**turn, "t": self.state["t"] + 1} if self.chance(0.7) else turn)
            self.turn(player)
            player = foe(player) if self.chance(0.95) else player
        self.end()

    def turn(self, player: str) -> None:
        for _ in range(self.rng.randint(1, 6)):
            self.action(player if self.chance(0.8) else foe(player), 0)
            if self.chance(0.08):
                self.put({"type": "quest", "p": self.rng.choice(PLAYERS), "delta": self.rng.choice([1, 1, -1])})
        if self.chance(0.8):
            self.reload(player)
        for _ in range(self.rng.choice([0, 0, 0, 1])):
            self.action(player, 0)
        if self.chance(0.9):
            self.put({"type": "endturn", "p": player})

    def reload(self, player: str) -> None:
        cards = [self.config.entry(card) for card in self.in_play(player)]
        sizes = [card["reload"] for card in cards if card is not None and "reload" in card]
        size = max(sizes, default=0)
        if self.chance(0.15):
            size = self.rng.randint(0, sum(sizes))
        if sizes or self.chance(0.05):
            deck = self.zone(f"{player}.deck")
            moves = [[card, f"{player}.deck", f"{player}.hand"] for card in deck[:size]]
            self.frame({"p": player, "what": "draw", "why": "reload"}, 1, moves)

    def in_play(self, player: str) -> list[str]:
        return self.zone(f"{player}.heroes") + self.zone(f"{player}.scenery")

    def end(self) -> None:
        rng = self.rng
        end: Record = {"type": "end"}
        if self.chance(0.3):
            end["reason"] = rng.choice(["time", "conceded", "disqualified", "abandoned", "played"])
            if self.chance(0.6) and end["reason"] in ("time", "conceded", "disqualified"):
                end["result"] = {"winners": rng.sample(PLAYERS, rng.randint(0, 2)), "by": "judge"}
        if self.chance(0.6):
            end["winner"] = rng.choice(PLAYERS)
        if self.chance(0.9):
            self.put(end)

    # -- frames ------------------------------------------------------------------

    def action(self, player: str, depth: int, part: int | None = None) -> None:
        for _ in range(4):
            what = self.rng.choices(WHATS, WEIGHTS)[0]
            opening = getattr(self, f"open_{what}")(player)
            if opening is None:
                continue
            opening = {"p": player, "what": what, **opening}
            if part is not None:
                opening["in"] = part
            if self.frame(opening, depth):
                return

    def frame(self, opening: Record, depth: int, moves: list[Any] | None = None) -> bool:
        """One frame from its opening to its close; false if it cannot be opened."""
        if depth > 3 or self.chance(0.35):
            return self.act(opening, moves)
        n = self.put({"type": "do", **opening})
        if n is None:
            return False
        self.window(n, "INT", depth)
        if self.chance(0.2):
            self.coveted(n)
        ok = not self.chance(0.08)
        if not (ok and self.resolve(n, moves)) and self.put({"type": "res", "f": n, "ok": False}) is None:
            raise Stuck
        if ok:
            for _ in range(self.rng.choice([0, 0, 0, 1, 2])):
                self.action(opening["p"] if self.chance(0.9) else foe(opening["p"]), depth + 1, n)
        if self.chance(0.8):
            self.coveted(n)
        self.window(n, "REA", depth)
        self.close(n)
        return True

    def act(self, opening: Record, moves: list[Any] | None) -> bool:
        planned = moves if moves is not None else self.moves(opening)
        planned = [*planned, *self.own_card(opening), *self.copies(opening)]
        record = {"type": "act", **opening}
        order = self.order() if opening["what"] == "other" else None
        if order is not None and not planned:
            record["order"] = order
        return self.put({**record, "mv": planned} if planned or self.chance(0.5) else record) is not None

    def resolve(self, n: int, moves: list[Any] | None) -> bool:
        frame = self.open_frame(n)
        planned = moves if moves is not None else self.moves(frame["line"])
        if self.chance(0.3):
            planned = [*planned, *self.own_card(frame["line"])]
        record = {"type": "res", "f": n}
        if planned:
            record["mv"] = planned
        if self.chance(0.2):
            record["ok"] = True
        return self.put(record) is not None or self.put({"type": "res", "f": n}) is not None

    def open_frame(self, n: int) -> Frame:
        frame = find_frame(self.state, n)
        assert frame is not None
        return frame

    def coveted(self, n: int) -> None:
        """The Discard that a Coveted card brings."""
        frame = self.open_frame(n)
        there = [card for card in frame["coveted"] if card in self.in_play(foe(frame["p"]))]
        if there:
            card = self.rng.choice(there)
            opening = {"p": frame["p"], "what": "discard", "cards": [card], "why": "keyword:Coveted", "in": n}
            self.frame(opening, 2, [self.lost(card, "discard")])

    def close(self, n: int) -> None:
        """Close a frame, with what is still owed."""
        frame = self.open_frame(n)
        own = self.own_card(frame["line"]) if not frame["cancelled"] or self.chance(0.5) else []
        if self.put({"type": "done", "f": n, "mv": own} if own else {"type": "done", "f": n}) is not None:
            return
        self.coveted(n)
        kept = self.daring
        self.daring = 1.0
        done = self.put({"type": "done", "f": n, "mv": own}) or self.put({"type": "done", "f": n})
        if done is None:
            done = self.put({"type": "done", "f": n, "override": "the card says so"})
        self.daring = kept
        if done is None:
            raise Stuck

    # -- answers -----------------------------------------------------------------

    def window(self, n: int, win: str, depth: int) -> None:
        for _ in range(self.rng.choice([0, 1, 1, 2, 3]) if depth < 3 else 0):
            if self.chance(0.15):
                self.put({"type": "pass", "p": self.rng.choice(PLAYERS), "win": win, "trig": n})
            answers = list(self.answers(n, win))
            if not answers:
                return
            opening = self.rng.choice(answers)
            if find_frame(self.state, n) is not None:
                self.frame(opening, depth + 1)

    def answers(self, n: int, win: str) -> Iterator[Record]:
        line = self.open_frame(n)["line"]
        for player in PLAYERS:
            for kind in ("heroes", "scenery", "hand"):
                for card in self.zone(f"{player}.{kind}"):
                    for label, effect in self.effects(card):
                        if self._answers(effect, kind, win, line):
                            what = "support" if kind == "hand" else "use"
                            yield {"p": player, "what": what, "card": card, "eff": label, "win": win, "trig": n}

    def _answers(self, effect: Entry, kind: str, win: str, line: Record) -> bool:
        kinds = kinds_of(effect)
        if KIND_OF_WINDOW[win] not in kinds or ("SUPPORT" in kinds) != (kind == "hand"):
            return False
        trigger = effect.get("trigger")
        return not isinstance(trigger, dict) or all(line.get(key) == value for key, value in trigger.items())

    def effects(self, card: str) -> list[tuple[str, Entry]]:
        return list((self.config.cards[name_of(card)].get("eff") or {}).items())

    # -- openings ------------------------------------------------------------------

    def pick(self, cards: list[str]) -> str | None:
        return self.rng.choice(cards) if cards else None

    def open_play(self, player: str) -> Record | None:
        card = self.pick(self.zone(f"{player}.hand"))
        return None if card is None else {"card": card}

    def open_secret(self, player: str) -> Record | None:
        card = self.pick(self.zone(f"{player}.vault"))
        return None if card is None else {"card": card}

    def open_support(self, player: str) -> Record | None:
        return self._effect([f"{player}.hand"], {"SUPPORT"})

    def open_use(self, player: str) -> Record | None:
        if self.chance(0.05):
            return self._effect([f"{player}.hand", f"{player}.reserve", f"{player}.contest"], {"ACTIVE", "VISITED"})
        return self._effect([f"{player}.heroes", f"{player}.scenery"], {"ACTIVE", "VISITED", "INTERRUPT"})

    def _effect(self, zones: list[str], kinds: set[str]) -> Record | None:
        found = [
            {"card": card, "eff": label}
            for zone in zones
            for card in self.zone(zone)
            for label, effect in self.effects(card)
            if kinds & kinds_of(effect)
        ]
        return self.rng.choice(found) if found else None

    def open_discard(self, player: str) -> Record | None:
        zones = ["heroes", "heroes", "scenery", "hand", "contest", "reserve"]
        cards = [card for _ in range(self.rng.randint(0, 2)) for card in self._some(zones)]
        record: Record = {"cards": sorted(set(cards))}
        return {**record, **self._source(player)}

    open_destroy = open_discard

    def _some(self, zones: list[str]) -> list[str]:
        cards = self.zone(f"{self.rng.choice(PLAYERS)}.{self.rng.choice(zones)}")
        return [self.rng.choice(cards)] if cards else []

    def _source(self, player: str) -> Record:
        source: Record = {}
        if self.chance(0.3):
            source["why"] = self.rng.choice(["effect:Pike/w", "effect:Ash/s", "keyword:Seek", "it says so"])
        if self.chance(0.2):
            source["src"] = self.rng.choice([f"{player}.{self.rng.choice(self.names())}.1", None])
        return source

    def open_draw(self, player: str) -> Record | None:
        return self._source(player)

    def open_invest(self, player: str) -> Record | None:
        due = [
            departure
            for departure in self.state["departures"]
            if self.chance(0.05) or (not departure["named"] and beneficiary(departure["card"]) == player)
        ]
        if not due:
            return {"amount": self.rng.randint(0, 3), **self._source(player)} if self.chance(0.2) else None
        departure = self.rng.choice(due)
        amount = departure["amount"] + (self.rng.randint(-1, 2) if self.chance(0.2) else 0)
        return {"why": "bounty", "for": departure["card"], "cause": departure["frame"], "amount": amount}

    def open_seek(self, player: str) -> Record | None:
        rng, x = self.rng, self.rng.randint(0, 5)
        shown = list(self.zone(f"{player}.deck")[:x])
        want = rng.choice(WANTS)
        fitting = [card for card in shown if wanted(self.config, card, want)]
        taken = rng.choice(fitting) if fitting and self.chance(0.7) else None
        bottom = [card for card in shown if card != taken]
        rng.shuffle(bottom)
        record: Record = {
            "x": x,
            "want": want,
            "shown": shown,
            "taken": taken,
            "bottom": bottom,
            **self._source(player),
        }
        return {
            key: value
            for key, value in record.items()
            if (value not in (None, []) or self.chance(0.5)) and not (key == "want" and value is None)
        }

    def open_other(self, player: str) -> Record | None:
        record = self._source(player)
        order = self.order()
        return record if order is None else {**record, "order": order}

    def order(self) -> dict[str, list[str]] | None:
        if not self.chance(0.2):
            return None
        zone = f"{self.rng.choice(PLAYERS)}.deck"
        return {zone: self.rng.sample(self.zone(zone), len(self.zone(zone)))}

    # -- what is moved ---------------------------------------------------------------

    def moves(self, line: Record) -> list[Any]:
        """The moves of a frame that resolves now."""
        maker = getattr(self, f"moves_{line['what']}", None)
        return [] if maker is None else maker(line)

    def lost(self, card: str, kind: str) -> list[Any]:
        side = owner_of(card) if self.chance(0.9) else foe(owner_of(card))
        if self.chance(0.03):
            kind = self.rng.choice(["discard", "destroyed", "reserve", "hand"])
        return [card, self.whereabouts(card), f"{side}.{kind}"]

    def whereabouts(self, card: str) -> str:
        for zone, cards in self.state["zones"].items():
            if card in cards:
                return str(zone)
        return f"{owner_of(card)}.hand"

    def moves_play(self, line: Record) -> list[Any]:
        card, player = line["card"], line["p"]
        if card not in self.zone(f"{player}.hand"):
            return []
        kind = {"Hero": "heroes", "Place": "scenery", "Pursuit": "scenery", "Story": "discard", "Secret": "revealed"}
        move: list[Any] = [card, f"{player}.hand", f"{player}.{kind[self.config.cards[name_of(card)]['type']]}"]
        if kind_of(move[2]) == "scenery" and self.chance(0.2):
            move.append(self.rng.randint(0, len(self.zone(move[2]))))
        return [move]

    def moves_secret(self, line: Record) -> list[Any]:
        return [[line["card"], f"{line['p']}.vault", f"{line['p']}.revealed"]]

    def moves_discard(self, line: Record) -> list[Any]:
        return [self.lost(card, "discard") for card in line["cards"]]

    def moves_destroy(self, line: Record) -> list[Any]:
        return [self.lost(card, "destroyed") for card in line["cards"]]

    def moves_draw(self, line: Record) -> list[Any]:
        deck = self.zone(f"{line['p']}.deck")
        cards = deck[: self.rng.randint(0, 2)] if self.chance(0.9) else self.rng.sample(deck, min(1, len(deck)))
        return [[card, f"{line['p']}.deck", f"{line['p']}.hand"] for card in cards]

    def moves_other(self, line: Record) -> list[Any]:
        if "order" in line:
            return []
        moves: list[Any] = []
        for _ in range(self.rng.choice([0, 1, 1, 2])):
            zones = [zone for zone, cards in self.state["zones"].items() if cards]
            source = self.rng.choice(zones)
            card = self.rng.choice(self.zone(source))
            kinds = ["deck", "hand", "heroes", "scenery", "reserve", "contest", "discard", "destroyed", "vault"]
            target = f"{self.rng.choice(PLAYERS)}.{self.rng.choice(kinds)}"
            move: list[Any] = [card, source, target]
            if kind_of(target) == "deck" and self.chance(0.5):
                move.append(self.rng.choice(["top", "bottom"]))
            if card not in [moved[0] for moved in moves]:
                moves.append(move)
        return moves

    def own_card(self, line: Record) -> list[Any]:
        """Where the SUPPORT's own card goes, as long as it is in the Hand."""
        if line["what"] != "support" or line["card"] not in self.zone(f"{line['p']}.hand"):
            return []
        effect = self.config.effect(line["card"], line["eff"])
        assert effect is not None
        dest = effect.get("dest", "default")
        if dest == "hand":
            return []
        kind = "discard" if dest == "default" else dest
        side = line["p"] if kind != "discard" or self.chance(0.9) else foe(line["p"])
        return [[line["card"], f"{line['p']}.hand", f"{side}.{kind}"]]

    def copies(self, opening: Record) -> list[Any]:
        """The foe's copy that a Coveted card has Discarded, in the line itself."""
        if opening["what"] not in ("play", "support"):
            return []
        found = coveted_copies(self.config, self.state, opening)
        return [self.lost(self.rng.choice(found), "discard")] if found else []


def random_table(header: Record, rng: random.Random) -> Table:
    """A table at which a game has been played."""
    table = Table(header, rng)
    with suppress(Stuck):
        table.play()
    return table


def random_game(header: Record, rng: random.Random) -> Log:
    """A log that the model accepts; it may stop before its end."""
    return random_table(header, rng).log


def random_slips(table: Table, number: int) -> list[Log]:
    """So many beginnings of the game's log, each with a last record that the players thought better of."""
    slips = table.rng.sample(table.slips, min(number, len(table.slips)))
    return [[*table.log[:n], {**record, "n": n}] for n, record in slips]

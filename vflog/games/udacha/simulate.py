"""Random legal games over the invented catalogue: the same records for the same seed everywhere.

Every line is tried by the rules before it is written, so a game holds no line that is refused or disputed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from vflog.engine.dice import Dice
from vflog.engine.redaction import Sees
from vflog.engine.ruleset import Finder, Ruleset, dialect
from vflog.engine.simulation import APP, Wishes
from vflog.games.udacha import coveted, reload
from vflog.games.udacha.catalogue import PLAYERS, foe, name
from vflog.games.udacha.invented import CARDS, NOTICE
from vflog.games.udacha.play import UdachaPlay
from vflog.games.udacha.redact import UdachaRedactor
from vflog.games.udacha.state import Frame
from vflog.log.problems import Refused

Plain = dict[str, Any]
Moves = list[list[str]]
_BASES = ("Harbour", "Mill")
_STARTERS = ("Vesper", "Willow")
_SECRETS = ("Cinder", "Dusk", "Zenith")
_DECK = tuple(title for title in CARDS if title not in (*_BASES, *_SECRETS))
_WANTS: tuple[Any, ...] = (
    {"type": "Hero"}, {"type": "Story"}, {"type": "Hero", "coveted": True}, {"unique": False}, {"name": "Wren"},
    "a friend from the hills",
)  # fmt: skip
_SWITCH: dict[str, Any] = {"true": True, "false": False}
#: How many frames may lie in one another.
_DEEPEST = 3


def simulate(ruleset: Ruleset, find: Finder, seed: int, wishes: Wishes) -> Iterator[Plain]:
    """The records of one game, as plain objects ready to be written; raises `Refused` for other than two players."""
    if wishes.players not in (None, len(PLAYERS)):
        raise Refused("udacha.m4", did=f"The game is for {wishes.players} players", reason="the players are A and B")
    dice = Dice(seed)
    log = _Table(ruleset, find, dice, wishes).play_out()
    return _hidden(ruleset, find, log, lambda _: not dice.chance(wishes.hidden)) if wishes.hidden else iter(log)


def _hidden(ruleset: Ruleset, find: Finder, log: list[Plain], sees: Sees) -> Iterator[Plain]:
    """The log with `?` for some of its secrets."""
    read = dialect(ruleset).record
    play = ruleset.open(msgspec.convert(log[0], ruleset.header), find, {}).play
    for record in log:
        shown = UdachaRedactor(sees, play, True).record(record)
        yield record if shown is None else {"type": record["type"], "n": record["n"], **shown}
        if shown is not None:
            play.n = record["n"]
            play.apply(read(record))


class _Table:
    """A game under way and the log of it."""

    def __init__(self, ruleset: Ruleset, find: Finder, dice: Dice, wishes: Wishes) -> None:
        self.dice = dice
        self._read = dialect(ruleset).record
        header: Plain = {
            "type": "game",
            "n": 0,
            "format": "vflog/1",
            "game": wishes.game,
            "ruleset": ruleset.name,
            "players": [{"id": player} for player in PLAYERS],
            "revision": ruleset.revisions[0].name,
            "rulings": {name: _SWITCH.get(value, value) for name, value in wishes.rulings.items()},
            "event": wishes.event,
            "round": wishes.round,
            "table": wishes.table,
            "source": {"app": APP},
            "to_win": 3 + dice.below(2),
            "profile": dice.choice(("core", "strict")),
            "cards": CARDS,
        }
        header = {key: value for key, value in header.items() if value not in (None, {})}
        self.log: list[Plain] = [header, {"type": "note", "n": 1, "text": NOTICE}]
        play = ruleset.open(msgspec.convert(header, ruleset.header), find, {}).play
        assert isinstance(play, UdachaPlay)
        self.play: UdachaPlay = play

    def emit(self, record: Plain) -> bool:
        """Write the record if it is legal and nothing about it is disputed."""
        trial = self.play.copy()
        trial.n = len(self.log)
        try:
            trial.apply(self._read(record))
        except Refused:
            return False
        if trial.warnings:
            return False
        self.play = trial
        self.log.append({**record, "n": trial.n})
        return True

    def cards(self, place: str) -> list[str]:
        """What is at a place now."""
        return list(self.play.state.zones.get(place, ()))

    def play_out(self) -> list[Plain]:
        """The whole game."""
        dice = self.dice
        for player in dice.shuffled(PLAYERS):
            self._set_up(player)
        player = dice.choice(PLAYERS)
        quests = self.play.state.quests
        for t in range(1, 9 + dice.below(7)):
            self.emit({"type": "turn", "p": player, "t": t})
            self._turn(player)
            self.emit({"type": "endturn", "p": player})
            player = foe(player)
            quests = self.play.state.quests
            if max(quests.values()) >= self.play.state.to_win:
                break
        self.emit({"type": "end", "winner": max(PLAYERS, key=lambda who: (quests[who], who == player))})
        return self.log

    def _set_up(self, player: str) -> None:
        dice = self.dice
        titles = dice.shuffled([*_DECK, *_DECK])[: 18 + dice.below(10)]
        deck = [f"{player}.{title}.{titles[: i + 1].count(title)}" for i, title in enumerate(titles)]
        vault = [f"{player}.{title}.{i}" for i, title in enumerate(dice.shuffled([*_SECRETS, *_SECRETS])[:4], 1)]
        starters = [f"{player}.{dice.choice(_STARTERS)}.9"] if dice.chance(60) else []
        hand = CARDS[name(starters[0])]["starter"] if starters else 3 + dice.below(3)
        self.emit(
            {
                "type": "setup",
                "p": player,
                "decklist": sorted([*deck, *starters]),
                "base": f"{player}.{dice.choice(_BASES)}.1",
                "starters": starters,
                "deck": deck,
                "hand": deck[:hand],
                "vault": vault,
            }
        )

    def _turn(self, player: str) -> None:
        dice = self.dice
        for _ in range(2 + dice.below(4)):
            self._action(player if dice.chance(80) else foe(player), {}, 0)
        if dice.chance(25):
            self.emit({"type": "quest", "p": dice.choice(PLAYERS), "delta": 1})
        self._reload(player)

    def _reload(self, player: str) -> None:
        due = max(reload.numbers(self.play.state, player), default=0)
        if due and self.cards(f"{player}.deck"):
            self._frame({"p": player, "what": "draw", "why": "reload"}, lambda: self._top(player, due), 0)

    def _top(self, player: str, number: int) -> Moves:
        """The moves that draw so many cards, or what the Deck holds."""
        return [[card, f"{player}.deck", f"{player}.hand"] for card in self.cards(f"{player}.deck")[:number]]

    # -- what a player may do -----------------------------------------------------------------------------

    def _action(self, player: str, tie: Plain, depth: int) -> None:
        """One thing that the player does, at top or as a part of another; nothing where it is not legal."""
        parts = (self._seeks, self._draws, self._hits, self._hits, self._moves)
        own = (*[self._plays] * 7, *[self._supports] * 3, *[self._uses] * 3, self._reveals)
        self.dice.choice(parts if tie else (*parts, *own))(player, tie, depth)

    def _plays(self, player: str, tie: Plain, depth: int) -> None:
        hand = self.cards(f"{player}.hand")
        if not hand:
            return
        card = self.dice.choice(hand)
        zone = {"Hero": "heroes", "Story": "discard"}.get(CARDS[name(card)]["type"], "scenery")
        moves = [[card, f"{player}.hand", f"{player}.{zone}"]]
        self._frame({"p": player, "what": "play", "card": card}, lambda: moves, depth)

    def _supports(self, player: str, tie: Plain, depth: int) -> None:
        usable = [c for c in self.cards(f"{player}.hand") if "s" in CARDS[name(c)].get("eff", {})]
        if not usable:
            return
        card = self.dice.choice(usable)
        dest = CARDS[name(card)]["eff"]["s"].get("dest", "default")
        moves = [[card, f"{player}.hand", f"{player}.heroes"]] if dest == "heroes" else []
        self._frame({"p": player, "what": "support", "card": card, "eff": "s"}, lambda: moves, depth)

    def _uses(self, player: str, tie: Plain, depth: int) -> None:
        in_play = list(self.play.state.in_play(player))
        effects = [(card, label) for card in in_play for label in CARDS[name(card)].get("eff", {}) if label in "wvzk"]
        if effects:
            card, label = self.dice.choice(effects)
            self._frame({"p": player, "what": "use", "card": card, "eff": label}, list, depth)

    def _reveals(self, player: str, tie: Plain, depth: int) -> None:
        vault = self.cards(f"{player}.vault")
        if vault:
            card = self.dice.choice(vault)
            moves = [[card, f"{player}.vault", f"{player}.revealed"]]
            self._frame({"p": player, "what": "secret", "card": card}, lambda: moves, depth)

    def _seeks(self, player: str, tie: Plain, depth: int) -> None:
        x, want = self.dice.below(5), self.dice.choice(_WANTS)
        shown = self.cards(f"{player}.deck")[:x]
        fields = {"p": player, "what": "seek", "x": x, "want": want, "shown": shown, **tie}
        fitting = [card for card in shown if isinstance(want, str) or _fits(card, want)]
        if fitting and self.dice.chance(80):
            fields["taken"] = self.dice.choice(fitting)
        fields["bottom"] = self.dice.shuffled([card for card in shown if card != fields.get("taken")])
        self.emit({"type": "act", **fields})

    def _draws(self, player: str, tie: Plain, depth: int) -> None:
        opening = {"p": player, "what": "draw", "why": "effect:Reed/k", **tie}
        self._frame(opening, lambda: self._top(player, 1), depth)

    def _hits(self, player: str, tie: Plain, depth: int) -> None:
        what = self.dice.choice(("discard", "discard", "destroy"))
        zones = ("heroes", "scenery", "contest", "hand", "heroes")
        places = [f"{side}.{self.dice.choice(zones)}" for side in PLAYERS]
        found = [(c, place) for place in places for c in self.cards(place) if "base" not in CARDS[name(c)]]
        hit = self.dice.shuffled(found)[: 1 + self.dice.below(2)]
        end = {"discard": "discard", "destroy": "destroyed"}[what]
        moves = [[card, place, f"{card[0]}.{end}"] for card, place in hit]
        if hit:
            self._frame({"p": player, "what": what, "cards": [card for card, _ in hit], **tie}, lambda: moves, depth)

    def _moves(self, player: str, tie: Plain, depth: int) -> None:
        """Something that a text orders: a card changes zone, a Deck is shuffled."""
        dice = self.dice
        ways = (
            ("heroes", "contest"),
            ("heroes", "hand"),
            ("scenery", "reserve"),
            ("reserve", "scenery"),
            ("contest", "heroes"),
            ("discard", "hand"),
            ("hand", "deck"),
        )
        source, target = dice.choice(ways)
        cards = self.cards(f"{player}.{source}")
        moves = [[dice.choice(cards), f"{player}.{source}", f"{player}.{target}"]] if cards else []
        fields = {"p": player, "what": "other", "why": "effect:Ember/s", **tie}
        if not moves and dice.chance(40):
            place = f"{dice.choice(PLAYERS)}.deck"
            fields["order"] = {place: dice.shuffled(self.cards(place))}
        self.emit({"type": "act", "mv": moves, **fields})

    # -- frames -------------------------------------------------------------------------------------------

    def _frame(self, opening: Plain, moves: Callable[[], Moves], depth: int) -> None:
        """Open a frame, answer it, resolve or cancel it, react to it, close it; nothing if it is not legal."""
        dice = self.dice
        in_one = depth >= _DEEPEST or dice.chance(25)
        if in_one and self.emit({"type": "act", **opening, "mv": moves()}):
            return
        if depth >= _DEEPEST or not self.emit({"type": "do", **opening}):
            return
        f = self.log[-1]["n"]
        orders_discard = coveted.targets(self.play.state, self._inner())
        if orders_discard:
            self._take_over(f, orders_discard, depth)
        self._window(f, "INT", depth)
        cancelled = dice.chance(8)
        if cancelled or not self.emit({"type": "res", "f": f, "mv": moves()}):
            self.emit({"type": "res", "f": f, "ok": False} if cancelled else {"type": "res", "f": f})
        if not cancelled and not orders_discard:
            self._parts(f, opening, depth)
        self._invest(f)
        self._window(f, "REA", depth)
        self._close(f, opening)

    def _inner(self) -> Frame:
        return self.play.state.frames[-1]

    def _parts(self, f: int, opening: Plain, depth: int) -> None:
        if opening["what"] in ("play", "support", "use"):
            for _ in range(self.dice.below(3)):
                self._action(opening["p"], {"in": f}, depth + 1)

    def _take_over(self, f: int, targets: list[str], depth: int) -> None:
        """The Discard that a Coveted card orders."""
        card = self.dice.choice(targets)
        place = self.play.state.where[card]
        self.emit(
            {
                "type": "act",
                "p": self._inner().p,
                "what": "discard",
                "cards": [card],
                "why": "keyword:Coveted",
                "in": f,
                "mv": [[card, place, f"{card[0]}.discard"]],
            }
        )

    def _invest(self, f: int) -> None:
        for left in list(self.play.state.departures):
            if self.dice.chance(70):
                self.emit(
                    {
                        "type": "act",
                        "p": left.player,
                        "what": "invest",
                        "why": "bounty",
                        "for": left.card,
                        "cause": left.frame,
                        "amount": left.amount,
                        "in": f,
                    }
                )

    def _window(self, f: int, window: str, depth: int) -> None:
        """Answers of both players, as they come to be legal; now and then somebody passes."""
        label = {"INT": "i", "REA": "rqk"}[window]
        for _ in range(3):
            for player in self.dice.shuffled(PLAYERS):
                self._answer(player, {"win": window, "trig": f}, label, depth)
        if self.dice.chance(30):
            self.emit({"type": "pass", "p": self.dice.choice(PLAYERS), "win": window, "trig": f})

    def _answer(self, player: str, tie: Plain, labels: str, depth: int) -> None:
        effects = [
            (card, label)
            for card in self.play.state.in_play(player)
            for label in CARDS[name(card)].get("eff", {})
            if label in labels
        ]
        if effects and self.dice.chance(70):
            card, label = self.dice.choice(effects)
            self._frame({"p": player, "what": "use", "card": card, "eff": label, **tie}, list, depth + 1)

    def _close(self, f: int, opening: Plain) -> None:
        """Close the frame, with the tidying-up that it needs."""
        player, card = opening["p"], opening.get("card")
        tidied = [[card, f"{player}.hand", f"{player}.discard"]]
        if not self.emit({"type": "done", "f": f}) and not self.emit({"type": "done", "f": f, "mv": tidied}):
            raise AssertionError(f"frame {f} of {self.log[0]['game']} cannot be closed")


def _fits(instance: str, want: dict[str, Any]) -> bool:
    card = {"name": name(instance), "unique": False, "coveted": False, **CARDS[name(instance)]}
    return all(card[field] == value for field, value in want.items())

"""A simulated game at its table: the position, and what lies face down there, in its true order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vflog.engine.dice import Dice
from vflog.engine.ruleset import Play
from vflog.engine.simulation import Impossible
from vflog.games.veiled_fate import identity
from vflog.games.veiled_fate.age_cards import takes_paid
from vflog.games.veiled_fate.pack import KINDS
from vflog.games.veiled_fate.state import Game

Fields = dict[str, Any]


class Table:
    """The play, and what only the simulator knows; the last card of the deck is its top."""

    def __init__(self, play: Play, dice: Dice) -> None:
        self.play = play
        self.dice = dice
        pack = self.g.terms.pack
        #: Where the deck is not counted it never gives out: any kind may come at any time.
        counts = {kind: pack.fate[kind] if pack.deck is not None else 40 for kind in KINDS}
        self._deck = dice.shuffled([kind for kind in KINDS for _ in range(counts[kind] or 0)])
        #: The deck with the discards shuffled under it, where the record under way needs them.
        self._anew: list[str] | None = None
        #: The cards that the log tells only the number of, in the pile of each Quest.
        self.unseen: dict[str, list[str]] = {}
        #: The Favors that no player and no display has had yet.
        self.favors = dice.shuffled(self._favor_deck())
        #: The Demis of each player: one id, or a list of them.
        self.demis: dict[str, Any] = {}

    @property
    def g(self) -> Game:
        """The position."""
        return self.play.position  # type: ignore[no-any-return]

    def _favor_deck(self) -> list[str]:
        left = dict(self.g.terms.favors_in_play)
        out = []
        for favor in self.g.terms.pack.favors.values():
            for _ in range(favor.copies):
                if left.get(favor.power, 0) > 0:
                    left[favor.power] -= 1
                    out.append(favor.id)
        return out

    def one(self, items: Sequence[str], what: str) -> str:
        """One of the items; raises `Impossible` where the pack has no such card (left)."""
        if not items:
            raise Impossible(f"The pack {self.g.terms.pack.id} has too few {what} for it.")
        return self.dice.choice(items)

    def filled(self, spec: Any) -> Any:
        """A value of a form's field: chosen, or shown by nature."""
        match spec:
            case {"in": values}:
                return self.dice.choice(values)
            case {"cards": count, "of": kinds}:
                there = [kind for kind, number in kinds.items() for _ in range(number)]
                return self.dice.sample(there, min(count, len(there)))
            case {"reveals": "demis", "count": count, "of": demis}:
                return self.dice.sample(self.unused(demis), count)
            case {"reveals": "coin", "of": sides}:
                return self.dice.choice(sides)
            case dict():
                return {name: self.filled(one) for name, one in spec.items()}
            case _:
                return spec

    # -- what lies there -------------------------------------------------------------------------------

    def hand(self, player: str) -> list[str]:
        """The Fate cards in a hand, by kind."""
        return [kind for kind, count in self.g.hands[player].items() for _ in range(count)]

    def unused(self, demis: Iterable[str]) -> list[str]:
        """Those of the Demis that nobody holds."""
        held = {d for value in self.demis.values() for d in identity.as_list(value)}
        return [d for d in demis if d not in held]

    def peek(self, count: int, also: list[str] | None = None, before: Game | None = None) -> list[str]:
        """The next cards of the deck; where it gives out, the discards (and `also`) are shuffled under it."""
        g = before or self.g
        deck = self._deck if self._anew is None else self._anew
        if len(deck) < count and self._anew is None:
            pile = [k for k in KINDS for _ in range(g.discards[k])] + (also or [])
            if g.ruling("empty_deck") == "none":
                pile = []
            if g.deck is None:  # A deck that is not counted is never empty (VF-F1).
                pile += [k for k in KINDS if g.terms.pack.fate[k] is None for _ in range(count)]
            deck = self.dice.shuffled(pile) + deck
            self._anew = deck
        return deck[::-1][:count]

    def chain(self, shown: list[str], skip: int = 0) -> list[str]:
        """What the deck gives for the +2s among these cards, below the `skip` cards drawn before."""
        due, done = 2 * shown.count("+2"), 0
        drawn: list[str] = []
        while done < due:
            drawn = self.peek(skip + due)[skip:]
            if len(drawn) < due:
                return drawn
            due, done = 2 * (shown + drawn).count("+2"), due
        return drawn

    # -- what becomes of a record ----------------------------------------------------------------------

    def follow(self, record: Fields, play: Play) -> None:
        """The record stands, and `play` with it: the true deck follows the counted one."""
        before = self.g
        self.play = play
        for favor in (*record.get("display", ()), record.get("refill")):
            if favor is not None:
                self.favors.remove(favor)
        g = self.g
        paid = record.get("pay") if not takes_paid(before) else None
        for quest, card in g.quests.items():
            hidden = card.pile["?"] - len(self.unseen.get(quest, ()))
            if hidden > 0:
                self.unseen.setdefault(quest, []).extend(self.peek(hidden, paid, before))
        if g.deck is not None:
            self._deck = (self._deck if self._anew is None else self._anew)[: g.deck]
        else:
            self._deck = self.dice.shuffled(self._deck)
        self._anew = None

    def drop(self) -> None:
        """The record does not stand: nothing was shuffled for it."""
        self._anew = None

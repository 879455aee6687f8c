"""What the spaces of City cards do, one row for each word that a pack may write on one (VF-A5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from vflog.games.veiled_fate import cards, track
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.records import Space
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET

#: Carries a space out: the mover, the Demi that arrives, the record's `space`, the number on the space.
Does = Callable[[Game, str, str, Space, int], None]


@dataclass(frozen=True)
class CitySpace:
    """A kind of space: what it does, and that in words; `counted`: a number (`{n}`) goes with it.

    `asks`: the field that the record's `space` has for it: `drew` (left out where nothing can be drawn), `coin`, or
    `target`; `targets` are those who may be one, all Demis unless it says otherwise.
    """

    text: str
    does: Does
    counted: bool = False
    asks: str = ""
    targets: Callable[[Game], Iterable[str]] | None = None

    def may_be(self, g: Game) -> Iterable[str]:
        """Who may be the target."""
        return g.renown if self.targets is None else self.targets(g)


def chosen(g: Game, space: Space) -> str:
    """The Demi that the mover has chosen."""
    return track.known_demi(g, space.target, "VF-A5")


def _draw(g: Game, player: str, demi: str, space: Space, count: int) -> None:
    cards.draw(g, player, [] if space.drew is UNSET else space.drew, count, "city")


def _gain(g: Game, player: str, demi: str, space: Space, count: int) -> None:
    track.shift(g, demi, count)


def _lose(g: Game, player: str, demi: str, space: Space, count: int) -> None:
    track.shift(g, demi, -count)


def _coin(g: Game, player: str, demi: str, space: Space, count: int) -> None:
    track.together(g, [(demi, (("coin", 0),))], {demi: str(space.coin)})


def _choose_gain(g: Game, player: str, demi: str, space: Space, count: int) -> None:
    track.shift(g, chosen(g, space), count)


def _smite_choice(g: Game, player: str, demi: str, space: Space, count: int) -> None:
    if conduct.is_figure(g, space.target):
        conduct.smite_figure(g)
    else:
        track.smite(g, chosen(g, space))


def _nothing(g: Game, player: str, demi: str, space: Space, count: int) -> None:
    """Nothing happens."""


SPACES: Final[dict[str, CitySpace]] = {
    "draw": CitySpace("the mover draws {n} from the Fate deck", _draw, counted=True, asks="drew"),
    "gain": CitySpace("the arriving Demi gains {n}", _gain, counted=True),
    "lose": CitySpace("the arriving Demi loses {n}", _lose, counted=True),
    "choose_gain": CitySpace("a Demi of the mover's choice gains {n}", _choose_gain, counted=True, asks="target"),
    "coin": CitySpace("the arriving Demi gains 1 or is smited, by a coin", _coin, asks="coin"),
    "smite_choice": CitySpace(
        "a Demi of the mover's choice is smited", _smite_choice, asks="target", targets=conduct.smitten
    ),
    "nothing": CitySpace("nothing happens", _nothing),
}

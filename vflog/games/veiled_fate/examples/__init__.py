"""For every code and rule a legal example and one that is refused, as data: tests run them, `explain` prints them."""

from __future__ import annotations

from vflog.games.veiled_fate.examples import ages, effects, endings, frame, opening, powers, turns
from vflog.games.veiled_fate.examples.example import Example

__all__ = ["EXAMPLES", "Example"]
EXAMPLES: tuple[Example, ...] = (
    *opening.EXAMPLES, *turns.EXAMPLES, *powers.EXAMPLES, *ages.EXAMPLES, *endings.EXAMPLES,
    *effects.EXAMPLES, *frame.EXAMPLES,
)  # fmt: skip

"""For every code and rule a legal example and one that is refused, as data: tests run them, `explain` prints them."""

from __future__ import annotations

from vflog.engine.examples import RuleExample, line
from vflog.games.veiled_fate.examples import ages, effects, endings, frame, opening, powers, roles, turns
from vflog.games.veiled_fate.examples.example import Example
from vflog.games.veiled_fate.examples.files import FILES
from vflog.games.veiled_fate.examples.inputs import INPUTS
from vflog.games.veiled_fate.examples.lines import LINES
from vflog.games.veiled_fate.examples.places import STANDINGS
from vflog.games.veiled_fate.examples.talks import TALKS

__all__ = ["EXAMPLES", "FILES", "INPUTS", "LINES", "STANDINGS", "TALKS", "Example"]
EXAMPLES: tuple[Example, ...] = (
    *opening.EXAMPLES, *turns.EXAMPLES, *powers.EXAMPLES, *ages.EXAMPLES, *endings.EXAMPLES,
    *effects.EXAMPLES, *roles.EXAMPLES, *frame.EXAMPLES,
)  # fmt: skip


def shown() -> list[RuleExample]:
    """The examples as texts."""
    out = [
        RuleExample(
            code=e.code,
            rules=tuple(filter(None, (e.rule, *e.about))),
            given=e.given.words,
            legal=tuple(map(line, e.legal)),
            illegal=tuple(map(line, e.illegal)),
        )
        for e in EXAMPLES
    ]
    return (
        out
        + [
            RuleExample(rules=(one.rule,), given=one.given.words, legal=(line(one.end),), effect=(one.effect(),))
            for one in STANDINGS
        ]
        + [
            RuleExample(code=one.code, rules=(), given="Any line", legal=(one.legal,), illegal=(readable(one.illegal),))
            for one in LINES
        ]
        + [
            RuleExample(code=one.code, rules=(), given=one.given, legal=_lines(one.legal), illegal=_lines(one.illegal))
            for one in FILES
        ]
        + [
            RuleExample(code=one.code, rules=(), given=one.given, legal=one.legal.shown(), illegal=one.illegal.shown())
            for one in INPUTS
        ]
        + [
            RuleExample(
                code=one.code,
                rules=(),
                given=one.words,
                legal=one.shown(one.legal),
                illegal=one.shown(one.illegal, one.when),
            )
            for one in TALKS
        ]
    )


def _lines(text: str) -> tuple[str, ...]:
    """The lines of a file, the last newline left off."""
    return tuple(readable(text).removesuffix("\n").split("\n"))


def readable(text: str) -> str:
    """The text with a byte that is no UTF-8 written as an escape."""
    return text.encode(errors="surrogateescape").decode(errors="backslashreplace")

"""The ruleset `veiled-fate`: the base game, Hadria, Celestials and Servants, one module a chapter of the rules."""

from vflog.games.veiled_fate.play import RULESET

__all__ = ["RULESET"]

"""A slow and plain second model of the ruleset `veiled-fate`, written from its rules alone."""

from .judge import judge_log

__all__ = ["judge_log"]

"""A slow and plain second model of the ruleset `udacha`, written from its page alone."""

from .judge import judge_log

__all__ = ["judge_log"]

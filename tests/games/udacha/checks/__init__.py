"""Every check by a legal log and the smallest edit that it refuses or disputes, as data.

The examples of the ruleset (`vflog.games.udacha.examples`) show each rule; here is what else it asks for. A check is
named by its rule and a few words; what breaks a rule M or U is illegal, what is told under a point A disputed.
"""

from __future__ import annotations

from . import answers, bookkeeping, cards, effects, keywords
from .parts import Check

CHECKS: dict[str, Check] = {
    check.title: check for module in (bookkeeping, cards, answers, effects, keywords) for check in module.CHECKS
}
assert len(CHECKS) == sum(len(module.CHECKS) for module in (bookkeeping, cards, answers, effects, keywords))

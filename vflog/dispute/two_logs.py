"""A dispute with two logs: whether they are of one game, where they part, which goes on, and which of them is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from vflog.dispute.partings import writer
from vflog.dispute.replaying import Replayer
from vflog.playback.logs import GameLog, NotThere

if TYPE_CHECKING:
    from vflog.dispute.settling import Settled, Verdict


def one_game(log: GameLog, other: GameLog) -> None:
    """Raises `NotThere` unless two logs are by the same players of one ruleset."""
    both = [(each.header.ruleset, [player.id for player in each.header.players]) for each in (log, other)]
    if both[0] != both[1]:
        games = (
            f"{each.game} is {of} with {', '.join(ids)}" for each, (of, ids) in zip((log, other), both, strict=True)
        )
        raise NotThere(f"These are logs of two games: {' and '.join(games)}. Give one log, or two of the same game.")


def of_two(out: Settled) -> None:
    """With two logs: where only the second one's record is wrong, that is said first; where neither is, so is that."""
    other = out.other_verdict
    if other is None or out.parting is None or out.parting.a is None or out.parting.b is None:
        return
    a, b = out.parting.a, out.parting.b
    if out.verdict.kind == other.kind == "legal":
        first, second = (f"record {side.n} of the log by {writer(side.log)}" for side in (a, b))
        told = f"The logs part at {first} and {second}, and each is legal by itself"
        out.verdict.sentence = f"{told}: {a.words}, or {b.words}. Which of them happened the rules cannot tell."
    if out.verdict.kind == "legal" and other.kind in ("refused", "claim", "disputed"):
        told = f"The record of the second log, by {writer(b.log)}, is the one that is wrong. {other.sentence}"
        out.verdict = msgspec.structs.replace(
            other, sentence=told, kind=other.kind, depends=out.verdict.depends, problems=other.problems
        )


def alike(out: Settled, other: Replayer, beyond: Verdict | None) -> None:
    """Two logs that do not part: that they tell the same, or which goes on; `beyond` is what stops the second one."""
    parted, first = out.parting, out.replayer
    if parted is None or first is None or out.verdict.kind != "legal":
        return
    records = f"{parted.together} record{'s' if parted.together != 1 else ''} of play"
    if parted.how == "same":
        out.verdict.sentence = f"The two logs tell the same game: {records}, and nothing that differs."
        return
    shorter, longer = (first, other) if parted.longer else (other, first)
    last = max((step.n for step in shorter.lines.live), default=0)
    told = f"The logs do not part: that by {writer(shorter)} stops after record {last}"
    told += f" ({records}), that by {writer(longer)} goes on for {parted.more} more."
    if parted.longer and beyond is not None:
        out.verdict = msgspec.structs.replace(beyond, sentence=f"{told} In what only the second has: {beyond.sentence}")
        return
    out.verdict.sentence = told

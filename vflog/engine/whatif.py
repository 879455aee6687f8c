"""Under which other value of a named ruling a refused record would have been legal, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from vflog.engine.amends import read_otherwise
from vflog.engine.claims import compare
from vflog.engine.frame import step
from vflog.engine.ruleset import Finder, Play, Ruleset, beginning
from vflog.engine.timeline import Timeline
from vflog.log.problems import Refused, Unsupported
from vflog.log.records import Amend, Claim, Header, Record, Takeback

Numbered = tuple[int, Record]


def holds_under(
    ruleset: Ruleset,
    header: Header,
    find: Finder,
    overrides: Mapping[str, str],
    values: Mapping[str, str],
    written: Sequence[Numbered],
    differing: Container[int | None],
) -> list[str]:
    """`name=value` for each single ruling under which the whole log up to and with its last record is sound.

    `values` are the rulings the game was judged by, `written` its live records as they were written and the refused
    one, `differing` the claims among them that do not hold anyway.
    """
    out = []
    for named in ruleset.rulings.values():
        for value in named.values:
            if values.get(named.name) == value:
                continue
            begin = beginning(ruleset, header, find, {**overrides, named.name: value})
            if _sound(ruleset, begin, written, differing):
                out.append(f"{named.name}={value}")
    return out


def _sound(
    ruleset: Ruleset, begin: Callable[[], Play], written: Sequence[Numbered], differing: Container[int | None]
) -> bool:
    """Whether a log is legal from the beginning, and its claims hold."""

    def stands(play: Play, n: int, record: Record) -> None:
        if isinstance(record, Claim) and n not in differing and not all(held.holds for held in compare(record, play)):
            raise Refused("claim.differs")
        step(play, n, record)
        play.warnings.clear()

    try:
        timeline = Timeline(begin(), None, step, begin)
        for n, record in written:
            if isinstance(record, Amend):
                read_otherwise(timeline, record, ruleset, stands, sound=True)
            elif isinstance(record, Takeback):
                _take_back(timeline, record)
            stands(timeline.play, n, record)
            timeline.push(n, record)
    except (Refused, Unsupported):
        return False
    return True


def _take_back(timeline: Timeline, record: Takeback) -> None:
    """What was taken back is not among the records any more; only the refused one may have something to take back."""
    place = -1 if record.to == 0 else timeline.place(record.to)
    if place is None:
        raise Refused("takeback.target")
    stands = place + 1 == len(timeline.live)  # what it took back is not there any more
    (timeline.play if stands else timeline.at(place + 1)).may_return()
    if place + 1 < len(timeline.live):
        timeline.cut(place + 1)

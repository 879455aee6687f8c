"""How a position came about: who last moved what is not where it should be, which earlier record would explain it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from vflog.dispute.lines import Step
from vflog.dispute.near import all_legal, near
from vflog.dispute.outcomes import Outcomes, WhatIf, difference
from vflog.dispute.replaying import Replayer, Went, is_play
from vflog.engine.claims import compare, short
from vflog.engine.people import acting
from vflog.engine.tracing import Subject, Traces
from vflog.log.problems import Problem
from vflog.log.records import Claim, Record

#: So many things are traced, so many records of each told, and of those so many tried otherwise.
_SUBJECTS, _TOLD, _TRIED = 4, 4, 8
#: So many other readings of one record are tried and told, so many records that may be missing tried; so many
#: explanations told in all.
_READINGS, _OF_ONE, _MISSING, _EXPLAINED = 48, 3, 600, 5
_PATH = "path"


class Moved(msgspec.Struct, kw_only=True):
    """A record that moved or changed a thing: how it was before and after; who did it, where it says."""

    n: int
    place: int
    words: str
    who: str | None
    before: str
    after: str


class Traced(msgspec.Struct, kw_only=True):
    """A thing that a disputed record is about: how it is right before it, and the records that last changed it, the
    last one first."""

    name: str
    now: str
    moved: list[Moved]


class Tracer:
    """Traces what a record is about through the records before it."""

    def __init__(self, replayer: Replayer, outcomes: Outcomes, at: Step, problems: Sequence[Problem]) -> None:
        self._game, self._outcomes, self._at, self._problems = replayer, outcomes, at, problems
        self._subjects = self._chosen()
        self._traced: list[Traced] | None = None

    # -- what it is about --------------------------------------------------------------------------------

    def _chosen(self) -> list[Subject]:
        """What the record is about: of that what the problem's sentence speaks of, where it speaks of any."""
        record = self._at.record
        if isinstance(record, Claim):
            held = compare(record, self._game.before(self._at.place))
            paths = [each.path for each in held if not each.holds and each.path not in ("state", "public")]
            return [Subject((_PATH, *path.split(".")), path, (path,)) for path in paths][:_SUBJECTS]
        every = self._of(self._at)
        said = " ".join(problem.message for problem in self._problems)
        spoken = [each for each in every if any(_speaks(said, word) for word in each.words)]
        return [*(spoken or every[:1])][:_SUBJECTS]

    def _of(self, step: Step) -> Sequence[Subject]:
        rules = self._game.rules
        return rules.subjects(step.record, self._game.names) if isinstance(rules, Traces) else []

    def _situation(self, document: dict[str, Any], subject: Subject) -> str | None:
        if subject.key[0] == _PATH:
            return _at_path(document, subject.key[1:])
        rules = self._game.rules
        return rules.situation(document, subject, self._game.names) if isinstance(rules, Traces) else None

    # -- the trace ---------------------------------------------------------------------------------------

    def traced(self) -> list[Traced]:
        """Of each thing: how it is, and which records last changed it."""
        if self._traced is None:
            self._traced = [*self._told()] if self._subjects else []
        return self._traced

    def _told(self) -> Iterator[Traced]:
        play = self._game.begin({})
        document = play.document()
        now = {subject: self._situation(document, subject) for subject in self._subjects}
        moved: dict[Subject, list[Moved]] = {subject: [] for subject in self._subjects}
        for each in self._before():
            self._game.run(play, [each])
            document = play.document()
            for subject, was in now.items():
                there = self._situation(document, subject)
                if there != was:
                    moved[subject].append(self._moved(each, was, there))
                    now[subject] = there
        for subject in self._subjects:
            if (there := now[subject]) is not None:
                yield Traced(name=subject.name, now=there, moved=moved[subject][: -_TOLD - 1 : -1])

    def _before(self) -> list[Step]:
        return [each for each in self._game.steps if each.place < self._at.place]

    def _moved(self, step: Step, before: str | None, after: str | None) -> Moved:
        record = step.record
        return Moved(
            n=step.n,
            place=step.place,
            words=self._outcomes.said(record),
            who=acting(record, self._game.names),
            before=before or "",
            after=after or "",
        )

    # -- what would explain it ---------------------------------------------------------------------------

    def explained(self) -> list[WhatIf]:
        """Earlier records that would explain the disputed one: read otherwise, left out, or one that is missing.

        Each is tried: with it every record up to the disputed one stands, and so does that.
        """
        found = [*self._by_missing(), *self._by_earlier()]
        order = {"same winner": 0, "other winner": 1, "not over": 0, "cannot go on": 2}
        about = {step.n: self._about(step) for step in self._before()}
        found.sort(
            key=lambda each: (
                order[each.outcome.result],
                each.kind == "left out",
                about.get(each.n or 0, 0),
                -(each.n or 0),
            )
        )
        return found[:_EXPLAINED]

    def _by_earlier(self) -> Iterator[WhatIf]:
        for step in self._candidates():
            play = self._game.before(step.place)
            between = [each for each in self._before() if each.place > step.place]
            found_near = near(self._game, play, step.record, step.n, _READINGS)
            readings = [record for record, _ in found_near if type(record) is type(step.record)]
            # What is about the same thing still is more likely what was meant.
            readings.sort(key=lambda record: self._about(msgspec.structs.replace(step, record=record)))
            found = 0
            for record in readings:
                changed = msgspec.structs.replace(step, record=record)
                if found < _OF_ONE and self._stands(play.copy(), [changed, *between]):
                    found += 1
                    yield self._otherwise(step, record)
            if not found and self._stands(play.copy(), between):
                title = f"Had record {step.n} (“{self._outcomes.said(step.record)}”) not been made"
                out = self._outcomes.without(step)
                brief = f"without record {step.n}"
                yield WhatIf(kind="left out", title=title, outcome=out.outcome, n=step.n, legal=True, brief=brief)

    def _otherwise(self, step: Step, record: Record) -> WhatIf:
        outcome, _ = self._outcomes.read_as(step, record)
        apart = difference(step.record, record)
        title = f"Had record {step.n} read “{self._outcomes.said(record)}” ({apart})"
        brief = f"with record {step.n} read otherwise ({apart})"
        return WhatIf(kind="earlier", title=title, outcome=outcome, n=step.n, record=record, legal=True, brief=brief)

    def _about(self, step: Step) -> int:
        """How far down in what the dispute is about the first thing stands that a record is about too."""
        keys = [each.key for each in self._of(step)]
        places = [place for place, subject in enumerate(self._subjects) if subject.key in keys]
        return min(places, default=len(self._subjects))

    def _candidates(self) -> list[Step]:
        """Earlier records of play that changed what it is about, or are about the same, the last one first."""
        keys = {subject.key for subject in self._subjects}
        changed = {each.place for traced in self.traced() for each in traced.moved}
        out = []
        for step in reversed(self._before()):
            if is_play(step.record) and (step.place in changed or keys & {each.key for each in self._of(step)[:3]}):
                out.append(step)
            if len(out) == _TRIED:
                break
        return out

    def _by_missing(self) -> Iterator[WhatIf]:
        """A record that may be missing right before the disputed one."""
        if isinstance(self._at.record, Claim) and not self._subjects:
            return
        play = self._game.before(self._at.place)
        found = 0
        for record in all_legal(self._game, play, self._at.n, _MISSING):
            put_in = msgspec.structs.replace(self._at, record=record)
            if self._stands(play.copy(), [put_in]):
                found += 1
                after = [each for each in self._game.steps if each.place >= self._at.place]
                went = self._game.to_the_end(play.copy(), [put_in, *after])
                said = self._outcomes.said(record)
                title = f"Had “{said}” been written before record {self._at.n}"
                brief = f"with “{said}” before record {self._at.n}"
                outcome = self._outcomes.went(went)
                yield WhatIf(
                    kind="missing", title=title, outcome=outcome, n=self._at.n, record=record, legal=True, brief=brief
                )
            if found == 2:
                return

    def _stands(self, play: Any, steps: list[Step]) -> bool:
        """Whether these records stand, and then the disputed one without what is wrong with it now."""
        went = self._game.run(play, steps)
        if went.stop is not None or went.claim is not None:
            return False
        if isinstance(self._at.record, Claim):
            return all(held.holds for held in compare(self._at.record, went.play))
        last: Went = self._game.run(went.play, [self._at])
        wrong = {problem.code for problem in self._problems}
        return last.stop is None and not wrong & set(last.warned)


def _speaks(sentence: str, word: str) -> bool:
    return bool(word) and re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", sentence) is not None


def _at_path(document: dict[str, Any], path: Sequence[str]) -> str | None:
    value: Any = document
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return short(value, 80)

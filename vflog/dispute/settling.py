"""A dispute about a record settled: what it comes to and by whose rule, what would have been legal, what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os.path import basename
from typing import Any, Literal

import msgspec

from vflog.dispute import two_logs
from vflog.dispute.lines import Step
from vflog.dispute.outcomes import Outcomes, WhatIf
from vflog.dispute.partings import Parting, parting
from vflog.dispute.replaying import Replayer, is_play, plain_of
from vflog.dispute.tracing import Traced, Tracer
from vflog.dispute.winning import Changes, changes
from vflog.engine.board import plain
from vflog.engine.knowledge import WHOSE, asked, rules
from vflog.engine.people import acting, people
from vflog.engine.ruleset import Ruleset, ruleset
from vflog.engine.settings import Settings
from vflog.log.absent import UNSET
from vflog.log.faults import Fault
from vflog.log.problems import Problem, Refused, Rule, Unsupported
from vflog.log.records import Amend, Claim, Foreign, Header, Note, Record, Takeback
from vflog.playback.logs import Entry, GameLog, NotThere
from vflog.playback.words import in_words

Kind = Literal[
    "refused", "claim", "disputed", "legal", "taken back", "no record", "unsupported", "withheld"
]  # fmt: skip
#: Records in words either side of the disputed one.
EITHER_SIDE = 3
_LONGEST = 240


class Told(msgspec.Struct, kw_only=True):
    """A record beside the disputed one, in words, and what became of it."""

    n: int | None
    line: int
    words: str
    judged: str
    here: bool = False


class Verdict(msgspec.Struct, kw_only=True):
    """What a record comes to: the sentence, the problem, whose rule it is and which, what was legal instead.

    `holds_under`: the rulings under which a refused record would have been legal. `depends`: the same in words, or of
    a legal record the rulings under whose other value it would be refused or comes to something else.
    """

    kind: Kind
    sentence: str
    problems: list[Problem] = []
    rule: Rule | None = None
    whose: str = ""
    instead: list[str] = []
    holds_under: list[str] = []
    depends: list[str] = []


class Settled(msgspec.Struct, kw_only=True):
    """A dispute about the record `at` of a log. `asked`: the record that was asked about, where what is wrong stands
    before it. `states`: state documents right before it, right after it, and after the records shown that follow.
    """

    log: GameLog
    at: Entry
    place: int
    verdict: Verdict
    asked: int | None = None
    states: dict[str, tuple[int | None, dict[str, Any]]] = {}
    around: list[Told] = []
    traced: list[Traced] = []
    explained: list[WhatIf] = []
    corrections: list[WhatIf] = []
    without: WhatIf | None = None
    rulings: list[WhatIf] = []
    assumed: list[WhatIf] = []
    changes: Changes
    other: GameLog | None = None
    #: Of two logs: what the records at which they part come to, each by itself.
    first: Verdict | None = None
    other_verdict: Verdict | None = None
    parting: Parting | None = None
    replayer: Replayer | None = None
    step: Step | None = None

    @property
    def n(self) -> int | None:
        """The record's number."""
        return self.at.n

    @property
    def who(self) -> str | None:
        """Who acts by it."""
        return acting(self.at.record, people(self.log.header))

    @property
    def rules(self) -> Ruleset | None:
        """The ruleset, where there is one."""
        return None if self.replayer is None else self.replayer.rules


#: Records that may follow the end of a game.
_BESIDE = (Note, Claim, Foreign)
#: `N` and the fields that record N is assumed to have.
Assumption = tuple[int, Mapping[str, Any]]


def settle(
    log: GameLog,
    settings: Settings,
    at: int | None = None,
    assume: Sequence[Assumption] = (),
    other: GameLog | None = None,
) -> Settled:
    """Settle the dispute about record `at` (`None`: the first that is wrong, else where two logs part, else the last).

    The logs are those that the reader may see. Raises `NotThere` for a record or an assumption that there is none of.
    """
    if other is not None:
        two_logs.one_game(log, other)
    wrong = log
    try:
        replayer = Replayer(log, settings)
        wrong = log if other is None else other
        second = None if other is None else Replayer(other, settings)
    except (Refused, Unsupported):
        return _not_judged(log, at, other, wrong)
    parted = None if second is None else parting(replayer, second)
    entry, place, verdict, meant = _chosen(replayer, log, at, parted)
    out = Settled(
        log=log,
        at=entry,
        place=place,
        verdict=verdict,
        asked=meant,
        replayer=replayer,
        other=other,
        parting=parted,
        changes=Changes(answer="cannot be told", why=""),
    )
    out.around = _around(log, place)
    outcomes = Outcomes(replayer)
    out.rulings = list(outcomes.rulings())
    out.assumed = [_assumed(replayer, outcomes, log, each) for each in assume]
    out.step = _step(replayer, place) if verdict.kind != "no record" else None
    out.states = _states(replayer, log, place)
    if out.step is not None:
        _follow(out, outcomes, out.step)
    if second is not None and parted is not None and parted.b is not None and parted.b.step is not None:
        out.other_verdict = _verdict(second, second.log, parted.b.place)
        if parted.a is not None and parted.a.step is not None:
            out.first = _verdict(replayer, log, parted.a.place)
        if at is None:
            two_logs.of_two(out)
    elif second is not None and at is None:
        beyond = None if second.lines.stop is None else _stopped(second, second.log, None)[2]
        two_logs.alike(out, second, beyond)
    out.changes = changes(out, outcomes, None if second is None else Outcomes(second))
    return out


def _follow(out: Settled, outcomes: Outcomes, step: Step) -> None:
    """All that depends on the record itself: corrections, without it, the trace, what would explain it."""
    replayer = outcomes.game
    wrong = [p for p in out.verdict.problems if p.severity == "error" or out.verdict.kind == "disputed"]
    out.without = outcomes.without(step)
    if out.verdict.kind in ("refused", "disputed"):
        number = any(p.code.startswith("n.") for p in wrong)
        out.corrections = [outcomes.as_it_stands(step)] if number else outcomes.corrections(step)
        said = [outcomes.said(each.record) for each in out.corrections if each.record is not None]
        # Several values by name are for programs; whole records say the same to people.
        if said and out.verdict.problems and isinstance(out.verdict.problems[0].expected, dict):
            out.verdict.instead = []
        known = bool(out.verdict.instead)
        out.verdict.instead += [f"such as “{each}”" for each in said[:1]] if known else said[:3]
    tracer = Tracer(replayer, outcomes, step, wrong)
    out.traced = tracer.traced()
    told = is_play(step.record) or isinstance(step.record, Claim)
    if wrong and told and out.verdict.kind != "withheld":
        out.explained = tracer.explained()
    if out.verdict.kind == "legal":
        _depends(out, step)
    elif out.verdict.kind == "refused" and out.verdict.rule is not None:
        _holds_under(out, step)


def _holds_under(out: Settled, step: Step) -> None:
    """Of a refused record: the rulings under which it would have been legal."""
    for each in out.rulings:
        stops, claim = each.outcome.stops, each.outcome.claim
        is_end = out.replayer is not None and type(step.record) is out.replayer.rules.end
        reaches = stops is None and not (is_end and each.outcome.reworded)
        if (reaches or (stops is not None and stops > step.n)) and (claim is None or claim > step.n):
            assert each.ruling is not None
            name, value, other = each.ruling
            out.verdict.holds_under.append(f"{name}={other}")
            told = f"It is judged by the ruling {name}={value}; under {name}={other} it would have been legal"
            out.verdict.depends.append(told)


def _depends(out: Settled, step: Step) -> None:
    """Of a legal record: the rulings under which it would be refused, or comes to something else."""
    known = rules()
    for each in out.rulings:
        assert each.ruling is not None
        name, value, other = each.ruling
        said = ""
        if each.outcome.stops == step.n:
            said = f"it would be refused: {each.outcome.why}"
        elif each.outcome.parts == step.n:
            said = "it is legal too, but comes to another position"
        if said:
            named = out.replayer.rules.rulings[name] if out.replayer is not None else None
            rule = known.get(named.rule) if named is not None else None
            basis = f" (rule {rule.rule}, {_whose(rule)})" if rule is not None else ""
            out.verdict.depends.append(f"Judged by the ruling {name}={value}{basis}; under {name}={other} {said}")


# -- which record --------------------------------------------------------------------------------------------


def _chosen(
    replayer: Replayer, log: GameLog, at: int | None, parted: Parting | None
) -> tuple[Entry, int, Verdict, int | None]:
    """The record that the dispute is about, its verdict, and the number asked for where that is another one."""
    if at is not None:
        place = _place_of(log, at)
        entry = log.entries[place]
        if place in replayer.lines.taken:
            return entry, place, _taken_back(replayer, log, place), None
        if entry.judged == "unjudged":
            return _stopped(replayer, log, at)
        return entry, place, _verdict(replayer, log, place), None
    stop = replayer.lines.stop
    errors = (_place_of_problem(log, p) for p in log.verdict.problems if p.severity == "error")
    first = min((there for there in errors if there is not None), default=None)
    if first is not None and (stop is None or log.entries[first].judged == "applied"):
        return log.entries[first], first, _verdict(replayer, log, first), None
    if stop is not None:
        return _stopped(replayer, log, None)
    if parted is not None and parted.a is not None:
        place = parted.a.place
    else:
        warned = (_place_of_problem(log, p) for p in log.verdict.problems if p.rule is not None)
        place = next((there for there in warned if there is not None and there not in replayer.lines.taken), -1)
        if place < 0:
            place = replayer.lines.live[-1].place if replayer.lines.live else 0
    return log.entries[place], place, _verdict(replayer, log, place), None


def _stopped(replayer: Replayer, log: GameLog, asked: int | None) -> tuple[Entry, int, Verdict, int | None]:
    """What stopped the judging: a refused record, or a line that is none."""
    stop = replayer.lines.stop
    if isinstance(stop, Step):
        entry = log.entries[stop.place]
        verdict = _verdict(replayer, log, stop.place)
        place = stop.place
    else:
        assert stop is not None
        place = max(place for place, entry in enumerate(log.entries) if entry.line < (stop.line or 0))
        entry = log.entries[place]
        what = f"Line {stop.line} is no record that can be read: {stop.message}"
        told = f"{what} What it would have said is unknown, so nothing after it is judged."
        verdict = Verdict(kind="no record", sentence=told, problems=[stop], whose=_format(stop))
    if asked is not None and asked != entry.n:
        which = f"record {entry.n}" if isinstance(stop, Step) else f"line {stop.line}"
        verdict.sentence = f"Record {asked} was not judged, because {which} before it stops the log. {verdict.sentence}"
        return entry, place, verdict, asked
    return entry, place, verdict, None


def _place_of(log: GameLog, n: int) -> int:
    places = [place for place, entry in enumerate(log.entries) if entry.n == n]
    if not places:
        last = max((entry.n for entry in log.entries if entry.n is not None), default=0)
        raise NotThere(f"The game {log.game} has no record {n}; its last one is {last}.")
    return places[0]


def _place_of_problem(log: GameLog, problem: Problem) -> int | None:
    return next((place for place, entry in enumerate(log.entries) if entry.line == problem.line), None)


def _step(replayer: Replayer, place: int) -> Step | None:
    """The record as one that can be played; `None` for the header and for what was taken back."""
    return next((step for step in replayer.steps if step.place == place), None)


# -- what it comes to ------------------------------------------------------------------------------------------


def _verdict(replayer: Replayer, log: GameLog, place: int) -> Verdict:
    entry = log.entries[place]
    found = [p for p in log.verdict.problems if p.line == entry.line and p.game in (None, log.game)]
    # What was taken back keeps its problems as warnings.
    errors = [p for p in found if p.severity == "error" or entry.judged == "refused"]
    who = acting(entry.record, replayer.names)
    name = f"Record {entry.n}" if entry.n is not None else f"The record on line {entry.line}"
    by = f"{name}, by {who}," if who else name
    if entry.judged == "refused" and not errors:
        return Verdict(kind="withheld", sentence=f"{by} is refused.", problems=found)
    if errors and isinstance(entry.record, Claim) and entry.judged == "applied":
        more = f" ({len(errors)} values differ.)" if len(errors) > 1 else ""
        told = f"What {name.lower()} claims is not what the log comes to. {errors[0].message}{more}"
        whose = "No rule of a game: the front end holds something else to be true than the records before come to"
        return Verdict(kind="claim", sentence=told, problems=found, whose=whose)
    if errors:
        return _against(by, errors[0], found)
    disputed = [p for p in found if p.rule is not None]
    if disputed:
        problem = disputed[0]
        told = f"{by} is let through, but readings differ. {problem.message}"
        return _ruled(Verdict(kind="disputed", sentence=told, problems=found), problem)
    said = in_words(entry.record, log.header)
    if isinstance(entry.record, (Note, Header)) or not _is_judged(entry.record):
        return Verdict(kind="legal", sentence=f"{name} changes nothing in the game: {said}", problems=found)
    if isinstance(entry.record, Claim):
        return Verdict(kind="legal", sentence=f"All that {name.lower()} claims is true of the game.", problems=found)
    return Verdict(kind="legal", sentence=f"{name} is legal: {said}", problems=found)


def _is_judged(record: Record) -> bool:
    tag = record.__struct_config__.tag
    return not str(tag).startswith("x_")


def _against(by: str, problem: Problem, found: list[Problem]) -> Verdict:
    """A record that was refused, by whose rule and why."""
    if problem.code == "view.hidden":
        told = f"{by} is refused, for a reason that this view does not show."
        return Verdict(kind="withheld", sentence=told, problems=found)
    if problem.rule is None:
        told = f"{by} is not what the log format asks. {problem.message}"
        out = Verdict(kind="refused", sentence=told, problems=found, whose=_format(problem))
        return _legal_instead(out, problem)
    if problem.basis == "assumed":
        told = f"{by} is refused by an assumption of vflog ({problem.rule}), in no rule book. {problem.message}"
    elif problem.basis == "public":
        told = f"{by} breaks rule {problem.rule}, from public material and in no rule book at hand. {problem.message}"
    else:
        told = f"{by} breaks rule {problem.rule}, printed in a rule book. {problem.message}"
    return _ruled(Verdict(kind="refused", sentence=told, problems=found), problem)


def _ruled(out: Verdict, problem: Problem) -> Verdict:
    """The verdict with the rule that the problem names and whose it is."""
    out.rule = rules().get(problem.rule or "")
    out.whose = WHOSE[problem.basis] if problem.basis is not None else ""
    return _legal_instead(out, problem)


def _legal_instead(out: Verdict, problem: Problem) -> Verdict:
    if problem.expected is not None:
        said = problem.said
        text = plain(problem.expected if said is None or said.expected is None else said.expected)
        out.instead = [text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"]
    return out


def _format(problem: Problem) -> str:
    heading = asked(problem.code).replace("`", "")
    return f"what the log format asks{f' (“{heading}”)' if heading else ''}, no rule of a game"


def _whose(rule: Rule) -> str:
    if rule.basis is not None:
        return WHOSE[rule.basis]
    return ", ".join(f"in part {WHOSE[mark]}" for mark in rule.marks)


def _taken_back(replayer: Replayer, log: GameLog, place: int) -> Verdict:
    by = log.entries[replayer.lines.taken[place]]
    was = _verdict(replayer, log, place)
    entry = log.entries[place]
    lead = f"Record {entry.n} was taken back by record {by.n} and does not count."
    when = "When it came it was legal" if was.kind == "legal" else "When it came it was wrong"
    if entry.judged == "unjudged":
        return Verdict(kind="taken back", sentence=f"{lead} It had not been judged.", problems=was.problems)
    said = f"{when}: {in_words(entry.record, log.header)}" if was.kind == "legal" else f"{when}. {was.sentence}"
    return msgspec.structs.replace(was, kind="taken back", sentence=f"{lead} {said}")


def _not_judged(log: GameLog, at: int | None, other: GameLog | None, wrong: GameLog) -> Settled:
    """A game that cannot be judged at all, by the log that is `wrong`: this one or the other."""
    place = 0 if at is None else _place_of(log, at)
    errors = [p for p in wrong.verdict.problems if p.severity == "error"]
    why = errors[0] if errors else None
    what = "cannot be judged" if wrong.verdict.status == "unsupported" else "cannot be begun"
    where = "" if other is None else f" in {basename(wrong.source.name)}"
    verdict = Verdict(
        kind="unsupported",
        sentence=f"The game {wrong.game}{where} {what}. {why.message if why else ''}".strip(),
        problems=errors,
    )
    if why is not None and why.rule is not None:
        verdict = _ruled(verdict, why)
    told = Changes(answer="cannot be told", why="the game cannot be judged")
    return Settled(
        log=log,
        at=log.entries[place],
        place=place,
        verdict=verdict,
        changes=told,
        around=_around(log, place),
        other=other,
    )


# -- what is shown beside it -----------------------------------------------------------------------------------


def _around(log: GameLog, place: int) -> list[Told]:
    first = max(0, place - EITHER_SIDE)
    return [
        Told(
            n=entry.n,
            line=entry.line,
            words=in_words(entry.record, log.header),
            judged=entry.judged,
            here=first + i == place,
        )
        for i, entry in enumerate(log.entries[first : place + EITHER_SIDE + 1])
    ]


def _states(replayer: Replayer, log: GameLog, place: int) -> dict[str, tuple[int | None, dict[str, Any]]]:
    """The state documents before, at and after: what was taken back is shown as it was when it came."""
    later = min(place + EITHER_SIDE, len(log.entries) - 1)
    places = {"before": max(place - 1, 0), "at": place, "after": later}
    if place in replayer.lines.taken:
        from vflog.playback.cursor import Cursor

        cursor = Cursor(log, msgspec.structs.replace(replayer.settings, holds_under=False))
        out = {}
        for name, where in places.items():
            cursor.to_place(where)
            if (state := cursor.state) is not None:
                out[name] = (log.entries[where].n, state)
        return out
    return {name: (log.entries[where].n, replayer.after(where).document()) for name, where in places.items()}


def _assumed(replayer: Replayer, outcomes: Outcomes, log: GameLog, assumption: Assumption) -> WhatIf:
    n, fields = assumption
    place = _place_of(log, n)
    step = _step(replayer, place)
    if step is None or isinstance(step.record, (Takeback, Amend, Header)):
        why = "was taken back" if place in replayer.lines.taken else "cannot be read otherwise"
        raise NotThere(f"Nothing can be assumed of record {n}: it {why}.")
    body = {key: value for key, value in plain_of(step.record).items() if key not in ("n", "game", "at")}
    try:
        record = replayer.made({**body, **fields}, step.record)
    except Fault as fault:
        raise NotThere(f"Record {n} cannot be read so: {_sentence(fault)}") from None
    return outcomes.assumed(step, record)


def _sentence(fault: Fault) -> str:
    return fault.problem().message


def ruleset_of(log: GameLog) -> Ruleset:
    """The ruleset of a log; raises `Unsupported`."""
    return ruleset(log.header.ruleset)


def is_over(log: GameLog) -> bool:
    """Whether a game has ended, so that nothing of it need be hidden any more: by an `end` that stands, or by one that
    was refused, or not judged, and is the last that the log says of the game.

    That one counts only where the game was said to be played to its end and it was the time to say so: whoever writes
    an end too early has not ended the game.
    """
    try:
        kind = ruleset_of(log).end
    except Unsupported:
        return False
    ends = [place for place, entry in enumerate(log.entries) if type(entry.record) is kind]
    if not ends:
        return False
    if any(log.entries[place].judged == "applied" for place in ends):  # it cannot be taken back
        return True
    last = log.entries[ends[-1]]
    codes = {problem.code for problem in log.verdict.problems if problem.line == last.line}
    goes_on = any(type(entry.record) not in _BESIDE for entry in log.entries[ends[-1] + 1 :])
    too_early = any(code.startswith("order.") for code in codes)
    return not goes_on and not too_early and getattr(last.record, "reason", None) == "played"


def named(header: Header) -> str:
    """The game's event, round and table, as far as the header says."""
    parts = [header.event, header.round, header.table]
    labels = ("event", "round", "table")
    return ", ".join(f"{label} {part}" for label, part in zip(labels, parts, strict=True) if part is not UNSET)

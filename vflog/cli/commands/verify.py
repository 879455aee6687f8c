"""Compare a log with its seal: intact, or which lines were changed, are missing, added or moved.

That needs the key (--key LOG.seal.key). Without it only the number of lines can be compared, and the exit code is 2.
The published seal alone, without LOG, tells whether an older seal is a beginning of it (--older), whether opened lines
are the sealed ones (--openings) and those of a redacted copy (--copy), and whether it is the one that was noted
(--expect-head, --expect-count).
Who has the key and both files can forge both before the head is noted elsewhere.
Exit code 1 where something is not as it was, a game is not what was sealed, or a game is not sound.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any

import msgspec
import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.commands.seal import SealFile
from vflog.cli.exits import wrong_usage
from vflog.cli.judging import sound
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, say, write
from vflog.playback.openings import Opened, bound, check_openings
from vflog.playback.sealing import Verified, not_older, pinned
from vflog.playback.seals import (
    NoSeal,
    Seal,
    Seal1,
    faults,
    read_key,
    read_new_seal,
    read_openings,
    read_seal,
    seal_name,
)

_FORGED = (
    "Who has the key and both files can forge both before the head is noted elsewhere; "
    "a seal does not tell who wrote a log, or when."
)
_PINNED = "The head is as good as the place where it was noted; it does not tell who wrote the log or when."
_NOTE = "Note the head elsewhere, and give it back with --expect-head."
_GAME = {
    "intact": "its lines are intact",
    "differ": "its lines are not those that were sealed",
    "missing": "is missing",
    "added": "was not there when the log was sealed",
}


class _Question(msgspec.Struct):
    """Something that the seal alone can answer: the file it is about, what is so, and what is not."""

    what: str
    file: str
    holds: bool
    sentences: list[str]


def verify(
    log: Annotated[
        str | None,
        typer.Argument(metavar="LOG", help="A log: a file, or - for standard input.", show_default=False),
    ] = None,
    seal: SealFile = None,
    key: Annotated[str | None, typer.Option("--key", metavar="FILE", help="The key of the seal.")] = None,
    older: Annotated[
        str | None, typer.Option("--older", metavar="FILE", help="An older seal: is it a beginning of this one?")
    ] = None,
    opening: Annotated[
        str | None, typer.Option("--openings", metavar="FILE", help="Openings: are they lines that were sealed?")
    ] = None,
    copy: Annotated[
        str | None, typer.Option("--copy", metavar="FILE", help="A redacted copy: are the opened lines its lines?")
    ] = None,
    expect_head: Annotated[
        str | None, typer.Option("--expect-head", metavar="HEX", help="The head that was noted elsewhere.")
    ] = None,
    expect_count: Annotated[
        int | None,
        typer.Option("--expect-count", metavar="N", min=0, help="The number of lines that was noted elsewhere."),
    ] = None,
    content: options.Content = None,
    allow: options.Allow = None,
    format: options.Plain = "text",
) -> int:
    """Compare a log with its seal."""
    allowed = options.allowed(allow)
    _check_head(expect_head)
    asked = older is not None or opening is not None
    pins = expect_head is not None or expect_count is not None
    if log is None and (seal is None or not (asked or pins)):
        raise wrong_usage("Name a LOG; or --seal FILE, and what to ask of it: --older, --openings or --expect-head.")
    if log is None and key is not None:
        raise wrong_usage("--key is for comparing a LOG with its seal; name the LOG.")
    if copy is not None and opening is None:
        raise wrong_usage("--copy goes with --openings FILE, which “vflog redact --openings” writes beside the copy.")
    sealed = _seal(log, seal, key is not None and pins and not asked)
    questions = list(_answers(sealed, older, opening, copy))
    if log is None:
        questions += _noted(sealed, str(seal), expect_head, expect_count)
        _write(None, questions, [_PINNED if expect_head is not None else _FORGED], format)
        return exits.OK if all(question.holds for question in questions) else exits.FOUND
    with Progress([log]) as progress:
        found = services.verify(
            log,
            sealed,
            None if key is None else read_key(key),
            content=options.content(content),
            head=expect_head,
            count=expect_count,
            progress=progress,
        )
    for warning in found.warnings:
        say(f"vflog: warning: {warning}")
    _write(found, questions, [_PINNED] if expect_head is not None else [_FORGED, _NOTE], format)
    if found.intact is None:
        return exits.USAGE
    same = all(game.same_verdict is not False for game in found.games)
    holds = found.intact and same and all(question.holds for question in questions)
    return exits.OK if holds and sound(found.by_status, allowed) else exits.FOUND


def _check_head(head: str | None) -> None:
    digits = "" if head is None else head.lower().removeprefix("sha256:")
    if head is not None and (len(digits) != 64 or set(digits) - set("0123456789abcdef")):
        raise wrong_usage(f"--expect-head takes 64 hex digits, not {head!r}.")


def _seal(log: str | None, given: str | None, needless: bool) -> Seal | Seal1 | None:
    """The seal to compare with; `None` where there is none and it is not needed."""
    if given is not None:
        return read_seal(given)
    if log is None or log == "-":
        if not needless:
            raise wrong_usage("Standard input has no seal beside it: --seal FILE.")
        return None
    name = seal_name(log)
    return None if needless and not os.path.lexists(name) else read_seal(name)


# -- what the seal alone can answer ----------------------------------------------------------------------


def _answers(
    sealed: Seal | Seal1 | None, older: str | None, opening: str | None, copy: str | None
) -> Iterator[_Question]:
    if older is None and opening is None:
        return
    if not isinstance(sealed, Seal):
        raise NoSeal("The seal is of version 1, which can only be compared with its whole log.")
    if older is not None:
        old = read_new_seal(older)
        why = not_older(old, sealed)
        is_one = f"It is a beginning of the seal: its {several(old.count, 'line')} of {sealed.count}."
        yield _Question("older", older, not why, why or [is_one])
    if opening is not None:
        openings = read_openings(opening)
        found = list(check_openings(openings, sealed))
        yield _Question("opening", opening, all(one.why_not is None for one in found), list(_opened(found)))
        if copy is not None:
            of_copy = bound(copy, openings)
            told = [f"{of_copy.opened} of its {several(of_copy.count, 'line')} are opened lines; the others are not."]
            if of_copy.lacks is not None:
                told.append(
                    f"Line {of_copy.lacks} of the sealed log is opened, but is not in the copy, or not in its place."
                )
            yield _Question("copy", copy, of_copy.lacks is None, told)


def _opened(found: list[Opened]) -> Iterator[str]:
    good = [one.number for one in found if one.why_not is None]
    runs = groupby(enumerate(sorted(set(good))), lambda item: item[1] - item[0])
    if good:
        named = [_range([number for _, number in run]).split(" ", 1)[1] for _, run in runs]
        what = "Line {} is the sealed one." if len(set(good)) == 1 else "Lines {} are the sealed ones."
        yield what.format(", ".join(named))
    for one in found:
        if one.why_not is not None:
            yield f"Line {one.number} is not shown to be the sealed one: {one.why_not}."


def _noted(sealed: Seal | Seal1 | None, name: str, head: str | None, count: int | None) -> Iterator[_Question]:
    if head is None and count is None:
        return
    if not isinstance(sealed, Seal):
        raise NoSeal(f"{name} is a seal of version 1, which can only be compared with its whole log.")
    wrong = [*faults(sealed), *pinned(sealed, head, count)]
    yield _Question("noted", name, not wrong, wrong or ["It is the one that was noted."])


# -- how it is told --------------------------------------------------------------------------------------


def _write(found: Verified | None, questions: list[_Question], limits: list[str], format: options.Form) -> None:
    plain = {} if found is None else _plain(found)
    asked = [msgspec.to_builtins(question) for question in questions]
    if format == "json":
        write(model.line({**plain, "questions": asked, "limits": limits}))
    elif format == "jsonl":
        for kind, key in (("change", "changes"), ("game", "games"), ("problem", "problems")):
            for item in plain.pop(key, ()):
                write(model.line({kind: item}))
        for item in asked:
            write(model.line({"question": item}))
        write(model.line({"summary": plain, "limits": limits}))
    else:
        for line in _text(found, questions):
            write(safe(line) + "\n")
        write(" ".join(limits) + "\n")


def _plain(found: Verified) -> dict[str, Any]:
    plain = {name: getattr(found, name) for name in found.__struct_fields__}
    return {**plain, "problems": [model.problem(p) for p in found.problems]}


def _text(found: Verified | None, questions: Iterable[_Question]) -> Iterator[str]:
    if found is not None:
        yield from _log_text(found)
    for question in questions:
        first, *more = question.sentences
        yield f"{question.file}: {first}"
        yield from (f"  {sentence}" for sentence in more)


def _log_text(found: Verified) -> Iterator[str]:
    what = {True: "intact", False: "NOT intact", None: "not compared, as there is no key"}[found.intact]
    if found.intact and found.seal is None:
        what = "as expected (there is no seal to compare with)"
    head = "" if found.intact is None else f", head {found.head or '-'}"
    yield f"{found.log}: {what}; {several(found.count, 'line')}{head}"
    if found.intact is None:
        yield from _without_key(found)
    yield from (f"  {problem.message}" for problem in found.problems)
    yield from (f"  {sentence}" for sentence in (*found.faults, *found.expected))
    yield from (f"  {sentence}" for sentence in _changes(found))
    for game in found.games:
        verdict = f"; {game.status}" if game.status is not None else ""
        if game.same_verdict is False:
            verdict += ", and not what was sealed of it"
        yield f"  game {game.game or '-'}: {_GAME[game.lines]}{verdict}"


def _without_key(found: Verified) -> Iterator[str]:
    if found.sealed_count == found.count:
        yield "  The number of lines is the sealed one; whether they are the sealed lines, only the key tells."
    else:
        yield f"  {several(found.sealed_count or 0, 'line')} were sealed: lines are missing or were added."
    yield "  Give the key with --key FILE. Without LOG --seal FILE answers --older, --openings and --expect-head."


def _changes(found: Verified) -> Iterator[str]:
    """A sentence for each run of lines to which the same happened."""

    def run(item: tuple[int, Any]) -> tuple[Any, ...]:
        i, change = item
        return change.what, (change.sealed or i) - i, (change.line or i) - i

    for (what, *_), items in groupby(enumerate(found.changes), run):
        changes = [change for _, change in items]
        was, now = _range([c.sealed for c in changes]), _range([c.line for c in changes])
        one = len(changes) == 1
        if what == "changed":
            same = f" (sealed as {was})" if was != now else ""
            yield f"{now} {'was' if one else 'were'} changed{same}"
        elif what == "missing":
            yield f"sealed {was} {'is' if one else 'are'} missing"
        elif what == "added":
            yield f"{now} {'was' if one else 'were'} added"
        else:
            yield f"sealed {was} {'was' if one else 'were'} moved: now {now}"


def _range(numbers: list[int] | list[int | None]) -> str:
    first, last = numbers[0], numbers[-1]
    return f"line {first}" if first == last else f"lines {first} to {last}"


COMMAND = verify

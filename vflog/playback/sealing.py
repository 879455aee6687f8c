"""Seals: what a log was when it was sealed, and what became of it since.

A seal may be published, its key stays with whoever sealed. The plain hashes beside the key serve to find where each
line is now; whether it is the sealed line, its commitment decides.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeVar

import msgspec

from vflog.engine.settings import Settings
from vflog.engine.verdict import Status
from vflog.log.align import Change, align
from vflog.log.chain import WIDTH, each, heads, last
from vflog.log.problems import Problem
from vflog.playback.logs import InputError
from vflog.playback.sealed_lines import Game, SealedLines, one_log
from vflog.playback.seals import (
    MARK,
    VERSION,
    VERSION_1,
    Game1,
    Seal,
    Seal1,
    SealedGame,
    SealKey,
    code_of,
    faults,
    seal_pieces,
)  # fmt: skip
from vflog.reading.results import Progress, signature


class Sealed(msgspec.Struct, kw_only=True):
    """A seal and its key; `kept`: the key is that of an older seal, of whose lines this log is made and more."""

    seal: Seal
    key: SealKey
    kept: bool


class GameNow(msgspec.Struct, kw_only=True):
    """A sealed game as it is now. `lines`: `intact`, `differ`, `missing` or `added`; `same_verdict`: what the seal
    says of it is still so (`None` where there is nothing to compare)."""

    game: str | None
    lines: Literal["intact", "differ", "missing", "added"]
    same_verdict: bool | None
    status: Status | None
    count: int


class Verified(msgspec.Struct, kw_only=True):
    """What a log is beside its seal. `seal` is the version of that seal (`None`: there was none).

    `intact` is `None` where nobody can say so without the key. `head` is that of the log, `None` where there is no line
    or no key. `expected`: what was pinned from outside and is not so. `faults`: what is wrong with the seal itself.
    `changes`: what became of each line that is not as it was. `warnings`: what is to be known of such a seal.
    """

    log: str
    seal: str | None
    intact: bool | None
    count: int
    sealed_count: int | None
    head: str | None
    expected: list[str]
    faults: list[str]
    changes: list[Change]
    games: list[GameNow]
    problems: list[Problem]
    by_status: dict[str, int]
    warnings: list[str]


_OPENS_LINES = (
    "A seal of version 1 holds a plain hash of every line: whoever has it beside a redacted log finds hidden cards by "
    "trying. Keep it to yourself, and seal the log again (with --force)."
)
_OTHER_SEAL = (
    "The seal is not the one that was written with this key: it was changed, the log was sealed again since, or the "
    "key belongs to another log."
)
_FORGED_HEAD = "The lines agree with the seal, but its head does not: the seal itself was changed."
#: What a seal says of a game besides its lines.
_TOLD = ("format", "ruleset", "revision", "public")
_TOLD_1 = ("status", "applied", "refused", "taken_back", "unjudged", "winners", "digest", "public", "revision")


# -- sealing ---------------------------------------------------------------------------------------------


def seal(
    path: str | os.PathLike[str],
    settings: Settings,
    key: bytes,
    before: SealKey | None = None,
    progress: Progress | None = None,
) -> Sealed:
    """The seal of one log (`-`: standard input), with a new key: 32 random bytes.

    Where the log begins with the lines that were sealed with the key `before`, that key is kept. Under it no other line
    may stand where one of them stood: somebody may have been shown its salt. Raises `InputError`, also where a packed
    log is damaged.
    """
    with one_log(path) as source:
        now = SealedLines(source, settings, progress)
        if now.damage:
            raise InputError(f"{now.name} is not sealed, for it cannot be read to its end. {now.damage[0].message}")
        now.read(before.key if before is not None else key)
        kept = before is not None and bool(before.hashes) and now.hashes.startswith(before.hashes)
        if before is not None and kept:
            key = before.key
        elif before is not None:
            now.read(key)
    sealed = Seal(
        count=now.count,
        head=last(heads(each(now.commitments))),
        commitments=now.commitments,
        games=[_game(game, now) for game in now.games],
        tool=signature(),
    )
    its_key = SealKey(key=key, hashes=now.hashes, seal=code_of(key, seal_pieces(sealed)))
    return Sealed(seal=sealed, key=its_key, kept=kept)


def _game(game: Game, now: SealedLines) -> SealedGame:
    return SealedGame(
        count=sum(1 for _ in game.numbers),
        format=game.format,
        game=game.game,
        head=last(heads(_picked(now.commitments, game))),
        lines=game.lines,
        public=game.public,
        revision=game.revision,
        ruleset=game.ruleset,
    )


def _picked(hashes: bytes | bytearray, game: Game) -> Iterator[bytes]:
    """The hashes or commitments of a game's lines."""
    return (_at(hashes, line) for line in game.numbers)


def _at(hashes: bytes | bytearray, line: int) -> bytes:
    return bytes(hashes[(line - 1) * WIDTH : line * WIDTH])


# -- verifying -------------------------------------------------------------------------------------------


def verify(
    path: str | os.PathLike[str],
    sealed: Seal | Seal1 | None,
    key: SealKey | None,
    settings: Settings,
    progress: Progress | None = None,
    *,
    head: str | None = None,
    count: int | None = None,
) -> Verified:
    """What became of a log since it was sealed; `head` and `count` are pinned from outside.

    Without the key only the number of lines can be compared (a seal of version 1 has none). Raises `InputError`.
    """
    with one_log(path) as source:
        now = SealedLines(source, settings, progress)
        now.read(None if key is None else key.key)
        found = Verified(
            log=now.name,
            seal=None,
            intact=None,
            count=now.count,
            sealed_count=None,
            head=None,
            expected=[],
            faults=[],
            changes=[],
            games=[],
            problems=now.damage,
            by_status=now.by_status,
            warnings=[],
        )
        if isinstance(sealed, Seal1):
            _with_version_1(found, now, sealed)
        elif sealed is not None:
            _with_seal(found, now, sealed, key)

    def chain() -> Iterator[bytes]:
        return heads(each(now.hashes), b"") if isinstance(sealed, Seal1) else heads(each(now.commitments))

    compared = key is not None or isinstance(sealed, Seal1)
    if compared:
        found.head = last(chain())
        found.expected += _pinned("it", (found.head, found.count), (head, count), chain)
    if isinstance(sealed, Seal):
        found.expected += pinned(sealed, head, count)
    if compared:
        whole = not (found.expected or found.faults or found.changes or found.problems)
        found.intact = whole and all(game.lines == "intact" for game in found.games)
    return found


def pinned(seal: Seal, head: str | None, count: int | None) -> list[str]:
    """What was noted elsewhere and is not so in a seal, a sentence each."""
    return _pinned("that of the seal", (seal.head, seal.count), (head, count), lambda: heads(each(seal.commitments)))


def bare(head: str) -> str:
    """A head as seals write it."""
    return head.lower().removeprefix("sha256:")


def _pinned(
    of: str,
    found: tuple[str | None, int],
    noted: tuple[str | None, int | None],
    chain: Callable[[], Iterable[bytes]],
) -> list[str]:
    out = []
    (is_head, is_count), (head, count) = found, noted
    if head is not None and bare(head) != is_head:
        told = f"The head was to be {head}; {of} is {is_head or 'none, for there is no line'}."
        at = next((n for n, one in enumerate(chain(), 1) if one.hex() == bare(head)), None)
        out.append(told if at is None else f"{told} It was that of the first {at} lines: the log has grown since.")
    if count is not None and count != is_count:
        out.append(f"The count was to be {count}; {of} is {is_count}.")
    return out


def _with_seal(found: Verified, now: SealedLines, sealed: Seal, key: SealKey | None) -> None:
    found.seal, found.sealed_count, found.faults = VERSION, sealed.count, faults(sealed)
    if key is None:
        return
    if not key.fits(sealed):
        found.faults.append(_OTHER_SEAL)
    # A line of which the key tells no hash is like none that there is.
    known = bytes(key.hashes[: sealed.count * WIDTH])
    changes = align(known + sealed.commitments[len(known) :], bytes(now.hashes), WIDTH)
    of = _counterparts(changes, sealed.count, now.count)
    found.changes = _decided(changes, of, now.commitments_as(of, key.key), sealed.commitments)
    where = _where(of, found.changes, sealed.count)

    def same(was: SealedGame, game: Game) -> bool:
        lines = [where[line] for first, end in was.lines for line in range(first, end + 1)]
        return lines == list(game.numbers)

    firsts = [where[was.lines[0][0]] if was.lines else 0 for was in sealed.games]
    found.games = list(_compared(sealed.games, firsts, now.games, same, _TOLD))


def _with_version_1(found: Verified, now: SealedLines, sealed: Seal1) -> None:
    found.seal, found.sealed_count, found.warnings = VERSION_1, sealed.file.count, [_OPENS_LINES]
    found.changes = align(sealed.file.marks, b"".join(one[:MARK] for one in each(now.hashes)), MARK)
    if not found.changes and last(heads(each(now.hashes), b"")) != sealed.file.head:
        found.faults.append(_FORGED_HEAD)
    where = _where(_counterparts(found.changes, sealed.file.count, now.count), found.changes, sealed.file.count)

    def same(was: Game1, game: Game) -> bool:
        return (was.count, was.head) == (sum(1 for _ in game.numbers), last(heads(_picked(now.hashes, game), b"")))

    firsts = [where[was.line] if was.line <= sealed.file.count else 0 for was in sealed.games]
    found.games = list(_compared(sealed.games, firsts, now.games, same, _TOLD_1))


def _counterparts(changes: Iterable[Change], sealed: int, now: int) -> array[int]:
    """For each line of now, from 1, the sealed line that it is or stands for; 0 for one that was added."""
    of = array("I", bytes(4 * (now + 1)))
    gone, come = bytearray(sealed + 1), bytearray(now + 1)
    for change in changes:
        if change.sealed is not None:
            gone[change.sealed] = 1
        if change.line is not None:
            come[change.line] = 1
            of[change.line] = change.sealed or 0
    stayed = (i for i in range(1, sealed + 1) if not gone[i])
    for line in range(1, now + 1):
        if not come[line]:
            of[line] = next(stayed)
    return of


def _decided(changes: list[Change], of: array[int], now: bytes | bytearray, sealed: bytes | bytearray) -> list[Change]:
    """The changes as the commitments have them: the hashes beside the key served to align only."""
    if not changes and now == sealed:
        return changes
    other = {line for line in range(1, len(of)) if of[line] and _at(now, line) != _at(sealed, of[line])}
    if other == {change.line for change in changes if change.what == "changed"}:
        return changes
    said = {change.line: change for change in changes if change.what != "changed"}
    out = [change for change in changes if change.what == "missing"]
    for line in range(1, len(of)):
        if line in other:
            out.append(Change("changed", of[line], line))
        elif line in said:
            out.append(said[line])
    return sorted(out, key=lambda change: change.line or change.sealed or 0)


def _where(of: array[int], changes: Sequence[Change], sealed: int) -> array[int]:
    """For each sealed line, from 1, the number that it has now; 0 where it is not there as it was."""
    changed = {change.line for change in changes if change.what == "changed"}
    where = array("I", bytes(4 * (sealed + 1)))
    for line in range(1, len(of)):
        if of[line] and line not in changed:
            where[of[line]] = line
    return where


_Was = TypeVar("_Was", SealedGame, Game1)


def _compared(
    sealed: list[_Was], firsts: list[int], now: list[Game], same: Callable[[_Was, Game], bool], told: Sequence[str]
) -> Iterator[GameNow]:
    """Each sealed game beside the one that begins with the same line (`firsts`), or else bears the same id."""
    by_line = {game.line: game for game in now}
    pairs = [(was, by_line.pop(first, None)) for was, first in zip(sealed, firsts, strict=True)]
    by_id = {game.game: game for game in by_line.values() if game.game is not None}
    for was, found in pairs:
        found = found if found is not None else by_id.pop(was.game or "", None)
        if found is None:
            yield GameNow(game=was.game, lines="missing", same_verdict=None, status=None, count=0)
            continue
        by_line.pop(found.line, None)
        agrees = all(getattr(was, name) == getattr(found, name) for name in told)
        lines: Literal["intact", "differ"] = "intact" if same(was, found) else "differ"
        yield _game_now(found, lines, agrees)
    for game in by_line.values():
        yield _game_now(game, "added", None)


def _game_now(game: Game, lines: Literal["intact", "differ", "added"], same_verdict: bool | None) -> GameNow:
    return GameNow(
        game=game.game,
        lines=lines,
        same_verdict=same_verdict,
        status=game.status,
        count=sum(1 for _ in game.numbers),
    )


# -- from the public files alone -------------------------------------------------------------------------


def not_older(old: Seal, new: Seal) -> list[str]:
    """Why the old seal is not that of a beginning of the new one's log, a sentence each; nothing where it is."""
    out = [*faults(old), *faults(new)]
    if old.count > new.count:
        out.append(f"The old seal has {old.count} lines, the new one only {new.count}.")
    for line in range(1, min(old.count, new.count) + 1):
        if _at(old.commitments, line) != _at(new.commitments, line):
            other = ": another line, or another key" if line == 1 else ""
            out.append(f"Line {line} of the old seal is not line {line} of the new one{other}.")
            break
    return out

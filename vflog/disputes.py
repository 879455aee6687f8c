"""Disputes for commands: logs compared, other rulings tried, the bundle of a dispute written."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import msgspec

from vflog.api import _load, games_of
from vflog.arguments import Path_, Paths, judged_by, listed, not_there
from vflog.dispute.comparing import Change, Comparison
from vflog.dispute.comparing import compared as compare
from vflog.dispute.corpora import CorpusDiff
from vflog.dispute.outcomes import Outcomes, WhatIf
from vflog.dispute.partings import Parting, parting
from vflog.dispute.replaying import replayers
from vflog.dispute.settling import Assumption, Settled, is_over, settle
from vflog.engine.people import people
from vflog.engine.ruleset import ruleset
from vflog.engine.settings import Settings
from vflog.log.output import folder
from vflog.log.sources import STDIN
from vflog.log.stage import staged
from vflog.playback.cursor import Cursor
from vflog.playback.logs import GameLog
from vflog.playback.views import View, seen_by
from vflog.reading.results import Progress

#: The file that stands for standard input.
_PIPED = "log.jsonl"


def compared(cursor: Cursor, first: int, second: int | None) -> tuple[Comparison, list[dict[str, Any]]]:
    """How the states right after two records of a game differ (`None`: where the cursor stands), and the two state
    documents; raises `NotThere`."""
    here = cursor.place
    states = []
    for place in (cursor.place_of(first), here if second is None else cursor.place_of(second)):
        cursor.to_place(place)
        states.append(cursor.state or {})
    return compare(ruleset(cursor.header.ruleset), states[0], states[1], people(cursor.header)), states


def changed_here(cursor: Cursor) -> list[Change]:
    """What the record where the cursor stands has changed on the board."""
    place, after = cursor.place, cursor.state or {}
    cursor.to_place(max(place - 1, 0))
    before = cursor.state or {}
    cursor.to_place(place)
    return compare(ruleset(cursor.header.ruleset), before, after, people(cursor.header)).board


def parted(
    one: GameLog, other: GameLog, *, content: Iterable[Path_] = (), rulings: Mapping[str, str] | None = None
) -> Parting:
    """Where two logs of a game part; raises `NotThere` where they cannot be compared."""
    return parting(*replayers([one, other], judged_by(content, rulings, False)))


def rulings_tried(
    log: GameLog, *, content: Iterable[Path_] = (), rulings: Mapping[str, str] | None = None
) -> list[WhatIf]:
    """What a game comes to under every other value of every ruling it is judged by, one at a time."""
    return list(Outcomes(replayers([log], judged_by(content, rulings, False))[0]).rulings())


def one_log(path: Path_, game: str | None = None, **how: Any) -> GameLog:
    """One game of a log: that of the id, or the only one there is; read with the settings of `read`, raises as
    `replay` does."""
    found = games_of(path, game, **how)
    if len(found) > 1:
        names = ", ".join(log.game for log in found[:3])
        raise not_there(f"There is more than one game in {os.fspath(path)}; name one with --game: {names}.")
    return found[0]


def corpus_diff(
    paths: Paths,
    against: str,
    *,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    keep_going: bool = False,
    progress: Progress | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> CorpusDiff:
    """The games of a corpus that come to something else under another revision or ruling, or than another version
    said; iterating judges, by `jobs` processes or a `cluster` as in `validate`. Raises `NotThere`, `InputError`."""
    settings = judged_by(content, rulings, keep_going)
    if jobs == 1 and cluster is None:
        return CorpusDiff(listed(paths), against, settings, progress)
    from vflog.scale.corpora import each

    at_once = 1 if os.path.exists(against) else 2
    return CorpusDiff(listed(paths), against, settings, progress, each(jobs, cluster, at_once=at_once))


class Bundled(msgspec.Struct, kw_only=True):
    """A bundle that was written: the page to open first, all files, whose view it is, what it says."""

    first: Path
    files: list[Path]
    view: str
    settled: Settled
    summary: str


def dispute(
    logs: Sequence[Path_],
    out: Path_,
    *,
    at: int | None = None,
    game: str | None = None,
    assume: Sequence[Assumption] = (),
    view: str | None = None,
    text: bool = True,
    seal: Path_ | None = None,
    key: Path_ | None = None,
    content: Iterable[Path_] = (),
    rulings: Mapping[str, str] | None = None,
    force: bool = False,
    more: Sequence[str] = (),
) -> Bundled:
    """Settle the dispute about a record of one log, or of two, and write its bundle into a folder.

    Without a `view` it is `public`, and `all` once the game has ended. `more` are options of the command that
    its bundle names. Raises `NotThere`, `OSError`, `Refusal`.
    """
    from vflog.reporting import bundle

    # Under which rulings a record holds is found here for the one that is disputed.
    settings = judged_by(content, rulings, False, holds_under=False)
    with _on_disk(logs) as paths:
        whole = [one_log(path, game, content=content, rulings=rulings) for path in paths]
        view = view if view is not None else ("all" if all(map(is_over, whole)) else "public")
        seen = [seen_by(log, View(view, text), settings) for log in whole]
        public = [seen_by(log, View("public", text), settings) for log in whole]
        settled = settle(seen[0], settings, at, assume, seen[1] if len(seen) > 1 else None)
        place = settled.asked if settled.asked is not None else settled.n
        for_all = settle(public[0], settings, place if at is not None else None, (), *public[1:])
        originals = [_original(log, paths[i], seal if i == 0 else None, key, settings) for i, log in enumerate(whole)]
        if len({original.name for original in originals}) < len(originals):
            for i, original in enumerate(originals, 1):
                original.name = f"{i}-{original.name}"
        made = bundle.Bundle(
            settled=settled,
            public=for_all,
            view=view,
            originals=originals,
            command=_command(whole, at, game, assume, view, text, seal, more),
        )
        inputs: list[Path_] = [*logs, *content, *(place for place in (seal, key) if place is not None)]
        with folder(out, force=force, inputs=inputs) as files:
            if settled.replayer is None:
                bundle.write(made, files, None)
            else:
                with _database(whole[0], settings, view, text) as source:
                    bundle.write(made, files, source)
    first = Path(out) / bundle.README
    return Bundled(first=first, files=files.written, view=view, settled=settled, summary=bundle.summary(for_all))


@contextmanager
def _on_disk(logs: Sequence[Path_]) -> Iterator[list[Path_]]:
    """The logs as files that can be read more than once."""
    with TemporaryDirectory() as name:
        out: list[Path_] = []
        for log in logs:
            if os.fspath(log) == STDIN:
                place = Path(name, _PIPED)
                place.write_bytes(sys.stdin.buffer.read())
                out.append(place)
            else:
                out.append(log)
        yield out


@contextmanager
def _database(log: GameLog, settings: Settings, view: str, text: bool) -> Iterator[Any]:
    """A database of the log, made for the view, for as long as it is asked."""
    from vflog.reporting.source import opened

    with staged(Path(gettempdir()), "vflog") as place:
        place.mkdir()
        made = Path(place, "dispute.duckdb")
        _load([log.source.path or log.source.name], made, settings, view, text, None, kept=False)
        with opened(made) as source:
            yield source


def _original(log: GameLog, given: Path_, seal: Path_ | None, key: Path_ | None, settings: Settings) -> Any:
    from vflog.playback import sealing, seals
    from vflog.reporting.bundle import Original

    path = log.source.path or os.fspath(given)
    out = Original(name=os.path.basename(path), data=Path(path).read_bytes(), log=log)
    if seal is None:
        return out
    its_key = key if key is not None else seals.key_name(seal)
    found = seals.read_seal(seal)
    out.seal = Path(seal).read_bytes()
    out.sealed = "the seal of the log; its key was not at hand, so it was not compared"
    if key is not None or os.path.exists(its_key):
        out.key = Path(its_key).read_bytes()
        verified = sealing.verify(path, found, seals.read_key(its_key), settings)
        intact = "the log is what was sealed" if verified.intact else "the log is NOT what was sealed (vflog verify)"
        out.sealed = f"the seal of the log; compared with its key, {intact}"
    return out


def _command(
    logs: Sequence[GameLog], at: int | None, game: str | None, assume: Sequence[Assumption], view: str, text: bool,
    seal: Path_ | None, more: Sequence[str],
) -> str:  # fmt: skip
    """The command that makes the bundle again; places are left out, for they differ from machine to machine."""
    words = ["vflog", "dispute", *(os.path.basename(log.source.name) for log in logs)]
    words += ["--at", str(at)] if at is not None else []
    words += ["--game", game] if game is not None else []
    for n, fields in assume:
        words += ["--assume", f"{n}={msgspec.json.encode(fields).decode()}"]
    words += ["--view", view, *(() if text else ("--no-text",))]
    words += ["--seal", os.path.basename(os.fspath(seal))] if seal is not None else []
    return shlex.join([*words, *more, "--out", "dispute"])

"""What was noted of seals, beside the seals and logs that are there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice

from vflog.engine.settings import Settings
from vflog.log.chain import heads, last
from vflog.playback.logs import InputError
from vflog.playback.sealing import verify
from vflog.playback.seals import NoSeal, Seal, SealedGame, key_name, read_key, read_new_seal
from vflog.tournament.file import Sealed, TournamentFile
from vflog.tournament.findings import Findings
from vflog.tournament.logs import Log

Path_ = str | os.PathLike[str]


def check_seals(
    file: TournamentFile, logs: Sequence[Log], seals: Sequence[Path_], settings: Settings, findings: Findings
) -> None:
    """Compare each note of a seal with the seal, the seal (where its key is at hand) with the log."""
    if not file.seals:
        return
    known = list(_read(seals))
    by_game = {log.game: log for log in sorted(logs, key=lambda log: log.rank, reverse=True)}
    for noted in file.seals:
        log = by_game.get(noted.game)
        said = _against(noted, log, known, settings)
        if said is not None:
            why, checked = said
            findings.add(
                "tournament.seal-differs",
                log.says("round") if log else None,
                log.says("table") if log else None,
                log=log,
                severity=None if checked else "warning",
                game=noted.game,
                why=why,
            )


def _read(paths: Sequence[Path_]) -> Iterator[tuple[Path_, Seal]]:
    for path in sorted(paths, key=os.fsencode):
        try:
            yield path, read_new_seal(path)
        except OSError:  # of another version, or none
            continue


def _against(
    noted: Sealed, log: Log | None, known: Sequence[tuple[Path_, Seal]], settings: Settings
) -> tuple[str, bool] | None:
    """Why a note does not fit, and whether that is certain; `None` where it fits as far as can be seen."""
    if log is None:
        return "there is no log of the game", True
    if log.lines < noted.count:
        return f"{noted.count} lines were noted, the log has {log.lines}", True
    of_game = [(path, seal, game) for path, seal in known for game in seal.games if game.game == noted.game]
    if not of_game:
        return "there is no seal of the game among the files, so the head cannot be compared", False
    fitting = [found for found in of_game if _head(found[1], found[2], noted.count) == noted.head.lower()]
    if not fitting:
        return f"no seal of the game has this head after {noted.count} lines", True
    if not any(_as_sealed(log, path, seal, game, settings) for path, seal, game in fitting):
        return "the lines of the log are not those that were sealed", True
    return None


def _head(seal: Seal, game: SealedGame, count: int) -> str | None:
    """The head of the chain over the first lines of a game; `None` where it has fewer."""
    return last(islice(heads(seal.commitments_of(game)), count)) if count <= game.count else None


def _as_sealed(log: Log, path: Path_, seal: Seal, game: SealedGame, settings: Settings) -> bool:
    """Whether the lines of the log are those that were sealed; taken to be so where there is no key."""
    try:
        key = read_key(key_name(path))
        found = verify(log.where[0], seal, key, settings)
    except (NoSeal, InputError, OSError):
        return True
    lines = {line for first, end in game.lines for line in range(first, end + 1)}
    return not found.faults and not any(change.sealed in lines for change in found.changes)

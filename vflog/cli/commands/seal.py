"""Write down what a log is now, line by line, so that a later change is found out (see verify); or open sealed lines.

Two files: LOG.seal (or --out FILE) may be published at once, and tells nothing of what the lines say; LOG.seal.key
stays with you, and without it nothing can be verified. Note the head elsewhere too. Sealing a log that has grown since
(with --force) keeps the key, so that the old seal is seen to be a beginning of the new one.

With --open N,... nothing is sealed: it prints openings, with which whoever has LOG.seal sees that these lines of the
log are the sealed ones. A line that the view does not show whole is refused, unless --whole-line.
"""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from vflog import api, services
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, safe_json, write
from vflog.log.output import both, may_write, whole
from vflog.playback.openings import open_lines, shown_lines
from vflog.playback.seals import (
    NoSeal,
    Seal,
    SealKey,
    key_name,
    key_pieces,
    openings_bytes,
    read_key,
    read_new_seal,
    seal_name,
    seal_pieces,
)

OneLog = Annotated[str, typer.Argument(metavar="LOG", help="A log: one file, or - for standard input.")]
SealFile = Annotated[str | None, typer.Option("--seal", metavar="FILE", help="The seal, if not LOG.seal.")]
KeyFile = Annotated[str | None, typer.Option("--key", metavar="FILE", help="The key, if not that of the seal.")]


def seal(
    log: OneLog,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="Where to write it.")] = None,
    force: options.Force = False,
    key: Annotated[
        str | None, typer.Option("--key", metavar="FILE", help="The key of an older seal of this log, or to open with.")
    ] = None,
    open_: Annotated[
        list[str] | None, typer.Option("--open", metavar="N,...", help="Open these lines of the sealed log, from 1.")
    ] = None,
    seal_: SealFile = None,
    view: options.View = "public",
    whole_line: Annotated[
        bool, typer.Option("--whole-line", help="Open lines with all that they say, whoever may see it.")
    ] = False,
    content: options.Content = None,
    format: options.Plain = "text",
) -> int:
    """Write down what a log is now, or open sealed lines."""
    if open_:
        sees = None if whole_line else view
        return _open(log, _numbers(open_), out, force, key, seal_, sees, options.content(content))
    if seal_ is not None or whole_line:
        raise wrong_usage(f"{'--seal' if seal_ is not None else '--whole-line'} goes with --open N,... only.")
    if out is None and log == "-":
        raise wrong_usage("The seal of standard input needs a name: --out FILE.")
    target = out if out is not None else seal_name(log)
    place = key_name(target)
    inputs = [log, *(content or ()), *([key] if key is not None and key != place else [])]
    for each in (target, place):
        may_write(each, force=force, inputs=inputs)
    before = read_key(key) if key is not None else _key_there(place)
    with Progress([log]) as progress:
        sealed = services.seal(log, before=before, content=options.content(content), progress=progress)
    found = sealed.seal
    # Should the machine stop between the two, the old key is still there.
    with both([target, place], private=[place], force=force, inputs=inputs) as (file, key_file):
        file.writelines(seal_pieces(found))
        key_file.writelines(key_pieces(sealed.key))
    parts = [_part("file", os.path.basename(log), found), *(_part("game", g.game, g) for g in found.games)]
    if format == "json":
        write(model.line({"seal": target, "key": place, "key_kept": sealed.kept, "parts": parts}))
    elif format == "jsonl":
        for part in parts:
            write(model.line(part))
    else:
        for part in parts:
            name = safe(part["name"] or "-")
            write(f"{part['what']} {name}: {several(part['count'], 'line')}, head {part['head'] or '-'}\n")
        write(f"Sealed in {safe(target)}; note the head of the file elsewhere, where nobody can change it.\n")
        whose = _of_key(before, sealed.kept)
        write(f"{whose} {safe(place)}: keep it to yourself, nothing can be verified without it.\n")
    return exits.OK


def _of_key(before: SealKey | None, kept: bool) -> str:
    if kept:
        return "The log has grown, or is the same, since it was sealed before: the key is the one it had, in"
    if before is not None:
        return "The log sealed before is no beginning of this one: a new key is in"
    return "The key is in"


def _key_there(place: str) -> SealKey | None:
    """The key that is to be written over; `None` where it is none."""
    try:
        return read_key(place)
    except (FileNotFoundError, NoSeal):
        return None


def _part(what: str, name: str | None, part: Any) -> dict[str, Any]:
    return {"what": what, "name": name, "count": part.count, "head": part.head}


# -- opening lines ---------------------------------------------------------------------------------------


def _open(
    log: str,
    numbers: list[int],
    out: str | None,
    force: bool,
    key: str | None,
    seal: str | None,
    view: str | None,
    content: list[str],
) -> int:
    """Print or write the openings of lines; `view`: who is to see them, `None`: they are shown whole."""
    sealed, its_key = sealed_by(log, seal, key)
    shown = None
    if view is not None and view != "all":
        shown = shown_lines(api.games_of(log, content=content, view=view), view)
    data = openings_bytes(open_lines(log, sealed, its_key, numbers, shown))
    if out is None:
        write(safe_json(data))
        return exits.OK
    with whole(out, force=force, inputs=[log, *content, *places(log, seal, key)]) as file:
        file.write(data)
    write(f"{safe(out)}\n")
    return exits.OK


def places(log: str, seal: str | None, key: str | None) -> tuple[str, str]:
    """Where the seal of a log and its key are."""
    seal = seal if seal is not None else seal_name(log)
    return seal, key if key is not None else key_name(seal)


def sealed_by(log: str, seal: str | None, key: str | None) -> tuple[Seal, SealKey]:
    """The seal and the key with which lines of a log are opened."""
    if log == "-":
        raise wrong_usage("Lines of standard input cannot be opened; name the file.")
    seal, key = places(log, seal, key)
    return read_new_seal(seal), read_key(key)


def _numbers(given: list[str]) -> list[int]:
    parts = [part.strip() for text in given for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) <= 15 and int(part) for part in parts):
        raise wrong_usage(f"--open takes numbers of lines, such as 4,17, not {', '.join(given)!r}.")
    return [int(part) for part in parts]


COMMAND = seal

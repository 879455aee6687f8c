"""Logs with what they come to, for those who write front ends or judges of their own.

With --out DIR they are written into a folder, whose README.md tells how to use them. With --check COMMAND the
command is run for every log (its path last, or in the place of {}), and the JSON report that it prints compared.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import no_access, wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several
from vflog.cli.terminal import safe, write
from vflog.log.output import folder


def conformance(
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", help="Write the logs into this folder.")] = None,
    check: Annotated[
        str | None, typer.Option("--check", metavar="COMMAND", help="Compare what this command prints of each log.")
    ] = None,
    force: options.Force = False,
    format: options.Plain = "text",
) -> int:
    """Logs with what they come to."""
    if (out is None) == (check is None):
        raise wrong_usage("Either --out DIR or --check COMMAND is wanted.")
    if out is not None:
        return _write(out, force, format)
    assert check is not None
    try:
        shlex.split(check)
    except ValueError:
        raise wrong_usage(f"--check takes a command as a shell would read it; {check!r} leaves a quote open.") from None
    with TemporaryDirectory(prefix="vflog-") as place:
        return _check(check, Path(place), format)


def _write(out: str, force: bool, form: options.Form) -> int:
    with folder(out, force=force) as files:
        for name, data in services.conformance_files():
            files.write(name, data)
    count = len(files.written)
    if form == "text":
        write(f"{several(count, 'file')} written to {safe(out)}; begin with README.md\n")
    else:
        write(model.line({"out": out, "files": count}))
    return exits.OK


def _check(command: str, place: Path, form: options.Form) -> int:
    done = bad = 0
    told = []
    for case, differences in _compared(command, place):
        done, bad = done + 1, bad + bool(differences)
        item = {"log": case.name, "about": case.about, "differences": differences}
        if form == "jsonl":
            write(model.line(item))
        elif form == "json":
            told.append(item)
        elif differences:
            write(f"{case.name}: {safe(case.about)}\n" + "".join(f"    {safe(line)}\n" for line in differences))
    summary = {"logs": done, "differ": bad}
    if form == "json":
        write(model.line({**summary, "told": told}))
    elif form == "jsonl":
        write(model.line({"summary": summary}))
    else:
        write(f"{several(done, 'log')}: {done - bad} as expected, {bad} otherwise\n")
    return exits.FOUND if bad else exits.OK


def _compared(command: str, place: Path) -> Iterator[tuple[Any, list[str]]]:
    for case in services.conformance_cases():
        path = place / f"{case.name}.jsonl"
        path.write_bytes(case.log())
        try:
            said = services.conformance_answer(command, os.fspath(path))
        except ValueError as why:
            yield case, [str(why)]
            continue
        except OSError as error:
            raise no_access(f"{command!r} cannot be run: {error.strerror}.") from None
        yield case, services.conformance_differences(case.expected, said)


COMMAND = conformance

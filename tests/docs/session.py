"""Terminal sessions of the documentation: ```console blocks whose `$ vflog …` lines are run, and what they print.

A command goes on in lines that begin with `> `: after `$ cat > FILE` or `$ cat >> FILE` they are what is written there.
Behind it may stand `| head -N`, `| tail -N` or `| cut -cM-N`; `$ echo $?` prints the last exit code.
`python -m tests.docs.session` writes anew what the commands of all pages print.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from vflog.cli.exits import INTERNAL

from .pages import PAGES, ROOT, Block, blocks


class Session:
    """A shell in a folder that holds the sample logs: one a page, its commands one after the other."""

    def __init__(self) -> None:
        self.code = 0

    def run(self, command: str) -> list[str]:
        """The lines that a command prints, data and all else together."""
        if command == "echo $?":
            return [str(self.code)]
        if command.startswith("cat >"):
            first, *lines = command.split("\n")
            with open(first.split()[-1], "a" if ">>" in first else "w", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines)
            return []
        first, *filters = (shlex.split(part) for part in _parts(command))
        assert first[0] == "vflog", command
        lines = self._vflog(first[1:])
        if filters:
            self.code = 0  # a shell tells of the last one
        for name, option in filters:
            if name == "cut":
                first_column, last_column = map(int, option.removeprefix("-c").split("-"))
                lines = [line[first_column - 1 : last_column] for line in lines]
            else:
                count = int(option.removeprefix("-"))
                lines = {"head": lines[:count], "tail": lines[-count:]}[name]
        return [line.rstrip() for line in lines]

    def _vflog(self, arguments: list[str]) -> list[str]:
        from vflog.cli import main

        printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            self.code = main(arguments)
            printed.flush()
        assert self.code != INTERNAL, arguments
        return printed.buffer.getvalue().decode().splitlines()  # type: ignore[attr-defined]


def _parts(command: str) -> list[str]:
    """A command and the filters behind it; a bar within quotes is none."""
    words = shlex.split(command)
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            parts.append([])
        else:
            parts[-1].append(word)
    return [shlex.join(part) for part in parts]


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder to be in, with what the pages' commands read."""
    before = Path.cwd()
    with TemporaryDirectory() as name:
        shutil.copytree(ROOT / "sample_logs", Path(name, "sample_logs"))
        shutil.copytree(ROOT / "examples" / "disputes", Path(name, "disputes"))
        os.chdir(name)
        try:
            yield Path(name)
        finally:
            os.chdir(before)


def consoles(page: Path) -> list[Block]:
    """The terminal sessions of a page."""
    return [block for block in blocks(page) if block.info == "console"]


def played(block: Block, session: Session) -> list[str]:
    """A block as it should read."""
    out = []
    for lines in commands(block):
        command = "\n".join((lines[0].removeprefix("$ "), *(line.removeprefix("> ") for line in lines[1:])))
        out += [*lines, *session.run(command)]
    return out


def commands(block: Block) -> list[list[str]]:
    """The lines of each command of a block."""
    found: list[list[str]] = []
    for before, line in zip([None, *block.lines], block.lines, strict=False):
        if line.startswith("$ "):
            found.append([line])
        elif line.startswith("> ") and found and before == found[-1][-1]:
            found[-1].append(line)
    return found


def write_anew(page: Path) -> None:
    """Write anew what the commands of a page print."""
    with folder():
        session = Session()
        lines = page.read_text().split("\n")
        for block in reversed([(block, played(block, session)) for block in consoles(page)]):
            start = block[0].line - 1
            lines[start : start + len(block[0].lines)] = block[1]
        page.write_text("\n".join(lines))


if __name__ == "__main__":
    for one in PAGES:
        if consoles(one):
            write_anew(one)
    sys.exit(0)

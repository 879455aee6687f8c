"""Let a shell complete what is typed after vflog: print the script for it, or the lines that load it.

Without SHELL the line for each shell is printed, with the file that it belongs in. With --install it is put there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer

from vflog.cli import app, exits
from vflog.cli.exits import wrong_usage
from vflog.cli.terminal import safe, table, write

Shell = Literal["bash", "zsh", "fish", "powershell", "pwsh"]


class _Line(NamedTuple):
    """What loads the script, and the file that a shell reads when it starts."""

    text: str
    file: str


_POWERSHELL = _Line("vflog completion powershell | Out-String | Invoke-Expression", "$PROFILE")
_LINES = {
    "bash": _Line('eval "$(vflog completion bash)"', "~/.bashrc"),
    "zsh": _Line('autoload -Uz compinit && compinit; eval "$(vflog completion zsh)"', "~/.zshrc"),
    "fish": _Line("vflog completion fish | source", "~/.config/fish/config.fish"),
    "powershell": _POWERSHELL,
}


def completion(
    shell: Annotated[Shell | None, typer.Argument(metavar="SHELL", help="bash, zsh, fish or powershell.")] = None,
    install: Annotated[bool, typer.Option("--install", help="Put the line for SHELL into the file it reads.")] = False,
) -> int:
    """Print what lets a shell complete."""
    if install:
        return _install(shell)
    if shell is None:
        for line in table(("shell", "line", "file"), ((name, *line) for name, line in _LINES.items())):
            write(f"{line}\n")
        return exits.OK
    from typer.completion import get_completion_script  # type: ignore[attr-defined,unused-ignore]

    write(get_completion_script(prog_name="vflog", complete_var=app.COMPLETE, shell=shell) + "\n")
    return exits.OK


def _install(shell: str | None) -> int:
    line = _LINES.get(shell or "", _POWERSHELL)
    if line is _POWERSHELL:
        raise wrong_usage("--install is for bash, zsh and fish: vflog completion bash --install.")
    path = Path(os.path.expanduser(line.file))
    there = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    if line.text in there.splitlines():
        write(f"{safe(str(path))} has the line already.\n")
        return exits.OK
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line.text}\n" if not there or there.endswith("\n") else f"\n{line.text}\n")
    write(f"A line was added to {safe(str(path))}; it holds in the next shell.\n")
    return exits.OK


COMMAND = completion

"""Print the completion script for a shell: eval "$(vflog completion bash)", or zsh, fish, powershell."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from vflog.cli import app, exits
from vflog.cli.terminal import write

Shell = Literal["bash", "zsh", "fish", "powershell", "pwsh"]


def completion(shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="The shell.")]) -> int:
    """Print the completion script for a shell."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined,unused-ignore]

    write(get_completion_script(prog_name="vflog", complete_var=app.COMPLETE, shell=shell) + "\n")
    return exits.OK


COMMAND = completion

"""Every option of every command in one table, from the commands themselves: a page of the site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vflog.cli import app

_HEAD = """\
# Every option

One name is one thing in every command. Options are taken in the singular and in the plural; those that take several
values by commas, or say so, may be given again. This page is made from the commands.

| option | what it is | of |
| --- | --- | --- |
"""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with what it takes, a command of a command by both words."""
    for name in app._names():
        made = app._made(name)
        for word, command in getattr(made, "commands", {"": made}).items():
            yield f"{name} {word}".strip(), command


def page() -> str:
    """The page."""
    rows: dict[str, dict[str, list[str]]] = {}
    for name, command in commands():
        for param in command.params:
            if param.param_type_name == "option" and not param.hidden:
                metavar = f" {param.metavar}" if param.metavar else ""
                said = str(param.help).replace("|", "\\|").replace("{", "&#123;")
                rows.setdefault(f"{param.opts[0]}{metavar}", {}).setdefault(said, []).append(name)
    lines = [
        f"| `{option}` | {said} | {', '.join(f'[{of}](commands.md#{of.split()[0]})' for of in names)} |"
        for option, each in sorted(rows.items())
        for said, names in each.items()
    ]
    return _HEAD + "\n".join(lines) + "\n"

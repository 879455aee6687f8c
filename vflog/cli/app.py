"""Finds the commands and runs the one that is asked for.

A command is a module of `commands`: its docstring's first line is what the list of commands says, and
either `COMMAND` (a function) or `COMMANDS` (functions by name, for a command with words of its own)
is what runs. Only the module that is asked for is loaded in full.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, Any

import typer
from typer.main import get_command

from vflog.cli import commands, exits
from vflog.cli.ending import report_error
from vflog.cli.plain import CONTEXT, Plainly, Words
from vflog.cli.signals import Signals
from vflog.cli.terminal import flush, safe, say, write
from vflog.log import stage

#: The variable in which a shell asks for completions.
COMPLETE = "_VFLOG_COMPLETE"
#: What is said where nothing is asked for.
_NEXT = """\
vflog judges, replays and analyses action logs of board games. To begin:

  vflog demo             sample logs judged, put into a database and drawn: then open demo/pages/index.html
  vflog validate LOG     which games of a log, or of a folder of logs, are sound, which are not, and why
  vflog show LOG --at 40 the board after a record
  vflog explain WHAT     a rule, a code or a card in our words; --list tells which there are

“vflog --help” lists all commands, “vflog COMMAND --help” tells what one can do."""


def _names() -> list[str]:
    return sorted(m.name.removesuffix("_").replace("_", "-") for m in iter_modules(commands.__path__))


def _module(name: str) -> Any:
    path = name.replace("-", "_")
    # A command whose name is a word of Python has an underscore at the end of its module's name.
    there = {m.name for m in iter_modules(commands.__path__)}
    return import_module(f"{commands.__name__}.{path if path in there else path + '_'}")


def _first_line(name: str) -> str:
    """The first line of a command's module, read without running the module."""
    finder = next(m for m in iter_modules(commands.__path__) if m.name.removesuffix("_").replace("_", "-") == name)
    spec = finder.module_finder.find_spec(finder.name, None)
    source: Any = getattr(spec.loader, "get_source", None) if spec is not None else None
    text = source(finder.name) if source is not None else _module(name).__doc__
    return str(text).lstrip().removeprefix('"""').partition("\n")[0].removesuffix('"""')


def _typer(help_text: str | None = None) -> typer.Typer:
    return typer.Typer(cls=Words, rich_markup_mode=None, add_completion=False, help=help_text)


def _made(name: str) -> Any:
    """The command of a module, as typer has it."""
    module = _module(name)
    app = _typer(module.__doc__)
    words: dict[str, Callable[..., Any]] | None = getattr(module, "COMMANDS", None)
    if words is None:
        app.command(name, cls=Plainly, help=module.__doc__, context_settings=CONTEXT)(module.COMMAND)
        return get_command(app)
    for word, function in words.items():
        app.command(word, cls=Plainly, context_settings=CONTEXT)(function)
    # With a callback of its own even a single word stays a word.
    app.callback()(lambda: None)
    made = get_command(app)
    made.name = name
    return made


class Commands(Words):
    """The commands, each made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return _names()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; `None` where there is none."""
        if cmd_name not in self.commands:
            if cmd_name not in _names():
                return None
            self.commands[cmd_name] = _made(cmd_name)
        return self.commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of commands, from the first lines of their modules."""
        rows = [(name, _first_line(name)) for name in _names()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _version(wanted: bool) -> None:
    if wanted:
        from vflog.reading.results import signature

        write(f"{signature()}\n")
        raise typer.Exit


_APP = typer.Typer(cls=Commands, rich_markup_mode=None, add_completion=False)


_Version = Annotated[bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")]


@_APP.callback()
def _vflog(version: _Version = False) -> None:
    """Judges, replays and analyses action logs of board games and card games.

    Data goes to standard output, all else to standard error. Exit codes: 0 all is well, 1 a game is not sound,
    2 wrong usage, 3 something could not be read or written, 4 an internal error, 130 interrupted (143 by SIGTERM),
    141 broken pipe.
    """


def run(arguments: Sequence[str] | None, signals: Signals) -> int:
    """Run a command; returns the exit code. Nothing is raised, and no traceback is printed."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    before, stage.listener = stage.listener, lambda sentence: say(f"vflog: {safe(sentence)}")
    try:
        code = _invoke(given)
        flush()
    except SystemExit:
        raise
    except BaseException as error:
        return report_error(error, given, signals)
    finally:
        stage.listener = before
    # What was read until then has been told.
    return signals.code if code == exits.INTERRUPTED else code


def _invoke(given: list[str]) -> int:
    group = get_command(_APP)
    if not given and COMPLETE not in os.environ:
        say(_NEXT)
        return exits.USAGE
    if COMPLETE in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined,unused-ignore]

        completion_init()
        group.main(given, prog_name="vflog", complete_var=COMPLETE)
    try:
        with group.make_context("vflog", given) as context:
            return int(group.invoke(context) or exits.OK)
    except typer.Exit as leave:
        return leave.exit_code

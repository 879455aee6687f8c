"""Finds the commands, runs the one that is asked for, and turns whatever happens into an exit code.

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
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from vflog.cli import commands, exits
from vflog.cli.exits import Stop
from vflog.cli.plain import Plainly, plain, read_plainly
from vflog.cli.terminal import flush, safe, say, write

#: The variable in which a shell asks for completions.
COMPLETE = "_VFLOG_COMPLETE"
#: Set by people who mend vflog itself: an internal error shows where it happened.
TRACEBACK = "VFLOG_TRACEBACK"


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
    return typer.Typer(rich_markup_mode=None, add_completion=False, help=help_text)


def _made(name: str) -> Any:
    """The command of a module, as typer has it."""
    module = _module(name)
    app = _typer(module.__doc__)
    words: dict[str, Callable[..., Any]] | None = getattr(module, "COMMANDS", None)
    if words is None:
        app.command(name, cls=Plainly, help=_help(module.__doc__, module.COMMAND))(module.COMMAND)
        return get_command(app)
    for word, function in words.items():
        app.command(word, cls=Plainly)(function)
    # With a callback of its own even a single word stays a word.
    app.callback()(lambda: None)
    made = get_command(app)
    made.name = name
    return made


def _help(of_module: str | None, function: Callable[..., Any]) -> str:
    """The help of a command: its module's text."""
    return of_module or function.__doc__ or ""


class Commands(TyperGroup):
    """The commands, each made when it is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        read_plainly(self.params)

    def get_help_option(self, ctx: Any) -> Any:
        """The option --help."""
        return plain(super().get_help_option(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return _names()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; `None` where there is none."""
        if cmd_name not in self.commands:
            if cmd_name not in _names():
                # For the question whether another one was meant.
                self.commands.update({name: TyperCommand(name) for name in _names()})
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
        from vflog import services

        write(f"{services.tool()}\n")
        raise typer.Exit


_APP = typer.Typer(cls=Commands, rich_markup_mode=None, add_completion=False)


_Version = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")]


@_APP.callback()
def _vflog(version: _Version = False) -> None:
    """Judges, replays and analyses action logs of board games and card games.

    Data goes to standard output, all else to standard error. Exit codes: 0 all is well, 1 a game is not sound,
    2 wrong usage, 3 something could not be read or written, 4 an internal error, 130 interrupted, 141 broken pipe.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. Nothing is raised, and no traceback is printed."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _invoke(given)
        flush()
    except BrokenPipeError:
        _drop_output()
        return exits.BROKEN_PIPE
    except KeyboardInterrupt:
        return _told(exits.INTERRUPTED, "interrupted.")
    except Stop as stop:
        return _told(stop.code, str(stop))
    except OSError as error:
        return _told(exits.INPUT_OUTPUT, _of_system(error))
    except Exception as error:
        return _other(error, given)
    return code


def _invoke(given: list[str]) -> int:
    group = get_command(_APP)
    if COMPLETE in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined,unused-ignore]

        completion_init()
        group.main(given, prog_name="vflog", complete_var=COMPLETE)
    try:
        with group.make_context("vflog", given) as context:
            return int(group.invoke(context) or exits.OK)
    except typer.Exit as leave:
        return leave.exit_code


def _told(code: int, sentence: str) -> int:
    try:
        say(f"vflog: {safe(sentence)}")
    except OSError:
        _drop_output()
    return code


def _other(error: Exception, given: list[str]) -> int:
    """What a database, an argument or typer refuses has its sentence; all else is a fault of ours."""
    from vflog.log.output import Refusal
    from vflog.playback.logs import NotThere
    from vflog.store.errors import QueryError, StoreError

    usage = (QueryError, NotThere, Refusal)
    if isinstance(error, (*usage, StoreError)):
        return _told(exits.USAGE if isinstance(error, usage) else exits.INPUT_OUTPUT, str(error))
    if hasattr(error, "format_message"):
        context = getattr(error, "ctx", None)
        known = f" “{context.command_path} --help” tells what there is." if context is not None else ""
        return _told(exits.USAGE, f"{error.format_message()}{known}")
    if os.environ.get(TRACEBACK):
        raise error
    what = f"{type(error).__name__} in “vflog {given[0] if given else ''}”"
    return _told(exits.INTERNAL, f"an internal error, which is a fault of vflog and not of what it was given: {what}.")


def _of_system(error: OSError) -> str:
    """A sentence for what the system refused; errors of our own have one."""
    if error.strerror is None:
        return str(error)
    where = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
    return f"{where}{error.strerror}."


def _drop_output() -> None:
    """Nobody reads any more: what is still to be written goes nowhere, without a word."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, AttributeError, ValueError):
            continue
    os.close(nowhere)

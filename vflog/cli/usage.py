"""What is wrong with a command line, in our words: what was written, what there is, and the name nearest to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from vflog.log.nearest import meant

#: How older versions of typer refuse a value that is none of a few.
_NONE_OF = re.compile(r"'(?P<value>.*)' is not one of (?P<choices>'.*')\.?", re.DOTALL)


def sentence(error: Any) -> str:
    """Why typer refused a command line, and where to read what there is. The kinds of refusal are told apart by what
    they carry, as they are of other classes in each version."""
    context = getattr(error, "ctx", None)
    known = f" “{context.command_path} --help” tells what there is." if context is not None else ""
    why = _why(error, context)
    return f"{why}{'' if why[-1:] in '.?!' else '.'}{known}"


def none_of(what: str, value: str, choices: Iterable[str]) -> str:
    """A value that is none of those that there are."""
    there = [*choices]
    return f"{what} takes {either(there)}, not {value!r}.{meant(value, there)}"


def either(names: Iterable[str]) -> str:
    """The names, to choose one of them."""
    names = [*names]
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def no_command(name: str, names: Iterable[str], path: str) -> str:
    """A command that there is not."""
    return f"There is no command {name!r}.{meant(name, names)} “{path} --help” tells what there is."


def _why(error: Any, context: Any) -> str:
    option, param = getattr(error, "option_name", None), getattr(error, "param", None)
    if option is not None and hasattr(error, "possibilities"):
        there = [name for each in context.command.params for name in each.opts if name.startswith("--")]
        return f"There is no option {option}.{meant(option, [*there, '--help'])}"
    if option is not None:
        takes_none = "not take a value" in error.message
        return f"{option} takes no value." if takes_none else f"{option} takes a value, and there is none behind it."
    if param is not None and hasattr(error, "param_type"):
        return f"{called(param)} is missing."
    if param is not None:
        found = _NONE_OF.fullmatch(error.message)
        if found is not None:
            return none_of(called(param), found["value"], re.findall(r"'([^']*)'", found["choices"]))
        return f"{called(param)}: {error.message}"
    if hasattr(context, "command") and hasattr(context.command, "list_commands") and "Missing" in error.message:
        return f"“{context.command_path}” is followed by {either(context.command.list_commands(context))}."
    return str(error.format_message())


def called(param: Any) -> str:
    """What a parameter is called on a command line."""
    if param.param_type_name == "option":
        return str(max(param.opts, key=len))
    return str(param.metavar or param.name.upper())

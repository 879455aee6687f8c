"""How commands read what they are given: names in the singular or the plural, `-h`, plain values plainly.

Typer loads a validation library, in more time than judging a game takes, for every value of an option. Where its
parameters can be given a reader of their own, texts and numbers get this one; all else is left to typer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from vflog.cli.exits import wrong_usage
from vflog.cli.usage import called, no_command, none_of

#: How every command asks for its help.
CONTEXT = {"help_option_names": ["-h", "--help"]}


class _Reader:
    """Reads the value of one parameter: a text, a whole number, or several."""

    def __init__(self, kind: type, choices: tuple[str, ...] | None) -> None:
        self._kind = kind
        self._choices = choices

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command gets it; raises `BadParameter`."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if isinstance(value, list | tuple):
            return [self._one(item, param, ctx) for item in value]
        return self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: Any) -> Any:
        if self._choices is not None and value not in self._choices:
            raise wrong_usage(none_of(called(param), value, self._choices))
        if self._kind is str:
            return value
        try:
            read = self._kind(value)
        except ValueError:
            raise typer.BadParameter(f"{value!r} is no number.", ctx=ctx, param=param) from None
        least, most = getattr(param, "min", None), getattr(param, "max", None)
        # What is no number at all is in no range either.
        if (least is not None and not read >= least) or (most is not None and not read <= most):
            there = f"from {least} on" if most is None else f"from {least} to {most}"
            raise wrong_usage(f"{called(param)} takes a number {there}, not {value}.")
        return read


class Plainly(TyperCommand):
    """A command that reads plain values plainly, and takes an option in the singular or the plural."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        read_plainly(self.params)

    def get_help_option(self, ctx: Any) -> Any:
        """The option --help, read plainly too."""
        return plain(super().get_help_option(ctx))

    def make_parser(self, ctx: Any) -> Any:
        """What reads the options."""
        parser: Any = super().make_parser(ctx)
        known = parser._long_opt
        known.update({other: option for name, option in [*known.items()] if (other := _other(name)) not in known})
        return parser


class Words(TyperGroup):
    """A command that has commands; each is taken in the singular or the plural."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "context_settings": CONTEXT})
        read_plainly(self.params)

    def get_help_option(self, ctx: Any) -> Any:
        """The option --help."""
        return plain(super().get_help_option(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names."""
        names = self.list_commands(ctx)
        name = args[0] if args[0] in names else _other(args[0])
        if name not in names:
            if args[0].startswith("-"):
                # It is told that there is no such option.
                return super().resolve_command(ctx, args)
            if ctx.resilient_parsing:
                return None, None, args[1:]
            raise wrong_usage(no_command(args[0], names, ctx.command_path))
        return name, self.get_command(ctx, name), args[1:]


def _other(name: str) -> str:
    """A name in the plural where it is in the singular, and the other way round."""
    return name.removesuffix("s") if name.endswith("s") else f"{name}s"


def plain(param: Any) -> Any:
    """A parameter (or `None`), read plainly from now on."""
    read_plainly([param])
    return param


def read_plainly(params: Iterable[Any]) -> None:
    """Give the parameters that have plain values a reader of their own, where this version of typer allows it."""
    for param in params:
        if param is not None and param.param_type_name == "argument":
            # Its name says what it is; its type is Python's.
            param.display_type_rich = lambda ctx: None
        known = getattr(param, "type_descriptor", None)
        if known is None or not hasattr(param, "_runtime_param"):
            continue
        reader = _reader(known.annotation)
        if reader is not None:
            param._runtime_param = reader


def _reader(annotation: Any) -> _Reader | None:
    inner = annotation
    if getattr(annotation, "__origin__", None) is list:
        inner = annotation.__args__[0]
    if inner in (str, int, float, bool):
        return _Reader(inner, None)
    choices = getattr(inner, "__args__", ())
    if choices and all(isinstance(choice, str) for choice in choices):
        return _Reader(str, tuple(choices))
    return None

"""Commands whose plain values (text, paths, whole numbers) need no validation library to be read.

Typer loads one, in more time than judging a game takes, for every value of an option. Where its
parameters can be given a reader of their own, texts and numbers get this one; all else is left to typer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperCommand


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
            there = ", ".join(self._choices)
            raise typer.BadParameter(f"{value!r} is none of {there}.", ctx=ctx, param=param)
        if self._kind is str:
            return value
        try:
            return self._kind(value)
        except ValueError:
            raise typer.BadParameter(f"{value!r} is no number.", ctx=ctx, param=param) from None


class Plainly(TyperCommand):
    """A command that reads plain values plainly."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        read_plainly(self.params)

    def get_help_option(self, ctx: Any) -> Any:
        """The option --help, read plainly too."""
        return plain(super().get_help_option(ctx))


def plain(param: Any) -> Any:
    """A parameter (or `None`), read plainly from now on."""
    read_plainly([param])
    return param


def read_plainly(params: Iterable[Any]) -> None:
    """Give the parameters that have plain values a reader of their own, where this version of typer allows it."""
    for param in params:
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

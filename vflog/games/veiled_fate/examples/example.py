"""What an example is: a position, a line or two that are legal there, and an edit of the last that is refused."""

from __future__ import annotations

from typing import Any, NamedTuple

from vflog.games.veiled_fate.examples.situations import Fields, Situation

#: A field that the edit takes away.
GONE: Any = object()


class Example(NamedTuple):
    """`legal` stands after `given`; of `illegal` all but the last record too, which has a problem with `code`
    by `rule`. `about` are other rules that the example shows.
    """

    code: str
    rule: str | None
    given: Situation
    legal: tuple[Fields, ...]
    illegal: tuple[Fields, ...]
    about: tuple[str, ...] = ()

    def log(self, *, broken: bool = False) -> list[Fields]:
        """The whole log, numbered, its header first."""
        records = (*self.given.records, *(self.illegal if broken else self.legal))
        return [{**record, "n": record.get("n", n)} for n, record in enumerate(records)]

    def showing(self, *rules: str) -> Example:
        """The same example, found under those rules too."""
        return self._replace(about=rules)


def edited(record: Fields, changes: Fields) -> Fields:
    """The record with some fields set, or taken away (`GONE`)."""
    return {key: value for key, value in {**record, **changes}.items() if value is not GONE}


def edit(code: str, rule: str | None, given: Situation, *legal: Fields, **changes: Any) -> Example:
    """An example whose illegal side is its legal one with some fields of the last record changed."""
    *before, last = legal
    return Example(code, rule, given, legal, (*before, edited(last, changes)))


def instead(code: str, rule: str | None, given: Situation, *legal: Fields, wrong: Fields | list[Fields]) -> Example:
    """An example whose illegal side is another record, or others, instead of the legal ones."""
    return Example(code, rule, given, legal, tuple([wrong] if isinstance(wrong, dict) else wrong))


def after(code: str, rule: str | None, given: Situation, *legal: Fields, wrong: Fields) -> Example:
    """An example whose illegal side goes on after the legal one."""
    return Example(code, rule, given, legal, (*legal, wrong))


def act(kind: str, player: str | None = None, **fields: Any) -> Fields:
    """A record; `from_` stands for the field `from`."""
    named = {"from" if name == "from_" else name: value for name, value in fields.items()}
    return {"type": kind, **({} if player is None else {"player": player}), **named}


def move(player: str, demi: str, to: str, **fields: Any) -> Fields:
    """A move to a location."""
    return act("move", player, demi=demi, to=to, **fields)


def onto(player: str, demi: str, quest: str, slot: int, card: str = "f1", **fields: Any) -> Fields:
    """A move onto a Quest."""
    return act("move", player, demi=demi, quest=quest, slot=slot, card=card, **fields)


def power(player: str, name: str, *pay: str, **fields: Any) -> Fields:
    """A God Power, paid with those cards."""
    return act("power", player, power=name, pay=list(pay), **fields)


def claim(**part: Any) -> Fields:
    """What is true of the state now."""
    return act("claim", **part)


def makes(rule: str, given: Situation, *records: Fields, true: Fields, false: Fields) -> Example:
    """What a rule makes true: the records, then a claim that holds and one that does not."""
    return Example("claim.differs", None, given, (*records, claim(**true)), (*records, claim(**false)), (rule,))

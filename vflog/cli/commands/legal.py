"""Tell what is legal right after a record (--at) or right before it (--before), else at the end, as forms.

A form is a record type with the values that each field may have; fields marked “reveals” are nature's.
"""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from vflog import api, services
from vflog.cli import exits, options
from vflog.cli.commands.show import At, Before, place
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several, short
from vflog.cli.terminal import safe, write
from vflog.log.nearest import meant
from vflog.playback.forms import count_legal, legal_records, narrowed
from vflog.playback.told_forms import in_a_line


def legal(
    log: options.Log,
    at: At = None,
    before: Before = None,
    game: options.Game = None,
    count: Annotated[bool, typer.Option("--count", help="Only the number of legal records.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="The records themselves, one JSON object a line.")] = False,
    player: Annotated[str | None, typer.Option("--player", metavar="ID", help="Only what this player may do.")] = None,
    kind: Annotated[str | None, typer.Option("--type", metavar="NAME", help="Only records of this type.")] = None,
    most: Annotated[int, typer.Option("--max", metavar="N", min=0, help="List so many at most.")] = 1000,
    format: options.Plain = "text",
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    view: options.View = "all",
) -> int:
    """Tell what is legal."""
    if count and list_:
        raise wrong_usage("Give --count or --list, not both.")
    cursor = api.replay(
        log, game, content=options.content(content), rulings=options.rulings(ruling), keep_going=keep_going, view=view
    )
    place(cursor, at, before)
    seats = [seat.id for seat in cursor.header.players]
    if player is not None and player not in seats:
        there = f"There is no player {short(player)} in the game {cursor.game}: there are {', '.join(seats)}."
        raise wrong_usage(f"{there}{meant(player, seats)}")
    types = services.record_types(cursor.header.ruleset)
    if kind is not None and kind not in types:
        raise wrong_usage(f"There is no record type {short(kind)} in {cursor.header.ruleset}.{meant(kind, types)}")
    forms = narrowed(cursor.legal(), player, kind)
    if list_:
        listed = islice(legal_records(forms), most)
        if format == "json":
            write(model.line({"records": [*listed]}))
        for record in listed:
            write(model.line(record))
    elif count:
        number = count_legal(forms)
        write(f"{number}\n" if format == "text" else model.line({"count": number}))
    elif format == "jsonl":
        for form in forms:
            write(model.line(form))
    elif format == "json":
        write(model.line({"forms": forms}))
    else:
        for form in forms:
            write(f"{safe(in_a_line(form, short))}\n")
        write(f"{several(count_legal(forms), 'legal record')} in {several(len(forms), 'form')}\n")
    return exits.OK


COMMAND = legal

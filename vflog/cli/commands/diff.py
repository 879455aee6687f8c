"""Tell where two logs of a game part, and how their states differ; or (--from, --to) two records of one log.

Two logs are laid side by side by their records of play; claims, notes and amendments count for nothing. The first
records after which the public states differ are told with both lines, who wrote them, both boards and what differs.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vflog import api, disputes
from vflog.cli import exits, options
from vflog.cli.board import changed, drawn
from vflog.cli.commands.show import not_judged
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import several, short
from vflog.cli.terminal import Paint, safe, safe_json, write
from vflog.dispute.comparing import Comparison
from vflog.dispute.partings import Parting, Side, board_of, plain_side, writer


def diff(
    logs: Annotated[list[str], typer.Argument(metavar="A [B]", help="Two logs; or one, with --from and --to.")],
    from_: Annotated[int | None, typer.Option("--from", metavar="N", help="Right after record N of the log…")] = None,
    to: Annotated[int | None, typer.Option("--to", metavar="M", help="…and right after record M.")] = None,
    game: options.Game = None,
    format: options.Plain = "text",
    content: options.Content = None,
    ruling: options.Rulings = None,
    view: options.View = "all",
    no_text: options.NoText = False,
) -> int:
    """Tell what differs."""
    how: dict[str, Any] = {
        "content": options.content(content),
        "rulings": options.rulings(ruling),
        "view": view,
        "text": not no_text,
    }
    if len(logs) == 1:
        if from_ is None or to is None:
            raise wrong_usage("Give two logs, or one log with --from N and --to M.")
        return _of_one(logs[0], from_, to, game, format, how)
    if len(logs) != 2 or from_ is not None or to is not None:
        raise wrong_usage("Give two logs, or one log with --from N and --to M.")
    found = [disputes.one_log(log, game, **how) for log in logs]
    parting = disputes.parted(*found, content=how["content"], rulings=how["rulings"])
    if format != "text":
        write(model.line(_plain(parting, logs)))
    else:
        _tell(parting, logs)
    return exits.OK


def _of_one(log: str, first: int, second: int, game: str | None, form: str, how: dict[str, Any]) -> int:
    cursor = api.replay(log, game, **how)
    if cursor.state is None:
        raise not_judged(cursor)
    comparison, states = disputes.compared(cursor, first, second)
    if form != "text":
        told = {"game": cursor.game, "from": first, "to": second, **_differences(comparison), "states": states}
        write(model.line(told))
        return exits.OK
    write(f"{safe(cursor.game)}, from right after record {first} to right after record {second}:\n")
    for line in changed(comparison.board):
        write(f"  {line}\n")
    return exits.OK


def _differences(comparison: Comparison) -> dict[str, Any]:
    return {"board": comparison.board, "values": comparison.values}


# -- two logs ----------------------------------------------------------------------------------------------


def _plain(parting: Parting, logs: list[str]) -> dict[str, Any]:
    sides = [parting.a, parting.b]
    out: dict[str, Any] = {
        "how": parting.how,
        "together": parting.together,
        "more": parting.more,
        "longer": parting.longer,
        "header": parting.header,
        "logs": [plain_side(side, log) for side, log in zip(sides, logs, strict=True)],
    }
    if parting.lines is not None:
        out["lines"] = [plain_side(side, log) for side, log in zip(parting.lines, logs, strict=True)]
    return out | (_differences(parting.comparison) if parting.comparison is not None else {"board": [], "values": []})


def _tell(parting: Parting, logs: list[str]) -> None:
    paint = Paint()
    names = [safe(log) for log in logs]
    for value in parting.header:
        write(
            f"The headers differ: {safe(value.path)} is {short(value.before)} in {names[0]}, "
            f"{short(value.after)} in {names[1]}.\n"
        )
    alike = several(parting.together, "record of play is", "records of play are")
    if parting.how == "same":
        write(f"Both logs tell the same: {alike} alike.\n")
    elif parting.how == "goes on":
        longer = names[parting.longer]
        write(f"As far as both go they tell the same: {alike} alike; {longer} has {parting.more:,} more.\n")
    if parting.lines is not None:
        write("The first records that say otherwise, though the public states after them are the same:\n")
        for side, name in zip(parting.lines, names, strict=True):
            _side(side, name, paint)
    if parting.a is None or parting.b is None or parting.comparison is None:
        return
    write(f"{alike[:1].upper()}{alike[1:]} alike; then the public states differ.\n")
    for side, name in ((parting.a, names[0]), (parting.b, names[1])):
        _side(side, name, paint)
    write(f"What differs, {names[0]} → {names[1]}:\n")
    for line in changed(parting.comparison.board):
        write(f"  {line}\n")
    for side, name in ((parting.a, names[0]), (parting.b, names[1])):
        write(f"\n{paint(f'The board in {name}, after record {side.n}', 'bold')}\n")
        for line in drawn(board_of(side)):
            write(f"  {line}\n")


def _side(side: Side, name: str, paint: Paint) -> None:
    became = "" if side.judged == "applied" else f" ({side.judged})"
    write(f"{paint(name, 'bold')}, record {side.n}, line {side.line}, written by {safe(writer(side.log))}:\n")
    write(f"  {safe(side.words)}{became}.\n  {safe_json(side.raw)}\n  public state {side.digest}\n")


COMMAND = diff

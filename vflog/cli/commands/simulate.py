"""Make random legal games: the same bytes for the same seed, on any machine and version of Python.

With --out DIR each game is a file of its own; with --out FILE.jsonl (or .jsonl.gz, .jsonl.zst, or - for
standard output) all are in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.files import packed
from vflog.cli.outputs.wording import several
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write, write_bytes
from vflog.games import DEFAULT
from vflog.log.output import folder, whole

#: What is wished for by an option of its own.
_BY_OPTIONS = frozenset(
    ("game", "players", "expansions", "role", "powers", "hidden", "pack", "event", "rulings", "seed", "ruleset")
)
_ONE_FILE = (".jsonl", ".ndjson", ".gz", ".zst", ".zstd")


def simulate(
    out: Annotated[str, typer.Option("--out", metavar="DIR|FILE", help="Where to write the games.")],
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games.")] = 1,
    players: Annotated[int | None, typer.Option("--players", metavar="K", help="How many players.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Another seed, other games.")] = 1,
    expansions: Annotated[
        list[str] | None, typer.Option("--expansions", metavar="NAME,...", help="Expansions, by commas.")
    ] = None,
    role: Annotated[str | None, typer.Option("--role", metavar="NAME", help="A role that is to be played.")] = None,
    powers: Annotated[str | None, typer.Option("--powers", metavar="NAME", help="The price list of powers.")] = None,
    hidden: Annotated[int, typer.Option("--hidden", metavar="P", help="So many of 100 secrets are hidden.")] = 0,
    pack: Annotated[
        str | None, typer.Option("--pack", metavar="PACK", help="The content pack: a TOML file or a name.")
    ] = None,
    event: Annotated[str | None, typer.Option("--event", metavar="NAME", help="The event that the logs name.")] = None,
    name: Annotated[str, typer.Option("--name", metavar="ID", help="What the games' ids begin with.")] = "sim",
    ruleset: Annotated[
        str, typer.Option("--ruleset", metavar="NAME", help="The game, by the name of its ruleset.")
    ] = DEFAULT,
    wish: Annotated[
        list[str] | None,
        typer.Option("--wish", metavar="NAME=VALUE", help="What else the ruleset can do (may be given again)."),
    ] = None,
    force: options.Force = False,
    content: options.Content = None,
    ruling: options.Rulings = None,
) -> int:
    """Make random legal games."""
    if games < 1:
        raise wrong_usage("--games takes a number from 1 on.")
    if not 0 <= hidden <= 100:
        raise wrong_usage("--hidden takes a number from 0 to 100.")
    made = services.simulate(
        games,
        seed,
        ruleset=ruleset,
        content=options.content(content),
        game=name,
        players=players,
        expansions=tuple(options.by_commas(expansions)),
        **_wishes(wish),
        role=role,
        powers=powers,
        hidden=hidden,
        pack=pack,
        event=event,
        rulings=options.rulings(ruling),
    )
    with Progress(games=games) as progress:
        _write(made, out, force, progress.game)
    if out != "-":
        write(f"{several(games, 'game')} written to {safe(out)}\n")
    return exits.OK


def _wishes(given: list[str] | None) -> dict[str, str]:
    """The wishes of `--wish`."""
    out: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name or not value or name in _BY_OPTIONS or name in out:
            raise wrong_usage(f"--wish takes NAME=VALUE, each name once and none that has an option, not {text!r}.")
        out[name] = value
    return out


def _write(made: Iterator[tuple[str, bytes]], out: str, force: bool, done: Callable[[], None]) -> None:
    if out == "-":
        for _, lines in made:
            write_bytes(lines)
            done()
    elif out.endswith(_ONE_FILE):
        with whole(out, force=force) as file, packed(file, out) as all_lines:
            for _, lines in made:
                all_lines.write(lines)
                done()
    else:
        with folder(out, force=force) as files:
            for game, lines in made:
                files.write(f"{game}.jsonl", lines)
                done()


COMMAND = simulate

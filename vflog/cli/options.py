"""The options that several commands have, and what they mean."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Annotated, Literal

import typer

from vflog.cli.exits import no_access, wrong_usage
from vflog.cli.outputs import Format
from vflog.cli.usage import none_of
from vflog.engine.knowledge import named_rulings
from vflog.log.nearest import meant

Logs = Annotated[
    list[str],
    typer.Argument(metavar="PATH", help="Logs: files (also .gz, .zst), folders, patterns, or - for standard input."),
]
Log = Annotated[str, typer.Argument(metavar="LOG", help="A log: a file, a folder, or - for standard input.")]
Game = Annotated[str | None, typer.Option("--game", metavar="ID", help="The game, where the log has several.")]
Content = Annotated[
    list[str] | None, typer.Option("--content", metavar="DIR", help="A folder with content packs (may be given again).")
]
Rulings = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling", metavar="NAME=VALUE", help="Judge by another named ruling, or revision=NAME (may be given again)."
    ),
]
Tellings = Annotated[
    list[str] | None,
    typer.Option(
        "--telling", metavar="HEAD",
        help="Of a game told in several ways, the log that stands for it: its chain_head or the first 8 or more digits "
        "(may be given again).",
    ),
]  # fmt: skip
KeepGoing = Annotated[
    bool, typer.Option("--keep-going", help="Leave a refused record out and go on; what follows is marked.")
]
Allow = Annotated[
    list[str] | None, typer.Option("--allow", metavar="STATUS,...", help="No failure: incomplete, abandoned.")
]
Verdicts = Annotated[
    Format, typer.Option("--format", metavar="FORMAT", help="text, json, jsonl, junit or github.", show_default=False)
]
Form = Literal["text", "json", "jsonl"]
Plain = Annotated[Form, typer.Option("--format", metavar="FORMAT", help="text, json or jsonl.", show_default=False)]
View = Annotated[str, typer.Option("--view", metavar="VIEW", help="all, public, or a player: whose secrets are shown.")]
NoText = Annotated[
    bool, typer.Option("--no-text", help="Leave out free text, which nobody can judge: names, notes, reasons.")
]
Database = Annotated[str, typer.Option("--db", metavar="FILE", help="The DuckDB database.")]
#: The longest that can be waited for anything.
DAY = 86_400
Wait = Annotated[
    float,
    typer.Option(
        "--wait", metavar="SECONDS", min=0, max=DAY, help="Wait so long for a database that another process holds."
    ),
]
#: What `load` waits where nothing is said; who reads wants to know at once.
LOAD_WAITS = 10.0
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="What the database may use, such as 512MB.")]
Shard = Annotated[
    str | None,
    typer.Option(
        "--shard", metavar="I/N", show_default=False,
        help="Judge only the I-th of N parts, into the file --out; “vflog merge” puts the parts together.",
    ),
]  # fmt: skip
ShardFile = Annotated[
    str | None, typer.Option("--out", metavar="FILE", show_default=False, help="With --shard: where to write the part.")
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", min=1, show_default=False,
        help="So many processes; without it as many as there are cores, or one where little is to be read.",
    ),
]  # fmt: skip
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", show_default=False,
        help="Judge on the machines of a Ray cluster (HOST:PORT, auto; local: to try it here), --jobs parts at once.",
    ),
]  # fmt: skip
Force = Annotated[bool, typer.Option("--force", help="Write over files that are there, but never over an input.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit code 1 where a game is not sound.")]

_SIZE = re.compile(r"[0-9]+(\.[0-9]+)?\s*[KMGT]i?B", re.IGNORECASE)
_HEAD = re.compile(r"[0-9a-f]{8,64}")
#: Statuses that a caller may allow.
MAY_BE_ALLOWED = ("incomplete", "abandoned")


def by_commas(given: Iterable[str] | None) -> list[str]:
    """The names of an option that takes several by commas, and may be given again."""
    return [name.strip() for text in given or () for name in text.split(",") if name.strip()]


def allowed(given: Iterable[str] | None) -> frozenset[str]:
    """The statuses of `--allow`."""
    names = frozenset(by_commas(given))
    if wrong := sorted(names - {*MAY_BE_ALLOWED}):
        raise wrong_usage(none_of("--allow", wrong[0], MAY_BE_ALLOWED))
    return names


def rulings(given: Iterable[str] | None) -> dict[str, str]:
    """The named rulings of `--ruling`, each known to some ruleset."""
    out: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise wrong_usage(f"--ruling takes NAME=VALUE, not {text!r}.")
        if name in out:
            raise wrong_usage(f"--ruling names {name} twice.")
        out[name] = value
    if out:
        _known(out)
    return out


def tellings(given: Iterable[str] | None) -> list[str]:
    """The heads of `--telling`."""
    heads = [head.lower() for head in given or ()]
    if wrong := [head for head in heads if not _HEAD.fullmatch(head)]:
        raise wrong_usage(f"--telling takes a chain_head, or 8 or more of its first digits, not {wrong[0]!r}.")
    return heads


def _known(given: dict[str, str]) -> None:

    named = named_rulings()
    for name, value in given.items():
        if name == "revision":
            continue
        if name not in named:
            near = meant(name, (*named, "revision"))
            raise wrong_usage(f"There is no ruling {name!r}; “vflog rulings list” tells which there are.{near}")
        if value not in named[name].values:
            raise wrong_usage(none_of(f"The ruling {name}", value, named[name].values))


def shard(text: str, out: str | None) -> tuple[int, int]:
    """The part of `--shard`, and of how many; it needs `--out`."""
    number, slash, of = text.partition("/")
    if not slash or not number.isdecimal() or not of.isdecimal() or not 1 <= int(number) <= int(of):
        raise wrong_usage(f"--shard takes I/N, such as 2/8 for the second of eight parts, not {text!r}.")
    if out is None:
        raise wrong_usage("--shard needs --out, the file to write the part to.")
    return int(number), int(of)


def not_both(shard: str | None, cluster: str | None) -> None:
    """A shard is judged by one machine."""
    if shard is not None and cluster is not None:
        raise wrong_usage("--shard is for machines that know nothing of one another; leave it out with --cluster.")


def not_of_view(cluster: str | None, view: str, no_text: bool) -> None:
    """What a view shows is judged by one process."""
    if cluster is not None and (view != "all" or no_text):
        raise wrong_usage("--cluster judges whole logs, not what a view shows.")


def without_shard(out: str | None) -> None:
    """`--out` is for `--shard` only."""
    if out is not None:
        raise wrong_usage("--out is where a part is written: it goes with --shard.")


def size(memory: str) -> str:
    """The amount of `--memory`."""
    if not _SIZE.fullmatch(memory.strip()):
        raise wrong_usage(f"--memory takes an amount such as 512MB or 2GB, not {memory!r}.")
    return memory


def content(folders: Iterable[str] | None) -> list[str]:
    """The folders of `--content`, which must be there."""
    out = list(folders or ())
    for folder in out:
        if not os.path.exists(folder):
            raise no_access(f"There is no folder {folder!r} with content packs.")
    return out

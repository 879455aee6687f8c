"""A game out of a database, judged again from the lines that it keeps, so that it can be played on a page."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vflog.engine.board import Names
from vflog.engine.settings import Settings
from vflog.figures.figure import Row
from vflog.figures.text import visible
from vflog.log.canonical import canonical
from vflog.log.decode import NOT_SHOWN
from vflog.log.sources import Original
from vflog.log.sources import Source as Input
from vflog.playback.cursor import Cursor
from vflog.playback.logs import GameLog, games_of
from vflog.reporting.source import Source
from vflog.store.masks import masked
from vflog.store.pseudonyms import Game

#: What stands for a line whose bytes are not kept.
_NOT_KEPT = canonical({"type": NOT_SHOWN})


class NotKept(Exception):
    """A game that cannot be judged again from a database: a sentence that says why not."""


def cursor(source: Source, game: Row, content: Sequence[str]) -> Cursor:
    """A cursor over a game, judged as it was when it was loaded; raises `NotKept`.

    `content` are folders with packs; they are also looked for beside the log.
    """
    key = game["game_key"]
    lines = source.rows("kept_lines", key)
    if not lines or any(row["raw"] is None and row["type"] is not None for row in lines):
        raise NotKept("The database does not keep the lines of the log.")
    settings = Settings(content=tuple(content), overrides=_overrides(source, game), holds_under=False, digests=True)
    logs = list(games_of(_input(lines, game), settings))
    if len(logs) != 1:
        raise NotKept("The log could not be read again.")
    log = logs[0]
    if log.verdict.status == "unsupported" and game["status"] != "unsupported":
        raise NotKept(f"The content pack {game['content_pack']} was not found.")
    if not _agrees(log, game):
        raise NotKept("Judged again, the log came to something else than the database holds.")
    return Cursor(log, settings)


def _overrides(source: Source, game: Row) -> dict[str, str]:
    """By what rulings it was judged, whatever its header says."""
    rows = source.ask("SELECT name, value FROM game_rulings WHERE game_key = $game_key", game["game_key"])
    found = {row["name"]: row["value"] for row in rows}
    return found | ({"revision": game["revision"]} if game["revision"] is not None else {})


def _input(lines: Sequence[Row], game: Row) -> Input:
    """The lines as an input, with what became of them: of some no longer everything is seen."""
    original = Original(status={1: game["status"]})
    stopped = False
    for number, row in enumerate(lines, 1):
        became = row["judged"]
        if became == "taken_back":
            became = "refused" if row["lessened"] else "unjudged" if stopped else "applied"
        stopped = became in ("refused", "unjudged") or (stopped and became == "no record")
        if row["type"] is not None:
            original.judged[number] = "withheld" if became == "refused" and row["hidden"] else became
    data = b"".join((_NOT_KEPT if row["raw"] is None else bytes(row["raw"])) + b"\n" for row in lines)
    file = game["file"] or "log"
    return Input(file, os.path.abspath(file), data=data, original=original)


def _agrees(log: GameLog, game: Row) -> bool:
    counts = ("applied", "refused", "taken_back", "unjudged")
    return all(getattr(log.verdict, name) == game[name] for name in counts) and (
        game["public_digest"] is None or log.verdict.public == game["public_digest"]
    )


class Unnamed(msgspec.Struct, frozen=True):
    """Tells of a game with pseudonyms in the place of its players (`playback.tape.Telling`)."""

    game: Game

    def text(self, text: str) -> str:
        """A sentence with pseudonyms."""
        return visible(self.game.words.replaced(text))

    def state(self, document: dict[str, Any]) -> dict[str, Any]:
        """A state document with pseudonyms."""
        words, naming = self.game
        told: dict[str, Any] = msgspec.json.decode(
            masked(msgspec.json.encode(document).decode(), words, naming, state=True)
        )
        return told

    def names(self, names: Names) -> Mapping[str, str]:
        """The pseudonyms are what players are called; where ids are seats they stay, and the names go."""
        words, naming = self.game
        if naming.seats:
            return {player: visible(words.who(name)) for player, name in names.items()}
        return {words.who(player): words.who(player) for player in names}

"""Examples of inputs: what lies in a folder and the command that judges it, without the problem and with it.

What cannot be shown as text (packed bytes, very long ones) is made here and told in words.
"""

from __future__ import annotations

import bz2
import gzip
from typing import NamedTuple

from vflog.engine.examples import line
from vflog.games.veiled_fate.content import new_pack
from vflog.games.veiled_fate.examples.files import MILK, SOUND, head
from vflog.games.veiled_fate.examples.situations import Fields, header
from vflog.log.archives import ZSTD


class Thing(NamedTuple):
    """A file in the folder: its name and bytes; `words` tell what it is where its text is not shown.

    `leads`: it is a link, and leads there.
    """

    name: str
    data: bytes = b""
    words: str = ""
    leads: str = ""

    def shown(self) -> list[str]:
        """The file as text: its name, with what is told of it or with its lines below."""
        if self.words:
            return [f"{self.name}: {self.words}"]
        return [f"{self.name}:", *(f"  {line}" for line in self.data.decode().splitlines())]


class Side(NamedTuple):
    """A command, and what lies in the folder in which it is given."""

    command: str
    things: tuple[Thing, ...]

    def shown(self) -> tuple[str, ...]:
        """First the files, then the command."""
        return (*(line for thing in self.things for line in thing.shown()), f"$ {self.command}")


class Inputs(NamedTuple):
    """Inputs whose judging does not bring the code, and inputs with which it is all that is told."""

    code: str
    given: str
    legal: Side
    illegal: Side


def _one(code: str, given: str, legal: Thing, illegal: Thing) -> Inputs:
    """A single file that is judged by its name."""
    sides = (Side(f"vflog validate {thing.name}", (thing,)) for thing in (legal, illegal))
    return Inputs(code, given, *sides)


def _asked(code: str, given: str, legal: str, illegal: str, *things: Thing) -> Inputs:
    """The same files, judged by two commands."""
    return Inputs(code, given, Side(f"vflog validate {legal}", things), Side(f"vflog validate {illegal}", things))


def _with_pack(code: str, game: Fields, legal: Thing, illegal: Thing) -> Inputs:
    """A log, and beside it a content pack."""
    log = Thing("tea.jsonl", line({**game, "content": {"pack": "mine"}}).encode() + b"\n")
    sides = (Side("vflog validate tea.jsonl", (log, pack)) for pack in (legal, illegal))
    return Inputs(code, "A log, and beside it the pack that it names", *sides)


def _pack(text: str, more: str) -> Thing:
    """A pack that is not quite new."""
    return Thing("mine.toml", text.encode(), f"{_NEW.words}, {more}")


def _zstd(data: bytes, window: int) -> bytes:
    """A frame of one block that is stored as it is (RFC 8878), with a window of 2 to that power."""
    return ZSTD + bytes((0, window - 10 << 3)) + (len(data) << 3 | 1).to_bytes(3, "little") + data


def _long(letters: int) -> bytes:
    return f'{head()}{{"type":"note","text":"{"a" * letters}"}}\n'.encode()


def _late(game: str) -> bytes:
    games = "".join(head(f"g{number}") for number in range(1, 21))
    return f'{games}{{"type":"note","game":"{game}","text":"tea"}}\n'.encode()


_TEA = SOUND.encode()
_LOG = Thing("tea.jsonl", _TEA, "a log")
_CLAIM = f'{{"type":"claim","state":"sha256:{"0" * 64}"}}\n'
_BELOW = _LOG._replace(name="logs/tea.jsonl")
_LINK = Thing("logs/last.jsonl", words="a link to logs/milk.jsonl, which is not there", leads="milk.jsonl")
_GZIP = gzip.compress(_TEA, mtime=0)
_PACKED = Thing("tea.jsonl.gz", _GZIP, "a log, packed with gzip")
_PACK = new_pack("mine")
_NEW = Thing("mine.toml", _PACK.encode(), "a pack as `vflog content new mine` makes it")
_FAVOR = '[[favors]]\nid = "gate"\npower = "portal"\ncorruption = 1\ncopies = 3'
_SERVANTS = 'servants = ["invictus", "tacita", "ora"]'
_PROPHET = "[roles.prophet]"
_FORETOLD = 'prophecies = [{ demi = "naka", age = 1, renown = 3 }, { demi = "belan", age = 2, renown = 5 }]'

INPUTS: tuple[Inputs, ...] = (
    _one("archive.truncated", "A packed log", _PACKED,
         Thing("tea.jsonl.gz", _GZIP[:-4], "the same without its last four bytes")),
    _one("archive.corrupt", "A packed log to which a line is added",
         Thing("tea.jsonl.gz", _GZIP + gzip.compress(MILK.encode(), mtime=0),
               "a log packed with gzip, then another line packed with gzip"),
         Thing("tea.jsonl.gz", _GZIP + MILK.encode(), "a log packed with gzip, then another line as plain text")),
    _one("archive.checksum", "A packed log", _PACKED,
         Thing("tea.jsonl.gz", _GZIP[:-5] + bytes((_GZIP[-5] ^ 1,)) + _GZIP[-4:],
               "the same with another checksum (the fifth byte from the end is changed)")),
    _one("archive.window", "A packed log to which a line is added",
         *(
             Thing("tea.jsonl.zst", _zstd(_TEA, 20) + _zstd(MILK.encode(), window),
                   f"a log packed with zstd, then another line packed with zstd and a window of {size} MiB")
             for window, size in ((27, 128), (28, 256))
         )),
    _one("file.other-format", "A packed log", _PACKED,
         Thing("tea.jsonl.bz2", bz2.compress(_TEA), "a log, packed with bzip2")),
    _one("file.encoding", "A file", Thing("tea.jsonl", _TEA, "a log, saved as UTF-8"),
         Thing("tea.jsonl", SOUND.encode("utf-16"), "the same, saved as UTF-16")),
    _one("line.too-long", "A long line", Thing("tea.jsonl", _long(10**6), "a game with a note of a million letters"),
         Thing("tea.jsonl", _long(2 * 10**6), "a game with a note of two million letters")),
    _one("game.too-late", "A file of many games, one after the other",
         Thing("night.jsonl", _late("g20"), 'headers of twenty games, "g1" to "g20", then a note with "game":"g20"'),
         Thing("night.jsonl", _late("g1"), 'headers of twenty games, "g1" to "g20", then a note with "game":"g1"')),
    _asked("game.not-compared", "A game and its beginning; a file can be read once more, standard input cannot",
           "whole.jsonl begun.jsonl", "- begun.jsonl < whole.jsonl",
           Thing("whole.jsonl", _TEA + MILK.encode()), Thing("begun.jsonl", _TEA)),
    Inputs("view.hidden", "A log, as everybody sees it", Side("vflog validate tea.jsonl --view public", (_LOG,)),
           Side("vflog validate tea.jsonl --view public", (Thing("tea.jsonl", _TEA + _CLAIM.encode()),))),
    _asked("input.not-found", "A folder", "tea.jsonl", "milk.jsonl", _LOG),
    _asked("input.no-match", "A folder", "'t*.jsonl'", "'m*.jsonl'", _LOG),
    _asked("input.twice", "A folder", "logs", "logs logs/tea.jsonl", _BELOW),
    Inputs("input.empty-folder", "A folder", Side("vflog validate logs", (_BELOW,)),
           Side("vflog validate logs", (_LOG._replace(name="logs/tea.txt"),))),
    Inputs("input.folder-like-log", "A folder in a folder",
           Side("vflog validate logs", (_LOG._replace(name="logs/old/tea.jsonl"),)),
           Side("vflog validate logs", (_LOG._replace(name="logs/old.jsonl/tea.jsonl"),))),
    _asked("input.skipped", "A folder with a link in it", "logs/tea.jsonl", "logs", _BELOW, _LINK),
    _asked("input.unreadable", "A folder with a link in it", "logs/tea.jsonl", "logs/last.jsonl", _BELOW, _LINK),
    _with_pack("content.bad-pack", header(2), _NEW,
               _pack(_PACK.replace('"mine"', "mine", 1), "but with the line `id = mine` (no quotes)")),
    _with_pack("content.no-servants", header(3, "servants"),
               _pack(_PACK.replace("[fate]", f"{_SERVANTS}\n[fate]", 1), f"with the line `{_SERVANTS}`"), _NEW),
    _with_pack("content.no-favors", header(3, "hadria"),
               _pack(f"{_PACK}\n{_FAVOR}\n", "with three copies of a Favor"), _NEW),
    _with_pack("content.no-role", header(4, role="prophet"),
               _pack(f"{_PACK}\n{_PROPHET}\n{_FORETOLD}\n", f"with `{_PROPHET}` and below it `{_FORETOLD}`"), _NEW),
)  # fmt: skip

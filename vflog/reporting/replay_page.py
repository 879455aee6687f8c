"""The page on which a game is played again: one file to send, or a part of the report's page of a game."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from vflog.engine.board import Names
from vflog.engine.verdict import GameVerdict
from vflog.figures.text import short, visible
from vflog.playback.cursor import Cursor
from vflog.playback.tape import AsItIs, Row, Tape, beginning, tape, without_states
from vflog.reporting.page import asset, render
from vflog.version import VERSION

#: Characters of records that stand in the page as they are read without scripts; the tape has all.
ROOM = 60_000
#: Bytes that the page of a game may have.
MOST = 300_000
_WORDS = 240
_CHANGES = 400
#: What a view is called.
_CALLED = {"all": "everything", "public": "what everybody sees"}


class Film(msgspec.Struct, kw_only=True):
    """What the template shows: the tapes packed, and the records of the first one as far as there is room.

    `more`: so many records stand in the tape alone; `cut`: so many do not even stand there.
    """

    packed: Markup
    rows: list[Row]
    last: int
    more: int
    cut: int = 0
    game_key: int | None = None
    #: The number of the record at which the page opens where a link names none; `None`: the first.
    opens: int | None = None


def fitted(tapes: Sequence[Tape], page: Callable[[Film], str], game_key: int | None = None) -> str:
    """The page of one game, the first of whose tapes is shown at first; no larger than a page may be.

    Where there is no room for all, first the records are left to the tape, then the state documents are left out, and
    of a game of many thousand records the last ones.
    """
    text = page(_film(tapes, game_key, ROOM))
    if (over := _size(text) - MOST) > 0:
        text = page(_film(tapes, game_key, max(0, ROOM - over)))
    if _size(text) > MOST:
        tapes = [without_states(each) for each in tapes]
        text = page(_film(tapes, game_key, 0))
    records = count = max(len(each.rows) for each in tapes)
    while _size(text) > MOST and count > 1:
        count = count * 4 // 5
        text = page(_film([beginning(each, count) for each in tapes], game_key, 0, cut=records - count))
    return text


class Visible(AsItIs):
    """Everything as it stands, but nothing that people wrote can move what stands around it."""

    def text(self, text: str) -> str:
        """With steering characters written out."""
        return visible(text)

    def names(self, names: Names) -> Names:
        """With steering characters written out."""
        return {player: visible(name) for player, name in names.items()}


def _size(text: str) -> int:
    return len(text.encode())


def _film(tapes: Sequence[Tape], game_key: int | None, room: int, *, cut: int = 0) -> Film:
    plain = [{**msgspec.to_builtins(each), "called": _called(each.view)} for each in tapes]
    packed = b64encode(zlib.compress(msgspec.json.encode(plain), 9)).decode()
    rows = tapes[0].rows
    shown = _fitting(rows, room)
    return Film(
        packed=Markup(packed),
        rows=shown,
        last=max(len(rows) - 1, 0),
        more=len(rows) - len(shown),
        cut=cut,
        game_key=game_key,
    )


def _called(view: str) -> str:
    return _CALLED.get(view, f"what {view} sees")


def _fitting(rows: Sequence[Row], room: int) -> list[Row]:
    """As many records, from the first, as there is room for."""
    out: list[Row] = []
    for row in rows:
        words, changes = short(row.words, _WORDS), short(row.changes, _CHANGES)
        room -= 60 + len(words) + len(changes) + sum(60 + len(p.message) for p in row.problems)
        if room < 0:
            break
        out.append(msgspec.structs.replace(row, words=words, changes=changes))
    return out


def single(cursors: Iterable[tuple[str, Cursor]], at: int | None = None) -> str:
    """One file with a game, seen by one or more views, the first of them at first; it needs nothing beside it.

    It opens at the record `at`, or at the first. A link to it ends in `#n=143` for the position after record 143.
    Raises `NotThere` where no record has that number.
    """
    tapes: list[Tape] = []
    given: Cursor | None = None
    for view, cursor in cursors:
        given = given or cursor
        tapes.append(tape(cursor, view, Visible()))
    assert given is not None
    first = tapes[0].view
    around = _around(given, "" if first == "all" else f"Shown is {_called(first)}.")
    if at is not None:
        given.place_of(at)

    def page(film: Film) -> str:
        return render("single.html", **around, film=msgspec.structs.replace(film, opens=at))

    return fitted(tapes, page)


def _around(cursor: Cursor, seen: str) -> dict[str, Any]:
    verdict = cursor.verdict
    style, script = (asset(name).decode() for name in ("replay.css", "replay.js"))
    return {
        "title": cursor.game,
        "status": verdict.status,
        "verdict": _said(verdict, cursor),
        "seen": seen,
        "css": Markup(asset("report.css").decode() + style),
        "script": Markup(script),
        "tool": VERSION,
    }


def _said(verdict: GameVerdict, cursor: Cursor) -> str:
    """The verdict in a sentence."""
    from vflog.engine.people import people

    called = people(cursor.header)
    players = ", ".join(called.values())
    if verdict.winners is not None:
        winners = ", ".join(called.get(player, player) for player in verdict.winners) or "nobody"
        return f"{players}. Won by {winners}."
    return f"{players}."

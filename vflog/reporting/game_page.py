"""The page of one game: how it ended, the game to be played again, its figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vflog.figures.figure import Row
from vflog.figures.pages import RulesetPages
from vflog.figures.text import said, short, visible
from vflog.figures.text import words as as_words
from vflog.log.output import Folder
from vflog.playback.tape import Remark, Tape, still, tape
from vflog.playback.tape import Row as Shown
from vflog.reporting import kept
from vflog.reporting.overview import invented, where
from vflog.reporting.page import cell_html, render, shown, side_by_side
from vflog.reporting.replay_page import Film, Visible, fitted
from vflog.reporting.sentences import Tell, teller
from vflog.reporting.shared import open_points, pages_of
from vflog.reporting.source import Source, csv

#: Records with text that people wrote freely: a page with pseudonyms does not show it.
_FREE_TEXT = frozenset({"note", "ruling", "amend"})


def game_page(
    source: Source, folder: Folder, game: Row, common: Mapping[str, Any], content: Sequence[str] = ()
) -> Path:
    """Write the page of a game, with the SQL and CSV of its figures; `content` are folders with packs."""
    key = game["game_key"]
    place = f"games/{key}"
    pages = pages_of(game["ruleset"])
    own = pages.game
    figures = [shown(source, pages, figure, place, "../", _no_link, folder.write, key) for figure in own.figures]
    always = own.always if game["applied"] else ()
    figures = side_by_side([it for it in figures if it.script is not None or it.figure.name in always])
    query, package = (own.records, pages.package) if own.records else ("record_list", __package__)
    records = records_of(source, game, source.rows(query, key, package=package))
    folder.write(f"{place}/records.sql", source.text(query, key, package=package))
    folder.write(f"{place}/records.csv", csv(records))
    query, package = (own.players, pages.package) if own.players else ("game_players", __package__)
    players = source.rows(query, key, package=package)
    columns = [c for c in own.player_columns if any(row[c.name] is not None for row in players)]
    problems = [{**row, "message": source.masked(key, row["message"])} for row in source.rows("game_problems", key)]
    played, why_not = _played(source, game, content)
    played.rows = _rows(records, played.rows, problems)

    def page(film: Film) -> str:
        return render(
            "game.html",
            up="../",
            here="game",
            game=game,
            own=own,
            verdict=verdict_of(game, own.sound),
            facts=facts_of(source, pages, game),
            columns=columns,
            players=[{**row, "cells": [cell_html(row[c.name], c, _no_link) for c in columns]} for row in players],
            open_points=open_points(game["ruleset"], own.disputed, problems) if own.disputed else [],
            problems=problems,
            figures=figures,
            film=film,
            why_not=why_not,
            records_csv=f"../{place}/records.csv",
            records_sql=f"../{place}/records.sql",
            invented=invented([game]),
            **common,
        )

    return folder.write(f"games/{key}.html", fitted([played], page, key))


def _played(source: Source, game: Row, content: Sequence[str]) -> tuple[Tape, str | None]:
    """The game to be played again; where it cannot be, a tape without states, and why."""
    try:
        cursor = kept.cursor(source, game, content)
    except kept.NotKept as why:
        return still(), str(why)
    return tape(cursor, telling=kept.Unnamed(source.people(game["game_key"])) if source.pseudonyms else Visible()), None


def _rows(records: Sequence[Row], played: Sequence[Shown], problems: Sequence[Row]) -> list[Shown]:
    """The records of the page: in words, with what the tables say that they changed, and their problems."""
    told: dict[int, list[Remark]] = {}
    for problem in problems:
        if problem["line"] is not None:
            rule = problem["rule"] or problem["code"]
            found = Remark(severity=problem["severity"], message=visible(problem["message"]), rule=rule)
            told.setdefault(problem["line"], []).append(found)
    seen = {i: row.changes for i, row in enumerate(played)}
    return [
        Shown(
            n=row["n"],
            line=row["line"],
            type=row["type"],
            judged=row["judged"],
            words=_said(row),
            changes=visible(row["changes"] or seen.get(i, "")),
            problems=told.get(row["line"], []),
        )
        for i, row in enumerate(records)
    ]


def _said(row: Row) -> str:
    return visible(row["words"] or " ".join(filter(None, (as_words(row["type"]), row["player"]))))


def _no_link(key: int) -> tuple[str, None]:
    return str(key), None


def verdict_of(game: Row, sound: str) -> str:
    """The verdict in a sentence."""
    winners = game["winners"] or []
    if game["status"] in ("valid", "adjudicated"):
        how = sound if game["status"] == "valid" else "It stands by a judge's word"
        won = f"{_and([said(w, 60) for w in winners])} won" if winners else "nobody won"
        return f"{how}; {won}."
    if game["status"] == "invalid" and game["first_n"] is not None:
        return f"Record {game['first_n']} breaks {game['first_rule'] or 'the format'}; what follows it is not judged."
    return {
        "incomplete": "The log stops before the game is over.",
        "abandoned": "The players stopped before the game was over.",
        "unsupported": "This version, or these cards, cannot judge it.",
    }.get(game["status"], "The log has an error.")


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def facts_of(source: Source, pages: RulesetPages, game: Row) -> list[tuple[str, str]]:
    own = source.own_row(pages.games_table, game["game_key"])
    counts = [f"{game['applied']:,} applied"]
    counts += [
        f"{game[name]:,} {name.replace('_', ' ')}" for name in ("refused", "taken_back", "unjudged") if game[name]
    ]
    source_app = " ".join(filter(None, (game["source_app"], game["source_version"])))
    pairs = [
        ("Records", f"{game['records']:,}: {', '.join(counts)}"),
        *(pages.game.facts(own) if own is not None else ()),
        ("Rules", " ".join(filter(None, (game["ruleset"], game["revision"])))),
        ("Pack", game["content_pack"] or ""),
        ("Front end", source_app),
        ("Where", where(game, masked=source.pseudonyms)),
        ("Began", f"{game['started_utc']:%Y-%m-%d %H:%M} UTC" if game["started_utc"] else ""),
        ("Counted", "yes" if game["counted"] else f"no, {game['why_not']}"),
        ("Public digest", short((game["public_digest"] or "").removeprefix("sha256:"), 13)),
    ]
    return [(name, value) for name, value in pairs if value]


def records_of(source: Source, game: Row, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Every record in words, and what it changed."""
    tell = teller(rows[0]["body"] if rows else None)
    return [_record(source, game["game_key"], row, tell) for row in rows]


def _record(source: Source, key: int, row: Row, tell: Tell) -> dict[str, Any]:
    kept = ("n", "line", "type", "player", "age", "turn", "judged", "at_text")
    line = row["body"]
    silent = line is None or (source.pseudonyms and row["type"] in _FREE_TEXT)
    said_so = None if silent else tell(line) or (None if source.pseudonyms else line)
    return {name: row[name] for name in kept} | {
        "words": source.masked(key, said_so),
        "changes": source.masked(key, row["changes"]),
    }

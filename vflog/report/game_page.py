"""The page of one game: how it ended, its figures, and every record with what it changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from vflog.report.figure import Row
from vflog.report.figures import GAME
from vflog.report.files import Folder
from vflog.report.overview import invented, where
from vflog.report.page import render, shown
from vflog.report.source import Source, csv
from vflog.report.text import plural, said, short

#: Characters of records on a page; the CSV has all.
_RECORD_CHARACTERS = 90_000
_BODY = 160
_CHANGES = 400
#: Members of a line that stand beside its body already, or say nothing about the play.
_ELSEWHERE = frozenset({"type", "n", "game", "at", "player"})
#: Names that a record gives as values stay out of a page with pseudonyms.
_FREE_TEXT = frozenset({"text", "reason", "by"})


def game_page(source: Source, folder: Folder, game: Row, common: Mapping[str, Any]) -> Path:
    """Write the page of a game, with the SQL and CSV of its figures."""
    key = game["game_key"]
    place = f"games/{key}"
    figures = [shown(source, figure, place, "../", lambda _: None, folder.write, key) for figure in GAME]
    figures = [it for it in figures if it.script is not None or it.figure.name in ("renown", "votes")]
    records = [_record(source, key, row) for row in source.rows("record_list", key)]
    folder.write(f"{place}/records.sql", source.text("record_list", key))
    folder.write(f"{place}/records.csv", csv(records))
    fitting = _fitting(records)
    players = source.rows("game_players", key)
    problems = [{**row, "message": source.veiled(key, row["message"])} for row in source.rows("game_problems", key)]
    page = render(
        "game.html", up="../", here="game", game=game, verdict=_verdict(game), facts=_facts(source, game), players=players,
        problems=problems, figures=figures, records=[_brief(row) for row in fitting], more_records=len(records) - len(fitting),
        records_csv=f"../{place}/records.csv", records_sql=f"../{place}/records.sql", last=max(game["records"] - 1, 0),
        invented=invented([game["content_pack"] if game["content_invented"] else None]), **common,
    )  # fmt: skip
    return folder.write(f"games/{key}.html", page)


def _verdict(game: Row) -> str:
    """The verdict in a sentence."""
    winners = game["winners"] or []
    if game["status"] in ("valid", "adjudicated"):
        how = "Every record is by the rules" if game["status"] == "valid" else "It stands by a judge's word"
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


def _facts(source: Source, game: Row) -> list[tuple[str, str]]:
    expansions = [name for name in ("hadria", "celestials", "servants") if game[name]]
    counts = [f"{game['applied']:,} applied"]
    counts += [f"{game[name]:,} {name.replace('_', ' ')}" for name in ("refused", "taken_back", "unjudged") if game[name]]
    source_app = " ".join(filter(None, (game["source_app"], game["source_version"])))
    pairs = [
        ("Records", f"{game['records']:,}: {', '.join(counts)}"),
        ("Played", plural(game["ages_played"], "Age") if game["ages_played"] is not None else ""),
        ("With", ", ".join(name.capitalize() for name in expansions) or "the base game"),
        ("Rules", " ".join(filter(None, (game["ruleset"], game["revision"])))),
        ("Powers", game["powers"] or ""),
        ("Pack", game["content_pack"] or ""),
        ("Front end", source_app),
        ("Where", where(game, veiled=source.pseudonyms)),
        ("Began", f"{game['started_utc']:%Y-%m-%d %H:%M} UTC" if game["started_utc"] else ""),
        ("Counted", "yes" if game["counted"] else f"no, {game['why_not']}"),
        ("Public digest", short((game["public_digest"] or "").removeprefix("sha256:"), 17)),
    ]
    return [(name, value) for name, value in pairs if value]


def _record(source: Source, key: int, row: Row) -> dict[str, Any]:
    return {
        **row,
        "body": source.veiled(key, _body(row["body"], veiled=source.pseudonyms)),
        "changes": source.veiled(key, row["changes"]),
    }


def _body(line: str | None, *, veiled: bool) -> str | None:
    """What a line says beside its type and player, as words and values."""
    if line is None:
        return None
    try:
        told = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return line
    if not isinstance(told, dict):
        return line
    left_out = _ELSEWHERE | (_FREE_TEXT if veiled else frozenset())
    return " · ".join(f"{name} {_value(value)}" for name, value in told.items() if name not in left_out)


def _value(value: Any) -> str:
    match value:
        case str():
            return value
        case None | [] | {}:
            return "none"
        case list() if all(isinstance(each, dict) for each in value):
            return "; ".join(" ".join(map(_value, each.values())) for each in value)
        case list():
            return ", ".join(map(_value, value))
        case dict():
            return ", ".join(f"{name} {_value(each)}" for name, each in value.items())
        case _:
            return msgspec.json.encode(value).decode()


def _brief(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "n": row["n"], "type": short(row["type"], 40), "player": short(row["player"], 40) if row["player"] else None,
        "judged": row["judged"], "body": short(row["body"], _BODY) if row["body"] else None,
        "changes": short(row["changes"], _CHANGES) if row["changes"] else None,
    }  # fmt: skip


def _fitting(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As many of the records, from the first, as a page has room for."""
    room = _RECORD_CHARACTERS
    for i, row in enumerate(records):
        room -= 90 + min(len(row["body"] or ""), _BODY) + min(len(row["changes"] or ""), _CHANGES)
        if room < 0:
            return records[:i]
    return records

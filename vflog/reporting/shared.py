"""What every report has, whatever its rulesets: players, front ends, logs; and the pages that each ruleset brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vflog.engine import ruleset as rulesets
from vflog.figures.figure import Column, Figure, Row
from vflog.figures.filters import Filter, by
from vflog.figures.pages import Page, RulesetPages, Table
from vflog.figures.shares import Rates, forms
from vflog.log.problems import Unsupported
from vflog.reporting import soundness

SOUND = Figure(
    name="sound", number=15, title="Sound logs by front end", question="Whose logs are sound?",
    forms=forms("sound"), counted=False, empty="No game has been judged.",
    draw=Rates(
        title="Front end", hit="that is sound", miss="with an error", along="share of games without an error", most=25,
        named=str, left=148, notes=("Games that just stop, were abandoned or could not be judged are in no share.",),
    ).draw,
    measure="Of the games of a front end and version that are sound or have an error, the share that is sound. Games "
    "that just stop, were abandoned or could not be judged are neither.",
)  # fmt: skip
PLAYERS_WON = Figure(
    name="players", number=9, title="Players", question="Who wins how often?", forms=forms("players"),
    needs=(("game_key IN (SELECT game_key FROM players WHERE won IS NOT NULL AND role IS NULL)",
            "without an end that names who won"),),
    draw=Rates(
        title="Player", hit="won", miss="not won", along="share of games won", most=30, named=str, left=138,
        notes=("A player is an id within a front end, or a human of a tournament's file.",),
    ).draw,
    empty="No counted game has an end that names who won.",
    measure="Of the games of a player, the share that the player won. A player is a human of a tournament's file, else "
    "an id within a front end. By chance every player (or team) wins alike often; players with a role are left out.",
)  # fmt: skip
PLAYERS = Page(
    name="players", title="Players", link="Players", figures=(PLAYERS_WON,),
)  # fmt: skip
APPS = Page(
    name="apps", title="Front ends", link="Front ends", figures=(SOUND,),
    tables=(
        Table(
            query="apps", title="Front ends and what became of their games", empty="No game at all.", counted=False,
            columns=(
                Column("app", "Front end"), Column("app_version", "Version"), Column("games", "Games", "number"),
                Column("sound", "Sound", "number"), Column("wrong", "With an error", "number"),
                Column("unfinished", "Not finished", "number"), Column("unsupported", "Not judged", "number"),
                Column("records", "Records", "number"), Column("problems", "Problems", "number"),
                Column("often", "Most often first"), Column("examples", "With an error", "games"),
            ),
        ),
    ),
)  # fmt: skip
LOGS = Page(
    name="logs",
    title="Logs",
    link="Logs",
    figures=(soundness.PROBLEMS,),
    tables=(
        Table(
            query="summary", title="Problems by front end, version and code", empty="No problem at all.",
            counted=False,
            columns=(
                Column("app", "Front end"), Column("app_version", "Version"), Column("code", "Code"),
                Column("severity", "Severity"), Column("rule", "Rule"), Column("basis", "Basis"),
                Column("problems", "Problems", "number"), Column("games", "Games", "number"),
            ),
        ),
        Table(
            query="files", title="Files", empty="No file has been loaded.", counted=False,
            columns=(
                Column("file", "File"), Column("lines", "Lines", "number"), Column("blank", "Blank", "number"),
                Column("records", "Records", "number"), Column("rejects", "Rejects", "number"),
                Column("repeats", "Repeats", "number"), Column("games", "Games", "number"),
                Column("problems", "Problems", "number"),
            ),
        ),
    ),
)  # fmt: skip
#: A human of a tournament's file (`human:EVENT:ID`), else an id within a front end (`APP:ID`).
_WHO = (
    "CASE WHEN p.person_id IS NOT NULL THEN concat_ws(':', 'human', g.event, p.person_id) "
    "ELSE concat_ws(':', coalesce(g.source_app, ''), p.player_id) END"
)
_SEATED = (
    "SELECT *, 1.0 / count(DISTINCT coalesce(team, -seat)) OVER (PARTITION BY game_key) AS chance "
    "FROM players WHERE won IS NOT NULL AND role IS NULL"
)
FILTERS = (
    by("event", "Event", "event", compared=True),
    by("round", "Round", "round"),
    by("table", "Table", "table_id"),
    by(
        "app", "Front end", "source_app", compared=True, hit="sound", counted=False,
        hits="SELECT game_key, source_app AS value, status IN ('valid', 'adjudicated') AS hit, NULL AS chance "
        "FROM games WHERE status IN ('valid', 'adjudicated', 'invalid', 'unreadable')",
    ),
    by("status", "Status", "status"),
    by("counted", "Counted", "CASE WHEN counted THEN 'yes' ELSE why_not END"),
    by("players", "Players", "players"),
    by("ruleset", "Game", "ruleset"),
    by("revision", "Revision", "revision"),
    by("pack", "Pack", "content_pack"),
    by("rulings", "Rulings", "name || '=' || value", "game_rulings", everywhere=False),
    Filter(
        name="player", title="Player", compared=True, hit="won",
        values=f"SELECT g.game_key, {_WHO} AS value, concat_ws(' · ', p.called, "
        "CASE WHEN p.person_id IS NOT NULL THEN g.event ELSE g.source_app END) AS label "
        "FROM players p JOIN games g USING (game_key)",
        hits=f"SELECT g.game_key, {_WHO} AS value, p.won AS hit, p.chance "
        f"FROM ({_SEATED}) p JOIN games g USING (game_key)",
    ),
)  # fmt: skip
SHARED = RulesetPages(ruleset=None, package=__package__, pages=(PLAYERS, APPS, LOGS), filters=FILTERS)


def pages_of(ruleset: str | None) -> RulesetPages:
    """What the ruleset of that name brings; the least there is where it brings nothing, or is not there."""
    try:
        found = rulesets.ruleset(ruleset or "").pages()
    except Unsupported:
        found = None
    return found if found is not None else RulesetPages(ruleset=ruleset, package=__package__)


def every(names: Iterable[str | None]) -> list[RulesetPages]:
    """What these rulesets bring, then what every report has."""
    return [*map(pages_of, sorted({name for name in names if name is not None})), SHARED]


def open_points(ruleset: str, code: str, problems: Sequence[Row]) -> list[dict[str, Any]]:
    """The open points that a game comes to, in the order in which it does: what is open, and at which records."""
    known = rulesets.ruleset(ruleset).rules
    found: dict[str, list[int]] = {}
    for problem in problems:
        if problem["code"] == code and problem["n"] is not None:
            found.setdefault(problem["rule"], []).append(problem["n"])
    return [
        {"point": point, "title": known[point].title, "text": known[point].text, "records": records}
        for point, records in found.items()
    ]

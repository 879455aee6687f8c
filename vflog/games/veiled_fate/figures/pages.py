"""The pages of Veiled Fate: that of a game, and those over many games."""

from __future__ import annotations

from vflog.figures.figure import Column, Row
from vflog.figures.filters import Filter, by
from vflog.figures.pages import GamePage, Page, RulesetPages
from vflog.figures.text import plural
from vflog.games.veiled_fate.figures import (
    corruption,
    demis,
    flow,
    growth,
    ladder,
    margins,
    outcomes,
    rates,
    renown,
    renown_many,
    sources,
    votes,
)  # fmt: skip


def _facts(game: Row) -> list[tuple[str, str]]:
    expansions = [name.capitalize() for name in ("hadria", "celestials", "servants") if game[name]]
    return [
        ("Played", plural(game["ages_played"], "Age")),
        ("With", ", ".join(expansions) or "the base game"),
        ("Powers", game["powers"] or ""),
    ]


def _invented(games: list[Row]) -> str | None:
    """What to say where made-up cards of these games are read; nothing where there are none."""
    names = sorted({game["content_pack"] for game in games if game["content_invented"] and game["content_pack"]})
    if not names:
        return None
    which = f"the content pack {names[0]}" if len(names) == 1 else "the content packs " + ", ".join(names)
    what = "Quests, City cards, Fate counts and Corruption values"
    return f"{what} are those of {which}, made up and not taken from printed cards."


_EXPANSIONS = (
    "coalesce(nullif(concat_ws(', ', CASE WHEN hadria THEN 'Hadria' END, CASE WHEN celestials THEN 'Celestials' END, "
    "CASE WHEN servants THEN 'Servants' END), ''), 'the base game')"
)
FILTERS = (
    by("expansions", "Expansions", _EXPANSIONS, "veiled_fate_games"),
    by("powers", "Powers", "powers", "veiled_fate_games"),
    Filter(
        name="demi", title="Demi", compared=True, hit="won by the owner",
        values="SELECT DISTINCT game_key, demi AS value, demi AS label FROM player_demis",
        hits="SELECT game_key, demi AS value, bool_or(won) AS hit, "
        "1.0 / count(*) OVER (PARTITION BY game_key) AS chance "
        "FROM player_demis JOIN players USING (game_key, player_id) WHERE won IS NOT NULL AND role IS NULL "
        "GROUP BY game_key, demi",
    ),
)  # fmt: skip

PAGES = RulesetPages(
    ruleset="veiled-fate",
    package=__package__,
    game=GamePage(
        figures=(
            renown.GAME, ladder.GAME, votes.GAME, corruption.GAME, sources.GAME, flow.FATE, flow.TURNS,
        ),
        always=("renown", "votes"),
        marked="renown",
        ledger="votes",
        records="record_list",
        players="game_players",
        barred="barred by Corruption",
        player_columns=(Column("demis", "Demi"), Column("corruption", "Corruption", "number")),
        facts=_facts,
    ),
    pages=(
        Page(name="votes", title="Votes", link="Votes", figures=(outcomes.OUTCOMES, margins.MARGINS, rates.INTEREST)),
        Page(
            name="demis", title="Demis and Renown", link="Demis",
            figures=(
                rates.DEMIS, rates.FIRST_PLAYER, rates.SEATS, renown_many.LEADING, renown_many.RISK, renown_many.MANY,
                sources.MANY, sources.TRAVEL,
            ),
        ),
        Page(
            name="corruption", title="Corruption and Hadria", link="Corruption",
            figures=(
                rates.DECIDING, rates.ANNIHILATION, corruption.HADRIA, rates.WINNERS, corruption.MANY, sources.POWERS,
            ),
        ),
        Page(name="players", title="Players", link="Players", figures=(growth.GROWTH,)),
        Page(name="lengths", title="How long games last", link="Length", figures=(flow.LENGTHS,)),
    ),
    games_table="veiled_fate_games",
    small_line="small_lines",
    colours=demis.COLOURS,
    invented=_invented,
    filters=FILTERS,
)  # fmt: skip

"""Figures: rows in, picture out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

from tests.reporting.report_base import GAME, MANY, OWNERS, VF, asked, key_of
from vflog.figures import palette
from vflog.figures.figure import FEW_GAMES, MOST_BYTES, Figure, encode
from vflog.figures.style import spread
from vflog.games.veiled_fate.figures import renown, renown_many
from vflog.reporting.source import opened


def drawn(db: Path, figure: Figure, key: int | None = None) -> Any:
    with opened(db) as source:
        return figure.draw(asked(source, figure.name, key))


def colours_in(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value} if value.startswith("#") else set()
    if isinstance(value, dict):
        return set().union(*map(colours_in, value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*map(colours_in, value)) if value else set()
    return set()


@pytest.mark.parametrize("name", sorted(figure.name for figure in (*GAME, *MANY)))
def test_every_figure_is_one_that_plotly_knows(db: Path, many_db: Path, name: str) -> None:
    of, figure = OWNERS[name]
    sources = [(db, key_of(db, g)) for g in ("teams-7-hadria", "hidden-4p", "odd-names")] if figure.one_game else []
    seen = 0
    for base, key in sources or [(db, None), (many_db, None)]:
        picture = drawn(base, figure, key)
        if picture is None:
            continue
        seen += 1
        go.Figure({"data": picture.data, "layout": picture.layout})
        assert len(encode(picture)) <= MOST_BYTES
        assert picture.alt
        assert picture.rows
        assert {column.name for column in picture.columns} <= set(picture.rows[0])
        assert colours_in(picture.data) | colours_in(picture.layout) <= palette.PAIRS.keys() | of.colours.keys()
    assert seen


@pytest.mark.parametrize("name", sorted(OWNERS))
def test_no_rows_no_picture(name: str) -> None:
    assert OWNERS[name][1].draw([]) is None


@pytest.mark.parametrize("figure", MANY, ids=lambda figure: figure.name)
def test_equal_rows_equal_bytes(many_db: Path, figure: Figure) -> None:
    pictures = [drawn(many_db, figure) for _ in range(2)]
    assert pictures[0] is None or encode(pictures[0]) == encode(pictures[1])


def test_renown_tells_demis_apart_without_colour(db: Path) -> None:
    picture = drawn(db, renown.GAME, key_of(db, "teams-7-hadria"))
    demis = [trace for trace in picture.data if trace.get("meta") not in (None, "hadria")]
    looks = {(trace["line"]["dash"], trace["marker"]["symbol"]) for trace in demis}
    assert len(demis) == len(looks) == 9
    assert {trace["line"]["dash"] for trace in demis} == {"solid", "dash", "dot"}


def test_renown_sets_ties_apart_and_tells_the_true_value(db: Path) -> None:
    picture = drawn(db, renown.GAME, key_of(db, "teams-7-hadria"))
    demis = [trace for trace in picture.data if trace.get("meta") not in (None, "hadria")]
    assert len({trace["y"][0] for trace in demis}) == 9
    for trace in demis:
        for y, (value, _) in zip(trace["y"], trace["customdata"], strict=True):
            assert abs(y - value) < 0.5


def test_renown_agrees_with_the_tables(db: Path) -> None:
    key = key_of(db, "teams-7-hadria")
    picture = drawn(db, renown.GAME, key)
    with opened(db) as source:
        ends = source.ask(
            "SELECT marker, renown FROM snapshots WHERE game_key = $game_key AND moment = 'end' AND renown IS NOT NULL",
            key,
        )
    for row in ends:
        trace = next(trace for trace in picture.data if trace.get("meta") == row["marker"])
        assert trace["customdata"][-1][0] == row["renown"]
    assert "Annihilated: Belan." in picture.notes


def test_votes_have_parts_that_add_up(db: Path) -> None:
    with opened(db) as source:
        for name in ("teams-7-hadria", "hidden-4p", "half-hidden-4p"):
            rows = source.rows("votes", key_of(db, name), package=VF)
            for vote in {row["vote"] for row in rows}:
                parts = [row for row in rows if row["vote"] == vote]
                for side in ("feathers", "scorpions"):
                    assert sum(row[side] or 0 for row in parts) == parts[0][f"all_{side}"]


def test_lines_for_few_games_and_bands_for_many(db: Path, many_db: Path) -> None:
    assert renown_many.MANY.query(FEW_GAMES) == "renown_lines"
    assert renown_many.MANY.query(FEW_GAMES + 1) == "renown_bands"
    assert renown_many.MANY.query(10_000) == "renown_heat"
    assert {trace["type"] for trace in drawn(many_db, renown_many.MANY).data} == {"scatter"}
    with opened(many_db) as source:
        heat = renown_many.draw_many(asked(source, "renown_many", form="renown_heat"))
        lines = renown_many.draw_many(asked(source, "renown_many", form="renown_lines"))
    assert heat is not None
    assert {trace["type"] for trace in heat.data} == {"heatmap"}
    assert lines is not None
    assert all(len(trace["y"]) == 31 for trace in lines.data)


@pytest.mark.parametrize(
    "name", ["outcomes", "demis", "seats", "first_player", "deciding", "annihilation", "winners", "interest", "leading"]
)
def test_every_rate_has_its_interval(many_db: Path, name: str) -> None:
    with opened(many_db) as source:
        rows = asked(source, name)
    assert rows
    for row in rows:
        if row["rate"] is not None:
            assert 0 <= row["lo"] <= row["rate"] <= row["hi"] <= 1


def test_labels_that_would_lie_on_each_other_are_spread() -> None:
    placed = spread([3, 3, 3, 12, 12], 0.5, 0, 12)
    ordered = sorted(placed)
    assert all(b - a >= 0.45 for a, b in pairwise(ordered))
    assert max(placed) <= 12.3
    assert spread([1, 5], 0.5, 0, 12) == [1, 5]

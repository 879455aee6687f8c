"""Every page, in process: it can be drawn, holds strangers' text as text only, and says what it cannot show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dash.development.base_component import Component

from tests.reporting.report_base import EVIL, key_of
from vflog.dashboard import address
from vflog.dashboard.app import filled, listed, page, pages
from vflog.dashboard.asking import Desk, row_name
from vflog.dashboard.pages import game, games, now
from vflog.dashboard.parts import Look, dressed
from vflog.figures.filters import Choice

LOOKS = (Look(), Look(dark=True, narrow=True))
PAGES = (
    "/", "/games", "/votes", "/demis", "/corruption", "/players", "/lengths", "/apps", "/logs", "/standings",
    "/compare", "/sql",
)  # fmt: skip
#: Those that are made of figures.
OF_FIGURES = ("/votes", "/demis", "/corruption", "/players", "/lengths", "/apps", "/logs", "/compare")


def parts(shown: Any, *, within: bool = False) -> Iterator[Any]:
    """Every component and text; a list within a list cannot be drawn."""
    if isinstance(shown, list | tuple):
        assert not within, shown
        for each in shown:
            yield from parts(each, within=True)
    elif isinstance(shown, Component):
        yield shown
        yield from parts(getattr(shown, "children", None))
    elif shown is not None:
        assert isinstance(shown, str | int | float), shown
        yield shown


def figures(shown: Any) -> list[dict[str, str]]:
    return [each.id for each in parts(shown) if isinstance(each, Component) and type(each).__name__ == "Figure"
            and isinstance(getattr(each, "id", None), dict)]  # fmt: skip


def is_text(shown: Any) -> None:
    """Nothing on a page can become more than text."""
    for each in parts(shown):
        if isinstance(each, Component):
            told = each.to_plotly_json()
            assert type(each).__name__ not in ("Markdown", "Iframe", "Script", "ObjectEl", "Embed")
            assert not {"dangerously_allow_html", "dangerously_allow_code", "srcDoc"} & set(told["props"])
            href = told["props"].get("href")
            assert href is None or href.startswith(("/", "#")), href


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("look", LOOKS, ids=["desk", "phone"])
def test_a_page_is_drawn_with_all_its_figures(desk: Desk, path: str, look: Look) -> None:
    shown = page(desk, path, "", look)
    is_text(shown)
    json.dumps(
        [each.to_plotly_json() for each in parts(shown) if isinstance(each, Component)],
        default=lambda c: c.to_plotly_json(),
    )
    assert bool(figures(shown)) == (path in OF_FIGURES)
    for told in figures(shown):
        drawn = filled(desk, told, "", look)
        is_text(drawn)
        found = desk.find(told["name"])
        assert found is not None
        about = found[1]
        there = [*parts(drawn)]
        assert about.title in there
        assert about.question in there
        graphs = [each for each in there if type(each).__name__ == "Graph"]
        assert len(graphs) == (0 if about.empty in there else 1), told


def test_all_pages_are_tried(desk: Desk) -> None:
    assert {*PAGES} == {*pages(desk)} - {"/check", "/game"}


def test_no_such_page(desk: Desk) -> None:
    assert "no page" in str(page(desk, "/nowhere", "", Look()))
    assert "no such game" in str(page(desk, "/game", "?game=12", Look()))
    assert "no such game" in str(page(desk, "/game", "?game=' OR 1=1", Look()))


@pytest.mark.parametrize("name", ["odd-names", "hadria-3p", "teams-7-hadria"])
def test_a_game_with_its_figures_and_every_position(desk: Desk, db: Path, name: str) -> None:
    key = key_of(db, name)
    shown = page(desk, "/game", f"?game={key}&n=20", Look())
    is_text(shown)
    for told in figures(shown):
        assert told["game"] == str(key)
        drawn = filled(desk, told, f"?game={key}&n=20", Look())
        is_text(drawn)
        for graph in parts(drawn):
            if type(graph).__name__ == "Graph":
                for shape in graph.figure["layout"].get("shapes", ()):
                    assert shape.get("name") != "cursor" or shape["x0"] == 20, "figures stand where the slider stands"
    for n in (0, 20, 10_000):
        there = game.position(desk, key, n)
        is_text(there)
        assert "Record " in str(there)
    assert "What is legal then: 0 records" in str(game.position(desk, key, 10_000))
    assert "What is legal then: 0 records" not in str(game.position(desk, key, 20))


def test_names_that_try_to_be_more_stay_text(desk: Desk, db: Path, client: Any) -> None:
    key = key_of(db, "odd-names")
    told = str(page(desk, "/game", f"?game={key}", Look()))
    assert "\u202e" not in told
    rows, _ = games.rows(desk, {"startRow": 0, "endRow": 100}, "")
    winners = {row["winners"] for row in rows}
    assert any(EVIL[0] in (each or "") for each in winners) or any("script" in str(row) for row in rows)
    replay = client.get(f"/replay/{key}")
    assert replay.status_code == 200
    assert b"</script><b>" not in replay.data
    assert b"onerror=alert" not in replay.data.replace(b"&lt;img src=x onerror=alert(1)&gt;", b"")


def test_a_click_on_an_aggregate_lists_its_games(desk: Desk) -> None:
    of, figure = desk.find("demis") or pytest.fail("there is no such figure")
    chosen = desk.condition(Choice({"app": ("overlay",)}))
    picture = desk.figure(of, figure, chosen).picture
    assert picture is not None
    trace = next(each for each in picture.data if each.get("meta") == "rows")
    point = {"curveNumber": picture.data.index(trace), "pointNumber": 0}
    to = listed(desk, {"name": "demis"}, {"points": [point]}, "?app=overlay")
    assert to is not None
    path, search = to
    assert path == "/games"
    assert address.one(search, "app") == "overlay"
    row = picture.rows[0]
    found, count = games.rows(desk, {"startRow": 0, "endRow": 500}, search)
    assert count == row["games"] == len(found) > 6, "all of them, not only those that are named"
    assert {each["app"] for each in found} == {"overlay 2.1"}
    assert "The " in str(page(desk, path, search, Look()))
    gone = games.rows(desk, {}, address.search(Choice(), behind="demis", row="nobody"))
    assert gone[1] == desk.now(Choice()).games, "a row that is no more leaves all"
    assert listed(desk, {"name": "demis"}, {"points": [{"curveNumber": 99}]}, "") is None


def of_games(desk: Desk, chosen: str | None = None) -> Iterator[tuple[Any, Any]]:
    """The figures whose rows have games behind them, with their pictures."""
    for of in desk.pages:
        for figure in (figure for one in of.pages for figure in one.figures):
            picture = desk.figure(of, figure, chosen).picture
            if picture is not None and any(column.kind in ("game", "games") for column in picture.columns):
                yield figure, picture


def test_every_row_of_every_figure_leads_to_its_games(desk: Desk) -> None:
    for figure, picture in of_games(desk):
        names = [row_name(picture, row) for row in picture.rows]
        assert len({*names}) == len(names), (figure.name, "two rows of one name lead to the same games")
        for name in (names[0], names[-1]):
            keys = desk.behind(figure.name, name, None)
            assert keys, (figure.name, name)


def point_on(picture: Any, at: int) -> tuple[dict[str, Any], int] | None:
    """What Plotly says of a click on the last point of a trace that leads to a row, and which row that is."""
    trace = picture.data[at]
    if trace.get("meta") != "rows" or "customdata" not in trace:
        return None
    if trace["type"] != "heatmap":
        last = len(trace["customdata"]) - 1
        return {"curveNumber": at, "pointNumber": last}, trace["customdata"][last][0]
    cells = [(i, j, cell[0]) for i, line in enumerate(trace["customdata"]) for j, cell in enumerate(line)]
    i, j, row = [cell for cell in cells if cell[2] is not None and cell[2] >= 0][-1]
    places = {n: trace[n][k] if n in trace else trace[f"{n}0"] + k * trace[f"d{n}"] for n, k in (("x", j), ("y", i))}
    return {"curveNumber": at, **places}, row


def test_a_click_on_any_figure_lists_the_games_of_what_was_clicked(desk: Desk) -> None:
    clicked = set()
    chosen = desk.condition(Choice({"status": ("valid",)}))
    for figure, picture in of_games(desk, chosen):
        for at in range(len(picture.data)):
            there = point_on(picture, at)
            if there is None:
                continue
            point, row = there
            to = listed(desk, {"name": figure.name}, {"points": [point]}, "?status=valid")
            assert to is not None, figure.name
            assert to[0] == "/games"
            name = address.one(to[1], "row")
            assert name == row_name(picture, picture.rows[row]), figure.name
            keys = desk.behind(figure.name, name, chosen)
            assert keys, (figure.name, name)
            found, count = games.rows(desk, {"startRow": 0, "endRow": 500}, to[1])
            assert {each["key"] for each in found} == {str(key) for key in keys}
            assert {each["status"] for each in found} == {"valid"}, "what is chosen stays chosen"
            assert count == len({*keys})
            clicked.add(figure.name)
    assert {figure.name for figure, _ in of_games(desk, chosen)} == clicked


def test_a_row_of_counts_is_named_by_what_it_is_about(desk: Desk) -> None:
    """What grows while games go on is no part of a link."""
    names = {figure.name: row_name(picture, picture.rows[0]) for figure, picture in of_games(desk)}
    assert names["hadria"].startswith("Hadria ")
    assert names["margins"].startswith("Extra voters 0 · Feathers − scorpions ")
    assert "Age " in names["powers"]


def test_the_grid_sorts_and_seeks(desk: Desk) -> None:
    every, count = games.rows(desk, {"startRow": 0, "endRow": 500}, "")
    assert count == len(every) == desk.now(Choice()).games
    by_records, _ = games.rows(desk, {"endRow": 500, "sortModel": [{"colId": "records", "sort": "desc"}]}, "")
    assert [row["records"] for row in by_records] == sorted((row["records"] for row in every), reverse=True)
    some, left = games.rows(
        desk,
        {"endRow": 5, "filterModel": {"game_id": {"filterType": "text", "type": "contains", "filter": "HADRIA"}}},
        "",
    )
    assert left == sum("hadria" in row["game_id"].lower() for row in every) > 0
    assert all("hadria" in row["game_id"].lower() for row in some)
    _, left = games.rows(
        desk, {"filterModel": {"records": {"filterType": "number", "type": "greaterThan", "filter": 150}}}, ""
    )
    assert left == sum(row["records"] > 150 for row in every)
    both = {"operator": "OR", "conditions": [
        {"filterType": "text", "type": "equals", "filter": "invalid"},
        {"filterType": "text", "type": "startsWith", "filter": "incom"},
    ]}  # fmt: skip
    _, left = games.rows(desk, {"filterModel": {"status": both}}, "")
    assert left == sum(row["status"] in ("invalid", "incomplete") for row in every)
    for odd in ("'; DROP TABLE games; --", "\0", "%", "{shown}"):
        games.rows(desk, {"filterModel": {"game_id": {"filterType": "text", "type": "contains", "filter": odd}}}, "")
    games.rows(desk, {"sortModel": [{"colId": "1; DROP TABLE games", "sort": "desc"}]}, "")
    games.rows(
        desk, {"filterModel": {"records": {"filterType": "number", "type": "equals", "filter": float("inf")}}}, ""
    )
    last, count = games.rows(desk, {"startRow": 10_000, "endRow": 10_100}, "")
    assert (last, count) == ([], len(every))


def test_a_figure_on_a_dark_page_and_on_a_phone(desk: Desk) -> None:
    of, figure = desk.find("outcomes") or pytest.fail("there is no such figure")
    picture = desk.figure(of, figure, None).picture
    assert picture is not None
    light, dark = (dressed(picture, desk.pages, Look(dark=each)) for each in (False, True))
    assert light["layout"]["font"]["color"] == "#22272e"
    assert dark["layout"]["font"]["color"] == "#e6e3dc"
    narrow = dressed(picture, desk.pages, Look(narrow=True))
    assert narrow["layout"] != light["layout"]
    assert light["layout"]["dragmode"] is False, "figures never trap scrolling"
    assert light["layout"]["uirevision"]


def test_files_of_a_figure(client: Any) -> None:
    sql = client.get("/data/demis.sql?players=4").text
    assert "WHERE value IN ('4')" in sql
    csv = client.get("/data/demis.csv?players=4").text
    assert "what,house" in csv.partition("\n")[0]
    for odd in (
        "/data/nothing.csv",
        "/data/renown.csv",
        "/data/demis.csv?game=1",
        "/data/demis.exe",
        "/data/renown.sql?game=x",
    ):
        assert client.get(odd).status_code == 404


def test_now_shows_the_newest_round_or_what_was_written_last(desk: Desk) -> None:
    shown = str(now.page(desk, Look(), ""))
    assert "records; last: " in shown
    assert "no game yet" in str(now.page(desk, Look(), "?event=nowhere"))

"""What does not change on a page is one component, and shows the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from dash import dcc, html
from dash.development.base_component import Component

from tests.dashboard.test_pages import PAGES, figures, parts
from vflog.dashboard.app import filled, page
from vflog.dashboard.asking import Desk
from vflog.dashboard.parts import Look
from vflog.dashboard.still import Still, stilled


def shown(content: Any) -> Iterator[Any]:
    """Tags with their properties, texts, and other components, as a reader of the page comes to them."""
    match content:
        case Still():
            yield from shown(content.tree)
        case Component():
            props = {name: value for name, value in content.to_plotly_json()["props"].items() if name != "children"}
            plain = content._namespace == "dash_html_components" or content._type == "Link"
            yield (content._type.lower() if plain else content._type, str(sorted(props.items(), key=str)))
            yield from shown(getattr(content, "children", None))
            yield "end"
        case [str() as tag, dict() as props, list() as children]:
            yield tag, str(sorted(props.items(), key=str))
            yield from shown(children)
            yield "end"
        case list() | tuple():
            for each in content:
                yield from shown(each)
        case None | "":
            pass
        case _:
            yield str(content)


@pytest.mark.parametrize("path", PAGES)
def test_the_same_is_shown_in_few_components(desk: Desk, path: str) -> None:
    whole = page(desk, path, "", Look())
    answers = [whole, *(filled(desk, told, "", Look()) for told in figures(whole))]
    for answer in answers:
        before = [*shown(answer)]
        still = stilled(answer)
        assert [*shown(still)] == before
        assert sum(isinstance(each, Component) for each in parts(still)) <= 40


def test_what_is_listened_to_stays_as_it_is() -> None:
    kept = [
        html.Div("known", id="known"),
        html.Div([html.P("a"), html.P(["b", html.B("c", id={"type": "x", "name": "y"})])]),
        html.Div([html.P("d"), dcc.Slider(0, 1, id="n")]),
    ]
    names = [type(each).__name__ for each in parts(stilled(kept)) if isinstance(each, Component)]
    assert names == ["Div", "Div", "Still", "P", "B", "Div", "Still", "Slider"]
    assert isinstance(stilled(html.P([html.A("a", href="/x"), dcc.Link("b", href="/y")])), Still)
    assert stilled("only text") == "only text"

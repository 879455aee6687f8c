"""What does not change on a page as one component: Dash looks at every component again whenever any of them changes,
so that a page of some thousand cells would stand still for many seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from dash.development.base_component import Component

#: Whose components are elements of HTML and nothing else.
_PLAIN = "dash_html_components"


class Still(Component):
    """Elements and texts, which the script of the same name draws. `tree` is a list of texts and of elements: a tag,
    its properties, and a list again.
    """

    _namespace, _type = "vflog", "Still"
    _children_props: tuple[str, ...] = ()
    _base_nodes = ("children",)
    _prop_names = available_properties = ("tree",)
    _valid_wildcard_attributes = available_wildcard_properties = ()

    def __init__(self, tree: list[Any]) -> None:
        super().__init__(tree=tree)


def stilled(content: Any) -> Any:
    """The same content, with all that nothing listens to in as few components as can be."""
    if isinstance(content, list | tuple):
        out: list[Any] = []
        for plain, group in groupby(_flat(content), key=_is_plain):
            run = list(group)
            out += (
                [Still([_tree(each) for each in run])] if plain and not all(map(_is_text, run)) else map(stilled, run)
            )
        return out
    if not isinstance(content, Component):
        return content
    if _is_plain(content):
        return Still([_tree(content)])
    if content._namespace == _PLAIN and getattr(content, "children", None) is not None:
        content.children = stilled(content.children)
    return content


def _flat(content: Any) -> Iterator[Any]:
    for each in content:
        if isinstance(each, list | tuple):
            yield from _flat(each)
        else:
            yield each


def _is_text(content: Any) -> bool:
    return content is None or isinstance(content, str | int | float)


def _is_plain(content: Any) -> bool:
    """Whether it is made of texts, elements and links alone, and no callback knows it."""
    if isinstance(content, list | tuple):
        return all(map(_is_plain, content))
    if _is_text(content):
        return True
    known = content._namespace == _PLAIN or content._type == "Link"
    return known and not hasattr(content, "id") and _is_plain(getattr(content, "children", None))


def _tree(content: Any) -> Any:
    if _is_text(content):
        return "" if content is None else str(content)
    told: Mapping[str, Any] = content.to_plotly_json()["props"]
    inner = told.get("children")
    children = [_tree(each) for each in _flat(inner if isinstance(inner, list | tuple) else [inner])]
    tag = "link" if content._type == "Link" else content._type.lower()
    return [tag, {name: value for name, value in told.items() if name != "children"}, children]

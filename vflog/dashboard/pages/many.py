"""The pages over many games that the report has too, brought by the rulesets: the same figures and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dash import html

from vflog.dashboard import address, parts
from vflog.dashboard.asking import Desk
from vflog.figures.pages import Page, RulesetPages, Table
from vflog.reporting.overview import invented, merged

Parts = list[tuple[RulesetPages, Page]]


def pages(desk: Desk) -> Iterator[tuple[str, str, Callable[..., list[Any]]]]:
    """Their names, what links to them say, and what makes them: of the rulesets that the database has games of."""
    there = {row["ruleset"] for row in _kinds(desk)}
    for each in merged([of for of in desk.pages if of.ruleset is None or of.ruleset in there]):
        yield each[0][1].name, each[0][1].link, _maker(each)


def _kinds(desk: Desk) -> list[Any]:
    return desk.remembered(("kinds",), lambda source: source.rows("kinds"))


def _maker(of_page: Parts) -> Callable[[Desk, parts.Look, str], list[Any]]:
    def page(desk: Desk, look: parts.Look, search: str) -> list[Any]:
        choice = address.choice(search, desk.filters)
        chosen, kept = desk.condition(choice), address.search(choice)
        title = of_page[0][1]
        ordered = sorted(of_page, key=lambda part: part[0].ruleset is not None)
        figures = [parts.slot(figure) for _, page in ordered for figure in page.figures]
        tables = [_table(desk, of, table, chosen, kept) for of, page in ordered for table in page.tables]
        rulesets = {of.ruleset for of, _ in ordered}
        note = invented([row for row in _kinds(desk) if row["counted"] and row["ruleset"] in rulesets])
        told = [html.P([html.Strong("Invented cards. "), note], className="invented")] if note else []
        return [html.H1(title.title), *told, html.Div(figures, className="figures"), *tables]

    return page


def _table(desk: Desk, of: RulesetPages, table: Table, chosen: str | None, search: str) -> Any:
    scope = of.scope(table, chosen)
    rows = desk.remembered(
        ("table", of.ruleset, table.query, chosen),
        lambda source: source.rows(table.query, package=of.package, scope=scope),
    )
    listed = parts.table(desk, table.title, table.columns, rows, search) if rows else html.P(table.empty)
    return html.Section([html.H2(table.title), listed])

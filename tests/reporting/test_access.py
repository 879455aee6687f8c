"""Pages for everybody: contrast, colours in grey and for the colour-blind, captions, the keyboard, motion, print."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.reporting.report_base import GAME, MANY, OWNERS, asked, key_of
from tests.reporting.test_report_browser import CHROMIUM, opened_in_browser
from tests.reporting.test_report_pages import every_page
from vflog.figures import palette
from vflog.figures.palette import MARK_CONTRAST, TEXT_CONTRAST, contrast
from vflog.games.veiled_fate.colours import BY_COLOUR
from vflog.games.veiled_fate.figures import demis
from vflog.reporting.source import opened

ASSETS = Path(__file__).parents[2] / "vflog" / "reporting" / "assets"
#: What each kind of colour-blindness makes of red, green and blue (Viénot, Brettel and Mollon 1999, linear light).
BLIND = {
    "protanopia": ((0.1124, 0.8876, 0.0), (0.1124, 0.8876, 0.0), (0.0040, -0.0040, 1.0)),
    "deuteranopia": ((0.2928, 0.7072, 0.0), (0.2928, 0.7072, 0.0), (-0.0223, 0.0223, 1.0)),
}
GROUNDS = ((palette.SURFACE, palette.BAND), (palette.PAIRS[palette.SURFACE], palette.PAIRS[palette.BAND]))


def linear(colour: str) -> tuple[float, float, float]:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return r, g, b


def lab(rgb: tuple[float, float, float]) -> tuple[float, float, float]:
    """Lightness and colour as people see them (CIELAB, D65)."""
    r, g, b = (min(1.0, max(0.0, part)) for part in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, blind: str | None = None) -> float:
    """The distance of two colours: 2 can just be told when they touch."""
    seen = []
    for colour in (one, other):
        rgb = linear(colour)
        if blind is not None:
            r, g, b = (sum(w * v for w, v in zip(row, rgb, strict=True)) for row in BLIND[blind])
            rgb = (r, g, b)
        seen.append(lab(rgb))
    return sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5


def texts_in(value: Any, inside: str = "") -> set[str]:
    """Every colour that a picture gives to text."""
    if isinstance(value, dict):
        out = set()
        for name, part in value.items():
            if name == "color" and (inside.endswith("font") or inside == "font"):
                out |= set(part) if isinstance(part, list) else {part}
            out |= texts_in(part, name)
        return out
    if isinstance(value, list):
        return set().union(*(texts_in(part, inside) for part in value)) if value else set()
    return set()


@pytest.mark.parametrize("name", sorted(figure.name for figure in (*GAME, *MANY)))
def test_text_in_figures_stands_out(db: Path, many_db: Path, name: str) -> None:
    of, figure = OWNERS[name]
    pairs = palette.PAIRS | dict(of.colours)
    bases = [(db, key_of(db, "teams-7-hadria"))] if figure.one_game else [(db, None), (many_db, None)]
    seen = 0
    for base, key in bases:
        with opened(base) as source:
            picture = figure.draw(asked(source, name, key))
        for text in texts_in([picture.data, picture.layout]) if picture else ():
            seen += 1
            for shown, grounds in zip((text, pairs[text]), GROUNDS, strict=True):
                assert all(contrast(shown, ground) >= TEXT_CONTRAST for ground in grounds), (text, shown)
    assert seen


def test_lines_and_marks_stand_out() -> None:
    drawn = {palette.COOL, palette.WARM, palette.NEUTRAL, palette.ACCENT, palette.BAD, palette.MUTED, *palette.SERIES}
    pairs = {light: palette.PAIRS[light] for light in drawn} | demis.COLOURS
    for light, dark in pairs.items():
        for shown, grounds in zip((light, dark), GROUNDS, strict=True):
            assert contrast(shown, grounds[0]) >= MARK_CONTRAST, (light, shown)


def colours_of_houses(at: int) -> dict[str, list[str]]:
    names = {"bull": ("red", "purple", "black"), "cat": ("blue", "orange", "green"), "owl": ("yellow", "teal", "pink")}
    return {house: [BY_COLOUR[name][at] for name in of] for house, of in names.items()}


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_demis_of_a_house_are_told_apart_by_the_colour_blind(at: int) -> None:
    """Houses differ in their line style, Demis of one in their marker; their colours differ as well."""
    for blind in BLIND:
        for colours in colours_of_houses(at).values():
            for one, other in combinations(colours, 2):
                assert apart(one, other, blind) >= 12, (blind, one, other)


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_demis_of_a_house_are_told_apart_in_grey(at: int) -> None:
    for house, colours in colours_of_houses(at).items():
        light = sorted(lab(linear(colour))[0] for colour in colours)
        assert all(high - low >= 7 for low, high in pairwise(light)), (house, light)


def test_each_demi_has_its_own_look_without_any_colour() -> None:
    looks = {(demis.dash(house), demis.symbol(order)) for order, house in enumerate(["bull", "cat", "owl"] * 3, 1)}
    assert len({demis.dash(house) for house in ("bull", "cat", "owl")}) == 3
    assert len({demis.symbol(order) for order in (1, 2, 3)}) == 3
    assert looks


def test_sides_of_a_vote_differ_for_the_colour_blind() -> None:
    for at in (palette.COOL, palette.WARM), (palette.PAIRS[palette.COOL], palette.PAIRS[palette.WARM]):
        for blind in BLIND:
            assert apart(*at, blind) >= 20


def test_text_of_the_pages_stands_out() -> None:
    css = (ASSETS / "report.css").read_text("utf-8")
    blocks = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    for block in blocks[:2]:
        colours = dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", block))
        for text in ("ink", "muted", "accent", "good", "bad", "warn"):
            for ground in ("paper", "surface"):
                assert contrast(colours[text], colours[ground]) >= TEXT_CONTRAST, (text, ground)
        assert contrast(colours["ink"], colours["pick"]) >= TEXT_CONTRAST
        assert contrast(colours["muted"], colours["pick"]) >= TEXT_CONTRAST


def test_every_table_has_a_caption_and_every_picture_a_text(pages: Path) -> None:
    for path in every_page(pages):
        text = path.read_text("utf-8")
        for table in re.findall(r"<table.*?</table>", text, re.DOTALL):
            assert re.search(r"<caption[^>]*>\s*\S", table), path
            assert "<thead" in table
            assert re.search(r'<th scope="col"', table)
        for plot in re.findall(r'<div class="plot"[^>]*>', text):
            assert re.search(r'aria-label="[^"]{20,}"', plot), (path, plot)
        levels = [int(level) for level in re.findall(r"<h(\d)", text)]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels)), path


def test_motion_and_print_are_thought_of() -> None:
    css = (ASSETS / "report.css").read_text("utf-8")
    assert "prefers-reduced-motion: reduce" in css
    assert "@media print" in css
    assert not re.search(r"(transition|animation):(?! none)", css)


# -- in a browser --------------------------------------------------------------------------------------------------


def with_script(page: Path, script: str) -> Path:
    """A copy of a page beside it, with a script more."""
    copy = page.with_name(f"{page.stem}-tried.html")
    copy.write_text(page.read_text("utf-8").replace("</body>", f"<script>{script}</script></body>"), "utf-8")
    return copy


FILTER = """
window.addEventListener("load", function () {
  var rows = function () { return document.querySelectorAll("table.games tbody tr").length; };
  var out = [rows()], field = document.getElementById("seek"), said = document.querySelector(".shown");
  field.value = "hadria-3p";
  field.dispatchEvent(new Event("input"));
  out.push(rows(), said.textContent);
  document.querySelector(".all").click();
  out.push(rows());
  document.querySelector("th[data-sort='7'] button").click();
  var first = document.querySelector("table.games tbody tr td:nth-last-child(3)").textContent;
  out.push(document.querySelector("th[aria-sort]").getAttribute("aria-sort"));
  window.location.hash = document.querySelector(".tiles .unsound a").getAttribute("href");
  window.setTimeout(function () {
    out.push(rows(), document.querySelectorAll("table.games tbody .status.invalid").length);
    var box = document.createElement("pre");
    box.id = "keys";
    box.textContent = JSON.stringify(out);
    document.body.append(box);
  }, 300);
});
"""


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_games_are_sought_sorted_and_filtered(pages: Path, tmp_path: Path) -> None:
    copy = with_script(pages / "index.html", FILTER)
    try:
        page, said, asked_for = opened_in_browser(copy.as_uri(), tmp_path)
    finally:
        copy.unlink()
    assert (said, asked_for) == ([], [])
    told = re.search(r'<pre id="keys">\[(.*?)\]</pre>', page, re.DOTALL)
    assert told is not None
    rows, found, words, again, order, wrong, invalid = re.findall(r'"[^"]*"|\d+', told[1])
    assert int(found) == 1 < int(rows) == int(again)
    assert words == f'"1 of {rows} games"'
    assert order == '"descending"'
    assert 0 < int(wrong) == int(invalid) < int(rows)

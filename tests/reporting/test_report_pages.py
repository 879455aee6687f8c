"""Pages: whole, escaped, small, equal for equal content."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tests.reporting.report_base import EVIL, LOGS, VECTORS, VF, evil_log, key_of, load, tapes_of
from vflog import api, services
from vflog.figures.text import cell, label, visible
from vflog.log.output import Refusal
from vflog.playback.steps import steps
from vflog.reporting import UnknownFigure, write
from vflog.reporting.source import opened
from vflog.store.errors import StoreError

PAGES = ("index", "votes", "demis", "corruption", "lengths", "players", "apps", "logs", "measures")


class Reader(HTMLParser):
    """What a browser would make of a page: its tags, its text, its data."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.outside: list[str] = []
        self.text: list[str] = []
        self.data: list[object] = []
        self.ids: list[str] = []
        self._script = False
        self._json = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self._script = tag == "script"
        self._json = self._script and given.get("type") == "application/json"
        self.ids += [v for v in (given.get("id"),) if v]
        for name, value in attrs:
            assert not name.startswith("on"), name
            if name in ("src", "href") and value:
                self.outside += [value] if re.match(r"\w+:|//", value) and not value.startswith("data:,") else []

    def handle_endtag(self, tag: str) -> None:
        self._script = self._json = False

    def handle_data(self, data: str) -> None:
        if self._json:
            self.data.append(json.loads(data))
        elif not self._script:
            self.text.append(data)


def every_page(out: Path) -> list[Path]:
    return sorted([*out.glob("*.html"), *out.glob("games/*.html")])


def test_all_pages_are_there_and_no_other_files_beside_them(pages: Path, db: Path) -> None:
    assert {path.stem for path in pages.glob("*.html")} == set(PAGES)
    with opened(db) as source:
        keys = {str(row["game_key"]) for row in source.rows("games")}
    assert {path.stem for path in pages.glob("games/*.html")} == keys
    assert sum(1 for path in pages.rglob("plotly.min.js")) == 1
    assert not [path for path in pages.rglob("*") if path.name.startswith(".")]


def test_pages_are_well_formed_and_stay_offline(pages: Path) -> None:
    for path in every_page(pages):
        page = Reader(path.read_text("utf-8"))
        assert page.outside == [], path
        assert len(page.ids) == len(set(page.ids)), path
        assert page.tags.count("h1") == 1
    for name in ("report.js", "points.js", "home.js", "report.css"):
        assert not re.search(r"https?://|fetch\(|XMLHttp", (pages / name).read_text("utf-8"))


def test_every_link_leads_to_a_file(pages: Path) -> None:
    for path in every_page(pages):
        for link in re.findall(r'(?:href|src)="([^"]+)"', path.read_text("utf-8")):
            target = link.split("#")[0]
            if target and not target.startswith("data:"):
                assert (path.parent / target).exists(), (path, link)


def test_pages_are_small(pages: Path) -> None:
    for path in pages.glob("games/*.html"):
        assert path.stat().st_size <= 300_000
    for path in every_page(pages):
        for script in re.findall(r'class="plot-data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL):
            assert len(script.encode()) <= 60_000


def test_evil_names_stay_text(pages: Path, db: Path) -> None:
    plain = Reader((pages / "games" / f"{key_of(db, 'hadria-3p')}.html").read_text("utf-8"))
    text = (pages / "games" / f"{key_of(db, 'odd-names')}.html").read_text("utf-8")
    page = Reader(text)
    assert set(page.tags) <= set(plain.tags)
    assert page.tags.count("script") == plain.tags.count("script") - missing(plain, page)
    assert EVIL[0] in "".join(page.text)
    assert "<b>\"'" not in text
    assert "\u202e" not in text
    assert "‹U+202E›mallory" in "".join(page.text)
    index = Reader((pages / "index.html").read_text("utf-8"))
    assert "<img src=x onerror=alert(1)>" in "".join(index.text)
    assert "img" not in index.tags


def missing(plain: Reader, page: Reader) -> int:
    """Figures that only the other page has (this game is without Hadria)."""
    return len(plain.data) - len(page.data)


def test_csv_holds_what_the_query_says_and_no_formula(pages: Path, db: Path) -> None:
    key = key_of(db, "odd-names")
    with opened(db) as source:
        rows = source.rows("game_players", key, package=VF)
        fate = source.rows("fate", key, package=VF)
    with (pages / "games" / str(key) / "fate.csv").open(encoding="utf-8", newline="") as file:
        told = list(csv.DictReader(file))
    assert len(told) == len(fate)
    names = {row["player"] for row in told}
    assert EVIL[0] in names
    assert "'" + EVIL[2] in names
    assert EVIL[2] in {row["player"] for row in rows}
    assert not [value for row in told for value in row.values() if value.startswith(("=", "+", "@"))]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", " =1", "\t1", "＝1"])
def test_text_that_would_run_is_made_safe(text: str) -> None:
    assert cell(text).strip('"').startswith("'")
    assert cell("plain") == "plain"
    assert cell(-1) == "-1"


def test_text_keeps_to_itself() -> None:
    assert visible("a\u202eb\u2066c\x07") == "a‹U+202E›b‹U+2066›c‹U+0007›"
    assert label("<b>&") == "&lt;b&gt;&amp;"
    assert label("שלום") == "\u2068שלום\u2069"
    assert label("x" * 50, 10) == "x" * 9 + "…"


def test_sql_beside_a_figure_gives_its_numbers(pages: Path, db: Path) -> None:
    for path in sorted(pages.glob("data/*.sql")) + sorted(pages.glob(f"games/{key_of(db, 'teams-7-hadria')}/*.sql")):
        with opened(db) as source:
            rows = source.ask(path.read_text("utf-8"))
        table = path.with_suffix(".csv")
        if table.exists() and not path.name.endswith(".games.sql"):
            with table.open(encoding="utf-8", newline="") as file:
                assert sum(1 for _ in csv.DictReader(file)) == len(rows), path


def test_sums_agree(pages: Path) -> None:
    page = (pages / "index.html").read_text("utf-8")
    assert page.count('<span class="good">yes</span>') == 8
    assert '<span class="bad">no</span>' not in page


def contents(out: Path) -> dict[Path, bytes]:
    return {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_equal_content_equal_bytes(db: Path, pages: Path, tmp_path: Path) -> None:
    write(db, tmp_path / "again")
    files, again = contents(pages), contents(tmp_path / "again")
    assert files.keys() == again.keys()
    assert [str(name) for name in files if files[name] != again[name]] == []


def test_named_games_alone_get_pages(db: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    keys = {str(key_of(db, name)) for name in ("hadria-3p", "base-2p")}
    named = ["hadria-3p", str(key_of(db, "base-2p"))]
    written = write(db, tmp_path, games=named, progress=lambda done, of: told.append((done, of)))
    assert written.games == 2
    assert {path.stem for path in tmp_path.glob("games/*.html")} == keys
    assert told[-1][0] == told[-1][1] == len(told)
    with pytest.raises(StoreError, match="no game nobody"):
        write(db, tmp_path, games=["nobody"])


def test_pseudonyms_leave_no_name(tmp_path: Path) -> None:
    base = load(tmp_path, evil_log())
    written = write(base, tmp_path / "out", pseudonyms=True)
    for path in written.files:
        if path.suffix in (".html", ".csv"):
            text = path.read_text("utf-8")
            for name in ("mallory", "calc", "שלום", "&lt;b&gt;"):
                assert name not in text, (path, name)
            for player in ("ada", "bob", "cy"):
                assert not re.search(rf"(?<![\w#.-]){player}(?![\w-])", text), (path, player)
            if path.name == f"{key_of(base, 'odd-names')}.html":
                assert "Player 1" in text
                tape = json.dumps(tapes_of(text), ensure_ascii=False)
                assert "Player 1" in tape
                for name in ("mallory", "calc", "שלום", "<b>", '"ada"', '"bob"', '"cy"'):
                    assert name not in tape, name


def test_a_game_whose_lines_are_not_kept_has_a_page_that_says_so(tmp_path: Path) -> None:
    base = tmp_path / "lean.duckdb"
    api.load(LOGS / "base-2p.jsonl", base, content=[VECTORS / "packs"], lean=True)
    write(base, tmp_path / "out")
    text = (tmp_path / "out" / "games" / f"{key_of(base, 'base-2p')}.html").read_text("utf-8")
    assert "The board is not shown: <bdi>The database does not keep the lines of the log." in text
    (tape,) = tapes_of(text)
    assert tape["reel"]["steps"] == []
    assert len(tape["rows"]) > 50


def test_a_game_whose_pack_is_not_there_has_a_page_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes((LOGS / "base-2p.jsonl").read_bytes())
    base = tmp_path / "games.duckdb"
    api.load(tmp_path / "log.jsonl", base, content=[VECTORS / "packs"])
    write(base, tmp_path / "without")
    write(base, tmp_path / "with", content=[str(VECTORS / "packs")])
    page = f"games/{key_of(base, 'base-2p')}.html"
    without = (tmp_path / "without" / page).read_text("utf-8")
    assert "The board is not shown: <bdi>The content pack trial was not found." in without
    assert "The board is not shown" not in (tmp_path / "with" / page).read_text("utf-8")


@pytest.mark.parametrize("keep_going", [False, True])
def test_a_game_out_of_a_database_is_judged_as_it_was(tmp_path: Path, keep_going: bool) -> None:
    """By other rulings than the log's own, and where what is refused was left out."""
    log = VECTORS.parent / "golden" / "veiled-fate" / "score-7-hadria.jsonl"
    given: dict[str, Any] = {
        "content": [VECTORS / "packs"],
        "keep_going": keep_going,
        "rulings": {"renown_bounds": "refuse"},
    }
    api.report(log, out=tmp_path / "out", **given)
    (page,) = (tmp_path / "out" / "games").glob("*.html")
    text = page.read_text("utf-8")
    assert "The board is not shown" not in text
    (tape,) = tapes_of(text)
    (cursor,) = services.cursors(log, **given)
    assert [row["judged"] for row in tape["rows"]] == [step.judged for step in steps(cursor)]


def test_a_fragment_is_one_figure(db: Path, tmp_path: Path) -> None:
    written = write(db, tmp_path, fragment="votes", games=["odd-names"])
    text = written.first.read_text("utf-8")
    page = Reader(text)
    assert text.strip().startswith("<div")
    assert text.strip().endswith("</div>")
    assert page.tags.count("figure") == 1
    assert (tmp_path / "plotly.min.js").exists()
    with pytest.raises(UnknownFigure, match="There is no figure pie"):
        write(db, tmp_path, fragment="pie")
    with pytest.raises(UnknownFigure, match="exactly one"):
        write(db, tmp_path, fragment="votes")
    assert write(db, tmp_path, fragment="outcomes").first.name == "outcomes.html"


def test_nothing_is_written_over_an_input(tmp_path: Path) -> None:
    base = load(tmp_path, evil_log())
    out = tmp_path / "out"
    out.mkdir()
    log = out / "index.html"
    log.write_text("a log")
    for force in (False, True):
        with pytest.raises(Refusal, match="is one of the inputs"):
            write(base, out, inputs=[log], force=force)
        assert log.read_text() == "a log"
        with pytest.raises(Refusal, match="is a file"):
            write(base, base, force=force)


def test_invented_values_are_called_so(pages: Path, db: Path) -> None:
    for name in ("index", "votes", "demis", "corruption", f"games/{key_of(db, 'hadria-3p')}"):
        assert "Invented cards." in (pages / f"{name}.html").read_text("utf-8"), name


def test_games_left_out_are_told_with_the_reason(pages: Path) -> None:
    text = (pages / "corruption.html").read_text("utf-8")
    assert re.search(r"Left out: 3 with an error, \d+ played without Hadria", text)


def test_an_empty_database_has_pages(tmp_path: Path) -> None:
    base = load(tmp_path, [])
    written = write(base, tmp_path / "out")
    assert "No game at all" in written.first.read_text("utf-8")


def test_a_huge_game_has_a_small_page(tmp_path: Path) -> None:
    header, *_ = (LOGS / "score-hadria.jsonl").read_text("utf-8").splitlines()
    demis = ("pentha", "klar", "aponi", "naka", "isabel")
    changes = ({demis[n % 5]: 1 + n % 2, demis[(n * 3 + 1) % 5]: -1} for n in range(2, 6000))
    steps = [{"type": "score", "n": n, "changes": changed} for n, changed in enumerate(changes, 2)]
    lines = [header, json.dumps({"type": "age", "n": 1, "age": 1}), *map(json.dumps, steps)]
    written = write(load(tmp_path, lines), tmp_path / "out")
    pages = [path for path in written.files if path.parent.name == "games" and path.suffix == ".html"]
    assert len(pages) == 1
    assert pages[0].stat().st_size <= 300_000
    text = pages[0].read_text("utf-8")
    assert re.search(r"[\d,]+ more records in the", text)
    assert [len(tape["rows"]) for tape in tapes_of(text)] == [6000]
    assert all(len(each) <= 60_000 for each in re.findall(r'class="plot-data">(.*?)</script>', text, re.DOTALL))


def test_the_gallery_has_a_page_for_each_picture(tmp_path: Path) -> None:
    place = Path(__file__).parents[2] / "reports" / "gallery.py"
    found = spec_from_file_location("gallery", place)
    assert found is not None
    assert found.loader is not None
    gallery = module_from_spec(found)
    found.loader.exec_module(gallery)
    out = tmp_path / "pages"
    assert gallery.pages(tmp_path, out, games_each=1).is_file()
    pictures = {path.stem for path in (place.parent / "pictures").iterdir()}
    assert pictures == {name for name, *_ in gallery.SHOTS if not Path(name).is_absolute()}
    assert all(
        (place.parent / "pictures" / f"{name}.png").is_file() for name, *_ in gallery.SHOTS
    )  # that of the README too
    assert {page.stem for page in out.glob("*.html")} == set(gallery.PAGES) - set(gallery.PLACES)

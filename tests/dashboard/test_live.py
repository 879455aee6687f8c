"""Loads go on while pages are asked for: neither ever fails because of the other, and what is new is shown."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.dashboard.test_pages import parts as parts_of
from tests.reporting.report_base import VECTORS, load, simulated
from tests.tournament.games import stopped_game
from vflog.cli import main
from vflog.dashboard import app, web
from vflog.dashboard.app import filled, page
from vflog.dashboard.asking import Desk, Followed
from vflog.dashboard.copies import Copies, TooLong
from vflog.dashboard.copying import stamp_of
from vflog.dashboard.pages import now
from vflog.dashboard.parts import Look
from vflog.dashboards import dashboard
from vflog.engine.settings import Settings
from vflog.figures.filters import Choice
from vflog.figures.text import plural, visible
from vflog.playback.views import View
from vflog.store.errors import StoreError
from vflog.tournament import file as tournaments
from vflog.tournament.judged import tournament

CUP = Path(__file__).parents[2] / "sample_logs" / "tournament"
#: Loads that come one after the other while pages are asked for: more of them prove more.
LOADS = int(os.environ.get("VFLOG_LOADS", "3"))
PACKS = ["--content", str(VECTORS / "packs")]


def one_game(folder: Path, number: int) -> Path:
    lines = simulated(1)
    path = folder / f"{number}.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines).replace('"s1"', f'"g{number}"'), "utf-8")
    return path


def loaded(db: Path, log: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vflog", "load", str(log), "--db", str(db), *PACKS]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def until(told: Any, seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while not told():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def test_loads_and_four_requests_at_a_time(tmp_path: Path) -> None:
    db = load(tmp_path, simulated(3))
    desk = Desk(Copies(db))
    failed: list[BaseException] = []
    asked = 0
    over = threading.Event()

    def ask(paths: tuple[str, ...]) -> None:
        nonlocal asked
        while not over.is_set():
            for path in paths:
                try:
                    page(desk, path, "", Look())
                    filled(desk, {"name": "outcomes", "game": ""}, "?app=overlay", Look())
                    now.mark(desk)
                    asked += 1
                    time.sleep(0.02)
                except BaseException as error:
                    failed.append(error)

    try:
        readers = [
            threading.Thread(target=ask, args=(paths,))
            for paths in (("/", "/games"), ("/votes",), ("/logs",), ("/apps",))
        ]
        for each in readers:
            each.start()
        results = [loaded(db, one_game(tmp_path, 100 + i)) for i in range(LOADS)]
        over.set()
        for each in readers:
            each.join(60)
            assert not each.is_alive(), "no request hangs"
        assert [result.returncode for result in results] == [0] * LOADS, results
        assert failed == []
        assert asked > 8
        assert until(lambda: desk.now(Choice()).games == 3 + LOADS), "and what was loaded is shown"
        assert not desk.now(Choice()).behind
        with duckdb.connect(str(db), read_only=True) as connection:
            assert connection.execute("SELECT count(*) FROM games").fetchall() == [(3 + LOADS,)], "nothing is harmed"
    finally:
        over.set()
        desk.close()


def test_while_a_writer_has_it_the_last_copy_is_shown_with_its_time(tmp_path: Path) -> None:
    db = load(tmp_path, simulated(2))
    desk = Desk(Copies(db))
    try:
        before = desk.now(Choice())
        assert (before.games, before.behind) == (2, False)
        script = (
            "import duckdb, sys; c = duckdb.connect(sys.argv[1]); "
            "c.execute('UPDATE games SET event = ?', ['held']); print('held', flush=True); sys.stdin.read()"
        )
        writer = subprocess.Popen(
            [sys.executable, "-c", script, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        assert writer.stdin is not None
        assert writer.stdout.readline() == "held\n"
        assert until(lambda: desk.copies.behind(_newest(desk))), "it is seen that something is written"
        time.sleep(0.5)
        begun = time.monotonic()
        there = desk.now(Choice())
        assert time.monotonic() - begun < 5, "and nobody waits for the writer"
        assert (there.games, there.at, there.behind) == (2, before.at, True)
        writer.stdin.close()
        writer.wait(20)
        assert until(lambda: desk.now(Choice({"event": ("held",)})).chosen == 2)
        assert not desk.now(Choice()).behind
    finally:
        desk.close()


def _newest(desk: Desk) -> Any:
    with desk.copies.snapshot() as here:
        return here


def test_a_journal_is_part_of_what_is_copied(tmp_path: Path) -> None:
    """Whoever wrote was broken off: what is committed stands in the journal only."""
    db = load(tmp_path, simulated(2))
    script = (
        "import duckdb, os, sys; c = duckdb.connect(sys.argv[1]); c.execute(\"SET checkpoint_threshold = '1TB'\"); "
        "c.execute('UPDATE games SET event = ?', ['kept']); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, str(db)], check=False)
    assert os.path.getsize(f"{db}.wal") > 0
    stamp = stamp_of(str(db))
    desk = Desk(Copies(db))
    try:
        assert desk.now(Choice({"event": ("kept",)})).chosen == 2
        assert stamp_of(str(db)) == stamp, "the database itself is not written to"
    finally:
        desk.close()


def test_the_database_is_made_anew_in_its_place(tmp_path: Path) -> None:
    db = load(tmp_path, simulated(2))
    other = tmp_path / "other"
    other.mkdir()
    desk = Desk(Copies(db))
    try:
        assert desk.now(Choice()).games == 2
        os.replace(load(other, simulated(5)), db)
        assert until(lambda: desk.now(Choice()).games == 5)
        db.unlink()
        assert until(lambda: desk.now(Choice()).behind)
        assert desk.now(Choice()).games == 5, "the last copy stays"
    finally:
        desk.close()


@pytest.mark.parametrize("content", [b"", b"no database at all", None])
def test_what_is_no_database_is_said_at_once(tmp_path: Path, content: bytes | None) -> None:
    db = tmp_path / "games.duckdb"
    if content is not None:
        db.write_bytes(content)
    desk = Desk(Copies(db))
    try:
        begun = time.monotonic()
        with pytest.raises(StoreError, match=r"no database|no DuckDB database"):
            desk.view()
        assert time.monotonic() - begun < 15
    finally:
        desk.close()


def test_copies_are_taken_away(tmp_path: Path) -> None:
    desk = Desk(Copies(load(tmp_path, simulated(1))))
    with desk.copies.snapshot() as here:
        folder = Path(here.file).parent
        assert folder.stat().st_mode & 0o077 == 0, "nobody else reads them"
    desk.close()
    assert not folder.exists()
    assert desk.copies._child.poll() is not None, "nothing goes on running"


def test_a_query_that_takes_too_long_is_stopped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.copies, "most", 0.3)
    with (
        pytest.raises(TooLong, match=r"0\.3 seconds"),
        desk.copies.snapshot() as here,
        desk.copies.opened(here) as c,
    ):
        c.execute("SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 3")


def test_a_tournament_of_a_file_is_judged_anew_as_its_logs_come(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    shutil.copytree(CUP, logs, ignore=shutil.ignore_patterns("*.toml"))
    held = sorted(logs.rglob("*.jsonl"))[-1]
    text = held.read_text("utf-8")
    held.unlink()
    event = tournaments.read((CUP / "cup.toml").read_bytes())
    followed = Followed([str(logs)], Settings())
    desk = Desk(Copies(load(tmp_path, simulated(1))), logs=followed, event=event)

    def told() -> list[str]:
        return [each for each in parts_of(page(desk, "/standings", "", Look())) if isinstance(each, str)]

    try:
        before = told()
        assert visible(event.event) in before
        assert {player.name for player in event.players} <= {*before}
        assert any("error" in each or "warning" in each for each in before), "a log is missing"
        assert now.mark(desk) == now.mark(desk)
        mark = now.mark(desk)
        held.write_text(text, "utf-8")
        assert now.mark(desk) != mark, "the page is told to look again"
        after = told()
        report = tournament(event, [str(logs)], Settings()).report
        assert after != before
        assert f"{plural(report.totals.errors, 'error')}, {plural(report.totals.warnings, 'warning')}" in " ".join(
            after
        )
        last = max(each.round for each in report.standings)
        assert f"After round {last}." in after
    finally:
        desk.close()


def test_now_follows_a_folder_of_logs(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    db = load(tmp_path, simulated(1))
    lines = simulated(1)
    log = logs / "live.jsonl"
    log.write_text("".join(f"{line}\n" for line in lines[:20]), "utf-8")
    desk = Desk(Copies(db), logs=Followed([str(logs)], Settings(content=(str(VECTORS / "packs"),))))
    try:
        first = now.mark(desk)
        shown = str(now.page(desk, Look(), ""))
        assert "playing" in shown
        assert "20 records" in shown
        assert now.mark(desk) == first
        with log.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines[20:30])
        assert now.mark(desk) != first, "the page is told to look again"
        assert "30 records" in str(now.page(desk, Look(), ""))
        (logs / "broken.jsonl").write_text('{"type":"game"', "utf-8")
        now.page(desk, Look(), "")
    finally:
        desk.close()


def test_over_a_database_for_a_view_no_more_is_told_of_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for swapped in (False, True):
        folder = tmp_path / str(swapped)
        desks: list[Desk] = []
        monkeypatch.setattr(app, "make", desks.append)
        monkeypatch.setattr(web, "guard", lambda *_: None)

        def asked(*_: Any, desks: list[Desk] = desks) -> None:
            pages = [page(desks[-1], path, "", Look()) for path in ("/", "/standings")]
            told.append(" ".join(str(part) for each in pages for part in parts_of(each) if isinstance(part, str)))

        monkeypatch.setattr(web, "serve", asked)
        stopped_game(folder, swapped=swapped, tellings=1)
        (folder / "now.jsonl").write_bytes(
            b"".join((CUP.parent / "base-4p.jsonl").read_bytes().splitlines(keepends=True)[:31])
        )
        main(["load", str(folder / "log0.jsonl"), "--view", "public", "--db", str(folder / "x.duckdb")])
        file = tournaments.read((folder / "cup.toml").read_bytes(), "cup.toml")
        dashboard(folder / "x.duckdb", logs=[folder], tournament=file, ready=lambda _: None)
        assert desks[-1].logs is not None
        assert desks[-1].logs.view == View("public")
    assert "an unseen card" in told[0]
    assert "4/3" in told[0] or "1 1/3" in told[0]
    assert told[0] == told[1]

"""Pages of a view know no more than the view does."""

from __future__ import annotations

from pathlib import Path

import pytest

from vflog import api, services
from vflog.playback.logs import NotThere

LOG = "sample_logs/hadria-3p.jsonl"


def _text(folder: Path) -> str:
    return "".join(page.read_text("utf-8") for page in sorted(folder.rglob("*.html")))


def test_pages_of_the_public_view_show_no_hand(tmp_path: Path) -> None:
    api.report(LOG, out=tmp_path / "all")
    api.report(LOG, out=tmp_path / "public", view="public")
    cursor = next(iter(services.cursors(LOG)))
    hand = next(record for record in cursor.log.entries if b'"setup"' in record.raw).raw
    assert b'"f1"' in hand or b'"s1"' in hand
    everything, public = _text(tmp_path / "all"), _text(tmp_path / "public")
    assert everything.count("f1") > public.count("f1")


def test_a_view_that_the_game_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(NotThere):
        api.report(LOG, out=tmp_path / "pages", view="nobody")
    assert not (tmp_path / "pages").exists()


def test_a_full_database_has_no_views(tmp_path: Path) -> None:
    api.load(LOG, tmp_path / "x.duckdb")
    with pytest.raises(NotThere, match="holds everything"):
        api.report(out=tmp_path / "pages", db=tmp_path / "x.duckdb", view="public")

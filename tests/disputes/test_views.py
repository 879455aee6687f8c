"""The law of views for bundles: logs that differ only in what a view hides give the same bytes outside `private/`."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.disputes.make import handed_out
from tests.disputes.staged import STAGED, Log, sample, written
from tests.views import secrets, secrets_udacha
from tests.views.law import Case, alike
from vflog import disputes


def _made(data: list[bytes], folder: Path, at: int | None, view: str) -> dict[str, bytes]:
    """What may be handed out of the bundle of some logs."""
    folder.mkdir()
    paths = []
    for name, each in zip(("left.jsonl", "right.jsonl"), data, strict=False):
        (folder / name).write_bytes(each)
        paths.append(folder / name)
    disputes.dispute(paths, folder / "bundle", at=at, view=view)
    return handed_out(folder / "bundle")


def _changes(log: Log) -> object:
    return secrets_udacha.changed if log[0]["ruleset"] == "udacha" else secrets.changed


@pytest.mark.parametrize("view", ["public", "player"])
@pytest.mark.parametrize("name", STAGED)
def test_other_secrets_give_the_same_bundle(name: str, view: str, tmp_path: Path) -> None:
    dispute = STAGED[name]()
    log = json.loads(json.dumps(dispute.logs[0]))
    seen = view if view == "public" else log[0]["players"][0]["id"]
    case = Case(log, _changes(log), tmp_path)  # type: ignore[arg-type]
    others = [written(each) for each in dispute.logs[1:]]
    one = _made([written(log), *others], tmp_path / "one", dispute.at, seen)
    found = 0
    for data, _ in alike(case, seen, 2, random.Random(name)):
        if data == written(log):
            continue
        found += 1
        other = _made([data, *others], tmp_path / f"other-{found}", dispute.at, seen)
        assert other.keys() == one.keys()
        for file in one:
            assert other[file] == one[file], file
    assert found or name in ("annihilation-at-equal-renown",), "no other log comes to the same"


def test_a_hidden_card_stands_nowhere_but_in_private(tmp_path: Path) -> None:
    log = sample("invalid-card-not-held-4p")
    shown = _made([written(log)], tmp_path / "one", None, "public")
    assert b"cannot be shown" not in shown["README.html"]
    assert b"for a reason that this view does not show" in shown["README.html"]
    assert json.loads(shown["verdict.json"])["verdict"]["rule"] is None
    for name, data in shown.items():
        if not name.endswith(("plotly.min.js", ".sql", ".css", ".js")):
            assert b'"s2"' not in data.split(b'"n":17')[-1].split(b"\n")[0] or name.endswith(".jsonl"), name


def test_while_the_game_is_under_way_the_view_is_public(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(written(sample("incomplete-3p")))
    assert disputes.dispute([path], tmp_path / "a").view == "public"
    path.write_bytes(written(sample("base-3p")))
    assert disputes.dispute([path], tmp_path / "b").view == "all"
    assert disputes.dispute([path], tmp_path / "c", view="ada").view == "ada"


def test_the_summary_is_of_what_everybody_sees(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(written(sample("invalid-card-not-held-4p")))
    disputes.dispute([path], tmp_path / "out", view="all")
    summary = (tmp_path / "out" / "summary.txt").read_text("utf-8")
    assert "for a reason that this view does not show" in summary
    assert "Which rule it breaks this view does not show." in summary
    assert "No rule is broken" not in summary
    assert "s2" not in summary

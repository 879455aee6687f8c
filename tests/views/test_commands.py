"""What commands do with a view: databases, pages, logs that cannot be judged; what cannot be seen is written out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LOGS, PACKS, Run, game, vflog

__all__ = ["vflog"]
LOG = LOGS / "hadria-3p.jsonl"
SAMPLES = Path(__file__).parents[2] / "sample_logs"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def test_a_full_database_has_no_views_and_one_for_a_view_no_other(vflog: Run, tmp_path: Path) -> None:
    full, seen = tmp_path / "full.duckdb", tmp_path / "seen.duckdb"
    assert vflog("load", LOG, "--db", full, *PACKS).code == 0
    assert vflog("load", LOG, "--db", seen, "--view", "ada", *PACKS).code == 0
    for db, view, code in (
        (full, "public", 2),
        (full, "all", 0),
        (seen, "ada", 0),
        (seen, "public", 2),
        (seen, "bob", 2),
    ):
        assert vflog("query", "SELECT 1", "--db", db, "--view", view).code == code, (db, view)
        out = tmp_path / f"{db.stem}-{view}"
        assert vflog("export", "--db", db, "--out", out, "--view", view).code == code
        assert vflog("report", "--db", db, "--out", out / "pages", "--view", view).code == code
    assert vflog("load", LOG, "--db", seen, *PACKS).code == 2, "nothing is added to it"
    assert vflog("load", LOG, "--db", full, "--view", "ada", *PACKS).code == 2, "it is made anew"
    assert vflog("load", LOG, "--db", tmp_path / "none.duckdb", "--view", "zed", *PACKS).code == 2
    assert not (tmp_path / "none.duckdb").exists()


@pytest.mark.parametrize("name", ["invalid-slot-need-3p", "udacha-illegal", "taken-back-4p", "abandoned-4p"])
def test_pages_of_a_database_for_a_view_tell_what_is_wrong(vflog: Run, tmp_path: Path, name: str) -> None:
    log, db = SAMPLES / f"{name}.jsonl", tmp_path / "t.duckdb"
    assert vflog("load", log, "--db", db, "--view", "public", "--count-simulated").code == 0
    ran = vflog("report", "--db", db, "--view", "public", "--out", tmp_path / "pages")
    assert ran.code == 0, ran.err
    codes = vflog(
        "query",
        "SELECT DISTINCT coalesce(rule, code) AS told FROM problems",
        "--db",
        db,
        "--view",
        "public",
        "--format",
        "csv",
    )
    (page,) = (tmp_path / "pages" / "games").glob("*.html")
    text = page.read_text(encoding="utf-8")
    assert all(code in text for code in codes.out.split()[1:])


def test_a_database_for_a_view_has_no_key_hash_digest_size_or_line(vflog: Run, tmp_path: Path) -> None:
    log, db = tmp_path / "log.jsonl", tmp_path / "t.duckdb"
    log.write_bytes(LOG.read_bytes() + b'{"type":"vote","card":"f1"}\n')
    assert vflog("load", log, "--db", db, "--view", "public", *PACKS).code == 0
    sql = (
        "SELECT count(load_key) + count(sha256) + count(bytes) FROM loads",
        "SELECT count(body) FROM records",
        "SELECT count(load_key) + count(digest) + count(public_digest) + count(chain_head) FROM games",
        "SELECT count(load_key) + count(byte_offset) + count(raw) FROM rejects",
        "SELECT count(load_key) + count(byte_offset) FROM problems",
    )
    for one in sql:
        assert vflog("query", one, "--db", db, "--format", "jsonl").out.strip().endswith(":0}"), one
    assert vflog("query", "SELECT count(*) AS n FROM rejects", "--db", db, "--format", "jsonl").lines == [{"n": 1}]
    assert vflog("db", "check", "--db", db).code == 0


def test_pages_of_a_view_are_the_same_from_any_folder_and_name_the_log(
    vflog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[dict[str, bytes]] = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "log.jsonl").write_bytes(LOG.read_bytes())
        monkeypatch.chdir(folder)
        assert (
            vflog(
                "report",
                folder / "log.jsonl" if name == "two" else "log.jsonl",
                "--out",
                "pages",
                "--view",
                "public",
                *PACKS,
            ).code
            == 0
        )
        made.append({str(p.relative_to("pages")): p.read_bytes() for p in Path("pages").rglob("*") if p.is_file()})
    assert made[0] == made[1]
    text = b"".join(made[0].values())
    assert b"log.jsonl" in text
    assert b"000001.jsonl" not in text
    assert b"/tmp" not in text


ONE: dict[str, Any] = {"players": [{"id": "a"}]}
TWO: dict[str, Any] = {"players": [{"id": "a"}, {"id": "b"}]}
CANNOT: dict[str, list[dict[str, Any]]] = {
    "unknown ruleset": [{"type": "game", "format": "vflog/1", "game": "g", "ruleset": "chess", **ONE}],
    "other major": [{"type": "game", "format": "vflog/9", "game": "g", "ruleset": "veiled-fate", **ONE}],
    "no pack": [{
        "type": "game", "format": "vflog/1", "game": "g", "ruleset": "veiled-fate", "content": {"pack": "none"},
        **TWO,
    }],
    "newer record": [
        {"type": "game", "format": "vflog/1.9", "game": "g", "ruleset": "veiled-fate", **TWO},
        {"type": "teleport", "to": "f1"}, {"type": "note", "text": "x", "more": 3},
    ],
    "refused header": [{"type": "game", "format": "vflog/1", "game": "g", "ruleset": "veiled-fate", **ONE}],
    "damaged header": [{"type": "game", "format": "vflog/1"}],
    "amends": [
        {"type": "game", "format": "vflog/1", "game": "g", "ruleset": "veiled-fate", **TWO},
        *({"type": "amend", "to": 1, "record": {"type": kind}} for kind in (3, "vote", "game")),
        {"type": "amend", "to": 1, "record": {}},
        {"type": "ruling", "by": "x", "reason": "y", "set": {"hands": 3, "deck": [], "quests": {"q": 4}, "s2": {}}},
        {"type": "claim", "hands": {"a": 7}, "quests": [], "known_demis": "naka", "turn": {"x": {"y": "s2"}}},
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", CANNOT)
@pytest.mark.parametrize(
    "command", ["validate", "replay", "replay --json", "show", "legal", "redact", "rulings", "load", "report"]
)
def test_what_cannot_be_judged_ends_as_without_a_view(vflog: Run, tmp_path: Path, name: str, command: str) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in CANNOT[name]))
    more: dict[str, tuple[str, ...]] = {"load": ("--db", "{}.duckdb"), "report": ("--out", "{}-pages")}
    codes = []
    for view in ("all", "public"):
        places = [
            str(tmp_path / view).join(part.split("{}")) if "{}" in part else part for part in more.get(command, ())
        ]
        ran = vflog(*command.split()[:1], log, *command.split()[1:], "--view", view, *places)
        codes.append(ran.code)
        assert ran.code in (0, 1, 2, 3), ran.err
        if view != "all" and command != "legal":
            assert "s2" not in ran.out
            assert "f1" not in ran.out
    assert codes[0] == codes[1]


ODD = "A\u202eda\u0007\u001b[31m\u2066\u200f\ufeff\u0085"


@pytest.mark.parametrize("view", ["all", "public", "ann"])
def test_no_text_output_holds_what_cannot_be_seen(vflog: Run, tmp_path: Path, view: str) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(
        game(
            {"type": "note", "text": ODD, "kind": ODD, "player": ODD, f"x_{ODD}": ODD},
            {"type": f"x_{ODD}"},
            {"type": "claim", "phase": ODD, ODD: ODD},
            {"type": "ruling", "by": ODD, "reason": ODD, "set": {ODD: ODD}},
            {"type": "takeback", "to": 0},
            {"type": "amend", "to": 9, "record": {"type": ODD}, "by": ODD, "reason": ODD},
            {"type": "move", "player": ODD, "demi": ODD, "to": ODD},
            {"type": ODD},
            players=[{"id": "ann", "name": ODD}, {"id": "bo"}],
            event=ODD,
            table=ODD,
            source={"app": ODD, "version": ODD},
        )
    )
    db = tmp_path / f"{view}.duckdb"
    commands = [
        ("validate", log, "--all"),
        ("validate", log, "--format", "json"),
        ("validate", log, "--format", "jsonl"),
        ("validate", log, "--format", "junit"),
        ("validate", log, "--format", "github"),
        ("replay", log, "--all"),
        ("replay", log, "--json"),
        ("show", log),
        ("show", log, "--format", "json"),
        ("legal", log),
        ("redact", log),
        ("rulings", log),
        ("load", log, "--db", db),
        ("redact", log, "--out", tmp_path / f"{view}.jsonl"),
    ]
    for command in commands:
        ran = vflog(*command, "--view", view)
        found = UNSEEN.search(ran.out + ran.err)
        assert found is None, (command, ascii(found and found[0]))
    assert UNSEEN.search((tmp_path / f"{view}.jsonl").read_text("utf-8")) is None
    for sql in ("SELECT * FROM games", "SELECT * FROM players", "SELECT message FROM problems", "FROM rulings"):
        for form in ("text", "json", "jsonl"):
            ran = vflog("query", sql, "--db", db, "--format", form)
            assert UNSEEN.search(ran.out) is None, sql

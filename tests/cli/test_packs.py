"""Content packs on the command line: checked, shown, played with; and what a log names of one is compared."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import vflog as package
from tests.cli.conftest import LOGS, VECTORS, Run
from tests.games.veiled_fate.test_pack_check import BASE, written
from vflog import services

TRIAL = (VECTORS / "packs" / "trial.toml").read_bytes()
SHA256 = hashlib.sha256(TRIAL).hexdigest()
LOG = [json.loads(line) for line in (LOGS / "base-2p.jsonl").read_text("utf-8").splitlines()]


def named(path: Path, **content: str) -> Path:
    """A sound log that names its pack so."""
    lines = [{**LOG[0], "content": {"pack": "trial", **content}}, *LOG[1:]]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.toml"
    path.write_bytes(written(BASE))
    return path


# -- check and show ----------------------------------------------------------------------------------


def test_check_a_pack_of_the_base_game(vflog: Run, base: Path) -> None:
    ran = vflog("content", "check", base)
    assert ran.code == 0
    assert "error" not in ran.out
    assert f"{base}: remark: There are no Favors" in ran.out
    assert vflog("content", "check", "sample").out == "sample: nothing is missing\n"


def test_check_tells_every_fault_with_its_line(vflog: Run, base: Path) -> None:
    base.write_bytes(TRIAL.replace(b"f1 = 30", b"f1 = -1").replace(b'house = "owl"', b"house = 1", 1))
    ran = vflog("content", "check", base)
    lines = base.read_text().split("\n")
    assert ran.code == 1
    assert [line.split(":")[1] for line in ran.out.splitlines()] == [
        str(lines.index("house = 1") + 1),
        str(lines.index("f1 = -1") + 1),
    ]


def test_check_as_json(vflog: Run, base: Path) -> None:
    whole = json.loads(vflog("content", "check", base, "--format", "json").out)
    assert whole["pack"] == str(base)
    assert vflog("content", "check", base, "--format", "jsonl").lines == whole["findings"]
    assert {finding["severity"] for finding in whole["findings"]} == {"remark"}
    assert set(whole["findings"][0]) == {"severity", "message", "line"}


def test_a_pack_from_standard_input(vflog: Run) -> None:
    assert vflog("content", "check", "-", stdin=TRIAL).code == 0
    assert json.loads(vflog("content", "show", "-", "--format", "json", stdin=TRIAL).out)["sha256"] == SHA256


def test_a_file_that_no_log_would_find_is_remarked(vflog: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_bytes(TRIAL)
    assert "should be called trial.toml" in vflog("content", "check", other).out
    assert "called" not in vflog("content", "check", VECTORS / "packs" / "trial.toml").out


@pytest.mark.parametrize("word", ["check", "show"])
def test_a_pack_that_is_not_there(vflog: Run, tmp_path: Path, word: str) -> None:
    for pack in ("nowhere", tmp_path / "nowhere.toml", tmp_path):
        ran = vflog("content", word, pack)
        assert (ran.code, ran.out) == (3, "")
        assert len(ran.err.splitlines()) == 1
    (tmp_path / "bad.toml").write_text("id = 1\n")
    assert vflog("content", word, tmp_path / "bad.toml").code == 1


def test_a_folder_of_its_name_does_not_hide_a_built_in_pack(
    vflog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sample").mkdir()
    assert vflog("content", "check", "sample").code == 0


def test_show_as_json_has_all_of_the_pack(vflog: Run) -> None:
    ran = vflog("content", "show", "sample", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    shown = json.loads(ran.out)
    assert (shown["id"], shown["version"], shown["invented"]) == ("sample", "1", True)
    assert shown["fate"] == {"f1": 30, "f2": 12, "s1": 30, "s2": 12, "+2": 12}
    assert next(iter(shown["demis"])) == "pentha"
    assert shown["demis"]["pentha"] == {"house": "bull", "colour": "red"}
    assert [len(shown[part]) for part in ("demis", "quests", "city", "ages", "favors", "servants")] == [
        9,
        25,
        9,
        12,
        5,
        3,
    ]
    assert shown["quests"][0]["slots"][0] == {"feather": "gain 2", "scorpion": "lose 1", "need": None}
    assert set(shown["roles"]) == {"mother-to-all", "steward", "sorcerer", "prophet"}
    assert vflog("content", "show", "sample", "--format", "jsonl").out == ran.out


def test_show_as_json_tells_what_is_not_known(vflog: Run, base: Path) -> None:
    base.write_bytes(written({**BASE, "fate": {"f1": 3}}))
    shown = json.loads(vflog("content", "show", base, "--format", "json").out)
    assert shown["fate"] == {"f1": 3, "f2": None, "s1": None, "s2": None, "+2": None}
    assert (shown["favors"], shown["servants"], shown["roles"]) == ([], [], {})


@pytest.mark.parametrize("name", ['a"b', "a b", "", "x_mine", "../mine", "a" * 65, "ä"])
def test_new_takes_a_name_that_a_log_can_give(vflog: Run, name: str) -> None:
    ran = vflog("content", "new", name)
    assert (ran.code, ran.out) == (2, "")
    assert vflog("content", "new", "mine").code == 0


# -- simulate ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
def test_simulate_with_the_file_of_a_pack(vflog: Run, base: Path, players: int) -> None:
    log = base.parent / "log.jsonl"
    assert vflog("simulate", "--pack", base, "--players", players, "--out", log).code == 0
    head = json.loads(log.read_text().split("\n")[0])
    assert head["content"] == {"pack": "base"}
    assert [game.status for game in package.validate(log).games] == ["valid"]
    assert package.replay(log).play is not None


def test_simulate_by_name_beside_a_folder_of_packs(vflog: Run, base: Path) -> None:
    log = base.parent / "log.jsonl"
    assert vflog("simulate", "--pack", "base", "--content", base.parent, "--out", log).code == 0
    assert vflog("simulate", "--pack", "sample", "--out", log, "--seed", 2, "--force").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--pack", "{base}", "--expansions", "hadria"), 2, "no Favors"),
        (("--pack", "{base}", "--expansions", "servants"), 2, "Servants"),
        (("--pack", "{base}", "--expansions", "celestials", "--role", "prophet"), 2, "`prophecies`"),
        (("--pack", "nowhere"), 2, "'nowhere'"),
        (("--pack", "nowhere.toml"), 3, "nowhere.toml"),
        (("--pack", "{bad}"), 2, "cannot be used: line 1: "),
        (("--pack", "{odd}"), 2, "called by an id"),
        (("--pack", "sample", "--ruleset", "udacha"), 2, "without content packs"),
        (("--expansions", "hadria", "--ruleset", "udacha"), 2, "without expansions"),
        (("--role", "arbiter", "--ruleset", "udacha"), 2, "without roles"),
        (("--powers", "base", "--ruleset", "udacha"), 2, "without tables of God Powers"),
    ],
)
def test_a_wish_that_cannot_be_met(vflog: Run, base: Path, arguments: tuple[str, ...], code: int, said: str) -> None:
    bad, odd = base.with_name("bad.toml"), base.with_name("my pack.toml")
    bad.write_text("id = 1\n")
    odd.write_bytes(written(BASE))
    out = base.with_name("out.jsonl")
    ran = vflog("simulate", *(a.format(base=base, bad=bad, odd=odd) for a in arguments), "--out", out)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not out.exists()


# -- what a log names --------------------------------------------------------------------------------

WRONG: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "version": ({"version": "99"}, ("'1'", "'99'")),
    "hash": ({"sha256": "ab" * 32}, (SHA256, "ab" * 32)),
    "version of the right bytes": ({"sha256": SHA256, "version": "99"}, ("'1'", "'99'")),
    "name": ({"pack": "nowhere"}, ("'nowhere'",)),
}
#: Every command that opens a game, with what it says of one that it cannot judge (`None`: it only carries lines on).
COMMANDS: dict[str, tuple[tuple[str, ...], bool]] = {
    "validate": (("validate", "{log}"), True),
    "validate as json": (("validate", "{log}", "--format", "json"), True),
    "replay": (("replay", "{log}"), True),
    "replay as json": (("replay", "{log}", "--json"), True),
    "replay a view": (("replay", "{log}", "--view", "public"), True),
    "show": (("show", "{log}"), True),
    "show a view": (("show", "{log}", "--view", "ada"), True),
    "legal": (("legal", "{log}"), True),
    "rulings": (("rulings", "{log}"), True),
    "redact": (("redact", "{log}", "--view", "public"), False),
}


@pytest.mark.parametrize("place", ["beside", "given"])
@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("command", COMMANDS)
def test_another_pack_than_the_log_names_is_told_with_both_values(
    vflog: Run, tmp_path: Path, command: str, wrong: str, place: str
) -> None:
    packs = tmp_path if place == "beside" else tmp_path / "packs"
    packs.mkdir(exist_ok=True)
    (packs / "trial.toml").write_bytes(TRIAL)
    content, values = WRONG[wrong]
    log = named(tmp_path / "log.jsonl", **content)
    arguments, speaks = COMMANDS[command]
    ran = vflog(*(a.format(log=log) for a in arguments), *(("--content", packs) if place == "given" else ()))
    if speaks:
        assert ran.code == 1
        assert all(value in ran.out + ran.err for value in values)
        assert "applied" not in ran.out.replace('"applied":0', "")
    else:
        assert ran.code == 0


@pytest.mark.parametrize("right", [{}, {"version": "1"}, {"sha256": SHA256.upper(), "version": "1"}])
def test_what_a_log_names_rightly_is_judged(vflog: Run, tmp_path: Path, right: dict[str, str]) -> None:
    (tmp_path / "trial.toml").write_bytes(TRIAL)
    assert vflog("validate", named(tmp_path / "log.jsonl", **right)).code == 0


@pytest.mark.parametrize("wrong", WRONG)
def test_the_tables_and_the_referee_know_it_too(vflog: Run, tmp_path: Path, wrong: str) -> None:
    (tmp_path / "trial.toml").write_bytes(TRIAL)
    log = named(tmp_path / "log.jsonl", **WRONG[wrong][0])
    assert vflog("load", log, "--db", tmp_path / "g.duckdb").code == 0
    rows = vflog("query", "SELECT status FROM games", "--db", tmp_path / "g.duckdb", "--format", "json").out
    assert json.loads(rows) == [{"status": "unsupported"}]
    assert vflog("report", log, "--out", tmp_path / "pages").code == 0
    session = services.referee(content=[tmp_path])
    answer: Any = session.answer(log.read_bytes().split(b"\n")[0])
    assert not answer.ok
    assert all(value in answer.problems[0].message for value in WRONG[wrong][1])


def test_a_built_in_pack_is_compared_like_any_other(vflog: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert vflog("simulate", "--out", log).code == 0
    first, rest = log.read_text().split("\n", 1)
    for version, code in (("1", 0), ("2", 1)):
        head = {**json.loads(first), "content": {"pack": "sample", "version": version}}
        log.write_text(json.dumps(head) + "\n" + rest)
        assert vflog("validate", log).code == code


def test_of_two_packs_of_one_name_the_one_of_the_version_is_taken(vflog: Run, tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "trial.toml").write_bytes(TRIAL.replace(b'version = "1"', b'version = "2"', 1))
    (tmp_path / "trial.toml").write_bytes(TRIAL)
    for version, code in (("1", 0), ("2", 0), ("3", 1)):
        log = named(tmp_path / f"{version}.jsonl", version=version)
        assert vflog("validate", log, "--content", tmp_path / "packs").code == code
        assert vflog("validate", log).code == (0 if version == "1" else 1)

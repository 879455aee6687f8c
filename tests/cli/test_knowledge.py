"""`explain`, `rulings`, `schema`, `completion`, `simulate`: what vflog knows, and what it makes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import LOGS, PACKS, ROOT, Run
from vflog import services
from vflog.cli.commands.schema import schemas
from vflog.engine import knowledge
from vflog.engine.knowledge import codes, named_rulings, rules
from vflog.reading.content import built_in


def test_every_code_rule_and_ruling_is_explained(vflog: Run) -> None:
    for name in [*codes(), *rules(), *named_rulings()]:
        found = services.explained(name)
        assert found is not None, name
        assert any(found.values()), name
    assert vflog("explain", "VF-M2").out.startswith("VF-M2: ")


def test_every_card_is_explained_by_its_id_and_its_title(vflog: Run) -> None:
    cards = knowledge.cards(built_in)
    rows = {"Age card", "God Power", "Celestial role", "City space"}
    packs = {"Quest", "City card", "Favor", "Fate card"}
    assert {card.kind for card in cards} == {*rows, *packs, "Demi", "Servant"}
    for card in cards:
        for name in (card.id, card.title):
            found = services.explained(name)
            assert found is not None, name
            assert card.id in [told["id"] for told in found["cards"]]
            assert {rule["rule"] for rule in found["rules"]} >= set(card.rules)
    assert set(services.explained_names()) >= {card.id for card in cards}
    invented = {card.kind for card in cards if "invented" in card.note}
    assert invented == packs


@pytest.mark.parametrize(("id", "said"), [
    ("natural-order", "More feathers: Demis on 1 and 2 gain 1"), ("chaos", "spaces 1 and 3 of the Renown track change"),
    ("arbiter", "the first player names three Demis; all others vote"), ("the-census", "each region by itself"),
    ("Evil Curses", "More feathers: Demis in Abyss and Pools lose 2"), ("revelation", "two unused Demi cards"),
    ("sleight-of-hand", "all vote, the first player last, with open cards"), ("judgement", "a Celestial aside"),
    ("omnipotence", "the Fate cards paid for God Powers in this Age"), ("choose_gain", "a Demi of the mover's choice"),
    ("portal-favor", "Corruption: 3"), ("tidal-altar", "Space 1: draw 1"), ("pentha", "House: bull"), ("f2", "two f"),
    ("prophet", "Of the pack it needs: what is foretold"), ("transfiguration", "3, by the newer table 2"),
])  # fmt: skip
def test_what_a_card_does_is_told(vflog: Run, id: str, said: str) -> None:
    ran = vflog("explain", id)
    assert said in ran.out
    assert "VF-" in ran.out
    (card, *_) = json.loads(vflog("explain", id, "--format", "json").out)["cards"]
    assert id.lower() in (card["id"], card["title"].lower())


def test_a_name_of_two_things_tells_both(vflog: Run) -> None:
    out = vflog("explain", "arbiter").out
    assert out.index("(Age card arbiter)") < out.index("(Celestial role arbiter)") < out.index("VF-G:")
    assert "VF-C2: " in out


def test_a_card_that_is_not_there_gives_the_nearest(vflog: Run) -> None:
    ran = vflog("explain", "natural-ordr")
    assert (ran.code, ran.out) == (2, "")
    assert "Did you mean natural-order" in ran.err


@pytest.mark.parametrize(
    "asked",
    [
        {"_VFLOG_COMPLETE": "complete_bash", "COMP_WORDS": "vflog explain natu", "COMP_CWORD": "2"},
        {"_VFLOG_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "vflog explain natu"},
        {
            "_VFLOG_COMPLETE": "complete_fish",
            "_TYPER_COMPLETE_ARGS": "vflog explain natu",
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        },
    ],
    ids=("bash", "zsh", "fish"),
)
def test_what_can_be_explained_is_completed(asked: dict[str, str]) -> None:
    command = [sys.executable, "-m", "vflog"]
    ran = subprocess.run(command, env={**os.environ, **asked}, cwd=ROOT, capture_output=True, text=True, check=True)
    assert [word for word in re.split(r"[^a-z-]+", ran.stdout) if word.startswith("natu")] == ["natural-order"]


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_a_command(vflog: Run, tmp_path: Path) -> None:
    (tmp_path / "vflog").write_text(f'#!/bin/sh\nexec {sys.executable} -m vflog "$@"\n')
    (tmp_path / "vflog").chmod(0o755)
    script = vflog("completion", "fish").out + '\ncomplete -C "vflog valid"\n'
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    ran = subprocess.run(["fish"], input=script, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.split()[:1] == ["validate"]


def test_an_assumption_never_reads_like_the_rule_book(vflog: Run) -> None:
    assert "an assumption of vflog" in vflog("explain", "VF-R4").out
    assert "printed in a rule book" in vflog("explain", "VF-M2").out


def test_rulings_are_listed(vflog: Run) -> None:
    rows = json.loads(vflog("rulings", "list", "--format", "json").out)
    assert {"name": "bridge", "values": ["both", "coast_to_mountains"]}.items() <= next(
        row for row in rows if row["name"] == "bridge"
    ).items()
    of_log = vflog("rulings", LOGS / "base-2p.jsonl", *PACKS, "--format", "jsonl").lines
    assert {row["name"] for row in of_log} == {row["name"] for row in rows if row["ruleset"] == "veiled-fate"}
    assert all(row["value"] not in row["others"] for row in of_log)


def test_the_published_schemas_are_those_of_the_types() -> None:
    rulesets = {entry.name for entry in entry_points(group="vflog.rulesets")}
    ours = {*rulesets, "report", "tournament", "referee", "seal", "openings", "pack"}
    there = {name: schema for name, schema in schemas().items() if name in ours}
    published = {path.name.removesuffix(".schema.json"): path for path in (ROOT / "schemas").iterdir()}
    assert published.keys() == there.keys()
    for name, schema in there.items():
        assert json.loads(published[name].read_text()) == schema, "run: vflog schema --out schemas --force"


def test_the_schema_of_a_pack_holds_for_the_packs() -> None:
    checks = jsonschema.Draft202012Validator(services.pack_schemas()["pack"])
    packs = [*ROOT.glob("tests/vectors/packs/*.toml"), *ROOT.glob("vflog/games/veiled_fate/packs/*.toml")]
    assert len(packs) > 2
    for path in packs:
        pack = tomllib.loads(path.read_text("utf-8"))
        checks.validate(pack)
        assert not checks.is_valid({**pack, "odd": 1})
        assert not checks.is_valid({key: value for key, value in pack.items() if key != "demis"})


def test_schemas_are_schemas_and_hold(vflog: Run) -> None:
    there = {name: json.loads(vflog("schema", name).out) for name in vflog("schema").out.split()}
    for schema in there.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    checks = jsonschema.Draft202012Validator(there["veiled-fate"])
    for line in (LOGS / "takebacks-amends-claims-ruling-3p.jsonl").read_text().splitlines():
        checks.validate(json.loads(line))
    for wrong in ({"type": "rest", "n": 1}, {"type": "nope"}, {"type": "rest", "player": "a", "odd": 1}, {"n": 1}):
        assert not checks.is_valid(wrong), wrong
    assert checks.is_valid({"type": "x_mine", "anything": [1]})
    assert checks.is_valid({"type": "rest", "player": "a", "x_odd": 1})


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(vflog: Run, shell: str) -> None:
    assert "_VFLOG_COMPLETE" in vflog("completion", shell).out


def test_simulated_games_are_legal_and_the_same_each_time(vflog: Run, tmp_path: Path) -> None:
    arguments = (
        "simulate",
        "--games",
        "3",
        "--players",
        "3",
        "--expansions",
        "hadria",
        "--seed",
        "7",
        "--hidden",
        "20",
    )
    assert vflog(*arguments, "--out", tmp_path / "a").code == 0
    assert vflog(*arguments, "--out", tmp_path / "b.jsonl").code == 0
    one = b"".join(path.read_bytes() for path in sorted((tmp_path / "a").iterdir()))
    assert one == (tmp_path / "b.jsonl").read_bytes() == vflog(*arguments, "--out", "-").out.encode()
    assert vflog("validate", tmp_path / "a").code == 0


@pytest.mark.parametrize("ending", [".jsonl.gz", ".jsonl.zst"])
def test_simulated_games_may_be_packed(vflog: Run, tmp_path: Path, ending: str) -> None:
    paths = [tmp_path / f"{name}{ending}" for name in "ab"]
    for path in paths:
        vflog("simulate", "--games", "2", "--out", path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert vflog("validate", paths[0]).code == 0

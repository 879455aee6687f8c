"""Another card is a row: registered beside those there are, it is judged, offered, hidden, simulated, told and loaded.

An Age card with everything that its row may say, a City space, a Favor, a role; and no module but their rows asks for a
card by its name.
"""

from __future__ import annotations

import ast
import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import vflog
from tests.conformance.make_kit import DATA, WHOLE
from tests.golden.make import HERE as GOLDEN
from tests.golden.make import judged
from tests.views.law import shown
from vflog import services
from vflog.engine.simulation import line
from vflog.games.veiled_fate import RULESET, track
from vflog.games.veiled_fate.age_cards import ALL, CARDS, COIN, GAIN_3, IN_CITY, LOSE_2, AgeCard, Outcome, change
from vflog.games.veiled_fate.celestials.frame import Role
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.city_spaces import SPACES, CitySpace, chosen
from vflog.games.veiled_fate.content import check_pack, new_pack
from vflog.games.veiled_fate.pack_reader import read as read_pack
from vflog.games.veiled_fate.simulate import simulate
from vflog.games.veiled_fate.wishes import Wishes
from vflog.store.query import query

from .harness import Game, Log, find, read
from .packs import packed, sample
from .playing import DEMIS, act, log, move, spaces, table, voting

ROOT = Path(__file__).parents[3]
Plain = dict[str, Any]
#: All that stands in the pack of the tests besides the built-in one.
AGE = {"id": "long-winter", "age": 1}
CITY = {"id": "cold-gate", "altar": True, "spaces": ["choose_lose 2", "choose_lose 1", "choose_lose 1"]}
FAVOR = {"id": "gate-favor", "power": "portal", "corruption": 2, "copies": 3}


def long_winter() -> None:
    """An Age card beside the twelve: this is all that one takes."""
    CARDS["long-winter"] = AgeCard(
        "Long Winter",
        age=1,
        least=2,
        asks="demis",
        voters=ALL,
        face_up=True,
        feather=change(COIN, IN_CITY),
        scorpion=Outcome("all named Demis lose 2", effects=lambda g: [(d, (LOSE_2,)) for d in g.pick or ()]),
        tie=Outcome("a Demi of the first player's choice gains 3", target=GAIN_3),
    )


@pytest.fixture
def winter() -> Iterator[None]:
    long_winter()
    yield
    del CARDS["long-winter"]


@pytest.fixture
def choose_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    """A City space beside those there are."""
    monkeypatch.setitem(
        SPACES,
        "choose_lose",
        CitySpace(
            "a Demi of the mover's choice loses {n}",
            counted=True,
            asks="target",
            does=lambda g, player, demi, space, n: track.shift(g, chosen(g, space), -n),
        ),
    )


@pytest.fixture
def jester(monkeypatch: pytest.MonkeyPatch) -> None:
    """A role beside those there are."""
    monkeypatch.setitem(
        ROLES,
        "jester",
        Role(
            name="jester",
            title="Jester",
            rule="VF-C1",
            text="Its Demi is to be second at the end.",
            wins="at_end",
            won=lambda g, demis, r: track.ranking(g)[1:2] == [demis[str(g.terms.celestial)]],
            powers="none",
            hand_limit=6,
        ),
    )


def with_cards(**parts: Plain) -> bytes:
    """The built-in pack, with one more card in each of these parts (`ages`: of that Age no other)."""
    pack = sample()
    for part, card in parts.items():
        pack[part] = [*(c for c in pack[part] if part != "ages" or c["age"] != card["age"]), card]
    return packed({**pack, "id": "new"})


def simulated(pack: bytes, seed: int = 3, **wishes: Any) -> Log:
    """A random game with the pack."""
    wished = Wishes(**{"game": "g", "players": 3, "pack": "new", **wishes})
    return list(simulate(RULESET, lambda name: pack if name == "new" else find(name), seed, wished))


def state_after(pack: bytes, given: Log, *records: Plain) -> Plain:
    """The state, all records legal."""
    game = Game([*given, *records], packs={"new": pack})
    assert not game.problems, game.problems
    return game.state


# -- an Age card -------------------------------------------------------------------------------------------


WINTER = with_cards(ages=AGE)
PICK = act("age_pick", "ada", demis=["naka", "klar", "belan"])
F, S = {"ada": ["f1"]}, {"ada": ["s1"]}
TIE = {"ada": ["f1"], "bob": ["s1"]}


def read_winter() -> Log:
    """The card comes: Naka and Klar are in the City, all others in the forest; all on 3."""
    places = {demi: {"at": "city" if demi in ("naka", "klar") else "forest"} for demi in DEMIS}
    given = voting("long-winter", content={"pack": "new"})
    return log(given.ruled(demis=places, track=spaces(**dict.fromkeys(DEMIS, 3))))


def votes(cards: dict[str, list[str]], **shown: Any) -> list[Plain]:
    voted = [act("age_vote", player, cards=cards.get(player, [])) for player in ("ada", "bob", "cy")]
    return [PICK, *voted, act("age_reveal", cards=[card for given in cards.values() for card in given], **shown)]


def renown(state: Plain) -> dict[str, int]:
    return {demi: there["renown"] - 3 for demi, there in state["demis"].items() if there["renown"] != 3}


@pytest.mark.usefixtures("winter")
def test_an_age_card_is_judged_by_its_row() -> None:
    given = read_winter()
    assert renown(state_after(WINTER, given, *votes(F, coins={"naka": "gain", "klar": "smite"}))) == {"naka": 1}
    assert renown(state_after(WINTER, given, *votes(S))) == {"naka": -2, "klar": -2, "belan": -2}
    assert renown(state_after(WINTER, given, *votes(TIE, target="isabel"))) == {"isabel": 3}
    for wrong in (
        votes(F),
        votes(S, coins={"naka": "gain"}),
        votes(TIE),
        votes(S, target="naka"),
        votes(S, revealed=["naka"]),
        [PICK, act("age_vote", "ada", cards=["?"])],
        [PICK, act("age_vote", "bob")],
        [act("age_pick", "ada", locations=["city", "coast", "forest"])],
        [act("age_vote", "ada")],
    ):
        game = Game([*given, *wrong], packs={"new": WINTER})
        assert [p.rule for p in game.problems] == ["VF-G"], wrong


@pytest.mark.usefixtures("winter")
def test_an_age_card_is_offered_and_its_votes_lie_open(tmp_path: Path) -> None:
    given = read_winter()

    def forms(*records: Plain) -> Any:
        play = Game([*given, *records], packs={"new": WINTER}).judge.play
        assert play is not None
        return {form["type"]: form["fields"] for form in play.legal() if form["type"] != "end"}

    assert forms() == {"age_pick": {"player": "ada", "demis": {"choose": 3, "from": list(DEMIS)}}}
    assert forms(PICK)["age_vote"]["cards"]["open"] is True
    assert {"coins", "target"} < forms(*votes(F)[:-1])["age_reveal"].keys()
    before = Game(given[:2], packs={"new": WINTER}).judge.play
    assert before is not None
    assert next(f for f in before.legal() if f["type"] == "age")["fields"]["card"] == {"in": ["long-winter"]}
    state = state_after(WINTER, given, *votes(F)[:2])
    assert before.public(state)["age_pile"] == {"f1": 1}
    (tmp_path / "new.toml").write_bytes(WINTER)
    hidden = shown([*given, *votes(F)], "public", tmp_path)
    assert [record["cards"] for record in hidden if record["type"] == "age_vote"] == [["f1"], [], []]


@pytest.mark.usefixtures("winter")
def test_an_age_card_goes_through_every_command(tmp_path: Path) -> None:
    (tmp_path / "new.toml").write_bytes(WINTER)
    path = tmp_path / "g.jsonl"
    for seed in range(1, 6):
        made = simulated(WINTER, seed)
        assert any(record.get("card") == "long-winter" for record in made)
        path.write_bytes(b"".join(line(record) + b"\n" for record in made))
        assert [game.status for game in vflog.validate(path, content=[tmp_path]).games] == ["valid"]
    cursor = vflog.replay(path, content=[tmp_path])
    cursor.seek(2)
    assert cursor.state["age_card"] == "long-winter"
    vflog.load([path], tmp_path / "t.duckdb", content=[tmp_path])
    with query(tmp_path / "t.duckdb", "SELECT card FROM ages WHERE age = 1") as answer:
        assert list(answer.rows) == [("long-winter",)]
    said = services.explained("long-winter")["cards"][0]  # type: ignore[index]
    assert (said["title"], said["says"]["Age"], said["says"]["more feathers"]) == (
        "Long Winter",
        1,
        "Demis in the City gain 1 or are smited, each by a coin",
    )
    assert said["says"]["vote"] == "the first player names three Demis; all vote in turn order, with open cards"
    assert 'id = "long-winter"\nage = 1\n' in new_pack("mine")


@pytest.mark.usefixtures("winter")
def test_nothing_that_is_made_changes_by_another_age_card() -> None:
    """Golden games, sample logs and kit are made with the built-in pack, whose file says which Age cards it has."""
    pack = find("sample") or b""
    assert "long-winter" not in read_pack(pack).ages
    assert check_pack(pack) == []
    make: Plain = runpy.run_path(str(ROOT / "sample_logs" / "make.py"))
    for day, (name, seed, made) in enumerate(make["samples"](), 2):
        lines = b"".join(line(record) + b"\n" for record in make["timed"](made, make["Dice"](seed), day))
        assert lines == (ROOT / "sample_logs" / f"{name}.jsonl").read_bytes(), name
    for name, ruleset, seed, wishes, _ in WHOLE:
        ((_, data),) = services.simulate(1, seed, ruleset=ruleset, game=name, **wishes)
        assert data == (DATA / "logs" / f"{name}.jsonl").read_bytes(), name
    for name in ("base-3", "hadria-servants-4-rulings"):
        assert judged(read(GOLDEN / f"{name}.jsonl")) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


# -- a City space, a Favor, a role ---------------------------------------------------------------------------


@pytest.mark.usefixtures("choose_lose")
def test_a_city_space_is_a_row() -> None:
    pack = with_cards(city=CITY)
    given = log(
        table(3, content={"pack": "new"}).ruled(
            city={"card": "cold-gate", "space": 0}, demis={"naka": {"at": "coast"}}, track=spaces(klar=3)
        )
    )
    step = move("ada", "naka", "city")
    assert state_after(pack, given, {**step, "space": {"target": "klar"}})["demis"]["klar"]["renown"] == 1
    for space in ({}, {"coin": "gain"}, {"target": "hadria"}):
        game = Game([*given, {**step, "space": space}], packs={"new": pack})
        assert [p.rule for p in game.problems] == ["VF-A5"]
    play = Game(given, packs={"new": pack}).judge.play
    assert play is not None
    offered = [f["fields"] for f in play.legal() if f["type"] == "move" and f["fields"].get("to") == "city"]
    assert offered
    assert all(fields["space"] == {"target": {"in": list(DEMIS)}} for fields in offered)
    made = simulated(pack, 5, players=4)
    assert Game(made, packs={"new": pack}).verdict.status == "valid"
    assert (services.explained("choose_lose") or {})["cards"][0]["says"]["it does"].endswith("loses N")
    assert "choose_lose N" in new_pack("mine")


def test_another_city_space_is_unknown_without_its_row() -> None:
    findings = check_pack(with_cards(city={**CITY, "id": "other-gate"}))
    assert [finding.severity for finding in findings if "choose_lose" in finding.message] == ["error"] * 3


def test_a_favor_is_a_row_of_the_pack() -> None:
    pack = with_cards(favors=FAVOR)
    given = log(table(3, "hadria", content={"pack": "new"}).ruled(favors={"ada": {"hand": ["gate-favor"]}}))
    played = act("favor", "ada", favor="gate-favor", demi="naka", to="volcano")
    state = state_after(pack, given, played)
    assert (state["demis"]["naka"]["at"], state["favors"]["ada"]["corruption"]) == ("volcano", 2)
    play = Game(given, packs={"new": pack}).judge.play
    assert play is not None
    assert any(form["fields"].get("favor") == "gate-favor" for form in play.legal())
    made = [simulated(pack, seed, expansions=("hadria",)) for seed in range(1, 5)]
    assert all(Game(one, packs={"new": pack}).verdict.status == "valid" for one in made)
    assert "gate-favor" in json.dumps(made)


@pytest.mark.usefixtures("jester")
def test_a_role_is_a_row() -> None:
    made = simulated(find("sample") or b"", 7, players=4, expansions=("celestials",), role="jester")
    game = Game(made, packs={"new": find("sample") or b""})
    assert (game.verdict.status, game.state["celestial"]["role"]) == ("valid", "jester")
    given = log(table(4, role="jester").ruled(turn={"player": "dot"}))
    wrong = Game([*given, act("power", "dot", power="smite", pay=["f1", "s1"], demi="naka")])
    assert [p.code for p in wrong.problems] == ["sorcerer.no-powers"]
    assert not any(form["type"] == "power" for form in wrong.judge.play.legal())  # type: ignore[union-attr]
    said = (services.explained("jester") or {})["cards"][0]
    assert (said["kind"], said["says"]["Fate cards at most"]) == ("Celestial role", 6)


# -- so it stays -----------------------------------------------------------------------------------------------

#: Where a card's id may stand: rows, examples, the form of a pack file and a fresh one; the name of a message's value.
ROWS = ("age_cards.py", "celestials/*.py", "examples/*.py", "pack_file.py", "content.py")
NO_IDS = {("codes.py", "prophet")}


def test_no_module_asks_for_a_card_by_its_name() -> None:
    pack = read_pack(find("sample") or b"")
    ids = {*CARDS, *ROLES, *pack.quests, *pack.city, *pack.favors, *pack.demis}
    found = set()
    for path in (ROOT / "vflog").rglob("*.py"):
        if any(path.match(f"veiled_fate/{row}") for row in ROWS):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in ids:
                found.add((path.name, node.value))
    assert found == NO_IDS


@pytest.mark.parametrize("role", sorted(ROLES))
def test_a_role_stands_in_its_own_module_only(role: str) -> None:
    modules = [
        path
        for path in (ROOT / "vflog/games/veiled_fate/celestials").glob("*.py")
        if f'"{role}"' in path.read_text(encoding="utf-8")
    ]
    assert len(modules) == 1


def test_every_outcome_has_one_effect_and_words_for_it() -> None:
    for id, card in CARDS.items():
        for side, outcome in card.outcomes.items():
            does = (outcome.effects, outcome.op, outcome.swaps, outcome.target, outcome.shows or None)
            assert sum(part is not None for part in does) == (0 if outcome.text == "nothing happens" else 1), (id, side)
            assert outcome.text
            assert (outcome.op is not None) == card.by_region

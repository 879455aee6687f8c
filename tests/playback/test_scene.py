"""What a ruleset says of where everything is, against what its state documents say (`tests/reporting/told.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.nim.nim import RULESET as NIM
from tests.reporting.told import MUST
from vflog import api, services
from vflog.arguments import judged_by
from vflog.engine.people import people
from vflog.engine.ruleset import registered, ruleset
from vflog.engine.scene import Laid, Scene, drawing
from vflog.engine.simulation import line
from vflog.playback.cursor import Cursor

GOLDEN = Path(__file__).parents[1] / "golden"
PACKS = [Path(__file__).parents[1] / "vectors" / "packs"]
LOGS = [path for path in sorted(GOLDEN.glob("*/*.jsonl")) if "expected" not in path.name]


def _standing(scene: Scene) -> dict[str, str]:
    slots = (
        (f"{name}#{number}", slot.token)
        for name, card in scene.laid.items()
        if card.place
        for number, slot in card.slots.items()
    )
    return {token: place for place, there in scene.standing.items() for token in there} | {
        token: place for place, token in slots if token is not None
    }


def _entries(scene: Scene, name: str) -> dict[str, Any]:
    return {player: seat.entries[name] for player, seat in scene.seats.items() if name in seat.entries}


def _turn(scene: Scene) -> str | None:
    return next((player for player, seat in scene.seats.items() if "turn" in seat.marks), None)


def veiled_fate(scene: Scene) -> dict[str, Any]:
    piles: dict[str, Laid] = scene.laid
    return {
        "standing": _standing(scene),
        "track": scene.track,
        "cards": {k: card.pile or {} for k, card in piles.items()},
        "hands": {player: told.cards for player, told in _entries(scene, "Hand").items()},
        "demis": {player: told.tokens for player, told in _entries(scene, "Demi").items()},
        "corruption": {player: told.text for player, told in _entries(scene, "Corruption").items()},
        "played": {player: told.text for player, told in _entries(scene, "Played").items()},
        "beside": {"Fate deck": scene.notes["Fate deck"].text} if "Fate deck" in scene.notes else {},
        "turn": _turn(scene),
        "out": scene.notes["Annihilated"].tokens if "Annihilated" in scene.notes else [],
    }


def udacha(scene: Scene) -> dict[str, Any]:
    frames = scene.notes["Open frames"].text.split("\n") if "Open frames" in scene.notes else []
    return {
        "standing": _standing(scene),
        "unknown": scene.unknown,
        "frames": [frame.split(":")[0] for frame in frames],
        "turn": _turn(scene),
        "won": {side: told.text for side, told in _entries(scene, "Quests won").items()},
    }


def nim(scene: Scene) -> dict[str, Any]:
    pledges = {player: told.text.removeprefix("pile ") for player, told in _entries(scene, "Pledge").items()}
    return {
        "piles": [len(there) for there in scene.standing.values()],
        "turn": _turn(scene),
        "pledges": {player: pile if pile == "?" else int(pile) for player, pile in pledges.items()},
    }


READ = {"veiled-fate": veiled_fate, "udacha": udacha, "nim": nim}


def says_what_the_state_says(cursor: Cursor) -> None:
    play, name = cursor.play, cursor.header.ruleset
    assert play is not None
    drawn = drawing(ruleset(name), play)
    for _ in cursor:
        state = cursor.state
        assert state is not None
        assert READ[name](drawn.scene(state, people(cursor.header))) == MUST[name](state), cursor.n


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("view", ["all", "public"])
def test_the_scene_of_a_golden_game_says_what_its_state_says(log: Path, view: str) -> None:
    for log_of_game in api.games_of(log, content=PACKS, view=view):
        says_what_the_state_says(Cursor(log_of_game, judged_by(PACKS, None, False, holds_under=False)))


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_third_ruleset_is_drawn_by_the_same_model(tmp_path: Path, seed: int) -> None:
    with registered(NIM):
        wishes = NIM.wishes(game="stones", players=2 + seed % 3)
        log = tmp_path / "nim.jsonl"
        log.write_bytes(b"".join(line(record) + b"\n" for record in NIM.simulate(lambda _: None, seed, wishes)))
        (cursor,) = services.cursors(log)
        says_what_the_state_says(cursor)


def test_a_ruleset_that_says_nothing_is_shown_as_text(tmp_path: Path) -> None:
    class Bare:
        """Only what every ruleset has."""

        name = "bare"

    with registered(NIM):
        (cursor,) = services.cursors(_nim(tmp_path))
        assert cursor.play is not None
        drawn = drawing(Bare(), cursor.play)  # type: ignore[arg-type]
        scene = drawn.scene({"piles": [1, 2], "turn": 0}, {})
    assert not drawn.board.places
    assert {title: told.text for title, told in scene.notes.items()} == {"piles": "1, 2", "turn": "0"}


def _nim(folder: Path) -> Path:
    log = folder / "nim.jsonl"
    records = NIM.simulate(lambda _: None, 1, NIM.wishes(game="stones"))
    log.write_bytes(b"".join(line(record) + b"\n" for record in records))
    return log

"""Random games: sound, and the same for the same seed."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from vflog.engine.simulation import Wishes, games, line
from vflog.games.udacha import RULESET
from vflog.games.udacha.invented import NOTICE
from vflog.log.problems import Refused

from .harness import Game, Log
from .simulated import simulated


def _game(seed: int, **wishes: Any) -> Log:
    return list(RULESET.simulate(lambda _: None, seed, Wishes(**{"game": "g", **wishes})))


def test_the_same_games_for_the_same_seed() -> None:
    assert _game(7) == _game(7)
    assert _game(7) != _game(8)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("hidden", [False, True])
def test_simulated_games_are_sound(seed: int, hidden: bool) -> None:
    game = Game(simulated(seed, hidden))
    assert game.problems == []
    assert game.verdict.status == "valid"
    state = game.state
    assert state["frames"] == []
    counts = {sum(map(len, document["zones"].values())) for document in game.states[4:] if document}
    assert len(counts) == 1, "no card comes or goes once both players are set up"


def test_a_simulated_game_is_the_same_everywhere() -> None:
    digest = sha256(b"\n".join(map(line, _game(1)))).hexdigest()
    assert digest == "141fc7950b9b29fdce323464f303de816e7f7ffc0261ad59ea799b561a1357a6"


def test_what_is_wished_for() -> None:
    header = _game(3, game="mine", event="Spring", round=2, table="4", rulings={"active_scenery": "by_type"})[0]
    told = {key: header[key] for key in ("game", "event", "round", "table", "rulings")}
    assert told == {
        "game": "mine",
        "event": "Spring",
        "round": 2,
        "table": "4",
        "rulings": {"active_scenery": "by_type"},
    }
    assert header["source"] == {"app": "vflog-simulate"}
    assert next(games(RULESET, lambda _: None, 1, 3, Wishes(game="mine")))[0] == "mine-1"


def test_a_switch_is_written_as_one() -> None:
    assert _game(3, rulings={"base_untargetable": "false"})[0]["rulings"] == {"base_untargetable": False}


@pytest.mark.parametrize("wishes", [{"players": 3}, {"rulings": {"no_such_ruling": "x"}}])
def test_wishes_that_cannot_be_met(wishes: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        _game(1, **wishes)


def test_the_invented_cards_are_called_so_in_the_log() -> None:
    assert {"type": "note", "n": 1, "text": NOTICE} in _game(2)

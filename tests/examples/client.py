"""The example client that knows no rules, as a module."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

from vflog.engine.ruleset import Play
from vflog.playback.forms import legal, so_far

FOLDER = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    """An example in Python; its program is not run."""
    spec = importlib.util.spec_from_file_location(f"examples_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CLIENT = example("referee_client")


class Asked:
    """A referee of one position, to which a client can put what it asks of a record so far."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def forms(self, known: bool) -> list[dict[str, Any]]:
        """The forms of what is legal now; `known`: for somebody who sees all cards."""
        return legal(self.play, _all if known else None)

    def say(self, line: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question what a record so far still needs."""
        return {"forms": so_far(self.play, line["with"], _all if line["known"] else None)}

    def record(self, form: dict[str, Any], rng: random.Random, known: bool) -> dict[str, Any]:
        """A record of a form, as the client makes it."""
        made: dict[str, Any] = CLIENT.record(self, form, rng, known)
        return made


def _all(player: str | None) -> bool:
    return True

"""The example client in Lua writes a game over HTTP, through connections that break."""

from __future__ import annotations

import json
import random
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.clients import ROOT, serving, sound
from vflog import services

lupa = pytest.importorskip("lupa", reason="Lua is not there")


class Simulator:
    """What a tabletop simulator brings: requests over the web, some of which break, and a clock."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lua = lupa.LuaRuntime(unpack_returned_tuples=True)
        self.waiting: list[Any] = []
        self.broken = 0
        table = self.lua.table_from
        self.lua.globals().WebRequest = table({"custom": self._custom})
        self.lua.globals().JSON = table({"encode": lambda t: json.dumps(_plain(t)), "decode": self._decode})
        self.lua.globals().Wait = table({"time": lambda call, seconds: self.waiting.append(call)})
        self.lua.execute((ROOT / "examples" / "referee_client.lua").read_text(encoding="utf-8"))

    def _decode(self, text: str) -> Any:
        return self.lua.table_from(json.loads(text), recursive=True)

    def _custom(self, url: str, method: str, _: bool, body: str, headers: Any, call: Any) -> None:
        lost, text = self.rng.random(), ""
        if lost > 0.1:  # below it is not even heard
            request = urllib.request.Request(url, body.encode(), dict(headers), method=method)
            with urllib.request.urlopen(request) as answer:
                text = answer.read().decode()
        broken = lost < 0.2
        self.broken += broken
        told = self.lua.table_from({"is_error": broken, "text": "" if broken else text})
        self.waiting.append(lambda: call(told))

    def run(self) -> None:
        """Until nothing waits any more."""
        while self.waiting:
            self.waiting.pop(0)()


def _plain(value: Any) -> Any:
    if lupa.lua_type(value) != "table":
        return value
    keys = list(value.keys())
    if keys and keys == list(range(1, len(keys) + 1)):
        return [_plain(value[key]) for key in keys]
    return {str(key): _plain(value[key]) for key in keys}


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_empty(one) for key, one in value.items() if one not in ([], {}, None)}
    return value


def test_a_game_is_written_once_through_broken_connections(tmp_path: Path) -> None:
    ((_, log),) = services.simulate(1, 11, ruleset="veiled-fate", players=2, game="lua")
    records = [_without_empty(json.loads(line)) for line in log.splitlines()]
    table = Simulator(5)
    answers: list[Any] = []
    with serving(tmp_path) as url:
        game = table.lua.eval("Referee.new")(url, "lua-1")
        records.insert(5, {"type": "rest", "player": "nobody"})
        for record in records:
            record.pop("n", None)
            game.write(game, table.lua.table_from(record, recursive=True), lambda answer: answers.append(answer.ok))
        table.run()
        forms: list[Any] = []
        game.legal(game, None, forms.append)
        table.run()
    assert answers.count(False) == 1
    assert not answers[5]
    assert table.broken > 5
    assert game.n == len(records) - 2
    assert sound(tmp_path) == 1

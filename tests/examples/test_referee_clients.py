"""The example clients, which know no rule, play whole games through the referee; all of them: `make clients`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients import CLIENTS, HEADERS, can_run, play, serving, sound

each = pytest.mark.parametrize("client", CLIENTS)


@each
@pytest.mark.parametrize("ruleset", HEADERS)
def test_whole_games_are_played_over_http(ruleset: str, client: str, tmp_path: Path) -> None:
    _needs(client)
    with serving(tmp_path) as url:
        assert play(client, HEADERS[ruleset](4, seed=7), tmp_path, url).endswith(" 0 refused")
    assert sound(tmp_path) == 4


@each
@pytest.mark.parametrize("ruleset", HEADERS)
def test_whole_games_are_played_over_processes_that_are_killed(ruleset: str, client: str, tmp_path: Path) -> None:
    _needs(client)
    assert play(client, HEADERS[ruleset](1, seed=8), tmp_path).endswith(" 0 refused")
    assert sound(tmp_path) == 1


def _needs(client: str) -> None:
    if not can_run(client):
        pytest.skip(f"{client} is not installed")

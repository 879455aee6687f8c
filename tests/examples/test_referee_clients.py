"""The example clients play whole games through the referee."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vflog import services

ROOT = Path(__file__).parents[2]
WORDS = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())"]
CLIENTS = {"python": [sys.executable, "referee_client.py"], "node": ["node", "referee_client.js"]}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A simulated game, with a record in it that is out of turn."""
    ((_, log),) = services.simulate(1, 11, ruleset="veiled-fate", players=2, game="played")
    lines = log.splitlines(keepends=True)
    path = tmp_path / "script.jsonl"
    path.write_bytes(b"".join([*lines[:4], b'{"type":"rest","player":"nobody"}\n', *lines[4:]]))
    return path


@pytest.mark.parametrize("client", CLIENTS)
def test_a_whole_game_is_played(client: str, script: Path, tmp_path: Path) -> None:
    program, name = CLIENTS[client]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    kept = tmp_path / "kept.jsonl"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "VFLOG": shlex.join(WORDS), "VFLOG_WORDS": json.dumps(WORDS)}
    command = [program, str(ROOT / "examples" / name), str(script), str(kept)]
    ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    last = ran.stdout.splitlines()[-1]
    assert last.endswith("1 refused.")
    (game,) = services.validate(kept).games
    assert game.status == "valid"
    assert game.public is not None
    assert game.public in last

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reporting.corpora import udacha
from tests.reporting.report_base import LOGS, VECTORS, evil_log, load, simulated
from vflog.dashboard.app import make
from vflog.dashboard.asking import Desk
from vflog.dashboard.copies import Copies
from vflog.dashboard.web import guard

Client = object


def dated(lines: list[str]) -> list[str]:
    """The same games, each begun on a day of its own; two events of two rounds."""
    out, game = [], 0
    for line in lines:
        record = json.loads(line)
        if record["type"] == "game":
            game += 1
            record["at"] = f"2026-03-{1 + game % 20:02d}T18:00:00Z"
            if game % 3:
                record |= {"event": ("spring", "autumn")[game % 2], "round": 1 + game % 2, "table": str(game)}
        out.append(json.dumps(record))
    return out


@pytest.fixture(scope="session")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of both rulesets, sound and not, of several front ends, and of people with evil names."""
    logs = [path for path in sorted(LOGS.glob("*.jsonl")) if "expected" not in path.name]
    return load(tmp_path_factory.mktemp("dashboard"), evil_log() + dated(simulated(24)) + udacha(2), *logs)


@pytest.fixture(scope="session")
def desk(db: Path) -> Iterator[Desk]:
    desk = Desk(Copies(db), [str(VECTORS / "packs")])
    yield desk
    desk.close()


@pytest.fixture(scope="session")
def client(desk: Desk) -> Client:
    app = make(desk)
    guard(app, "127.0.0.1")
    return app.server.test_client()

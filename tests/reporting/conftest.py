from __future__ import annotations

from pathlib import Path

import pytest

from tests.reporting.report_base import LOGS, evil_log, load, simulated
from vflog.reporting import write


@pytest.fixture(scope="session")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vectors, and the game of people with evil names."""
    logs = [path for path in sorted(LOGS.glob("*.jsonl")) if "expected" not in path.name]
    return load(tmp_path_factory.mktemp("vectors"), evil_log(), *logs)


@pytest.fixture(scope="session")
def many_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return load(tmp_path_factory.mktemp("many"), simulated(30))


@pytest.fixture(scope="session")
def pages(db: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on `db`."""
    out = tmp_path_factory.mktemp("pages")
    write(db, out)
    return out

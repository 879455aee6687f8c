from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reporting.corpora import CORPORA, Tables
from tests.reporting.report_base import LOGS, evil_log, load, simulated
from vflog.reporting import write
from vflog.reporting.source import Source, opened


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


@pytest.fixture(scope="session", params=sorted(CORPORA))
def corpus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Source, Tables]]:
    """Each corpus of figures, and its tables for a second reckoning."""
    db = CORPORA[request.param](tmp_path_factory.mktemp(request.param))
    with opened(db) as source:
        yield source, Tables(source)

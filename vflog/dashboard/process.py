"""Processes beside that of the dashboard: what they run is this very package, wherever it lies."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this package."""
    return [sys.executable, "-m", module, *arguments]


def environment() -> dict[str, str]:
    """The environment in which it is found."""
    here = os.fspath(Path(__file__).parents[2])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))}

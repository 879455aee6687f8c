"""placeholder"""
from __future__ import annotations
from typing import Any
from vflog.games.udacha.state import State


def forms(st: State) -> list[dict[str, Any]]:
    """placeholder"""
    return []

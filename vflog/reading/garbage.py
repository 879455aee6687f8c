"""The garbage collector runs seldom while records stream through."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Among so many records and lists the collector costs a third: freeze what is there, let it run seldom."""
    before = gc.get_threshold()
    frozen = gc.get_freeze_count()
    if not frozen:
        gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if not frozen:
            gc.unfreeze()

"""For the site: the Python sessions in docstrings are fenced, as those of the pages are."""

from __future__ import annotations

import inspect
from typing import Any

import griffe

from tests.docs.pages import fenced


class Fenced(griffe.Extension):
    """Called for each object of which a docstring was read."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Fence the sessions of its docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(inspect.cleandoc(obj.docstring.value))

"""The lowest versions that `pyproject.toml` allows, as constraints for pip: `python tests/lowest.py`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

#: Extras whose versions count for users; the others are for those who work on vflog.
EXTRAS = ("dashboard", "ratings", "referee")
_LOWEST = re.compile(r"(?P<name>[\w.-]+)>=(?P<version>[\w.]+)(?P<marker>;.*)?")


def lowest(project: Path = Path(__file__).parents[1]) -> Iterator[str]:
    """A line each, in the order of the file; raises `ValueError` for a dependency without a lowest version."""
    said = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    extras = said["optional-dependencies"]
    for wanted in (*said["dependencies"], *(each for extra in EXTRAS for each in extras[extra])):
        found = _LOWEST.fullmatch(wanted.replace(" ", ""))
        if found is None:
            raise ValueError(f"{wanted!r} says no lowest version.")
        # pip takes 3 for 3.0.0.
        yield f"{found['name']}=={found['version']}{found['marker'] or ''}"


if __name__ == "__main__":
    print("\n".join(lowest()))

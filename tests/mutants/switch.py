"""The switches in the code of the rules: which place is dropped, and which were reached.

In the code that is tried, `x if __stands__(k) else None` is a verdict at place k, and `__guard__(k, lambda: x)` a call
that may refuse.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tests.mutants.places import OURS, Package, Place, Switches
from vflog.engine import problem_maker
from vflog.log.problems import Code, Refused

ROOT = Path(__file__).parents[2]
RULESETS = ("veiled_fate", "udacha")
#: With this code a place refuses instead of with its own, while it is `replaced`.
OTHER = "mutant.other"

#: The places that have refused since this was last emptied.
reached: set[int] = set()
#: The place whose refusals are dropped, or replaced by others.
active: int | None = None
replaced = False


def __stands__(place: int, kind: type[Exception] | None = None) -> bool:
    """Whether a refusal at this place is to stand."""
    reached.add(place)
    if place == active and replaced:
        raise _other(kind or _kind(_places[place]))
    return place != active


def __guard__(place: int, call: Callable[[], Any]) -> Any:
    """What the call gives; nothing comes of a refusal that is dropped."""
    try:
        return call()
    except Exception as why:
        if not OURS.fullmatch(type(why).__name__) or __stands__(place, type(why)):
            raise


_places: list[Place] = []


def _kind(place: Place) -> type[Exception]:
    found = getattr(sys.modules[place.module], place.raises, None)
    return found if isinstance(found, type) else Refused


def _other(kind: type[Exception]) -> Exception:
    for _, codes in problem_maker._all_codes.values():
        codes.setdefault(OTHER, Code(OTHER, "It is refused for another reason."))
    # What an exception holds that has no code: a sentence, or a fault that is made of one.
    fault = getattr(sys.modules[kind.__module__], "PackFault", str)
    return kind(fault(OTHER))


class _Switched(MetaPathFinder, Loader):
    """Finds the modules that have switches, before anybody else does."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self._codes = codes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        code = self._codes.get(fullname)
        if code is None:
            return None
        file = ROOT / code.co_filename
        within = [str(file.parent)] if file.name == "__init__.py" else None
        return spec_from_file_location(fullname, file, loader=self, submodule_search_locations=within)

    def exec_module(self, module: ModuleType) -> None:
        exec(self._codes[module.__name__], module.__dict__)


def install() -> list[Place]:
    """From now on the rulesets are imported with switches; gives all places, by which the switches go."""
    assert not any(name.startswith("vflog.games.") for name in sys.modules), "the rules were imported before"
    codes = {}
    for ruleset in RULESETS:
        package = Package(ROOT, ruleset)
        for module in package.modules:
            codes[module.name] = Switches(package, module, _places).code()
    sys.meta_path.insert(0, _Switched(codes))
    return _places

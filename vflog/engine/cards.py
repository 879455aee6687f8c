"""Cards, roles and other named things of a game, as `explain` tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from vflog.engine.ruleset import Finder


class CardText(msgspec.Struct, frozen=True, kw_only=True):
    """A card, or another thing that has an id: what it is (`kind`), what it is called, and what there is to say of it,
    each under a heading; the rules that it stands in. `note` tells where values come from that are not printed.
    """

    id: str
    kind: str
    title: str
    says: Mapping[str, Any]
    rules: tuple[str, ...]
    note: str = ""


@runtime_checkable
class HasCards(Protocol):
    """A ruleset that tells of its cards."""

    def cards(self, find: Finder) -> Iterable[CardText]:
        """All of them; those of a content pack are told of the built-in one that `find` finds."""

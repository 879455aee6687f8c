"""What a simulated game of Veiled Fate can be asked for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from vflog.engine import simulation


class Wishes(simulation.Wishes, frozen=True, kw_only=True):
    """Beside what every ruleset knows: expansions, the role of a Celestial, the price list of powers, the pack."""

    expansions: Annotated[tuple[str, ...], Meta(description="expansions")] = ()
    role: Annotated[str | None, Meta(description="roles")] = None
    powers: Annotated[str | None, Meta(description="tables of God Powers")] = None
    pack: Annotated[str | None, Meta(description="content packs")] = None

"""What the format asks of a header beyond its types, whichever the ruleset."""

from __future__ import annotations

from vflog.log.absent import UNSET
from vflog.log.problems import Refused
from vflog.log.records import RESERVED_IDS, Header

#: The view that is no player's.
PUBLIC = "public"


def check(header: Header) -> None:
    """Raise `Refused` for a player whose id is the name of a view, and for a copy made for nobody in the game."""
    seats = [player.id for player in header.players]
    for seat in seats:
        if seat.lower() in RESERVED_IDS:
            raise Refused("header.reserved-id", player=seat)
    if header.redacted is not UNSET and header.redacted.view not in (PUBLIC, *seats):
        raise Refused("header.redacted-view", view=header.redacted.view, expected=[PUBLIC, *seats])

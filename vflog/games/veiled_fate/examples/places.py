"""Examples of what no record and no claim can tell, for it stands in the tables only: the places of the players."""

from __future__ import annotations

from typing import NamedTuple

from vflog.games.veiled_fate.examples.example import act
from vflog.games.veiled_fate.examples.situations import Fields, Situation, ranked


class Standing(NamedTuple):
    """With this end of the game the players come to these places, in seat order."""

    rule: str
    given: Situation
    end: Fields
    places: dict[str, int]

    def log(self) -> list[Fields]:
        """The whole log, numbered, its header first."""
        return [{**record, "n": n} for n, record in enumerate((*self.given.records, self.end))]

    def effect(self) -> str:
        """The places in words."""
        return "Places: " + ", ".join(f"{player} {place}" for player, place in self.places.items())


_BEHIND_HADRIA = ranked(
    "Pentha has 6, Agamar 5, Hadria 4, Klar 3, Aponi 1, Saghari 0",
    {"6": ["pentha"], "5": ["agamar"], "3": ["klar"], "1": ["aponi"]}, 5, "hadria", changes={"hadria": {"renown": 4}},
)  # fmt: skip
_OWNERS = {"ada": "pentha", "bob": "agamar", "cy": "klar", "dot": "aponi", "eve": "saghari"}

STANDINGS: tuple[Standing, ...] = (
    # Hadria annihilates Pentha and Agamar: their players share the place behind all others.
    Standing("VF-E3", _BEHIND_HADRIA, act("end", demis=_OWNERS, winners=["cy"]),
             {"ada": 4, "bob": 4, "cy": 1, "dot": 2, "eve": 3}),
)  # fmt: skip

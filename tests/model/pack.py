"""The content pack: cards and Demis as data (section 12)."""

from __future__ import annotations

from typing import Any

from .errors import Unsupported

KINDS = ["f1", "f2", "s1", "s2", "+2"]
REGIONS = ["forest", "coast", "canyons", "desert", "volcano", "mountains"]
LOCATIONS = [*REGIONS, "city", "abyss", "pools"]


class Pack:
    """A pack as read from TOML, with its lists turned into dicts by id."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.demis: list[str] = list(data.get("demis", {}))
        self.house = {demi: entry["house"] for demi, entry in data.get("demis", {}).items()}
        self.colour = {demi: entry["colour"] for demi, entry in data.get("demis", {}).items()}
        fate = data.get("fate", {})
        self.fate: dict[str, int] | None = None
        if all(kind in fate for kind in KINDS):
            self.fate = {kind: fate[kind] for kind in KINDS}
        self.quests = {quest["id"]: quest for quest in data.get("quests", [])}
        self.city = {card["id"]: card for card in data.get("city", [])}
        self.ages = {card["id"]: card for card in data.get("ages", [])}
        self.favors = {favor["id"]: favor for favor in data.get("favors", [])}
        self.servants: list[str] = list(data.get("servants", []))
        self.roles: dict[str, Any] = data.get("roles", {})
        self.version: str = data.get("version", "")
        #: The Steward's own: nobody else lays them out.
        self.steward_quests = {quest["id"]: quest for quest in self.roles.get("steward", {}).get("quests", [])}
        self.ring: list[str] = list(data.get("ring", ["coast", "forest", "canyons", "desert", "volcano", "mountains"]))
        self._check_ring()

    def _check_ring(self) -> None:
        if sorted(self.ring) != sorted(REGIONS):
            raise Unsupported("the pack's ring does not name the six regions once each")
        if not self.ring_neighbours("coast", "mountains"):
            raise Unsupported("the pack's ring does not join coast and mountains")

    def ring_neighbours(self, one: str, other: str) -> bool:
        """Whether two regions stand side by side in the closed ring."""
        distance = abs(self.ring.index(one) - self.ring.index(other))
        return distance in (1, len(self.ring) - 1)

    def quest(self, quest: str) -> dict[str, Any]:
        """A Quest card, of the deck or the Steward's."""
        return self.quests[quest] if quest in self.quests else self.steward_quests[quest]

    def role_data(self, role: str) -> dict[str, Any] | None:
        """What the pack says of a role; None where something is missing that its rules need."""
        data: dict[str, Any] = self.roles.get(role, {})
        needed = {"steward": ["table", "quests"], "sorcerer": ["start", "renown", "spells"], "prophet": ["prophecies"]}
        return data if all(data.get(part) not in (None, []) for part in needed.get(role, [])) else None

    def fate_total(self) -> int | None:
        return None if self.fate is None else sum(self.fate.values())

    def favor_powers(self) -> list[str]:
        """The powers of the pack's Favors, each once, in file order."""
        powers: list[str] = []
        for favor in self.favors.values():
            if favor["power"] not in powers:
                powers.append(favor["power"])
        return powers

    def favor_copies_of_power(self, power: str) -> int:
        return sum(f["copies"] for f in self.favors.values() if f["power"] == power)

"""What the `game` record fixes for the whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import FORMAT, PRINTED, Unsupported, need
from .pack import Pack

REVISION = "2026-12"

#: Rulings of revision 2026-12: the default first, then the other values.
RULINGS: dict[str, list[Any]] = {
    "renown_bounds": ["clamp", "refuse"],
    "group_order": ["keep", "listed"],
    "draw_limit": ["stop", "discard"],
    "empty_deck": ["reshuffle", "none"],
    "last_quest": ["ends_age", "ends_turn"],
    "marker_passes": ["at_once", "at_age_end"],
    "favor_prevents_rest": ["all", "inactivity"],
    "empty_hand_turn": ["rest", "act"],
    "portal_votes": [True, False],
    "empty_vote": ["tie", "nothing"],
    "census_empty": ["skip", "tie"],
    "favor_count": ["non_celestial", "all"],
    "hadria_follows_quest": [True, False],
    "zero_corruption": ["none", "all"],
    "influence_after_completion": [False, True],
    "two_player_ages": ["exclude", "allow"],
    "city_by_portal": [True, False],
    "rested_voters": [False, True],
    "base_omniscience": ["no_look", "look"],
    "bridge": ["both", "coast_to_mountains"],
    "pools_draw": ["may", "must"],
    "celestial_corruption": ["loses", "spared"],
    "before_win": ["revocable", "final"],
}

ROLES = ["arbiter", "tormentor", "eredan", "mother-to-all", "steward", "sorcerer", "prophet"]
ROLES_WITHOUT_DEMI = ["eredan", "mother-to-all"]

#: S2: Fate cards that each player is dealt at first.
FIRST_HAND = 5

COSTS = {
    "base": {"portal": 3, "transfiguration": 3, "smite": 2, "omniscience": 2, "influence": 1, "command": 0},
    "rebalanced": {"portal": 3, "transfiguration": 2, "smite": 2, "omniscience": 1, "influence": 0, "command": 0},
}


def switch(value: Any) -> Any:
    """A switch among the rulings may be written as text."""
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


class Config:
    """The header, read once."""

    def __init__(self, header: dict[str, Any], pack: Pack) -> None:
        self.pack = pack
        self.game: str = header["game"]
        self.players: list[str] = [player["id"] for player in header["players"]]
        self.expansions: list[str] = list(header.get("expansions", []))
        self.hadria = "hadria" in self.expansions
        self.servants = "servants" in self.expansions
        default_powers = "rebalanced" if self.expansions else "base"
        self.powers: str = header.get("powers", default_powers)
        self.detail: str = header.get("detail", "full")
        self.rulings: dict[str, Any] = {name: values[0] for name, values in RULINGS.items()}
        self.rulings.update({name: switch(value) for name, value in header.get("rulings", {}).items()})
        self.celestial: str | None = None
        self.role: str | None = None
        for player in header["players"]:
            if "role" in player:
                self.celestial = player["id"]
                self.role = player["role"]

    # -- people ---------------------------------------------------------------

    def others(self) -> list[str]:
        """The non-Celestial players in seat order."""
        return [player for player in self.players if player != self.celestial]

    def teams(self) -> bool:
        return 6 <= len(self.others()) <= 8

    def quest_count(self) -> int:
        """S1: how many Quests are laid out each Age."""
        count = len(self.others())
        if count <= 2:
            return 3
        if count <= 4:
            return 4
        return 5 if count == 5 else 6

    def seats_after(self, player: str) -> list[str]:
        """All players clockwise, beginning with the one after `player`, who comes last."""
        index = self.players.index(player)
        return self.players[index + 1 :] + self.players[: index + 1]

    def seats_from(self, player: str) -> list[str]:
        """All players clockwise, beginning with `player`."""
        index = self.players.index(player)
        return self.players[index:] + self.players[:index]

    def in_seat_order(self, players: Any) -> list[str]:
        return [player for player in self.players if player in players]

    def has_demi(self, player: str) -> bool:
        return not (player == self.celestial and self.role in ROLES_WITHOUT_DEMI)

    def demi_cards(self) -> int:
        """How many Demi cards the players hold together."""
        cards = sum(1 for player in self.players if self.has_demi(player))
        return cards + (1 if self.role == "arbiter" else 0)

    def hand_limit(self, player: str) -> int:
        if player == self.celestial and self.role == "mother-to-all":
            return 5
        return 8

    def action_limit(self, player: str) -> int:
        return 1 if player == self.celestial and self.role == "eredan" else 2

    def role_data(self) -> dict[str, Any]:
        """What the pack says of the role that is played."""
        return (self.pack.role_data(self.role) if self.role is not None else None) or {}

    def is_role(self, player: str, role: str) -> bool:
        return player == self.celestial and self.role == role

    # -- Favors ---------------------------------------------------------------

    def favors_of_power(self, power: str) -> int:
        """H1: Favor cards of one power in play."""
        copies = self.pack.favor_copies_of_power(power)
        counted = self.players if self.rulings["favor_count"] == "all" else self.others()
        return copies - 1 if len(counted) < 6 else copies

    def favors_in_play(self) -> int:
        return sum(self.favors_of_power(power) for power in self.pack.favor_powers())


def _check_people(header: dict[str, Any], pack: Pack) -> None:
    players = header["players"]
    ids = [player["id"] for player in players]
    need(len(set(ids)) == len(ids), FORMAT, "two players have the same id")
    for name in ids:
        need(name.lower() not in ("all", "public"), FORMAT, f"{name} is no id of a player")
    if "redacted" in header:
        need(header["redacted"]["view"] in ["public", *ids], FORMAT, "a copy is made for a player or for all")
    roles = [player["role"] for player in players if "role" in player]
    celestials = "celestials" in header.get("expansions", [])
    need(len(roles) <= 1, ("VF-S1", FORMAT), "more than one player has a role")
    need(bool(roles) == celestials, ("VF-S1", FORMAT), "a role and the expansion 'celestials' need each other")
    if not roles:
        need(2 <= len(ids) <= 8, "VF-S1", f"{len(ids)} players, but 2 to 8 can play", PRINTED)
        return
    role = roles[0]
    need(role in ROLES, ("VF-S1", FORMAT), f"{role!r} is no Celestial role")
    least = max(2, pack.roles.get(role, {}).get("players_from", 2))
    need(least <= len(ids) <= 9, "VF-S1", f"{len(ids)} players, but {least} to 9 can play", PRINTED)
    need(len(ids) - 1 <= 8, "VF-S1", "more than 8 non-Celestial players", PRINTED)


def _check_choices(header: dict[str, Any]) -> None:
    expansions = header.get("expansions", [])
    for expansion in expansions:
        need(expansion in ("hadria", "celestials", "servants"), FORMAT, f"{expansion!r} is no expansion")
    need(len(set(expansions)) == len(expansions), FORMAT, "an expansion is named twice")
    need(header.get("powers", "base") in COSTS, FORMAT, "powers is base or rebalanced")
    need(header.get("detail", "full") in ("full", "score"), FORMAT, "detail is full or score")
    for name, value in header.get("rulings", {}).items():
        need(name in RULINGS, FORMAT, f"{name!r} is no ruling")
        value = switch(value)
        allowed = [type(choice) is type(value) and choice == value for choice in RULINGS.get(name, [])]
        need(any(allowed), FORMAT, f"{value!r} is no value of the ruling {name}")


def read_header(header: dict[str, Any], find: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Config:
    """Read the `game` record; raises Unsupported or Refused."""
    version = header["format"]
    if version != "vflog/1" and not version.startswith("vflog/1."):
        raise Unsupported(f"format {version}")
    if header["ruleset"] != "veiled-fate":
        raise Unsupported(f"ruleset {header['ruleset']}")
    if header.get("revision", REVISION) != REVISION:
        raise Unsupported(f"revision {header['revision']}")
    data = find(header.get("content", {"pack": "sample"}))
    if data is None:
        raise Unsupported("the content pack was not found, or its hash differs")
    pack = Pack(data)
    if header.get("content", {}).get("version", pack.version) != pack.version:
        raise Unsupported(f"the pack has the version {pack.version!r}")
    config = Config(header, pack)
    _check_roles(header, pack)
    _check_set_up(config)
    _check_choices(header)
    _check_people(header, pack)
    return config


def _check_roles(header: dict[str, Any], pack: Pack) -> None:
    """What cannot be judged here comes before what breaks a rule (page 1, status)."""
    for role in [player.get("role") for player in header["players"]]:
        if role in ROLES and pack.role_data(role) is None:
            raise Unsupported(f"the pack has no data for the role {role}")
        if role in ("sorcerer", "prophet") and header.get("detail") == "score":
            raise Unsupported(f"a scorekeeper's log does not tell what the {role} wins by")


def _check_set_up(config: Config) -> None:
    """Whether the pack has what lies on the table from the start; only Fate cards can be short later too."""
    if config.detail == "score":
        return
    if config.servants and not config.pack.servants:
        raise Unsupported("the pack has no Servants")
    if config.hadria and config.favors_in_play() < 2:
        raise Unsupported("the pack has too few Favors for the display")

"""All roles by name."""

from __future__ import annotations

from vflog.games.veiled_fate.celestials import arbiter, eredan, mother, prophet, sorcerer, steward, tormentor
from vflog.games.veiled_fate.celestials.frame import Role

ROLES: dict[str, Role] = {
    module.ROLE.name: module.ROLE for module in (arbiter, tormentor, eredan, mother, steward, sorcerer, prophet)
}

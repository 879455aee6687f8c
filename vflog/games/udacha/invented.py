"""An invented catalogue, for examples and simulated games: the chapter publishes no cards.

None of these cards exists. There is one for each thing that the chapter speaks of.
"""

from __future__ import annotations

from typing import Any

#: Said in every log that uses them.
NOTICE = "All cards of this log are invented; the chapter publishes none"


def _hero(**fields: Any) -> dict[str, Any]:
    return {"type": "Hero", **fields}


def _effect(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, **fields}


_PLAY, _USE, _SUPPORT = {"what": "play"}, {"what": "use"}, {"what": "support"}
_DISCARD, _DESTROY, _DRAW = {"what": "discard"}, {"what": "destroy"}, {"what": "draw"}

CARDS: dict[str, dict[str, Any]] = {
    "Wren": _hero(),
    "Yarrow": _hero(keywords=["Steadfast"]),
    "Sable": _hero(unique=True, eff={"s": _effect("SUPPORT")}),
    "Rook": _hero(unique=True, eff={"s": _effect("SUPPORT", dest="heroes")}),
    "Flint": _hero(eff={"w": _effect("ACTIVE", limit="turn"), "z": _effect("ACTIVE")}),
    "Gull": _hero(eff={"w": _effect("ACTIVE", limit="game")}),
    "Heron": _hero(eff={"r": _effect("REACTION", trigger=_PLAY), "q": _effect("REACTION", trigger=_PLAY)}),
    "Ibis": _hero(eff={"r": _effect("REACTION", trigger=_PLAY)}),
    "Marten": _hero(eff={"i": _effect("INTERRUPT", trigger=_PLAY)}),
    "Otter": _hero(eff={"i": _effect("INTERRUPT", trigger=_PLAY), "r": _effect("REACTION", trigger=_DISCARD)}),
    "Pika": _hero(eff={"i": _effect("INTERRUPT", trigger="any", limit="turn")}),
    "Reed": _hero(eff={"k": _effect("ACTIVE", also="REACTION", trigger=_DRAW)}),
    "Stoat": _hero(bounty=2),
    "Tansy": _hero(bounty=2, bounty_destroyed=4),
    "Umber": _hero(unique=True, coveted=True, bounty=1, eff={"s": _effect("SUPPORT")}),
    "Fennel": _hero(coveted=True, eff={"s": _effect("SUPPORT")}),
    "Vesper": _hero(starter=3, reload=2),
    "Willow": _hero(starter=4, reload=3, unique=True),
    "Ember": {"type": "Story", "eff": {"s": _effect("SUPPORT")}},
    "Thistle": {"type": "Story", "eff": {"s": _effect("SUPPORT", dest="hand", limit="turn")}},
    "Locket": {"type": "Story", "unique": True, "eff": {"s": _effect("SUPPORT", limit="game")}},
    "Quill": {"type": "Story", "eff": {"s": _effect("SUPPORT", also="REACTION", trigger=_DESTROY)}},
    "Harbour": {"type": "Place", "base": True, "reload": 1},
    "Mill": {"type": "Place", "base": True, "eff": {"v": _effect("VISITED", limit="turn")}},
    "Ridge": {"type": "Place", "eff": {"w": _effect("ACTIVE"), "v": _effect("VISITED")}},
    "Causeway": {"type": "Place", "unique": True, "eff": {"r": _effect("REACTION", trigger=_USE)}},
    "Lantern": {"type": "Pursuit", "eff": {"w": _effect("ACTIVE"), "i": _effect("INTERRUPT", trigger=_SUPPORT)}},
    "Errand": {"type": "Pursuit", "coveted": True, "eff": {"v": _effect("VISITED")}},
    "Cinder": {"type": "Secret"},
    "Dusk": {"type": "Secret"},
    "Zenith": {"type": "Secret", "climactic": True},
}

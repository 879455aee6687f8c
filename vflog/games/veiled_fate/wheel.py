"""The board as a wheel: the City in its middle, the regions around it, Abyss and Pools below the bridge.

Positions are made from the pack's ring, in units of an SVG picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

from vflog.engine.scene import Edge, Place, Tone

WIDTH, HEIGHT = 640, 640
_MIDDLE = (320, 318)
_CITY, _RIM = 92, 306
#: Half the part of the circle, in degrees, that Abyss and Pools have at the bottom.
_GAP = 30
#: How far from the middle the bridge is, and half of its width.
_BRIDGE, _BREADTH = 194, 11
#: Where tokens and a card lie in a region at the right, from the middle of the wheel: upper, at the side, lower.
_ROOMS = ((56, -124, 100, 60), (190, -2, 118, 62), (138, 62, 100, 66))
_CARDS = ((90, -196, 124, 72), (196, -70, 120, 72), (164, 132, 116, 70))
#: Regions on each side.
_SIDE = 3
_TONES: Mapping[str, Tone] = {
    "forest": "leaf", "coast": "shore", "canyons": "clay", "desert": "sand", "volcano": "fire", "mountains": "rock",
}  # fmt: skip


def places(ring: Sequence[str]) -> dict[str, Place]:
    """The nine locations."""
    order = from_the_bridge(ring)
    each = (360 - 2 * _GAP) / len(order)
    found = {region: _region(region, i, each) for i, region in enumerate(order)}
    x, y = _MIDDLE
    found["city"] = Place(
        label="City",
        outline=_circle(_CITY - 3),
        room=(x, y - 15, 156, 68),
        at=(x, y - 64),
        laid=(x, y + 49, 116, 44),
        tone="middle",
    )
    low, high = 180 - _GAP, 180 + _GAP
    found["pools"] = Place(
        label="Pools",
        outline=_sector(low, high, _CITY + 3, _BRIDGE - _BREADTH - 3),
        room=(x, y + 148, 128, 52),
        at=(x, y + 113),
        tone="water",
    )
    found["abyss"] = Place(
        label="Abyss",
        outline=_sector(low, high, _BRIDGE + _BREADTH + 3, _RIM),
        room=(x, y + 242, 190, 54),
        along=_arc(high, low, _RIM - 9),
        tone="deep",
    )
    return found


def edges() -> list[Edge]:
    """The bridge, and the one way out of the Abyss."""
    x, y = _MIDDLE
    inner, outer = _BRIDGE - _BREADTH, _BRIDGE + _BREADTH
    return [
        Edge(outline=_way(x + 73, y + 222, y + 150), kind="way", label="only from the Abyss to the Pools"),
        Edge(outline=_way(x + 44, y + 112, y + 82), kind="way", label="only from the Pools to the City"),
        Edge(outline=_sector(180 - _GAP - 1, 180 + _GAP + 1, inner, outer), kind="bridge", label="the bridge"),
    ]


def from_the_bridge(ring: Sequence[str]) -> list[str]:
    """The regions in order, from the coast away from the bridge and round to the mountains."""
    start = ring.index("coast") if "coast" in ring else 0
    order = [*ring[start:], *ring[:start]]
    return order if order[-1] == "mountains" else [order[0], *reversed(order[1:])]


def _region(region: str, at: int, each: float) -> Place:
    """A region by its place in the order: the first three lie at the right, from below, the others face them."""
    left = at >= _SIDE
    row = at - _SIDE if left else _SIDE - 1 - at
    end = 180 - _GAP - each * at
    first, lower = end - each, row == _SIDE - 1
    along = _arc(end, first, _RIM - 9) if lower else _arc(first, end, _RIM - 19)
    return Place(
        label=region.capitalize(),
        outline=_sector(first, end, _CITY + 3, _RIM),
        along=along,
        room=_from_the_middle(_ROOMS[row], left),
        laid=_from_the_middle(_CARDS[row], left),
        tone=_TONES.get(region, ""),
    )


def _from_the_middle(box: tuple[int, int, int, int], left: bool) -> tuple[int, int, int, int]:
    across, down, width, height = box
    x, y = _MIDDLE
    return x - across if left else x + across, y + down, width, height


def _point(angle: float, radius: float) -> tuple[int, int]:
    x, y = _MIDDLE
    return round(x + radius * sin(radians(angle))), round(y - radius * cos(radians(angle)))


def _arc(first: float, last: float, radius: int) -> str:
    """The way along a circle from one angle to another."""
    (a, b), (c, d) = _point(first, radius), _point(last, radius)
    return f"M{a} {b}A{radius} {radius} 0 0 {int(last > first)} {c} {d}"


def _sector(first: float, last: float, inner: int, outer: int) -> str:
    """A part of a ring, with a little room to its neighbours."""
    apart, near = 90 / outer, 90 / inner
    (a, b), (c, d) = _point(first + apart, outer), _point(last - apart, outer)
    (e, f), (g, h) = _point(last - near, inner), _point(first + near, inner)
    return f"M{a} {b}A{outer} {outer} 0 0 1 {c} {d}L{e} {f}A{inner} {inner} 0 0 0 {g} {h}Z"


def _circle(radius: int) -> str:
    x, y = _MIDDLE
    return f"M{x - radius} {y}a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1 {-2 * radius} 0Z"


def _way(x: int, start: int, end: int) -> str:
    """An arrow upwards."""
    return f"M{x} {start}V{end}M{x - 5} {end + 6}L{x} {end}L{x + 5} {end + 6}"

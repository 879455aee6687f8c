"""Claims: what a front end holds to be true, compared with what the log comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vflog.engine.ruleset import Play
from vflog.log.canonical import digest
from vflog.log.records import Claim


class Held(msgspec.Struct, frozen=True):
    """One value claimed, and what the state has (`lacking`: it has no such key)."""

    path: str
    claimed: Any
    held: Any
    lacking: bool = False

    @property
    def holds(self) -> bool:
        """Whether the two are equal."""
        return not self.lacking and self.claimed == self.held and _same_kind(self.claimed, self.held)


def differing(claim: Claim, play: Play) -> list[Held]:
    """The values of a claim that are not what the state has."""
    of_all = isinstance(claim.state, str) or isinstance(claim.public, str)
    if not of_all and _agrees(claim.part, play.parts(claim.part)):
        return []
    return [held for held in compare(claim, play) if not held.holds]


def compare(claim: Claim, play: Play) -> list[Held]:
    """Every value of a claim with what the state has: objects by the keys that the claim names, all else whole."""
    of_all = isinstance(claim.state, str) or isinstance(claim.public, str)
    document = play.document() if of_all else play.parts(claim.part)
    out = list(_compare("", claim.part, document))
    if isinstance(claim.state, str):
        out.append(Held("state", claim.state, digest(document)))
    if isinstance(claim.public, str):
        out.append(Held("public", claim.public, digest(play.public(document))))
    return out


def _compare(path: str, claimed: dict[str, Any], held: dict[str, Any]) -> Iterator[Held]:
    for key, value in claimed.items():
        here = f"{path}.{key}" if path else key
        if key not in held:
            yield Held(here, value, None, lacking=True)
        elif isinstance(value, dict) and isinstance(held[key], dict):
            yield from _compare(here, value, held[key])
        else:
            yield Held(here, value, held[key])


def _agrees(claimed: dict[str, Any], held: dict[str, Any]) -> bool:
    """Whether all that is claimed is so: for speed, as nearly every claim holds."""
    for key, value in claimed.items():
        if key not in held:
            return False
        there = held[key]
        if type(value) is dict and type(there) is dict:
            if not _agrees(value, there):
                return False
        elif value != there or not _same_kind(value, there):
            return False
    return True


def _same_kind(a: Any, b: Any) -> bool:
    """In JSON `true` is not 1, though Python holds them equal."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return all(map(_same_kind, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return all(_same_kind(a[k], b[k]) for k in a)
    return True


def changes(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any, bool]]:
    """Where two documents differ: path, value before, value after, whether there was one before."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(k for k in after if k not in before)]:
            here = f"{path}.{key}" if path else key
            if key not in after:
                yield here, before[key], None, True
            elif key not in before:
                yield here, None, after[key], False
            else:
                yield from changes(here, before[key], after[key])
    elif before != after:
        yield path, before, after, True


def short(value: Any, limit: int = 120) -> str:
    """A value as JSON for a message, cut where it is long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= limit else f"{text[: limit - 1]}…"

"""The Renown track (section 2) and smites."""

from __future__ import annotations

from typing import Any

from .config import Config

State = dict[str, Any]

#: One step of a result: ("change", signed number) or ("smite", 0).
Step = tuple[str, int]
#: What the Sorcerer's own figure and marker are called.
SORCERER = "sorcerer"
#: What happens to some Demis by one cause, in the listed order.
Results = list[tuple[str, list[Step]]]


def places(state: State) -> list[str]:
    """The Demis left, from rank 1 to the last."""
    order: list[str] = []
    for space in sorted((int(key) for key in state["track"]), reverse=True):
        order += state["track"][str(space)]
    return order


def leave_space(state: State, demi: str) -> None:
    space = str(state["demis"][demi]["renown"])
    state["track"][space].remove(demi)
    if not state["track"][space]:
        del state["track"][space]


def change(config: Config, state: State, demi: str, delta: int) -> None:
    """R2: gain or loss."""
    before = state["demis"][demi]["renown"]
    after = before + delta
    if after < 0 or after > 12:
        if config.rulings["renown_bounds"] == "refuse":
            return
        after = max(0, min(12, after))
    if after == before:
        return
    leave_space(state, demi)
    state["demis"][demi]["renown"] = after
    state["track"].setdefault(str(after), []).insert(0, demi)


def change_hadria(config: Config, state: State, delta: int) -> None:
    """H3: Hadria's Renown, within 0 and 12."""
    if state["hadria"] is not None:
        _change_beside(config, state["hadria"], delta)


def _change_beside(config: Config, marker: State, delta: int) -> None:
    """R2 for a marker that is no Demi's: it has a space, but no place in the order."""
    after = marker["renown"] + delta
    if after < 0 or after > 12:
        if config.rulings["renown_bounds"] == "refuse":
            return
        after = max(0, min(12, after))
    marker["renown"] = after


def figure_of(state: State, name: str) -> State:
    """Where a Demi stands, or the Sorcerer's own figure."""
    figure: State = state["celestial"] if name == SORCERER and name not in state["demis"] else state["demis"][name]
    return figure


def free_slot(state: State, demi: str) -> None:
    """The figure leaves its slot, if it stands on one; its place stays."""
    figure = figure_of(state, demi)
    if figure["quest"] is not None:
        slots = state["quests"][figure["quest"]]["slots"]
        slots[figure["slot"] - 1] = None
        figure["quest"] = None
        figure["slot"] = None


def smite(config: Config, state: State, demi: str) -> None:
    """R3: to the back of the space, the figure to the Abyss. Hadria's gain is `hadria_gains`."""
    space = state["track"][str(state["demis"][demi]["renown"])]
    space.remove(demi)
    space.append(demi)
    if config.detail == "full":
        free_slot(state, demi)
        state["demis"][demi]["at"] = "abyss"


def apply(config: Config, state: State, results: Results) -> None:
    """R4: several Demis by one cause. The Sorcerer's marker stands in no order, so it may come first."""
    for name, steps in results:
        if name == SORCERER:
            change_sorcerer(config, state, steps)
    results = [(demi, steps) for demi, steps in results if demi != SORCERER]
    if config.rulings["group_order"] == "listed":
        for demi, steps in results:
            for kind, delta in steps:
                if kind == "change":
                    change(config, state, demi, delta)
                else:
                    smite(config, state, demi)
    else:
        wanted = dict(results)
        for demi in reversed(places(state)):
            for kind, delta in wanted.get(demi, []):
                if kind == "change":
                    change(config, state, demi, delta)
        for demi in places(state):
            if ("smite", 0) in wanted.get(demi, []):
                smite(config, state, demi)
    hadria_gains(config, state, sum(("smite", 0) in steps for _, steps in results))


def change_sorcerer(config: Config, state: State, steps: list[Step]) -> None:
    """C4: the marker gains and loses; a smite sends the figure to the City, and no Demi was smited."""
    for kind, delta in steps:
        if kind == "change":
            _change_beside(config, state["celestial"], delta)
        else:
            free_slot(state, SORCERER)
            state["celestial"]["at"] = "city"


def hadria_gains(config: Config, state: State, smited: int) -> None:
    """H3: +1 for every Demi smited by one cause, each a change of its own (ruling `renown_bounds`)."""
    for _ in range(smited):
        change_hadria(config, state, 1)


def pack_order(config: Config, demis: Any) -> list[str]:
    return [demi for demi in config.pack.demis if demi in demis]


def same_for(config: Config, demis: Any, steps: list[Step]) -> Results:
    """The same result for each of some Demis, in pack order."""
    return [(demi, list(steps)) for demi in pack_order(config, demis)]


def parse_result(text: str, coin: str | None) -> list[Step]:
    """The steps of a slot's or a space's result; a coin shows `gain` or `smite`."""
    steps: list[Step] = []
    for part in text.split(", "):
        words = part.split(" ")
        if words[0] == "gain":
            steps.append(("change", int(words[1])))
        elif words[0] == "lose":
            steps.append(("change", -int(words[1])))
        elif words[0] == "smite":
            steps.append(("smite", 0))
        elif words[0] == "coin":
            steps.append(("change", 1) if coin == "gain" else ("smite", 0))
    return steps


def has_coin(text: str) -> bool:
    return "coin" in text.split(", ")

"""The board of Veiled Fate as plain sections: places, Quests, the Renown track, players, whose turn it is.

Made from a state document (page "State document"), so that it draws whatever a view left in it: where
cards are counted only, counts stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vflog.engine.board import Names, Section
from vflog.games.veiled_fate.order import due

#: Where Demis can be, from the edge of the world to its middle.
_PLACES = ("abyss", "pools", "city", "coast", "forest", "canyons", "desert", "volcano", "mountains")
_NOTHING = "–"


def board(document: dict[str, Any], names: Names) -> list[Section]:
    """The sections of the board; what a scorekeeper's log does not tell is left out."""
    parts = (_moment_section, _places, _quests, _track, _players, _hadria, _city_and_deck, _age)
    return [section for part in parts for section in part(document, names)]


def _moment_section(d: dict[str, Any], names: Names) -> Iterator[Section]:
    yield Section(title="The moment", lines=moment(d, names))


def moment(d: dict[str, Any], names: Names) -> list[str]:
    """What is going on, a sentence without a full stop each."""
    waiting = [names.get(p, p) for p in d["waiting"] or ()]
    lines = [f"Age {d['age']}" if d["age"] else "Before the first Age"]
    if d["winners"] is None:
        lines.append(f"Next: {due(d['phase'], d['age_card'])}" + (f", by {' or '.join(waiting)}" if waiting else ""))
    else:
        lines.append(f"The game is over; won by {_all([names.get(p, p) for p in d['winners']])}")
    turn = d["turn"]
    if turn is not None:
        used = f"{turn['actions']} of 2 actions used"
        lines.append(f"Turn of {names.get(turn['player'], turn['player'])}: {used}")
    if d["first"] is not None:
        rested = _all([names.get(p, p) for p in d["rested"]])
        lines.append(f"First player: {names.get(d['first'], d['first'])}; rested: {rested}")
    return lines


def _places(d: dict[str, Any], names: Names) -> Iterator[Section]:
    standing: dict[str, list[str]] = {}
    for demi, where in d["demis"].items():
        if where["at"] is not None:
            standing.setdefault(where["at"], []).append(demi if where["quest"] is None else f"({demi})")
    if d["hadria"] and d["hadria"]["at"] is not None:
        standing.setdefault(d["hadria"]["at"], []).append("Hadria")
    if (figure := own_figure(d)) is not None:
        standing.setdefault(figure["at"], []).append("Sorcerer" if figure["quest"] is None else "(Sorcerer)")
    for servant, region in (d["servants"] or {}).items():
        standing.setdefault(region, []).append(servant)
    if not standing:
        return
    order = [*_PLACES, *sorted(standing.keys() - {*_PLACES})]
    quests = {card["region"]: quest for quest, card in d["quests"].items()}
    rows = [[place, _all(standing.get(place, [])), quests.get(place, "")] for place in order]
    yield Section(title="Locations (in brackets: on a Quest)", columns=["place", "who is there", "Quest"], rows=rows)


def _quests(d: dict[str, Any], names: Names) -> Iterator[Section]:
    if not d["quests"]:
        return
    rows = []
    for quest, card in d["quests"].items():
        slots = "  ".join(f"{i}:{demi or '_'}" for i, demi in enumerate(card["slots"], 1))
        rows.append([quest, card["region"], slots, _pile(card["pile"])])
    title = "Quests"
    if d["pending"] is not None:
        by = names.get(d["pending"]["player"], d["pending"]["player"])
        title += f" ({d['pending']['quest']} is complete, by {by})"
    yield Section(title=title, columns=["Quest", "region", "slots", "cards"], rows=rows)


def _track(d: dict[str, Any], names: Names) -> Iterator[Section]:
    rows = []
    hadria = d["hadria"]
    spaces = {int(space): markers for space, markers in d["track"].items()}
    if hadria and hadria["renown"] is not None:
        # Hadria's marker always has the first spot of its space.
        spaces[hadria["renown"]] = ["Hadria", *spaces.get(hadria["renown"], [])]
    figure = own_figure(d)
    if figure is not None:
        spaces.setdefault(figure["renown"], [])
    for space in sorted(spaces, reverse=True):
        beside = "  Sorcerer" if figure is not None and figure["renown"] == space else ""
        rows.append([str(space), " > ".join(spaces[space]) + beside])
    if d["annihilated"]:
        rows.append(["gone", _all(d["annihilated"])])
    yield Section(title="Renown (front first)", columns=["space", "markers"], rows=rows)


def _players(d: dict[str, Any], names: Names) -> Iterator[Section]:
    known, hands, favors = d.get("known_demis", {}), d["hands"], d["favors"]
    columns = ["player", "Demi", "hand"] if hands is not None else ["player", "Demi"]
    if favors:
        columns += ["Favors", "played", "Corruption"]
    rows = []
    for player in [*(hands or known or favors)]:
        row = [names.get(player, player), _demi(known.get(player, "?"))]
        if hands is not None:
            row.append(_pile(hands[player]))
        if favors:
            mine = favors.get(player, {"hand": [], "played": [], "corruption": 0})
            row += [_all(mine["hand"] or []), _all(mine["played"] or []), str(mine["corruption"])]
        rows.append(row)
    yield Section(title="Players", columns=columns, rows=rows)
    if d["celestial"] is not None:
        role = d["celestial"]
        used = "used" if role["used"] else "not used"
        who = names.get(role["player"], role["player"])
        lines = [f"{who} is the {role['role']} ({used})"]
        if role.get("dead"):
            lines.append(f"died as foretold: {_all(role['dead'])}")
        if role.get("votes"):
            own = ", ".join(f"{votes} on {quest}" for quest, votes in role["votes"].items())
            lines.append(f"own cards: {own}")
        yield Section(title="Celestial", lines=lines)


def own_figure(d: dict[str, Any]) -> dict[str, Any] | None:
    """The Sorcerer's own figure and marker."""
    role = d["celestial"]
    return role if role is not None and "at" in role else None


def _hadria(d: dict[str, Any], names: Names) -> Iterator[Section]:
    hadria = d["hadria"]
    if hadria and hadria["display"] is not None:
        line = f"on display: {_all(hadria['display'])}; {hadria['deck']} in the deck"
        yield Section(title="Favors", lines=[line])


def _city_and_deck(d: dict[str, Any], names: Names) -> Iterator[Section]:
    lines = []
    if d["city"] is not None:
        lines.append(f"City card {d['city']['card']}, marker on space {d['city']['space']}")
    if d["deck"] is not None:
        lines.append(f"Fate deck: {d['deck']['size']} cards; discarded: {_pile(d['deck']['discards'])}")
    if lines:
        yield Section(title="City and deck", lines=lines)


def _age(d: dict[str, Any], names: Names) -> Iterator[Section]:
    lines = [] if d["age_card"] is None else [f"Age card: {d['age_card']}"]
    if d["age_pile"]:
        lines.append(f"votes so far: {_pile(d['age_pile'])}")
    if d["age_pick"] is not None:
        lines.append(f"picked: {_all(d['age_pick']) if isinstance(d['age_pick'], list) else d['age_pick']['quest']}")
    if lines:
        yield Section(title="Age", lines=lines)


def _pile(pile: Any) -> str:
    """A hand or pile: its size, and what is known of it (`?` for what is not); a region's each where it has any."""
    if isinstance(pile, int):
        return str(pile)
    if any(isinstance(value, dict) for value in pile.values()):
        return "; ".join(f"{region} {_pile(cards)}" for region, cards in pile.items())
    size = sum(pile.values())
    kinds = " ".join(f"{count}×{kind}" for kind, count in pile.items())
    return f"{size} ({kinds})" if kinds else "0"


def _demi(known: Any) -> str:
    return _all(known) if isinstance(known, list) else str(known)


def _all(names: list[str]) -> str:
    return ", ".join(names) or _NOTHING

"""How a game of Veiled Fate is drawn: the wheel, its Quests, the Renown track, what lies before each player.

All of it is told by a state document, so that a view shows what it knows and no more; what a scorekeeper's log does
not tell is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vflog.engine.board import Names
from vflog.engine.scene import Board, Drawing, Entry, Laid, Look, Mark, Place, Scene, Seat, Slot, Track, shorts
from vflog.games.veiled_fate import wheel
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.board import moment, own_figure
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.city_spaces import SPACES
from vflog.games.veiled_fate.colours import BY_COLOUR, OTHER
from vflog.games.veiled_fate.content import in_words
from vflog.games.veiled_fate.pack import Pack, QuestCard
from vflog.games.veiled_fate.pack_file import TOP, DemiCard
from vflog.games.veiled_fate.terms import Terms

HADRIA = "hadria"
#: The figure of the role that has one.
OWN_FIGURE = next(role.figure.name for role in ROLES.values() if role.figure is not None)
#: The pattern of each house.
_MARKS: Mapping[str, Mark] = {"bull": "solid", "cat": "dash", "owl": "dot"}
_NOTHING = "–"
_AGES = ("", "I", "II", "III")
_KINDS = {
    "f1": Look(label="feather", short="F", colour="#27709f", dark="#6cb4e4"),
    "f2": Look(label="double feather", short="FF", colour="#27709f", dark="#6cb4e4"),
    "s1": Look(label="scorpion", short="S", colour="#a84a22", dark="#e58a5c"),
    "s2": Look(label="double scorpion", short="SS", colour="#a84a22", dark="#e58a5c"),
    "+2": Look(label="draws two", short="+2", colour="#6a5aa8", dark="#a99be6"),
    "?": Look(label="not known", short="?", colour="#5f6670", dark="#9aa3af"),
}


def drawing(terms: Terms) -> Drawing:
    """How a game that is played by these terms is drawn."""
    full = terms.detail == "full"
    board = Board(
        width=wheel.WIDTH if full else 0,
        height=wheel.HEIGHT if full else 0,
        places=wheel.places(terms.pack.ring) if full else {},
        edges=wheel.edges() if full else [],
        track=Track(
            label="Renown",
            first=0,
            last=TOP,
            limit=HADRIA if terms.hadria else "",
            beyond="above her you are out" if terms.hadria else "",
        ),
        kinds=_KINDS,
        votes=["reveal", "age_reveal"],
        turn_ends=["end_turn", "rest"],
        lead="Renown",
    )
    looks = _looks(terms)
    drawn = _Drawn(terms, board.places)
    return Drawing(board, lambda token: looks.get(token) or Look(label=token, short=token[:2].title()), drawn.scene)


def _looks(terms: Terms) -> dict[str, Look]:
    demis, letters = terms.pack.demis, shorts({demi: demi for demi in terms.pack.demis})
    looks = {demi: _demi(demi, card, letters[demi]) for demi, card in demis.items()}
    looks[HADRIA] = Look(label="Hadria", short="H", colour="#8a6d1f", dark="#d9b95b", form="crown")
    looks[OWN_FIGURE] = Look(label="the Sorcerer", short="So", colour="#4a4f58", dark="#c9cdd4", form="diamond")
    for servant in terms.pack.servants:
        looks[servant] = Look(
            label=f"{servant.capitalize()}, a Servant",
            short=servant[:1].upper(),
            colour="#5f6670",
            dark="#b0b7c1",
            form="square",
        )
    return looks


def _demi(demi: str, card: DemiCard, short: str) -> Look:
    light, dark = BY_COLOUR.get(card.colour, OTHER)
    return Look(label=demi.capitalize(), short=short, colour=light, dark=dark, mark=_MARKS.get(card.house, ""))


class _Drawn:
    """Makes the scenes of one game."""

    def __init__(self, terms: Terms, places: Mapping[str, Place]) -> None:
        self._pack: Pack = terms.pack
        self._letters = shorts({demi: demi for demi in terms.pack.demis})
        self._places = places

    def scene(self, d: dict[str, Any], names: Names) -> Scene:
        """Where everything is by a state document."""
        figure, hadria = own_figure(d), d["hadria"]
        turn = d["turn"]
        track = _track(d, figure)
        ahead = max((space for space, there in d["track"].items() if there), key=int, default=None)
        return Scene(
            moment=moment(d, names),
            chapter=f"Age {_AGES[d['age']]}" if d["age"] else "",
            turn=names.get(turn["player"], turn["player"]) if turn else "",
            leader=d["track"][ahead][0] if ahead is not None else "",
            standing=_standing(d, figure) if self._places else {},
            laid=dict(self._laid(d)),
            track=track,
            out=d["annihilated"],
            seats=dict(self._seats(d, names)),
            notes=dict(_notes(d, hadria)),
        )

    # -- cards ---------------------------------------------------------------------------------------

    def _laid(self, d: dict[str, Any]) -> Iterator[tuple[str, Laid]]:
        figure = own_figure(d)
        for quest, there in (d["quests"] or {}).items():
            card = self._pack.quests[quest]
            slots = list(there["slots"])
            if figure is not None and figure["quest"] == quest:
                slots[figure["slot"] - 1] = OWN_FIGURE
            lit = d["pending"] is not None and d["pending"]["quest"] == quest
            yield quest, self._quest(card, slots, there["region"], there["pile"], lit=lit)
        if d["age_pick"] is not None and isinstance(d["age_pick"], dict):
            yield (
                "age:" + d["age_pick"]["quest"],
                self._quest(self._pack.quests[d["age_pick"]["quest"]], d["age_pick"]["slots"], "", None, lit=True),
            )
        if d["city"] is not None:
            city = self._pack.city[d["city"]["card"]]
            spaces = {str(i): _space(*space) for i, space in enumerate(city.spaces, 1)}
            yield (
                "city:" + city.id,
                Laid(
                    title=city.name or city.id,
                    place="city",
                    slots=spaces,
                    marker=d["city"]["space"],
                    text=city.ongoing or "",
                ),
            )

    def _quest(
        self, card: QuestCard, slots: list[str | None], place: str, pile: dict[str, int] | None, *, lit: bool
    ) -> Laid:
        told = {
            str(i): self._slot(
                slot.need, token, f"feather: {in_words(slot.feather)}; scorpion: {in_words(slot.scorpion)}"
            )
            for i, (slot, token) in enumerate(zip(card.slots, slots, strict=True), 1)
        }
        voters = f"{card.voters} extra {'voter' if card.voters == 1 else 'voters'}"
        return Laid(title=card.name or card.id, place=place, slots=told, pile=pile, text=voters, lit=lit)

    def _slot(self, need: str | None, token: str | None, text: str) -> Slot:
        kind, _, what = (need or "").partition(":")
        if kind == "house":
            return Slot(token=token, need=what, mark=_MARKS.get(what, ""), text=f"only a {what}; {text}")
        if kind == "colour":
            light, dark = BY_COLOUR.get(what, OTHER)
            of = [demi for demi, card in self._pack.demis.items() if card.colour == what]
            letters = self._letters[of[0]] if len(of) == 1 else what[:3]
            return Slot(token=token, need=letters, colour=light, dark=dark, text=f"only {what}; {text}")
        if kind == "demi":
            card = self._pack.demis[what]
            light, dark = BY_COLOUR.get(card.colour, OTHER)
            return Slot(
                token=token,
                need=self._letters[what],
                colour=light,
                dark=dark,
                mark=_MARKS.get(card.house, ""),
                text=f"only {what.capitalize()}; {text}",
            )
        return Slot(token=token, text=text)

    # -- players -------------------------------------------------------------------------------------

    def _seats(self, d: dict[str, Any], names: Names) -> Iterator[tuple[str, Seat]]:
        known, hands, favors = d.get("known_demis", {}), d["hands"], d["favors"]
        for player in [*(hands or known or favors or names)]:
            entries: dict[str, Entry] = {}
            if player in known:
                told = known[player]
                demis = told if isinstance(told, list) else [told]
                sure = [demi for demi in demis if demi != "?"]
                entries["Demi"] = Entry(tokens=sure, text="" if sure else "not known")
            if hands is not None:
                hand = hands[player]
                entries["Hand"] = Entry(cards=_some(hand), text=_count(sum(_some(hand).values())))
            mine = favors.get(player)
            if mine is not None:
                for title, pile in (("Favors", mine["hand"]), ("Played", mine["played"])):
                    if pile is not None:
                        entries[title] = Entry(text=", ".join(pile) or _NOTHING)
                entries["Corruption"] = Entry(text=str(mine["corruption"]))
            role = d["celestial"]
            if role is not None and role["player"] == player:
                entries["Celestial"] = Entry(text=_role(role))
            yield player, Seat(name=names.get(player, player), marks=list(_marks(d, player)), entries=entries)


def _marks(d: dict[str, Any], player: str) -> Iterator[str]:
    """What is to be said of a player in a word or two."""
    if d["winners"] is not None and player in d["winners"]:
        yield "won"
    if d["turn"] is not None and d["turn"]["player"] == player:
        yield "turn"
    if player in d["waiting"] and (d["turn"] is None or d["turn"]["player"] != player or len(d["waiting"]) > 1):
        yield "to act"
    if d["first"] == player:
        yield "first"
    if player in d["rested"]:
        yield "rested"


def _role(role: Mapping[str, Any]) -> str:
    """The Celestial's role, and what the state tells of it."""
    parts = [role["role"].replace("-", " ").capitalize(), "used" if role["used"] else "not used"]
    if role.get("dead"):
        parts.append(f"died as foretold: {', '.join(demi.capitalize() for demi in role['dead'])}")
    if role.get("votes"):
        parts.append("own cards: " + ", ".join(f"{count} on {quest}" for quest, count in role["votes"].items()))
    if role.get("disqualified"):
        parts.append("barred by Corruption")
    return "; ".join(parts)


def _standing(d: dict[str, Any], figure: dict[str, Any] | None) -> dict[str, list[str]]:
    """Who stands in each location, not on a Quest: Hadria, Demis in pack order, the Sorcerer, Servants."""
    out: dict[str, list[str]] = {}
    if d["hadria"] is not None:
        out.setdefault(d["hadria"]["at"], []).append(HADRIA)
    for demi, where in d["demis"].items():
        if where["at"] is not None and where["quest"] is None:
            out.setdefault(where["at"], []).append(demi)
    if figure is not None and figure["quest"] is None:
        out.setdefault(figure["at"], []).append(OWN_FIGURE)
    for servant, region in (d["servants"] or {}).items():
        out.setdefault(region, []).append(servant)
    return out


def _track(d: dict[str, Any], figure: dict[str, Any] | None) -> dict[str, list[str]]:
    """The markers of each space, front first: Hadria's has always the first spot, the Sorcerer's is no part of it."""
    out = {space: list(there) for space, there in d["track"].items()}
    if d["hadria"] is not None and d["hadria"]["renown"] is not None:
        out.setdefault(str(d["hadria"]["renown"]), []).insert(0, HADRIA)
    if figure is not None and figure.get("renown") is not None:
        out.setdefault(str(figure["renown"]), []).append(OWN_FIGURE)
    return out


def _notes(d: dict[str, Any], hadria: dict[str, Any] | None) -> Iterator[tuple[str, Entry]]:
    """What lies beside the board."""
    yield "Age card", Entry(text=_age_card(d["age_card"]))
    if d["deck"] is not None:
        discards = _some(d["deck"]["discards"])
        yield "Fate deck", Entry(text=_count(d["deck"]["size"]))
        yield "Discards", Entry(cards=discards, text=_count(sum(discards.values())))
    if hadria is not None and hadria["display"] is not None:
        shown = ", ".join(hadria["display"]) or "none"
        yield "Favors on display", Entry(text=f"{shown}; {hadria['deck']} in the deck")
    if d["age_pile"]:
        yield "Votes on the Age", _pile(d["age_pile"])
    if isinstance(d["age_pick"], list):
        yield "Named for the Age", Entry(text=", ".join(name.capitalize() for name in d["age_pick"]))
    if d["shown"]:
        yield "Shown to be nobody's", Entry(tokens=list(d["shown"]))
    if d["annihilated"]:
        yield "Annihilated", Entry(tokens=list(d["annihilated"]))


def _age_card(card: str | None) -> str:
    if card is None:
        return _NOTHING
    row = CARDS[card]
    return f"{row.title} ({'; '.join(f'{name}: {outcome.text}' for name, outcome in row.outcomes.items())})"


def _pile(pile: Any) -> Entry:
    """A pile of votes, or one of each region that has any."""
    if any(isinstance(cards, dict) for cards in pile.values()):
        return Entry(text="; ".join(f"{region}: {_said(cards)}" for region, cards in pile.items() if cards))
    return Entry(cards=_some(pile), text=_count(sum(_some(pile).values())))


def _said(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {_KINDS[kind].label}" for kind, count in cards.items())


def _some(cards: Mapping[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in cards.items() if count}


def _space(name: str, number: int) -> Slot:
    """A space of a City card."""
    return Slot(text=SPACES[name].text.replace("{n}", str(number)))


def _count(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"

"""What a page must show of a state document, read from the specification and not from the code that draws.

For each ruleset: where every token stands on the map, the markers of each space of the track in their order, what lies
before each player, the cards that lie on the board, what is said beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

State = dict[str, Any]
Shown = dict[str, Any]


def veiled_fate(state: State) -> Shown:
    """Page 2, section 11."""
    role, hadria = state["celestial"], state["hadria"]
    figure = role if role is not None and "at" in role else None
    full = state["quests"] is not None
    standing: dict[str, str] = {}
    for demi, where in state["demis"].items():
        if where["at"] is not None:
            standing[demi] = where["at"] if where["quest"] is None else f"{where['quest']}#{where['slot']}"
    if full and hadria is not None:
        standing["hadria"] = hadria["at"]
    if figure is not None and figure["at"] is not None:
        standing["sorcerer"] = figure["at"] if figure["quest"] is None else f"{figure['quest']}#{figure['slot']}"
    standing.update(state["servants"] or {})
    track = {space: list(there) for space, there in state["track"].items()}
    if hadria is not None and hadria["renown"] is not None:
        track.setdefault(str(hadria["renown"]), []).insert(0, "hadria")
    if figure is not None and figure.get("renown") is not None:
        track.setdefault(str(figure["renown"]), []).append("sorcerer")
    cards = {quest: {k: v for k, v in card["pile"].items() if v} for quest, card in (state["quests"] or {}).items()}
    if isinstance(state["age_pick"], dict):
        cards["age:" + state["age_pick"]["quest"]] = {}
    if state["city"] is not None:
        cards["city:" + state["city"]["card"]] = {}
    hands = {player: {k: v for k, v in hand.items() if v} for player, hand in (state["hands"] or {}).items()}
    corruption = {player: str(favors["corruption"]) for player, favors in state["favors"].items()}
    played = {player: favors["played"] for player, favors in state["favors"].items() if favors["played"] is not None}
    known = {
        player: [demi for demi in (demis if isinstance(demis, list) else [demis]) if demi != "?"]
        for player, demis in state.get("known_demis", {}).items()
    }
    beside = {} if state["deck"] is None else {"Fate deck": _cards(state["deck"]["size"])}
    return {
        "standing": standing,
        "track": {k: v for k, v in track.items() if v},
        "cards": cards,
        "hands": hands,
        "demis": known,
        "corruption": corruption,
        "played": {p: ", ".join(v) or "–" for p, v in played.items()},
        "beside": beside,
        "turn": state["turn"]["player"] if state["turn"] else None,
        "out": state["annihilated"],
    }


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def udacha(state: State) -> Shown:
    """Page 3: cards in zones."""
    standing = {card: zone for zone, cards in state["zones"].items() for card in cards if card != "?"}
    unknown = {zone: cards.count("?") for zone, cards in state["zones"].items() if "?" in cards}
    frames = [str(frame["n"]) for frame in state["frames"]]
    return {
        "standing": standing,
        "unknown": unknown,
        "frames": frames,
        "turn": state["on"],
        "won": {side: str(count) for side, count in state["quests"].items()},
    }


def nim(state: State) -> Shown:
    """Piles of stones, and whose turn it is."""
    return {"piles": state["piles"], "turn": state["due"], "pledges": state["pledges"]}


MUST: Mapping[str, Callable[[State], Shown]] = {"veiled-fate": veiled_fate, "udacha": udacha, "nim": nim}

#: Reads the same from the page as a person sees it: from the elements, not from what the script keeps.
_READING = """
const root = document.getElementById("replay"), all = (what, from) => [...(from || root).querySelectorAll(what)];
const kinds = (from) => Object.fromEntries(all("span.kind", from).map(e => [e.dataset.kind, Number(e.dataset.count)]));
const entry = (seat, name) => seat.querySelector(`[data-entry="${name}"] dd`);
const seats = (make) => Object.fromEntries(
  all("[data-seat]").map(s => [s.dataset.seat, make(s)]).filter(p => p[1] !== null));
const text = (e) => e === null ? null : e.textContent;
const tokens = (e) => e === null ? null : all("[data-token]", e).map(t => t.dataset.token);
const map = all(".map .token"), place = (t) => t.dataset.slot || t.dataset.place;
const turn = () => { const on = all(".seat.on"); return on.length ? on[0].dataset.seat : null; };
"""
_READERS = {
    "veiled-fate": """
const track = {};
all(".track .marker").sort((a, b) => a.dataset.order - b.dataset.order).forEach(m =>
  (track[m.dataset.place] = track[m.dataset.place] || []).push(m.dataset.token));
const sum = entry(root.querySelector(".notes"), "Fate deck");
return {
  standing: Object.fromEntries(map.map(t => [t.dataset.token, place(t)])), track: track,
  cards: Object.fromEntries(all(".notes [data-card]").map(c => [c.dataset.card, kinds(c)])),
  hands: seats(s => entry(s, "Hand") && kinds(entry(s, "Hand"))), demis: seats(s => tokens(entry(s, "Demi"))),
  corruption: seats(s => text(entry(s, "Corruption"))), played: seats(s => text(entry(s, "Played"))),
  beside: sum ? {"Fate deck": sum.textContent} : {}, turn: turn(),
  out: all('.notes [data-entry="Annihilated"] [data-token]').map(t => t.dataset.token),
};""",
    "udacha": """
const unknown = {}, known = map.filter(t => !t.dataset.token.includes("?"));
map.filter(t => t.dataset.token.includes("?")).forEach(t => {
  unknown[t.dataset.place] = (unknown[t.dataset.place] || 0) + 1;
});
all(".map .count").forEach(c => {
  const zone = c.dataset.count, there = known.filter(t => t.dataset.place === zone);
  const hidden = Number(c.textContent || 0) - there.length;
  if (hidden) { unknown[zone] = hidden; }
});
const frames = text(entry(root.querySelector(".notes"), "Open frames"));
return {
  standing: Object.fromEntries(known.map(t => [t.dataset.token, place(t)])), unknown: unknown,
  frames: frames ? frames.split("\\n").map(line => line.split(":")[0]) : [], turn: turn(),
  won: seats(s => text(entry(s, "Quests won"))),
};""",
    "nim": """
const piles = all(".map .place").map(p => map.filter(t => t.dataset.place === p.dataset.place).length);
const pledges = seats(s => text(entry(s, "Pledge")));
const told = Object.fromEntries(
  Object.entries(pledges).map(([p, t]) => [p, t === "pile ?" ? "?" : Number(t.slice(5))]));
return { piles: piles, turn: turn(), pledges: told };""",
}


def reading(ruleset: str) -> str:
    """A script that goes to every record in turn, and tells what the page shows and which state it has."""
    return f"""(() => {{
  const replay = document.getElementById("replay").replay, out = [];
  const read = () => {{ {_READING} {_READERS[ruleset]} }};
  replay.films[0].rows.forEach((row, i) => {{
    replay.go(i);
    const here = document.querySelector(".rows .here");
    out.push([here.querySelector(".words").textContent, replay.state(), replay.state() === null ? null : read()]);
  }});
  return out;
}})()"""

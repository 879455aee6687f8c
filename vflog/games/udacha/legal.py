"""What is legal in a position, as forms: as far as the chapter says it.

What cards are for, what they hit and where they move is in texts that nobody has published. Those fields
are nature's here (`reveals`), like what is drawn. All that the chapter judges is tried by its own rules:
who may play, use or reveal which card, in which window, what must be tidied up before a frame closes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from vflog.games.udacha import coveted, frames, reload, windows
from vflog.games.udacha.catalogue import HIDDEN, PLACES, PLAYERS, ZONES, name
from vflog.games.udacha.records import PLAY, Do, Done, EndTurn, Move, Opening, Res, UdachaEnd, Window
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.log.canonical import canonical
from vflog.log.decode import tag_of
from vflog.log.problems import Refused
from vflog.log.records import Record

Form = dict[str, Any]
#: The order of record types in a list of forms.
_ORDER = [*map(tag_of, PLAY), tag_of(UdachaEnd)]
_EVERYBODY = {"in": list(PLAYERS)}
_CARD, _CARDS, _AMOUNT, _CHANGE, _MOVES = (
    {"reveals": what} for what in ("card", "cards", "amount", "change", "moves")
)  # fmt: skip
_OTHER_ENDS = ["abandoned", "conceded", "disqualified", "time"]
#: What is used of a hidden card, by where it lies.
_HIDDEN_SOURCES = (("support", ("hand",)), ("use", ("heroes", "scenery")))


def forms(st: State) -> list[Form]:
    """The forms of all records that are legal now, by type, then by canonical form."""
    out = [_form("turn", {"p": _EVERYBODY}, ["t"]), _form("quest", {"p": _EVERYBODY, "delta": _CHANGE})]
    out += _ends(st)
    out += _beginnings(st)
    for tie in _ties(st):
        out += _openings(st, tie)
    if st.frames:
        out += _closings(st, st.frames[-1])
        out += _passes(st)
    else:
        out.append(_form("end", {"winner": _EVERYBODY}, ["winner"]))
    out.append(_form("end", {"reason": {"in": _OTHER_ENDS}, "winner": _EVERYBODY}, ["winner"]))
    return sorted(out, key=lambda form: (_ORDER.index(form["type"]), canonical(form)))


def _form(kind: str, fields: Form, optional: list[str] | None = None) -> Form:
    return {"type": kind, "fields": fields, "optional": optional or []}


def _legal(st: State, record: Record, rule: Callable[[State, Case, Any], object]) -> bool:
    """Whether a rule lets the record through in this position (which it does not change)."""
    position = st.copy()
    line = Case(record, -1, st.fixed, None)
    try:
        rule(position, line, record)
        line.close()
    except Refused:
        return False
    return True


def _ends(st: State) -> Iterator[Form]:
    """Whose turn may end: where disputes are errors not that of a player who has not drawn for Reload."""
    for player in PLAYERS:
        if _legal(st, EndTurn(p=player), lambda position, line, record: reload.look_at_end(position, line, record.p)):
            yield _form("endturn", {"p": player})


def _beginnings(st: State) -> Iterator[Form]:
    if not st.begun:
        yield _form("given", {}, ["on", "quests", "revealed", "t", "to_win", "zones"])
    lists = ["deck", "decklist", "hand", "starters", "vault"]
    waiting = [player for player in PLAYERS if player not in st.set_up]
    if waiting:
        yield _form("setup", {"p": {"in": waiting}, "base": _CARD}, lists)


def _ties(st: State) -> Iterator[Form]:
    """How a new frame may be tied to the innermost open one; free where none is open."""
    if not st.frames:
        yield {}
        return
    inner = st.frames[-1]
    yield {"in": inner.n}
    yield {"win": "REA" if inner.resolved else "INT", "trig": inner.n}
    yield {"win": "INT"}


def _openings(st: State, tie: Form) -> Iterator[Form]:
    """What may be begun under this tie: effects, and where it is no answer all else."""
    for player in PLAYERS:
        yield from _effects(st, player, tie)
    if "win" in tie:
        return
    for player in PLAYERS:
        yield from _cards(st, player, tie)
        yield from _others(st, player, tie)
    yield from _bounties(st, tie)
    if "in" in tie:
        yield from _coveted(st, st.frames[-1])


def _cards(st: State, player: str, tie: Form) -> Iterator[Form]:
    """Plays out of the Hand, and Secrets."""
    for what, zone in (("play", "hand"), ("secret", "vault")):
        line: Form = {"p": player, "what": what, **tie}
        cards = [card for card in _known(st, f"{player}.{zone}") if _opens(st, {**line, "card": card})]
        if cards:
            yield _form("do", {**line, "card": {"in": cards}})
        if _opens(st, {**line, "card": HIDDEN}):
            yield _form("do", {**line, "card": {**_CARD, "for": player}})


def _effects(st: State, player: str, tie: Form) -> Iterator[Form]:
    """Effects by label: the cards from which each may be used now; a hidden card may have what any card has."""
    usable: dict[tuple[str, str], list[str]] = {}
    for zone in ZONES:
        for instance in _known(st, f"{player}.{zone}"):
            for what, label in _fitting(st, [name(instance)], tie):
                if _opens(st, {"p": player, "what": what, "card": instance, "eff": label, **tie}):
                    usable.setdefault((what, label), []).append(instance)
    for (what, label), cards in usable.items():
        yield _form("do", {"p": player, "what": what, "card": {"in": sorted(cards)}, "eff": label, **tie})
    every = sorted(set(_fitting(st, st.fixed.catalogue.cards, tie)))
    for what, zones in _HIDDEN_SOURCES:
        line: Form = {"p": player, "what": what, "card": HIDDEN, **tie}
        if any(HIDDEN in st.zones.get(f"{player}.{zone}", ()) for zone in zones):
            labels = [label for use, label in every if use == what and _opens(st, {**line, "eff": label})]
            if labels:
                yield _form("do", {**line, "card": {**_CARD, "for": player}, "eff": {"in": labels}})


def _fitting(st: State, titles: Iterable[str], tie: Form) -> Iterator[tuple[str, str]]:
    """The effects of these cards that may be used under this tie: as what, and their labels."""
    target = st.frame(tie.get("trig"))
    for title in titles:
        for label, effect in st.fixed.catalogue.cards[title].eff.items():
            if windows.fits(effect, tie.get("win"), target):
                yield "support" if "SUPPORT" in effect.kinds else "use", label


def _others(st: State, player: str, tie: Form) -> Iterator[Form]:
    """What texts that are not published order: legal where its tie is."""
    line: Form = {"p": player, "what": "other", **tie}
    if not _opens(st, line):
        return
    yield _form("do", line, ["order", "src"])
    yield _form("do", {**line, "what": {"in": ["discard", "destroy"]}, "cards": _CARDS}, ["src"])
    yield _form("do", {**line, "what": "draw"}, ["src"])
    yield _form("do", {**line, "what": "invest", "amount": _AMOUNT}, ["src"])
    then = {"shown": {"follows": ["x"]}, "taken": {"follows": ["shown"]}, "bottom": {"follows": ["taken"]}}
    yield _form("do", {**line, "what": "seek", "x": _AMOUNT, **then}, ["src", "want"])
    if _opens(st, {**line, "what": "draw", "why": "reload"}):
        yield _form("do", {**line, "what": "draw", "why": "reload"})


def _bounties(st: State, tie: Form) -> Iterator[Form]:
    for left in st.departures:
        line = {"p": left.player, "what": "invest", "why": "bounty", "for": left.card, "cause": left.frame, **tie}
        if _opens(st, {**line, "amount": left.amount}):
            yield _form("do", {**line, "amount": left.amount})


def _coveted(st: State, inner: Frame) -> Iterator[Form]:
    """The Discard that a Coveted card orders."""
    targets = coveted.targets(st, inner)
    if targets:
        fields = {"p": inner.p, "what": "discard", "why": "keyword:Coveted", "in": inner.n}
        yield _form("do", {**fields, "cards": {"choose": 1, "from": targets}})


def _closings(st: State, inner: Frame) -> Iterator[Form]:
    """The innermost frame resolves or is cancelled, then closes, with the tidying-up that it needs."""
    if not inner.resolved:
        yield from _resolutions(st, inner)
        return
    if _legal(st, Done(f=inner.n), frames.done):
        yield _form("done", {"f": inner.n}, ["mv"])
        return
    source = st.where.get(inner.card, f"{inner.p}.hand")
    moves: list[list[Move]] = [[[inner.card, source, place]] for place in sorted(PLACES)]
    tidy = [mv for mv in moves if _legal(st, Done(f=inner.n, mv=mv), frames.done)]
    if tidy:
        yield _form("done", {"f": inner.n, "mv": {"in": tidy}})


def _resolutions(st: State, inner: Frame) -> Iterator[Form]:
    """What moves is nature's, but for how many cards Reload draws; a Seek of other cards can only be cancelled."""
    drawn = reload.draw(st, inner)
    legal = _legal(st, Res(f=inner.n, mv=drawn), frames.res)
    if legal and inner.reload is None:
        yield _form("res", {"f": inner.n, "ok": {"in": [True, False]}, "mv": _MOVES}, ["mv", "ok"])
        return
    yield _form("res", {"f": inner.n, "ok": False, "mv": _MOVES}, ["mv"])
    if legal:
        yield _form("res", {"f": inner.n, "ok": True, "mv": {**_MOVES, "count": len(drawn), "for": inner.p}}, ["ok"])


def _passes(st: State) -> Iterator[Form]:
    windows: tuple[Window, ...] = ("INT", "REA")
    for frame in st.frames:
        yield _form("pass", {"p": _EVERYBODY, "win": windows[frame.resolved], "trig": frame.n})


def _known(st: State, place: str) -> list[str]:
    return sorted(card for card in st.zones.get(place, ()) if card != HIDDEN)


def _opens(st: State, fields: Form) -> bool:
    """Whether a line with these fields may open a frame."""
    renamed = {"in": "in_", "for": "for_"}
    record: Opening = Do(**{renamed.get(key, key): value for key, value in fields.items()})
    return _legal(st, record, frames.open_frame)

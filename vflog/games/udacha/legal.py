"""What is legal in a position, as forms: as far as the chapter says it.

What cards are for, what they hit and where they move is in texts that nobody has published. Those fields
are nature's here (`reveals`), like what is drawn. All that the chapter judges is tried by its own rules:
who may play, use or reveal which card, in which window, what must be tidied up before a frame closes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from vflog.games.udacha import coveted, frames, legal_begin, legal_moves, reload, windows
from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, ZONES, name
from vflog.games.udacha.legal_fields import (
    EVERYBODY,
    Fields,
    Form,
    carried_out,
    could_come,
    follows,
    form,
    known,
    legal,
    nature,
    opens,
)
from vflog.games.udacha.records import PLAY, Done, EndTurn, Move, Res, UdachaEnd
from vflog.games.udacha.state import Frame, State
from vflog.log.canonical import canonical
from vflog.log.decode import tag_of

#: The order of record types in a list of forms.
_ORDER = [*map(tag_of, PLAY), tag_of(UdachaEnd)]
#: What is used of a hidden card, by where it lies.
_HIDDEN_SOURCES = (("support", ("hand",)), ("use", ("heroes", "scenery")))
#: The zones whose cards a text may hit.
_HIT = ("hand", "heroes", "scenery", "reserve", "contest", "revealed")
#: What an opening line of a form says before it is known: nothing is hit, nothing counted.
_BLANK: Fields = {"cards": [], "amount": 0, "x": 0}


def forms(st: State) -> list[Form]:
    """The forms of all records that are legal now, by type, then by canonical form."""
    out = [form("turn", {"p": EVERYBODY, "t": nature("amount")}, ["t"])]
    out += [form("quest", {"p": EVERYBODY, "delta": nature("change")}), *_turn_ends(st), *legal_begin.forms(st)]
    for tie in _ties(st):
        out += _openings(st, tie)
    if st.frames:
        out += _closings(st, st.frames[-1])
        numbers = [frame.n for frame in st.frames]
        out.append(form("pass", {"p": EVERYBODY, "win": {"in": ["INT", "REA"]}, "trig": {"in": numbers}}))
    out += _ends(st)
    return sorted(out, key=lambda one: (_ORDER.index(one["type"]), canonical(one)))


def _turn_ends(st: State) -> Iterator[Form]:
    """Whose turn may end: where disputes are errors not that of a player who has not drawn for Reload."""
    for player in PLAYERS:
        if legal(st, EndTurn(p=player), lambda position, line, record: reload.look_at_end(position, line, record.p)):
            yield form("endturn", {"p": player, "t": nature("amount")}, ["t"])


def _ends(st: State) -> Iterator[Form]:
    """The end: played where no frame is open, for another reason at any time, then maybe with a judge's result."""
    winner: Fields = {"winner": EVERYBODY}
    if not st.frames:
        yield form("end", winner, ["winner"])
    yield form("end", {"reason": "abandoned", **winner}, ["winner"])
    result = {"winners": nature("players", [0, len(PLAYERS)], of=list(PLAYERS)), "by": nature("text")}
    reasons = {"reason": {"in": ["conceded", "disqualified", "time"]}}
    yield form("end", {**reasons, **winner, "result": result}, ["result", "winner"])


# -- frames that begin -------------------------------------------------------------------------------------


def _ties(st: State) -> Iterator[Fields]:
    """How a new frame may be tied to the open ones: an INTERRUPT of any time to any of them, or to none."""
    yield {}
    yield {"win": "INT"}
    if not st.frames:
        return
    *outer, inner = st.frames
    yield {"in": inner.n}
    yield {"win": "REA" if inner.resolved else "INT", "trig": inner.n}
    yield from ({"win": "INT", "trig": frame.n} for frame in outer)
    if inner.resolved:
        yield {"win": "INT", "trig": inner.n}


def _openings(st: State, tie: Fields) -> Iterator[Form]:
    """What may be begun under this tie: effects, and where it is no answer all else."""
    for player in PLAYERS:
        yield from _effects(st, player, tie)
    if "win" in tie or (st.frames and not tie):
        return
    for player in PLAYERS:
        yield from _cards(st, player, tie)
        yield from _others(st, player, tie)
    yield from _bounties(st, tie)
    if "in" in tie:
        yield from _coveted(st, st.frames[-1])


def _begun(
    st: State, line: Fields, cards: Iterable[str] | None = None, shown: Fields | None = None,
    more: Fields | None = None, optional: Iterable[str] = (),
) -> Iterator[Form]:  # fmt: skip
    """The forms of a `do`, and of an `act`, with this line and one of these cards (`shown`: as nature shows them);
    `more` are fields that are tried as if they said nothing."""
    more = more or {}
    blank = {name: _BLANK[name] for name in more if name in _BLANK}
    what = line["what"] if isinstance(line["what"], str) else line["what"]["in"][0]
    plain = {**line, "what": what, **blank}
    lines = [plain] if cards is None else [{**plain, "card": card} for card in cards]
    lines = [one for one in lines if opens(st, one)]
    free, needy = legal_moves.whole(st, lines)
    names = [name for name in ("card", *more) if name in {*lines[0], *more}] if lines else []
    moves = {"mv": follows(*names or ["what"])}
    for kind, some, also, left in (("do", lines, {}, ()), ("act", free, moves, ("mv",)), ("act", needy, moves, ())):
        if some:
            card = {} if cards is None else {"card": _choice([one["card"] for one in some], shown)}
            yield form(kind, {**line, **card, **more, **also}, [*optional, *left])


def _choice(cards: list[str], shown: Fields | None) -> Fields:
    return {"in": sorted(cards)} if shown is None else {**shown, "of": cards}


def _cards(st: State, player: str, tie: Fields) -> Iterator[Form]:
    """Plays out of the Hand, and Secrets; a hidden card may turn out to be any."""
    for what, zone in (("play", "hand"), ("secret", "vault")):
        line: Fields = {"p": player, "what": what, **tie}
        yield from _begun(st, line, known(st, f"{player}.{zone}"))
        if HIDDEN in st.zones.get(f"{player}.{zone}", ()):
            cards = [*could_come(st, player, st.fixed.catalogue.cards), HIDDEN]
            yield from _begun(st, line, cards, nature("card", 1, player))


def _effects(st: State, player: str, tie: Fields) -> Iterator[Form]:
    """Effects by label: the cards from which each may be used now; a hidden card may have what any card has."""
    usable: dict[tuple[str, str], list[str]] = {}
    for zone in ZONES:
        for instance in known(st, f"{player}.{zone}"):
            for key in _fitting(st, [name(instance)], tie):
                usable.setdefault(key, []).append(instance)
    for (what, label), cards in usable.items():
        yield from _begun(st, {"p": player, "what": what, "eff": label, **tie}, cards)
    for what, zones in _HIDDEN_SOURCES:
        if any(HIDDEN in st.zones.get(f"{player}.{zone}", ()) for zone in zones):
            yield from _of_hidden(st, {"p": player, "what": what, **tie}, tie)


def _of_hidden(st: State, line: Fields, tie: Fields) -> Iterator[Form]:
    """The effects that a hidden card may have."""
    having: dict[str, list[str]] = {}
    for title in st.fixed.catalogue.cards:
        for what, label in _fitting(st, [title], tie):
            if what == line["what"]:
                having.setdefault(label, []).append(title)
    for label, names in having.items():
        cards = [*could_come(st, line["p"], names), HIDDEN]
        yield from _begun(st, {**line, "eff": label}, cards, nature("card", 1, line["p"]))


def _fitting(st: State, titles: Iterable[str], tie: Fields) -> Iterator[tuple[str, str]]:
    """The effects of these cards that may be used under this tie: as what, and their labels."""
    target = st.frame(tie.get("trig"))
    any_time = bool(st.frames) and (not tie or (tie.get("win") == "INT" and st.frames[-1] is not target))
    for title in titles:
        for label, effect in st.fixed.catalogue.cards[title].eff.items():
            if windows.fits(effect, tie.get("win"), target) and (effect.at_any_time or not any_time):
                yield "support" if "SUPPORT" in effect.kinds else "use", label


def _others(st: State, player: str, tie: Fields) -> Iterator[Form]:
    """What texts that are not published order: legal where its tie is."""
    line: Fields = {"p": player, "what": "other", **tie}
    if not opens(st, line):
        return
    source = sorted(card for side in PLAYERS for card in st.in_play(side) if card != HIDDEN)
    src = {"src": nature("card", 1, of=source)} if source else {}
    yield from _begun(st, line, more=src, optional=src)
    for place in (f"{side}.deck" for side in PLAYERS):
        cards = st.zones.get(place, ())
        order = {place: nature("cards", len(cards), place[0], dict(Counter(cards)))}
        yield from _begun(st, line, more={"order": order})
    of = [card for side in PLAYERS for zone in _HIT for card in known(st, f"{side}.{zone}")]
    may = [card for card in of if opens(st, {**line, "what": "discard", "cards": [card]})]
    hit = {"cards": nature("cards", [0, len(may)], of=may)}
    yield from _begun(st, {**line, "what": {"in": ["discard", "destroy"]}}, more={**hit, **src}, optional=src)
    yield from _begun(st, {**line, "what": "draw"}, more=src, optional=src)
    yield from _begun(st, {**line, "what": "invest"}, more={"amount": nature("amount"), **src}, optional=src)
    then = {"shown": follows("x"), "taken": follows("shown"), "bottom": follows("taken"), "want": nature("text")}
    then = {"x": nature("amount"), **then, **src}
    yield from _begun(st, {**line, "what": "seek"}, more=then, optional=["want", *src])
    if opens(st, {**line, "what": "draw", "why": "reload"}):
        yield from _begun(st, {**line, "what": "draw", "why": "reload"})


def _bounties(st: State, tie: Fields) -> Iterator[Form]:
    for left in st.departures:
        line = {"p": left.player, "what": "invest", "why": "bounty", "for": left.card, "cause": left.frame, **tie}
        yield from _begun(st, {**line, "amount": left.amount})


def _coveted(st: State, inner: Frame) -> Iterator[Form]:
    """The Discard that a Coveted card orders."""
    for card in coveted.targets(st, inner):
        line = {"p": inner.p, "what": "discard", "why": "keyword:Coveted", "in": inner.n}
        yield from _begun(st, {**line, "cards": [card]})


# -- frames that resolve and close -------------------------------------------------------------------------


def _closings(st: State, inner: Frame) -> Iterator[Form]:
    """The innermost frame resolves or is cancelled, then closes, with the tidying-up that it needs."""
    if not inner.resolved:
        yield from _resolutions(st, inner)
        return
    may = _may_close(st, inner)
    if not may([]):
        if tidy := list(legal_moves.tidied(st, inner.opening, may)):
            yield form("done", {"f": inner.n, "mv": {"in": tidy}})
        return
    moves = legal_moves.described(st, inner.opening, may)
    yield form("done", {"f": inner.n, **({} if moves is None else {"mv": moves})}, () if moves is None else ["mv"])


def _may_close(st: State, inner: Frame) -> Callable[[list[Move]], bool]:
    return lambda moves: legal(st, Done(f=inner.n, mv=moves), frames.done)


def _resolutions(st: State, inner: Frame) -> Iterator[Form]:
    """What moves is nature's, but for how many cards Reload draws; a Seek of other cards can only be cancelled."""
    drawn = reload.draw(st, inner)
    for ok, due in ((True, drawn), (False, [])):
        if not legal(st, Res(f=inner.n, ok=ok, mv=due), frames.res):
            continue
        draws = ok and inner.reload is not None
        moves = nature("moves", len(due), inner.p, due) if draws else _moves_of(st, inner, ok)
        told: Fields = {} if moves is None else {"mv": moves}
        may_lack = [*(["ok"] if ok else []), *([] if due else told)]
        yield form("res", {"f": inner.n, "ok": ok, **told}, may_lack)


def _moves_of(st: State, inner: Frame, ok: bool) -> Fields | None:
    """What may move as a frame resolves; not so that it could never close."""
    if not _closes(st, inner, ok, []):
        return None if inner.supports else legal_moves.described(st, inner.opening, partial(_resolves, st, inner, ok))
    return legal_moves.described(st, inner.opening, partial(_closes, st, inner, ok))


def _resolves(st: State, inner: Frame, ok: bool, moves: list[Move]) -> bool:
    return legal(st, Res(f=inner.n, ok=ok, mv=moves), frames.res)


def _closes(st: State, inner: Frame, ok: bool, moves: list[Move]) -> bool:
    """Whether the frame can close when it has resolved so."""
    after = carried_out(st, Res(f=inner.n, ok=ok, mv=moves), frames.res)
    if after is None:
        return False
    may = _may_close(after, inner)
    return may([]) or any(True for _ in legal_moves.tidied(after, inner.opening, may))

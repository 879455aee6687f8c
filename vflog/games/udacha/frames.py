"""Frames: how lines open, resolve and close them (M3), and what each asks for (M0)."""

from __future__ import annotations

from vflog.games.udacha import (
    bounty,
    coveted,
    keywords,
    limits,
    moves,
    reload,
    scenery,
    seek,
    support,
    unique,
    vault,
    windows,
)  # fmt: skip
from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, name, well_formed
from vflog.games.udacha.records import Act, Done, Effect, Opening, Pass, Res
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.games.udacha.zones import check_card, check_cards, check_place, reorder
from vflog.log.absent import UNSET

#: What each `what` needs besides what every opening line has.
_NEEDS: dict[str, tuple[str, ...]] = {
    "play": ("card",), "secret": ("card",), "support": ("card", "eff"), "use": ("card", "eff"),
    "discard": ("cards",), "destroy": ("cards",), "invest": ("amount",), "seek": ("x",),
}  # fmt: skip


def check_player(line: Case, player: str) -> None:
    """M4: only the two players act."""
    if player not in PLAYERS:
        line.refuse("M4", f"{player} is neither A nor B", expected=list(PLAYERS))


def open_frame(st: State, line: Case, record: Opening) -> Frame:
    """A frame is announced: all that is asked of it then; it is the innermost open one from now on."""
    check_player(line, record.p)
    _check_fields(st, line, record)
    frame = Frame(line.n, record, len(st.moves))
    if record.eff is not UNSET and record.card is not UNSET:
        effects = _effects(st, line, record.card, record.eff)
        if record.what in windows.USES:
            frame.effect = None if record.card == HIDDEN else effects[0]
            frame.any_time = any(effect.at_any_time for effect in effects)
    frame.supports = record.what == "support" or (frame.effect is not None and "SUPPORT" in frame.effect.kinds)
    _tie(st, line, frame)
    keywords.look(line, record)
    _look_at_what(st, line, frame)
    windows.look(st, line, frame)
    reload.look(st, line, frame)
    limits.look(st, line, frame)
    st.frames.append(frame)
    return frame


def act(st: State, line: Case, record: Act) -> Frame:
    """A frame that opens, resolves and closes in one line."""
    frame = open_frame(st, line, record)
    _resolve(st, line, frame, record)
    _close(st, line, frame)
    return frame


def res(st: State, line: Case, record: Res) -> Frame:
    """M3: the innermost open frame resolves, once."""
    frame = _innermost(st, line, record.f)
    if frame.resolved:
        line.refuse("M3", f"frame {frame.n} has resolved before", expected={"type": "done", "f": frame.n})
    frame.cancelled = not record.ok
    if frame.cancelled:
        limits.cancel(st, frame)
    _resolve(st, line, frame, record)
    return frame


def done(st: State, line: Case, record: Done) -> Frame:
    """M3: the innermost open frame closes, after it has resolved."""
    frame = _innermost(st, line, record.f)
    if not frame.resolved:
        line.refuse("M3", f"frame {frame.n} has not resolved yet", expected={"type": "res", "f": frame.n})
    drawn = st.reload_number
    moves.carry_out(st, line, frame, record.mv)
    if st.reload_number != drawn:
        reload.settle(st, line, frame)
    _close(st, line, frame)
    return frame


def declined(st: State, line: Case, record: Pass) -> None:
    """A player declines a window of an open frame."""
    check_player(line, record.p)
    frame = st.frame(record.trig)
    if frame is None:
        line.refuse("M3", f"there is no open frame {record.trig} to pass on")
    frame.passed.add((record.p, record.win))


def _innermost(st: State, line: Case, n: int) -> Frame:
    if not st.frames:
        line.refuse("M3", "no frame is open")
    inner = st.frames[-1]
    if inner.n != n:
        line.refuse("M3", f"the innermost open frame is {inner.n}, and frames close in reverse order", expected=inner.n)
    return inner


def _resolve(st: State, line: Case, frame: Frame, record: Act | Res) -> None:
    frame.resolved = True
    support.note(st, frame)
    opening = frame.opening
    if opening.what == "seek" and not frame.cancelled:
        seek.carry_out(st, line, frame)
    moves.carry_out(st, line, frame, record.mv)
    if not frame.cancelled:
        for place, order in opening.order.items():
            reorder(st, line, place, order)
    reload.settle(st, line, frame)


def _close(st: State, line: Case, frame: Frame) -> None:
    support.close(st, line, frame)
    coveted.close(st, line, frame)
    st.frames.pop()
    if not st.frames:
        st.moves.clear()


def _check_fields(st: State, line: Case, record: Opening) -> None:
    """M0: the fields that this `what` needs, ids, Names and places."""
    for field in _NEEDS.get(record.what, ()):
        if getattr(record, field) is UNSET:
            line.refuse("M0", f"a line that says {record.what} needs the field {field}", expected=[field])
    if record.answered is not None and record.win is UNSET:
        line.refuse("M0", "`trig` stands without `win`", expected=["INT", "REA"])
    if record.card is not UNSET:
        check_card(st, line, record.card)
    check_cards(st, line, record.hits)
    if isinstance(record.src, str):
        _check_source(st, line, record.src)
    if record.what == "seek":
        seek.look(st, line, record)
    if record.order and record.what != "other":
        line.refuse("M0", f"an `order` stands in a line that says other, not {record.what}")
    for place, order in record.order.items():
        check_place(line, place)
        if not place.endswith(".deck"):
            line.refuse("M0", f"an `order` is of a Deck, not of {place}")
        check_cards(st, line, order)


def _effects(st: State, line: Case, card: str, label: str) -> list[Effect]:
    """M0: what the label may mean, which a card of the catalogue has."""
    effects = st.fixed.catalogue.effects(card, label)
    if not effects:
        whose = "no card of the catalogue has an" if card == HIDDEN else f"{name(card)} has no"
        line.refuse("M0", f"{whose} effect {label}")
    return effects


def _check_source(st: State, line: Case, source: str) -> None:
    """M0: `src` is an instance, or an instance and one of its effects."""
    if source == HIDDEN or well_formed(source):
        check_card(st, line, source)
        return
    card, _, label = source.rpartition("/")
    check_card(st, line, card)
    _effects(st, line, card, label)


def _tie(st: State, line: Case, frame: Frame) -> None:
    """M3: while a frame is open a new one belongs to the innermost, by `trig` or, after that has resolved, by `in`.

    U12: no part of a resolution comes after a REACTION to it. A Coveted Discard may come at any time inside its frame
    (A44), a Bounty's Invest after the REACTIONs.
    """
    record = frame.opening
    for field, n in (("trig", record.answered), ("in", record.parent)):
        if n is not None and st.frame(n) is None:
            line.refuse("M3", f"`{field}` names frame {n}, which is not open")
    if not st.frames:
        return
    inner, parent = st.frames[-1], st.frame(record.parent)
    ordered = coveted.ordered_by(st, frame) is not None
    if not (frame.any_time and record.win in (UNSET, "INT")) and inner.n != record.answered:
        if inner is not parent:
            line.refuse("M3", f"frame {inner.n} is open, and this line is not tied to it", expected={"in": inner.n})
        if not (inner.resolved or ordered):
            line.refuse("M3", f"frame {inner.n} has not resolved yet, so nothing is part of its resolution")
    if parent is not None and parent.reacted and not (ordered or bounty.is_bounty(record)):
        line.illegal("U12", f"frame {parent.n} has been answered by a REACTION, which comes after all its resolution")


def _look_at_what(st: State, line: Case, frame: Frame) -> None:
    """What is asked of each `what` when it is announced."""
    record = frame.opening
    if record.what == "play":
        support.look_at_play(st, line, frame)
        coveted.look(st, line, frame)
        unique.look_at_play(st, line, frame)
        unique.look_at_destroyed(st, line, frame)
    elif frame.supports:
        support.look(st, line, frame)
        coveted.look(st, line, frame)
        unique.look_at_destroyed(st, line, frame)
    elif record.what == "secret":
        vault.look(st, line, frame)
    elif record.what == "invest":
        bounty.look(st, line, frame)
    elif record.what in ("discard", "destroy"):
        keywords.look_at_base(st, line, record)
        coveted.look_at_discard(st, line, frame)
    if record.what == "use":
        scenery.look(st, line, frame)

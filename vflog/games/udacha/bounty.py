"""Bounty X, with or without Destroyed X (U29, U30; A40, A42, A43)."""

from __future__ import annotations

from vflog.games.udacha.catalogue import HIDDEN, foe, name, owner
from vflog.games.udacha.records import Opening
from vflog.games.udacha.state import Departure, Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.games.udacha.zones import check_card
from vflog.log.absent import UNSET

_FROM = frozenset(("heroes", "contest"))
_TO = frozenset(("discard", "destroyed"))
_WHY = frozenset(("bounty", "keyword:Bounty"))


def is_bounty(line: Opening) -> bool:
    """Whether an Invest is for a Bounty: it says so, or it names a Hero and gives no other reason."""
    if line.what != "invest":
        return False
    return line.why in _WHY or (line.why is UNSET and line.for_ is not UNSET)


def remember(st: State, frame: Frame, card: str, source: str, target: str) -> None:
    """A Hero with a Bounty leaves: its owner's foe may Invest."""
    if source[2:] not in _FROM or target[2:] not in _TO:
        return
    known = st.fixed.catalogue.of(card)
    if known is None:
        st.veiled.add(frame.n)
        return
    if known.bounty is UNSET:
        return
    destroyed = target[2:] == "destroyed"
    amount = known.bounty
    if destroyed and known.bounty_destroyed is not UNSET:
        amount = known.bounty_destroyed
    st.departures.append(Departure(foe(owner(card)), card, amount, frame.n, st.turns, destroyed))


def look(st: State, line: Case, frame: Frame) -> None:
    """U29, U30: the right card left from the right place in the right way, and the right player Invests as much."""
    record = frame.opening
    if not is_bounty(record):
        return
    hero, cause, amount = record.for_, record.cause, record.amount
    assert amount is not UNSET, "every Invest says how much"
    if hero is UNSET or cause is UNSET:
        line.refuse("M0", "an Invest for a Bounty names the Hero (`for`) and the frame in which it left (`cause`)")
    check_card(st, line, hero)
    left = next((d for d in st.departures if d.card == hero and d.frame == cause), None)
    if left is None:
        if hero != HIDDEN and cause not in st.veiled:
            line.illegal("U29", f"no Bounty is due for {hero} out of frame {cause}")
        return
    st.departures.remove(left)
    if left.player != record.p:
        line.illegal("U29", f"the Bounty of {hero} is for the foe of its owner", expected=[left.player])
    _look_at_amount(st, line, left, amount)
    if left.turn != st.turns:
        line.disputed("A42", f"{hero} left in an earlier turn, and until when its Bounty lasts is open")


def _look_at_amount(st: State, line: Case, left: Departure, amount: int) -> None:
    due = left.amount
    if amount < due:
        line.disputed("A40", f"{due} are due for {left.card}, and whether less may be Invested is open")
    elif amount > due:
        larger = st.fixed.catalogue.cards[name(left.card)].bounty_destroyed
        if larger is not UNSET and not left.destroyed:
            line.illegal("U30", f"{left.card} was Discarded, not Destroyed, so {due} are due", expected=[due])
        else:
            line.illegal("U29", f"{due} are due for {left.card}", expected=[due])

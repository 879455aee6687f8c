"""Bounty X, with or without Destroyed X (U29, U30; A40, A42, A43)."""

from __future__ import annotations

from vflog.games.udacha.catalogue import HIDDEN, foe, name, owner
from vflog.games.udacha.records import Card, Opening
from vflog.games.udacha.state import Departure, Frame, State, Veiled
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
    """A Hero with a Bounty leaves: its owner's foe may Invest. A hidden card may be such a Hero."""
    zone = target[2:]
    if source[2:] not in _FROM or zone not in _TO:
        return
    known = st.fixed.catalogue.of(card)
    if known is None:
        before = st.veiled.get(frame.n, Veiled(0, 0, frozenset()))
        st.veiled[frame.n] = Veiled(before.left + 1, st.turns, before.zones | {zone})
    elif known.bounty is not UNSET:
        st.departures.append(Departure(foe(owner(card)), card, _due(known, zone), frame.n, st.turns, zone))


def _due(card: Card, zone: str) -> int:
    """A43: the number for Destroyed, where there is one, else the other for both."""
    assert card.bounty is not UNSET
    return card.bounty if zone == "discard" or card.bounty_destroyed is UNSET else card.bounty_destroyed


def look(st: State, line: Case, frame: Frame) -> None:
    """U29, U30: the right card left from the right place in the right way, and the right player Invests as much."""
    record = frame.opening
    if not is_bounty(record):
        return
    hero, cause = record.for_, record.cause
    if hero is UNSET or cause is UNSET:
        line.refuse("M0", "an Invest for a Bounty names the Hero (`for`) and the frame in which it left (`cause`)")
    check_card(st, line, hero)
    if hero == HIDDEN:
        return
    left = _named(st, hero, cause)
    if left is None:
        line.illegal("U29", f"no Bounty is due for {hero} out of frame {cause}")
        return
    if record.p != foe(owner(hero)):
        line.illegal("U29", f"the Bounty of {hero} is for the foe of its owner", expected=[foe(owner(hero))])
    _look_at_amount(st, line, record, left.zones)
    if left.turn != st.turns:
        line.disputed("A42", f"{hero} left in an earlier turn, and until when its Bounty lasts is open")


def _named(st: State, hero: str, cause: int) -> Veiled | None:
    """What is known of the departure that an Invest names, which no other names from now on.

    Where several hidden cards left in that frame the Hero may be any of them.
    """
    for left in st.departures:
        if (left.card, left.frame) == (hero, cause):
            st.departures.remove(left)
            return Veiled(0, left.turn, frozenset((left.zone,)))
    veiled = st.veiled.get(cause)
    if veiled is None or veiled.left == 0 or st.fixed.catalogue.cards[name(hero)].bounty is UNSET:
        return None
    st.veiled[cause] = veiled._replace(left=veiled.left - 1)
    return veiled


def _look_at_amount(st: State, line: Case, record: Opening, zones: frozenset[str]) -> None:
    """U29, U30, A40: no more than the Hero's number is Invested, and no less; or between the two that it may be."""
    hero, amount = str(record.for_), record.amount
    assert amount is not UNSET, "every Invest says how much"
    card = st.fixed.catalogue.cards[name(hero)]
    due = sorted({_due(card, zone) for zone in zones})
    if amount < due[0]:
        line.disputed("A40", f"{due[0]} are due for {hero}, and whether less may be Invested is open")
    elif amount > due[-1]:
        if card.bounty_destroyed is not UNSET and "destroyed" not in zones:
            line.illegal("U30", f"{hero} was Discarded, not Destroyed, so {due[-1]} are due", expected=due)
        else:
            line.illegal("U29", f"{due[-1]} are due for {hero}", expected=due)

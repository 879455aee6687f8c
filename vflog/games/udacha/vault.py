"""Secrets revealed from the Vault (U7, U8; A47)."""

from __future__ import annotations

from vflog.games.udacha.catalogue import foe
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.games.udacha.zones import announce


def look(st: State, line: Case, frame: Frame) -> None:
    """M2, U7, U8, A47, and the reveal is counted: only those from the own Vault are."""
    player = frame.p
    if not announce(st, frame.card, f"{player}.vault"):
        line.illegal("M2", f"the Secret is not in {player}.vault")
        return
    before = st.reveals[player]
    known = st.fixed.catalogue.of(frame.card)
    climactic = None if known is None else known.climactic
    missing = st.to_win - st.quests[foe(player)]
    if climactic and before == 0:
        line.illegal("U7", f"{frame.card} is Climactic, and {player} has revealed no Secret before")
    elif climactic and before > 1:
        line.illegal("U8", f"{frame.card} is Climactic, and {player} has revealed {before} Secrets before")
    elif climactic and missing != 1:
        line.illegal("U8", f"{frame.card} is Climactic, and {foe(player)} is {missing} Quests away from winning")
    elif before > 1:
        line.disputed("A47", f"{player} has revealed {before} Secrets before, and whether there is one more is open")
    elif before == 1 and climactic is False and missing != 1:
        line.disputed("A47", f"whether a second Secret waits for {foe(player)} to be one Quest away is open")
    st.reveals[player] = before + 1

"""Keywords that the chapter defines, and the Base (U22, U25; A32, A34)."""

from __future__ import annotations

from vflog.games.udacha.records import Opening
from vflog.games.udacha.state import State
from vflog.games.udacha.verdicts import Case

#: The keywords with an entry in the chapter; Reload is spoken of in another entry (A37).
DEFINED = ("Base", "Starter", "Bounty", "Destroyed", "Coveted", "Seek", "Reload")
_PREFIX = "keyword:"


def look(line: Case, record: Opening) -> None:
    """U22: a keyword without an entry does nothing by itself, so nothing can happen because of it."""
    why = record.why or ""
    keyword = why.removeprefix(_PREFIX)
    if why.startswith(_PREFIX) and keyword not in DEFINED:
        line.illegal("U22", f"the chapter gives the keyword {keyword} no effect of its own", expected=list(DEFINED))


def look_at_base(st: State, line: Case, record: Opening) -> None:
    """U25: an effect that Discards or Destroys passes over a Base (ruling `base_untargetable`)."""
    if st.ruling("base_untargetable") == "false":
        return
    for instance in record.hits:
        card = st.fixed.catalogue.of(instance)
        if card is not None and card.base:
            line.illegal("U25", f"{instance} is a Base, which such effects pass over")

"""Who makes more of the games of parts than their verdicts, by the name of what is made."""

from __future__ import annotations

from vflog.scale.messages import Wanted
from vflog.scale.recorder import Maker


def maker(wanted: Wanted) -> Maker | None:
    """Makes what is wanted; what it needs is loaded only then."""
    if wanted.makes == "rows":
        from vflog.scale.making_rows import RowMaker

        return RowMaker(lean=wanted.lean)
    if wanted.makes == "logs":
        from vflog.scale.tournaments import LogMaker

        return LogMaker()
    return None

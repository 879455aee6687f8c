"""Times between records, for the tables alone: no verdict ever looks at a clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from vflog.log.records import Note, Record

#: A DECIMAL(10,3) holds less than this.
_MOST = timedelta(seconds=10**7)
_NONE = timedelta(0)


def moment(text: object) -> datetime | None:
    """The moment that a record's `at` names; `None` where it names none."""
    if not isinstance(text, str):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


class Clock:
    """The times of a game's standing records, and its pauses."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self.runs = any(type(record.at) is str for record in records)
        self._pauses = list(self._found()) if self.runs else []

    def _found(self) -> list[tuple[datetime, datetime]]:
        pauses: list[tuple[datetime, datetime]] = []
        since: datetime | None = None
        for record in self._records:
            if isinstance(record, Note) and record.kind in ("pause", "resume"):
                now = moment(record.at)
                if record.kind == "pause":
                    since = since or now
                elif since and now:
                    pauses.append((since, now))
                    since = None
        return pauses

    def between(self, first: int, last: int) -> Decimal | None:
        """Seconds from one record to another, to the thousandth, pauses taken out."""
        start, end = moment(self._records[first].at), moment(self._records[last].at)
        if start is None or end is None:
            return None
        paused = (min(end, until) - max(start, since) for since, until in self._pauses)
        took = end - start - sum((p for p in paused if p > _NONE), _NONE)
        if not _NONE <= took < _MOST:
            return None
        return Decimal(took // timedelta(milliseconds=1)).scaleb(-3)

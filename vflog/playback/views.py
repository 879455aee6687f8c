"""A game as one eye sees it: `all`, `public` (what everybody sees), or a player.

The log itself is redacted and judged anew, so nothing that is shown afterwards can know more than it. Each record is
shown as it may be seen by whoever has seen the records before it so far; of the full log is known only what became of
each record and of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vflog.engine.judge import GameJudge
from vflog.engine.redaction import NOTHING, Plain, Redactor, Redacts, Sees, is_open
from vflog.engine.ruleset import Play, dialect_named, ruleset
from vflog.engine.settings import Settings
from vflog.log.absent import UNSET
from vflog.log.canonical import canonical, digest
from vflog.log.decode import NOT_SHOWN
from vflog.log.faults import Fault
from vflog.log.header import key_of_game, look_header
from vflog.log.nearest import meant
from vflog.log.problems import Problem
from vflog.log.records import Foreign, Header, Record
from vflog.log.sources import Original, Source
from vflog.log.strict import parse
from vflog.log.walk import OWN
from vflog.playback.cursor import Cursor
from vflog.playback.logs import Entry, GameLog, NotThere
from vflog.reading.game_opener import GameOpener
from vflog.reading.unsupported import Judging

ALL, PUBLIC = "all", "public"
#: What every record has.
_ENVELOPE = ("type", "n", "game", "at")
#: What stands in place of a text that a record must have.
_NO_TEXT = "?"
#: A line that stands for one that is no record; and for a damaged `game` record.
_LINE_NOT_SHOWN = {"type": NOT_SHOWN}
HEADER_NOT_SHOWN = {"type": "game", "format": NOT_SHOWN}


class View(msgspec.Struct, frozen=True):
    """Whose secrets are shown, and whether free text is: names, texts, reasons."""

    name: str = ALL
    text: bool = True

    @property
    def whole(self) -> bool:
        """Whether nothing at all is hidden."""
        return self.name == ALL and self.text

    @property
    def sees(self) -> Sees:
        """Whether a secret of this owner is seen."""
        return lambda owner: self.name == ALL or (self.name != PUBLIC and owner == self.name)


def seen_by(log: GameLog, view: str | View, settings: Settings | None = None) -> GameLog:
    """The log as a view shows it, judged anew; raises `NotThere` for a view that the game does not have."""
    view = View(view) if isinstance(view, str) else view
    if view.whole:
        return log
    settings = settings if settings is not None else Settings()
    hidden = CopyOf(log, view, settings).made()
    return msgspec.structs.replace(hidden, verdict=Cursor(hidden, settings).finish())


def redacted(log: GameLog, view: View, settings: Settings) -> GameLog:
    """The log as a view shows it, not judged yet; raises `NotThere` for a view that the game does not have."""
    return CopyOf(log, view, settings).made()


class CopyOf:
    """The copy of a log for a view, made record by record (see `entry`); a judge follows what it tells. Raises
    `NotThere` for a view that the game does not have."""

    def __init__(self, log: GameLog, view: View, settings: Settings) -> None:
        self._log, self._view = log, view
        seats = [player.id for player in log.header.players]
        if seats and view.name not in (ALL, PUBLIC, *seats):
            there = ", ".join((ALL, PUBLIC, *seats))
            near = meant(view.name, (ALL, PUBLIC, *seats))
            raise NotThere(f"The game {log.game} has no player {view.name!r}; a view is {there}.{near}")
        self._dialect = dialect_named(log.header.ruleset)
        rules = ruleset(log.header.ruleset) if self._dialect is not None else None
        if rules is not None and not isinstance(rules, Redacts):
            raise NotThere(f"Games of {rules.name} cannot be shown with secrets hidden; the view must be all.")
        self._redactor: type[Redactor] = rules.redactor if isinstance(rules, Redacts) else Redactor
        first = log.entries[0]
        self._original = Original(status={first.line: log.verdict.status})
        self._source = Source(log.source.name, log.source.path, original=self._original)
        self._header = canonical(_header(log.header, view, first.raw))
        self._opening = look_header(self._header, dialect_named)
        quiet = msgspec.structs.replace(settings, records=False, facts=False, digests=False, holds_under=False)
        self._judge: Judging = GameOpener(quiet).judge(
            self._opening,
            raw=self._header,
            source=self._source,
            place=first.place(self._source.name),
            game_key=0,
            on_record=None,
        )

    def made(self) -> GameLog:
        """The copy, with what the original came to in its source."""
        log = self._log
        entries = [self.first, *map(self.entry, log.entries[1:])]
        rest = [silent(problem) for problem in log.rest]
        return msgspec.structs.replace(
            log, header=self._opening.header, source=self._source, entries=entries, rest=rest
        )

    @property
    def first(self) -> Entry:
        """The copy of the `game` record."""
        first = self._log.entries[0]
        return Entry(first.n, self._opening.header, self._header, first.line, 0, (), first.judged)

    def forget(self, keep: int) -> int:
        """Keep in memory not many more than so many records to go back to; gives the earliest that is kept."""
        if not isinstance(self._judge, GameJudge):
            return 0
        self._judge.forget(keep)
        return self._judge.kept_from

    def entry(self, entry: Entry) -> Entry:
        """The copy of the next record."""
        rejects = tuple(silent(problem) for problem in entry.rejects)
        for problem in rejects:
            self._judge.reject(problem)
        shown, whole = self._shown(parse(entry.raw), live=entry.judged != "unjudged")
        # The order of keys is the writer's; it may tell something.
        raw = canonical(shown)
        record = self._record(parse(raw), entry.record)
        if record is None:
            return Entry(entry.n, Foreign(), canonical(_LINE_NOT_SHOWN), entry.line, 0, rejects, entry.judged)
        became = entry.judged if whole or entry.judged != "refused" else "withheld"
        self._original.judged[entry.line] = became
        self._judge.record(record, raw, entry.line, 0)
        return Entry(entry.n, record, raw, entry.line, 0, rejects, entry.judged)

    def _record(self, shown: Plain, original: Record) -> Record | None:
        """What the copy has for a record; `None` where it cannot be one, which is a fault of a ruleset's list."""
        if isinstance(original, Foreign) or self._dialect is None:
            return original
        try:
            return self._dialect.record(shown, [] if self._opening.newer else None)
        except Fault:
            return None

    @property
    def _play(self) -> Play | None:
        return self._judge.play if isinstance(self._judge, GameJudge) else None

    # -- what is shown of a record -------------------------------------------------------------------

    def _shown(self, plain: Mapping[str, Any], *, live: bool) -> tuple[Plain, bool]:
        """A record as far as it is seen, and whether nothing but `?` tells it from the whole record."""
        kind = plain["type"]
        out: Plain = {key: plain[key] for key in _ENVELOPE if key in plain}
        by = self._redactor(self._view.sees, self._play, live)
        fields = _FRAME.get(kind)
        if kind.startswith(OWN):
            return {**out, "type": kind if self._view.text else OWN}, True
        if kind == "claim":
            return {**out, **self._claim(plain, by)}, True
        if fields is not None:
            if kind == "ruling":
                out["set"] = by.changes(plain["set"])
            elif kind == "amend":
                out["record"], by.whole = self._amended(plain, live=live)
            return {**out, **_listed(fields, plain, by, self._view)}, by.whole
        record = by.record(plain)
        return _worded({**out, **(record or {})}, self._view), record is not None and by.whole

    def _amended(self, plain: Mapping[str, Any], *, live: bool) -> tuple[Plain, bool]:
        """The record that an amend gives, seen as where it is to stand."""
        body = plain["record"]
        kind = body.get("type")
        if self._dialect is None or not isinstance(kind, str) or kind.startswith(OWN) or kind in ("game", "claim"):
            return {}, False
        try:
            self._dialect.record(dict(body))
        except Fault:
            return {}, False
        there = self._judge.play_before(plain["to"]) if isinstance(self._judge, GameJudge) else None
        by = self._redactor(self._view.sees, there, live)
        record = by.record(body)
        kept = {key: body[key] for key in _ENVELOPE if key in body}
        return _worded({**kept, **(record or {})}, self._view), record is not None and by.whole

    def _claim(self, plain: Mapping[str, Any], by: Redactor) -> Plain:
        """A claim: what it says of what is public or the viewer's own."""
        play = self._play
        if play is None:
            return {}
        document = play.document()
        claimed = {key: value for key, value in plain.items() if key not in (*_ENVELOPE, "state", "public")}
        out = _claimed(claimed, by.claimable(document))
        if plain.get("public") == digest(play.public(document)):
            out["public"] = plain["public"]
        if by.sees(None) and "state" in plain:
            out["state"] = plain["state"]
        return out


#: The fields of the format's own records; those that hold free text.
_FRAME: Mapping[str, tuple[str, ...]] = {
    "takeback": ("to",),
    "note": ("text", "player", "kind"),
    "amend": ("to", "by", "reason"),
    "ruling": ("by", "reason"),
}
_TEXTS = frozenset(("text", "reason", "override"))
#: Those of them that a record must have, by its type.
_NEEDED = frozenset((("ruling", "reason"),))


def _listed(fields: tuple[str, ...], plain: Mapping[str, Any], by: Redactor, view: View) -> Plain:
    out: Plain = {}
    for field in fields:
        if field not in plain:
            continue
        if field in _TEXTS and not view.text:
            if (plain["type"], field) in _NEEDED:
                out[field] = _NO_TEXT
        elif (value := is_open(by, plain[field])) is not NOTHING:
            out[field] = value
    return out


def _worded(out: Plain, view: View) -> Plain:
    """A record of play without free text, where that is not wanted: that there is an `override` counts."""
    return {**out, "override": _NO_TEXT} if "override" in out and not view.text else out


def _claimed(value: Mapping[str, Any], held: Mapping[str, Any]) -> Plain:
    """What is claimed of keys that are there to be seen: object by object, lists and all else whole."""
    out: Plain = {}
    for key, item in value.items():
        if key not in held:
            continue
        if isinstance(item, Mapping) and isinstance(held[key], Mapping):
            out[key] = _claimed(item, held[key])
        elif not _holds_object(item):
            out[key] = item
    return out


def _holds_object(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and any(map(_holds_object, value)))


def _header(header: Header, view: View, raw: bytes) -> Plain:
    """The `game` record of a copy: all its known fields, and of what it is a copy."""
    out: Plain = msgspec.json.decode(msgspec.json.encode(header))
    if not view.text:
        out["players"] = [{key: value for key, value in seat.items() if key != "name"} for seat in out["players"]]
    if view.name != ALL:
        before = header.redacted
        shows = PUBLIC if before is not UNSET and before.view == PUBLIC else view.name
        out["redacted"] = {"of": str(key_of_game(raw, header)), "view": shows}
    return out


def silent(problem: Problem) -> Problem:
    """What is wrong with a line that is no record, without anything that stands in it."""
    fault = Fault("line.hidden").problem()
    return msgspec.structs.replace(
        problem,
        code=fault.code,
        message=fault.message,
        said=fault.said,
        expected=None,
        byte_offset=None,
        rule=None,
        basis=None,
    )

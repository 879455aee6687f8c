"""What any ruleset must pass, this product's and others': `check_ruleset` (see `docs/rulesets.md`).

Nothing here knows a game. What a ruleset plays is taken from its simulation, or from logs that it brings.
"""

from __future__ import annotations

import string
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from vflog.engine import board
from vflog.engine.board import Shows
from vflog.engine.codes import CODES
from vflog.engine.examples import examples_of
from vflog.engine.judge import GameJudge
from vflog.engine.people import people
from vflog.engine.redaction import Redacts
from vflog.engine.ruleset import Play, Ruleset, dialect, registered
from vflog.engine.scene import drawing
from vflog.engine.settings import Settings
from vflog.engine.simulation import Simulates, line
from vflog.engine.tables import SHARED, TAKEBACKS
from vflog.engine.verdict import GameVerdict
from vflog.log.absent import UNSET
from vflog.log.canonical import digest
from vflog.log.codes import CODES as LINES
from vflog.log.decode import tag_of
from vflog.log.faults import Fault
from vflog.log.problems import NOWHERE, Refused
from vflog.log.records import COMMON, End, Header, Record, Takeback
from vflog.playback.cursor import Cursor
from vflog.playback.forms import allows, count, legal, records
from vflog.playback.logs import GameLog, read
from vflog.playback.views import PUBLIC, seen_by
from vflog.reading.content import Library

Log = Sequence[Mapping[str, Any]]
#: How many moments of a game are looked at closely, and how many records of a form are tried.
_MOMENTS, _PROMISES = 40, 8
_FRAME = frozenset({"type", "n", "game", "at"})


def check_ruleset(
    ruleset: Ruleset, logs: Iterable[Log] = (), *, games: int = 3, seed: int = 1, untold: Iterable[str] = ()
) -> None:
    """Raise `AssertionError`, with all that is wrong, unless a ruleset does what everything else relies on.

    It is put to the test on so many simulated `games` where it makes them, and on `logs`: sound games to their end,
    each a list of plain records, the header first. `untold` are types of records that its forms leave out.
    Raises `ValueError` where there is no game at all.
    """
    if found := list(faults(ruleset, logs, games=games, seed=seed, untold=untold)):
        raise AssertionError(f"{ruleset.name}:\n" + "\n".join(f"- {fault}" for fault in found))


def faults(
    ruleset: Ruleset, logs: Iterable[Log] = (), *, games: int = 3, seed: int = 1, untold: Iterable[str] = ()
) -> Iterator[str]:
    """All that is wrong with a ruleset, a sentence each (see `check_ruleset`)."""
    described = list(_described(ruleset))
    yield from described
    if described:
        return
    played = [[dict(record) for record in log] for log in logs]
    with registered(ruleset):
        if isinstance(ruleset, Simulates):
            made = [_simulated(ruleset, seed + i) for i in range(games)]
            if made != [_simulated(ruleset, seed + i) for i in range(games)]:
                yield "The same seed makes other games when it is asked again."
            played.extend(made)
        if not played:
            raise ValueError(f"{ruleset.name} simulates no games, so logs must be given.")
        for log in played:
            yield from (f"Game {log[0]['game']}: {fault}" for fault in _Game(ruleset, log, frozenset(untold)).faults())
        yield from _in_files(ruleset, played)


def _simulated(ruleset: Simulates, seed: int) -> list[dict[str, Any]]:
    bare = Header(format="vflog/1", game="simulated", ruleset=ruleset.name, players=[])
    find = Library().finder(ruleset, bare, None)  # type: ignore[arg-type]
    return [dict(record) for record in ruleset.simulate(find, seed, ruleset.wishes(game=f"simulated-{seed}"))]


# -- what a ruleset says of itself --------------------------------------------------------------------------


def _described(ruleset: Ruleset) -> Iterator[str]:
    tags = [tag_of(kind) for kind in (ruleset.header, *ruleset.records, ruleset.end, *COMMON)]
    yield from (f"Two types of records are called {tag}." for tag in sorted({t for t in tags if tags.count(t) > 1}))
    if not issubclass(ruleset.header, Header) or not issubclass(ruleset.end, End):
        yield "The header and the end must derive from `Header` and `End`."
    yield from _codes_and_rules(ruleset)
    yield from _rulings(ruleset)
    names = [table.name for table in (*SHARED, *ruleset.tables)] + [view.name for view in ruleset.views]
    yield from (f"Two tables or views are called {name}." for name in sorted({n for n in names if names.count(n) > 1}))


def _codes_and_rules(ruleset: Ruleset) -> Iterator[str]:
    for code in ruleset.codes.values():
        if code.code in CODES or code.code in LINES:
            yield f"The code {code.code} is one of the format's own."
        for rule in (code.rule, *(name for name, _ in code.also)):
            if rule is not None and rule not in ruleset.rules:
                yield f"The code {code.code} names the rule {rule}, which is not told."
        if not code.template.endswith((".", "}")) or not list(string.Formatter().parse(code.template)):
            yield f"What {code.code} says is no sentence."
    known = {**LINES, **CODES, **ruleset.codes}
    for shown in examples_of(ruleset):
        if shown.code and shown.code not in known:
            yield f"An example is of the code {shown.code}, which there is not."
        yield from (f"An example is of {rule}, which is not told." for rule in shown.rules if rule not in ruleset.rules)


def _rulings(ruleset: Ruleset) -> Iterator[str]:
    if not ruleset.revisions:
        yield "There must be a revision: the first is that of logs that name none."
    for name, named in ruleset.rulings.items():
        if name != named.name or len(set(named.values)) < 2:
            yield f"The named ruling {name} must have its own name and two values."
    for revision in ruleset.revisions:
        wrong = [name for name, value in revision.rulings.items() if value not in ruleset.rulings[name].values]
        if wrong or set(revision.rulings) != set(ruleset.rulings):
            yield f"The revision {revision.name} must set each named ruling to one of its values."


# -- a game -------------------------------------------------------------------------------------------------


class _Game:
    """One game put to the test."""

    def __init__(self, ruleset: Ruleset, log: list[dict[str, Any]], untold: frozenset[str]) -> None:
        self._ruleset, self._log, self._untold = ruleset, log, untold
        self._read = dialect(ruleset).record
        self._records: list[Record] = [msgspec.convert(log[0], ruleset.header), *map(self._read, log[1:])]
        self._names = people(self._header)

    @property
    def _header(self) -> Header:
        header = self._records[0]
        assert isinstance(header, Header)
        return header

    def _judge(self) -> GameJudge:
        settings = Settings(digests=True, facts=True, keep_going=True, holds_under=False)
        find = Library().finder(self._ruleset, self._header, None)
        raw = line(self._log[0])
        return GameJudge(self._header, self._ruleset, raw=raw, place=NOWHERE, settings=settings, find=find)

    def _put(self, judge: GameJudge, record: Record) -> None:
        judge.record(record, line(msgspec.to_builtins(record)), 1, 0)

    def faults(self) -> Iterator[str]:
        """All that is wrong."""
        judge = self._judge()
        stride = max(1, len(self._records) // _MOMENTS)
        for n, record in enumerate(self._records[1:], 1):
            if judge.play is None:
                break
            yield from self._words(record)
            if n % stride == 0 or n < 3:
                yield from (f"before record {n}: {fault}" for fault in self._moment(judge, record))
            self._put(judge, record)
        verdict = judge.finish()
        if verdict.problems:
            yield f"it is not sound: {verdict.problems[0].code}: {verdict.problems[0].message}"
        elif verdict.status not in ("valid", "adjudicated", "abandoned"):
            yield f"it must go to its end, and it is {verdict.status}"
        else:
            yield from self._again(verdict)
            yield from self._refusals()
            yield from self._takebacks()

    def _again(self, verdict: GameVerdict) -> Iterator[str]:
        judge = self._judge()
        for record in self._records[1:]:
            self._put(judge, record)
        again = judge.finish()
        if (again.digest, again.public) != (verdict.digest, verdict.public):
            yield "judged again, it comes to another state"
        if again.winners != verdict.winners:
            yield "judged again, it has other winners"
        if again.facts is None or verdict.facts is None or again.facts.lists() != verdict.facts.lists():
            yield "judged again, it has other facts"

    # Moments

    def _moment(self, judge: GameJudge, coming: Record) -> Iterator[str]:
        play = judge.play
        assert play is not None
        document = play.document()
        before = digest(document)
        if digest(play.document()) != before:
            yield "the state document changes by being read"
        public = play.public(document)
        digest(public)
        if digest(document) != before:
            yield "`public` changes the document it is given"
        yield from self._copies(play, before, coming)
        yield from self._forms(play, coming)
        if digest(play.document()) != before:
            yield "`legal` changes the state"
        if isinstance(self._ruleset, Shows):
            for section in self._ruleset.board(document, self._names):
                if any(len(row) != len(section.columns) for row in section.rows):
                    yield f"on the board, {section.title!r} has rows of another width than its columns"

        yield from self._scene(play, document)
        if digest(document) != before:
            yield "what draws the board changes the document it is given"

    def _scene(self, play: Play, document: dict[str, Any]) -> Iterator[str]:
        """What is wrong with how the position is drawn."""
        drawn = drawing(self._ruleset, play)
        scene, places = drawn.scene(document, self._names), drawn.board.places
        named = {*scene.standing, *scene.unknown, *(card.place for card in scene.laid.values() if card.place)}
        yield from (f"drawn is something in {place}, which the board has not" for place in sorted(named - {*places}))
        slots = [slot.token for card in scene.laid.values() if card.place for slot in card.slots.values() if slot.token]
        for layer in ([*chain(*scene.standing.values()), *slots], [*chain(*scene.track.values())]):
            yield from (f"the token {token} is drawn twice" for token, count in Counter(layer).items() if count > 1)
            yield from (f"the token {token} has no name" for token in layer if not drawn.look(token).label)
        track = drawn.board.track
        spaces = [int(space) for space in scene.track]
        if spaces and (track is None or min(spaces) < track.first or max(spaces) > track.last):
            yield "drawn is a marker beyond the track"

    def _copies(self, play: Play, before: str, coming: Record) -> Iterator[str]:
        same = play.copy()
        if same.facts is not None:
            yield "a copy has facts"
        if digest(same.document()) != before:
            yield "a copy is in another state"
        self._tried(same, coming)
        if digest(play.document()) != before:
            yield "what is done to a copy changes the original"
        other, after = play.copy(), digest(same.document())
        self._tried(other, coming)
        if digest(other.document()) != after:
            yield "two copies come to different states by the same record"

    def _tried(self, play: Play, record: Record) -> bool:
        """Whether a play takes a record; one of the format's own changes nothing."""
        if type(record) in COMMON:
            play.passed(record)
            return True
        play.n = play.n + 1
        try:
            play.apply(record)
        except Refused:
            return False
        return True

    def _forms(self, play: Play, coming: Record) -> Iterator[str]:
        forms = legal(play)
        order = [tag_of(kind) for kind in (*self._ruleset.records, self._ruleset.end)]
        unknown = sorted({form["type"] for form in forms} - {*order})
        yield from (f"a form is of the type {kind}, which there is not" for kind in unknown)
        if not unknown and play.legal() and (kinds := [order.index(f["type"]) for f in play.legal()]) != sorted(kinds):
            yield "the forms are not in the order of the types of records"
        yield from (f"a form of {form['type']} comes twice" for i, form in enumerate(forms) if form in forms[:i])
        for form in forms[:: max(1, len(forms) // _PROMISES)]:
            yield from self._promises(play, form)
        tag = tag_of(type(coming))
        if forms and type(coming) not in COMMON and tag not in self._untold and not self._promised(forms, coming):
            yield f"a record of {tag} is legal, and no form says so"

    def _promised(self, forms: Sequence[Mapping[str, Any]], coming: Record) -> bool:
        """Whether a record is one of the forms, as far as the fields that these tell of go."""
        given = {name: value for name, value in msgspec.to_builtins(coming).items() if name not in _FRAME}
        return any(
            form["type"] == tag_of(type(coming))
            and all(allows(form["fields"][name], value) for name, value in given.items() if name in form["fields"])
            for form in forms
        )

    def _promises(self, play: Play, form: Mapping[str, Any]) -> Iterator[str]:
        """What a form stands for is legal, where nature has no say in it."""
        if _of_nature(form["fields"]):
            return
        listed = list(islice(records(form), 500))
        if not listed or (len(listed) < 500 and count(form) != len(listed)):
            yield f"a form of {form['type']} counts {count(form)} records, and {len(listed)} can be listed"
        for plain in listed[:: max(1, len(listed) // _PROMISES)]:
            try:
                legal_ = self._tried(play.copy(), self._read(dict(plain)))
            except Fault:
                legal_ = False
            if not legal_:
                yield f"a form promises {msgspec.json.encode(plain).decode()}, which is refused"

    # What is refused or taken back

    def _at(self, count: int) -> GameJudge:
        """A judge that has been told so many records, the header among them."""
        judge = self._judge()
        for record in self._records[1:count]:
            self._put(judge, record)
        return judge

    def _refusals(self) -> Iterator[str]:
        """A record that is refused leaves nothing behind."""
        for there in self._places():
            judge = self._at(there)
            if judge.play is None:
                return
            others = (r for r in (*self._records[1:], *self._records[:0:-1]) if type(r) not in COMMON)
            wrong = next((record for record in others if not self._tried(judge.play.copy(), record)), None)
            if wrong is None:
                continue
            before, told = digest(judge.play.document()), _told(judge)
            self._put(judge, msgspec.structs.replace(wrong, n=UNSET))
            if judge.play is None or digest(judge.play.document()) != before or _told(judge) != told:
                kind = tag_of(type(wrong))
                yield f"after record {there - 1} a record of {kind} is refused, and leaves something behind"

    def _takebacks(self) -> Iterator[str]:
        """What is taken back leaves nothing behind."""
        whole = len(self._records) - 1
        for there in self._places():
            judge, due = self._at(whole), self._at(there)
            known = len(judge.problems)
            self._put(judge, Takeback(n=whole, to=there - 1))
            if len(judge.problems) > known or judge.play is None or due.play is None:
                continue
            if digest(judge.play.document()) != digest(due.play.document()):
                yield f"a takeback to record {there - 1} comes to another state than that record had"
            if _told(judge) != _told(due):
                yield f"a takeback to record {there - 1} leaves facts of later records behind"

    def _places(self) -> range:
        """Some places in the game, as counts of the records before them."""
        last = len(self._records) - 1
        return range(1, last, last // 6 + 1)

    # Words

    def _words(self, record: Record) -> Iterator[str]:
        said = board.words(self._ruleset, record, self._names)
        if not said or said.endswith(".") or "\n" in said:
            yield f"a record of {tag_of(type(record))} in words is one sentence without a full stop, not {said!r}"


def _of_nature(spec: Any) -> bool:
    """Whether nature has a say in any part of these fields."""
    return isinstance(spec, dict) and ("reveals" in spec or "follows" in spec or any(map(_of_nature, spec.values())))


def _told(judge: GameJudge) -> dict[str, list[Any]]:
    """The facts so far, but for those of takebacks."""
    facts = judge.facts
    return {} if facts is None else {k: v[:] for k, v in facts.lists().items() if k != TAKEBACKS.name}


# -- views, tables, pages -----------------------------------------------------------------------------------


def _in_files(ruleset: Ruleset, played: Sequence[Log]) -> Iterator[str]:
    """What goes wrong where the games are read from files, seen by other eyes, and put into tables."""
    with tempfile.TemporaryDirectory(prefix="vflog-") as name:
        folder, settings = Path(name), Settings(digests=True, holds_under=False)
        for number, log in enumerate(played, 1):
            path = folder / f"{number:03}.jsonl"
            path.write_bytes(b"".join(line(record) + b"\n" for record in log))
            for found in read(path, settings):
                yield from _views(ruleset, found, settings)
        yield from _tables(ruleset, folder)


def _views(ruleset: Ruleset, log: GameLog, settings: Settings) -> Iterator[str]:
    """A view judges as the whole log does, everybody sees the same in public, and nobody less than that."""
    if not isinstance(ruleset, Redacts) or log.verdict.status not in ("valid", "adjudicated", "abandoned"):
        return
    hidden = [entry.raw.count(b'"?"') for entry in seen_by(log, PUBLIC, settings).entries]
    for view in (PUBLIC, *(player.id for player in log.header.players)):
        seen = seen_by(log, view, settings)
        alone = Cursor(msgspec.structs.replace(seen, source=log.source), settings).finish()
        for entry, in_public in zip(seen.entries, hidden, strict=True):
            if entry.raw.count(b'"?"') > in_public:
                yield f"Game {log.game}: record {entry.n} hides more from {view} than from everybody."
                break
        if alone.status != log.verdict.status:
            wrong = alone.problems[0].message if alone.problems else ""
            yield f"Game {log.game}, as {view} sees it, is {alone.status}: {wrong}"
        if seen.verdict.winners != log.verdict.winners:
            yield f"Game {log.game}, as {view} sees it, has other winners."
        if seen.verdict.public != log.verdict.public:
            yield f"Game {log.game}, as {view} sees it, comes to another public state."
        twice = seen_by(seen, view, settings)
        if [entry.raw for entry in twice.entries] != [entry.raw for entry in seen.entries]:
            yield f"Game {log.game}, as {view} sees it, is seen otherwise when it is looked at again."


def _tables(ruleset: Ruleset, folder: Path) -> Iterator[str]:
    """The facts are rows of the tables, and the views and pages can be made of them."""
    from vflog.reporting.write import write
    from vflog.store import connect
    from vflog.store.load import Settings as Loading
    from vflog.store.load import load

    db = folder / "games.duckdb"
    loaded = load([folder], db, Loading(count_simulated=True))
    yield from loaded.disagreements
    with connect.connect(db, read_only=True) as connection:
        for view in ruleset.views:
            given = [(name, str(kind)) for name, kind, *_ in connection.execute(f"DESCRIBE {view.name}").fetchall()]
            if given != [(column.name, column.type) for column in view.columns]:
                told = ", ".join(f"{name} {kind}" for name, kind in given)
                yield f"The view {view.name} says it has other columns than its SQL gives: {told}."
            connection.execute(f"SELECT * FROM {view.name}").fetchall()
    pages = write(db, folder / "pages")
    if pages.games != loaded.tally.games:
        yield f"{loaded.tally.games} games are loaded, and {pages.games} have a page."

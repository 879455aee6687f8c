"""A game as a tape that a page plays: every record in words, the state document and the scene after it.

States are the engine's, stored as differences, each of which is checked when it is made; where everything stands on
the board is told by the ruleset (`engine.scene`). A page needs no rule to show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec

from vflog.engine.board import Names
from vflog.engine.judgements import judgements
from vflog.engine.people import people
from vflog.engine.ruleset import ruleset
from vflog.engine.scene import Board, Drawing, Scene, drawing
from vflog.engine.verdict import Judgement
from vflog.playback.cursor import Cursor
from vflog.playback.differences import Differences, Path
from vflog.playback.steps import type_of
from vflog.playback.words import judged_in_words

#: What differs in state and scene after a record; `None` where it was not judged.
Step = tuple[list[Any], list[Any]] | None


class Remark(msgspec.Struct, kw_only=True):
    """A problem of a record: how bad it is, its sentence, the rule or code."""

    severity: str
    message: str
    rule: str


class Row(msgspec.Struct, kw_only=True):
    """A record for people: what it is, what became of it in the end, in words, and what it changed on the board."""

    n: int | None
    line: int
    type: str
    judged: Judgement
    words: str
    changes: str = ""
    problems: list[Remark] = []


class Reel(msgspec.Struct, kw_only=True):
    """What a page plays. `steps` has for each record what differs in state and scene, `None` where it was not judged.

    `whole`: the state documents are there, not only the scenes. `stops`: the places of records that one may want to go
    to, by their kind; `chapters`, `turns`: where each begins.
    """

    board: Board
    looks: dict[str, Any]
    state_paths: list[Path]
    scene_paths: list[Path]
    steps: list[Step]
    stops: dict[str, list[int]]
    chapters: list[tuple[str, int]]
    turns: list[tuple[str, int]]
    whole: bool = True


class Tape(msgspec.Struct, kw_only=True):
    """A game of one view, ready to be shown."""

    view: str
    rows: list[Row]
    reel: Reel


class Telling(Protocol):
    """How a game is told: what stands for texts that people wrote, and who is said to have played."""

    def text(self, text: str) -> str:
        """A sentence as it is shown."""

    def state(self, document: dict[str, Any]) -> dict[str, Any]:
        """A state document as it is shown."""

    def names(self, names: Names) -> Names:
        """What players are called, by the ids that stand in the states."""


class AsItIs:
    """Everything as it stands."""

    def text(self, text: str) -> str:
        """The same."""
        return text

    def state(self, document: dict[str, Any]) -> dict[str, Any]:
        """The same."""
        return document

    def names(self, names: Names) -> Names:
        """The same."""
        return names


def tape(cursor: Cursor, view: str = "all", telling: Telling | None = None) -> Tape:
    """The tape of a game, which the cursor plays to its end."""
    maker = _Maker(cursor, telling if telling is not None else AsItIs())
    rows = [maker.row() for _ in maker.played()]
    judged = judgements(rows, cursor.log.verdict.taken_numbers)
    for row, became in zip(rows, judged, strict=True):
        row.judged = became
    return Tape(view=view, rows=rows, reel=maker.reel(judged))


def still() -> Tape:
    """A tape without any record, for games that cannot be played."""
    reel = Reel(board=Board(), looks={}, state_paths=[], scene_paths=[], steps=[], stops={}, chapters=[], turns=[])
    return Tape(view="all", rows=[], reel=reel)


def without_states(tape: Tape) -> Tape:
    """The same tape without the state documents: where everything stands is still told."""
    steps: list[Step] = [None if step is None else ([], step[1]) for step in tape.reel.steps]
    reel = msgspec.structs.replace(tape.reel, steps=steps, state_paths=[], whole=False)
    return msgspec.structs.replace(tape, reel=reel)


def beginning(tape: Tape, count: int) -> Tape:
    """The first records of a tape."""
    reel = tape.reel
    stops = {kind: [at for at in places if at < count] for kind, places in reel.stops.items()}
    chapters, turns = ([part for part in parts if part[1] < count] for parts in (reel.chapters, reel.turns))
    cut = msgspec.structs.replace(reel, steps=reel.steps[:count], stops=stops, chapters=chapters, turns=turns)
    return msgspec.structs.replace(tape, rows=tape.rows[:count], reel=cut)


class _Maker:
    """Plays a game, and keeps what a page needs of it."""

    def __init__(self, cursor: Cursor, telling: Telling) -> None:
        self._cursor, self._telling = cursor, telling
        self._names = telling.names(people(cursor.header))
        self._drawing: Drawing | None = None
        self._states, self._scenes = Differences(), Differences()
        self._steps: list[Step] = []
        self._drawn: list[Scene | None] = []
        self._types: list[str] = []
        self._found: list[bool] = []
        self._last: Scene | None = None

    def played(self) -> Iterator[None]:
        """Go from the first record to the last."""
        self._cursor.to_place(0)
        if self._cursor.play is not None:
            self._drawing = drawing(ruleset(self._cursor.header.ruleset), self._cursor.play)
        for _ in self._cursor:
            yield

    def row(self) -> Row:
        """The record that the cursor stands after."""
        judged = self._cursor.here
        scene = self._shown(None if judged.document is None else judged.document())
        rejects = self._cursor.log.entries[self._cursor.place].rejects
        problems = [
            Remark(severity=p.severity, message=self._telling.text(p.message), rule=p.rule or p.code)
            for p in (*rejects, *judged.problems)
        ]
        kind = type_of(judged.record, judged.raw)
        changes = "" if scene is None or judged.judged != "applied" else _changes(self._last, scene, self._look)
        self._types.append(kind)
        self._found.append(bool(problems))
        self._last = scene if scene is not None else self._last
        return Row(
            n=judged.n,
            line=judged.line,
            type=kind,
            judged=judged.judged,
            words=self._telling.text(judged_in_words(judged, self._cursor.header)),
            changes=changes,
            problems=problems,
        )

    def reel(self, judged: list[Judgement]) -> Reel:
        """All that was played."""
        board = self._drawing.board if self._drawing is not None else Board()
        tokens = {token for scene in self._drawn if scene is not None for token in _tokens(scene)}
        looks = (
            {token: msgspec.to_builtins(self._drawing.look(token)) for token in sorted(tokens)} if self._drawing else {}
        )
        chapters, turns, leads = self._parts(board, judged)
        votes = [
            i for i, kind in enumerate(self._types) if kind in board.votes and judged[i] in ("applied", "taken_back")
        ]
        problems = [i for i, found in enumerate(self._found) if found]
        return Reel(
            board=board,
            looks=looks,
            state_paths=self._states.paths,
            scene_paths=self._scenes.paths,
            steps=self._steps,
            stops={"vote": votes, "lead": leads, "problem": problems},
            chapters=chapters,
            turns=turns,
        )

    # -- one record ----------------------------------------------------------------------------------

    def _shown(self, document: dict[str, Any] | None) -> Scene | None:
        if document is None or self._drawing is None:
            self._steps.append(None)
            self._drawn.append(None)
            return None
        seen = self._telling.state(document)
        scene = self._drawing.scene(seen, self._names)
        self._steps.append((self._states.next(seen), self._scenes.next(msgspec.to_builtins(scene))))
        self._drawn.append(scene)
        return scene

    def _look(self, token: str) -> str:
        return self._drawing.look(token).label if self._drawing is not None else token

    # -- where one may want to go --------------------------------------------------------------------

    def _parts(
        self, board: Board, judged: list[Judgement]
    ) -> tuple[list[tuple[str, int]], list[tuple[str, int]], list[int]]:
        """Where chapters and turns begin, and where somebody else takes the lead, by the records that stand."""
        chapters: list[tuple[str, int]] = []
        turns: list[tuple[str, int]] = []
        leads: list[int] = []
        chapter = turn = leader = ""
        for i, scene in enumerate(self._drawn):
            if scene is None or judged[i] != "applied" or self._types[i] == "takeback":
                continue
            if scene.chapter and scene.chapter != chapter:
                chapters.append((scene.chapter, i))
            if scene.turn and (scene.turn != turn or self._types[i] in board.turn_ends):
                turns.append((scene.turn, i))
            if scene.leader and leader and scene.leader != leader:
                leads.append(i)
            chapter, turn, leader = scene.chapter, scene.turn, scene.leader or leader
        return chapters, turns, leads


def _tokens(scene: Scene) -> Iterator[str]:
    """Every token that a scene names."""
    for tokens in (*scene.standing.values(), *scene.track.values(), scene.out):
        yield from tokens
    for card in scene.laid.values():
        yield from (slot.token for slot in card.slots.values() if slot.token is not None)
    for entry in (*scene.notes.values(), *(e for seat in scene.seats.values() for e in seat.entries.values())):
        yield from entry.tokens


def _changes(before: Scene | None, after: Scene, called: Any) -> str:
    """What a record changed on the board, in words: who is elsewhere, and on which space of the track."""
    if before is None:
        return ""
    parts = [
        f"{called(token)} {where_from} → {where}"
        for told in (_spaces, _where)
        for token, where, where_from in _moved(told(before), told(after))
    ]
    gone = [f"{called(token)} is out" for token in after.out if token not in before.out]
    return "; ".join((*parts, *gone))


def _moved(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for token, where in after.items():
        if token in before and before[token] != where:
            yield token, where, before[token]


def _spaces(scene: Scene) -> dict[str, str]:
    return {token: space for space, tokens in scene.track.items() for token in tokens}


def _where(scene: Scene) -> dict[str, str]:
    """Where each token stands: a place, or a slot of a card in one."""
    out = {token: place for place, tokens in scene.standing.items() for token in tokens}
    for card in scene.laid.values():
        if card.place:
            out |= {slot.token: f"{card.title}, {i}" for i, slot in card.slots.items() if slot.token is not None}
    return out

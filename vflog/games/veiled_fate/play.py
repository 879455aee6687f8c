"""The ruleset `veiled-fate` as the engine sees it: one handler a record type, and the position as a `Play`.

What is not needed to judge (forms, words, simulation, packs for people) is imported where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from vflog.engine import simulation
from vflog.engine.board import Names, Section
from vflog.engine.cards import CardText
from vflog.engine.examples import RuleExample
from vflog.engine.facts import Facts, Table
from vflog.engine.naming import Naming
from vflog.engine.packs import PackFinding
from vflog.engine.redaction import Redactor
from vflog.engine.ruleset import Finder, Named, Opened, Revision, revision_of
from vflog.engine.tracing import Subject
from vflog.engine.views import View
from vflog.games.veiled_fate import (
    ages,
    ending,
    judging,
    moves,
    powers,
    quests,
    score,
    setup,
    turns,
)  # fmt: skip
from vflog.games.veiled_fate import facts as telling
from vflog.games.veiled_fate import (
    records as r,
)
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.codes import CODES
from vflog.games.veiled_fate.document import NAMING, PARTS, document, public
from vflog.games.veiled_fate.pack_file import PackError
from vflog.games.veiled_fate.pack_reader import read
from vflog.games.veiled_fate.rules import RULES
from vflog.games.veiled_fate.rulings import NAMED, REVISIONS
from vflog.games.veiled_fate.state import Game
from vflog.games.veiled_fate.summary import SHARES, summary
from vflog.games.veiled_fate.tables import TABLES
from vflog.games.veiled_fate.terms import settled
from vflog.games.veiled_fate.views import VIEWS
from vflog.games.veiled_fate.wishes import Wishes
from vflog.log.problems import Code, Refused, Rule, Unsupported
from vflog.log.records import End, Header, Record

Deed = Callable[[Game, Any], None]

FULL: dict[type[Record], Deed] = {
    r.Setup: setup.setup,
    r.Age: ages.age,
    r.Move: moves.move,
    r.Power: powers.power,
    r.Favor: powers.favor,
    r.EndTurn: turns.end_turn,
    r.Rest: turns.rest,
    r.Celestial: conduct.act,
    r.Voters: quests.voters,
    r.Vote: quests.vote,
    r.Reveal: quests.reveal,
    r.AgePick: ages.age_pick,
    r.AgeQuest: ages.age_quest,
    r.AgePlace: ages.age_place,
    r.AgeVote: ages.age_vote,
    r.AgeReveal: ages.age_reveal,
    r.Deal: ages.deal,
    r.Place: ages.place,
    r.City: ages.city,
}
SCORE: dict[type[Record], Deed] = {
    r.Age: score.age,
    r.Score: score.score,
    r.Smite: score.smite,
    r.Corruption: score.corruption,
}


class VeiledFatePlay:
    """One game of Veiled Fate under way (see `engine.ruleset.Play`)."""

    __slots__ = ("deeds", "position", "warnings")

    def __init__(self, game: Game) -> None:
        self.position = game
        self.warnings: list[tuple[str, dict[str, Any], str | None]] = []
        self.deeds = SCORE if game.terms.detail == "score" else FULL

    @property
    def n(self) -> int:
        """The number of the record under way."""
        return self.position.n

    @n.setter
    def n(self, value: int) -> None:
        self.position.n = value

    @property
    def facts(self) -> Facts | None:
        """Where the facts gather; `None` where they are not wanted."""
        return self.position.facts

    @facts.setter
    def facts(self, value: Facts | None) -> None:
        self.position.facts = value

    @property
    def winners(self) -> list[str] | None:
        """The winners, in seat order; `None` before the end."""
        return self.position.winners

    def apply(self, record: Record) -> None:
        """Carry out one record, or raise `Refused`."""
        deed: Deed | None = ending.end if type(record) is r.VeiledFateEnd else self.deeds.get(type(record))
        if deed is None:
            self._no_record_here(record)
        else:
            deed(self.position, record)

    def _no_record_here(self, record: Record) -> None:
        name = str(record.__struct_config__.tag)
        if self.position.terms.detail == "score":
            raise Refused("score.only", name=name, expected=["age", "score", "smite", "corruption", "end"])
        raise Refused("score.full-log", name=name)

    def rule(self, changes: Mapping[str, Any]) -> None:
        """Carry out a judge's ruling, or raise `Refused`."""
        judging.rule(self.position, changes)

    def passed(self, record: Record) -> None:
        """Notes, claims and the front end's own records change nothing."""

    def may_return(self) -> None:
        """A takeback may go back to any position."""

    def rulings(self) -> Mapping[str, str]:
        """The value of every named ruling in this game."""
        return self.position.terms.rulings

    def asked(self) -> Container[str]:
        """The named rulings that the rules have asked for."""
        return self.position.asked

    def copy(self) -> VeiledFatePlay:
        """An independent play in the same position."""
        return VeiledFatePlay(self.position.copy())

    def document(self) -> dict[str, Any]:
        """The state document."""
        return document(self.position)

    def parts(self, keys: Iterable[str]) -> dict[str, Any]:
        """The document, of these keys only."""
        if self.position.terms.detail == "score":
            whole = document(self.position)
            return {key: whole[key] for key in keys if key in whole}
        return {key: PARTS[key](self.position) for key in keys if key in PARTS}

    def public(self, document: dict[str, Any]) -> dict[str, Any]:
        """The public form of a document."""
        return public(document)

    def legal(self) -> list[dict[str, Any]]:
        """The forms of all legal records."""
        from vflog.games.veiled_fate.legal import forms

        return forms(self.position)

    def what_follows(self, record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What a record still needs that follows from what nature has shown, and what it may add (see
        `playback.forms`)."""
        from vflog.games.veiled_fate.legal_follows import may_add, tried

        needs, after = tried(RULESET, self, record)
        if needs is None:
            return None
        return needs, {} if needs else may_add(self, after, record)

    def settle(self) -> None:
        """Complete the facts at the end of the log."""
        if self.position.facts is not None:
            telling.settle_game(self.position)

    def summary(self) -> dict[str, Any]:
        """What the tables want to know of the game as a whole."""
        return summary(self.position)


class VeiledFate:
    """The ruleset."""

    name = "veiled-fate"
    header: type[Header] = r.VeiledFateHeader
    end: type[End] = r.VeiledFateEnd
    records: Sequence[type[Record]] = r.PLAYS
    codes: Mapping[str, Code] = CODES
    rules: Mapping[str, Rule] = RULES
    revisions: Sequence[Revision] = REVISIONS
    rulings: Mapping[str, Named] = NAMED
    tables: Sequence[Table] = TABLES
    naming: Naming = NAMING
    views: Sequence[View] = VIEWS
    may_be_left_out = r.MAY_BE_LEFT_OUT
    #: Whose cards come in an order that may tell who gave which (see `playback.openings`).
    order_hidden = frozenset(("reveal", "age_reveal"))
    wishes: type[simulation.Wishes] = Wishes
    shares: Mapping[str, str] = SHARES
    things: Mapping[str, tuple[str, str]] = {"demis": ("player_demis", "demi")}

    def examples(self) -> Sequence[RuleExample]:
        """For every code and rule a legal example and one that is refused."""
        from vflog.games.veiled_fate.examples import shown

        return shown()

    def open(self, header: Header, find: Finder, overrides: Mapping[str, str]) -> Opened:
        """Begin a game; raises `Refused` or `Unsupported`."""
        assert isinstance(header, r.VeiledFateHeader)
        revision = revision_of(self, header, overrides)
        name = header.content.pack if header.content else "sample"
        data = find(name)
        if data is None:
            raise Unsupported("content.not-found", pack=name)
        try:
            pack = read(data)
        except PackError as why:
            raise Unsupported("content.bad-pack", pack=name, why=str(why)) from None
        terms = settled(header, pack, revision, overrides, ROLES)
        game = Game(terms)
        if terms.detail == "score":
            game.phase = "turn"
        return Opened(VeiledFatePlay(game), revision.name)

    def pages(self) -> Any:
        """The figures and pages."""
        from vflog.games.veiled_fate.figures.pages import PAGES

        return PAGES

    def board(self, document: dict[str, Any], names: Names) -> list[Section]:
        """The board that a state document describes."""
        from vflog.games.veiled_fate.board import board

        return board(document, names)

    def drawing(self, play: Any) -> Any:
        """How a game is drawn (`engine.scene.Drawing`)."""
        from vflog.games.veiled_fate.scene import drawing

        return drawing(play.position.terms)

    def words(self, record: Record, names: Names) -> str:
        """A record in words."""
        from vflog.games.veiled_fate.words import words

        return words(record, names)

    def subjects(self, record: Record, names: Names) -> Sequence[Subject]:
        """The things that a record is about (see `engine.tracing`)."""
        from vflog.games.veiled_fate.tracing import subjects

        return subjects(record, names)

    def situation(self, document: dict[str, Any], subject: Subject, names: Names) -> str | None:
        """How it is with a thing in a state document."""
        from vflog.games.veiled_fate.tracing import situation

        return situation(document, subject, names)

    def named_winners(self, end: Record) -> list[str] | None:
        """The winners that an `end` names."""
        from vflog.games.veiled_fate.tracing import named_winners

        return named_winners(end)

    def cards(self, find: Finder) -> Iterable[CardText]:
        """What there is to say of every card, role, God Power, Demi."""
        from vflog.games.veiled_fate.card_texts import cards

        data = find("sample")
        return cards(None if data is None else read(data))

    def new_pack(self, id: str) -> str:
        """A fresh content pack."""
        from vflog.games.veiled_fate import content

        return content.new_pack(id)

    def check_pack(self, data: bytes) -> list[PackFinding]:
        """What is wrong with a pack, or missing from it."""
        from vflog.games.veiled_fate import content

        return content.check_pack(data)

    def pack_version(self, data: bytes) -> str | None:
        """The version that a pack gives itself, `""` for none; `None` for what is no pack."""
        try:
            return read(data).version
        except PackError:
            return None

    def pack_data(self, data: bytes) -> dict[str, Any]:
        """A pack as plain values."""
        from vflog.games.veiled_fate import content

        return content.pack_data(data)

    def pack_schema(self) -> dict[str, Any]:
        """The JSON Schema of a pack."""
        from vflog.games.veiled_fate import content

        return content.pack_schema()

    def show_pack(self, data: bytes) -> list[Section]:
        """The cards of a pack."""
        from vflog.games.veiled_fate import content

        return content.show_pack(data)

    def simulate(self, find: Finder, seed: int, wishes: simulation.Wishes) -> Iterator[dict[str, Any]]:
        """A random legal game (see `engine.simulation`)."""
        assert isinstance(wishes, Wishes)
        from vflog.games.veiled_fate.simulate import simulate

        return simulate(self, find, seed, wishes)

    @property
    def redactor(self) -> type[Redactor]:
        """What is secret in its records (see `engine.redaction`)."""
        from vflog.games.veiled_fate.redact import VeiledFateRedactor

        return VeiledFateRedactor


RULESET = VeiledFate()

"""The keyword chapter of the card game of Udacha as a ruleset: two players, cards in zones, nested frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vflog.engine.base import BaseRuleset
from vflog.engine.board import Names, Section
from vflog.engine.examples import RuleExample
from vflog.engine.facts import Table
from vflog.engine.naming import Naming
from vflog.engine.redaction import Redactor
from vflog.engine.ruleset import Finder, Named, Revision
from vflog.engine.simulation import Wishes
from vflog.engine.tracing import Subject
from vflog.games.udacha.catalogue import PLAYERS, Catalogue
from vflog.games.udacha.codes import CODES
from vflog.games.udacha.play import UdachaPlay
from vflog.games.udacha.records import PLAY, UdachaEnd, UdachaHeader
from vflog.games.udacha.rules import RULES
from vflog.games.udacha.rulings import NAMED, REVISIONS
from vflog.games.udacha.state import Fixed, State
from vflog.games.udacha.tables import TABLES
from vflog.log.problems import Code, Refused, Rule
from vflog.log.records import End, Header, Record


class Udacha(BaseRuleset):
    """The ruleset (the engine's `Ruleset`)."""

    name = "udacha"
    header: type[Header] = UdachaHeader
    end: type[End] = UdachaEnd
    records: Sequence[type[Record]] = PLAY
    codes: Mapping[str, Code] = CODES
    rules: Mapping[str, Rule] = RULES
    revisions: Sequence[Revision] = REVISIONS
    rulings: Mapping[str, Named] = NAMED
    tables: Sequence[Table] = TABLES
    naming = Naming(seats=True)
    may_be_left_out = frozenset(("decklist", "starters", "deck", "hand", "vault", "mv", "shown", "bottom", "zones"))

    #: Whose cards come in an order that may be that of a Deck (see `playback.openings`).
    order_hidden = frozenset(("setup",))

    wishes = Wishes

    def begin(self, header: UdachaHeader, rulings: Mapping[str, str], find: Finder) -> UdachaPlay:
        """Begin a game; raises `Refused` for other players (M4) or a catalogue that contradicts the chapter (M7)."""
        seats = [player.id for player in header.players]
        if sorted(seats) != list(PLAYERS):
            raise Refused(
                "udacha.m4",
                did=f"The game is between {', '.join(seats) or 'nobody'}",
                expected=list(PLAYERS),
                reason="the players are A and B",
            )
        fixed = Fixed(Catalogue(header.cards), header.profile == "strict", rulings, tuple(seats))
        return UdachaPlay(State(fixed, header.to_win))

    def pages(self) -> Any:
        """The figures and pages."""
        from vflog.games.udacha.figures.pages import PAGES

        return PAGES

    def board(self, document: dict[str, Any], names: Names) -> list[Section]:
        """The table that a state document describes."""
        from vflog.games.udacha.board import board

        return board(document, names)

    def drawing(self, play: Any) -> Any:
        """How a game is drawn (`engine.scene.Drawing`)."""
        from vflog.games.udacha.scene import drawing

        return drawing(play.state.fixed)

    def words(self, record: Record, names: Names) -> str:
        """A record in words."""
        from vflog.games.udacha.board import words

        return words(record, names)

    def subjects(self, record: Record, names: Names) -> Sequence[Subject]:
        """The things that a record is about (see `engine.tracing`)."""
        from vflog.games.udacha.tracing import subjects

        return subjects(record, names)

    def situation(self, document: dict[str, Any], subject: Subject, names: Names) -> str | None:
        """How it is with a thing in a state document."""
        from vflog.games.udacha.tracing import situation

        return situation(document, subject, names)

    def named_winners(self, end: Record) -> list[str] | None:
        """The winners that an `end` names."""
        from vflog.games.udacha.tracing import named_winners

        return named_winners(end)

    def examples(self) -> Sequence[RuleExample]:
        """For every rule a legal log and one that breaks it (see `engine.examples`)."""
        from vflog.games.udacha.shown import shown

        return shown()

    def simulate(self, find: Finder, seed: int, wishes: Wishes) -> Iterator[dict[str, Any]]:
        """A random legal game over the invented catalogue (see `engine.simulation`)."""
        from vflog.games.udacha.simulate import simulate

        return simulate(self, find, seed, wishes)

    @property
    def redactor(self) -> type[Redactor]:
        """What is secret in its records (see `engine.redaction`)."""
        from vflog.games.udacha.redact import UdachaRedactor

        return UdachaRedactor


RULESET = Udacha()

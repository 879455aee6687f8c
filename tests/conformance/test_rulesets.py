"""What any ruleset must do holds for ours; and what breaks it is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.nim.nim import Nim
from tests.nim.nim.play import NimPlay
from tests.nim.nim.rules import CODES, NAMED
from tests.nim.nim.shown import NimRedactor
from tests.nim.nim.tables import TABLES, VIEWS
from vflog.engine.board import Section
from vflog.engine.facts import Table
from vflog.engine.redaction import Sees
from vflog.engine.ruleset import Finder, Play, Revision
from vflog.engine.views import View
from vflog.games.udacha import RULESET as UDACHA
from vflog.games.veiled_fate import RULESET as VEILED_FATE
from vflog.log.problems import Code
from vflog.log.records import End, Record
from vflog.testing import check_ruleset, faults


def test_veiled_fate() -> None:
    check_ruleset(VEILED_FATE)


def test_udacha() -> None:
    """An `act` is a `do` that nobody answers, written in one line: its forms tell of the `do`."""
    check_ruleset(UDACHA, untold=["act"])


def test_games_are_asked_for() -> None:
    log = list(Nim().simulate(lambda _: None, 1, Nim.wishes(game="g")))
    with pytest.raises(ValueError, match="simulates no games"):
        check_ruleset(Mute())
    check_ruleset(Mute(), [log])
    with pytest.raises(AssertionError, match="it must go to its end, and it is incomplete"):
        check_ruleset(Mute(), [log[:-1]])


class Mute(Nim):
    """Nim that simulates no games."""

    simulate: Any = None


class Broken(Nim):
    """Nim with something wrong: attributes of the ruleset, or of its play."""

    def __init__(self, play: Mapping[str, Any] | None = None, **own: Any) -> None:
        self._play: type[NimPlay] = type("BrokenPlay", (NimPlay,), dict(play or {}))
        for name, value in own.items():
            setattr(self, name, value)

    def begin(self, header: Any, rulings: Mapping[str, str], find: Finder) -> NimPlay:
        super().begin(header, rulings, find)
        return self._play([player.id for player in header.players], header.piles, rulings)


def _shared_copy(self: NimPlay) -> NimPlay:
    twin = type(self)(self.seats, self.start, self.named)
    twin.piles, twin.pledges, twin.turn, twin.last, twin.winners = (
        self.piles,
        self.pledges,
        self.turn,
        self.last,
        self.winners,
    )
    return twin


def _forgetful_copy(self: NimPlay) -> NimPlay:
    twin = NimPlay.copy(self)
    twin.pledges = {}
    return twin


def _copy_with_facts(self: NimPlay) -> NimPlay:
    twin = NimPlay.copy(self)
    twin.facts = self.facts
    return twin


def _public_in_place(self: NimPlay, document: dict[str, Any]) -> dict[str, Any]:
    document["pledges"] = dict.fromkeys(document["pledges"], "?")
    return document


_counter = iter(range(10**9))


def _other_each_time(self: NimPlay) -> dict[str, Any]:
    return {**NimPlay.document(self), "asked": next(_counter)}


def _too_many_stones(self: NimPlay) -> list[dict[str, Any]]:
    forms = NimPlay.legal(self)
    for form in forms:
        if form["type"] == "take":
            form["fields"]["stones"]["in"].append(99)
    return forms


def _no_takes(self: NimPlay) -> list[dict[str, Any]]:
    return [form for form in NimPlay.legal(self) if form["type"] != "take"]


def _backwards(self: NimPlay) -> list[dict[str, Any]]:
    return NimPlay.legal(self)[::-1]


def _twice(self: NimPlay) -> list[dict[str, Any]]:
    return [form for form in NimPlay.legal(self) for _ in range(2)]


def _moving_legal(self: NimPlay) -> list[dict[str, Any]]:
    forms = NimPlay.legal(self)
    self.pledges["ada"] = "?"
    return forms


def _other_winner(self: NimPlay, record: End) -> None:
    NimPlay.end(self, record)
    self.winners = [self.seats[next(_counter) % len(self.seats)]]


_GAMES = iter(range(10**9))


def _chance(find: Finder, seed: int, wishes: Any) -> Iterator[dict[str, Any]]:
    return Nim().simulate(find, seed + next(_GAMES), wishes)


class _ShownToAll(NimRedactor):
    """The public sees what one of the players does not."""

    def __init__(self, sees: Sees, play: Play | None, live: bool) -> None:
        super().__init__(lambda owner: True if not sees("bob") else sees(owner), play, live)


class _NoTakesSeen(NimRedactor):
    fields = {**NimRedactor.fields, "take": {**NimRedactor.fields["take"], "stones": lambda of, value: 1}}


def _wide_board(document: dict[str, Any], names: Mapping[str, str]) -> list[Section]:
    return [Section(title="Piles", columns=["pile"], rows=[["1", "2"]])]


def _words(record: Record, names: Mapping[str, str]) -> str:
    return "Somebody does something."


_KEYLESS = [Table(table.name, table.comment, table.columns, ("game_key",)) for table in TABLES]
_UNTOLD = [View(view.name, view.comment, view.sql, view.columns[1:]) for view in VIEWS]
_REVISION = Revision("1", {})

CASES: dict[str, tuple[Nim, str]] = {
    "copies share": (Broken({"copy": _shared_copy}), "what is done to a copy changes the original"),
    "copies forget": (Broken({"copy": _forgetful_copy}), "a copy is in another state"),
    "copies have facts": (Broken({"copy": _copy_with_facts}), "a copy has facts"),
    "public changes its argument": (Broken({"public": _public_in_place}), "`public` changes the document"),
    "a document each time": (Broken({"document": _other_each_time}), "the state document changes by being read"),
    "a form too many": (Broken({"legal": _too_many_stones}), "a form promises"),
    "a form too few": (Broken({"legal": _no_takes}), "a record of take is legal, and no form says so"),
    "forms out of order": (Broken({"legal": _backwards}), "the forms are not in the order"),
    "forms twice": (Broken({"legal": _twice}), "comes twice"),
    "legal moves": (Broken({"legal": _moving_legal}), "`legal` changes the state"),
    "other winners": (Broken({"end": _other_winner}), "judged again, it has other winners"),
    "chance": (Broken(simulate=_chance), "The same seed makes other games"),
    "a view that cannot be": (Broken(redactor=_NoTakesSeen), "is invalid"),
    "a view that shows too much": (Broken(redactor=_ShownToAll), "hides more from bob than from everybody"),
    "rows of the board": (Broken(board=_wide_board), "rows of another width"),
    "an SQL view without a column told": (Broken(views=_UNTOLD), "says it has other columns than its SQL gives"),
    "words": (Broken(words=_words), "one sentence without a full stop"),
    "a rule untold": (Broken(rules={}), "names the rule N1, which is not told"),
    "a code of the format": (Broken(codes={**CODES, "n.gap": Code("n.gap", "A gap.")}), "one of the format's own"),
    "a revision without": (Broken(revisions=(_REVISION,)), "must set each named ruling"),
    "a ruling of another name": (
        Broken(rulings={"other": NAMED["last_stone"]}, revisions=(Revision("1", {"other": "wins"}),)),
        "must have its own name and two values",
    ),
    "a table of another": (Broken(tables=(*TABLES, Table("games", "", (), ()))), "are called games"),
    "a key that does not hold": (Broken(tables=_KEYLESS), "stand more than once"),
    "records of one name": (Broken(records=(*Nim.records, Nim.records[0])), "Two types of records are called pledge"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_found(name: str) -> None:
    ruleset, said = CASES[name]
    found = list(faults(ruleset, games=4))
    assert any(said in fault for fault in found), found[:5]

"""What people see of Nim: the board, records in words, examples; and what they do not see."""

from __future__ import annotations

from typing import Any

from vflog.engine.board import Names, Section, fields
from vflog.engine.examples import RuleExample
from vflog.engine.redaction import Redactor, is_open
from vflog.engine.scene import Board, Drawing, Entry, Look, Place, Scene, Seat
from vflog.log.records import Record

from .records import Pledge, Take


def board(document: dict[str, Any], names: Names) -> list[Section]:
    """The piles, and whose turn it is."""
    due = document["due"]
    rows = [[str(i), "●" * count or "–"] for i, count in enumerate(document["piles"], 1)]
    told = [f"{names.get(player, player)} has pledged {pile}" for player, pile in document["pledges"].items()]
    whose = "No stone is left" if due is None else f"It is the turn of {names.get(due, due)}"
    return [Section(title="Piles", columns=["pile", "stones"], rows=rows), Section(title="Turn", lines=[whose, *told])]


def drawing(piles: int) -> Drawing:
    """How a game with so many piles is drawn: a row of places, in each a token for every stone."""
    places = {
        str(i + 1): Place(
            label=f"Pile {i + 1}",
            outline=f"M{10 + 150 * i} 10h130v200h-130z",
            room=(75 + 150 * i, 125, 110, 150),
            at=(75 + 150 * i, 34),
        )
        for i in range(piles)
    }
    board = Board(width=10 + 150 * piles, height=220, places=places)
    return Drawing(board, lambda stone: Look(label="a stone", colour="#5f6670", dark="#b0b7c1", form="stone"), scene)


def scene(document: dict[str, Any], names: Names) -> Scene:
    """The stones of each pile, whose turn it is, who has pledged what."""
    due, pledges = document["due"], document["pledges"]
    stones = {str(i): [f"{i}.{k + 1}" for k in range(count)] for i, count in enumerate(document["piles"], 1)}
    seats = {
        player: Seat(
            name=name,
            marks=["turn"] if player == due else [],
            entries={"Pledge": Entry(text=f"pile {pledges[player]}")} if player in pledges else {},
        )
        for player, name in names.items()
    }
    turn = "" if due is None else names.get(due, due)
    moment = "No stone is left" if due is None else f"It is the turn of {turn}"
    return Scene(
        moment=[moment], turn=f"{turn}, turn {document['turn'] + 1}" if turn else "", standing=stones, seats=seats
    )


def words(record: Record, names: Names) -> str:
    """A record in words."""
    if isinstance(record, Take):
        stones = "1 stone" if record.stones == 1 else f"{record.stones} stones"
        return f"{names.get(record.player, record.player)} takes {stones} from pile {record.pile}"
    if isinstance(record, Pledge):
        return f"{names.get(record.player, record.player)} pledges pile {record.pile}"
    return fields(record)


def _pledged(of: Redactor, value: Any) -> Any:
    return value if of.sees(of.owner) else "?"


class NimRedactor(Redactor):
    """Shows the records: what somebody has pledged, to that player only."""

    fields = {
        "pledge": {"player": is_open, "pile": _pledged},
        "take": {"player": is_open, "pile": is_open, "stones": is_open},
        "end": {"reason": is_open, "result": {"by": is_open, "winners": is_open}},
    }

    def claimable(self, document: dict[str, Any]) -> dict[str, Any]:
        """The position without what others have pledged."""
        seen = {player: pile for player, pile in document["pledges"].items() if self.sees(player)}
        return {**document, "pledges": seen}


def _take(player: str, pile: int, stones: int) -> str:
    return f'{{"type":"take","player":"{player}","pile":{pile},"stones":{stones}}}'


_HEAD = (
    '{{"type":"game","format":"vflog/1","game":"g","ruleset":"nim","players":[{{"id":"ada"}},{{"id":"bob"}}],'
    '"piles":{}}}'
)
_GIVEN = "Piles of 1 and 2 stones; Ada begins, then Bob"
EXAMPLES = (
    RuleExample(
        code="nim.start",
        rules=("N1",),
        given="Ada and Bob",
        legal=(_HEAD.format("[1,2]"),),
        illegal=(_HEAD.format("[0,0]"),),
    ),
    RuleExample(
        code="nim.turn",
        rules=("N2",),
        given=_GIVEN,
        legal=(_take("ada", 1, 1), _take("bob", 2, 1)),
        illegal=(_take("ada", 1, 1), _take("ada", 2, 1)),
    ),
    RuleExample(
        code="nim.stones", rules=("N2",), given=_GIVEN, legal=(_take("ada", 2, 2),), illegal=(_take("ada", 1, 2),)
    ),
    RuleExample(
        code="nim.stones-left",
        rules=("N3",),
        given=_GIVEN,
        legal=(_take("ada", 2, 2), _take("bob", 1, 1), '{"type":"end"}'),
        illegal=(_take("ada", 2, 2), '{"type":"end"}'),
    ),
    RuleExample(
        code="nim.pledge",
        rules=("N4",),
        given=_GIVEN,
        legal=('{"type":"pledge","player":"bob","pile":2}',),
        illegal=(_take("ada", 2, 2), '{"type":"pledge","player":"bob","pile":2}'),
    ),
)

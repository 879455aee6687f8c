"""What a Celestial's role is made of: what it changes in the set-up, may do, adds to the state, wins by.

A role is one value, `ROLE` in its module; what it leaves out is as for any other player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

if TYPE_CHECKING:
    from vflog.games.veiled_fate.pack import Slot
    from vflog.games.veiled_fate.pack_roles import RoleData
    from vflog.games.veiled_fate.records import Celestial, Move, Reveal, VeiledFateEnd
    from vflog.games.veiled_fate.state import Game
    from vflog.games.veiled_fate.track import Effect

#: The fields of a record, or of a form.
Fields = dict[str, Any]
#: Who owns which Demi, all known.
Demis = Mapping[str, Any]
HAND_LIMIT = 8
ACTIONS = 2


class Act(msgspec.Struct, frozen=True):
    """What a role may do by a `celestial` record: carry it out, and its legal forms (`player` and `act` aside); and
    whether a simulated game tries it in the role's own turn, until the role has had its one use or again and again.
    """

    do: Callable[[Game, Celestial], None]
    forms: Callable[[Game], Iterator[Fields]]
    fields: frozenset[str] = frozenset()
    tried: Literal["", "once", "again"] = ""


class OwnCards(msgspec.Struct, frozen=True):
    """Cards of a role's own that vote on Quests (`from` in a record names the `source`).

    `play`: one comes to a Quest's votes. `show`: those of a Quest are revealed; gives feathers and scorpions.
    `held`: the kinds that may still be in hand. `on`: how many lie on a Quest, `known`: those
    known to, `may_be`: of which kinds at most.
    """

    source: str
    play: Callable[[Game, str, str, str], None]
    show: Callable[[Game, str, Reveal], tuple[int, int]]
    held: Callable[[Game], list[str]]
    on: Callable[[Game, str], int]
    known: Callable[[Game, str], list[str]]
    may_be: Callable[[Game, str], dict[str, int]]


class Figure(msgspec.Struct, frozen=True):
    """A figure of a role's own. Its state stands in `Game.role_extra` (`at`, `quest`, `slot`, `renown`).

    `move`: carries out a move of the figure (true), or judges whether the role may move that Demi (false).
    `reach`: the Demis that the role may move. `forms`: the figure's legal moves.
    """

    name: str
    move: Callable[[Game, Move], bool]
    reach: Callable[[Game], list[str]]
    forms: Callable[[Game], Iterator[Fields]]
    smite: Callable[[Game, bool], None]
    take: Callable[[Game, list[Effect], Mapping[str, str]], list[Effect]]


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """A role; the rule that it stands in, and its hooks."""

    name: str
    title: str
    rule: str
    #: What it is about, in words.
    text: str
    #: When it is looked at whether the role has won: before the Demis are shown, at the end, or in each Age.
    wins: Literal["before", "at_end", "at_once"]
    won: Callable[[Game, Demis, VeiledFateEnd], bool]
    #: How many Demis it is dealt, how many Fate cards it holds, how many actions a turn has.
    demis: int = 1
    hand_limit: int = HAND_LIMIT
    actions: int = ACTIONS
    moves: bool = True
    powers: Literal["paid", "free", "none"] = "paid"
    #: Two turns in a row, once a game.
    second_turn: bool = False
    guesses: bool = False
    #: A scorekeeper's log tells enough to say whether the role has won.
    scored: bool = True
    #: The fields of its pack data, in words: those that it cannot be played without, and what else a pack may lack.
    needs: Mapping[str, str] = {}
    may_lack: Mapping[str, str] = {}
    acts: Mapping[str, Act] = {}
    #: What it adds to the state at the start, from its pack data; and how the document tells that, if otherwise.
    begin: Callable[[RoleData | None], Fields] | None = None
    tell: Callable[[Fields], Fields] | None = None
    cards: OwnCards | None = None
    figure: Figure | None = None
    #: A Quest leaves the board (its pile is gone, its slots are still there).
    quest_leaves: Callable[[Game, str], None] | None = None
    #: Whether a slot is ignored.
    closes: Callable[[Game, Slot], bool] | None = None
    #: May the completer name these extra voters, seen from the role?
    named: Callable[[Game, Sequence[str]], None] | None = None
    #: An Age's card has been carried out.
    age_ends: Callable[[Game], None] | None = None

"""What is measured on: simulated Veiled Fate logs, random chess games as PGN, random poker hands as PHH.

All of it comes from seeds, so that two machines measure the same thing.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from typing import Any

from vflog.engine.ruleset import ruleset
from vflog.engine.simulation import games
from vflog.games.veiled_fate.wishes import Wishes
from vflog.reading.content import built_in

#: Players and expansions of the simulated games; each kind has an equal share.
KINDS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (2, ()), (3, ("hadria",)), (4, ()), (4, ("hadria",)), (5, ("hadria",)),
)  # fmt: skip
STACK, BLINDS, BET = 2000, (10, 20), 20


def logs(path: Path, count: int) -> int:
    """Write so many games into one file; returns how many records they have."""
    rules: Any = ruleset("veiled-fate")
    share = -(-count // len(KINDS))
    records = 0
    with path.open("wb") as out:
        for seed, (players, expansions) in enumerate(KINDS, 1):
            wishes = Wishes(game=f"bench{seed}", players=players, expansions=expansions)
            for _, lines in games(rules, lambda name: built_in(rules, name), share, seed, wishes):
                records += lines.count(b"\n")
                out.write(lines)
    return records


def games_of(path: Path) -> list[bytes]:
    """The games of such a file, each its lines."""
    start = b'{"type":"game",'
    return [start + log for log in path.read_bytes().split(start)[1:]]


def one_log(path: Path) -> None:
    """Write a single game of four players with Hadria."""
    rules: Any = ruleset("veiled-fate")
    wishes = Wishes(game="one", players=4, expansions=("hadria",))
    for _, lines in games(rules, lambda name: built_in(rules, name), 1, 1, wishes):
        path.write_bytes(lines)


def chess_games(path: Path, count: int, plies: int = 80) -> int:
    """Write so many games of random legal moves as PGN; returns how many moves they have."""
    import chess
    import chess.pgn

    dice, moves = Random(1), 0
    with path.open("w") as out:
        for number in range(count):
            board = chess.Board()
            while board.ply() < plies and not board.is_game_over():
                board.push(dice.choice(list(board.legal_moves)))
            game = chess.pgn.Game.from_board(board)
            game.headers["Round"] = str(number + 1)
            print(game, end="\n\n", file=out)
            moves += board.ply()
    return moves


def poker_hands(path: Path, count: int) -> int:
    """Write so many hands of random legal actions as PHH; returns how many actions they have."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    # Cards are dealt by our seed, not from the deck that the library shuffles, and it says so each time.
    warnings.simplefilter("ignore", UserWarning)
    dice = Random(1)
    automated = tuple(a for a in Automation if a not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING))
    game = NoLimitTexasHoldem(automated, True, 0, BLINDS, BET)
    hands = []
    for _ in range(count):
        state = game((STACK,) * 4, 4)
        deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        dice.shuffle(deck)
        while state.status:
            _act(state, dice, deck)
        hands.append(HandHistory.from_game_state(game, state))
    with path.open("wb") as out:
        HandHistory.dump_all(hands, out)
    return sum(len(hand.actions) for hand in hands)


def _act(state: Any, dice: Random, deck: list[str]) -> None:
    """One operation that is legal now: a deal where one is due, else the choice of a player."""
    if state.can_deal_hole():
        state.deal_hole(deck.pop() + deck.pop())
    elif state.can_deal_board():
        state.deal_board("".join(deck.pop() for _ in range(state.board_dealing_count)))
    elif dice.random() < 0.2 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
    elif dice.random() < 0.15 and state.checking_or_calling_amount and state.can_fold():
        state.fold()
    else:
        state.check_or_call()

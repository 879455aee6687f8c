"""Who may see what of a referee's games: a file of tokens, each bound to one view."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from vflog.log.header import is_id

_token = re.compile(r"[!-~]{8,256}")


class Bound(NamedTuple):
    """What a token is good for: a view, in every game or in one."""

    view: str
    game: str | None


class Tokens:
    """The tokens of a file: a line each, `TOKEN SEAT` or `TOKEN SEAT GAME`; blank lines and `#` lines are left out.

    SEAT is `all`, `public`, or the id of a player. Raises `ValueError` with a sentence, `OSError`.
    """

    def __init__(self, path: str) -> None:
        self._bound: dict[bytes, Bound] = {}
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip() and not line.startswith("#"):
                    self._read(f"{path}, line {number}", line.split())

    def _read(self, where: str, words: list[str]) -> None:
        if not 2 <= len(words) <= 3:
            raise ValueError(f"{where}: a line is TOKEN SEAT or TOKEN SEAT GAME.")
        token, seat, game = words[0], words[1], words[2] if len(words) == 3 else None
        if not _token.fullmatch(token):
            raise ValueError(f"{where}: a token is 8 to 256 visible ASCII characters.")
        if not is_id(seat):
            raise ValueError(f"{where}: {seat!r} is no seat; a seat is all, public, or the id of a player.")
        if game is not None and not is_id(game, of_game=True):
            raise ValueError(f"{where}: {game!r} is no id of a game.")
        if _hash(token) in self._bound:
            raise ValueError(f"{where}: the token stands there twice.")
        self._bound[_hash(token)] = Bound(seat, game)

    def view(self, token: str, game: str) -> str | None:
        """As whom the bearer of a token sees a game; `None` where it is good for nothing there."""
        bound = self._bound.get(_hash(token))
        return bound.view if bound is not None and bound.game in (None, game) else None


def _hash(token: str) -> bytes:
    """So that how long a look-up takes tells nothing of the tokens."""
    return hashlib.sha256(token.encode()).digest()

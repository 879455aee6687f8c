"""What the tables want to know of a game as a whole (`Play.summary`)."""

from __future__ import annotations

from typing import Any

from vflog.games.veiled_fate import ending, identity
from vflog.games.veiled_fate.pack import Op, Ops, Pack
from vflog.games.veiled_fate.state import Game
from vflog.games.veiled_fate.tables import PackDemi, PackQuest, PackSlot

#: A tie-break of tournaments (see `engine.shares`).
RENOWN_SHARE = "renown_share"
SHARES = {RENOWN_SHARE: "the final Renown of the player's Demi, divided by the mean of the table's Demis"}


def summary(g: Game) -> dict[str, Any]:
    """Columns of `games` that the ruleset knows, and of `players` from `seat` on."""
    t = g.terms
    return {
        "games": {
            "detail": t.detail,
            "content_pack": t.pack.id,
            "content_sha256": t.pack.sha256,
            "content_invented": t.pack.invented,
        },
        "rulings": dict(t.rulings),
        "content": content(t.pack),
        "players": _players(g),
        "played_by": {"powers": t.powers},
        "shares": {RENOWN_SHARE: _held(g)},
    }


def _players(g: Game) -> list[dict[str, Any]]:
    places = ending.places(g)
    team = _team_numbers(g)
    over = g.winners is not None
    return [
        {
            "seat": i + 1,
            "player_id": p,
            "name": g.terms.names[p],
            "role": g.terms.role.name if g.terms.role and p == g.terms.celestial else None,
            "team": team.get(p),
            "corruption": g.favors[p].corruption if g.favors else None,
            "disqualified": g.disqualified if p == g.terms.celestial else None,
            "place": places[p],
            "won": p in g.winners if over and g.winners is not None else None,
        }
        for i, p in enumerate(g.terms.players)
    ]


def _held(g: Game) -> list[dict[str, int | None]]:
    """The Demis of each seat with their Renown, 0 once annihilated; nothing is known of one that is not told."""
    return [
        {demi: None if demi == "?" else g.renown.get(demi, 0) for demi in identity.as_list(g.known.get(p, []))}
        for p in g.terms.players
    ]


def _team_numbers(g: Game) -> dict[str, int]:
    """Teams are known once all Demis are; numbered by seat order."""
    if not g.terms.teams or any(g.known.get(p, "?") == "?" for p in g.terms.mortals):
        return {}
    return {p: i + 1 for i, group in enumerate(identity.teams(g, g.known)) for p in group}


_contents: dict[str, dict[str, list[dict[str, Any]]]] = {}


def content(pack: Pack) -> dict[str, list[dict[str, Any]]]:
    """The tables of a pack; the same object for every game with it."""
    if pack.sha256 not in _contents:
        _contents[pack.sha256] = _content(pack)
    return _contents[pack.sha256]


def _content(pack: Pack) -> dict[str, list[dict[str, Any]]]:
    sha256 = pack.sha256
    return {
        "packs": [{"pack": pack.id, "sha256": sha256, "version": pack.version or None, "invented": pack.invented}],
        "pack_quests": [
            PackQuest(sha256, quest=q.id, name=q.name, voters=q.voters, slots=len(q.slots))._asdict()
            for q in pack.quests.values()
        ],
        "pack_slots": [
            PackSlot(
                sha256, quest=q.id, slot=i + 1, need=s.need, feather=_words(s.feather), scorpion=_words(s.scorpion)
            )._asdict()
            for q in pack.quests.values()
            for i, s in enumerate(q.slots)
        ],
        "demis": [
            PackDemi(sha256, demi=id_, house=d.house, colour=d.colour, pack_order=i + 1)._asdict()
            for i, (id_, d) in enumerate(pack.demis.items())
        ],
    }


def _words(ops: Ops) -> str:
    return ", ".join(map(_word, ops)) or "nothing"


def _word(op: Op) -> str:
    return f"{op[0]} {op[1]}" if op[1] else op[0]

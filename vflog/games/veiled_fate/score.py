"""Scorekeeper logs: only the track is told."""

from __future__ import annotations

from vflog.games.veiled_fate import facts, track
from vflog.games.veiled_fate.ages import check_card
from vflog.games.veiled_fate.records import Age, Corruption, Score, Smite
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET
from vflog.log.problems import OF_THE_FORMAT, Refused


def age(g: Game, r: Age) -> None:
    """The next Age begins; its card may be told."""
    if r.age != g.age + 1 or r.age > 3:
        raise Refused("age.wrong-age", age=r.age, due=g.age + 1, expected=g.age + 1, rule=OF_THE_FORMAT)
    if r.player is not UNSET:
        raise Refused("score.age-player")
    if r.card is not UNSET:
        check_card(g, r.card)
    if g.age:
        facts.age_over(g, g.n - 1)
    g.age, g.age_first_n = r.age, g.n
    g.age_card = None if r.card is UNSET else r.card


def score(g: Game, r: Score) -> None:
    """Markers move by these changes, as by one cause."""
    g.cause = ("score", None, None)
    changes = dict(r.changes)
    hadria = changes.pop("hadria", None)
    if hadria is not None and g.hadria is None:
        raise Refused("score.no-hadria", name="hadria")
    for demi in changes:
        track.known_demi(g, demi, OF_THE_FORMAT)
    listed = [(d, changes[d]) for d in g.at if changes.get(d)]
    track.together(g, [(d, (("gain" if k > 0 else "lose", abs(k)),)) for d, k in listed])
    if hadria:
        track.hadria_shift(g, hadria)


def smite(g: Game, r: Smite) -> None:
    """These Demis are smited together."""
    g.cause = ("smite", None, None)
    if len(set(r.demis)) != len(r.demis):
        raise Refused("score.smite-twice", demis=", ".join(r.demis))
    wanted = {track.known_demi(g, demi, OF_THE_FORMAT) for demi in r.demis}
    track.together(g, [(d, (("smite", 0),)) for d in g.at if d in wanted])


def corruption(g: Game, r: Corruption) -> None:
    """A player's Corruption grows."""
    if r.player not in g.terms.seat:
        raise Refused(
            "player.unknown",
            player=r.player,
            due="a scorekeeper's record",
            by="",
            rule=OF_THE_FORMAT,
            expected=list(g.terms.players),
        )
    if g.hadria is None:
        raise Refused("score.no-hadria", name="corruption")
    if r.amount < 0:
        raise Refused("score.corruption-below-0", amount=r.amount)
    own = g.favors[r.player]
    own.corruption += r.amount
    facts.corruption(g, r.player, r.amount, own.corruption)

"""The end: what is resolved in which order, who wins, who comes where (VF-E2, VF-E3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vflog.games.veiled_fate import facts, identity, track
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.order import expect
from vflog.games.veiled_fate.records import VeiledFateEnd
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET
from vflog.log.problems import OF_THE_FORMAT, Refused


def end(g: Game, r: VeiledFateEnd) -> None:
    """VF-E2: an end that is played, or one for another reason (legal at any time)."""
    if r.reason != "played":
        _stopped(g, r)
        return
    if r.result is not UNSET:
        raise Refused("end.result-when-played")
    full = g.terms.detail == "full"
    if full:
        expect(g, "end")
    told = {} if r.demis is UNSET else dict(r.demis)
    if not full:
        told = {**{p: "?" for p in identity.owners(g) if p not in told}, **told}
    demis = identity.check(g, told, "VF-E2", final=full)
    conduct.check_guess(g, r, told=not _unknown(demis))
    if r.unused is not UNSET:
        identity.check_unused(g, r.unused, demis)
    winners = resolve(g, demis, r)
    if not full and _unknown(demis):
        winners = _are_players(g, r.winners)
    elif r.winners != winners:
        # That the right ones stand in seat order, once each, is how the format writes them.
        rule = OF_THE_FORMAT if set(r.winners) == set(winners) else None
        raise Refused("end.winners", given=_names(r.winners), winners=_names(winners), expected=winners, rule=rule)
    if not full:
        facts.stopped(g)
    g.known = demis
    g.winners = winners
    g.decided = True
    g.phase, g.queue = "over", []


def _unknown(demis: Mapping[str, Any]) -> bool:
    return any("?" in identity.as_list(value) for value in demis.values())


def _names(players: list[str]) -> str:
    return ", ".join(players) or "nobody"


def _stopped(g: Game, r: VeiledFateEnd) -> None:
    """The game was not played to its end; a judge's result may say who has won."""
    if r.unused is not UNSET or r.guess is not UNSET or r.winners:
        raise Refused("end.stopped-fields", reason=r.reason)
    result: list[str] = []
    if r.result is not UNSET:
        if r.reason == "abandoned":
            raise Refused("end.abandoned-result")
        if r.result.by is UNSET:
            raise Refused("end.result-by")
        result = _are_players(g, r.result.winners)
        g.decided = True
    if r.demis is not UNSET:
        _told_at_stop(g, r.demis)
    g.winners = result
    facts.stopped(g)
    g.turn, g.pending = None, None
    g.phase, g.queue = "over", []


def _are_players(g: Game, winners: list[str]) -> list[str]:
    """The winners that a log names without their being reckoned: players of this game, in seat order."""
    for player in winners:
        if player not in g.terms.seat:
            raise Refused(
                "player.unknown",
                player=player,
                due="a result",
                by="",
                rule=OF_THE_FORMAT,
                expected=list(g.terms.players),
            )
        if winners.count(player) > 1:
            raise Refused("end.winner-twice", player=player)
    return [p for p in g.terms.players if p in winners]


def _told_at_stop(g: Game, demis: Mapping[str, Any]) -> None:
    unknown = [p for p in demis if p not in g.known]
    if unknown:
        raise Refused("demis.players", given=", ".join(unknown), rule=OF_THE_FORMAT, expected=list(g.known))
    g.known = identity.check(g, {**g.known, **demis}, "VF-E2")


def resolve(g: Game, demis: Mapping[str, Any], r: VeiledFateEnd) -> list[str]:
    """VF-E2, in the printed order; gives the winners in seat order."""
    conduct.check_before(g, demis, r)
    if conduct.wins_at_once(g):
        facts.snapshot(g, "end")
        return _celestial(g)
    _most_corruption(g, demis)
    facts.snapshot(g, "corruption")
    _annihilate(g)
    facts.snapshot(g, "annihilation")
    conduct.check_at_end(g, demis, r)
    if not _unknown({player: demis[player] for player in g.terms.mortals}):
        _solo(g, demis)
    facts.snapshot(g, "end")
    if g.won:
        return _celestial(g)
    mortal = {d for p in g.terms.mortals for d in identity.as_list(demis[p])}
    best = next((d for d in track.ranking(g) if d in mortal), None)
    return [p for p in g.terms.mortals if best in identity.as_list(demis[p])]


def _celestial(g: Game) -> list[str]:
    return [p for p in g.terms.players if p == g.terms.celestial]


def _most_corruption(g: Game, demis: Mapping[str, Any]) -> None:
    """The Demis of those with most played Corruption lose 1, teams counted together; a Celestial is barred."""
    if g.hadria is None:
        return
    groups = identity.teams(g, demis)
    if g.terms.celestial is not None:
        groups.append([g.terms.celestial])
    sums = [sum(g.favors[p].corruption for p in group) for group in groups]
    most = max(sums)
    if most == 0 and g.ruling("zero_corruption") == "none":
        return
    guilty = [p for group, total in zip(groups, sums, strict=True) if total == most for p in group]
    barred = g.terms.celestial in guilty
    if barred and not (g.won and g.ruling("before_win") == "final"):
        g.won, g.disqualified = False, True
    losing = {
        d
        for p in guilty
        if not (p == g.terms.celestial and g.ruling("celestial_corruption") == "spared")
        for d in identity.as_list(demis.get(p, []))
        if d in g.renown
    }
    g.cause = ("corruption", None, None)
    track.together(g, [(d, (("lose", 1),)) for d in g.at if d in losing])


def _annihilate(g: Game) -> None:
    """Hadria annihilates every Demi with more Renown than hers."""
    if g.hadria is None:
        return
    g.annihilated.extend(d for d in g.at if d in g.renown and g.renown[d] > g.hadria.renown)
    g.annihilated = [d for d in g.at if d in g.annihilated]
    g.cause = ("annihilation", None, None)
    with facts.all_moved(g):
        for demi in g.annihilated:
            if demi in g.renown:
                g.track[g.renown.pop(demi)].remove(demi)


def _solo(g: Game, demis: Mapping[str, Any]) -> None:
    """With seven players in teams the lone player's Demi, if it is left, gains 1."""
    if len(g.terms.mortals) != 7:
        return
    lone = [group for group in identity.teams(g, demis) if len(group) == 1]
    g.cause = ("solo", None, None)
    for group in lone:
        demi = identity.as_list(demis[group[0]])[0]
        if demi in g.renown:
            track.shift(g, demi, 1)


def places(g: Game) -> dict[str, int | None]:
    """VF-E3: the winners' place is 1; then come the others by final rank, those whose Demis are annihilated together,
    last a Celestial that has not won. A place is one more than the players ahead; where nobody won they begin at 2.

    `None` where it cannot be said: for all where there is neither an end that was played nor a judge's result, and for
    players of whom one has a Demi that is not known.
    """
    if g.winners is None or not g.decided:
        return dict.fromkeys(g.terms.players)
    rank = {demi: i for i, demi in enumerate(track.ranking(g), 1)}
    gone = len(rank) + 1
    others = [p for p in g.terms.mortals if p not in g.winners]
    standing = {p: min(rank.get(d, gone) for d in identity.as_list(g.known[p])) for p in others}
    behind = dict.fromkeys(g.terms.players, gone + 1) | standing | dict.fromkeys(g.winners, 0)
    first = 1 if g.winners else 2
    out: dict[str, int | None] = {p: first + sum(b < mine for b in behind.values()) for p, mine in behind.items()}
    if len(others) > 1 and any("?" in identity.as_list(g.known[p]) for p in others):
        out.update(dict.fromkeys(others))
    return out

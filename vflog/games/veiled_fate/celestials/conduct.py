"""What the rules ask of the Celestial's role in a game; without a Celestial all is as for any player (VF-C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import UnsetType

from vflog.games.veiled_fate.celestials.frame import ACTIONS, Demis, Fields, Figure, OwnCards, Role
from vflog.games.veiled_fate.pack import QuestCard, Slot
from vflog.games.veiled_fate.records import Celestial, Move, Reveal, VeiledFateEnd
from vflog.games.veiled_fate.state import CLOSED, Game, Turn
from vflog.log.absent import UNSET
from vflog.log.problems import Refused

if TYPE_CHECKING:
    from vflog.games.veiled_fate.track import Effect

_ACT_FIELDS = ("drew", "demi", "to", "quest", "region", "spell")


def role_of(g: Game, player: str) -> Role | None:
    """The role of a player, if it is the Celestial."""
    return g.terms.role if player == g.terms.celestial else None


# -- turns, moves, powers --------------------------------------------------------------------------------


def actions(g: Game, player: str) -> int:
    """How many actions the player has in a turn."""
    role = role_of(g, player)
    return ACTIONS if role is None else role.actions


def may_act(g: Game, turn: Turn) -> None:
    """A role may have fewer actions than others (VF-C3)."""
    if turn.actions >= actions(g, turn.player):
        raise Refused("eredan.one-action", player=turn.player)


def moves(g: Game, r: Move) -> bool:
    """Whether the record is wholly carried out: the move of the role's own figure. Raises `Refused` where the
    role may not move so."""
    role = role_of(g, r.player)
    if role is None:
        return False
    if not role.moves:
        raise Refused("eredan.no-move", player=r.player)
    return role.figure is not None and role.figure.move(g, r)


def may_use_power(g: Game, player: str) -> None:
    """A role may have no God Powers (VF-C4)."""
    role = role_of(g, player)
    if role is not None and role.powers == "none":
        raise Refused("sorcerer.no-powers", player=player)


def free_powers(g: Game, player: str) -> bool:
    """Eredan pays nothing, and its God Powers count as a Fate card used."""
    role = role_of(g, player)
    return role is not None and role.powers == "free"


def cost(g: Game, player: str, printed: int) -> int:
    """What a God Power costs this player."""
    return 0 if free_powers(g, player) else printed


def may_go_again(g: Game, turn: Turn, rests: bool) -> None:
    """VF-C2: once a game the Arbiter takes two turns in a row, not where it rests by it."""
    if not second_turn(g, turn.player):
        raise Refused("arbiter.not-arbiter", player=turn.player)
    if g.role_used:
        raise Refused("arbiter.again-used", player=turn.player)
    if rests:
        raise Refused("arbiter.again-resting", player=turn.player)
    g.role_used = True


def second_turn(g: Game, player: str) -> bool:
    """Whether the player's role has a second turn in a row, once a game."""
    role = role_of(g, player)
    return role is not None and role.second_turn


# -- what a role does by itself ----------------------------------------------------------------------------


def act(g: Game, r: Celestial) -> None:
    """VF-C2, C3, C4: what a role may do besides its turn's actions."""
    role = role_of(g, r.player)
    if role is None:
        raise Refused(
            "celestial.not-celestial", player=r.player, expected=g.terms.celestial, rule=g.terms.acts.get(r.act)
        )
    done = role.acts.get(r.act)
    if done is None:
        raise Refused(
            "celestial.unknown-act",
            player=r.player,
            role=role.name,
            act=r.act,
            expected=list(role.acts),
            rule=g.terms.acts.get(r.act),
        )
    given = [name for name in _ACT_FIELDS if getattr(r, name) is not UNSET] + (["cards"] if r.cards else [])
    for name in given:
        if name not in done.fields:
            raise Refused("celestial.stray-field", act=r.act, name=name, rule=role.rule, expected=sorted(done.fields))
    done.do(g, r)


def forms(g: Game) -> Iterator[Fields]:
    """The forms of what the role may do by itself now (see `legal`)."""
    role = g.terms.role
    if role is None:
        return
    for name, there in role.acts.items():
        for fields in there.forms(g):
            yield {"type": "celestial", "fields": {"player": g.terms.celestial, "act": name, **fields}, "optional": []}


# -- own cards and figures ---------------------------------------------------------------------------------


def own_cards(g: Game, player: str | None = None) -> OwnCards | None:
    """The role's own voting cards, where it has some in this game (and is that player's)."""
    role = g.terms.role
    if role is None or not g.role_extra or (player is not None and player != g.terms.celestial):
        return None
    return role.cards


def plays_own(g: Game, player: str, source: str | UnsetType, card: str, quest: str) -> bool:
    """Whether `source` means the role's own cards: then the card has come to the Quest's votes."""
    own = own_cards(g, player)
    if own is None or own.source != source:
        return False
    own.play(g, player, card, quest)
    return True


def shown(g: Game, quest: str, r: Reveal) -> tuple[int, int, int]:
    """Feathers, scorpions and number of the role's own cards on a Quest that is revealed."""
    own = own_cards(g)
    if own is not None:
        return (*own.show(g, quest, r), own.on(g, quest))
    if r.mother:
        raise Refused("mother.shown", given=", ".join(r.mother), total=0, known="none", quest=quest)
    return 0, 0, 0


def figure(g: Game) -> Figure | None:
    """The role's own figure."""
    return None if g.terms.role is None else g.terms.role.figure


def is_figure(g: Game, name: str | UnsetType) -> bool:
    """Whether the name is that of the role's own figure."""
    there = figure(g)
    return there is not None and there.name == name


def smitten(g: Game) -> list[str]:
    """Whom a smite may be for: the Demis, and the role's own figure."""
    there = figure(g)
    return [*g.renown, *([] if there is None else [there.name])]


def smite_figure(g: Game, by_coin: bool = False) -> None:
    """The role's own figure is smited."""
    there = figure(g)
    assert there is not None
    there.smite(g, by_coin)


def effects_on_demis(g: Game, effects: list[Effect], coins: Mapping[str, str]) -> list[Effect]:
    """What a Quest does to the role's own figure is carried out; gives what is left for the Demis."""
    there = figure(g)
    return effects if there is None else there.take(g, effects, coins)


# -- Quests and Ages ---------------------------------------------------------------------------------------


def new_slots(g: Game, card: QuestCard) -> list[str | None]:
    """The slots of a Quest that is laid out: free, or closed where the role has them ignored."""
    if g.terms.role is None:
        return [None] * len(card.slots)
    return [CLOSED if ignored(g, slot) else None for slot in card.slots]


def ignored(g: Game, slot: Slot) -> bool:
    """Whether a slot is ignored (VF-C4)."""
    role = g.terms.role
    return role is not None and role.closes is not None and role.closes(g, slot)


def quest_leaves(g: Game, quest: str) -> None:
    """A Quest leaves the board."""
    role = g.terms.role
    if role is not None and role.quest_leaves is not None:
        role.quest_leaves(g, quest)


def named(g: Game, players: Sequence[str]) -> None:
    """The completer names extra voters; raises `Refused` where the role has a say in it (VF-C4)."""
    role = g.terms.role
    if role is not None and role.named is not None:
        role.named(g, players)


def must_be_named(g: Game) -> bool:
    """Whether the Prophet has asked to be one of the extra voters (VF-C4)."""
    return bool(g.role_extra.get("forced"))


def may_be_named(g: Game, able: Sequence[str]) -> None:
    """These may be extra voters: the Prophet's wish to be one falls away where it is none of them (VF-C4)."""
    if must_be_named(g) and g.terms.celestial not in able:
        g.role_extra["forced"] = False


def age_ends(g: Game) -> None:
    """The card of an Age has been carried out."""
    role = g.terms.role
    if role is not None and role.age_ends is not None:
        role.age_ends(g)


# -- the end -----------------------------------------------------------------------------------------------


def check_guess(g: Game, r: VeiledFateEnd, told: bool) -> None:
    """VF-C3: Eredan guesses for every other player, and nobody else guesses; where not all Demis are `told` the guess
    need not be."""
    if g.terms.role is None or not g.terms.role.guesses:
        if r.guess is not UNSET:
            raise Refused("end.guess-not-eredan")
        return
    if r.guess is UNSET and not told:
        return
    if r.guess is UNSET or sorted(r.guess) != sorted(g.terms.mortals):
        raise Refused("end.guess", expected=list(g.terms.mortals))
    for demi in r.guess.values():
        if demi not in g.at:
            raise Refused("demi.unknown", demi=demi, rule="VF-C3", expected=list(g.at))


def wins_at_once(g: Game) -> bool:
    """A win that ends the game where it happens (the Prophet's, VF-C4)."""
    role = g.terms.role
    return role is not None and role.wins == "at_once" and role.won(g, {}, VeiledFateEnd())


def check_before(g: Game, demis: Demis, r: VeiledFateEnd) -> None:
    """VF-E2: a win that is checked before the Demis are revealed."""
    role = g.terms.role
    if role is None:
        return
    g.won = role.wins != "at_end" and role.won(g, demis, r)
    g.disqualified = False


def check_at_end(g: Game, demis: Demis, r: VeiledFateEnd) -> None:
    """VF-E2: a win that is checked after the annihilation; it is barred by most Corruption."""
    role = g.terms.role
    if role is not None and role.wins == "at_end" and not g.disqualified:
        g.won = role.won(g, demis, r)

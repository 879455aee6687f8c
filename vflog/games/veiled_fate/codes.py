"""What a record of Veiled Fate may do wrong, as data: code, rule, whose rule it is, one sentence.

`PRINTED`, `PUBLIC` and `ASSUMED` are the mark of the sentence that is broken, of several the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from vflog.log.problems import Basis, Code, table

PRINTED: Basis = "printed"
PUBLIC: Basis = "public"
ASSUMED: Basis = "assumed"

#: rule, basis -> (code, sentence)…
_CODES: dict[tuple[str | None, Basis], tuple[tuple[str, str], ...]] = {
    (None, PRINTED): (
        ("order.phase", "What must come next is {due}{by}."),
        ("order.not-your-turn", "It is not for {player} to act: what must come next is {due}{by}."),
        ("player.unknown", "{player!r} is no player of this game; what must come next is {due}{by}."),
        ("demi.missing", "The record names no Demi."),
        ("demi.unknown", "There is no Demi {demi!r} in play."),
        ("quest.missing", "The record names no Quest."),
        ("quest.not-on-board", "The Quest {quest!r} is not on the board."),
        ("quest.slot-missing", "The record names no slot of {quest}."),
        ("quest.no-such-slot", "{quest} has {count} slots; there is no slot {slot}."),
        ("quest.slot-taken", "Slot {slot} of {quest} is taken by {demi}."),
        ("coins.differ", "Coins are given for {given}, but are tossed for {due}."),
        ("vote.card-missing", "{player} must put a Fate card into the pile of {quest}, and the record names none."),
        ("demis.players", "Demis are given for {given}, which is not everybody who owns one."),
        ("demis.number", "{player} owns {count} Demi, and the record gives another number."),
        ("demis.hidden-at-end", "At the end the Demi of {player} must be shown."),
        ("demis.differ", "{player} cannot own {told}: the log has told {before}."),
        ("demis.twice", "{demi} would be owned by more players than can own it."),
        ("power.stray-field", "{power} has no use for `{name}`."),
        ("move.one-goal", "{player} must move {demi} either to a location (`to`) or onto a Quest slot (`quest`)."),
        ("city.unknown", "There is no City card {card!r} in the pack {pack}."),
        ("place.unknown", "There is no Quest {quest!r} in the pack {pack}."),
    ),
    (None, ASSUMED): (
        ("rulings.unknown", "There is no ruling {name!r}."),
        ("rulings.value", "The ruling {name} cannot be {value!r}."),
    ),
    ("VF-S1", PRINTED): (
        ("setup.player-count", "{count} players cannot play this."),
        ("setup.role-needs-players", "The role {role} is for {least} or more players, there are {count}."),
        ("setup.one-celestial", "With Celestials exactly one player has a role; here {count} have one."),
        ("setup.role-without-celestials", "{player} has the role {role}, but the game is played without Celestials."),
        ("setup.unknown-role", "There is no Celestial role {role!r}."),
        ("setup.players-alike", "Two players have the same id: {players}."),
        ("header.expansion", "There is no expansion {name!r}."),
        ("header.expansion-twice", "An expansion is named twice."),
        ("header.detail", "`detail` is {value!r}; it can be `full` or `score`."),
    ),
    ("VF-P1", PRINTED): (
        ("header.powers", "There is no table of God Powers {value!r}."),
        ("power.unknown", "There is no God Power {power!r}."),
        ("power.cost", "{player} paid {given} Fate cards for {power}, which costs {cost}."),
    ),
    ("VF-S2", PRINTED): (
        ("setup.quest-count", "{given} Quests are laid out; with so many players it is {count}."),
        ("setup.no-altar", "The first City card must be an Altar, and {card} is none."),
        ("setup.hands", "Hands are given for {given}, which is not everybody."),
        ("setup.hand-size", "{player} begins with {given} Fate cards instead of 5."),
        ("setup.display", "With Hadria two Favors are on display from the start."),
        ("setup.display-without-hadria", "Favors are on display, but the game is played without Hadria."),
        ("setup.servants", "The three Servants of the pack must stand in three different regions."),
        ("setup.servants-without-expansion", "Servants are placed, but the game is played without them."),
    ),
    ("VF-R1", ASSUMED): (
        ("setup.order", "`order` must name each of the nine Demis once."),
    ),
    ("VF-A1", PRINTED): (
        ("age.incomplete", "The Age card's record lacks `{name}`."),
        ("age.wrong-age", "Age {due} comes next, not Age {age}."),
        ("age.wrong-card", "{card!r} is no card of Age {age}."),
    ),
    ("VF-A1", PUBLIC): (
        ("age.card-needs-three", "{card} is marked 3+ and is not used with fewer than three players."),
        ("score.age-player", "In a scorekeeper's log nobody reads the Age card."),
    ),
    ("VF-B5", PRINTED): (
        ("place.region", "{quest} cannot lie in {region!r}: a region holds at most one Quest."),
    ),
    ("VF-B5", ASSUMED): (
        ("place.again", "The Quest {quest} was laid out before in this game."),
        ("city.again", "The City card {card} was laid out before in this game."),
    ),
    ("VF-F2", ASSUMED): (
        ("draw.count", "{player} draws {given} Fate cards; {able} can be drawn."),
        ("draw.above-limit", "{player} discards {given} cards above the hand limit; it should be {over}."),
    ),
    ("VF-F3", PUBLIC): (("reveal.drawn", "{given} cards are drawn for the +2s of this vote; it should be {due}."),),
    ("VF-F4", ASSUMED): (
        ("reveal.hidden", "A card shown in a reveal cannot be unknown."),
        ("reveal.count", "{given} cards are shown; the pile holds {total}."),
        ("reveal.lacks", "{shown} cards {kind} are shown; {known} are known to be in the pile."),
    ),
    ("VF-F5", ASSUMED): (
        ("cards.too-many", "{count} cards {kind} would be outside the deck; the pack has {limit}."),
    ),
    ("VF-F6", PRINTED): (
        ("cards.not-held", "{player} does not hold a card {card}."),
        ("cards.too-few", "{player} gives {count} hidden cards and holds {held} cards."),
    ),
    ("VF-T1", PUBLIC): (("turn.no-action-left", "{player} has used both actions of this turn."),),
    ("VF-T1", PRINTED): (("turn.rest-after-second", "{player} cannot rest after the second action."),),
    ("VF-T3", PRINTED): (("turn.no-fate-card", "{player} has no Fate card left to act with."),),
    ("VF-T4", PRINTED): (
        ("voters.rested", "{player} names {name}, who has rested and takes no further part in this Age."),
    ),
    ("VF-M2", PRINTED): (
        ("move.not-adjacent", "{demi} cannot move from {at} to {to}, which is not adjacent."),
        ("move.unknown-place", "There is no location {to!r} to move {demi} to."),
        ("move.same-place", "{demi} is at {at} already."),
    ),
    ("VF-M3", PRINTED): (
        ("move.quest-too-far", "{demi} at {at} cannot reach {quest}, which lies in {region}."),
        ("move.slot-need", "Slot {slot} of {quest} needs {need}, and {demi} does not fit."),
    ),
    ("VF-M4", PRINTED): (("move.on-quest", "{demi} is on slot {slot} of {quest} and cannot be moved from there."),),
    ("VF-M5", PRINTED): (
        ("move.card-without-slot", "{player} moves {demi} to {to}; a card or slot goes with a Quest only."),
    ),
    ("VF-M6", PRINTED): (
        ("move.no-reward", "{player} has no reward for moving {demi} from {at} to {to}."),
        ("pools.favor-not-card", "{player} takes a Favor for coming to the Pools, not a Fate card."),
        ("pools.no-favor", "There is no Favor for {player} to take for {demi}."),
        ("pools.drew-missing", "The record does not say which Fate card {player} drew (`drew`, null for none)."),
        ("pools.refill-missing", "The record does not say what replaces the Favor taken; the deck holds {size}."),
        ("pools.must-draw", "{player} must draw a Fate card for coming to the Pools."),
        ("pools.favor-missing", "{player} must take one of the Favors on display."),
        ("pools.favor-not-shown", "{player} cannot take {favor!r}, which is not on display."),
        ("pools.refill", "The Favor taken is replaced by {refill!r}, and the Favor deck holds {size}."),
    ),
    ("VF-M7", PRINTED): (("move.no-swap", "{player} swaps no card for moving {demi} from {at} to {to}."),),
    ("VF-A5", PRINTED): (("city.no-space", "This record brings nobody onto a City space."),),
    ("VF-A5", ASSUMED): (
        ("city.not-asked", "Space {number} of {city} does not ask for `{name}`."),
        ("city.asked", "Space {number} of {city} asks for `{name}`."),
    ),
    ("VF-Q1", PRINTED): (
        ("voters.count", "{player} names {given} extra voters; it must be {count}."),
        ("voters.not-another", "{player} cannot name {name!r} as an extra voter."),
        ("voters.twice", "{player} names an extra voter twice."),
        ("quest.not-complete", "{quest!r} is not the Quest under completion, which is {pending}."),
        ("vote.from-deck", "{player} has no Fate card: the vote comes from the deck (`from`)."),
        ("vote.not-from-deck", "{player} has Fate cards, so the vote cannot come from the deck."),
        ("vote.source", "A vote comes from the hand or from the deck, not from {source!r}."),
        ("vote.deck-card", "{player} votes {card!r} from the deck, which can give {able} cards."),
    ),
    ("VF-Q3", PRINTED): (
        ("reveal.vote-coin", "The vote is equal ({feathers} to {scorpions}): a coin decides, and none is given."),
        ("reveal.no-vote-coin", "The vote is {feathers} to {scorpions}: no coin is tossed for it."),
    ),
    ("VF-P2", PRINTED): (
        ("portal.unknown-place", "There is no location {to!r} for a Portal."),
        ("portal.card-without-slot", "{player} portals {demi} to {to}; a card or slot goes with a Quest only."),
    ),
    ("VF-P2", ASSUMED): (
        ("portal.same-place", "{demi} is at {to} already."),
        ("portal.no-card", "By this game's ruling {player} puts no card into {quest} for a Portal."),
    ),
    ("VF-P3", PRINTED): (
        ("transfiguration.two", "{player} must name two Demis to change slots."),
        ("transfiguration.same-quest", "{a} ({at_a}) and {b} ({at_b}) are not two Demis on one Quest."),
    ),
    ("VF-P5", PRINTED): (
        ("omniscience.added", "The deck can add {able} cards to {quest}, and the record of {player} says otherwise."),
        ("omniscience.no-look", "Under the base God Powers {player} does not look into the pile."),
        ("omniscience.saw", "{saw} does not fit a pile of {total} cards with {known}."),
    ),
    ("VF-P6", PRINTED): (
        ("influence.not-just-voted", "{player} has not just put a card into {quest!r}, so Influence cannot follow."),
    ),
    ("VF-P7", PRINTED): (
        ("command.no-servants", "{player} cannot use Command in a game without Servants."),
        ("command.unknown", "There is no Servant {servant!r}."),
        ("command.not-next", "{servant} in {at} cannot be moved to {to!r}."),
    ),
    ("VF-H1", PRINTED): (
        ("favor.unknown", "There is no Favor {favor!r}."),
        ("favor.too-many", "{favor} would be the {count}. Favor of its power; {limit} are in play."),
    ),
    ("VF-H4", PRINTED): (
        ("favor.no-hadria", "{player} cannot play a Favor in a game without Hadria."),
        ("favor.second", "{player} has played a Favor in this turn."),
        ("favor.not-held", "{player} does not hold the Favor {favor}."),
    ),
    ("VF-G", PUBLIC): (
        ("age.pick", "{card} wants three different {wanted}."),
        ("age.place", "{demi} cannot be put on slot {slot} of the Quest of Judgement."),
        ("age.vote-by-region", "{card} is not voted on by region."),
        ("age.vote-face-up", "{card} is voted on face up: {player} cannot vote an unknown card."),
        ("census.by-region", "The Census is voted on by region (`regions`), and {player} gives `cards`."),
        ("census.region", "There is no region {region!r} in the Census."),
        ("census.reveal", "The Census is revealed by region (`regions`) and tosses no coin."),
        ("age.target", "{card} asks for the first player's `target`."),
        ("age.no-target", "{card} does not ask for a `target` here."),
        ("age.no-revealed", "{card} shows no Demi card here (`revealed`)."),
        ("demis.shown-unused", "{player} cannot own {demi}, whose card was shown to be unused."),
        ("age.revealed", "{given} are shown; it should be {due} unused Demis."),
    ),
    ("VF-E1", PRINTED): (
        ("teams.impossible", "{count} players share {teams} Demis two by two; the Demis given cannot be dealt so."),
    ),
    ("VF-E2", PRINTED): (
        ("end.winners", "The log names {given} as winners; it is {winners}."),
        ("end.unused", "{given} are said to be unused, which is not what nobody holds."),
        ("end.guess-not-eredan", "Only Eredan guesses."),
        ("end.guess", "Eredan guesses a Demi for every other player."),
        ("end.result-when-played", "A game that was played to its end needs no judge's result."),
        ("end.stopped-fields", "A game that ended by {reason} has no `winners`, `unused` or `guess`."),
        ("end.result-by", "A result names who gave it (`by`)."),
        ("end.abandoned-result", "An abandoned game has no result."),
    ),
    ("VF-C2", PRINTED): (
        ("arbiter.not-arbiter", "{player} is not the Arbiter and has no second turn in a row."),
        ("arbiter.again-used", "{player} has taken two turns in a row before."),
        ("celestial.not-celestial", "{player} is not the Celestial of this game."),
        ("celestial.unknown-act", "The {role} {player} cannot {act!r}."),
        ("celestial.stray-field", "`{act}` has no use for `{name}`."),
    ),
    ("VF-C2", ASSUMED): (
        ("arbiter.again-resting", "{player} rests by this end of turn and so has no second turn."),
        ("arbiter.again-at-age-end", "The Age ends here, so {player} has no second turn."),
    ),
    ("VF-C3", PUBLIC): (
        ("tormentor.own-turn", "{player} can swap its Demi card in its own turn only."),
        ("tormentor.swap-used", "{player} has swapped its Demi card before."),
        ("tormentor.drew", "The swap of {player} does not say which Demi card was drawn."),
        ("tormentor.drew-taken", "{player} cannot have drawn {drew}, which is not an unused card."),
        ("eredan.one-action", "{player} has used its one action of this turn."),
        ("eredan.no-move", "{player} acts by God Powers only."),
    ),
    ("VF-C3", ASSUMED): (
        ("move.source", "{player} has no cards of its own to vote with from {source!r}."),
        ("mother.card-out", "{player} has no Mother's Fate card {card} in hand to vote with."),
        ("mother.shown", "{given} are shown as Mother's Fate cards of {quest}; {total} lie there, known: {known}."),
    ),
    ("VF-C4", PUBLIC): (
        ("steward.placed", "{player} has placed a Steward Quest before."),
        ("place.of-a-role", "The Quest {quest} is the {role}'s own and nobody else lays it out."),
        ("sorcerer.no-powers", "{player} has no God Powers."),
        ("sorcerer.elsewhere", "{player} cannot reach {demi} in {at}: its own figure is in {place}."),
        ("sorcerer.no-demi", "The Sorcerer's figure is no Demi; only {player} moves it, and only a smite reaches it."),
        ("sorcerer.spell", "{player} knows no spell {spell!r}."),
        ("sorcerer.spell-cost", "{player} paid {given} Fate cards for {spell}, which costs {cost}."),
        ("prophet.not-named", "{player} must name {prophet} as an extra voter."),
        ("prophet.slot", "Slot {slot} of {quest} ({need}) is ignored, for its Demi has died."),
    ),
    ("VF-C4", ASSUMED): (
        ("steward.own-turn", "{player} can place a Steward Quest in its own turn only."),
        ("steward.quest", "{quest!r} is no Steward Quest that {player} can place."),
        ("sorcerer.spell-fields", "The record does not name exactly what {spell} asks for."),
        ("sorcerer.spell-goal", "{figure} at {at} cannot be brought to {to!r}."),
        ("prophet.force", "{player} can ask to be named only while another, who can name it, is to name extra voters, "
         "and once for each Quest."),
    ),
    ("VF-R2", PRINTED): (
        ("score.only", "A scorekeeper's log has no `{name}` records."),
        ("score.no-hadria", "`{name}` is scored, but the game is played without Hadria."),
        ("score.smite-twice", "A Demi is smited twice at once: {demis}."),
        ("score.corruption-below-0", "Corruption is never taken away, and {amount} is given."),
    ),
    ("VF-J1", ASSUMED): (
        ("ruling.key", "A judge cannot set `{key}`."),
        ("ruling.inconsistent", "The ruling does not fit together: {why}."),
    ),
}  # fmt: skip

#: Values that name players, where they are not `player` alone; `expected`: so does what was legal instead.
_PEOPLE: dict[str, tuple[str, ...]] = {
    "order.phase": ("by",),
    "order.not-your-turn": ("player", "by"),
    "player.unknown": ("by", "expected"),
    "demis.players": ("given", "expected"),
    "setup.hands": ("given", "expected"),
    "voters.rested": ("player", "name", "expected"),
    "voters.not-another": ("player", "name", "expected"),
    "prophet.not-named": ("player", "prophet", "expected"),
    "end.winners": ("given", "winners", "expected"),
    "ruling.inconsistent": ("why",),
}

_UNSUPPORTED = (
    Code("content.bad-pack", "The content pack {pack!r} cannot be used: {why}.", title="a pack that cannot be used"),
    Code("content.no-servants", "The pack {pack} does not name the three Servants.", title="a pack without Servants"),
    Code("content.no-role", "The pack {pack} lacks {what} for the role {role}.", title="a pack without a role's data"),
    Code("content.role-not-scored", "A scorekeeper's log does not tell what the role {role} wins by.", title="a role not scored"),
)


def _codes() -> Iterator[Code]:
    for (rule, basis), entries in _CODES.items():
        for code, template in entries:
            title, people = code.replace(".", ": ").replace("-", " "), _PEOPLE.get(code, ("player",))
            yield Code(code, template, rule, basis, title=title, people=people)


CODES = table([*_codes(), *_UNSUPPORTED])

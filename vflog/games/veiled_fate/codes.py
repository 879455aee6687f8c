"""What a record of Veiled Fate may do wrong, as data: code, whose rule it is, a title, one sentence.

`PRINTED`, `PUBLIC` and `ASSUMED` are the mark of the sentence that is broken, of several the first. What no source
and no mark speaks of, such as how a record of play is written, is assumed by the rule that asks for the record.
"""

from __future__ import annotations

from collections.abc import Iterator

from vflog.log.problems import Basis, Code, table

PRINTED: Basis = "printed"
PUBLIC: Basis = "public"
ASSUMED: Basis = "assumed"

#: rule, basis -> (code, title, sentence)…
_CODES: dict[tuple[str, Basis], tuple[tuple[str, str, str], ...]] = {
    ("VF-S1", PRINTED): (
        ("setup.player-count", "Too few or too many players", "So many players, {count}, cannot play this."),
        ("setup.role-needs-players", "Too few players for this role",
         "The role {role} is for {least} or more players, there are {count}."),
        ("setup.quest-count", "A wrong number of Quests at set-up",
         "{given} Quests are laid out; with so many players it is {count}."),
    ),
    ("VF-S2", PRINTED): (
        ("setup.no-altar", "A first City card that is no Altar",
         "The first City card must be an Altar, and {card} is none."),
        ("setup.hands", "Hands that are not dealt to everybody",
         "Hands are given for {given}, which is not everybody."),
        ("setup.hand-size", "A first hand that is not five cards",
         "{player} begins with {given} Fate card{given:s} instead of 5."),
        ("setup.display", "A display without its two Favors", "With Hadria two Favors are on display from the start."),
        ("demis.players", "Demis that are not told for everybody",
         "Demis are given for {given}, which is not everybody who owns one."),
        ("demis.number", "Too few or too many Demis for one player",
         "{player} owns {count} Demi, and the record gives another number."),
        ("demis.twice", "A Demi that too many would own", "{demi} would be owned by more players than can own it."),
        ("city.unknown", "A City card that the pack does not have",
         "There is no City card {card!r} in the pack {pack}."),
        ("place.unknown", "A Quest that the pack does not have", "There is no Quest {quest!r} in the pack {pack}."),
    ),
    ("VF-S2", ASSUMED): (
        ("setup.display-without-hadria", "Favors in a game without Hadria",
         "Favors are on display, but the game is played without Hadria."),
        ("setup.servants", "Servants that are not where they can begin",
         "The three Servants of the pack must stand in three different regions."),
        ("setup.servants-without-expansion", "Servants in a game without them",
         "Servants are placed, but the game is played without them."),
    ),
    ("VF-B5", PRINTED): (
        ("place.region", "A Quest where none can lie",
         "{quest} cannot lie in {region!r}: Quests lie in regions, at most one in each."),
    ),
    ("VF-B5", ASSUMED): (
        ("place.again", "A Quest laid out a second time", "The Quest {quest} was laid out before in this game."),
        ("city.again", "A City card laid out a second time", "The City card {card} was laid out before in this game."),
    ),
    ("VF-R1", ASSUMED): (
        ("setup.order", "An order of the markers that is not of all Demis",
         "`order` must name each of the nine Demis once."),
    ),
    ("VF-F2", ASSUMED): (
        ("draw.count", "Too few or too many cards drawn",
         "{player} draws {given} Fate card{given:s}; {able} can be drawn."),
        ("draw.above-limit", "Too few or too many cards discarded above the limit",
         "{player} discards {given} card{given:s} above the hand limit; it should be {over}."),
    ),
    ("VF-F3", PUBLIC): (
        ("reveal.drawn", "Too few or too many cards drawn for a +2",
         "{given} cards are drawn for the +2s of this vote; it should be {due}."),
    ),
    ("VF-F4", ASSUMED): (
        ("reveal.hidden", "An unknown card in a reveal", "A card shown in a reveal cannot be unknown."),
        ("reveal.count", "Too few or too many cards shown", "{given} cards are shown; the pile holds {total}."),
        ("reveal.lacks", "A known card that is not shown",
         "{kind} is shown {shown} time{shown:s}; the pile is known to hold it {known} time{known:s}."),
    ),
    ("VF-F5", ASSUMED): (
        ("cards.too-many", "More cards of a kind than there are",
         "{count} cards {kind} would be outside the deck; the pack has {limit}."),
    ),
    ("VF-F6", PRINTED): (
        ("cards.not-held", "A card that the player does not hold", "{player} does not hold a card {card}."),
        ("cards.too-few", "More cards than the player holds",
         "{player} gives {count} hidden card{count:s} and holds {held} card{held:s}."),
    ),
    ("VF-A1", PRINTED): (
        ("age.incomplete", "An Age card without its reader or its name", "The Age card's record lacks `{name}`."),
        ("age.wrong-age", "An Age out of order", "Age {due} comes next, not Age {age}."),
    ),
    ("VF-A1", PUBLIC): (
        ("age.wrong-card", "A card of another Age", "{card!r} is no card of Age {age}."),
        ("age.card-needs-three", "An Age card for three or more players",
         "{card} is marked 3+ and is not used with fewer than three players."),
    ),
    ("VF-A5", PRINTED): (
        ("city.no-space", "A City space that nobody has come to", "This record brings nobody onto a City space."),
    ),
    ("VF-A5", ASSUMED): (
        ("city.not-asked", "More than the City space asks for",
         "Space {number} of {city} does not ask for `{name}`."),
        ("city.asked", "Less than the City space asks for", "Space {number} of {city} asks for `{name}`."),
    ),
    ("VF-T1", PUBLIC): (
        ("turn.no-action-left", "A third action", "{player} has used both actions of this turn."),
    ),
    ("VF-T1", PRINTED): (
        ("order.phase", "A record at the wrong moment", "What must come next is {due}{by}."),
        ("order.not-your-turn", "A player whose turn it is not",
         "It is not for {player} to act: what must come next is {due}{by}."),
        ("player.unknown", "A player that the game does not have",
         "{player!r} is no player of this game; what must come next is {due}{by}."),
        ("turn.rest-after-second", "A rest after the second action",
         "{player} cannot rest after the second action."),
    ),
    ("VF-T3", PRINTED): (
        ("turn.no-fate-card", "An action without a Fate card in hand",
         "{player} has no Fate card left to act with."),
    ),
    ("VF-T4", PRINTED): (
        ("voters.rested", "An extra voter who has rested",
         "{player} names {name}, who has rested and takes no further part in this Age."),
    ),
    ("VF-M1", PRINTED): (
        ("demi.unknown", "A Demi that is not in play", "There is no Demi {demi!r} in play."),
    ),
    ("VF-M1", ASSUMED): (
        ("move.one-goal", "A move with no goal, or with two",
         "{player} must move {demi} either to a location (`to`) or onto a Quest slot (`quest`)."),
        ("move.card-without-slot", "A card or slot in a move to a location",
         "{player} moves {demi} to {to}; a card or slot goes with a Quest only."),
    ),
    ("VF-M2", PRINTED): (
        ("move.not-adjacent", "A move to a location that is not adjacent",
         "{demi} cannot move from {at} to {to}, which is not adjacent."),
        ("move.unknown-place", "A move to a location that does not exist",
         "There is no location {to!r} to move {demi} to."),
        ("move.same-place", "A move to where the Demi is", "{demi} is at {at} already."),
    ),
    ("VF-M3", PRINTED): (
        ("quest.not-on-board", "A Quest that is nowhere on the board", "The Quest {quest!r} is not on the board."),
        ("quest.slot-missing", "A Quest without a slot named", "The record names no slot of {quest}."),
        ("quest.no-such-slot", "A slot that the Quest does not have",
         "{quest} has {count} slot{count:s}; there is no slot {slot}."),
        ("quest.slot-taken", "A slot where a Demi is already", "Slot {slot} of {quest} is taken by {demi}."),
        ("move.quest-too-far", "A Quest out of reach",
         "{demi} at {at} cannot reach {quest}, which lies in {region}."),
        ("move.slot-need", "A slot that the Demi does not fit",
         "Slot {slot} of {quest} needs {need}, and {demi} does not fit."),
    ),
    ("VF-M4", PRINTED): (
        ("move.on-quest", "A Demi moved away from a Quest",
         "{demi} is on slot {slot} of {quest} and cannot be moved from there."),
    ),
    ("VF-M5", PRINTED): (
        ("vote.card-missing", "No card put into the pile",
         "{player} must put a Fate card into the pile of {quest}, and the record names none."),
    ),
    ("VF-M6", PRINTED): (
        ("move.no-reward", "A reward for a move that has none",
         "{player} has no reward for moving {demi} from {at} to {to}."),
        ("pools.favor-not-card", "A Fate card where a Favor is due",
         "{player} takes a Favor for coming to the Pools, not a Fate card."),
        ("pools.no-favor", "A Favor where there is none to take",
         "There is no Favor for {player} to take for {demi}."),
        ("pools.refill-missing", "Not said what replaces a Favor",
         "The record does not say what replaces the Favor taken; the deck holds {size}."),
        ("pools.favor-missing", "Not said which Favor was taken", "{player} must take one of the Favors on display."),
        ("pools.favor-not-shown", "A Favor that is not on display",
         "{player} cannot take {favor!r}, which is not on display."),
        ("pools.refill", "A replacement that the Favor deck cannot give, or none where it can",
         "The Favor taken is replaced by {refill!r}, and the Favor deck holds {size}."),
    ),
    ("VF-M6", ASSUMED): (
        ("pools.drew-missing", "Not said whether a Fate card was drawn",
         "The record does not say which Fate card {player} drew (`drew`, null for none)."),
        ("pools.must-draw", "A Fate card not drawn where it must be",
         "{player} must draw a Fate card for coming to the Pools."),
    ),
    ("VF-M7", PRINTED): (
        ("move.no-swap", "A card swapped on a move that allows none",
         "{player} swaps no card for moving {demi} from {at} to {to}."),
    ),
    ("VF-Q1", PRINTED): (
        ("voters.count", "Too few or too many extra voters",
         "{player} names {given} extra voter{given:s}; it must be {count}."),
        ("voters.not-another", "An extra voter who is no other player",
         "{player} cannot name {name!r} as an extra voter."),
        ("voters.twice", "An extra voter named twice", "{player} names an extra voter twice."),
        ("quest.not-complete", "Another Quest than the complete one",
         "{quest!r} is not the Quest under completion, which is {pending}."),
        ("vote.from-deck", "A vote from an empty hand",
         "{player} has no Fate card: the vote comes from the deck (`from`)."),
        ("vote.not-from-deck", "A vote from the deck by one who has cards",
         "{player} has Fate cards, so the vote cannot come from the deck."),
        ("vote.deck-card", "A vote that the deck cannot give, or none where it can",
         "{player} votes {card!r} from the deck, which can give {able} card{able:s}."),
    ),
    ("VF-Q1", ASSUMED): (
        ("vote.source", "A vote from neither hand nor deck",
         "A vote comes from the hand or from the deck, not from {source!r}."),
    ),
    ("VF-Q3", PRINTED): (
        ("reveal.vote-coin", "No coin for an equal vote",
         "The vote is equal ({feathers} to {scorpions}): a coin decides, and none is given."),
        ("reveal.no-vote-coin", "A coin for a vote that is decided",
         "The vote is {feathers} to {scorpions}: no coin is tossed for it."),
    ),
    ("VF-Q4", PUBLIC): (
        ("coins.differ", "Coins for others than those they are tossed for",
         "Coins are given for {given}, but are tossed for {due}."),
    ),
    ("VF-P1", PRINTED): (
        ("power.unknown", "A God Power that does not exist", "There is no God Power {power!r}."),
        ("power.cost", "A God Power not paid with its cost",
         "{player} paid {given} Fate card{given:s} for {power}, which costs {cost}."),
    ),
    ("VF-P2", PRINTED): (
        ("portal.unknown-place", "A Portal to a location that does not exist",
         "There is no location {to!r} for a Portal."),
    ),
    ("VF-P2", ASSUMED): (
        ("portal.card-without-slot", "A card or slot in a Portal to a location",
         "{player} portals {demi} to {to}; a card or slot goes with a Quest only."),
        ("portal.same-place", "A Portal to where the Demi is", "{demi} is at {to} already."),
        ("portal.no-card", "A card put into the pile by a Portal that does not vote",
         "By this game's ruling {player} puts no card into {quest} for a Portal."),
    ),
    ("VF-P3", PRINTED): (
        ("transfiguration.two", "A Transfiguration that is not of two Demis",
         "{player} must name two Demis to change slots."),
        ("transfiguration.same-quest", "A Transfiguration of Demis not on one Quest",
         "{a} ({at_a}) and {b} ({at_b}) are not two Demis on one Quest."),
    ),
    ("VF-P4", PRINTED): (
        ("demi.missing", "A record without the Demi that it is about", "The record names no Demi."),
    ),
    ("VF-P4", ASSUMED): (
        ("power.stray-field", "A field that is another power's", "{power} has no use for `{name}`."),
    ),
    ("VF-P5", PRINTED): (
        ("quest.missing", "A record without the Quest that it is about", "The record names no Quest."),
        ("omniscience.added", "A card that Omniscience cannot add, or none where it can",
         "The deck can add {able} card{able:s} to {quest}, and the record of {player} says otherwise."),
        ("omniscience.no-look", "A look into the pile that the base Omniscience does not give",
         "Under the base God Powers {player} does not look into the pile."),
    ),
    ("VF-P5", ASSUMED): (
        ("omniscience.saw", "A look that does not fit the pile",
         "{saw} does not fit a pile of {total} card{total:s} with {known}."),
    ),
    ("VF-P6", PRINTED): (
        ("influence.not-just-voted", "An Influence without a card just put there",
         "{player} has not just put a card into {quest!r}, so Influence cannot follow."),
    ),
    ("VF-P7", PRINTED): (
        ("command.no-servants", "A Command in a game without Servants",
         "{player} cannot use Command in a game without Servants."),
        ("command.unknown", "A Servant that does not exist", "There is no Servant {servant!r}."),
        ("command.not-next", "A Servant sent past the next free region",
         "{servant} in {at} cannot be moved to {to!r}."),
    ),
    ("VF-H1", PRINTED): (
        ("favor.unknown", "A Favor that does not exist", "There is no Favor {favor!r}."),
        ("favor.too-many", "More Favors than are in play",
         "{favor} would be the {count}. Favor of its power; {limit} are in play."),
    ),
    ("VF-H4", PRINTED): (
        ("favor.no-hadria", "A Favor played in a game without Hadria",
         "{player} cannot play a Favor in a game without Hadria."),
        ("favor.second", "A second Favor in one turn", "{player} has played a Favor in this turn."),
        ("favor.not-held", "A Favor that the player does not hold",
         "{player} does not hold the Favor {favor}."),
    ),
    ("VF-G", PUBLIC): (
        ("age.pick", "An Age card's choice that is not of three", "{card} wants three different {wanted}."),
        ("age.place", "A Demi that cannot go onto the Quest of Judgement",
         "{demi} cannot be put on slot {slot} of the Quest of Judgement."),
        ("age.vote-by-region", "A vote by region on another card than the Census",
         "{card} is not voted on by region."),
        ("age.vote-face-up", "A hidden card in a vote that is face up",
         "{card} is voted on face up: {player} cannot vote an unknown card."),
        ("census.by-region", "A vote on the Census that is not by region",
         "The Census is voted on by region (`regions`), and {player} gives `cards`."),
        ("census.region", "A region that the Census does not count", "There is no region {region!r} in the Census."),
        ("census.reveal", "A reveal of the Census that is not by region",
         "The Census is revealed by region (`regions`) and tosses no coin."),
        ("age.target", "No target where the Age card asks for one",
         "{card} asks for the first player's `target`."),
        ("age.no-target", "A target where the Age card asks for none", "{card} does not ask for a `target` here."),
        ("age.no-revealed", "A Demi card shown where the Age card shows none",
         "{card} shows no Demi card here (`revealed`)."),
        ("demis.shown-unused", "A Demi whose card was shown to be unused",
         "{player} cannot own {demi}, whose card was shown to be unused."),
        ("age.revealed", "Other Demi cards shown than the Age card shows",
         "{given} are shown; it should be {due} unused Demi{due:s}."),
    ),
    ("VF-E1", PUBLIC): (
        ("teams.impossible", "Demis that cannot be dealt to teams",
         "{count} players share {teams} Demis two by two; the Demis given cannot be dealt so."),
    ),
    ("VF-E2", PRINTED): (
        ("demis.hidden-at-end", "A Demi that is still hidden at the end",
         "At the end the Demi of {player} must be shown."),
        ("demis.differ", "Another Demi than the log has told",
         "{player} cannot own {told}: the log has told {before}."),
        ("end.winners", "Other winners than the game has",
         "The log names {given} as winners; it is {winners}."),
    ),
    ("VF-E2", ASSUMED): (
        ("end.unused", "Unused Demis that are not those nobody holds",
         "{given} are said to be unused, which is not what nobody holds."),
        ("end.guess-not-eredan", "A guess in a game without Eredan", "Only Eredan guesses."),
    ),
    ("VF-C2", PRINTED): (
        ("arbiter.not-arbiter", "A second turn for one who is not the Arbiter",
         "{player} is not the Arbiter and has no second turn in a row."),
        ("arbiter.again-used", "The Arbiter's second turn, a second time",
         "{player} has taken two turns in a row before."),
    ),
    ("VF-C2", ASSUMED): (
        ("arbiter.again-resting", "A second turn for an Arbiter who rests",
         "{player} rests by this end of turn and so has no second turn."),
        ("arbiter.again-at-age-end", "A second turn where the Age ends",
         "The Age ends here, so {player} has no second turn."),
        ("celestial.stray-field", "A field that another act of a Celestial has", "`{act}` has no use for `{name}`."),
    ),
    ("VF-C3", PUBLIC): (
        ("tormentor.own-turn", "A Tormentor's swap outside of its turn",
         "{player} can swap its Demi card in its own turn only."),
        ("tormentor.swap-used", "A Tormentor's second swap", "{player} has swapped its Demi card before."),
        ("tormentor.drew", "A Tormentor's swap without the card drawn",
         "The swap of {player} does not say which Demi card was drawn."),
        ("tormentor.drew-taken", "A Demi card that the Tormentor cannot draw",
         "{player} cannot have drawn {drew}, which is not an unused card."),
        ("demis.given-back", "A Demi whose card the Tormentor gave back",
         "{player} cannot own {demi}, whose card {celestial} gave back."),
        ("eredan.one-action", "A second action of Eredan", "{player} has used its one action of this turn."),
        ("eredan.no-move", "A Demi moved by Eredan", "{player} acts by God Powers only."),
        ("end.guess", "Eredan's guess missing, or not for everybody",
         "Eredan guesses a Demi for every other player."),
        ("mother.card-out", "A card of Mother to All that is not in her hand",
         "{player} has no Mother's Fate card {card} in hand to vote with."),
    ),
    ("VF-C3", ASSUMED): (
        ("move.source", "A vote with own cards by one who has none",
         "{player} has no cards of its own to vote with from {source!r}."),
        ("mother.shown", "Other cards of Mother to All shown than lie there",
         "{given} are shown as Mother's Fate cards of {quest}; {total} lie there, known: {known}."),
    ),
    ("VF-C4", PUBLIC): (
        ("celestial.not-celestial", "A Celestial's act by somebody else",
         "{player} is not the Celestial of this game."),
        ("celestial.unknown-act", "An act that is not this Celestial's", "The {role} {player} cannot {act!r}."),
        ("steward.placed", "The Steward's second Quest", "{player} has placed a Steward Quest before."),
        ("steward.quest", "A Quest that is not one of the Steward's",
         "{quest!r} is no Steward Quest that {player} can place."),
        ("place.of-a-role", "A Celestial's own Quest, laid out by others",
         "The Quest {quest} is the {role}'s own and nobody else lays it out."),
        ("sorcerer.no-powers", "A God Power used by the Sorcerer", "{player} has no God Powers."),
        ("sorcerer.elsewhere", "A Demi that is not where the Sorcerer's figure is",
         "{player} cannot reach {demi} in {at}: its own figure is in {place}."),
        ("sorcerer.no-demi", "The Sorcerer's figure treated as a Demi",
         "The Sorcerer's figure is no Demi; only {player} moves it, and only a smite reaches it."),
        ("sorcerer.spell", "A spell that does not exist", "{player} knows no spell {spell!r}."),
        ("sorcerer.spell-cost", "A spell not paid with its cost",
         "{player} paid {given} Fate card{given:s} for {spell}, which costs {cost}."),
        ("prophet.not-named", "The Prophet not named, though it asked to be",
         "{player} must name {prophet} as an extra voter."),
        ("prophet.slot", "A slot for a Demi that has died",
         "Slot {slot} of {quest} ({need}) is ignored, for its Demi has died."),
    ),
    ("VF-C4", ASSUMED): (
        ("steward.own-turn", "A Steward's Quest placed outside of its turn",
         "{player} can place a Steward Quest in its own turn only."),
        ("sorcerer.spell-fields", "A spell's record with too little or too much",
         "The record does not name exactly what {spell} asks for."),
        ("sorcerer.spell-goal", "A location to which the spell cannot bring",
         "{figure} at {at} cannot be brought to {to!r}."),
        ("prophet.force", "The Prophet asking to be named when it cannot be",
         "{player} can ask to be named only while another, who can name it, is to name extra voters, "
         "and once for each Quest."),
    ),
}  # fmt: skip

#: Heading in `docs/format.md` -> what is asked there and is no rule of the game: (code, title, sentence)…
_ASKED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "`game`": (
        ("setup.players-alike", "Two players with one id", "Two players have the same id: {players}."),
    ),
    "Records of veiled-fate": (
        ("setup.one-celestial", "No Celestial, or more than one",
         "With Celestials exactly one player has a role; here {count} have one."),
        ("setup.role-without-celestials", "A role in a game without Celestials",
         "{player} has the role {role}, but the game is played without Celestials."),
        ("setup.unknown-role", "A Celestial role that does not exist", "There is no Celestial role {role!r}."),
        ("header.expansion", "An expansion that does not exist", "There is no expansion {name!r}."),
        ("header.expansion-twice", "The same expansion twice", "An expansion is named twice."),
        ("header.detail", "A detail that is neither full nor score",
         "`detail` is {value!r}; it can be `full` or `score`."),
        ("header.powers", "A table of God Powers that does not exist", "There is no table of God Powers {value!r}."),
    ),
    "Scorekeeper logs": (
        ("score.only", "A record that no scorekeeper writes", "A scorekeeper's log has no `{name}` records."),
        ("score.full-log", "A scorekeeper's record in a log of the whole game",
         "This log tells the whole game; `{name}` records are for a scorekeeper's (`detail` is `score`)."),
        ("score.age-player", "A reader of the Age card in a scorekeeper's log",
         "In a scorekeeper's log nobody reads the Age card."),
        ("score.no-hadria", "Hadria or Corruption in a game without Hadria",
         "`{name}` is scored, but the game is played without Hadria."),
        ("score.smite-twice", "A Demi smited twice by one record", "A Demi is smited twice at once: {demis}."),
        ("score.corruption-below-0", "Corruption taken away",
         "Corruption is never taken away, and {amount} is given."),
    ),
    "`end`": (
        ("end.result-when-played", "A judge's result for a game that was played out",
         "A game that was played to its end needs no judge's result."),
        ("end.result-by", "A result that does not say whose it is", "A result names who gave it (`by`)."),
        ("end.abandoned-result", "A result for an abandoned game", "An abandoned game has no result."),
    ),
    "`end` of veiled-fate": (
        ("end.stopped-fields", "Winners, unused Demis or a guess after a game was stopped",
         "A game that ended by {reason} has no `winners`, `unused` or `guess`."),
    ),
    "The state document of veiled-fate": (
        ("ruling.inconsistent", "A ruling that does not fit together", "The ruling does not fit together: {why}."),
    ),
}  # fmt: skip

_QUEST_SLOT = (("VF-P2", PRINTED), ("VF-C4", ASSUMED))
_FIGURE = (("VF-C4", ASSUMED),)
#: The acts of roles that do not stand in VF-C4.
_ACTS = (("VF-C2", PRINTED), ("VF-C3", PUBLIC))
#: Rules of what must come next, and of what comes from nobody in particular.
_DUE = (("VF-A1", PRINTED), ("VF-A2", PRINTED), ("VF-Q1", PRINTED), ("VF-G", PUBLIC), ("VF-G", PRINTED))
_DUE_TOO = (("VF-S2", PRINTED), ("VF-Q3", PRINTED), ("VF-E2", PRINTED))
_POWERS = ("VF-P2", "VF-P3", "VF-P5", "VF-P6", "VF-P7")
#: Of a code that serves several rules the others, each with its mark; a rule stands twice where its sentences differ.
_ALSO: dict[str, tuple[tuple[str, Basis], ...]] = {
    "order.phase": (*_DUE, *_DUE_TOO),
    "order.not-your-turn": _DUE,
    "player.unknown": (*_DUE, *_DUE_TOO),
    "setup.quest-count": (("VF-S1", ASSUMED),),
    "demis.players": (("VF-E2", PRINTED),),
    "demis.number": (("VF-E2", PRINTED),),
    "demis.twice": (("VF-E2", PRINTED), ("VF-C2", PRINTED)),
    "city.unknown": (("VF-A2", PRINTED),),
    "place.unknown": (("VF-A2", PRINTED), ("VF-G", PUBLIC)),
    "place.region": (("VF-S2", PRINTED), ("VF-A2", PRINTED), ("VF-C4", PUBLIC)),
    "reveal.hidden": (("VF-C3", ASSUMED),),
    "turn.no-fate-card": (("VF-T3", ASSUMED),),
    "demi.unknown": (
        ("VF-S2", PRINTED), ("VF-P2", PRINTED), ("VF-P3", PRINTED), ("VF-P4", PRINTED), ("VF-E2", PRINTED),
        ("VF-G", PUBLIC), ("VF-C3", PUBLIC), ("VF-C4", PUBLIC), ("VF-A5", ASSUMED),
    ),
    "demi.missing": (("VF-P2", PRINTED),),
    "quest.not-on-board": (*_QUEST_SLOT, ("VF-P5", PRINTED)),
    "quest.slot-missing": _QUEST_SLOT,
    "quest.no-such-slot": _QUEST_SLOT,
    "quest.slot-taken": _QUEST_SLOT,
    "quest.not-complete": (("VF-Q3", PRINTED),),
    "move.one-goal": _FIGURE,
    "move.not-adjacent": _FIGURE,
    "move.unknown-place": _FIGURE,
    "move.same-place": _FIGURE,
    "move.on-quest": _FIGURE,
    "move.quest-too-far": _FIGURE,
    "move.no-reward": _FIGURE,
    "move.card-without-slot": _FIGURE,
    "vote.card-missing": (("VF-Q1", PRINTED), ("VF-P6", PRINTED), ("VF-P2", ASSUMED)),
    "coins.differ": (("VF-G", PUBLIC),),
    "power.cost": (("VF-C3", PUBLIC),),
    "power.stray-field": tuple((rule, ASSUMED) for rule in _POWERS),
    "celestial.not-celestial": _ACTS,
    "celestial.unknown-act": _ACTS,
    "celestial.stray-field": (("VF-C3", ASSUMED), ("VF-C4", ASSUMED)),
}  # fmt: skip
#: Codes of a rule that the format asks for in some places: the heading in `docs/format.md`.
_ASKED_TOO = {
    "order.phase": "`end`",
    "player.unknown": "Records of veiled-fate",
    "demi.unknown": "Scorekeeper logs",
    "age.wrong-age": "Scorekeeper logs",
    "demis.players": "`end` of veiled-fate",
    "end.winners": "`end` of veiled-fate",
}
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
    Code("content.bad-pack", "The content pack {pack!r} cannot be used: {why}.", title="A pack that cannot be used"),
    Code("content.no-servants", "The pack {pack} does not name the three Servants.", title="A pack without Servants"),
    Code("content.no-favors", "The pack {pack} has {has}; a game with Hadria begins with {least} on display.",
         title="A pack without enough Favors"),
    Code("content.no-role", "The pack {pack} lacks {what} for the role {role}.", title="A pack without a role's data"),
    Code("content.role-not-scored", "A scorekeeper's log does not tell what the role {role} wins by.",
         title="A role that scorekeepers' logs cannot tell of"),
)  # fmt: skip


def _codes() -> Iterator[Code]:
    for (rule, basis), entries in _CODES.items():
        for code, title, template in entries:
            also, asked, people = _ALSO.get(code, ()), _ASKED_TOO.get(code, ""), _PEOPLE.get(code, ("player",))
            yield Code(code, template, rule, basis, title=title, also=also, asked=asked, people=people)
    for heading, entries in _ASKED.items():
        for code, title, template in entries:
            yield Code(code, template, title=title, asked=heading, people=_PEOPLE.get(code, ("player",)))


CODES = table([*_codes(), *_UNSUPPORTED])

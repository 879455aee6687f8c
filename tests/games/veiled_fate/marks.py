"""Whose rule each code tells to be broken: the rules' own sentences and their marks, written from the pages of rules.

It knows nothing of the codes' own table, which is compared with it. A row is a code, a rule that it can name, the
mark of the sentence that is broken, and that sentence in a few words. Marks: `B`, `H`, `C` a rule book, `P` public
material, `A` an assumption. `-B` (or another letter): the sentence has no mark, and that source says the same. `-`:
no mark and no source, so it is ours, as is how a record of play is written. A code may name a rule by sentences with
different marks: then it has a row for each. `FORMAT`: what only the log format asks for, and no rule of a game.
"""

from __future__ import annotations

from typing import NamedTuple

FORMAT = None


class Row(NamedTuple):
    """A sentence that a code tells to be broken."""

    code: str
    rule: str | None
    mark: str
    sentence: str

    @property
    def basis(self) -> str | None:
        """Whose rule it is: of several marks the first of printed, public, assumed."""
        return None if self.rule is FORMAT else basis(self.mark)


def basis(mark: str) -> str:
    """Whose rule a sentence with these marks is."""
    return "printed" if set(mark) & set("BHC") else "public" if "P" in mark else "assumed"


_ROWS: tuple[tuple[str, str | None, str, str], ...] = (
    # What must come next, and from whom (page 1: the rule of what must come next).
    *(
        (code, rule, mark, sentence)
        for code in ("order.phase", "order.not-your-turn", "player.unknown")
        for rule, mark, sentence in (
            ("VF-S2", "B", "set-up is the first record of play, and says who is first"),
            ("VF-A1", "B", "the first player reads the Age card"),
            ("VF-T1", "PB", "up to two actions, each a move or a power; then the turn ends, or a rest"),
            ("VF-Q1", "B", "the completer names voters, each of them votes"),
            ("VF-Q3", "B", "the reveal"),
            ("VF-G", "BP", "a global vote: from after the first player on, the first player last"),
            ("VF-G", "P", "the cards: who names, who puts, who votes"),
            ("VF-A2", "B", "deal and place in turn order, then the City card by the first player"),
            ("VF-E2", "C", "the end, after the Age III card"),
        )
        if code != "order.not-your-turn" or rule not in ("VF-S2", "VF-Q3", "VF-E2")  # these ask for no player
    ),
    ("order.phase", FORMAT, "", "after `end` only notes and claims"),
    ("player.unknown", FORMAT, "", "a name in a result, or in a scorekeeper's record"),
    # 1 Board
    ("place.region", "VF-B5", "B", "at most one Quest a region"),
    ("place.again", "VF-B5", "A", "every Quest is laid out at most once a game"),
    ("city.again", "VF-B5", "A", "and every City card"),
    # 2 Renown track
    ("setup.order", "VF-R1", "A", "the markers begin in the order of `setup.order`"),
    # 3 Fate cards
    ("draw.count", "VF-F2", "-", "a record lists exactly as many drawn cards as can be drawn"),
    ("draw.above-limit", "VF-F2", "A", "under `draw_limit` discard, what goes above the limit"),
    ("reveal.drawn", "VF-F3", "P", "a +2 adds two cards of the deck"),
    ("reveal.hidden", "VF-F4", "-", "all cards of a reveal are known"),
    ("reveal.hidden", "VF-C3", "-", "also those of Mother to All"),
    ("reveal.count", "VF-F4", "-", "`cards` is the pile's own cards"),
    ("reveal.lacks", "VF-F4", "-", "and contains every known kind as often as counted"),
    ("cards.too-many", "VF-F5", "-", "known copies together at most the pack's"),
    ("cards.not-held", "VF-F6", "-B", "a Fate card of the own hand (M5, P1, Q1)"),
    ("cards.too-few", "VF-F6", "-B", "the same"),
    # 4 Set-up and Ages
    ("setup.player-count", "VF-S1", "C", "2 to 8 players, with a Celestial up to 9"),
    ("setup.role-needs-players", "VF-S1", "C", "a role may ask for 3 or more in all"),
    ("setup.quest-count", "VF-S1", "BC", "Quests by players: 2 to 3, 3 and 4 to 4, 5 to 5, more to 6"),
    ("setup.quest-count", "VF-S1", "A", "one player beside a Celestial: 3"),
    ("setup.no-altar", "VF-S2", "B", "a City card with altar"),
    ("setup.hands", "VF-S2", "-B", "a hand for every player"),
    ("setup.hand-size", "VF-S2", "-B", "of five cards"),
    ("setup.display", "VF-S2", "-H", "with Hadria a display of two favors"),
    ("setup.display-without-hadria", "VF-S2", "-", "only with Hadria"),
    ("setup.servants", "VF-S2", "-", "the pack's Servants, in different regions"),
    ("setup.servants-without-expansion", "VF-S2", "-", "only with Servants"),
    ("demis.players", "VF-S2", "-B", "every player has a Demi"),
    ("demis.number", "VF-S2", "-B", "one each, or what the role says"),
    ("demis.twice", "VF-S2", "-B", "known Demis of players differ"),
    ("demi.unknown", "VF-S2", "-B", "one of the nine Demis"),
    ("city.unknown", "VF-S2", "B", "a City card"),
    ("place.unknown", "VF-S2", "B", "Quests"),
    ("place.region", "VF-S2", "B", "each in a region"),
    ("place.region", "VF-A2", "B", "the same"),
    ("place.region", "VF-C4", "P", "the same, of a Steward Quest"),
    ("age.incomplete", "VF-A1", "B", "the first player reads the card"),
    ("age.wrong-age", "VF-A1", "B", "Age 1 first"),
    ("age.wrong-card", "VF-A1", "P", "the card belongs to that Age"),
    ("age.card-needs-three", "VF-A1", "P", "marked 3+, not used with fewer than three"),
    ("city.unknown", "VF-A2", "B", "then the City card"),
    ("place.unknown", "VF-A2", "B", "then Quests"),
    ("city.no-space", "VF-A5", "B", "who arrives in the City by a move or Portal has a space"),
    ("city.not-asked", "VF-A5", "A", "what each space asks for"),
    ("city.asked", "VF-A5", "A", "the same"),
    ("demi.unknown", "VF-A5", "A", "the target of a space"),
    # 5 Turns and moves
    ("turn.no-action-left", "VF-T1", "P", "up to two actions"),
    ("turn.rest-after-second", "VF-T1", "B", "no rest after the second action"),
    ("turn.no-fate-card", "VF-T3", "B", "the second action needs a Fate card"),
    ("turn.no-fate-card", "VF-T3", "A", "the first too"),
    ("voters.rested", "VF-T4", "B", "a rested player has no extra vote"),
    ("demi.unknown", "VF-M1", "B", "any Demi"),
    ("move.one-goal", "VF-M1", "-", "`to` and `quest` exclude each other, here and in Portal"),
    ("move.not-adjacent", "VF-M2", "BP", "to an adjacent location"),
    ("move.unknown-place", "VF-M2", "BP", "a location"),
    ("move.same-place", "VF-M2", "BP", "never to where it is"),
    ("quest.not-on-board", "VF-M3", "BP", "a Quest in reach"),
    ("quest.slot-missing", "VF-M3", "BP", "a free slot"),
    ("quest.no-such-slot", "VF-M3", "BP", "a free slot"),
    ("quest.slot-taken", "VF-M3", "BP", "a free slot"),
    ("move.quest-too-far", "VF-M3", "BP", "in its own or an adjacent location"),
    ("move.slot-need", "VF-M3", "BP", "whose need it meets"),
    ("move.on-quest", "VF-M4", "B", "a Demi on a Quest is not moved by a move"),
    ("vote.card-missing", "VF-M5", "B", "onto a slot: one Fate card into the pile"),
    ("move.card-without-slot", "VF-M1", "-", "`card` and `slot` stand with a Quest"),
    ("move.no-reward", "VF-M6", "HB", "the reward is for Abyss to Pools"),
    ("pools.favor-not-card", "VF-M6", "H", "with Hadria and a card on display: a Favor"),
    ("pools.no-favor", "VF-M6", "H", "the same, the other way"),
    ("pools.refill-missing", "VF-M6", "H", "what takes its place"),
    ("pools.favor-missing", "VF-M6", "H", "the one taken"),
    ("pools.favor-not-shown", "VF-M6", "H", "of those on display"),
    ("pools.refill", "VF-M6", "H", "null when the Favor deck is empty"),
    ("pools.drew-missing", "VF-M6", "-", "`drew` is null if none is drawn (the rule book: may draw)"),
    ("pools.must-draw", "VF-M6", "-", "the ruling `pools_draw` must, which is not the rule book's may"),
    ("move.no-swap", "VF-M7", "B", "Pools to City: one may be swapped"),
    # 6 Quests
    ("voters.count", "VF-Q1", "B", "the card's number, or all who can be named"),
    ("voters.not-another", "VF-Q1", "B", "other players"),
    ("voters.twice", "VF-Q1", "B", "different ones"),
    ("quest.not-complete", "VF-Q1", "B", "the complete Quest"),
    ("vote.from-deck", "VF-Q1", "B", "one without Fate cards draws from the deck"),
    ("vote.not-from-deck", "VF-Q1", "B", "exactly then"),
    ("vote.deck-card", "VF-Q1", "B", "and adds that card"),
    ("vote.card-missing", "VF-Q1", "B", "each votes a card"),
    ("vote.source", "VF-Q1", "-", "`from` is deck or left out"),
    ("quest.not-complete", "VF-Q3", "B", "the complete Quest"),
    ("reveal.vote-coin", "VF-Q3", "B", "equal, the coin decides"),
    ("reveal.no-vote-coin", "VF-Q3", "B", "exactly then"),
    ("coins.differ", "VF-Q4", "P", "`coins` for exactly those"),
    # 7 God Powers
    ("power.unknown", "VF-P1", "HB", "the powers of the two tables"),
    ("power.cost", "VF-P1", "HB", "paid with exactly its cost"),
    ("portal.unknown-place", "VF-P2", "H", "to any location"),
    ("portal.same-place", "VF-P2", "A", "never to where it is"),
    ("portal.card-without-slot", "VF-P2", "-", "`card` and `slot` stand with a Quest"),
    ("portal.no-card", "VF-P2", "A", "by the ruling `portal_votes` no card"),
    ("vote.card-missing", "VF-P2", "A", "onto a slot with a vote"),
    ("demi.missing", "VF-P2", "H", "a Demi"),
    ("demi.unknown", "VF-P2", "H", "a Demi"),
    ("quest.not-on-board", "VF-P2", "H", "any free slot of a Quest on the board"),
    ("quest.slot-missing", "VF-P2", "H", "the same"),
    ("quest.no-such-slot", "VF-P2", "H", "the same"),
    ("quest.slot-taken", "VF-P2", "H", "the same"),
    ("transfiguration.two", "VF-P3", "H", "two Demis"),
    ("transfiguration.same-quest", "VF-P3", "H", "on the same Quest"),
    ("demi.unknown", "VF-P3", "H", "Demis"),
    ("demi.missing", "VF-P4", "-H", "any Demi"),
    ("demi.unknown", "VF-P4", "-H", "any Demi"),
    ("quest.missing", "VF-P5", "H", "that Quest's pile"),
    ("quest.not-on-board", "VF-P5", "H", "that Quest's pile"),
    ("omniscience.added", "VF-P5", "H", "one card of the deck joins, null when it gives none"),
    ("omniscience.no-look", "VF-P5", "B", "with base there is no look"),
    ("omniscience.saw", "VF-P5", "-", "`saw` must fit"),
    ("influence.not-just-voted", "VF-P6", "HB", "only right after putting a card there"),
    ("vote.card-missing", "VF-P6", "HB", "one more card into its pile"),
    ("command.no-servants", "VF-P7", "-H", "only with Servants"),
    ("command.unknown", "VF-P7", "H", "a Servant"),
    ("command.not-next", "VF-P7", "H", "to the next region without one"),
    *(("power.stray-field", f"VF-P{i}", "-", "a power has its own fields") for i in range(2, 8)),
    # 8 Age cards: the cards are all public
    ("age.pick", "VF-G", "P", "three Demis, or three locations"),
    ("age.place", "VF-G", "P", "a Demi not yet on it, a free slot"),
    ("age.vote-by-region", "VF-G", "P", "by region is the Census only"),
    ("age.vote-face-up", "VF-G", "P", "face up, nothing hidden"),
    ("census.by-region", "VF-G", "P", "the Census is voted on by region"),
    ("census.region", "VF-G", "P", "the six regions"),
    ("census.reveal", "VF-G", "P", "and revealed so"),
    ("age.target", "VF-G", "P", "the first player's target gains"),
    ("age.no-target", "VF-G", "P", "only there"),
    ("age.no-revealed", "VF-G", "P", "only Revelation shows Demi cards"),
    ("age.revealed", "VF-G", "P", "one shown, or two"),
    ("demis.shown-unused", "VF-G", "P", "and nobody's Demi may turn out to be one"),
    ("coins.differ", "VF-G", "P", "a coin for each Demi in these regions"),
    ("demi.unknown", "VF-G", "P", "a Demi"),
    ("place.unknown", "VF-G", "P", "Judgement draws a Quest"),
    # 9 Expansions and the end
    ("favor.unknown", "VF-H1", "HC", "the pack's Favors"),
    ("favor.too-many", "VF-H1", "HC", "so many of each power are in play"),
    ("favor.no-hadria", "VF-H4", "H", "Favors are Hadria's"),
    ("favor.second", "VF-H4", "H", "one a turn"),
    ("favor.not-held", "VF-H4", "H", "from the own hand"),
    ("demis.twice", "VF-C2", "C", "the Arbiter's two Demis differ"),
    ("arbiter.not-arbiter", "VF-C2", "C", "the Arbiter's second turn"),
    ("arbiter.again-used", "VF-C2", "C", "once a game"),
    ("arbiter.again-resting", "VF-C2", "A", "illegal where it rests by it"),
    ("arbiter.again-at-age-end", "VF-C2", "A", "or the Age ends"),
    *(
        (code, rule, mark, sentence)
        for code in ("celestial.not-celestial", "celestial.unknown-act")
        for rule, mark, sentence in (
            ("VF-C2", "C", "the Arbiter looks"),
            ("VF-C3", "P", "the Tormentor swaps"),
            ("VF-C4", "P", "the Steward places, the Sorcerer casts, the Prophet asks"),
        )
    ),
    *(("celestial.stray-field", f"VF-C{i}", "-", "an act has its own fields") for i in (2, 3, 4)),
    ("tormentor.own-turn", "VF-C3", "P", "in its own turn"),
    ("tormentor.swap-used", "VF-C3", "P", "once a game"),
    ("tormentor.drew", "VF-C3", "P", "draws a card"),
    ("tormentor.drew-taken", "VF-C3", "P", "a random unused one"),
    ("demis.given-back", "VF-C3", "P", "not the card given back"),
    ("eredan.one-action", "VF-C3", "P", "one action a turn"),
    ("eredan.no-move", "VF-C3", "P", "only God Powers"),
    ("power.cost", "VF-C3", "P", "all free for Eredan"),
    ("end.guess", "VF-C3", "P", "guesses before the reveal for every other player"),
    ("demi.unknown", "VF-C3", "P", "guesses Demis"),
    ("move.source", "VF-C3", "-", "`from` mother is Mother to All's"),
    ("mother.card-out", "VF-C3", "P", "her cards vote on Quests and come back to hand"),
    ("mother.shown", "VF-C3", "-", "`mother` is what lies there"),
    ("steward.placed", "VF-C4", "P", "once a game"),
    ("steward.quest", "VF-C4", "P", "a Steward Quest"),
    ("steward.own-turn", "VF-C4", "-", "when it may"),
    ("place.of-a-role", "VF-C4", "P", "the Steward's own"),
    ("sorcerer.no-powers", "VF-C4", "P", "no God Powers"),
    ("sorcerer.elsewhere", "VF-C4", "P", "moves Demis only in its region"),
    ("sorcerer.no-demi", "VF-C4", "P", "only this player moves the figure"),
    ("sorcerer.spell", "VF-C4", "P", "spells as pack data"),
    ("sorcerer.spell-cost", "VF-C4", "P", "spells as pack data"),
    ("sorcerer.spell-fields", "VF-C4", "-", "how a spell is written"),
    ("sorcerer.spell-goal", "VF-C4", "-", "where a spell can bring"),
    ("demi.unknown", "VF-C4", "P", "whom a spell is for"),
    ("prophet.not-named", "VF-C4", "P", "the player must name it"),
    ("prophet.slot", "VF-C4", "P", "slots of that colour are ignored"),
    ("prophet.force", "VF-C4", "-", "when it may ask"),
    *(
        (code, "VF-C4", "-", "how the Sorcerer's figure moves is not said")
        for code in ("move.one-goal", "move.not-adjacent", "move.unknown-place", "move.same-place", "move.on-quest",
                     "move.quest-too-far", "move.no-reward", "move.card-without-slot", "quest.not-on-board",
                     "quest.slot-missing", "quest.no-such-slot", "quest.slot-taken")
    ),
    ("teams.impossible", "VF-E1", "P", "two players share a Demi"),
    ("demis.players", "VF-E2", "-B", "all players reveal their Demis"),
    ("demis.number", "VF-E2", "-B", "one each, or what the role says"),
    ("demis.twice", "VF-E2", "-B", "which differ"),
    ("demis.hidden-at-end", "VF-E2", "-B", "all Demis known"),
    ("demis.differ", "VF-E2", "-B", "the card that one was dealt"),
    ("demi.unknown", "VF-E2", "-B", "one of the nine Demis"),
    ("end.winners", "VF-E2", "C", "resolved in this order"),
    ("end.unused", "VF-E2", "-", "`unused` is what nobody holds"),
    ("end.guess-not-eredan", "VF-E2", "-", "`guess` is Eredan's alone"),
    # Headers (page 1 `game`; section 9), results and stops (page 1 `end`; E2), rulings (11), scorekeepers' logs (13)
    *(
        (code, FORMAT, "", sentence)
        for code, sentence in (
            ("setup.players-alike", "ids unique"),
            ("rulings.unknown", "named rulings"),
            ("rulings.value", "and their values"),
            ("setup.one-celestial", "`role` on exactly one player"),
            ("setup.role-without-celestials", "`expansions` has celestials"),
            ("setup.unknown-role", "the roles there are"),
            ("header.expansion", "a list out of three"),
            ("header.expansion-twice", "a list out of three"),
            ("header.detail", "full or score"),
            ("header.powers", "base or rebalanced"),
            ("end.result-when-played", "played carries no result"),
            ("end.abandoned-result", "nor abandoned"),
            ("end.result-by", "`by` is required"),
            ("end.stopped-fields", "no unused, guess, winners"),
            ("end.winners", "seat order"),
            ("demis.players", "of a stopped game some players' Demis"),
            ("ruling.key", "these keys and no others"),
            ("ruling.inconsistent", "what does not fit together"),
            ("score.only", "only age, score, smite, corruption, end"),
            ("score.full-log", "which a log of the whole game has not"),
            ("score.age-player", "no player"),
            ("age.wrong-age", "age goes up by one"),
            ("score.no-hadria", "without Hadria is refused"),
            ("score.smite-twice", "a list of Demis"),
            ("score.corruption-below-0", "0 or more"),
            ("demi.unknown", "Demis in changes and smites"),
        )
    ),
)  # fmt: skip
ROWS: tuple[Row, ...] = tuple(Row(*row) for row in _ROWS)
#: (code, rule, basis) of all rows.
TOLD = {(row.code, row.rule, row.basis) for row in ROWS}
#: Not a matter of rules: cards that are not at hand.
WITHOUT = {
    "content.bad-pack", "content.no-servants", "content.no-favors", "content.no-role", "content.role-not-scored",
}  # fmt: skip

#: The marks of all sentences of a rule, read as above.
OF_RULES: dict[str, str] = {
    "VF-B1": "BPA", "VF-B2": "P", "VF-B3": "B", "VF-B4": "BP", "VF-B5": "BA", "VF-B6": "A",
    "VF-R1": "PBA", "VF-R2": "BA", "VF-R3": "BA", "VF-R4": "A", "VF-R5": "H", "VF-R6": "B",
    "VF-F1": "PBA", "VF-F2": "A", "VF-F3": "P", "VF-F4": "A", "VF-F5": "A", "VF-F6": "BA", "VF-F7": "A",
    "VF-S1": "CBA", "VF-S2": "BHA", "VF-A1": "BP", "VF-A2": "BA", "VF-A3": "B", "VF-A4": "BA", "VF-A5": "BA",
    "VF-T1": "PB", "VF-T2": "BH", "VF-T3": "BA", "VF-T4": "BA",
    "VF-M1": "BA", "VF-M2": "B", "VF-M3": "B", "VF-M4": "B", "VF-M5": "B", "VF-M6": "HBA", "VF-M7": "BA",
    "VF-Q1": "BA", "VF-Q2": "B", "VF-Q3": "B", "VF-Q4": "BP",
    "VF-P1": "HB", "VF-P2": "HA", "VF-P3": "HA", "VF-P4": "HBA", "VF-P5": "HBA", "VF-P6": "HBA", "VF-P7": "HA",
    "VF-G": "BPA", "VF-H1": "HC", "VF-H2": "H", "VF-H3": "H", "VF-H4": "H",
    "VF-C1": "CA", "VF-C2": "CA", "VF-C3": "PA", "VF-C4": "PA", "VF-V1": "HA",
    "VF-E1": "HCPA", "VF-E2": "CHBA", "VF-E3": "A",
}  # fmt: skip

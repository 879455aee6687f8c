"""The rules in our words: source and mark of each (`explain`, the table `rules`, `docs/rules.md`)."""

from __future__ import annotations

from vflog.log.problems import Basis, Rule

H = "Hadria rulebook"
C = "Celestials rulebook"
B = "base game summary (Finnish)"
P = "other public material"
A = "an assumption of this project"
W = f"how it is written down: {A}"

PRINTED: Basis = "printed"
PUBLIC: Basis = "public"
ASSUMED: Basis = "assumed"

#: rule, title, text, source, the marks of its sentences
_TABLE: tuple[tuple[str, str, str, str, *tuple[Basis, ...]], ...] = (
    ("VF-B1", "The ring of regions", "Six regions lie in a closed ring around the City; a bridge joins coast and "
     "mountains.", f"{B}; names: {P}; order of the ring: {A}", PRINTED, PUBLIC, ASSUMED),
    ("VF-B2", "Adjacency", "The City touches every region; a region touches its two neighbours and the City.", P, PUBLIC),
    ("VF-B3", "Abyss and Pools", "From the Abyss one can only move to the Pools, from the Pools only to the City; nobody "
     "moves into the Abyss.", B, PRINTED),
    ("VF-B4", "The nine Demis", "Nine Demis in three houses begin in the City.", f"{B}; houses and colours: {P}",
     PRINTED, PUBLIC),
    ("VF-B5", "Laying out cards", "A region holds at most one Quest; a Quest or City card is laid out once a game.",
     f"{B}; once a game: {A}", PRINTED, ASSUMED),
    ("VF-B6", "Where a Demi on a slot is", "A Demi on a Quest slot is in the region of that Quest.", A, ASSUMED),
    ("VF-R1", "The Renown track", "Spaces 0 to 12; all Demis begin on 0; inside a space the front is ahead.",
     f"{B}; number of spaces: {P}; order at the start: {A}", PRINTED, PUBLIC, ASSUMED),
    ("VF-R2", "Gain and loss", "A marker that gains or loses goes to the front of its new space and stops at 0 and 12.",
     f"{B}; at the bounds: {A}", PRINTED, ASSUMED),
    ("VF-R3", "Smite", "A smited Demi goes to the Abyss and its marker to the back of its space.",
     f"{B}; the pile and the free slot: {A}", PRINTED, ASSUMED),
    ("VF-R4", "Several markers at once", "First all gains and losses from the last place to the first, then all smites "
     "from the first to the last.", A, ASSUMED),
    ("VF-R5", "Hadria's marker", "Hadria's marker always has the first spot of its space and is no Demi's.", H, PRINTED),
    ("VF-R6", "Rank", "Rank 1 is the highest space, and inside it the front.", B, PRINTED),
    ("VF-F1", "Fate cards", "Feathers, scorpions, their doubles and +2; a hand holds at most eight, drawing stops there.",
     f"{B}; kinds: {P}; stopping: {A}", PRINTED, PUBLIC, ASSUMED),
    ("VF-F2", "The Fate deck", "One deck and one discard pile; an empty deck is made anew from the discards. A record "
     "lists exactly the cards that can be drawn.", A, ASSUMED),
    ("VF-F3", "+2", "A +2 in a vote adds two cards of the deck to it, and they count too.", P, PUBLIC),
    ("VF-F4", "A reveal is complete", "A reveal shows all cards of its pile and all that were drawn for the +2s.", A,
     ASSUMED),
    ("VF-F5", "No more cards than there are", "Of each kind no more copies are known than the pack has.", A, ASSUMED),
    ("VF-F6", "Possession and knowledge", "Only a card that one holds can be given; what is unknown is counted.",
     f"{B}; counting: {A}", PRINTED, ASSUMED),
    ("VF-F7", "Used and gained", "A Fate card is used when it is paid, voted or swapped, gained when it is drawn.", A,
     ASSUMED),
    ("VF-S1", "Players and Quests", "Two to eight players, with a Celestial up to nine; three to six Quests.",
     f"{B}; {C}; for one player and a Celestial: {A}", PRINTED, ASSUMED),
    ("VF-S2", "Set-up", "First player, Quests, an Altar, a Demi and five Fate cards for each player.",
     f"{B}; {H}; the Servants: {A}", PRINTED, ASSUMED),
    ("VF-A1", "The Age card", "The first player reads the card of the Age, then has the first turn. Cards marked 3+ are "
     "not used with two players.", f"{B}; 3+: {P}", PRINTED, PUBLIC),
    ("VF-A2", "A new Age", "What is left is cleared away; all draw, lay out Quests in turn order, then come City card "
     "and Age card.", f"{B}; what becomes of the cards left: {A}", PRINTED, ASSUMED),
    ("VF-A3", "The end of an Age", "An Age ends when all have rested or no Quest is left.", B, PRINTED),
    ("VF-A4", "The first to rest", "The first to rest in an Age becomes first player.",
     f"{B}; whose turn it is then: {A}", PRINTED, ASSUMED),
    ("VF-A5", "The City card", "Each Demi that arrives in the City moves the marker one space on, and the mover has that "
     "space.", f"{B}; spaces: {A}", PRINTED, ASSUMED),
    ("VF-T1", "A turn", "Up to two actions; resting is possible before or after the first, not after the second.",
     f"{B}; number of actions: {P}", PRINTED, PUBLIC),
    ("VF-T2", "Resting automatically", "Who took no action, or neither gained nor used a Fate card, or has none left, "
     "rests; not after gaining or playing a Favor.", f"{B}; {H}", PRINTED),
    ("VF-T3", "Acting needs a Fate card", "An action needs a Fate card in hand.", f"{B}; first action: {A}",
     PRINTED, ASSUMED),
    ("VF-T4", "The rested", "A rested player takes no further part in the Age, but votes on its card.",
     f"{B}; a vote in another's turn: {A}", PRINTED, ASSUMED),
    ("VF-M1", "Moving", "A move brings any Demi to a location or onto a Quest slot, whoever owns it.", f"{B}; {W}",
     PRINTED, ASSUMED),
    ("VF-M2", "To an adjacent location", "A Demi moves to an adjacent location, never to where it is.", B, PRINTED),
    ("VF-M3", "Onto a Quest", "A Demi moves onto a free slot that it fits, of a Quest in its own or an adjacent location.",
     f"{B}; needs: {P}", PRINTED),
    ("VF-M4", "Demis on Quests stay", "A Demi on a Quest is not moved by a move.", B, PRINTED),
    ("VF-M5", "A card into the pile", "Who moves a Demi onto a Quest puts a Fate card of the hand into its pile.", B,
     PRINTED),
    ("VF-M6", "From the Abyss to the Pools", "The mover takes a Favor on display, or where there is none may draw a "
     "Fate card.", f"{B}; {H}; {W}", PRINTED, ASSUMED),
    ("VF-M7", "From the Pools to the City", "The mover may discard a Fate card and draw one.", f"{B}; order: {A}",
     PRINTED, ASSUMED),
    ("VF-Q1", "A complete Quest", "With its last slot filled a Quest is complete; the completer names extra voters, who "
     "add a card each, from the deck where the hand is empty.", f"{B}; {W}", PRINTED, ASSUMED),
    ("VF-Q2", "Two players", "With two players the extra votes come from the deck.", B, PRINTED),
    ("VF-Q3", "The vote", "Feathers against scorpions; a coin decides a tie.", B, PRINTED),
    ("VF-Q4", "The result", "The winning side of every slot applies to its Demi, all together; then the Quest leaves.",
     f"{B}; joined results: {P}", PRINTED, PUBLIC),
    ("VF-P1", "God Powers", "A God Power is an action and is paid with exactly its cost in Fate cards.", f"{H}; {B}",
     PRINTED),
    ("VF-P2", "Portal", "Any Demi to any location or any free slot of a Quest, without rules of movement.",
     f"{H}; {B}; a card for its vote, and the same place: {A}", PRINTED, ASSUMED),
    ("VF-P3", "Transfiguration", "Two Demis on one Quest change slots.", f"{H}; {B}; {W}", PRINTED, ASSUMED),
    ("VF-P4", "Smite", "Any Demi is smited, also one on a Quest or in the Abyss.", f"{H}; {B}; {W}", PRINTED, ASSUMED),
    ("VF-P5", "Omniscience", "An unseen card of the deck joins a pile; by the newer table the player then looks at it.",
     f"{H}; {B}; what the look may show: {A}", PRINTED, ASSUMED),
    ("VF-P6", "Influence", "Right after putting a card into a Quest's pile, one more.",
     f"{H}; {B}; the Quest still incomplete: {A}", PRINTED, ASSUMED),
    ("VF-P7", "Command", "A Servant goes to the next region without one, in either direction.",
     f"{H}; {W}", PRINTED, ASSUMED),
    ("VF-G", "Age cards", "Each Age card is voted on, or counted, as it says; a tie has its own effect.",
     f"{B}; the cards: {P}; empty votes: {A}", PRINTED, PUBLIC, ASSUMED),
    ("VF-H1", "Hadria and the Favor deck", "Hadria begins in the Abyss with Renown 1; with fewer than six players one "
     "Favor of each power is left out.", f"{H}; {C}", PRINTED),
    ("VF-H2", "Hadria follows", "When a Demi leaves her location by a move or a God Power she follows it.", H, PRINTED),
    ("VF-H3", "Hadria's Renown", "She gains for every smite and loses for a Quest completed where she stands.", H, PRINTED),
    ("VF-H4", "Favors", "One Favor a turn, without an action; it acts as its power and its Corruption counts.", H, PRINTED),
    ("VF-C1", "The Celestial", "An extra player in no team, that wins only by its role, alone.", f"{C}; alone: {A}",
     PRINTED, ASSUMED),
    ("VF-C2", "Arbiter", "Two Demis; once two turns in a row; wins with one among the three highest, one among the three "
     "lowest.", f"{C}; where it rests or the Age ends: {A}", PRINTED, ASSUMED),
    ("VF-C3", "Tormentor, Eredan, Mother to All", "The Tormentor wins with its Demi last and once changes its card. Eredan "
     "has one action a turn, free God Powers only, and wins by guessing who is who. Mother to All wins with the players' "
     "Demis ahead of all others; cards of her own vote on Quests only and come back.", f"{P}; how her cards are "
     f"recorded: {A}", PUBLIC, ASSUMED),
    ("VF-C4", "Steward, Sorcerer, Prophet", "The Steward wins with Demis close together and once places a Quest of its "
     "own. The Sorcerer has an own figure and marker, spells instead of God Powers, and wins on its Demi's space. The "
     "Prophet may have itself named as an extra voter; Demis die as foretold, and with the second it wins. Numbers and "
     "cards are pack data.", f"{P}; timing, spells and table: {A}", PUBLIC, ASSUMED),
    ("VF-V1", "Servants", "Three figures in regions, Invictus among them.",
     f"{H}; how many, and where they begin: {A}", PRINTED, ASSUMED),
    ("VF-E1", "Teams", "With six to eight players two share a Demi; with seven one is alone.",
     f"{H}; {C}; sharing: {P}; that they win together: {A}", PRINTED, PUBLIC, ASSUMED),
    ("VF-E2", "The end", "Checks of the Celestial, reveal, Corruption, annihilation and the lone player in the printed "
     "order; then the best owned Demi wins.", f"{C}; {H}; ties of nothing, and where nobody is left: {A}", PRINTED, ASSUMED),
    ("VF-E3", "Places", "Winners first, the others by final rank, the annihilated last.", A, ASSUMED),
)  # fmt: skip


def _rule(rule: str, title: str, text: str, source: str, *marks: Basis) -> Rule:
    return Rule(rule, title, text, source, marks[0] if len(marks) == 1 else None, marks)


RULES: dict[str, Rule] = {row[0]: _rule(*row) for row in _TABLE}

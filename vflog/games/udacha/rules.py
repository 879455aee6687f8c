"""Every U-, M- and A-entry in our words, with its source and whose rule it is.

`¶n` is a paragraph of the chapter "Keywords & Miscellaneous", the only one published. U restates
the chapter, M is bookkeeping of ours, A is a point that the chapter leaves open and our assumption on it.
"""

from __future__ import annotations

from vflog.log.problems import Basis, Rule


def _entries(basis: Basis, rows: tuple[tuple[str, str, str, str], ...]) -> dict[str, Rule]:
    return {rule: Rule(rule, title, text, _source(where), basis) for rule, where, title, text in rows}


def _source(where: str) -> str:
    """A rule's source in full: a paragraph of the chapter, its silence, or ourselves."""
    if where == "ours":
        return "our own bookkeeping"
    return "Keywords & Miscellaneous, " + ("which is silent on it" if where == "silent" else where)


BOOKKEEPING = _entries("assumed", (
    ("M0", "ours", "Records are well formed",
     "A line has the fields that its `what` needs; ids, Names, labels, places and moves are ones that the "
     "game knows; a position is given by the first record of play only."),
    ("M1", "ours", "Numbers rise by one", "The records of a game are numbered without gaps."),
    ("M2", "ours", "A card is in one zone",
     "A move starts from where the card is; a card is played from the own Hand, a Secret revealed from the"
     " own Vault."),
    ("M3", "ours", "Frames nest",
     "Frames resolve once and close in reverse order; while one is open a new one belongs to the "
     "innermost, as part of its resolution or as an answer to it; none is open when a game has been played"
     " to its end."),
    ("M4", "ours", "Two players", "A game is between A and B, and only they act."),
    ("M5", "ours", "The opening Hand is the top of the Deck",
     "It is drawn from the shuffled Deck, from the top."),
    ("M6", "ours", "A Discard ends in a Discard Pile",
     "Where a card is Discarded it goes to a `discard` zone."),
    ("M7", "ours", "The catalogue agrees with the chapter",
     "Only Places are Bases, only Heroes have Starter or Bounty, only Secrets are Climactic, and a "
     "Destroyed number is greater than the Bounty it stands beside."),
))  # fmt: skip

CHAPTER = _entries("printed", (
    ("U1", "¶3", "SUPPORT is used from the own Hand",
     "An effect marked SUPPORT works only while its card is in the Hand of the player who uses it."),
    ("U2", "¶4", "After SUPPORT the card is Discarded",
     "Where a SUPPORT effect says nothing of its own card, that card is Discarded when the effect has "
     "resolved."),
    ("U3", "¶4", "SUPPORT may send its card elsewhere",
     "Where the effect names what becomes of its card, that happens and not the Discard."),
    ("U4", "¶5", "A Hero is played or used, not both",
     "A Hero is played to its player's Active Heroes area; one copy is either played or used for its "
     "SUPPORT."),
    ("U5", "¶6", "One Unique card of a Name",
     "A Unique card is not played while its player has a card of the same Name in play."),
    ("U6", "¶7", "SUPPORT of a second Unique Hero",
     "A Unique Hero's SUPPORT may be used while a copy is in play."),
    ("U7", "¶8", "The first Secret is not Climactic",
     "The first Secret that a player reveals from the Vault is not a Climactic one."),
    ("U8", "¶8", "When a Climactic Secret is revealed",
     "It is the second Secret of its player, and the foe is one Quest away from winning."),
    ("U9", "¶9, ¶10", "An answer needs its trigger",
     "A REACTION or INTERRUPT is used when what its text names happens, but for an INTERRUPT worded as "
     "usable at any time."),
    ("U10", "¶9, ¶10", "Answers are optional", "Nobody is ever made to use a REACTION or an INTERRUPT."),
    ("U11", "¶11", "INTERRUPTs come before", "An INTERRUPT resolves before what triggered it does."),
    ("U12", "¶9, ¶11", "REACTIONs come after",
     "A REACTION resolves after what triggered it has, with all its parts."),
    ("U13", "¶10", "Answers alternate",
     "Where both players answer one trigger their answers alternate, beginning with the off-turn player."),
    ("U14", "¶12", "Once a turn, by Name",
     "An effect limited to once a turn is shared by all copies of its Name."),
    ("U15", "¶12", "Once a game, by Name",
     "An effect limited to once a game is shared by all copies of its Name."),
    ("U16", "¶13", "One answer by a Name",
     "Several copies of one Name do not give a player several answers to a trigger."),
    ("U17", "¶14", "While Active of Heroes",
     "A Hero's While Active effect works from the user's Active Heroes area."),
    ("U18", "¶15", "The right-most card is Active",
     "A Place or Pursuit is Active only as the right-most card of its player's Scenery Area."),
    ("U19", "¶16", "While Visited",
     "A Place's While Visited effect works anywhere in its player's Scenery Area, not from the Reserve "
     "Area."),
    ("U20", "¶17", "Where Destroyed cards go",
     "A Destroyed card goes to the Destroyed Zone and to no standard zone."),
    ("U21", "¶17", "A Destroyed Unique shuts its Name out",
     "While a Unique card lies in the Destroyed Zone, other copies of its Name are neither played nor used"
     " for SUPPORT."),
    ("U22", "¶18", "Other keywords do nothing",
     "A keyword that the chapter does not define has no effect of its own."),
    ("U23", "¶20", "No Base in a Deck", "A Place with the keyword Base is not part of a Deck."),
    ("U24", "¶20", "A Base from the start", "Each player begins with one Base, Active in the Scenery Area."),
    ("U25", "¶20", "A Base stays", "A Base is neither Discarded nor Destroyed; such effects pass over it."),
    ("U26", "¶22", "One Starter may begin in play",
     "Starter Heroes may be in a Deck; at most one of them begins the game Active."),
    ("U27", "¶23", "The opening Hand of a Starter",
     "With a Starter X in play at the start, the opening Hand is X cards."),
    ("U28", "¶23", "Reload ends the turn",
     "The draw of Reload X is the on-turn player's, ends that turn, and has nothing to do with a Starter's"
     " number."),
    ("U29", "¶25", "Bounty lets the foe Invest",
     "When a Hero with Bounty X is Discarded or Destroyed from an Active Heroes area or a Contest Pile, "
     "the foe of its owner may Invest X, once."),
    ("U30", "¶25", "Destroyed X of a Bounty",
     "The larger number beside a Bounty holds only if the Hero was Destroyed."),
    ("U31", "¶28", "Coveted takes over",
     "When a Coveted card is played or its SUPPORT used, the foe's Active card of the same Name is "
     "Discarded."),
    ("U32", "¶29", "A Destroyed Coveted card is gone",
     "After a Coveted card was Destroyed neither player plays that Name or uses its SUPPORT, for the rest "
     "of the game."),
    ("U33", "¶31", "Seek shows the top",
     "Seek X shows the top X cards of the Deck, or all of them if there are fewer."),
    ("U34", "¶31", "Seek takes one", "At most one card is taken into the Hand, one of those shown that fits."),
    ("U35", "¶31", "Seek puts the rest below",
     "The cards shown and not taken are shuffled and go to the bottom of the Deck."),
))  # fmt: skip

_OPEN: tuple[tuple[str, str, str, str], ...] = (
    ("A1", "¶14 to ¶16", "What is in play",
     "The Active Heroes area and the Scenery Area are in play, no other zone."),
    ("A2", "silent", "Piles of each or of both",
     "Of Discard Pile, Destroyed Zone and Contest Pile only the kind is looked at, never the side."),
    ("A3", "¶25", "Owner and side", "An area is its side's; a Bounty goes by the owner in the id."),
    ("A4", "¶6", "Reach of U5",
     "It binds plays and a SUPPORT that puts its own card into play; other ways are let through."),
    ("A5", "¶17, ¶29", "Whom a Destroyed Unique binds",
     "Its owner certainly; for the other player it is disputed (ruling destroyed_unique_binds), and the "
     "literal word binds both."),
    ("A6", "¶17", "How long a Destroyed Unique binds", "While it lies there; copies in play stay."),
    ("A7", "silent", "When SUPPORT may be used",
     "At any time, at no cost, any number of times; a Story may be played."),
    ("A8", "¶4", "The card while its SUPPORT resolves", "It stays in the Hand until it moves."),
    ("A9", "¶4, ¶9", "The Discard after SUPPORT, and REACTIONs", "Either order, before the frame closes."),
    ("A10", "¶4, ¶12", "A cancelled use",
     "Its card may be Discarded or kept; a second limited use after it is disputed, and the first counts "
     "as spent."),
    ("A11", "¶6, ¶7", "A SUPPORT that plays its own Unique card",
     "It may be used while a copy is in play, but the card does not join it."),
    ("A12", "¶17", "A block that comes up under way",
     "What was legal when announced may resolve or come to nothing."),
    ("A13", "silent", "Effects of two kinds",
     "An effect may be SUPPORT and REACTION or INTERRUPT; the rules of both hold."),
    ("A14", "¶12", "What a turn is",
     "Each player's turn is its own; a use in the foe's turn counts for that turn."),
    ("A15", "¶12", "Limits of two effects", "Each effect of a card has its own count."),
    ("A16", "¶12", "Limits of two players", "Each player has an own count."),
    ("A17", "¶12", "Standing effects", "Only limits and answers are judged by Name; bonuses are not."),
    ("A18", "¶12, ¶27", "What a Name is",
     "Names are compared character for character, effects by Name and label."),
    ("A19", "¶13", "One answer of whom", "Each player has an own one."),
    ("A20", "¶13", "The same copy twice",
     "The same effect of one copy on one trigger again is disputed, and forbidden where disputes are "
     "errors; two effects of one copy are fine."),
    ("A21", "¶10, ¶11", "Alternation of REACTIONs", "It holds in both windows (ruling reactions_alternate)."),
    ("A22", "silent", "Whether a pass is final", "An answer after an own pass in the same window is disputed."),
    ("A23", "silent", "Order of the own answers", "Each player's own affair."),
    ("A24", "¶10", "INTERRUPTs at any time", "Allowed at any line, with or without a trigger named."),
    ("A25", "silent", "Answers to answers",
     "An answer is a frame and may be answered; inner frames end first."),
    ("A26", "¶9, ¶11", "REACTION to what was cancelled", "Disputed, and forbidden where disputes are errors."),
    ("A27", "¶13", "What one trigger is", "What the log opens as one frame."),
    ("A28", "silent", "Whence other answers work",
     "Heroes from the user's Active Heroes area, Places and Pursuits as the right-most card; from "
     "elsewhere it is disputed."),
    ("A29", "¶15", "Right-most of all or of its type", "Of all cards of the area (ruling active_scenery)."),
    ("A30", "silent", "Seen from where",
     "From the owner of the area; new cards enter at the right unless the log says otherwise."),
    ("A31", "¶16", "What can be Visited", "Places, Active or not; a Pursuit's While Visited is disputed."),
    ("A32", "¶20", "Details of the Base",
     "Exactly one; it may move, but is not named by an effect that Discards or Destroys (ruling "
     "base_untargetable)."),
    ("A33", "silent", "Leaving the Destroyed Zone", "Disputed whenever it happens."),
    ("A34", "¶20", "An effect that could only hit a Base", "It may be used and hits nothing."),
    ("A35", "¶22", "Details of the Starter",
     "Optional, in the Deck's list or not, but not in the Deck itself."),
    ("A36", "¶23", "The opening Hand without a Starter", "Of any size; a mulligan is disputed."),
    ("A37", "¶18, ¶23", "Several Reload cards",
     "More than their sum is illegal, the largest is taken for right, anything else is disputed."),
    ("A38", "¶23", "How many cards Reload draws",
     "Exactly X, or what the Deck holds; fewer, or none, is disputed."),
    ("A39", "silent", "An empty Deck",
     "What is there is drawn; a Deck made anew from the Discard Pile is disputed."),
    ("A40", "¶25", "How much a Bounty allows", "All of it or nothing; less is disputed, more illegal."),
    ("A41", "silent", "What Invest does", "Nothing that is judged here."),
    ("A42", "¶25", "Until when a Bounty lasts", "Through the turn in which the Hero left; later is disputed."),
    ("A43", "¶25", "A Bounty without Destroyed number", "Its X holds for both ways of leaving."),
    ("A44", "¶28", "Details of the Coveted Discard",
     "At any time inside the frame; of several Active copies one must go; where the card is cancelled a "
     "missing Discard is disputed."),
    ("A45", "¶29", "Details of the Coveted ban", "Any Destroying counts; copies in play stay."),
    ("A46", "¶31", "Details of Seek", "A description in words is taken on trust; both see the cards."),
    ("A47", "¶8", "Further Secrets",
     "A second one that is not Climactic, revealed early, and any third are disputed."),
    ("A48", "¶8", "Quests to win", "The header says how many; a number may go down."),
    ("A49", "¶6", "The star", "It is no part of the Name."),
    ("A50", "¶2", "Exceptions",
     "A line may rely on a card text; then a verdict of the chapter on it is disputed."),
    ("A51", "¶31", "Hidden cards and shuffles",
     "What a log hides is not judged; a shuffle is taken as written."),
)  # fmt: skip
OPEN = _entries("assumed", _OPEN)

RULES: dict[str, Rule] = {**BOOKKEEPING, **CHAPTER, **OPEN}

"""Places whose refusal makes no difference that a test could see, each with the reason.

A place is named by its file, its function, and its code, without the refusal where that has several causes.
"""

_RULES = "vflog/games/veiled_fate/"
_ROLES = _RULES + "celestials/"
#: `quests._deck_votes` takes cards from the deck unseen (`?`), and only known copies can be too many (VF-F5).
_UNSEEN = "what it calls would refuse a known card only, and the deck's votes are not known"
#: What a Seek puts below was shown, or U35 has refused it (or disputed both, where a card text is relied on).
_SHOWN = "what it calls refuses a card that is elsewhere, which U35 did before"
#: A field that is left out is none of the names that are allowed.
_LEFT_OUT = "the cause beside it refuses that too; this one is for the types"
#: `content.pack_data` has the pack read first, and tells what is wrong with it as no refusal.
_READ = "a pack that cannot be read does not come so far"
#: A form offers only what can be given.
_HELD = "what it calls refuses a card that is not held, and only those that are held are offered"
_BUILT_IN = "it reads the pack that comes with vflog, in which nothing is wrong"
_NO_SUCH_POWER = "faults.add(('favors', i, 'power'), f'is {shown(card.power)}; known are {', '.join(FAVOR_POWERS)}')"

EQUIVALENT: dict[tuple[str, str, str], str] = {
    (_RULES + "moves.py", "_to_slot", "quests.complete_if_full(g, r.player, quest)"): _UNSEEN,
    (_RULES + "moves.py", "portal", "quests.complete_if_full(g, r.player, quest)"): _UNSEEN,
    (_ROLES + "sorcerer.py", "_to_slot", "quests.complete_if_full(g, r.player, quest)"): _UNSEEN,
    (_RULES + "quests.py", "complete_if_full", "_deck_votes(g, quest, there)"): _UNSEEN,
    (_RULES + "quests.py", "_deck_votes", "cards.from_deck(g, there.pile, '?')"): _UNSEEN,
    (_RULES + "content.py", "pack_data", "load(data)"): _READ,
    (
        _RULES + "pack_reader.py",
        "_favors",
        _NO_SUCH_POWER,
    ): "without it the Favors in play cannot be counted by their powers: "
    "every test that sees it breaks down, and so none fails by what it asserts",
    (_RULES + "legal_turn.py", "_swaps", "cards.leave(gone, player, [card])"): _HELD,
    (_RULES + "play.py", "cards", "read(data)"): _BUILT_IN,
    (_RULES + "play.py", "pack_data", "content.pack_data(data)"): _READ,
    (_RULES + "powers.py", "_influence", "r.quest is UNSET"): _LEFT_OUT,
    (_RULES + "powers.py", "_influence", "voted is None"): _LEFT_OUT,
    (_RULES + "servants.py", "command", "r.servant is UNSET"): _LEFT_OUT,
    (_RULES + "servants.py", "command", "r.to is UNSET"): _LEFT_OUT,
    (_ROLES + "steward.py", "_place", "r.quest is UNSET"): _LEFT_OUT,
    (_ROLES + "tormentor.py", "_swap", "drew is UNSET"): _LEFT_OUT,
    ("vflog/games/udacha/seek.py", "carry_out", "fill(st, line, place, [*kept, *record.bottom])"): _SHOWN,
}

"""What stands between the rules and the frame: takebacks, amends, judges' rulings, ends, headers, facts."""

from __future__ import annotations

from typing import Any

import pytest

from vflog.games.udacha import RULESET
from vflog.games.udacha.examples import EXAMPLES
from vflog.games.udacha.invented import CARDS
from vflog.games.udacha.play import UdachaPlay
from vflog.log.decode import typed
from vflog.log.problems import Unsupported

from .harness import Game, Log

HEADER: dict[str, Any] = {
    "type": "game", "format": "vflog/1", "game": "g", "ruleset": "udacha", "players": [{"id": "A"}, {"id": "B"}],
    "to_win": 3, "profile": "core", "cards": CARDS,
}  # fmt: skip
ZONES = {"A.hand": ["A.Wren.1", "A.Gull.1"], "B.heroes": ["B.Heron.1"]}
GIVEN = {"type": "given", "on": "A", "t": 3, "zones": ZONES}
OPEN = {"type": "do", "p": "A", "what": "play", "card": "A.Wren.1"}
RES = {"type": "res", "f": 2, "mv": [["A.Wren.1", "A.hand", "A.heroes"]]}
DONE = {"type": "done", "f": 2}


def _numbered(*records: dict[str, Any], **header: Any) -> Log:
    return [{**record, "n": n} for n, record in enumerate([{**HEADER, **header}, *records])]


def test_a_takeback_restores_the_state() -> None:
    game = Game(_numbered(GIVEN, OPEN, RES, DONE, {"type": "takeback", "to": 1}))
    assert game.problems == []
    assert game.digests[5] == game.digests[1]
    assert game.verdict.taken_back == 3


@pytest.mark.parametrize(("to", "rule"), [(2, "M3"), (3, "M3"), (4, None), (0, None)])
def test_m3_a_takeback_does_not_go_into_an_open_frame(to: int, rule: str | None) -> None:
    game = Game(_numbered(GIVEN, OPEN, RES, DONE, {"type": "takeback", "to": to}))
    assert [problem.rule for problem in game.problems] == ([rule] if rule else [])


def test_a_takeback_out_of_an_open_frame() -> None:
    game = Game(_numbered(GIVEN, OPEN, {"type": "takeback", "to": 1}, OPEN, RES | {"f": 4}, DONE | {"f": 4}))
    assert game.problems == []
    assert game.state["zones"]["A.heroes"] == ["A.Wren.1"]


def test_an_amended_frame_keeps_its_number() -> None:
    amend = {"type": "amend", "to": 2, "record": {**OPEN, "src": "A.Gull.1"}}
    game = Game(_numbered(GIVEN, OPEN, amend, RES, DONE))
    assert game.problems == []
    broken = Game(_numbered(GIVEN, OPEN, RES, {"type": "amend", "to": 2, "record": {**OPEN, "card": "A.Gull.1"}}, DONE))
    assert broken.problems == []
    assert broken.state["zones"]["A.heroes"] == ["A.Wren.1"]


def _ruling(**changes: Any) -> dict[str, Any]:
    return {"type": "ruling", "by": "judge", "reason": "a card fell down", "set": changes}


def test_a_ruling_sets_whole_zones_quests_and_who_is_on_turn() -> None:
    ruling = _ruling(
        zones={"A.hand": ["A.Gull.1"], "A.destroyed": ["A.Fennel.1", "A.Sable.1"]}, quests={"B": 2}, on="B"
    )
    game = Game(_numbered(GIVEN, ruling))
    assert game.problems == []
    state = game.state
    assert state["zones"]["A.hand"] == ["A.Gull.1"]
    assert (state["quests"], state["on"]) == ({"A": 0, "B": 2}, "B")
    assert (state["banned"], state["destroyed_unique"]) == (["Fennel"], {"Sable": ["A"]})


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"zones": {"A.heroes": ["A.Wren.1"]}}, "M2"),
        ({"zones": {"A.heroes": ["B.Wren.1", "B.Wren.1"]}}, "M2"),
        ({"zones": {"A.field": []}}, "M0"),
        ({"zones": {"A.hand": ["A.Nobody.1"]}}, "M0"),
        ({"zones": ["A.Wren.1"]}, "M0"),
        ({"zones": {"A.hand": "A.Wren.1"}}, "M0"),
        ({"zones": {"A.hand": [1]}}, "M0"),
        ({"zones": {"A.hand": {"A.Wren.1": 1}}}, "M0"),
        ({"frames": {"A.hand": ["A.Wren.1"]}}, "M0"),
        ({"reveals": {"A": 1}}, "M0"),
        ({"winner": "A"}, "M0"),
        ({"t": 4}, "M0"),
        ({"on": "C"}, "M0"),
        ({"quests": {"A": True}}, "M0"),
        ({"quests": {"C": 1}}, "M4"),
    ],
)  # fmt: skip
def test_a_ruling_that_does_not_fit(changes: dict[str, Any], rule: str) -> None:
    assert Game(_numbered(GIVEN, _ruling(**changes))).finding() == ("illegal", 2, rule)


def test_a_ruling_may_leave_the_turn_to_nobody_and_let_cards_change_places() -> None:
    zones = {"A.hand": ["B.Heron.1", "A.Gull.1"], "B.heroes": ["A.Wren.1"]}
    game = Game(_numbered(GIVEN, _ruling(zones=zones, on=None)))
    assert game.problems == []
    assert (game.state["on"], game.state["zones"]["B.heroes"]) == (None, ["A.Wren.1"])


SUPPORT = {"type": "do", "p": "A", "what": "support", "card": "A.Ember.1", "eff": "s"}


@pytest.mark.parametrize(
    ("zones", "rule"),
    [
        ({"A.hand": [], "A.reserve": ["A.Ember.1"]}, None),
        ({"A.hand": ["A.Ember.1"]}, "U2"),
        ({"A.deck": []}, "U2"),
    ],
)  # fmt: skip
def test_u2_unless_a_judge_took_the_card(zones: dict[str, list[str]], rule: str | None) -> None:
    given = {"type": "given", "zones": {"A.hand": ["A.Ember.1"], "A.deck": ["A.Gull.1"]}}
    game = Game(_numbered(given, SUPPORT, {"type": "res", "f": 2}, _ruling(zones=zones), DONE))
    assert [problem.rule for problem in game.problems] == ([rule] if rule else [])


def test_u31_what_a_judge_discards_has_been_discarded() -> None:
    given = {"type": "given", "zones": {"A.hand": ["A.Fennel.1"], "B.heroes": ["B.Fennel.2"]}}
    play = {"type": "do", "p": "A", "what": "play", "card": "A.Fennel.1"}
    ruling = _ruling(zones={"B.heroes": [], "B.discard": ["B.Fennel.2"]})
    back = {"type": "act", "p": "B", "what": "other", "mv": [["B.Fennel.2", "B.discard", "B.heroes"]], "in": 2}
    assert Game(_numbered(given, play, RES | {"mv": []}, ruling, back, DONE)).problems == []
    assert Game(_numbered(given, play, RES | {"mv": []}, DONE)).finding() == ("illegal", 4, "U31")


def test_m2_what_a_judge_gives_back_has_not_been_used() -> None:
    given = {"type": "given", "zones": {"A.hand": ["A.Sable.1"]}}
    use = {**SUPPORT, "type": "act", "card": "A.Sable.1", "mv": [["A.Sable.1", "A.hand", "A.discard"]]}
    moved = {"type": "act", "p": "A", "what": "other", "mv": [["A.Sable.1", "A.hand", "A.reserve"]]}
    play = {"type": "do", "p": "A", "what": "play", "card": "A.Sable.1"}
    back = _ruling(zones={"A.hand": ["A.Sable.1"], "A.discard": []})
    assert Game(_numbered(given, use, play)).finding() == ("illegal", 3, "U4")
    assert Game(_numbered(given, use, back, moved, play)).finding() == ("illegal", 5, "M2")
    elsewhere = _ruling(zones={"A.reserve": ["A.Sable.1"], "A.discard": []})
    assert Game(_numbered(given, use, elsewhere, play)).finding() == ("illegal", 4, "U4")


@pytest.mark.parametrize(
    ("end", "status", "winners"),
    [
        ({"winner": "B"}, "valid", ["B"]),
        ({}, "valid", []),
        ({"reason": "time", "result": {"by": "judge", "winners": ["A"]}}, "adjudicated", ["A"]),
        ({"reason": "abandoned"}, "abandoned", []),
    ],
)  # fmt: skip
def test_ends(end: dict[str, Any], status: str, winners: list[str]) -> None:
    game = Game(_numbered(GIVEN, {"type": "end", **end}))
    assert (game.verdict.status, game.verdict.winners) == (status, winners)
    assert game.state["winner"] == (winners[0] if winners else None)


def test_m3_only_a_game_played_to_its_end_closes_its_frames() -> None:
    assert Game(_numbered(GIVEN, OPEN, {"type": "end"})).finding() == ("illegal", 3, "M3")
    assert Game(_numbered(GIVEN, OPEN, {"type": "end", "reason": "conceded"})).problems == []
    assert Game(_numbered(GIVEN, OPEN)).verdict.status == "incomplete"


@pytest.mark.parametrize(
    "record",
    [GIVEN, {"type": "setup", "p": "A", "base": "A.Mill.1"}],
    ids=["given", "setup"],
)
def test_m0_a_position_is_given_once_and_first(record: dict[str, Any]) -> None:
    assert Game(_numbered(GIVEN, record)).finding() == ("illegal", 2, "M0")
    assert Game(_numbered({"type": "note"}, GIVEN)).problems == []


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"type": "do", "what": "play", "card": "A.Wren.1"}, "line.missing-field"),
        ({**OPEN, "what": "dance"}, "line.value"),
        ({**OPEN, "win": "NOW"}, "line.value"),
        ({**OPEN, "why": None}, "line.null"),
        ({**OPEN, "mv": []}, "line.unknown-field"),
        ({"type": "quest", "p": "A"}, "line.missing-field"),
        ({"type": "pass", "p": "A", "win": "INT"}, "line.missing-field"),
        ({"type": "end", "reason": "bored"}, "line.value"),
    ],
)  # fmt: skip
def test_what_is_rejected_takes_no_number(record: dict[str, Any], code: str) -> None:
    game = Game(_numbered(GIVEN, record))
    assert [problem.code for problem in game.problems] == [code]
    assert game.verdict.records == 2


@pytest.mark.parametrize("field", ["trig", "in", "src"])
def test_what_may_be_null(field: str) -> None:
    assert Game(_numbered(GIVEN, {**OPEN, field: None})).problems == []


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({"rulings": {"no_such_ruling": True}}, "rulings.unknown"),
        ({"rulings": {"active_scenery": "never"}}, "rulings.value"),
        ({"players": [{"id": "A"}]}, "udacha.m4"),
    ],
)  # fmt: skip
def test_a_header_that_is_refused(header: dict[str, Any], code: str) -> None:
    game = Game(_numbered(GIVEN, OPEN, **header))
    assert [problem.code for problem in game.problems] == [code]
    assert (game.verdict.status, game.verdict.refused, game.verdict.unjudged) == ("invalid", 1, 2)


@pytest.mark.parametrize("where", ["header", "switch"])
def test_a_revision_that_there_is_not_is_unsupported(where: str) -> None:
    def opened(revision: str) -> str:
        header = typed({**HEADER, **({"revision": revision} if where == "header" else {})}, RULESET.header)
        return RULESET.open(header, lambda _: None, {"revision": revision} if where == "switch" else {}).revision

    assert opened("2026-12") == "2026-12"
    with pytest.raises(Unsupported) as told:
        opened("2030-01")
    assert told.value.code == "game.unknown-revision"
    assert told.value.values["revision"] == "2030-01"


def test_a29_active_by_type() -> None:
    use = {"type": "act", "p": "A", "what": "use", "card": "A.Ridge.1", "eff": "w"}
    given = {"type": "given", "on": "A", "zones": {"A.scenery": ["A.Ridge.1", "A.Lantern.1"]}}
    assert Game(_numbered(given, use)).finding() == ("illegal", 2, "U18")
    assert Game(_numbered(given, use), holds_under=True).problems[0].holds_under == ["active_scenery=by_type"]
    assert Game(_numbered(given, use, rulings={"active_scenery": "by_type"})).problems == []


def test_a24_an_interrupt_at_any_time() -> None:
    given = {"type": "given", "on": "A", "zones": {"A.hand": ["A.Wren.1"], "B.heroes": ["B.Pika.1"]}}
    use = {"type": "act", "p": "B", "what": "use", "card": "B.Pika.1", "eff": "i"}
    for tie in ({}, {"win": "INT"}, {"win": "INT", "trig": 2}):
        assert Game(_numbered(given, OPEN, {**use, **tie}, RES, DONE)).problems == []
        assert Game(_numbered(given, OPEN, RES, {**use, **tie}, DONE)).problems == []
    assert Game(_numbered(given, use)).problems == []


def test_a13_a_support_that_is_a_reaction_too() -> None:
    zones = {"A.hand": ["A.Quill.1"], "B.heroes": ["B.Wren.1"]}
    given = {"type": "given", "on": "A", "zones": zones}
    use = {"type": "act", "p": "A", "what": "support", "card": "A.Quill.1", "eff": "s"}
    use["mv"] = [["A.Quill.1", "A.hand", "A.discard"]]
    destroy = {"type": "do", "p": "B", "what": "destroy", "cards": ["B.Wren.1"]}
    res = {"type": "res", "f": 2, "mv": [["B.Wren.1", "B.heroes", "B.destroyed"]]}
    assert Game(_numbered(given, use)).problems == []
    assert Game(_numbered(given, destroy, res, {**use, "win": "REA", "trig": 2}, DONE)).problems == []
    late = Game(
        _numbered(given, destroy | {"what": "other", "cards": []}, RES | {"mv": []}, {**use, "win": "REA", "trig": 2})
    )
    assert late.finding() == ("illegal", 4, "U9")


def test_a11_a_support_whose_card_cannot_join_its_copy() -> None:
    given = {"type": "given", "on": "A", "zones": {"A.hand": ["A.Rook.1"], "A.heroes": ["A.Rook.2"]}}
    use = {"type": "act", "p": "A", "what": "support", "card": "A.Rook.1", "eff": "s"}
    assert Game(_numbered(given, use)).problems == []
    assert Game(_numbered(given, use | {"mv": [["A.Rook.1", "A.hand", "A.discard"]]})).problems == []
    assert Game(_numbered(given, use | {"mv": [["A.Rook.1", "A.hand", "A.reserve"]]})).finding() == ("illegal", 2, "U3")


def test_u2_unless_another_frame_took_the_card() -> None:
    given = {"type": "given", "on": "A", "zones": {"A.hand": ["A.Ember.1"]}}
    use = {"type": "do", "p": "A", "what": "support", "card": "A.Ember.1", "eff": "s"}
    taken = {"type": "act", "p": "B", "what": "destroy", "cards": ["A.Ember.1"], "in": 2}
    taken["mv"] = [["A.Ember.1", "A.hand", "A.destroyed"]]
    assert Game(_numbered(given, use, RES | {"mv": []}, taken, DONE)).problems == []


def test_a50_an_override_is_carried_out_in_core_only() -> None:
    example = next(example for example in EXAMPLES if example.rule == "U5")
    log = example.log(broken=True)
    log[-1] = {**log[-1], "override": "This copy may join the other."}
    game = Game(log)
    assert game.finding() == ("disputed", 2, "A50")
    assert "A.Sable.1" in game.state["zones"]["A.heroes"]
    strict = Game([{**log[0], "profile": "strict"}, *log[1:]])
    assert strict.problems[0].code == "udacha.disputed"
    assert (strict.problems[0].rule, strict.verdict.status) == ("A50", "invalid")


def test_a50_what_two_copies_forbid_is_told_once() -> None:
    given = {"type": "given", "zones": {"A.hand": ["A.Sable.1"], "A.heroes": ["A.Sable.2", "B.Sable.3"]}}
    play = {"type": "do", "p": "A", "what": "play", "card": "A.Sable.1"}
    assert Game(_numbered(given, play)).finding() == ("illegal", 2, "U5")
    game = Game(_numbered(given, {**play, "override": "as many as you like"}))
    assert [problem.rule for problem in game.problems] == ["A50"]


@pytest.mark.parametrize(("place", "reveals"), [("A.vault", 1), ("A.hand", 0)])
def test_a47_only_reveals_from_the_own_vault_count(place: str, reveals: int) -> None:
    secret = {"type": "act", "p": "A", "what": "secret", "card": "A.Cinder.1", "override": "from wherever it is"}
    game = Game(_numbered({"type": "given", "zones": {place: ["A.Cinder.1"]}}, secret))
    assert [problem.rule for problem in game.problems] == ([] if reveals else ["A50"])
    assert game.state["reveals"] == {"A": reveals, "B": 0}


def test_a50_a_set_up_without_base() -> None:
    setup = {"type": "setup", "p": "A", "deck": ["A.Wren.1"], "override": "begins without a Base"}
    game = Game(_numbered(setup))
    assert [problem.rule for problem in game.problems] == ["A50"]
    assert game.state["zones"] == {"A.deck": ["A.Wren.1"]}


def test_a50_what_is_set_up_elsewhere_moves() -> None:
    setups = [
        {"type": "setup", "p": "A", "base": "A.Mill.1", "deck": ["A.Wren.1"]},
        {"type": "setup", "p": "B", "base": "B.Mill.1", "vault": ["A.Wren.1"], "override": "begins in the foe's Vault"},
    ]
    game = Game(_numbered(*setups))
    assert [problem.rule for problem in game.problems] == ["A50"]
    assert game.state["zones"] == {"A.scenery": ["A.Mill.1"], "B.scenery": ["B.Mill.1"], "B.vault": ["A.Wren.1"]}


def test_a50_a_card_that_is_taken_from_elsewhere_moves() -> None:
    given = {"type": "given", "zones": {"A.deck": ["A.Gull.1"], "A.reserve": ["A.Wren.1"]}}
    seek = {"type": "act", "p": "A", "what": "seek", "x": 1, "shown": ["A.Gull.1"], "bottom": ["A.Gull.1"]}
    game = Game(_numbered(given, {**seek, "taken": "A.Wren.1", "override": "or one of the Reserve Area"}))
    assert [problem.rule for problem in game.problems] == ["A50", "A50"]
    assert game.state["zones"] == {"A.deck": ["A.Gull.1"], "A.hand": ["A.Wren.1"]}


def test_a50_too_many_cards_by_reload_are_told_once() -> None:
    given = {"type": "given", "on": "A", "zones": {"A.heroes": ["A.Vesper.1"], "A.deck": ["?", "?", "?", "?"]}}
    draw = {"type": "act", "p": "A", "what": "draw", "why": "reload", "mv": [["?", "A.deck", "A.hand"]] * 3}
    (problem,) = Game(_numbered(given, draw)).problems
    assert problem.message.endswith("but Reload has drawn 3 in this turn; it draws 2 at most.")
    none = Game(_numbered({**given, "zones": {"A.deck": ["?", "?"]}}, {**draw, "mv": draw["mv"][:1]})).problems[0]
    assert none.message.endswith("it draws none, for there is no Reload card in play.")
    assert [p.rule for p in Game(_numbered(given, {**draw, "override": "one more"})).problems] == ["A50"]


def test_u35_what_goes_to_the_bottom_is_named() -> None:
    seek = {"type": "act", "p": "A", "what": "seek", "x": 2, "shown": ["A.Wren.1", "A.Gull.1"], "taken": "A.Gull.1"}
    (problem,) = Game(_numbered({"type": "given", "zones": {"A.deck": ["A.Wren.1", "A.Gull.1"]}}, seek)).problems
    assert (problem.rule, problem.expected) == ("U35", ["A.Wren.1"])


def test_a50_a_support_out_of_the_discard_pile_lies_there_already() -> None:
    given = {"type": "given", "zones": {"A.discard": ["A.Ember.1"]}}
    use = {**SUPPORT, "override": "may be used from the Discard Pile"}
    game = Game(_numbered(given, use, {"type": "res", "f": 2}, DONE))
    assert [(problem.n, problem.rule) for problem in game.problems] == [(2, "A50")]


@pytest.mark.parametrize(("ok", "rules"), [(False, ["A50"]), (True, ["A50", "U2"])])
def test_a50_u2_a_cancelled_support_out_of_the_reserve_area_may_be_kept(ok: bool, rules: list[str]) -> None:
    given = {"type": "given", "zones": {"A.reserve": ["A.Ember.1"]}}
    use = {**SUPPORT, "override": "may be used from the Reserve Area"}
    game = Game(_numbered(given, use, {"type": "res", "f": 2, "ok": ok}, DONE))
    assert [problem.rule for problem in game.problems] == rules


def test_a50_a_card_that_was_elsewhere_is_in_one_zone() -> None:
    move = {"type": "act", "p": "A", "what": "other", "mv": [["A.Wren.1", "A.deck", "A.heroes"]], "override": "so"}
    game = Game(_numbered(GIVEN, move))
    assert [problem.rule for problem in game.problems] == ["A50"]
    assert game.state["zones"] == {"A.hand": ["A.Gull.1"], "A.heroes": ["A.Wren.1"], "B.heroes": ["B.Heron.1"]}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"what": "other", "mv": [["A.Wren.1", "A.deck", "A.hand"]]}, "A.Wren.1 is in A.hand, not in A.deck."),
        (
            {"what": "other", "mv": [["A.Ibis.1", "A.deck", "A.hand"]]},
            "A.Ibis.1 is not known to be anywhere, not in A.deck.",
        ),
        ({"what": "other", "mv": [["?", "A.deck", "A.hand"]]}, "no card is in A.deck."),
        ({"what": "play", "card": "A.Ibis.1"}, "A.Ibis.1 is not in A.hand."),
        ({"what": "play", "card": "?", "p": "B"}, "the card is not in B.hand."),
        ({"what": "support", "card": "?", "eff": "s", "p": "B"}, "the card is not in B.hand."),
        ({"what": "support", "card": "A.Ember.1", "eff": "s"}, "A.Ember.1 is not in A.hand."),
        ({"what": "support", "card": "B.Sable.1", "eff": "s"}, "B.Sable.1 is in B.heroes, not in A.hand."),
    ],
)  # fmt: skip
def test_m2_u1_where_a_card_is_said_to_be(record: dict[str, Any], message: str) -> None:
    given = {**GIVEN, "zones": {**ZONES, "B.heroes": ["B.Sable.1"]}}
    (problem,) = Game(_numbered(given, {"type": "act", "p": "A", **record})).problems
    assert problem.message.endswith(f"but {message}")


@pytest.mark.parametrize(
    ("position", "deck"),
    [
        ((), ["A.Wren.1", "A.Gull.1", "A.Ibis.1"]),
        (("top",), ["A.Wren.1", "A.Gull.1", "A.Ibis.1"]),
        (("bottom",), ["A.Gull.1", "A.Ibis.1", "A.Wren.1"]),
    ],
)  # fmt: skip
def test_where_a_card_comes_into_a_deck(position: tuple[str, ...], deck: list[str]) -> None:
    given = {"type": "given", "zones": {"A.deck": ["A.Gull.1", "A.Ibis.1"], "A.heroes": ["A.Wren.1"]}}
    move = {"type": "act", "p": "A", "what": "other", "mv": [["A.Wren.1", "A.heroes", "A.deck", *position]]}
    assert Game(_numbered(given, move)).state["zones"] == {"A.deck": deck}


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (OPEN | {"trig": 1}, ["INT", "REA"]),
        ({"type": "act", "p": "A", "what": "other"}, {"in": 2}),
        (DONE, {"type": "res", "f": 2}),
        (DONE | {"f": 1}, 2),
        ({"type": "end"}, {"type": "done", "f": 2}),
        ({"type": "turn", "p": "C"}, ["A", "B"]),
        (_ruling(t=1), ["zones", "quests", "on"]),
        ({"type": "act", "p": "B", "what": "draw", "win": "INT", "trig": 2}, ["support", "use"]),
        ({"type": "act", "p": "B", "what": "use", "card": "B.Heron.1", "eff": "x", "in": 2}, None),
    ],
)  # fmt: skip
def test_what_was_legal_instead(record: dict[str, Any], expected: Any) -> None:
    (problem,) = Game(_numbered(GIVEN, OPEN, record)).problems
    assert problem.expected == expected


def test_what_was_legal_instead_of_a_second_res() -> None:
    (problem,) = Game(_numbered(GIVEN, OPEN, RES, RES)).problems
    assert problem.expected == {"type": "done", "f": 2}


@pytest.mark.parametrize(
    ("reason", "words"), [("played", "was played to its end"), ("abandoned", "was abandoned")]
)  # fmt: skip
def test_m0_a_result_that_may_not_be(reason: str, words: str) -> None:
    end = {"type": "end", "reason": reason, "result": {"by": "judge", "winners": ["A"]}}
    (problem,) = Game(_numbered(GIVEN, end)).problems
    assert (problem.rule, problem.message) == ("M0", f"The game ends, but a game that {words} has no judge's result.")


def test_nothing_is_kept_of_frames_that_are_closed() -> None:
    game = Game(_numbered(GIVEN, OPEN, RES, DONE, _ruling(zones={"A.heroes": [], "A.hand": ["A.Wren.1"]})))
    assert isinstance(game.judge.play, UdachaPlay)
    assert game.judge.play.state.moves == []


def test_a50_our_own_bookkeeping_cannot_be_overridden() -> None:
    log = _numbered(GIVEN, OPEN, DONE | {"override": "at once"})
    assert Game(log).finding() == ("illegal", 3, "M3")


def test_a_limited_use_comes_back_with_the_turn_and_stays_after_a_cancel() -> None:
    given = {"type": "given", "on": "A", "zones": {"A.heroes": ["A.Flint.1"]}}
    use = {"type": "do", "p": "A", "what": "use", "card": "A.Flint.1", "eff": "w"}
    cancelled = {"type": "res", "f": 2, "ok": False}
    game = Game(_numbered(given, use, cancelled, DONE))
    assert game.state["used_turn"] == [["A", "Flint", "w"]]
    again = Game(_numbered(given, use, cancelled, DONE, {"type": "turn", "p": "B"}))
    assert (again.state["used_turn"], again.state["t"]) == ([], 1)


def test_a_bounty_is_due_until_an_invest_names_it() -> None:
    given = {"type": "given", "on": "A", "zones": {"A.heroes": ["A.Tansy.1"]}}
    hit = {"type": "act", "p": "A", "what": "destroy", "cards": ["A.Tansy.1"]}
    hit["mv"] = [["A.Tansy.1", "A.heroes", "A.destroyed"]]
    invest = {"type": "act", "p": "B", "what": "invest", "why": "bounty", "for": "A.Tansy.1", "cause": 2, "amount": 4}
    game = Game(_numbered(given, hit, {"type": "turn", "p": "B"}))
    assert game.state["bounty_due"] == [["B", "A.Tansy.1", 4]]
    assert Game(_numbered(given, hit, invest)).state["bounty_due"] == []


def test_facts_of_frames_and_moves() -> None:
    answer = {"type": "act", "p": "B", "what": "use", "card": "B.Heron.1", "eff": "r", "win": "REA", "trig": 2}
    open_frame = {"type": "do", "p": "B", "what": "draw"}
    facts = Game(_numbered(GIVEN, OPEN, RES, answer, DONE, open_frame)).verdict.facts
    assert facts is not None
    assert facts.rows("udacha_frames") == [
        (2, "A", "play", "Wren", None, None, None, False),
        (4, "B", "use", "Heron", "r", "REA", 2, False),
        (6, "B", "draw", None, None, None, None, None),
    ]
    assert facts.rows("udacha_moves") == [(3, "A.Wren.1", "Wren", "A", "A.hand", "A.heroes", 2)]


def test_facts_of_a_seek() -> None:
    given = {"type": "given", "zones": {"A.deck": ["A.Wren.1", "A.Gull.1"]}}
    seek = {"type": "act", "p": "A", "what": "seek", "x": 2, "shown": ["A.Wren.1", "A.Gull.1"], "taken": "A.Gull.1"}
    facts = Game(_numbered(given, {**seek, "bottom": ["A.Wren.1"]})).verdict.facts
    assert facts is not None
    assert facts.rows("udacha_moves") == [(2, "A.Gull.1", "Gull", "A", "A.deck", "A.hand", 2)]


def test_facts_of_what_is_taken_back_are_gone() -> None:
    facts = Game(_numbered(GIVEN, OPEN, RES, DONE, {"type": "takeback", "to": 1})).verdict.facts
    assert facts is not None
    assert facts.rows("udacha_frames") == facts.rows("udacha_moves") == []

"""What each eye sees of a log: no secret of another side, and never a problem more than the full log has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.views.law import shown
from vflog import api, services
from vflog.engine.simulation import line
from vflog.games.udacha.examples import EXAMPLES, Example
from vflog.games.udacha.invented import CARDS
from vflog.log.strict import parse
from vflog.playback.steps import steps

from .harness import Game, Log
from .simulated import simulated

ID = re.compile(r"[AB]\.[A-Z][a-z]+\.\d+")
VIEWS = ("public", "A", "B")
each_view = pytest.mark.parametrize("view", VIEWS)
HEADER: dict[str, Any] = {
    "type": "game", "format": "vflog/1", "game": "g", "ruleset": "udacha", "players": [{"id": "A"}, {"id": "B"}],
    "to_win": 3, "profile": "core", "cards": CARDS,
}  # fmt: skip


def seen(log: Log, view: str) -> Log:
    """The records of a log as a view shows them, without what the header says of the copy."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "log.jsonl")
        path.write_bytes(b"".join(line(record) + b"\n" for record in log))
        (found,) = api.games_of(path, view=view)
    out = [parse(entry.raw) for entry in found.entries]
    del out[0]["redacted"]
    return out


def ids(value: Any) -> set[str]:
    return set(ID.findall(str(value)))


def _shown(record: dict[str, Any], before: dict[str, str], after: dict[str, str], view: str) -> Iterator[str]:
    """The cards that a record lets this eye see: told apart from the positions around it."""
    if record.get("what") in ("play", "support", "use", "secret"):
        yield record["card"]
    yield from record.get("shown", ())
    for card in {*before, *after}:
        for place in (before.get(card), after.get(card)):
            if place and (place[2:] not in ("hand", "deck", "vault") or (place[0] == view and place[2:] != "deck")):
                yield card
    if record["type"] == "setup" and record["p"] == view:
        yield from record["decklist"]


def _places(state: dict[str, Any] | None) -> dict[str, str]:
    return {card: place for place, cards in (state or {"zones": {}})["zones"].items() for card in cards}


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), view=st.sampled_from(VIEWS))
def test_a_view_names_no_card_before_its_eye_has_seen_it(seed: int, view: str) -> None:
    log = simulated(seed)
    out = seen(log, view)
    full, veiled = Game(log), Game(out)
    allowed: set[str] = set()
    before: dict[str, str] = {}
    for n, record in enumerate(log[1:], 1):
        after = _places(full.states[n])
        allowed.update(_shown(record, before, after, view))
        assert ids(out[n]) <= allowed
        assert ids(veiled.states[n]) <= allowed
        before = after
    assert ids(log[1:]) - allowed


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), view=st.sampled_from(VIEWS), hidden=st.booleans())
def test_a_view_is_as_sound_as_the_log_and_says_the_same_in_public(seed: int, view: str, hidden: bool) -> None:
    log = simulated(seed, hidden)
    full, veiled = Game(log), Game(seen(log, view))
    assert veiled.problems == []
    assert [digests and digests[1] for digests in veiled.digests] == [d and d[1] for d in full.digests]


@each_view
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule)
def test_a_view_has_problems_of_the_full_log_only(example: Example, view: str) -> None:
    assert Game(seen(example.log(), view)).problems == []
    log = example.log(broken=True)
    if view not in ("public", *(seat["id"] for seat in log[0]["players"])):
        return
    full = {problem.n for problem in Game(log).problems}
    assert {problem.n for problem in Game(seen(log, view)).problems} <= full


@each_view
def test_forms_of_a_view_are_those_of_its_copy(tmp_path: Path, view: str) -> None:
    """They name every card of the header's list that may lie where nothing was seen, and rest on nothing hidden."""
    log = simulated(5)[:60]
    forms = []
    for name, records in (("log", log), ("copy", shown(log, view, tmp_path))):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(b"".join(line(record) + b"\n" for record in records))
        cursor = api.replay(path, view=view)
        there = []
        for place in range(len(cursor)):
            cursor.to_place(place)
            there.append(cursor.legal())
        forms.append(there)
    assert all(forms[0])
    assert forms[0] == forms[1]


@each_view
def test_all_that_is_printed_of_a_view_names_no_card_that_its_eye_has_not_seen(tmp_path: Path, view: str) -> None:
    log = [*simulated(5)[:60], {"type": "act", "n": 60, "p": "A", "what": "play", "card": "B.Nobody.1"}]
    never = ids(log[1:]) - ids(seen(log, view)[1:])
    assert len(never) > 20
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(line(record) + b"\n" for record in log))
    cursor = api.replay(path, view=view)
    told = [*steps(cursor), cursor.public, cursor.verdict.problems]
    for place in range(len(cursor)):
        cursor.to_place(place)
        told += [services.board(cursor), services.in_words(cursor.here, cursor.header)]
    assert not never & ids(told)
    assert [entry.n for entry in cursor.log.entries] == list(range(61))


def test_the_own_hand_and_vault_are_seen_and_no_deck() -> None:
    setup = {
        "type": "setup",
        "p": "A",
        "base": "A.Mill.1",
        "decklist": ["A.Wren.1", "A.Gull.1"],
        "hand": ["A.Wren.1"],
        "deck": ["A.Wren.1", "A.Gull.1"],
        "vault": ["A.Dusk.1"],
    }
    own, foe = (seen([HEADER, setup], view)[1] for view in "AB")
    assert own == {**setup, "decklist": ["A.Gull.1", "A.Wren.1"], "deck": ["?", "?"]}, "sorted, for it may be the order"
    assert foe == {**setup, "decklist": ["?", "?"], "hand": ["?"], "deck": ["?", "?"], "vault": ["?"]}


POSITION = {"type": "given", "zones": {"A.deck": ["A.Wren.1", "A.Gull.1"], "A.hand": ["A.Ibis.1"], "A.heroes": []}}


def _line(record: dict[str, Any], view: str) -> dict[str, Any]:
    return seen([HEADER, POSITION, record], view)[2]


@each_view
def test_a_drawn_card_is_seen_by_its_side(view: str) -> None:
    draw = {"type": "act", "p": "A", "what": "draw", "mv": [["A.Wren.1", "A.deck", "A.hand"]]}
    assert _line(draw, view)["mv"] == [["A.Wren.1" if view == "A" else "?", "A.deck", "A.hand"]]


@each_view
def test_seek_shows_its_cards_and_hides_how_they_lie_afterwards(view: str) -> None:
    seek = {
        "type": "act",
        "p": "A",
        "what": "seek",
        "x": 2,
        "shown": ["A.Wren.1", "A.Gull.1"],
        "taken": "A.Gull.1",
        "bottom": ["A.Wren.1"],
    }
    assert _line(seek, view) == {**seek, "bottom": ["?"]}


@each_view
def test_a_shuffled_order_is_seen_by_nobody(view: str) -> None:
    shuffle = {"type": "act", "p": "A", "what": "other", "order": {"A.deck": ["A.Gull.1", "A.Wren.1"]}}
    assert _line(shuffle, view)["order"] == {"A.deck": ["?", "?"]}


def test_a_card_of_the_hand_is_named_when_it_leaves_into_the_open() -> None:
    hit = {"type": "do", "p": "B", "what": "discard", "cards": ["A.Ibis.1"]}
    done = {"type": "res", "f": 2, "mv": [["A.Ibis.1", "A.hand", "A.discard"]]}
    assert seen([HEADER, POSITION, hit, done], "B")[2:] == [{**hit, "cards": ["?"]}, done]
    at_once = {**hit, "type": "act", "mv": done["mv"]}
    assert _line(at_once, "B") == at_once


def test_what_goes_back_hidden_is_not_told_again() -> None:
    """Known to be in the Hand until it goes into the Deck face down."""
    into = {"type": "act", "p": "A", "what": "other", "mv": [["A.Ibis.1", "A.hand", "A.heroes"]]}
    back = {**into, "mv": [["A.Ibis.1", "A.heroes", "A.hand"]]}
    down = {**into, "mv": [["A.Ibis.1", "A.hand", "A.deck"]]}
    again = {**into, "mv": [["A.Ibis.1", "A.deck", "A.hand"]]}
    told = [record["mv"][0][0] for record in seen([HEADER, POSITION, into, back, down, again], "B")[2:]]
    assert told == ["A.Ibis.1", "A.Ibis.1", "?", "?"]


@each_view
def test_texts_and_own_fields_give_nothing_away(view: str) -> None:
    note = {"type": "note", "text": "holds A.Ibis.1, above A.Wren.1", "x_debug": ["A.Gull.1"]}
    shown = "A.Ibis.1" if view == "A" else "?"
    assert _line(note, view) == {"type": "note", "text": f"holds {shown}, above ?"}


def test_a_claim_keeps_what_is_public() -> None:
    claim = {
        "type": "claim",
        "t": 0,
        "state": "sha256:" + "0" * 64,
        "zones": {"A.hand": ["A.Ibis.1"], "A.heroes": []},
        "frames": [],
    }
    assert _line(claim, "B") == {"type": "claim", "t": 0, "zones": {"A.heroes": []}}


def test_a_ruling_shows_its_zones_to_whom_they_belong() -> None:
    zones = {"B.hand": ["A.Ibis.1"], "B.discard": ["A.Wren.1"], "B.deck": ["A.Gull.1"]}
    ruling = {"type": "ruling", "by": "judge", "reason": "A.Ibis.1 fell down", "set": {"zones": zones}}
    hidden = {**zones, "B.hand": ["?"], "B.deck": ["?"]}
    assert _line(ruling, "A") == {**ruling, "reason": "? fell down", "set": {"zones": hidden}}
    assert _line(ruling, "B") == {**ruling, "set": {"zones": {**zones, "B.deck": ["?"]}}}


def test_a_takeback_and_an_amend_go_back_to_what_was_known() -> None:
    play = {"type": "act", "p": "A", "what": "play", "card": "A.Ibis.1", "mv": [["A.Ibis.1", "A.hand", "A.heroes"]]}
    hit = {"type": "do", "p": "B", "what": "discard", "cards": ["A.Ibis.1"]}
    log = [HEADER, POSITION, play, {"type": "takeback", "to": 1}, hit]
    assert seen(log, "B")[4] == {**hit, "cards": ["?"]}
    assert seen([*log[:3], hit], "B")[3] == hit
    draw = {"type": "act", "p": "A", "what": "draw", "mv": [["?", "A.deck", "A.hand"]]}
    amend = {"type": "amend", "to": 2, "record": {**draw, "mv": [["A.Wren.1", "A.deck", "A.hand"]]}, "by": "A"}
    assert seen([HEADER, POSITION, draw, amend], "B")[3] == {**amend, "record": draw}
    assert seen([HEADER, POSITION, draw, amend], "A")[3] == amend


def test_the_argument_is_left_as_it_is() -> None:
    log = simulated(1)
    before = str(log)
    seen(log, "public")
    assert str(log) == before

"""Forms counted and listed; records in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vflog
from vflog.playback.forms import count, legal, legal_records, narrowed, records
from vflog.playback.words import in_words, judged_in_words

VECTORS = Path(__file__).parents[1] / "vectors"
CARDS = st.dictionaries(st.sampled_from(["f1", "s1", "+2"]), st.integers(0, 3))
SPEC = st.one_of(
    st.just("fixed"),
    st.builds(lambda v: {"in": v}, st.lists(st.integers(), unique=True, max_size=3)),
    st.builds(lambda k, n: {"choose": k, "from": list(range(n))}, st.integers(0, 3), st.integers(0, 4)),
    st.builds(lambda k, of: {"cards": k, "of": of}, st.integers(0, 3), CARDS),
    st.builds(lambda k, of: {"cards": [k, k + 1], "of": of}, st.integers(0, 2), CARDS),
    st.just({"reveals": "cards"}),
)


@given(st.dictionaries(st.sampled_from("abc"), SPEC), st.sets(st.sampled_from("abc")))
def test_a_form_counts_what_it_lists(fields: dict[str, object], optional: set[str]) -> None:
    form = {"type": "t", "fields": fields, "optional": sorted(optional & fields.keys())}
    listed = list(records(form))
    assert len(listed) == count(form)
    assert len({str(record) for record in listed}) == len(listed)


def test_what_stands_for_what() -> None:
    form = {
        "type": "power",
        "fields": {
            "player": "a",
            "pay": {"cards": 2, "of": {"f1": 2, "s1": 1}},
            "demis": {"choose": 1, "from": ["x", "y"]},
        },
        "optional": ["demis"],
    }
    assert list(records(form))[:3] == [
        {"type": "power", "player": "a", "pay": ["f1", "f1"], "demis": ["x"]},
        {"type": "power", "player": "a", "pay": ["f1", "f1"], "demis": ["y"]},
        {"type": "power", "player": "a", "pay": ["f1", "f1"]},
    ]
    assert count(form) == 6


@pytest.mark.parametrize("folder", ["veiled-fate", "udacha"])
def test_every_record_has_words(folder: str) -> None:
    said: dict[str, str] = {}
    for log in vflog.read(VECTORS / folder, content=[VECTORS / "packs"]):
        for entry in log.entries:
            words = in_words(entry.record, log.header)
            said[str(entry.record.__struct_config__.tag)] = words
            assert words.endswith(".")
            assert not any(wrong in words for wrong in ("None", "UNSET", "{", "  ", " .", ", ,", "Struct")), words
    assert len(said) >= 10


def test_what_was_not_applied_says_so() -> None:
    cursor = vflog.replay(VECTORS / "veiled-fate" / "illegal-move-into-abyss.jsonl", content=[VECTORS / "packs"])
    told = [judged_in_words(judged, cursor.header) for judged in cursor]
    assert told[27].endswith("bone-orchard, slot 2, with f1.") or not told[27].endswith("(refused).")
    assert told[28].endswith("(refused).")
    assert told[-1].endswith("(unjudged).")


def test_forms_say_who_acts_and_are_narrowed() -> None:
    log = VECTORS / "veiled-fate" / "hadria-3p.jsonl"
    cursor = vflog.replay(log, content=[VECTORS / "packs"])
    cursor.seek(2)
    forms = cursor.legal()
    first = cursor.state["first"]  # type: ignore[index]
    assert {form["by"] for form in forms} == {first, None}
    assert {form["type"] for form in forms if form["by"] is None} == {"end"}
    mine = narrowed(forms, first)
    assert mine == [form for form in forms if form["by"] == first]
    assert narrowed(forms, "nobody") == []
    moves = narrowed(forms, first, "move")
    assert 0 < len(moves) < len(mine)
    assert {form["type"] for form in moves} == {"move"}
    either = {"type": "corruption", "fields": {"player": {"in": ["ada", "bob"]}, "amount": 1}, "optional": []}
    assert [form["fields"] for form in narrowed([either], "bob")] == [{"player": "bob", "amount": 1}]


PLAIN = st.dictionaries(st.sampled_from("abc"), st.sampled_from([1, 2, {"in": [3, 4]}, {"reveals": "card"}]))


@given(st.lists(st.tuples(PLAIN, st.booleans()), max_size=6))
def test_joined_forms_stand_for_the_same_records(told: list[tuple[dict[str, object], bool]]) -> None:
    """Whatever forms there are, those that overlap too."""
    forms = [{"type": "t", "fields": fields, "optional": sorted(fields) if may else []} for fields, may in told]

    class Told:
        def legal(self) -> list[dict[str, object]]:
            return forms

    joined = legal(Told())  # type: ignore[arg-type]
    assert len(joined) <= len(forms)
    assert set(map(_sorted, legal_records(forms))) == set(map(_sorted, legal_records(joined)))


def _sorted(record: dict[str, object]) -> str:
    return str(sorted(record.items()))


def test_known_leaves_out_what_the_asker_sees() -> None:
    cursor = vflog.replay(VECTORS / "veiled-fate" / "hadria-3p.jsonl", content=[VECTORS / "packs"])
    cursor.seek(2)
    play, me = cursor.play, str(cursor.state["first"])  # type: ignore[index]

    def cards(*seen: str | None) -> list[bool]:
        forms = legal(play, lambda owner: owner in seen)
        return ["?" in form["fields"]["card"]["in"] for form in forms if isinstance(form["fields"].get("card"), dict)]

    assert all("?" in f["fields"]["card"]["in"] for f in legal(play) if isinstance(f["fields"].get("card"), dict))
    assert not any(cards(me))
    drawn = {"reveals": "card", "count": 1, "for": me, "of": {"f1": 2, "?": 1}}
    hidden = {"in": ["f1", "s1", "?"], "hidden": ["s1"]}
    forms = [{"type": "t", "fields": {"drawn": drawn, "card": hidden}, "optional": []}]

    class Told:
        def legal(self) -> list[dict[str, object]]:
            return forms  # type: ignore[return-value]

    def fields(*seen: str | None) -> dict[str, object]:
        (form,) = legal(Told(), lambda owner: owner in seen)  # type: ignore[arg-type]
        return form["fields"]  # type: ignore[no-any-return]

    assert fields(me)["drawn"] == {**drawn, "of": {"f1": 2}}
    assert fields("other")["drawn"] == drawn
    assert fields(me)["card"] == hidden

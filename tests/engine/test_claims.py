"""What differs in a claim is found alike by the quick look and by the list of all that is claimed."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.toy_ruleset import Counting
from vflog.engine.claims import compare, differing
from vflog.log.records import Claim

_values: Any = st.recursive(
    st.sampled_from((None, True, False, 0, 1, 2, "a", "1")),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=5,
)
_objects = st.dictionaries(st.sampled_from("abc"), _values, max_size=3)


class Stated(Counting):
    """A play whose document is given."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__()
        self._document = document

    def document(self) -> dict[str, Any]:
        return self._document


@given(_objects, _objects, st.booleans())
def test_what_differs_is_what_does_not_hold(claimed: dict[str, Any], held: dict[str, Any], same: bool) -> None:
    claim, play = Claim(part=claimed), Stated({**held, **claimed} if same else held)
    assert differing(claim, play) == [one for one in compare(claim, play) if not one.holds]
    if same:
        assert not differing(claim, play)


def test_true_is_not_one() -> None:
    assert [one.path for one in differing(Claim(part={"a": {"b": 1}}), Stated({"a": {"b": True}}))] == ["a.b"]
    assert not differing(Claim(part={"a": {"b": True}}), Stated({"a": {"b": True, "c": 1}}))

"""What is said of a content pack: every fault with its line and in words, what is missing as a remark (page 2, 12)."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vflog.engine.packs import PackFinding
from vflog.games.veiled_fate import RULESET
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.pack import KINDS
from vflog.games.veiled_fate.pack_shape import places
from vflog.games.veiled_fate.simulate import simulate
from vflog.games.veiled_fate.wishes import Wishes
from vflog.log.decode import typed
from vflog.log.problems import Refused, Unsupported

from .harness import Game, find
from .playing import header

Plain = dict[str, Any]
SAMPLE = (find("sample") or b"").decode()
FILE = tomllib.loads(SAMPLE)
EXPANSIONS = ("hadria", "celestials", "servants")


def written(pack: Plain) -> bytes:
    """A pack as TOML, a line for each key of its file."""
    return "".join(f"{_key(key)} = {_toml(value)}\n" for key, value in pack.items()).encode()


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value)
    return hex(value) if isinstance(value, int) and value > 2**64 else str(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def without(*names: str) -> Plain:
    """The built-in pack without some parts."""
    return {key: value for key, value in FILE.items() if key not in names}


BASE = {**without("favors", "servants", "roles"), "id": "base", "invented": False}


def told(data: bytes | str) -> list[PackFinding]:
    return RULESET.check_pack(data if isinstance(data, bytes) else data.encode())


def errors(data: bytes | str) -> list[str]:
    return [finding.message for finding in told(data) if finding.severity == "error"]


# -- a pack of the base game -------------------------------------------------------------------------


def test_a_pack_of_the_base_game_is_whole_and_what_it_cannot_be_used_for_is_remarked() -> None:
    found = told(written(BASE))
    assert {finding.severity for finding in found} == {"remark"}
    text = " ".join(finding.message for finding in found)
    for word in ("Favors", "Hadria", "Servants", "mother-to-all", "steward", "sorcerer", "prophet"):
        assert word in text
    assert not told(SAMPLE)


@pytest.mark.parametrize("part", ["quests", "city", "ages"])
def test_what_every_game_needs_is_an_error(part: str) -> None:
    assert errors(written({key: value for key, value in BASE.items() if key != part}))


def test_some_favors_of_a_printed_game_are_all_of_them() -> None:
    some = {**BASE, "favors": FILE["favors"][:1]}
    assert [text for text in errors(written(some)) if "3 Favors of" in text]
    assert not errors(written({**some, "invented": True}))


def test_a_favor_of_a_power_that_there_is_none_of_is_an_error() -> None:
    """Also where nobody asks for three cards of each power."""
    luck = {**BASE, "favors": [{**card, "power": "luck"} for card in FILE["favors"][:1]], "invented": True}
    (message,) = errors(written(luck))
    assert "luck" in message
    assert "portal" in message
    command = {**luck, "favors": [{**card, "power": "command"} for card in FILE["favors"][:1]]}
    assert len(errors(written(command))) == 1
    assert not errors(written({**luck, "favors": FILE["favors"][:1]}))


def test_vf_s2_a_deck_that_cannot_be_dealt_is_an_error() -> None:
    few = dict.fromkeys(KINDS, 0)
    assert "40 Fate cards" in errors(written({**BASE, "fate": {**few, "f1": 39}}))[0]
    assert not errors(written({**BASE, "fate": {**few, "f1": 40}}))
    assert any("nine players" in finding.message for finding in told(written({**BASE, "fate": {**few, "f1": 44}})))
    assert not errors(written({**BASE, "fate": {"f1": 1}}))


def test_an_age_card_that_is_missing_is_named() -> None:
    absent = {**BASE, "ages": [card for card in BASE["ages"] if card["id"] != "chaos"]}
    assert any("chaos" in finding.message for finding in told(written(absent)) if finding.severity == "remark")
    none = {**BASE, "ages": [{**card, "min_players": 3} for card in BASE["ages"]]}
    assert len(errors(written(none))) == 3


def heads() -> Iterator[Plain]:
    """Headers of every kind of game that a pack may be named by."""
    kinds = [*chain.from_iterable(combinations(EXPANSIONS, size) for size in range(4))]
    for count in range(1, 11):
        for kind in kinds:
            for role in (*ROLES, None):
                for detail in ("full", "score"):
                    head = header(min(count, 9), " ".join(kind), detail=detail, content={"pack": "mine"})
                    if count > 9:
                        head["players"].append({"id": "joy"})
                    if role is not None:
                        head["players"][-1]["role"] = role
                    yield head


def opened(head: Plain, data: bytes) -> tuple[Any, Refused | Unsupported | None]:
    """The game that a header opens with that pack, or why it opens none."""
    try:
        return RULESET.open(typed({**head, "n": 0}, RULESET.header), lambda name: data, {}).play, None
    except (Refused, Unsupported) as why:
        return None, why


@pytest.mark.parametrize("lacks", [("favors", "servants", "roles"), ("fate",), ("quests", "city"), ("ages",)])
def test_every_kind_of_game_is_judged_or_refused_with_a_sentence(lacks: tuple[str, ...]) -> None:
    """With whatever pack: what it lacks is told, and where a game begins something is said to be legal."""
    data = written({**without(*lacks), **({"fate": {"f1": 20}} if "fate" in lacks else {})})
    for head in heads():
        play, why = opened(head, data)
        if why is not None:
            assert RULESET.codes[why.code].template.format_map(why.values).endswith(".")
            assert why.code.startswith(("setup.", "content."))
        else:
            assert play.legal()
            play.document()


@pytest.mark.parametrize(
    ("head", "code", "word"),
    [
        (header(2, "hadria"), "content.no-favors", "Favors"),
        (header(6, "hadria"), "content.no-favors", "Favors"),
        (header(3, "servants"), "content.no-servants", "Servants"),
        (header(4, role="steward"), "content.no-role", "`quests`"),
        (header(4, role="prophet"), "content.no-role", "`prophecies`"),
    ],
)
def test_a_game_that_asks_for_more_than_the_pack_has_is_unsupported(head: Plain, code: str, word: str) -> None:
    data = written(BASE)
    with pytest.raises(Unsupported) as why:
        Game([{**head, "content": {"pack": "mine"}}], packs={"mine": data})
    assert why.value.code == code
    assert word in RULESET.codes[code].template.format_map(why.value.values)
    assert Game([{**head, "content": {"pack": "sample"}}]).verdict.status == "incomplete"


WRONG: tuple[Plain, ...] = (
    {"expansions": ["hadria", "hadria", "servants", "celestials"]}, {"expansions": ["hadria", "servants", "bees"]},
    {"rulings": {"none": "x"}}, {"rulings": {"favor_count": "most"}}, {"powers": "none"}, {"detail": "most"},
    {"players": [{"id": "ada", "role": role} for role in ("steward", "sorcerer", "prophet")]},
    {"players": [{"id": "ada"}, {"id": "ada"}]}, {"players": [{"id": "ada"}]},
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=str)
@pytest.mark.parametrize("head", [
    header(3, "hadria"), header(4, "servants"), header(4, "hadria servants", role="steward"), header(4, role="prophet"),
], ids=lambda head: str(head["expansions"]))  # fmt: skip
def test_what_is_unsupported_goes_before_what_is_wrong(head: Plain, wrong: Plain) -> None:
    """A header that is wrong, and asks for what the pack has not: `unsupported` (page 1, status)."""
    assert Game([{**head, **wrong}]).verdict.status == "invalid"
    if wrong.get("players") and "role" in head["players"][-1]:
        wrong = {**wrong, "players": [*wrong["players"], head["players"][-1]]}
    if "expansions" in wrong and "servants" not in head["expansions"] and "hadria" not in head["expansions"]:
        wrong = {"expansions": [*head["expansions"], "bees"]}
    with pytest.raises(Unsupported):
        Game([{**head, **wrong, "content": {"pack": "mine"}}], packs={"mine": written(BASE)})


@pytest.mark.parametrize("wrong", WRONG, ids=str)
@pytest.mark.parametrize("role", ["sorcerer", "prophet"])
def test_vf_13_a_role_that_a_score_does_not_tell_goes_before_what_is_wrong(role: str, wrong: Plain) -> None:
    head = header(4, role=role, detail="score")
    if "detail" not in wrong:
        with pytest.raises(Unsupported):
            Game([{**head, **wrong, "players": [*wrong.get("players", []), *head["players"]]}])
    assert Game([{**header(4, role=role), **wrong}]).verdict.status == "invalid"


def test_vf_h1_favors_that_would_all_be_left_out_are_too_few() -> None:
    one_each = {**FILE, "favors": [{**card, "copies": 1} for card in FILE["favors"]], "invented": True}
    data = written(one_each)
    assert Game([header(6, "hadria", content={"pack": "mine"})], packs={"mine": data}).verdict.status == "incomplete"
    with pytest.raises(Unsupported) as why:
        Game([header(5, "hadria", content={"pack": "mine"})], packs={"mine": data})
    assert why.value.code == "content.no-favors"


def test_vf_13_a_scorekeepers_log_needs_no_cards_that_it_never_names() -> None:
    data = written({**BASE, "fate": dict.fromkeys(KINDS, 0)})
    game = Game([header(8, "hadria servants", detail="score", content={"pack": "mine"})], packs={"mine": data})
    assert game.verdict.status == "incomplete"


# -- damage ------------------------------------------------------------------------------------------

#: What is changed in the built-in pack, and what is then said, of which line (the first that the change touches).
DAMAGE = (
    ('id = "sample"', "id = sample", "it is not TOML"),
    ('id = "sample"', 'id = "a b"', '`id` is "a b", which is no id'),
    ('id = "sample"', 'id = "sample"\ntitle = "x"', None),
    ('id = "sample"', "id = 2020-05-01", "`id` is the date or time 2020-05-01; a text is asked for"),
    ('version = "1"', "version = 1", "`version` is 1; a text is asked for"),
    ("invented = true", "invented = 1", "`invented` is 1; true or false is asked for"),
    ('house = "bull"', 'house = ""', "`house` of the Demi 'pentha' is an empty text"),
    ("[demis.pentha]", "[demis.hadria]", "the Demi 'hadria' cannot be called so, for another figure is"),
    ("[demis.pentha]", '[demis."a b"]', "the Demi 'a b' bears a name that cannot be"),
    ('ring = ["coast",', 'ring = ["moon",', "`ring` must name each of the six regions once"),
    ('ring = ["coast", "forest",', 'ring = ["forest", "coast",', "`ring` must have coast and mountains as neighbours"),
    ('servants = ["invictus",', 'servants = ["ora",', "`servants` must be three different ids"),
    ("f1 = 30", "f1 = -1", "`f1` of `fate` is -1; a number from 0 to 999 is asked for"),
    ("f1 = 30", "f3 = 30", "`f3` of `fate` is no kind of Fate card"),
    ("f1 = 30", "f1 = 30.0", "`f1` of `fate` is 30.0; a whole number is asked for"),
    ("f1 = 30", "f1 = true", "`f1` of `fate` is true; a whole number is asked for"),
    ("f1 = 30", f"f1 = {'9' * 5000}", "it holds a number of more than 20 digits"),
    ("f1 = 30", f"f1 = 0x{'f' * 5000}", "`f1` of `fate` is a number of more than 20 digits"),
    ('id = "lantern-oath"', 'id = "salt-ledger"', None),
    ("voters = 1", "voters = 100", "`voters` of the Quest 'lantern-oath' is 100; a number from 0 to 99 is asked for"),
    ("voters = 1", "voters = nan", "`voters` of the Quest 'lantern-oath' is NaN; a whole number is asked for"),
    ("voters = 1", "extra = 1\nvoters = 1", "`extra` of the Quest 'lantern-oath' is not known; known are id, voters"),
    ('name = "The Lantern Oath"', 'name = "\\u0000"', "`name` of the Quest 'lantern-oath' holds a NUL"),
    ("[fate]", "[fate]\n[fate]", "it is not TOML: cannot declare `fate` twice"),
    ('id = "chaos"', 'id = "order"', "`id` of the Age card 'order' is no Age card; they are arbiter, chaos"),
    ('power = "portal"', 'power = "magic"', "`power` of the Favor 'portal-favor' is \"magic\"; known are portal"),
    ("copies = 3", "copies = 0", "`copies` of the Favor 'portal-favor' is 0; a number from 1 to 99 is asked for"),
    ("corruption = 3", "corruption = 4", "`corruption` of the Favor 'portal-favor' is 4; a number from 0 to 3"),
)  # fmt: skip


def damaged(before: str, after: str) -> tuple[str, int]:
    """The pack with the first of these changed, and the first line that differs."""
    assert before in SAMPLE, before
    text = SAMPLE.replace(before, after, 1)
    pairs = zip(SAMPLE.split("\n"), text.split("\n"), strict=False)
    return text, next(i for i, (one, other) in enumerate(pairs, 1) if one != other)


@pytest.mark.parametrize(("before", "after", "said"), DAMAGE, ids=lambda value: str(value)[:30])
def test_a_fault_is_told_with_its_line(before: str, after: str, said: str | None) -> None:
    text, line = damaged(before, after)
    found = [finding for finding in told(text) if finding.severity == "error"]
    assert found
    first = found[0]
    if said is None:
        assert {"stands there twice" in first.message, "is not known" in first.message} == {True, False}
    else:
        assert said[0].upper() + said[1:] in first.message
        assert first.line == line
    assert all(finding.message.endswith(".") for finding in found)


def test_a_key_or_table_given_twice_is_told_where_it_comes_again() -> None:
    text = SAMPLE.replace("[[favors]]", "[favors]", 1)
    again = text.split("\n").index("[[favors]]") + 1
    assert [(f.line, f.message) for f in told(text)] == [
        (again, "It is not TOML: cannot overwrite a value (column 9).")
    ]


def test_faults_inside_a_list_are_told_with_the_line_where_it_begins() -> None:
    text = SAMPLE.replace('feather = "gain 2"', 'feather = "gian 2"', 1).replace(
        'scorpion = "smite"', "scorpion = 7", 1
    )
    slots = [i for i, line in enumerate(SAMPLE.split("\n"), 1) if line.startswith("slots")]
    assert [(f.line, f.message) for f in told(text)] == [
        (slots[0], "`scorpion` of slot 2 of the Quest 'lantern-oath' is 7; a text is asked for.")
    ]
    text = SAMPLE.replace('feather = "gain 2"', 'feather = "gian 2"', 1).replace("house:bull", "house:dragon", 1)
    assert [(f.line, f.message.partition(";")[0]) for f in told(text)] == [
        (slots[0], "`feather` of slot 1 of the Quest 'lantern-oath' is \"gian 2\""),
        (
            slots[1],
            "`need` of slot 1 of the Quest 'salt-ledger' is \"house:dragon\", and no Demi of the pack fits that.",
        ),
    ]


def test_every_fault_is_told_and_in_the_order_of_the_file() -> None:
    text = SAMPLE.replace("copies = 3", "copies = 0").replace("voters = 1\n", "voters = -1\n")
    found = told(text)
    assert len(found) == SAMPLE.count("copies = 3") + SAMPLE.count("voters = 1\n")
    assert [f.line for f in found] == [
        i for i, line in enumerate(text.split("\n"), 1) if line in ("copies = 0", "voters = -1")
    ]


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_mark_and_line_ends_of_windows_change_nothing(ends: str, mark: bytes) -> None:
    assert not told(mark + SAMPLE.replace("\n", ends).encode())
    text = SAMPLE.replace("f1 = 30", "f1 = -1")
    line = text.split("\n").index("f1 = -1") + 1
    assert [f.line for f in told(mark + text.replace("\n", ends).encode())] == [line]


@pytest.mark.parametrize(
    ("data", "said", "line"),
    [
        (b"", "The pack lacks `id`.", None),
        (b"\xff\xfe", "It is not UTF-8 text", 1),
        (SAMPLE.encode("utf-16"), "It is not UTF-8 text", 1),
        (b"a = " + b"[" * 5000, "It nests lists or tables too deep", None),
        (b"#" * 2**21, "a pack has at most 1048576", None),
        (b"id = [", "It is not TOML: invalid value, at its end.", None),
    ],
    ids=["empty", "bytes", "utf-16", "deep", "large", "open"],
)
def test_files_that_are_no_packs(data: bytes, said: str, line: int | None) -> None:
    found = told(data)
    assert said in found[0].message
    assert found[0].line == line


def test_a_log_whose_pack_is_damaged_is_told_the_first_fault_and_how_many_there_are() -> None:
    text = SAMPLE.replace("copies = 3", "copies = 0")
    with pytest.raises(Unsupported) as why:
        Game([header(3, content={"pack": "mine"})], packs={"mine": text.encode()})
    assert why.value.code == "content.bad-pack"
    assert re.match(r"line \d+: `copies` of the Favor .*, and 4 more$", why.value.values["why"])


# -- the places --------------------------------------------------------------------------------------


def _values(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    for step, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _values(item, (*place, step))


def test_every_value_has_a_line_and_it_is_that_of_its_statement() -> None:
    found, lines = places(SAMPLE), SAMPLE.split("\n")
    there = {place for place in _values(FILE) if place}
    # Of a list of tables, and of a table of tables, there is no line of its own.
    assert there - set(found) == {(name,) for name in ("demis", "quests", "city", "ages", "favors", "roles")} | {
        ("roles", "steward", "quests")
    }
    for place in there & set(found):
        begins = re.match(r'\[|"?([^" ]+)"? = ', lines[found[place] - 1])
        assert begins is not None
        assert begins[1] is None or begins[1] in place


# -- anything at all ---------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    0, -1, 1, 99, 100, 10**30, 2**5000, True, "", "?", "a b", "x_y", "\0", "naka", "gain 1", "gain 0", "gain -1",
    "gain 999", f"gain {'9' * 5000}", "coin", "house:", "demi:naka", [], {}, [[]], [{}], {"id": "a"}, 1.5,
    float("nan"), float("inf"), date(2020, 1, 1), "é" * 100, ["coast"],
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_pack_is_told_of_or_shown(data: st.DataObject) -> None:
    """Some values of a pack are gone, twice there, or others: no fault but has a sentence; a sound one is shown."""
    pack = copy.deepcopy(FILE)
    for _ in range(data.draw(st.integers(1, 4))):
        there = [place for place in _values(pack) if place]
        place = there[data.draw(st.integers(0, 10**6)) % len(there)]
        at: Any = pack
        for step in place[:-1]:
            at = at[step]
        how = data.draw(st.sampled_from(("gone", "twice", "more", "other", "other")))
        if how == "gone":
            del at[place[-1]]
        elif how == "twice" and isinstance(at, list):
            at.insert(place[-1], copy.deepcopy(at[place[-1]]))
        elif how == "more" and isinstance(at, dict):
            at[data.draw(st.sampled_from(("extra", "id", "demis", "x_a", "", "é")))] = copy.deepcopy(
                data.draw(st.sampled_from(ODD))
            )
        else:
            at[place[-1]] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
    text = written(pack)
    found = told(text)
    assert all(finding.message.endswith(".") and "\n" not in finding.message for finding in found)
    if not any(finding.severity == "error" for finding in found):
        RULESET.show_pack(text)
        json.dumps(RULESET.pack_data(text), allow_nan=False)


def _some(values: list[Any], least: int) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(range(len(values))), min_size=least, max_size=len(values), unique=True).map(
        lambda chosen: [values[i] for i in chosen]
    )


_RESULT = st.sampled_from(("gain 1", "gain 99", "lose 3", "smite", "coin", "nothing", "gain 1, coin", "lose 1, smite"))
_NEED = st.sampled_from(({}, {}, {"need": "house:owl"}, {"need": "colour:pink"}, {"need": "demi:naka"}))
_SLOT = st.builds(
    lambda need, feather, scorpion: {**need, "feather": feather, "scorpion": scorpion}, _NEED, _RESULT, _RESULT
)
_SPACE = st.sampled_from(("draw 1", "draw 99", "gain 2", "lose 1", "coin", "choose_gain 2", "smite_choice", "nothing"))


@st.composite
def packs(draw: st.DrawFn) -> Plain:
    """Packs of the base game, few or many cards, as printed ones never are."""
    quests = [
        {
            **quest,
            "voters": draw(st.sampled_from((0, 1, 2, 99))),
            "slots": draw(st.lists(_SLOT, min_size=1, max_size=5)),
        }
        for quest in draw(_some(BASE["quests"], 18))
    ]
    city = [
        {**card, "altar": draw(st.booleans()), "spaces": draw(st.lists(_SPACE, min_size=1, max_size=4))}
        for card in draw(_some(BASE["city"], 3))
    ]
    ages = [
        {"id": card, "age": CARDS[card].age, **draw(st.sampled_from(({}, {"min_players": 3})))}
        for card in draw(_some([*CARDS], 6))
    ]
    counts = st.sampled_from((None, 0, 1, 8, 30))
    fate = {kind: count for kind in KINDS if (count := draw(counts)) is not None}
    return {**BASE, "quests": quests, "city": city, "ages": ages, "fate": fate}


@settings(max_examples=40, deadline=None)
@given(pack=packs(), players=st.integers(2, 8), seed=st.integers(0, 2**32))
def test_vf_s1_a_pack_without_errors_can_be_played_with_two_to_eight(pack: Plain, players: int, seed: int) -> None:
    data = written(pack)
    if errors(data):
        return
    wishes = Wishes(game="g", players=players, pack="mine")
    log = list(simulate(RULESET, lambda name: data if name == "mine" else None, seed, wishes))
    game = Game(log, packs={"mine": data})
    assert (game.verdict.status, game.errors) == ("valid", [])

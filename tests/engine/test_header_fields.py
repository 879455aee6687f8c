"""No field of a header is read and never looked at: each is compared, judged, kept in a table or shown to people.

The fields are taken from the types that read the headers, so one that is added must be told of here.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import vflog
from tests.games.udacha.harness import Game
from vflog.engine import ruleset as rulesets
from vflog.engine.verdict import GameVerdict
from vflog.playback.steps import steps
from vflog.reading.content import built_in
from vflog.store.chart import tables
from vflog.store.connect import connect

Plain = dict[str, Any]
VECTORS = Path(__file__).parents[1] / "vectors" / "udacha"
SAMPLE = built_in(rulesets.ruleset("veiled-fate"), "sample") or b""


def fields(kind: Any, path: str = "") -> Iterator[str]:
    """The fields of a header, and those of the objects in it: `players[].id`, `cards.*.eff`."""
    for field in msgspec.inspect.type_info(kind).fields if isinstance(kind, type) else kind.fields:
        yield f"{path}{field.encode_name}"
        yield from _inside(field.type, f"{path}{field.encode_name}")


def _inside(kind: Any, path: str) -> Iterator[str]:
    if isinstance(kind, msgspec.inspect.StructType):
        yield from fields(kind, f"{path}.")
    for part, mark in (("item_type", "[]"), ("value_type", ".*")):
        if hasattr(kind, part):
            yield from _inside(getattr(kind, part), path + mark)
    for option in getattr(kind, "types", ()):
        yield from _inside(option, path)


class Other(NamedTuple):
    """Another value of a field, and where that is seen: a column of some table, `verdict`, `state` or `words`."""

    value: Any
    seen: str


#: A header of every field that every ruleset has.
COMMON: Plain = {
    "type": "game", "n": 0, "game": "g", "at": "2026-05-06T18:00:00Z", "format": "vflog/1", "revision": "2026-12",
    "rulings": {}, "event": "Spring Cup", "round": 1, "table": "7", "source": {"app": "one", "version": "1"},
    "redacted": {"of": "9007199254740993", "view": "public"},
}  # fmt: skip
VEILED: Plain = {
    **COMMON, "ruleset": "veiled-fate", "expansions": ["celestials"], "powers": "base", "detail": "full",
    "players": [{"id": "ada", "name": "Ada"}, {"id": "bob", "name": "Bob"},
                {"id": "cy", "name": "Cy", "role": "arbiter"}],
    "content": {"pack": "sample", "version": "1", "sha256": hashlib.sha256(SAMPLE).hexdigest()},
}  # fmt: skip
UDACHA: Plain = {
    **COMMON, "ruleset": "udacha", "players": [{"id": "A", "name": "Ada"}, {"id": "B", "name": "Bob"}],
    "to_win": 3, "cards": {}, "profile": "core",
}  # fmt: skip

OF_ALL: dict[str, Other] = {
    "n": Other(3, "verdict"),
    "game": Other("h", "game_id"),
    "at": Other("2026-05-06T19:00:00Z", "at_text"),
    "format": Other("vflog/2", "verdict"),
    "ruleset": Other("ludo", "verdict"),
    "revision": Other("2030-01", "verdict"),
    "event": Other("Autumn Cup", "event"),
    "round": Other(2, "round"),
    "table": Other("8", "table_id"),
    "source": Other({"app": "two"}, "source_app"),
    "source.app": Other("two", "source_app"),
    "source.version": Other("2", "source_version"),
    "redacted": Other({"of": 5, "view": "nobody"}, "verdict"),
    "redacted.of": Other("5", "words"),
    "redacted.view": Other("nobody", "verdict"),
}
OF_VEILED: dict[str, Other] = {
    **OF_ALL,
    "players": Other(VEILED["players"][:1], "verdict"),
    "players[].id": Other("zoe", "player_id"),
    "players[].name": Other("Zoë", "name"),
    "players[].role": Other("tormentor", "role"),
    "content": Other({"pack": "nowhere"}, "verdict"),
    "content.pack": Other("nowhere", "verdict"),
    "content.version": Other("99", "verdict"),
    "content.sha256": Other("0" * 64, "verdict"),
    "rulings": Other({"bridge": "coast_to_mountains"}, "value"),
    "expansions": Other(["celestials", "hadria"], "hadria"),
    "powers": Other("rebalanced", "powers"),
    "detail": Other("score", "detail"),
}
OF_UDACHA: dict[str, Other] = {
    **OF_ALL,
    "players": Other(UDACHA["players"][:1], "verdict"),
    "players[].id": Other("C", "verdict"),
    "players[].name": Other("Zoë", "name"),
    "players[].role": Other("arbiter", "verdict"),
    "content": Other({"pack": "nowhere"}, "verdict"),
    "content.pack": Other("sample", "verdict"),
    "content.version": Other("1", "verdict"),
    "content.sha256": Other("0" * 64, "verdict"),
    "rulings": Other({"active_scenery": "by_type"}, "value"),
    "to_win": Other(5, "state"),
}
#: Other values of what a card must have; of all else of a card it is tried what becomes of a log without it.
OF_CARDS: Plain = {
    "cards": {}, "profile": "strict", "cards.*.type": "Thing", "cards.*.eff.*.kind": "VISITED",
    "cards.*.eff.*.trigger": {"what": "seek"},
}  # fmt: skip
#: What the published verdicts prove: changed in their headers, one of them turns out otherwise.
BY_VERDICTS = [path for path in fields(rulesets.ruleset("udacha").header) if path.startswith(("cards", "profile"))]
RULESETS = {"veiled-fate": (VEILED, OF_VEILED), "udacha": (UDACHA, OF_UDACHA)}
TRIED = [(name, path) for name, (_, others) in RULESETS.items() for path in others]


def test_every_field_of_every_header_is_told_of() -> None:
    for name, (_, others) in RULESETS.items():
        assert set(fields(rulesets.ruleset(name).header)) - set(BY_VERDICTS) == set(others)
    assert set(OF_CARDS) <= set(BY_VERDICTS)


def changed(header: Plain, path: str, value: Any) -> Plain:
    """The header with another value there (of a list its last entry); what is not there is put there."""
    out = copy.deepcopy(header)
    at: Any = out
    *way, last = path.replace("[]", ".[]").split(".")
    for step in way:
        at = at[-1] if step == "[]" else at.setdefault(step, {"pack": "sample"} if step == "content" else {})
    at[last] = value
    return out


class Seen(NamedTuple):
    """All that comes of a header."""

    verdict: tuple[str, list[str]]
    state: str | None
    words: str
    columns: dict[str, set[Any]]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Seen]:
    """What comes of every header, as it is (path `""`) and with one field changed."""
    folder = tmp_path_factory.mktemp("headers")
    headers = {(name, ""): base for name, (base, _) in RULESETS.items()}
    headers |= {(name, path): changed(headers[name, ""], path, RULESETS[name][1][path].value) for name, path in TRIED}
    paths = {key: folder / f"{number}.jsonl" for number, key in enumerate(headers)}
    for number, (key, path) in enumerate(paths.items()):
        if not key[1].startswith("redacted"):  # copies of one game would be one game
            headers[key] = changed(headers[key], "redacted.of", str(2**53 + number))
        path.write_text(json.dumps(headers[key]) + "\n")
    games = {Path(game.file).name: game for game in vflog.validate(folder).games}
    vflog.load(folder, folder / "all.duckdb")
    columns = _columns(folder / "all.duckdb")
    return {key: _seen(games[path.name], path, columns) for key, path in paths.items()}


def _columns(db: Path) -> dict[tuple[int, str], set[Any]]:
    """What stands in each column of any table, by game."""
    out: dict[tuple[int, str], set[Any]] = {}
    with connect(db, read_only=True) as connection:
        for name, table in tables().items():
            if "game_key" in (names := [column.name for column in table.columns]):
                for row in connection.execute(f"SELECT {', '.join(names)} FROM {name}").fetchall():
                    values = dict(zip(names, row, strict=True))
                    for column, value in values.items():
                        out.setdefault((values["game_key"], column), set()).add(value)
    return out


def _seen(game: GameVerdict, path: Path, columns: dict[tuple[int, str], set[Any]]) -> Seen:
    first = next(iter(steps(vflog.replay(path))))
    codes = sorted(problem.code for problem in game.problems if problem.severity == "error")
    own = {column: values for (key, column), values in columns.items() if key == game.game_key}
    return Seen((game.status, codes), game.digest, first.words, own)


@pytest.mark.parametrize(("name", "path"), TRIED)
def test_another_value_is_seen(name: str, path: str, seen: dict[tuple[str, str], Seen]) -> None:
    base, other, wanted = seen[name, ""], seen[name, path], RULESETS[name][1][path].seen
    if wanted in Seen._fields:
        assert getattr(base, wanted) != getattr(other, wanted)
    else:
        assert base.columns[wanted] != other.columns[wanted]
        assert base.verdict == other.verdict or path == "players[].role"


def test_the_headers_themselves_are_sound(seen: dict[tuple[str, str], Seen]) -> None:
    assert [seen[name, ""].verdict for name in RULESETS] == [("incomplete", [])] * 2


#: A card that is sought for a keyword (U34).
SEEK: list[Plain] = [
    {**UDACHA, "cards": {"Wren": {"type": "Hero", "keywords": ["Swift"]}}},
    {"type": "given", "n": 1, "on": "A", "zones": {"A.deck": ["A.Wren.1"]}},
    {"type": "act", "n": 2, "p": "A", "what": "seek", "x": 1, "want": {"keyword": "Swift"}, "shown": ["A.Wren.1"],
     "taken": "A.Wren.1", "bottom": [], "mv": [["A.Wren.1", "A.deck", "A.hand"]]},
]  # fmt: skip

#: A card leaves the Destroyed Zone, on which readers differ (A33).
RETURNED: list[Plain] = [
    {**UDACHA, "cards": {"Wren": {"type": "Hero"}}},
    {"type": "given", "n": 1, "on": "A", "zones": {"A.destroyed": ["A.Wren.1"]}},
    {"type": "act", "n": 2, "p": "A", "what": "other", "mv": [["A.Wren.1", "A.destroyed", "A.hand"]]},
]  # fmt: skip


def _logs() -> Iterator[list[Plain]]:
    """Logs of Udacha, sound and otherwise, short ones first."""
    yield SEEK
    yield RETURNED
    yield from (vector["log"] for vector in _lines(VECTORS / "verdicts.jsonl"))
    for path in sorted(VECTORS.glob("full-?.jsonl")):
        yield _lines(path)


def _lines(path: Path) -> list[Plain]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _put(value: Any, path: list[str], new: Any) -> Any:
    """A header in which that field of every card that has it has another value, or is gone (`None`)."""
    step, *rest = path
    if step == "*":
        return {key: _put(item, rest, new) for key, item in value.items()}
    if step not in value:
        return value
    if rest or new is not None:
        return {**value, step: _put(value[step], rest, new) if rest else new}
    return {key: item for key, item in value.items() if key != step}


def _outcome(log: list[Plain]) -> Any:
    game = Game(log)
    return game.verdict.status, game.finding()


@pytest.mark.parametrize("path", BY_VERDICTS)
def test_with_another_catalogue_or_profile_a_verdict_is_another(path: str) -> None:
    for header, *rest in _logs():
        one = {**header, "profile": "core"}
        other = _put(one, path.split("."), OF_CARDS.get(path))
        if other != one and _outcome([other, *rest]) != _outcome([one, *rest]):
            return
    pytest.fail(f"no verdict asks for {path}")

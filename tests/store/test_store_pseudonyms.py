"""`export --pseudonyms`: nobody is named anywhere, nothing else is changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.store.store_base import Base
from vflog import services
from vflog.engine.naming import Naming
from vflog.reporting.source import opened
from vflog.store.chart import tables
from vflog.store.connect import connect
from vflog.store.masks import masked
from vflog.store.pseudonyms import Words

REAL = True
SAMPLES = Path(__file__).parents[2] / "sample_logs"
Tables = Mapping[str, pl.DataFrame]

PEOPLE = {
    "ada": ("zoe-1", "Zoë Ångström"),
    "bob": ("QX7.b", 'Annabel "Bel" O\'Neil'),
    "cy": ("lucky:me", "שלום 🦊"),
}
#: Ids that are a Demi, a God Power, a part of a Quest's name, a Fate card, a field of records, a number.
WORDS = {"ada": ("naka", "Smite"), "bob": ("smite", "Will"), "cy": ("mud", "quest")}
OTHERS = {"ada": ("f1", None), "bob": ("player", "7"), "cy": ("2", "The")}


def renamed(name: str, people: Mapping[str, tuple[str, str | None]], game: str, *, escaped: bool = False) -> list[str]:
    """A sample log whose players are others; their ids stand nowhere else in it."""
    ids = {old: new for old, (new, _) in people.items()}

    def told(value: Any) -> Any:
        if isinstance(value, dict):
            return {ids.get(key, key): told(each) for key, each in value.items()}
        if isinstance(value, list):
            return [told(each) for each in value]
        return ids.get(value, value) if isinstance(value, str) else value

    records = [told(json.loads(line)) for line in (SAMPLES / name).read_text().splitlines()]
    names = dict(people.values())
    for player in records[0]["players"]:
        if names[player["id"]] is not None:
            player["name"] = names[player["id"]]
    records[0]["game"] = game
    return [json.dumps(record, ensure_ascii=escaped) for record in records]


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Base:
    """Logs that name their players wherever a log can."""
    folder = tmp_path_factory.mktemp("zoe-1 and others")
    last: dict[str, str] = {}
    for number, (sample, escaped) in enumerate((("base-3p.jsonl", False), ("hadria-3p.jsonl", True))):
        lines = renamed(sample, PEOPLE, f"zoe-1-against-QX7.b-{number}", escaped=escaped)
        head = json.loads(lines[0])
        head |= {"event": "Cup of Zoë Ångström", "round": 1, "table": "lucky:me", "x_by": "Zoë Ångström"}
        head["source"] = {"app": "zoe-1's app", "version": "1 (QX7.b)"}
        lines[0] = json.dumps(head, ensure_ascii=escaped)
        n, end = len(lines) - 1, json.loads(lines[-1])
        extra = [
            {"type": "note", "n": n, "text": 'So says Annabel "Bel" O\'Neil: zoe-1, (lucky:me)!', "player": "QX7.b"},
            {"type": "x_chat", "n": n + 1, "zoe-1": ["שלום 🦊", {"to": "Zoë Ångström"}]},
            {"type": "claim", "n": n + 2, "hands": {"zoe-1": {"f1": 9}}, "first": "lucky:me"},
            {"type": "ruling", "n": n + 3, "by": "Judge Dread", "reason": "Zoë Ångström", "set": {"first": "QX7.b"}},
            {"type": "ruling", "n": n + 4, "by": "zoe-1", "reason": "mine", "set": {"hands": {"lucky:me": {"f1": 1}}}},
            {"type": "rest", "n": n + 5, "player": "zoe-1"},
        ]
        lines[-1:] = [json.dumps(record, ensure_ascii=escaped) for record in extra]
        lines += [json.dumps({**end, "n": n + 6}, ensure_ascii=escaped), '{"type":"note","text":"Zoë Ångström', "zoe-1"]
        path = folder / f"lucky:me {number}.jsonl"
        path.write_text("".join(f"{line}\n" for line in lines))
        last[sample] = str(path)
    base = Base(folder / "named.duckdb")
    base.load(*last.values())
    with connect(base.path) as connection:
        for statement in (
            "INSERT INTO persons VALUES ('Cup of Zoë Ångström', 'human-1', 'Zoë Ångström'), ('c', 'QX7.b', NULL)",
            "INSERT INTO person_aliases VALUES ('c', 'human-1', 'zoe-1''s app', 'zoe-1')",
            "INSERT INTO event_results VALUES "
            "('Cup of Zoë Ångström', 1, 'lucky:me', 'human-1', NULL, 1, '3', 'Judge Dread', 'lucky:me left')",
            "INSERT INTO standings VALUES ('c', 1, 1, 'QX7.b', '3', 1, 1, '')",
        ):
            connection.execute(statement)
    return base


def exported(base: Base, out: Path, *, pseudonyms: bool = True) -> Tables:
    services.export(base.path, out, forms=("csv", "parquet"), only=None, pseudonyms=pseudonyms)
    frames = {path.stem: pl.read_parquet(path) for path in sorted(out.glob("*.parquet"))}
    json_ = {name: [c.name for c in tables()[name].columns if c.type == "JSON"] for name in frames}
    return {name: frame.with_columns(pl.col(json_[name]).cast(pl.String)) for name, frame in frames.items()}


@pytest.fixture(scope="module")
def hidden(named: Base, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Tables]:
    out = tmp_path_factory.mktemp("hidden") / "out"
    return out, exported(named, out)


def texts(frame: pl.DataFrame) -> Iterator[tuple[str, str]]:
    for name, kind in frame.schema.items():
        if kind == pl.Binary:
            yield from ((name, value.decode("utf-8", "replace")) for value in frame[name].drop_nulls())
        elif kind == pl.String:
            yield from ((name, value) for value in frame[name].drop_nulls())


def test_no_name_and_no_id_is_left_in_any_byte(named: Base, hidden: tuple[Path, Tables]) -> None:
    out, frames = hidden
    words = {word for person in PEOPLE.values() for word in person} | {"Judge Dread", "human-1"}
    words |= {json.dumps(word)[1:-1] for word in words} | {word.replace('"', '""') for word in words}
    assert frames["records"].height > 200
    for path in out.glob("*.csv"):
        assert [word for word in words if word in path.read_text("utf-8")] == [], path.name
    for name, frame in frames.items():
        for column, value in texts(frame):
            assert not any(word in value for word in words), (name, column, value)


def test_rows_and_all_else_are_as_they_were(named: Base, hidden: tuple[Path, Tables], tmp_path: Path) -> None:
    open_, frames = exported(named, tmp_path / "open", pseudonyms=False), hidden[1]
    assert frames.keys() == open_.keys() == tables().keys()
    for name, frame in frames.items():
        assert frame.schema == open_[name].schema
        assert frame.height == open_[name].height
        for column in frame.columns:
            assert frame[column].null_count() == open_[name][column].null_count(), (name, column)
        same = [column.name for column in tables()[name].columns if not (column.holds or column.of)]
        assert frame.select(same).sort(same).equals(open_[name].select(same).sort(same)), name


def test_people_are_called_alike_in_all_tables(hidden: tuple[Path, Tables]) -> None:
    frames = hidden[1]
    players = {*frames["players"]["player_id"]}
    assert players == {"Player 1", "Player 2", "Player 3"}
    assert {*frames["players"]["name"]} == {*frames["players"]["called"]} == players
    for name, table in tables().items():
        for column in table.columns:
            if column.of == "players.player_id":
                assert {*frames[name][column.name].drop_nulls()} <= players, (name, column.name)
    bodies = [json.loads(body) for body in frames["records"]["body"]]
    assert {body["player"] for body in bodies if "player" in body} == players
    assert {player["id"] for body in bodies for player in body.get("players", ()) if "id" in player} == players
    judges = {*frames["rulings"]["judge"]}
    assert "Judge 1" in judges
    assert len(judges & players) == 1
    assert len(judges) == 2
    assert frames["event_results"]["judge"].to_list() == ["Judge 1"]
    assert frames["person_aliases"]["player_id"].to_list()[0] in players
    assert frames["standings"]["person_id"].to_list()[0] in players
    assert {*frames["games"]["event"]} <= {*frames["event_results"]["event"]}
    assert {*frames["games"]["table_id"]} == {*frames["event_results"]["table_id"]} <= players
    for name in ("claims", "rulings"):
        paths = [path for path in frames[name]["path"] if path.startswith("hands.")]
        assert paths
        assert all(path.split(".")[1] in players for path in paths)


def test_the_report_calls_them_so_too(named: Base, hidden: tuple[Path, Tables]) -> None:
    with opened(named.path, pseudonyms=True) as source:
        told = source.ask("SELECT game_key, seat, called FROM players ORDER BY game_key, seat")
    assert told == hidden[1]["players"].select("game_key", "seat", "called").sort("game_key", "seat").to_dicts()


def test_equal_content_equal_bytes(tmp_path: Path) -> None:
    logs = []
    for number, people in enumerate((PEOPLE, WORDS)):
        path = tmp_path / f"{number}.jsonl"
        path.write_text("".join(f"{line}\n" for line in renamed("base-3p.jsonl", people, f"g{number}")))
        logs.append(str(path))
    for name, order in (("a", logs), ("b", logs[::-1])):
        base = Base(tmp_path / f"{name}.duckdb")
        for log in order:
            base.load(log)
        exported(base, tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        if path.stem not in ("loads", "meta"):  # those tell when
            assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes(), path.name


@pytest.mark.parametrize("people", [WORDS, OTHERS], ids=["cards", "fields"])
def test_words_of_the_game_stay(tmp_path: Path, people: Mapping[str, tuple[str, str | None]]) -> None:
    """Ids that are cards, powers, fields or numbers too are replaced where they are players, and only there."""
    lines = renamed("hadria-3p.jsonl", people, "g")
    (tmp_path / "a.jsonl").write_text("".join(f"{line}\n" for line in lines))
    base = Base(tmp_path / "a.duckdb")
    base.load(str(tmp_path / "a.jsonl"))
    frames = exported(base, tmp_path / "out")
    seats = base.rows("SELECT seat, player_id FROM players ORDER BY seat")
    told = dict(frames["players"].select("seat", "player_id").iter_rows())
    pseudonym = {player: told[seat] for seat, player in seats}
    back = {veil: old for old, (new, _) in people.items() for veil in [pseudonym[new]]}
    sample = [json.loads(line) for line in (SAMPLES / "hadria-3p.jsonl").read_text().splitlines()]

    def as_before(value: Any) -> Any:
        if isinstance(value, dict):
            return {back.get(key, key): as_before(each) for key, each in value.items()}
        if isinstance(value, list):
            return [as_before(each) for each in value]
        return back.get(value, value) if isinstance(value, str) else value

    bodies = [as_before(json.loads(body)) for body in frames["records"].sort("n")["body"]]
    for body, record in zip(bodies[1:], sample[1:], strict=True):
        assert body == record
    assert [player["id"] for player in bodies[0]["players"]] == ["ada", "bob", "cy"]


def test_seats_stay_and_their_names_go(tmp_path: Path) -> None:
    head, *rest = (SAMPLES / "udacha.jsonl").read_text().splitlines()
    header = json.loads(head)
    for player, name in zip(header["players"], ("Mallory", "Trudy"), strict=True):
        player["name"] = name
    (tmp_path / "a.jsonl").write_text("".join(f"{line}\n" for line in (json.dumps(header), *rest)))
    base = Base(tmp_path / "a.duckdb")
    base.load(str(tmp_path / "a.jsonl"))
    frames, open_ = exported(base, tmp_path / "out"), exported(base, tmp_path / "open", pseudonyms=False)
    assert sorted(frames["players"]["player_id"]) == ["A", "B"]
    assert sorted(frames["players"]["name"]) == ["Player 1", "Player 2"]
    for name in ("udacha_frames", "udacha_moves"):
        assert frames[name].equals(open_[name])
    assert not re.search("Mallory|Trudy", "".join(frames["records"]["body"]))
    assert frames["records"].filter(pl.col("n") > 0).equals(open_["records"].filter(pl.col("n") > 0))


def test_a_lean_database_and_single_tables(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("".join(f"{line}\n" for line in renamed("base-3p.jsonl", PEOPLE, "g")))
    base = Base(tmp_path / "a.duckdb")
    base.load(str(tmp_path / "a.jsonl"), lean=True)
    (path,) = services.export(base.path, tmp_path / "out", forms=("csv",), only=("turns",), pseudonyms=True)
    assert "Player 1" in path.read_text()
    assert "zoe-1" not in path.read_text()


# -- words -------------------------------------------------------------------------------------------------

KNOWN = frozenset({"mud-choir", "smite", "cards.not-held", "naka"})
REPLACED = (
    ("Ann", "Ann plays; Anna does not, nor do Ann-Lee and annAnn.", "P plays; Anna does not, nor do P-Lee and annAnn."),
    ("Ann Lee", "Ann and Ann Lee", "Ann and P"),
    ("mud", "mud plays mud-choir, mud.", "P plays mud-choir, P."),
    ("cards", "cards: cards.not-held", "P: cards.not-held"),
    ("naka", "naka moves", "P moves"),
    ("A.B", "A.B, A.B. and xA.B", "P, P. and xA.B"),
    ("🦊", "a 🦊🦊", "a PP"),
    ("Zoë", "Zoë's, Zoëy", "P's, Zoëy"),
    ("Zoe", "Zoe\u0308 and Zoe", "Zoe\u0308 and P"),
    ("7", "record 7", "record 7"),
    ("!", "so!", "so!"),
    ("שלום", "(שלום)", "(P)"),
    ("Annabel Lee", "so Annabel L…, …el Lee, Ann and An…", "so P…, …P, Ann and An…"),
)  # fmt: skip


@pytest.mark.parametrize(("word", "text", "told"), REPLACED, ids=[word for word, *_ in REPLACED])
def test_whole_words_are_replaced(word: str, text: str, told: str) -> None:
    assert Words({word: "P"}, KNOWN).replaced(text) == told


def test_the_longest_name_is_meant() -> None:
    assert Words({"Ann": "P1", "Ann Lee": "P2", "Lee": "P3"}, KNOWN).replaced("Ann Lee, Lee, Ann") == "P2, P3, P1"


def test_a_pseudonym_is_not_replaced_again() -> None:
    assert Words({"Player": "Player 2", "x": "Player 1"}, KNOWN).replaced("x, Player") == "Player 1, Player 2"


WHO = Words({"naka": "P", "7": "Q"}, KNOWN)
LINES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ('{ "player":"naka", "demi" : "naka" , "x":1.50e1}', {}, '{ "player":"P", "demi" : "naka" , "x":1.50e1}'),
    ('{"players":["naka","7"],"slots":["naka"]}', {}, '{"players":["P","Q"],"slots":["naka"]}'),
    ('{"demis":{"naka":"naka"},"text":"naka"}', {}, '{"demis":{"P":"naka"},"text":"P"}'),
    ('{"x_a":{"naka":["naka"]},"n":7}', {}, '{"x_a":{"P":["P"]},"n":7}'),
    ('{"player":"n\\u0061ka"}', {}, '{"player":"P"}'),
    ('{"naka":{"renown":7}}', {"state": True, "field": "demis"}, '{"naka":{"renown":7}}'),
    ('["naka"]', {"state": True, "field": "winners"}, '["P"]'),
    ('"naka"', {"state": True, "field": "first"}, '"naka"'),
    ('{"set":{"demis":{"naka":1}}}', {"type": "ruling"}, '{"set":{"demis":{"naka":1}}}'),
    ('{"set":{"winners":["naka"]}}', {"type": "ruling"}, '{"set":{"winners":["P"]}}'),
    ("7", {}, "7"),
)  # fmt: skip


@pytest.mark.parametrize(("line", "given", "told"), LINES, ids=[line for line, *_ in LINES])
def test_a_line_is_replaced_by_its_fields(line: str, given: dict[str, Any], told: str) -> None:
    naming: Callable[..., Naming] = Naming
    assert masked(line, WHO, naming(keys=frozenset({"demis"})), **given) == told

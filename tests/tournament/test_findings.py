"""Every finding has two sides: what brings it, and what does not. And whatever is wrong, the rest is judged."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from vflog import tournaments
from vflog.cli import app, main
from vflog.engine.event_codes import CODES
from vflog.engine.settings import Settings
from vflog.log.sources import Source
from vflog.tournament import file, judged, report
from vflog.tournament.findings import natural

from .games import game, lines

PEOPLE = ("ann", "bob", "cy", "dee", "eve", "fay")
FOUR = ["ann", "bob", "cy", "dee"]
#: Of this game the places are all different.
GAME = game(4, 0)
THREE = game(3, 0)
TWO = game(2, 0)


def toml(rounds: str = "", *, more: str = "", people: tuple[str, ...] = PEOPLE, rules: str = "") -> str:
    players = "".join(f'[[players]]\nid = "{p}"\nname = "{p.title()}"\n{EXTRA.get(p, "")}' for p in people)
    return (
        f'format = "vflog-tournament/1"\nevent = "cup"\n[rules]\n{rules}\n[scoring]\nbye = 2\nno_show = 0\n'
        'places = { 2 = [3, 0], 3 = [4, 2, 0], 4 = [6, 3, 1, 0] }\ntiebreaks = ["wins"]\n'
        f"{players}{rounds}{more}"
    )


EXTRA: dict[str, str] = {}


def one_round(n: int = 1, *tables: tuple[str, list[str]], head: str = "") -> str:
    told = "".join(f'[[rounds.tables]]\ntable = "{t}"\nplayers = {json.dumps(p)}\n' for t, p in tables)
    return f"[[rounds]]\nn = {n}\n{head}\n{told}"


def log(
    players: list[str], n: int = 1, table: str = "1", *, of: Any = None, id: str = "g1", change: str | None = None,
    event: str | None = "cup", app: str = "pad", **more: Any,
) -> bytes:  # fmt: skip
    of = of or {2: TWO, 3: THREE, 4: GAME}[len(players)]
    header = {"round": n, "table": table, "source": {"app": app, "version": "1"}, **more}
    return lines(of, players, game=id, more=header | ({"event": event} if event is not None else {}), change=change)


def run(text: str, *logs: bytes) -> judged.Tournament:
    sources = [Source(f"log{i}.jsonl", None, again=True, data=data) for i, data in enumerate(logs)]
    found = judged.tournament(file.read(text.encode()), sources, Settings())
    for one in found.found:
        assert one.severity == CODES[one.code].severity or CODES[one.code].warning_where, f"{one.code} says so"
    return found


def told(text: str, *logs: bytes) -> list[tuple[str, str]]:
    """What is found: code and severity."""
    return [(one.code.removeprefix("tournament."), one.severity) for one in run(text, *logs).found]


def message(text: str, *logs: bytes) -> str:
    (one,) = run(text, *logs).found
    return one.message


def points(text: str, *logs: bytes) -> dict[str, str]:
    return {row.person: row.points for row in run(text, *logs).report.standings}


ROUND = one_round(1, ("1", FOUR))
HAND = '[[results]]\nround = 1\ntable = "1"\nwinners = ["ann"]\nby = "Jo"\nreason = "seen"\n'


def test_a_sound_log_of_its_table_brings_nothing() -> None:
    assert told(toml(ROUND), log(FOUR)) == []
    assert sorted(points(toml(ROUND), log(FOUR)).values()) == ["0", "0", "0", "1", "3", "6"]


def test_no_log() -> None:
    assert told(toml(ROUND)) == [("no-log", "error")]
    assert told(toml(ROUND, more=HAND)) == [("no-log", "warning")]
    assert points(toml(ROUND, more=HAND))["ann"] == "6"
    assert points(toml(ROUND, more=HAND))["bob"] == "4/3"
    assert points(toml(ROUND))["ann"] == "0"


def test_two_logs_that_are_equal_or_grown() -> None:
    assert told(toml(ROUND), log(FOUR), log(FOUR)) == [("two-logs", "warning")]
    assert "told by 2 logs: 1 is equal" in message(toml(ROUND), log(FOUR), log(FOUR))
    grown = message(toml(ROUND), log(FOUR), log(FOUR, change="cut"))
    assert "1 is its beginning" in grown
    assert points(toml(ROUND), log(FOUR), log(FOUR)) == points(toml(ROUND), log(FOUR))


def test_two_logs_that_differ_count_when_one_is_chosen() -> None:
    one, other = log(FOUR), log(FOUR, change="other")
    assert told(toml(ROUND), one, other) == [("two-logs", "error")]
    assert "neither counts until the file says which" in message(toml(ROUND), one, other)
    assert set(points(toml(ROUND), one, other).values()) == {"0"}
    for mine in (one, other):
        chosen = f'[[tellings]]\ngame = "g1"\nhead = "{hashlib.sha256(mine).hexdigest()[:12]}"\n'
        assert told(toml(ROUND, more=chosen), one, other) == [("two-logs", "warning")]
        assert points(toml(ROUND, more=chosen), one, other) == points(toml(ROUND), mine)
    first = next(i for i, a in enumerate(one.split(b"\n")) if a != other.split(b"\n")[i])
    assert f"differs from record {first} on" in message(toml(ROUND), one, other)


def test_a_chosen_log_that_is_not_there() -> None:
    chosen = '[[tellings]]\ngame = "g1"\nhead = "0123456789"\n'
    assert told(toml(ROUND, more=chosen), log(FOUR)) == [("no-telling", "error")]


def test_two_apps_that_tell_one_game_alike_are_witnesses() -> None:
    assert told(toml(ROUND), log(FOUR), log(FOUR, app="other")) == [("two-logs", "warning")]
    assert "tells the same play" in message(toml(ROUND), log(FOUR), log(FOUR, app="other"))


@pytest.mark.parametrize(
    ("how", "why"),
    [({"event": "other"}, "of the event 'other'"), ({"event": None}, "no event"), ({"table": "9"}, "round 1, table 9")],
)
def test_unexpected_log(how: dict[str, Any], why: str) -> None:
    extra = log(["eve", "fay"], id="g2", **how)
    assert told(toml(ROUND), log(FOUR), extra) == [("unexpected-log", "error")]
    assert why in message(toml(ROUND), log(FOUR), extra)


def test_a_log_without_a_usable_first_line_is_unexpected() -> None:
    assert told(toml(ROUND), log(FOUR), b'{"type":"game","format":"vflog/1"}\n') == [("unexpected-log", "error")]


def test_wrong_table_counts_where_its_players_are() -> None:
    rounds = one_round(1, ("1", FOUR), ("2", ["eve", "fay"]))
    logs = log(FOUR), log(["eve", "fay"], table="1", id="g2")
    assert told(toml(rounds), *logs) == [("wrong-table", "error")]
    assert "names round 1, table 1, but its players are those of round 1, table 2" in message(toml(rounds), *logs)
    assert sorted(points(toml(rounds), *logs).values()) == ["0", "0", "1", "3", "3", "6"]


def test_unknown_player_in_log_and_file() -> None:
    assert told(toml(ROUND), log(["ann", "bob", "cy", "zed"])) == [("unknown-player", "error")]
    assert "zed, in the log (perhaps an alias of Dee)," in message(toml(ROUND), log(["ann", "bob", "cy", "zed"]))
    rounds = one_round(1, ("1", [*FOUR, "zed"]), head='byes = [{player = "yan"}]')
    assert told(toml(rounds), log(FOUR)) == [("unknown-player", "error")] * 2
    hand = HAND.replace('"ann"', '"zed"')
    assert told(toml(ROUND, more=hand)) == [("no-log", "warning"), ("unknown-player", "error")][::-1]


def test_aliases_make_one_human_of_several_ids() -> None:
    EXTRA["dee"] = 'aliases = ["pad:zed", "d4"]\n'
    try:
        assert told(toml(ROUND), log(["ann", "bob", "cy", "zed"])) == []
        assert told(toml(ROUND), log(["ann", "bob", "cy", "d4"], app="any")) == []
        assert told(toml(ROUND), log(["ann", "bob", "cy", "zed"], app="other")) == [("unknown-player", "error")]
    finally:
        EXTRA.clear()


def test_players_differ() -> None:
    assert told(toml(ROUND), log(FOUR[:3])) == [("players-differ", "warning")]
    assert message(toml(ROUND), log(FOUR[:3])).endswith("Dee is missing.")
    assert told(toml(ROUND), log(["ann", "bob", "cy", "eve"])) == [("players-differ", "error")]
    assert "Eve is there instead" in message(toml(ROUND), log(["ann", "bob", "cy", "eve"]))
    found = run(toml(ROUND), log(FOUR[:3])).report
    assert [r.kind for r in found.results if r.person == "dee"] == ["no_show"]
    assert {r.players for r in found.results if r.kind == "game"} == {3}


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ("ann = 1, bob = 2, cy = 3", "Dee is missing."),
        ("ann = 1, bob = 2, cy = 3, eve = 3", "Dee is missing; Eve is named and not seated at this table."),
        ("ann = 1, bob = 2, cy = 3, dee = 4, eve = 5", "(Jo) Eve is named and not seated at this table."),
    ],
)
def test_a_result_by_hand_names_those_who_sit_there(places: str, said: str) -> None:
    by_hand = '[[results]]\nround = 1\ntable = "1"\nplaces = {{ {} }}\nby = "Jo"\nreason = "seen"\n'
    wrong, right = (toml(ROUND, more=by_hand.format(it)) for it in (places, "ann = 1, bob = 2, cy = 3, dee = 4"))
    for logs in ((), (log(FOUR, change="wrong"),)):
        assert told(right, *logs) == [("not-sound" if logs else "no-log", "warning")]
        (differs,) = (one for one in run(wrong, *logs).found if one.code == "tournament.players-differ")
        assert differs.severity == "error"
        assert "in the result by hand (Jo) " in differs.message
        assert differs.message.endswith(said)


def test_a_result_by_hand_and_its_log_tell_once_who_was_there() -> None:
    winners = toml(ROUND, more=HAND)
    assert told(winners, log(FOUR[:3], change="wrong")) == [("not-sound", "warning"), ("players-differ", "warning")]
    of_three = HAND.replace('winners = ["ann"]', 'places = ["ann", "bob", "cy"]')
    assert told(toml(ROUND, more=of_three), log(FOUR[:3], change="wrong")) == told(
        winners, log(FOUR[:3], change="wrong")
    )
    stranger = HAND.replace('winners = ["ann"]', 'places = ["ann", "bob", "cy", "dan"]')
    found = run(toml(ROUND, more=stranger)).found
    assert [one.code for one in found] == ["tournament.unknown-player", "tournament.no-log"]
    assert "dan, in the result by hand (perhaps Dee is meant)," in found[0].message


def test_player_twice_in_round() -> None:
    rounds = one_round(1, ("1", FOUR), ("2", ["ann", "eve"]))
    logs = log(FOUR), log(["ann", "eve"], table="2", id="g2")
    assert told(toml(rounds), *logs) == [("player-twice-in-round", "error")]
    assert len([r for r in run(toml(rounds), *logs).report.results if r.person == "ann"]) == 1
    two = one_round(1, ("1", FOUR)) + one_round(2, ("1", ["ann", "eve"]))
    assert told(toml(two), log(FOUR), log(["ann", "eve"], 2, id="g2")) == []


def test_played_a_bye() -> None:
    rounds = one_round(1, ("1", FOUR), head='byes = [{player = "ann"}]')
    assert told(toml(rounds), log(FOUR)) == [("played-a-bye", "error")]
    assert [r.kind for r in run(toml(rounds), log(FOUR)).report.results if r.person == "ann"] == ["game"]
    assert told(toml(one_round(1, ("1", FOUR), head='byes = [{player = "eve"}]')), log(FOUR)) == []


def test_second_bye_is_told_of_allocated_ones() -> None:
    def byes(kind: str) -> str:
        head = f'byes = [{{player = "eve", kind = "{kind}"}}]'
        return one_round(1, ("1", FOUR), head=head) + one_round(2, ("1", FOUR), head=head)

    logs = log(FOUR), log(FOUR, 2, id="g2")
    assert told(toml(byes("allocated")), *logs) == [("second-bye", "error")]
    assert told(toml(byes("requested")), *logs) == []
    assert points(toml(byes("allocated")), *logs)["eve"] == "4"


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ('ruleset = "udacha"', "ruleset"), ('revision = "2020-01"', "revision"),
        ('expansions = ["servants"]', "expansions"),
        ('detail = "full"', "detail"), ('content = "other"', "content pack"), ('powers = "none"', "powers"),
        ("rulings = { zero_corruption = \"other\" }", "ruling zero_corruption"),
    ],
)  # fmt: skip
def test_rules_differ(rules: str, field: str) -> None:
    assert told(toml(ROUND, rules=rules), log(FOUR)) == [("rules-differ", "error")]
    assert f"played with {field} " in message(toml(ROUND, rules=rules), log(FOUR))


def test_rules_that_agree_bring_nothing() -> None:
    header = json.loads(log(FOUR).split(b"\n")[0])
    powers = "rebalanced" if header["expansions"] else "base"
    rules = (
        f'ruleset = "veiled-fate"\nrevision = "2026-12"\nexpansions = {json.dumps(header["expansions"])}\n'
        f'powers = "{powers}"\ncontent = {{ pack = "sample" }}\nrulings = {{}}\ndetail = "score"'
    )
    assert told(toml(ROUND, rules=rules), log(FOUR)) == []


def test_not_finished_and_not_sound() -> None:
    assert told(toml(ROUND), log(FOUR, change="cut")) == [("not-finished", "error")]
    assert told(toml(ROUND), log(FOUR, change="wrong")) == [("not-sound", "error")]
    assert told(toml(ROUND, more=HAND), log(FOUR, change="wrong")) == [("not-sound", "warning")]
    assert points(toml(ROUND, more=HAND), log(FOUR, change="wrong"))["ann"] == "6"


def test_result_differs() -> None:
    first = next(p for p, place in zip(FOUR, GAME.places, strict=True) if place == 1)
    other = next(p for p in FOUR if p != first)
    assert told(toml(ROUND, more=HAND.replace('"ann"', f'"{first}"')), log(FOUR)) == []
    wrong = HAND.replace('"ann"', f'"{other}"')
    assert told(toml(ROUND, more=wrong), log(FOUR)) == [("result-differs", "error")]
    assert points(toml(ROUND, more=wrong), log(FOUR)) == points(toml(ROUND), log(FOUR))


def test_outside_the_round() -> None:
    rounds = one_round(1, ("1", FOUR), head="from = 2026-05-02T18:00:00Z\nto = 2026-05-02T20:00:00+02:00")

    def at(moment: str) -> bytes:
        return log(FOUR, at=moment)

    assert told(toml(rounds), at("2026-05-02T18:00:00Z")) == []
    assert told(toml(rounds), at("2026-05-02T17:59:59Z")) == [("outside-the-round", "error")] * 2
    assert told(toml(one_round(1, ("1", FOUR))), at("1999-01-01T00:00:00Z")) == []


def test_replayed() -> None:
    again = log(FOUR, id="g2", of=game(4, 1))
    assert told(toml(ROUND), log(FOUR), again) == [("replayed", "error")]
    assert told(toml(ROUND), log(FOUR, change="cut"), again) == [("replayed", "warning")]
    assert "g2 counts, the only one that is sound and over" in message(toml(ROUND), log(FOUR, change="cut"), again)
    chosen = f'[[tellings]]\ngame = "g2"\nhead = "{hashlib.sha256(again).hexdigest()[:8]}"\n'
    assert told(toml(ROUND, more=chosen), log(FOUR), again) == [("replayed", "warning")]
    assert points(toml(ROUND, more=chosen), log(FOUR), again) == points(toml(ROUND), again)


def test_no_points_table_twice_empty_round_not_entered() -> None:
    text = toml(ROUND).replace(", 4 = [6, 3, 1, 0]", "")
    assert told(text, log(FOUR)) == [("no-points", "error")]
    assert told(toml(one_round(1, ("1", FOUR), ("1", ["eve"]))), log(FOUR)) == [("table-twice", "error")]
    assert told(toml(ROUND + one_round(2)), log(FOUR)) == [("empty-round", "warning")]
    EXTRA["ann"] = "from = 2\n"
    try:
        assert told(toml(ROUND + one_round(2, ("1", FOUR))), log(FOUR), log(FOUR, 2, id="g2")) == [
            ("not-entered", "warning")
        ]
    finally:
        EXTRA.clear()


def test_seal_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(log(FOUR))
    assert main(["seal", str(path)]) == 0
    sealed = json.loads((tmp_path / "a.jsonl.seal").read_bytes())["games"][0]
    cup = tmp_path / "cup.toml"

    def found(count: int, head: str) -> list[tuple[str, str]]:
        cup.write_text(toml(ROUND, more=f'[[seals]]\ngame = "g1"\ncount = {count}\nhead = "{head}"\n'))
        main(["tournament", str(cup), "--format", "json"])
        out = capsys.readouterr().out.splitlines()[-1]
        return [(f["code"].removeprefix("tournament."), f["severity"]) for f in json.loads(out)["findings"]]

    assert found(sealed["count"], sealed["head"]) == []
    assert found(sealed["count"], "0" * 64) == [("seal-differs", "error")]
    assert found(99, sealed["head"]) == [("seal-differs", "error")]
    path.write_bytes(log(FOUR).replace(b'"age": 3', b'"age":3'))
    assert found(sealed["count"], sealed["head"]) == [("seal-differs", "error")]
    path.write_bytes(log(FOUR))
    (tmp_path / "a.jsonl.seal").unlink()
    assert found(sealed["count"], sealed["head"]) == [("seal-differs", "warning")]
    shutil.rmtree(tmp_path)


def test_every_code_is_tried_here() -> None:
    text = Path(__file__).read_text() + Path(__file__).with_name("test_sample.py").read_text()
    assert [
        code for code in CODES if f'"{code.removeprefix("tournament.")}"' not in text and f'"{code}"' not in text
    ] == []


# -- bad input ---------------------------------------------------------------------------------------------


TWICE = 'id = "bob"\naliases = ["pad:ann"]\n[[players]]\nid = "zed"\naliases = [ "pad:ann"]'
CIRCLE = 'id = "ann"\naliases = ["pad:zed"]\n[[players]]\nid = "zed"\naliases = ["pad:ann"]'


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("bye = 2", "by = 2", "by = 2", "no key 'by'"),
        ("bye = 2", 'bye = "x"', "bye =", "must be a number"),
        ('["wins"]', '["wins",\n"luck"]', '"luck"', "no tie-break 'luck'"),
        ('event = "cup"', "event = 3", "event = 3", "event must be text"),
        ("vflog-tournament/1", "vflog-tournament/2", "format", "format must be"),
        ("[scoring]", "[scorign]", "[scorign]", "no key 'scorign'"),
        ('id = "bob"', 'id =  "ann"', 'id =  "ann"', "the player ann is there twice"),
        ('id = "bob"', TWICE, '[ "pad:ann"]', "bob's already"),
        ('id = "ann"', CIRCLE, '["pad:zed"]', "the aliases go in a circle in pad: ann is zed is ann"),
        ("n = 1", "n = 0", "n = 0", "rounds.n"),
        ('table = "1"', "table = []", "table = []", "rounds.tables.table must be"),
        ("4 = [6, 3, 1, 0]", "4 = [6, 3, 1, 2]", "places =", "never has fewer points"),
        ("4 = [6, 3, 1, 0]", "4 = [6, 3, 1, 0, 0]", "places =", "has no place 5"),
        ("4 = [6, 3, 1, 0]", "4 = [1e999999999]", "places =", "must be a number"),
        ("bye = 2", "bye = 2 2", "bye = 2 2", "it is not TOML"),
    ],
)
def test_a_bad_file_is_told_with_line_and_reason(
    old: str, new: str, at: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = toml(ROUND).replace(old, new, 1)
    cup = tmp_path / "cup.toml"
    cup.write_text(text)
    assert main(["tournament", str(cup)]) == 2
    err = capsys.readouterr().err
    line = text[: text.index(at)].count("\n") + 1
    assert f"cup.toml:{line}: " in err
    assert said in err


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = toml(ROUND).replace("bye = 2", "by = 2").replace("n = 1", "n = 0").replace('name = "Bob"', "nam = 3")
    (tmp_path / "cup.toml").write_text(text)
    assert main(["tournament", str(tmp_path / "cup.toml")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_names_with_markup_stay_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = toml(ROUND).replace('name = "Dee"', 'name = "<b>Dee</b>\\u001b[31m & \\"co\\""')
    (tmp_path / "cup.toml").write_text(text)
    (tmp_path / "a.jsonl").write_bytes(log(FOUR[:3]))
    for form in ("text", "junit", "github", "json"):
        main(["tournament", str(tmp_path / "cup.toml"), "--format", form])
        out = capsys.readouterr().out
        assert "\x1b" not in out
        assert ("<b>" in out) == (form != "junit")


def test_ten_thousand_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = one_round(1, *((str(i), ["ann", "bob"]) for i in range(10_000)))
    (tmp_path / "cup.toml").write_text(toml(rounds))
    (tmp_path / "a.jsonl").write_bytes(log(["ann", "bob"], table="77"))
    begun = time.monotonic()
    assert main(["tournament", str(tmp_path / "cup.toml")]) == 1
    assert len(capsys.readouterr().out.splitlines()) < 120
    assert time.monotonic() - begun < 30
    main(["tournament", str(tmp_path / "cup.toml"), "--format", "json"])
    assert json.loads(capsys.readouterr().out)["totals"]["errors"] >= 9_999


def test_exit_codes(tmp_path: Path) -> None:
    cup = tmp_path / "cup.toml"
    cup.write_text(toml(ROUND))
    (tmp_path / "a.jsonl").write_bytes(log(FOUR))
    assert main(["tournament", str(cup)]) == 0
    (tmp_path / "a.jsonl").write_bytes(log(FOUR, change="cut"))
    assert main(["tournament", str(cup)]) == 1
    assert main(["tournament", str(cup), "--allow", "incomplete"]) == 0
    assert main(["tournament", str(tmp_path / "none.toml")]) == 3
    assert main(["tournament", str(cup), str(tmp_path / "none")]) == 3
    assert main(["tournament", "new"]) == 2
    assert tournaments.tournament_schema()["title"] == "vflog-tournament-report/1"


# -- making a file, and naming one -------------------------------------------------------------------------


def test_a_new_file_among_the_logs_is_no_input_and_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_log, made = tmp_path / "a.jsonl", tmp_path / "new.toml"
    a_log.write_bytes(log(FOUR))
    new = ["tournament", "new", str(tmp_path), "--out"]
    assert main([*new, str(made)]) == 0
    text = made.read_text()
    made.write_text(text + "# changed\n")
    assert main([*new, str(made)]) == 2
    assert "is there already; --force writes over it" in capsys.readouterr().err
    assert main([*new, str(made), "--force"]) == 0
    assert made.read_text() == text
    pack = tmp_path / "pack.toml"
    pack.write_text('id = "pack"\n')
    for other in (a_log, pack):
        before = other.read_bytes()
        assert main([*new, str(other), "--force"]) == 2
        assert other.read_bytes() == before
        assert "is one of the inputs" in capsys.readouterr().err


def test_what_new_does_not_heed_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jsonl").write_bytes(log(FOUR))
    command = app._made("tournament")
    heeded = {"--out": "x.toml", "--content": str(tmp_path), "--force": None}
    values = {"--format": "json", "--seconds": "1", "--jobs": "1", "--ruling": "chain_capture=all"}
    for option in [
        param for param in command.params if param.param_type_name == "option" and "--help" not in param.opts
    ]:
        (name,) = option.opts
        given = [name] if option.is_flag else [name, heeded.get(name) or values.get(name) or str(tmp_path / "x")]
        if name not in heeded:
            assert main(["tournament", "new", str(tmp_path), *given]) == 2, name
            assert f"{name} does not go with “tournament new”" in capsys.readouterr().err


def test_what_is_no_tournament_file_is_told_with_what_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", str(tmp_path)]) == 3
    assert f"is a folder; what is asked for is a tournament file (TOML), and “vflog tournament new {tmp_path}”" in (
        capsys.readouterr().err
    )
    assert main(["tournament", str(tmp_path / "no.toml")]) == 3
    err = capsys.readouterr().err
    assert "There is no file" in err
    assert "“vflog tournament new FOLDER” makes one" in err


def test_a_tournament_file_may_come_by_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.jsonl").write_bytes(log(FOUR))
    (tmp_path / "cup.toml").write_text(toml(ROUND))
    assert main(["tournament", str(tmp_path / "cup.toml")]) == 0
    told = capsys.readouterr().out
    for given, code in ((toml(ROUND), 0), ("x", 2)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        assert main(["tournament", "-", str(tmp_path)]) == code
        found = capsys.readouterr()
        assert (found.out == told) if code == 0 else ("standard input:1: it is not TOML" in found.err)
    assert main(["tournament", "-", "-"]) == 2


# -- where it is in the log --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "code", "place"),
    [
        (b'{"type":"note","text":"tea",}\n', "line.not-json", "after record 1"),
        (b'{"type":"smite","demis":["nobody"]}\n', "", "at record 2"),
    ],
)
def test_a_finding_about_something_in_a_log_names_its_line(
    broken: bytes, code: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines_ = log(FOUR).splitlines(keepends=True)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join([b"\n\n", *lines_[:2], broken, *lines_[2:]]))
    (tmp_path / "cup.toml").write_text(toml(ROUND))
    asked = ["tournament", str(tmp_path / "cup.toml")]
    main([*asked, "--where"])
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(f"round 1, table 1 (app pad 1, game g1, line 5) {path}:5: error: ")
    assert f"({code}" in first
    assert place in first
    main([*asked, "--format", "github"])
    assert f"{path},line=5," in capsys.readouterr().out.splitlines()[0]
    main([*asked, "--format", "json"])
    assert "line 5" not in capsys.readouterr().out, "however the logs lie in files, the same bytes"


def test_a_header_that_cannot_be_read_is_told_with_what_is_wrong_in_it() -> None:
    (found,) = run(toml(), b'\n{"type":"game","format":"vflog/1"}\n').found
    assert "its first line cannot be read (" in found.message
    assert found.line == 2


def test_what_is_wrong_outside_of_games_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"type":"note"}\n' * 30)
    (tmp_path / "cup.toml").write_text(toml())
    assert main(["tournament", str(tmp_path / "cup.toml")]) == 1
    (told,) = (line for line in capsys.readouterr().err.splitlines() if "[game.none]" in line)
    assert told.startswith(f"vflog: {path}:1, 30 times up to line 30: ")
    main(["tournament", str(tmp_path / "cup.toml"), "--all"])
    assert capsys.readouterr().err.count("[game.none]") == 30


def test_a_column_has_one_notation() -> None:
    assert report.column(["1", "7/2", "8/9", None]) == ["1", "3 1/2", "8/9", "–"]
    assert report.column(["1", "50/39", "8/9", "1031/775", None]) == ["1.0000", "1.2821", "0.8889", "1.3303", "–"]
    assert report.column(["9999999/10000000", "0"]) == ["1.0000", "0.0000"]
    assert report.column(["ab" * 32]) == ["ab" * 6]


def test_labels_go_by_the_numbers_in_them() -> None:
    labels: list[str | None] = [None, "0", "01", "1", "2", "010", "T", "T1", "T2", "T2b", "T2c", "T10", "T 1", "٣"]
    for given in (labels, labels[::-1]):
        assert sorted(given, key=natural) == labels
    assert natural("9" * 5000) < natural("1" + "0" * 5000)


def test_logs_that_say_too_little_for_a_new_file_are_told_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def written(id: str, said: dict[str, Any]) -> None:
        record = json.loads(log(FOUR).splitlines()[0]) | {"game": id} | said
        header = {key: value for key, value in record.items() if value is not None}
        (tmp_path / f"{id}.jsonl").write_text(json.dumps(header) + "\n")

    for id in ("g10", "g9"):
        written(id, {"event": None})
    written("g3", {"event": "cup", "round": 1, "table": "1"})
    written("g4", {"event": "cup", "round": 1, "table": None})
    assert main(["tournament", "new", str(tmp_path)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("# ") and "name" in line]
    assert told == ["# This log names no round or no table: g4.", "# These logs name no event: g9, g10."]

"""`diff`, `show --diff`: two states and two logs compared; `corpus-diff`: a corpus judged in two ways."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import ROOT, Run, vflog  # noqa: F401 - a fixture
from tests.disputes.staged import numbered, sample, written
from vflog.cli.commands import corpus_diff
from vflog.cli.terminal import flush
from vflog.dispute.corpora import Differs
from vflog.engine import ruleset as rulesets
from vflog.engine.claims import changes
from vflog.engine.ruleset import Revision

LOG = ROOT / "sample_logs" / "hadria-3p.jsonl"


def test_two_records_of_one_log(vflog: Run) -> None:  # noqa: F811
    out = vflog("diff", LOG, "--from", 20, "--to", 24).out
    assert "  Quests, empty-chair, slots: 1:_  2:_ → 1:klar  2:agamar\n" in out
    (told,) = vflog("diff", LOG, "--from", 20, "--to", 24, "--format", "json").lines
    before, after = told["states"]
    expected = [[path, old, new] for path, old, new, _ in changes("", before, after)]
    assert [[v["path"], v["before"], v["after"]] for v in told["values"]] == expected
    assert vflog("diff", LOG, "--from", 20, "--to", 20).out.endswith("  Nothing differs.\n")


def test_every_difference_of_states_is_seen_on_the_board(vflog: Run) -> None:  # noqa: F811
    """What changes from record to record in anything that people see is told in words too."""
    for n in range(1, 60):
        (told,) = vflog("diff", LOG, "--from", n - 1, "--to", n, "--format", "json").lines
        seen = [v for v in told["values"] if v["path"].split(".")[0] in ("demis", "track", "hands", "quests", "favors")]
        assert bool(told["board"]) >= bool(seen), n


def test_show_tells_what_differs(vflog: Run) -> None:  # noqa: F811
    out = vflog("show", LOG, "--at", 24, "--diff", 20).out
    assert "What differs from right after record 20:\n" in out
    (told,) = vflog("show", LOG, "--at", 24, "--diff", 20, "--format", "json").lines
    assert told["state"] == json.loads(vflog("show", LOG, "--at", 24, "--format", "json").out)
    assert told["board"]


def test_equal_logs_with_other_notes_claims_and_amendments(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    records = sample("hadria-3p")
    n, move = next((n, r) for n, r in enumerate(records) if r["type"] == "move" and "to" in r and n > 30)
    wrong = {key: value for key, value in move.items() if key not in ("n", "at")}
    other = [*records[:10], {"type": "note", "text": "tea"}, *records[10 : n + 1], {"type": "claim", "age": 1}]
    other[n + 1] = {**move, "demi": move["demi"]}
    amend = {"type": "amend", "to": n + 1, "record": wrong, "by": "jo"}
    (tmp_path / "b.jsonl").write_bytes(written(numbered([*other, amend, *records[n + 1 :]])))
    ran = vflog("diff", LOG, tmp_path / "b.jsonl")
    assert ran.code == 0
    assert ran.out == f"Both logs tell the same: {len(records) - 1} records of play are alike.\n"


def test_a_takeback_is_no_difference(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    records = sample("hadria-3p")
    n = next(n for n, r in enumerate(records) if r["type"] == "end_turn" and n > 20)
    other = [*records[: n + 1], {"type": "takeback", "to": n - 1}, records[n], *records[n + 1 :]]
    (tmp_path / "b.jsonl").write_bytes(written(numbered(other)))
    assert vflog("diff", LOG, tmp_path / "b.jsonl").out.startswith("Both logs tell the same")


def test_where_two_logs_part(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    records = sample("hadria-3p")
    other = numbered([*records[:57], *records[58:]])
    other[0]["source"] = {"app": "other", "version": "2"}
    path = tmp_path / "b.jsonl"
    path.write_bytes(written(other))
    (told,) = vflog("diff", LOG, path, "--format", "json").lines
    assert (told["how"], told["together"]) == ("apart", 56)
    assert [side["n"] for side in told["logs"]] == [57, 57]
    assert [side["writer"] for side in told["logs"]] == ["vflog-simulate", "other 2"]
    for side, name in zip(told["logs"], (LOG, path), strict=True):
        step = next(s for s in vflog("replay", name, "--json", "--to", 57).lines if s["n"] == 57)
        assert (side["public"], side["state"]) == (step["public"], step["state"])
    assert told["logs"][0]["public"] != told["logs"][1]["public"]
    out = vflog("diff", LOG, path).out
    assert "56 records of play are alike; then the public states differ." in out
    assert out.count("The board in ") == 2


def test_a_log_that_goes_on(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "b.jsonl"
    path.write_bytes(written(sample("hadria-3p")[:50]))
    assert "49 records of play are alike; " in vflog("diff", path, LOG).out
    assert f"{LOG} has 68 more" in vflog("diff", path, LOG).out


def test_a_refused_record_is_where_they_part(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    records = sample("hadria-3p")
    records[3] = {**records[3], "player": "nobody"}
    path = tmp_path / "b.jsonl"
    path.write_bytes(written(records))
    (told,) = vflog("diff", LOG, path, "--format", "json").lines
    assert [side["judged"] for side in told["logs"]] == ["applied", "refused"]


def test_headers_that_differ_are_told(vflog: Run, tmp_path: Path) -> None:  # noqa: F811
    records = sample("hadria-3p")
    records[0]["rulings"] = {"empty_vote": "nothing"}
    path = tmp_path / "b.jsonl"
    path.write_bytes(written(records))
    told = f"The headers differ: rulings is empty_vote: nothing in {path}, null in {LOG}.\n"
    assert vflog("diff", path, LOG).out.startswith(told)


@pytest.mark.parametrize("arguments", [[LOG], [LOG, LOG, LOG], [LOG, LOG, "--from", 1, "--to", 2], [LOG, "--from", 1]])
def test_wrong_usage(vflog: Run, arguments: list[object]) -> None:  # noqa: F811
    assert vflog("diff", *arguments).code == 2


# -- a corpus --------------------------------------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder of logs."""
    for name in ("base-3p", "hadria-5p", "teams-6p", "invalid-slot-need-3p", "udacha", "taken-back-4p"):
        (tmp_path / f"{name}.jsonl").write_bytes(written(sample(name)))
    return tmp_path


def test_only_what_differs_under_another_ruling_is_shown(vflog: Run, corpus: Path) -> None:  # noqa: F811
    ran = vflog("corpus-diff", corpus, "--against", "bridge=coast_to_mountains", "--format", "json")
    (told,) = ran.lines
    assert ran.code == 0
    assert [each["game"] for each in told["differ"]] == ["hadria-5p", "taken-back-4p", "teams-6p"]
    for each in told["differ"]:
        path = corpus / f"{each['game']}.jsonl"
        for side, more in (("before", ()), ("after", ("--ruling", "bridge=coast_to_mountains"))):
            game = vflog("validate", path, *more, "--format", "json").lines[0]["games"][0]
            kept = ("status", "winners", "applied", "refused", "taken_back", "unjudged")
            assert {name: each[side][name] for name in kept} == {name: game[name] for name in kept}
    assert told["totals"] == {"games": 6, "differ": 3, "left_out": 1, "complete": True}


def test_one_game_differs_and_standard_input_is_called_so(
    vflog: Run,  # noqa: F811
    corpus: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    out = vflog("corpus-diff", corpus / "teams-6p.jsonl", "--against", "bridge=coast_to_mountains").out
    assert out.endswith("\n1 game compared, 1 of them differs\n")
    corpus_diff._tell(Differs(file="-", line=3, game="g", before=None, after=None))
    flush()
    assert capsysbinary.readouterr().out == b"standard input:3: game g is not among the saved verdicts\n"


def test_another_revision(vflog: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    rules = rulesets.ruleset("veiled-fate")
    later = Revision("2099-01", {**rules.revisions[0].rulings, "bridge": "coast_to_mountains"})
    monkeypatch.setattr(type(rules), "revisions", (*rules.revisions, later))
    out = vflog("corpus-diff", corpus, "--against", "2099-01").out
    assert "teams-6p: valid → invalid; won by bob, cy → –; now move.quest-too-far (VF-M3) at record 82; " in out
    assert out.endswith("\n6 games compared, 3 of them differ; 1 game of rulesets without it left out\n")
    assert vflog("corpus-diff", corpus, "--against", "2026-12").out == "6 games compared, 0 of them differ\n"


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_verdicts_saved_by_another_version(vflog: Run, corpus: Path, tmp_path: Path, form: str) -> None:  # noqa: F811
    saved = tmp_path / "saved.txt"
    saved.write_text(vflog("validate", corpus, "--format", form).out)
    assert vflog("corpus-diff", corpus, "--against", saved).out == "6 games compared, 0 of them differ\n"
    text = saved.read_text().replace('"winners":["ada"]', '"winners":["eve"]', 1)
    saved.write_text(text.replace("move.slot-need", "move.slot", 1))
    out = vflog("corpus-diff", corpus, "--against", saved).out
    assert "won by eve → ada" in out
    assert "no longer move.slot (VF-M3) at record" in out
    (corpus / "base-3p.jsonl").unlink()
    assert "base-3p is only among the saved verdicts" in vflog("corpus-diff", corpus, "--against", saved).out


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"games": 3}', '{"game": {}}'])
def test_what_is_no_report(vflog: Run, corpus: Path, tmp_path: Path, text: str) -> None:  # noqa: F811
    (tmp_path / "saved.txt").write_text(text)
    ran = vflog("corpus-diff", corpus, "--against", tmp_path / "saved.txt")
    assert ran.code == 3
    assert "is no machine report" in ran.err


def test_what_is_no_revision(vflog: Run, corpus: Path) -> None:  # noqa: F811
    assert vflog("corpus-diff", corpus, "--against", "1999-01").code == 2
    assert vflog("corpus-diff", corpus, "--against", "bridge=up").code == 2


def test_states_compared_are_plain_values() -> None:
    """What two states come to can be written as JSON."""
    from vflog.dispute.comparing import compared

    rules = rulesets.ruleset("udacha")
    from vflog import replay

    cursor = replay(ROOT / "sample_logs" / "udacha.jsonl")
    cursor.seek(30)
    one = cursor.state
    cursor.seek(60)
    assert one is not None
    assert cursor.state is not None
    found = compared(rules, one, cursor.state, {"A": "Ann", "B": "Bo"})
    assert msgspec.json.decode(msgspec.json.encode(found))["values"]
    assert any(change.part in ("Ann", "Bo") for change in found.board)

"""What is written: nothing over an input, over any other file only with --force, whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import LOGS, PACKS, Run
from vflog import api
from vflog.cli import app
from vflog.log import output
from vflog.playback.seals import key_name, key_pieces, seal_pieces

LOG = LOGS / "base-2p.jsonl"


class Way(tuple[str, ...]):
    """A command that writes: its words, with {out} where its output goes; `single`: a file, not a folder."""

    single: bool
    #: The same command, made to fail after it began to write, or before.
    failing: tuple[tuple[str, ...], ...]

    def __new__(cls, *words: str, single: bool = False, failing: tuple[tuple[str, ...], ...] = ()) -> Way:
        made = super().__new__(cls, words)
        made.single, made.failing = single, failing
        return made


#: Every command that has an option for where to write, by its words.
WAYS: dict[str, Way] = {
    "conformance": Way("conformance", "--out", "{out}"),
    "content new": Way("content", "new", "mine", "--out", "{out}", single=True,
                       failing=(("content", "new", "mine", "--ruleset", "none", "--out", "{out}"),)),
    "demo": Way("demo", "logs", "--out", "{out}", failing=(("demo", "none", "--out", "{out}"),)),
    "dispute": Way("dispute", "log.jsonl", *PACKS, "--at", "9", "--out", "{out}",
                   failing=(("dispute", "none.jsonl", "--out", "{out}"),)),
    "export": Way("export", "--db", "t.duckdb", "--out", "{out}", "--table", "votes", "--table", "games",
                  failing=(("export", "--db", "none.duckdb", "--out", "{out}"),
                           ("export", "--db", "t.duckdb", "--table", "none", "--out", "{out}"))),
    "redact": Way("redact", "log.jsonl", "--view", "ada", "--out", "{out}", single=True,
                  failing=(("redact", "none.jsonl", "--view", "ada", "--out", "{out}"),
                           ("redact", "log.jsonl", "--view", "nobody", "--out", "{out}"))),
    "report": Way("report", "--db", "t.duckdb", "--out", "{out}",
                  failing=(("report", "none.jsonl", "--out", "{out}"),
                           ("report", "log.jsonl", "none.jsonl", "--out", "{out}"),
                           ("report", "--db", "none.duckdb", "--out", "{out}"),
                           ("report", "--db", "log.jsonl", "--out", "{out}"),
                           ("report", "--db", "t.duckdb", "--game", "none", "--out", "{out}"),
                           ("report", "--db", "t.duckdb", "--fragment", "none", "--out", "{out}"))),
    "redact --openings": Way("redact", "sealed.jsonl", "--view", "ada", "--openings", "{out}", single=True,
                             failing=(("redact", "log.jsonl", "--view", "ada", "--openings", "{out}"),
                                      ("redact", "sealed.jsonl", "--view", "nobody", "--openings", "{out}"))),
    "schema": Way("schema", "--out", "{out}", failing=(("schema", "none", "--out", "{out}"),)),
    "seal": Way("seal", "log.jsonl", "--out", "{out}", single=True,
                failing=(("seal", "none.jsonl", "--out", "{out}"), ("seal", "logs", "--out", "{out}"))),
    "seal --open": Way("seal", "sealed.jsonl", "--open", "1", "--out", "{out}", single=True,
                       failing=(("seal", "log.jsonl", "--open", "1", "--out", "{out}"),
                                ("seal", "sealed.jsonl", "--open", "2", "--out", "{out}"))),
    "simulate": Way("simulate", "--games", "2", "--players", "2", "--out", "{out}",
                    failing=(("simulate", "--pack", "none", "--out", "{out}"),
                             ("simulate", "--ruleset", "none", "--out", "{out}"),
                             ("simulate", "--players", "9", "--out", "{out}"))),
    "tournament -new": Way("tournament", "new", "event", "--out", "{out}", single=True,
                           failing=(("tournament", "new", "--out", "{out}"),)),
    "tournament -pages": Way("tournament", "event/cup.toml", *PACKS, "--out", "{out}",
                             failing=(("tournament", "none.toml", "--out", "{out}"),
                                      ("tournament", "event/log.jsonl", "--out", "{out}"))),
    "tournament --publish": Way("tournament", "event/cup.toml", *PACKS, "--publish", "{out}",
                                failing=(("tournament", "none.toml", "--publish", "{out}"),)),
    "simulate FILE": Way("simulate", "--games", "2", "--players", "2", "--out", "{out}", single=True),
}  # fmt: skip

#: Options besides --out that name a place to write to.
OTHERS = {("redact", "--openings"), ("tournament", "--publish"), ("replay", "--html")}
#: What of a part of a corpus (--shard) is written.
OTHERS |= {("validate", "--out"), ("load", "--out")}
#: What names a place to write to, by commands that do something else with it than to make it anew.
ELSEWHERE = {
    ("load", "--db"): "rows are added to a database; a file that is none is refused",
    ("merge", "--db"): "rows are added to a database; a file that is none is refused",
    ("tournament", "--db"): "rows are added to a database; a file that is none is refused",
    ("referee", "--log"): "a log that is there is gone on with (--resume), never written over",
}
#: Options that name a place: most are read, `READ` tells which.
READ = {
    "--db": {"dashboard", "export", "query", "ratings", "report", "db check", "db digest"},
    "--openings": {"verify"},
    **dict.fromkeys(("--content", "--seal", "--key", "--tokens", "--older", "--copy", "--against")),
    "--logs": {"dashboard"},
    "--tournament": {"dashboard"},
}


def _commands() -> Iterator[tuple[str, Any]]:
    for name in app._names():
        made = app._made(name)
        for word, command in getattr(made, "commands", {"": made}).items():
            yield f"{name} {word}".strip(), command


def _options(command: Any) -> Iterator[tuple[str, str]]:
    for param in command.params:
        if param.param_type_name == "option":
            yield param.opts[0], str(param.metavar or "")


def _command(way: str) -> str:
    """The command of a way, by its name in `WAYS`."""
    return way.partition(" -")[0].removesuffix(" FILE")


def test_every_command_that_writes_is_known_here() -> None:
    writes = set()
    for name, command in _commands():
        options = dict(_options(command))
        for option, metavar in options.items():
            if not {"FILE", "DIR"} & {*metavar.replace("|", " ").split()} or (name, option) in ELSEWHERE:
                continue
            if option in READ and (READ[option] is None or name in READ[option]):
                continue
            assert "--force" in options, f"{name} has no --force"
            writes.add((name, option))
    assert writes == {(name, "--out") for name in map(_command, WAYS)} | OTHERS


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: Path, sealed: list[Path]) -> Path:
    """A folder with a log, a sealed one, a folder of logs, one of a tournament, a database."""
    monkeypatch.chdir(tmp_path)
    # A seal is made with a new random key each time.
    monkeypatch.setattr("secrets.token_bytes", bytes)
    for name in ("log.jsonl", "sealed.jsonl"):
        shutil.copy(LOG, name)
    for path in sealed:
        shutil.copy(path, tmp_path)
    (tmp_path / "logs").mkdir()
    shutil.copy(LOG, "logs/one.jsonl")
    (tmp_path / "event").mkdir()
    first, _, rest = LOG.read_text().partition("\n")
    header = {**json.loads(first), "event": "cup", "round": 1, "table": "1"}
    Path("event/log.jsonl").write_text(f"{json.dumps(header)}\n{rest}")
    Path("event/cup.toml").write_text(_cup([player["id"] for player in header["players"]]))
    shutil.copy(database, "t.duckdb")
    return tmp_path


def _cup(ids: list[str]) -> str:
    players = "".join(f'[[players]]\nid = "{id}"\n' for id in ids)
    return (
        'format = "vflog-tournament/1"\nevent = "cup"\n[scoring]\nplaces = { 2 = [1, 0] }\n'
        f'{players}[[rounds]]\nn = 1\n[[rounds.tables]]\ntable = "1"\nplayers = {json.dumps(ids)}\n'
    )


@pytest.fixture(scope="session")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The seal and the key of a log."""
    from vflog import services

    made = services.seal(LOG, key=bytes(range(32)))
    seal = tmp_path_factory.mktemp("sealed") / "sealed.jsonl.seal"
    seal.write_bytes(b"".join(seal_pieces(made.seal)))
    key = Path(key_name(seal))
    key.write_bytes(b"".join(key_pieces(made.key)))
    return [seal, key]


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one log."""

    db = tmp_path_factory.mktemp("made") / "t.duckdb"
    api.load(LOG, db)
    return db


def _said(words: tuple[str, ...], out: str) -> list[str]:
    return [word.replace("{out}", out) for word in words]


def _files(folder: Path) -> dict[str, bytes]:
    """All files below a folder (folders end in a slash), hidden ones too."""
    return {
        f"{path.relative_to(folder)}{'/' * path.is_dir()}": b"" if path.is_dir() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def _out(way: Way) -> str:
    return "new/made.jsonl" if way.single else "new/made"


@each_way
def test_a_command_makes_files_and_nothing_else(vflog: Run, here: Path, way: Way) -> None:
    before = _files(here)
    ran = vflog(*_said(way, _out(way)))
    assert ran.code == 0, ran.err
    made = _files(here).keys() - before.keys()
    assert made
    assert {"new/"} <= made
    assert all(name.startswith(_out(way)) for name in made - {"new/"})
    assert not [name for name in made if ".part" in name]
    assert before.items() <= _files(here).items()


@each_way
def test_another_file_is_written_over_with_force_only(vflog: Run, here: Path, way: Way) -> None:
    vflog(*_said(way, _out(way)))
    fresh = _files(here)
    written = [path for path in (here / "new").rglob("*") if path.is_file()]
    for path in written:
        path.write_bytes(b"mine\n")
    (here / "new" / "other").write_bytes(b"another's\n")
    mine = _files(here)
    ran = vflog(*_said(way, _out(way)))
    assert (ran.code, ran.out) == (2, "")
    assert "--force" in ran.err
    assert "there already" in ran.err
    assert _files(here) == mine
    ran = vflog(*_said(way, _out(way)), "--force")
    assert ran.code == 0, ran.err
    now = _files(here)
    assert now.keys() == mine.keys()
    assert now["new/other"] == b"another's\n"
    assert not any(path.read_bytes() == b"mine\n" for path in written)
    assert {n: d for n, d in now.items() if not n.endswith((".duckdb", "other"))} == {
        n: d for n, d in fresh.items() if not n.endswith(".duckdb")
    }


@each_way
def test_one_file_in_the_way_leaves_all_as_it_is(vflog: Run, here: Path, way: Way) -> None:
    vflog(*_said(way, _out(way)))
    made = [path for path in (here / "new").rglob("*") if path.is_file()]
    for keep in (made[0], made[-1]):
        for path in made:
            path.unlink(missing_ok=True)
        keep.parent.mkdir(parents=True, exist_ok=True)
        keep.write_bytes(b"mine\n")
        before = _files(here)
        assert vflog(*_said(way, _out(way))).code == 2
        assert _files(here) == before


@each_way
def test_a_folder_where_a_file_should_be_and_a_file_where_a_folder_should_be(vflog: Run, here: Path, way: Way) -> None:
    place = here / _out(way)
    place.parent.mkdir()
    if way.single:
        place.mkdir()
    else:
        place.write_bytes(b"mine\n")
    before = _files(here)
    ran = vflog(*_said(way, _out(way)), "--force")
    assert ran.code == 2
    assert "name a f" in ran.err
    assert _files(here) == before


@pytest.mark.parametrize(("name", "words"), [(n, w) for n, way in WAYS.items() for w in way.failing])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_command_that_fails_leaves_nothing_behind(
    vflog: Run, here: Path, name: str, words: tuple[str, ...], force: tuple[str, ...]
) -> None:
    before = _files(here)
    ran = vflog(*_said(words, _out(WAYS[name])), *force)
    assert ran.code in (1, 2, 3), ran
    assert ran.err
    assert _files(here) == before


@pytest.mark.parametrize("command", [*WAYS, "load"])
def test_what_the_system_refuses_is_one_sentence_and_leaves_nothing(vflog: Run, here: Path, command: str) -> None:
    (here / "file").write_bytes(b"mine\n")
    before = _files(here)
    way = WAYS.get(command, Way("load", "log.jsonl", "--db", "{out}"))
    ran = vflog(*_said(way, "file/made"))
    assert ran.code in (2, 3)
    assert len(ran.err.splitlines()) == 1
    assert ".part" not in ran.err
    assert _files(here) == before


@each_way
def test_a_disk_that_is_full_is_told_of_the_file_and_leaves_nothing(
    vflog: Run, here: Path, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _files(here)
    real = open

    def small(path: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
        file = real(path, mode, *more, **named)
        if mode == "wb" and ".part" in os.fspath(path):
            monkeypatch.setattr(output, "open", full, raising=False)
        return file

    def full(path: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
        raise OSError(28, "No space left on device", os.fspath(path))

    only_one = way.single or way[0] in ("export", "demo")
    monkeypatch.setattr(output, "open", full if only_one else small, raising=False)
    if way[0] == "export":
        monkeypatch.setattr("os.replace", lambda *_: full("x"))
        monkeypatch.setattr("os.rename", lambda *_: full("x"))
    ran = vflog(*_said(way, _out(way)))
    assert ran.code == 3
    assert "cannot be written: No space left on device" in ran.err
    assert ".part" not in ran.err
    assert _files(here) == before


OVER: dict[str, Callable[[Path], list[str]]] = {
    "seal over its log": lambda _: ["seal", "log.jsonl", "--out", "log.jsonl"],
    "seal over its log by another name": lambda _: ["seal", "log.jsonl", "--out", "logs/../log.jsonl"],
    "seal over a link to its log": lambda here: ["seal", "log.jsonl", "--out", _link(here / "log.jsonl")],
    "seal over the key of its log": lambda _: ["seal", "sealed.jsonl", "--open", "1", "--out", "sealed.jsonl.seal.key"],
    "openings over a seal": lambda _: ["redact", "sealed.jsonl", "--view", "ada", "--openings", "sealed.jsonl.seal"],
    "openings over their log": lambda _: ["redact", "sealed.jsonl", "--view", "ada", "--openings", "sealed.jsonl"],
    "a key over a log": lambda here: ["seal", _copy(here, "x.key"), "--out", "x"],
    "redact over its log": lambda _: ["redact", "log.jsonl", "--view", "ada", "--out", "log.jsonl"],
    "redact over a log of its folder": lambda _: ["redact", "logs", "--view", "ada", "--out", "logs/one.jsonl"],
    "export over its database": lambda here: ["export", "--db", _named(here, "votes.csv"), "--format", "csv",
                                              "--table", "votes", "--out", "."],
    "report over its database": lambda here: ["report", "--db", _named(here, "index.html"), "--out", "."],
    "report over a log": lambda here: ["report", _copy(here, "index.html"), "--out", "."],
    "load into a log": lambda _: ["load", "log.jsonl", "--db", "log.jsonl"],
    "load into a log of its folder": lambda _: ["load", "logs", "--db", "logs/one.jsonl"],
    "load into a log of its pattern": lambda _: ["load", "logs/*.jsonl", "--db", "logs/one.jsonl"],
}  # fmt: skip


def _link(to: Path) -> str:
    (to.parent / "link").symlink_to(to)
    return "link"


def _named(here: Path, name: str) -> str:
    shutil.copy(here / "t.duckdb", here / name)
    return name


def _copy(here: Path, name: str) -> str:
    shutil.copy(LOG, here / name)
    return name


@pytest.mark.parametrize("over", OVER.values(), ids=OVER)
@pytest.mark.parametrize("force", [False, True])
def test_an_input_is_never_written_over(vflog: Run, here: Path, over: Callable[[Path], list[str]], force: bool) -> None:
    command = over(here)
    before = _files(here)
    forced = ["--force"] if force and command[0] not in ("load",) else []
    ran = vflog(*command, *forced)
    assert ran.code in (2, 3), ran
    assert _files(here) == before


def test_content_packs_are_inputs_too(vflog: Run, here: Path) -> None:
    (here / "packs").mkdir()
    (here / "packs" / "mine.toml").write_text("pack")
    before = _files(here)
    assert vflog("seal", "log.jsonl", "--content", "packs", "--out", "packs/mine.toml", "--force").code == 2
    assert _files(here) == before


def test_loading_nothing_leaves_no_database(vflog: Run, here: Path) -> None:
    before = _files(here)
    (here / "empty").mkdir()
    for paths, code in ((["none.jsonl"], 3), (["none*.jsonl"], 3), (["empty"], 3), (["none.jsonl", "empty"], 3)):
        assert vflog("load", *paths, "--db", "new.duckdb").code == code
    assert _files(here) == {**before, "empty/": b""}
    assert vflog("load", "none.jsonl", "log.jsonl", "--db", "new.duckdb").code == 3
    assert (here / "new.duckdb").exists()
    assert vflog("load", "none.jsonl", "--db", "new.duckdb").code == 3
    assert (here / "new.duckdb").exists()


def test_a_device_takes_anything(vflog: Run, here: Path) -> None:
    before = _files(here)
    ran = vflog("simulate", "--out", "/dev/null")
    assert ran.code in (0, 2)
    with output.whole("/dev/null") as file:
        file.write(b"x")
    assert _files(here) == before


def test_several_figures_share_their_scripts(vflog: Run, here: Path) -> None:
    for figure in ("margins", "powers"):
        ran = vflog("report", "--db", "t.duckdb", "--fragment", figure, "--out", "figures")
        assert ran.code == 0, ran.err
    (here / "figures" / "report.css").write_bytes(b"mine\n")
    assert vflog("report", "--db", "t.duckdb", "--fragment", "outcomes", "--out", "figures").code == 2


def test_interrupted_in_the_middle_nothing_is_left(here: Path) -> None:
    before = _files(here)
    for stopped in (_stopped_in_a_folder, _stopped_in_a_file):
        with pytest.raises(KeyboardInterrupt):
            stopped()
        assert _files(here) == before


def _stopped_in_a_folder() -> None:
    with output.folder("deep/new") as files:
        files.write("one", b"1")
        raise KeyboardInterrupt


def _stopped_in_a_file() -> None:
    with output.whole("deep/new.txt") as file:
        file.write(b"1")
        raise KeyboardInterrupt


def test_a_new_folder_can_be_read_like_any_other(here: Path) -> None:
    with output.folder("new") as files:
        files.write("one", b"1")
    os.mkdir("plain")
    assert (here / "new").stat().st_mode == (here / "plain").stat().st_mode

"""The same parts on the machines of a Ray cluster: the same bytes as from one process, also where a machine is lost.

`make cluster` runs what needs Ray: two nodes of it, each with one core, on the loopback of this machine.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import vflog
from tests.cli.conftest import ROOT, Run
from tests.cli.conftest import vflog as run
from tests.reading.test_corpus import Listener
from tests.scale.corpora import files
from tests.scale.inline import plain
from tests.scale.test_processes import PACKS, folder
from vflog import services
from vflog.cli.outputs import model
from vflog.engine.settings import Settings
from vflog.log import stage
from vflog.reading import corpus
from vflog.reading.results import signature
from vflog.scale import cluster, jobs, judge, messages, on_machine, parts
from vflog.scale.messages import Message, Task, Wanted
from vflog.store import load

__all__ = ["folder", "run"]

CORPORA = int(os.environ.get("VFLOG_CLUSTERED", "10"))
FIRST = int(os.environ.get("VFLOG_SEED", "0"))
CONTENT = str(PACKS[1])


@pytest.fixture(autouse=True)
def possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have registered here does not count."""
    monkeypatch.setattr(jobs, "possible", lambda: True)


# -- without Ray ----------------------------------------------------------------------------------------------------


def test_the_extra_is_missing(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    told = run("validate", folder, "--cluster", "local")
    assert (told.code, told.out) == (3, "")
    assert told.err.startswith("vflog: --cluster needs the packages ray and obstore: pip install 'vflog[cluster]'")


@pytest.mark.parametrize("address", ["", "nonsense", "ray://h:1", "h:1:2"])
def test_what_is_no_address(run: Run, folder: Path, address: str) -> None:
    told = run("validate", folder, f"--cluster={address}")
    assert told.code == 3
    assert "takes the address of a Ray cluster" in told.err


def test_where_other_processes_cannot_judge(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "possible", lambda: False)
    told = run("validate", folder, "--cluster", "local")
    assert (told.code, told.out) == (3, "")
    assert "--cluster works only where other processes can judge" in told.err


def test_what_goes_with_a_cluster(run: Run, folder: Path) -> None:
    assert run("validate", folder, "--cluster", "local", "--shard", "1/2", "--out", "x").code == 2
    assert run("validate", folder, "--cluster", "local", "--view", "public").code == 2
    assert run("load", folder, "--cluster", "local", "--no-text", "--db", "x").code == 2


def tasks(paths: list[Path]) -> Iterator[Task]:
    for number, portion in enumerate(parts.portions(corpus.sources(paths))):
        yield Task(number, portion.parts)


def test_a_machine_tells_what_a_process_tells(folder: Path) -> None:
    """One mechanism: what a task comes to on a machine of a cluster is what it comes to here."""
    wanted = Wanted(Settings(content=(CONTENT,), digests=True), rejects=True)
    for task in tasks([folder]):
        here: list[Message] = []
        on_machine.PartJudge(wanted, here.append).task(task)
        there = on_machine.judged(messages.packed(wanted), messages.packed(task), [], signature())
        assert [*there] == [messages.packed(message) for message in here]


def test_a_machine_that_is_heard_no_more_stops(folder: Path) -> None:
    (task,) = tasks([folder / "zz-then.jsonl"])
    before = threading.active_count()
    telling = on_machine.judged(messages.packed(Wanted(Settings())), messages.packed(task), [], signature())
    next(telling)
    telling.close()  # type: ignore[attr-defined]
    for thread in threading.enumerate()[before:]:
        thread.join(5)
    assert threading.active_count() == before


def test_a_machine_that_cannot_judge(folder: Path, tmp_path: Path) -> None:
    (task,) = tasks([folder / "zz-then.jsonl"])
    how = (messages.packed(Wanted(Settings())), messages.packed(task))
    with pytest.raises(on_machine.Unfit, match="install the same version"):
        next(on_machine.judged(*how, [], "vflog 0.0.0"))
    with pytest.raises(on_machine.Unfit, match=r"cannot read .*missing\.jsonl .*which can be read here"):
        next(on_machine.judged(*how, [str(tmp_path / "missing.jsonl")], signature()))


# -- two nodes ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two nodes with a core each; the ruleset of tests is installed on both."""
    pytest.importorskip("ray", reason="the extra `cluster` is not installed")
    from ray.cluster_utils import Cluster

    installed = tmp_path_factory.mktemp("installed")
    info = installed / "vflog_toy-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: vflog-toy\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[vflog.rulesets]\ntoy = tests.engine.toy_ruleset:TOY\n")
    settings = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(installed)]),
        "RAY_AUTH_MODE": "disabled",
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        two = Cluster(initialize_head=True, head_node_args=NODE)
        try:
            two.add_node(**NODE)
            yield two
        finally:
            two.shutdown()


NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    out: list[str] = []
    monkeypatch.setattr(stage, "listener", out.append)
    return out


@pytest.fixture
def kills(nodes: Any) -> Iterator[Callable[..., None]]:
    """Called as progress: kills the second node as soon as it is seen to judge something, and that too, which would
    come to its end by itself; another node comes in its place."""
    (node,) = nodes.worker_nodes
    (raylet,) = node.all_processes["raylet"]
    killed: list[int] = []

    def kill(*_: object) -> None:
        if not killed:
            killed.extend(of_node(raylet.process.pid))
            for pid in killed:
                os.kill(pid, signal.SIGKILL)
            if killed:
                nodes.remove_node(node, allow_graceful=False)

    yield kill
    assert killed
    nodes.add_node(**NODE)


@pytest.fixture(scope="module")
def long_logs(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Path:
    """Beside the others so many games that both nodes have something to judge for some seconds."""
    place = tmp_path_factory.mktemp("long")
    for path in folder.iterdir():
        (place / path.name).write_bytes(path.read_bytes())
    made = services.simulate(600, 5, ruleset="veiled-fate", game="long")
    (place / "long.jsonl").write_bytes(b"".join(data for _, data in made))
    return place


def of_node(pid: int) -> Iterator[int]:
    """The processes of a node that judge just now: Ray calls them by that."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (place / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == pid and (place / "cmdline").read_bytes().startswith(b"ray::judged"):
                yield int(place.name)


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a tenth of their size, so that there are many."""
    monkeypatch.setattr(judge, "PORTION", 1 << 17)


def test_verdicts_also_where_a_node_is_killed(
    nodes: Any, long_logs: Path, kills: Callable[..., None], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch)
    one, many = Listener(), Listener()
    how: dict[str, Any] = {"content": [CONTENT]}
    report = vflog.validate([long_logs], visitor=one, **how)
    spread = vflog.validate([long_logs], visitor=many, cluster=nodes.address, jobs=None, progress=kills, **how)
    assert [(kind, plain(what)) for kind, what in many.told] == [(kind, plain(what)) for kind, what in one.told]
    assert model.report(spread) == model.report(report)
    assert said
    assert all(s.startswith("A process that judged") and s.endswith("; its part is judged again.") for s in said)


def test_a_database_also_where_a_node_is_killed(
    nodes: Any, long_logs: Path, kills: Callable[..., None], said: list[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from tests.scale.test_loading import content

    small(monkeypatch)
    one, many = tmp_path / "one.duckdb", tmp_path / "many.duckdb"
    vflog.load(long_logs, one, content=[CONTENT])
    loaded = vflog.load(long_logs, many, content=[CONTENT], cluster=nodes.address, jobs=None, progress=kills)
    assert loaded.disagreements == []
    assert content(many) == content(one)
    assert said


def test_commands(nodes: Any, run: Run, folder: Path) -> None:
    def same(*command: object) -> None:
        one, many = run(*command), run(*command, "--cluster", nodes.address)
        # On a machine with much to do Ray may lose a process: that is told, and nothing else differs.
        said = [line for line in many.err.splitlines(keepends=True) if not line.endswith("its part is judged again.\n")]
        assert (many.code, many.out, "".join(said)) == one

    for form in ("text", "json"):
        same("validate", folder, "--format", form, *PACKS)
    same("corpus-diff", *sorted(folder.iterdir())[:6], "--against", "renown_bounds=refuse", *PACKS)
    (cup,) = (ROOT / "sample_logs").rglob("cup.toml")
    same("tournament", cup)


def test_never_more_parts_on_their_way_than_stated(
    nodes: Any, folder: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch)
    seen: list[int] = []
    asked = cluster.Cluster.ask

    def ask(self: cluster.Cluster, worker: cluster.Away, order: Any) -> None:
        asked(self, worker, order)
        seen.append(sum(away.stream is not None for away in self.workers))

    monkeypatch.setattr(cluster.Cluster, "ask", ask)
    vflog.validate(folder, content=[CONTENT], cluster=nodes.address, jobs=3, collect=False)
    assert max(seen) == 3
    assert len(seen) > 10


@pytest.fixture(scope="module")
def joined(nodes: Any) -> Iterator[str]:
    """This process is in the cluster already, as a program may be that uses Ray itself."""
    import ray

    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes.address
    ray.shutdown()


@pytest.mark.parametrize("seed", range(FIRST, FIRST + CORPORA))
def test_any_corpus(joined: str, tmp_path: Path, said: list[str], seed: int) -> None:
    chance = random.Random(f"cluster {seed}")
    some = files(chance, tmp_path, 20)
    settings = Settings(digests=True, keep_going=chance.random() < 0.3)
    one, many = Listener(), Listener()
    report = corpus.judge(some, settings, one)
    size = chance.choice((100, 400, 2000))
    spread = judge.judge(some, settings, many, cluster=joined, jobs=chance.choice((1, 2, 5)), size=size)
    assert [(kind, plain(what)) for kind, what in many.told] == [(kind, plain(what)) for kind, what in one.told]
    assert model.report(spread) == model.report(report)
    assert said == []


@pytest.mark.parametrize("seed", range(FIRST, FIRST + max(1, CORPORA // 10)))
def test_any_database(joined: str, tmp_path: Path, said: list[str], seed: int) -> None:
    from tests.scale.test_loading import content

    some = files(random.Random(f"cluster of rows {seed}"), tmp_path, 20)
    one, many = tmp_path / "one.duckdb", tmp_path / "many.duckdb"
    told = load.load(some, one)
    spread = vflog.load(some, many, cluster=joined, jobs=None)
    assert spread.disagreements == []
    assert spread.tally == told.tally
    assert content(many) == content(one)

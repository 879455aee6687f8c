"""The action and the hooks: what they run is run here, with a `vflog` of these sources on the path."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from .test_findings import FOUR, ROUND, log, toml

ROOT = Path(__file__).parents[2]


def judging() -> str:
    """The last `run` of the action, as the shell gets it."""
    _, _, block = (ROOT / "action.yml").read_text().rpartition("      run: |\n")
    return textwrap.dedent(block)


def inputs() -> dict[str, str]:
    """What the variables of that step are, where nothing is given."""
    text = (ROOT / "action.yml").read_text()
    names = dict(re.findall(r"^        ([A-Z]+): \$\{\{ inputs\.(\w+) \}\}$", text, re.MULTILINE))
    found = {
        name: re.search(rf"^  {of}:\n    description: .*\n    default: (.*)$", text, re.MULTILINE)
        for name, of in names.items()
    }
    return {name: match[1].strip('"') for name, match in found.items() if match is not None}


def hooks() -> dict[str, dict[str, str]]:
    """The hooks, by id."""
    blocks = (ROOT / ".pre-commit-hooks.yaml").read_text().split("- ")[1:]
    found = [dict(re.findall(r"^\s*(\w+): (.*)$", block, re.MULTILINE)) for block in blocks]
    return {hook["id"]: hook for hook in found}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository of logs, and a `vflog` beside it."""
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "cup.toml").write_text(toml(ROUND))
    (folder / "a.jsonl").write_bytes(log(FOUR))
    tools = tmp_path / "bin"
    tools.mkdir()
    vflog = tools / "vflog"
    code = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom vflog.cli import main\nsys.exit(main())\n"
    vflog.write_text(f"#!{sys.executable}\n{code}")
    vflog.chmod(0o755)
    return folder


def run(command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(folder.parent / "bin"), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, **more}
    bash = shutil.which("bash") or "bash"
    return subprocess.run([bash, "-e", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)


def test_the_action(repository: Path) -> None:
    text = (ROOT / "action.yml").read_text()
    assert "  using: composite\n" in text
    assert text.count("run:") == text.count("- shell: bash\n")
    given = inputs()
    assert given == {"LOGS": ".", "TOURNAMENT": "", "ALLOW": ""}
    ran = run(judging(), repository, **given)
    assert (ran.returncode, ran.stdout.startswith("::notice title=vflog::1 file, 1 game: 1 valid")) == (0, True)
    ran = run(judging(), repository, **{**given, "TOURNAMENT": "cup.toml"})
    assert (ran.returncode, ran.stdout.startswith("::notice title=vflog tournament::cup: ")) == (0, True)
    (repository / "a.jsonl").write_bytes(log(FOUR, change="cut"))
    assert run(judging(), repository, **{**given, "TOURNAMENT": "cup.toml"}).returncode == 1
    ran = run(judging(), repository, **{**given, "TOURNAMENT": "cup.toml", "ALLOW": "incomplete"})
    assert ran.returncode == 0
    assert "::error file=./a.jsonl,line=1,title=tournament.not-finished::" in ran.stdout


def test_what_an_input_says_is_never_run(repository: Path) -> None:
    """Inputs come as variables, so nothing in them is a command."""
    assert "${{" not in judging()
    run(judging(), repository, LOGS="$(touch made) ; touch made", TOURNAMENT="", ALLOW="")
    assert not (repository / "made").exists()


def test_the_hooks(repository: Path) -> None:
    assert {hook["language"] for hook in hooks().values()} == {"python"}
    validate = hooks()["vflog-validate"]
    assert run(f"{validate['entry']} a.jsonl", repository).returncode == 0
    of_tournament = hooks()["vflog-tournament"]
    command = f"{of_tournament['entry']} {of_tournament['args'].strip('[]')}"
    assert run(command, repository).returncode == 0
    (repository / "a.jsonl").write_bytes(log(FOUR, change="wrong"))
    assert run(f"{validate['entry']} a.jsonl", repository).returncode == 1
    assert run(command, repository).returncode == 1


def test_the_project_makes_the_command_that_the_action_installs() -> None:
    assert 'vflog = "vflog.cli:main"' in (ROOT / "pyproject.toml").read_text()

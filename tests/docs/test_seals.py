"""What docs/hidden.md says of seals works: the verifier without vflog, the signature, the steps of a dispute."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, vflog

from .pages import ROOT, blocks, sections

__all__ = ["vflog"]

PAGE = ROOT / "docs" / "hidden.md"


def block(info: str) -> list[str]:
    (found,) = (block.lines for block in blocks(PAGE) if block.info == info)
    return found


@pytest.fixture
def here(vflog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a sealed log of which the seal was published."""
    monkeypatch.chdir(tmp_path)
    vflog("simulate", "--seed", 3, "--out", "mine.jsonl")
    assert vflog("seal", "mine.jsonl").code == 0
    shutil.copy("mine.jsonl.seal", "published.seal")
    return tmp_path


def checked(openings: str) -> subprocess.CompletedProcess[str]:
    """What the page's verifier says; it must not be able to load vflog."""
    Path("check.py").write_text("\n".join(block("python")))
    call = [sys.executable, "-I", "-S", "check.py", "published.seal", openings]
    return subprocess.run(call, capture_output=True, text=True, check=False)


def test_the_verifier_is_twenty_lines_of_the_standard_library() -> None:
    lines = block("python")
    assert sum(bool(line) for line in lines) <= 20
    imported = re.findall(r"^(?:import|from) (.+)$", "\n".join(lines), re.MULTILINE)
    names = {name.strip() for names in imported for name in names.split(",")}
    assert names <= sys.stdlib_module_names


def test_the_verifier_takes_good_openings(vflog: Run, here: Path) -> None:
    vflog("redact", "mine.jsonl", "--view", "public", "--out", "copy.jsonl", "--openings", "copy.openings")
    ran = checked("copy.openings")
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [json.loads(row) for row in Path("copy.openings").read_text().splitlines()]
    told = ran.stdout.splitlines()
    assert told[:-1] == [f"{row['number']} {row['line']}" for row in rows]
    assert told[-1].endswith(json.loads(Path("published.seal").read_bytes())["file"]["head"])


@pytest.mark.parametrize(
    ("key", "value"),
    [("line", "{}"), ("salt", "AAAAAAAAAAAAAAAAAAAAAA=="), ("head", "0" * 64), ("number", 0), ("number", 4),
     ("number", 10_000), ("number", -190)],
)  # fmt: skip
def test_the_verifier_takes_no_others(vflog: Run, here: Path, key: str, value: object) -> None:
    vflog("seal", "mine.jsonl", "--open", 3, "--out", "three")
    Path("three").write_text(json.dumps({**json.loads(Path("three").read_text()), key: value}) + "\n")
    ran = checked("three")
    assert ran.returncode == 1
    assert "is not a line of the sealed log" in ran.stderr


def test_the_verifier_tells_a_seal_that_was_changed(vflog: Run, here: Path) -> None:
    vflog("seal", "mine.jsonl", "--open", 3, "--out", "three")
    seal = json.loads(Path("published.seal").read_bytes())
    seal["file"]["lines"][7] = seal["file"]["lines"][8]
    Path("published.seal").write_text(json.dumps(seal))
    ran = checked("three")
    assert ran.returncode == 1
    assert "does not agree with itself" in ran.stderr


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_the_seal_is_signed_as_the_page_says(vflog: Run, here: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "id_ed25519"], check=True)
    Path("signers").write_text("organiser " + Path("id_ed25519.pub").read_text())
    sign, verify = block("sh")
    subprocess.run(sign, shell=True, check=True, capture_output=True)
    assert subprocess.run(verify, shell=True, check=False, capture_output=True).returncode == 0
    seal = Path("mine.jsonl.seal")
    seal.write_bytes(seal.read_bytes().replace(b"vflog 0", b"vflog 1"))
    assert subprocess.run(verify, shell=True, check=False, capture_output=True).returncode != 0


def test_the_steps_of_a_dispute_are_commands(vflog: Run, here: Path) -> None:
    steps = sections(PAGE)["“You changed the log”"]
    head = json.loads(Path("published.seal").read_bytes())["file"]["head"]
    commands = [" ".join(found.split()) for found in re.findall(r"`vflog ([^`]+-[^`]+)`", steps)]
    assert len(commands) == 7
    for command in commands:
        ran = vflog(*command.replace("HEAD", head).split())
        assert ran.code == 0, (command, ran)


def test_the_page_names_all_that_the_files_hold(vflog: Run, here: Path) -> None:
    told = sections(PAGE)["In exact terms"]
    vflog("seal", "mine.jsonl", "--open", 3, "--out", "three")
    seal = json.loads(Path("published.seal").read_bytes())
    key = json.loads(Path("mine.jsonl.seal.key").read_bytes())
    opening = json.loads(Path("three").read_text())
    for name in {*seal, *seal["file"], *seal["games"][0], *key, *opening} - {"game", "seal_key"}:
        assert f"`{name}`" in told, name

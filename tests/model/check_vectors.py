"""Compare the model with published vectors.

python -m tests.model.check_vectors VECTORS PACKS
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .judge import judge_log


def read_lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as source:
        return [json.loads(line) for line in source if line.strip()]


def pack_finder(folder: Path) -> Callable[[dict[str, Any]], dict[str, Any] | None]:
    """Finds a pack of a folder by its id and, where given, the hash of its bytes."""
    packs: dict[str, tuple[str, dict[str, Any]]] = {}
    for path in sorted(folder.glob("*.toml")):
        data = path.read_bytes()
        pack = tomllib.loads(data.decode("utf-8"))
        packs[pack["id"]] = (hashlib.sha256(data).hexdigest(), pack)

    return finder(packs)


def finder(packs: dict[str, tuple[str, dict[str, Any]]]) -> Callable[[dict[str, Any]], dict[str, Any] | None]:
    """Finds one of some packs, given by id with the hash of their bytes."""

    def find(content: dict[str, Any]) -> dict[str, Any] | None:
        if content["pack"] not in packs:
            return None
        sha256, pack = packs[content["pack"]]
        return pack if content.get("sha256", sha256) == sha256 else None

    return find


def first_difference(got: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> str | None:
    for index, line in enumerate(wanted):
        if index >= len(got):
            return f"line {index + 1}: nothing was answered"
        answer = dict(got[index])
        if "judged" in answer:
            answer["ok"] = {"applied": True, "refused": False}.get(answer["judged"])
        for key, value in line.items():
            if key in ("message", "rule"):
                continue
            if answer.get(key, "nothing") != value:
                return _told(line, key, answer, value)
    if len(got) != len(wanted):
        return f"{len(got)} lines, not {len(wanted)}"
    return None


def _told(line: dict[str, Any], key: str, answer: dict[str, Any], value: Any) -> str:
    where = f"record {line.get('n', 'of the verdict')}"
    if key == "state" and isinstance(value, dict) and isinstance(answer.get("state"), dict):
        for part, held in value.items():
            if answer["state"].get(part, "nothing") != held:
                got = answer["state"].get(part, "nothing")
                return f"{where}: state.{part} is {got!r}, not {held!r}"
    text = f"{where}: {key} is {answer.get(key)!r}, not {value!r}"
    return text + (f" ({answer['message']})" if answer.get("message") else "")


def main(arguments: list[str]) -> int:
    vectors, packs = Path(arguments[0]), Path(arguments[1])
    find = pack_finder(packs)
    failed = 0
    for log in sorted(vectors.glob("*.jsonl")):
        if log.name.endswith(".expected.jsonl"):
            continue
        wanted = read_lines(log.with_name(log.name.replace(".jsonl", ".expected.jsonl")))
        difference = first_difference(judge_log(read_lines(log), find), wanted)
        failed += difference is not None
        print(f"{log.stem}: {difference or 'all digests equal'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

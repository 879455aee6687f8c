"""The model against the published vectors: whole logs with their digests, and short logs with one verdict each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .judge import judge_log


def read_lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as source:
        return [json.loads(line) for line in source if line.strip()]


def first_difference(got: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> str | None:
    """Where a whole log is judged otherwise than its expected lines say."""
    if len(got) != len(wanted):
        return f"{len(got)} lines, not {len(wanted)}"
    for answer, line in zip(got, wanted, strict=True):
        for key in ("judged", "digest", "public", "state", "status", "winners"):
            if key in line and (answer.get(key) or None) != (line[key] or None):
                return f"record {line.get('n')}: {key} is {answer.get(key)!r}, not {line[key]!r} ({answer})"
        rules = [*answer.get("illegal", []), *answer.get("disputed", [])]
        if line.get("rule") is not None and line["rule"] not in rules:
            return f"record {line['n']}: {rules}, not {line['rule']}"
    return None


def verdict_differs(vector: dict[str, Any]) -> str | None:
    """Where a short log is judged otherwise than its verdict says."""
    *lines, _ = judge_log(vector["log"])
    seen = {line["n"]: line for line in lines if line["illegal"] or line["disputed"]}
    if vector["verdict"] == "legal":
        return None if not seen else f"legal, but {seen}"
    line = seen.pop(vector["n"], None)
    if line is None or seen:
        return f"only record {vector['n']} breaks a rule, but {line} and {seen}"
    which = line["illegal"] if vector["verdict"] == "illegal" else line["disputed"]
    if vector["rule"] not in which or (vector["verdict"] == "disputed" and line["illegal"]):
        return f"{vector['verdict']} by {vector['rule']}, but {line}"
    return None


def differences(folder: Path) -> dict[str, str]:
    """All differences, by the name of the vector."""
    found: dict[str, str | None] = {}
    for log in sorted(folder.glob("*.jsonl")):
        if log.name == "verdicts.jsonl":
            found.update({vector["id"]: verdict_differs(vector) for vector in read_lines(log)})
        elif not log.name.endswith(".expected.jsonl"):
            wanted = read_lines(log.with_name(log.name.replace(".jsonl", ".expected.jsonl")))
            found[log.stem] = first_difference(judge_log(read_lines(log)), wanted)
    return {name: text for name, text in found.items() if text is not None}


def main(arguments: list[str]) -> int:
    wrong = differences(Path(arguments[0]))
    for name, text in wrong.items():
        print(f"{name}: {text[:2000]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The conformance kit: logs with what they come to, and how the answers of another program differ from that.

The kit's data lie beside this module: whole logs, and cases that are a log's first lines and some others.
They are made by a script (`tests/conformance/make_kit.py`) and are small.
"""

from __future__ import annotations

import shlex
import subprocess
from base64 import b64decode
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

_DATA = files(__name__) / "data"
README = "README.md"
CASES = "cases.jsonl"
#: So long may a program take over one log.
SECONDS = 60
_COUNTS = ("lines", "blank", "records", "rejects", "repeats")


class Case(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A log and what it comes to. Its lines are the first `keep` ones of the whole log `base`, then `lines`;
    or its bytes are given.

    `expected` holds the counts of the file, its games as the machine report has them, and `first`, the first error
    (`code`, `line`; null where there is none).
    """

    name: str
    about: str
    base: str | None = None
    keep: int = 0
    lines: list[str] = []
    base64: str | None = None
    expected: dict[str, Any]

    def log(self) -> bytes:
        """The bytes of the log."""
        if self.base64 is not None:
            return b64decode(self.base64)
        whole = [] if self.base is None else _read(f"logs/{self.base}.jsonl").splitlines(keepends=True)
        return b"".join(whole[: self.keep]) + b"".join(line.encode() + b"\n" for line in self.lines)


def cases() -> Iterator[Case]:
    """All cases, in the order of the kit."""
    yield from (msgspec.json.decode(line, type=Case) for line in _read(CASES).splitlines())


def contents() -> Iterator[tuple[str, bytes]]:
    """The files of the kit, each with its path within the folder."""
    yield README, _read(README)
    lines = []
    for case in cases():
        path = f"logs/{case.name}.jsonl"
        yield path, case.log()
        lines.append(msgspec.json.encode({"log": path, "about": case.about, "expected": case.expected}))
    yield CASES, b"\n".join(lines) + b"\n"
    for folder in ("states", "referee"):
        for entry in sorted((_DATA / folder).iterdir(), key=lambda entry: entry.name):
            yield f"{folder}/{entry.name}", entry.read_bytes()


def answer(command: str, path: str) -> Any:
    """What a program prints about a log, as JSON; raises `ValueError` with a sentence where it prints none.

    The path takes the place of `{}` in the command, or stands at its end. The exit code does not matter.
    """
    words = shlex.split(command)
    words = [path if word == "{}" else word for word in words] if "{}" in words else [*words, path]
    try:
        ran = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise ValueError(f"no answer came within {SECONDS} seconds") from None
    try:
        return msgspec.json.decode(ran.stdout)
    except msgspec.DecodeError:
        raise ValueError("what it printed is not one JSON value") from None


def differences(expected: Mapping[str, Any], said: Any) -> list[str]:
    """How an answer differs from what a log comes to; what it leaves out is not compared, but a status it must have."""
    if not isinstance(said, dict) or not isinstance(said.get("games"), list):
        return ['it is no object with a list "games"']
    totals = said.get("totals")
    out = [
        f"{name} is {totals[name]}, not {expected[name]}"
        for name in _COUNTS
        if isinstance(totals, dict) and totals.get(name, expected[name]) != expected[name]
    ]
    if len(said["games"]) != len(expected["games"]):
        out.append(f"it has {len(said['games'])} games, not {len(expected['games'])}")
    for wanted, found in zip(expected["games"], said["games"], strict=False):
        out += _of_game(wanted, found)
    return out + _of_problems(expected["first"], said.get("problems"))


def _of_game(wanted: Mapping[str, Any], found: Any) -> list[str]:
    if not isinstance(found, dict) or "status" not in found:
        return [f"the game {wanted['game']} has no status"]
    return [
        f"in the game {wanted['game']}, {name} is {_json(found[name])}, not {_json(value)}"
        for name, value in wanted.items()
        if name in found and found[name] != value
    ]


def _of_problems(first: Mapping[str, Any] | None, problems: Any) -> list[str]:
    if not isinstance(problems, list):
        return []
    errors = [p for p in problems if isinstance(p, dict) and p.get("severity", "error") == "error"]
    if first is None:
        return [f"it tells an error where there is none: {_json(errors[0].get('code'))}"] if errors else []
    if not errors:
        return [f"it tells no error; {first['code']} is wrong in line {first['line']}"]
    line = errors[0].get("line")
    if first["line"] is not None and line != first["line"]:
        return [f"the first error is in line {_json(line)}, not {first['line']} ({first['code']})"]
    return []


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _read(name: str) -> bytes:
    return _DATA.joinpath(*name.split("/")).read_bytes()

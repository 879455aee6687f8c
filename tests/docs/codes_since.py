"""The codes that versions have promised: `python -m tests.docs.codes_since` lists them when one is released."""

from __future__ import annotations

from pathlib import Path

from vflog.engine import knowledge

LIST = Path(__file__).with_name("codes_since.txt")


def promised() -> dict[str, str]:
    """The version that brought each code, of all codes there have been when the list was written."""
    return dict(line.split() for line in LIST.read_text("utf-8").splitlines())


def written() -> str:
    """The list as it would be written now: nothing that stands in it goes."""
    there = {name: code.since for name, code in knowledge.codes().items()}
    return "".join(f"{name} {since}\n" for name, since in sorted({**there, **promised()}.items()))


if __name__ == "__main__":
    LIST.write_text(written(), "utf-8")

"""Makes the bundle of a dispute in a folder, and reads what it holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.disputes.staged import Dispute, written
from vflog import disputes


def logs_of(dispute: Dispute, folder: Path) -> list[Path]:
    """The logs of a dispute, written into a folder."""
    out = []
    for name, log in zip(("left", "right"), dispute.logs, strict=False):
        path = folder / f"{name}.jsonl"
        path.write_bytes(written(log))
        out.append(path)
    return out


def bundled(dispute: Dispute, folder: Path, name: str = "bundle", **how: Any) -> Path:
    """The bundle of a dispute."""
    disputes.dispute(logs_of(dispute, folder), folder / name, at=dispute.at, **how)
    return folder / name


def verdict_of(bundle: Path) -> Any:
    """What its `verdict.json` holds."""
    return json.loads((bundle / "verdict.json").read_text("utf-8"))


def handed_out(bundle: Path) -> dict[str, bytes]:
    """The files outside of `private/`, by their names."""
    return {
        path.relative_to(bundle).as_posix(): path.read_bytes()
        for path in sorted(bundle.rglob("*"))
        if path.is_file() and path.relative_to(bundle).parts[0] != "private"
    }

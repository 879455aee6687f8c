"""Searches for inputs that break vflog: python fuzz/fuzz.py TARGET [CORPUS…] [-max_total_time=60]

Needs the package atheris, which is not among vflog's own (`pip install atheris`). Targets: reader, referee, seal,
key, chain, pack, header. Begin with the committed corpus: `fuzz/corpus/TARGET`. What is found goes there too, under a
name that says what it is; the tests run all of it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> None:
    """Fuzz one target."""
    try:
        import atheris
    except ImportError:
        sys.exit("The package atheris is needed: pip install atheris")
    with atheris.instrument_imports(include=["vflog"]):
        from tests.hostile.targets import TARGETS
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"Which target? {', '.join(TARGETS)}")
    name = sys.argv.pop(1)
    corpus = ROOT / "fuzz" / "corpus" / name
    given = [*sys.argv, *([str(corpus)] if corpus.is_dir() and len(sys.argv) == 1 else [])]
    atheris.Setup(given, TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()

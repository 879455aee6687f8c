"""The tests run on the sources as they lie here, also where they start processes of their own."""

import os
from pathlib import Path

_ROOT = str(Path(__file__).resolve().parent.parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_ROOT, os.environ.get("PYTHONPATH")]))

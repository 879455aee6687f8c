"""The tests run on the sources as they lie here, also where they start processes of their own."""

import os
from pathlib import Path

from hypothesis import settings

_ROOT = str(Path(__file__).resolve().parent.parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_ROOT, os.environ.get("PYTHONPATH")]))

# No test depends on a clock: how long an example takes on a busy machine is no fault.
if settings().deadline is not None:
    settings.register_profile("suite", deadline=None)
    settings.load_profile("suite")

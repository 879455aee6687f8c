"""Compiles the modules where the time goes while the package is built; without a compiler all stays plain Python.

The list stands in `pyproject.toml`. A module is compiled from the very file that is imported where nothing could be
compiled: the same verdicts, in less time. `VFLOG_COMPILE=0` leaves it, `VFLOG_COMPILE=1` fails where it cannot be done.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Types are checked elsewhere, in full; here it is enough to know those of the modules themselves.
_OPTIONS = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
_SETUP = """
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify({arguments}, opt_level="3", debug_level="0", group_name="vflog", target_dir={target!r})
setup(name="compiled", packages=[], py_modules=[], ext_modules=modules)
"""


class CompileHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Puts the compiled modules beside their sources in the wheel (not where the sources are used as they lie)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the sample logs to `build_data`; compile, and add what came of that."""
        if version == "editable":
            return
        build_data["force_include"].update(self._samples())
        wish = os.environ.get("VFLOG_COMPILE", "")
        if wish == "0":
            return
        self._folder = TemporaryDirectory()
        made = self._compile(Path(self._folder.name))
        if isinstance(made, str):
            if wish == "1":
                raise RuntimeError(f"The modules cannot be compiled here:\n{made}")
            self.app.display_warning("Nothing could be compiled here: vflog is installed as plain Python.")
            return
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"].update(made)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _samples(self) -> dict[str, str]:
        """The sample logs and those of the staged disputes, each with its place in the wheel."""
        folder = Path(self.root) / "sample_logs"
        files = [*folder.glob("*.jsonl"), *folder.glob("tournament/**/*.jsonl"), *folder.glob("tournament/*.toml")]
        places = {path: path.relative_to(folder) for path in files}
        disputes = Path(self.root) / "examples" / "disputes"
        places.update((path, Path("disputes", path.name)) for path in disputes.glob("*.jsonl"))
        return {str(path): f"vflog/sample_logs/{places[path].as_posix()}" for path in sorted(places)}

    def _compile(self, folder: Path) -> dict[str, str] | str:
        """The files made, each with its place in the wheel; or what went wrong."""
        if _compiler_is_missing():
            return "There is no C compiler."
        root = Path(self.root)
        files = [name.replace(".", "/") + ".py" for name in self.config["modules"]]
        setup, lib, temp = folder / "setup.py", folder / "lib", folder / "temp"
        setup.write_text(_SETUP.format(arguments=[*_OPTIONS, *files], target=str(temp)))
        run = subprocess.run(
            [sys.executable, str(setup), "build_ext", "--build-lib", str(lib), "--build-temp", str(temp)],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        ending = sysconfig.get_config_var("EXT_SUFFIX")
        made = {str(path): str(path.relative_to(lib)) for path in lib.rglob(f"*{ending}")}
        return made if run.returncode == 0 and made else run.stdout + run.stderr


def _compiler_is_missing() -> bool:
    """Known beforehand only where the interpreter tells which one it asks for (not on Windows)."""
    asked = os.environ.get("CC") or sysconfig.get_config_var("CC")
    return bool(asked) and shutil.which(str(asked).split()[0]) is None

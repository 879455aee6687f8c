"""The pages of the site, from those of the repository: `python -m tests.docs.site FOLDER`.

`docs/` comes to stand at the top, the other pages beside it; links follow, and what they lead to besides pages comes
along. Python sessions, which are bare in the sources so that they can be run, are fenced.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from .options import page as options_page
from .pages import PAGES, ROOT, fenced

#: `[text](target)`, also of pictures.
_LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
_FENCED = re.compile(r"^```(?P<language>\w*)[^\n]*(?P<rest>.*?^```$)", re.MULTILINE | re.DOTALL)
#: Languages by the names under which they are coloured; what else stands behind them is for tests.
_LANGUAGES = {"jsonl": "json"}
#: Pages for those who look at the repository, not at the site.
_NOT = ("README.md",)


def there(path: Path) -> Path:
    """Where a file of the repository stands in the site."""
    place = path.relative_to(ROOT)
    if place.name == "README.md":
        # Else it would be the page of its whole section.
        return place.with_name("about.md")
    return place.relative_to("docs") if place.parts[0] == "docs" else place


def staged(page: Path) -> tuple[str, set[Path]]:
    """A page as the site has it, and the other files that it links to."""
    files: set[Path] = set()
    here = there(page).parent

    def moved(match: re.Match[str]) -> str:
        target = (page.parent / match[2]).resolve()
        if match[2].startswith(("http://", "https://")):
            return match[0]
        if target in _PAGES_LEFT_OUT:
            return f"{match[1]}{os.path.relpath('index.md', here)}{match[4]}"
        if target.suffix != ".md":
            files.add(target)
        return f"{match[1]}{os.path.relpath(there(target), here)}{match[3] or ''}{match[4]}"

    out, at = [], 0
    text = page.read_text()
    for found in (*_FENCED.finditer(text), None):
        end = len(text) if found is None else found.start()
        prose = _LINK.sub(moved, text[at:end])
        out.append(fenced(prose))
        if found is not None:
            language = found["language"]
            out.append(f"```{_LANGUAGES.get(language, language)}{found['rest']}")
            at = found.end()
    return "".join(out), files


_PAGES_LEFT_OUT = {ROOT / name for name in _NOT}


def main(folder: Path) -> None:
    """Write all of it into a folder that is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = [page for page in (*PAGES, ROOT / "sample_logs" / "README.md") if page not in _PAGES_LEFT_OUT]
    for page in pages:
        text, files = staged(page)
        target = folder / there(page)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        for file in files:
            copy = folder / there(file)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
    (folder / "options.md").write_text(options_page())
    shutil.copytree(ROOT / "docs" / "site", folder / "site", dirs_exist_ok=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

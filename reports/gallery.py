"""Takes the pictures of the gallery: `python reports/gallery.py` (or `make gallery`).

Loads `sample_logs` and 80 simulated games into a database that is thrown away, writes the pages, and takes a
picture of each with Chromium into `reports/pictures`: at a desk and on a phone, light and dark; and that of the README.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from vflog import api, services
from vflog.store.query import query

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "sample_logs"
#: Width and height of a desk and of a phone.
DESK, PHONE = (1280, 1600), (390, 1700)
#: The pages; `replay` and `game` are that of the game named below.
PAGES = ("index", "replay", "game", "votes", "demis", "corruption", "lengths", "players", "apps", "logs", "measures")
#: Where on the page of the game.
PLACES = {"replay": "#n=103", "game": "#renown"}
#: Each page at a desk and on a phone, on a light and on a dark one: the picture, the page, width and height, dark.
SHOTS = (
    *(
        (f"{page}{name}{'-dark' if dark else ''}", page, *size, dark)
        for page in PAGES
        for name, size in (("", DESK), ("-phone", PHONE))
        for dark in (False, True)
    ),
    (str(HERE.parent / "docs" / "pictures" / "game-page"), "replay", 1280, 1150, False),
)


def main() -> int:
    """Make the gallery anew; 0 if all went well."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("The pictures are taken with chromium, which is not installed.", file=sys.stderr)
        return 3
    (HERE / "pictures").mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        out = Path(folder, "pages")
        game = pages(Path(folder), out)
        for name, page, width, height, dark in SHOTS:
            address = (game if page in PLACES else out / f"{page}.html").as_uri() + PLACES.get(page, "")
            shoot(chromium, Path(folder), address, name, width, height, dark)
    return 0


def pages(folder: Path, out: Path, games_each: int = 20) -> Path:
    """Write the pages, with so many simulated games of each number of players; the page of the longest sound one of
    four players."""
    log = folder / "simulated.jsonl"
    games = [
        lines
        for players in (2, 3, 4, 5)
        for _, lines in services.simulate(
            games_each, players, ruleset="veiled-fate", game=f"sim-{players}p", players=players, expansions=("hadria",)
        )
    ]
    log.write_bytes(b"".join(games))
    db = folder / "games.duckdb"
    shutil.copytree(SAMPLES, folder / SAMPLES.name)
    # The pages name the files as they are given.
    os.chdir(folder)
    api.load([SAMPLES.name, log.name], db, content=[SAMPLES.name], count_simulated=True)
    api.report(db=db, out=out)
    sql = (
        "SELECT game_key FROM games WHERE counted AND players = 4 AND game_id LIKE 'sim%' "
        "ORDER BY records DESC, game_key"
    )
    with query(db, sql) as answer:
        key = next(iter(answer.rows))[0]
    return out / "games" / f"{key}.html"


def shoot(chromium: str, folder: Path, address: str, name: str, width: int, height: int, dark: bool) -> None:
    """Take a picture of a page. A window is never as narrow as a phone, a frame in it is."""
    frame = folder / "frame.html"
    frame.write_text(
        f'<body style="margin:0"><iframe src="{address}" style="border:0;width:{width}px;height:{height}px"></iframe>'
    )
    command = [
        chromium,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--virtual-time-budget=6000",
        f"--window-size={width},{height}",
        f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        f"--screenshot={HERE / 'pictures' / name}.png",
        frame.as_uri(),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)


if __name__ == "__main__":
    sys.exit(main())

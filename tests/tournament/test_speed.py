"""Five hundred tables with sixty thousand records are judged and ranked in seconds."""

from __future__ import annotations

import json
import time
from pathlib import Path

from vflog import tournaments
from vflog.tournament import file

from .test_findings import one_round, toml

SAMPLES = Path(__file__).parents[2] / "sample_logs"
TABLES, ROUNDS = 125, 4


def test_five_hundred_tables(tmp_path: Path) -> None:
    lines = (SAMPLES / "base-4p.jsonl").read_text().splitlines(keepends=True)
    head = json.loads(lines[0])
    seats = [player["id"] for player in head["players"]]
    people = tuple(f"{seat}{i}" for i in range(TABLES) for seat in seats)
    rounds = ""
    for n in range(1, ROUNDS + 1):
        tables = []
        for i in range(TABLES):
            seated = [f"{seat}{(i + k * (n - 1)) % TABLES}" for k, seat in enumerate(seats)]
            tables.append((str(i), seated))
            header = {**head, "game": f"g{n}-{i}", "event": "cup", "round": n, "table": str(i)}
            text = json.dumps(header) + "\n" + "".join(lines[1:])
            for seat, person in zip(seats, seated, strict=True):
                text = text.replace(f'"{seat}"', f'"{person}"')
            (tmp_path / f"{n}-{i}.jsonl").write_text(text)
        rounds += one_round(n, *tables)
    cup = toml(rounds, people=people).replace('["wins"]', '["wins", "opponents_points", "renown_share", "lot"]')
    begun = time.process_time()
    found = tournaments.tournament(file.read(cup.encode()), [tmp_path])
    took = time.process_time() - begun
    assert found.found == []
    assert found.report.totals.records >= 60_000
    assert len(found.report.standings) == 4 * TABLES
    assert took < 30, "it takes about three seconds on a slow machine"
    watched = tournaments.watched_tournament(file.read(cup.encode()), [tmp_path])
    watched.look()
    begun = time.process_time()
    watched.look()
    assert time.process_time() - begun < 2, "nothing is new"
    print(f"{took:.1f} s, {time.process_time() - begun:.3f} s")

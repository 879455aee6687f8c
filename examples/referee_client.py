"""Plays a whole game of Veiled Fate through `vflog referee`, each time taking a legal record by chance.

    python referee_client.py [SEED [LOG.jsonl]]

The referee runs beside your program: write a line to it, read a line back. What is refused takes no number, so
a front end can simply ask whether a move stands. Nothing but the standard library is needed.
"""

import json
import random
import subprocess
import sys

PLAYERS = ["ada", "bob"]
#: What the referee itself knows of the pack is not asked here: a front end has its own cards.
REGIONS = ["forest", "coast", "canyons", "desert", "volcano", "mountains"]


class Referee:
    """The process, and one question or record at a time."""

    def __init__(self, *options):
        command = [sys.executable, "-c", "import sys; from vflog.cli import main; sys.exit(main())", "referee", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, **line):
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def chosen(spec, rng):
    """A value that a field of a form allows."""
    if not isinstance(spec, dict):
        return spec
    if "in" in spec:
        return rng.choice(spec["in"])
    if "choose" in spec:
        return rng.sample(spec["from"], spec["choose"])
    if "cards" in spec:
        size = spec["cards"] if isinstance(spec["cards"], int) else rng.randint(*spec["cards"])
        return rng.sample([kind for kind, count in spec["of"].items() for _ in range(count)], size)
    return None  # nature's: the table tells what was drawn, tossed or turned up


def record_of(form, rng):
    """A record that a form allows, or None where it asks for something that only the table can know."""
    record = {"type": form["type"]}
    for name, spec in form["fields"].items():
        if name in form.get("optional", []) and rng.random() < 0.5:
            continue
        value = chosen(spec, rng)
        if value is None and spec is not None:
            return None
        record[name] = value
    return record

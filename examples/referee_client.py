"""Plays whole games through `vflog referee` and knows no rule: it asks what is legal and chooses among the forms.

    python referee_client.py HEADERS.jsonl [--out FOLDER | --url http://127.0.0.1:PORT] [--seed N] [--length N]

HEADERS has a `game` record a line; each becomes a game, over a process of its own or over HTTP. What players choose and
chance brings is chosen here at random, just as the forms describe it: an app asks its players instead, and looks at the
cards. Now and then something is taken back, or the connection breaks. Only the standard library is needed; VFLOG is the
command if it is not on the path.
"""

import argparse
import http.client
import json
import os
import random
import shlex
import subprocess
import sys
from urllib.parse import quote, urlsplit

LATER = object()  # for a field that is asked for again, with the record so far
LIKES = {"move": 3, "done": 3, "res": 3}  # how often a type is wished for; others once
LIKES_LATER = {"done": 30, "res": 30, "rest": 30, "end_turn": 30}  # when a game is long


class Process:
    """A game over `vflog referee` beside the app: a line to it, a line back. What was accepted is in the log."""

    def __init__(self, folder, game):
        log = os.path.join(folder, f"{game}.jsonl")
        self.command = [*shlex.split(os.environ.get("VFLOG", "vflog")), "referee", "--resume", "--log", log]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, line):
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def say(self, line):
        self.send(line)
        return json.loads(self.process.stdout.readline())

    def lose(self, line):
        """Nobody knows whether the line was heard; then there is a referee again."""
        self.send(line)
        self.process.kill()
        self.process.communicate()
        self.start()

    def close(self):
        self.process.communicate()


class Web:
    """A game of a referee that serves many over HTTP."""

    def __init__(self, url, game):
        self.path = f"/games/{quote(game)}"
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc)

    def send(self, line):
        self.connection.request("POST", self.path, json.dumps(line))

    def say(self, line):
        self.send(line)
        return json.loads(self.connection.getresponse().read())

    def lose(self, line):
        self.send(line)
        self.connection.close()

    def close(self):
        self.connection.close()


def fill(spec, rng):
    """A value for a field: what a form says of it is a value, a choice, chance's, or depends on other fields."""
    if not isinstance(spec, dict):
        return spec
    if "follows" in spec:
        return LATER
    if "in" in spec:
        return rng.choice(spec["in"])
    if "choose" in spec:
        return rng.sample(spec["from"], spec["choose"])
    if "cards" in spec and "of" in spec:
        cards = rng.sample(each(spec["of"]), number(spec["cards"], rng))
        return laid(cards, spec["by"], rng) if "by" in spec else cards
    return chance(spec, rng) if "reveals" in spec else filled(spec, rng)


def filled(fields, rng):
    """Values for the fields that do not wait for others."""
    made = {name: fill(spec, rng) for name, spec in fields.items()}
    return {name: value for name, value in made.items() if value is not LATER}


def number(count, rng):
    return count if isinstance(count, int) else rng.randint(*count)


def each(of):
    """The things that there are; `of` may say how often each is."""
    return [one for one, copies in of.items() for _ in range(copies)] if isinstance(of, dict) else list(of)


def laid(cards, places, rng):
    """Cards, each in some place."""
    out = {}
    for card in cards:
        out.setdefault(rng.choice(places), []).append(card)
    return out


def chance(spec, rng):
    """What chance brings: so many of those that there may be, those of `with` among them."""
    what, count, of = spec["reveals"], spec["count"], spec.get("of", [])
    if what in ("amount", "change"):
        return rng.randint(0 if what == "amount" else -1, 3)
    if what == "text":
        return "the client"
    if isinstance(of, dict) and any(isinstance(values, list) for values in of.values()):
        names = {name: rng.sample(values, count) for name, values in of.items()}
        return [dict(zip(names, values, strict=True)) for values in zip(*names.values(), strict=True)]
    found, left = list(spec.get("with", [])), each(of)
    for one in found:
        left.remove(one)
    found += rng.sample(left, number(count, rng) - len(found))
    if what in ("amounts", "changes"):
        return {name: rng.randint(0 if what == "amounts" else -3, 3) for name in found}
    if "by" in spec:
        return laid(found, spec["by"], rng)
    return found if what.endswith("s") else found[0]


def record(referee, form, rng, known):
    """A record of a form; as long as something follows from what it says, it is asked for again."""
    sent = None
    while True:
        fields = {
            name: spec
            for name, spec in form["fields"].items()
            if spec == (sent or {}).get(name) or name not in form["optional"] or rng.random() < 0.5
        }
        made = {"type": form["type"], **filled(fields, rng)}
        if made == sent or (sent is None and "'follows'" not in str(fields)):
            return made
        sent = made
        form = rng.choice(referee.say({"ask": "legal", "known": known, "with": made})["forms"])


def choice(forms, rng, n, length):
    """A form by which the game goes on, or after `length` records by which it ends."""
    going = [form for form in forms if form["type"] != "end"]
    ends = [form for form in forms if form["type"] == "end" and "reason" not in form["fields"]]
    if ends and (n > length or not going):
        return rng.choice(ends)
    kinds, likes = sorted({form["type"] for form in going}), LIKES_LATER if n > length else LIKES
    kind = rng.choices(kinds, [likes.get(kind, 1) for kind in kinds])[0]
    return rng.choice([form for form in going if form["type"] == kind])


def play(referee, header, rng, length):
    """A whole game; gives how many records it has, and the problems of those that were refused."""
    n, known, refused = referee.say(header)["n"], rng.random() < 0.5, []
    while forms := referee.say({"ask": "legal", "known": known})["forms"]:
        line = {**record(referee, choice(forms, rng, n, length), rng, known), "n": n + 1}
        if n > 1 and rng.random() < 0.02:
            back = {"type": "takeback", "to": rng.randrange(max(0, n - 20), n), "n": n + 1}
            if referee.say({"ask": "try", "record": back})["ok"]:  # not every game can go back to everywhere
                line = back
        if rng.random() < 0.005:
            referee.lose(line)
            if referee.say({"ask": "state"})["n"] == line["n"]:  # it was heard
                n += 1
                continue
        answer = referee.say(line)
        if answer["ok"] or answer["problems"][0]["code"] == "n.repeat":  # it was heard, but late
            n += 1
        else:
            refused.append((line, answer["problems"][0]["message"]))
    return n, refused


def main():
    """Play a game of each header."""
    parser = argparse.ArgumentParser()
    parser.add_argument("headers")
    parser.add_argument("--out", default=".")
    parser.add_argument("--url")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=int, default=150)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    games = records = problems = 0
    with open(options.headers, encoding="utf-8") as file:
        for header in map(json.loads, file):
            referee = Web(options.url, header["game"]) if options.url else Process(options.out, header["game"])
            n, refused = play(referee, header, random.Random(f"{options.seed} {header['game']}"), options.length)
            referee.close()
            for line, message in refused:
                print(f"{header['game']}: {message} {json.dumps(line)}")
            games, records, problems = games + 1, records + n + 1, problems + len(refused)
    print(f"{games} games, {records} records, {problems} refused")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

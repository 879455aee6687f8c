"""Plays whole games through `vflog referee`, and knows no rule: it asks what is legal and chooses among the forms.

    python referee_client.py HEADERS.jsonl [--log FILE] [--url http://127.0.0.1:PORT] [--seed N] [--length N]

HEADERS has a `game` record a line; a game is played of each. What people would choose and chance would bring is chosen
at random, just as the forms describe it; an app asks its players there, and looks at its cards. Now and then something
is taken back, and the connection is lost. Only the standard library is needed; VFLOG is the command if it is not on
the path.
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

LIKES = {"move": 3, "done": 3, "res": 3}  # how often a type is wished for; others once
LIKES_LATER = {"done": 30, "res": 30, "rest": 30, "end_turn": 30}  # when a game is long
LATER = object()  # a field that is asked for again, with the record so far


class Process:
    """`vflog referee` beside the app: a line to it, a line back."""

    def __init__(self, log):
        self.command = [*shlex.split(os.environ.get("VFLOG", "vflog")), "referee", "--resume", "--log", log]
        self.again()

    def again(self):
        if hasattr(self, "process"):
            self.process.kill()
            self.process.communicate()
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, line):
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


class Web:
    """A referee that serves many games over HTTP; `game` is the one that is played."""

    def __init__(self, url):
        self.host = urlsplit(url).netloc
        self.game, self.connection = "", http.client.HTTPConnection(self.host)

    def again(self):
        self.connection.close()

    def say(self, line):
        self.game = line["game"] if line.get("type") == "game" else self.game
        headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"} if "TOKEN" in os.environ else {}
        self.connection.request("POST", f"/games/{quote(self.game)}", json.dumps(line), headers)
        return json.loads(self.connection.getresponse().read())

    def close(self):
        self.connection.close()
        return 0


def fill(spec, rng):
    """A value for a field of a form."""
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
    if "reveals" in spec:
        return chance(spec, rng)
    return filled(spec, rng)


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
        return [dict(zip(names, values)) for values in zip(*names.values())]
    found, left = list(spec.get("with", [])), each(of)
    for one in found:
        left.remove(one)
    found += rng.sample(left, number(count, rng) - len(found))
    if what == "changes":
        return {name: rng.randint(-3, 3) for name in found}
    if "by" in spec:
        return laid(found, spec["by"], rng)
    return found if what.endswith("s") else found[0]


def record(referee, form, rng, known):
    """A record of a form; as long as something follows from what it says, it is asked for again."""
    sent = None
    while True:
        fields = {name: spec for name, spec in form["fields"].items()
                  if spec == (sent or {}).get(name) or name not in form["optional"] or rng.random() < 0.5}
        made = {"type": form["type"], **filled(fields, rng)}
        if made == sent or (sent is None and "'follows'" not in str(fields)):
            return made
        sent = made
        form = rng.choice(referee.say({"ask": "legal", "known": known, "with": made})["forms"])


def play(referee, header, rng, length):
    """A whole game; gives how many records stand and how many were refused."""
    answer = referee.say(header)
    n, refused, known = answer["n"], 0, rng.random() < 0.5
    while True:
        forms = referee.say({"ask": "legal", "known": known})["forms"]
        ends = [form for form in forms if form["type"] == "end" and "reason" not in form["fields"]]
        going = [form for form in forms if form["type"] != "end"]
        if not forms:
            return n, refused
        if ends and (n > length or not going):
            going = ends
        kinds = sorted({form["type"] for form in going})
        likes = LIKES_LATER if n > length else LIKES
        kind = rng.choices(kinds, [likes.get(kind, 1) for kind in kinds])[0]
        form = rng.choice([form for form in going if form["type"] == kind])
        line = record(referee, form, rng, known)
        answer = referee.say({**line, "n": n + 1})
        if answer["ok"]:
            n = answer["n"]
        else:
            refused += 1
            print(json.dumps(answer["problems"][0]["message"]), json.dumps(line), json.dumps(form)[:1500])
            if refused > 3: return n, refused


def main():
    """Play a game of each header."""
    parser = argparse.ArgumentParser()
    parser.add_argument("headers")
    parser.add_argument("--log", default="played.jsonl")
    parser.add_argument("--url")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=int, default=300)
    options = parser.parse_args()
    referee = Web(options.url) if options.url else Process(options.log)
    with open(options.headers, encoding="utf-8") as file:
        for i, header in enumerate(map(json.loads, file)):
            n, refused = play(referee, header, random.Random(options.seed + i), options.length)
            print(f"{header['game']}: {n} records, {refused} refused")
    return referee.close()


if __name__ == "__main__":
    sys.exit(main())

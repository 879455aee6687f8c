"""Plays a game through `vflog referee`: python referee_client.py SCRIPT.jsonl [KEPT.jsonl]

The script stands in for the people at the table: its lines are what they do, one after the other. Before each the
client asks what is legal, as an app would to light up its buttons; a refused line takes no number and the game goes on.
Nothing but the standard library is needed; VFLOG is the command if it is not on the path.
"""

import json
import os
import shlex
import subprocess
import sys


class Referee:
    """The process beside the app: a line to it, a line back."""

    def __init__(self, *options):
        command = [*shlex.split(os.environ.get("VFLOG", "vflog")), "referee", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, line):
        self.process.stdin.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        """The exit code: 0 where every game came to a sound end."""
        self.process.stdin.close()
        return self.process.wait()


def main(script, *kept):
    referee = Referee(*(("--log", kept[0]) if kept else ()))
    refused = 0
    with open(script, encoding="utf-8") as file:
        for record in map(json.loads, file):
            record.pop("n", None)  # the referee numbers what it takes
            if record["type"] != "game":
                forms = referee.say({"ask": "legal"})["forms"]
                types = sorted({form["type"] for form in forms})
            answer = referee.say(record)
            if answer["ok"]:
                print(f"{answer['n']:4} {record['type']:10} now {answer['phase']}, waiting for "
                      f"{', '.join(answer['waiting'] or []) or 'nobody'}")
            else:
                refused += 1
                problem = answer["problems"][0]
                print(f"   - {problem['message']} ({problem['rule']}) Legal now: {', '.join(types)}")
    board = referee.say({"ask": "state", "view": "public"})
    print(f"The public board has the digest {board['public']}; {refused} refused.")
    return referee.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

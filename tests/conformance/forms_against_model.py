"""The legal forms against the second model: what they promise is accepted, what can be played is promised.

    python -m tests.conformance.forms_against_model FIRST_SEED LAST_SEED [SHARE_OF_MOMENTS]

prints the differences by their kind.
"""

from __future__ import annotations

import copy
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tests.conformance.against_model import Difference
from tests.conformance.test_forms import accepted, promised, reveals
from tests.games.veiled_fate.harness import Game
from tests.model import judge, rules
from tests.model.errors import Refused, Rejected
from tests.model.filling import Filler
from tests.model.hiding import hide
from tests.model.schema import check_record
from tests.model.sprinkle import random_score
from tests.model.tables import Log, Table
from tests.model.variants import ALL_EDITS, Pools
from vflog.playback.forms import count, legal, records

#: How many forms and how many other records are tried at a moment, and how often what nature decides is drawn anew.
FORMS, OTHERS, DRAWS = 8, 12, 60
Fields = dict[str, Any]


class Moment:
    """A position in both engines."""

    def __init__(self, game: Game, model: judge.Game, rng: random.Random) -> None:
        assert game.judge.play is not None
        assert model.config is not None
        assert model.state is not None
        self.play, self.config, self.state, self.rng = game.judge.play, model.config, model.state, rng
        self.filler = Filler(model.config, rng)
        self.forms = legal(self.play)

    def model_accepts(self, record: Fields) -> bool:
        try:
            check_record(record)
            rules.judge(self.config, judge.clone(self.state), copy.deepcopy(record))
        except (Refused, Rejected):
            return False
        return True

    def differences(self, pools: Pools) -> Iterator[Difference]:
        """What the forms say and the model does not, and the other way round."""
        if self.state["phase"] == "over":
            if self.forms:
                yield Difference("over", f"{self.forms[:2]}")
            return
        if not any(form["type"] != "end" or "reason" not in form["fields"] for form in self.forms):
            yield Difference("stuck", f"nobody can go on in phase {self.state['phase']}")
        for form in self.rng.sample(self.forms, min(FORMS, len(self.forms))):
            yield from self._promises(form)
        yield from self._other_records(pools)

    def _promises(self, form: Fields) -> Iterator[Difference]:
        """Records of a form, what nature decides filled in, are accepted."""
        listed = list(islice(records(form), 300))
        if not listed:
            yield Difference("empty", f"{form}")
        if len(listed) < 300 and len(listed) != count(form):
            yield Difference("count", f"{count(form)}, not {len(listed)}: {form}")
        for record in self.rng.sample(listed, min(3, len(listed))):
            yield from self._promise(form, record)

    def _promise(self, form: Fields, record: Fields) -> Iterator[Difference]:
        for _ in range(DRAWS):
            whole = self.filler.fill(self.state, record)
            if self.model_accepts(whole):
                if not accepted(self.play, whole):
                    yield Difference("engine refuses", f"{whole} of {form}", form["type"])
                return
            if whole == record:
                break
        yield Difference("model refuses", f"{whole} of {form}: {self._why(whole)}", form["type"])

    def _why(self, record: Fields) -> str:
        try:
            check_record(record)
            rules.judge(self.config, judge.clone(self.state), copy.deepcopy(record))
        except (Refused, Rejected) as problem:
            return str(problem)
        return ""

    def _other_records(self, pools: Pools) -> Iterator[Difference]:
        """What the model accepts is promised; what it refuses is not, as far as nature has no say."""
        for _ in range(OTHERS):
            score = self.config.detail == "score"
            record = random_score(self.config, self.state, self.rng) if score else self.filler.propose(self.state)
            if self.rng.random() < 0.1:
                record = self.filler.make_stopped(self.state)
            if record["type"] == "ruling":
                continue
            if self.rng.random() < 0.5:
                self.rng.choice(ALL_EDITS)(record, pools, self.rng)
            if record["type"] == "end":
                self._told_in_full(record)
            if record["type"] == "score":
                # Forms name every marker; those that do not move change by 0.
                everybody = [*self.config.pack.demis, *(["hadria"] if self.config.hadria else [])]
                record["changes"] = {**dict.fromkeys(everybody, 0), **record["changes"]}
            mine = promised(self.forms, record)
            if self.model_accepts(record):
                if not mine:
                    same = [form for form in self.forms if form["type"] == record["type"]]
                    yield Difference("not promised", f"{record}, of {same[:6]}", record["type"])
            elif any(not any(map(reveals, form["fields"].values())) for form in mine):
                yield Difference("promised", f"{record} of {mine[:2]}: {self._why(record)}", record["type"])

    def _told_in_full(self, record: Fields) -> None:
        """Forms name everybody's Demi; who is left out, or `?`, is as known before. Winners left out are none."""
        stopped = record.get("reason", "played") != "played"
        if (stopped or self.config.detail == "score") and "demis" in record:
            known = self.state["known_demis"]
            told = {player: demi for player, demi in record["demis"].items() if demi != "?" or player not in known}
            record["demis"] = {**known, **told}
        if stopped and "result" in record:
            record["result"].setdefault("winners", [])


def differences(table: Table, log: Log, often: float) -> Iterator[Difference]:
    """At some moments of a log."""
    game, model, pools = Game(log[:1], packs=table.packs), judge.Game(log[0], table.find), Pools(log)
    model.take(log[0])
    for record in log[1:]:
        if table.rng.random() < often or (
            record["type"] not in ("move", "power", "end_turn", "vote") and table.rng.random() < 5 * often
        ):
            for difference in Moment(game, model, table.rng).differences(pools):
                yield difference._replace(text=f"before record {record['n']}: {difference.text}")
        game.put(record)
        mine = model.take(record)["judged"]
        if game.judged[-1].judged != mine:
            yield Difference("judged", f"{record}: {game.judged[-1].judged}, not {mine}")
        if mine != "applied" or game.judged[-1].judged != mine:
            return


def logs(table: Table) -> Iterator[Log]:
    """A full game, ruled or not, the same hidden, and one kept by a scorekeeper."""
    log = table.whole([0, 0, 0.05, 0.1])
    if log is None:
        return
    yield log
    yield hide(log, table.rng, table.rng.choice([0.4, 1]))
    score = table.score()
    if len(score) > 1:
        yield score


def main(arguments: list[str]) -> int:
    """Run seeds; print each kind of difference with its count and its first seed."""
    first, last = map(int, arguments[:2])
    often = float(arguments[2]) if len(arguments) > 2 else 0.1
    seen: Counter[str] = Counter()
    places: dict[str, str] = {}
    played, begun = 0, time.process_time()
    for seed in range(first, last):
        table = Table(seed)
        for index, log in enumerate(logs(table)):
            played += 1
            for kind, text, code in differences(table, log, often):
                name = f"{kind} {code}"
                seen[name] += 1
                places.setdefault(name, f"seed {seed}, log {index}: {text[:1200]}")
    for name, number in seen.most_common():
        print(f"{number:6} {name}\n       {places[name]}")
    seconds = time.process_time() - begun
    print(f"{played} logs of {last - first} games in {seconds:.0f} s, {sum(seen.values())} differences")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""One-edit mutations of a sound log, to compare what two engines refuse.

Most variants are illegal at some record; some are legal by chance. Each is renumbered, with the frames that its records
name, so that only the edit itself is wrong."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

from .catalogue import RULINGS
from .words import HIDE, ID, PLAYERS, WHATS, ZONES, foe, name_of, owner_of

Record = dict[str, Any]
Log = list[Record]

#: Fields that hold the number of a record.
NUMBERS = ("f", "in", "trig", "cause", "to")
ONE = ("card", "base", "taken", "for")
MANY = ("decklist", "starters", "deck", "hand", "vault", "cards", "shown", "bottom")


class Pools:
    """The names that a log uses, to draw plausible others from."""

    def __init__(self, log: Log) -> None:
        self.names = sorted(log[0]["cards"])
        self.labels = sorted({label for card in log[0]["cards"].values() for label in card.get("eff", {})}) or ["s"]
        self.cards = sorted({card for record in log[1:] for card in _cards_in(record)}) or [f"A.{self.names[0]}.1"]
        self.effects = [(card, label) for card in self.cards for label in log[0]["cards"][name_of(card)].get("eff", {})]
        self.frames = [n for n, record in enumerate(log) if record["type"] in ("do", "act")] or [1]

    def card(self, rng: random.Random, like: str = HIDE) -> str:
        """Another card: a copy of the same Name, the other player's, any of the log, or none of the catalogue."""
        what = rng.random()
        if like != HIDE and what < 0.2:
            return f"{foe(owner_of(like))}.{name_of(like)}.{like.rpartition('.')[2]}"
        if like != HIDE and what < 0.4:
            return f"{owner_of(like)}.{name_of(like)}.{rng.randint(1, 4)}"
        if what < 0.45:
            return rng.choice(["A.Nobody.1", "A.Ash", "nothing", "C.Ash.1", "A.Ash.0", "A.Ash.x", ""])
        if what < 0.5:
            return HIDE
        return rng.choice(self.cards)


def _cards_in(record: Record) -> Iterator[str]:
    for value in record.values():
        yield from _cards_of(value)


def _cards_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if ID.match(value):
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from _cards_of(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _cards_of(item)


def zone(rng: random.Random) -> str:
    if rng.random() < 0.03:
        return rng.choice(["A.nowhere", "C.hand", "hand", ""])
    return f"{rng.choice(PLAYERS)}.{rng.choice(ZONES)}"


# -- edits of one record: each returns whether it changed something ----------------------

Edit = Callable[[Record, Pools, random.Random], bool]


def edit_player(record: Record, pools: Pools, rng: random.Random) -> bool:
    if "p" not in record:
        return False
    record["p"] = "C" if rng.random() < 0.1 else foe(record["p"])
    return True


def edit_card(record: Record, pools: Pools, rng: random.Random) -> bool:
    fields = [field for field in ONE if isinstance(record.get(field), str)]
    if not fields:
        return False
    field = rng.choice(fields)
    record[field] = pools.card(rng, record[field])
    return True


def edit_card_list(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A card changed, left out, added, or two exchanged in a list of cards."""
    lists = [record[field] for field in MANY if field in record]
    lists += [*record.get("zones", {}).values(), *record.get("order", {}).values()]
    if not lists:
        return False
    cards = rng.choice(lists)
    what = rng.random()
    if not cards or what < 0.2:
        cards.insert(rng.randint(0, len(cards)), pools.card(rng))
    elif what < 0.5:
        cards.pop(rng.randrange(len(cards)))
    elif what < 0.7 and len(cards) > 1:
        one, other = rng.sample(range(len(cards)), 2)
        cards[one], cards[other] = cards[other], cards[one]
    else:
        at = rng.randrange(len(cards))
        cards[at] = pools.card(rng, cards[at] if ID.match(cards[at]) else HIDE)
    return True


def edit_effect(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Another effect, of this card or of another."""
    if "eff" not in record or not pools.effects:
        return False
    if rng.random() < 0.1:
        record["eff"] = rng.choice(["q", *pools.labels])
    else:
        record["card"], record["eff"] = rng.choice(pools.effects)
    return True


def edit_what(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Another kind of act, with the fields that it needs, or without."""
    if "what" not in record:
        return False
    record["what"] = rng.choice(WHATS) if rng.random() < 0.98 else "sing"
    if rng.random() < 0.9:
        fill: Record = {"card": pools.card(rng), "eff": rng.choice(pools.labels), "cards": [], "amount": 1, "x": 0}
        needed = {
            "play": ["card"],
            "secret": ["card"],
            "support": ["card", "eff"],
            "use": ["card", "eff"],
            "discard": ["cards"],
            "destroy": ["cards"],
            "invest": ["amount"],
            "seek": ["x"],
        }
        for field in needed.get(record["what"], []):
            record.setdefault(field, fill[field])
    return True


def edit_window(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Another window or another trigger."""
    if record["type"] not in ("do", "act", "pass"):
        return False
    what = rng.random()
    if "win" in record and what < 0.3:
        record["win"] = "INT" if record["win"] == "REA" else "REA"
    elif "win" in record and what < 0.4 and record["type"] != "pass":
        del record["win"]
    elif record.get("trig") is not None and what < 0.5 and record["type"] != "pass":
        record["trig"] = None
    elif record.get("trig") is not None or record["type"] == "pass":
        record["trig"] = rng.choice(pools.frames)
    else:
        record["win"] = rng.choice(["INT", "REA"])
        record["trig"] = record.pop("in", None) or rng.choice(pools.frames)
    return True


def edit_tie(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] in ("res", "done"):
        record["f"] = rng.choice(pools.frames)
        return True
    if record["type"] not in ("do", "act"):
        return False
    if "in" in record and rng.random() < 0.5:
        del record["in"]
    else:
        record["in"] = rng.choice([*pools.frames, None])
    return True


def edit_move(record: Record, pools: Pools, rng: random.Random) -> bool:
    moves = record.get("mv")
    if not moves:
        return False
    move = rng.choice(moves)
    what = rng.random()
    if what < 0.25:
        move[0] = pools.card(rng, move[0])
    elif what < 0.5:
        move[1] = zone(rng)
        del move[3:]
    elif what < 0.85:
        if rng.random() < 0.5 and "." in move[2]:
            move[2] = f"{move[2].partition('.')[0]}.{rng.choice(ZONES)}"
        else:
            move[2] = zone(rng)
        del move[3:]
    else:
        place = rng.choice(["top", "bottom", 0, 1, 2, 9, -1])
        move[3:] = [place]
    return True


def edit_moves(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A move left out, added, doubled, or the order of two turned."""
    if record["type"] not in ("act", "res", "done"):
        return False
    moves = record.setdefault("mv", [])
    what = rng.random()
    if moves and what < 0.4:
        moves.pop(rng.randrange(len(moves)))
    elif moves and what < 0.5:
        moves.append(copy.deepcopy(rng.choice(moves)))
    elif len(moves) > 1 and what < 0.6:
        moves.reverse()
    else:
        card = pools.card(rng)
        source = f"{card.partition('.')[0]}.{rng.choice(ZONES)}" if ID.match(card) else zone(rng)
        moves.insert(rng.randint(0, len(moves)), [card, source, zone(rng)])
    return True


def edit_number(record: Record, pools: Pools, rng: random.Random) -> bool:
    fields = [field for field in ("amount", "x", "delta", "t", "to_win") if field in record]
    if not fields:
        return False
    record[rng.choice(fields)] += rng.choice([-2, -1, 1, 2, 5])
    return True


def edit_cause(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record.get("what") != "invest":
        return False
    if "cause" in record and rng.random() < 0.5:
        record["cause"] = rng.choice(pools.frames)
    else:
        record.update({"why": "bounty", "for": pools.card(rng), "cause": rng.choice(pools.frames)})
    return True


def edit_taken(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record.get("what") != "seek":
        return False
    shown = record.get("shown", [])
    what = rng.random()
    if what < 0.4 and shown:
        record["taken"] = rng.choice([*shown, None])
    elif what < 0.7:
        record["want"] = rng.choice([{"type": "Place"}, {"type": "Hero"}, {"unique": True}, {"name": "Ash"}])
    else:
        record["bottom"] = rng.sample(shown, len(shown))
    return True


def edit_why(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] not in ("do", "act"):
        return False
    if "why" in record and rng.random() < 0.4:
        del record["why"]
    else:
        record["why"] = rng.choice(["keyword:Stalwart", "keyword:Coveted", "reload", "effect:Ash/w", "keyword:Base"])
    return True


def edit_source(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] not in ("do", "act"):
        return False
    card = pools.card(rng)
    record["src"] = f"{card}/{rng.choice(pools.labels)}" if rng.random() < 0.5 and card != HIDE else card
    return True


def edit_ok(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "res":
        return False
    record["ok"] = not record.get("ok", True)
    return True


def edit_left_out(record: Record, pools: Pools, rng: random.Random) -> bool:
    fields = [field for field in record if field not in ("type", "n", "ok", "override")]
    if not fields:
        return False
    del record[rng.choice(fields)]
    return True


def edit_extra(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A field that another record has; the line may be none of its type any more."""
    extra: Record = {
        "card": pools.card(rng),
        "cards": [pools.card(rng)],
        "in": rng.choice(pools.frames),
        "amount": 1,
        "x": 1,
        "shown": [],
        "order": {f"{rng.choice(PLAYERS)}.deck": []},
        "ok": True,
        "mv": [],
        "t": 3,
        "x_own": 1,
        "override": "the card says so",
        "want": {"type": "Hero"},
        "winner": "A",
        "reason": "time",
        "nonsense": 1,
    }
    field = rng.choice([name for name in sorted(extra) if name not in record])
    record[field] = extra[field]
    return True


def edit_override(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A line that is wrong, and relies on the text of a card."""
    if record["type"] not in ("do", "act", "res", "done", "setup", "endturn"):
        return False
    changed = rng.choice([edit_card, edit_effect, edit_move, edit_moves, edit_player, edit_number, edit_card_list])
    record["override"] = "the card says so"
    return changed(record, pools, rng)


def edit_type(record: Record, pools: Pools, rng: random.Random) -> bool:
    other = {"turn": "endturn", "endturn": "turn", "res": "done", "done": "res", "do": "act", "act": "do"}
    if record["type"] not in other:
        return False
    record["type"] = other[record["type"]]
    if record["type"] in ("do",):
        record.pop("mv", None)
    if record["type"] == "done":
        record.pop("ok", None)
    return True


def edit_given(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "given":
        return False
    what = rng.random()
    if what < 0.3:
        record["on"] = rng.choice([*PLAYERS, "C"])
    elif what < 0.5:
        record["revealed"] = {rng.choice(PLAYERS): rng.randint(0, 2)}
    elif what < 0.7:
        record["quests"] = {rng.choice(PLAYERS): rng.randint(0, 3)}
    else:
        record.setdefault("zones", {})[zone(rng)] = [pools.card(rng)]
    return True


def edit_setup(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "setup":
        return False
    what = rng.random()
    if what < 0.4 and record.get("hand"):
        record["hand"].pop()
    elif what < 0.7:
        record.setdefault("starters", []).append(pools.card(rng))
    else:
        record["base"] = pools.card(rng, record.get("base", HIDE))
    return True


def edit_end(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "end":
        return False
    record["reason"] = rng.choice(["played", "time", "conceded", "disqualified", "abandoned"])
    if rng.random() < 0.4:
        record["result"] = {"winners": rng.sample(PLAYERS, rng.randint(0, 1)), "by": "judge"}
    return True


EDITS: list[Edit] = [
    edit_player, edit_card, edit_card, edit_card_list, edit_card_list, edit_effect, edit_effect, edit_what, edit_window,
    edit_window, edit_tie, edit_tie, edit_move, edit_move, edit_move, edit_moves, edit_moves, edit_number, edit_cause,
    edit_taken, edit_why, edit_source, edit_ok, edit_left_out, edit_extra, edit_override, edit_override, edit_type,
    edit_given, edit_setup, edit_end,
]  # fmt: skip


# -- edits of the order of records, and of the header ------------------------------------


def _remove(log: Log, rng: random.Random) -> None:
    log.pop(rng.randrange(1, len(log)))


def _double(log: Log, rng: random.Random) -> None:
    at = rng.randrange(1, len(log))
    log.insert(at + 1, copy.deepcopy(log[at]))


def _exchange(log: Log, rng: random.Random) -> None:
    at = rng.randrange(1, len(log) - 1)
    log[at], log[at + 1] = log[at + 1], log[at]


def _move_elsewhere(log: Log, rng: random.Random) -> None:
    record = log.pop(rng.randrange(1, len(log)))
    log.insert(rng.randrange(1, len(log) + 1), record)


def _copy_elsewhere(log: Log, rng: random.Random) -> None:
    record = copy.deepcopy(rng.choice(log[1:]))
    log.insert(rng.randrange(1, len(log) + 1), record)


def _insert(log: Log, rng: random.Random) -> None:
    player = rng.choice(PLAYERS)
    record: Record = rng.choice(
        [
            {"type": "turn", "p": player},
            {"type": "endturn", "p": player},
            {"type": "quest", "p": player, "delta": 1},
            {"type": "end"},
            {"type": "given", "zones": {}},
            {"type": "setup", "p": player},
            {"type": "sing"},
            {"type": "end", "reason": "time"},
            {"type": "x_own"},
            {"type": "act", "p": player, "what": "draw"},
            {"type": "act", "p": player, "what": "draw", "why": "reload"},
        ]
    )
    log.insert(rng.randrange(1, len(log) + 1), record)


def _header(log: Log, rng: random.Random) -> None:
    header = log[0]
    what = rng.random()
    if what < 0.2:
        header["profile"] = "strict" if header["profile"] == "core" else "core"
    elif what < 0.5:
        name = rng.choice(list(RULINGS))
        header.setdefault("rulings", {})[name] = rng.choice(RULINGS[name])
    elif what < 0.6:
        header["to_win"] += rng.choice([-1, 1])
    else:
        card = header["cards"][rng.choice(sorted(header["cards"]))]
        flag = rng.choice(["unique", "coveted", "base", "climactic", "starter", "reload", "bounty", "bounty_destroyed"])
        if flag in card:
            del card[flag]
        else:
            card[flag] = rng.randint(1, 3) if flag in ("starter", "reload", "bounty", "bounty_destroyed") else True


STRUCTURAL: list[Callable[[Log, random.Random], None]] = [
    _remove, _remove, _double, _exchange, _exchange, _move_elsewhere, _copy_elsewhere, _insert, _insert, _header,
    _header,
]  # fmt: skip


def renumbered(log: Log) -> Log:
    """Numbered by their places, each frame named by its new number."""
    places: dict[int, int] = {}
    for n, record in enumerate(log):
        places.setdefault(record.get("n", -1), n)
    fresh = []
    for n, record in enumerate(log):
        moved = {
            key: places.get(value, value) if key in NUMBERS and type(value) is int else value
            for key, value in record.items()
        }
        fresh.append({**moved, "n": n})
    return fresh


def misnumbered(log: Log, rng: random.Random) -> Log:
    """A wrong number, or numbers left out."""
    what = rng.random()
    if what < 0.4:
        at = rng.randrange(1, len(log))
        return [{**record, "n": n + 1} if n >= at else record for n, record in enumerate(log)]
    if what < 0.7 or any(record["type"] in ("takeback", "amend") for record in log):
        at = rng.randrange(1, len(log))
        return [{**record, "n": n - 1} if n == at else record for n, record in enumerate(log)]
    return [{key: value for key, value in record.items() if key != "n" or rng.random() < 0.5} for record in log]


def illegal_variants(log: Log, rng: random.Random, number: int) -> Iterator[Log]:
    """So many logs that differ from this one by an edit."""
    pools = Pools(log)
    for _ in range(number):
        variant = copy.deepcopy(log)
        if len(variant) < 3:
            return
        if rng.random() < 0.05:
            yield misnumbered(variant, rng)
            continue
        if rng.random() < 0.25:
            rng.choice(STRUCTURAL)(variant, rng)
            yield renumbered(variant)
            continue
        while not rng.choice(EDITS)(rng.choice(variant[1:]), pools, rng):
            pass
        yield variant

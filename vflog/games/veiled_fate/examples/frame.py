"""Examples of what every ruleset shares: numbers, takebacks, amends, claims, the end."""

from __future__ import annotations

from vflog.games.veiled_fate.examples.example import Example, act, after, edit, instead, move
from vflog.games.veiled_fate.examples.situations import Situation, header, table

_TURN = table()
_NOTHING = Situation("Nothing has been told yet", ())
_UNDATED = {key: value for key, value in header(3).items() if key != "revision"}
_MOVED = _TURN.then(move("ada", "naka", "forest"), move("ada", "naka", "coast"), words="Ada has moved Naka twice")
_NOTE = act("note", text="tea")
_AMEND = act("amend", to=3, record=move("ada", "naka", "mountains"))
_STOPPED = act("end", reason="abandoned")

EXAMPLES: tuple[Example, ...] = (
    edit("n.gap", None, _TURN, _NOTE | {"n": 3}, n=4),
    edit("n.repeat", None, _TURN, _NOTE | {"n": 3}, n=2),
    edit("n.step-back", None, _TURN, _NOTE | {"n": 3}, n=1),
    edit("at.backwards", None, _TURN, _NOTE | {"at": "2026-03-01T20:00:00Z"}, _NOTE | {"at": "2026-03-01T20:05:00Z"},
         at="2026-03-01T19:59:00Z"),
    after("order.after-end", None, _TURN, _STOPPED, wrong=move("ada", "naka", "forest")),
    after("order.after-end", None, _TURN, _STOPPED, _NOTE, wrong=_STOPPED),
    edit("takeback.target", None, _MOVED, act("takeback", to=3), to=5),
    instead("takeback.target", None, _MOVED, act("takeback", to=3), act("takeback", to=3),
            wrong=[act("takeback", to=3), act("takeback", to=4)]),
    after("order.after-end", None, _TURN, _STOPPED, wrong=act("takeback", to=2)),
    edit("amend.target", None, _MOVED, _AMEND, to=9),
    instead("amend.target", None, _MOVED, _NOTE, _AMEND, wrong=[_NOTE, act("amend", to=5, record=_NOTE)]),
    edit("amend.type", None, _MOVED, _AMEND, record=act("rest", "ada")),
    edit("amend.record", None, _MOVED, _AMEND, record={"type": "move", "player": "ada"}),
    edit("amend.breaks", "VF-M2", _MOVED, _AMEND, record=move("ada", "naka", "desert")),
    edit("claim.differs", None, _TURN, act("claim", demis={"naka": {"at": "city"}}), demis={"naka": {"at": "abyss"}}),
    edit("claim.differs", None, _TURN, act("claim", phase="turn"), mood="good"),
    instead("game.no-revision", None, _NOTHING, header(3), wrong=_UNDATED),
)  # fmt: skip

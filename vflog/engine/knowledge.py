"""What vflog knows by itself: every code, rule, named ruling and card of the format and of all rulesets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import to_builtins

from vflog.engine import codes as of_games
from vflog.engine import event_codes as of_events
from vflog.engine import event_examples
from vflog.engine import ruleset as rulesets
from vflog.engine.cards import CardText, HasCards
from vflog.engine.examples import RuleExample, examples_of
from vflog.engine.ruleset import Named, Ruleset
from vflog.log import codes as of_lines
from vflog.log.nearest import nearest
from vflog.log.problems import Basis, Code, Rule

#: Of several marks the first of these is the basis.
ORDER: tuple[Basis, ...] = ("printed", "public", "assumed")
#: Whose rule it is, in words: an assumption of ours never reads like a rule of the book.
WHOSE: Mapping[Basis, str] = {
    "printed": "printed in a rule book",
    "public": "from public material, in no rule book at hand",
    "assumed": "an assumption of vflog, in no rule book",
}


def rulings_by_ruleset() -> dict[str, Mapping[str, Named]]:
    """Every named ruling of every ruleset."""
    return {name: rulesets.ruleset(name).rulings for name in rulesets.names()}


def rulings_there_are() -> list[dict[str, Any]]:
    """Every named ruling as plain values, ruleset by ruleset."""
    return [
        {"ruleset": name, **to_builtins(named)} for name, of in rulings_by_ruleset().items() for named in of.values()
    ]


def named_rulings() -> dict[str, Named]:
    """Every named ruling by its name."""
    return {name: named for of_one in rulings_by_ruleset().values() for name, named in of_one.items()}


def codes() -> dict[str, Code]:
    """Every code there is, by name."""
    out = {**of_lines.CODES, **of_games.CODES, **of_events.CODES}
    for name in rulesets.names():
        out.update(rulesets.ruleset(name).codes)
    return dict(sorted(out.items()))


def rules() -> dict[str, Rule]:
    """Every rule of every ruleset, by name."""
    return {k: v for name in rulesets.names() for k, v in rulesets.ruleset(name).rules.items()}


def asked(code: str) -> str:
    """The heading in `docs/format.md` under which the format asks for what this code says; empty where it does not."""
    known = codes().get(code)
    return "" if known is None else known.asked


def rules_by_marks(code: Code) -> dict[tuple[Basis, ...], list[str]]:
    """The rules that a code can name, together those of the same marks."""
    marks: dict[str, list[Basis]] = {}
    for rule, basis in ((code.rule or "", code.basis), *code.also):
        if basis is not None:
            marks.setdefault(rule, []).append(basis)
    out: dict[tuple[Basis, ...], list[str]] = {}
    for rule, found in marks.items():
        out.setdefault(tuple(sorted(found, key=ORDER.index)), []).append(rule)
    return out


def examples() -> tuple[RuleExample, ...]:
    """Every example of every ruleset, and of tournaments."""
    of_rulesets = (shown for name in rulesets.names() for shown in examples_of(rulesets.ruleset(name)))
    return (*of_rulesets, *map(event_examples.told, event_examples.EXAMPLES))


def examples_for(what: str) -> list[RuleExample]:
    """The examples of a code or a rule: those first whose code is its alone, then those that show nothing else."""
    known = codes()
    found = [shown for shown in examples() if shown.code == what or what in shown.rules]

    def distance(shown: RuleExample) -> tuple[bool, bool, int]:
        code = known.get(shown.code)
        own = shown.code == what or (code is not None and code.rule == what and not code.also)
        return not own, shown.code != what and shown.rules[0] != what, len(shown.legal)

    return sorted(found, key=distance)


#: Finds a pack that a ruleset brings with it, by its name.
BuiltIn = Callable[[Ruleset, str], bytes | None]


def _no_pack(ruleset: Ruleset, name: str) -> None:
    """No pack is within reach."""


def cards(built_in: BuiltIn = _no_pack) -> list[CardText]:
    """Every card, and whatever else has an id, of every ruleset."""
    out: list[CardText] = []
    for name in rulesets.names():
        of_one = rulesets.ruleset(name)
        if isinstance(of_one, HasCards):
            out += of_one.cards(partial(built_in, of_one))
    return out


def explained(what: str, built_in: BuiltIn = _no_pack) -> dict[str, Any] | None:
    """What there is to say of a code, a rule, a named ruling, or the cards of that id; `None` for what there is not."""
    found = _of_the_rules(what) or {}
    named = [card for card in cards(built_in) if what.lower() in (card.id.lower(), card.title.lower())]
    if named:
        of_rules = rules()
        found["cards"] = to_builtins(named)
        found.setdefault("rules", to_builtins([of_rules[r] for r in dict.fromkeys(r for c in named for r in c.rules)]))
    return found or None


def _of_the_rules(what: str) -> dict[str, Any] | None:
    known, of_rules, named = codes(), rules(), named_rulings()
    if what in known:
        code = known[what]
        names = dict.fromkeys((code.rule, *(rule for rule, _ in code.also)))
        mine = [of_rules[rule] for rule in names if rule in of_rules]
        told = {**to_builtins(code), "template": code.sentence}
        return {"code": told, "rules": to_builtins(mine), "examples": to_builtins(examples_for(what))}
    rule = next((r for name, r in of_rules.items() if name.lower() == what.lower()), None)
    if rule is not None:
        bearing = [n for n in named.values() if n.rule == rule.rule]
        shown = examples_for(rule.rule)
        return {"rules": [to_builtins(rule)], "rulings": to_builtins(bearing), "examples": to_builtins(shown)}
    return {"rulings": [to_builtins(named[what])]} if what in named else None


def names(built_in: BuiltIn = _no_pack) -> list[str]:
    """All that can be explained: codes, rules, named rulings, ids of cards."""
    return list(dict.fromkeys([*codes(), *rules(), *named_rulings(), *(card.id for card in cards(built_in))]))


def names_near(what: str, built_in: BuiltIn = _no_pack) -> list[str]:
    """Those names that are like that; of cards, their titles too."""
    ids = {card.title: card.id for card in cards(built_in)}
    found = nearest(what, [*names(built_in), *ids])
    return list(dict.fromkeys(ids.get(name, name) for name in found))

"""What vflog knows by itself: every code, rule and named ruling of the format and of all rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from vflog.engine import codes as of_games
from vflog.engine import ruleset as rulesets
from vflog.engine.examples import Shown, examples_of
from vflog.engine.ruleset import Named
from vflog.log import codes as of_lines
from vflog.log.problems import Basis, Code, Rule

#: Of several marks the first of these is the basis.
ORDER: tuple[Basis, ...] = ("printed", "public", "assumed")


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
    out = {**of_lines.CODES, **of_games.CODES}
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


def examples() -> tuple[Shown, ...]:
    """Every example of every ruleset."""
    return tuple(shown for name in rulesets.names() for shown in examples_of(rulesets.ruleset(name)))


def examples_for(what: str) -> list[Shown]:
    """The examples of a code or a rule: those first whose code is its alone, then those that show nothing else."""
    known = codes()
    found = [shown for shown in examples() if shown.code == what or what in shown.rules]

    def distance(shown: Shown) -> tuple[bool, bool, int]:
        code = known.get(shown.code)
        own = shown.code == what or (code is not None and code.rule == what and not code.also)
        return not own, shown.code != what and shown.rules[0] != what, len(shown.legal)

    return sorted(found, key=distance)


def explained(what: str) -> dict[str, Any] | None:
    """What there is to say of a code, a rule or a named ruling; `None` where there is no such thing."""
    known, of_rules, named = codes(), rules(), named_rulings()
    if what in known:
        code = known[what]
        names = dict.fromkeys((code.rule, *(rule for rule, _ in code.also)))
        mine = [of_rules[rule] for rule in names if rule in of_rules]
        return {"code": to_builtins(code), "rules": to_builtins(mine), "examples": to_builtins(examples_for(what))}
    rule = next((r for name, r in of_rules.items() if name.lower() == what.lower()), None)
    if rule is not None:
        bearing = [n for n in named.values() if n.rule == rule.rule]
        shown = examples_for(rule.rule)
        return {"rules": [to_builtins(rule)], "rulings": to_builtins(bearing), "examples": to_builtins(shown)}
    return {"rulings": [to_builtins(named[what])]} if what in named else None


def names_near(what: str) -> list[str]:
    """Codes, rules and rulings whose names are like that."""
    from difflib import get_close_matches

    return get_close_matches(what, [*codes(), *rules(), *named_rulings()], n=3)

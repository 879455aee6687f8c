"""Explain a code or a rule, such as move.not-adjacent or VF-M2: in our words, with its source and whose it is."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import of_the_format, whose
from vflog.cli.terminal import Paint, safe, write
from vflog.engine import knowledge
from vflog.log.problems import Code

#: So many examples are printed as text, and of so many rules what they say; the other formats have all.
_MOST = 2


def explain(
    what: Annotated[str, typer.Argument(metavar="CODE|RULE", help="A code, a rule, or a named ruling.")],
    format: options.Plain = "text",
) -> int:
    """Explain a code or a rule."""
    found = services.explained(what)
    if found is None:
        near = services.names_near(what)
        raise wrong_usage(
            f"There is no code, rule or ruling {what!r}." + (f" Did you mean {' or '.join(near)}?" if near else "")
        )
    if format == "text":
        for line in _text(found):
            write(f"{line}\n")
    else:
        write(model.line(found))
    return exits.OK


def _text(found: dict[str, Any]) -> list[str]:
    paint = Paint()
    lines = []
    if code := found.get("code"):
        about = f"{code['severity']}, since {code['since']}"
        lines.append(f"{paint(code['code'], 'bold')} ({about}): {safe(code['title'])}")
        lines.append(f"  It says: {safe(code['template'])}")
        lines += _whose(code)
    rules = found.get("rules", [])
    for rule in rules if len(rules) <= _MOST else []:
        lines.append(f"{paint(rule['rule'], 'bold')}: {safe(rule['title'])}")
        lines.append(f"  {safe(rule['text'])}")
        lines.append(f"  Source: {safe(rule['source'])}.")
        if rule["marks"]:
            lines.append(f"  Whose rule: {whose(rule['marks'])}.")
    for ruling in found.get("rulings", []):
        name, values = paint(f"ruling {ruling['name']}", "bold"), " or ".join(ruling["values"])
        lines.append(f"{name} ({values}): {safe(ruling['text'])}")
        lines.append(f"  Source: {safe(ruling['source'])}; it bears on {ruling['rule']}.")
    for example in found.get("examples", [])[:_MOST]:
        lines += _example(example, paint)
    return lines


def _whose(code: dict[str, Any]) -> list[str]:
    """Whose rule a code tells: of its rules each, by what they are, or what the log format asks."""
    alike = knowledge.rules_by_marks(msgspec.convert(code, Code))
    several = sum(map(len, alike.values())) > 1
    said = [f"{', '.join(rules)}: {whose(marks)}" if several else whose(marks) for marks, rules in alike.items()]
    out = [f"  Whose rule: {'; '.join(said)}."] if said else []
    if code["asked"]:
        asked = of_the_format(code["asked"])
        out.append(f"  Or, where no rule is named: w{asked[1:]}." if said else f"  {asked}.")
    return out


def _example(example: dict[str, Any], paint: Paint) -> list[str]:
    """The lines that stand, and those whose last one does not, or what they come to."""
    lines = ["", f"{paint('Example', 'bold')}: {safe(example['given'])}."]
    parts = {"Legal": "legal", f"Not so ({example['code']})": "illegal", "It comes to": "effect"}
    for head, part in parts.items():
        if example[part]:
            lines.append(f"  {head}:")
            lines += [f"    {safe(record)}" for record in example[part]]
    return lines


COMMAND = explain

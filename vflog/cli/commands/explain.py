"""Explain a code, a rule or a card, such as move.not-adjacent, VF-M2 or natural-order: in our words, with its source.

A card is named by its id, or by its title; so are roles, places and what else a game names. Of a content pack's own
cards those of the built-in pack are told. With --list codes, rules, rulings or cards all that there are are listed.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import of_the_format, whose
from vflog.cli.terminal import Paint, safe, table, write
from vflog.cli.usage import either, none_of
from vflog.engine import knowledge
from vflog.log.problems import Code

#: So many examples are printed as text, and of so many rules what they say; the other formats have all.
_MOST = 2
#: What can be listed, and the columns of the list.
KINDS = {
    "codes": ("code", "severity", "title"),
    "rules": ("rule", "title"),
    "rulings": ("name", "rule", "text"),
    "cards": ("id", "kind", "title"),
}


def _begun(incomplete: str) -> list[str]:
    """What can be explained and begins so, for the shell."""
    return [name for name in services.explained_names() if name.startswith(incomplete)]


def explain(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE|RULE|CARD", help="A code, a rule, a named ruling, or a card.", autocompletion=_begun
        ),
    ] = None,
    list_: Annotated[
        str | None, typer.Option("--list", metavar="KIND", help="List all codes, rules, rulings or cards.")
    ] = None,
    format: options.Plain = "text",
) -> int:
    """Explain a code, a rule or a card."""
    if (what is None) == (list_ is None):
        raise wrong_usage(f"Name a code, a rule, a ruling or a card; or list all of a kind: --list {either(KINDS)}.")
    if list_ is not None:
        _write_list(list_, format)
        return exits.OK
    assert what is not None
    found = services.explained(what)
    if found is None:
        near = services.names_near(what)
        meant = f" Did you mean {' or '.join(near)}?" if near else " --list codes, rules, rulings or cards tells all."
        raise wrong_usage(f"There is no code, rule or ruling {what!r}, and no card.{meant}")
    if format == "text":
        for line in _text(found):
            write(f"{line}\n")
    else:
        write(model.line(found))
    return exits.OK


def _write_list(kind: str, format: options.Form) -> None:
    """All of a kind: a name and what it is called, in a table, or each with all that there is to say."""
    plural = f"{kind.lower().removesuffix('s')}s"
    if plural not in KINDS:
        raise wrong_usage(none_of("--list", kind, KINDS))
    rows = services.known(plural)
    if format == "json":
        write(model.line({plural: rows}))
    elif format == "jsonl":
        for row in rows:
            write(model.line(row))
    else:
        columns = KINDS[plural]
        for row in rows if "severity" in columns else ():
            row["severity"] = _severities(row)
        for line in table(columns, ([str(row[column]) for column in columns] for row in rows)):
            write(f"{line}\n")


def _text(found: dict[str, Any]) -> list[str]:
    paint = Paint()
    lines = []
    if code := found.get("code"):
        name, since = paint(code["code"], "bold"), code["since"]
        lines.append(f"{name} ({_severities(code)}, since {since}): {safe(code['title'])}")
        lines.append(f"  It says: {safe(code['template'])}")
        if code["warning_where"]:
            lines.append(f"  It is a warning where {safe(code['warning_where'])}.")
        lines += _whose(code)
    for card in found.get("cards", []):
        lines.append(f"{paint(card['title'], 'bold')} ({card['kind']} {safe(card['id'])})")
        lines += [f"  {safe(_headed(heading))}: {safe(str(said))}" for heading, said in card["says"].items()]
        lines += [f"  {safe(card['note'])}"] if card["note"] else []
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


def _severities(code: dict[str, Any]) -> str:
    return msgspec.convert(code, Code).severities


def _headed(heading: str) -> str:
    return heading[:1].upper() + heading[1:]


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

"""The bundle of a dispute: a folder with a page to read first, all that it rests on, and what may be handed out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from os.path import basename
from typing import Any

import msgspec
from markupsafe import Markup

from vflog.dispute import plainly
from vflog.dispute.comparing import name_of
from vflog.dispute.decision import Decision, decision
from vflog.dispute.outcomes import WhatIf
from vflog.dispute.settling import Settled, Told, named
from vflog.engine.board import Section, board
from vflog.engine.knowledge import WHOSE
from vflog.engine.tables import SCHEMA_VERSION
from vflog.figures.figure import Column, Row
from vflog.figures.still import still
from vflog.figures.text import cell
from vflog.log.absent import UNSET
from vflog.log.canonical import canonical
from vflog.log.output import Folder
from vflog.playback.cursor import Cursor
from vflog.playback.logs import GameLog
from vflog.playback.seals import VERSION as SEAL
from vflog.reporting.page import cell_html, render
from vflog.reporting.replay_page import single
from vflog.reporting.shared import pages_of
from vflog.reporting.source import Source
from vflog.version import VERSION

PRIVATE = "private"
README, SUMS, SUMMARY = "README.html", "SHA256SUMS", "summary.txt"
#: What is shown of long lists; the tables have all.
_WAYS, _RULINGS, _VOTES = 6, 6, 18
_LINE = 400


class Original(msgspec.Struct, kw_only=True):
    """A log as it came: its file's name and bytes; its seal, where it has one, with the key, and what it says."""

    name: str
    data: bytes
    log: GameLog
    seal: bytes | None = None
    key: bytes | None = None
    sealed: str | None = None


class Bundle(msgspec.Struct, kw_only=True):
    """All that a bundle is made of: the dispute as the view sees it and as everybody does, the logs, the command."""

    settled: Settled
    public: Settled
    view: str
    originals: list[Original]
    command: str


def write(bundle: Bundle, folder: Folder, source: Source | None) -> None:
    """Write the files of a bundle; `source` is a database of the game made for the view, `None` where there is none."""
    of = bundle.settled
    copies = [_copy(original.name, bundle.view) for original in bundle.originals]
    logs = [of.log, *([of.other] if of.other is not None else [])]
    decided = decision(of)
    folder.write(README, _page(bundle, folder, source, decided, copies))
    folder.write("verdict.json", canonical(plainly.plain_verdict(of, bundle.view)) + b"\n")
    for name, (_, state) in of.states.items():
        folder.write(f"state-{name}.json", canonical(state) + b"\n")
    folder.write("rulings.csv", _csv(plainly.RULINGS_COLUMNS, plainly.rulings_rows(of)))
    folder.write("what-if.csv", _csv(plainly.WHAT_IF_COLUMNS, plainly.what_if_rows(of)))
    folder.write("decision.jsonl", b"".join(msgspec.json.encode(line) + b"\n" for line in decided.lines))
    folder.write("versions.json", canonical(_versions(bundle)) + b"\n")
    folder.write(SUMMARY, summary(bundle.public))
    for name, log in zip(copies, logs, strict=True):
        folder.write(name, b"".join(_one_line(entry.raw) for entry in log.entries))
    for original in bundle.originals:
        if original.seal is not None:
            folder.write(f"{original.name}.seal", original.seal)
    _sums(folder, folder.written, SUMS)
    for original in bundle.originals:
        folder.write(f"{PRIVATE}/{original.name}", original.data)
        if original.key is not None:
            folder.write(f"{PRIVATE}/{original.name}.seal.key", original.key)
    private = [path for path in folder.written if path.parent.name == PRIVATE]
    _sums(folder, private, f"{PRIVATE}/{SUMS}")


def _one_line(raw: bytes) -> bytes:
    return raw + b"\n"


def _copy(name: str, view: str) -> str:
    """What the copy of a log for the view is called."""
    for ending in (".gz", ".zst", ".zstd", ".jsonl", ".ndjson"):
        name = name.removesuffix(ending)
    return f"{name}.{view}.jsonl"


def _sums(folder: Folder, paths: Iterable[Any], name: str) -> None:
    """Write the SHA-256 of some files, as `sha256sum -c` reads them beside the file that is written."""
    base = (folder.root / name).parent
    lines = []
    for path in sorted(paths):
        data = folder.under(path.relative_to(folder.root).as_posix()).read_bytes()
        lines.append(f"{hashlib.sha256(data).hexdigest()}  {path.relative_to(base).as_posix()}\n")
    folder.write(name, "".join(lines))


def _csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    lines = [",".join(columns)]
    lines += [",".join(cell(row[name]) for name in columns) for row in rows]
    return "\n".join(lines) + "\n"


def _versions(bundle: Bundle) -> dict[str, Any]:
    header = bundle.settled.log.header
    content = None if header.content is UNSET else msgspec.to_builtins(header.content)
    return {
        "package": VERSION,
        "format": header.format,
        "ruleset": header.ruleset,
        "revision": bundle.settled.log.verdict.revision,
        "content": content,
        "report": "vflog-report/1",
        "seal": SEAL,
        "tables": SCHEMA_VERSION,
        "dispute": plainly.DISPUTE,
        "view": bundle.view,
        "command": bundle.command,
    }


def summary(of: Settled) -> str:
    """Five lines for a chat, of what everybody may see."""
    verdict = of.verdict
    who = f" by {of.who}" if of.who else ""
    words = next((told.words for told in of.around if told.here), "")
    where = named(of.log.header)
    if verdict.kind == "withheld":
        rule = "Which rule it breaks this view does not show."
    elif verdict.rule is not None:
        rule = f"Rule {verdict.rule.rule} ({verdict.whose}): {verdict.rule.title}."
    elif verdict.whose:
        rule = f"No rule of a game: {verdict.whose}."
    else:
        rule = "No record was held against a rule." if verdict.kind == "unsupported" else "No rule is broken."
    instead = f" Legal instead: {_joined(verdict.instead)}." if verdict.instead else ""
    about = f"{of.log.game}{f' ({where})' if where else ''}, {_record(of)}{who}: {words}"
    lines = [
        _short(about),
        _short(verdict.sentence),
        _short(rule + instead),
        _short(f"Does it change the winner? {_answer(of)}"),
        f"Judged by vflog {VERSION}, {of.log.header.ruleset} {of.log.verdict.revision or '–'}, "
        "from what everybody may see.",
    ]
    return "".join(f"{' '.join(line.split())}\n" for line in lines)


def _short(text: str) -> str:
    return text if len(text) <= _LINE else f"{text[: _LINE - 1]}…"


def _record(of: Settled) -> str:
    return f"record {of.n}" if of.n is not None else f"line {of.at.line}"


def _answer(of: Settled) -> str:
    return f"{of.changes.answer[:1].upper()}{of.changes.answer[1:]}: {of.changes.why}."


def _joined(parts: Sequence[str]) -> str:
    return "; ".join(part.rstrip(".") for part in parts)


# -- the page ------------------------------------------------------------------------------------------------


class Cells(msgspec.Struct, kw_only=True):
    """A place of the board in the three states; one text where all are the same. `differs`: which are other than the
    one before."""

    what: str
    texts: list[str]
    differs: list[bool]


class Part(msgspec.Struct, kw_only=True):
    """A part of the board."""

    title: str
    rows: list[Cells]


class Ledger(msgspec.Struct, kw_only=True):
    """What was decided up to the record."""

    title: str
    columns: list[Column]
    rows: list[list[Markup]]
    more: int


def _page(
    bundle: Bundle, folder: Folder, source: Source | None, decided: Decision, copies: Sequence[str]
) -> str:  # fmt: skip
    of = bundle.settled
    game = _game(of, source)
    picture, ledger = (None, None) if source is None or game is None else _figures(of, source, game)
    replay = None if of.replayer is None else _replay(bundle, folder)
    rulings = plainly.bearing(of)
    return render(
        "dispute.html",
        tool=VERSION,
        of=of,
        view=bundle.view,
        record=_record(of),
        where=named(of.log.header),
        app=_app(of.log),
        answer=_answer(of),
        instead=_joined(of.verdict.instead),
        marks=_marks(of),
        words=next((told.words for told in of.around if told.here), ""),
        around=[*map(_around, of.around)],
        ways=_ways(of),
        more_ways=max(0, len(plainly.what_if_rows(of)) - _WAYS),
        rulings=[_way(each) for each in rulings[:_RULINGS]],
        more_rulings=max(0, len(rulings) - _RULINGS),
        same_rulings=len(of.rulings) - len(rulings),
        parts=_board(of),
        numbers=[n for n, _ in of.states.values()],
        picture=Markup(picture) if picture else None,
        ledger=ledger,
        replay=replay,
        decided=decided,
        lines=[msgspec.json.encode(line).decode() for line in decided.lines],
        copies=copies,
        originals=bundle.originals,
        command=bundle.command,
        sides=_sides(of),
        private=PRIVATE,
    )


def _app(log: GameLog) -> str:
    source = log.header.source
    return "" if source is UNSET else " ".join(filter(None, (source.app, source.version or "")))


def _marks(of: Settled) -> str:
    rule = of.verdict.rule
    return "" if rule is None else ", ".join(dict.fromkeys(WHOSE[mark] for mark in rule.marks))


def _around(told: Told) -> dict[str, Any]:
    return {
        "n": told.n if told.n is not None else "–",
        "words": _short(told.words),
        "judged": told.judged,
        "here": told.here,
    }


def _ways(of: Settled) -> list[dict[str, str]]:
    every = [*of.assumed, *([of.without] if of.without is not None else []), *of.corrections]
    return [_way(each) for each in every[:_WAYS]]


def _way(each: WhatIf) -> dict[str, str]:
    outcome = each.outcome
    said = plainly.in_words(each)
    if outcome.result == "other winner":
        said = f"other winner: {', '.join(outcome.winners or ()) or 'nobody'}"
    why = f" ({outcome.why})" if outcome.why else ""
    parts = f"; another position from record {outcome.parts}" if outcome.parts is not None else ""
    claim = f"; the claim of record {outcome.claim} no longer holds" if outcome.claim is not None else ""
    return {"title": each.title, "said": f"{said}{why}{parts}{claim}", "kind": outcome.result.replace(" ", "-")}


def _sides(of: Settled) -> list[dict[str, Any]]:
    """Of two logs: the records at which they part, side by side."""
    parting = of.parting
    if parting is None or parting.a is None or parting.b is None or of.other is None:
        return []
    wrong = [each if each is not None and each.kind != "legal" else None for each in (of.first, of.other_verdict)]
    verdicts = ["" if each is None else each.sentence for each in wrong]
    return [
        {
            "file": basename(side.log.log.source.name),
            "app": _app(side.log.log) or "a front end without a name",
            "n": side.n,
            "line": side.line,
            "words": side.words,
            "judged": side.judged,
            "verdict": verdict,
            "raw": _short(side.raw.decode()),
        }
        for side, verdict in zip((parting.a, parting.b), verdicts, strict=True)
    ]


# -- the board in three states -------------------------------------------------------------------------------


def _board(of: Settled) -> list[Part]:
    """The board before, at and after, part by part, with what differs marked."""
    if of.rules is None or of.replayer is None or not of.states:
        return []
    boards = [_keyed(board(of.rules, state, of.replayer.names)) for _, state in of.states.values()]
    names = dict.fromkeys(name for each in boards for name in each)
    return [_part(name, [each.get(name, {}) for each in boards]) for name in names]


def _keyed(sections: Sequence[Section]) -> dict[str, dict[str, str]]:
    """A board as texts by part and place."""
    out: dict[str, dict[str, str]] = {}
    for section in sections:
        name = name_of(section)
        rest = section.title.removeprefix(name).strip(" :()")
        held = out.setdefault(name, {})
        if rest and not rest.startswith(("front", "in brackets")):
            held[""] = rest
        for line in section.lines:
            label, colon, text = line.partition(": ")
            held[_free(held, label if colon else " ".join(line.split()[:2]))] = line if not colon else text
        for row in section.rows:
            held[_free(held, row[0])] = " · ".join(
                text if len(row) == 2 else f"{column} {text}"
                for column, text in zip(section.columns[1:], row[1:], strict=True)
                if text and text != "–"
            )
    return out


def _free(held: Mapping[str, str], label: str) -> str:
    while label in held:
        label += " "
    return label


def _part(name: str, states: Sequence[Mapping[str, str]]) -> Part:
    keys = _in_order([[*state] for state in states])
    rows = []
    for key in keys:
        texts = [state.get(key, "") or "–" for state in states]
        differs = [False, *(a != b for a, b in pairwise(texts))]
        what = "" if texts[0].startswith(key.strip()) else key.strip()
        rows.append(Cells(what=what, texts=texts if any(differs) else texts[:1], differs=differs))
    return Part(title=name, rows=rows)


def _in_order(lists: Sequence[Sequence[str]]) -> list[str]:
    """The keys of several lists in an order that keeps those of each; numbers stand from the highest down."""
    keys = list(dict.fromkeys(key for keys in lists for key in keys))
    return sorted(keys, key=lambda key: -int(key)) if keys and all(key.isdigit() for key in keys) else keys


# -- what comes from the report --------------------------------------------------------------------------------


def _game(of: Settled, source: Source | None) -> Row | None:
    """The row of the game in the database."""
    if source is None:
        return None
    first = of.log.entries[0].line
    rows = [row for row in source.rows("games") if row["game_id"] == of.log.game]
    return next((row for row in rows if row["first_line"] == first), rows[0] if rows else None)


def _figures(of: Settled, source: Source, game: Row) -> tuple[str | None, Ledger | None]:
    """The ruleset's figure over the records with the record marked, and what was decided up to it."""
    pages = pages_of(of.log.header.ruleset)
    figures = {figure.name: figure for figure in pages.game.figures}
    svg, ledger = None, None
    if pages.game.marked in figures:
        figure = figures[pages.game.marked]
        picture = figure.draw(source.rows(figure.query(), game["game_key"], package=pages.package))
        svg = None if picture is None else still(picture, of.n)
    if pages.game.ledger in figures:
        figure = figures[pages.game.ledger]
        picture = figure.draw(source.rows(figure.query(), game["game_key"], package=pages.package))
        if picture is not None and of.n is not None:
            rows = _up_to(picture.rows, of.n)
            kept = rows[-_VOTES:]
            while kept and kept[0]["n"] is None:  # what belongs to a row that is left out
                kept = kept[1:]
            cells = [[cell_html(row.get(c.name), c, _no_link) for c in picture.columns] for row in kept]
            more = len(rows) - len(kept)
            ledger = Ledger(title=figure.title, columns=picture.columns, rows=cells, more=more)
    return svg, ledger


def _up_to(rows: Sequence[Row], n: int) -> list[Row]:
    """The rows of records up to one; a row without a record belongs to the one above it."""
    out: list[Row] = []
    last = 0
    for row in rows:
        last = row["n"] if row["n"] is not None else last
        if last <= n:
            out.append(row)
    return out


def _replay(bundle: Bundle, folder: Folder) -> str:
    """The page on which the game is played again, opened at the record. What page that is stands here alone."""
    of = bundle.settled
    assert of.replayer is not None
    cursor = Cursor(of.log, of.replayer.settings)
    folder.write("replay.html", single([(bundle.view, cursor)], of.n))
    return "replay.html"


def _no_link(key: int) -> tuple[str, None]:
    return str(key), None


__all__ = ["Bundle", "Original", "summary", "write"]

"""The cases of the conformance kit that concern lines and the frame of a game, written out: name, what about, bytes."""

from __future__ import annotations

import gzip
import json
from typing import Any

from backports import zstd

Made = list[tuple[str, str, bytes]]


def log(*lines: bytes) -> bytes:
    """Lines as a log."""
    return b"".join(line + b"\n" for line in lines)


def line(**fields: Any) -> bytes:
    """A record as a line."""
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()


def but(raw: bytes, **fields: Any) -> bytes:
    """A line with other values; a field that is None is left out."""
    return line(**{k: v for k, v in {**json.loads(raw), **fields}.items() if v is not None})


def own(raw: bytes, more: bytes) -> bytes:
    """A line with some more text before its last bracket."""
    return raw[:-1] + b"," + more + b"}"


class Frames:
    """Cases about a short game: `lines` are its lines, `six` the first six of them, `rest` the others."""

    def __init__(self, lines: list[bytes], state: dict[str, str]) -> None:
        self.lines, self.six, self.rest = lines, lines[:6], lines[6:]
        self.state = state
        self.move = json.loads(lines[3])

    def renumbered(self, first: int, lines: list[bytes]) -> list[bytes]:
        """Lines whose numbers begin at `first`."""
        return [but(raw, n=n) for n, raw in enumerate(lines, first)]

    def course(self) -> Made:
        """Notes, claims, takebacks, amends."""
        six = self.six
        back = line(type="takeback", n=6, to=3)
        held = line(type="claim", n=6, state=self.state["digest"], public=self.state["public"])
        wrong = [but(six[3], n=4), line(type="note", n=5)]
        amend = {"type": "amend", "n": 6, "to": 3}
        chat = line(type="x_chat", n=7, text="hello", x_ms=1.5)
        return [
            (
                "note",
                "Notes and records of the front end's own are kept and not judged.",
                log(*six, line(type="note", n=6, text="a pause", kind="pause"), chat),
            ),
            ("claim-holds", "A claim of both digests that holds.", log(*six, held)),
            (
                "claim-differs",
                "A claim that differs is an error and changes nothing.",
                log(*six, line(type="claim", n=6, phase="over"), but(self.rest[0], n=7)),
            ),
            (
                "takeback",
                "A record is taken back and made again.",
                log(*six, but(back, to=4), *self.renumbered(7, self.lines[5:])),
            ),
            (
                "takeback-of-a-mistake",
                "A refused record is taken back: its problem becomes a warning.",
                log(*six[:4], *wrong, back, *self.renumbered(7, self.lines[4:])),
            ),
            ("takeback-to-itself", "Only what is past can be gone back to.", log(*six, but(back, to=6))),
            (
                "takeback-after-the-end",
                "After the end there is nothing to take back.",
                log(*self.lines, but(back, n=len(self.lines))),
            ),
            (
                "takeback-without-numbers",
                "Where there are takebacks every record has a number.",
                log(*six[:5], but(six[5], n=None), back),
            ),
            (
                "amend-of-nothing",
                "Only live records of play can be amended.",
                log(*six, line(**{**amend, "to": 40}, record=self.move)),
            ),
            ("amend-of-another-type", "An amend keeps the type.", log(*six, line(**amend, record=json.loads(six[2])))),
            (
                "amend-that-changes-nothing",
                "An amend that reads as the record did.",
                log(*six, line(**amend, record=self.move)),
            ),
        ]

    def ends_and_numbers(self) -> Made:
        """How a game ends, and how its records are numbered and timed."""
        lines, six, rest = self.lines, self.six, self.rest
        count = len(lines)
        winner = {"winners": ["ada"], "by": "judge"}
        timed = [but(six[4], at="2026-01-01T12:00:00Z"), but(six[5], at="2026-01-01T11:59:59.5+00:00")]
        return [
            ("abandoned", "A game that is given up.", log(*six, line(type="end", n=6, reason="abandoned"))),
            (
                "conceded-with-result",
                "A judge names the winners.",
                log(*six, line(type="end", n=6, reason="conceded", result=winner)),
            ),
            ("after-the-end", "After the end only notes and claims may stand.", log(*lines, but(six[3], n=count))),
            ("a-note-after-the-end", "After the end notes may stand.", log(*lines, line(type="note", n=count))),
            ("gap", "A number is left out.", log(*six[:5], *rest)),
            ("number-repeated", "A number comes twice.", log(*six, but(rest[0], n=5))),
            ("number-back", "The numbers step back.", log(*six, but(rest[0], n=2))),
            ("without-numbers", "Numbers may be left out altogether.", log(*(but(raw, n=None) for raw in lines))),
            ("time-back", "Times that go backwards are a warning.", log(*six[:4], *timed)),
        ]

    def headers(self) -> Made:
        """Versions, rulesets, damaged headers."""
        first, *others = self.lines
        six = self.six[1:]
        return [
            (
                "no-revision",
                "Without a revision the first one counts, with a warning.",
                log(but(first, revision=None), *others),
            ),
            (
                "unknown-ruleset",
                "A ruleset that is not there: unsupported, not invalid.",
                log(but(first, ruleset="chess"), *six),
            ),
            ("next-major", "The format's next major version.", log(but(first, format="vflog/2"), *six)),
            (
                "next-minor",
                "A later minor version with a field that is not known yet.",
                log(but(first, format="vflog/1.9", later=1), *others),
            ),
            ("no-header", "Lines of no game.", log(*six[:3])),
            ("damaged-header", "A damaged game record opens nothing.", log(first[:-9], *six)),
            (
                "damaged-second-header",
                "What follows a damaged game record is not glued onto the game before.",
                log(*self.six, first[:-9], *self.rest),
            ),
            ("object-for-list", "An object for a list.", log(but(first, players={"0": {"id": "ada"}}))),
            ("id", "An ill-formed id.", log(but(first, game="x_1"))),
        ]

    def several(self) -> Made:
        """Several games in a file."""
        lines, six = self.lines, self.six
        left, right = ([but(lines[0], game=g), *(but(r, game=g) for r in lines[1:])] for g in ("left", "right"))
        both = [raw for pair in zip(left, right, strict=True) for raw in pair]
        return [
            ("two-games", "Two games, one after the other.", log(*lines, but(lines[0], game="second"), *lines[1:])),
            ("a-copy", "The same game twice.", log(*lines, *lines)),
            ("grown", "The same game again, longer.", log(*six, *lines)),
            (
                "duplicate",
                "The same header, another game.",
                log(*six, line(type="end", n=6, reason="abandoned"), *lines),
            ),
            ("interleaved", "Two games whose lines alternate, each with its id.", log(*both)),
            (
                "ambiguous",
                "Two games are open, and a record does not say which it belongs to.",
                log(*left[:2], right[0], lines[1]),
            ),
        ]

    def faulty_lines(self) -> Made:
        """Lines that are rejected, and blank ones."""
        lines, six = self.lines, self.six
        three, number = six[:3], b'"n":3'
        note = b'{"type":"note","n":6}'

        def with_number(token: bytes) -> bytes:
            return log(*three, six[3].replace(number, b'"n":' + token))

        return [
            ("blank-lines", "Blank lines are counted, and a warning.", log(lines[0], b"", b" \t", *lines[1:], b"")),
            ("duplicate-key", "A key twice.", log(*six[:5], own(six[5], b'"type":"rest"'), *self.rest)),
            (
                "duplicate-key-escaped",
                "A key twice, once as an escape.",
                log(*six[:5], own(six[5], b'"\\u0074ype":"rest"')),
            ),
            ("float", "A float for an integer.", with_number(b"3.0")),
            ("true-for-1", "True for an integer.", with_number(b"true")),
            ("out-of-range", "An integer beyond 2^53 - 1.", with_number(b"9007199254740992")),
            ("nan", "NaN is no JSON.", with_number(b"NaN")),
            ("null", "Null where it may not stand.", with_number(b"null")),
            ("unknown-field", "A field that is not known.", log(*three, own(six[3], b'"mood":"grim"'))),
            ("unknown-type", "A record type that is not known.", log(*six, b'{"type":"teleport"}')),
            ("missing-field", "A field is missing.", log(*six, note, b'{"type":"takeback","n":7}')),
            ("value", "A value outside of its closed set.", log(*six, line(type="end", n=6, reason="tired"))),
            ("at", "An ill-formed time.", log(*six, own(note, b'"at":"yesterday"'))),
            ("two-on-a-line", "Two records on a line.", log(*six[:4], six[4] + six[5])),
            ("not-an-object", "A list is no record.", log(*six, b"[1]")),
            ("surrogate", "Half a character.", log(*six, own(note, b'"text":"\\ud83d"'))),
            ("nul", "A NUL.", log(*six, own(note, b'"text":"\\u0000"'))),
            ("nesting", "Nesting beyond 32.", log(*six, own(note, b'"x_a":' + b"[" * 32 + b"]" * 32))),
        ]

    def all(self) -> Made:
        """All of them."""
        parts = (self.course, self.ends_and_numbers, self.headers, self.several, self.faulty_lines)
        return [made for part in parts for made in part()]

    def of_bytes(self) -> Made:
        """Line ends, marks, encodings, compression, damage."""
        six, whole = log(*self.six), log(*self.lines)
        halves = log(*self.six[:3]), log(*self.six[3:])
        return [
            ("no-last-newline", "A complete last line without a newline.", whole[:-1]),
            ("cut-off", "The last line is cut off.", whole[:-20]),
            ("byte-order-mark", "A byte-order mark in front.", b"\xef\xbb\xbf" + six),
            ("crlf", "Lines end as on Windows.", six.replace(b"\n", b"\r\n")),
            ("not-utf8", "A byte that is not UTF-8.", six + b'{"type":"note","n":6,"text":"Zo\xeb"}\n'),
            ("utf-16", "Saved as UTF-16.", six.decode().encode("utf-16")),
            ("a-list", "One list instead of lines.", b"[" + b",".join(self.six) + b"]\n"),
            ("gzip", "Two gzip members.", b"".join(gzip.compress(half, mtime=0) for half in halves)),
            ("gzip-cut", "A gzip file that is cut off.", gzip.compress(six, mtime=0)[:-6]),
            ("zstd", "Two zstd frames.", b"".join(map(zstd.compress, halves))),
            ("empty", "Nothing at all.", b""),
        ]

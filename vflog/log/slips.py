"""Why a text is no JSON: the usual slips of those who write it, by their names and with their places.

A walk over the text up to the first thing that cannot stand there, the same with every version of Python.
Only lines that are refused are looked at so.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vflog.log.characters import numbered, pointed, unseen, written_out


class Slip(NamedTuple):
    """What is wrong, in short (`kind`) and in words, and the index of the character where it is."""

    kind: str
    why: str
    at: int


_space = re.compile(r"[ \t\r\n]*")
_string = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_number = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
#: A number as people write it, right or not; a word.
_numberlike = re.compile(r"[+-]?(?:[0-9]|\.[0-9])[\w.+:-]*", re.ASCII)
_word = re.compile(r"-?[^\W\d][\w$.-]*")
_key = re.compile(r"[\w$.-]+")
_LITERALS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_OTHERS = {
    "True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "null", "NULL": "null",
    "Null": "null", "nil": "null", "undefined": "null",
}  # fmt: skip
_NO_NUMBERS = frozenset(word for sign in ("", "-") for word in (f"{sign}nan", f"{sign}inf", f"{sign}infinity"))
_SMART = "“”„‟″＂«»"
_SINGLE = "'‘’‚‛′`´"
_CLOSES = {"{": "}", "[": "]"}
_MOST = 20
#: What a comment may begin with, in other languages.
_COMMENTS = ("//", "/*", "#")


def slip(text: str) -> Slip | None:
    """The first thing wrong with a text that should begin with one JSON value; `None` where nothing is."""
    return _Walk(text).slip()


class _Walk:
    """A walk over one text. What is due: `value`, `key`, `colon`, or `more` (a comma, or the end of what is open)."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        #: Where what is open begins.
        self._open: list[int] = []
        #: Where the last comma stands, where nothing has come since; the last text.
        self._comma: int | None = None
        self._last_text: int | None = None

    def slip(self) -> Slip | None:
        due = "value"
        while True:
            self._at = self._after_space(self._at)
            if self._at == len(self._text):
                return self._unfinished(due)
            step = self._step(self._text[self._at], due)
            if isinstance(step, Slip):
                return step
            due = step
            if due == "more" and not self._open:
                return None

    def _step(self, sign: str, due: str) -> Slip | str:
        """Take what begins here; what is due then, or what is wrong."""
        if sign in "}]" and self._may_close(sign, due):
            self._open.pop()
            self._pass(1)
            return "more"
        if due == "more":
            if sign != ",":
                return self._no_more(sign)
            self._comma, self._last_text = self._at, None
            self._at += 1
            return "key" if self._opener() == "{" else "value"
        if due == "colon":
            if sign != ":":
                return self._no_colon(sign)
            self._pass(1)
            return "value"
        if sign == '"':
            return self._take_string() or ("colon" if due == "key" else "more")
        if due == "key":
            return self._no_key(sign)
        if sign in "{[":
            self._open.append(self._at)
            self._pass(1)
            return "key" if sign == "{" else "value"
        return self._take_plain(sign) or "more"

    # -- what may stand ------------------------------------------------------------------------------

    def _opener(self) -> str:
        return self._text[self._open[-1]] if self._open else ""

    def _may_close(self, sign: str, due: str) -> bool:
        """Whether a bracket may close here: after a value, or right after the one that it closes."""
        if _CLOSES.get(self._opener()) != sign:
            return False
        empty = self._comma is None and not self._text[self._open[-1] + 1 : self._at].strip(" \t\r\n")
        return due == "more" or empty

    def _pass(self, count: int) -> None:
        self._at += count
        self._comma = self._last_text = None

    def _after_space(self, at: int) -> int:
        found = _space.match(self._text, at)
        return found.end() if found else at

    def _take_string(self) -> Slip | None:
        begin = self._at
        found = _string.match(self._text, begin)
        end = found.end() if found else begin + 1
        if end < len(self._text) and self._text[end] == '"':
            self._pass(end + 1 - begin)
            self._last_text = begin
            return None
        if end == len(self._text):
            return Slip(
                "unclosed-text", f"the text {self._short(begin)} is not closed: its last quote is missing", begin
            )
        if self._text[end] == "\\":
            return self._bad_escape(end)
        right = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}.get(self._text[end], f"\\u{ord(self._text[end]):04x}")
        why = f"{numbered(self._text[end])} stands unescaped within a text, where JSON writes {right}"
        return Slip("control-in-text", why, end)

    def _bad_escape(self, at: int) -> Slip:
        if at + 1 == len(self._text):
            return Slip(
                "unclosed-text", "a text is not closed: it ends with a backslash, and its last quote is missing", at
            )
        escape = self._text[at : at + (6 if self._text[at + 1] == "u" else 2)]
        wanted = "\\u is followed by four hex digits" if escape[1] == "u" else "a backslash itself is written \\\\"
        shown = "\\" + pointed(escape[1]) if len(escape) == 2 else self._short(at, len(escape))
        return Slip("bad-escape", f"{shown} is no escape; {wanted}", at)

    def _take_plain(self, sign: str) -> Slip | None:
        """A number or a word."""
        if found := _numberlike.match(self._text, self._at):
            right = _number.match(self._text, self._at)
            if right is None or right.end() != found.end():
                return self._bad_number(found[0])
            self._pass(len(found[0]))
            return None
        found = _word.match(self._text, self._at)
        if found is None or found[0] not in _LITERALS:
            return self._no_value(sign)
        self._pass(len(found[0]))
        return None

    # -- what is wrong -------------------------------------------------------------------------------

    def _bad_number(self, written: str) -> Slip:
        digits = written.lstrip("+-")
        if written.startswith("+"):
            why = "has a plus sign, and a number has none"
        elif re.match(r"0[xX]", digits):
            why = "is hexadecimal, and numbers are decimal"
        elif re.fullmatch(r"0[0-9.]+", digits):
            why = "has leading zeros, and a number has none"
        elif digits.startswith(".") or re.fullmatch(r"[0-9]+\.(?![0-9])", digits):
            why = "lacks a digit beside its point"
        else:
            why = "is no number, and a text must stand within quotes"
        return Slip("number", f"{_cut(written)} {why}", self._at)

    def _common(self, sign: str) -> Slip | None:
        """What is wrong wherever it stands outside of a text."""
        if unseen(sign):
            where = "in the middle of the file" if sign == "\ufeff" else "outside of a text, where only a blank may"
            return Slip("unseen", f"{numbered(sign)} stands {where}", self._at)
        if self._text.startswith(_COMMENTS, self._at) and not _numberlike.match(self._text, self._at):
            begin = next(mark for mark in _COMMENTS if self._text.startswith(mark, self._at))
            return Slip("comment", f"{begin} begins a comment, and JSON has none", self._at)
        if sign in _SMART:
            return self._smart(self._at)
        if sign in _SINGLE:
            return Slip(
                "single-quotes", f'the single quote {pointed(sign)} stands where the double quote " must', self._at
            )
        if sign in "}]":
            return self._bad_close(sign)
        return None

    def _curly(self) -> Slip | None:
        """A curly quote in the text before, which was to end it."""
        begin = self._last_text if self._last_text is not None else self._at
        at = next((i for i in range(begin, self._at) if self._text[i] in _SMART), None)
        return None if at is None else self._smart(at)

    def _smart(self, at: int) -> Slip:
        why = f'the curly quote {pointed(self._text[at])} stands where the plain quote " must'
        return Slip("smart-quotes", why, at)

    def _bad_close(self, sign: str) -> Slip:
        if not self._open:
            return Slip("bracket", f"{sign} closes nothing", self._at)
        if _CLOSES[self._opener()] != sign:
            return Slip("bracket", f"{sign} cannot close the {self._opener()} of column {self._open[-1] + 1}", self._at)
        if self._comma is not None:
            return Slip("trailing-comma", f"a trailing comma stands before the closing {sign}", self._comma)
        return Slip("no-value", f"a value is missing before the closing {sign}", self._at)

    def _no_value(self, sign: str) -> Slip:
        if known := self._common(sign):
            return known
        if sign == ",":
            if self._comma is not None:
                return Slip("two-commas", "one comma follows another", self._at)
            return Slip("no-value", "a value is missing before the comma", self._at)
        found = _word.match(self._text, self._at)
        if found is None or not self._open:
            what = _cut(found[0]) if found else pointed(sign)
            if not self._open:
                return Slip("no-object", f"the line begins with {what}, and a record begins with {{", self._at)
            return Slip("no-value", f"{what} stands where a value must", self._at)
        word = found[0]
        if word in _OTHERS:
            return Slip("other-word", f"{word} is written {_OTHERS[word]} in JSON", self._at)
        if word.lower() in _NO_NUMBERS:
            return Slip("other-word", f"{word} is no JSON number", self._at)
        return Slip("unquoted-text", f"the unquoted text {_cut(word)} must stand within quotes", self._at)

    def _no_key(self, sign: str) -> Slip:
        if known := self._common(sign):
            return known
        if sign == ",":
            return Slip("two-commas", "a comma stands where a key must", self._at)
        found = _key.match(self._text, self._at)
        if found is not None:
            return Slip("unquoted-key", f"the unquoted key {_cut(found[0])} must stand within quotes", self._at)
        return Slip("no-key", f"{pointed(sign)} stands where a key must", self._at)

    def _no_colon(self, sign: str) -> Slip:
        if sign not in "}]" and (known := self._curly() or self._common(sign)):
            return known
        if sign == "=":
            return Slip("no-colon", "= stands where a colon must", self._at)
        what = "a colon and a value are" if sign in "}]," else "a colon is"
        return Slip("no-colon", f"{what} missing before {pointed(sign)}", self._at)

    def _no_more(self, sign: str) -> Slip:
        """Something stands after a value that is neither a comma nor what closes."""
        found = _word.match(self._text, self._at)
        if curly := self._curly():
            return curly
        if self._last_text is not None and (found is not None or sign in "\\'‘’"):
            what = _cut(found[0]) if found else pointed(sign)
            why = f'{what} follows the text of column {self._last_text + 1}: a quote is missing, or not written \\"'
            return Slip("quote-in-text", why, self._at)
        if known := self._common(sign):
            return known
        if sign in '"{[' or found is not None or _numberlike.match(self._text, self._at):
            what = _cut(found[0]) if found else sign
            return Slip("no-comma", f"a comma is missing before {what}", self._at)
        closing = _CLOSES[self._opener()]
        return Slip("no-comma", f"{pointed(sign)} stands where a comma or {closing} must", self._at)

    def _unfinished(self, due: str) -> Slip | None:
        if not self._open:
            return Slip("no-object", "the line holds nothing but blanks", self._at) if due == "value" else None
        begin = self._open[-1]
        what = "object" if self._text[begin] == "{" else "list"
        return Slip(f"unclosed-{what}", f"the {what} that begins there is not closed before the line ends", begin)

    def _short(self, at: int, most: int = _MOST) -> str:
        return _cut(self._text[at : at + most + 1], most)


def _cut(text: str, most: int = _MOST) -> str:
    return written_out(text if len(text) <= most else text[:most] + "…")

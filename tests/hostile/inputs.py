"""Thousands of damaged logs, made from one small sound game by rule: every family yields a name and the bytes."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache

from backports import zstd

from vflog import services

Made = Iterator[tuple[str, bytes]]

#: What front ends, shells and other languages write where something else is due.
TOKENS = (
    b"null", b"true", b"false", b"0", b"-0", b"1", b"-1", b"1.0", b"1e0", b"1E+2", b"0.5", b"01", b"+1", b".5", b"1.",
    b"0x10", b"1_000", b"NaN", b"Infinity", b"-Infinity", b"nan", b"undefined", b"None", b"True", b"9007199254740991",
    b"9007199254740992", b"-9007199254740992", b"9223372036854775807", b"9223372036854775808", b"18446744073709551615",
    b"18446744073709551616", b"1" * 400, b"1e400", b"-1e-400", b'""', b'"?"', b'"1"', b'"x_y"', b"{}", b"[]", b"[[]]",
    b"[null]", b'[""]', b'["?"]', b'{"":0}', b"[1,]", b"{,}", b"'x'", b'"\\x41"', b'"\\u12"', b'"\\ud800"',
    b'"\\udc00\\ud800"', b'"\\u0000"', b'"\x00"', b'"\x01"', b'"\x1b[31m"', b'"\x7f"', b'"\xff"', b'"\xc0\x80"',
    b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b'"\xe2\x80\xa8"', b'"\xf0\x9f\x8e\xb2"', b'"' + b"a" * 3000 + b'"',
    b"[" * 40 + b"]" * 40, b'{"a":' * 40 + b"0" + b"}" * 40, b"/* */ 1", b"// 1", b"",
)  # fmt: skip
#: What is written between, before or after lines.
STRAY = (
    b"", b" ", b"\t", b"\r", b"\x0b", b"\x0c", b"\xc2\x85", b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\0", b"\0" * 600,
    b"\x1a", b",", b"[", b"]", b"{", b"}", b"{}", b"[]", b"null", b"42", b'"text"', b"true", b"# comment",
    b"// comment", b"---", b"<html>", b"<<<<<<< HEAD", b"=======", b"data: {}", b'{"type":"note"}',
    b'{"type":"note","x_a":1.5}',
    b'{"type":"note","type":"note"}', b'{"type":"note","\\u0074ype":"note"}',
    b'{"type":"x_chat","text":"\\ud83d\\ude00"}',
    b'{"type":"x_chat","text":"\\ud83d"}', b'{"type":1}', b'{"type":null}', b'{"type":""}', b'{"Type":"note"}',
    b'{"":""}',
    b'{"type":"game"}', b'{"type":"game","format":"vflog/1"}', b'{"type":"game","format":"vflog/1","game":"small"',
    b'{"type":"note"}{"type":"note"}', b'{"type":"note"} x', b'{"type":"note"},', b'{"type":"note"}//', b"[" * 5000,
    b'{"type":"note","x_a":' + b"[" * 33 + b"]" * 33 + b"}", b"a" * 70_000, b'{"type":"note","n":1e1000000000}',
    b'{"type":"claim","claim":1}', b'{"type":"claim","state":"sha256:0"}', b'{"type":"claim","phase":{"a":[{}]}}',
    b'{"type":"takeback","to":0}', b'{"type":"takeback","to":-1}', b'{"type":"takeback","to":99}',
    b'{"type":"amend","to":3,"record":{}}', b'{"type":"amend","to":3,"record":{"type":"amend","to":3,"record":{}}}',
    b'{"type":"amend","to":2,"record":{"type":"note"}}', b'{"type":"ruling","by":"j","reason":"r","set":{}}',
    b'{"type":"ruling","by":"j","reason":"r","set":{"phase":[]}}', b'{"type":"end"}', b'{"type":"end","reason":"late"}',
    b'{"type":"end","reason":"time","result":{"winners":["nobody"],"by":"j"}}', b'{"type":"note","game":"other"}',
    b'{"type":"note","game":"small"}', b'{"type":"note","game":""}', b'{"type":"note","at":"2024-02-30T25:61:61Z"}',
    b'{"type":"note","at":"0000-00-00T00:00:00Z"}', b'{"type":"note","at":"2024-01-01T00:00:00.0000000001Z"}',
)  # fmt: skip
CODECS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-8-sig", "utf-7", "cp037")
#: How the files of other programs begin.
MAGIC = (
    b"PK\x03\x04", b"BZh9", b"\xfd7zXZ\0", b"7z\xbc\xaf\x27\x1c", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18",
)  # fmt: skip


@cache
def small() -> tuple[bytes, ...]:
    """The lines of a small sound game: a simulated one that is given up after a few moves."""
    ((_, log),) = services.simulate(1, 5, ruleset="veiled-fate", players=2, game="s")
    header, *rest = log.replace(b'"s-1"', b'"small"').splitlines()
    note, end = b'{"type":"note","n":6,"text":"last train"}', b'{"type":"end","n":7,"reason":"abandoned"}'
    return (header, *rest[:5], note, end)


def joined(*lines: bytes) -> bytes:
    """Lines as a log."""
    return b"\n".join(lines) + b"\n"


def _log() -> bytes:
    return joined(*small())


def cut_anywhere() -> Made:
    """The log ends after each of its bytes."""
    log = _log()
    for i in range(len(log)):
        yield f"the first {i} bytes", log[:i]


def flipped() -> Made:
    """One bit of every second byte, another one each time."""
    log = _log()
    for i in range(0, len(log), 2):
        yield f"byte {i}", log[:i] + bytes([log[i] ^ (1 << i % 7)]) + log[i + 1 :]


def lost_or_doubled() -> Made:
    """A byte is lost, or a stretch of bytes comes twice."""
    log = _log()
    for i in range(0, len(log), 7):
        yield f"without byte {i}", log[:i] + log[i + 1 :]
        yield f"bytes {i} to {i + 40} twice", log[: i + 40] + log[i:]


def put_in() -> Made:
    """A byte that is no text stands at every nineteenth place."""
    log = _log()
    for i in range(0, len(log), 19):
        for byte in (b"\0", b"\xff", b"\n", b"\r", b'"', b"\\"):
            yield f"{byte!r} at {i}", log[:i] + byte + log[i:]


def _members(line: bytes) -> Iterator[tuple[bytes, bytes, bytes, bytes]]:
    """Every member at the top of an object: what stands before it, its key, its value, what follows."""
    for key, value in json.loads(line).items():
        member = json.dumps({key: value}, separators=(",", ":"), ensure_ascii=False)[1:-1].encode()
        before, found, after = line.partition(member)
        if found:
            name = json.dumps(key).encode()
            yield before, name, member[len(name) + 1 :], after


def values() -> Made:
    """Every value of the first two records is one of the tokens, of the others one of a third of them."""
    lines = small()
    for at, line in enumerate(lines):
        for before, key, _, after in _members(line):
            for token in TOKENS if at < 2 else TOKENS[at % 3 :: 3]:
                changed = before + key + b":" + token + after
                yield f"line {at}, {key!r} is {token[:30]!r}", joined(*lines[:at], changed, *lines[at + 1 :])


def keys() -> Made:
    """Every key twice, twice as an escape, gone, unknown, in capitals, of the front end's own."""
    lines = small()
    for at, line in enumerate(lines):
        for before, key, value, after in _members(line):
            escaped = b'"\\u%04x' % key[1] + key[2:]
            for name, changed in {
                "twice": key + b":" + value + b"," + key + b":" + value,
                "twice, once as an escape": escaped + b":" + value + b"," + key + b":" + value,
                "as an escape": escaped + b":" + value,
                "twice with a space": key + b" : " + value + b"," + key + b":0",
                "unknown": b'"y' + key[1:] + b":" + value,
                "in capitals": key.upper() + b":" + value,
                "the front end's": b'"x_' + key[1:] + b":" + value,
                "without value": key,
                "without colon": key + value,
                "hidden": key + b':"?"',
            }.items():
                yield f"line {at}, {key!r} {name}", joined(*lines[:at], before + changed + after, *lines[at + 1 :])


def inner_values() -> Made:
    """A value inside of lists and objects is one of the tokens."""
    lines = small()
    for at, line in enumerate(lines):
        for i, found in enumerate(re.finditer(rb'(?<=[\[,:{])("[^"]*"|-?[0-9]+)(?=[\],}:])', line)):
            for token in TOKENS[i % 9 :: 9]:
                changed = line[: found.start()] + token + line[found.end() :]
                yield f"line {at}, value {i} is {token[:30]!r}", joined(*lines[:at], changed, *lines[at + 1 :])


def stray_lines() -> Made:
    """A stray line before, between or after the others; also without a newline after it."""
    lines = small()
    for stray in STRAY:
        for at in (0, 1, 4, len(lines) - 1, len(lines)):
            yield f"{stray[:40]!r} at line {at}", joined(*lines[:at], stray, *lines[at:])
        yield f"{stray[:40]!r} at the end", joined(*lines) + stray
        yield f"{stray[:40]!r} alone", stray


def order() -> Made:
    """Lines lost, doubled, exchanged, glued together, turned round."""
    lines = small()
    for i in range(len(lines)):
        yield f"without line {i}", joined(*lines[:i], *lines[i + 1 :])
        yield f"line {i} twice", joined(*lines[: i + 1], *lines[i:])
        yield f"lines from {i} on twice", joined(*lines, *lines[i:])
        for j in range(i + 1, len(lines)):
            changed = [*lines]
            changed[i], changed[j] = changed[j], changed[i]
            yield f"lines {i} and {j} exchanged", joined(*changed)
        if i:
            glued = lines[i - 1] + lines[i]
            yield f"lines {i - 1} and {i} on one", joined(*lines[: i - 1], glued, *lines[i + 1 :])
    yield "backwards", joined(*reversed(lines))


def encodings() -> Made:
    """The whole log in another encoding, with other line ends, as one document."""
    log = _log()
    text = log.decode()
    for codec in CODECS:
        data = text.encode(codec)
        yield codec, data
        for cut in (1, 2, 3, 7):
            yield f"{codec} without the last {cut}", data[:-cut]
    for end in (b"\r\n", b"\r", b"\n\r", b"\n\n", b"\r\r\n", b"\x1e", b"\0", b"\xe2\x80\xa8", b",\n", b" \n\t"):
        yield f"lines end with {end!r}", log.replace(b"\n", end)
    objects = [json.loads(line) for line in small()]
    for indent in (None, 0, 1, 2, "\t"):
        yield f"a list, indented by {indent}", json.dumps(objects, indent=indent).encode()
        yield f"objects, indented by {indent}", "\n".join(json.dumps(o, indent=indent) for o in objects).encode()
        yield f"in an object, indented by {indent}", json.dumps({"log": objects}, indent=indent).encode()
    yield "as a string", json.dumps(text).encode()
    yield "each line as a string", "\n".join(json.dumps(line.decode()) for line in small()).encode()
    yield "nothing", b""
    for magic in MAGIC:
        yield f"begins as {magic!r}", magic + log
        yield f"only {magic!r}", magic


def _packed(pack: Callable[[bytes], bytes]) -> Made:
    log = _log()
    half = log[: len(log) // 2]
    whole = pack(half) + pack(log[len(half) :])
    for i in range(0, len(whole), 2):
        yield f"cut at {i}", whole[:i]
        yield f"bit {i % 8} of byte {i} flipped", whole[:i] + bytes([whole[i] ^ (1 << i % 8)]) + whole[i + 1 :]
    for i in range(0, len(whole), 11):
        yield f"byte {i} lost", whole[:i] + whole[i + 1 :]
        yield f"sixteen NULs at {i}", whole[:i] + bytes(16) + whole[i + 16 :]
    yield "packed twice", pack(whole)
    yield "text after it", whole + log
    yield "NULs after it", whole + bytes(512)
    yield "an empty member after it", whole + pack(b"")
    yield "nothing in it", pack(b"")
    yield "all twice", whole + whole


def gzips() -> Made:
    """Damage at every second byte of a gzip file of two members, and more."""
    return _packed(lambda data: gzip.compress(data, mtime=0))


def zstds() -> Made:
    """The same for zstd, with a checksum."""
    return _packed(lambda data: zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1}))


def mixed_games() -> Made:
    """Two or three games whose lines alternate by chance, some lost, some without a name, some ids alike."""
    for seed in range(150):
        rng = random.Random(seed)
        games = []
        for number in range(rng.choice((2, 2, 3))):
            name = rng.choice((b"small", b"g%d" % number, b"g0"))
            named = rng.random() < 0.7
            lines = [line.replace(b'"small"', b'"' + name + b'"') for line in small()]
            if named:
                lines[1:] = [line[:-1] + b',"game":"' + name + b'"}' for line in lines[1:]]
            games.append([line for line in lines if rng.random() > 0.08][: rng.choice((3, 7, 8, 8))])
        out = []
        while any(games):
            out.append(rng.choice([g for g in games if g]).pop(0))
            if rng.random() < 0.05:
                out.append(rng.choice(STRAY))
        yield f"seed {seed}", joined(*out)


def scrambled() -> Made:
    """Several damages at once, by chance."""
    log = _log()
    for seed in range(300):
        rng = random.Random(seed)
        data = bytearray(log)
        for _ in range(rng.randint(1, 12)):
            at = rng.randrange(len(data))
            match rng.randrange(4):
                case 0:
                    data[at] = rng.randrange(256)
                case 1:
                    del data[at : at + rng.randint(1, 60)]
                case 2:
                    data[at:at] = rng.choice((*TOKENS, *STRAY))[:200]
                case _:
                    data[at:at] = data[rng.randrange(len(data)) :][: rng.randint(1, 300)]
        yield f"seed {seed}", bytes(data)


FAMILIES: tuple[Callable[[], Made], ...] = (
    cut_anywhere, flipped, lost_or_doubled, put_in, values, inner_values, keys, stray_lines, order, encodings, gzips,
    zstds, mixed_games, scrambled,
)  # fmt: skip

"""The files of a seal: what is published, what stays with whoever sealed, single lines opened.

All are canonical JSON (RFC 8785), so any other bytes are told as a change. Version 1 is only read.
"""

from __future__ import annotations

import hmac
import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec

from vflog.log.canonical import canonical
from vflog.log.chain import KEY, SALT, SEED, WIDTH, each, heads, last
from vflog.playback.logs import InputError

#: What the names of a seal and of its key end in.
SUFFIX, KEY_SUFFIX = ".seal", ".key"
VERSION: Literal["vflog-seal/2"] = "vflog-seal/2"
VERSION_1: Literal["vflog-seal/1"] = "vflog-seal/1"
KEY_VERSION: Literal["vflog-seal-key/2"] = "vflog-seal-key/2"
OPENINGS = "vflog-openings/2"
#: So many bytes of a line's SHA-256 stand in a seal of version 1.
MARK = 8
#: So many lines are written at once.
_BLOCK = 3072

Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", description="A head: 64 hex digits.")]
Base64_32 = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9+/]{43}=$", description="32 bytes, base64.")]
Base64_16 = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9+/]{22}==$", description="16 bytes, base64.")]
Count = Annotated[int, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=1)]


class NoSeal(InputError):
    """A seal, a key or an opening is not there, or is none; the text says why."""


def seal_name(log: str | os.PathLike[str]) -> str:
    """Where the seal of a log lies unless another place is named."""
    return os.fspath(log) + SUFFIX


def key_name(seal: str | os.PathLike[str]) -> str:
    """Where the key of a seal lies unless another place is named."""
    return os.fspath(seal) + KEY_SUFFIX


def seals_in(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """The seals beside logs: those of these files, and all in these folders, at any depth."""
    found: dict[str, None] = {}
    for path in [os.fspath(path) for path in paths]:
        if os.path.isdir(path):
            for folder, _, names in os.walk(path):
                found.update((os.path.join(folder, name), None) for name in names if name.endswith(SUFFIX))
        elif os.path.isfile(seal_name(path)):
            found[seal_name(path)] = None
    return sorted(found)


def read_seal(path: str | os.PathLike[str]) -> Seal | Seal1:
    """The seal in a file; raises `OSError`."""
    return decode(_content(path), os.fspath(path))


def read_new_seal(path: str | os.PathLike[str]) -> Seal:
    """The seal in a file, which must be of version 2; raises `OSError`."""
    found = read_seal(path)
    if isinstance(found, Seal1):
        raise NoSeal(f"{os.fspath(path)} is a seal of version 1, which can only be compared with its whole log.")
    return found


def read_key(path: str | os.PathLike[str]) -> SealKey:
    """The key in a file; raises `OSError`."""
    return decode_key(_content(path), os.fspath(path))


def read_openings(path: str | os.PathLike[str]) -> list[Opening]:
    """The openings in a file; raises `OSError`."""
    return decode_openings(_content(path), os.fspath(path))


def _content(path: str | os.PathLike[str]) -> bytes:
    with open(path, "rb") as file:
        return file.read()


# -- what is published -----------------------------------------------------------------------------------


class SealedFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All lines of the file: how many, the head of their chain, the commitment to each."""

    count: Count
    head: Hex | None
    lines: list[Base64_32]


class SealedGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A game: its lines in the file as ranges (first and last, from 1), the head of the chain over their commitments,
    its versions and the public digest of what it comes to."""

    count: Count
    format: str | None
    game: str | None
    head: Hex | None
    lines: list[tuple[Number, Number]]
    public: str | None
    revision: str | None
    ruleset: str | None


class Published(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What is published of a log. Nothing in it but the public digests can be worked out from the lines without the
    key."""

    file: SealedFile
    games: list[SealedGame]
    seal: Literal["vflog-seal/2"]
    tool: str


class Seal(msgspec.Struct, kw_only=True):
    """A seal. `commitments` stand one behind the other; `head` is what the file says it is."""

    count: int
    head: str | None
    commitments: bytes | bytearray
    games: list[SealedGame]
    tool: str

    def commitments_of(self, game: SealedGame) -> Iterator[bytes]:
        """The commitments to the lines of one of the games."""
        for first, end in game.lines:
            yield from each(self.commitments[(first - 1) * WIDTH : end * WIDTH])


def seal_pieces(seal: Seal) -> Iterator[bytes]:
    """The bytes of a seal's file, in pieces."""
    yield b'{"file":{"count":%d,"head":%s,"lines":[' % (seal.count, canonical(seal.head))
    step = _BLOCK * WIDTH
    for at in range(0, len(seal.commitments), step):
        block = ('"' + b64encode(one).decode() + '"' for one in each(seal.commitments[at : at + step]))
        yield (b"," if at else b"") + ",".join(block).encode()
    rest = {"games": msgspec.to_builtins(seal.games), "seal": VERSION, "tool": seal.tool}
    yield b"]}," + canonical(rest)[1:]


def decode(data: bytes, name: str) -> Seal | Seal1:
    """The seal that a file holds; raises `NoSeal`."""
    try:
        fields = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        spoken = msgspec.json.decode(fields["seal"], type=str)
        if spoken not in (VERSION, VERSION_1):
            raise NoSeal(f"{name} is a seal of the kind {spoken[:40]!r}; this version reads {VERSION} and {VERSION_1}.")
        if spoken == VERSION_1:
            return _old(data)
        written = msgspec.json.decode(data, type=Published)
        file = written.file
        seal = Seal(
            count=file.count,
            head=file.head,
            commitments=b"".join(map(_bytes, file.lines)),
            games=written.games,
            tool=written.tool,
        )
        if len(file.lines) != file.count or not _in_order(seal) or b"".join(seal_pieces(seal)) != data:
            raise ValueError
    except (KeyError, ValueError, RecursionError):
        raise NoSeal(
            f"{name} is no seal, or one that was changed after it was written: "
            "it is not the canonical JSON that “vflog seal” writes."
        ) from None
    return seal


def faults(seal: Seal) -> list[str]:
    """What in a seal does not agree with itself, a sentence each."""
    out = []
    if last(heads(each(seal.commitments))) != seal.head:
        out.append("The seal itself was changed: the head of the file is not that of its lines.")
    out += [
        f"The seal itself was changed: the head of the game {game.game} is not that of its lines."
        for game in seal.games
        if last(heads(seal.commitments_of(game))) != game.head
    ]
    return out


def _in_order(seal: Seal) -> bool:
    """Whether the lines of each game are there, and in order."""
    for game in seal.games:
        at = count = 0
        for first, end in game.lines:
            if not at < first <= end <= seal.count:
                return False
            at, count = end, count + end - first + 1
        if count != game.count:
            return False
    return True


def _bytes(text: str) -> bytes:
    return b64decode(text, validate=True)


# -- what stays with whoever sealed ----------------------------------------------------------------------


class _WrittenKey(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    check: Base64_32
    hashes: str
    key: Base64_32
    seal: Base64_32
    seal_key: Literal["vflog-seal-key/2"]


class SealKey(msgspec.Struct, kw_only=True):
    """The key of a seal, the plain hashes of the sealed lines (one behind the other), a code of the seal's bytes."""

    key: bytes
    hashes: bytes | bytearray
    seal: bytes

    def fits(self, seal: Seal) -> bool:
        """Whether the key was written together with this seal."""
        return hmac.compare_digest(self.seal, code_of(self.key, seal_pieces(seal)))


def code_of(key: bytes, seal: Iterable[bytes]) -> bytes:
    """The code by which a key tells a change of any byte of its seal."""
    return _coded(key, b" seal", seal)


def key_pieces(key: SealKey) -> Iterator[bytes]:
    """The bytes of a key's file, in pieces."""
    check = _coded(key.key, b" key", [key.seal, key.hashes])
    yield b'{"check":"%b","hashes":"' % b64encode(check)
    for at in range(0, len(key.hashes), _BLOCK):
        yield b64encode(key.hashes[at : at + _BLOCK])
    yield b'","key":"%b","seal":"%b","seal_key":"%b"}' % (
        b64encode(key.key),
        b64encode(key.seal),
        KEY_VERSION.encode(),
    )


def decode_key(data: bytes, name: str) -> SealKey:
    """The key that a file holds; raises `NoSeal`."""
    try:
        written = msgspec.json.decode(data, type=_WrittenKey)
        key = SealKey(key=_bytes(written.key), hashes=_bytes(written.hashes), seal=_bytes(written.seal))
        if len(key.key) != KEY or len(key.hashes) % WIDTH or b"".join(key_pieces(key)) != data:
            raise ValueError
    except (ValueError, RecursionError):
        raise NoSeal(f"{name} is no key of a seal, or one that was changed after it was written.") from None
    return key


def _coded(key: bytes, what: bytes, pieces: Iterable[bytes | bytearray]) -> bytes:
    code = hmac.new(key, SEED + what, "sha256")
    for piece in pieces:
        code.update(piece)
    return code.digest()


# -- single lines opened ---------------------------------------------------------------------------------


class Opening(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A line of openings: one sealed line (`number` from 1), its salt, and the head of the seal."""

    head: Hex
    line: str
    number: Number
    salt: Base64_16


def openings_bytes(openings: Iterable[Opening]) -> bytes:
    """Openings as the bytes of their file, a line each."""
    return b"".join(canonical(msgspec.to_builtins(opening)) + b"\n" for opening in openings)


def decode_openings(data: bytes, name: str) -> list[Opening]:
    """The openings that a file holds, in its order; raises `NoSeal`."""
    out = []
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        try:
            opening = msgspec.json.decode(raw, type=Opening)
            if len(_bytes(opening.salt)) != SALT:
                raise ValueError
        except (ValueError, RecursionError):
            raise NoSeal(f"Line {number} of {name} is no opening of a sealed line.") from None
        out.append(opening)
    if not out:
        raise NoSeal(f"There are no openings in {name}.")
    return out


# -- version 1 -------------------------------------------------------------------------------------------


class Part1(msgspec.Struct, kw_only=True):
    """A file or game in a seal of version 1; `lines` are the first 8 bytes of each line's SHA-256, base64."""

    count: int
    head: str | None
    lines: str

    @property
    def marks(self) -> bytes:
        """The first bytes of the lines' hashes, one behind the other."""
        return b64decode(self.lines, validate=True)


class File1(Part1, kw_only=True, forbid_unknown_fields=True):
    """The file: its stored bytes too."""

    name: str
    sha256: str
    bytes: int


class Game1(Part1, kw_only=True, forbid_unknown_fields=True):
    """A game, and what it came to."""

    game: str | None
    game_key: int
    line: int
    format: str | None
    ruleset: str | None
    revision: str | None
    status: str
    records: int
    applied: int
    refused: int
    taken_back: int
    unjudged: int
    winners: list[str] | None
    digest: str | None
    public: str | None


class Seal1(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A seal of version 1: of plain hashes, so that whoever has it can find hidden lines by trying."""

    seal: Literal["vflog-seal/1"]
    tool: str
    format: str
    report: str
    file: File1
    games: list[Game1]


def _old(data: bytes) -> Seal1:
    found = msgspec.json.decode(data, type=Seal1)
    parts: list[Part1] = [found.file, *found.games]
    if any(len(part.marks) != part.count * MARK for part in parts):
        raise ValueError
    return found


# -- schemas ---------------------------------------------------------------------------------------------


def seal_schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema (2020-12) of a seal and of a line of openings, by name."""
    return {"seal": _schema(Published, VERSION), "openings": _schema(Opening, OPENINGS)}


def _schema(of: type[msgspec.Struct], title: str) -> dict[str, Any]:
    shape, parts = msgspec.json.schema_components((of,), ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **shape[0], "$defs": parts}

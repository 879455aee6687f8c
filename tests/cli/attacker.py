"""What tests of seals share: all that is published of a log, and who tries to open its hidden lines from that."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

#: Names of algorithms that somebody may have used to write down a line.
_HASHES = ("sha256", "sha1", "md5", "sha512", "blake2b", "sha3_256", "sha224", "sha384")
#: So many bytes of a hash must be there for a line to be told by it, and so many digits of it as a number.
_BYTES, _DIGITS = 6, 15
_TEXT = re.compile(rb"[A-Za-z0-9+/_=-]{8,}")
_NUMBER = re.compile(rb"[0-9]{%d,}" % _DIGITS)


def published_bytes(files: list[bytes]) -> list[bytes]:
    """Every run of bytes that published files hold: themselves, and what stands in them as hex or base64."""
    found = {*files}
    for text in {run for file in files for run in _TEXT.findall(file)}:
        found.add(text)
        for decode in (_hex, base64.b64decode, base64.urlsafe_b64decode):
            try:
                found.add(decode(text))
            except ValueError:
                continue
    return sorted(found)


def _hex(text: bytes) -> bytes:
    return bytes.fromhex(text.decode())


class Attacker:
    """Who has all that is published and tries lines: by hashes and keyed hashes, parts of them, chains, numbers."""

    def __init__(self, files: list[bytes]) -> None:
        self.runs = published_bytes(files)
        #: Whatever short thing was published may be a salt or a key; so may nothing, and what everybody knows.
        salts = {run for run in self.runs if 16 <= len(run) <= 64}
        self.keys = [b"", b"vflog-seal/2", bytes(16), bytes(32), *sorted(salts)]
        self._parts = {run[i : i + _BYTES] for run in self.runs for i in range(len(run) - _BYTES + 1)}
        self._numbers = {number for file in files for number in _NUMBER.findall(file)}

    def opens(self, line: bytes, *, keyed: bool = False) -> bool:
        """Whether something published shows that a line is the hidden one; `keyed` tries every key there may be."""
        return any(self._is_there(code) for code in self._codes(line, keyed))

    def _codes(self, line: bytes, keyed: bool) -> Iterator[bytes]:
        for told in (line, line + b"\n", line + b"\r\n"):
            for name in _HASHES:
                yield hashlib.new(name, told).digest()
            digest = hashlib.sha256(told).digest()
            yield hashlib.sha256(digest).digest()
            yield hashlib.sha256(b"vflog-seal/2" + digest).digest()
        for key in self.keys if keyed else self.keys[:4]:
            yield hmac.digest(key, line, "sha256")
            yield hashlib.sha256(key + line).digest()
            yield hashlib.sha256(line + key).digest()
            # A link of a chain of plain hashes, after each head that may be one.
            yield hashlib.sha256(key + hashlib.sha256(line).digest()).digest()
        for number in range(8):
            salt = hmac.digest(bytes(32), number.to_bytes(8, "big"), "sha256")[:16]
            yield hmac.digest(salt, line, "sha256")

    def _is_there(self, code: bytes) -> bool:
        if code[:_BYTES] in self._parts:
            return True
        first = int.from_bytes(code[:8], "big")
        return any(str(number).encode() in self._numbers for number in (first, first >> 1))


def tries(line: bytes, shown: bytes, values: list[str], most: int) -> Iterator[bytes]:
    """The lines that a hidden one may be, to whoever knows how its writer writes: at least those that differ from it in
    one place, the line itself among them."""
    places = hidden_places(json.loads(line), json.loads(shown))
    yield line
    for place in places:
        for value in values:
            yield written(changed(json.loads(line), place, value))
    for chosen in islice(product(values, repeat=len(places)), most):
        plain = json.loads(line)
        for place, value in zip(places, chosen, strict=True):
            plain = changed(plain, place, value)
        yield written(plain)


def hidden_places(full: Any, shown: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the shown line has `?` and the full one does not."""
    if shown == "?" != full:
        return [path]
    if isinstance(full, dict) and isinstance(shown, dict):
        return [p for key in full if key in shown for p in hidden_places(full[key], shown[key], (*path, key))]
    if isinstance(full, list) and isinstance(shown, list) and len(full) == len(shown):
        return [p for i, pair in enumerate(zip(full, shown, strict=True)) for p in hidden_places(*pair, (*path, i))]
    return []


def changed(plain: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The same with another value in one place."""
    at = plain
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return plain


def written(plain: Any) -> bytes:
    """A line as the sample logs are written."""
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode()

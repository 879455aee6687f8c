"""The lines of a log as a seal has them: the hash of each, the commitment to each, the chain over these.

A line is its bytes without `\\n` or `\\r\\n`, the first one without a byte-order mark; blank lines count. The
commitment to line k (from 0) is HMAC-SHA-256(salt k, line), and salt k the first 16 bytes of HMAC-SHA-256(key, k),
k as 8 bytes, the highest first. Whoever has neither key nor salt cannot tell from a commitment what the line is, even
where few lines are possible.
"""

from __future__ import annotations

import codecs
import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator

#: The sizes in bytes of a key, a salt, and of a hash or commitment.
KEY, SALT, WIDTH = 32, 16, 32
#: What a chain begins with.
SEED = b"vflog-seal/2"
#: A line longer than this is hashed piece by piece.
_PIECE = 1 << 20


def salt(key: bytes, k: int) -> bytes:
    """The salt of line k, from 0."""
    return hmac.digest(key, k.to_bytes(8, "big"), "sha256")[:SALT]


def commitment(salt: bytes, line: bytes) -> bytes:
    """What is published of a line."""
    return hmac.digest(salt, line, "sha256")


def heads(commitments: Iterable[bytes], seed: bytes = SEED) -> Iterator[bytes]:
    """The head of the chain after each of the commitments: the first is SHA-256(seed + commitment), each further one
    SHA-256(head before it + commitment)."""
    head = seed
    for one in commitments:
        head = hashlib.sha256(head + one).digest()
        yield head


def last(heads: Iterable[bytes]) -> str | None:
    """The last head, as 64 hex digits; `None` where there is no line."""
    head = None
    for head in heads:  # noqa: B007 - all but the last are passed over
        pass
    return None if head is None else head.hex()


def each(hashes: bytes | bytearray) -> Iterator[bytes]:
    """Hashes or commitments that stand one behind the other, one by one."""
    return (bytes(hashes[i : i + WIDTH]) for i in range(0, len(hashes), WIDTH))


def line_hashes(
    chunks: Iterable[bytes], salt_of: Callable[[int], bytes] | None = None
) -> Iterator[tuple[bytes, bytes]]:
    """The SHA-256 of every line of an input, and the commitment to it under `salt_of(k)`, k from 0.

    Without `salt_of` the commitments are empty. Memory does not grow with the length of a line.
    """
    k, running = 0, None
    for piece, ends in line_pieces(chunks):
        if ends and running is None:
            committed = b"" if salt_of is None else commitment(salt_of(k), piece)
            yield hashlib.sha256(piece).digest(), committed
        else:
            running = running or (hashlib.sha256(), None if salt_of is None else hmac.new(salt_of(k), None, "sha256"))
            plain, salted = running
            plain.update(piece)
            if salted is not None:
                salted.update(piece)
            if ends:
                yield plain.digest(), b"" if salted is None else salted.digest()
                running = None
        k += ends


def line_pieces(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Every line of an input, blank ones too; each as pieces, of which the last one is marked.

    Only a line of more than a mebibyte has several.
    """
    tail, fresh = b"", True
    for chunk in chunks:
        lines = (tail + chunk).split(b"\n")
        tail = lines.pop()
        if lines and fresh:
            lines[0] = lines[0].removeprefix(codecs.BOM_UTF8)
            fresh = False
        for line in lines:
            yield line.removesuffix(b"\r"), True
        if len(tail) > _PIECE:
            # The last byte may be the beginning of a line end.
            yield tail[:-1].removeprefix(codecs.BOM_UTF8) if fresh else tail[:-1], False
            tail, fresh = tail[-1:], False
    if tail:
        yield tail.removeprefix(codecs.BOM_UTF8) if fresh else tail, True

"""Files that are named by a URL: those of this machine (`file://`), and those of object stores and servers (`s3://`,
`gs://`, `az://`, `https://`), which the package obstore finds and reads. It comes with the extra `cluster`.

Whatever it raises becomes an `OSError`.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple, cast
from urllib.parse import unquote, urlsplit

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_MAGIC = re.compile(r"[*?]")
_PATTERN = re.compile(r"\*\*/|\*|\?|[^*?]+")
#: How long it was tried, and how often, is no part of what is told.
_TRIED = re.compile(r" in [0-9.]+(ns|µs|ms|s)\b|, after [0-9]+ retries, max_retries: [0-9]+, retry_timeout: [0-9]+s ")
#: So many bytes are asked of a store at once.
_CHUNK = 1 << 20
#: These servers hand out files and list none.
_ALONE = ("http", "https")
_RETRIES = {"max_retries": 4}
NEEDED = "URLs need the package obstore: pip install 'vflog[cluster]', or pipx inject vflog obstore"


class Remote(NamedTuple):
    """A file: its URL, and how many bytes it has."""

    url: str
    size: int


def is_url(path: str) -> bool:
    """Whether a path is a URL, and no file here is called so."""
    return _URL.match(path) is not None and not os.path.lexists(path)


def local(path: str) -> str:
    """The path that a `file://` URL leads to; any other path as it is."""
    if path[:7].lower() != "file://" or not is_url(path):
        return path
    from urllib.request import url2pathname  # it brings a client for HTTP

    return url2pathname(urlsplit(path).path)


def opened(path: str) -> BinaryIO:
    """A file, wherever it is, to read its bytes. Raises `OSError`."""
    if not is_url(path):
        return open(path, "rb", buffering=0)
    with _as_system_errors():
        store = _store(path)
        store.obstore.head(store.root, store.path)
        return cast(BinaryIO, _Opened(store))


def found(url: str, wanted: Callable[[str], bool]) -> tuple[bool, list[Remote]]:
    """Whether a URL is a folder or a pattern, and the files it stands for, sorted: a pattern's all, of a folder those
    whose names are `wanted`. Raises `OSError`."""
    with _as_system_errors():
        store = _store(url)
        if store.path and not store.path.endswith("/"):
            try:
                return False, [Remote(url, store.obstore.head(store.root, store.path)["size"])]
            except FileNotFoundError:
                if store.scheme in _ALONE and not _MAGIC.search(store.path):
                    raise
        if store.scheme in _ALONE:
            raise OSError(errno.ENOTSUP, "a web server lists no files; name them one by one")
        magic = _MAGIC.search(store.path)
        if magic is None:
            within = store.path.rstrip("/")
            files = [each for each in store.files(within) if wanted(each.url)]
            if not files and within and not next(iter(store.files(within)), None):
                raise FileNotFoundError
            return True, files
        pattern = _pattern(store.path)
        before = store.path[: magic.start()].rpartition("/")[0]
        return True, [each for each in store.files(before) if pattern.fullmatch(each.url[len(store.base) + 1 :])]


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern for paths: `*` and `?` stand for what has no slash, `**/` for folders at any depth."""
    said = {"**/": "(?:.*/)?", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(said.get(part) or re.escape(part) for part in _PATTERN.findall(text)), re.DOTALL)


class _Store(NamedTuple):
    """Where a URL leads: the library, its store, the URL of that, and the path there."""

    obstore: Any
    root: Any
    scheme: str
    base: str
    path: str

    def files(self, within: str) -> list[Remote]:
        """All files in a folder, sorted."""
        listed = (each for some in self.obstore.list(self.root, within or None) for each in some)
        files = [Remote(f"{self.base}/{each['path']}", each["size"]) for each in listed]
        return sorted(files, key=lambda file: file.url.encode("utf-8", "surrogateescape"))


def _store(url: str) -> _Store:
    try:
        import obstore
        from obstore.store import from_url
    except ImportError:
        raise OSError(errno.ENOPKG, NEEDED) from None
    parts = urlsplit(url, allow_fragments=False)
    scheme, base = parts.scheme.lower(), f"{parts.scheme}://{parts.netloc}"
    path = url[len(base) :].lstrip("/")
    options: Any = {"client_options": {"allow_http": True}, "retry_config": _RETRIES}
    return _Store(obstore, from_url(f"{base}/", **options), scheme, base, unquote(path) if scheme in _ALONE else path)


class _Opened:
    """An open file of a store: asked for once, and once more from each place that reading goes on at."""

    def __init__(self, store: _Store) -> None:
        self._store = store
        self._place = 0
        self._coming: Iterator[bytes] | None = None
        self._left = b""

    def __enter__(self) -> _Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing more is read."""
        self._coming, self._left = None, b""

    def seek(self, place: int) -> int:
        """Go on reading there."""
        self.close()
        self._place = place
        return place

    def tell(self) -> int:
        """Where reading goes on."""
        return self._place

    def read(self, size: int = -1) -> bytes:
        """The next bytes, no more than so many (all where it is negative); none at the end."""
        with _as_system_errors():
            out, self._left = [self._left], b""
            have = len(out[0])
            while (size < 0 or not have) and (data := next(self._chunks(), b"")):
                out.append(data)
                have += len(data)
        data = b"".join(out)
        if 0 <= size < have:
            data, self._left = data[:size], data[size:]
        self._place += len(data)
        return data

    def _chunks(self) -> Iterator[bytes]:
        if self._coming is None:
            options = {"range": {"offset": self._place}} if self._place else None
            answer = self._store.obstore.get(self._store.root, self._store.path, options=options)
            self._coming = map(bytes, answer.stream(min_chunk_size=_CHUNK))
        return self._coming


@contextmanager
def _as_system_errors() -> Iterator[None]:
    """Each kind of store has errors of its own."""
    try:
        yield
    except FileNotFoundError as error:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from error
    except OSError as error:
        if error.strerror is None:
            raise OSError(error.errno or errno.EIO, _first_line(error)) from error
        raise
    except (MemoryError, RecursionError):
        raise
    except Exception as error:
        raise OSError(errno.EIO, _first_line(error)) from error


def _first_line(error: Exception) -> str:
    return _TRIED.sub("", (str(error).strip().splitlines() or [type(error).__name__])[0]).rstrip(" .:")

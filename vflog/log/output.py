"""Output files: whole or not at all, never over an input, over any other file only where that is asked for.

All that a command writes is written beside its place first and put there when all of it is done: a command that
fails leaves nothing behind.
"""

from __future__ import annotations

import errno
import glob
import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from vflog.log.interrupts import held
from vflog.log.remote import local
from vflog.log.sources import STDIN, is_log_name
from vflog.log.stage import Stage, aside, staged

Path_ = str | os.PathLike[str]
#: What a disk says that cannot take more.
_FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
#: The mode of a file that everybody can read whom the user's settings allow to, and of one for its owner alone.
_FOR_ALL, _PRIVATE = 0o666, 0o600
#: What is read beside a log, or in a folder of packs.
_PACK = ".toml"


class Refusal(Exception):
    """A place that may not be written to; the text is the sentence to print."""


def may_write(path: Path_, *, force: bool = False, inputs: Iterable[Path_] = ()) -> None:
    """Raise `Refusal` unless a file may be written at `path`.

    `inputs` are files and folders that must stay as they are, `force` allows to write over any other file.
    """
    if not os.path.lexists(path):
        return
    if os.path.isdir(path):
        raise Refusal(f"{path} is a folder; name a file.")
    if any(_is_of(path, given) for given in inputs):
        raise Refusal(f"{path} is one of the inputs; name another place.")
    if not force and not _takes_anything(path):
        raise Refusal(f"{path} is there already; --force writes over it.")


@contextmanager
def whole(path: Path_, *, force: bool = False, inputs: Iterable[Path_] = ()) -> Iterator[IO[bytes]]:
    """A file to write, which appears under its name when all is written. Raises `Refusal`, `OSError`."""
    with both([path], force=force, inputs=inputs) as (file,):
        yield file


@contextmanager
def both(
    paths: Iterable[Path_], *, private: Collection[Path_] = (), force: bool = False, inputs: Iterable[Path_] = ()
) -> Iterator[list[IO[bytes]]]:
    """Files to write that belong together: they appear under their names when all of them are written, or none does.

    Those that are `private` only their owner can read. Raises `Refusal`, `OSError`.
    """
    inputs = list(inputs)
    with ExitStack() as last, ExitStack() as written:
        files: list[IO[bytes]] = []
        parts = []
        for path in paths:
            target, mode = Path(path), _PRIVATE if path in private else _FOR_ALL
            may_write(target, force=force, inputs=inputs)
            if _takes_anything(target):
                files.append(written.enter_context(open(target, "wb")))
                continue
            part = last.enter_context(_staged(target))
            files.append(written.enter_context(_written(part, target, mode)))
            parts.append((part, target))
        yield files
        written.close()
        with held(), ExitStack() as undone:
            for part, target in parts[:-1]:
                undone.callback(_put_back, target, _set_aside(target, aside(part)))
                _put(part, target)
            for part, target in parts[-1:]:
                _put(part, target)
            undone.pop_all()


def _set_aside(target: Path, place: Path) -> Path | None:
    """A second name for what is there, until all is in its place."""
    if not os.path.lexists(target):
        return None
    with _of(target):
        try:
            os.link(target, place, follow_symlinks=False)
        except OSError:
            # Not every disk knows second names.
            shutil.copy2(target, place)
    return place


def _put_back(target: Path, aside: Path | None) -> None:
    """As it was before: what was there, or nothing."""
    if aside is None:
        target.unlink(missing_ok=True)
    else:
        os.replace(aside, target)


@contextmanager
def _staged(target: Path) -> Iterator[Path]:
    """A place that stands for `target`."""
    with ExitStack() as open_places:
        with _of(target):
            part = open_places.enter_context(staged(_near(target), target.name))
        yield part


class Folder:
    """A folder that is written into: what is written stands elsewhere until all is done."""

    def __init__(self, root: Path_, *, force: bool, inputs: Iterable[Path_]) -> None:
        self.root = Path(root)
        self._files: dict[Path, None] = {}
        self._force = force
        self._inputs = list(inputs)
        if os.path.lexists(root) and not os.path.isdir(root):
            raise Refusal(f"{root} is a file; name a folder.")
        self._new = not self.root.exists()
        self._held: Stage | None = None

    @property
    def _stage(self) -> Path:
        """The folder that stands for it; held from when it is first asked for."""
        if self._held is None:
            with _of(self.root):
                self._held = Stage(_near(self.root) if self._new else self.root, self.root.absolute().name)
        return self._held.new

    @property
    def written(self) -> list[Path]:
        """The files, by the names that they will have."""
        return list(self._files)

    def place(self, name: str) -> Path:
        """Where to write the file `name` for now. Raises `Refusal`, `OSError`."""
        target = self.root / name
        may_write(target, force=self._force, inputs=self._inputs)
        part = self._stage / name
        with _of(target):
            part.parent.mkdir(parents=True, exist_ok=True)
        self._files[target] = None
        return part

    def under(self, name: str) -> Path:
        """Where others may write a folder of it for now. Raises `OSError`."""
        part = self._stage / name
        with _of(self.root / name):
            part.parent.mkdir(parents=True, exist_ok=True)
        return part

    @contextmanager
    def file(self, name: str) -> Iterator[IO[bytes]]:
        """A file of the folder, to be written. Raises `Refusal`, `OSError`."""
        with _written(self.place(name), self.root / name) as file:
            yield file

    def write(self, name: str, content: str | bytes, *, shared: bool = False) -> Path:
        """Write a file of the folder; the name it will have. Raises `Refusal`, `OSError`.

        Where the same file is there already, a `shared` one is left as it is.
        """
        data, target = content.encode() if isinstance(content, str) else content, self.root / name
        if not (shared and target.is_file() and target.read_bytes() == data):
            with self.file(name) as file:
                file.write(data)
        return target

    def appear(self) -> None:
        """All is written: put it in its place."""
        if self._held is None or not self._stage.exists():
            return
        if self._new:
            _put(self._stage, self.root)
            return
        parts = [path for path in sorted(self._stage.rglob("*")) if not path.is_dir()]
        targets = [self.root / path.relative_to(self._stage) for path in parts]
        for target in targets:
            may_write(target, force=self._force, inputs=self._inputs)
        with held():
            for part, target in zip(parts, targets, strict=True):
                _put(part, target)

    def meant(self, text: str) -> str:
        """A sentence with the name of the folder in place of what stands for it."""
        return text if self._held is None else text.replace(os.fspath(self._stage), os.fspath(self.root))

    def drop(self) -> None:
        """Leave nothing of what is not in its place."""
        if self._held is not None:
            self._held.drop()


@contextmanager
def folder(root: Path_, *, force: bool = False, inputs: Iterable[Path_] = ()) -> Iterator[Folder]:
    """A folder to write into, made where it is missing; its files appear when all of them are written.

    What else is in it stays. Raises `Refusal`, `OSError`.
    """
    made = Folder(root, force=force, inputs=inputs)
    try:
        yield made
        made.appear()
    except Exception as error:
        error.args = tuple(made.meant(part) if isinstance(part, str) else part for part in error.args)
        raise
    finally:
        made.drop()


def _takes_anything(path: Path_) -> bool:
    """Whether what is there is a pipe or a device: nothing is lost by writing to it."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _near(path: Path) -> Path:
    """The folder that `path` is in, or the first above it that is there."""
    return next(parent for parent in path.absolute().parents if parent.is_dir())


def _put(staged: Path, target: Path) -> None:
    """Give what is written its name; folders that are made for it are not left behind where that fails."""
    missing = [folder for folder in target.absolute().parents if not folder.exists()]
    with _of(target):
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(staged, target)
        except OSError:
            for folder in filter(os.path.isdir, missing):
                folder.rmdir()
            raise


def _is_of(path: Path_, given: Path_) -> bool:
    """Whether a file that is there is an input, or is read where that input is a folder."""
    name = given = local(os.fspath(given))
    if name == STDIN or not os.path.exists(path):
        return False
    if not os.path.lexists(given):
        return any(os.path.samefile(path, match) for match in glob.iglob(name, recursive=True) if os.path.exists(match))
    if not os.path.exists(given):
        return False
    if not os.path.isdir(given):
        return os.path.samefile(path, given)
    below = Path(path).resolve().is_relative_to(Path(given).resolve())
    return below and (is_log_name(os.fspath(path)) or os.fspath(path).endswith(_PACK))


@contextmanager
def _of(target: Path) -> Iterator[None]:
    """What the system refuses is told of the file that was meant, not of what stands for it."""
    try:
        yield
    except OSError as error:
        raise OSError(f"{target} cannot be written: {error.strerror or error}.") from None


@contextmanager
def _written(part: Path, target: Path, mode: int = _FOR_ALL) -> Iterator[IO[bytes]]:
    """A file that stands for another one; a full disk is told of that one."""
    with _of(target):
        file = open(part, "wb", opener=lambda path, flags: os.open(path, flags, mode))  # noqa: SIM115 - closed below
    try:
        with file:
            yield file
    except OSError as error:
        if error.errno in _FULL:
            raise OSError(f"{target} cannot be written: {error.strerror}.") from None
        raise

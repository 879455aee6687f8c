"""The copies of a database that pages are made from: the newest one, opened for as long as somebody asks.

While a writer has the database, the last copy is shown, with its time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import duckdb
import msgspec

from vflog.dashboard.copying import Copied, Stamp, stamp_of
from vflog.dashboard.process import command, environment
from vflog.store.connect import MEMORY, connect
from vflog.store.errors import StoreError

#: Seconds: that a page waits for a copy of what has just changed, and for the very first copy; that a query may take.
FRESH, FIRST, MOST = 1.0, 20.0, 30.0

#: Seconds that the end waits for what is being answered.
_ENDING = 5.0


class TooLong(StoreError):
    """A question took longer than it may."""


class Snapshot:
    """A copy, and how many read it."""

    def __init__(self, file: str, stamp: Stamp, at: str) -> None:
        self.file, self.stamp, self.at = file, stamp, at
        self.users = 0
        self.old = False
        self._open = ExitStack()

    def hold(self, memory: str) -> None:
        """Keep it open between two readers."""
        with suppress(StoreError):
            self._open.enter_context(connect(self.file, read_only=True, sealed=True, memory=memory))

    def remove(self) -> None:
        """Nobody needs it any more."""
        self._open.close()
        with suppress(OSError):
            os.unlink(self.file)


class Copies:
    """The copies of one database; closed at the end."""

    def __init__(self, db: str | os.PathLike[str], *, memory: str = MEMORY) -> None:
        self.db = os.path.abspath(db)
        self.memory, self.most = memory, MOST
        self._folder = tempfile.mkdtemp(prefix="vflog-dashboard-")
        self._changed = threading.Condition()
        self._now: Snapshot | None = None
        self._busy, self._error = False, None  # type: bool, str | None
        self._closed = False
        self._running: set[duckdb.DuckDBPyConnection] = set()
        self._child = self._started()
        threading.Thread(target=self._listen, daemon=True, name="copies").start()

    # -- the process that copies -----------------------------------------------------------------------

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command("vflog.dashboard.copying", self.db, self._folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        )

    def _listen(self) -> None:
        while True:
            assert self._child.stdout is not None
            for line in self._child.stdout:
                self._hear(msgspec.json.decode(line, type=Copied))
            self._child.wait()
            if self._closed:
                return
            time.sleep(1.0)
            self._child = self._started()

    def _hear(self, said: Copied) -> None:
        with self._changed:
            before = self._now
            self._busy, self._error = said.busy, said.error
            if said.file is not None and said.stamp is not None and said.at is not None:
                self._now = Snapshot(said.file, said.stamp, said.at)
                self._now.hold(self.memory)
                if before is not None:
                    before.old = True
                    if not before.users:
                        before.remove()
            self._changed.notify_all()

    def close(self) -> None:
        """End the process, stop what is being answered, and take the copies away."""
        with self._changed:
            self._closed = True
            for connection in self._running:
                connection.interrupt()
            self._changed.wait_for(lambda: not self._running, _ENDING)
        if self._child.stdin is not None:
            self._child.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(5)
        with self._changed:
            if self._now is not None:
                self._now.remove()
                self._now = None
        shutil.rmtree(self._folder, ignore_errors=True)

    # -- reading -----------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return self._closed

    @property
    def newest(self) -> str:
        """The newest copy; none yet is empty."""
        return "" if self._now is None else self._now.file

    @property
    def mark(self) -> str:
        """What changes when there is something else to show."""
        with self._changed:
            return (
                ""
                if self._now is None
                else f"{self._now.at} {hash(self._now.stamp)} {self._now.stamp != stamp_of(self.db)}"
            )

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """The newest copy, which stays as long as the block runs. Raises `StoreError` where there is none."""
        with self._changed:
            here = self._newest()
            here.users += 1
        try:
            yield here
        finally:
            with self._changed:
                here.users -= 1
                if here.old and not here.users:
                    here.remove()

    def _newest(self) -> Snapshot:
        begun = time.monotonic()
        while True:
            waited = time.monotonic() - begun
            now = self._now
            if now is not None:
                if waited >= FRESH or self._busy or self._error or now.stamp == stamp_of(self.db):
                    return now
            elif self._error is not None:
                raise StoreError(self._error)
            elif waited >= FIRST:
                raise StoreError(f"The database {self.db} is in use by another process, and has not been read yet.")
            self._changed.wait(0.1)

    def behind(self, snapshot: Snapshot) -> bool:
        """Whether the database has changed since."""
        return snapshot.stamp != stamp_of(self.db)

    @contextmanager
    def _answering(self, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Known as being asked, so that the end can wait for it."""
        with self._changed:
            if self._closed:
                raise StoreError("The dashboard is ending.")
            self._running.add(connection)
        try:
            yield
        finally:
            with self._changed:
                self._running.discard(connection)
                self._changed.notify_all()

    @contextmanager
    def opened(self, here: Snapshot) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection to a copy; what takes longer than it may is stopped. Raises `StoreError`."""
        seconds = self.most
        late = threading.Event()
        try:
            with (
                connect(here.file, read_only=True, sealed=True, memory=self.memory, called=self.db) as connection,
                self._answering(connection),
            ):

                def stop() -> None:
                    late.set()
                    connection.interrupt()

                timer = threading.Timer(seconds, stop)
                timer.daemon = True
                timer.start()
                try:
                    yield connection
                finally:
                    timer.cancel()
        except KeyboardInterrupt:
            if self._closed:
                raise StoreError("The dashboard is ending.") from None
            if not late.is_set():
                raise
            raise TooLong(f"It took more than {seconds:g} seconds, and was stopped.") from None

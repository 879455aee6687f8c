"""Parts judged by the machines of a Ray cluster, in the place of processes of this machine.

A part is a task of Ray, and what it tells comes as a stream of messages. Which parts are given out, how many at once,
and what is done where a machine is lost is `ManyProcesses`' to say, as it is with processes of this machine: Ray tries
nothing a second time by itself, since a part that is judged again is told, and merged once.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import msgspec

from vflog.log.interrupts import ENDING, held
from vflog.log.remote import is_url
from vflog.log.stage import staged
from vflog.reading.results import signature
from vflog.scale import messages
from vflog.scale.jobs import cores
from vflog.scale.messages import Part, Task, Wanted
from vflog.scale.on_machine import Unfit, judged

NEEDED = "--cluster needs the packages ray and obstore: pip install 'vflog[cluster]', or pipx inject vflog ray obstore."
LOCAL, AUTO = "local", "auto"
_ADDRESS = re.compile(r"local|auto|[^\s/:]+:[0-9]{1,5}|\[[0-9A-Fa-f:.]+\]:[0-9]{1,5}")
#: So many parts for each core of the cluster: one that is judged, and the next one.
A_CORE = 2
#: A part that has told so many messages which nobody has heard waits.
_AHEAD = 16
#: Who is waited for so long has perhaps no core to begin on, as all are held by parts that wait: these are heard too.
_PATIENCE = 2.0
#: Seconds in which a part that has told all comes to its end.
_SOON = 0.05
#: So long may the name of the folder be in which those of a cluster of this machine lie.
_SHORT = 24
#: Seconds for the first machine of a cluster to be found.
_FOUND = 10.0
#: Whether Ray writes what it has to say to the standard output of who asks it.
_SAYS = "_worker_logs_enabled"
#: What a cluster of this machine alone holds in memory of what its processes told.
_STORE = 256 << 20


class NoCluster(OSError):
    """There is no cluster to judge on, or it cannot be used; the text is the sentence to print."""


class Away:
    """A part on its way, or a place for one, and the numbers of the runs that it has: one."""

    def __init__(self) -> None:
        self.runs: list[int] = []
        self.stream: Any = None
        self._why = ""

    def lost(self, why: str) -> None:
        """It comes to no end."""
        self._why = why

    def why(self) -> str:
        """Why it came to no end, as the end of a sentence."""
        return self._why

    def end(self) -> None:
        """Nothing of it is left."""


class Cluster:
    """Up to so many parts (0: two for each core of the cluster) judged at once at an address, all in the same way."""

    def __init__(self, address: str, jobs: int, wanted: Wanted) -> None:
        self._address, self._most = address, jobs
        self._how = messages.packed(_absolute(wanted))
        self._ray: Any = None
        self.workers: list[Away] = []

    def __enter__(self) -> Cluster:
        self._ray = ray = _CONNECTION.used(self._address)
        try:
            self._errors = ray.exceptions
            self._most = self._most or A_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._wanted = ray.put(self._how)
            options = {"num_returns": "streaming", "max_retries": 0, "num_cpus": 1}
            self._task = ray.remote(judged).options(**options, _generator_backpressure_num_objects=_AHEAD)
        except BaseException:
            _CONNECTION.left()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with held():
            self.workers.clear()
            _CONNECTION.left()

    @property
    def room(self) -> int:
        """So many portions may be under way at once, those that wait for their turn in the merge included."""
        return 64 + 8 * self._most

    def free(self) -> Away | None:
        """A place for a part more, where one has come to its end."""
        over = [away for away in self.workers if not away.runs]
        if over and len(self.workers) >= self._most:
            for away in self._ready(over, _SOON):
                self._heard(away)
        if len(self.workers) >= self._most:
            return None
        self.workers.append(Away())
        return self.workers[-1]

    def ask(self, worker: Away, order: msgspec.Struct) -> None:
        """Have a part judged. One that is not wanted any more comes to its end unheard: where a task is cancelled, or
        its stream left, while it ends, Ray ends the process that asked for it."""
        if isinstance(order, Task):
            there = [part.path for part in order.parts if not is_url(part.path) and os.access(part.path, os.R_OK)]
            task = Task(order.run, [_moved(part) for part in order.parts], order.heads)
            here = [os.path.abspath(path) for path in there]
            worker.stream = self._task.remote(self._wanted, messages.packed(task), here, signature())

    def said(self, of: Sequence[Away]) -> Iterator[tuple[Away, bytes | None]]:
        """Wait until one of these parts tells something: what it tells; `None`: it was lost. Raises `NoCluster`."""
        for away in self._ready(of, _PATIENCE) or self._ready(self.workers, _PATIENCE):
            data = self._heard(away)
            if away.runs:
                yield away, data

    def _heard(self, away: Away) -> bytes | None:
        """What a part tells next; at its end, or where it was lost, `None`, and its place is free."""
        try:
            return bytes(self._ray.get(next(away.stream)))
        except StopIteration:
            away.lost("it ended before its time")
        except self._errors.RayTaskError as error:
            if not isinstance(error.cause, MemoryError):
                raise _unfit(error.cause) from None
            away.lost("it got no more memory")
        except self._errors.RayError as error:
            away.lost(self._said_of(error))
        self.workers.remove(away)
        return None

    def _ready(self, of: Sequence[Away], seconds: float) -> list[Away]:
        by_stream = {away.stream: away for away in of}
        ready, _ = self._ray.wait(list(by_stream), num_returns=1, timeout=seconds)
        return [by_stream[stream] for stream in ready]

    def _said_of(self, error: Exception) -> str:
        """Why a part was lost."""
        known = self._errors
        if isinstance(error, known.OutOfMemoryError):
            return "it got no more memory"
        if isinstance(error, known.WorkerCrashedError):
            return "it was killed, or its machine was lost"
        return "its machine was lost"


def _moved(part: Part) -> Part:
    """A part as another machine finds it."""
    return msgspec.structs.replace(part, path=_whole(part.path))


def _absolute(wanted: Wanted) -> Wanted:
    """How parts are judged, with the folders of packs as another machine finds them."""
    content = tuple(map(_whole, wanted.settings.content))
    return msgspec.structs.replace(wanted, settings=msgspec.structs.replace(wanted.settings, content=content))


def _whole(path: str) -> str:
    return path if is_url(path) else os.path.abspath(path)


def _unfit(cause: BaseException) -> NoCluster:
    """A machine cannot judge."""
    if isinstance(cause, Unfit):
        return NoCluster(str(cause))
    what = (str(cause).strip().splitlines() or [type(cause).__name__])[-1].rstrip(".")
    return NoCluster(f"A machine of the cluster cannot judge ({what}); vflog must be installed on each of them.")


# -- joining -------------------------------------------------------------------------------------------------------


class _Connection:
    """This process in a cluster, by the library Ray: joined when it is used first, left when nobody uses it any more.
    One that the caller has joined is used as it is."""

    def __init__(self) -> None:
        self._users = 0
        self._leave = ExitStack()

    def used(self, address: str) -> Any:
        """The library, joined. Raises `NoCluster`."""
        if not _ADDRESS.fullmatch(address):
            raise NoCluster(
                "--cluster takes the address of a Ray cluster, such as 10.0.0.5:6379, or “auto”, or “local” to try it "
                f"on this machine, not {address!r}."
            )
        with ExitStack() as stack:
            if not self._users:
                _set_up(address, stack)
            try:
                import ray
                import ray.exceptions
            except ImportError:
                raise NoCluster(NEEDED) from None
            if not self._users and not ray.is_initialized():
                _join(ray, address, stack)
                self._leave = stack.pop_all()
        self._users += 1
        return ray

    def left(self) -> None:
        """Whoever used it does no more."""
        self._users -= 1
        if not self._users:
            with held():
                self._leave.close()


_CONNECTION = _Connection()


def _set_up(address: str, leave: ExitStack) -> None:
    """What Ray looks at when it is loaded, and what it would say."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    if address == LOCAL and not {"RAY_AUTH_MODE", "RAY_AUTH_TOKEN"} & {*os.environ}:
        # Nobody else may use the cluster, and no file of the user's is to keep the word for it.
        for name, value in (("RAY_AUTH_MODE", "token"), ("RAY_AUTH_TOKEN", secrets.token_hex(32))):
            os.environ[name] = value
            leave.callback(os.environ.pop, name, None)
    logger = logging.getLogger("ray")
    leave.callback(logger.setLevel, logger.level)
    logger.setLevel(logging.CRITICAL)


def _join(ray: Any, address: str, leave: ExitStack) -> None:
    more: dict[str, Any] = {}
    if address == LOCAL:
        folder = leave.enter_context(staged(_temporary(), "ray"))
        more = {"num_cpus": cores(), "include_dashboard": False, "object_store_memory": _STORE}
        more["_temp_dir"] = os.fspath(folder)
    elif address != AUTO:
        _look_for(address)
    before = {number: signal.getsignal(number) for number in ENDING}
    # What it says of lost machines would stand among the data, and no setting of its own prevents that.
    worker = ray._private.worker
    leave.callback(setattr, worker, _SAYS, getattr(worker, _SAYS, True))
    setattr(worker, _SAYS, False)
    leave.callback(ray.shutdown)
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False, **more)
    except Exception as error:
        raise _no_cluster(address, str(error)) from None
    finally:
        for number, handler in before.items():  # Ray has a way of its own to end
            with suppress(ValueError):
                signal.signal(number, handler)


def _temporary() -> Path:
    """Where the sockets of a cluster of this machine are; their names have a limit."""
    usual = Path(gettempdir())
    return usual if len(os.fspath(usual)) <= _SHORT or not os.access("/tmp", os.W_OK) else Path("/tmp")


def _look_for(address: str) -> None:
    """Ray itself tries for a minute, and ends the process where there is nobody."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _FOUND).close()
    except (OSError, OverflowError) as error:
        raise _no_cluster(address, getattr(error, "strerror", None) or "nobody answers") from None


def _no_cluster(address: str, why: str) -> NoCluster:
    first = (why.strip().splitlines() or ["it does not answer"])[0].rstrip(".")
    return NoCluster(f"There is no Ray cluster to use at {address}: {first}.")

"""Has portions judged by many processes, and merges what they tell in the order of the inputs.

Portions are given out in their order, a few more than there are processes; whoever is ahead waits. What is told of a
later portion is held until its turn, up to a limit, beyond which nothing is read from who tells it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from vflog.log import stage
from vflog.scale import messages
from vflog.scale.merge import HeadsWanted, Merge, NotApart
from vflog.scale.messages import Cancel, Message, Task
from vflog.scale.parts import Portion

#: So many bytes are held of what is not yet to be merged.
HELD = 1 << 25
#: So often a portion is tried whose process is killed each time.
TRIES = 3
#: So many portions are judged with the heads of their logs after one in which they were wanted.
_WITH_HEADS = 8


class Worker(Protocol):
    """Who judges portions one after the other, and the numbers of the runs that it has, in their order."""

    runs: list[int]

    def why(self) -> str:
        """Why it has ended, as the end of a sentence."""

    def end(self) -> None:
        """Nothing of it is to be left."""


class Workers(Protocol):
    """Those who judge, all in the same way: processes of this machine (`Pool`), machines of a `Cluster`."""

    workers: list[Any]

    def __enter__(self) -> Any: ...

    def __exit__(self, *_: object) -> None: ...

    @property
    def room(self) -> int:
        """So many portions may be under way at once, those that wait for their turn in the merge included."""

    def free(self) -> Any | None:
        """One that can take a task more."""

    def ask(self, worker: Any, order: msgspec.Struct) -> None:
        """Give it something to do."""

    def said(self, of: Sequence[Any]) -> Iterator[tuple[Any, bytes | None]]:
        """Wait until one of these says something: what each says; `None`: it has ended."""


class _Run:
    """A portion that is being judged."""

    def __init__(self, number: int, portion: Portion, *, heads: bool) -> None:
        self.number, self.portion, self.heads = number, portion, heads
        self.worker: Worker | None = None
        #: What was told and is not yet merged.
        self.messages: deque[bytes] = deque()
        #: So many events were merged, and so many taken out of what is told now: when a portion is judged again, it
        #: tells again what is merged already.
        self.merged = self.taken = 0
        self.tries = 0
        self.begun = self.again = False


class ManyProcesses:
    """Has portions judged by those of a pool."""

    def __init__(self, portions: Iterator[Portion], pool: Workers, merge: Merge) -> None:
        self._portions, self._pool, self._merge = portions, pool, merge
        self._queue: deque[_Run] = deque()
        self._numbers = 0
        self._held = 0
        #: Inputs that are judged whole: the parts of them that still come are passed over.
        self._whole: set[int] = set()
        self._with_heads = 0
        self._more = True
        self._waits: Portion | None = None

    def run(self) -> None:
        """Judge and merge all portions; raises `OSError` where one cannot be judged."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """The same, step by step."""
        while self._more or self._queue:
            self._give_out()
            if self._queue and not self._merge_first():
                self._hear()
            yield

    # -- giving out ----------------------------------------------------------------------------------------

    def _give_out(self) -> None:
        """Give out portions to processes that can take one more."""
        for run in self._queue:
            if run.worker is None and run.portion.here is None:
                self._ask(run)
        while self._held < HELD and len(self._queue) < self._pool.room and (portion := self._next_portion()):
            run = _Run(self._number(), portion, heads=self._with_heads > 0)
            if portion.here is None and not self._ask(run):
                self._waits = portion
                return
            self._queue.append(run)

    def _next_portion(self) -> Portion | None:
        """The next portion that is to be judged."""
        portion, self._waits = self._waits, None
        while portion is None or (portion.inputs and portion.inputs[0].number in self._whole):
            portion = next(self._portions, None)
            if portion is None:
                self._more = False
                return None
        return portion

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _ask(self, run: _Run) -> bool:
        """Have a portion judged, where a process can take it."""
        run.worker = self._pool.free()
        if run.worker is None:
            return False
        run.worker.runs.append(run.number)
        self._pool.ask(run.worker, Task(run.number, run.portion.parts, run.heads))
        return True

    def _ask_again(self, run: _Run) -> None:
        """Have a portion judged once more, under another number: what is still said under the old one is not heard."""
        self._drop(run)
        run.number, run.worker, run.taken, run.again = self._number(), None, 0, True
        self._ask(run)

    def _drop(self, run: _Run) -> None:
        if run.worker is not None and run.number in run.worker.runs:
            run.worker.runs.remove(run.number)
            self._pool.ask(run.worker, Cancel(run.number))
        self._held -= sum(map(len, run.messages))
        run.messages.clear()

    # -- hearing -------------------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Wait for what the processes say, above all that of the first portion."""
        first = self._queue[0].worker
        only_first = first is not None and self._held >= HELD
        for worker, data in self._pool.said([first] if first is not None and only_first else self._pool.workers):
            if data is None:
                self._crashed(worker)
            else:
                self._said(worker, data)

    def _said(self, worker: Worker, data: bytes) -> None:
        message = messages.message(data)
        run = next((run for run in self._queue if run.number == message.run), None)
        if message.done and message.run in worker.runs:
            worker.runs.remove(message.run)
        if run is not None:
            run.messages.append(data)
            self._held += len(data)

    def _crashed(self, worker: Worker) -> None:
        """A process has ended: what it had not told is judged again."""
        lost = [run for run in self._queue if run.worker is worker and run.number in worker.runs]
        why = worker.why()
        stage.listener(f"A process that judged a part of the logs has ended ({why}); its part is judged again.")
        worker.end()
        for run in lost[:1]:
            run.tries += 1
            if run.tries >= TRIES:
                raise OSError(f"{_named(run)} could not be judged: {TRIES} processes ended over it ({why}).")
        for run in lost:
            self._ask_again(run)

    # -- merging -------------------------------------------------------------------------------------------

    def _merge_first(self) -> bool:
        """Merge what is there of the first portion; false where there is nothing."""
        run = self._queue[0]
        if run.portion.here is not None:
            self._merge.here(run.portion)
            self._queue.popleft()
            return True
        if not run.messages:
            return False
        if not run.begun:
            run.begun = True
            self._merge.begins(run.portion, heads=run.heads)
        data = run.messages.popleft()
        self._held -= len(data)
        self._take(run, messages.message(data))
        return True

    def _take(self, run: _Run, message: Message) -> None:
        if message.failed is not None:
            raise RuntimeError(message.failed)
        if not run.again:
            for name, count in message.bytes:
                self._merge.read(name, count)
        self._merge.message(message)
        try:
            for event in message.events:
                run.taken += 1
                if run.taken > run.merged:
                    self._merge.take(event)
                    run.merged += 1
        except HeadsWanted:
            self._merge.message_over()
            run.heads, self._with_heads = True, _WITH_HEADS
            self._merge.again(heads=True)
            self._ask_again(run)
            return
        except NotApart:
            self._merge.message_over()
            self._judge_whole(run)
            return
        self._merge.message_over()
        if message.done:
            self._queue.popleft()
            self._with_heads = max(0, self._with_heads - 1)

    def _judge_whole(self, run: _Run) -> None:
        """The parts of an input depend on each other: one process judges all of it."""
        number = run.portion.inputs[0].number
        self._whole.add(number)
        others = [each for each in self._queue if each is not run and each.portion.inputs]
        for other in others:
            if other.portion.inputs[0].number == number:
                self._drop(other)
                self._queue.remove(other)
        run.portion, run.heads = self._merge.judged_whole(), True
        run.merged, run.begun = 0, False
        self._ask_again(run)


def _named(run: _Run) -> str:
    names = [part.name for part in run.portion.parts]
    return names[0] if len(names) == 1 else f"{names[0]} or one of {len(names) - 1} files after it"

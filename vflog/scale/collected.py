"""Portions that were judged elsewhere, merged: what only this process can find out is judged again here."""

from __future__ import annotations

from collections.abc import Iterable

from vflog.scale.makers import maker
from vflog.scale.merge import HeadsWanted, Merge, NotApart
from vflog.scale.messages import Message, Task, Wanted
from vflog.scale.parts import Portion
from vflog.scale.reading import PartJudge


class Collected:
    """Merges portions, which come in their order, each with its messages.

    A portion is judged here, from its inputs, where a log in it may go on from an earlier one; an input, where its
    parts depend on each other. Nothing else is read.
    """

    def __init__(self, merge: Merge, wanted: Wanted) -> None:
        self._merge = merge
        self._judge = PartJudge(wanted, self._again, maker(wanted))
        self._whole: set[int] = set()
        self._merged = self._taken = 0

    def take(self, portion: Portion, messages: Iterable[Message]) -> None:
        """The next portion. Raises `OSError` where an input is not as it was."""
        if portion.here is not None:
            self._merge.here(portion)
            return
        if portion.place[0] in self._whole:
            return
        self._merged = self._taken = 0
        self._merge.begins(portion, heads=False)
        try:
            for message in messages:
                self._pass_on(message)
        except HeadsWanted:
            self._taken = 0
            self._merge.again(heads=True)
            try:
                self._judge.task(Task(0, portion.parts, heads=True))
            except NotApart:
                self._judge_whole(portion)
        except NotApart:
            self._judge_whole(portion)

    def _judge_whole(self, portion: Portion) -> None:
        self._whole.add(portion.place[0])
        self._merged = self._taken = 0
        whole = self._merge.judged_whole()
        self._merge.begins(whole, heads=True)
        self._judge.task(Task(0, whole.parts, heads=True))

    def _again(self, message: Message) -> None:
        self._pass_on(message)

    def _pass_on(self, message: Message) -> None:
        merge = self._merge
        for name, count in message.bytes:
            merge.read(name, count)
        merge.message(message)
        try:
            for event in message.events:
                self._taken += 1
                if self._taken > self._merged:
                    merge.take(event)
                    self._merged += 1
        finally:
            merge.message_over()

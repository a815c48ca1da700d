"""Memo keeps the results of the last few batches."""

from __future__ import annotations

import os
import weakref
from collections.abc import Hashable
from concurrent.futures import Future
from typing import Callable, Generic, TypeVar

Result = TypeVar("Result")


class Memo(Generic[Result]):
    """The results of the last batches, by everything they were computed from.

    A trainer calls each of its reward functions with the same batch, in turn or from several
    threads. The batch is computed once; concurrent callers wait for it. Failures are not kept.
    Keys are compared in full, so that no batch is mistaken for another. A forked child starts
    empty, since a computation of another thread at the fork never ends in the child.

    Args:
        keep: the number of batches to keep.
    """

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._start()
        if hasattr(os, "register_at_fork"):
            this = weakref.ref(self)
            os.register_at_fork(after_in_child=lambda: _restart(this()))

    def _start(self) -> None:
        self._batches: dict[Hashable, Future[Result]] = {}  # threads cannot interrupt any single step below

    def get(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The result for a key, computed if it is not known. Raises what compute raises."""
        mine: Future[Result] = Future()
        found = self._batches.setdefault(key, mine)
        while len(self._batches) > self._keep:
            self._batches.pop(next(iter(tuple(self._batches)), None), None)  # the oldest
        if found is not mine:
            return found.result()
        try:
            mine.set_result(compute())
        except BaseException as error:
            if self._batches.get(key) is mine:
                self._batches.pop(key, None)
            mine.set_exception(error)
            raise
        return mine.result()


def _restart(memo: Memo[Result] | None) -> None:
    if memo is not None:
        memo._start()

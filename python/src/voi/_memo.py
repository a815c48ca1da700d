"""Memo, which remembers what became of the last few batches."""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Hashable
from concurrent.futures import Future
from typing import Callable, Generic, TypeVar

Result = TypeVar("Result")


class Memo(Generic[Result]):
    """The results of the last batches, by all that they were computed from.

    A trainer calls each of its reward functions with the same batch, one after
    another or from several threads: it is computed once, and who asks meanwhile
    waits. What failed is not remembered. Keys are compared in full, so that no
    batch is taken for another. A forked child starts with nothing, since what
    another thread was computing at the fork is not computed in the child.

    Args:
        keep: the number of batches that are remembered.
    """

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._start()
        if hasattr(os, "register_at_fork"):
            this = weakref.ref(self)
            os.register_at_fork(after_in_child=lambda: _restart(this()))

    def _start(self) -> None:
        self._lock = threading.Lock()
        self._batches: OrderedDict[Hashable, Future[Result]] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], Result]) -> Result:
        """The result of a key, computed where it is not known. Raises what compute does."""
        mine: Future[Result] = Future()
        with self._lock:
            found = self._batches.setdefault(key, mine)
            self._batches.move_to_end(key)
            while len(self._batches) > self._keep:
                self._batches.popitem(last=False)
        if found is not mine:
            return found.result()
        try:
            mine.set_result(compute())
        except BaseException as error:
            with self._lock:
                if self._batches.get(key) is mine:
                    del self._batches[key]
            mine.set_exception(error)
            raise
        return mine.result()


def _restart(memo: Memo[Result] | None) -> None:
    if memo is not None:
        memo._start()

"""The scorer that the adapters of one process share."""

from __future__ import annotations

import os
import threading
from typing import Optional

from ._scorer import Scorer

_lock = threading.Lock()
_made: dict[tuple[Optional[str], ...], Scorer] = {}


def scorer() -> Scorer:
    """The Scorer that VOI_PROFILE, VOI_DATA and VOI_BIN describe, the same one for the same values."""
    key = tuple(os.environ.get(name) for name in ("VOI_PROFILE", "VOI_DATA", "VOI_BIN"))
    found = _made.get(key)
    if found is None:
        with _lock:
            found = _made.get(key)
            if found is None:
                found = _made[key] = Scorer()
    return found


def _renew_lock() -> None:
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)

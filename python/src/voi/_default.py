"""The scorers shared in a process, one for each configuration."""

from __future__ import annotations

import os
from typing import Optional

from ._scorer import Scorer

_made: dict[tuple[Optional[str], ...], Scorer] = {}


def scorer(profile: Optional[str] = None, data: Optional[str] = None, tasks: Optional[str] = None) -> Scorer:
    """The Scorer of a profile, a folder of shards and a folder of tasks. Equal arguments give the same Scorer.

    Arguments that are None are taken from VOI_PROFILE, VOI_DATA, VOI_TASKS and VOI_BIN. There is
    no lock, since a signal handler could wait for it forever. If several scorers are made at
    once, one is kept, and the others have not started anything yet.
    """
    key = (profile, data, tasks, *(os.environ.get(name) for name in ("VOI_PROFILE", "VOI_DATA", "VOI_TASKS", "VOI_BIN")))
    return _made.get(key) or _made.setdefault(key, Scorer(profile=profile, data=data, tasks=tasks))

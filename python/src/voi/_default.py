"""The scorers that a process shares, one for each configuration."""

from __future__ import annotations

import os
from typing import Optional

from ._scorer import Scorer

_made: dict[tuple[Optional[str], ...], Scorer] = {}


def scorer(profile: Optional[str] = None, data: Optional[str] = None, tasks: Optional[str] = None) -> Scorer:
    """The Scorer of a profile, a folder of shards and one of tasks, the same one for the same values.

    What is None is what VOI_PROFILE, VOI_DATA, VOI_TASKS and VOI_BIN say. There is no lock, for
    which a signal's handler might wait in vain: of several scorers that are made at
    once one is kept, and the others have started nothing yet.
    """
    key = (profile, data, tasks, *(os.environ.get(name) for name in ("VOI_PROFILE", "VOI_DATA", "VOI_TASKS", "VOI_BIN")))
    return _made.get(key) or _made.setdefault(key, Scorer(profile=profile, data=data, tasks=tasks))
